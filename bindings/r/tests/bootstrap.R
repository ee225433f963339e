# Replicates: what they are, that they come back, and what inference makes of them.
library(duel)
source("support/expect.R")

fit <- duel(winner ~ left + right, mtbench, judge, question)
b <- bootstrap(fit, by = "context", replicates = 500, seed = 7)
values <- as.matrix(b)
stopifnot(identical(dim(values), c(500L, 6L)), identical(colnames(values), fit$items),
          b$info$drawn == 500, b$info$used == 500)
near(rowSums(values), rep(0, 500), 1e-9)

## the distribution of the replicates
near(apply(values, 2, sd), estimates(fit)$se, 0.12, relative = TRUE)
near(sqrt(diag(vcov(b))), estimates(b)$se, 1e-12)
near(estimates(b)$se, apply(values, 2, sd), 2e-3, relative = TRUE)
near(confint(b, interval = "percentile"), t(apply(values, 2, quantile, c(0.025, 0.975))), 0.01)
basic <- estimates(fit, bootstrap = b, interval = "basic")
percentile <- estimates(b, interval = "percentile")
near(basic$lower + percentile$upper, 2 * coef(fit), 1e-9)
near(confint(b, "gpt-4"), unlist(estimates(b)["gpt-4", c("lower", "upper")]), 0)
near(confint(fit, bootstrap = b, interval = "studentised"),
     as.matrix(estimates(b, interval = "studentised")[c("lower", "upper")]), 0)
stopifnot(all(estimates(b, method = "simultaneous")$upper > estimates(b)$upper))

## its refits are those of the weights: one replicate by judge, done by hand with weights of judges
one <- as.matrix(bootstrap(fit, weights = "bayesian", by = "judge", replicates = 2, seed = 1,
                           one_step = FALSE))
step <- as.matrix(bootstrap(fit, weights = "bayesian", by = "judge", replicates = 2, seed = 1,
                            one_step = TRUE))
stopifnot(max(abs(one - step)) > 0, max(abs(one - step)) < 0.05)

## the same bits: for threads, after a file, after the handle is gone
stopifnot(identical(as.matrix(bootstrap(fit, 500, "context", seed = 7, threads = 2)),
                    values))
file <- tempfile(fileext = ".rds")
saveRDS(b, file)
again <- readRDS(file)
stopifnot(identical(again, b))
for (seed in 1:9)
    bootstrap(fit, replicates = 2, seed = seed)
stopifnot(identical(as.matrix(again), values), identical(estimates(again), estimates(b)))
script <- tempfile(fileext = ".R")
result <- tempfile(fileext = ".rds")
writeLines(c("library(duel)", sprintf("b <- readRDS(%s)", deparse(file)),
             sprintf("saveRDS(list(as.matrix(b), confint(b)), %s)", deparse(result))), script)
stopifnot(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script)) == 0,
          identical(readRDS(result), list(values, confint(b))))
set.seed(3)
drawn <- bootstrap(fit, replicates = 2)$seed
set.seed(3)
stopifnot(identical(bootstrap(fit, replicates = 2)$seed, drawn))

## inference from replicates
best <- apply(-values, 1, function(row) rank(row))
near(rank_probabilities(fit, bootstrap = b)$summary$best_probability, rowMeans(best == 1), 1e-12)
stopifnot(all(ranks(fit, bootstrap = b)$rank_best <= 6), inherits(compact_letters(fit, bootstrap = b), "duel_compact_letters"),
          nrow(test_pairs(fit, bootstrap = b)) == 15)
gap <- delta(fit, function(s) s[["gpt-4"]] - s[["claude-v1"]], bootstrap = b)
near(gap$se, sd(values[, "gpt-4"] - values[, "claude-v1"]), 2e-3, relative = TRUE)
sensitive <- duel(winner ~ left + right, mtbench, judge, question, strength = "sensitivity")
s <- bootstrap(sensitive, 100, by = "context", seed = 1)
stopifnot(identical(dim(as.matrix(s, "strengths")), c(100L, 120L)),
          identical(colnames(as.matrix(s, "sensitivities")), sensitive$judges))
fails(estimates(sensitive, bootstrap = b), "duel_error_argument", "another model")

board <- summary(fit, bootstrap = b)$leaderboard
near(board[fit$items, "upper"], estimates(b)$upper, 0)

