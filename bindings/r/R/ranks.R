# Ranks with ranges, probabilities of ranks, groups, and what more comparisons would settle.

# The options of a question about ranks, which simulates.
about_ranks <- function(object, level = 0.95, covariance = "auto", method = "marginal", ...)
    inference(object, "scores", level, method, covariance, simulates = TRUE, ...)

ranks <- function(object, ...) UseMethod("ranks")

ranks.duel <- function(object, level = 0.95, covariance = "auto", method = "simultaneous",
                       seed = NULL, draws = 0, ...) {
    need_scores(object, "ranks")
    options <- about_ranks(object, level, covariance, method, seed = seed, draws = draws, ...)
    ranks_of(model_estimate(object, "scores", options), "score", shown_scores(object))
}

# The value of the item at a rank among some items.
winner <- function(object, ...) UseMethod("winner")

winner.duel <- function(object, items = NULL, rank = 1, level = 0.95, covariance = "auto", seed = NULL,
                        draws = 0, ref = object$ref, ...) {
    need_scores(object, "winners")
    # Its value is one of scores, which have a zero; who it is does not depend on that.
    options <- about_ranks(object, level, covariance, seed = seed, draws = draws, ref = ref, ...)
    winner_of(model_estimate(object, "scores", options), items, rank)
}

winner_of <- function(of, items, rank) {
    chosen <- if (!is.null(items)) index(items, of$names, "items") - 1L
    found <- duel_estimate_winner(of$handle, items = chosen,
                                  rank = whole(rank, "rank", 1))
    found$item <- of$names[found$item + 1L]
    found$tied_item <- if (found$is_tied) of$names[found$tied_item + 1L]
    if (found$is_tied)
        warning(found$item, " and ", found$tied_item, " have the same value: there is no winner", call. = FALSE)
    if (found$is_few)
        warning("standard errors of fewer than 40 clusters are too few for a winner", call. = FALSE)
    found$is_tied <- as.logical(found$is_tied)
    found$is_few <- as.logical(found$is_few)
    found
}

# Ranks that items may have, one by one or all at once.
rank_sets <- function(object, ...) UseMethod("rank_sets")

rank_sets.duel <- function(object, items = NULL, side = "both", one_by_one = FALSE, single_step = FALSE, top = 0,
                           level = 0.95, covariance = "auto", seed = NULL, draws = 0, ...) {
    need_scores(object, "ranks")
    options <- about_ranks(object, level, covariance, seed = seed, draws = draws, ...)
    rank_sets_of(model_estimate(object, "scores", options), items, side, one_by_one, single_step, top)
}

rank_sets_of <- function(of, items, side, one_by_one, single_step, top) {
    chosen <- if (!is.null(items)) index(items, of$names, "items") - 1L
    table <- duel_estimate_rank_sets(of$handle, items = chosen,
                                     options = list(side = code(side, "side"),
                                                    one_by_one = as.integer(flag(one_by_one, "one_by_one")),
                                                    single_step = as.integer(flag(single_step, "single_step")),
                                                    top = whole(top, "top")))
    row.names(table) <- table$item
    as_board(table)
}

rank_probabilities <- function(object, ...) UseMethod("rank_probabilities")

rank_probabilities.duel <- function(object, level = 0.95, covariance = "auto", seed = NULL,
                                    draws = 0, ...) {
    need_scores(object, "ranks")
    options <- about_ranks(object, level, covariance, seed = seed, draws = draws, ...)
    handle <- model_handle(object)
    items <- object$items
    probabilities <- named_matrix(
        duel_model_rank_probabilities(handle, options, capacity = length(items)^2), items, seq_along(items))
    new_rank_probabilities(probabilities, duel_model_rank_summary(handle, options), level)
}

new_rank_probabilities <- function(probabilities, summary, level) {
    row.names(summary) <- summary$item
    summary$item <- NULL
    structure(list(probabilities = probabilities, summary = summary, level = level),
              class = "duel_rank_probabilities")
}

as.matrix.duel_rank_probabilities <- function(x, ...) x$probabilities

# Best first; items without a rank last.
by_expected_rank <- function(x) order(x$summary$rank_mean)

print.duel_rank_probabilities <- function(x, digits = 2L, ...) {
    order <- by_expected_rank(x)
    cat("Probabilities of ranks, from the best item:\n")
    shown <- formatC(x$probabilities[order, , drop = FALSE], digits = digits, format = "f")
    shown[x$probabilities[order, ] == 0] <- "."
    print(shown, quote = FALSE, right = TRUE)
    cat("\nOf being best; expected rank; its standard deviation and ", 100 * x$level,
        " % interval:\n", sep = "")
    print(format(x$summary[order, ], digits = digits + 1L))
    invisible(x)
}

