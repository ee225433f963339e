# Estimates that somebody else made, and the questions that they answer without a model.

duel_estimate <- function(object, ...) UseMethod("duel_estimate")

# Anything that has coef() and vcov(); errors of least squares have degrees of freedom.
duel_estimate.default <- function(object, vcov = stats::vcov(object), df = fitted_df(object), ...) {
    values <- if (!is.atomic(object)) stats::coef(object)
    if (!is.numeric(values))
        reject("argument", "object is of class ", quoted(class(object)), ", which has no numbers for coef()")
    duel_estimate.numeric(values, vcov, df = df, ...)
}

duel_estimate.numeric <- function(object, vcov = NULL, se = NULL, pair_se = NULL, names = NULL, df = Inf,
                                  units = NULL, only_differences = FALSE, lower_is_better = FALSE, ...) {
    unused(...)
    if (!is.null(dim(object)) && length(dim(object)) > 1L)
        reject("argument", "object is a matrix; give one number for each item")
    labels <- base::names(object)
    # Values without names have those of their covariance.
    if (is.null(labels) && is.null(names))
        labels <- rownames(if (!is.null(vcov)) vcov else pair_se)
    items <- if (!is.null(names)) as.character(names) else if (!is.null(labels)) labels
             else as.character(seq_along(object))
    if (length(items) != length(object))
        reject("size", "names has ", counted(length(items), "name"), ", not ", length(object))
    if (is.null(labels))
        labels <- items
    out <- structure(class = "duel_estimate", list(
        items = items, values = stats::setNames(as.double(object), items),
        covariance = if (!is.null(vcov)) labelled_square(vcov, labels, "vcov"),
        se = if (!is.null(se)) labelled_vector(se, labels, "se"),
        pair_se = if (!is.null(pair_se)) labelled_square(pair_se, labels, "pair_se"),
        df = number(df, "df"), units = if (!is.null(units)) number(units, "units"),
        only_differences = flag(only_differences, "only_differences"),
        lower_is_better = flag(lower_is_better, "lower_is_better")))
    # The library says what is wrong with it.
    estimates.duel_estimate(out)
    out
}

# Of a linear model, and of a generalized one whose dispersion is estimated, those of its residuals.
fitted_df <- function(object) {
    is_least_squares <- inherits(object, "lm") &&
        (!inherits(object, "glm") || !stats::family(object)$family %in% c("binomial", "poisson"))
    if (is_least_squares) stats::df.residual(object) else Inf
}

# Numbers for each two values in the order of the values.
labelled_square <- function(x, labels, argument) {
    x <- as.matrix(x)
    if (!is.numeric(x) || !identical(dim(x), rep(length(labels), 2L)))
        reject("size", argument, " must be a matrix of ", length(labels), " x ", length(labels), " numbers")
    rows <- in_order_of(rownames(x), labels, argument)
    columns <- in_order_of(colnames(x), labels, argument)
    both <- Filter(Negate(is.null), list(rows, columns))
    if (length(both)) unname(x[both[[1L]], both[[length(both)]], drop = FALSE]) else unname(x)
}

labelled_vector <- function(x, labels, argument) {
    if (!is.numeric(x) || length(x) != length(labels))
        reject("size", argument, " must be ", counted(length(labels), "number"))
    order <- in_order_of(names(x), labels, argument)
    as.double(if (is.null(order)) x else x[order])
}

in_order_of <- function(names, labels, argument) {
    if (is.null(names))
        return(NULL)
    order <- match(labels, names)
    if (anyNA(order))
        reject("name", argument, " has nothing for ", quoted(labels[is.na(order)]), "; its names are ", abbreviated(names))
    order
}

# The options of a question. Levels have a zero of their own.
about_given <- function(object, level = 0.95, method = "marginal", ...) {
    asked <- intersect(c("unit", "origin", "weights", "ref"), names(list(...)))
    if (!object$only_differences && length(asked))
        reject("unsupported", asked[1L], " is for values that mean something by their differences only; say so with ",
               "only_differences = TRUE")
    inference(object, if (object$only_differences) "scores" else "values", level, method, ...)
}

given_estimate <- function(object, options) {
    if (!is.null(object$board)) {
        options$correction <- code(object$correction, "correction")
        handle <- duel_board_estimate(scoreboard_handle(object$board), options = object$asked, inference = options)
        return(list(handle = handle, names = object$items, numbered = FALSE))
    }
    if (!is.null(object$ranking)) {
        options$correction <- code(object$correction, "correction")
        options$covariance <- object$covariance_kind
        handle <- duel_ranking_estimate(ranking_handle(object$ranking), options = options)
        return(list(handle = handle, names = object$items, numbered = FALSE))
    }
    given <- list(values = unname(object$values), names = object$items, covariance = object$covariance, se = object$se,
                  pair_se = object$pair_se, df = if (is.finite(object$df)) object$df, units = object$units,
                  only_differences = as.integer(object$only_differences),
                  lower_is_better = as.integer(object$lower_is_better))
    list(handle = duel_estimate_new(given, options = options), names = object$items, numbered = FALSE)
}

