# Covariates by a formula of terms, as BTm() of BradleyTerry2 takes them: `x[..]` is a value of the item, `y[judge]` of
# the judge. Every variable is evaluated once for both sides of all rows, the left ones above the right ones, so that
# factors, contrasts and transformations are the same on both; the model has the difference of the two.

# Columns of the data, and of the data frames in a list of them, whose rows may name the values.
data_columns <- function(data) {
    if (is.null(data) || is.data.frame(data) || !is.list(data))
        return(as.list(data))
    named <- function(table) {
        names <- attr(table, "row.names")
        lapply(as.list(table), function(x)
            if (is.character(names) && is.null(dim(x))) stats::setNames(x, names) else x)
    }
    columns <- c(data, do.call(c, unname(lapply(Filter(is.data.frame, data), named))))
    columns[nzchar(names(columns)) & !duplicated(names(columns))]
}

# The column of items of a side that is a data frame, as BTm() has them; NULL for other sides.
item_column <- function(side, value) {
    if (!is.data.frame(value))
        return(NULL)
    names <- names(value)[vapply(value, function(x) is.factor(x) || is.character(x), NA)]
    if (".." %in% names)
        return("..")
    if (length(names) != 1L)
        reject("argument", deparse1(side), " is a data frame with ", length(names),
               " columns of names; the items are its one factor, or a column ..")
    names
}

# The formula with `frame$column` for sides that are data frames.
with_item_columns <- function(formula, columns, env) {
    variables <- formula_variables(formula)
    for (at in 2:3) {
        side <- variables[[at]]
        column <- item_column(side, eval(side, columns, env))
        if (!is.null(column))
            formula[[3L]][[at]] <- call("$", side, as.name(column))
    }
    formula
}

# `x[f]` looks a value up by name, or by the level of a factor: never by the codes of a factor alone.
with_lookups <- function(expression) {
    if (!is.call(expression))
        return(expression)
    if (identical(expression[[1L]], quote(`[`)) && length(expression) == 3L)
        return(call(".value", call("quote", expression[[2L]]), with_lookups(expression[[3L]]),
                    deparse1(expression)))
    expression[-1L] <- lapply(as.list(expression[-1L]), with_lookups)
    expression
}

has_bars <- function(expression)
    is.call(expression) && (as.character(expression[[1L]])[1L] %in% c("|", "||") ||
                            any(vapply(as.list(expression[-1L]), has_bars, NA)))

# The terms before data: their variables, and whether items have scores of their own.
read_terms <- function(terms, formula, columns, contrasts) {
    if (length(terms) != 2L)
        reject("argument", "covariates are ", deparse1(terms), "; a formula of terms has no left side")
    if (has_bars(terms))
        reject("unsupported", "random effects, such as (1 | ..), are not in this version of duel; ",
               "leave the term out, or put .. in its place, with ridge = 1 / variance, which draws scores of items ",
               "towards what the other terms say")
    env <- environment(terms)
    sides <- formula_variables(formula)[c("left", "right")]
    id <- item_column(sides$left, eval(sides$left, columns, environment(formula)))
    if (is.null(id))
        id <- ".."
    parsed <- stats::terms(terms)
    free <- intersect(c("..", id), attr(parsed, "term.labels"))
    # Scores are no columns; only what interacts with items is.
    if (length(free) && sum(attr(parsed, "factors")[free, ] > 0) == 1L)
        parsed <- stats::terms(stats::update.formula(terms, stats::as.formula(paste("~ . -", free))))
    attr(parsed, "intercept") <- 1L
    variables <- as.list(attr(parsed, "variables"))[-1L]
    names(variables) <- vapply(variables, deparse1, "")
    list(formula = terms, terms = parsed, variables = lapply(variables, with_lookups), sides = sides, id = id,
         free = length(free) > 0L, free_label = free, contrasts = contrasts, environment = env,
         levels = list(), tables = list())
}

twice <- function(x) if (length(dim(x)) == 2L) x[rep(seq_len(nrow(x)), 2L), , drop = FALSE] else rep(x, 2L)

below <- function(left, right) if (length(dim(left)) == 2L) rbind(left, right) else c(left, right)

