# Ballots: ballots of two items or more.
library(duel)
source("support/expect.R")
refused <- function(expr, words) {
    met <- tryCatch({ expr; "" }, duel_error = conditionMessage)
    if (!grepl(words, met))
        stop("the error is \"", met, "\", without \"", words, "\"")
}

set.seed(3)
u <- c(a = .8, b = .2, c = 0, d = -.4, e = -.6)
orders <- lapply(1:120, function(at) {
    shown <- sample(names(u), 4)
    shown[order(-(u[shown] - log(-log(runif(4)))))]
})
fit <- plackett_luce(orders)
r <- as_ballots(orders)
stopifnot(facts(r)$rows == 480, any(grepl("5 items: 120 ballots", capture.output(print(r)))))

## the likelihood of the definition, by optim
loss <- function(free) {
    s <- c(free, -sum(free))
    names(s) <- names(u)
    -sum(vapply(orders, function(o) sum(s[o] - log(rev(cumsum(rev(exp(s[o])))))), 0))
}
best <- optim(rep(0, 4), loss, method = "BFGS", control = list(reltol = 1e-14), hessian = TRUE)
near(as.numeric(logLik(fit)), -best$value, 1e-9)
near(coef(fit)[names(u)][1:4], best$par, 1e-4)
expected <- vcov(fit, covariance = "expected")[names(u), names(u)]
near(sqrt(diag(expected))[1:4], sqrt(diag(solve(best$hessian))), 1e-4)
stopifnot(attr(logLik(fit), "df") == 4, nobs(fit) == 120)

## the same from rows, a matrix of ranks, and in any order of rows
rows <- do.call(rbind, lapply(1:120, function(at) data.frame(vote = at, item = orders[[at]], place = 1:4)))
near(coef(plackett_luce(ballots(place ~ item | vote, rows[sample(nrow(rows)), ])))[names(u)], coef(fit)[names(u)], 1e-9)
ranks_of_all <- t(vapply(orders, function(o) match(names(u), o, nomatch = 0L), integer(5)))
colnames(ranks_of_all) <- names(u)
near(coef(plackett_luce(ranks_of_all))[names(u)], coef(fit)[names(u)], 1e-9)

## the board, questions of it, ties and covariates
s <- summary(fit, seed = 1)
stopifnot(s["a", "rank"] == 1, all(s$ballots > 0), any(grepl("120 ballots", capture.output(print(fit)))))
e <- duel_estimate(fit)
stopifnot(winner(e, seed = 1)$item == "a", nrow(ranks(e, seed = 1)) == 5, gate(e, "a", "e")$verdict == "pass")
tied <- plackett_luce(list(c("a", "b", "c"), list("b", c("a", "c")), c("c", "a", "b"), c("b", "c", "a")))
stopifnot(effects(tied)$term == "tie", effects(tied)$number == 2)
rows$length <- rnorm(nrow(rows))
long <- plackett_luce(ballots(place ~ item | vote, rows, covariates = ~ length))
stopifnot(identical(effects(long)$name, "length"))
rows$question <- (rows$vote + 1) %/% 2
by <- plackett_luce(ballots(place ~ item | vote, rows, context = ~ question))
stopifnot(any(grepl("clustered by 60 contexts", capture.output(print(by)))))

## what is refused
refused(plackett_luce(list(c("a", "b"), c("a", "c"))), "nothing else was ever put above \"a\"")
refused(as_ballots(list(c("a", "a"))), "shows \"a\" twice")
refused(ballots(place ~ item, rows), "rank ~ item")
refused(ballots(item ~ item | vote, rows), "it must be numbers")
refused(as_ballots(orders, judge = 1:3), "judge has 3 values")
refused(plackett_luce(orders, worst = "first"), "worst")
refused(plackett_luce(orders, positions = TRUE), "shown where")
