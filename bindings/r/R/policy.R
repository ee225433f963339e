# Labeling policies: propensities that spend a budget.

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

policy_options <- function(budget = 0, floor = 0, drawing = "independent", mix = 0, threads = 1,
                           progress = NULL) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    list(budget = number(budget, "budget"), floor = number(floor, "floor", 0, 1),
         drawing = code(drawing, "drawing"), mix = number(mix, "mix", 0, 1),
         threads = whole(threads, "threads", 0, 1024), progress = progress)
}

# Weights, costs and sizes of a question, as the library reads them: row after row.
policy_arguments <- function(weights, costs) {
    costs <- pair_costs(costs, weights)
    size <- dim(weights)
    list(weights = to_rows(weights), contexts = size[1L], pairs = prod(size[-1L]), costs = costs)
}

policy <- function(weights, budget, floor = 0.01, drawing = "independent", costs = NULL, mix = 0,
                   threads = 1, progress = NULL) {
    options <- policy_options(budget, floor, drawing, mix, threads, progress)
    out <- do.call(duel_policy_choose,
                   c(policy_arguments(weights, costs),
                     list(options = options, capacity = length(weights),
                          nu_capacity = nrow(weights))))
    out$info$status <- word_of(out$info$status, "policy_status")
    new_policy(out, weights, drawing, c("status", "lambda", "spend", "variance", "uniform"))
}

new_policy <- function(out, weights, drawing, facts) {
    drawing <- word(drawing, "drawing")
    structure(from_rows(out$propensities, dim(weights)), dimnames = dimnames(weights),
              info = out$info[facts], drawing = drawing,
              nu = if (drawing == "one_pair") out$nu)
}

# The policy of a known multiplier, for contexts that come in parts.
policy_apply <- function(weights, lambda, budget = 0, floor = 0.01, drawing = "independent",
                         costs = NULL, mix = 0, threads = 1, progress = NULL) {
    options <- policy_options(budget, floor, drawing, mix, threads, progress)
    out <- do.call(duel_policy_apply,
                   c(policy_arguments(weights, costs),
                     list(lambda = number(lambda, "lambda"), options = options,
                          capacity = length(weights), nu_capacity = nrow(weights))))
    new_policy(out, weights, drawing, c("lambda", "spend", "variance", "uniform"))
}

policy_histogram <- function(weights, histogram = NULL, costs = NULL) {
    if (!is.null(histogram) && !is.double(histogram))
        reject("argument", "histogram must be one that policy_histogram() made")
    .Call(C_policy_histogram, to_rows(weights), prod(dim(weights)[-1L]),
          pair_costs(costs, weights), histogram)
}

policy_lambda <- function(histogram, budget, floor = 0.01) {
    if (!is.double(histogram))
        reject("argument", "histogram must be one that policy_histogram() made")
    out <- duel_policy_lambda(histogram, policy_options(budget, floor))
    structure(out$lambda, status = word_of(out$status, "policy_status"))
}

policy_d_optimal <- function(object, mu, budget, functional = 1, floor = 0.01, costs = NULL,
                             mix = 0, threads = 1, progress = NULL) {
    need_gars(object)
    source <- array_source(object, mu)
    at <- functional_of(object, functional)
    size <- dim(source$mu)
    if (!is.null(costs))
        costs <- pair_costs(costs, array(0, size[1:3]))
    values <- gars_values(object, at)
    options <- policy_options(budget, floor, mix = mix, threads = threads, progress = progress)
    out <- duel_gars_d_optimal(gars_handle(object), functional = at, mu = to_rows(source$mu),
                               contexts = size[1L], costs = costs, options = options,
                               capacity = prod(size[1:3]), covariance_capacity = length(values)^2)
    out$info$status <- word_of(out$info$status, "policy_status")
    structure(from_rows(out$propensities, size[1:3]),
              dimnames = list(dimnames(source$mu)[[1L]], object$items, object$items),
              info = out$info, drawing = "independent",
              covariance = named_matrix(out$covariance, values))
}

policy_outcome <- function(weights, propensities, costs = NULL) {
    asked <- policy_arguments(weights, costs)
    if (!identical(dim(propensities), dim(weights)))
        reject("size", "propensities and weights must have the same dimensions")
    out <- do.call(duel_policy_outcome, c(asked, list(propensities = to_rows(propensities))))
    unlist(out[c("spend", "variance", "uniform")])
}

policy_draw <- function(propensities, drawing = attr(propensities, "drawing"), seed = NULL,
                        first_context = 1) {
    if (!is.array(propensities) || !is.numeric(propensities))
        reject("argument", "propensities must be an array, such as policy() makes")
    if (is.null(drawing))
        drawing <- "independent"
    size <- dim(propensities)
    out <- duel_policy_draw(to_rows(propensities), contexts = size[1L], pairs = prod(size[-1L]),
                            drawing = code(drawing, "drawing"), seed = seed_of(seed),
                            first_context = whole(first_context, "first_context", 1) - 1,
                            capacity = length(propensities))
    structure(from_rows(out, size), dimnames = dimnames(propensities))
}
