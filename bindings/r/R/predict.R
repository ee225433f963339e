# Probabilities of comparisons.

# Which of judge and context change a prediction of this model.
tells_judges <- function(object) {
    info <- object$info
    info$strength != "pooled" || info$position == "by_judge" ||
        (info$outcome_law != "bradley_terry" && info$threshold_offsets == "by_judge") ||
        tells_contexts(object)
}

tells_contexts <- function(object)
    length(c(object$covariates, object$offsets, object$sensitivity_covariates)) > 0L

# A variable of the model in newdata; NULL if it is optional and newdata does not have it.
new_variable <- function(object, name, newdata, optional) {
    expression <- object$variables[[name]]
    if (is.null(expression))
        return(NULL)
    absent <- setdiff(all.vars(expression), names(newdata))
    if (length(absent) && optional)
        return(NULL)
    if (length(absent))
        reject("argument", "newdata has no column ", quoted(absent))
    env <- if (is.null(object$formula)) baseenv() else environment(object$formula)
    eval(expression, newdata, env)
}

predict.duel <- function(object, newdata = NULL, type = c("probability", "link"),
                         interval = c("none", "confidence"), level = 0.95, se.fit = FALSE,
                         covariance = "auto", neutral = FALSE, contexts = NULL, ...) {
    type <- match.arg(type)
    interval <- match.arg(interval)
    if (is.null(newdata)) {
        newdata <- fitted_cells(object)
        object$variables <- set_variables
    }
    if (!is.data.frame(newdata))
        reject("argument", "newdata is of class ", quoted(class(newdata)), ", not a data frame")
    values <- probabilities(object, newdata, level = level, covariance = covariance,
                            neutral = neutral, contexts = contexts, ...)
    if (type == "link")
        return(link_table(object, values, interval == "confidence", se.fit))
    parts <- c("estimate", if (se.fit) "se", if (interval == "confidence") c("lower", "upper"))
    sides <- c("left", "right", if (object$info$outcome_law != "bradley_terry") "tie",
               if (object$info$both_bad == "outcome") "both_bad")
    wanted <- as.vector(outer(parts, sides, function(part, side) paste(side, part, sep = ".")))
    out <- as.data.frame(values[, wanted, drop = FALSE], row.names = row.names(newdata))
    names(out) <- sub(".estimate", "", wanted, fixed = TRUE)
    out
}

# rows x 12, or 16 where "both bad" is an outcome; NA where newdata has NA.
probabilities <- function(object, newdata, ...) {
    columns <- list(
        left = new_variable(object, "left", newdata, FALSE),
        right = new_variable(object, "right", newdata, FALSE),
        judge = if (tells_judges(object)) new_variable(object, "judge", newdata, TRUE),
        context = if (tells_contexts(object)) new_variable(object, "context", newdata, TRUE))
    columns <- columns[!vapply(columns, is.null, NA)]
    complete <- Reduce(`&`, lapply(columns, function(x) !is.na(x)))
    names <- outer(c("estimate", "se", "lower", "upper"),
                   c("left", "right", "tie", if (object$info$both_bad == "outcome") "both_bad"),
                   function(part, side) paste(side, part, sep = "."))
    out <- matrix(NA_real_, length(complete), length(names), dimnames = list(NULL, as.vector(names)))
    if (any(complete)) {
        kept <- lapply(columns, `[`, complete)
        rows <- rows_list(kept$left, kept$right, kept$judge, kept$context,
                          source = which(complete))
        options <- inference(object, "probabilities", ...)
        out[complete, ] <- with_rows(.Call(C_probabilities, model_handle(object), rows, options),
                                     rows$source)
    }
    out
}

# u from the probabilities: log(P(left) / P(right)), or under Rao-Kupper the mean of
# logit P(left) and -logit P(right), where 1 - P is known as the sum of the others.
link_table <- function(object, values, with_interval, se.fit) {
    left <- values[, "left.estimate"]
    right <- values[, "right.estimate"]
    tie <- values[, "tie.estimate"]
    u <- if (object$info$outcome_law == "rao_kupper")
        (log(left) - log(right + tie) - log(right) + log(left + tie)) / 2
    else
        log(left) - log(right)
    if (!with_interval && !se.fit)
        return(u)
    if (object$info$outcome_law != "bradley_terry")
        reject("unsupported", "intervals of type \"link\" exist for Bradley-Terry only; ",
               "ask for type \"probability\", or for a contrast of scores")
    out <- data.frame(link = u)
    if (se.fit)
        out$se <- values[, "left.se"] / (left * right)
    if (with_interval) {
        out$lower <- log(values[, "left.lower"]) - log(values[, "right.upper"])
        out$upper <- log(values[, "left.upper"]) - log(values[, "right.lower"])
    }
    out
}

# The distinct comparisons of the model's data: context only where the model uses it. Comparisons
# that have no names to ask by (the anonymous judge beside named ones) are left out.
fitted_cells <- function(object) {
    cells <- cell_table(.Call(C_model_set, model_handle(object)))
    keys <- c(if (tells_contexts(object)) "context", if (tells_judges(object)) "judge", "left",
              "right")
    keys <- keys[!vapply(cells[keys], function(key) all(is.na(key)), NA)]
    cells <- cells[stats::complete.cases(cells[keys]), ]
    counts <- cells[cell_columns[1:5]]
    id <- do.call(paste, c(lapply(cells[keys], as.integer), sep = " "))
    first <- !duplicated(id)
    out <- cells[first, keys]
    out[names(counts)] <- rowsum(counts, factor(id, levels = id[first]))
    row.names(out) <- NULL
    out
}

fitted.duel <- function(object, ...) {
    probability <- predict.duel(object)
    names(probability) <- paste0("p_", names(probability))
    cbind(fitted_cells(object), probability)
}
