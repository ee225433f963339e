# Probabilities of comparisons.

# Which of judge and context change a prediction of this model.
tells_judges <- function(object, kinds = covariate_kinds(object)) {
    info <- object$info
    info$strength != "pooled" || info$position == "by_judge" ||
        (has_ties(info) && info$threshold_offsets == "by_judge") ||
        "judge_item" %in% kinds
}

tells_contexts <- function(object, kinds = covariate_kinds(object))
    any(kinds %in% c("context", "answer"))

# A variable of the model in newdata; NULL if it is optional and newdata does not have it.
new_variable <- function(object, name, newdata, needed_by = NULL) {
    expression <- object$variables[[name]]
    if (is.null(expression) && is.null(needed_by))
        return(NULL)
    # The column of a side that is a data frame is no variable.
    side <- if (is.call(expression) && identical(expression[[1L]], quote(`$`))) expression[[2L]] else expression
    absent <- if (is.null(expression)) name else setdiff(all.vars(side), names(newdata))
    if (length(absent) && is.null(needed_by))
        return(NULL)
    if (length(absent))
        reject("argument", "newdata has no column ", quoted(absent),
               if (nzchar(needed_by)) paste0(", which ", needed_by, " needs"))
    if (is.null(expression))
        return(newdata[[name]])
    env <- if (is.null(object$formula)) baseenv() else environment(object$formula)
    one_each(eval(expression, newdata, env), newdata, name)
}

one_each <- function(value, newdata, name) {
    if (!is.data.frame(newdata))
        return(value)
    if (length(value) == 1L)
        value <- rep(value, nrow(newdata))
    if (length(value) != nrow(newdata))
        reject("argument", name, " has ", counted(length(value), "value"), " in ",
               counted(nrow(newdata), "row"), " of newdata")
    value
}

# The two sides of a covariate of rows, from newdata.
new_sides <- function(source, name, newdata) {
    lapply(source[c("left", "right")], function(side) {
        absent <- setdiff(all.vars(side), c(names(newdata), names(source$constants)))
        if (length(absent))
            reject("argument", "newdata has no column ", quoted(absent), ', which covariate "',
                   name, '" needs')
        one_each(covariate_numbers(eval(side, c(as.list(newdata), source$constants), source$environment),
                                   name), newdata, name)
    })
}

# The values in newdata of a covariate by context or by context and item, from its table.
table_sides <- function(table, name, context, left, right) {
    key <- function(context, item) paste(context, if (is.null(table$item)) "" else item, sep = "\r")
    at <- match(c(key(context, left), key(context, right)),
                key(as.character(table$context), as.character(table$item)))
    lone <- match(TRUE, is.na(at) & !is.na(rep(context, 2L)))
    if (!is.na(lone))
        reject("data", 'covariate "', name, '" has no value for context "', rep(context, 2L)[lone],
               if (!is.null(table$item)) paste0('" and item "', c(left, right)[lone]), '"',
               row = (lone - 1L) %% length(context) + 1L)
    value <- table$value[at]
    list(left = value[seq_along(context)], right = value[-seq_along(context)], item = !is.null(table$item))
}

# Values of all covariates that belong to rows or contexts, in newdata: lists of left and right.
new_covariates <- function(object, newdata, left, right) {
    sources <- object$covariate_sources
    tables <- !vapply(sources, is_row_source, NA)
    context <- if (any(tables))
        as.character(new_variable(object, "context", newdata,
                                  paste0('covariate "', names(sources)[tables][1L], '"')))
    Map(function(source, name)
        if (is_row_source(source)) new_sides(source, name, newdata)
        else table_sides(source, name, context, as.character(left), as.character(right)),
        sources, names(sources))
}

# A set with a context for each row of newdata, which has there the values of the covariates.
new_contexts <- function(values, rows) {
    contexts <- as.character(seq_along(rows$left))
    set <- named_set(rows$items, contexts = contexts)
    for (name in names(values)) {
        value <- values[[name]]
        by_item <- !identical(value$item, FALSE)
        covariate <- list(name = name, item = if (by_item) rows$items[c(rows$left, rows$right)],
                          context = rep(contexts, if (by_item) 2L else 1L),
                          value = as.double(c(value$left, if (by_item) value$right)))
        with_rows(duel_set_covariate(set, covariate), rep(rows$source, 2L))
    }
    set
}

