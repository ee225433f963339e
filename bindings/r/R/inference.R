# Estimates, covariances, intervals, contrasts, ranks.

# The options of one question, as C reads them (src/inference.c). The gauge concerns scores and
# the scale concerns models with sensitivities; the library refuses what would be ignored.
inference <- function(object, type = "scores", level = 0.95, method = "marginal",
                      covariance = "auto", ref = NULL, weights = NULL, scale = "arithmetic",
                      ref_judge = NULL, unit = 1, origin = 0, neutral = FALSE, seed = NULL,
                      draws = 0, threads = 0, simulates = FALSE) {
    method <- word(method, "method")
    gauge <- "GAUGE_SUM"
    if (!is.null(weights) && identical(ref, object$ref))
        ref <- NULL
    if (!is.null(ref) && !is.null(weights))
        reject("argument", "ref and weights are two ways to fix the scores; give one")
    if (!is.null(ref))
        gauge <- "GAUGE_REFERENCE"
    if (!is.null(weights)) {
        gauge <- "GAUGE_WEIGHTED"
        if (!is.null(names(weights))) {
            named <- weights
            weights <- double(length(object$items))
            weights[index(names(named), object$items, "names of weights")] <- named
        }
    }
    if (!is.null(ref_judge))
        scale <- "reference"
    scale <- word(scale, "scale")
    if (scale == "reference" && is.null(ref_judge))
        reject("argument", 'scale is "reference"; ref_judge says which judge')
    needs_seed <- simulates || method == "simultaneous"
    list(
        choices = list(
            covariance = code(covariance, "covariance"), intervals = code(method, "method"),
            gauge = constant(if (type == "scores") gauge else "GAUGE_SUM"),
            scale = code(scale, "scale"), neutral = as.integer(flag(neutral, "neutral")),
            threads = as.integer(whole(threads, "threads", 0, 1024)),
            reference_item = if (is.null(ref)) 1L else index(ref, object$items, "ref"),
            reference_judge = if (is.null(ref_judge)) 1L
                              else index(ref_judge, object$judges, "ref_judge")),
        numbers = list(
            level = open_level(level), unit = if (type == "scores") number(unit, "unit") else 0,
            origin = if (type == "scores") number(origin, "origin") else 0,
            seed = if (needs_seed) seed_of(seed) else 0, draws = whole(draws, "draws")),
        weights = if (type == "scores" && !is.null(weights)) as.double(weights))
}

# 0 would be the default of C.
open_level <- function(level) {
    level <- number(level, "level")
    if (level <= 0 || level >= 1)
        reject("argument", "level is ", level, "; it must lie between 0 and 1")
    level
}

estimates <- function(object, ...) UseMethod("estimates")

estimates.duel <- function(object, type = "scores", level = 0.95, method = "marginal",
                           covariance = "auto", ref = object$ref, ...) {
    type <- word(type, "type")
    options <- inference(object, type, level, method, covariance, ref, ...)
    table <- as.data.frame(.Call(C_estimates, model_handle(object), code(type, "type"),
                                 options$choices, options$numbers, options$weights))
    dimnames(table) <- list(value_names(object, type), c("estimate", "se", "lower", "upper"))
    table
}

coef.duel <- function(object, type = "scores", ref = object$ref, scale = "arithmetic", ...) {
    type <- word(type, "type", also = "all")
    if (type == "all") {
        types <- model_types(object)
        return(unlist(stats::setNames(lapply(types, function(one)
            coef.duel(object, one, ref, scale, ...)), types)))
    }
    # Without options the values are at hand, and no covariance is needed.
    if (is.null(ref) && word(scale, "scale") == "arithmetic" && !...length())
        value <- model_get(model_handle(object), choices$type[[type]])
    else
        value <- estimates.duel(object, type, ref = ref, scale = scale, ...)$estimate
    if (type == "strengths")
        return(matrix(value, length(object$judges), length(object$items),
                      byrow = is.null(dim(value)), dimnames = list(object$judges, object$items)))
    stats::setNames(value, value_names(object, type))
}

