# Nonparametric scores (GARS): functionals of the probabilities of labels, corrected by labels.

gars <- function(mu, labels = NULL, functionals = "borda", variants = NULL, pairs = "ordered",
                 cluster = NULL, clusters = if (is.null(cluster)) "independent" else "keyed",
                 floor = 0.01, temperature = 0.1, rankings = NULL, weights = NULL, judge = NULL,
                 propensities = NULL, replicates = FALSE, threads = 1, progress = NULL,
                 contexts = NULL, items = NULL, categories = NULL, fold = NULL, features = NULL,
                 second_order = "auto", second_order_basis = "auto") {
    source <- mu_source(mu, contexts, items, categories)
    made <- gars_of(source$items, source$categories, functionals, variants, pairs, clusters, floor,
                    temperature, rankings, weights, second_order, second_order_basis)
    cluster <- cluster_numbers(cluster, length(source$contexts))
    add_contexts(made$handle, source,
                 gars_contexts(source, labels, judge, propensities, cluster$numbers, replicates,
                               threads, progress, fold = fold, features = features))
    new_gars(made$handle, source$items, source$categories, made$functionals,
             if (!is.null(rankings)) ranking_names(rankings), cluster$names)
}

# An estimate without contexts, and the names of its functionals.
gars_of <- function(items, categories, functionals, variants = NULL, pairs = "ordered",
                    clusters = "independent", floor = 0.01, temperature = 0.1, rankings = NULL,
                    weights = NULL, second_order = "auto", second_order_basis = "auto") {
    functional <- vapply(functionals, word, "", "functionals", table = "functional")
    variant <- if (is.null(variants)) integer(length(functional))
               else mapply(variant_code, functional, rep_len(variants, length(functional)))
    floor <- number(floor, "floor", 0)
    size <- length(categories)
    if (!is.null(weights) && (!is.matrix(weights) || !is.numeric(weights) ||
                              !identical(dim(weights), c(size, 2L))))
        reject("argument", "weights must be a matrix with a row for each of the ", size,
               " categories, and columns for the items shown first and second")
    specification <- list(
        items = length(items), categories = size, pairs = code(pairs, "pairs"),
        clusters = code(clusters, "clusters"), floor = if (floor == 0) -1 else floor,
        functionals = constants_of("functional", functional), variants = as.integer(variant),
        temperature = number(temperature, "temperature"),
        first = if (!is.null(weights)) as.double(weights[, 1L]),
        second = if (!is.null(weights)) as.double(weights[, 2L]),
        rankings = if (!is.null(rankings)) ranking_numbers(rankings, items),
        ranking_count = if (!is.null(rankings)) length(ranking_names(rankings)),
        second_order = code(second_order, "second_order"),
        second_order_basis = constants_of("residual_basis", word(second_order_basis, "second_order_basis",
                                                                 table = "residual_basis")))
    list(handle = duel_gars_new(specification), functionals = make.unique(functional))
}

# Contexts come with mu, or learners or a function predict it.
add_contexts <- function(handle, source, contexts) {
    if (is.null(source$mu))
        .Call(C_gars_run, handle, contexts, source$learner, source$predict)
    else
        duel_gars_add(handle, contexts)
}

constants_of <- function(table, words)
    vapply(words, function(one) constant(state$choices[[table]][[one]]), 0L, USE.NAMES = FALSE)

# The variants of a functional by their words.
variant_code <- function(functional, variant) {
    table <- state$choices$variant[startsWith(names(state$choices$variant), paste0(functional, "."))]
    names(table) <- substring(names(table), nchar(functional) + 2L)
    found <- pmatch(gsub("-", "_", tolower(variant), fixed = TRUE), names(table))
    if (is.na(found))
        reject("argument", "the variant of ", functional, " is ", deparse1(variant),
               "; it must be one of ", quoted(names(table)))
    constant(table[[found]])
}

# Rankings, a list or the rows of a matrix, as numbers of items from zero.
ranking_numbers <- function(rankings, items) {
    if (is.matrix(rankings))
        rankings <- split(rankings, row(rankings))
    unlist(lapply(rankings, function(one) index(one, items, "rankings") - 1L))
}

ranking_names <- function(rankings) {
    count <- if (is.matrix(rankings)) nrow(rankings) else length(rankings)
    names <- if (is.matrix(rankings)) rownames(rankings) else names(rankings)
    if (is.null(names)) paste0("ranking", seq_len(count)) else names
}

