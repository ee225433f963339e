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
    call <- if (length(change) == 2L) changed_terms(object, change) else own_call(object)
    extra <- match.call(expand.dots = FALSE)$...
    changed <- if (length(change) == 3L)
        stats::update.formula(if (is.null(object$variables$result)) stats::formula(object) else comparison_formula(object), change)
    if (!is.null(changed))
        call$formula <- changed
    # The rows of the fit, unless there are new ones.
    if (!is.null(object$rows) && !any(c("data", "x", "formula") %in% names(extra)))
        call$formula <- on_kept_rows(if (is.null(changed)) comparison_formula(object) else changed, object, names(extra))
    for (argument in names(extra)) {
        value <- written_out(extra[[argument]], parent.frame())
        if (argument == "covariates" && is.call(value) && identical(value[[1L]], quote(`~`)) &&
            !is.null(object$item_terms))
            value <- stats::update.formula(object$item_terms$formula, value)
        call[[argument]] <- value
    }
    if (!evaluate)
        return(call)
    if (!is.null(object$rows) || "x" %in% names(extra) || is.null(call$x))
        return(eval(call, parent.frame()))
    written <- call$x
    call$x <- duel_set.duel(object)
    out <- eval(call, parent.frame())
    out$call$x <- written
    out
}

# The expression behind `..1`, by which a caller's own dots come: variables of rows are looked up elsewhere.
written_out <- function(value, env) {
    if (!is.symbol(value) || !grepl("^[.][.][0-9]+$", as.character(value)))
        return(value)
    eval(quote(substitute(list(...))), env)[[as.integer(substring(as.character(value), 3L)) + 1L]]
}

# The call of a fit, over whose formula step() writes terms.
own_call <- function(object) {
    call <- object$call
    if (inherits(call$formula, "terms"))
        call$formula <- if (!is.null(object$variables$result)) comparison_formula(object)
    call
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
    call <- own_call(object)
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
        given <- given_covariates(object, "covariates")[setdiff(own, gone)]
        call$covariates <- if (length(given)) given
    }
    for (term in setdiff(gone, own))
        call[c(term, term_arguments[[term]])] <- NULL
    call
}

# result ~ left + right, whatever step() wrote over the formula of the fit.
comparison_formula <- function(object) object$rows$formula

changed_formula <- function(formula, new, gone) {
    out <- stats::update.formula(formula, stats::reformulate(c(".", new)))
    for (term in gone)
        out <- stats::update.formula(out, stats::as.formula(paste("~ . -", term)))
    out
}
