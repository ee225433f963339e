# Fits that are refused, by class and name; what accept, ridge and pseudo do about it.
library(duel)
source("support/expect.R")

cycle <- data.frame(left = c("a", "b", "c", "a"), right = c("b", "c", "a", "c"), won = c(1, 1, 1, 0))
fit <- duel(won ~ left + right, cycle)

## words and numbers
fails(duel(won ~ left + right, cycle, outcome = "luce"), "duel_error_argument", "luce")
fails(duel(won ~ left + right, cycle, covariance = NA), "duel_error_argument", "covariance is NA")
fails(duel(won ~ left + right, cycle, ridge = -1), "duel_error_argument", "ridge is -1")
fails(duel(won ~ left + right, cycle, ridge = c(1, 2)), "duel_error_argument", "ridge")
fails(duel(won ~ left + right, cycle, ref = "q"), "duel_error_name", "\"q\"")
fails(duel(won ~ left + right, cycle, accept = c("separated", "sad")), "duel_error_argument", "sad")
fails(duel(won ~ left + right, cycle, rigde = 1), "duel_error_argument", "unknown argument")
fails(duel(won ~ left + right, cycle, control = list(max_iterations = 0.5)), "duel_error_argument",
      "max_iterations")
fails(duel(duel_set(won ~ left + right, cycle), covariates = "size"), "duel_error", "size")
stopifnot(identical(coef(duel(won ~ left + right, cycle, outcome = "Bradley-T")), coef(fit)))

## choices that do not go together
fails(duel(won ~ left + right, cycle, threshold = "judge"), "duel_error_unsupported")
fails(duel(won ~ left + right, cycle, sign = "signed"), "duel_error_unsupported")
fails(coef(fit, "sensitivities"), "duel_error_unsupported")
fails(coef(fit, "luck"), "duel_error_argument", "luck")

## disconnected
islands <- data.frame(left = c("a", "b", "x", "y"), right = c("b", "a", "y", "x"), won = 1)
fails(duel(won ~ left + right, islands), "duel_error_not_identified", "x")
accepted <- duel(won ~ left + right, islands, accept = "disconnected")
stopifnot(identical(accepted$info$outcome, "disconnected"),
          any(grepl("disconnected", capture.output(print(accepted)))))
across <- predict(accepted, data.frame(left = "a", right = "x"))
stopifnot(is.nan(across$left))

## separated
never <- data.frame(left = c("a", "b", "c", "c"), right = c("b", "a", "a", "b"), won = 1)
fails(duel(won ~ left + right, never), "duel_error_not_identified", "c")
accepted <- duel(won ~ left + right, never, accept = "any")
stopifnot("separated" %in% accepted$info$outcome, estimates(accepted)["c", "se"] == Inf)
stopifnot(all(is.finite(estimates(duel(won ~ left + right, never, ridge = 0.1))$se)),
          all(is.finite(coef(duel(won ~ left + right, never, pseudo = 0.5)))))

## an opposed judge: refused, at the boundary by accept, negative when signed
set.seed(1)
pairs <- expand.grid(left = letters[1:4], right = letters[1:4], judge = 1:3, again = 1:20,
                     stringsAsFactors = FALSE)
pairs <- pairs[pairs$left != pairs$right, ]
taste <- c(1, 0.8, -0.7)[pairs$judge] * (match(pairs$right, letters) - match(pairs$left, letters))
pairs$won <- as.numeric(runif(nrow(pairs)) < plogis(taste))
fails(duel(won ~ left + right, pairs, judge, strength = "sensitivity"),
      "duel_error_not_identified", "3")
edge <- duel(won ~ left + right, pairs, judge, strength = "sensitivity", accept = "boundary")
stopifnot(coef(edge, "sensitivities")[["3"]] == 0, identical(edge$info$outcome, "boundary"))
signed <- duel(won ~ left + right, pairs, judge, strength = "sensitivity", sign = "signed",
               accept = "opposed")
stopifnot(coef(signed, "sensitivities")[["3"]] < 0, identical(signed$info$outcome, "opposed"))

## limits
fails(duel(winner ~ left + right, mtbench, judge, strength = "sensitivity",
           control = duel_control(max_iterations = 1)), "duel_error_not_converged")
fails(duel(winner ~ left + right, mtbench, judge, control = duel_control(max_bytes = 100)),
      "duel_error_memory")

## the classes, and the fields
e <- fails(duel(won ~ left + right, transform(cycle, won = c(1, 1, 2, 0))), "duel_error_data", row = 3)
stopifnot(identical(class(e), c("duel_error_data", "duel_error", "error", "condition")),
          startsWith(conditionMessage(e), "row 3: "), !grepl("row", e$detail))
stopifnot(inherits(try(duel(won ~ left + right, never), silent = TRUE), "try-error"))

## thresholds of judges who never tie are reported, not refused
firm <- subset(mtbench, judge %in% c("deepseek-chat", "google/gemma-3n-E4B-it") &
               !(winner %in% "tie" & judge == "google/gemma-3n-E4B-it"))
fit <- duel(winner ~ left + right, firm, judge, outcome = "davidson", threshold = "judge")
stopifnot(identical(fit$info$outcome, "tie_limit"))

## the library's messages name what R names: arguments and words, not fields and constants of C
fails(duel(winner ~ left + right, mtbench, judge, fixed = c("gpt-4" = 0), strength = "sensitivity"), "duel_error_unsupported",
      "fixed: scores can be fixed")
fails(duel(winner ~ left + right, mtbench, spread_factors = 2), "duel_error", 'spread_factors: only "factors" has factors')
size <- setNames(1:6, duel_set(winner ~ left + right, mtbench)$items)
fails(duel(winner ~ left + right, mtbench, covariates = list(size = size)), "duel_error_not_identified", "with fixed)")
stopifnot(duel:::in_words_of_r("use DUEL_DAVIDSON or DUEL_TIES_DROPPED") == 'use "davidson" or "dropped"')

## parameters of judges, and nobody says who judged
nobody <- data.frame(a = c("x", "y", "z", "x"), b = c("y", "z", "x", "z"), won = c(1, 1, 1, 0))
fails(duel(won ~ a + b, nobody, strength = "sensitivity"), "duel_error_argument", "no judge was given")
fails(duel(won ~ a + b, nobody, position = "by_judge"), "duel_error_argument", "no judge was given")

## what is typed for something else is told what to type
pairs <- data.frame(winner = c("a", "b", "c"), loser = c("b", "c", "a"), g = c("x", "y", "x"))
fails(duel(pairs), "duel_error_argument", "1 ~ winner + loser")
fails(duel(1 ~ winner + loser, pairs, judge = "g"), "duel_error_argument", "judge = g")
fails(duel(1 ~ winner + loser, pairs, offset = h), "duel_error_argument", "offset is no argument")
named <- predict(duel(1 ~ winner + loser, pairs), pairs[2, ], type = "link")
stopifnot(identical(names(named), "2"))
