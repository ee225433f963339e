# How well models fit, which of them fits better, and what they hang on.

criteria_of <- function(object) {
    out <- duel_model_criteria(model_handle(object))
    out$outcome_space <- word_of(out$outcome_space, "outcome_space")
    out[c("penalised", "boundary")] <- lapply(out[c("penalised", "boundary")], `!=`, 0)
    out
}

need_models <- function(models) {
    for (model in models)
        if (!inherits(model, "duel"))
            reject("argument", "models are compared with models, not with ", quoted(class(model)))
}

# The arguments of a call that are models, as they were written.
model_names <- function(call, count) {
    names <- vapply(as.list(call)[-1L], function(x) deparse1(x), "")
    make.unique(names[seq_len(count)])
}

criteria <- function(object, ...) UseMethod("criteria")

criteria.duel <- function(object, ...) {
    models <- list(object, ...)
    need_models(models)
    rows <- lapply(models, function(model) as.data.frame(criteria_of(model)))
    spaces <- unique(vapply(rows, function(row) row$outcome_space, ""))
    counts <- unique(vapply(rows, function(row) row$comparisons, 0))
    if (length(spaces) > 1L)
        reject("unsupported", "criteria of models with different outcomes cannot be compared: ",
               quoted(spaces), " (two_half: ties as halves; two: ties left out; three: ties as ",
               "outcomes; four: \"both bad\" besides)")
    if (length(counts) > 1L)
        reject("unsupported", "criteria of models of different data cannot be compared: ",
               paste(format(counts, trim = TRUE), collapse = " and "), " comparisons")
    table <- do.call(rbind, rows)
    row.names(table) <- model_names(sys.call(), nrow(table))
    table
}

deviance.duel <- function(object, ...) criteria_of(object)$deviance

df.residual.duel <- function(object, ...) criteria_of(object)$df

extractAIC.duel <- function(fit, scale = 0, k = 2, ...) {
    likelihood <- logLik.duel(fit)
    df <- attr(likelihood, "df")
    c(df, -2 * as.numeric(likelihood) + k * df)
}

goodness <- function(object, ...) UseMethod("goodness")

goodness.duel <- function(object, replicates = 1000, seed = NULL, threads = 1, progress = NULL,
                          ...) {
    unused(...)
    options <- inference(object, seed = seed, threads = threads, progress = progress,
                         simulates = TRUE)
    found <- duel_model_goodness(model_handle(object), replicates = whole(replicates, "replicates", 2),
                                 options = options)
    line <- function(name) unlist(found[paste0(name, c("", "_expected", "_deviation", "_p"))])
    table <- as.data.frame(rbind(line("pearson"), line("deviance")))
    dimnames(table) <- list(c("Pearson", "deviance"), c("statistic", "expected", "sd", "p"))
    structure(table, used = found$used, failed = found$failed)
}

accuracy <- function(object, ...) UseMethod("accuracy")

accuracy.duel <- function(object, newset = NULL, ...) {
    unused(...)
    unlist(duel_model_accuracy(model_handle(object), set = new_set_handle(newset)))
}

new_set_handle <- function(newset) {
    if (!is.null(newset)) {
        need_set(newset, "newset")
        set_handle(newset)
    }
}

calibration <- function(object, ...) UseMethod("calibration")

calibration.duel <- function(object, newset = NULL, bins = 10, ...) {
    unused(...)
    table <- duel_model_calibration(model_handle(object), set = new_set_handle(newset),
                                    bins = whole(bins, "bins", 1, 1e6))
    structure(table, class = c("duel_calibration", "data.frame"))
}

triads <- function(object, ...) UseMethod("triads")

triads.duel <- function(object, replicates = 1000, seed = NULL, threads = 1, progress = NULL,
                        ...) {
    unused(...)
    options <- inference(object, seed = seed, threads = threads, progress = progress,
                         simulates = TRUE)
    found <- duel_model_triads(model_handle(object), replicates = whole(replicates, "replicates", 1),
                               options = options)
    structure(class = "htest",
              list(statistic = c(circular = found$circular),
                   parameter = c(triads = found$triads, replicates = found$replicates),
                   p.value = found$p, estimate = c(expected = found$expected, sd = found$sd),
                   alternative = "more circular triads than the model expects",
                   method = "Circular triads against their distribution under the model",
                   data.name = deparse1(substitute(object))))
}

residual_table <- function(object, by) {
    table <- duel_model_residuals(model_handle(object), by = code(by, "by", "sums"), options = list())
    if (identical(object$judges, anonymous))
        table$judge <- NULL
    # The dimension of the sums has no column.
    keys <- intersect(residual_keys, names(table))
    table <- table[setdiff(names(table), keys[vapply(keys, function(key) all(is.na(table[[key]])), NA)])]
    if (by == "pair")
        names(table)[match(c("left", "right"), names(table))] <- c("first", "second")
    table
}

residual_keys <- c("context", "judge", "item", "left", "right")

residuals.duel <- function(object, type = c("deviance", "pearson", "standardised", "response",
                                            "all", "grouped"), by = "cell", ...) {
    unused(...)
    type <- match.arg(type)
    if (type == "grouped")
        return(grouped_residuals(object))
    by <- word(by, "by", table = "sums", also = "row")
    if (by == "row") {
        if (type == "all")
            reject("argument", 'type "all" is of sums; rows have one type at a time')
        return(row_residuals(object, type))
    }
    table <- residual_table(object, by)
    if (type == "all")
        return(table)
    keys <- table[vapply(table, is.character, NA)]
    stats::setNames(if (type == "response") table$observed_wins - table$expected_wins else table[[type]],
                    do.call(paste, c(unname(keys), sep = " : ")))
}

influence.duel <- function(model, type = "scores", by = "context", ref = model$ref, ...) {
    type <- word(type, "type")
    by <- word(by, "by")
    set <- .Call(C_model_set, model_handle(model))
    contexts <- set_names(set, "KIND_CONTEXT")
    units <- switch(by, context = contexts, judge = model$judges,
                    cluster = c(set_names(set, "KIND_CLUSTER"), contexts),
                    reject("argument", 'by is "', by, '"; it must be "context", "judge" or "cluster"'))
    options <- inference(model, type, ref = ref, ...)
    handle <- model_handle(model)
    names <- value_names(model, type)
    changes <- duel_model_influence_changes(handle, quantity = code(type, "type"), by = code(by, "by"),
                                            options = options,
                                            capacity = length(units) * length(names))
    table <- duel_model_influence(handle, by = code(by, "by"), options = options)
    list(units = named_rows(table, units, c("comparisons", "leverage", "distance")),
         changes = named_matrix(changes, units, names))
}
