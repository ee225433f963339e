# Predictions against what was seen: metrics, rates, matrices, held-out parts; and Vuong's test.

# The names of the outcomes that a model tells apart.
outcome_names <- function(object)
    c("wins", "losses", if (has_ties(object$info)) "ties",
      if (object$info$outcomes > 3) "both_bad")

metric_names <- c("comparisons", "unpredicted", "rows", "outcomes", "nll", "nll_mean",
                  "nll_multinomial", "nll_multinomial_mean", "cross_entropy", "kl_mean",
                  "kl_weighted", "js_mean", "js_weighted", "mae_count", "rmse_count",
                  "mae_percent", "rmse_percent")

metrics <- function(object, ...) UseMethod("metrics")

metrics.duel <- function(object, newset = NULL, by = "pair", ...) {
    unused(...)
    by <- word(by, "by", table = "sums")
    handle <- model_handle(object)
    set <- new_set_handle(newset)
    by <- code(by, "by", "sums")
    list(total = unlist(duel_model_metrics(handle, set = set, by = by)[metric_names]),
         by_outcome = duel_model_metrics_by_outcome(handle, set = set, by = by))
}

marginals <- function(object, ...) UseMethod("marginals")

marginals.duel <- function(object, newset = NULL, ...) {
    unused(...)
    table <- duel_model_marginals(model_handle(object), set = new_set_handle(newset))
    structure(table, row.names = table$item)
}

match_matrix <- function(object, ...) UseMethod("match_matrix")

match_matrix.duel <- function(object, what = "predicted", outcome = "win", ...) {
    unused(...)
    what <- word(what, "what", table = "matrix")
    outcome <- word(outcome, "outcome", table = "match_outcome")
    items <- object$items
    out <- duel_model_match_matrix(model_handle(object), matrix = code(what, "what", "matrix"),
                                   outcome = code(outcome, "outcome", "match_outcome"), options = list(),
                                   capacity = length(items)^2)
    structure(named_matrix(out, items), what = what, outcome = outcome,
              scores = object$coefficients, class = "duel_match_matrix")
}

as.matrix.duel_match_matrix <- function(x, ...)
    array(unclass(x), dim(x), dimnames(x))

print.duel_match_matrix <- function(x, digits = max(2L, getOption("digits") - 4L), ...) {
    said <- c(predicted = "Predicted probability of", observed = "Observed share of",
              counts = "Observed number of", expected = "Expected number of")[[attr(x, "what")]]
    cat(said, switch(attr(x, "outcome"), tie = "ties", both_bad = "votes \"both bad\"",
                     "wins of the row over the column"), "\n", sep = " ")
    print(as.matrix(x), digits = digits, ...)
    invisible(x)
}

score_names <- c("log_score", "brier", "accuracy", "calibration_error", "kl_mean", "kl_weighted",
                 "js_mean", "js_weighted", "mae_percent", "rmse_percent")

cross_validate <- function(object, ...) UseMethod("cross_validate")

cross_validate.duel <- function(object, folds = 10, by = "row", share = NULL, repeats = 1,
                                seed = NULL, threads = 1, progress = NULL, ...) {
    unused(...)
    of <- fit_of(object)
    validate(of$set, of$fit, by, folds, share, repeats, seed, threads, progress)
}

# Further arguments are the choices of the model, as for duel().
cross_validate.duel_set <- function(object, folds = 10, by = "row", share = NULL, repeats = 1,
                                    seed = NULL, threads = 1, progress = NULL, ...) {
    seed <- seed_of(seed)
    of <- fit_of(object, ..., seed = seed)
    validate(of$set, of$fit, by, folds, share, repeats, seed, threads, progress)
}

# The refits and their options: of a model as it was, of a set by further arguments.
fit_of <- function(object, ..., seed = 0) {
    if (inherits(object, "duel")) {
        unused(...)
        if (is.null(object$options))
            reject("unsupported", "a model made by as_duel() does not know all the choices of its ",
                   "fit; give a set, and the choices again")
        return(list(set = .Call(C_model_set, model_handle(object)), fit = object$options))
    }
    need_set(object, "object")
    handle <- set_handle(object)
    known <- setdiff(names(formals(fit_options)), c("set", "start", "threads", "seed"))
    asked <- list(...)
    strange <- if (is.null(names(asked))) rep("", length(asked)) else setdiff(names(asked), known)
    if (length(strange))
        reject("argument", "unknown argument ", strange[1L])
    list(set = handle, fit = fit_options(handle, ..., seed = seed))
}

