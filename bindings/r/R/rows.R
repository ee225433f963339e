# Models row by row of their data, as R's own functions and sandwich ask for them. Models keep sets, in
# which rows are added up, and beside them the rows as the fit read them (kept-rows.R).

given_covariates <- function(object, which)
    do.call(c, lapply(which, function(argument) covariate_list(object$rows$given[[argument]])))

model.frame.duel <- function(formula, ...) {
    unused(...)
    if (is.null(formula$rows))
        reject("unsupported", "a model of a set does not know rows of data; fit it with a formula")
    formula$rows$frame
}

# Judge, context and items of a frame as the set of the model has them.
frame_names <- function(frame) {
    one <- function(column) if (!is.null(column)) common_factors(column)[[1L]]
    items <- common_factors(frame[[2L]], frame[[3L]])
    context <- one(frame[["(context)"]])
    list(left = items[[1L]], right = items[[2L]], judge = one(frame[["(judge)"]]),
         context = if (is.null(context)) factor(frame[["(source)"]]) else context)
}

# The predicted probabilities of every row of a frame.
row_probabilities <- function(object, frame) {
    names <- frame_names(frame)
    newdata <- data.frame(names[!vapply(names, is.null, NA)])
    object$variables <- set_variables
    for (name in names(object$covariate_sources)) {
        if (is_row_source(object$covariate_sources[[name]])) {
            sides <- paste(c("left of", "right of"), name)
            newdata[sides] <- frame[paste0("(", sides, ")")]
            object$covariate_sources[[name]] <- list(left = as.name(sides[1L]),
                right = as.name(sides[2L]), constants = list(), environment = baseenv())
        }
    }
    if (!is.null(object$item_terms))
        object$term_values <- kept_terms(object$item_terms, frame_terms(object$item_terms, frame))
    as.matrix(predict.duel(object, newdata))
}

# How often each outcome of the model was seen in each row: left, right, and ties or both bad where
# they are outcomes.
row_outcomes <- function(object, frame) {
    given <- answer(frame[[1L]], frame[["(source)"]], character())
    counts <- matrix(0, nrow(frame), length(count_columns), dimnames = list(NULL, count_columns))
    if (!is.null(given$counts)) {
        counts[, seq_len(ncol(given$counts))] <- given$counts
    } else if (!is.null(given$outcome)) {
        kinds <- vapply(names(outcome_words), constant, 0L)
        counts[cbind(seq_len(nrow(frame)), match(given$outcome, kinds))] <- 1
    } else {
        counts[cbind(seq_len(nrow(frame)), match(given$score, c(1, 0, 0.5)))] <- 1
    }
    weights <- frame[["(weights)"]]
    if (!is.null(weights))
        counts <- counts * weights
    info <- object$info
    ties <- counts[, "plain_ties"] + counts[, "both_good"] +
        if (info$both_bad == "tie") counts[, "both_bad"] else 0
    out <- cbind(left = counts[, "left_wins"], right = counts[, "right_wins"])
    if (has_ties(info))
        out <- cbind(out, tie = ties)
    else if (info$ties == "half")
        out <- out + ties / 2
    if (info$both_bad == "outcome")
        out <- cbind(out, both_bad = counts[, "both_bad"])
    out
}

# Residuals of rows: what is neither won nor lost is half a win.
row_residuals <- function(object, type) {
    frame <- model.frame.duel(object)
    seen <- row_outcomes(object, frame)
    p <- row_probabilities(object, frame)[, colnames(seen), drop = FALSE]
    n <- rowSums(seen)
    score <- c(1, 0, 0.5, 0.5)[seq_len(ncol(p))]
    expected <- drop(p %*% score)
    response <- drop(seen %*% score) - n * expected
    out <- switch(type,
        response = response,
        pearson = response / sqrt(n * (drop(p %*% score^2) - expected^2)),
        deviance = {
            terms <- ifelse(seen > 0, seen * log(seen / (n * p)), 0)
            sign(response) * sqrt(pmax(2 * rowSums(terms), 0))
        },
        standardised = response / sqrt(n * (drop(p %*% score^2) - expected^2)) /
            sqrt(1 - row_leverage(object, frame, p, n)))
    stats::naresid(object$na.action, stats::setNames(out, row.names(frame)))
}

# For each item the mean working residual of its rows, as of BTm(): what a further covariate of items would explain.
grouped_residuals <- function(object) {
    need_linear(object, "grouped residuals")
    frame <- model.frame.duel(object)
    seen <- row_outcomes(object, frame)
    p <- row_probabilities(object, frame)[, "left"]
    at <- frame_names(frame)
    rows <- list(response = seen[, "left"] - rowSums(seen) * p, weights = rowSums(seen) * p * (1 - p))
    sums <- rowsum(cbind(c(rows$response, -rows$response), rep(rows$weights, 2L)),
                   c(as.character(at$left), as.character(at$right)))[object$items, , drop = FALSE]
    structure(stats::setNames(sums[, 1L] / sums[, 2L], object$items),
              weights = stats::setNames(sums[, 2L], object$items))
}

