# Learnt probabilities of labels and propensities, each context predicted by fits to others.

nuisance <- function(labels, contexts, items, categories, features = NULL, predictions = NULL,
                     learner = "spline", propensities = "known", pairs = "ordered",
                     cluster = NULL, linear = 0, folds = 5, ridge = NULL, seed = NULL,
                     threads = 1, progress = NULL, predict = TRUE) {
    source <- list(contexts = context_names(contexts), items = as.character(items),
                   categories = as.character(categories))
    n <- length(source$contexts)
    given <- gars_contexts(source, labels, cluster = cluster_numbers(cluster, n)$numbers,
                           threads = threads, progress = progress,
                           need = c("context", "first", "second", "category"))
    propensities <- word(propensities, "propensities", table = "propensity")
    options <- learner_options(source, features, predictions, learner, propensities, pairs, linear,
                               folds, ridge, seed)
    handle <- duel_nuisance_fit(given, options)
    facts <- duel_nuisance_info(handle)
    kept <- c("contexts", "folds", "log_loss", "frequency_loss", "fallbacks", "unlabelled")
    object <- structure(class = "duel_nuisance",
                        list(mu = NULL, propensities = NULL, facts = unlist(facts[kept]),
                             settings = from_one(duel_nuisance_settings(handle), "fold"),
                             items = source$items, categories = source$categories,
                             contexts = source$contexts, handle = handle))
    if (flag(predict, "predict")) {
        object$mu <- predict.duel_nuisance(object)
        if (propensities != "known")
            object$propensities <- predict.duel_nuisance(object, what = "propensities")
    }
    object
}

# How to learn, as C reads it.
learner_options <- function(source, features, predictions, learner, propensities, pairs, linear, folds,
                            ridge, seed) {
    n <- length(source$contexts)
    dim <- c(n, length(source$items), length(source$items))
    if (!is.null(predictions) && (!is.numeric(predictions) || length(dim(predictions)) != 4L ||
                                  any(dim(predictions)[1:3] != dim)))
        reject("size", "predictions must be an array of contexts x items x items x predictions")
    list(items = length(source$items), categories = length(source$categories),
         pairs = code(pairs, "pairs"), learner = code(learner, "learner"),
         propensities = constants_of("propensity", propensities),
         folds = whole(folds, "folds", 2, 1000),
         ridge = if (is.null(ridge)) 0 else number(ridge, "ridge"),
         seed = seed_of(seed), linear_count = whole(linear, "linear"),
         features = feature_rows(features, n), feature_count = NCOL(features) * !is.null(features),
         predictions = if (!is.null(predictions)) to_rows(predictions),
         prediction_count = if (!is.null(predictions)) dim(predictions)[4L] else 0)
}

# The fold of every context, from 0: its probabilities are by the labels of other folds.
nuisance_folds <- function(object) {
    if (!inherits(object, "duel_nuisance"))
        reject("argument", "object is of class ", quoted(class(object)), ", not made by nuisance()")
    structure(duel_nuisance_folds(object$handle, capacity = length(object$contexts)),
              names = object$contexts)
}

predict.duel_nuisance <- function(object, contexts = NULL, what = c("mu", "propensities"), ...) {
    unused(...)
    what <- match.arg(what)
    at <- if (is.null(contexts)) seq_along(object$contexts)
          else index(contexts, object$contexts, "contexts")
    items <- object$items
    size <- c(length(items), length(items), if (what == "mu") length(object$categories))
    names <- list(object$contexts[at], items, items, if (what == "mu") object$categories)
    # Runs of neighbours in one call each.
    runs <- split(at, cumsum(c(TRUE, diff(at) != 1L)))
    learnt <- if (what == "mu") duel_nuisance_predict else duel_nuisance_propensities
    rows <- unlist(lapply(runs, function(run)
        learnt(object$handle, first = run[1L] - 1L, count = length(run),
               capacity = length(run) * prod(size))), use.names = FALSE)
    structure(from_rows(rows, c(length(at), size)), dimnames = names[seq_len(length(size) + 1L)])
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
