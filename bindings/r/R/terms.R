# Terms of a model for step() and update(): what is in it besides the items, by the names of drop1().

terms.duel <- function(x, ...) {
    unused(...)
    labels <- c(contained_terms(x), names(droppable(x)))
    # Terms of a formula are calls, such as size[..]; names of covariates are names.
    as_term <- function(label) if (label %in% x$item_terms$labels) str2lang(label) else as.name(label)
    right <- if (length(labels)) Reduce(function(a, b) call("+", a, b), lapply(labels, as_term)) else 1
    result <- if (is.null(x$variables$result)) quote(result) else x$variables$result
    stats::terms(stats::as.formula(call("~", result, right),
                                   if (is.null(x$formula)) parent.frame() else environment(x$formula)))
}

term_labels <- function(terms) gsub("`", "", attr(terms, "term.labels"), fixed = TRUE)

# Arguments of duel() that belong to a term, besides the one that has its name.
term_arguments <- list(strength = c("sign", "rank", "restarts", "sensitivity_covariates"),
                       threshold = "tie_factors", spread = "spread_factors")

# `~ . - position - len` leaves terms out, for step() too; other formulas are of the comparisons. A formula of
# terms in covariates = has dots of its own.
update.duel <- function(object, formula., ..., evaluate = TRUE) {
    change <- if (!missing(formula.)) stats::as.formula(formula.)
    call <- if (length(change) == 2L) changed_terms(object, change) else object$call
    if (length(change) == 3L)
        call$formula <- stats::update.formula(stats::formula(object), change)
    extra <- match.call(expand.dots = FALSE)$...
    for (argument in names(extra)) {
        value <- extra[[argument]]
        if (argument == "covariates" && is.call(value) && identical(value[[1L]], quote(`~`)) &&
            !is.null(object$item_terms))
            value <- stats::update.formula(object$item_terms$formula, value)
        call[[argument]] <- value
    }
    if (evaluate) eval(call, parent.frame()) else call
}

# The call of the fit with other terms. step() puts terms in place of the formula of the fit, which is made
# anew from its variables.
changed_terms <- function(object, change) {
    of_set <- is.null(object$variables$result)
    terms <- stats::terms(object)
    labels <- term_labels(terms)
    kept <- term_labels(stats::terms(stats::update.formula(stats::formula(terms), change)))
    new <- setdiff(kept, labels)
    gone <- setdiff(labels, kept)
    call <- object$call
    call$formula <- if (!of_set) comparison_formula(object)
    own <- object$covariates
    if (!is.null(object$item_terms)) {
        own <- attr(stats::terms(object$item_terms$formula), "term.labels")
        call$covariates <- changed_formula(object$item_terms$formula, new, intersect(gone, own))
    } else if (of_set) {
        covariates <- setdiff(c(own, new), gone)
        call$covariates <- if (length(covariates)) covariates
    } else if (length(new)) {
        reject("argument", "covariates ", quoted(new), " are added by covariates =, not by the formula")
    } else if (!is.null(call$covariates)) {
        given <- covariate_list(eval(call$covariates, environment(terms)))[setdiff(own, gone)]
        call$covariates <- if (length(given)) given
    }
    for (term in setdiff(gone, own))
        call[c(term, term_arguments[[term]])] <- NULL
    call
}

# result ~ left + right, whatever step() wrote over the formula of the fit.
comparison_formula <- function(object)
    stats::as.formula(call("~", object$variables$result,
                           call("+", object$variables$left, object$variables$right)),
                      environment(object$formula))

changed_formula <- function(formula, new, gone) {
    out <- stats::update.formula(formula, stats::reformulate(c(".", new)))
    for (term in gone)
        out <- stats::update.formula(out, stats::as.formula(paste("~ . -", term)))
    out
}
