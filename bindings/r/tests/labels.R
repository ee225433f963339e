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

## colours, symbols, range and size; in the order of the model
written(drawn <- plot(fit, col = 2:7, pch = 3, cex = 0.5, xlim = c(-3, 3), ref = "gpt-4"))
stopifnot(nrow(drawn) == 6)
replicates <- bootstrap(fit, replicates = 100, seed = 1)
written(plot(replicates, col = c("red", "blue"), pch = 4, xlim = c(-2, 2)))
fails(plot(fit, cex = "big"), "duel_error_argument", "cex")
fails(plot(fit, top = 0), "duel_error_argument", "top")
unlink("Rplots.pdf")
