# Tests of nested models of one data frame, whatever their formulas name, against glm(); terms one by
# one; and the covariates that models are compared by.
library(duel)
source("support/expect.R")

set.seed(1)
n <- 400
v <- data.frame(left = sample(letters[1:6], n, TRUE), right = sample(letters[1:6], n, TRUE),
                l = rnorm(n), r = rnorm(n), h = rnorm(n), who = sample(c("x", "y", "z"), n, TRUE))
v <- v[v$left != v$right, ]
v$won <- as.numeric(runif(nrow(v)) < plogis((match(v$left, letters) - match(v$right, letters)) / 3 + v$l - v$r))
X <- sapply(letters[1:5], function(i) (v$left == i) - (v$right == i))
f0 <- duel(won ~ left + right, v)
f1 <- duel(won ~ left + right, v, covariates = list(len = ~ l + r))
f2 <- duel(won ~ left + right, v, context = seq_along(won), judge = who,
           covariates = list(len = ~ l + r, h = ~ h + r))
exact <- glm.control(epsilon = 1e-14)
g0 <- glm(won ~ 0 + X, binomial, v, control = exact)
g1 <- update(g0, . ~ . + I(l - r))
g2 <- update(g1, . ~ . + I(h - r))

## other covariates, contexts and judges of the same comparisons; either order; R's names of tests
for (test in c("LRT", "Rao")) {
    peer <- anova(g0, g1, g2, test = test)
    ours <- anova(f0, f1, f2, test = test)
    near(ours$Chisq[-1], peer[[if (test == "Rao") "Rao" else "Deviance"]][-1], 1e-5)
    near(ours[["Pr(>Chisq)"]][-1], peer[["Pr(>Chi)"]][-1], 1e-6)
}
stopifnot(all.equal(anova(f0, f1, test = "Chisq"), anova(f0, f1)), identical(ours$Df, c(NA, 1, 1)))
back <- anova(f1, f0)
near(back$Chisq[2], anova(f0, f1)$Chisq[2], 1e-9)
stopifnot(back$Df[2] == -1)
fails(anova(f0, f1, test = "F"), "duel_error_argument", "test is \"F\"")
fails(anova(duel(won ~ left + right, v, covariates = list(len = ~ h + r)), f2), "duel_error_argument",
      "under the same names")
fails(anova(f0, update(f1, data = v[-1, ])), "duel_error_unsupported", "different comparisons")

## one model: its terms, added from first to last
one <- anova(f2)
stopifnot(identical(row.names(one), c("NULL", "items", "len", "h")))
near(one$Chisq[-1], anova(glm(won ~ 0, binomial, v, control = exact), g0, g1, g2, test = "LRT")$Deviance[-1], 1e-6)
terms <- anova(duel(won ~ left + right, v, judge = who, strength = "sensitivity", position = "by_judge"))
stopifnot(identical(row.names(terms), c("NULL", "items", "position", "strength")),
          identical(terms$Df[-1], c(5, 3, 2)))

## single terms
dropped <- drop1(f2, test = "LRT")
peer <- drop1(g2, scope = ~ I(l - r) + I(h - r), test = "LRT")
near(dropped$AIC, peer$AIC, 1e-6)
near(dropped[["Pr(>Chisq)"]][-1], peer[["Pr(>Chi)"]][-1], 1e-6)
added <- add1(f0, list(len = ~ l + r, h = ~ h + r), test = "Rao")
near(added$AIC, c(AIC(g0), AIC(g1), AIC(update(g0, . ~ . + I(h - r)))), 1e-6)
near(added$Chisq[2], anova(g0, g1, test = "Rao")$Rao[2], 1e-5)
near(add1(f1, list(h = ~ h + r))$AIC[2], AIC(g2), 1e-6)
set <- duel_set(won ~ left + right, v, covariates = list(len = ~ l + r, h = ~ h + r))
near(add1(duel(set), c("len", "h"))$AIC, added$AIC, 1e-9)
near(drop1(duel(set, covariates = c("len", "h")), "h", k = 0)$AIC, -2 * c(logLik(g2), logLik(g1)), 1e-6)
fails(drop1(f1, "size"), "duel_error_name", "size")
fails(drop1(as_duel(as.raw(f1), "len")), "duel_error_unsupported", "as_duel")

## step() leaves out and, for sets, adds; update() by terms
full <- duel(won ~ left + right, v, judge = who, position = "by_judge", covariates = list(len = ~ l + r, `h[..]` = ~ h + r))
chosen <- step(full, trace = 0)
peer <- step(update(g2, . ~ . + who), scope = list(lower = g0), trace = 0)
near(AIC(chosen), AIC(peer), 1e-6)
stopifnot(identical(chosen$covariates, "len"), identical(as.character(chosen$anova$Step), c("", "- `h[..]`", "- position")[seq_len(nrow(peer$anova))]),
          identical(formula(chosen), won ~ left + right))
