# From a formula and data to the rows that C reads (src/columns.c).

# The two summands on the right of a formula, unevaluated.
two_sides <- function(formula, form) {
    sides <- formula[[length(formula)]]
    is_sum <- function(x) is.call(x) && identical(x[[1L]], quote(`+`))
    if (!is_sum(sides) || length(sides) != 3L || is_sum(sides[[2L]]))
        reject("argument", "the formula is ", deparse1(formula), "; it must have the form ", form)
    list(left = sides[[2L]], right = sides[[3L]])
}

# result ~ left + right, as unevaluated variables.
formula_variables <- function(formula) {
    if (length(formula) != 3L)
        reject("argument", "the formula is ", deparse1(formula),
               "; it must have the form result ~ left + right")
    found <- c(list(result = formula[[2L]]), two_sides(formula, "result ~ left + right"))
    # R takes a term once, and a result is none: the formula then has fewer variables than a comparison.
    again <- anyDuplicated(found[vapply(found, is.language, NA)])
    if (again)
        reject("argument", "the formula is ", deparse1(formula), ", in which ", deparse1(found[[again]]), " stands twice; it must ",
               "have the form result ~ left + right")
    found
}

# The model frame of a call to duel() or duel_set(), with the columns judge, context, cluster, ordered, weights,
# sides of row-level covariates, and the position of each row in the data. `subset` and
# `na.action` act on all of them together.
comparison_frame <- function(call, formula, data, env, covariates, columns = NULL) {
    variables <- formula_variables(formula)
    keep <- match(c("data", "subset", "na.action", "weights", "judge", "context", "cluster", "ordered"), names(call), 0L)
    frame <- call[c(1L, keep)]
    frame[[1L]] <- quote(stats::model.frame)
    rows <- if (is.data.frame(data)) nrow(data)
            else NROW(eval(variables$left, data, environment(formula)))
    label <- deparse1(formula[[2L]])
    # A number stands for all rows: the result where columns are winners and losers, one side of a covariate.
    in_rows <- function(x) if (rows > 1L && is.numeric(x) && length(x) == 1L) rep(x, rows) else x
    formula[[2L]] <- in_rows(variables$result)
    frame$formula <- formula
    # The data as they were read, whatever their name means by now.
    if (!is.null(frame$data))
        frame$data <- if (is.list(data) && !is.data.frame(data)) list2env(data, parent = environment(formula)) else data
    for (name in c("judge", "context", "cluster"))
        if (rows > 1L && is.character(frame[[name]]))
            reject("argument", name, " is the text ", quoted(frame[[name]]), "; give the variable: ", name, " = ", frame[[name]])
    if (!is.null(frame$ordered))
        frame$ordered <- repeated(frame$ordered, rows)
    frame[names(columns)] <- columns
    frame$source <- seq_len(rows)
    for (name in names(covariates)) {
        if (inherits(covariates[[name]], "formula")) {
            sides <- two_sides(covariates[[name]], "~ left + right")
            frame[[paste0("left of ", name)]] <- in_rows(sides$left)
            frame[[paste0("right of ", name)]] <- in_rows(sides$right)
        }
    }
    out <- eval(frame, env)
    names(out)[1L] <- label
    if (nrow(out) == 0L)
        reject("data", "no row is left after subset and na.action")
    out
}

# Words for outcomes: what left and right are called in the usual sources.
outcome_words <- list(
    OUTCOME_LEFT = c("left", "a", "model a"),
    OUTCOME_RIGHT = c("right", "b", "model b"),
    OUTCOME_TIE = c("tie", "draw", "equal"),
    OUTCOME_BOTH_GOOD = c("both good", "bothgood", "tie bothgood", "tie both good"),
    OUTCOME_BOTH_BAD = c("both bad", "bothbad", "tie bothbad", "tie both bad")
)

