# Estimates of one's own, verdicts about candidates, claims about the order.
library(duel)
source("support/expect.R")

values <- c(old = 0.70, new = 0.80, other = 0.60)
V <- matrix(c(4, 1, 0, 1, 4, 0, 0, 0, 9) * 1e-4, 3)
dimnames(V) <- list(names(values), names(values))
e <- duel_estimate(values, V)

## what goes in
near(coef(e), values, 0)
near(vcov(e), V, 1e-15)
near(estimates(e)$se, sqrt(diag(V)), 1e-12)
near(vcov(duel_estimate(values, V[c(3, 1, 2), c(2, 3, 1)])), V, 1e-15)
near(vcov(duel_estimate(values, unname(V))), V, 1e-15)
near(confint(e, "new"), 0.8 + c(-1, 1) * qnorm(0.975) * 0.02, 1e-9)
near(duel_estimate(unname(values), unname(V), names = c("a", "b", "c"))$values[["b"]], 0.8, 0)
near(duel_estimate(unname(values), V)$values[["new"]], 0.8, 0)
s <- duel_estimate(values, se = c(other = 0.3, old = 0.1, new = 0.2))
near(estimates(s)$se, c(0.1, 0.2, 0.3), 1e-12)
stopifnot(any(grepl("independent", capture.output(print(s)))))

## fits of other functions, with the distribution of their errors
fit <- lm(breaks ~ tension - 1, warpbreaks)
l <- duel_estimate(fit)
near(as.matrix(estimates(l)[c("lower", "upper")]), confint(fit), 1e-9)
near(contrast(l, c(tensionL = 1, tensionM = -1))$se, sqrt(sum(vcov(fit)[1:2, 1:2] * c(1, -1, -1, 1))), 1e-9)
counted <- glm(breaks ~ tension - 1, poisson, warpbreaks)
near(estimates(duel_estimate(counted))$se, sqrt(diag(vcov(counted))), 1e-9)
stopifnot(is.infinite(duel_estimate(counted)$df), duel_estimate(glm(breaks ~ tension - 1, data = warpbreaks))$df == 51)
# A term that is not identified has no value, and no rank.
aliased <- lm(breaks ~ tension + I(as.integer(tension) * 2) - 1, warpbreaks)
stopifnot(is.nan(ranks(duel_estimate(aliased), seed = 1)$rank[4]))

## the questions of models
r <- ranks(e, seed = 1)
stopifnot(identical(r$rank, c(2, 1, 3)), identical(names(r)[1], "value"))
stopifnot(winner(e, seed = 1)$item == "new", nrow(rank_sets(e, "new", seed = 1)) == 1)
down <- duel_estimate(values, V, lower_is_better = TRUE)
stopifnot(identical(ranks(down, seed = 1)$rank, c(2, 3, 1)), winner(down, seed = 1)$item == "other",
          identical(tiers(down, number = 3)$tier, c(2L, 3L, 1L)), identical(tiers(e, number = 3)$tier, c(2L, 1L, 3L)))
p <- rank_probabilities(e, seed = 1, draws = 2e5)
near(rowSums(as.matrix(p)), rep(1, 3), 1e-12)
near(superiority(e)["new", "old"], pnorm(0.1 / sqrt(6e-4)), 1e-9)
letters_of <- compact_letters(e, seed = 1)
stopifnot(identical(rownames(as.matrix(letters_of)), names(values)), grepl("new", capture.output(print(letters_of))[3]),
          grepl("other", capture.output(print(compact_letters(down, seed = 1)))[3]))
near(test_pairs(e, adjustment = "none")["old - new", "p"], 2 * pnorm(-0.1 / sqrt(6e-4)), 1e-9)
near(test_contrasts(e, c(new = 1, old = -1), adjustment = "none", null = 0.05)$statistic, 0.05 / sqrt(6e-4), 1e-9)
near(quasi_variances(duel_estimate(values, diag(diag(V))))$quasi_variance, diag(V), 1e-9)
d <- duel_estimate(values, V, only_differences = TRUE)
near(estimates(d, ref = "old")$estimate, c(0, 0.1, -0.1), 1e-12)
near(estimates(d, ref = "old", unit = 10)$se[2], 10 * sqrt(6e-4), 1e-9)
stopifnot(is.finite(e_values(duel_estimate(values, V, units = 400), c(new = 1, old = -1), mixture = 0.1)$log_e))
again <- unserialize(serialize(e, NULL))
stopifnot(identical(estimates(again), estimates(e)))

