# Thresholds of items and factors, links, spreads, restarts.
library(duel)
source("support/expect.R")
source("support/arena.R")
off <- diag(12) == 0

## additive Davidson thresholds are a log-linear model
sides <- function(column) outer(as.integer(few[[column]]), 1:12, `==`) * 1
left <- sides("left")
right <- sides("right")
zero <- 0 * left
loglinear <- function(ties) {
    x <- rbind(cbind((left - right) / 2, 0 * ties), cbind((right - left) / 2, 0 * ties),
               cbind(zero, ties))[, -1]
    pair <- factor(rep(seq_len(nrow(few)), 3))
    stats::glm(c(few$wins, few$losses, few$ties) ~ 0 + pair + x, family = stats::poisson)
}
additive <- fit_few(outcome = "davidson", threshold = "additive", covariance = "expected",
                    ref = dozen[1])
reference <- summary(loglinear(left + right))$coefficients
x <- reference[grep("^x", row.names(reference)), ]
near(coef(additive)[-1], x[1:11, 1], 1e-6)
near(coef(additive, "thresholds"), x[12:23, 1], 1e-6)
near(estimates(additive)$se[-1], x[1:11, 2], 1e-6)
near(estimates(additive, "thresholds")$se, x[12:23, 2], 1e-6)
stopifnot(identical(names(coef(additive, "thresholds")), dozen),
          additive$info$threshold == "additive", additive$info$dimension == 23)
e <- coef(additive, "pair_thresholds")
g <- coef(additive, "thresholds")
near(e[off], outer(g, g, `+`)[off], 1e-10)
stopifnot(all(is.nan(diag(e))), identical(dimnames(e), list(dozen, dozen)))
p <- predict(additive, few)
near(log(p$tie / sqrt(p$left * p$right)), e[cbind(few$left, few$right)], 1e-9)

## factors: one is additive; with three, the cosine basis is that of the manual
one <- fit_few(outcome = "davidson", threshold = "factored", tie_factors = 1)
near(logLik(one), logLik(additive), 1e-6)
three <- fit_few(outcome = "davidson", threshold = "factored", tie_factors = 3)
phi <- cbind(1 / sqrt(12), sqrt(2 / 12) * cos(pi / 12 * outer(0:11 + 0.5, 1:2)))
ties <- t(apply(few, 1, function(row) {
    i <- match(row[["left"]], dozen)
    j <- match(row[["right"]], dozen)
    out <- matrix(0, 12, 3)
    out[i, ] <- phi[j, ]
    out[j, ] <- out[j, ] + phi[i, ]
    as.vector(out)
}))
reference <- loglinear(ties)
near(predict(three, few)$tie, fitted(reference)[-seq_len(2 * nrow(few))] /
     (few$wins + few$losses + few$ties), 1e-7)
G <- coef(three, "thresholds")
stopifnot(identical(dimnames(G), list(dozen, c("1", "2", "3"))), three$info$tie_factors == 3)
near((G %*% t(phi) + phi %*% t(G))[off], coef(three, "pair_thresholds")[off], 1e-9)
near(crossprod(phi, G), t(crossprod(phi, G)), 1e-10)
near(coef(three, "all")[paste0("thresholds.", dozen[2], ":3")], G[2, 3], 0)
near(estimates(three, "thresholds")$estimate, as.vector(t(G)), 1e-12)
paper <- fit_few(outcome = "davidson", threshold = "factored", tie_factors = 1, tie_basis = "paper")
stopifnot(paper$info$tie_basis == "paper",
          abs(as.numeric(logLik(paper)) - as.numeric(logLik(additive))) > 1)
tests <- anova(fit_few(outcome = "davidson"), additive, three)
near(tests$Chisq[3], 2 * as.numeric(logLik(three) - logLik(additive)), 1e-9)

