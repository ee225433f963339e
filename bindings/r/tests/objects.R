# A model is a plain value: saved, compared, sent to other processes, updated.
library(duel)
source("support/expect.R")

fit <- duel(winner ~ left + right, mtbench, judge, question, strength = "sensitivity")
again <- duel(winner ~ left + right, mtbench, judge, question, strength = "sensitivity")
stopifnot(identical(fit, again))
pointers <- function(x) typeof(x) == "externalptr" || typeof(x) == "environment" && !identical(x, globalenv()) ||
    is.list(x) && any(vapply(x, pointers, NA))
stopifnot(!pointers(unclass(fit)))

## through a file, and another process
file <- tempfile(fileext = ".rds")
saveRDS(fit, file)
stopifnot(identical(readRDS(file), fit))
script <- tempfile(fileext = ".R")
result <- tempfile(fileext = ".rds")
writeLines(c("library(duel)", sprintf("fit <- readRDS(%s)", deparse(file)),
             "pair <- data.frame(left = 'gpt-4', right = 'claude-v1', judge = fit$judges[2])",
             "saveRDS(list(estimates(fit), vcov(fit, 'sensitivities'), predict(fit, pair),",
             sprintf("             ranks(fit, seed = 1), summary(fit)), %s)", deparse(result))), script)
stopifnot(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script)) == 0)
pair <- data.frame(left = "gpt-4", right = "claude-v1", judge = fit$judges[2])
stopifnot(identical(readRDS(result),
                    list(estimates(fit), vcov(fit, "sensitivities"), predict(fit, pair),
                         ranks(fit, seed = 1), summary(fit))))

## in forked processes
if (.Platform$OS.type == "unix") {
    forked <- parallel::mclapply(1:2, function(seed) ranks(fit, seed = seed), mc.cores = 2)
    stopifnot(identical(forked, list(ranks(fit, seed = 1), ranks(fit, seed = 2))))
}

## as bytes, which other hosts read
loaded <- as_duel(as.raw(fit))
stopifnot(identical(loaded$bytes, fit$bytes), identical(estimates(loaded), estimates(fit)),
          is.null(loaded$call), identical(loaded$items, fit$items))
near(predict(loaded, pair)$left, predict(fit, pair)$left, 0)
bytes <- as.raw(fit)
fails(as_duel(bytes[-1]), "duel_error_format")
fails(as_duel(bytes[seq_len(100)]), "duel_error_format")
middle <- length(bytes) %/% 2
bytes[middle] <- xor(bytes[middle], as.raw(1))
fails(as_duel(bytes), "duel_error_format")
fails(as_duel("x"), "duel_error_argument", "raw")

## its data
set <- duel_set(fit)
stopifnot(identical(as.raw(set), as.raw(duel_set(winner ~ left + right, mtbench, judge, question))))
near(log_likelihood(fit, set), c(logLik(fit), 9706), 1e-6)
stopifnot(identical(coef(duel(set)), coef(duel(winner ~ left + right, mtbench, judge, question))))

## update() and formula()
stopifnot(identical(formula(fit), winner ~ left + right))
plain <- update(fit, strength = "pooled")
near(coef(plain), coef(duel(winner ~ left + right, mtbench)), 1e-7)
swapped <- update(plain, . ~ right + left)
near(coef(swapped)[names(coef(plain))], -coef(plain), 1e-6)
stopifnot(identical(update(plain, subset = question < 100)$info$comparisons,
                    as.numeric(sum(mtbench$question < 100 & !is.na(mtbench$winner)))))
piped <- mtbench |> duel(winner ~ left + right, judge = judge, context = question)
near(coef(piped), coef(plain), 0)
stopifnot(identical(coef(duel(data = mtbench, formula = winner ~ left + right)),
                    coef(duel(winner ~ left + right, mtbench))))
stopifnot(identical(update(piped, outcome = "davidson")$info$outcome_law, "davidson"))

## many models at once: more than are kept as handles
fits <- lapply(81:100, function(q) duel(winner ~ left + right, mtbench, subset = question == q,
                                        ridge = 1))
totals <- vapply(fits, function(one) estimates(one)$estimate[1] - coef(one)[[1]], 0)
stopifnot(all(totals == 0))