print.duel_estimate <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat("Estimates of ", counted(length(x$items), "value"),
        if (x$only_differences) ", which mean something by their differences only",
        if (x$lower_is_better) "; less is better", ":\n", sep = "")
    of <- given_estimate(x, about_given(x))
    print(values_of(of), digits = digits)
    notes <- attr(duel_estimate_values(of$handle), "notes")
    if (length(notes) && nzchar(notes))
        cat("\n", notes, "\n", sep = "")
    invisible(x)
}

estimates.duel_estimate <- function(object, level = 0.95, method = "marginal", ...)
    values_of(given_estimate(object, about_given(object, level, method, ...)))

coef.duel_estimate <- function(object, ...) object$values

vcov.duel_estimate <- function(object, ...)
    covariance_of(given_estimate(object, about_given(object, ...)))

confint.duel_estimate <- function(object, parm, level = 0.95, method = "marginal", ...) {
    out <- as.matrix(estimates.duel_estimate(object, level, method, ...)[c("lower", "upper")])
    colnames(out) <- paste(format(100 * c(1 - level, 1 + level) / 2, trim = TRUE, digits = 3), "%")
    if (missing(parm)) out else out[index(parm, object$items, "parm"), , drop = FALSE]
}

contrast.duel_estimate <- function(object, L = "pairwise", level = 0.95, method = "marginal", ...)
    contrasts_of(given_estimate(object, about_given(object, level, method, ...)), L)

test_contrasts.duel_estimate <- function(object, L = "pairwise", null = 0, adjustment = "single_step", level = 0.95,
                                         ...) {
    adjustment <- word(adjustment, "adjustment")
    options <- about_given(object, level, simulates = adjustment == "single_step", ...)
    tests_of(given_estimate(object, options), L, null, adjustment)
}

test_pairs.duel_estimate <- function(object, ref = NULL, adjustment = "single_step", level = 0.95, ...) {
    adjustment <- word(adjustment, "adjustment")
    options <- about_given(object, level, simulates = adjustment == "single_step", ...)
    pairs_of(given_estimate(object, options), ref, adjustment)
}

e_values.duel_estimate <- function(object, L = "pairwise", null = 0, ...)
    evidence_of(given_estimate(object, about_given(object, ...)), L, null)

ranks.duel_estimate <- function(object, level = 0.95, method = "simultaneous", seed = NULL, ...) {
    options <- about_given(object, level, method, seed = seed, simulates = TRUE, ...)
    ranks_of(given_estimate(object, options), "value", object$values)
}

rank_sets.duel_estimate <- function(object, items = NULL, side = "both", one_by_one = FALSE, single_step = FALSE,
                                    top = 0, level = 0.95, seed = NULL, ...) {
    options <- about_given(object, level, seed = seed, simulates = TRUE, ...)
    rank_sets_of(given_estimate(object, options), items, side, one_by_one, single_step, top)
}

winner.duel_estimate <- function(object, items = NULL, rank = 1, level = 0.95, seed = NULL, ...)
    winner_of(given_estimate(object, about_given(object, level, seed = seed, simulates = TRUE, ...)), items, rank)

rank_probabilities.duel_estimate <- function(object, level = 0.95, seed = NULL, ...) {
    of <- given_estimate(object, about_given(object, level, seed = seed, simulates = TRUE, ...))
    probabilities <- duel_estimate_rank_probabilities(of$handle, capacity = length(of$names)^2)
    new_rank_probabilities(named_matrix(probabilities, of$names, seq_along(of$names)),
                           duel_estimate_rank_summary(of$handle), level)
}

superiority.duel_estimate <- function(object, ...) {
    of <- given_estimate(object, about_given(object, ...))
    named_matrix(duel_estimate_superiority(of$handle, capacity = length(of$names)^2), of$names)
}

compact_letters.duel_estimate <- function(object, level = 0.95, method = "simultaneous", seed = NULL, ...) {
    of <- given_estimate(object, about_given(object, level, method, seed = seed, simulates = TRUE, ...))
    new_compact_letters(duel_estimate_compact_letters(of$handle), object$values, level, object$lower_is_better)
}

tiers.duel_estimate <- function(object, number = NULL, gap = NULL, level = 0.95, method = "simultaneous", seed = NULL,
                                ...) {
    by <- tiers_by(number, gap)
    of <- given_estimate(object, about_given(object, level, method, seed = seed, simulates = TRUE, ...))
    out <- duel_estimate_tiers(of$handle, by = constant(by$by), value = by$value)
    as_board(data.frame(value = unname(object$values), tier = as.integer(out$tier) + 1L, row.names = object$items))
}

quasi_variances.duel_estimate <- function(object, ...) {
    of <- given_estimate(object, about_given(object, ...))
    out <- duel_estimate_quasi_variances(of$handle, capacity = length(of$names))
    new_quasi_variances(values_of(of)[c("estimate", "se")], out)
}
