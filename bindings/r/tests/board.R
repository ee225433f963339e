# Boards of scores by task.
library(duel)
source("support/expect.R")
refused <- function(expr, words) {
    met <- tryCatch({ expr; "" }, duel_error = conditionMessage)
    if (!grepl(words, met))
        stop("the error is \"", met, "\", without \"", words, "\"")
}

scores <- data.frame(model = rep(c("old", "new", "other"), each = 6), task = rep(paste0("t", 1:6), 3),
                     acc = c(.2, .4, .6, 0, .5, .3, .5, .4, .9, .2, .8, .6, .1, .5, .2, .3, .2, .1))
scores$repo <- ifelse(scores$task %in% c("t1", "t2", "t3"), "a", "b")
b <- board(acc ~ model | task, scores)
stopifnot(identical(facts(b)$cells, 18), any(grepl("3 items on 6 tasks", capture.output(print(b)))))
e <- duel_estimate(b)

## tasks as units are the paired t-test
near(coef(e)[["new"]], mean(scores$acc[scores$model == "new"]), 1e-12)
own <- t.test(scores$acc[scores$model == "new"], scores$acc[scores$model == "old"], paired = TRUE)
g <- gate(e, "new", "old")
near(g$estimate, unname(own$estimate), 1e-12)
near(c(g$lower, g$upper), own$conf.int, 1e-9)
stopifnot(g$verdict == "pass", any(grepl("6 tasks", capture.output(print(e)))))
stopifnot(nrow(ranks(e, seed = 1)) == 3, winner(e, seed = 1)$item == "new")

## choices
grouped <- board(acc ~ model | task, scores, group = ~ repo)
stopifnot(facts(grouped)$groups == 2)
near(vcov(duel_estimate(grouped, groups = "ignored")), vcov(e), 1e-15)
holes <- scores
holes$acc[4] <- NA
h <- board(acc ~ model | task, holes)
near(coef(duel_estimate(h, missing = 0))[["old"]], 2 / 6, 1e-12)
near(coef(duel_estimate(h, missing = "available"))[["old"]], 2 / 5, 1e-12)
stopifnot(any(grepl("1 of 18 cells", capture.output(print(duel_estimate(h))))))
refused(duel_estimate(h, missing = "refused"), "are missing")
refused(duel_estimate(b, runs = "pass_at"), "k is 0")
refused(board(acc ~ model, scores), "score ~ item")
refused(variance(b), "two runs")
runs <- board(solved ~ model | task, data.frame(model = "a", task = rep(c("t", "u"), each = 4), solved = c(TRUE, FALSE, FALSE, FALSE)))
near(variance(runs)$variance_within, 0.25, 1e-12)
near(coef(duel_estimate(runs, runs = "pass_at", k = 2))[["a"]], 0.5, 1e-12)
