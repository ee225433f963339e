# Boards of scores by task, whose means are estimates.

board <- function(formula, data, group = NULL, run = NULL, weight = NULL) {
    two <- if (inherits(formula, "formula") && length(formula) == 3L) formula[[3L]]
    if (!is.call(two) || !identical(two[[1L]], as.name("|")) || length(two) != 3L)
        reject("argument", "formula must be score ~ item | context, such as accuracy ~ model | task")
    value <- function(expression) eval(expression, data, environment(formula))
    side <- function(x, argument) {
        if (inherits(x, "formula"))
            return(if (length(x) == 2L) value(x[[2L]])
                   else reject("argument", argument, " must have one side, such as ~ repository"))
        if (is.character(x) && length(x) == 1L && x %in% names(data)) data[[x]] else x
    }
    score <- value(formula[[2L]])
    if (!is.numeric(score) && !is.logical(score))
        reject("argument", "the score is of class ", quoted(class(score)), "; it must be numbers")
    rows <- list(item = value(two[[2L]]), context = value(two[[3L]]), group = side(group, "group"), run = side(run, "run"),
                 weight = side(weight, "weight"))
    for (name in names(rows))
        if (!is.null(rows[[name]]) && length(rows[[name]]) != length(score))
            reject("size", name, " has ", counted(length(rows[[name]]), "value"), ", not ", length(score))
    out <- list(score = as.double(score), weight = if (!is.null(rows$weight)) as.double(rows$weight))
    for (name in c("item", "context", "group", "run")) {
        column <- rows[[name]]
        if (is.null(column))
            next
        column <- as.factor(column)
        if (name %in% c("item", "context") && anyNA(column))
            reject("name", name, ": the name is missing in row ", which(is.na(column))[1L])
        # Code -1 is none.
        codes <- as.integer(column)
        codes[is.na(codes)] <- -1L
        out[[name]] <- codes
        out[[paste0(name, "s")]] <- levels(column)
    }
    out <- structure(out, class = "duel_scoreboard")
    # The library says what is wrong with it.
    scoreboard_handle(out)
    out
}

# The items, in the order in which the rows mention them.
scoreboard_items <- function(object) set_names(duel_board_names(scoreboard_handle(object)), "KIND_ITEM")

scoreboard_handle <- function(object)
    handle_for("scoreboards", unclass(object), function() {
        handle <- duel_board_new()
        duel_board_append(handle, unclass(object))
        handle
    })

facts.duel_scoreboard <- function(object, ...) {
    unused(...)
    found <- duel_board_info(scoreboard_handle(object))
    list(items = found$items, contexts = found$contexts, groups = found$group_count, rows = found$rows,
         rows_without_score = found$rows_without_score, cells = found$cells)
}

variance <- function(object, ...) UseMethod("variance")

variance.duel_scoreboard <- function(object, ...) {
    unused(...)
    duel_board_variance(scoreboard_handle(object))
}

print.duel_scoreboard <- function(x, ...) {
    found <- facts(x)
    cat("Scores of ", counted(found$items, "item"), " on ", counted(found$contexts, "task"),
        if (found$groups > 0) paste0(" in ", counted(found$groups, "group")), ": ", counted(found$cells, "cell"), "\n", sep = "")
    invisible(x)
}

duel_estimate.duel_scoreboard <- function(object, groups = "sample", average = "tasks", missing = "additive", runs = "mean",
                                          k = NULL, population = NULL, lower_is_better = FALSE, correction = "auto", ...) {
    unused(...)
    asked <- list(groups_are = code(groups, "groups_are"), average = code(average, "average"), runs = code(runs, "runs"),
                  k = if (!is.null(k)) number(k, "k"), population = if (!is.null(population)) number(population, "population"),
                  lower_is_better = as.integer(flag(lower_is_better, "lower_is_better")))
    is_value <- is.numeric(missing)
    asked$missing <- if (is_value) constant("MISSING_NUMBER") else code(missing, "missing")
    asked$missing_value <- if (is_value) number(missing, "missing")
    out <- structure(class = "duel_estimate", list(
        items = scoreboard_items(object), board = object, asked = asked, correction = correction, only_differences = FALSE,
        lower_is_better = flag(lower_is_better, "lower_is_better")))
    found <- estimates.duel_estimate(out)
    out$values <- stats::setNames(found$estimate, out$items)
    out
}
