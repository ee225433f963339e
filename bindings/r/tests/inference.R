# Corrections for few clusters, profiles, functions of estimates, starts, offsets, bias reduction.
library(duel)
source("support/expect.R")
source("support/baseball.R")

fit <- duel(winner ~ left + right, mtbench, judge, question)

## clustered covariances from their definition
votes <- mtbench[!is.na(mtbench$winner), ]
X <- sapply(fit$items, function(i) (votes$left == i) - (votes$right == i))
y <- c(left = 1, tie = 0.5, right = 0)[as.character(votes$winner)]
p <- plogis(drop(X %*% coef(fit)))
information <- crossprod(X, X * p * (1 - p))
bread <- solve(information + 1) - 1 / 36
meat <- function(...) crossprod(rowsum(X * (y - p), paste(...)))
clustered <- function(...) bread %*% meat(...) %*% bread
near(vcov(fit, correction = "none"), clustered(votes$question), 1e-10)
near(vcov(fit, covariance = "clustered_by_judge", correction = "none"), clustered(votes$judge), 1e-10)
near(vcov(fit, covariance = "clustered_by_judge", correction = "cr1"),
     clustered(votes$judge) * 20 / 19, 1e-10)
near(vcov(fit, covariance = "clustered_two_way", correction = "none"),
     clustered(votes$question) + clustered(votes$judge) - clustered(votes$question, votes$judge),
     1e-10)
cells <- length(unique(paste(votes$question, votes$judge)))
near(vcov(fit, covariance = "clustered_two_way", correction = "cr1"),
     clustered(votes$question) * 80 / 79 + clustered(votes$judge) * 20 / 19 -
     clustered(votes$question, votes$judge) * cells / (cells - 1), 1e-10)

## CR2 and the jackknife, on the identified space
basis <- contr.helmert(6) / rep(sqrt(colSums(contr.helmert(6)^2)), each = 6)
corrected <- function(power) {
    M <- solve(crossprod(basis, information %*% basis))
    root <- chol(M)
    Reduce(`+`, lapply(split(seq_len(nrow(votes)), votes$judge), function(rows) {
        I <- crossprod(basis, crossprod(X[rows, ], X[rows, ] * (p * (1 - p))[rows]) %*% basis)
        score <- crossprod(basis, colSums(X[rows, ] * (y - p)[rows]))
        # (1 - I M)^power = root^-1 (1 - root I root')^power root, which is symmetric in the middle
        e <- eigen(diag(5) - root %*% I %*% t(root), symmetric = TRUE)
        middle <- e$vectors %*% diag(e$values^power) %*% t(e$vectors)
        u <- basis %*% M %*% solve(root, middle %*% root %*% score)
        tcrossprod(u)
    }))
}
near(vcov(fit, covariance = "clustered_by_judge", correction = "cr2"), corrected(-0.5), 1e-8)
near(vcov(fit, covariance = "clustered_by_judge", correction = "jackknife"),
     corrected(-1) * 19 / 20, 1e-8)

## quantiles
wide <- function(table, at) (table$upper - table$lower) / 2 / table$se / at
cr1 <- estimates(fit, covariance = "clustered_by_judge", correction = "cr1")
near(wide(cr1, qt(0.975, 19)), rep(1, 6), 1e-9)
normal <- estimates(fit, covariance = "clustered_by_judge", correction = "cr1",
                    quantiles = "normal")
near(wide(normal, qnorm(0.975)), rep(1, 6), 1e-9)
cr2 <- estimates(fit, covariance = "clustered_by_judge", correction = "cr2")
stopifnot(identical(estimates(fit, covariance = "clustered_by_judge"), cr2))
stopifnot(all(wide(cr2, qt(0.975, 19)) > 1))
fails(estimates(fit, covariance = "expected", correction = "cr2"), "duel_error_unsupported")
fails(estimates(fit, covariance = "clustered_two_way", correction = "cr2"),
      "duel_error_unsupported")
fails(estimates(fit, correction = "hc3"), "duel_error_argument", "correction is \"hc3\"")
s <- summary(fit, covariance = "clustered_by_judge", correction = "cr1")
near(coef(s)[, "Pr(>|t|)"], 2 * pt(-abs(coef(s)[, "t value"]), 19), 1e-9)
stopifnot(any(grepl("correction cr1", capture.output(print(s)))))

