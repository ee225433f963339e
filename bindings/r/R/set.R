# Sets of comparisons. An object is a plain list that holds the saved bytes of the set, and the
# order of its names, so that it can be saved, compared and sent to other processes. Handles are
# kept aside, for the few objects used last, and rebuilt from the bytes.

kept_handles <- 8L

handle_for <- function(kind, key, build) {
    kept <- state[[kind]]
    for (i in seq_along(kept)) {
        if (identical(kept[[i]]$key, key)) {
            state[[kind]] <- c(kept[i], kept[-i])
            return(kept[[i]]$handle)
        }
    }
    keep_handle(kind, key, build())
}

keep_handle <- function(kind, key, handle) {
    kept <- c(list(list(key = key, handle = handle)), state[[kind]])
    state[[kind]] <- kept[seq_len(min(length(kept), kept_handles))]
    handle
}

set_names <- function(handle, kind) .Call(C_set_names, handle, constant(kind))

# A set without comparisons that knows names, in their order.
named_set <- function(items = NULL, judges = NULL, contexts = NULL, clusters = NULL) {
    set <- duel_set_new()
    names <- list(KIND_ITEM = items, KIND_JUDGE = judges, KIND_CONTEXT = contexts, KIND_CLUSTER = clusters)
    for (kind in names(names))
        if (length(names[[kind]]))
            duel_set_intern(set, constant(kind), names[[kind]], count = length(names[[kind]]))
    set
}

set_key <- function(set) list(set$bytes, set$items, set$judges)

# Saved bytes are canonical and know no order of names, hence the second step.
set_handle <- function(set) {
    handle_for("sets", set_key(set), function() {
        loaded <- duel_set_load(set$bytes)
        if (identical(set_names(loaded, "KIND_ITEM"), set$items) &&
            identical(set_names(loaded, "KIND_JUDGE"), set$judges))
            return(loaded)
        duel_set_merge(named_set(set$items, set$judges), loaded)
    })
}

set_totals <- function(handle) {
    unlist(duel_set_info(handle)[c("comparisons", count_columns, "effective", "repeated_contexts", "unordered", "unordered_wins")])
}

new_set <- function(handle) {
    set <- structure(
        class = "duel_set",
        list(items = set_names(handle, "KIND_ITEM"), judges = set_names(handle, "KIND_JUDGE"),
             contexts = .Call(C_set_count, handle, constant("KIND_CONTEXT")),
             clusters = .Call(C_set_count, handle, constant("KIND_CLUSTER")),
             covariates = set_names(handle, "KIND_COVARIATE"),
             cells = .Call(C_set_count, handle, constant("KIND_CELL")),
             totals = set_totals(handle), bytes = duel_set_save(handle))
    )
    keep_handle("sets", set_key(set), handle)
    set
}

build_set <- function(rows, covariates = list(), frame = NULL) {
    set <- named_set(rows$items, rows$judges, rows$contexts, rows$clusters)
    with_rows(duel_set_append(set, rows), rows$source)
    add_covariates(set, covariates, rows, frame)
}

read_formula <- function(call, formula, data, env, covariates, importance, terms = NULL, outside = list()) {
    importance <- flag(importance, "importance")
    covariates <- covariate_list(covariates)
    if (!is.data.frame(data))
        data <- data_columns(data)
    formula <- with_item_columns(formula, data, environment(formula))
    outside <- outside_values(call, formula, names(data), covariates, terms, outside)
    if (!is.null(terms)) {
        terms$outside <- outside
        terms <- fit_terms(terms, as.list(data), environment(formula))
    }
    frame <- comparison_frame(call, formula, data, env, covariates, terms$columns)
    known <- list(source = NULL)
    if (!is.null(terms))
        known <- term_covariates(terms, frame, frame_rows(frame, importance, FALSE))
    by_row <- row_level(covariates) || any(known$source$keys == "answer")
    rows <- frame_rows(frame, importance, by_row)
    handle <- add_terms(build_set(rows, covariates, frame), known$source, known$sides, rows)
    list(handle = handle, covariates = names(covariates), item_terms = known$source,
         # Rows that are contexts only because a covariate varies by row depend on nothing together.
         rowwise = by_row && is.null(frame[["(context)"]]) && is.null(frame[["(cluster)"]]),
         covariate_sources = covariate_sources(covariates, data, outside), frame = frame, outside = outside,
         na.action = attr(frame, "na.action"),
         variables = c(formula_variables(formula),
                       judge = list(call$judge), context = list(call$context),
                       cluster = list(call$cluster), ordered = list(call$ordered)))
}

duel_set <- function(x, ...) UseMethod("duel_set")

duel_set.formula <- function(formula, data, judge, context, cluster, ordered, weights, subset, na.action,
                             importance = FALSE, covariates = NULL, ...) {
    unused(...)
    source <- read_formula(match.call(), formula, if (!missing(data)) data, parent.frame(),
                           covariates, importance)
    set <- new_set(source$handle)
    set$na.action <- source$na.action
    set
}