vcov.duel <- function(object, type = "scores", covariance = "auto", ref = object$ref, ...) {
    type <- word(type, "type")
    options <- inference(object, type, covariance = covariance, ref = ref, ...)
    out <- .Call(C_covariance, model_handle(object), code(type, "type"), options$choices,
                 options$numbers, options$weights)
    names <- value_names(object, type)
    dimnames(out) <- list(names, names)
    out
}

confint.duel <- function(object, parm, level = 0.95, type = "scores", method = "marginal", ...) {
    type <- word(type, "type", also = "all")
    if (type == "all") {
        if (word(method, "method") != "marginal")
            reject("unsupported", 'type "all" has marginal intervals only: values of different ',
                   "quantities are no family")
        types <- model_types(object)
        out <- do.call(rbind, lapply(types, function(one) {
            part <- confint.duel(object, level = level, type = one, ...)
            row.names(part) <- paste(one, row.names(part), sep = ".")
            part
        }))
    } else {
        table <- estimates(object, type, level, method, ...)
        out <- as.matrix(table[c("lower", "upper")])
    }
    tails <- 100 * c((1 - level) / 2, (1 + level) / 2)
    colnames(out) <- paste(format(tails, trim = TRUE, digits = 3), "%")
    if (!missing(parm))
        out <- out[index(parm, row.names(out), "parm"), , drop = FALSE]
    out
}

contrast <- function(object, ...) UseMethod("contrast")

contrast.duel <- function(object, L = "pairwise", type = "scores", level = 0.95,
                          method = "marginal", covariance = "auto", scale = "arithmetic", ...) {
    type <- word(type, "type")
    L <- contrast_rows(L, value_names(object, type))
    options <- inference(object, type, level, method, covariance, scale = scale, ...)
    out <- .Call(C_contrasts, model_handle(object), code(type, "type"), options$choices,
                 options$numbers, options$weights, t(L))
    table <- as.data.frame(out$estimates)
    dimnames(table) <- list(rownames(L), c("estimate", "se", "lower", "upper"))
    attr(table, "covariance") <- structure(out$covariance,
                                           dimnames = list(rownames(L), rownames(L)))
    table
}

# The rows of L over all values: from "pairwise", from weights with names, or from a matrix.
contrast_rows <- function(L, names) {
    if (identical(L, "pairwise")) {
        pairs <- utils::combn(length(names), 2L)
        rows <- matrix(0, ncol(pairs), length(names))
        rows[cbind(seq_len(ncol(pairs)), pairs[1L, ])] <- 1
        rows[cbind(seq_len(ncol(pairs)), pairs[2L, ])] <- -1
        rownames(rows) <- paste(names[pairs[1L, ]], names[pairs[2L, ]], sep = " - ")
        return(rows)
    }
    if (!is.matrix(L))
        L <- matrix(L, 1L, dimnames = list("contrast", names(L)))
    if (!is.numeric(L) || anyNA(L))
        reject("argument", 'L must be "pairwise", or numbers without NA')
    if (is.null(colnames(L)) && ncol(L) != length(names))
        reject("size", "L has ", ncol(L), " columns without names; the values are ",
               length(names))
    rows <- matrix(0, nrow(L), length(names))
    columns <- if (is.null(colnames(L))) seq_along(names) else index(colnames(L), names, "L")
    rows[, columns] <- L
    rownames(rows) <- if (is.null(rownames(L))) paste0("contrast", seq_len(nrow(L))) else rownames(L)
    rows
}

ranks <- function(object, ...) UseMethod("ranks")

ranks.duel <- function(object, level = 0.95, covariance = "auto", method = "simultaneous",
                       seed = NULL, draws = 0, ...) {
    options <- inference(object, "scores", level, method, covariance, seed = seed,
                         draws = draws, simulates = TRUE, ...)
    table <- data.frame(object$coefficients,
                        .Call(C_ranks, model_handle(object), options$choices, options$numbers))
    dimnames(table) <- list(object$items, c("score", "rank", "best", "worst"))
    table
}
