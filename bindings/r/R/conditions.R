# Errors are conditions of class duel_error_<kind>, duel_error, error, with a field `row`: the
# one-based row of the data that the error concerns, or NA.

duel_error <- function(kind, detail, row = NA_real_) {
    text <- if (is.na(row)) detail else sprintf("row %.0f: %s", row, detail)
    structure(
        class = c(paste0("duel_error_", kind), "duel_error", "error", "condition"),
        list(message = text, call = NULL, row = row, detail = detail)
    )
}

# Called from C with the name of the status (src/status.c), the library's message, and the row.
raise <- function(status, message, row) {
    if (status == "DUEL_ERR_CANCELLED")
        stop(structure(
            class = c("duel_cancelled", "interrupt", "condition"),
            list(message = "cancelled", call = NULL)
        ))
    stop(duel_error(tolower(sub("^DUEL_ERR_", "", status)), in_words_of_r(message), row))
}

# Fields of C that are arguments of another name here.
arguments_of <- c(fixed_scores = "fixed", tie_model = "outcome", reference_item = "ref", reference_judge = "ref_judge",
                  bootstrap_interval = "interval", elo_scale = "scale")

# Those that are common words, too, where they head a message or a bracket.
heads_of <- c(intervals = "method", quantity = "type")

# The library's message with R's names: `fixed`, not `fixed_scores`; "davidson", not DUEL_DAVIDSON.
in_words_of_r <- function(message) {
    # What is quoted is a name of the user's.
    for (field in names(arguments_of))
        message <- gsub(paste0("(?<![\"\\w])", field, "(?![\"\\w])"), arguments_of[[field]], message, perl = TRUE)
    message <- gsub("choose another normalisation", "give another ref, or ref = NULL for scores that sum to zero", message, fixed = TRUE)
    message <- sub("^fixed_count is", "the length of fixed is", sub("^weight_count is", "the length of weights is", message))
    for (field in names(heads_of))
        message <- gsub(paste0("(^|\\()", field, "(: | is |\\[)"), paste0("\\1", heads_of[[field]], "\\2"), message)
    constants <- regmatches(message, gregexpr("DUEL_[A-Z0-9_]*[A-Z0-9]", message))[[1L]]
    for (name in unique(constants)) {
        plain <- sub("^DUEL_", "", name)
        prefix <- prefixes[startsWith(plain, prefixes)]
        word <- tolower(substring(plain, if (length(prefix)) max(nchar(prefix)) + 1L else 1L))
        message <- gsub(paste0(name, "\\b"), paste0('"', word, '"'), message)
    }
    message <- sub('accept ("\\w+")$', "accept = \\1", message)
    message <- sub("is not read by duel_\\w+: leave it at its default", "has no effect on this result: leave it out", message)
    gsub("\\bduel_(estimate|model|set)_(\\w+)", "\\2()", message)
}

# An error found on R's side, of the kind that the library would have raised.
reject <- function(kind, ..., row = NA_real_) stop(duel_error(kind, paste0(...), row))

# The library counts rows of what it is given; the user counts rows of the data, of which some
# were dropped. source[i] is the user's number of row i.
with_rows <- function(expr, source) {
    tryCatch(expr, duel_error = function(error) {
        if (is.na(error$row))
            stop(error)
        stop(duel_error(sub("^duel_error_", "", class(error)[1L]), error$detail,
                        source[error$row]))
    })
}

# Two values of one covariate for a context and an item, where rows have contexts that repeat.
with_contexts <- function(expr, context) {
    tryCatch(expr, duel_error_data = function(error) {
        if (is.null(context) || !grepl(", and was ", error$detail, fixed = TRUE))
            stop(error)
        stop(duel_error("data", paste0(error$detail, "; covariates of rows belong to the context and the item: give ",
                                       "the variable as cluster instead of context, so that rows may differ and errors are ",
                                       "clustered by it"), error$row))
    })
}

quoted <- function(x) paste0('"', x, '"', collapse = ", ")
