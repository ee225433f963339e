# Rankings by judge, and estimates that allow for the choice of the rank of disagreement.

# Strengths of judges: of the model, or over ranks.
strengths_estimate <- function(object, average, ranks, max_rank, options) {
    need_model(object)
    handle <- model_handle(object)
    if (!flag(average, "average"))
        return(duel_model_estimate(handle, quantity = constant("QUANTITY_STRENGTHS"), options = options))
    duel_model_average(handle, quantity = constant("QUANTITY_STRENGTHS"),
                       options = list(ranks = code(ranks, "ranks"), max_rank = whole(max_rank, "max_rank", 0, 2^31 - 1)),
                       inference = options)
}

judge_numbers <- function(object, judges) if (!is.null(judges)) index(judges, object$judges, "judges") - 1L

# Ranks that items may have by each of some judges, all at once.
judge_ranks <- function(object, judges = NULL, side = "both", one_by_one = FALSE, single_step = FALSE, top = 0,
                        average = FALSE, max_rank = 0, level = 0.95, covariance = "auto", seed = NULL, draws = 0, ...) {
    options <- inference(object, "strengths", level, "marginal", covariance, seed = seed, draws = draws, simulates = TRUE, ...)
    handle <- strengths_estimate(object, average, "averaged", max_rank, options)
    duel_estimate_judge_ranks(handle, judges = judge_numbers(object, judges),
                              options = list(side = code(side, "side"),
                                             one_by_one = as.integer(flag(one_by_one, "one_by_one")),
                                             single_step = as.integer(flag(single_step, "single_step")),
                                             top = whole(top, "top")))
}

# Tests of all pairs of items by one judge.
judge_pairs <- function(object, judge, adjustment = "single_step", average = FALSE, ranks = "averaged", max_rank = 0,
                        level = 0.95, covariance = "auto", seed = NULL, draws = 0, ...) {
    options <- inference(object, "strengths", level, "marginal", covariance, seed = seed, draws = draws, simulates = TRUE, ...)
    if (length(judge) != 1L)
        reject("argument", "judge must be one judge")
    all <- strengths_estimate(object, average, ranks, max_rank, options)
    own <- duel_estimate_judge(all, judge = index(judge, object$judges, "judge") - 1L)
    pairs_of(list(handle = own, names = object$items, numbered = FALSE), NULL, word(adjustment, "adjustment"))
}

# Pairs that judges have in another order than the consensus.
reversals <- function(object, judges = NULL, level = 0.95, covariance = "auto", ...) {
    options <- inference(object, "strengths", level, "marginal", covariance, ...)
    handle <- strengths_estimate(object, FALSE, "averaged", 0, options)
    duel_estimate_reversals(handle, judges = judge_numbers(object, judges))
}

# Pairs that all judges have in the same order.
unanimous <- function(object, judges = NULL, level = 0.95, covariance = "auto", ...) {
    options <- inference(object, "strengths", level, "marginal", covariance, ...)
    handle <- strengths_estimate(object, FALSE, "averaged", 0, options)
    duel_estimate_unanimous(handle, judges = judge_numbers(object, judges))
}

# Strengths of judges over ranks of disagreement.
average_ranks <- function(object, ranks = "averaged", max_rank = 0, level = 0.95, covariance = "auto", ...) {
    options <- inference(object, "strengths", level, "marginal", covariance, ...)
    handle <- strengths_estimate(object, TRUE, ranks, max_rank, options)
    table <- duel_estimate_values(handle)
    out <- table[c("judge", "item", estimate_columns)]
    structure(out, ranks = duel_estimate_averaged_ranks(handle), notes = attr(table, "notes"))
}