half <- function(x, right) {
    count <- NROW(x) / 2
    rows <- seq_len(count) + if (right) count else 0
    if (length(dim(x)) == 2L) x[rows, , drop = FALSE] else x[rows]
}

# Names of the items on both sides, with all levels where they are factors.
stacked_items <- function(left, right) {
    if (is.factor(left) && is.factor(right))
        return(factor(c(as.character(left), as.character(right)), union(levels(left), levels(right))))
    c(as.character(left), as.character(right))
}

# The values by the names of `at`: as they are named, or one for each level of a factor.
lookup_table <- function(values, at, label) {
    if (!is.atomic(values) || length(dim(values)) > 1L)
        reject("argument", label, ": what is looked up is of class ", quoted(class(values)), ", not values")
    if (is.null(names(values))) {
        if (!is.factor(at) || nlevels(at) != length(values))
            reject("argument", label, ": ", counted(length(values), "value"), " without names for ",
                   if (is.factor(at)) counted(nlevels(at), "level") else "text; name them")
        names(values) <- levels(at)
    }
    values
}

# Every variable of the terms on both sides. `known` are the tables that were looked up in the fit.
stacked_values <- function(source, columns, env, own_tables = TRUE) {
    sides <- lapply(source$sides, function(side) eval(side, columns, env))
    names_of <- function(side) if (is.data.frame(side)) side[[source$id]] else side
    items <- stacked_items(names_of(sides$left), names_of(sides$right))
    count <- length(items) / 2
    further <- if (is.data.frame(sides$left)) setdiff(intersect(names(sides$left), names(sides$right)), source$id)
    rows <- Filter(function(x) NROW(x) == count, columns[names(columns) %in% term_variables(source)])
    tables <- source$tables
    around <- list2env(as.list(source$outside), parent = source$environment)
    functions <- list(
        .value = function(expression, at, label) {
            if (!is.factor(at) && !is.character(at))
                return(eval(expression, columns, around)[at])
            if (is.null(tables[[label]]) || (own_tables && all(all.vars(expression) %in% names(columns))))
                tables[[label]] <<- lookup_table(eval(expression, columns, around), at, label)
            asked <- as.character(at)
            lone <- match(TRUE, !is.na(asked) & !asked %in% names(tables[[label]]))
            if (!is.na(lone))
                reject("data", label, ' has no value for "', asked[lone], '"', row = (lone - 1) %% count + 1)
            unname(tables[[label]][match(asked, names(tables[[label]]))])
        },
        sides = function(left, right) {
            full <- function(x) if (length(x) == 2 * count) x else rep(x, length.out = 2 * count)
            c(half(full(left), FALSE), half(full(right), TRUE))
        })
    mask <- c(stats::setNames(list(items, items), c("..", source$id)), functions,
              if (length(further)) Map(below, sides$left[further], sides$right[further]), lapply(rows, twice), columns)
    mask <- mask[nzchar(names(mask)) & !duplicated(names(mask))]
    values <- lapply(stats::setNames(names(source$variables), names(source$variables)), function(name) {
        value <- eval(source$variables[[name]], mask, around)
        if (NROW(value) == 1L)
            value <- rep(value, 2 * count)
        if (NROW(value) == count)
            value <- twice(value)
        if (NROW(value) != 2 * count)
            reject("argument", name, " has ", counted(NROW(value), "value"), " in ", counted(count, "row"),
                   "; values of items are ", name, "[..]")
        as_levels(value, source$levels[[name]], name)
    })
    list(values = values, items = items, tables = tables, further = further)
}

# Text as a factor; in new data with the levels of the fit.
as_levels <- function(value, levels, name) {
    if (is.character(value) && is.null(levels))
        return(factor(value, levels = name_order(value)))
    if (is.null(levels))
        return(value)
    strange <- setdiff(as.character(value), c(levels, NA))
    if (length(strange))
        reject("data", name, " is ", quoted(strange[1L]), "; the fit knows ", quoted(levels))
    factor(as.character(value), levels = levels)
}

# Values of items alone: where they are missing the item gets a score of its own, and other rows stay.
of_items <- function(name, source) {
    used <- all.vars(strip_quotes(source$variables[[name]]))
    length(used) > 0L && all(used %in% c("..", source$id))
}

