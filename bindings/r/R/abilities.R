# Abilities: what a model says of each item, its score and its covariates together.

abilities <- function(object, ...) UseMethod("abilities")

abilities.duel <- function(object, level = 0.95, method = "marginal", covariance = "auto", ref = object$ref, ...) {
    weights <- ability_weights(object)
    if (is.null(weights))
        return(estimates.duel(object, "scores", level, method, covariance, ref, ...))
    if (!is.null(ref))
        weights <- sweep(weights, 2L, weights[index(ref, object$items, "ref"), ])
    known <- offset_of_items(object)
    if (!is.null(ref))
        known <- known - known[[index(ref, object$items, "ref")]]
    # What is known exactly has no error to ask for.
    free <- rowSums(weights != 0) > 0
    values <- object$items[free]
    rows <- weights[free, , drop = FALSE]
    out <- delta.duel(object, function(p) stats::setNames(drop(rows %*% p) + known[free], values), "parameters",
                      function(p) rows, level = level, method = method, covariance = covariance, ref = NULL, ...)
    table <- data.frame(estimate = known, se = 0, lower = known, upper = known, row.names = object$items)
    table[free, ] <- out[estimate_columns]
    named_rows(table, object$items)
}

# Whether abilities are what the covariates say, and scores only what they leave to single items.
is_structured <- function(object) !is.null(object$item_terms) && !object$item_terms$free

# What coef() and its kin are of where nothing is said.
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
    if (!is_structured(object))
        return(NULL)
    values <- object$item_terms$item_values
    names <- names(coef.duel(object, "all"))
    if (is.null(names) || length(model_types(object)) == 1L)
        names <- paste0("scores.", object$items)
    out <- matrix(0, length(object$items), length(names), dimnames = list(object$items, names))
    free <- is.na(object$options$fixed_scores)
    out[cbind(which(free), match(paste0("scores.", object$items[free]), names))] <- 1
    effects <- intersect(colnames(values), object$covariates)
    out[, paste0("effects.", effects)] <- values[, effects]
    out
}

# What is known of an ability without the data: offsets, and scores that the caller fixed.
offset_of_items <- function(object) {
    values <- object$item_terms$item_values
    fixed <- object$options$fixed_scores
    ifelse(is.na(fixed), 0, fixed) + if ("offset" %in% colnames(values)) values[, "offset"] else 0
}
