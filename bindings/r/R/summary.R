# print() and summary() of a fitted model. Simulated critical values use seed 0 here, so that
# printing leaves R's generator alone and prints the same twice.

law_names <- c(bradley_terry = "Bradley-Terry", rao_kupper = "Rao-Kupper", davidson = "Davidson",
               thurstone_mosteller = "Thurstone-Mosteller (probit)", glenn_david = "Glenn-David (probit)",
               graded = "graded answers (cumulative logit)")

# Whether a tie is an outcome of the model.
has_ties <- function(info)
    !info$outcome_law %in% c("bradley_terry", "thurstone_mosteller")

# Form and link of the tie threshold.
describe_threshold <- function(info) {
    form <- switch(info$threshold, by_judge = "by judge",
                   factored = sprintf("with %s (%s basis)", counted(info$tie_factors, "factor"),
                                      info$tie_basis),
                   info$threshold)
    several <- info$threshold %in% c("additive", "factored")
    paste0(", threshold ", form,
           if (several && info$outcome_law %in% c("rao_kupper", "glenn_david")) paste0(", ", info$tie_link, " link"),
           if (several && info$threshold_offsets == "by_judge") ", offsets by judge")
}

describe_spread <- function(info)
    switch(info$spread, none = NULL, diagonal = "diagonal spread",
           factors = paste("spread with", counted(info$spread_factors, "factor")))

describe_model <- function(object) {
    info <- object$info
    by <- c(by_judge = "by judge", shared = "shared", none = "none")
    ridges <- object$options[c("tie_ridge", "spread_ridge")]
    parts <- c(
        paste0(law_names[[info$outcome_law]],
               if (!has_ties(info)) paste0(", ties ", if (info$ties == "half")
                   "as half a win each" else "dropped")
               else describe_threshold(info)),
        describe_spread(info),
        switch(info$strength, sensitivity = "sensitivities of judges",
               disagreement = paste("sensitivities and disagreement of judges, rank", info$rank)),
        if (length(object$sensitivity_covariates))
            paste("sensitivities with", paste(object$sensitivity_covariates, collapse = ", ")),
        if (info$position != "none") paste("position effect", by[[info$position]]),
        switch(info$both_bad, dropped = "\"both bad\" dropped",
               outcome = paste0("\"both bad\" an outcome, threshold ", info$bad_threshold)),
        if (length(object$covariates))
            paste(if (is_structured(object)) "abilities from" else "covariates", paste(object$covariates, collapse = ", ")),
        if (length(object$interactions)) paste("items by", paste(object$interactions, collapse = ", ")),
        if (length(object$offsets)) paste("offsets", paste(object$offsets, collapse = ", ")),
        if (identical(object$bias_reduction, "firth")) "Firth's bias reduction",
        if (isTRUE(object$ridge > 0)) paste("ridge", format(object$ridge)),
        if (isTRUE(ridges$tie_ridge > 0)) paste("tie ridge", format(ridges$tie_ridge)),
        if (isTRUE(ridges$spread_ridge > 0)) paste("spread ridge", format(ridges$spread_ridge)),
        if (isTRUE(object$pseudo > 0)) paste("pseudo-comparisons", format(object$pseudo)))
    paste(parts, collapse = "; ")
}

cat_call <- function(call) {
    if (!is.null(call))
        cat("Call:\n", paste(deparse(call), sep = "\n", collapse = "\n"), "\n\n", sep = "")
}

# Without judges and without a position effect no order of presentation is modelled, and none may be
# known: the warnings about it become one line.
order_warnings <- c("position_followers", "presentation_order")

cat_fit_warnings <- function(object) {
    plain <- identical(object$judges, anonymous) || !length(object$judges)
    about_order <- object$warnings$code %in% order_warnings
    if (plain && object$info$position == "none" && any(about_order)) {
        cat("\nOrder of presentation: taken as unknown (no judges, no position effect);\n",
            "$warnings has what the data say about it.\n", sep = "")
        return(cat_warnings(object$warnings[!about_order, ]))
    }
    cat_warnings(object$warnings)
}

