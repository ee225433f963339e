# Judges: what their votes say of them, before any model.

# The votes of a set, or those that a model was fitted to.
votes_of <- function(x) {
    if (inherits(x, "duel"))
        return(.Call(C_model_set, model_handle(x)))
    if (!inherits(x, "duel_set"))
        reject("argument", "votes are a set or a model, not of class ", quoted(class(x)))
    set_handle(x)
}

# The judges of a set, the anonymous one last if it judged.
voters <- function(handle) {
    names <- set_names(handle, "KIND_JUDGE")
    if (duel_set_info(handle)$has_anonymous != 0)
        names <- c(names, anonymous)
    names
}

# A table with a row for each judge, who names its row too.
by_judge <- function(frame) {
    row.names(frame) <- frame$judge
    frame
}

judge_counts <- function(x, level = 0.95)
    by_judge(duel_set_judges(votes_of(x), level = open_level(level)))

presentation_order <- function(x) {
    found <- duel_set_order(votes_of(x))
    structure(class = "htest",
              list(statistic = c(`X-squared` = found$statistic), parameter = c(df = found$pairs),
                   p.value = found$p, estimate = c(pairs = found$pairs, both_orders = found$both_orders,
                           rarer_share = found$rarer_share),
                   alternative = "what is shown first was not left to a fair coin",
                   method = "Order of presentation", data.name = deparse1(substitute(x))))
}

judge_triads <- function(x) by_judge(duel_set_triads(votes_of(x)))

judge_agreement <- function(x, level = 0.95) {
    set <- votes_of(x)
    list(majority = by_judge(duel_set_agreement(set, level = open_level(level))),
         pairs = duel_set_agreement_pairs(set))
}

krippendorff <- function(x, metric = "nominal", orientation = "both", level = 0.95) {
    out <- duel_set_krippendorff(votes_of(x), metric = code(metric, "metric"),
                                 orientation = code(orientation, "orientation"),
                                 level = open_level(level))
    row.names(out) <- ifelse(is.na(out$without), "all", paste("without", out$without))
    out
}

confidence <- function(judge, confidence, correct, bins = 10) {
    judge <- common_factors(judge)[[1L]]
    missing <- match(TRUE, is.na(judge))
    if (!is.na(missing))
        reject("data", "judge is missing", row = missing)
    votes <- list(confidence = confidence, correct = correct)
    for (name in names(votes))
        if (!(is.numeric(votes[[name]]) || is.logical(votes[[name]])) ||
            length(votes[[name]]) != length(judge))
            reject("argument", name, " must be ", counted(length(judge), "number"),
                   ", one for each vote")
    bins <- whole(bins, "bins", 1, 1e6)
    asked <- list(judge = as.integer(judge) - 1L, confidence = as.double(confidence),
                  correct = as.double(correct), votes = length(judge), judges = nlevels(judge),
                  bins = bins)
    out <- list(judges = do.call(duel_votes_confidence, asked),
                reliability = do.call(duel_votes_reliability, asked))
    # The library knows judges by number, and all of them together by none.
    out <- lapply(out, function(table) {
        table$judge <- c(levels(judge), "all")[ifelse(is.na(table$judge), nlevels(judge),
                                                      as.integer(table$judge)) + 1L]
        table
    })
    bin <- out$reliability
    names(bin)[names(bin) %in% c("votes", "confidence", "correct")] <-
        c("comparisons", "predicted", "observed")
    parts <- split(bin[c("comparisons", "predicted", "observed", "lower", "upper")],
                   factor(bin$judge, levels = unique(bin$judge)))
    list(judges = by_judge(out$judges),
         reliability = lapply(parts, function(part)
             structure(part, row.names = seq_len(bins),
                       class = c("duel_calibration", "data.frame"))))
}

# A matrix of judges and items: of a model its strengths.
judge_matrix <- function(x, argument = "x") {
    if (inherits(x, "duel"))
        x <- coef.duel(x, "strengths")
    if (!is.matrix(x) || !is.numeric(x))
        reject("argument", argument, " must be a model, or a matrix of numbers with a row for ",
               "each judge")
    storage.mode(x) <- "double"
    x
}

effective_judges <- function(x, precisions = NULL) {
    scores <- judge_matrix(x)
    if (!is.null(precisions))
        precisions <- in_order(precisions, labels_of(scores), "precisions")
    unlist(duel_rankings_effective(t(scores), judges = nrow(scores), items = ncol(scores),
                                   precisions = precisions))
}

