# Metrics, marginal rates, match matrices, cross-validation and Vuong's test, from their definitions.
library(duel)
source("support/expect.R")
source("support/arena.R")

fit <- fit_few(outcome = "davidson")
n <- few$wins + few$losses + few$ties
p <- as.matrix(predict(fit, few))
o <- as.matrix(few[c("wins", "losses", "ties")])
q <- o / n

## metrics
m <- metrics(fit)
t <- m$total
near(t[["nll"]], -sum(o * log(p)), 1e-6)
near(t[["nll"]], -as.numeric(logLik(fit)), 1e-6)
near(t[["nll_mean"]], t[["nll"]] / sum(n), 1e-12)
near(t[["nll_multinomial"]], -sum(mapply(function(r) stats::dmultinom(o[r, ], prob = p[r, ], log = TRUE),
                                         seq_along(n))), 1e-6)
near(t[["cross_entropy"]], t[["nll_mean"]], 1e-12)
kl <- rowSums(q * log(q / p))
half <- (p + q) / 2
js <- rowSums(q * log(q / half) + p * log(p / half)) / 2
near(t[["kl_mean"]], mean(kl), 1e-10)
near(t[["kl_weighted"]], sum(n * kl) / sum(n), 1e-10)
near(t[["js_mean"]], mean(js), 1e-10)
near(t[["js_weighted"]], sum(n * js) / sum(n), 1e-10)
near(t[["mae_count"]], mean(colSums(n / sum(n) * abs(o - n * p))), 1e-8)
near(t[["rmse_percent"]], 100 * sqrt(mean(colSums(n / sum(n) * (q - p)^2))), 1e-8)
stopifnot(t[["rows"]] == nrow(few), t[["outcomes"]] == 3, t[["comparisons"]] == sum(n),
          identical(as.character(m$by_outcome$outcome), c("win", "loss", "tie")))
near(m$by_outcome$observed_count, colSums(o), 1e-9)
near(m$by_outcome$predicted_count, colSums(n * p), 1e-6)
near(sum(m$by_outcome$cross_entropy), t[["cross_entropy"]], 1e-12)
near(metrics(fit, duel_set(fit))$total, t, 1e-9)
near(metrics(fit, by = "cell")$total, t, 1e-9)

## marginal rates
table <- marginals(fit)
left <- function(x) tapply(x, few$left, sum, default = 0)
right <- function(x) tapply(x, few$right, sum, default = 0)
near(table$comparisons, left(n) + right(n), 0)
near(table$wins, left(few$wins) + right(few$losses), 0)
near(table$ties, left(few$ties) + right(few$ties), 0)
near(table$expected_ties, left(n * p[, 3]) + right(n * p[, 3]), 1e-6)
# the score equations: of an additive threshold, ties too
near(table$expected_wins - table$expected_losses, table$wins - table$losses, 1e-5)
own <- marginals(fit_few(outcome = "davidson", threshold = "additive"))
near(own$expected_ties, own$ties, 1e-5)
near(own$expected_wins, own$wins, 1e-5)
halves <- marginals(fit_few())
near(halves$wins, table$wins + table$ties / 2, 1e-9)
stopifnot(all(is.na(halves$ties)), identical(row.names(halves), dozen))

## match matrices
win <- as.matrix(match_matrix(fit))
tie <- as.matrix(match_matrix(fit, outcome = "tie"))
pairs <- cbind(few$left, few$right)
near(win[pairs], p[, 1], 1e-12)
near(win[pairs[, 2:1]], p[, 2], 1e-12)
near(tie[pairs], p[, 3], 1e-12)
stopifnot(isSymmetric(tie), all(is.nan(diag(win))), identical(dimnames(win), list(dozen, dozen)))
near(as.matrix(match_matrix(fit, "counts"))[pairs], few$wins, 0)
near(as.matrix(match_matrix(fit, "observed"))[pairs], q[, 1], 1e-12)
near(as.matrix(match_matrix(fit, "expected"))[pairs], n * p[, 1], 1e-6)
text <- capture.output(print(match_matrix(fit, "observed", "tie")))
stopifnot(grepl("Observed share of ties", text[1]))
fails(match_matrix(fit_few(), outcome = "tie"), "duel_error_unsupported")

## cross-validation, fold by fold
votes <- duel_set(cbind(wins, losses, ties) ~ left + right, few)
cv <- cross_validate(fit, by = "pair", folds = 4, seed = 11)
parts <- folds(votes, 4, by = "pair", seed = 11)
scores <- vapply(parts, function(part) accuracy(duel(part$rest, outcome = "davidson"), part$held)[["log_score"]], 0)
near(cv$fits$log_score, scores, 1e-8)
near(cv$means["log_score", "mean"], mean(scores), 1e-12)
near(cv$means["log_score", "se"], sd(scores) / 2, 1e-12)
stopifnot(all(cv$fits$status == "ok"), identical(cv$fits$fold, c(1, 2, 3, 4)),
          cv$totals[["predicted"]] == sum(n), cv$totals[["fits"]] == 4, all(cv$means$fits == 4))
