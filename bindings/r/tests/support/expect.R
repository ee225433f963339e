# Helpers of the tests beyond stopifnot().

# Equal to the reference within an absolute or a relative tolerance, and named alike if asked.
near <- function(actual, expected, tolerance = 1e-6, relative = FALSE) {
    stopifnot(length(actual) == length(expected), length(actual) > 0L, !anyNA(actual))
    error <- max(abs(actual - expected) / if (relative) abs(expected) else 1)
    if (!(error <= tolerance))
        stop(deparse1(substitute(actual)), " is off by ", format(error), ", more than ", tolerance)
    invisible(error)
}

# The condition that the expression raises: of this class, with this row and this text.
fails <- function(expr, class, text = "", row = NA) {
    met <- tryCatch({
        expr
        NULL
    }, condition = identity)
    if (is.null(met))
        stop(deparse1(substitute(expr)), " did not fail")
    if (!inherits(met, class))
        stop("expected ", class, ", got ", class(met)[1L], ": ", conditionMessage(met))
    if (!grepl(text, conditionMessage(met), fixed = TRUE))
        stop("the message does not say ", text, ": ", conditionMessage(met))
    named <- if (is.null(met$row)) NA else met$row
    if (!identical(as.numeric(named), as.numeric(row)))
        stop("expected row ", row, ", got ", named, ": ", conditionMessage(met))
    invisible(met)
}
