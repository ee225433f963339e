# A closed loop: labels are bought in rounds, scores estimated after each, and the next round is planned by
# them, until the first two items are told from all others or the votes run out.
#
# votes: a data frame of context, first, second, category (factors; of categories the first says that
# `first` won, the second that `second` did), each pair of items in one order. A query (context, pair) is
# answered by a vote that nobody has asked for yet. plan: "boundary" (the first two against the third),
# "scores" (of all items alike) or "random".
closed_loop <- function(votes, plan, budget = 160, rounds = 60, floor = 0.02, level = 0.95, seed = 1) {
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
    for (round in seq_len(rounds)) {
        # What is left: a pair's share of contexts that still have a vote of it. Less than a quarter of
        # them and it counts as bought up: its labels would weigh much.
        left <- array(FALSE, c(n, k, k))
        left[cell[!used, ]] <- TRUE
        share <- colMeans(left)
        if (any(share[above] < 1 / 4))
            break
        if (is.null(looks) || plan == "random") {
            asking <- array(rep(above * budget / sum(left), each = n), c(n, k, k))
        } else {
            # The A-optimal policy for first - third and second - third, or for all scores. A query that
            # finds no vote costs nothing, and a label has the propensity of its query times the share:
            # the share is the pair's cost, and divides its weight.
            aim <- if (plan == "boundary") {
                lead <- outer(items, leaders[1:2], "==") - (items == leaders[3])
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
        value <- coef(scores)
        leaders <- names(sort(-value))[1:3]
        # Who leads is read off the same labels: intervals of all differences at once allow for that.
        tests <- test_pairs(scores, level = level, seed = seed)
        sides <- do.call(rbind, strsplit(row.names(tests), " - ", fixed = TRUE))
        lead <- matrix(sides %in% leaders[1:2], ncol = 2)
        sign <- ifelse(lead[, 1], 1, -1)
        apart <- lead[, 1] != lead[, 2]
        lower <- ifelse(sign > 0, tests$lower, -tests$upper)
        at <- apart & apply(sides, 1, setequal, leaders[2:3])
        looks <- rbind(looks, data.frame(
            labels = sum(used), first = leaders[1], second = leaders[2], third = leaders[3],
            difference = (sign * tests$estimate)[at], lower = lower[at],
            upper = ifelse(sign > 0, tests$upper, -tests$lower)[at],
            separated = all(lower[apart] > 0)))
        if (looks$separated[round])
            break
    }
    looks
}

# The second score less the third, against labels bought: a panel for each run.
plot_loops <- function(runs) {
    old <- graphics::par(mfrow = c(length(runs), 1), mar = c(4, 4.2, 2, 1))
    on.exit(graphics::par(old))
    all <- do.call(rbind, runs)
    for (name in names(runs)) {
        run <- runs[[name]]
        colour <- ifelse(run$separated, "forestgreen", "steelblue4")
        graphics::plot.default(run$labels, run$difference, type = "n", bty = "n",
                               xlim = c(0, max(all$labels)), ylim = range(all$lower, all$upper),
                               xlab = "labels bought", ylab = "second less third", main = name)
        graphics::abline(h = 0, lty = 2, col = "grey60")
        graphics::segments(run$labels, run$lower, run$labels, run$upper, col = colour, lwd = 2)
        graphics::points(run$labels, run$difference, pch = 19, cex = 0.7, col = colour)
    }
}