outcome_codes <- function(result, source, items) {
    result <- as.factor(result)
    named <- match(TRUE, (levels(result) %in% items)[result])
    if (!is.na(named))
        reject("data", 'outcome is "', as.character(result[named]), '", which is the name of an item; ',
               "say which side it means: a score such as 1 * (winner == left), or the words ",
               quoted(vapply(outcome_words, `[`, "", 1L)), row = source[named])
    plain <- trimws(gsub("[^a-z]+", " ", tolower(levels(result))))
    name <- rep(names(outcome_words), lengths(outcome_words))[match(plain, unlist(outcome_words))]
    unknown <- match(TRUE, is.na(name)[result])
    if (!is.na(unknown))
        reject("data", 'outcome is "', as.character(result[unknown]), '"; the words are ',
               quoted(vapply(outcome_words, `[`, "", 1L)), row = source[unknown])
    vapply(name, function(one) if (is.na(one)) NA_integer_ else constant(one), 0L,
           USE.NAMES = FALSE)[result]
}

# Whether all levels are words for outcomes.
all_words <- function(levels)
    all(trimws(gsub("[^a-z]+", " ", tolower(levels))) %in% unlist(outcome_words))

graded <- function(x) {
    if (!is.numeric(x))
        reject("argument", "x is of class ", quoted(class(x)), "; it must be whole numbers, negative where right is ahead")
    most <- max(abs(x), 1, na.rm = TRUE)
    wrong <- match(TRUE, !is.na(x) & (x != floor(x) | abs(x) > 5))
    if (!is.na(wrong))
        reject("argument", "x[", wrong, "] is ", x[wrong], "; grades are whole numbers from -5 to 5")
    ordered(x, levels = seq(-most, most))
}

# Grades from the levels of an ordered factor: their numbers where they are numbers, else how far they are from the middle.
grades_of <- function(result, source) {
    missing <- match(TRUE, is.na(result))
    if (!is.na(missing))
        reject("data", "the result is missing", row = source[missing])
    numbers <- suppressWarnings(as.numeric(levels(result)))
    if (!anyNA(numbers))
        return(numbers[as.integer(result)])
    count <- nlevels(result)
    if (count > 11L || count < 2L)
        reject("argument", "the result has ", counted(count, "level"), "; grades have 2 to 11")
    half <- count %/% 2L
    as.double(if (count %% 2L) seq(-half, half) else c(seq(-half, -1L), seq_len(half)))[as.integer(result)]
}

# The answer as score, outcome, grade or counts.
answer <- function(result, source, items) {
    if (is.matrix(result) && is.numeric(result) && ncol(result) > 1L) {
        if (ncol(result) > 5L)
            reject("argument", "the result has ", ncol(result), " columns; counts are ",
                   "cbind(wins, losses, ties, both_good, both_bad), the last three if wanted")
        called <- tolower(colnames(result))
        if (length(called) && (grepl("^los", called[1L]) || grepl("^w[io]n", called[2L])))
            reject("argument", "the counts are cbind(wins, losses, ties, both_good, both_bad), in this order; the first column is ",
                   "called ", quoted(colnames(result)[1L]), " and the second ", quoted(colnames(result)[2L]))
        storage.mode(result) <- "double"
        return(list(counts = unname(result)))
    }
    if (is.logical(result) || is.numeric(result))
        return(list(score = as.double(result)))
    if (is.ordered(result) && !all_words(levels(result)))
        return(list(grade = grades_of(result, source)))
    if (is.factor(result) || is.character(result))
        return(list(outcome = outcome_codes(result, source, items)))
    reject("argument", "the result is of class ", quoted(class(result)),
           "; it must be a score (1, 0.5, 0), an outcome, an ordered factor of grades or cbind(wins, losses)")
}

# Names in the order of a factor's levels, or of bytes, which no locale changes.
name_order <- function(x) {
    if (is.factor(x)) levels(x) else sort(unique(as.character(x)), method = "radix")
}

# Numbers as names: 100000 is "100000", whether integer or double.
number_names <- function(x) {
    ifelse(x == floor(x) & abs(x) < 1e15, sprintf("%.0f", x), as.character(x))
}

