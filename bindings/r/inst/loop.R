# A closed loop: labels are bought in rounds, scores estimated after each, and the next round is planned by
# them, until the leaders are told from all others or the votes run out. It looks after every round, and may stop at
# any; so it stops by a monitor, whose intervals hold at all looks together.
#
# votes: a data frame of context, first, second, category (factors; of categories the first says that
# `first` won, the second that `second` did), each pair of items in one order. A query (context, pair) is
# answered by a vote that nobody has asked for yet. plan: "boundary" (the leaders against the next item),
# "scores" (of all items alike) or "random".
closed_loop <- function(votes, plan, leaders = 3, budget = 160, rounds = 60, floor = 0.02, level = 0.95, seed = 1) {
    set.seed(seed)
    votes <- votes[sample(nrow(votes)), ]
    items <- levels(votes$first)
    contexts <- levels(votes$context)
    k <- length(items)
    n <- length(contexts)
    above <- upper.tri(diag(k))
    cell <- cbind(as.integer(votes$context), as.integer(votes$first), as.integer(votes$second))
    used <- logical(nrow(votes))
    labels <- looks <- NULL
    watched <- monitor("drawn", alpha = 1 - level)  # fixed before the first label is bought
    for (round in seq_len(rounds)) {
        # The rest: a pair's share of contexts that still have a vote of it. Less than a quarter of
        # them and it counts as bought up: its labels would weigh much.
        left <- array(FALSE, c(n, k, k))
        left[cell[!used, ]] <- TRUE
        share <- colMeans(left)
        if (any(share[above] < 1 / 4))
            break
        if (is.null(looks) || plan == "random") {
            asking <- array(rep(above * budget / sum(left), each = n), c(n, k, k))
        } else {
            # The A-optimal policy for each leader less the next item, or for all scores. A query that
            # finds no vote costs nothing, and a label has the propensity of its query times the share:
            # the share is the pair's cost, and divides its weight.
            aim <- if (plan == "boundary") {
                lead <- outer(items, first, "==") - (items == order[leaders + 1])
                tcrossprod(lead)
            }
            weights <- sweep(gars_weights(scores, mu, q = aim), 2:3, ifelse(above, share, 1), "/")
            asking <- policy(weights, budget / n, floor = floor, costs = share)
        }
        # The queries that are drawn, each answered by the first free vote of its cell.
        asked <- which(policy_draw(asking, "independent"), arr.ind = TRUE)
        free <- which(!used)
        code <- function(at) at[, 1] + n * (at[, 2] + k * at[, 3])
        answer <- free[match(code(asked), code(cell[free, , drop = FALSE]))]
        asked <- asked[!is.na(answer), , drop = FALSE]
        answer <- answer[!is.na(answer)]
        used[answer] <- TRUE
        labels <- rbind(labels, data.frame(
            question = asked[, 1], context = asked[, 1] + n * (round - 1), first = asked[, 2],
            second = asked[, 3], category = as.integer(votes$category[answer]),
            propensity = asking[asked] * share[asked[, -1, drop = FALSE]]))
        # Probabilities from all labels, those of other contexts: frequencies of pairs are all that Borda
        # scores with known propensities need.
        mu <- nuisance(transform(labels, context = question), n, items, levels(votes$category),
                       learner = "frequencies", pairs = "unordered", seed = seed)$mu
        # Every context comes once for each round, with the labels and propensities of that round; its
        # rounds are one cluster. A policy may depend on earlier labels: its propensities are known
        # before its own are drawn.
        scores <- gars(mu[rep(seq_len(n), round), , , ], labels, pairs = "unordered",
                       cluster = rep(seq_len(n), round))
        order <- names(sort(-coef(scores)))
        first <- order[seq_len(leaders)]
        # Who leads is read off the same labels: bounds of all differences at once allow for that, and those of the
        # monitor for having looked before.
        watched <- look(watched, scores)
        pairs <- test_pairs(watched)
        # Items of nonparametric scores go by their numbers from 0.
        one <- items[as.integer(as.character(pairs$first)) + 1]
        other <- items[as.integer(as.character(pairs$second)) + 1]
        turned <- other %in% first                  # of the pairs of a leader and another
        apart <- (one %in% first) != turned
        lower <- ifelse(turned, -pairs$simultaneous_upper, pairs$simultaneous_lower)
        upper <- ifelse(turned, -pairs$simultaneous_lower, pairs$simultaneous_upper)
        last <- order[leaders]
        next_one <- order[leaders + 1]
        at <- (one == last & other == next_one) | (one == next_one & other == last)
        # By this look alone, to see what the guarantee costs.
        now <- test_pairs(scores, level = level, seed = seed)
        alone <- ifelse(turned, -now$upper, now$lower)
        looks <- rbind(looks, data.frame(
            labels = sum(used), last = last, next_one = next_one,
            difference = (ifelse(turned, -1, 1) * pairs$estimate)[at], lower = lower[at], upper = upper[at],
            seems = all(alone[apart] > 0), separated = isTRUE(all(lower[apart] > 0))))
        if (looks$separated[round])
            break
    }
    looks
}

# The last leader's score less that of the next item, against labels bought: a panel for each run.
plot_loops <- function(runs) {
    old <- graphics::par(mfrow = c(length(runs), 1), mar = c(4, 4.2, 2, 1))
    on.exit(graphics::par(old))
    all <- do.call(rbind, runs)
    for (name in names(runs)) {
        run <- runs[[name]]
        colour <- ifelse(run$separated, "forestgreen", "steelblue4")
        graphics::plot.default(run$labels, run$difference, type = "n", bty = "n",
                               xlim = c(0, max(all$labels)), ylim = range(all$lower, all$upper),
                               xlab = "labels bought", ylab = "last leader less next", main = name)
        graphics::abline(h = 0, lty = 2, col = "grey60")
        graphics::segments(run$labels, run$lower, run$labels, run$upper, col = colour, lwd = 2)
        graphics::points(run$labels, run$difference, pch = 19, cex = 0.7, col = colour)
    }
}
