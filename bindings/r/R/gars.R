# Nonparametric scores (GARS): functionals of the probabilities of labels, corrected by labels.

gars <- function(mu, labels = NULL, functionals = "borda", variants = NULL, pairs = "ordered",
                 cluster = NULL, clusters = if (is.null(cluster)) "independent" else "keyed",
                 floor = 0.01, temperature = 0.1, rankings = NULL, weights = NULL, judge = NULL,
                 propensities = NULL, replicates = FALSE, threads = 1, progress = NULL) {
    if (!is.array(mu) || !is.numeric(mu) || length(dim(mu)) != 4L || dim(mu)[2L] != dim(mu)[3L])
        reject("argument", "mu must be an array of contexts x items x items x categories")
    size <- dim(mu)
    items <- names_of_side(mu, 2L)
    categories <- names_of_side(mu, 4L)
    functional <- vapply(functionals, word, "", "functionals", table = "functional")
    variant <- if (is.null(variants)) integer(length(functional))
               else mapply(variant_code, functional, rep_len(variants, length(functional)))
    floor <- number(floor, "floor", 0)
    if (!is.null(weights) && (!is.matrix(weights) || !is.numeric(weights) ||
                              !identical(dim(weights), c(size[4L], 2L))))
        reject("argument", "weights must be a matrix with a row for each of the ", size[4L],
               " categories, and columns for the items shown first and second")
    specification <- list(
        items = size[2L], categories = size[4L], pairs = code(pairs, "pairs"),
        clusters = code(clusters, "clusters"), floor = if (floor == 0) -1 else floor,
        functionals = constants_of("functional", functional), variants = as.integer(variant),
        temperature = number(temperature, "temperature"),
        first = if (!is.null(weights)) as.double(weights[, 1L]),
        second = if (!is.null(weights)) as.double(weights[, 2L]),
        rankings = if (!is.null(rankings)) ranking_numbers(rankings, items))
    handle <- .Call(C_gars_new, specification)
    contexts <- gars_contexts(mu, labels, items, categories, judge, propensities, cluster,
                              replicates, threads, progress)
    .Call(C_gars_add, handle, contexts)
    new_gars(handle, items, categories, functional, rankings)
}

constants_of <- function(table, words)
    vapply(words, function(one) constant(choices[[table]][[one]]), 0L, USE.NAMES = FALSE)

# The variants of a functional by their words.
variant_code <- function(functional, variant) {
    table <- choices$variant[startsWith(names(choices$variant), paste0(functional, "."))]
    names(table) <- substring(names(table), nchar(functional) + 2L)
    found <- pmatch(gsub("-", "_", tolower(variant), fixed = TRUE), names(table))
    if (is.na(found))
        reject("argument", "the variant of ", functional, " is ", deparse1(variant),
               "; it must be one of ", quoted(names(table)))
    constant(table[[found]])
}

names_of_side <- function(x, side)
    if (is.null(dimnames(x)[[side]])) as.character(seq_len(dim(x)[side])) else dimnames(x)[[side]]

# Rankings, a list or the rows of a matrix, as numbers of items from zero.
ranking_numbers <- function(rankings, items) {
    if (is.matrix(rankings))
        rankings <- split(rankings, row(rankings))
    unlist(lapply(rankings, function(one) index(one, items, "rankings") - 1L))
}

# What C reads (src/gars.c); contexts, items and categories are counted from one.
gars_contexts <- function(mu, labels, items, categories, judge = NULL, propensities = NULL,
                          cluster = NULL, replicates = FALSE, threads = 1, progress = NULL) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    n <- dim(mu)[1L]
    same <- function(x, size, argument) {
        if (is.null(x))
            return(NULL)
        if (!is.numeric(x) || !identical(as.integer(dim(x)), as.integer(size)))
            reject("size", argument, " must be an array of ", paste(size, collapse = " x "))
        storage.mode(x) <- "double"
        x
    }
    if (!is.null(labels)) {
        need <- c("context", "first", "second", "category", "propensity")
        if (!is.data.frame(labels) || !all(need %in% names(labels)))
            reject("argument", "labels must be a data frame with the columns ", quoted(need))
        labels <- list(context = index(labels$context, names_of_side(mu, 1L), "context"),
                       first = index(labels$first, items, "first"),
                       second = index(labels$second, items, "second"),
                       category = index(labels$category, categories, "category"),
                       propensity = as.double(labels$propensity),
                       weight = if (!is.null(labels$weight)) as.double(labels$weight))
    }
    if (!is.null(cluster)) {
        if (length(cluster) != n || anyNA(cluster))
            reject("argument", "cluster must have one value for each of the ", n, " contexts")
        cluster <- as.integer(factor(cluster))
    }
    list(length = n, items = length(items), mu = same(mu, dim(mu), "mu"),
         judge = same(judge, dim(mu), "judge"),
         propensities = same(propensities, dim(mu)[1:3], "propensities"), labels = labels,
         cluster = cluster, replicates = as.integer(flag(replicates, "replicates")),
         threads = as.integer(whole(threads, "threads", 0, 1024)), progress = progress)
}

