# The methods agree with each other, with their definitions, and with R's habits.
library(duel)
source("support/expect.R")

## without one judge whose sensitivity would be zero
votes <- subset(mtbench, judge != "zai-org/GLM-4.5-Air-FP8")
known <- sum(!is.na(votes$winner))
fit <- duel(winner ~ left + right, votes, judge, question, strength = "sensitivity",
            position = "shared", outcome = "davidson", threshold = "judge")

## names and shapes
stopifnot(identical(names(coef(fit)), fit$items), identical(coef(fit), fit$coefficients),
          identical(names(coef(fit, "sensitivities")), fit$judges),
          identical(names(coef(fit, "thresholds")), fit$judges),
          identical(names(coef(fit, "positions")), "position"),
          identical(dim(coef(fit, "strengths")), c(19L, 6L)),
          length(coef(fit, "all")) == 6 + 19 + 1 + 19,
          identical(row.names(confint(fit, type = "all")), names(coef(fit, "all"))))
near(coef(fit, "strengths"), outer(coef(fit, "sensitivities"), coef(fit)), 1e-12)
near(matrix(estimates(fit, "strengths")$estimate, 19, byrow = TRUE), coef(fit, "strengths"), 1e-12)

## normalisations and scales
near(sum(coef(fit)), 0, 1e-12)
referred <- coef(fit, ref = "gpt-4")
near(referred, coef(fit) - coef(fit)[["gpt-4"]], 1e-12)
stopifnot(identical(coef(fit, ref = which(fit$items == "gpt-4")), referred))
weighted <- estimates(fit, weights = c("gpt-4" = 1, "claude-v1" = 3))
near(weighted["gpt-4", "estimate"] + 3 * weighted["claude-v1", "estimate"], 0, 1e-12)
geometric <- coef(fit, "sensitivities", scale = "geometric")
near(mean(log(geometric)), 0, 1e-12)
near(outer(geometric, coef(fit, scale = "geometric")), coef(fit, "strengths"), 1e-12)
judged <- coef(fit, "sensitivities", scale = "reference", ref_judge = fit$judges[4])
near(judged[[4]], 1, 1e-12)
elo <- estimates(fit, unit = 400 / log(10), origin = 1000)
near(elo$estimate, 1000 + 400 / log(10) * coef(fit), 1e-9)
near(elo$se, 400 / log(10) * estimates(fit)$se, 1e-9)
fails(coef(fit, scale = "reference"), "duel_error_argument", "ref_judge")
fails(coef(fit, ref = 7), "duel_error_argument", "ref is 7")
fails(estimates(fit, ref = 1, weights = rep(1, 6)), "duel_error_argument", "ref and weights")

## covariances
v <- vcov(fit)
near(v, t(v), 1e-15)
near(sqrt(diag(v)), estimates(fit)$se, 1e-12)
near(rowSums(v), rep(0, 6), 1e-12)
r <- vcov(fit, ref = "gpt-4")
stopifnot(all(r["gpt-4", ] == 0), identical(dimnames(r), list(fit$items, fit$items)))
near(r["claude-v1", "claude-v1"],
     v["claude-v1", "claude-v1"] + v["gpt-4", "gpt-4"] - 2 * v["claude-v1", "gpt-4"], 1e-12)
stopifnot(identical(dim(vcov(fit, "sensitivities")), c(19L, 19L)))
clustered <- vcov(fit, covariance = "clustered_by_context")
near(clustered, v, 0)
stopifnot(max(abs(vcov(fit, covariance = "expected") - v)) > 1e-4)

## intervals
e <- estimates(fit, level = 0.9, correction = "none")
near(e$upper, e$estimate + qnorm(0.95) * e$se, 1e-9)
b <- estimates(fit, method = "bonferroni", correction = "none")
near(b$upper, b$estimate + qnorm(1 - 0.025 / 6) * b$se, 1e-9)
s <- estimates(fit, method = "simultaneous", seed = 1, correction = "none")
stopifnot(all(s$upper < b$upper), all(s$upper > estimates(fit, correction = "none")$upper))
g <- estimates(fit, "sensitivities")
near(sqrt(g$lower * g$upper), g$estimate, 1e-9)
ci <- confint(fit, c("gpt-4", "alpaca-13b"), level = 0.9)
stopifnot(identical(colnames(ci), c("5 %", "95 %")), identical(row.names(ci), c("gpt-4", "alpaca-13b")))
near(ci, as.matrix(estimates(fit, level = 0.9)[row.names(ci), c("lower", "upper")]), 0)
stopifnot(identical(colnames(confint(fit)), c("2.5 %", "97.5 %")))
fails(confint(fit, level = 1), "duel_error_argument", "level is 1")
fails(confint(fit, "gpt-9"), "duel_error_name", "gpt-9")
fails(confint(fit, type = "all", method = "bonferroni"), "duel_error_unsupported")

