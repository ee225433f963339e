# Estimates, contrasts and tests of nonparametric scores.

# A functional by name or number as C counts it: from zero, or -1 for all together.
functional_of <- function(object, functional, all = FALSE) {
    if (all && identical(functional, "all"))
        return(-1L)
    at <- index(functional, object$functionals, "functional")
    if (length(at) != 1L)
        reject("argument", "functional is ", deparse1(functional), "; it must be one of ",
               quoted(object$functionals), if (all) ", or \"all\"")
    at - 1L
}

# The values of a functional by name; those of all with the functional in front. Of Kemeny they are
# rankings; bytes without names of functionals may hide that.
gars_values <- function(object, at) {
    if (at < 0L)
        return(unlist(lapply(seq_along(object$functionals), function(one)
            paste(object$functionals[one], gars_values(object, one - 1L), sep = "."))))
    count <- duel_gars_values(gars_handle(object), functional = at)
    if (startsWith(object$functionals[at + 1L], "kemeny") || count != length(object$items))
        if (length(object$rankings) == count) object$rankings else paste0("ranking", seq_len(count))
    else
        object$items
}

estimates.duel_gars <- function(object, functional = 1, estimate = "debiased", level = 0.95,
                                method = "marginal", ...) {
    at <- functional_of(object, functional, all = TRUE)
    options <- inference(object, "values", level, method, ...)
    values_of(gars_estimate(object, at, estimate, options))
}

coef.duel_gars <- function(object, functional = 1, estimate = "debiased", ...) {
    table <- estimates.duel_gars(object, functional, estimate, ...)
    stats::setNames(table$estimate, row.names(table))
}

vcov.duel_gars <- function(object, functional = 1, estimate = "debiased", ...) {
    at <- functional_of(object, functional, all = TRUE)
    covariance_of(gars_estimate(object, at, estimate, inference(object, "values", ...)))
}

contrast.duel_gars <- function(object, L = "pairwise", functional = 1, estimate = "debiased",
                               level = 0.95, method = "marginal", ...) {
    at <- functional_of(object, functional, all = TRUE)
    options <- inference(object, "values", level, method, ...)
    contrasts_of(gars_estimate(object, at, estimate, options), L)
}

test_pairs.duel_gars <- function(object, ref = NULL, adjustment = "single_step", level = 0.95,
                                 functional = 1, estimate = "debiased", ...) {
    at <- functional_of(object, functional)
    adjustment <- word(adjustment, "adjustment")
    options <- inference(object, "values", level, simulates = adjustment == "single_step", ...)
    pairs_of(gars_estimate(object, at, estimate, options), ref, adjustment)
}

ranks.duel_gars <- function(object, level = 0.95, method = "simultaneous", functional = 1,
                            estimate = "debiased", seed = NULL, ...) {
    at <- functional_of(object, functional)
    options <- inference(object, "values", level, method, seed = seed, simulates = TRUE, ...)
    ranks_of(gars_estimate(object, at, estimate, options), "value",
             coef.duel_gars(object, at + 1L, estimate))
}

# Facts about the labels of every pair.
gars_pairs <- function(object) {
    need_gars(object)
    table <- duel_gars_pairs(gars_handle(object))
    # The library knows items by their numbers.
    for (name in c("first", "second"))
        table[[name]] <- object$items[as.integer(table[[name]]) + 1L]
    table
}

# Tests by the chi-square distribution.
chi_square_test <- function(found, method, data, alternative)
    structure(class = "htest",
              list(statistic = c(`X-squared` = found$statistic), parameter = c(df = found$df),
                   p.value = found$p, alternative = alternative, method = method,
                   data.name = data))

gars_ellipsoid <- function(object, null, functional = 1, estimate = "debiased", ...) {
    need_gars(object)
    at <- functional_of(object, functional)
    data <- deparse1(substitute(null))
    null <- in_order(null, gars_values(object, at), "null")
    found <- duel_gars_ellipsoid(gars_handle(object), functional = at,
                                 estimator = code(estimate, "estimate"), null = null,
                                 options = inference(object, "values", ...))
    chi_square_test(found, "Wald test of all values of a functional",
                    paste(object$functionals[at + 1L], "against", data),
                    "some value is another")
}

gars_equality <- function(object, first = 1, second = 2, ...) {
    need_gars(object)
    at <- c(functional_of(object, first), functional_of(object, second))
    found <- duel_gars_equality(gars_handle(object), first = at[1L], second = at[2L],
                                options = inference(object, "values", ...))
    chi_square_test(found, "Hausman's test of two functionals",
                    paste(object$functionals[at + 1L], collapse = " and "),
                    "the functionals have different values")
}

influence_equality <- function(first, second, cluster = NULL, sum_is_constant = FALSE, ...) {
    data <- paste(deparse1(substitute(first)), "and", deparse1(substitute(second)))
    rows <- function(x, argument) {
        x <- as.matrix(x)
        if (!is.numeric(x))
            reject("argument", argument, " must be a matrix of contexts and values")
        storage.mode(x) <- "double"
        t(x)
    }
    first <- rows(first, "first")
    second <- rows(second, "second")
    if (!identical(dim(first), dim(second)))
        reject("size", "first and second must have the same dimensions")
    found <- duel_influence_equality(contexts = ncol(first), values = nrow(first), first = first,
                                     second = second,
                                     clusters = cluster_numbers(cluster, ncol(first))$numbers,
                                     sum_is_constant = flag(sum_is_constant, "sum_is_constant"),
                                     options = inference(list(items = character()), "values", ...))
    chi_square_test(found, "Hausman's test of two estimates, by influence values", data,
                    "the estimates have different limits")
}