## Rao-Kupper: both links, from the probabilities
for (link in c("softplus", "linear")) {
    rk <- fit_few(outcome = "rao_kupper", threshold = "additive", tie_link = link)
    p <- predict(rk, few)
    e <- (log1p(-p$left) - log(p$left) + log1p(-p$right) - log(p$right)) / 2
    g <- coef(rk, "thresholds")
    sum <- outer(g, g, `+`)[cbind(few$left, few$right)]
    near(e, if (link == "linear") sum else log1p(exp(sum)), 1e-9)
    near(coef(rk, "pair_thresholds")[cbind(few$left, few$right)], e, 1e-9)
    stopifnot(rk$info$tie_link == link)
}

## linear thresholds below zero, of a pair that was never compared
games <- data.frame(left = c("c", "c", "d", "a", "b"), right = c("d", "e", "e", "c", "c"),
                    wins = c(20, 20, 20, 45, 45), losses = c(20, 20, 20, 45, 45),
                    ties = c(60, 60, 60, 10, 10))
linear <- function(...) duel(cbind(wins, losses, ties) ~ left + right, games, ...,
                             outcome = "rao_kupper", threshold = "additive", tie_link = "linear")
apart <- data.frame(left = "a", right = "b")
stopifnot(sum(coef(linear(), "thresholds")[c("a", "b")]) < 0)
fails(predict(linear(), apart), "duel_error_not_identified", "a")
zero <- linear(below_zero = "zero")
near(unlist(predict(zero, apart)), c(0.5, 0.5, 0), 1e-9)
stopifnot(coef(zero, "pair_thresholds")["a", "b"] == 0)

## a ridge draws thresholds to one
drawn <- fit_few(outcome = "davidson", threshold = "additive", tie_ridge = 1e7)
stopifnot(diff(range(coef(drawn, "thresholds"))) < 1e-3, criteria(drawn)$penalised)

## offsets of judges beside thresholds of items
by_judge <- duel(winner ~ left + right, mtbench, judge, question, outcome = "davidson",
                 threshold = "additive", threshold_offsets = "by_judge", tie_ridge = 1)
offset <- coef(by_judge, "threshold_offsets")
near(mean(offset), 0, 1e-10)
stopifnot(identical(names(offset), by_judge$judges), by_judge$info$threshold_offsets == "by_judge")
pairs <- data.frame(left = by_judge$items[1], right = by_judge$items[2], judge = by_judge$judges[1:2])
p <- predict(by_judge, pairs)
near(diff(log(p$tie / sqrt(p$left * p$right))), diff(offset[1:2]), 1e-9)
text <- capture.output(print(summary(by_judge)))
stopifnot(any(grepl("threshold additive, offsets by judge", text)), any(grepl("tie ridge 1", text)),
          any(grepl("^Items, with", text)), any(grepl("offset", text)))

## diagonal spread: the likelihood of the manual, at its maximum
spread <- fit_few(outcome = "davidson", spread = "diagonal")
d <- coef(spread, "variances")
s <- coef(spread)
near((1 - 1 / 12) * sum(d), 1, 1e-9)
S <- coef(spread, "spreads")
near(S[off], outer(d, d, `+`)[off], 1e-12)
near(coef(spread, "log_spreads")[off], log(S[off]), 1e-12)
likelihood <- function(parameters) {
    s <- parameters[1:12]
    d <- exp(parameters[13:24])
    z <- (s[few$left] - s[few$right]) / sqrt(d[few$left] + d[few$right])
    total <- exp(z / 2) + exp(-z / 2) + exp(parameters[25])
    sum(few$wins * z / 2 - few$losses * z / 2 + few$ties * parameters[25] -
        (few$wins + few$losses + few$ties) * log(total))
}
at <- c(s, log(d), coef(spread, "thresholds"))
near(likelihood(at), as.numeric(logLik(spread)), 1e-6)
slope <- vapply(1:25, function(k) {
    step <- 1e-4 * (1:25 == k)
    (likelihood(at + step) - likelihood(at - step)) / 2e-4
}, 0)
near(slope, rep(0, 25), 0.02)
near(predict(spread, few, type = "link"), ((s[few$left] - s[few$right]) /
     sqrt(S[cbind(few$left, few$right)])), 1e-9)
text <- capture.output(print(spread), print(summary(spread)))
stopifnot(any(grepl("Davidson, threshold single; diagonal spread", text)), any(grepl("^Variances", text)))

