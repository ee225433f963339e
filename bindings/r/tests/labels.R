# Plots keep every label, at 6 and at 129 items, and take what plots take.
library(duel)
source("support/expect.R")

# The texts that a plot writes, read from an uncompressed page.
written <- function(expr, width = 7, height = 7) {
    file <- tempfile(fileext = ".pdf")
    grDevices::pdf(file, width, height, compress = FALSE, useDingbats = FALSE)
    on.exit(unlink(file))
    tryCatch(expr, finally = grDevices::dev.off())
    lines <- grep("Tj|TJ", readLines(file, warn = FALSE), value = TRUE)
    vapply(regmatches(lines, gregexpr("\\((\\\\.|[^\\\\)])*\\)", lines)), function(parts)
        gsub("\\\\(.)", "\\1", paste(substring(parts, 2, nchar(parts) - 1), collapse = "")), "")
}
has_all <- function(text, labels) {
    left_out <- setdiff(labels, text)
    if (length(left_out))
        stop("labels left out: ", paste(left_out, collapse = ", "))
}

votes <- duel_set(winner ~ left + right, transform(mtbench, judge = sub(".*/", "", judge)), judge, question)
fit <- duel(votes)
has_all(written(plot(fit)), fit$items)
has_all(written(plot(fit), 3, 2.5), fit$items)
many <- duel(cbind(wins, losses, ties) ~ left + right, arena)
has_all(written(plot(many)), many$items)
top <- NULL
text <- written(top <- plot(many, top = 10))
has_all(text, row.names(top))
stopifnot(nrow(top) == 10, identical(sort(-top$estimate), sort(-coef(many))[1:10] |> unname()),
          !any(setdiff(many$items, row.names(top)) %in% text))
other <- duel(cbind(wins, losses, ties) ~ left + right, arena, outcome = "davidson")
ranked <- NULL
text <- written(ranked <- plot_ranks(davidson = other, halves = many))
stopifnot(all(vapply(many$items, function(item) sum(grepl(item, text, fixed = TRUE)) >= 2, NA)))

report <- judge_report(duel(votes, strength = "disagreement", rank = 1))
has_all(written(plot(report, "disagreement"), 5, 6), c(fit$items, names(report$verdicts)))
has_all(written(plot(report, "sensitivity"), 5, 6), names(report$verdicts))

## many names stand in columns beside the page, none of them small or on another
stands <- function(labels, width = 8, height = 8) {
    pdf(NULL, width, height)
    on.exit(dev.off())
    duel:::labelled_page(labels, 0:1, "", NULL)
    c(columns = duel:::name_columns(labels), size = duel:::name_size(labels), lines = duel:::page_lines(),
      share = duel:::names_width(labels) / width)
}
for (count in c(6, 60, 129, 300)) {
    found <- stands(rep_len(many$items, count))
    stopifnot(found[["columns"]] == c("6" = 1, "60" = 1, "129" = 2, "300" = 3)[[as.character(count)]],
              found[["share"]] < 0.45, found[["size"]] * count / found[["columns"]] <= found[["lines"]] * 1.0001)
}
stopifnot(stands(many$items)[["size"]] > 0.45)
chances <- rank_probabilities(many, seed = 1)
for (drawn in list(quote(plot(chances)), quote(plot(compact_letters(many, seed = 1))), quote(plot(cluster(distances(many))))))
    has_all(written(eval(drawn)), many$items)
has_all(written(plot(match_matrix(many))), paste(many$items, "", rank(-coef(many))))
# numbers in cells only where they fit
cells <- function(fit, width) sum(grepl("^0[.][0-9]{2}$", written(plot(match_matrix(fit)), width, width)))
stopifnot(cells(fit, 7) == 30, cells(fit, 2.2) == 0, cells(many, 7) == 0)

## colours, symbols, range and size; in the order of the model
written(drawn <- plot(fit, col = 2:7, pch = 3, cex = 0.5, xlim = c(-3, 3), ref = "gpt-4"))
stopifnot(nrow(drawn) == 6)
replicates <- bootstrap(fit, replicates = 100, seed = 1)
written(plot(replicates, col = c("red", "blue"), pch = 4, xlim = c(-2, 2)))
fails(plot(fit, cex = "big"), "duel_error_argument", "cex")
fails(plot(fit, top = 0), "duel_error_argument", "top")
unlink("Rplots.pdf")