# Columns as factors with common levels, which all occur.
common_factors <- function(...) {
    columns <- list(...)
    if (all(vapply(columns, is.numeric, NA))) {
        values <- sort(unique(unlist(columns)))
        return(lapply(columns, function(x)
            factor(match(x, values), levels = seq_along(values), labels = number_names(values))))
    }
    plain <- !vapply(columns, is.factor, NA)
    levels <- if (all(plain)) name_order(unlist(lapply(columns, as.character)))
              else unique(unlist(lapply(columns[order(plain)], name_order)))
    columns <- lapply(columns, as.character)
    levels <- levels[levels %in% unlist(columns)]
    lapply(columns, factor, levels = levels)
}

# Names that are perhaps one, but make two.
tell_alike <- function(names, what) {
    plain <- tolower(trimws(names, whitespace = "[\\h\\v]"))
    twin <- anyDuplicated(plain)
    if (twin)
        warning("two ", what, ' though only blanks or capital letters differ: ',
                quoted(names[plain == plain[twin]]), call. = FALSE)
}

# A call for a value that stands for all rows if it is one.
repeated <- function(call, rows) as.call(list(quote(rep_len), call, rows))

rows_list <- function(left, right, judge = NULL, context = NULL, answer = NULL, weight = NULL,
                      importance = FALSE, source = seq_along(left), cluster = NULL, ordered = NULL) {
    items <- common_factors(left, right)
    judge <- if (!is.null(judge)) common_factors(judge)[[1L]]
    context <- if (!is.null(context)) common_factors(context)[[1L]]
    cluster <- if (!is.null(cluster)) common_factors(cluster)[[1L]]
    present <- list(left = items[[1L]], right = items[[2L]], judge = judge, context = context, cluster = cluster)
    for (name in names(present)) {
        missing <- match(TRUE, is.na(present[[name]]))
        if (!is.na(missing))
            reject("data", name, " is missing", row = source[missing])
        empty <- match("", levels(present[[name]]))
        if (!is.na(empty))
            reject("name", name, " is an empty name",
                   row = source[match(empty, as.integer(present[[name]]))])
    }
    tell_alike(levels(items[[1L]]), "items")
    tell_alike(levels(judge), "judges")
    list(left = as.integer(items[[1L]]), right = as.integer(items[[2L]]),
         items = levels(items[[1L]]),
         judge = if (!is.null(judge)) as.integer(judge), judges = levels(judge),
         context = if (!is.null(context)) as.integer(context), contexts = levels(context),
         cluster = if (!is.null(cluster)) as.integer(cluster), clusters = levels(cluster),
         ordered = if (!is.null(ordered)) order_numbers(ordered, source),
         score = answer$score, outcome = answer$outcome, grade = answer$grade, counts = answer$counts,
         weight = if (!is.null(weight)) plain_numbers(weight, "weights"), importance = importance,
         source = source)
}

frame_rows <- function(frame, importance, by_row) {
    source <- frame[["(source)"]]
    context <- frame[["(context)"]]
    if (is.null(context) && by_row)
        context <- source
    rows_list(frame[[2L]], frame[[3L]], frame[["(judge)"]], context,
              answer(frame[[1L]], source, unique(c(as.character(frame[[2L]]), as.character(frame[[3L]])))),
              frame[["(weights)"]], importance, source, frame[["(cluster)"]], frame[["(ordered)"]])
}

# Whether left was shown first, as the library takes it.
order_numbers <- function(ordered, source) {
    if (!is.logical(ordered) && !is.numeric(ordered))
        reject("argument", "ordered is of class ", quoted(class(ordered)),
               "; it must be TRUE where left was shown first, FALSE where no order is known")
    missing <- match(TRUE, is.na(ordered))
    if (!is.na(missing))
        reject("data", "ordered is missing", row = source[missing])
    as.double(ordered)
}
