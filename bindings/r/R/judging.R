# Judges: what fitted models say of them, and models of them side by side.

need_model <- function(object) {
    if (!inherits(object, "duel"))
        reject("argument", "object is of class ", quoted(class(object)), ", not a fitted model")
}

sensitivity_curves <- function(object, at, judges = NULL, level = 0.95, method = "marginal",
                               covariance = "auto", ...) {
    need_model(object)
    names <- object$sensitivity_covariates
    if (!length(names))
        reject("unsupported", "the model has no sensitivity_covariates")
    if (is.numeric(at) && is.null(dim(at)) && length(names) == 1L)
        at <- stats::setNames(data.frame(at), names)
    at <- as.matrix(at)
    if (!is.numeric(at) || (is.null(colnames(at)) && ncol(at) != length(names)) ||
        (!is.null(colnames(at)) && !all(names %in% colnames(at))))
        reject("argument", "at must have a numeric column for each of ", quoted(names))
    if (!is.null(colnames(at)))
        at <- at[, names, drop = FALSE]
    storage.mode(at) <- "double"
    chosen <- if (is.null(judges)) seq_along(object$judges)
              else index(judges, object$judges, "judges")
    options <- inference(object, "sensitivities", level, method, covariance, ...)
    out <- duel_model_sensitivities(model_handle(object), judges = chosen - 1L, values = t(at),
                                    points = nrow(at), options = options)
    points <- as.data.frame(structure(at, dimnames = list(NULL, names)))
    judge <- factor(out$judge, levels = object$judges[chosen])
    structure(cbind(judge = judge, points[out$point, , drop = FALSE],
                    out[setdiff(names(out), c("judge", "point"))], row.names = NULL),
              covariates = names, level = level, class = c("duel_curves", "data.frame"))
}

# One line and band for each judge over a covariate; other covariates must not vary.
plot.duel_curves <- function(x, over = attr(x, "covariates")[1L], xlab = over,
                             ylab = "sensitivity", main = NULL, col = NULL, ...) {
    covariates <- attr(x, "covariates")
    over <- covariates[index(over, covariates, "over")]
    judges <- levels(x$judge)
    if (is.null(col))
        col <- grDevices::hcl.colors(length(judges) + 1L, "Dark 3")[seq_along(judges)]
    ends <- unlist(x[c("estimate", "lower", "upper")])
    graphics::plot.default(NA, xlim = range(x[[over]]), ylim = range(ends, finite = TRUE),
                           xlab = xlab, ylab = ylab, main = main, bty = "n", ...)
    for (i in seq_along(judges)) {
        part <- x[x$judge == judges[i], ]
        part <- part[order(part[[over]]), ]
        known <- is.finite(part$lower) & is.finite(part$upper)
        graphics::polygon(c(part[[over]][known], rev(part[[over]][known])),
                          c(part$lower[known], rev(part$upper[known])), border = NA,
                          col = grDevices::adjustcolor(col[i], 0.15))
        graphics::lines(part[[over]], part$estimate, col = col[i], lwd = 2)
    }
    graphics::legend("topleft", judges, col = col, lwd = 2, bty = "n",
                     cex = min(0.8, 12 / length(judges)))
    invisible(x)
}

consensus <- function(object, which = "mean", level = 0.95, method = "marginal",
                      covariance = "auto", ...) {
    need_model(object)
    options <- inference(object, "strengths", level, method, covariance, ...)
    out <- duel_model_consensus(model_handle(object), consensus = code(which, "which", "consensus"),
                                options = options, weight_capacity = length(object$judges))
    table <- out$out
    row.names(table) <- table$item
    structure(table, weights = stats::setNames(out$weights, object$judges))
}

leave_one_judge_out <- function(object, progress = NULL, ...) {
    of <- with_progress(fit_of(object, ...), progress)
    out <- duel_set_leave_one_judge_out(of$set, of$fit)
    judges <- set_names(of$set, "KIND_JUDGE")
    items <- set_names(of$set, "KIND_ITEM")
    scores <- named_matrix(out$score, judges, items)
    status <- as.character(out$status)[match(judges, out$without)]
    ranks <- t(apply(-scores, 1L, rank, ties.method = "min", na.last = "keep"))
    structure(class = "duel_without",
              list(scores = scores,
                   ranks = structure(matrix(as.integer(ranks), length(judges)),
                                     dimnames = list(judges, items)),
                   status = stats::setNames(status, judges),
                   all = if (inherits(object, "duel")) object$coefficients))
}