# Values that are looked up row by row: the sides, and variables of terms besides tables and items.
term_variables <- function(source)
    setdiff(unlist(lapply(c(source$sides, lapply(source$variables, strip_quotes)), all.vars)), c("..", source$id))

strip_quotes <- function(expression) {
    if (!is.call(expression))
        return(expression)
    if (identical(expression[[1L]], quote(quote)))
        return(NULL)
    as.call(lapply(as.list(expression), strip_quotes))
}

missing_values <- function(value) if (length(dim(value)) == 2L) rowSums(is.na(value)) > 0 else is.na(value)

# Terms at the data of a fit: `columns` are what the model frame takes along, so that subset and na.action act on them.
fit_terms <- function(source, columns, env) {
    found <- stacked_values(source, columns, env)
    source$tables <- found$tables
    source$needed <- setdiff(intersect(term_variables(source), names(columns)), found$further)
    for (name in names(source$variables)) {
        value <- found$values[[name]]
        source$variables[[name]] <- stats::makepredictcall(value, source$variables[[name]])
        if (is.factor(value))
            source$levels[[name]] <- levels(value)
        if (of_items(name, source))
            source$separate <- union(source$separate,
                                     stats::na.omit(as.character(found$items)[missing_values(value)]))
    }
    source$columns <- term_columns(without_separate(source, found))
    source
}

# An item with a score of its own has none of the values of items, also of those that are known.
without_separate <- function(source, found) {
    lone <- as.character(found$items) %in% source$separate
    for (name in names(found$values)[vapply(names(found$values), of_items, NA, source = source)]) {
        value <- found$values[[name]]
        none <- if (is.factor(value)) levels(value)[1L] else if (is.logical(value)) FALSE else 0
        if (length(dim(value)) == 2L) value[lone, ] <- none else value[lone] <- none
        found$values[[name]] <- value
    }
    found$values
}

term_columns <- function(values) {
    names <- if (length(values)) outer(c("left of ", "right of "), names(values), paste0)
    stats::setNames(unlist(lapply(values, function(value) list(half(value, FALSE), half(value, TRUE))),
                           recursive = FALSE, use.names = FALSE), as.vector(names))
}

# The design of both sides: a list of left and right for each column.
term_sides <- function(source, values) {
    if (!length(values))
        return(list())
    rows <- NROW(values[[1L]])
    frame <- structure(values, row.names = .set_row_names(rows), class = "data.frame", terms = source$terms)
    factors <- names(source$contrasts)[names(source$contrasts) %in% names(values)]
    design <- stats::model.matrix(source$terms, frame, contrasts.arg = source$contrasts[factors])
    labels <- c("", attr(source$terms, "term.labels"))[attr(design, "assign") + 1L]
    kept <- !labels %in% c("", "..", source$id)
    columns <- lapply(stats::setNames(which(kept), colnames(design)[kept]), function(at)
        list(left = half(design[, at], FALSE), right = half(design[, at], TRUE)))
    offset <- stats::model.offset(frame)
    if (!is.null(offset))
        columns[["offset"]] <- list(left = half(offset, FALSE), right = half(offset, TRUE))
    structure(columns, labels = stats::setNames(labels[kept], colnames(design)[kept]))
}

frame_terms <- function(source, frame) {
    side <- function(which, name) frame[[paste0("(", which, " of ", name, ")")]]
    names <- stats::setNames(names(source$variables), names(source$variables))
    term_sides(source, lapply(names, function(name) below(side("left", name), side("right", name))))
}

# At new data the values of all columns that the model kept. A list has its own tables of items.
new_terms <- function(object, newdata) {
    source <- object$item_terms
    columns <- data_columns(newdata)
    lone <- setdiff(source$needed, names(columns))
    if (length(lone))
        reject("argument", "newdata has no column ", quoted(lone), ", which the terms of the covariates need")
    found <- stacked_values(source, columns, environment(object$formula), !is.data.frame(newdata))
    kept_terms(source, term_sides(source, without_separate(source, found)))
}

kept_terms <- function(source, sides) sides[c(source$kept, if (source$offset) "offset")]

# The objects of the values of a column: the least that tells them apart in the data.
column_keys <- function(sides, rows) {
    value <- c(sides$left, sides$right)
    item <- c(rows$left, rows$right)
    constant <- function(key) all(alike(value, value[match(key, key)]))
    if (constant(item)) "item"
    else if (!is.null(rows$judge) && constant(paste(item, rows$judge))) "judge_item"
    else "answer"
}

