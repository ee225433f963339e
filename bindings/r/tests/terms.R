# Covariates by a formula of terms: against glm() on the same design, for factors, interactions, contrasts, offsets and
# missing values; prediction at new values and for new items; what is refused.
library(duel)
source("support/expect.R")

set.seed(2)
traits <- data.frame(size = c(-0.9, 0.2, 1.6, -1.1, -0.1, 0.1), kind = factor(c("x", "y", "z", "x", "y", "z")),
                     prior = c(0.5, -0.4, 0.7, 1, -1.2, 0.1), row.names = letters[1:6])
games <- data.frame(l = sample(letters[1:6], 500, TRUE), r = sample(letters[1:6], 500, TRUE),
                    who = sample(c("A", "B"), 500, TRUE), night = rbinom(500, 1, 0.5), wl = rnorm(500), wr = rnorm(500))
games <- games[games$l != games$r, ]
games$y <- rbinom(nrow(games), 1, with(games, plogis(traits[l, "size"] - traits[r, "size"] + 0.4 * (wl - wr))))
data <- list(games = games, traits = traits)
age <- c(B = 3, A = 1)
sizes <- setNames(traits$size, letters[1:6])

side <- function(formula, items) {
    env <- list2env(c(lapply(traits[items, ], identity), games), parent = globalenv())
    model.matrix(formula, env)[, -1, drop = FALSE]
}
# glm() of the difference of two designs; `of` says the terms without indices.
by_hand <- function(of, scores = FALSE, offset = 0) {
    X <- side(of, games$l) - side(of, games$r)
    if (scores)
        X <- cbind(sapply(letters[2:6], function(i) (games$l == i) - (games$r == i)), X)
    glm(games$y ~ 0 + X, binomial, offset = rep(offset, length.out = nrow(games)),
        control = glm.control(epsilon = 1e-13))
}
check <- function(ours, theirs, coefficients = TRUE) {
    near(logLik(ours), logLik(theirs), 1e-9)
    near(fitted(ours, "row")$p_left, fitted(theirs), 1e-7)
    near(predict(ours, games)$left, fitted(theirs), 1e-7)
    near(predict(ours, games[7:9, ])$left, fitted(theirs)[7:9], 1e-7)
    if (!coefficients)
        return(invisible())
    known <- coef(theirs)[!is.na(coef(theirs))]
    near(tail(coef(ours, "effects"), 1), tail(known, 1), 1e-6)
    near(tail(estimates(ours, "effects")$se, 1), tail(sqrt(diag(vcov(theirs))), 1), 1e-6)
}
fit <- function(terms, ...) duel(y ~ l + r, data, covariates = terms, covariance = "observed", ...)

check(fit(~ size[..] + kind[..]), by_hand(~ size + kind))
check(fit(~ size[..] * kind[..]), by_hand(~ size * kind))
check(fit(~ poly(size[..], 2)), squared <- by_hand(~ size + I(size^2)), FALSE)
check(fit(~ size[..] + I(size[..]^2)), squared)
check(fit(~ size[..]:night + kind[..]), by_hand(~ size:night + kind))
check(duel(y ~ l + r, data, judge = who, covariates = ~ kind[..] + size[..]:age[who], covariance = "observed"), {
    games$age <- age[games$who]
    by_hand(~ kind + size:age)
})
prior <- traits[games$l, "prior"] - traits[games$r, "prior"]
check(fit(~ size[..] + kind[..] + offset(prior[..])), by_hand(~ size + kind, offset = prior))
sums <- fit(~ size[..] + kind[..], contrasts = list("kind[..]" = "contr.sum"))
near(logLik(sums), logLik(by_hand(~ size + kind)), 1e-9)
stopifnot(identical(names(coef(sums)), c("size[..]", "kind[..]1", "kind[..]2")))

## scores beside terms: what scores say already is left out, and said
beside <- fit(~ .. + size[..] * night + sides(wl, wr), ref = "a")
stopifnot(identical(names(coef(beside, "effects")), c("sides(wl, wr)", "size[..]:night")),
          any(grepl("Dropped, because scores or earlier terms determine them: size[..]", capture.output(beside),
                    fixed = TRUE)),
          any(grepl("Dropped, because both sides have the same values: night", capture.output(summary(beside)), fixed = TRUE)))