bicluster <- function(x, dissimilarity = "euclidean", linkage = "average", row_groups = 1,
                      column_groups = 1) {
    table <- judge_matrix(x)
    out <- duel_matrix_bicluster(t(table), rows = nrow(table), columns = ncol(table),
                                 dissimilarity = code(dissimilarity, "dissimilarity"), linkage = code(linkage, "linkage"),
                                 row_groups = whole(row_groups, "row_groups", 1),
                                 column_groups = whole(column_groups, "column_groups", 1))
    names <- list(labels_of(table), labels_of(t(table)))
    sides <- lapply(split(out, out$side), function(side)
        list(order = as.integer(side$number) + 1L,
             groups = as.integer(side$group[order(side$number)]) + 1L))
    structure(class = "duel_bicluster",
              list(table = structure(table, dimnames = names), row_order = sides$row$order,
                   column_order = sides$column$order,
                   row_groups = stats::setNames(sides$row$groups, names[[1L]]),
                   column_groups = stats::setNames(sides$column$groups, names[[2L]])))
}

as.matrix.duel_bicluster <- function(x, ...)
    x$table[x$row_order, x$column_order, drop = FALSE]

print.duel_bicluster <- function(x, digits = max(2L, getOption("digits") - 4L), ...) {
    cat(counted(max(x$row_groups), "group"), " of rows, ",
        counted(max(x$column_groups), "group"), " of columns\n", sep = "")
    print(as.matrix(x), digits = digits, ...)
    invisible(x)
}

learning_curve <- function(object, shares = seq(0.1, 1, 0.1), judges = NULL, by = "row",
                           replicates = 10, seed = NULL, threads = 1, progress = NULL, ...) {
    of <- fit_of(object, ...)
    if (!is.numeric(shares) || anyNA(shares))
        reject("argument", "shares is ", deparse1(shares), "; it must be numbers")
    if (is.null(judges))
        judges <- length(voters(of$set))
    judges <- vapply(judges, whole, 0, "judges", 1)
    options <- validation_options(by, 2, NULL, replicates, seed, threads, progress)
    options$folds <- 0
    out <- duel_set_learning_curve(of$set, fit = of$fit, shares = as.double(shares), judges = judges,
                                   options = options)
    structure(out, class = c("duel_learning", "data.frame"))
}

plot.duel_learning <- function(x, measure = c("spearman", "pearson"), main = NULL, ...) {
    measure <- match.arg(measure)
    value <- x[[measure]]
    spread <- x[[paste0(measure, "_sd")]]
    ends <- c(value - spread, value + spread, value)
    numbers <- unique(x$judges)
    col <- grDevices::hcl.colors(length(numbers) + 1L, "Dark 3")[seq_along(numbers)]
    graphics::plot.default(NA, xlim = range(x$comparisons, finite = TRUE),
                           ylim = range(ends, finite = TRUE), xlab = "comparisons",
                           ylab = paste("correlation with the scores of all votes", sep = ""),
                           main = main, bty = "n", ...)
    for (i in seq_along(numbers)) {
        at <- x$judges == numbers[i]
        graphics::segments(x$comparisons[at], (value - spread)[at], x$comparisons[at],
                           (value + spread)[at], col = col[i])
        graphics::lines(x$comparisons[at], value[at], type = "o", pch = 19, col = col[i])
    }
    graphics::legend("bottomright", vapply(numbers, counted, "", "judge"), col = col, lwd = 1,
                     bty = "n", cex = 0.8)
    invisible(x)
}

# Families of judges as numbers, and their words.
judge_families <- function(set, families) {
    if (is.null(families))
        return(list(numbers = NULL, words = character()))
    words <- stats::na.omit(unique(as.character(families)))
    list(numbers = family_numbers(families, voters(set), "families", words), words = words)
}

# Asks a question about judges that err together.
ask_together <- function(ask, x, families, copy_units, near_copy, progress) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    set <- votes_of(x)
    of <- judge_families(set, families)
    list(answer = ask(set, families = of$numbers,
                      options = list(copy_units = whole(copy_units, "copy_units", 1),
                                     near_copy = number(near_copy, "near_copy"), progress = progress)),
         words = of$words)
}

together <- function(x, families = NULL, copy_units = 20, near_copy = 0.95, progress = NULL)
    ask_together(duel_set_together, x, families, copy_units, near_copy, progress)$answer

judge_worth <- function(x, families = NULL, copy_units = 20, near_copy = 0.95, progress = NULL)
    by_judge(ask_together(duel_set_worth, x, families, copy_units, near_copy, progress)$answer)

family_worth <- function(x, families, copy_units = 20, near_copy = 0.95, progress = NULL) {
    found <- ask_together(duel_set_families, x, families, copy_units, near_copy, progress)
    out <- found$answer
    out$family <- found$words[out$family + 1L]
    row.names(out) <- out$family
    out
}

panel_worth <- function(x, families = NULL, copy_units = 20, near_copy = 0.95, progress = NULL)
    unlist(ask_together(duel_set_effective, x, families, copy_units, near_copy, progress)$answer)