# A fit that tells how far it has come.
with_progress <- function(of, progress) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    of$fit$progress <- progress
    of
}

as.matrix.duel_without <- function(x, ...) x$scores

print.duel_without <- function(x, ...) {
    cat("Ranks without each of", counted(nrow(x$ranks), "judge"), "\n")
    order <- if (is.null(x$all)) order(colMeans(x$ranks, na.rm = TRUE)) else order(-x$all)
    ranks <- x$ranks
    if (!is.null(x$all))
        ranks <- rbind(`(nobody)` = as.integer(rank(-x$all, ties.method = "min")), ranks)
    print(ranks[, order, drop = FALSE], ...)
    failed <- x$status != "ok"
    if (any(failed))
        cat("No estimate: ", paste0("without ", names(x$status)[failed], " (",
                                    gsub("_", " ", x$status[failed]), ")", collapse = ", "), "\n",
            sep = "")
    invisible(x)
}

# The choices of a fitted model that a function reads; what a caller gives is for the library to judge.
reading <- function(of, object, choices) {
    if (inherits(object, "duel"))
        of$fit <- of$fit[choices]
    of
}

select_rank <- function(object, max_rank = NULL, by = "row", folds = 10, share = NULL,
                        repeats = 1, replicates = 0, seed = NULL, threads = 1, progress = NULL,
                        ...) {
    of <- with_progress(fit_of(object, ...), progress)
    of <- reading(of, object, setdiff(names(of$fit), c("strength", "rank")))
    if (is.null(max_rank))
        max_rank <- max(0, min(4, length(voters(of$set)) - 1,
                               length(set_names(of$set, "KIND_ITEM")) - 2))
    max_rank <- whole(max_rank, "max_rank", 0, 2^31 - 1)
    replicates <- whole(replicates, "replicates", 0)
    held <- !is.null(share) || number(folds, "folds", 0) > 0
    seed <- if (held || replicates > 0) seed_of(seed) else 0
    validation <- if (held) validation_options(by, folds, share, repeats, seed, threads, progress)
    table <- duel_set_select_rank(of$set, fit = of$fit, max_rank = max_rank,
                                  validation = validation, replicates = replicates, seed = seed,
                                  threads = whole(threads, "threads", 0, 1024))
    table$problems <- vapply(table$problems, function(bits)
        paste(outcome_words_of(bits), collapse = ", "), "")
    structure(table, seed = seed, replicates = replicates,
              class = c("duel_rank_selection", "data.frame"))
}

# The choice by each line of evidence.
chosen_ranks <- function(x) {
    at <- function(row) if (length(row)) x$directions[row[1L]]
    best <- which.max(x$log_score)
    # The smallest rank within one standard error of the best (Breiman and others 1984).
    near <- which(x$log_score >= x$log_score[best] - x$log_score_se[best])
    c(AIC = at(which.min(x$aic)), BIC = at(which.min(x$bic)), `held out` = at(best),
      `held out, one standard error` = at(near),
      `likelihood ratio` = if (any(is.finite(x$p))) at(which(is.na(x$p) | x$p >= 0.05)))
}

print.duel_rank_selection <- function(x, digits = max(4L, getOption("digits") - 2L), ...) {
    cat("Ranks of the disagreement of judges\n\n")
    shown <- as.data.frame(unclass(x))
    shown <- shown[vapply(shown, function(column) !all(is.na(column)) &&
                              !all(column %in% c("", "ok")), NA)]
    print(shown, digits = digits, row.names = FALSE)
    chosen <- chosen_ranks(x)
    if (length(chosen))
        cat("\nChosen: ", paste0(names(chosen), " ", chosen, collapse = "; "), "\n", sep = "")
    invisible(x)
}