X <- cbind(sapply(letters[2:6], function(i) (games$l == i) - (games$r == i)), games$wl - games$wr,
           (traits[games$l, "size"] - traits[games$r, "size"]) * games$night)
near(c(coef(beside)[-1], coef(beside, "effects")), coef(glm(games$y ~ 0 + X, binomial)), 1e-6)
by_night <- fit(~ .. + ..:night)
near(logLik(by_night), sum(sapply(0:1, function(n) logLik(duel(y ~ l + r, games, subset = night == n)))), 1e-8)

## abilities with errors
both <- fit(~ size[..] + kind[..])
X <- model.matrix(~ size + kind, traits)[, -1]
near(abilities(both)$estimate, drop(X %*% coef(both)), 1e-9)
near(abilities(both)$se, sqrt(diag(X %*% vcov(both) %*% t(X))), 1e-9)
relative <- abilities(update(both, ref = "c"))
near(relative["c", "estimate"], 0)
near(relative$estimate, abilities(both)$estimate - abilities(both)["c", "estimate"], 1e-9)
said <- capture.output(print(both), summary(both))
stopifnot(any(grepl("^Abilities", said)), any(grepl("intervals of abilities", said)))
near(abilities(duel(y ~ l + r, games))$se, estimates(duel(y ~ l + r, games))$se, 1e-12)

known <- duel(y ~ l + r, games, covariates = ~ sizes[..], fixed = setNames(c(1, rep(0, 5)), letters[1:6]))
near(abilities(known)$estimate, sizes * coef(known) + c(1, 0, 0, 0, 0, 0), 1e-9)

## missing values: an item gets a score of its own, a row is left out
gaps <- data
gaps$traits["d", "size"] <- NA
gaps$games$night[4] <- NA
own <- duel(y ~ l + r, gaps, covariates = ~ size[..] + sides(wl, wr):night, covariance = "observed",
            na.action = na.exclude)
kept <- games[-4, ]
kept$night <- gaps$games$night[-4]
size <- setNames(replace(traits$size, 4, 0), letters[1:6])
X <- with(kept, cbind((l == "d") - (r == "d"), size[l] - size[r], (wl - wr) * night))
theirs <- glm(kept$y ~ 0 + X, binomial)
near(c(coef(own, "scores")["d"], coef(own)), coef(theirs), 1e-6)
stopifnot(nobs(own) == nrow(kept), is.na(residuals(own, by = "row")[4]), own$item_terms$separate == "d",
          any(grepl("scores of their own: d", capture.output(own), fixed = TRUE)))
near(abilities(own)["d", "se"], sqrt(vcov(theirs)[1, 1]), 1e-6)

## new values, new items, subsets
new <- list(data.frame(l = c("g", "a"), r = c("a", "h")), data.frame(size = c(2, -1, 0), kind = c("z", "y", "x"),
                                                                    row.names = c("g", "h", "a")))
x <- rbind(c(2, 0, 1) - c(0, 0, 0), c(0, 0, 0) - c(-1, 1, 0))
found <- predict(both, new, type = "link", se.fit = TRUE)
near(found$link, drop(x %*% coef(both)), 1e-9)
near(found$se, sqrt(diag(x %*% vcov(both) %*% t(x))), 1e-9)
fails(predict(both, replace(new, 2, list(transform(new[[2]], kind = c("z", "y", "w"))))), "duel_error_data",
      'kind[..] is "w"')
fails(predict(both, data.frame(l = "g", r = "a")), "duel_error_data", 'size[..] has no value for "g"', row = 1)
near(logLik(duel(y ~ l + r, data, subset = who == "A", covariates = ~ size[..])),
     logLik(duel(y ~ l + r, subset(games, who == "A"), covariates = ~ sizes[..])), 1e-9)

## comparisons of models
smaller <- fit(~ size[..])
near(anova(smaller, both)$Chisq[2], 2 * (logLik(both) - logLik(smaller)), 1e-9)
stopifnot(identical(row.names(drop1(both)), c("<none>", "size[..]", "kind[..]")), drop1(both)$Df[3] == 2,
          identical(row.names(anova(both)), c("NULL", "size[..]", "kind[..]")))
