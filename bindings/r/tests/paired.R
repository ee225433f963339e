## Two items on few tasks, differences, and plans: base R has the same by other ways.
library(duel)

near <- function(a, b, tolerance)
    stopifnot(length(a) == length(b), all(abs(a - b) <= tolerance * (1 + abs(b))))

## counts
found <- counts_paired(6, 1, 40)
near(found$p, binom.test(6, 7)$p.value, 1e-12)
near(found$p_larger, binom.test(6, 7, alternative = "greater")$p.value, 1e-12)
near(found$p_mid, found$p - dbinom(1, 7, 0.5), 1e-12)
near(found$p_selective, found$p_larger / pbinom(3, 7, 0.5, lower.tail = FALSE), 1e-12)
near(found$log_e, 7 * log(2) + lbeta(6.5, 1.5) - lbeta(0.5, 0.5), 1e-10)
near(found$log_e_larger, found$log_e + log(2) + pbeta(0.5, 1.5, 6.5, log.p = TRUE), 1e-10)
near(c(found$lower, found$upper), c(-0.00594667585823658, 0.2721244248305188), 1e-9)
stopifnot(found$differing == 7, found$fewest_differing == 6, counts_paired(6, 1, 40, level = 0.99)$fewest_differing == 8)
near(counts_paired(0, 0, 20, "not_worse", 0.05)$score_z, 1.0259783520851542, 1e-9)

## differences
d <- c(1.75, 2.25, 1, -0.5, 3.75)
signs <- as.matrix(expand.grid(rep(list(c(-1, 1)), 5)))
sums <- signs %*% d
found <- differences_exact(d)
near(found$p, mean(abs(sums) >= sum(d) - 1e-9), 1e-12)
near(found$p_larger, mean(sums >= sum(d) - 1e-9), 1e-12)
stopifnot(found$is_exact, found$patterns == 32, is.nan(found$lower), is.nan(found$log_e))
x <- rep(c(0.25, -0.25, 0.5), 20)
found <- differences_exact(x, c(0, 1), seed = 3, draws = 2000)
stopifnot(!found$is_exact, found$patterns == 2001, identical(found, differences_exact(x, c(0, 1), seed = 3, draws = 2000)))
bets <- (seq_len(64) - 0.5) / 64
wealth <- function(mu, x) log(mean(vapply(bets / (1 + mu), function(l) prod(1 + l * (x - mu)), 0)))
near(found$log_e, wealth(0, x), 1e-10)
near(found$lower, uniroot(function(mu) wealth(mu, x) - log(40), c(-0.9, 0.9), tol = 1e-13)$root, 1e-9)
near(differences_exact(x, c(0, 1), "not_worse", 0.1, seed = 3)$log_e, wealth(-0.1, x), 1e-10)
set.seed(1)
first <- differences_exact(x)
set.seed(1)
stopifnot(identical(first, differences_exact(x)))

## plans
found <- plan_units(effect = 0.05, sd = 0.45, mixture = 0.05)
stopifnot(found$units == 638, found$units_anytime == 1233)
near(found$power, power.t.test(638, 0.05, 0.45, type = "one.sample")$power, 1e-9)
near(found$units_normal, ((qnorm(0.975) + qnorm(0.8)) * 9)^2, 1e-9)
stopifnot(plan_units(0.5, 1)$units == ceiling(power.t.test(delta = 0.5, power = 0.8, type = "one.sample")$n))
near(plan_units(sd = 0.4, units = 200)$effect_found,
     power.t.test(200, NULL, 0.4, power = 0.8, type = "one.sample", tol = 1e-12)$delta, 1e-7)
tasks <- plan_units(win = 0.3, lose = 0.1, units = 60)
p_of <- function(b, k) pmin(1, 2 * pbinom(pmin(b, k - b), k, 0.5))
by_sum <- sum(vapply(0:60, function(k) {
    b <- 0:k
    dbinom(k, 60, 0.4) * sum(dbinom(b, k, 0.75)[p_of(b, k) <= 0.05 & 2 * b > k])
}, 0))
near(tasks$power_exact, by_sum, 1e-9)
near(plan_units(win = 0.4, lose = 0.3, votes = TRUE)$sd, sqrt(0.7 / 4 - 0.0025), 1e-12)
near(plan_units(0.03, between = 0.09, within = 0.14, runs = 4, group_size = 5, icc = 0.1)$sd, 0.4 * sqrt(1.4 / 5), 1e-12)
stopifnot(plan_units(0, 0.4, want = "equal", margin = 0.05)$power >= 0.8)

## what is refused
refused <- function(expr, words) {
    met <- tryCatch({ expr; "" }, duel_error = conditionMessage)
    if (!grepl(words, met))
        stop("the error is \"", met, "\", without \"", words, "\"")
}
refused(counts_paired(-1, 0, 3), "only_first is -1")
refused(counts_paired(2, 2, 3), "together more than tasks, 3")
refused(counts_paired(2, NA, 3), "only_second is NA")
refused(counts_paired(1, 1, 3, "equal"), "margin is 0")
refused(counts_paired(1, 1, 3, level = 0), "level is 0")
refused(differences_exact(c(1, NaN)), "NaN is not a difference")
refused(differences_exact("a"), "differences must be numbers")
refused(differences_exact(c(0.5, 2), c(0, 1)), "2 is more than scores")
refused(differences_exact(1, 3), "bounds are 3")
refused(differences_exact(1, c(1, 0)), "lower_bound is 1")
refused(plan_units(0.1), "all are 0")
refused(plan_units(0.1, 0.4, win = 0.2), "there are two: sd, win and lose")
refused(plan_units(0.1, 0), "sd is 0")
refused(plan_units(0, 0.4), "effect is 0")
refused(plan_units(0.1, 0.4, power = 0.3), "power is 0.3")
refused(plan_units(0.1, 0.4, runs = 3), "runs is 3")
refused(plan_units(0.1, 0.4, units = 1), "units is 1")
