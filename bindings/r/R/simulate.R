# Data drawn from models, and models at given parameters.

simulate.duel <- function(object, nsim = 1, seed = NULL, design = NULL, ...) {
    unused(...)
    nsim <- whole(nsim, "nsim", 1)
    seed <- seed_of(seed)
    if (!is.null(design))
        need_set(design, "design")
    out <- lapply(seq_len(nsim), function(i)
        new_set(duel_model_simulate(model_handle(object),
                                    design = if (!is.null(design)) set_handle(design),
                                    seed = seed + i - 1)))
    structure(stats::setNames(out, paste0("sim_", seq_len(nsim))), seed = seed)
}

# Values in the order of names: they are named, or there is one for each.
in_order <- function(values, names, argument) {
    if (!is.numeric(values) || anyNA(values) || length(values) != length(names))
        reject("argument", argument, " must be ", counted(length(names), "number"), ", not ",
               length(values))
    out <- as.double(values)
    if (!is.null(names(values)))
        out[index(names(values), names, paste("names of", argument))] <- values
    out
}

# One number for all judges, or one for each.
of_judges <- function(values, judges, argument) {
    if (length(values) == 1L && is.null(names(values)))
        return(number(values, argument))
    in_order(values, judges, argument)
}

# The directions of a disagreement in columns: a number of every item, then one of every judge.
given_directions <- function(of_items, of_judges, items, judges) {
    if (is.null(of_items) && is.null(of_judges))
        return(NULL)
    if (is.null(of_items) || is.null(of_judges) || NCOL(of_items) != NCOL(of_judges))
        reject("argument", "item_factors and judge_factors must have a column for each direction ",
               "of disagreement, both of them")
    ordered <- function(x, names, argument) {
        x <- as.matrix(x)
        vapply(seq_len(ncol(x)), function(at) in_order(x[, at], names, argument),
               double(length(names)))
    }
    rbind(ordered(of_items, items, "item_factors"), ordered(of_judges, judges, "judge_factors"))
}

given <- function(set, scores, sensitivities = NULL, positions = NULL, effects = NULL,
                  thresholds = NULL, outcome = "bradley_terry", offsets = NULL, ties = "half",
                  both_bad = "tie", covariance = "auto", ref = NULL,
                  bad_thresholds = NULL, item_factors = NULL, judge_factors = NULL) {
    need_set(set)
    handle <- set_handle(set)
    judges <- voters(handle)
    if (!is.null(effects) && is.null(names(effects)))
        reject("argument", "effects must have the names of covariates")
    by <- function(values, none, one) {
        if (is.null(values))
            return(none)
        if (length(values) == 1L && is.null(names(values))) one else "by_judge"
    }
    directions <- given_directions(item_factors, judge_factors, set$items, judges)
    if (!is.null(directions) && is.null(sensitivities))
        sensitivities <- rep(1, length(judges))
    options <- fit_options(handle,
                           if (!is.null(directions)) "disagreement"
                           else if (is.null(sensitivities)) "pooled" else "sensitivity",
                           by(positions, "none", "shared"), outcome, ties, both_bad,
                           by(thresholds, "single", "single"),
                           if (any(sensitivities < 0)) "signed" else "positive", names(effects),
                           offsets, covariance,
                           bad_threshold = if (length(bad_thresholds) > 1L) "additive" else "single",
                           rank = if (is.null(directions)) 0 else ncol(directions))
    if (!is.null(thresholds))
        thresholds <- of_judges(thresholds, judges, "thresholds")
    parameters <- c(
        in_order(scores, set$items, "scores"),
        if (!is.null(sensitivities)) in_order(sensitivities, judges, "sensitivities"),
        directions,
        if (!is.null(positions)) of_judges(positions, judges, "positions"),
        as.double(effects),
        # one threshold, then what each judge adds to it
        if (length(thresholds) > 1L) c(mean(thresholds), thresholds - mean(thresholds))
        else thresholds,
        if (length(bad_thresholds) > 1L) in_order(bad_thresholds, set$items, "bad_thresholds")
        else if (!is.null(bad_thresholds)) number(bad_thresholds, "bad_thresholds"))
    model <- duel_model_given(handle, options = options, parameters = as.double(parameters))
    new_model(model, set_parts(match.call()),
              model_choices(options, if (!is.null(ref)) set$items[index(ref, set$items, "ref")]))
}