near(drop1(both)["kind[..]", "AIC"], AIC(smaller), 1e-9)
near(add1(smaller, ~ . + kind[..])["kind[..]", "AIC"], AIC(both), 1e-9)
near(logLik(update(both, ~ . - kind[..])), logLik(smaller), 1e-9)
near(logLik(update(smaller, covariates = ~ . + kind[..])), logLik(both), 1e-9)
crossed <- fit(~ size[..] * kind[..])
stopifnot(identical(row.names(drop1(crossed)), c("<none>", "size[..]:kind[..]")))
# a term that only its interaction keeps can go after it
inner <- step(fit(~ size[..] * night + kind[..]), trace = 0)
stopifnot(AIC(inner) <= AIC(fit(~ size[..] * night + kind[..])), "size[..]" %in% attr(terms(inner), "term.labels"))
stepped <- step(fit(~ size[..] + kind[..] + prior[..]), trace = 0)
stopifnot("size[..]" %in% stepped$covariates, AIC(stepped) <= AIC(both))
near(predict(stepped, games)$left, fitted(stepped, "row")$p_left, 1e-12)
stopifnot(identical(coef(unserialize(serialize(both, NULL))), coef(both)))

# free scores hold a linear predictor
free <- duel(y ~ l + r, games, covariance = "observed")
table <- anova(free, both)
near(table$Chisq[2], 2 * (logLik(free) - logLik(both)), 1e-9)
near(table[["Pr(>Chisq)"]][2], pchisq(table$Chisq[2], 2, lower.tail = FALSE), 1e-12)
stopifnot(table$Df[2] == -2, any(grepl("abilities from size[..], kind[..]", attr(table, "heading"), fixed = TRUE)))
pairwise <- contrast(both)
near(pairwise["a - b", "estimate"], diff(abilities(both)[c("b", "a"), "estimate"]), 1e-12)
near(pairwise["a - b", "se"], {
    d <- (model.matrix(~ size + kind, traits)["a", ] - model.matrix(~ size + kind, traits)["b", ])[-1]
    sqrt(d %*% vcov(both) %*% d)
}, 1e-9)
for (ask in list(ranks, tiers, compact_letters, test_pairs, quasi_variances, rank_probabilities))
    fails(ask(both), "duel_error_unsupported", "abilities()")
stopifnot(all(abilities(fit(~ 1))$se == 0))

## what is refused
fails(fit(~ size[..] + (1 | ..)), "duel_error_unsupported", "random effects")
fails(fit(~ sizes), "duel_error_argument", "values of items are sizes[..]")
fails(fit(~ unname(sizes)[..]), "duel_error_argument", "without names for text")
fails(fit(~ sizes[1:3][..]), "duel_error_data", "sizes[1:3][..] has no value for", row = 1)
fails(predict(fit(~ size[..]:night), data.frame(l = "a", r = "b")), "duel_error_argument", 'no column "night"')
fails(duel_set(y ~ l + r, games, covariates = ~ sizes[..]), "duel_error_argument", "formula of terms")
fails(duel(y ~ l + r, games, offsets = ~ sizes[..]), "duel_error_argument", "formula of terms")

## what else asks a model of terms
held <- cross_validate(both, folds = 3, seed = 1)
stopifnot(held$totals[["failed"]] == 0, held$totals[["predicted"]] == nobs(both))
drawn <- simulate(both, seed = 1)[[1]]
again <- duel(drawn, covariates = both$covariates, fixed = setNames(rep(0, 6), letters[1:6]))
near(coef(again, "effects"), coef(both), 0.6)
near(colMeans(as.matrix(bootstrap(both, replicates = 200, seed = 1), "effects")), coef(both), 0.2)
outside <- with(games, duel(y ~ l + r, covariates = ~ sizes[..] * night))
near(logLik(outside), logLik(fit(~ size[..] + size[..]:night)), 1e-9)
fails(fit(~ log(size[..] + 1.1)), "duel_error_data", "log(size[..] + 1.1) is -Inf",
      row = match(TRUE, games$l == "d" | games$r == "d"))
