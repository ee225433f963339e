# Trees of models: duel() as the fit of mob() of partykit.

mob_fit <- function(y, x = NULL, start = NULL, weights = NULL, offset = NULL, cluster = NULL, ..., ref = NULL,
                    estfun = FALSE, object = FALSE) {
    if (!inherits(y, "paircomp"))
        reject("argument", "y is of class ", quoted(class(y)), "; the left side of a tree is a paircomp object of psychotools")
    if (NCOL(x) > 1L || (!is.null(x) && any(colnames(x) != "(Intercept)")))
        reject("argument", "the right side of a tree is ~ 1 | variables: subjects are distinguished by the variables; not by ",
               quoted(setdiff(colnames(x), "(Intercept)")))
    if (!is.null(offset))
        reject("unsupported", "trees of models take no offset")
    items <- attr(y, "labels")
    rows <- paircomp_rows(y)
    lone <- setdiff(items, c(as.character(rows$left), as.character(rows$right)))
    if (length(lone))
        reject("data", "among ", counted(nrow(unclass(y)), "subject"), " of a node nobody compared ", quoted(lone),
               "; larger nodes (minsize) may do")
    rows$weight <- if (is.null(weights)) 1 else weights[as.integer(rows$subject)]
    # By default the last item is zero, as in btmodel().
    model <- duel(score ~ left + right, data = rows, weights = weight, covariance = "observed",
                  ref = if (is.null(ref)) items[length(items)] else ref, ...)
    values <- stats::setNames(coef(model, if (length(model_types(model)) > 1L) "all" else "scores"),
                              coefficient_names(model))
    out <- list(coefficients = values[free_coefficients(model)], objfun = -as.numeric(logLik(model)))
    if (estfun) {
        # A row for each subject, in their order; no comparison is no information.
        out$estfun <- matrix(0, nlevels(rows$subject), length(out$coefficients),
                             dimnames = list(levels(rows$subject), names(out$coefficients)))
        sums <- rowsum(estfun.duel(model), as.character(rows$subject))
        out$estfun[row.names(sums), ] <- sums
    }
    if (object)
        out$object <- model
    out
}
utils::globalVariables("weight")
