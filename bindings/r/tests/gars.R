# Nonparametric scores and policies: by hand where they are linear, and by their properties.
library(duel)
source("support/expect.R")

set.seed(1)
n <- 400
items <- c("a", "b", "c")
K <- 3
theta <- c(0.8, 0, -0.8)
truth <- plogis(outer(theta, theta, "-") + 0.2)
mu <- array(0, c(n, K, K, 2), list(NULL, items, items, c("win", "loss")))
for (i in seq_len(n)) {
    p <- plogis(qlogis(truth) + rnorm(9, 0, 0.5))
    mu[i, , , 1] <- p
    mu[i, , , 2] <- 1 - p
}
pairs <- which(diag(K) == 0, arr.ind = TRUE)
labels <- do.call(rbind, lapply(seq_len(n), function(i) {
    taken <- pairs[runif(6) < 0.4, , drop = FALSE]
    data.frame(context = rep(i, nrow(taken)), first = items[taken[, 1]], second = items[taken[, 2]],
               category = ifelse(runif(nrow(taken)) < truth[taken], "win", "loss"))
}))
labels$propensity <- 0.4

## Borda scores are linear: the probabilities corrected by the labels
corrected <- mu
for (r in seq_len(nrow(labels))) {
    l <- labels[r, ]
    y <- as.numeric(c("win", "loss") == l$category)
    m <- mu[l$context, l$first, l$second, ]
    corrected[l$context, l$first, l$second, ] <- m + (y - m) / 0.4
}
borda <- function(mu) t(apply(mu, 1, function(m) {
    s <- (m[, , 1] + t(m[, , 2])) / 2
    (rowSums(s) - diag(s)) / (K - 1)
}))
psi <- borda(corrected)
fit <- gars(mu, labels, c("borda", "bradley_terry", "restricted"), floor = 0)
table <- estimates(fit)
near(table$estimate, colMeans(psi), 1e-12)
V <- crossprod(sweep(psi, 2, colMeans(psi))) / n^2
near(vcov(fit), V, 1e-12)
near(table$se, sqrt(diag(V)), 1e-12)
near(table$upper, table$estimate + qnorm(0.975) * table$se, 1e-10)
near(coef(fit, estimate = "plugin"), colMeans(borda(mu)), 1e-12)
stopifnot(identical(row.names(table), items), identical(dimnames(vcov(fit)), list(items, items)),
          fit$facts$contexts == n, fit$facts$labels == nrow(labels), fit$facts$never == 0,
          identical(fit$facts$orders, "both"))
## the projection at the predictions: row means of antisymmetric log odds
odds <- apply(mu, 1, function(m) {
    l <- (qlogis(m[, , 1]) + t(qlogis(m[, , 2])) - t(qlogis(m[, , 1])) - qlogis(m[, , 2])) / 4
    rowMeans(l)
})
near(coef(fit, "bradley_terry", "plugin"), rowMeans(odds), 1e-9)
stopifnot(all(abs(coef(fit, 2) - theta) < 4 * estimates(fit, 2)$se))
paper <- gars(mu, labels, "rank_centrality", "generator")
near(sum(coef(paper)), 1, 1e-9)
## several ways to say it
numbers <- transform(labels, first = match(first, items), second = match(second, items),
                     category = match(category, c("win", "loss")))
alone <- estimates(gars(mu, numbers, floor = 0))
near(as.matrix(alone), as.matrix(table), 1e-12)
stopifnot(identical(estimates(gars(mu, labels, floor = 0, threads = 2)), alone))

## pairs, ranks, equality
tests <- test_pairs(fit, adjustment = "none")
near(tests["a - b", "estimate"], table["a", 1] - table["b", 1], 1e-12)
near(tests["a - b", "se"], sqrt(V[1, 1] + V[2, 2] - 2 * V[1, 2]), 1e-12)
stopifnot(inherits(tests, "duel_tests"), identical(tests$first, c("a", "a", "b")),
          identical(tests$second, c("b", "c", "c")),
          identical(row.names(test_pairs(fit, ref = "b", adjustment = "holm")), c("a - b", "c - b")))