# Where probabilities come from: an array, learners, or a function, with the names of contexts, items
# and categories.
mu_source <- function(mu, contexts = NULL, items = NULL, categories = NULL) {
    if (inherits(mu, "duel_nuisance"))
        return(list(contexts = as.character(seq_len(mu$facts[["contexts"]])), items = mu$items,
                    categories = mu$categories, learner = mu$handle))
    if (is.function(mu)) {
        if (is.null(contexts) || is.null(items) || is.null(categories))
            reject("argument", "mu is a function; contexts, items and categories must be given")
        return(list(contexts = context_names(contexts), items = as.character(items),
                    categories = as.character(categories), predict = mu))
    }
    if (!is.array(mu) || !is.numeric(mu) || length(dim(mu)) != 4L || dim(mu)[2L] != dim(mu)[3L])
        reject("argument", "mu must be an array of contexts x items x items x categories")
    storage.mode(mu) <- "double"
    names_of_side <- function(side)
        if (is.null(dimnames(mu)[[side]])) as.character(seq_len(dim(mu)[side]))
        else dimnames(mu)[[side]]
    list(contexts = names_of_side(1L), items = names_of_side(2L), categories = names_of_side(4L),
         mu = mu)
}

# A number of contexts, or their names.
context_names <- function(contexts) {
    if (is.numeric(contexts) && length(contexts) == 1L)
        contexts <- seq_len(whole(contexts, "contexts", 1))
    as.character(contexts)
}

# Numbers of clusters are kept, so that parts can share clusters. Names are numbered in the order of
# `known`, then of first sight.
cluster_numbers <- function(cluster, n, known = NULL) {
    if (is.null(cluster))
        return(NULL)
    if (length(cluster) != n || anyNA(cluster))
        reject("argument", "cluster must have one value for each of the ", n, " contexts")
    if (is.numeric(cluster)) {
        if (any(cluster < 0 | cluster != floor(cluster) | cluster > .Machine$integer.max))
            reject("argument", "numbers of clusters must be whole and not negative")
        return(list(numbers = as.integer(cluster)))
    }
    names <- unique(c(known, as.character(cluster)))
    list(numbers = match(as.character(cluster), names), names = names)
}

# The arguments of C (src/columns.c); contexts, items and categories are counted from one.
gars_contexts <- function(source, labels, judge = NULL, propensities = NULL, cluster = NULL,
                          replicates = FALSE, threads = 1, progress = NULL, fold = NULL,
                          features = NULL,
                          need = c("context", "first", "second", "category", "propensity")) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    n <- length(source$contexts)
    k <- length(source$items)
    same <- function(x, size, argument) {
        if (is.null(x))
            return(NULL)
        if (!is.numeric(x) || !identical(as.integer(dim(x)), as.integer(size)))
            reject("size", argument, " must be an array of ", paste(size, collapse = " x "))
        storage.mode(x) <- "double"
        x
    }
    if (!is.null(labels)) {
        if (!is.data.frame(labels) || !all(need %in% names(labels)))
            reject("argument", "labels must be a data frame with the columns ", quoted(need))
        labels <- list(context = index(labels$context, source$contexts, "context"),
                       first = index(labels$first, source$items, "first"),
                       second = index(labels$second, source$items, "second"),
                       category = index(labels$category, source$categories, "category"),
                       propensity = if ("propensity" %in% need) plain_numbers(labels$propensity, "propensity"),
                       weight = if (!is.null(labels$weight)) plain_numbers(labels$weight, "weight"))
    }
    list(length = n, items = k, categories = length(source$categories), mu = source$mu,
         judge = same(judge, c(n, k, k, length(source$categories)), "judge"),
         propensities = same(propensities, c(n, k, k), "propensities"), labels = labels,
         cluster = cluster, fold = fold_numbers(fold, n), features = feature_rows(features, n),
         feature_count = NCOL(features) * !is.null(features),
         replicates = as.integer(flag(replicates, "replicates")),
         threads = as.integer(whole(threads, "threads", 0, 1024)), progress = progress)
}

# Folds are counted from zero, as those of learners are.
fold_numbers <- function(fold, n) {
    if (is.null(fold))
        return(NULL)
    if (!is.numeric(fold) || length(fold) != n || anyNA(fold) || any(fold < 0 | fold != floor(fold)))
        reject("argument", "fold must be a whole number from 0 for each of the ", n, " contexts")
    as.integer(fold)
}