cat_warnings <- function(warnings) {
    if (!nrow(warnings))
        return()
    cat("\nWarnings:\n")
    for (text in warnings$text)
        cat(strwrap(text, initial = "- ", prefix = "  "), sep = "\n")
}

cat_fit <- function(info, digits) {
    cat("\nLog-likelihood: ", format(info$log_likelihood, digits = max(7L, digits)), " (df = ",
        info$dimension, "), ", format(info$comparisons, big.mark = ",", scientific = FALSE),
        " comparisons, covariance ", gsub("_", " ", info$covariance), "\n", sep = "")
    if (info$starts > 1)
        cat(info$starts, " starts met ", counted(info$optima, "optimum", "optima"),
            "; the best is taken\n", sep = "")
    noted <- intersect(info$outcome, names(state$choices$report))
    accepted <- setdiff(info$outcome, noted)
    if (length(accepted))
        cat("Accepted although: ", paste(gsub("_", " ", accepted), collapse = ", "), "\n", sep = "")
    if (length(noted))
        cat("At the end of a range: ", paste(c(tie_limit = "tie thresholds", heywood =
            "variances of zero (Heywood cases)")[noted], collapse = ", "), "\n", sep = "")
}

# Rows that na.action left out.
cat_omitted <- function(omitted)
    if (length(omitted))
        cat("  (", stats::naprint(omitted), ")\n", sep = "")

# Of very many values the largest are printed; a matrix is printed whole.
print_values <- function(values, digits, most = 40L) {
    count <- length(values)
    shown <- if (is.matrix(values) || count <= most) values
             else sort(values, decreasing = TRUE)[seq_len(most / 2L)]
    print.default(format(shown, digits = digits), print.gap = 2L, quote = FALSE)
    if (length(shown) < count)
        cat("  (the ", length(shown), " largest of ", count, "; coef() has all)\n", sep = "")
}

# The rows from the largest estimate to the smallest; of a long table the first.
print_rows <- function(table, digits, most = 40L) {
    count <- nrow(table)
    table <- table[order(-table[[1L]]), ]
    if (count > most)
        table <- table[seq_len(most / 2L), ]
    print(table, digits = digits)
    if (nrow(table) < count)
        cat("  (the ", nrow(table), " largest of ", count, ")\n", sep = "")
}

# The terms of a formula that became no covariates.
cat_left_out <- function(terms) {
    said <- c(aliased = "Dropped, because scores or earlier terms determine them", same = "Dropped, because both sides have the same values")
    for (why in names(said))
        if (length(terms[[why]]))
            cat("\n", said[[why]], ": ", paste(terms[[why]], collapse = ", "), "\n", sep = "")
}

print.duel <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat_call(own_call(x))
    cat("Model: ", describe_model(x), "\n", sep = "")
    cat_omitted(x$na.action)
    if (is_structured(x)) {
        cat("\nAbilities (", if (is.null(x$ref)) "zero where all covariates are" else paste(x$ref, "= 0"), "):\n", sep = "")
        print_rows(abilities(x)[c("estimate", "se")], digits)
        if (length(x$item_terms$separate))
            cat("  (scores of their own: ", paste(x$item_terms$separate, collapse = ", "), ")\n", sep = "")
    }
    for (type in setdiff(shown_types(x), if (is_structured(x)) "scores")) {
        cat("\n", title_of(type),
            if (type == "scores") paste0(" (", if (is.null(x$ref)) "sum zero" else
                paste0(x$ref, " = 0"), ")"), ":\n", sep = "")
        values <- coef.duel(x, type)
        print_values(if (type == "scores") sort(values, decreasing = TRUE, na.last = TRUE) else values, digits)
    }
    cat_left_out(x$item_terms)
    cat_fit(x$info, digits)
    cat_fit_warnings(x)
    invisible(x)
}

# Estimate, standard error, statistic and p. A value fixed by the normalisation has no error: NA.
wald_table <- function(object, type, letter, ...) {
    names <- value_names(object, type)
    tests <- test_contrasts.duel(object, diag(length(names)), type, adjustment = "none", ...)
    out <- as.matrix(as.data.frame(unclass(tests))[c("estimate", "se", "statistic", "p")])
    out[out[, "se"] %in% 0, "se"] <- NA
    dimnames(out) <- list(names, c("Estimate", "Std. Error", paste(letter, "value"),
                                   sprintf("Pr(>|%s|)", letter)))
    out
}