superiority <- function(object, ...) UseMethod("superiority")

superiority.duel <- function(object, covariance = "auto", ...) {
    need_scores(object, "probabilities of superiority")
    options <- inference(object, "scores", covariance = covariance, ...)
    items <- object$items
    named_matrix(duel_model_superiority(model_handle(object), options, capacity = length(items)^2), items)
}

compact_letters <- function(object, ...) UseMethod("compact_letters")

compact_letters.duel <- function(object, level = 0.95, covariance = "auto", method = "simultaneous",
                        seed = NULL, draws = 0, ...) {
    need_scores(object, "compact_letters")
    options <- about_ranks(object, level, covariance, method, seed = seed, draws = draws, ...)
    new_compact_letters(duel_model_compact_letters(model_handle(object), options), shown_scores(object), level)
}

new_compact_letters <- function(rows, scores, level, lower_is_better = FALSE) {
    count <- max(rows$group) + 1
    member <- matrix(FALSE, length(scores), count, dimnames = list(names(scores), group_letters(count)))
    member[cbind(match(rows$item, names(scores)), rows$group + 1)] <- TRUE
    structure(list(member = member, scores = scores, level = level, lower_is_better = lower_is_better),
              class = "duel_compact_letters")
}

# a to z, then a1 to z1, ...
group_letters <- function(count) {
    round <- (seq_len(count) - 1L) %/% 26L
    paste0(letters[(seq_len(count) - 1L) %% 26L + 1L], ifelse(round == 0L, "", round))
}

as.matrix.duel_compact_letters <- function(x, ...) x$member

# One text for each item, in columns so that letters stand below each other; with more than ten groups of an item the first
# and the last of each run of them.
letter_display <- function(member) {
    if (max(rowSums(member)) <= 10L)
        return(apply(member, 1L, function(row)
            paste(ifelse(row, colnames(member), strrep(" ", nchar(colnames(member)))), collapse = "")))
    apply(member, 1L, function(row) {
        runs <- rle(row)
        last <- cumsum(runs$lengths)[runs$values]
        first <- last - runs$lengths[runs$values] + 1L
        paste(ifelse(first == last, colnames(member)[first],
                     paste0(colnames(member)[first], "-", colnames(member)[last])), collapse = ",")
    })
}

print.duel_compact_letters <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat("Items that share a letter are not significantly different, all pairs at once at ", 100 * x$level,
        " %:\n", sep = "")
    order <- order(if (isTRUE(x$lower_is_better)) x$scores else -x$scores)
    print(data.frame(score = format(x$scores[order], digits = digits),
                     groups = format(letter_display(x$member)[order], justify = "left"),
                     row.names = names(x$scores)[order]))
    invisible(x)
}

more_comparisons <- function(object, ...) UseMethod("more_comparisons")

more_comparisons.duel <- function(object, pairs = NULL, gaps = NULL, power = 0.8, level = 0.95,
                                  covariance = "auto", ...) {
    need_scores(object, "comparisons to come")
    items <- object$items
    if (is.null(pairs)) {
        # neighbours in the ranking
        sorted <- items[order(-object$coefficients)]
        pairs <- cbind(sorted[-length(sorted)], sorted[-1L])
    }
    pairs <- as.matrix(pairs)
    if (ncol(pairs) != 2L)
        pairs <- t(pairs)
    if (ncol(pairs) != 2L)
        reject("argument", "pairs must be two items, or two columns of items")
    ids <- matrix(index(as.vector(pairs), items, "pairs"), ncol = 2L)
    if (!is.null(gaps)) {
        if (!is.numeric(gaps) || !length(gaps) %in% c(1L, nrow(ids)))
            reject("argument", "gaps must be one number, or one for each of the ", nrow(ids),
                   " pairs")
        gaps <- rep_len(as.double(gaps), nrow(ids))
    }
    options <- inference(object, "scores", level, covariance = covariance, ...)
    out <- duel_model_more_comparisons(model_handle(object), options = options, pairs = t(ids) - 1L,
                                       count = nrow(ids), gaps = gaps, power = number(power, "power"))
    row.names(out) <- paste(items[ids[, 1L]], items[ids[, 2L]], sep = " - ")
    out
}