# Features, a row for each context, row after row.
feature_rows <- function(features, n) {
    if (is.null(features))
        return(NULL)
    features <- as.matrix(features)
    if (!is.numeric(features) || nrow(features) != n)
        reject("size", "features must be numbers with a row for each of the ", n, " contexts")
    to_rows(features)
}

# Like sets and models an object holds saved bytes, and no pointer.
gars_key <- function(object) object$bytes

gars_handle <- function(object)
    handle_for("gars", gars_key(object), function() duel_gars_load(object$bytes))

need_gars <- function(object) {
    if (!inherits(object, "duel_gars"))
        reject("argument", "object is of class ", quoted(class(object)), ", not made by gars()")
}

gars_facts <- function(handle) {
    facts <- duel_gars_info(handle)
    facts$orders <- word_of(facts$orders, "orders")
    facts
}

new_gars <- function(handle, items, categories, functionals, rankings, clusters) {
    object <- structure(class = "duel_gars",
                        list(items = items, categories = categories, functionals = functionals,
                             facts = gars_facts(handle), rankings = rankings, clusters = clusters,
                             bytes = duel_gars_save(handle)))
    keep_handle("gars", gars_key(object), handle)
    object
}

# The estimate after contexts were added to its handle.
grown_gars <- function(object, handle, clusters = object$clusters)
    new_gars(handle, object$items, object$categories, object$functionals, object$rankings, clusters)

as.raw.duel_gars <- function(x) x$bytes

# The bytes hold numbers only; names are the caller's to give.
as_gars <- function(bytes, items = NULL, categories = NULL, functionals = NULL, rankings = NULL) {
    if (!is.raw(bytes))
        reject("argument", "bytes is of class ", quoted(class(bytes)), ", not raw")
    handle <- duel_gars_load(bytes)
    facts <- duel_gars_info(handle)
    named <- function(names, count, argument) {
        if (is.null(names))
            return(as.character(seq_len(count)))
        if (length(names) != count)
            reject("size", argument, " has ", counted(length(names), "name"), ", not ", count)
        as.character(names)
    }
    new_gars(handle, named(items, facts$items, "items"),
             named(categories, facts$categories, "categories"),
             named(functionals, facts$functionals, "functionals"),
             if (!is.null(rankings)) as.character(rankings), NULL)
}

# More contexts for the same estimate.
gars_add <- function(object, mu, labels = NULL, cluster = NULL, judge = NULL, propensities = NULL,
                     replicates = FALSE, threads = 1, progress = NULL, contexts = NULL, fold = NULL,
                     features = NULL) {
    need_gars(object)
    source <- matching_source(object, mu, contexts)
    cluster <- cluster_numbers(cluster, length(source$contexts), object$clusters)
    # The handle at hand belongs to object, which stays as it is.
    handle <- duel_gars_load(object$bytes)
    add_contexts(handle, source, gars_contexts(source, labels, judge, propensities, cluster$numbers,
                                               replicates, threads, progress, fold = fold,
                                               features = features))
    grown_gars(object, handle, if (is.null(cluster$names)) object$clusters else cluster$names)
}

# Probabilities for the items and categories of an estimate.
matching_source <- function(object, mu, contexts = NULL) {
    source <- mu_source(mu, contexts, object$items, object$categories)
    if (length(source$items) != length(object$items) ||
        length(source$categories) != length(object$categories))
        reject("size", "mu has ", counted(length(source$items), "item"), " and ",
               counted(length(source$categories), "category", "categories"), ", not ",
               length(object$items), " and ", length(object$categories))
    source$items <- object$items
    source$categories <- object$categories
    source
}

merge.duel_gars <- function(x, y, ...) {
    handle <- duel_gars_load(x$bytes)
    for (other in list(y, ...)) {
        if (!inherits(other, "duel_gars") || !identical(other$items, x$items) ||
            !identical(other$functionals, x$functionals))
            reject("argument", "estimates merge with estimates of the same items and functionals")
        if (!identical(other$clusters, x$clusters))
            reject("argument", "clusters are called differently; give them numbers that hold ",
                   "for all parts, or add the contexts with gars_add()")
        duel_gars_merge(handle, gars_handle(other))
    }
    grown_gars(x, handle)
}