predict.duel <- function(object, newdata = NULL, type = c("probability", "link", "response"),
                         interval = c("none", "confidence"), level = 0.95, se.fit = FALSE,
                         covariance = "auto", ignore_position = FALSE, contexts = NULL, ...) {
    type <- match.arg(type)
    # As glm() calls it.
    if (type == "response")
        type <- "probability"
    interval <- match.arg(interval)
    if (is.null(newdata)) {
        newdata <- fitted_cells(object)
        object$variables <- set_variables
        object$covariate_sources <- object$item_terms <- NULL
    }
    if (!is.data.frame(newdata) && (is.null(object$item_terms) || !is.list(newdata)))
        reject("argument", "newdata is of class ", quoted(class(newdata)), ", not a data frame")
    names <- if (is.data.frame(newdata)) row.names(newdata)
    # Terms of a list find their tables in it; variables of rows are found in its data frames.
    if (!is.data.frame(newdata))
        newdata <- data_columns(newdata)
    values <- probabilities(object, newdata, level = level, covariance = covariance,
                            ignore_position = ignore_position, contexts = contexts, ...)
    if (type == "link")
        return(link_table(object, values, interval == "confidence", se.fit, names))
    parts <- c("estimate", if (se.fit) "se", if (interval == "confidence") c("lower", "upper"))
    sides <- c("left", "right", if (has_ties(object$info)) "tie",
               if (object$info$outcomes > 3) "both_bad")
    wanted <- as.vector(outer(parts, sides, function(part, side) paste(side, part, sep = ".")))
    out <- as.data.frame(values[, wanted, drop = FALSE], row.names = names)
    names(out) <- sub(".estimate", "", wanted, fixed = TRUE)
    out
}

# Whether covariates come from the columns of newdata, rather than from contexts by their names.
from_columns <- function(object, newdata, contexts) {
    rows <- Filter(is_row_source, object$covariate_sources)
    if (!length(rows) || !is.null(contexts))
        return(FALSE)
    columns <- unlist(lapply(rows, function(source) c(all.vars(source$left), all.vars(source$right))))
    named <- object$variables[["context"]]
    any(columns %in% names(newdata)) || is.null(named) ||
        !all(all.vars(named) %in% names(newdata))
}

# The values of the terms in newdata; NULL for models without any. A frame of the fit knows its own.
terms_at <- function(object, newdata) {
    if (is.null(object$item_terms)) NULL
    else if (!is.null(object$term_values)) object$term_values
    else new_terms(object, newdata)
}

# An item whose score is fixed at zero is no more than its covariates, and so is one that the fit does not
# know: any of the former stands for the latter.
known_items <- function(object, left, right) {
    left <- as.character(left)
    right <- as.character(right)
    if (is_structured(object)) {
        plain <- object$items[object$options$fixed_scores %in% 0]
        stand_in <- function(names, other) {
            new <- which(!names %in% object$items)
            if (length(plain) >= 2L)
                names[new] <- ifelse(other[new] == plain[1L], plain[2L], plain[1L])
            names
        }
        left <- stand_in(left, right)
        right <- stand_in(right, left)
    }
    list(left = left, right = right)
}

