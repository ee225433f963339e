# Scores of which the probabilities are learnt from the labels, in several random splits.

gars_learn <- function(labels, contexts, items, categories, features = NULL,
                       functionals = "bradley_terry", splits = NULL, predictions = NULL,
                       learner = "spline", variants = NULL, pairs = "ordered", cluster = NULL,
                       clusters = if (is.null(cluster)) "independent" else "keyed", floor = 0.01,
                       temperature = 0.1, rankings = NULL, weights = NULL, linear = 0, folds = 5,
                       ridge = NULL, seed = NULL, replicates = FALSE, threads = 1, progress = NULL,
                       second_order = "auto", second_order_basis = "auto") {
    source <- list(contexts = context_names(contexts), items = as.character(items),
                   categories = as.character(categories))
    made <- gars_of(source$items, source$categories, functionals, variants, pairs, clusters, floor,
                    temperature, rankings, weights, second_order, second_order_basis)
    cluster <- cluster_numbers(cluster, length(source$contexts))
    given <- gars_contexts(source, labels, cluster = cluster$numbers, replicates = replicates,
                           threads = threads, progress = progress)
    options <- learner_options(source, features, predictions, learner, "known", pairs, linear, folds,
                               ridge, seed)
    duel_gars_learn(made$handle, given,
                    splits = if (is.null(splits)) 0L else whole(splits, "splits", 1, 100), options)
    new_gars(made$handle, source$items, source$categories, made$functionals,
             if (!is.null(rankings)) ranking_names(rankings), cluster$names)
}

# What the second-order correction did to every value.
gars_remainder <- function(object) {
    need_gars(object)
    table <- from_one(duel_gars_remainder(gars_handle(object)), c("functional", "value"))
    table$functional <- object$functionals[table$functional]
    table
}

# Sentences about the scores.
gars_warnings <- function(object) {
    need_gars(object)
    duel_gars_warnings(gars_handle(object))
}