## parametric, and replicates that fail and are counted
davidson <- update(fit, outcome = "davidson")
parametric <- bootstrap(davidson, weights = "parametric", replicates = 100, seed = 1)
stopifnot(is.null(parametric$by), ncol(as.matrix(parametric, "thresholds")) == 1)
few <- data.frame(left = c("a", "b", "c", "a", "c", "b"), right = c("b", "c", "a", "c", "b", "a"),
                  won = c(1, 1, 1, 1, 1, 0))
thin <- bootstrap(duel(won ~ left + right, few), replicates = 400, seed = 1)
stopifnot(thin$info$used < 400,
          sum(unlist(thin$info[-(1:2)])) == 400 - thin$info$used,
          nrow(as.matrix(thin)) == thin$info$used,
          any(grepl("without an estimate", capture.output(print(thin)))))

## refusals
fails(bootstrap(fit, by = "luck"), "duel_error_argument", "by is \"luck\"")
fails(bootstrap(fit, weights = "parametric", by = "context"), "duel_error_unsupported")
weighty <- duel(winner ~ left + right, mtbench, weights = rep(c(0.5, 2), 5000))
fails(bootstrap(weighty, weights = "multinomial"), "duel_error_unsupported")
fails(bootstrap(fit, replicates = 1), "duel_error_argument", "replicates is 1")
fails(estimates(fit, interval = "bca"), "duel_error_argument", "interval")
fails(estimates(fit, bootstrap = fit), "duel_error_argument", "bootstrap")
fails(confint(bootstrap(fit, replicates = 20, seed = 1)), "duel_error")

## it reports, and can be stopped
seen <- NULL
bootstrap(fit, replicates = 50, seed = 1e6, progress = function(now) seen <<- c(seen, now$fraction))
stopifnot(any(grepl("too few", capture.output(print(bootstrap(fit, replicates = 50, seed = 1))))))
stopifnot(length(seen) > 0, !is.unsorted(seen), max(seen) <= 1)
fails(bootstrap(fit, replicates = 50, seed = 1e6 + 1, progress = function(now) FALSE), "duel_cancelled")
fails(bootstrap(fit, replicates = 50, seed = 1e6 + 2, progress = function(now) stop("full")),
      "simpleError", "full")

## printing and plotting
text <- capture.output(print(b), print(summary(b, "win_rates")))
stopifnot(any(grepl("500 replicates by Poisson weights on contexts, seed 7", text)),
          any(grepl("Win rates", text)), any(grepl("bca.lower", text)))
grDevices::pdf(file <- tempfile())
plotted <- plot(b, level = 0.9)
grDevices::dev.off()
near(plotted[[1]]$lower, estimates(b, level = 0.9)$lower, 0)
stopifnot(file.size(file) > 2000)

## the default draws what the model's covariance takes as independent
unit <- function(...) bootstrap(update(fit, ...), replicates = 2, seed = 1, weights = "bayesian")$by
stopifnot(unit() == "context", unit(covariance = "clustered_by_judge") == "judge",
          unit(covariance = "sandwich") == "row", unit(context = NULL) == "row")
fails(unit(covariance = "clustered_two_way"), "duel_error_unsupported", "contexts or judges")
asked <- bootstrap(fit, by = "context", replicates = 300, seed = 1)
default <- bootstrap(fit, replicates = 300, seed = 1)
stopifnot(identical(as.matrix(default), as.matrix(asked)),
          any(grepl("on contexts", capture.output(print(default)))))
# as wide as the errors of the same model, and wider than if votes on a question were independent
ratio <- sqrt(diag(vcov(default))) / estimates(fit)$se
stopifnot(ratio > 0.8, ratio < 1.25)

## a model of covariates alone has replicates of effects
lengths <- data.frame(size = c(1, 2, 4), row.names = c("a", "b", "c"))
sized <- duel(won ~ left + right, list(data.frame(left = rep(c("a", "b", "c", "a"), 10), right = rep(c("b", "c", "a", "c"), 10),
                                                 won = rep(c(1, 0, 1, 0, 0, 1, 0, 1, 1, 0), 4)), lengths), covariates = ~size[..])
drawn <- bootstrap(sized, replicates = 100, seed = 1)
stopifnot(identical(rownames(summary(drawn)$table), "size[..]"), nrow(confint(drawn)) == 1L,
          any(grepl("^Effects with BCa", capture.output(print(drawn)))))

## the number comes first, as of other functions that repeat; a word in its place is told where it belongs
stopifnot(bootstrap(fit, 90, seed = 1)$replicates == 90)
fails(bootstrap(fit, "context"), "duel_error_argument", 'Type by = "context"')
fails(cross_validate(fit, "pair"), "duel_error_argument", 'Type by = "pair"')