## contrasts
all_pairs <- contrast(fit)
one <- contrast(fit, c("gpt-4" = 1, "claude-v1" = -1))
stopifnot(nrow(all_pairs) == 15, row.names(all_pairs)[1] == paste(fit$items[1:2], collapse = " - "))
near(one$se^2, r["claude-v1", "claude-v1"], 1e-12)
L <- rbind(first = c(1, -1, 0, 0, 0, 0), second = c(0, 0, 1, -1, 0, 0))
two <- contrast(fit, L, method = "bonferroni")
near(two$estimate, L %*% coef(fit), 1e-12)
near(attr(two, "covariance"), L %*% v %*% t(L), 1e-12)
two <- contrast(fit, L, method = "bonferroni", correction = "none")
near(two$lower, two$estimate - qnorm(1 - 0.025 / 2) * two$se, 1e-9)
fails(contrast(fit, 1:3), "duel_error_size", "3 columns")
fails(contrast(fit, c("gpt-4" = 1, "nobody" = -1)), "duel_error_name", "nobody")

## ranks
rk <- ranks(fit, seed = 1)
stopifnot(identical(rk$rank, unname(rank(-coef(fit)))),
          all(rk$rank_best <= rk$rank), all(rk$rank_worst >= rk$rank), all(rk$rank_best >= 1),
          all(rk$rank_worst <= 6))
wider <- ranks(fit, level = 0.999, method = "bonferroni")
stopifnot(all(wider$rank_best <= rk$rank_best), all(wider$rank_worst >= rk$rank_worst))

## log-likelihood and what follows from it
ll <- logLik(fit)
stopifnot(inherits(ll, "logLik"), attr(ll, "nobs") == known, attr(ll, "df") == fit$info$dimension)
near(AIC(fit), 2 * attr(ll, "df") - 2 * c(ll), 1e-9)
near(BIC(fit), log(known) * attr(ll, "df") - 2 * c(ll), 1e-9)
weighty <- duel(winner ~ left + right, mtbench, weights = rep(c(0.5, 2), 5000), importance = TRUE)
fails(logLik(weighty), "duel_error_unsupported", "importance")
fails(vcov(weighty, covariance = "expected"), "duel_error_unsupported")

## predictions
pairs <- data.frame(left = c("gpt-4", "alpaca-13b", NA), right = c("claude-v1", "gpt-4", "gpt-4"),
                    judge = rev(fit$judges)[1:3])
p <- predict(fit, pairs)
stopifnot(identical(names(p), c("left", "right", "tie")), all(is.na(p[3, ])))
near(rowSums(p[1:2, ]), c(1, 1), 1e-12)
near(predict(fit, pairs, type = "link")[1:2], with(pairs[1:2, ],
     coef(fit, "sensitivities")[judge] * (coef(fit)[left] - coef(fit)[right]) +
     coef(fit, "positions")), 1e-9)
near(p$tie[1:2] / sqrt(p$left * p$right)[1:2], exp(coef(fit, "thresholds")[pairs$judge[1:2]]), 1e-9)
with_ends <- predict(fit, pairs[1:2, ], interval = "confidence", se.fit = TRUE, level = 0.9, correction = "none")
stopifnot(identical(names(with_ends)[1:4], c("left", "left.se", "left.lower", "left.upper")),
          ncol(with_ends) == 12)
near(qlogis(with_ends$left.upper), qlogis(with_ends$left) +
     qnorm(0.95) * with_ends$left.se / (with_ends$left * (1 - with_ends$left)), 1e-9)
rk <- update(fit, outcome = "rao_kupper", strength = "pooled", threshold = "single")
near(predict(rk, pairs, type = "link")[1:2], with(pairs[1:2, ], coef(rk)[left] - coef(rk)[right] +
     coef(rk, "positions")), 1e-9)
## without a judge: sensitivity one; without position
typical <- predict(fit, pairs[1, 1:2], type = "link")
near(typical, coef(fit)["gpt-4"] - coef(fit)["claude-v1"] + coef(fit, "positions"), 1e-9)
near(predict(fit, pairs[1, 1:2], type = "link", ignore_position = TRUE),
     coef(fit)["gpt-4"] - coef(fit)["claude-v1"], 1e-9)
