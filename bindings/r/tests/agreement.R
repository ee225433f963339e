# Agreement of rankings, tiers, differences of neighbours, bump charts.
library(duel)
source("support/expect.R")
source("support/arena.R")

single <- fit_few(outcome = "davidson")
halves <- fit_few()
additive <- fit_few(outcome = "davidson", threshold = "additive")
scores <- cbind(single = coef(single), halves = coef(halves), third = coef(additive))

## against cor()
near(agreement(single, halves, third = additive), cor(scores, method = "kendall"), 1e-12)
near(agreement(scores, measure = "spearman"), cor(scores, method = "spearman"), 1e-12)
stopifnot(identical(dimnames(agreement(single, halves, third = additive)),
                    list(colnames(scores), colnames(scores))),
          identical(agreement(list(single = single, halves = halves, third = additive)),
                    agreement(single, halves, third = additive)),
          identical(rownames(agreement(single, single)), c("single", "single.1")),
          identical(rownames(agreement(one = single, other = halves)), c("one", "other")))
fails(agreement(), "duel_error_argument", "no rankings")
set.seed(1)
tied <- matrix(sample(5, 60, TRUE), 20, dimnames = list(letters[1:20], NULL))
near(agreement(tied), cor(tied, method = "kendall"), 1e-12)
near(agreement(tied, measure = "spearman"), cor(tied, method = "spearman"), 1e-12)
## overlaps
x <- c(a = 5, b = 4, c = 3, d = 2)
y <- c(b = 9, a = 8, d = 7, c = 6)
overlap <- agreement(x, y, measure = "average_overlap", k = 3)
near(overlap[1, 2], mean(c(0, 1, 2 / 3)), 1e-12)
near(agreement(x, y, measure = "top", k = 3)[1, 2], 2 / 3, 1e-12)
near(agreement(x, c(a = 1, b = 2))[1, 2], -1, 1e-12)    # over the items that both have
tree <- cluster(1 - agreement(single, halves, additive))
stopifnot(inherits(tree, "hclust"), identical(tree$labels, c("single", "halves", "additive")))
fails(agreement(x, 1:4), "duel_error_argument", "named by items")
fails(agreement(x, y, measure = "top", k = 9), "duel_error_argument", "9")
fails(agreement(x, y, measure = "rho"), "duel_error_argument", "measure")

## tiers by significance: from their definition and all simultaneous comparisons
t <- tiers(single, seed = 1)
tests <- test_pairs(single, seed = 1)
order <- order(-coef(single))
worse <- matrix(FALSE, 12, 12)
pairs <- utils::combn(12, 2)
worse[t(pairs)] <- tests$lower > 0           # the second is worse than the first
worse[t(pairs)[, 2:1]] <- tests$upper < 0
tier <- integer(12)
now <- 0
for (item in order) {
    if (now == 0 || worse[head, item]) {
        head <- item
        now <- now + 1
    }
    tier[item] <- now
}
stopifnot(identical(t$tier, as.integer(tier)), identical(row.names(t), dozen), max(t$tier) > 2)
## by number: the best of all partitions of the line; by gap
three <- tiers(single, number = 3)$tier
s <- coef(single)
within <- function(g) sum((s - ave(s, g))^2)
sorted <- order(order(-s))
every <- utils::combn(11, 2, function(ends) within(findInterval(sorted, ends + 0.5)))
near(within(three), min(every), 1e-12)
gap <- tiers(single, gap = 0.1)$tier
stopifnot(identical(gap[order], as.integer(cumsum(c(1, -diff(s[order]) > 0.1)))))
stopifnot(identical(tiers(single, gap = 10, unit = 100)$tier, gap))
fails(tiers(single, number = 2, gap = 1), "duel_error_argument", "two ways")
fails(tiers(single, number = 13), "duel_error_argument", "13")
apart <- data.frame(left = c("a", "b", "c", "d", "b"), right = c("b", "a", "d", "c", "e"),
                    score = c(1, 1, 1, 1, 0.5))
apart <- duel(score ~ left + right, apart, accept = "disconnected")
stopifnot(identical(is.na(tiers(apart, number = 1)$tier), c(FALSE, FALSE, TRUE, TRUE, FALSE)))

## neighbours
a <- adjacent_differences(single)
stopifnot(identical(a$first, dozen[order[-12]]), identical(a$second, dozen[order[-1]]))
near(a$estimate, -diff(s[order]), 1e-12)
v <- vcov(single)
se <- sqrt(diag(v)[order[-12]] + diag(v)[order[-1]] - 2 * v[cbind(order[-12], order[-1])])
near(a$se, se, 1e-12)
near(a$upper, a$estimate + qnorm(0.975) * se, 1e-10)
near(a$p, 2 * pnorm(-a$estimate / se), 1e-10)
b <- adjacent_differences(single, method = "bonferroni")
near(b$p_adjusted, pmin(1, 11 * a$p), 1e-10)
near(b$upper, a$estimate + qnorm(1 - 0.025 / 11) * se, 1e-9)

## plots
grDevices::pdf(file <- tempfile())
drawn <- plot_ranks(single, halves, third = additive)
top <- plot_ranks(scores, top = 3, main = "three")
forest <- plot(single, tiers = TRUE)
chosen <- plot(single, tiers = tiers(single, number = 2), show.ranks = FALSE)
grDevices::dev.off()
near(drawn[dozen, ], apply(-scores, 2, rank), 0)
stopifnot(file.size(file) > 3000, identical(colnames(drawn), colnames(scores)),
          row.names(drawn)[1] == dozen[order[1]], all(apply(top, 1, min) <= 3), nrow(top) >= 3,
          identical(forest[dozen, "tier"], tiers(single, seed = 0)$tier),
          identical(chosen[dozen, "tier"], tiers(single, number = 2)$tier))
fails(plot(single, tiers = 3), "duel_error_argument", "tiers")
fails(plot(single, type = "win_rates", tiers = TRUE), "duel_error_argument", "win_rates")
