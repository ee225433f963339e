# Estimates, covariances, intervals, contrasts, profiles, functions.

# The options of one question, by the names of duel_inference_options. The normalisation concerns scores and
# the scale concerns models with sensitivities; the library refuses what would be ignored.
inference <- function(object, type = "scores", level = 0.95, method = "marginal",
                      covariance = "auto", ref = NULL, weights = NULL, scale = "arithmetic",
                      ref_judge = NULL, unit = 1, origin = 0, ignore_position = FALSE, seed = NULL,
                      draws = 0, threads = 0, correction = "auto", quantiles = "auto",
                      bootstrap = NULL, interval = NULL, contexts = NULL, progress = NULL,
                      simulates = FALSE, mixture = NULL, errors = "auto", error_draws = 0) {
    method <- word(method, "method")
    normalisation <- "NORMALISATION_SUM"
    if (!is.null(weights) && identical(ref, object$ref))
        ref <- NULL
    if (!is.null(ref) && !is.null(weights))
        reject("argument", "ref and weights are two ways to fix the scores; give one")
    if (!is.null(ref))
        normalisation <- "NORMALISATION_REFERENCE"
    if (!is.null(weights)) {
        normalisation <- "NORMALISATION_WEIGHTED"
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
    if (!is.null(bootstrap) && !inherits(bootstrap, "duel_bootstrap"))
        reject("argument", "bootstrap is of class ", quoted(class(bootstrap)),
               ", not made by bootstrap()")
    if (is.null(bootstrap) && !is.null(interval))
        reject("argument", "interval says how replicates become intervals; give bootstrap, too")
    if (!is.null(contexts))
        need_set(contexts, "contexts")
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    covariance <- word(covariance, "covariance")
    if (inherits(object, "duel") && startsWith(covariance, "clustered"))
        need_clusters(.Call(C_model_set, model_handle(object)), covariance)
    needs_seed <- simulates || method == "simultaneous" || errors == "sampled"
    list(covariance = code(covariance, "covariance"), intervals = code(method, "method"),
         normalisation = constant(if (type == "scores") normalisation else "NORMALISATION_SUM"),
         scale = code(scale, "scale"), ignore_position = as.integer(flag(ignore_position, "ignore_position")),
         threads = whole(threads, "threads", 0, 1024),
         correction = code(correction, "correction"), quantiles = code(quantiles, "quantiles"),
         bootstrap_interval = if (!is.null(interval)) code(interval, "interval"),
         reference_item = if (!is.null(ref)) index(ref, object$items, "ref") - 1L,
         reference_judge = if (!is.null(ref_judge)) index(ref_judge, object$judges, "ref_judge") - 1L,
         level = open_level(level), unit = if (type == "scores") number(unit, "unit"),
         origin = if (type == "scores") number(origin, "origin"),
         seed = if (needs_seed) seed_of(seed), draws = whole(draws, "draws"),
         weights = if (type == "scores" && !is.null(weights)) as.double(weights),
         bootstrap = if (!is.null(bootstrap)) bootstrap_handle(bootstrap),
         contexts = if (!is.null(contexts)) set_handle(contexts), progress = progress,
         mixture = if (!is.null(mixture)) number(mixture, "mixture"),
         errors = code(errors, "errors"), error_draws = whole(error_draws, "error_draws"))
}

# 0 would be the default of C.
open_level <- function(level) {
    level <- number(level, "level")
    if (level <= 0 || level >= 1)
        reject("argument", "level is ", level, "; it must lie between 0 and 1")
    level
}

estimates <- function(object, ...) UseMethod("estimates")

estimates.duel <- function(object, type = usual_type(object), level = 0.95, method = "marginal",
                           covariance = "auto", ref = object$ref, ...) {
    type <- word(type, "type")
    options <- inference(object, type, level, method, covariance, ref, ...)
    values_of(model_estimate(object, type, options))
}

coef.duel <- function(object, type = usual_type(object), ref = object$ref, scale = "arithmetic", ...) {
    type <- word(type, "type", also = "all")
    if (type == "all") {
        types <- model_types(object)
        return(unlist(stats::setNames(lapply(types, function(one) {
            value <- coef.duel(object, one, ref, scale, ...)
            if (is.matrix(value))
                value <- stats::setNames(as.vector(t(value)), value_names(object, one))
            value
        }), types)))
    }
    # Without options the values are at hand, and no covariance is needed.
    if (is.null(ref) && word(scale, "scale") == "arithmetic" && !...length())
        value <- model_get(model_handle(object), state$choices$type[[type]])
    else
        value <- estimates.duel(object, type, ref = ref, scale = scale, ...)$estimate
    names <- matrix_names(object, type)
    if (!is.null(names))
        return(matrix(value, length(names[[1L]]), length(names[[2L]]),
                      byrow = is.null(dim(value)), dimnames = names))
    stats::setNames(value, value_names(object, type))
}

# `complete` is for callers that know aliased coefficients (multcomp): there are none.
vcov.duel <- function(object, type = usual_type(object), covariance = "auto", ref = object$ref,
                      complete = TRUE, ...) {
    type <- word(type, "type", also = "all")
    if (type == "all")
        return(joint_covariance(object, covariance, ref, ...))
    options <- inference(object, type, covariance = covariance, ref = ref, ...)
    covariance_of(model_estimate(object, type, options))
}

# The covariance of all coefficients of a model of pooled strength, in the order and with the names of
# coef(type = "all"). The solver's parameters are scores without a normalisation, then the rest.
joint_covariance <- function(object, covariance = "auto", ref = object$ref, ...) {
    if (object$info$strength != "pooled" || object$info$spread != "none")
        reject("unsupported", 'vcov of type "all" is for pooled strength without spread; ask for one type')
    types <- model_types(object)
    values <- coef.duel(object, "all", ref)
    if (length(types) == 1L)
        return(vcov.duel(object, "scores", covariance, ref, ...))
    count <- length(object$items)
    if (length(model_get(model_handle(object), "QUANTITY_PARAMETERS")) != length(values))
        reject("unsupported", 'vcov of type "all" is not for thresholds of judges; ask for one type')
    centre <- diag(length(values))
    # Scores that are fixed need no normalisation.
    at_fixed <- isTRUE(object$options$fixed_count > 0)
    if (at_fixed && is.null(ref))
        diag(centre)[which(!is.na(object$options$fixed_scores))] <- 0
    else
        centre[seq_len(count), seq_len(count)] <- diag(count) -
            if (is.null(ref)) 1 / count
            else matrix(diag(count)[index(ref, object$items, "ref"), ], count, count, byrow = TRUE)
    fixed <- rowSums(centre != 0) == 0
    found <- delta.duel(object, function(p) drop(centre[!fixed, ] %*% p), "parameters",
                        function(p) centre[!fixed, ], covariance = covariance, ref = NULL, ...)
    if (max(abs(found$estimate - values[!fixed])) > 1e-6 * (1 + max(abs(values))))
        reject("unsupported", "the coefficients of this model have no joint covariance")
    out <- matrix(0, length(values), length(values), dimnames = list(names(values), names(values)))
    out[!fixed, !fixed] <- attr(found, "covariance")
    out
}

confint.duel <- function(object, parm, level = 0.95, type = usual_type(object), method = "marginal",
                         interval = NULL, ...) {
    type <- word(type, "type", also = "all")
    profiled <- identical(interval, "profile")
    ends <- function(one) {
        table <- if (profiled) profile.duel(object, one, level = level, method = method, ...)
                 else estimates.duel(object, one, level, method, interval = interval, ...)
        as.matrix(table[c("lower", "upper")])
    }
    if (type == "all") {
        if (word(method, "method") != "marginal")
            reject("unsupported", 'type "all" has marginal intervals only: values of different ',
                   "quantities are no family")
        out <- do.call(rbind, lapply(model_types(object), function(one) {
            part <- ends(one)
            row.names(part) <- paste(one, row.names(part), sep = ".")
            part
        }))
    } else {
        out <- ends(type)
    }
    tails <- 100 * c((1 - level) / 2, (1 + level) / 2)
    colnames(out) <- paste(format(tails, trim = TRUE, digits = 3), "%")
    if (!missing(parm))
        out <- out[index(parm, row.names(out), "parm"), , drop = FALSE]
    out
}

# Profile-likelihood intervals, of the values or of contrasts of them.
profile.duel <- function(fitted, type = usual_type(fitted), L = NULL, level = 0.95, method = "marginal",
                         covariance = "auto", ref = fitted$ref, ...) {
    type <- word(type, "type")
    names <- value_names(fitted, type)
    if (!is.null(L)) {
        L <- contrast_rows(L, names)
        names <- rownames(L)
    }
    options <- inference(fitted, type, level, method, covariance, ref, ...)
    out <- named_rows(duel_model_profile(model_handle(fitted), quantity = code(type, "type"),
                                         weights = if (!is.null(L)) t(L), count = length(names),
                                         options = options), names)
    structure(out, asked = list(fitted = fitted, type = type, L = L, covariance = covariance, ref = ref, ...),
              class = c("duel_profile", class(out)))
}

# The delta method for a function of the values, which may have several results.
delta <- function(object, ...) UseMethod("delta")

delta.duel <- function(object, f, type = "scores", gradient = NULL, level = 0.95,
                       method = "marginal", covariance = "auto", ref = object$ref, ...) {
    if (!is.function(f) || !(is.null(gradient) || is.function(gradient)))
        reject("argument", "f, and gradient if given, must be functions of the values")
    type <- word(type, "type", also = "parameters")
    options <- inference(object, type, level, method, covariance, ref, ...)
    if (type == "parameters") {
        at <- model_get(model_handle(object), "QUANTITY_PARAMETERS")
    } else {
        values <- values_of(model_estimate(object, type, options))
        at <- stats::setNames(values$estimate, row.names(values))
    }
    value <- f(at)
    if (!length(value))
        reject("argument", "f has no result")
    what <- if (type == "parameters") constant("QUANTITY_PARAMETERS") else code(type, "type")
    out <- .Call(C_model_function, model_handle(object), what, options, list(f, gradient), names(at),
                 length(value))
    with_covariance(out, if (is.null(names(value))) paste0("f", seq_along(value)) else names(value))
}

contrast <- function(object, ...) UseMethod("contrast")

contrast.duel <- function(object, L = "pairwise", type = plotted_type(object), level = 0.95,
                          method = "marginal", covariance = "auto", scale = "arithmetic", ...) {
    type <- word(type, "type", also = "abilities")
    if (type == "abilities") {
        if (adds_terms(object))
            return(sums_of_abilities(object, contrast_rows(L, object$items), level, method, covariance, ...))
        type <- "scores"
    }
    options <- inference(object, type, level, method, covariance, scale = scale, ...)
    contrasts_of(model_estimate(object, type, options), L)
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