# Like sets and models an object holds saved bytes, and no pointer.
gars_key <- function(object) object$bytes

gars_handle <- function(object)
    handle_for("gars", gars_key(object), function() .Call(C_gars_load, object$bytes))

new_gars <- function(handle, items, categories, functionals, rankings) {
    facts <- .Call(C_gars_info, handle)
    facts$orders <- word_of(facts$orders, "orders")
    object <- structure(class = "duel_gars",
                        list(items = items, categories = categories,
                             functionals = make.unique(functionals), facts = facts,
                             rankings = if (!is.null(rankings)) ranking_names(rankings),
                             bytes = .Call(C_gars_save, handle)))
    keep_handle("gars", gars_key(object), handle)
    object
}

ranking_names <- function(rankings) {
    count <- if (is.matrix(rankings)) nrow(rankings) else length(rankings)
    names <- if (is.matrix(rankings)) rownames(rankings) else names(rankings)
    if (is.null(names)) paste0("ranking", seq_len(count)) else names
}

as.raw.duel_gars <- function(x) x$bytes

merge.duel_gars <- function(x, y, ...) {
    # The handle at hand belongs to x, which stays as it is.
    handle <- .Call(C_gars_load, x$bytes)
    for (other in list(y, ...)) {
        if (!inherits(other, "duel_gars") || !identical(other$items, x$items) ||
            !identical(other$functionals, x$functionals))
            reject("argument", "estimates merge with estimates of the same items and functionals")
        .Call(C_gars_merge, handle, gars_handle(other))
    }
    x$bytes <- .Call(C_gars_save, handle)
    x$facts <- .Call(C_gars_info, handle)
    x$facts$orders <- word_of(x$facts$orders, "orders")
    keep_handle("gars", gars_key(x), handle)
    x
}

# The values of a functional by name.
gars_names <- function(object, functional)
    if (startsWith(object$functionals[functional], "kemeny")) object$rankings else object$items

estimates.duel_gars <- function(object, functional = 1, estimate = "debiased", level = 0.95,
                                method = "marginal", ...) {
    at <- index(functional, object$functionals, "functional")
    options <- inference(object, "values", level, method, ...)
    table <- as.data.frame(.Call(C_gars_estimates, gars_handle(object), at - 1L,
                                 code(estimate, "estimate"), options))
    dimnames(table) <- list(gars_names(object, at), estimate_columns)
    table
}

coef.duel_gars <- function(object, functional = 1, estimate = "debiased", ...) {
    table <- estimates.duel_gars(object, functional, estimate, ...)
    stats::setNames(table$estimate, row.names(table))
}

vcov.duel_gars <- function(object, functional = 1, estimate = "debiased", ...) {
    at <- index(functional, object$functionals, "functional")
    options <- inference(object, "values", ...)
    out <- .Call(C_gars_covariance, gars_handle(object), at - 1L, code(estimate, "estimate"),
                 options)
    dimnames(out) <- rep(list(gars_names(object, at)), 2L)
    out
}