# The scree, and the criteria as far as they are above (or below) the best.
plot.duel_rank_selection <- function(x, main = NULL, ...) {
    held <- any(is.finite(x$log_score))
    old <- graphics::par(mfrow = c(1, 2 + held), mar = c(4.5, 4.5, if (is.null(main)) 1 else 3, 1))
    on.exit(graphics::par(old))
    line <- function(value, ylab, error = NULL) {
        ends <- c(value, if (!is.null(error)) c(value - error, value + error))
        graphics::plot.default(x$directions, value, type = "o", pch = 19, bty = "n", xaxt = "n",
                               ylim = range(ends, finite = TRUE), xlab = "rank", ylab = ylab, ...)
        graphics::axis(1, at = x$directions)
        if (!is.null(error))
            graphics::segments(x$directions, value - error, x$directions, value + error)
    }
    if (any(is.finite(x$scree)))
        line(x$scree, "scree: singular value of what is left")
    else
        graphics::plot.new()
    above <- cbind(AIC = x$aic - min(x$aic, na.rm = TRUE), BIC = x$bic - min(x$bic, na.rm = TRUE))
    graphics::matplot(x$directions, above, type = "o", pch = 19, lty = 1, col = c("grey60", "black"),
                      bty = "n", xaxt = "n", xlab = "rank", ylab = "above the best")
    graphics::axis(1, at = x$directions)
    graphics::legend("topright", colnames(above), col = c("grey60", "black"), lwd = 1, bty = "n")
    if (held)
        line(x$log_score, "log score of votes held out", x$log_score_se)
    if (!is.null(main))
        graphics::title(main, outer = TRUE, line = -1.5)
    invisible(x)
}

judge_scores <- function(object, rank = NULL, ...) {
    of <- reading(fit_of(object, ...), object, c("ties", "both_bad", "ridge", "pseudo"))
    rank <- if (is.null(rank)) constant("JUDGE_WISE") else whole(rank, "rank", 0, 2^31 - 1)
    judges <- voters(of$set)
    items <- set_names(of$set, "KIND_ITEM")
    named_matrix(duel_set_judge_scores(of$set, rank = rank, options = of$fit,
                                       capacity = length(judges) * length(items)), judges, items)
}

equivalence <- function(object, margin = 0, level = 0.95, method = "marginal", covariance = "auto", ...) {
    need_model(object)
    options <- inference(object, "scores", level, method, covariance, ...)
    duel_model_equivalence(model_handle(object), margin = number(margin, "margin"), options = options)
}

# Judges that depart from the others.
outliers <- function(object, ...) UseMethod("outliers")

outliers.duel <- function(object, alpha = 0.05, adjusted = FALSE, progress = NULL, ...) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    out <- duel_model_outliers(model_handle(object), options = list(alpha = number(alpha, "alpha"), adjusted = flag(adjusted, "adjusted"),
                                                                    progress = progress))
    row.names(out) <- out$judge
    out
}

# Families as numbers: those named by items or judges, or one for each; NA for none.
family_numbers <- function(families, names, argument, levels) {
    if (is.null(names(families)) && length(families) != length(names))
        reject("argument", argument, " must have a family for each of ", length(names),
               " names, or be named by them")
    out <- rep(-1L, length(names))
    at <- if (is.null(names(families))) seq_along(names)
          else index(names(families), names, paste("names of", argument))
    number <- match(as.character(families), levels) - 1L
    out[at] <- ifelse(is.na(number), -1L, number)
    out
}

families_of <- function(object, item_families, judge_families) {
    if (is.null(item_families) != is.null(judge_families))
        reject("argument", "item_families and judge_families belong together; give both")
    if (is.null(item_families))
        return(list(items = NULL, judges = NULL))
    levels <- stats::na.omit(unique(c(as.character(item_families), as.character(judge_families))))
    list(items = family_numbers(item_families, object$items, "item_families", levels),
         judges = family_numbers(judge_families, object$judges, "judge_families", levels))
}

self_preference <- function(object, item_families, judge_families, level = 0.95) {
    need_model(object)
    families <- families_of(object, item_families, judge_families)
    by_judge(duel_model_self_preference(model_handle(object), item_families = families$items,
                                        judge_families = families$judges,
                                        options = list(level = open_level(level))))
}
