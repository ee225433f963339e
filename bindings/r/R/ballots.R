# Ballots: judgements that show two items or more and order some of them.

ballots <- function(formula, data, judge = NULL, context = NULL, weight = NULL, covariates = NULL) {
    two <- if (inherits(formula, "formula") && length(formula) == 3L) formula[[3L]]
    if (!is.call(two) || !identical(two[[1L]], as.name("|")) || length(two) != 3L)
        reject("argument", "formula must be rank ~ item | ballot, such as place ~ model | prompt")
    value <- function(expression) eval(expression, data, environment(formula))
    side <- function(x, argument) {
        if (inherits(x, "formula"))
            return(if (length(x) == 2L) value(x[[2L]])
                   else reject("argument", argument, " must have one side, such as ~ rater"))
        if (is.character(x) && length(x) == 1L && x %in% names(data)) data[[x]] else x
    }
    rank <- value(formula[[2L]])
    if (!is.numeric(rank))
        reject("argument", "the rank is of class ", quoted(class(rank)), "; it must be numbers")
    rows <- list(ballot = value(two[[3L]]), item = value(two[[2L]]), judge = side(judge, "judge"),
                 context = side(context, "context"), weight = side(weight, "weight"))
    for (name in names(rows))
        if (!is.null(rows[[name]]) && length(rows[[name]]) != length(rank))
            reject("size", name, " has ", counted(length(rows[[name]]), "value"), ", not ", length(rank))
    out <- list(rank = as.double(rank), weight = if (!is.null(rows$weight)) as.double(rows$weight))
    for (name in c("ballot", "item", "judge", "context")) {
        column <- rows[[name]]
        if (is.null(column))
            next
        column <- as.factor(column)
        if (name %in% c("ballot", "item") && anyNA(column))
            reject("name", name, ": the name is missing in row ", which(is.na(column))[1L])
        # Code -1 is none.
        codes <- as.integer(column)
        codes[is.na(codes)] <- -1L
        out[[name]] <- codes
        out[[paste0(name, "s")]] <- levels(column)
    }
    if (inherits(covariates, "formula"))
        covariates <- stats::model.frame(covariates, data, na.action = stats::na.pass)
    covariates <- lapply(as.list(covariates), as.double)
    if (length(covariates) && (is.null(names(covariates)) || !all(nzchar(names(covariates)))))
        reject("argument", "covariates must have names, such as ~ length")
    out <- structure(list(rows = out, covariates = covariates), class = "duel_ballots")
    # The library says what is wrong with them.
    ballots_handle(out)
    out
}

as_ballots <- function(x, judge = NULL, context = NULL, weight = NULL) {
    if (is.data.frame(x))
        x <- as.matrix(x)
    if (is.matrix(x)) {
        # Ranks in cells, as PlackettLuce has them: 0 or missing was not shown.
        if (is.null(colnames(x)))
            reject("argument", "x must have the names of items as the names of its columns")
        x <- unclass(x)
        there <- which(!is.na(t(x)) & t(x) != 0, arr.ind = TRUE)
        rows <- data.frame(ballot = there[, 2L], item = colnames(x)[there[, 1L]], rank = t(x)[there])
    } else if (is.list(x)) {
        # The best first; items of one place in a vector of their own.
        of <- function(at) {
            places <- x[[at]]
            item <- as.character(unlist(places, use.names = FALSE))
            rank <- rep(seq_along(places), lengths(places))
            # Positions that say nothing of the order.
            by <- order(item)
            data.frame(ballot = rep(at, length(item)), item = item[by], rank = rank[by])
        }
        rows <- do.call(rbind, lapply(seq_along(x), of))
    } else
        reject("argument", "x is of class ", quoted(class(x)), "; it must be a matrix of ranks or a list of orders")
    ballots <- if (is.matrix(x)) nrow(x) else length(x)
    for (name in c("judge", "context", "weight")) {
        column <- get(name)
        if (is.null(column))
            next
        if (length(column) != ballots)
            reject("size", name, " has ", counted(length(column), "value"), ", and there are ", counted(ballots, "ballot"))
        rows[[name]] <- column[rows$ballot]
    }
    out <- ballots(rank ~ item | ballot, rows, judge = rows$judge, context = rows$context, weight = rows$weight)
    # The order of rows is not that in which items were shown.
    out$has_positions <- FALSE
    out
}