# How few votes, judges or contexts a ranking hangs on.
fragility <- function(object, ...) UseMethod("fragility")

fragility.duel <- function(object, pairs = NULL, attack = "drop", by = "row", top = 0, progress = NULL,
                           type = "scores", vote = NULL, renew = FALSE, ...) {
    attacked(duel_model_fragility, object, pairs, attack, by, top, progress, type, vote, renew)
}

# The very votes.
fragile_votes <- function(object, ...) UseMethod("fragile_votes")

fragile_votes.duel <- function(object, pairs = NULL, attack = "drop", by = "row", top = 0, progress = NULL,
                               type = "scores", vote = NULL, renew = FALSE, ...) {
    attacked(duel_model_fragile_votes, object, pairs, attack, by, top, progress, type, vote, renew)
}

attacked <- function(call, object, pairs, attack, by, top, progress, type, vote, renew) {
    need_scores(object, "tests of pairs")
    ids <- integer()
    if (!is.null(pairs)) {
        pairs <- as.matrix(pairs)
        if (ncol(pairs) != 2L)
            pairs <- t(pairs)
        if (ncol(pairs) != 2L)
            reject("argument", "pairs must be two items, or two columns of items")
        ids <- t(matrix(index(as.vector(pairs), object$items, "pairs"), ncol = 2L)) - 1L
    }
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    items <- if (!is.null(vote)) index(vote, object$items, "vote") - 1L
    if (!is.null(vote) && length(items) != 2L)
        reject("argument", "vote must be two items, the winner first")
    if (!is.logical(renew) || length(renew) != 1L || is.na(renew))
        reject("argument", "renew must be TRUE or FALSE")
    out <- call(model_handle(object), pairs = ids, count = length(ids) / 2,
                options = list(attack = code(attack, "attack"), by = code(by, "by"), top = whole(top, "top"),
                               progress = progress, quantity = code(type, "type"),
                               vote = as.integer(!is.null(vote)), winner = items[1L], loser = items[2L],
                               renew = as.integer(renew)))
    from_one(out, intersect("value", names(out)))
}

quasi_variances <- function(object, ...) UseMethod("quasi_variances")

quasi_variances.duel <- function(object, covariance = "auto", ref = object$ref, ...) {
    need_scores(object, "quasi-variances")
    # Quasi-variances have no zero; the estimates beside them have.
    options <- inference(object, "scores", covariance = covariance, ...)
    out <- duel_model_quasi_variances(model_handle(object), options, capacity = length(object$items))
    new_quasi_variances(estimates.duel(object, covariance = covariance, ref = ref, ...)[c("estimate", "se")], out)
}

new_quasi_variances <- function(table, out) {
    table$quasi_variance <- out$out
    table$quasi_se <- ifelse(out$out >= 0, sqrt(pmax(out$out, 0)), NaN)
    errors <- unlist(out$info)
    names(errors) <- c("pairs.min", "pairs.max", "contrasts.min", "contrasts.max")
    structure(table, errors = errors)
}

next_comparisons <- function(object, ...) UseMethod("next_comparisons")

next_comparisons.duel <- function(object, batch = 1, criterion = "scores", pair = NULL,
                                  boundary = NULL, judge = NULL, threads = 1, progress = NULL,
                                  ...) {
    unused(...)
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    if (!is.null(pair) && missing(criterion))
        criterion <- "difference"
    if (!is.null(boundary) && missing(criterion))
        criterion <- "boundary"
    criterion <- word(criterion, "criterion")
    if ((criterion == "difference") != (length(pair) == 2L) ||
        (criterion == "boundary") == is.null(boundary))
        reject("argument", 'pair, two items, belongs to criterion "difference", and boundary, a ',
               'rank, to "boundary"')
    options <- list(criterion = code(criterion, "criterion"), batch = whole(batch, "batch", 1),
                    threads = whole(threads, "threads", 0, 1024), progress = progress)
    if (!is.null(pair))
        options[c("first", "second")] <- index(pair, object$items, "pair") - 1L
    if (!is.null(boundary))
        options$boundary <- whole(boundary, "boundary", 1)
    if (!is.null(judge))
        options[c("by_judge", "judge")] <- list(1L, index(judge, object$judges, "judge") - 1L)
    duel_model_next(model_handle(object), options)
}

effective_comparisons <- function(object, level = 0.95, covariance = "auto", ...) {
    need_model(object)
    duel_model_effective_comparisons(model_handle(object),
                                     inference(object, "scores", level, covariance = covariance, ...))
}
