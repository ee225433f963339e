# Fitting.

duel <- function(x, ...) UseMethod("duel")

duel.formula <- function(formula, data, judge, context, weights, subset, na.action,
                         strength = "pooled", position = "none", outcome = "bradley_terry",
                         ties = "half", both_bad = "tie", threshold = "single",
                         sign = "positive", covariates = NULL, covariance = "auto", ridge = 0,
                         pseudo = 0, fixed = NULL, accept = "none", ref = NULL,
                         importance = FALSE, control = duel_control(), ...) {
    unused(...)
    call <- generic_call(match.call(), quote(duel))
    source <- read_formula(call, formula, if (!missing(data)) data, parent.frame(), covariates,
                           importance)
    fit_handle(source$handle, call, strength, position, outcome, ties, both_bad, threshold, sign,
               source$covariates, covariance, ridge, pseudo, fixed, accept, ref, control,
               list(formula = formula, variables = source$variables,
                    na.action = source$na.action))
}

duel.data.frame <- function(x, formula = result ~ left + right, ...)
    eval(formula_first(generic_call(match.call(), quote(duel)), formula), parent.frame())

duel.duel_set <- function(x, strength = "pooled", position = "none", outcome = "bradley_terry",
                          ties = "half", both_bad = "tie", threshold = "single",
                          sign = "positive", covariates = NULL, covariance = "auto", ridge = 0,
                          pseudo = 0, fixed = NULL, accept = "none", ref = NULL,
                          control = duel_control(), ...) {
    unused(...)
    fit_handle(set_handle(x), generic_call(match.call(), quote(duel)), strength, position, outcome, ties, both_bad,
               threshold, sign, covariates, covariance, ridge, pseudo, fixed, accept, ref,
               control, list(formula = NULL, variables = set_variables, na.action = NULL))
}

# The columns that newdata has where no formula says so.
set_variables <- list(left = quote(left), right = quote(right), judge = quote(judge),
                      context = quote(context))

duel_control <- function(max_iterations = 0, tolerance = 0, max_bytes = 0, progress = NULL) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    list(max_iterations = as.integer(whole(max_iterations, "max_iterations", 0, 2^31 - 1)),
         tolerance = number(tolerance, "tolerance", 0),
         max_bytes = whole(max_bytes, "max_bytes"), progress = progress)
}

fixed_scores <- function(fixed, items) {
    if (is.null(fixed))
        return(double())
    if (!is.numeric(fixed) || (is.null(names(fixed)) && length(fixed) != length(items)))
        reject("argument", "fixed must be numbers named by items, or one number (or NA) for ",
               "each of the ", length(items), " items")
    if (is.null(names(fixed)))
        return(as.double(fixed))
    out <- rep(NaN, length(items))
    out[index(names(fixed), items, "names of fixed")] <- fixed
    out
}

fit_handle <- function(set, call, strength, position, outcome, ties, both_bad, threshold, sign,
                       covariates, covariance, ridge, pseudo, fixed, accept, ref, control,
                       parts) {
    if (!is.null(covariates) && !is.character(covariates))
        reject("argument", "covariates of a set are given by name, not as ",
               quoted(class(covariates)))
    items <- set_names(set, "ITEM")
    ref <- if (!is.null(ref)) items[index(ref, items, "ref")]
    control <- do.call(duel_control, as.list(control))
    options <- list(strength = code(strength, "strength"), position = code(position, "position"),
                    outcome = code(outcome, "outcome"), ties = code(ties, "ties"),
                    both_bad = code(both_bad, "both_bad"),
                    threshold = code(threshold, "threshold"), sign = code(sign, "sign"),
                    covariance = code(covariance, "covariance"), accept = codes(accept, "accept"))
    numbers <- list(max_iterations = control$max_iterations, tolerance = control$tolerance,
                    max_bytes = control$max_bytes, ridge = number(ridge, "ridge", 0),
                    pseudo = number(pseudo, "pseudo", 0))
    model <- .Call(C_fit, set, options, numbers, as.character(covariates),
                   as.double(fixed_scores(fixed, items)), control$progress)
    new_model(model, c(list(call = call), parts),
              list(ref = ref, covariates = as.character(covariates), ridge = numbers$ridge,
                   pseudo = numbers$pseudo))
}