# Whether quantiles are Student's: those of few clusters, unless nothing is corrected.
is_student <- function(object, covariance, correction) {
    options <- inference(object, covariance = covariance, correction = correction)
    table <- duel_estimate_values(model_estimate(object, "scores", options)$handle)
    identical(attr(table, "quantiles"), code("student", "quantiles"))
}

summary.duel <- function(object, level = 0.95, ref = object$ref, covariance = "auto",
                         correction = "auto", ...) {
    handle <- model_handle(object)
    ask <- function(type) estimates.duel(object, type, level, covariance = covariance,
                                         ref = if (type == "scores") ref,
                                         correction = correction, ...)
    letter <- if (is_student(object, covariance, correction)) "t" else "z"
    test <- function(type) wald_table(object, type, letter, covariance = covariance,
                                      ref = if (type == "scores") ref, correction = correction,
                                      ...)
    scores <- ask("scores")
    counts <- duel_model_items(handle)
    structured <- is_structured(object)
    if (structured)
        scores <- abilities(object, level, covariance = covariance, ref = ref, correction = correction, ...)
    ranked <- if (structured) data.frame(rank = rank(-scores$estimate, ties.method = "min"))
              else ranks(object, level, covariance, seed = 0, correction = correction,
                         ...)[c("rank", "rank_best", "rank_worst")]
    board <- cbind(ranked, stats::setNames(scores["estimate"], if (structured) "ability" else "score"),
                   lower = scores$lower, upper = scores$upper,
                   wins = counts$wins, losses = counts$losses, ties = counts$ties)
    types <- setdiff(shown_types(object), if (structured) "scores")
    tables <- lapply(stats::setNames(types, types), test)
    judges <- judge_table(object, ask)
    info <- object$info
    if (word(covariance, "covariance") != "auto")
        info$covariance <- word(covariance, "covariance")
    if (letter == "t")
        info$covariance <- paste0(info$covariance, ", correction ",
                                  if (word(correction, "correction") == "auto") "of few clusters"
                                  else word(correction, "correction"))
    structure(class = "summary.duel",
              list(call = own_call(object), model = describe_model(object), level = level,
                   leaderboard = board[order(board$rank), ], coefficients = if (structured) tables$effects else tables$scores,
                   tables = tables, judges = judges, voters = object$judges, structured = structured,
                   left_out = object$item_terms[c("aliased", "same")], items = item_table(object, ask), info = info,
                   ref = if (!is.null(ref)) object$items[index(ref, object$items, "ref")],
                   warnings = object$warnings, na.action = object$na.action))
}

# The judges with what the model says of each; NULL if it tells none apart.
judge_table <- function(object, ask) {
    types <- intersect(c("sensitivities", "disagreement_norms", "positions", "thresholds",
                         "threshold_offsets"),
                       shown_types(object))
    if (object$info$threshold == "additive")
        types <- setdiff(types, "thresholds")
    columns <- list()
    for (type in types) {
        table <- ask(type)
        if (nrow(table) == length(object$judges)) {
            one <- c(sensitivities = "sensitivity", disagreement_norms = "disagreement",
                     positions = "position",
                     thresholds = "threshold", threshold_offsets = "offset")[[type]]
            columns[[one]] <- table$estimate
            columns[[paste0(one, ".lower")]] <- table$lower
            columns[[paste0(one, ".upper")]] <- table$upper
        }
    }
    if (!length(columns))
        return(NULL)
    set <- .Call(C_model_set, model_handle(object))
    votes <- by_judge(duel_set_judges(set, level = 0.95))
    cbind(comparisons = votes[object$judges, "comparisons"], as.data.frame(columns),
          row.names = object$judges)
}