# The folds that are held out, by the names of duel_validation_options.
validation_options <- function(by, folds, share, repeats, seed, threads, progress) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    if (!is.null(share)) {
        share <- number(share, "share")
        if (share <= 0 || share >= 1)
            reject("argument", "share is ", share, "; it must lie between 0 and 1")
    }
    list(by = code(by, "by"), threads = whole(threads, "threads", 0, 1024),
         folds = if (is.null(share)) number_first(folds, "folds", 2, "by") else 0,
         share = if (is.null(share)) 0 else share, repeats = whole(repeats, "repeats", 1),
         seed = seed_of(seed), progress = progress)
}

validate <- function(set, fit, by, folds, share, repeats, seed, threads, progress) {
    by <- word(by, "by")
    options <- validation_options(by, folds, share, repeats, seed, threads, progress)
    out <- duel_set_cross_validate(set, fit = fit, options = options)
    of_scores <- function(suffix) unlist(out$out[paste0(score_names, suffix)], use.names = FALSE)
    means <- data.frame(mean = of_scores(""), se = of_scores("_se"), fits = of_scores("_fits"),
                        row.names = score_names)
    totals <- c("fits", "failed", "held", "predicted", "unpredicted", "log_likelihood")
    fits <- from_one(out$fits, c("repetition", "fold"))
    fits$problems <- vapply(fits$problems, function(bits)
        paste(outcome_words_of(bits), collapse = ", "), "")
    structure(list(totals = unlist(out$out[totals]), means = means, fits = fits, by = by,
                   folds = options$folds, share = share,
                   repeats = options$repeats, seed = options$seed),
              class = "duel_validation")
}

print.duel_validation <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat(if (is.null(x$share)) paste(x$folds, "folds") else
            paste0(format(100 * x$share), " % held out"),
        ", by ", x$by, if (x$repeats > 1) paste0(", ", x$repeats, " times"), "; ",
        format(x$totals[["predicted"]], big.mark = ",", scientific = FALSE),
        " comparisons predicted", sep = "")
    if (x$totals[["unpredicted"]] > 0)
        cat(", ", format(x$totals[["unpredicted"]], big.mark = ",", scientific = FALSE), " not",
            sep = "")
    cat("\n")
    if (x$totals[["failed"]] > 0)
        cat(x$totals[["failed"]], " of ", x$totals[["fits"]], " fits have no estimate (",
            paste(unique(x$fits$status[x$fits$status != "ok"]), collapse = ", "), ")\n", sep = "")
    cat("\n")
    print(x$means, digits = digits)
    invisible(x)
}

vuong <- function(object, other, ...) UseMethod("vuong")

vuong.duel <- function(object, other, penalty = "plain", by = NULL, ...) {
    unused(...)
    need_models(list(other))
    if (!is.null(by) && !word(by, "by") %in% c("row", "context"))
        reject("argument", 'by is "', by, '"; it must be "row", "context" or NULL')
    found <- duel_model_vuong(first = model_handle(object), second = model_handle(other),
                              penalty = code(penalty, "penalty"),
                              by = if (is.null(by)) 0L else code(by, "by"), options = list())
    penalty <- word(penalty, "penalty")
    structure(class = c("duel_vuong", "htest"),
              list(statistic = c(z = found$statistic), parameter = c(units = found$units),
                   p.value = found$p,
                   estimate = c(gain = found$gain, penalty = found$penalty,
                                variance = found$variance),
                   alternative = "one of the models is nearer to the truth",
                   method = paste0("Vuong's test of models that are not nested",
                                   if (penalty != "plain") paste0(" (", toupper(penalty), ")")),
                   data.name = paste(deparse1(substitute(object)), "and",
                                     deparse1(substitute(other))),
                   by = word_of(found$by, "by"), boundary = found$boundary != 0,
                   variance_statistic = found$variance_statistic,
                   variance_p.value = found$variance_p))
}

print.duel_vuong <- function(x, digits = getOption("digits"), ...) {
    NextMethod()
    cat("Do the models differ at all? N w^2 = ",
        format(x$variance_statistic, digits = max(1L, digits - 2L)), ", p-value ",
        sub("^([^<])", "= \\1", format.pval(x$variance_p.value, digits = max(1L, digits - 3L))),
        "\n", sep = "")
    if (x$boundary)
        cat("A parameter is at the end of its range: p-values do not quite hold.\n")
    cat("\n")
    invisible(x)
}