# The rows with known design and scores: scores that enter the log odds as they are.
need_linear <- function(object, what) {
    info <- object$info
    if (info$strength != "pooled" || info$outcome_law != "bradley_terry" || info$spread != "none")
        reject("unsupported", what, " are of Bradley-Terry models of pooled strength without spread")
    if (length(object$interactions))
        reject("unsupported", what, " are of models without interactions, which are penalised")
}

need_likelihood <- function(object, what) {
    need_linear(object, what)
    options <- object$options
    if (is.null(options) || options$ridge > 0 || options$pseudo > 0 ||
        options$bias_reduction != code("none", "bias_reduction") || object$importance)
        reject("unsupported", what, " are of unpenalised fits of frequencies")
}

# The value of a covariate on one side of every row, from a table of keys; a covariate without items
# has no sides.
keyed_values <- function(keys, item, judge, context) {
    kinds <- intersect(c("item", "judge", "context"), names(keys))
    joined <- function(columns) do.call(paste, c(lapply(columns, as.character), sep = "\r"))
    asked <- list(item = item, judge = judge, context = context)[kinds]
    keys$value[match(joined(asked), joined(keys[kinds]))]
}

# How much each covariate counts in the log odds of every row.
row_covariates <- function(covariates, frame) {
    at <- frame_names(frame)
    vapply(stats::setNames(names(covariates), names(covariates)), function(name) {
        value <- covariates[[name]]
        if (inherits(value, "formula")) {
            side <- function(which)
                covariate_numbers(frame[[paste0("(", which, " of ", name, ")")]], name)
            return(side("left") - side("right"))
        }
        keys <- if (is.data.frame(value)) table_keys(name, value) else item_keys(name, value)
        left <- keyed_values(keys, at$left, at$judge, at$context)
        if (is.null(keys$item)) left
        else left - keyed_values(keys, at$right, at$judge, at$context)
    }, double(nrow(frame)))
}

# The design of the log odds: a row for each row of the data, a column for each coefficient.
model.matrix.duel <- function(object, ...) {
    unused(...)
    need_linear(object, "model matrices")
    design_of(object, model.frame.duel(object))
}

design_of <- function(object, frame) {
    at <- frame_names(frame)
    side <- function(names) outer(as.character(names), object$items, `==`) + 0
    design <- side(at$left) - side(at$right)
    if (object$info$position == "shared")
        design <- cbind(design, 1)
    if (object$info$position == "by_judge")
        design <- cbind(design, outer(as.character(at$judge), object$judges, `==`) + 0)
    if (!is.null(object$item_terms)) {
        sides <- frame_terms(object$item_terms, frame)[object$item_terms$kept]
        design <- cbind(design, vapply(sides, function(side) side$left - side$right, double(nrow(frame))))
    } else if (length(object$covariates)) {
        values <- row_covariates(given_covariates(object, "covariates"), frame)
        design <- cbind(design, matrix(values, nrow(frame))[, match(object$covariates,
                        names(given_covariates(object, "covariates"))), drop = FALSE])
    }
    dimnames(design) <- list(row.names(frame), coefficient_names(object))
    design[, free_coefficients(object), drop = FALSE]
}

# Scores that are fixed are no coefficients, nor is that of the reference; without either the scores sum to zero.
free_coefficients <- function(object) {
    free <- rep(TRUE, length(object$items))
    if (isTRUE(object$options$fixed_count > 0))
        free <- is.na(object$options$fixed_scores)
    else if (!is.null(object$ref))
        free <- object$items != object$ref
    c(free, rep(TRUE, length(coefficient_names(object)) - length(free)))
}

# Items where there are only scores, else the names of all coefficients.
coefficient_names <- function(object)
    if (length(model_types(object)) == 1L) object$items else names(coef.duel(object, "all"))

joint_or_scores <- function(object, covariance) {
    out <- vcov.duel(object, "all", covariance)
    dimnames(out) <- rep(list(coefficient_names(object)), 2L)
    free <- free_coefficients(object)
    out[free, free, drop = FALSE]
}

# sandwich: the derivatives of the log-likelihood of each row, and the inverse of the information of
# one row.
estfun.duel <- function(x, ...) {
    unused(...)
    need_likelihood(x, "estimating functions")
    frame <- model.frame.duel(x)
    seen <- row_outcomes(x, frame)
    design_of(x, frame) * (seen[, "left"] - rowSums(seen) * row_probabilities(x, frame)[, "left"])
}

bread.duel <- function(x, ...) {
    unused(...)
    need_likelihood(x, "estimating functions")
    nrow(model.frame.duel(x)) * joint_or_scores(x, "observed")
}

row_leverage <- function(object, frame, p, n) {
    need_likelihood(object, "leverages of rows")
    design <- design_of(object, frame)
    n * p[, "left"] * p[, "right"] *
        rowSums((design %*% joint_or_scores(object, "observed")) * design)
}

hatvalues.duel <- function(model, ...) {
    unused(...)
    frame <- model.frame.duel(model)
    out <- row_leverage(model, frame, row_probabilities(model, frame),
                        rowSums(row_outcomes(model, frame)))
    stats::naresid(model$na.action, stats::setNames(out, row.names(frame)))
}

cooks.distance.duel <- function(model, ...) {
    unused(...)
    leverage <- hatvalues.duel(model)
    (row_residuals(model, "pearson") / (1 - leverage))^2 * leverage / model$info$dimension
}
