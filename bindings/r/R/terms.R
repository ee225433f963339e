# Terms of a model for step() and update(): those that are in it besides the items, by the names of drop1().

# result ~ position + len: the terms of a model as a formula, from which others are left out.
term_formula <- function(object) {
    labels <- c(contained_terms(object), names(droppable(object)))
    # Terms of a formula are calls, such as size[..]; names of covariates are names.
    as_term <- function(label) if (label %in% object$item_terms$labels) str2lang(label) else as.name(label)
    right <- if (length(labels)) Reduce(function(a, b) call("+", a, b), lapply(labels, as_term)) else 1
    result <- if (is.null(object$variables$result)) quote(result) else object$variables$result
    stats::as.formula(call("~", result, right), if (is.null(object$formula)) parent.frame() else environment(object$formula))
}

# step() writes the result over the formula in the call of a model. It is therefore the user's own formula, with the
# attributes of one of the terms.
terms.duel <- function(x, ...) {
    unused(...)
    out <- stats::terms(term_formula(x))
    own <- comparison_formula(x)
    if (is.null(own))
        return(out)
    attributes(own) <- attributes(out)
    own
}

# step(), and stepAIC() of MASS, ask for the terms of a scope and of their trace by formula().
formula.duel <- function(x, ...)
    if (is_stepping()) term_formula(x) else comparison_formula(x)

is_stepping <- function()
    any(vapply(seq_len(sys.nframe()), function(n) all(c("object", "scope", "steps") %in% names(formals(sys.function(n)))), NA))

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
    changed <- if (length(change) == 3L) stats::update.formula(comparison_formula(object), change)
    if (!is.null(changed))
        call$formula <- changed
    # The rows of the fit, unless there are new ones; a set of comparisons may stand for them.
    if (!is.null(comparison_formula(object)) && !any(c("x", "formula") %in% names(extra))) {
        written <- if (is.null(changed)) comparison_formula(object) else changed
        call$formula <- if ("data" %in% names(extra)) on_other_data(written, object)
                        else on_kept_rows(written, object, names(extra))
    }
    # A model of a set has its data as x.
    if (is.null(comparison_formula(object)) && "data" %in% names(extra))
        names(extra)[names(extra) == "data"] <- "x"
    for (argument in names(extra)) {
        value <- written_out(extra[[argument]], parent.frame())
        if (argument == "covariates" && is.call(value) && identical(value[[1L]], quote(`~`)) &&
            !is.null(object$item_terms))
            value <- stats::update.formula(object$item_terms$formula, value)
        call[[argument]] <- value
    }
    if (!evaluate)
        return(call)
    if (!is.null(comparison_formula(object)) || "x" %in% names(extra) || is.null(call$x))
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
    labels <- term_labels(stats::terms(term_formula(object)))
    kept <- term_labels(stats::terms(stats::update.formula(term_formula(object), change)))
    new <- setdiff(kept, labels)
    gone <- setdiff(labels, kept)
    call <- own_call(object)
    call$formula <- if (!of_set) comparison_formula(object)
    own <- object$covariates
    if (!is.null(object$item_terms)) {
        own <- attr(stats::terms(object$item_terms$formula), "term.labels")
        call$covariates <- changed_formula(object$item_terms$formula, new, intersect(gone, own))
    } else if (is.null(object$rows)) {
        covariates <- setdiff(c(own, new), gone)
        if (!identical(covariates, own))
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
comparison_formula <- function(object) if (is.null(object$rows)) object$comparison else object$rows$formula

changed_formula <- function(formula, new, gone) {
    out <- stats::update.formula(formula, stats::reformulate(c(".", new)))
    for (term in gone)
        out <- stats::update.formula(out, stats::as.formula(paste("~ . -", term)))
    out
}