fails(predict(fit, transform(pairs, left = "gpt-5")), "duel_error_name", "gpt-5", row = 1)
fails(predict(fit, pairs[c("left", "judge")]), "duel_error_argument", "right")
fails(predict(fit, pairs, type = "link", interval = "confidence"), "duel_error_unsupported")
bt <- duel(winner ~ left + right, mtbench)
link <- predict(bt, pairs[1:2, ], type = "link", interval = "confidence", se.fit = TRUE)
near(link$link, coef(bt)[pairs$left[1:2]] - coef(bt)[pairs$right[1:2]], 1e-9)
near(link$upper, link$link + qnorm(0.975) * link$se, 1e-6)
stopifnot(nrow(predict(bt, pairs[0, ])) == 0)

## fitted values: the score equations of Bradley-Terry
f <- fitted(bt)
stopifnot(sum(f$left_wins + f$right_wins + f$plain_ties) == 9706, nrow(f) == 15)
n <- f$left_wins + f$right_wins + f$plain_ties
near(tapply(n * f$p_left, f$left, sum, default = 0) + tapply(n * f$p_right, f$right, sum, default = 0),
     tapply(f$left_wins + f$plain_ties / 2, f$left, sum, default = 0) +
     tapply(f$right_wins + f$plain_ties / 2, f$right, sum, default = 0), 1e-5)
stopifnot(identical(names(fitted(fit))[1:3], c("judge", "left", "right")), nrow(fitted(fit)) == 19 * 15)

## covariates: style control on rows
set.seed(4)
n <- 3000
styled <- data.frame(left = sample(letters[1:5], n, TRUE), right = sample(letters[1:5], n, TRUE),
                     l = rnorm(n), r = rnorm(n))
styled <- styled[styled$left != styled$right, ]
u <- (match(styled$left, letters) - match(styled$right, letters)) / 3 + 0.7 * (styled$l - styled$r)
styled$won <- as.numeric(runif(nrow(styled)) < plogis(u))
style <- duel(won ~ left + right, styled, covariates = list(length = ~ l + r), covariance = "observed")
X <- sapply(letters[2:5], function(i) (styled$left == i) - (styled$right == i))
peer <- glm(styled$won ~ 0 + X + I(styled$l - styled$r), family = binomial,
            control = glm.control(epsilon = 1e-14))
near(c(coef(style, ref = "a")[-1], coef(style, "effects")), coef(peer), 1e-6)
near(c(estimates(style, ref = "a")$se[-1], estimates(style, "effects")$se), sqrt(diag(vcov(peer))),
     1e-6, relative = TRUE)
near(logLik(style), logLik(peer), 1e-6)
stopifnot(attr(logLik(style), "df") == 5, identical(names(coef(style, "effects")), "length"))

## fixed scores: a leaderboard linked to an older one
linked <- duel(winner ~ left + right, mtbench, fixed = c("gpt-4" = 2, "llama-13b" = -1))
near(diff(coef(linked)[c("llama-13b", "gpt-4")]), 3, 1e-9)

## printing: what is said, and twice the same without touching R's generator
set.seed(1)
seed <- .Random.seed
text <- capture.output(s <- summary(fit), print(s))
stopifnot(identical(seed, .Random.seed), identical(text, capture.output(print(summary(fit)))),
          any(grepl("Leaderboard", text)), any(grepl("Davidson, threshold by judge", text)),
          any(grepl("Judges, with 95 % intervals", text)), any(grepl("observations deleted", text)))
stopifnot(nrow(fit$warnings) > 0, identical(names(fit$warnings), c("code", "subject", "text")), any(grepl("Warnings:", text)),
          any(grepl("Warnings:", capture.output(print(fit)))))
stopifnot(is.na(summary(fit, ref = "gpt-4")$coefficients["gpt-4", "Std. Error"]),
          identical(coef(s), s$coefficients), s$leaderboard$rank[1] == 1)

## plotting
file <- tempfile(fileext = ".pdf")
grDevices::pdf(file)
drawn <- plot(fit)
plot(fit, type = "sensitivities", sort = FALSE, main = "judges")
plot(duel(c(1, 0, 1, 1) ~ c("a", "a", "b", "c") + c("b", "b", "c", "b"), ridge = 0.1))
grDevices::dev.off()
stopifnot(file.size(file) > 3000, !is.unsorted(drawn$estimate), "rank_best" %in% names(drawn))