test_pairs.duel_gars <- function(object, ref = NULL, adjustment = "single_step", level = 0.95,
                                 functional = 1, estimate = "debiased", ...) {
    at <- index(functional, object$functionals, "functional")
    names <- gars_names(object, at)
    adjustment <- word(adjustment, "adjustment")
    options <- inference(list(items = names), "values", level,
                         simulates = adjustment == "single_step", ...)
    if (!is.null(ref))
        options$choices$reference_item <- index(ref, names, "ref")
    out <- .Call(C_gars_differences, gars_handle(object), at - 1L, code(estimate, "estimate"),
                 constant(if (is.null(ref)) "ALL_PAIRS" else "TO_REFERENCE"),
                 code(adjustment, "adjustment"), options)
    sides <- matrix(names[out[, 1:2] + 1], ncol = 2L)
    table <- as.data.frame(out[, -(1:2), drop = FALSE])
    dimnames(table) <- list(paste(sides[, 1L], sides[, 2L], sep = " - "), test_columns)
    new_tests(table, adjustment, level)
}

ranks.duel_gars <- function(object, level = 0.95, method = "simultaneous", functional = 1,
                            estimate = "debiased", seed = NULL, ...) {
    at <- index(functional, object$functionals, "functional")
    options <- inference(object, "values", level, method, seed = seed, simulates = TRUE, ...)
    table <- data.frame(coef.duel_gars(object, at, estimate),
                        .Call(C_gars_ranks, gars_handle(object), at - 1L,
                              code(estimate, "estimate"), options))
    dimnames(table) <- list(gars_names(object, at), c("value", "rank", "best", "worst"))
    table
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
                         format(facts$largest_weight, digits = 3L)))
    if (length(notes))
        cat("\n", paste0(notes, ".\n"), sep = "")
    invisible(x)
}

gars_equality <- function(object, first = 1, second = 2, ...) {
    if (!inherits(object, "duel_gars"))
        reject("argument", "object is of class ", quoted(class(object)), ", not made by gars()")
    at <- index(c(first, second), object$functionals, "functional") - 1L
    found <- .Call(C_gars_equality, gars_handle(object), at[1L], at[2L],
                   inference(object, "values", ...))
    structure(class = "htest",
              list(statistic = c(`X-squared` = found$statistic), parameter = c(df = found$df),
                   p.value = found$p, alternative = "the functionals have different values",
                   method = "Hausman's test of two functionals",
                   data.name = paste(object$functionals[at + 1L], collapse = " and ")))
}

# Between arrays of R and rows of the library, context after context.
to_rows <- function(x) as.double(aperm(x, rev(seq_along(dim(x)))))
from_rows <- function(x, dim) aperm(array(x, rev(dim)), rev(seq_along(dim)))

gars_weights <- function(object, mu, functional = 1, judge = NULL, threads = 1, progress = NULL) {
    if (!inherits(object, "duel_gars"))
        reject("argument", "object is of class ", quoted(class(object)), ", not made by gars()")
    n <- length(object$items)
    if (!is.array(mu) || !is.numeric(mu) ||
        !identical(dim(mu)[-1L], c(n, n, length(object$categories))))
        reject("size", "mu must be an array of contexts x items x items x categories")
    at <- index(functional, object$functionals, "functional") - 1L
    contexts <- gars_contexts(mu, NULL, object$items, object$categories, judge, threads = threads,
                              progress = progress)
    out <- .Call(C_gars_weights, gars_handle(object), at, contexts)
    structure(from_rows(out, dim(mu)[1:3]),
              dimnames = list(dimnames(mu)[[1L]], object$items, object$items))
}

# Costs of the pairs of an array of weights: an item against itself is not on offer.
pair_costs <- function(costs, weights) {
    if (!is.array(weights) || !is.numeric(weights) || !length(dim(weights)) %in% 2:3)
        reject("argument", "weights must be a matrix of contexts and pairs, or an array of ",
               "contexts x items x items")
    pairs <- dim(weights)[-1L]
    if (is.null(costs) && length(pairs) == 1L)
        return(NULL)
    if (is.null(costs))
        costs <- 1 - diag(pairs[1L])
    if (!is.numeric(costs) || length(costs) != prod(pairs))
        reject("size", "costs must have one number for each of the ", prod(pairs), " pairs")
    if (is.matrix(costs)) to_rows(costs) else as.double(costs)
}

