# Terms of a model for step() and update(): what is in it besides the items, by the names of drop1().

terms.duel <- function(x, ...) {
    unused(...)
    labels <- names(droppable(x))
    right <- if (length(labels)) Reduce(function(a, b) call("+", a, b), lapply(labels, as.name)) else 1
    result <- if (is.null(x$variables$result)) quote(result) else x$variables$result
    stats::terms(stats::as.formula(call("~", result, right),
                                   if (is.null(x$formula)) parent.frame() else environment(x$formula)))
}

term_labels <- function(terms) gsub("`", "", attr(terms, "term.labels"), fixed = TRUE)

# Arguments of duel() that belong to a term, besides the one that has its name.
term_arguments <- list(strength = c("sign", "rank", "restarts", "sensitivity_covariates"),
                       threshold = "tie_factors", spread = "spread_factors")

# `~ . - position - len` leaves terms out, for step() too; other formulas, and none, are for stats' own
# method. step() puts terms in place of the formula of the fit, which is made anew from its variables.
update.duel <- function(object, formula., ..., evaluate = TRUE) {
    change <- if (!missing(formula.)) stats::as.formula(formula.)
    if (length(change) != 2L)
        return(NextMethod())
    of_set <- is.null(object$variables$result)
    terms <- stats::terms(object)
    labels <- term_labels(terms)
    kept <- term_labels(stats::terms(stats::update.formula(stats::formula(terms), change)))
    new <- setdiff(kept, labels)
    if (length(new) && !of_set)
        reject("argument", "covariates ", quoted(new), " are added by covariates =, not by the formula")
    call <- object$call
    call$formula <- if (!of_set)
        stats::as.formula(call("~", object$variables$result,
                               call("+", object$variables$left, object$variables$right)),
                          environment(terms))
    covariates <- setdiff(c(object$covariates, new), setdiff(labels, kept))
    if (of_set) {
        call$covariates <- if (length(covariates)) covariates
    } else if (!is.null(call$covariates)) {
        given <- covariate_list(eval(call$covariates, environment(terms)))[covariates]
        call$covariates <- if (length(given)) given
    }
    for (term in setdiff(labels, c(kept, object$covariates)))
        call[c(term, term_arguments[[term]])] <- NULL
    extra <- match.call(expand.dots = FALSE)$...
    for (argument in names(extra))
        call[[argument]] <- extra[[argument]]
    if (evaluate) eval(call, parent.frame()) else call
}
