# The rows of a fit: its model frame, its data, the values of covariates, and the variables that were found outside of
# the data. Whatever asks for rows later has those of the fit, though the names in its call may mean other data by now.

# The value of a variable that the user has set; those of packages stay what they are.
user_value <- function(name, env) {
    repeat {
        if (identical(env, emptyenv()) || identical(env, baseenv()))
            return(NULL)
        value <- tryCatch(get0(name, env, inherits = FALSE), error = function(error) NULL)
        if (!is.null(value) || identical(env, globalenv()))
            return(if (!is.function(value) && !is.environment(value)) value)
        env <- parent.env(env)
    }
}

# Variables of a fit that are no columns of its data, by name. Those of an earlier fit (`known`) come before.
outside_values <- function(call, formula, columns, covariates, terms, known = list()) {
    env <- environment(formula)
    asked <- list(list(c(list(formula), as.list(call)[c("judge", "context", "cluster", "ordered", "weights", "subset")]), env))
    for (one in c(covariates[vapply(covariates, inherits, NA, what = "formula")], terms$formula))
        asked <- c(asked, list(list(list(one), environment(one))))
    for (one in asked)
        for (name in setdiff(unlist(lapply(one[[1L]], all.vars)), c(columns, names(known), "..")))
            known[[name]] <- user_value(name, one[[2L]])
    known
}

with_environment <- function(frame, env) {
    attr(attr(frame, "terms"), ".Environment") <- env
    frame
}

# Arguments whose values belong to the data of a fit.
row_arguments <- c("data", "covariates", "offsets", "sensitivity_covariates", "interactions", "fixed")

# The formula of a further fit to the rows of a model: its environment has them, so that a call holds them wherever it
# is evaluated. `given` are arguments that the user gives anew.
on_kept_rows <- function(formula, object, given = character(), separate = NULL) {
    rows <- object$rows
    # A formula that was fitted to a set has no rows but that.
    if (is.null(rows))
        return(on_other_data(formula, object, list(data = duel_set.duel(object))))
    values <- c(list(data = rows$data), rows$given)
    kept <- list(values = values[setdiff(names(values), given)],
                 call = as.list(object$call)[c("formula", row_arguments)], formula = comparison_formula(object),
                 outside = rows$outside, home = environment(object$formula), separate = separate)
    environment(formula) <- list2env(c(rows$outside, list(.rows_of_duel = kept)), parent = environment(object$formula))
    formula
}

# The formula of a fit to other data, which knows the model that it is a change of.
on_other_data <- function(formula, object, values = NULL) {
    kept <- list(values = values, call = as.list(object$call)[c("formula", "data")], formula = comparison_formula(object),
                 outside = list(), home = environment(object$formula), base = object)
    environment(formula) <- list2env(list(.rows_of_duel = kept), parent = environment(object$formula))
    formula
}

at_home <- function(formula, kept) {
    environment(formula) <- kept$home
    formula
}

kept_rows <- function(formula) get0(".rows_of_duel", environment(formula), inherits = FALSE)

# The value of an argument in the fit before, where the call has it as it was.
kept_value <- function(kept, call, argument, value) {
    if (argument %in% names(kept$values) && identical(call[[argument]], kept$call[[argument]]) &&
        !inherits(call[[argument]], "formula"))
        kept$values[[argument]]
    else
        value
}
