# Data from models, and models at given parameters.
library(duel)
source("support/expect.R")

votes <- duel_set(winner ~ left + right, mtbench, judge, question)
plain <- c("openai/gpt-oss-20b", "openai/gpt-oss-120b", "kimi-k2-thinking-turbo", "moonshot-v1-32k")
votes <- subset(votes, judges = plain)
fit <- duel(votes, outcome = "davidson", position = "by_judge", threshold = "by_judge")

## the design stays, the answers are of the model
drawn <- simulate(fit, 3, seed = 5)
stopifnot(identical(names(drawn), c("sim_1", "sim_2", "sim_3")), attr(drawn, "seed") == 5,
          identical(drawn$sim_2, simulate(fit, seed = 6)[[1]]))
one <- as.data.frame(drawn$sim_1)
seen <- as.data.frame(votes)
key <- function(x) paste(x$context, x$judge, x$left, x$right)
total <- function(x) x$left_wins + x$right_wins + x$plain_ties + x$both_good + x$both_bad
near(total(one)[match(key(seen), key(one))], total(seen), 0)
again <- duel(drawn$sim_1, outcome = "davidson", position = "by_judge", threshold = "by_judge",
              covariance = "expected")
z <- (coef(again) - coef(fit)) / estimates(again)$se
stopifnot(max(abs(z)) < 4, max(abs(z)) > 0.01)
set.seed(2)
first <- simulate(fit)
set.seed(2)
stopifnot(identical(simulate(fit), first))

## another design
pairs <- data.frame(left = c("gpt-4", "llama-13b"), right = c("claude-v1", "gpt-4"), n = 500)
design <- duel_set(cbind(n, 0) ~ left + right, pairs)
other <- simulate(fit, seed = 1, design = design)[[1]]
stopifnot(other$totals[["comparisons"]] == 1000, identical(other$items, design$items))
fails(simulate(fit, design = duel_set(cbind(1, 1) ~ c("gpt-4") + c("gpt-5"))), "duel_error_name", "gpt-5")
fails(simulate(fit, design = 1), "duel_error_argument", "design")
fails(simulate(fit, nsim = 0), "duel_error_argument", "nsim")

## given parameters: a fitted model made again
same <- given(votes, coef(fit), positions = coef(fit, "positions"),
              thresholds = coef(fit, "thresholds"), outcome = "davidson")
near(coef(same), coef(fit), 1e-12)
near(coef(same, "thresholds"), coef(fit, "thresholds"), 1e-12)
near(logLik(same), logLik(fit), 1e-9)
near(vcov(same, covariance = "expected"), vcov(fit, covariance = "expected"), 1e-9)
stopifnot(same$info$stop == "given", identical(simulate(same, seed = 9), simulate(fit, seed = 9)))
shuffled <- given(votes, rev(coef(fit)), positions = rev(coef(fit, "positions")),
                  thresholds = rev(coef(fit, "thresholds")), outcome = "davidson")
near(coef(shuffled), coef(fit), 1e-12)

## sensitivities, effects, and predictions from them
sensitive <- given(votes, coef(fit), sensitivities = seq(-0.5, 2, length.out = 4), positions = 0.3)
pair <- data.frame(left = "gpt-4", right = "llama-13b", judge = votes$judges[3])
gamma <- seq(-0.5, 2, length.out = 4)
near(predict(sensitive, pair, type = "link"),
     gamma[3] * (coef(fit)[["gpt-4"]] - coef(fit)[["llama-13b"]]) + 0.3, 1e-9)
sized <- duel_set(cbind(5, 5)[rep(1, 6), ] ~ left + right,
                  data.frame(left = rep(c("a", "b", "a"), 2), right = rep(c("b", "c", "c"), 2),
                             l = c(1, 0, 2, 0, 1, 3), r = c(0, 2, 1, 1, 0, 0)),
                  context = paste0("q", 1:6), covariates = list(size = ~ l + r))
effect <- given(sized, c(a = 0, b = 0, c = 0), effects = c(size = 0.5))
near(predict(effect, data.frame(left = "a", right = "c", context = "q6"), type = "link"), 1.5, 1e-9)

## disagreement in two directions: strengths gamma mu + U V'
set.seed(4)
mu <- coef(fit)
gamma <- c(1.2, 0.8, 1.1, 0.9)
V <- matrix(rnorm(12), 6, dimnames = list(votes$items, NULL))
U <- matrix(rnorm(8), 4, dimnames = list(votes$judges, NULL))
apart <- given(votes, mu, sensitivities = gamma, positions = 0.3, item_factors = V, judge_factors = U)
strengths <- outer(gamma, mu) + U %*% t(V)
near(predict(apart, data.frame(left = "gpt-4", right = "llama-13b", judge = votes$judges), type = "link"),
     strengths[, "gpt-4"] - strengths[, "llama-13b"] + 0.3, 1e-9)
near(coef(apart, "strengths"), strengths - rowMeans(strengths), 1e-9)
stopifnot(apart$info$strength == "disagreement", apart$info$rank == 2,
          identical(coef(given(votes, mu, sensitivities = gamma, positions = 0.3,
                               item_factors = V[6:1, ], judge_factors = U)), coef(apart)))
near(coef(given(votes, mu, item_factors = V[, 1], judge_factors = U[, 1]), "strengths")[2, ],
     (mu + U[2, 1] * V[, 1]) - mean(mu + U[2, 1] * V[, 1]), 1e-9)
fails(given(votes, mu, item_factors = V), "duel_error_argument", "judge_factors")
fails(given(votes, mu, item_factors = V[-1, ], judge_factors = U), "duel_error_argument",
      "item_factors must be 6 numbers")

## planning: a design without answers, and how precise it would be
blank <- duel_set(cbind(0 * n, 0 * n) ~ left + right, pairs)
stopifnot(blank$totals[["comparisons"]] == 0)
truth <- given(blank, c("gpt-4" = 1, "claude-v1" = 0, "llama-13b" = -1))
stopifnot(simulate(truth, seed = 1, design = design)[[1]]$totals[["comparisons"]] == 1000)
stopifnot(is.na(estimates(truth)$se))
planned <- given(design, c("gpt-4" = 0.5, "claude-v1" = 0, "llama-13b" = -1), covariance = "expected")
near(contrast(planned, c("gpt-4" = 1, "claude-v1" = -1))$se,
     1 / sqrt(500 * plogis(0.5) * plogis(-0.5)), 1e-9)

## refusals
fails(given(votes, 1:5), "duel_error_argument", "scores must be 6 numbers")
fails(given(votes, c(coef(fit)[-1], x = 1)), "duel_error_name", "\"x\"")
fails(given(votes, coef(fit), thresholds = 1), "duel_error")
fails(given(votes, coef(fit), effects = 1), "duel_error_argument", "effects")
fails(given(1, 1), "duel_error_argument", "set")