# Equal up to the rounding of a transformation such as poly(), which need not be the same in every row.
alike <- function(x, y) abs(x - y) <= 1e-10 * max(abs(x))

# The values of a column, those of one key as in its first row.
same_where_alike <- function(sides, key, rows) {
    value <- c(sides$left, sides$right)
    at <- list(item = c(rows$left, rows$right), judge_item = rep(rows$judge, 2L), answer = rep(rows$context, 2L))
    id <- at$item
    if (key != "item" && !is.null(at[[key]]))
        id <- paste(id, at[[key]])
    else if (key != "item")
        return(sides)
    first <- value[match(id, id)]
    value <- ifelse(alike(value, first), first, value)
    list(left = value[seq_along(sides$left)], right = value[-seq_along(sides$left)])
}

# Which columns say what those before them, and free scores, do not: R's rule for coefficients. Rows that are alike
# need to be looked at once.
independent_columns <- function(sides, rows, free) {
    design <- do.call(cbind, lapply(sides, function(side) side$left - side$right))
    if (is.null(design))
        return(logical())
    if (free) {
        of_side <- function(side) outer(side, seq_along(rows$items)[-1L], `==`)
        design <- cbind(of_side(rows$left) - of_side(rows$right), design)
    }
    decomposed <- qr(unique(design), tol = 1e-9)
    (seq_along(sides) + ncol(design) - length(sides)) %in% decomposed$pivot[seq_len(decomposed$rank)]
}

# The columns of the terms as covariates of rows: which stay, and what they belong to.
term_covariates <- function(source, frame, rows) {
    sides <- frame_terms(source, frame)
    labels <- attr(sides, "labels")
    for (name in names(sides)) {
        at <- match(FALSE, is.finite(sides[[name]]$left) & is.finite(sides[[name]]$right))
        if (!is.na(at)) {
            both <- c(sides[[name]]$left[at], sides[[name]]$right[at])
            reject("data", name, " is ", format(both[!is.finite(both)][1L]), row = rows$source[at])
        }
    }
    keys <- vapply(sides, column_keys, "", rows)
    sides <- Map(same_where_alike, sides, keys, MoreArgs = list(rows = rows))
    differs <- vapply(sides, function(side) any(side$left != side$right), NA)
    offset <- names(sides) == "offset"
    kept <- differs
    kept[!offset] <- independent_columns(sides[!offset], rows, source$beside_scores)
    source$kept <- names(sides)[kept & !offset]
    source$offset <- any(kept & offset)
    source$labels <- labels[source$kept]
    source$aliased <- names(sides)[!kept & !offset & differs]
    source$same <- names(sides)[!differs]
    source$keys <- keys[kept]
    own <- names(keys)[kept & keys == "item"]
    source$item_values <- vapply(sides[own], function(side)
        c(side$left, side$right)[match(seq_along(rows$items), c(rows$left, rows$right))],
        double(length(rows$items)))
    if (!length(own))
        source$item_values <- matrix(0, length(rows$items), 0L)
    source$columns <- NULL
    list(source = source, sides = sides[kept])
}

# Put the columns into the set.
add_terms <- function(set, source, sides, rows) {
    at <- c(rows$left, rows$right)
    for (name in names(sides)) {
        value <- c(sides[[name]]$left, sides[[name]]$right)
        keys <- list(item = rows$items[at],
                     judge = if (source$keys[[name]] == "judge_item") rep(rows$judges[rows$judge], 2L),
                     context = if (source$keys[[name]] == "answer") rep(rows$contexts[rows$context], 2L))
        keys <- keys[!vapply(keys, is.null, NA)]
        first <- !duplicated(data.frame(keys, value))
        with_contexts(with_rows(duel_set_covariate(set, c(list(name = name), lapply(keys, `[`, first),
                                                          list(value = value[first]))), rep(rows$source, 2L)[first]),
                      keys$context)
    }
    set
}

# Scores of items whose abilities are their covariates: zero, and free where a covariate is missing.
term_scores <- function(source, items)
    if (!source$free) stats::setNames(ifelse(items %in% source$separate, NA_real_, 0), items)