# The items with thresholds and variances of their own; NULL if they have none.
item_table <- function(object, ask) {
    columns <- list()
    for (type in c(if (object$info$threshold == "additive") "thresholds",
                   if (object$info$both_bad == "outcome" && object$info$bad_threshold == "additive")
                       "bad_thresholds",
                   if (object$info$spread != "none") "variances")) {
        table <- ask(type)
        one <- c(thresholds = "threshold", bad_thresholds = "bad", variances = "variance")[[type]]
        columns[paste0(one, c("", ".lower", ".upper"))] <- table[c("estimate", "lower", "upper")]
    }
    if (length(columns))
        as.data.frame(columns, row.names = object$items)
}

# estimate (lower, upper) in one column of text.
compact_intervals <- function(table, digits) {
    out <- data.frame(row.names = row.names(table))
    out$votes <- table$comparisons
    for (name in setdiff(sub("\\..*", "", names(table)), "comparisons")) {
        ends <- as.matrix(table[paste0(name, c("", ".lower", ".upper"))])
        ends[] <- formatC(ends, format = "f", digits = max(1L, digits - 1L))
        out[[name]] <- paste0(ends[, 1L], " (", ends[, 2L], ", ", ends[, 3L], ")")
    }
    out
}

# Leaderboards of hundreds are read from the top.
print_board <- function(board, digits, most = 200L) {
    print(utils::head(board, most), digits = digits)
    if (nrow(board) > most)
        cat("  (the first ", most, " of ", nrow(board), "; $leaderboard has all)\n", sep = "")
}

# Whether quantiles are Student's: those of few clusters, unless nothing is corrected.
is_student <- function(object, covariance, correction) {
    options <- inference(object, covariance = covariance, correction = correction)
    table <- duel_estimate_values(model_estimate(object, "scores", options)$handle)
    identical(attr(table, "quantiles"), code("student", "quantiles"))
}

coef.summary.duel <- function(object, ...) object$coefficients

print.summary.duel <- function(x, digits = max(3L, getOption("digits") - 3L),
                               signif.stars = getOption("show.signif.stars"), ...) {
    cat_call(x$call)
    cat("Model: ", x$model, "\n", sep = "")
    cat_omitted(x$na.action)
    zero <- if (!is.null(x$ref)) paste(x$ref, "= 0")
    if (x$structured)
        cat("\nLeaderboard (", 100 * x$level, " % intervals of abilities, ",
            if (is.null(zero)) "zero where all covariates are" else zero, "):\n", sep = "")
    else
        cat("\nLeaderboard (", 100 * x$level, " % intervals of scores, ",
            if (is.null(zero)) "which sum to zero" else zero,
            ";\nranks from best to worst hold all at once):\n", sep = "")
    print_board(x$leaderboard, digits)
    for (type in intersect(c("positions", "effects"), names(x$tables))) {
        if (nrow(x$tables[[type]]) == 1L || type == "effects") {
            cat("\n", c(positions = "Position effect (positive: being shown first helps)",
                        effects = "Effects of covariates")[[type]], ":\n", sep = "")
            stats::printCoefmat(x$tables[[type]], digits = digits, signif.stars = signif.stars)
        }
    }
    cat_left_out(x$left_out)
    thresholds <- x$tables$thresholds
    if (!is.null(thresholds) && nrow(thresholds) == 1L) {
        cat("\nTie threshold:\n")
        print(thresholds[, 1:2, drop = FALSE], digits = digits)
    }
    bad <- x$tables$bad_thresholds
    if (!is.null(bad) && nrow(bad) == 1L) {
        cat("\nThreshold of \"both bad\":\n")
        print(bad[, 1:2, drop = FALSE], digits = digits)
    }
    if (!is.null(x$items)) {
        cat("\nItems, with ", 100 * x$level, " % intervals:\n", sep = "")
        print(compact_intervals(x$items[row.names(x$leaderboard), , drop = FALSE], digits))
    }
    if (!is.null(x$judges)) {
        cat("\nJudges, with ", 100 * x$level, " % intervals:\n", sep = "")
        print(compact_intervals(x$judges, digits))
    }
    cat_fit(x$info, digits)
    cat_fit_warnings(list(judges = x$voters, info = x$info, warnings = x$warnings))
    invisible(x)
}
