# Abilities: what a model says of each item, its score and its covariates together.

abilities <- function(object, ...) UseMethod("abilities")

abilities.duel <- function(object, level = 0.95, method = "marginal", covariance = "auto", ref = object$ref, ...) {
    if (!adds_terms(object))
        return(estimates.duel(object, "scores", level, method, covariance, ref, ...))
    L <- diag(length(object$items))
    rownames(L) <- object$items
    if (!is.null(ref))
        L <- sweep(L, 2L, L[index(ref, object$items, "ref"), ])
    sums_of_abilities(object, L, level, method, covariance, ...)
}

# Linear functions of abilities, one a row of L.
sums_of_abilities <- function(object, L, level, method, covariance, ...) {
    weights <- L %*% ability_weights(object)
    known <- drop(L %*% offset_of_items(object))
    table <- data.frame(estimate = known, se = 0, lower = known, upper = known)
    # Exact values have no error.
    free <- rowSums(abs(weights) > 1e-12) > 0
    if (any(free)) {
        rows <- weights[free, , drop = FALSE]
        out <- delta.duel(object, function(p) drop(rows %*% p) + known[free], "parameters", function(p) rows,
                          level = level, method = method, covariance = covariance, ref = NULL, ...)
        table[free, ] <- out[estimate_columns]
    }
    named_rows(table, rownames(L))
}

need_scores <- function(object, what) {
    if (is_structured(object))
        reject("unsupported", what, " are of scores, and these are fixed: here abilities are covariates, ",
               "see abilities() and contrast()")
}

# Whether abilities are what the covariates say, and scores only what they leave to single items.
is_structured <- function(object) !is.null(object$item_terms) && !object$item_terms$free

# Whether abilities are more than scores: terms of items in place of scores, or beside scores that a ridge draws to zero.
adds_terms <- function(object)
    is_structured(object) || length(intersect(colnames(object$item_terms$item_values), c(object$covariates, "offset"))) > 0L

# The default parameters of coef() and related functions.
usual_type <- function(object) if (is_structured(object)) "effects" else "scores"

plotted_type <- function(object) if (is_structured(object)) "abilities" else "scores"

ability_covariance <- function(object) {
    weights <- ability_weights(object)
    if (is.null(weights))
        return(vcov.duel(object, "scores"))
    if (!is.null(object$ref))
        weights <- sweep(weights, 2L, weights[object$ref, ])
    weights %*% joint_covariance(object, ref = NULL) %*% t(weights)
}

# How the abilities are made of the solver's parameters; NULL where abilities are scores.
ability_weights <- function(object) {
    if (!adds_terms(object))
        return(NULL)
    values <- object$item_terms$item_values
    names <- names(coef.duel(object, "all"))
    if (is.null(names) || length(model_types(object)) == 1L)
        names <- paste0("scores.", object$items)
    out <- matrix(0, length(object$items), length(names), dimnames = list(object$items, names))
    if (!is_structured(object) && !length(object$options$fixed_scores)) {
        # Scores that sum to zero, and the terms beside them.
        scores <- match(paste0("scores.", object$items), names)
        out[, scores] <- diag(length(object$items)) - 1 / length(object$items)
    }
    free <- is.na(object$options$fixed_scores)
    if (any(free))
        out[cbind(which(free), match(paste0("scores.", object$items[free]), names))] <- 1
    effects <- intersect(colnames(values), object$covariates)
    if (length(effects))
        out[, paste0("effects.", effects)] <- values[, effects]
    out
}

# Known parts of an ability, without the data: offsets, and scores that the caller fixed.
offset_of_items <- function(object) {
    values <- object$item_terms$item_values
    fixed <- object$options$fixed_scores
    if (!length(fixed))
        fixed <- double(length(object$items))
    ifelse(is.na(fixed), 0, fixed) + if ("offset" %in% colnames(values)) values[, "offset"] else 0
}