r <- ranks(fit, seed = 1)
near(r$rank, rank(-table$estimate), 0)
stopifnot(all(r$rank_best <= r$rank), all(r$rank_worst >= r$rank))
same <- gars_equality(fit, "bradley_terry", "restricted")
stopifnot(inherits(same, "htest"), same$parameter == 2, same$p.value > 0.001, same$p.value <= 1)

## parts merge; bytes; clusters
half <- labels$context <= 200
first <- gars(mu[1:200, , , , drop = FALSE], labels[half, ], "borda", floor = 0)
second <- gars(mu[201:400, , , , drop = FALSE], transform(labels[!half, ], context = context - 200),
               "borda", floor = 0)
both <- merge(first, second)
near(as.matrix(estimates(both)), as.matrix(table), 1e-12)
stopifnot(both$facts$contexts == n, first$facts$contexts == 200, is.raw(as.raw(both)),
          identical(estimates(unserialize(serialize(both, NULL))), estimates(both)))
key <- rep(1:100, 4)
near(estimates(gars(mu, labels, cluster = key, floor = 0), correction = "none")$se,
     sqrt(colSums(rowsum(sweep(psi, 2, colMeans(psi)), key)^2)) / n, 1e-12)

## failures
fails(gars(mu[, , 1:2, ], labels), "duel_error_argument", "mu")
fails(gars(mu, transform(labels, propensity = replace(propensity, 3, 0))), "duel_error_data",
      "propensity", row = 3)
fails(gars(mu, transform(labels, first = replace(first, 2, "z"))), "duel_error_name", "z")
fails(gars(mu, labels[-5]), "duel_error_argument", "propensity")
fails(gars(mu, labels, "borda", "paper"), "duel_error_argument", "variant")
fails(estimates(fit, "kemeny"), "duel_error_name", "kemeny")
fails(merge(fit, first), "duel_error_argument", "same items")

## weights of a linear functional: p (1 - p) / (2 (K - 1)^2)
W <- gars_weights(fit, mu)
p <- mu[7, , , 1]
expected <- p * (1 - p) / (2 * (K - 1)^2)
diag(expected) <- 0
near(W[7, , ], expected, 1e-12)
## the policy: sqrt(W / lambda) between the floor and one, on budget
pi <- policy(W, budget = 2, floor = 0.05)
info <- attr(pi, "info")
off <- rep(diag(K) == 0, each = n)
near(pi[off], pmin(pmax(sqrt(W[off] / info$lambda), 0.05), 1), 1e-9)
near(sum(pi) / n, 2, 1e-9)
stopifnot(identical(info$status, "active"), all(pi[!off] == 0), identical(dim(pi), dim(W)))
near(info$variance, sum(W[off] / pi[off]) / n, 1e-9)
near(policy_outcome(W, pi), unlist(info[c("spend", "variance", "uniform")]), 1e-9)
stopifnot(info$variance < info$uniform,
          identical(attr(policy(W, 7, floor = 0.05), "info")$status, "slack"),
          identical(attr(policy(W, 6 * 0.05, floor = 0.05), "info")$status, "floor"))
one <- policy(W, 0.9, floor = 0.01, drawing = "one_pair")
stopifnot(all(apply(one, 1, sum) <= 1 + 1e-9))
drawn <- policy_draw(one, seed = 3)
stopifnot(is.logical(drawn), all(apply(drawn, 1, sum) <= 1), identical(drawn, policy_draw(one, seed = 3)),
          !any(drawn[!off]), abs(sum(drawn) / n - 0.9) < 0.1)
fails(policy(W, 0.1, floor = 0.05), "duel_error_argument", "budget")
fails(policy_outcome(W, pi[, , 1]), "duel_error_size", "dimensions")