## factors of the spread, restarts
run <- function(threads) fit_few(outcome = "davidson", spread = "factors", spread_factors = 1,
                                 restarts = 4, seed = 7, threads = threads)
factors <- run(1)
optima <- facts(factors)
stopifnot(factors$info$starts == 5, nrow(optima) == factors$info$optima, sum(optima$starts) == 5,
          optima$is_regular[1], which.max(ifelse(optima$is_regular, optima$log_likelihood, -Inf)) == 1,
          logLik(factors) > logLik(spread), identical(coef(run(2)), coef(factors)))
near(optima$log_likelihood[1], as.numeric(logLik(factors)), 1e-9)
lambda <- facts(factors, "loadings")
covariance <- facts(factors, "item_covariance")
centre <- diag(12) - 1 / 12
near(covariance, centre %*% (diag(coef(factors, "variances")) + tcrossprod(lambda)) %*% centre, 1e-10)
near(sum(diag(covariance)), 1, 1e-10)
near(facts(factors, "item_correlations"), stats::cov2cor(covariance), 1e-9)
text <- capture.output(print(factors))
stopifnot(any(grepl("spread with 1 factor", text)), any(grepl("5 starts met", text)))
set.seed(3)
first <- fit_few(outcome = "davidson", spread = "factors", spread_factors = 1, restarts = 1)
set.seed(3)
again <- fit_few(outcome = "davidson", spread = "factors", spread_factors = 1, restarts = 1)
stopifnot(identical(first$bytes, again$bytes))
drawn <- fit_few(outcome = "davidson", spread = "diagonal", spread_ridge = 1e7)
near(coef(drawn, "variances"), rep(0.5, 12), 1e-3)
near(logLik(drawn), logLik(fit_few(outcome = "davidson")), 0.1)

## a variance of zero
set.seed(1)
pairs <- t(utils::combn(6, 2))
true <- rnorm(6)
won <- rbinom(15, 60, pnorm(1.2 * (true[pairs[, 1]] - true[pairs[, 2]])))
zero <- duel(cbind(won, 60 - won) ~ letters[pairs[, 1]] + letters[pairs[, 2]], spread = "diagonal")
at <- which(coef(zero, "variances") < 1e-9)
stopifnot(length(at) == 1, identical(zero$info$outcome, "heywood"),
          identical(facts(zero, "items")$problems[[at]], "heywood"), facts(zero, "items")$item[at] == names(at),
          is.nan(estimates(zero, "variances")[names(at), "se"]))
text <- capture.output(print(zero))
stopifnot(any(grepl("variances of zero (Heywood cases)", text, fixed = TRUE)),
          !any(grepl("Accepted although", text)))

## facts
counts <- facts(additive, "items")
total <- few$wins + few$losses + few$ties
near(counts$comparisons, tapply(total, few$left, sum, default = 0) +
     tapply(total, few$right, sum, default = 0), 0)
stopifnot(all(lengths(counts$problems) == 0), facts(additive, "voters")$comparisons == sum(total),
          length(facts(additive, "parameters")) == 24)
saved <- as_duel(as.raw(three))
near(coef(saved, "thresholds"), G, 0)

## what does not go together
fails(fit_few(outcome = "davidson", tie_factors = 2), "duel_error", "tie_factors")
fails(fit_few(outcome = "davidson", threshold = "factored"), "duel_error", "tie_factors")
fails(fit_few(threshold = "additive"), "duel_error_unsupported", "threshold")
fails(fit_few(outcome = "davidson", threshold = "additive", tie_link = "linear"),
      "duel_error_unsupported", "tie_link")
fails(fit_few(outcome = "rao_kupper", threshold = "additive", below_zero = "zero"),
      "duel_error_unsupported", "below_zero")
fails(fit_few(outcome = "davidson", spread = "diagonal", spread_ridge = -1), "duel_error_argument",
      "spread_ridge")
fails(coef(additive, "variances"), "duel_error_unsupported")
fails(facts(additive, "loadings"), "duel_error_unsupported")
fails(fit_few(spread = "round"), "duel_error_argument", "spread")