# rows x 12, or 16 where "both bad" is an outcome; NA where newdata has NA.
probabilities <- function(object, newdata, contexts = NULL, ignore_position = FALSE, ...) {
    kinds <- covariate_kinds(object)
    terms <- if (is.null(contexts)) terms_at(object, newdata)
    kinds <- kinds[!names(kinds) %in% names(terms)]
    needing <- function(which, among = kinds)
        if (any(among %in% which)) paste0('covariate "', names(among)[among %in% which][1L], '"')
    left <- new_variable(object, "left", newdata, "")
    right <- new_variable(object, "right", newdata, "")
    by_row <- !is.null(terms) || from_columns(object, newdata, contexts)
    values <- c(terms, if (by_row) new_covariates(object, newdata, left, right))
    judge <- if (tells_judges(object, kinds))
        new_variable(object, "judge", newdata, needing("judge_item"))
    # Slopes are those of a judge, position effects may be left out, and without a context there are no interactions.
    in_play <- kinds[!names(kinds) %in% c(if (is.null(judge)) object$sensitivity_covariates,
                                          setdiff(object$interactions, object$covariates))]
    context <- if (!by_row && tells_contexts(object, kinds))
        new_variable(object, "context", newdata,
                     needing(c("answer", if (!ignore_position) "context"), in_play))
    columns <- list(left = left, right = right, judge = judge, context = context)
    columns <- columns[!vapply(columns, is.null, NA)]
    known <- c(columns, lapply(values, `[[`, "left"), lapply(values, `[[`, "right"))
    complete <- Reduce(`&`, lapply(known, function(x) !is.na(x)))
    names <- outer(estimate_columns,
                   c("left", "right", "tie", if (object$info$outcomes > 3) "both_bad"),
                   function(part, side) paste(side, part, sep = "."))
    out <- matrix(NA_real_, length(complete), length(names), dimnames = list(NULL, as.vector(names)))
    if (any(complete)) {
        kept <- lapply(columns, `[`, complete)
        if (!is.null(terms))
            kept[c("left", "right")] <- known_items(object, kept$left, kept$right)
        rows <- rows_list(kept$left, kept$right, kept$judge, kept$context,
                          source = which(complete))
        options <- inference(object, "probabilities", contexts = contexts, ignore_position = ignore_position, ...)
        if (by_row) {
            kept <- lapply(values, function(value)
                list(left = value$left[complete], right = value$right[complete], item = value$item))
            rows$context <- seq_along(rows$left)
            rows$contexts <- as.character(rows$context)
            options$contexts <- new_contexts(kept, rows)
        }
        found <- with_rows(duel_model_predict(model_handle(object), rows = rows, options = options,
                                              capacity = sum(complete) * length(names)), rows$source)
        out[complete, ] <- matrix(found, ncol = length(names), byrow = TRUE)
    }
    out
}

# The z with P(Z <= z) = p; q is 1 - p.
normal_quantile <- function(p, q)
    ifelse(p < q, stats::qnorm(p), stats::qnorm(q, lower.tail = FALSE))

# u from the probabilities: log(P(left) / P(right)), or under Rao-Kupper the mean of
# logit P(left) and -logit P(right), where 1 - P is known as the sum of the others; under probit that of
# their normal quantiles, each taken where it is small.
link_table <- function(object, values, with_interval, se.fit, names) {
    left <- values[, "left.estimate"]
    right <- values[, "right.estimate"]
    tie <- values[, "tie.estimate"]
    probit <- object$info$noise == "normal"
    u <- if (probit)
        (normal_quantile(left, right + tie) - normal_quantile(right, left + tie)) / 2
    else if (object$info$outcome_law == "rao_kupper")
        (log(left) - log(right + tie) - log(right) + log(left + tie)) / 2
    else
        log(left) - log(right)
    if (!with_interval && !se.fit)
        return(stats::setNames(as.vector(u), names))
    if (object$info$outcome_law != "bradley_terry")
        reject("unsupported", "intervals of type \"link\" exist for Bradley-Terry only; ",
               "ask for type \"probability\", or for a contrast of scores")
    out <- data.frame(link = as.vector(u), row.names = names)
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
    kinds <- covariate_kinds(object)
    keys <- c(if (tells_contexts(object, kinds)) "context", if (tells_judges(object, kinds)) "judge",
              "left", "right")
    keys <- keys[!vapply(cells[keys], function(key) all(is.na(key)), NA)]
    cells <- cells[stats::complete.cases(cells[keys]), ]
    counts <- cells[count_columns]
    id <- do.call(paste, c(lapply(cells[keys], as.integer), sep = " "))
    first <- !duplicated(id)
    out <- cells[first, keys]
    out[names(counts)] <- rowsum(counts, factor(id, levels = id[first]))
    row.names(out) <- NULL
    out
}

fitted.duel <- function(object, by = c("cell", "row"), ...) {
    unused(...)
    if (match.arg(by) == "row") {
        frame <- model.frame.duel(object)
        probability <- row_probabilities(object, frame)
        dimnames(probability) <- list(row.names(frame), paste0("p_", colnames(probability)))
        return(as.data.frame(stats::naresid(object$na.action, probability)))
    }
    probability <- predict.duel(object)
    names(probability) <- paste0("p_", names(probability))
    cbind(fitted_cells(object), probability)
}
