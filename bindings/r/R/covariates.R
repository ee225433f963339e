# Covariates: of items, of contexts and items (row by row, through a formula), or by any keys.

# The argument as a named list. A matrix or data frame has a row for each item.
covariate_list <- function(covariates) {
    if (!length(covariates))
        return(list())
    if (inherits(covariates, "formula"))
        reject("argument", "a formula of terms is for the covariates of duel(); ",
               "offsets are terms offset(..) of it, and sets take values")
    if (is.matrix(covariates) ||
        (is.data.frame(covariates) && !"value" %in% names(covariates))) {
        items <- covariate_items(covariates)
        # model.matrix() gives an intercept, which is the same for all items.
        columns <- setdiff(colnames(covariates), if (is.matrix(covariates)) "(Intercept)" else "item")
        covariates <- lapply(columns, function(column) {
            value <- if (is.data.frame(covariates)) covariates[[column]] else covariates[, column]
            stats::setNames(covariate_numbers(value, column), items)
        })
        names(covariates) <- columns
        return(covariates)
    }
    if (!is.list(covariates) || is.data.frame(covariates) || is.null(names(covariates)) ||
        any(names(covariates) == "") || anyDuplicated(names(covariates)))
        reject("argument", "covariates must be a list with a different name for each covariate, ",
               "or a matrix or data frame with a row for each item")
    covariates
}

# The items that the rows of a matrix or data frame belong to: row names, or a column `item`.
covariate_items <- function(covariates) {
    if (is.data.frame(covariates) && "item" %in% names(covariates))
        return(as.character(covariates[["item"]]))
    if (is.null(rownames(covariates)) || is.null(colnames(covariates)) ||
        (is.data.frame(covariates) && .row_names_info(covariates) < 0L))
        reject("argument", "covariates has no row names or no column names; rows are items: give ",
               "them as row names", if (is.data.frame(covariates)) ", or in a column item")
    rownames(covariates)
}

# A covariate as numbers. Factors and text are refused: their codes are no numbers of anything.
covariate_numbers <- function(value, name) {
    if (is.factor(value) || is.character(value))
        reject("argument", 'covariate "', name, '" is ', if (is.factor(value)) "a factor" else "text",
               "; values are numbers. Factors are terms of a formula, covariates = ~ ", name,
               "[..], or columns of model.matrix()")
    if (is.logical(value) || (is.numeric(value) && NCOL(value) == 1L))
        return(as.double(value))
    reject("argument", 'covariate "', name, '" is of class ', quoted(class(value)), ", not numbers")
}

row_level <- function(covariates) any(vapply(covariates, inherits, NA, what = "formula"))

# Put covariates into the set. Values of items that the set does not have are left out.
add_covariates <- function(set, covariates, rows, frame) {
    for (name in names(covariates)) {
        value <- covariates[[name]]
        keys <- if (inherits(value, "formula")) row_keys(name, rows, frame)
                else if (is.data.frame(value)) table_keys(name, value)
                else item_keys(name, value)
        if (!is.null(keys$item)) {
            known <- keys$item %in% rows$items
            keys <- lapply(keys, function(key) key[known])
        }
        refuse_missing(name, keys)
        with_contexts(with_rows(duel_set_covariate(set, c(list(name = name), keys[names(keys) != "source"])),
                                keys$source), keys$context)
    }
    set
}

# A value that is missing or infinite is refused with its covariate and what it belongs to.
refuse_missing <- function(name, keys) {
    at <- match(TRUE, !is.finite(keys$value))
    if (!is.na(at)) {
        owner <- intersect(c("item", "judge", "context"), names(keys))
        reject("data", 'covariate "', name, '" is ', format(keys$value[at]), " for ",
               paste0(owner, ' "', vapply(keys[owner], `[`, "", at), '"', collapse = ", "),
               row = keys$source[at])
    }
}

item_keys <- function(name, value) {
    if (!is.atomic(value) || is.null(names(value)))
        reject("argument", 'covariate "', name, '" must be numbers named by items, a data frame ',
               "with a column value, or a formula ~ left + right")
    list(item = names(value), value = covariate_numbers(value, name), source = seq_along(value))
}

table_keys <- function(name, table) {
    if (is.null(table[["value"]]) || !any(c("item", "context", "judge") %in% names(table)))
        reject("argument", 'covariate "', name, '" needs a numeric column value and columns ',
               "among item, context, judge")
    text <- function(key) if (!is.null(table[[key]])) as.character(table[[key]])
    keys <- list(item = text("item"), context = text("context"), judge = text("judge"),
                 value = covariate_numbers(table[["value"]], name), source = seq_len(nrow(table)))
    keys[!vapply(keys, is.null, NA)]
}

row_keys <- function(name, rows, frame) {
    sides <- c(covariate_numbers(frame[[paste0("(left of ", name, ")")]], name),
               covariate_numbers(frame[[paste0("(right of ", name, ")")]], name))
    # Values of one item and context, up to rounding.
    id <- paste(c(rows$left, rows$right), rows$context)
    first <- sides[match(id, id)]
    list(item = rows$items[c(rows$left, rows$right)],
         context = rep(rows$contexts[rows$context], 2L),
         value = ifelse(alike(sides, first) %in% TRUE, first, sides), source = rep(rows$source, 2L))
}

# The covariates that predict() takes from data alone: of rows the two sides, as calls that keep
# what they took from the data of the fit (such as the mean of scale()), and tables by context.
covariate_sources <- function(covariates, data, outside) {
    of <- function(value) {
        if (inherits(value, "formula")) {
            env <- environment(value)
            # Single values from outside of the data are part of the formula, not columns.
            others <- setdiff(all.vars(value), names(data))
            known <- c(outside[names(outside) %in% others],
                       lapply(stats::setNames(nm = setdiff(others, names(outside))), get0, env, ifnotfound = NULL))
            sides <- lapply(two_sides(value, "~ left + right"), function(side)
                stats::makepredictcall(eval(side, c(as.list(data), known), env), side))
            c(sides, list(constants = known[lengths(known) == 1L], environment = env))
        } else if (is.data.frame(value) && !is.null(value[["context"]]))
            value
    }
    if (!row_level(covariates))
        return(NULL)
    sources <- lapply(covariates, of)
    sources[!vapply(sources, is.null, NA)]
}

is_row_source <- function(source) !is.data.frame(source)

# The objects of the values of a covariate of a set. The library takes no values, not even none, under
# other keys than those that a covariate has.
covariate_kind <- function(set, name) {
    takes <- function(item = NULL, context = NULL, judge = NULL)
        tryCatch({
            duel_set_covariate(set, list(name = name, item = item, context = context, judge = judge,
                                         value = double()))
            TRUE
        }, duel_error_argument = function(error) FALSE)
    none <- character()
    if (takes(item = none)) "item"
    else if (takes(item = none, judge = none)) "judge_item"
    else if (takes(context = none)) "context"
    else "answer"
}

covariate_kinds <- function(object) {
    names <- unique(c(object$covariates, object$offsets, object$sensitivity_covariates, object$interactions))
    if (!length(names))
        return(character())
    set <- duel_set_copy(.Call(C_model_set, model_handle(object)))
    vapply(names, function(name) covariate_kind(set, name), "")
}
