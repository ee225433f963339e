# Grades beside the likelihood written out by hand.
library(duel)
source("support/expect.R")

set.seed(7)
n <- 900
items <- c("a", "b", "c", "d")
score <- c(a = .8, b = .2, c = -.3, d = -.7)
left <- sample(items, n, TRUE)
right <- vapply(left, function(i) sample(setdiff(items, i), 1L), "")
z <- score[left] - score[right] + rlogis(n)
by <- (z > .3) + (z > 1) + (z > 2) - (z < -.3) - (z < -1) - (z < -2)
votes <- data.frame(left, right, by)

fit <- duel(graded(by) ~ left + right, data = votes, outcome = "graded", covariance = "observed")
thresholds <- estimates(fit, "grades")
stopifnot(thresholds$grade == 1:3, all(diff(thresholds$estimate) > 0), all(abs(thresholds$estimate - c(.3, 1, 2)) < 4 * thresholds$se))

## the likelihood by hand, and its gradient at the estimate
minus <- function(theta) {
    s <- c(theta[1:3], -sum(theta[1:3]))
    e <- c(-Inf, -rev(theta[4:6]), theta[4:6], Inf)
    u <- s[match(left, items)] - s[match(right, items)]
    -sum(log(plogis(e[by + 5] - u) - plogis(e[by + 4] - u)))
}
at <- c(coef(fit)[1:3], thresholds$estimate)
near(-minus(at), as.numeric(logLik(fit)), 1e-9)
slopes <- vapply(seq_along(at), function(k) {
    h <- replace(numeric(6), k, 1e-5)
    (minus(at + h) - minus(at - h)) / 2e-5
}, 0)
stopifnot(max(abs(slopes)) < 1e-4)

## other ways to say the same
words <- c("right, much", "right", "right, slightly", "same", "left, slightly", "left", "left, much")
named <- within(votes, y <- ordered(words[by + 4], levels = words))
near(coef(update(fit, y ~ left + right, data = named)), coef(fit), 1e-9)
set <- duel_set(graded(by) ~ left + right, votes)
near(coef(duel(set, outcome = "graded")), coef(fit), 1e-9)
stopifnot(sort(unique(as.data.frame(set)$grade)) == 0:3)

## other models read who is ahead
plain <- duel(sign(by) / 2 + .5 ~ left + right, data = votes, outcome = "rao_kupper")
near(coef(update(fit, outcome = "rao_kupper")), coef(plain), 1e-9)

## what is wrong is said
fails(graded(c(1, 6)), "duel_error_argument", "x[2] is 6")
fails(graded("a"), "duel_error_argument", "whole numbers")
fails(duel(by ~ left + right, data = votes), "duel_error_data", "grades into grade", row = 1)
fails(update(plain, outcome = "graded"), "duel_error_unsupported", "no answer of the set has a grade")
fails(simulate(fit), "duel_error_unsupported", "Rao-Kupper")