## win rates and shares
p <- outer(coef(fit), coef(fit), function(i, j) plogis(i - j))
near(coef(fit, "win_rates"), (rowSums(p) - 0.5) / 5, 1e-12)
near(coef(fit, "shares"), exp(coef(fit)) / sum(exp(coef(fit))), 1e-12)
rates <- estimates(fit, "win_rates")
near(qlogis(rates$upper) - qlogis(rates$estimate), qlogis(rates$estimate) - qlogis(rates$lower), 1e-9)
stopifnot(identical(row.names(rates), fit$items))

## profile intervals, against those of glm found by search
games <- duel(cbind(home.wins, away.wins) ~ home + away, baseball, covariance = "observed")
design <- sapply(teams, function(i) (baseball$home == i) - (baseball$away == i))
fell <- function(value) {     # the fall of the deviance with Boston less Baltimore at value
    held <- glm(cbind(home.wins, away.wins) ~ 0 + design[, -(1:2)] +
                offset(value * (baseball$home == "Boston") - value * (baseball$away == "Boston")),
                binomial, baseball, control = glm.control(epsilon = 1e-13))
    deviance(held) - deviance(games) - qchisq(0.95, 1)
}
boston <- profile(games, L = c(Boston = 1, Baltimore = -1))
near(boston$lower, uniroot(fell, c(-1, 1), tol = 1e-10)$root, 1e-6)
near(boston$upper, uniroot(fell, c(1.2, 3), tol = 1e-10)$root, 1e-6)
near(confint(games, interval = "profile"), as.matrix(profile(games)[c("lower", "upper")]), 0)
ref <- profile(games, ref = "Baltimore")
near(ref["Boston", "lower"], boston$lower, 1e-6)
near(confint(games, "Boston", interval = "profile", ref = "Baltimore"),
     unlist(ref["Boston", 3:4]), 0)
all <- confint(update(games, position = "shared"), type = "all", interval = "profile")
stopifnot(identical(row.names(all)[8], "positions.position"), ncol(all) == 2)
fails(profile(games, "win_rates"), "duel_error_unsupported")
fails(profile(games, method = "simultaneous"), "duel_error_unsupported")

## the delta method
both <- function(s) c(gap = s[["Boston"]] - s[["Toronto"]], odds = exp(s[["Boston"]]))
found <- delta(games, both)
v <- vcov(games)
J <- rbind(gap = (teams == "Boston") - (teams == "Toronto"),
           odds = exp(coef(games)[["Boston"]]) * (teams == "Boston"))
near(attr(found, "covariance"), J %*% v %*% t(J), 1e-8)
stopifnot(identical(row.names(found), c("gap", "odds")))
exact <- delta(games, both, gradient = function(s) unname(J))
near(attr(exact, "covariance"), J %*% v %*% t(J), 1e-14)
partly <- delta(games, both, gradient = function(s) rbind(J[1, ], NA))
near(attr(partly, "covariance"), J %*% v %*% t(J), 1e-8)
near(partly["gap", "se"], exact["gap", "se"], 1e-14)
raw <- delta(games, function(theta) theta[2] - theta[7], type = "parameters")
near(raw$se, contrast(games, c(Boston = 1, Toronto = -1))$se, 1e-8)
fails(delta(games, function(theta) theta[2], type = "parameters"), "duel_error_argument", "identifiability")

## what goes wrong in a function of R is the error of the call, and nothing is jumped over
calls <- 0
later <- function(s) if ((calls <<- calls + 1) > 3) stop("tired") else s[1]
fails(delta(games, later), "simpleError", "tired")
calls <- 0
fails(delta(games, function(s) if ((calls <<- calls + 1) > 1) 1:2 else 1), "simpleError",
      "the value has 2 numbers, not 1")
fails(delta(games, both, gradient = function(s) 1), "simpleError", "the gradient has 1 numbers")
fails(delta(games, both, gradient = function(s) "x"), "simpleError", "the gradient is not numeric")
fails(delta(games, "gap"), "duel_error_argument", "functions")
fails(delta(games, function(s) numeric()), "duel_error_argument", "no result")
near(delta(games, both)$estimate, found$estimate, 0)

