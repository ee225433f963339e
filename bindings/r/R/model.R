# Fitted models. An object is a plain list; `bytes` is the whole model, and the handle is kept
# aside and rebuilt from them (as for sets).

model_key <- function(object) list(object$bytes, object$items)

model_handle <- function(object) {
    handle_for("models", model_key(object), function() {
        handle <- duel_model_load(object$bytes)
        if (!identical(set_names(.Call(C_model_set, handle), "KIND_ITEM"), object$items))
            reject("internal", "the saved model has its items in another order than the object")
        handle
    })
}

model_info <- function(handle) {
    info <- duel_model_info(handle)
    names(info)[names(info) == "tie_model"] <- "outcome_law"
    names(info)[names(info) == "problems"] <- "outcome"
    for (name in c("strength", "position", "ties", "both_bad", "threshold", "covariance", "stop",
                   "threshold_offsets", "tie_basis", "tie_link", "spread", "bad_threshold", "noise"))
        info[[name]] <- word_of(info[[name]], name)
    info$outcome_law <- word_of(info$outcome_law, "outcome")
    info$outcome <- outcome_words_of(info$outcome)
    info
}

# The values of a quantity as the matrix that they are.
model_matrix <- function(handle, quantity) {
    shape <- duel_model_shape(handle, quantity = quantity)
    values <- duel_model_get(handle, quantity = quantity, capacity = shape$rows * shape$columns)
    matrix(values, shape$rows, shape$columns, byrow = TRUE)
}

model_get <- function(handle, type) drop(model_matrix(handle, constant(type)))

# How the values of a quantity are called: those of matrices row by row.
value_names <- function(object, type) {
    several <- function(choice, one) if (choice == "by_judge") object$judges else one
    by_row <- function(rows, columns)
        paste(rep(rows, each = length(columns)), columns, sep = ":")
    switch(type,
           scores = , win_rates = , shares = , variances = object$items,
           sensitivities = , log_sensitivities = , threshold_offsets = object$judges,
           positions = several(object$info$position, "position"),
           thresholds = switch(object$info$threshold,
               additive = object$items,
               factored = by_row(object$items, seq_len(object$info$tie_factors)),
               several(object$info$threshold, "threshold")),
           bad_thresholds = if (object$info$bad_threshold == "additive") object$items
               else "both_bad",
           effects = c(object$covariates, as.vector(outer(object$items, object$interactions, paste, sep = ":"))),
           disagreement_norms = , disagreement_ratios = object$judges,
           strengths = , disagreements = by_row(object$judges, object$items),
           judge_factors = by_row(object$judges, seq_len(object$info$rank)),
           item_factors = by_row(object$items, seq_len(object$info$rank)),
           disagreement_sizes = as.character(seq_len(object$info$rank)),
           sensitivity_slopes = by_row(object$judges, object$sensitivity_covariates),
           pair_thresholds = , spreads = , log_spreads = by_row(object$items, object$items))
}

# Rows and columns of the quantities that are matrices, else NULL.
matrix_names <- function(object, type)
    switch(type,
           strengths = , disagreements = list(object$judges, object$items),
           judge_factors = list(object$judges, as.character(seq_len(object$info$rank))),
           item_factors = list(object$items, as.character(seq_len(object$info$rank))),
           sensitivity_slopes = list(object$judges, object$sensitivity_covariates),
           pair_thresholds = , spreads = , log_spreads = list(object$items, object$items),
           thresholds = if (object$info$threshold == "factored")
               list(object$items, as.character(seq_len(object$info$tie_factors))))

# The quantities that a model has besides scores.
model_types <- function(object) {
    info <- object$info
    c("scores",
      if (info$strength != "pooled") "sensitivities",
      if (info$rank > 0) "disagreement_norms",
      if (length(object$sensitivity_covariates)) "sensitivity_slopes",
      if (info$position != "none") "positions",
      if (length(object$covariates) || length(object$interactions)) "effects",
      if (has_ties(info)) "thresholds",
      if (info$threshold %in% c("additive", "factored") && info$threshold_offsets != "none")
          "threshold_offsets",
      if (info$both_bad == "outcome") "bad_thresholds",
      if (info$spread != "none") "variances")
}

# Of these the ones that are read as they are; coefficients of a basis are not.
shown_types <- function(object)
    setdiff(model_types(object), if (object$info$threshold == "factored") "thresholds")