## learnt probabilities and propensities
x <- rnorm(n)
level <- outer(theta, theta, "-")
seen <- do.call(rbind, lapply(seq_len(n), function(i) {
    pair <- pairs[sample(6, 1), ]
    data.frame(context = i, first = items[pair[1]], second = items[pair[2]],
               category = ifelse(runif(1) < plogis(level[pair[1], pair[2]] * (1 + x[i])), "win", "loss"))
}))
learnt <- nuisance(seen, n, items, c("win", "loss"), features = x, propensities = "frequencies",
                   seed = 1)
stopifnot(inherits(learnt, "duel_nuisance"), identical(dim(learnt$mu), c(400L, 3L, 3L, 2L)),
          identical(dimnames(learnt$mu)[[2]], items), learnt$facts[["folds"]] == 5,
          nrow(learnt$settings) == 5, identical(as.numeric(learnt$settings$fold), as.numeric(1:5)), all(learnt$settings$ridge > 0), length(capture.output(print(learnt))) >= 2)
totals <- apply(learnt$mu, 1:3, sum)
near(totals[off], rep(1, sum(off)), 1e-9)
near(apply(learnt$propensities, 1, sum), rep(1, n), 0.05)
own <- learnt$mu[cbind(seen$context, match(seen$first, items), match(seen$second, items),
                       match(seen$category, c("win", "loss")))]
near(learnt$facts[["log_loss"]], mean(-log(own)), 1e-9)
again <- nuisance(seen, n, items, c("win", "loss"), features = x, seed = 1, threads = 2)
stopifnot(identical(again$mu, learnt$mu), is.null(again$propensities))
seen$propensity <- learnt$propensities[cbind(seen$context, match(seen$first, items),
                                             match(seen$second, items))]
scores <- estimates(gars(learnt$mu, seen))
stopifnot(identical(order(-scores$estimate), 1:3), all(scores$se > 0))
fails(nuisance(seen, n, items, c("win", "loss"), features = x[-1]), "duel_error_size", "features")
fails(nuisance(seen, n, items, c("win", "loss"), learner = "forest"), "duel_error_argument", "learner")

## scores that are not linear are corrected to the second order, in three splits or by folds
seen$propensity <- 0.4
both <- c("borda", "bradley_terry")
three <- gars_learn(seen, n, items, c("win", "loss"), features = x, functionals = both, seed = 4)
table <- gars_remainder(three)
stopifnot(three$facts$corrected == n, nrow(table) == 6, identical(unique(table$functional), both),
          all(table$correction[1:3] == 0), all(table$correction[4:6] != 0),
          identical(as.character(table$state), rep(c("linear", "corrected"), each = 3)),
          isTRUE(all.equal(max(table$size), three$facts$second_order_size)))
near(coef(three, 2), (table$one_step + table$correction)[4:6], 1e-12)
learnt <- nuisance(seen, n, items, c("win", "loss"), features = x, seed = 4)
folds <- nuisance_folds(learnt)
one <- gars_learn(seen, n, items, c("win", "loss"), features = x, functionals = both, splits = 1,
                  seed = 4)
hand <- gars(learnt, seen, both, fold = folds, features = x)
stopifnot(setequal(folds, 0:4), identical(as.raw(one), as.raw(hand)))
plain <- gars(learnt, seen, both)
stopifnot(identical(as.character(gars_warnings(plain)$code), "no_folds"),
          any(grepl("without folds", capture.output(print(plain)))),
          nrow(gars_warnings(gars(learnt, seen, both, second_order = "off"))) == 0)
fails(gars(learnt, seen, both, second_order = "on"), "duel_error_null", "fold")
fails(gars(learnt, seen, both, second_order = "maybe"), "duel_error_argument", "second_order")
fails(gars(learnt, seen, both, fold = folds[-1]), "duel_error_argument", "fold")