print.duel_gars <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    facts <- x$facts
    cat("Nonparametric scores of ", counted(length(x$items), "item"), " from ",
        counted(facts$contexts, "context"), " and ", counted(facts$labels, "label"), "\n", sep = "")
    for (at in seq_along(x$functionals)) {
        cat("\n", x$functionals[at], ":\n", sep = "")
        print(estimates.duel_gars(x, at), digits = digits)
    }
    notes <- c(if (facts$never > 0)
                   paste(counted(facts$never, "pair"),
                         "never labelled: predictions alone speak there"),
               if (facts$orders == "one") "Every pair was labelled in one order only",
               if (facts$largest_weight > 100)
                   paste("The largest weight of a label is",
                         format(facts$largest_weight, digits = 3L)),
               gars_warnings(x)$text)
    if (length(notes))
        cat("\n", paste0(notes, ".\n"), sep = "")
    invisible(x)
}

# The influence values of contexts; nothing is added.
gars_psi <- function(object, mu, labels = NULL, judge = NULL, propensities = NULL,
                     replicates = FALSE, threads = 1, progress = NULL) {
    need_gars(object)
    source <- array_source(object, mu)
    values <- gars_values(object, -1L)
    size <- length(source$contexts) * length(values)
    out <- duel_gars_psi(gars_handle(object),
                         contexts = gars_contexts(source, labels, judge, propensities, NULL, replicates,
                                                  threads, progress),
                         capacity = size, plugin_capacity = size)
    lapply(out, named_matrix, source$contexts, values)
}

# Probabilities as an array, whatever they come from.
array_source <- function(object, mu) {
    if (inherits(mu, "duel_nuisance"))
        mu <- if (is.null(mu$mu)) stats::predict(mu) else mu$mu
    if (is.function(mu))
        reject("argument", "mu must be an array here, not a function")
    matching_source(object, mu)
}

# Between arrays of R and rows of the library, context after context.
to_rows <- function(x) as.double(aperm(x, rev(seq_along(dim(x)))))
from_rows <- function(x, dim) aperm(array(x, rev(dim)), rev(seq_along(dim)))

gars_weights <- function(object, mu, functional = 1, judge = NULL, threads = 1, progress = NULL,
                         q = NULL) {
    need_gars(object)
    source <- array_source(object, mu)
    at <- functional_of(object, functional)
    values <- length(gars_values(object, at))
    if (!is.null(q)) {
        if (!is.matrix(q) || !is.numeric(q) || any(dim(q) != values))
            reject("size", "q must be a symmetric matrix of ", values, " x ", values)
        storage.mode(q) <- "double"
    }
    contexts <- gars_contexts(source, NULL, judge, threads = threads, progress = progress)
    size <- dim(source$mu)[1:3]
    out <- duel_gars_weights(gars_handle(object), functional = at, contexts = contexts, q = q,
                             capacity = prod(size))
    structure(from_rows(out, size),
              dimnames = list(dimnames(source$mu)[[1L]], object$items, object$items))
}

# Probabilities by a fitted model, for use as mu.
gars_model_mu <- function(model, categories = NULL, judge = NULL, context = NULL, ...) {
    need_model(model)
    if (is.null(categories))
        categories <- if (!has_ties(model$info)) c("left", "right")
                      else c("left", "right", "tie")
    spec <- list(items = length(model$items), categories = length(categories),
                 pairs = code("ordered", "pairs"), clusters = code("independent", "clusters"),
                 floor = 0, functionals = constants_of("functional", "borda"), variants = 0L,
                 temperature = 0)
    options <- inference(model, "values", ...)
    set <- if (is.null(options$contexts)) .Call(C_model_set, model_handle(model))
           else options$contexts
    at <- if (is.null(context)) -1L else index(context, set_names(set, "KIND_CONTEXT"), "context") - 1L
    judge <- if (is.null(judge)) -1L else index(judge, model$judges, "judge") - 1L
    to <- duel_gars_new(spec)
    size <- c(length(model$items), length(model$items), length(categories))
    out <- vapply(at, function(one)
        duel_gars_model_mu(to, model = model_handle(model), judge = judge, context = one, options = options,
                           capacity = prod(size)), double(prod(size)))
    structure(from_rows(out, c(length(at), size)),
              dimnames = list(if (!is.null(context)) as.character(context), model$items,
                              model$items, categories))
}
