# Covariates: of items, of contexts and items (row by row, through a formula), or by any keys.

# The argument as a named list. A matrix or data frame has a row for each item.
covariate_list <- function(covariates) {
    if (!length(covariates))
        return(list())
    if (is.matrix(covariates) || (is.data.frame(covariates) && is.null(covariates$value))) {
        if (is.null(rownames(covariates)) || is.null(colnames(covariates)))
            reject("argument", "covariates has no row names or no column names; rows are items")
        columns <- colnames(covariates)
        covariates <- lapply(columns, function(column)
            stats::setNames(as.double(covariates[, column]), rownames(covariates)))
        names(covariates) <- columns
        return(covariates)
    }
    if (!is.list(covariates) || is.data.frame(covariates) || is.null(names(covariates)) ||
        any(names(covariates) == "") || anyDuplicated(names(covariates)))
        reject("argument", "covariates must be a list with a different name for each covariate, ",
               "or a matrix or data frame with a row for each item")
    covariates
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
        with_rows(.Call(C_set_covariate, set, name, keys$item, keys$context, keys$judge,
                        keys$value), keys$source)
    }
    set
}

item_keys <- function(name, value) {
    if (!is.numeric(value) || is.null(names(value)))
        reject("argument", 'covariate "', name, '" must be numbers named by items, a data frame ',
               "with a column value, or a formula ~ left + right")
    list(item = names(value), value = as.double(value), source = seq_along(value))
}

table_keys <- function(name, table) {
    if (!is.numeric(table$value) || !any(c("item", "context", "judge") %in% names(table)))
        reject("argument", 'covariate "', name, '" needs a numeric column value and columns ',
               "among item, context, judge")
    text <- function(key) if (!is.null(table[[key]])) as.character(table[[key]])
    keys <- list(item = text("item"), context = text("context"), judge = text("judge"),
                 value = as.double(table$value), source = seq_len(nrow(table)))
    keys[!vapply(keys, is.null, NA)]
}

row_keys <- function(name, rows, frame) {
    sides <- c(frame[[paste0("(left of ", name, ")")]], frame[[paste0("(right of ", name, ")")]])
    if (!is.numeric(sides))
        reject("argument", 'covariate "', name, '" must be numbers on both sides')
    list(item = rows$items[c(rows$left, rows$right)],
         context = rep(rows$contexts[rows$context], 2L),
         value = as.double(sides), source = rep(rows$source, 2L))
}
