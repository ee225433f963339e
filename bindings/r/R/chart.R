# Drawings by the library, as it draws them in every language; plot() draws with R's own graphics.

# A matrix, or a vector as its only column, as SVG: a text.
chart <- function(x, type = "intervals", title = NULL, note = NULL, axis = NULL, labels = rownames(x),
                  names = colnames(x), sides = NULL, lower = NULL, upper = NULL, groups = NULL, group_names = NULL,
                  limits = NULL, positions = NULL, range = NULL, logarithmic = FALSE, equal_axes = FALSE,
                  arrows = FALSE, downward = FALSE, file = NULL) {
    if (is.null(dim(x)))
        x <- matrix(x, dimnames = if (!is.null(base::names(x))) list(base::names(x), NULL))
    x <- as.matrix(x)
    if (!is.numeric(x))
        reject("argument", "x must be numbers: a matrix, a vector or a data frame")
    if (is.factor(groups)) {
        group_names <- if (is.null(group_names)) levels(groups) else group_names
        groups <- as.integer(groups)
    }
    text <- function(value) if (!is.null(value)) enc2utf8(paste(as.character(value), collapse = "\n"))
    texts <- function(value) if (length(value)) enc2utf8(as.character(value))
    by_row <- function(ends, name) {
        if (is.null(ends))
            return(NULL)
        if (length(ends) != length(x))
            reject("argument", sprintf("%s has %d values; x has %d", name, length(ends), length(x)))
        as.double(t(matrix(as.double(as.matrix(ends)), nrow(x), ncol(x))))
    }
    numbers <- function(value) if (!is.null(value)) as.double(value)
    if (!is.null(range) && (!is.numeric(range) || length(range) != 2L))
        reject("argument", "range must be two numbers")
    # Missing numbers have no place; labels of a tree are those of its leaves, which x does not name.
    options <- list(chart = code(type, "type", "chart"), title = text(title), note = text(note), axis = text(axis),
                    labels = texts(labels), names = texts(names), sides = texts(sides), lower = by_row(lower, "lower"),
                    upper = by_row(upper, "upper"), groups = if (!is.null(groups)) as.integer(groups) - 1L,
                    group_names = texts(group_names), limits = numbers(limits), positions = numbers(positions),
                    least = range[1L], most = range[2L], logarithmic = as.integer(isTRUE(logarithmic)),
                    equal_axes = as.integer(isTRUE(equal_axes)), arrows = as.integer(isTRUE(arrows)),
                    downward = as.integer(isTRUE(downward)))
    storage.mode(x) <- "double"
    bytes <- duel_matrix_chart(as.double(t(x)), rows = nrow(x), columns = ncol(x), options = options)
    svg <- rawToChar(bytes[-length(bytes)])
    Encoding(svg) <- "UTF-8"
    if (is.null(file))
        return(svg)
    writeLines(svg, file, sep = "", useBytes = TRUE)
    invisible(svg)
}