other <- cross_validate(votes, by = "pair", folds = 4, seed = 11, threads = 2, outcome = "davidson")
stopifnot(identical(other$fits, cv$fits), identical(other$means, cv$means))
additive <- cross_validate(votes, folds = 5, seed = 1, outcome = "davidson", threshold = "additive")
single <- cross_validate(votes, folds = 5, seed = 1, outcome = "davidson")
stopifnot(mean(additive$fits$log_score - single$fits$log_score) > 0)
held <- cross_validate(fit, share = 0.2, repeats = 3, seed = 2)
s <- sd(held$fits$brier)
near(held$means["brier", "se"], s * sqrt(1 / 3 + 0.2 / 0.8), 1e-12)
near(held$fits$held, rep(0.2 * sum(n), 3), 1)
stopifnot(identical(held$fits[["repetition"]], c(1, 2, 3)))
set.seed(5)
a <- cross_validate(fit, folds = 2)
set.seed(5)
stopifnot(identical(cross_validate(fit, folds = 2), a))

## items out of reach, fits that fail
chain <- data.frame(left = c("a", "b", "c"), right = c("b", "c", "d"), wins = c(6, 5, 7),
                    losses = c(4, 5, 3))
chain <- duel_set(cbind(wins, losses) ~ left + right, chain)
cut <- cross_validate(duel(chain), by = "pair", folds = 3, seed = 1)
stopifnot(cut$totals[["failed"]] == 0, cut$totals[["unpredicted"]] == 30,
          all(is.nan(cut$means$mean)), all(grepl("disconnected", cut$fits$problems[cut$fits$held > 0])))
text <- capture.output(print(cut))
stopifnot(any(grepl("0 comparisons predicted, 30 not", text)))
# without b against c, or against a, c or a always wins or loses
ring <- data.frame(left = c("a", "a", "b"), right = c("b", "c", "c"), wins = c(6, 0, 5),
                   losses = c(4, 8, 7))
ring <- duel_set(cbind(wins, losses) ~ left + right, ring)
cut <- cross_validate(duel(ring), by = "pair", folds = 3, seed = 1)
fails_without <- function(part) tryCatch({
    duel(part$rest)
    FALSE
}, duel_error_not_identified = function(error) TRUE)
bad <- vapply(folds(ring, 3, by = "pair", seed = 1), fails_without, NA)
stopifnot(identical(cut$fits$status == "not_identified", bad), any(bad), cut$totals[["failed"]] == sum(bad),
          cut$means["log_score", "fits"] == sum(!bad))
text <- capture.output(print(cut))
stopifnot(any(grepl("of 3 fits have no estimate (not_identified)", text, fixed = TRUE)))
stopifnot(cross_validate(duel(ring, ridge = 1), by = "pair", folds = 3, seed = 1)$totals[["failed"]] == 0)

## accuracy counts what it cannot predict
apart <- duel_set(score ~ left + right, data.frame(left = c("a", "b", "c", "d"), right = c("b", "a", "d", "c"),
                                               score = c(1, 1, 1, 1)))
across <- duel_set(score ~ left + right, data.frame(left = c("a", "a"), right = c("b", "c"), score = 1))
stopifnot(accuracy(duel(apart, accept = "disconnected"), across)[["unpredicted"]] == 1)

fails(cross_validate(votes, depth = 3), "duel_error_argument", "unknown argument depth")
fails(cross_validate(fit, share = 1), "duel_error_argument", "share")
fails(cross_validate(fit, folds = 1), "duel_error_argument", "folds")
fails(cross_validate(as_duel(as.raw(fit))), "duel_error_unsupported", "as_duel")
fails(cross_validate(fit, progress = function(now) FALSE), "duel_cancelled")
fails(cross_validate(fit, progress = function(now) stop("no more")), "simpleError", "no more")

## Vuong's test
rk <- fit_few(outcome = "rao_kupper")
v <- vuong(rk, fit)
gain <- log(as.matrix(predict(rk, few))) - log(p)
mean_gain <- sum(o * gain) / sum(n)
near(v$estimate[["gain"]], as.numeric(logLik(rk) - logLik(fit)), 1e-6)
near(v$estimate[["variance"]], sum(o * gain^2) / sum(n) - mean_gain^2, 1e-10)
near(v$statistic, sum(o * gain) / sqrt(sum(n) * v$estimate[["variance"]]), 1e-6)
near(v$p.value, 2 * pnorm(-abs(v$statistic)), 1e-12)
near(v$variance_statistic, sum(n) * v$estimate[["variance"]], 1e-6)
near(vuong(fit, rk)$statistic, -v$statistic, 1e-9)
additive <- fit_few(outcome = "rao_kupper", threshold = "additive")
bic <- vuong(additive, fit, penalty = "bic")
near(bic$estimate[["penalty"]], 11 / 2 * log(sum(n)), 1e-6)
text <- capture.output(print(v))
stopifnot(inherits(v, "htest"), any(grepl("rk and fit", text)), any(grepl("differ at all", text)),
          v$by == "row", vuong(rk, fit, by = "row")$by == "row")
fails(vuong(fit, fit_few(outcome = "davidson", threshold = "additive")), "duel_error_unsupported")
fails(vuong(fit, fit_few()), "duel_error_unsupported")
fails(vuong(fit, 1), "duel_error_argument", "models")
fails(vuong(rk, fit, by = "judge"), "duel_error_argument", "by")
fails(vuong(rk, fit_few(outcome = "davidson", threshold = "additive", tie_ridge = 1)),
      "duel_error_unsupported", "penalised")

## the heat map
grDevices::pdf(file <- tempfile())
drawn <- plot(match_matrix(fit))
plot(match_matrix(fit, "counts"), sort = FALSE)
plot(match_matrix(fit, "observed", "tie"))
grDevices::dev.off()
stopifnot(file.size(file) > 3000, row.names(drawn)[1] == dozen[which.max(coef(fit))])

## the word of glm() for probabilities
stopifnot(identical(predict(fit, type = "response"), predict(fit)))