## a start is taken, and changes nothing
cold <- duel(winner ~ left + right, mtbench, judge, strength = "sensitivity")
warm <- update(cold, start = cold)
stopifnot(warm$info$iterations < cold$info$iterations)
near(coef(warm), coef(cold), 1e-9)
fails(update(cold, start = 1), "duel_error_argument", "start")

## offsets are covariates with coefficient one
handicap <- c(Boston = 0.3, Toronto = -0.2, Baltimore = 0, Cleveland = 1, Detroit = 0.1,
              Milwaukee = 0.4, "New York" = -1)
with_offset <- update(games, offsets = list(handicap = handicap))
near(coef(with_offset) + handicap[teams] - mean(handicap), coef(games), 1e-9)
stopifnot(identical(with_offset$offsets, "handicap"), length(with_offset$covariates) == 0,
          any(grepl("offsets handicap", capture.output(print(with_offset)))))
home <- data.frame(context = "park", value = 0.3)
set <- duel_set(cbind(home.wins, away.wins) ~ home + away, transform(baseball, park = "park"),
                context = park, covariates = list(advantage = home))
plain <- glm(cbind(home.wins, away.wins) ~ 0 + design[, -1] + offset(rep(0.3, 42)), binomial,
             baseball, control = glm.control(epsilon = 1e-13))
near(coef(duel(set, offsets = "advantage"), ref = "Baltimore")[-1], coef(plain), 1e-8)

## Firth's bias reduction (brglm 0.7.2): baseball, citations, and one pair (Haldane)
firth <- update(games, bias_reduction = "firth", covariance = "expected", ref = "Baltimore")
near(coef(firth)[-1], c(1.08037848160507, 0.666262945931925, 1.40157574310333,
     1.54312235395649, 1.21711947799864, 1.26291752849514), 2e-6)
near(estimates(firth)$se[-1], c(0.332030212214718, 0.330146148284397, 0.337511475667485,
     0.341066520779604, 0.33393724759119, 0.334716196896874), 2e-6)
pair <- duel(cbind(7, 0) ~ c("a") + c("b"), bias_reduction = "firth")
near(diff(coef(pair)), -log(7.5 / 0.5), 1e-9)
stopifnot(any(grepl("Firth", capture.output(print(pair)))))
fails(update(games, outcome = "davidson", bias_reduction = "firth"), "duel_error_unsupported")

## predictions in contexts of another set
set.seed(2)
n <- 400
styled <- data.frame(left = sample(letters[1:3], n, TRUE), right = sample(letters[4:5], n, TRUE),
                     q = seq_len(n) %% 40, l = rnorm(n), r = rnorm(n))
styled$won <- as.numeric(runif(n) < plogis(styled$l - styled$r))
lengths <- function(data) duel_set(won ~ left + right, data, context = seq_len(nrow(data)),
                                   covariates = list(length = ~ l + r))
style <- duel(lengths(styled), covariates = "length")
new <- data.frame(left = "a", right = "e", won = 1, l = 2, r = -1)
other <- duel_set(won ~ left + right, new, context = "new", covariates = list(length = ~ l + r))
asked <- data.frame(left = "a", right = "e", context = "new")
near(predict(style, asked, contexts = other, type = "link"),
     coef(style)[["a"]] - coef(style)[["e"]] + 3 * coef(style, "effects"), 1e-9)
fails(predict(style, asked), "duel_error_name", "new", row = 1)
fails(predict(style, asked, contexts = 1), "duel_error_argument", "contexts")

## profiles are drawn by R's own method, from the ends of intervals at five levels
if (getRversion() >= "4.4" || requireNamespace("MASS", quietly = TRUE)) {
    few <- data.frame(l = c("a", "a", "b"), r = c("b", "c", "c"), w = c(5, 7, 3), n = c(2, 1, 3))
    known <- profile(duel(cbind(w, n) ~ l + r, few, covariance = "observed"), level = 0.99)
    pdf(NULL)
    plot(known)
    plot(known, parm = c("a", "c"))
    dev.off()
    curves <- duel:::profile_curves(known, "a")$a
    near(curves$par.vals[c(1, 6, 11)], unlist(known["a", c("lower", "estimate", "upper")]), 1e-9)
    near(curves$tau[c(1, 6, 11)], qnorm(c(0.005, 0.5, 0.995)))
    fails(plot(known, parm = "x"), "duel_error_name", "x")
}