ballots_handle <- function(object)
    handle_for("ballots", unclass(object), function() {
        handle <- duel_ballots_new()
        duel_ballots_append(handle, object$rows)
        for (name in names(object$covariates))
            duel_ballots_covariate(handle, name, object$covariates[[name]])
        handle
    })

ballots_items <- function(object) set_names(duel_ballots_names(ballots_handle(object)), "KIND_ITEM")

facts.duel_ballots <- function(object, ...) {
    unused(...)
    duel_ballots_info(ballots_handle(object))
}

print.duel_ballots <- function(x, ...) {
    found <- facts(x)
    cat("Ballots of ", counted(found$items, "item"), ": ", counted(found$ballots, "ballot"), "\n", sep = "")
    invisible(x)
}

plackett_luce <- function(object, positions = FALSE, worst = "after_best", stages = 0, pseudo = 0, ridge = 0, ...) {
    unused(...)
    if (!inherits(object, "duel_ballots"))
        object <- as_ballots(object)
    if (isTRUE(positions) && isFALSE(object$has_positions))
        reject("argument", "positions: as_ballots() does not know what was shown where; use ballots()")
    asked <- list(positions = as.integer(flag(positions, "positions")), worst = code(worst, "worst"),
                  stages = number(stages, "stages"), pseudo = number(pseudo, "pseudo"), ridge = number(ridge, "ridge"))
    out <- structure(list(call = match.call(), ballots = object, asked = asked, items = ballots_items(object)),
                     class = "duel_ranking")
    out$facts <- duel_ranking_info(ranking_handle(out))
    out$coefficients <- stats::setNames(
        duel_ranking_scores(ranking_handle(out), list(covariance = constant("COVARIANCE_EXPECTED")))$estimate, out$items)
    out
}

ranking_handle <- function(object)
    handle_for("ballots", list(unclass(object$ballots), object$asked), function()
        duel_ballots_fit(ballots_handle(object$ballots), object$asked))

facts.duel_ranking <- function(object, ...) {
    unused(...)
    object$facts
}

logLik.duel_ranking <- function(object, ...)
    structure(object$facts$log_likelihood, df = object$facts$parameters, nobs = object$facts$ballots, class = "logLik")

nobs.duel_ranking <- function(object, ...) object$facts$ballots

coef.duel_ranking <- function(object, ...) object$coefficients

# Options of questions of a model of ballots.
about_ranking <- function(level, method, covariance, correction, ...)
    inference(list(), "values", level, method, covariance = covariance, correction = correction, ...)

summary.duel_ranking <- function(object, level = 0.95, method = "marginal", covariance = "auto", correction = "auto", ...) {
    table <- duel_ranking_scores(ranking_handle(object), about_ranking(level, method, covariance, correction, ...))
    as_board(named_rows(table, object$items, setdiff(names(table), "item")))
}

effects.duel_ranking <- function(object, level = 0.95, method = "marginal", covariance = "auto", correction = "auto", ...)
    duel_ranking_effects(ranking_handle(object), about_ranking(level, method, covariance, correction, ...))

vcov.duel_ranking <- function(object, covariance = "auto", correction = "auto", ...)
    vcov(duel_estimate(object, covariance = covariance, correction = correction), ...)

duel_estimate.duel_ranking <- function(object, covariance = "auto", correction = "auto", ...) {
    unused(...)
    structure(class = "duel_estimate", list(
        items = object$items, ranking = object, covariance_kind = code(covariance, "covariance"), correction = correction,
        only_differences = FALSE, lower_is_better = FALSE, values = object$coefficients))
}

print.duel_ranking <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat("Strengths of ", counted(length(x$items), "item"), " in ", counted(x$facts$ballots, "ballot"),
        ", log-likelihood ", format(x$facts$log_likelihood, digits = digits), ":\n", sep = "")
    print(summary(x), digits = digits)
    notes <- attr(duel_ranking_scores(ranking_handle(x), list()), "notes")
    if (length(notes) && nzchar(notes))
        cat("\n", notes, "\n", sep = "")
    invisible(x)
}