## a gate
g <- gate(e, "new", "old", margin = 0.05)
near(c(g$lower, g$upper), 0.1 + c(-1, 1) * qnorm(0.975) * sqrt(6e-4), 1e-9)
near(g$p, pnorm(-0.05 / sqrt(6e-4)), 1e-9)
stopifnot(g$verdict == "pass", g$candidate == "new", g$is_better_by_margin,
          identical(capture.output(print(g))[1], paste0("pass: ", g$sentence)))
stopifnot(gate(e, 1, 2)$verdict == "fail", gate(e, "new", "old", "not_worse", 0.02)$verdict == "pass",
          gate(e, "new", "old", "equal", 0.1)$verdict == "not_enough", gate(down, "new", "old")$verdict == "fail")
model <- duel(winner ~ left + right, data = mtbench, judge = judge, context = question)
m <- gate(model, "gpt-4", "gpt-3.5-turbo", margin = 0.1, level = 0.9)
by_hand <- contrast(model, c("gpt-4" = 1, "gpt-3.5-turbo" = -1), level = 0.9)
near(c(m$estimate, m$lower), c(by_hand$estimate, by_hand$lower), 1e-9)

## claims, all at the level together
k <- claims(e, list(above = c("new", "old"), by = 0.02), list(not_worse = c("new", "old"), by = 0.02),
            list(parity = c("new", "other"), within = 0.05), list(top = "new", k = 1),
            list(top = "new", k = 1, chosen = TRUE), list(order = c("new", "old", "other")),
            list(group = "new", above = c("old", "other")))
near(k$p_supported[1:2], pnorm(-c(0.08, 0.12) / sqrt(6e-4)), 1e-9)
near(k$p_supported[5], 2 * k$p_supported[4], 1e-12)
near(k$p_supported[6], max(pnorm(-0.1 / sqrt(c(6e-4, 13e-4)))), 1e-9)
near(k$at_least[1], 0.1 - qnorm(1 - 0.05 / 7) * sqrt(6e-4), 1e-9)
stopifnot(k$state[2] == "supported", k$state[3] == "refuted", k$claim[7] == "new above old, other",
          k$claim[2] == "new not worse than old by 0.02")
stopifnot(claims(model, list(top = "gpt-4", k = 2), level = 0.9, covariance = "expected")$state == "supported")

## what is refused
refused <- function(expr, words) {
    met <- tryCatch({ expr; "" }, duel_error = conditionMessage)
    if (!grepl(words, met))
        stop("the error is \"", met, "\", without \"", words, "\"")
}
refused(duel_estimate(values), "covariance|vcov")
refused(duel_estimate(values, V, se = c(1, 1, 1)), "there are two")
refused(duel_estimate(values, V[1:2, 1:2]), "3 x 3")
refused(duel_estimate(values, `dimnames<-`(V, rep(list(c("old", "new", "mine")), 2))), "vcov has nothing for \"other\"")
refused(duel_estimate(c(a = 1, a = 2), diag(2)), "twice")
refused(duel_estimate(c(a = 1, b = 2), matrix(c(1, 2, 2, 1), 2)), "variance")
refused(duel_estimate(values, V, sd = 1), "unknown argument")
refused(duel_estimate("a"), "coef")
refused(estimates(e, ref = "old"), "only_differences")
refused(gate(e, "nwe", "old"), "candidate is \"nwe\"")
refused(gate(e, "new", c("old", "other")), "one item")
refused(gate(e, "new", "new"), "compare two items")
refused(gate(e, "new", "old", "equal"), "margin")
refused(gate(e, "new", "old", "best"), "want is")
refused(claims(e), "no claim")
refused(claims(e, c("new", "old")), "claim 1 must be a list")
refused(claims(e, list(order = c("new", "old")), list(abvoe = c("new", "old"))), "claim 2 has \"abvoe\"")
refused(claims(e, list(above = c("new", "old"), margin = 1)), "\"margin\" does not go with \"above\"; with it goes \"by\"")
refused(claims(e, list(not_worse = c("new", "old"))), "needs \"by\"")
refused(claims(e, list(above = "new")), "2 items")
refused(claims(e, list(above = c("nwe", "old"))), "claim 1: above is \"nwe\"")
refused(claims(e, list(top = "new", k = 2, chosen = TRUE)), "k = 1")