# Rows of counts that are contexts of their own have nothing to cluster by.
fit_warnings <- function(handle, rowwise) {
    found <- duel_model_warnings(handle)
    if (rowwise) found[found$code != "dependence", ] else found
}

new_model <- function(handle, first, rest) {
    info <- model_info(handle)
    set <- .Call(C_model_set, handle)
    items <- set_names(set, "KIND_ITEM")
    judges <- set_names(set, "KIND_JUDGE")
    if (info$judges > length(judges))
        judges <- c(judges, anonymous)
    totals <- set_totals(set)
    object <- c(first,
                list(coefficients = stats::setNames(model_get(handle, "QUANTITY_SCORES"), items),
                     info = info, items = items, judges = judges),
                rest,
                list(importance = totals[["effective"]] != totals[["comparisons"]],
                     warnings = fit_warnings(handle, isTRUE(first$rowwise)),
                     bytes = duel_model_save(handle)))
    class(object) <- "duel"
    keep_handle("models", model_key(object), handle)
    object
}

as_duel <- function(bytes, covariates = character(), offsets = character(),
                    sensitivity_covariates = character(), interactions = character()) {
    if (!is.raw(bytes))
        reject("argument", "bytes is of class ", quoted(class(bytes)), ", not raw")
    handle <- duel_model_load(bytes)
    new_model(handle, list(call = NULL, formula = NULL, variables = set_variables,
                           na.action = NULL),
              list(ref = NULL,
                   covariates = loaded_covariates(handle, covariates, "covariates", "QUANTITY_EFFECTS",
                       length(interactions)),
                   interactions = as.character(interactions),
                   sensitivity_covariates = loaded_covariates(handle, sensitivity_covariates,
                       "sensitivity_covariates", "QUANTITY_SENSITIVITY_SLOPES"),
                   offsets = as.character(offsets), ridge = NA_real_, pseudo = NA_real_,
                   bias_reduction = NA_character_, options = NULL))
}

# The bytes hold how many effects (one a row) and slopes (one a column) a model has; their names are
# the caller's to give, unless all covariates of the data are in the model.
loaded_covariates <- function(handle, covariates, argument, type, interactions = 0L) {
    value <- tryCatch(model_matrix(handle, constant(type)),
                      duel_error_unsupported = function(error) NULL)
    count <- if (is.null(value)) 0L else if (type == "QUANTITY_EFFECTS") nrow(value) else ncol(value)
    # Each interaction has an effect of every item.
    count <- count - interactions * model_info(handle)$items
    known <- set_names(.Call(C_model_set, handle), "KIND_COVARIATE")
    if (length(covariates) == count)
        return(as.character(covariates))
    if (length(known) == count)
        return(known)
    reject("argument", argument, " has ", length(covariates), " names; the model has ", count,
           if (type == "QUANTITY_EFFECTS") " effects" else " slopes", ", of the covariates ", quoted(known))
}

as.raw.duel <- function(x) x$bytes

nobs.duel <- function(object, ...) object$info$comparisons

logLik.duel <- function(object, ...) {
    if (object$importance)
        reject("unsupported", "importance weights have no log-likelihood to compare models by")
    structure(object$info$log_likelihood, df = object$info$dimension,
              nobs = object$info$comparisons, class = "logLik")
}

log_likelihood <- function(object, newset) {
    need_set(newset)
    unlist(duel_model_log_likelihood(model_handle(object), set = set_handle(newset)))
}

# The results of a fit without standard errors.
facts <- function(object, ...) UseMethod("facts")

facts.duel <- function(object, what = "optima", ...) {
    unused(...)
    what <- word(what, "what", table = "facts")
    handle <- model_handle(object)
    items <- object$items
    if (!what %in% c("items", "voters", "optima"))
        value <- model_matrix(handle, constant(state$choices$facts[[what]]))
    switch(what,
           items = with_problems(duel_model_items(handle)),
           voters = with_problems(duel_model_voters(handle)),
           optima = with_problems(duel_model_optima(handle)),
           parameters = drop(value),
           loadings = structure(value, dimnames = list(items, seq_len(ncol(value)))),
           structure(value, dimnames = list(items, items)))
}

# Problems as words, in the table of items or of judges.
with_problems <- function(table) {
    if (!is.null(table$problems))
        table$problems <- lapply(table$problems, outcome_words_of)
    table
}