policy <- function(weights, budget, floor = 0.01, drawing = "independent", costs = NULL, mix = 0,
                   threads = 1, progress = NULL) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    costs <- pair_costs(costs, weights)
    out <- .Call(C_policy, to_rows(weights), prod(dim(weights)[-1L]), costs,
                 list(budget = number(budget, "budget"), floor = number(floor, "floor", 0, 1),
                      drawing = code(drawing, "drawing"), mix = number(mix, "mix", 0, 1),
                      threads = whole(threads, "threads", 0, 1024), progress = progress))
    out$info$status <- word_of(out$info$status, "policy_status")
    structure(from_rows(out$propensities, dim(weights)), dimnames = dimnames(weights),
              info = out$info[c("status", "lambda", "spend", "variance", "uniform")],
              drawing = word(drawing, "drawing"))
}

policy_outcome <- function(weights, propensities, costs = NULL) {
    costs <- pair_costs(costs, weights)
    if (!identical(dim(propensities), dim(weights)))
        reject("size", "propensities and weights must have the same dimensions")
    unlist(.Call(C_policy_outcome, to_rows(weights), prod(dim(weights)[-1L]), costs,
                 to_rows(propensities))[c("spend", "variance", "uniform")])
}

policy_draw <- function(propensities, drawing = attr(propensities, "drawing"), seed = NULL) {
    if (!is.array(propensities) || !is.numeric(propensities))
        reject("argument", "propensities must be an array, such as policy() makes")
    if (is.null(drawing))
        drawing <- "independent"
    out <- .Call(C_policy_draw, to_rows(propensities), prod(dim(propensities)[-1L]),
                 code(drawing, "drawing"), seed_of(seed))
    structure(from_rows(out, dim(propensities)) != 0, dimnames = dimnames(propensities))
}

# Learnt probabilities of labels and propensities, each context predicted by fits to others.
nuisance <- function(labels, contexts, items, categories, features = NULL, predictions = NULL,
                     learner = "spline", propensities = "known", pairs = "ordered",
                     cluster = NULL, linear = 0, folds = 5, ridge = NULL, seed = NULL,
                     threads = 1, progress = NULL) {
    n <- whole(contexts, "contexts", 1)
    dim <- c(n, length(items), length(items))
    if (!is.null(features)) {
        features <- as.matrix(features)
        if (!is.numeric(features) || nrow(features) != n)
            reject("size", "features must be numbers with a row for each of the ", n, " contexts")
    }
    if (!is.null(predictions) && (!is.numeric(predictions) || length(dim(predictions)) != 4L ||
                                  any(dim(predictions)[1:3] != dim)))
        reject("size", "predictions must be an array of contexts x items x items x predictions")
    empty <- array(0, c(n, 0L, 0L, 0L))     # only its number of contexts is looked at
    given <- gars_contexts(empty, transform(labels, propensity = 1), items, categories,
                           cluster = cluster, threads = threads, progress = progress)
    given["mu"] <- list(NULL)
    given$labels["propensity"] <- list(NULL)
    options <- list(items = length(items), categories = length(categories),
                    pairs = code(pairs, "pairs"), learner = code(learner, "learner"),
                    propensities = code(propensities, "propensities", "propensity"),
                    folds = whole(folds, "folds", 2, 1000),
                    ridge = if (is.null(ridge)) 0 else number(ridge, "ridge"),
                    seed = seed_of(seed), linear = whole(linear, "linear"),
                    features = if (!is.null(features)) to_rows(features),
                    predictions = if (!is.null(predictions)) to_rows(predictions))
    out <- .Call(C_nuisance, options, given)
    structure(class = "duel_nuisance",
              list(mu = structure(from_rows(out$mu, c(dim, length(categories))),
                                  dimnames = list(NULL, items, items, categories)),
                   propensities = if (!is.null(out$propensities))
                       structure(from_rows(out$propensities, dim),
                                 dimnames = list(NULL, items, items)),
                   facts = unlist(out$facts), settings = out$settings))
}

print.duel_nuisance <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat("Learnt from the labels of ", counted(x$facts[["contexts"]], "context"), " in ",
        counted(x$facts[["folds"]], "fold"), "\nLoss of a label held out: ",
        format(x$facts[["log_loss"]], digits = digits), "; of pair frequencies: ",
        format(x$facts[["frequency_loss"]], digits = digits), "\n", sep = "")
    if (x$facts[["fallbacks"]] > 0)
        cat(counted(x$facts[["fallbacks"]], "fold"), "predicted by pair frequencies\n")
    if (x$facts[["unlabelled"]] > 0)
        cat(counted(x$facts[["unlabelled"]], "pair"), "without a label in some fit\n")
    invisible(x)
}