grown <- step(duel(set), scope = list(lower = ~ 1, upper = ~ len + h), trace = 0)
stopifnot(identical(grown$covariates, "len"), identical(update(full, ~ . - `h[..]`)$covariates, "len"),
          identical(update(full, ~ . - position, covariance = "observed")$info$covariance, "observed"),
          identical(names(update(full, ~ . - len - `h[..]`, evaluate = FALSE)),
                    c("", "formula", "data", "judge", "position")),
          identical(coef(update(full, covariates = NULL, position = "none")), coef(update(f0, judge = who))))
fails(update(f0, ~ . + size), "duel_error_argument", '"size" are added by covariates')

## covariates of items by R's rules, through model.matrix(): contrasts, interactions, columns of names
kind <- data.frame(kind = factor(c("big", "small", "tiny", "small", "big", "tiny")), size = c(1, 2, 5, 3, 2, 1),
                   row.names = letters[1:6])
structured <- duel(won ~ left + right, v, covariates = model.matrix(~ kind, kind), ridge = 1e-3)
stopifnot(identical(structured$covariates, c("kindsmall", "kindtiny")))
sum_coded <- model.matrix(~ kind * size, kind, contrasts.arg = list(kind = "contr.sum"))
stopifnot(identical(duel_set(won ~ left + right, v, covariates = sum_coded)$covariates,
                    c("kind1", "kind2", "size", "kind1:size", "kind2:size")))
named <- data.frame(item = letters[1:6], size = kind$size)
by_rows <- duel_set(won ~ left + right, v, covariates = kind["size"])
stopifnot(identical(as.raw(duel_set(won ~ left + right, v, covariates = named)), as.raw(by_rows)))
fails(duel_set(won ~ left + right, v, covariates = data.frame(size = kind$size)), "duel_error_argument",
      "in a column item")
if (requireNamespace("tibble", quietly = TRUE)) {
    stopifnot(identical(as.raw(duel_set(won ~ left + right, v, covariates = tibble::as_tibble(named))),
                        as.raw(by_rows)))
    stopifnot(identical(tibble::as_tibble(estimates(f0))$name, letters[1:6]))
}
fails(duel(won ~ left + right, transform(v, l = replace(l, 55, NA)), covariates = list(len = ~ l + r),
           na.action = na.pass), "duel_error_data", 'covariate "len" is NA for item', row = 55)
fails(duel_set(won ~ left + right, v, covariates = list(size = c(a = 1, b = NA))), "duel_error_data",
      'covariate "size" is NA for item "b"', row = 2)
fails(duel(won ~ left + right, v, fixed = c(a = 1, b = Inf)), "duel_error_argument", 'fixed is Inf for item "b"')

## winners and losers: one result for all rows, and no warning about an order that is not known
winners <- with(v, data.frame(winner = ifelse(won == 1, left, right), loser = ifelse(won == 1, right, left)))
w <- duel(1 ~ winner + loser, winners)
near(coef(w), coef(f0), 1e-6)
said <- capture.output(print(w), print(summary(w)))
stopifnot(!any(grepl("follow the position|^Warnings", said)), any(grepl("taken as unknown", said)),
          nrow(w$warnings) == 1)
judged <- duel(1 ~ winner + loser, winners, judge = v$who)
stopifnot(any(grepl("follow the position", capture.output(print(judged)))))

## of many values the largest are printed
many <- capture.output(print(duel(cbind(wins, losses, ties) ~ left + right, arena)))
stopifnot(length(many) < 50, any(grepl("20 largest of 129", many)))

## covariances of all coefficients at once, as callers for linear models ask for them
fp <- update(f1, position = "shared", covariance = "observed")
gp <- glm(won ~ 0 + sapply(letters[2:6], function(i) (left == i) - (right == i)) + rep(1, nrow(v)) + I(l - r),
          binomial, v, control = glm.control(epsilon = 1e-14))
near(coef(fp, "all", ref = "a")[-1], coef(gp), 1e-6)
near(vcov(fp, "all", ref = "a")[-1, -1], vcov(gp), 1e-7)
near(vcov(fp, "all")[1:6, 1:6], vcov(fp), 1e-9)
stopifnot(identical(vcov(fp, complete = FALSE), vcov(fp)), identical(dimnames(vcov(fp, "all"))[[1]], names(coef(fp, "all"))))
fails(vcov(update(fp, judge = who, strength = "sensitivity"), "all"), "duel_error_unsupported", "pooled")
b <- bootstrap(f0, replicates = 50, seed = 1)
stopifnot(identical(coef(b), coef(f0)))

## how to cite: without a warning, with the version
cited <- citation("duel")
stopifnot(grepl(as.character(packageVersion("duel")), format(cited, style = "text"), fixed = TRUE))