duel_set.data.frame <- function(x, formula = result ~ left + right, ...)
    eval(formula_first(generic_call(match.call(), quote(duel_set)), formula), parent.frame())

duel_set.raw <- function(x, ...) {
    unused(...)
    new_set(duel_set_load(x))
}

# A stream of the nanoarrow package: a pointer to a struct of C, which the library takes over.
duel_set.nanoarrow_array_stream <- function(x, left = "left", right = "right", judge = "judge", context = "context",
                                            score = "score", outcome = "outcome", weight = "weight", wins = "wins",
                                            losses = "losses", ties = "ties", both_good = "both_good",
                                            both_bad = "both_bad", cluster = "cluster", ordered = "ordered",
                                            grade = "grade",
                                            unordered = FALSE, outcomes = NULL, importance = FALSE, ...) {
    unused(...)
    columns <- list(left = left, right = right, judge = judge, context = context, score = score, outcome = outcome,
                    weight = weight, wins = wins, losses = losses, ties = ties, both_good = both_good,
                    both_bad = both_bad, cluster = cluster, ordered = ordered, grade = grade)
    for (name in names(columns))
        if (!is.null(columns[[name]]) &&
            !(is.character(columns[[name]]) && length(columns[[name]]) == 1L && !is.na(columns[[name]])))
            reject("argument", name, " is ", deparse1(columns[[name]]), "; it must be the name of a column, or NULL")
    if (!is.null(outcomes) && (!is.character(outcomes) || is.null(names(outcomes))))
        reject("argument", "outcomes is ", deparse1(outcomes),
               '; it must say what answers mean, such as c(model_a = "left")')
    codes <- outcome_codes(outcomes, seq_along(outcomes), character())
    set <- duel_set_new()
    .Call(C_set_append_stream, set, x, columns, names(outcomes), codes, flag(importance, "importance"),
          flag(unordered, "unordered"))
    new_set(set)
}

duel_set.duel <- function(x, ...) {
    unused(...)
    new_set(.Call(C_model_set, model_handle(x)))
}

# A call of a method, which update() and the user cannot see, as one of the generic.
generic_call <- function(call, generic) {
    call[[1L]] <- generic
    call
}

# A call with the data first, as a pipe makes it, turned into one with the formula first.
formula_first <- function(call, formula) {
    rest <- as.list(call)[-1L]
    data <- if (is.null(rest$x)) rest$data else rest$x
    as.call(c(call[[1L]], list(formula = formula, data = data),
              rest[!names(rest) %in% c("x", "data", "formula")]))
}

# The methods have `...` for R's sake; what ends there is a mistake.
unused <- function(...) {
    extra <- as.list(substitute(list(...)))[-1L]
    if (length(extra))
        reject("argument", "unknown argument ",
               if (is.null(names(extra)) || names(extra)[1L] == "") deparse1(extra[[1L]])
               else names(extra)[1L])
}

# The set without a presentation order, for data that came without saying so.
forget_order <- function(set) {
    need_set(set)
    new_set(duel_set_forget_order(duel_set_copy(set_handle(set))))
}

as.raw.duel_set <- function(x) x$bytes

merge.duel_set <- function(x, y, ...) {
    copy <- duel_set_copy(set_handle(x))
    for (other in list(y, ...)) {
        if (!inherits(other, "duel_set"))
            reject("argument", "sets merge with sets, not with ", quoted(class(other)))
        duel_set_merge(copy, set_handle(other))
    }
    new_set(copy)
}

subset.duel_set <- function(x, items = NULL, judges = NULL, ...) {
    unused(...)
    for (kind in c("item", "judge")) {
        keep <- if (kind == "item") items else judges
        if (!is.null(keep)) {
            ids <- index(keep, x[[paste0(kind, "s")]], paste0(kind, "s"))
            x <- new_set(duel_set_filter(set_handle(x), kind = constant(paste0("KIND_", toupper(kind))),
                                         ids = ids - 1L, count = length(ids)))
        }
    }
    x
}

resample <- function(set, by = "row", seed = NULL) {
    need_set(set)
    new_set(duel_set_resample(set_handle(set), by = code(by, "by"), seed = seed_of(seed)))
}

folds <- function(set, folds = 5, by = "row", seed = NULL) {
    need_set(set)
    folds <- whole(folds, "folds", 2)
    by <- code(by, "by")
    seed <- seed_of(seed)
    lapply(seq_len(folds), function(fold)
        lapply(duel_set_split(set_handle(set), by = by, folds = folds, fold = fold - 1, seed = seed),
               new_set))
}

need_set <- function(set, argument = "set") {
    if (!inherits(set, "duel_set"))
        reject("argument", argument, " is of class ", quoted(class(set)), ', not "duel_set"')
}
