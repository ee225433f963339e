# Probabilities of ranks, groups, more comparisons, quasi-variances.
library(duel)
source("support/expect.R")
source("support/baseball.R")

fit <- duel(cbind(home.wins, away.wins) ~ home + away, baseball, covariance = "expected",
            ref = "Baltimore")

## probabilities of ranks, against draws made here
p <- rank_probabilities(fit, seed = 1, draws = 2e5)
m <- as.matrix(p)
stopifnot(identical(dimnames(m), list(teams, as.character(1:7))))
near(rowSums(m), rep(1, 7), 1e-12)
near(colSums(m), rep(1, 7), 1e-12)
near(p$summary$best_probability, m[, 1], 1e-12)
near(p$summary$rank_mean, drop(m %*% 1:7), 1e-9)
near(p$summary$rank_sd, sqrt(drop(m %*% (1:7)^2) - p$summary$rank_mean^2), 1e-6)
set.seed(1)
root <- chol(vcov(fit, ref = "Baltimore")[-1, -1])
draws <- cbind(0, matrix(rnorm(6e5), ncol = 6) %*% root + rep(coef(fit)[-1], each = 1e5))
order <- apply(-draws, 1, rank)
near(m, sapply(1:7, function(r) rowMeans(order == r)), 0.008)
stopifnot(identical(as.matrix(rank_probabilities(fit, seed = 1, draws = 2e5)), m))
text <- capture.output(print(p))
stopifnot(grepl("Milwaukee", text[3]), any(grepl("expected", text)))

## being better
s <- superiority(fit)
difference <- outer(coef(fit), coef(fit), `-`)
v <- vcov(fit)
se <- sqrt(outer(diag(v), diag(v), `+`) - 2 * v)
off <- row(s) != col(s)
near(s[off], pnorm(difference / se)[off], 1e-10)
stopifnot(all(is.nan(diag(s))))

## groups: two items share a letter exactly where the simultaneous test finds nothing
g <- compact_letters(fit, seed = 1)
member <- as.matrix(g)
together <- member %*% t(member) > 0
tests <- test_pairs(fit, seed = 1)
pairs <- utils::combn(7, 2)
stopifnot(identical(unname(together[t(pairs)]), tests$lower < 0 & tests$upper > 0),
          all(rowSums(member) > 0), member[which.max(coef(fit)), 1])
r <- ranks(fit, seed = 1)
stopifnot(identical(r$rank_worst - r$rank_best + 1 >= 1, rep(TRUE, 7)))
text <- capture.output(print(g))
stopifnot(grepl("Milwaukee", text[3]), grepl("a", text[3]))
stopifnot(identical(duel:::group_letters(28)[c(1, 26, 27, 28)], c("a", "z", "a1", "b1")))

## how many more: of the design, from its definition
more <- more_comparisons(fit)
stopifnot(nrow(more) == 6, identical(row.names(more)[1], "Milwaukee - Detroit"))
aim <- abs(more$estimate) / (qnorm(0.975) + qnorm(0.8))
near(more$design_comparisons, nobs(fit) * pmax(0, (more$se / aim)^2 - 1), 1e-6, relative = TRUE)
## and of the pair: information 1/4 or less for each
one <- more_comparisons(fit, c("Boston", "New York"), gaps = 0.5, power = 0.9)
q <- plogis(one$estimate)
needed <- ((qnorm(0.975) + qnorm(0.9)) / 0.5)^2 - 1 / one$se^2
near(one$pair_comparisons, needed / (q * (1 - q)), 1e-6, relative = TRUE)
two <- more_comparisons(fit, rbind(c("Boston", "New York"), c("Toronto", "Detroit")), gaps = 0.5)
stopifnot(nrow(two) == 2)
enough <- more_comparisons(fit, c("Baltimore", "Milwaukee"))
stopifnot(enough$pair_comparisons == 0, enough$design_comparisons == 0)
fails(more_comparisons(fit, "Boston"), "duel_error_argument", "two")
fails(more_comparisons(fit, c("Boston", "Boston")), "duel_error", row = 1)
fails(more_comparisons(fit, gaps = 1:2), "duel_error_argument", "gaps")
fails(more_comparisons(fit, power = 1), "duel_error_argument", "power")

## quasi-variances (qvcalc 1.0.2)
q <- quasi_variances(fit)
near(q$quasi_variance, c(0.0655475894593799, 0.0464659587400437, 0.0490069135046178,
     0.0481792438998209, 0.05000436087234, 0.0467958371059357, 0.0470374232747258))
near(q$quasi_se^2, q$quasi_variance, 1e-12)
near(attr(q, "errors")[1:2], c(-0.00969053972291445, 0.0198345321022679))
near(q$estimate, coef(fit), 1e-12)
approximate <- sqrt(outer(q$quasi_variance, q$quasi_variance, `+`))
near(attr(q, "errors")[1:2], range((approximate / se)[off] - 1), 1e-9)
home <- quasi_variances(update(fit, position = "shared"))
near(home$quasi_variance, c(0.0672565285801209, 0.0475131286831197, 0.0499398793713845,
     0.049470852628715, 0.0509947184418053, 0.0479434849352946, 0.0478737940362438))

## plots
grDevices::pdf(file <- tempfile())
heat <- plot(p, main = "ranks")
bars <- plot(g)
grDevices::dev.off()
stopifnot(file.size(file) > 3000, identical(row.names(heat)[1], "Milwaukee"),
          identical(row.names(bars)[1], "Milwaukee"))

## which comparisons next: the greedy choice by hand
fit <- duel(winner ~ left + right, data = mtbench)
chosen <- next_comparisons(fit, 2)
H <- vcov(fit, covariance = "expected")
s <- coef(fit)
all_pairs <- t(utils::combn(names(s), 2))
after <- apply(all_pairs, 1, function(p) {
    d <- H[p[1], ] - H[p[2], ]
    w <- dlogis(s[[p[1]]] - s[[p[2]]])
    sum(diag(H)) - w * sum(d^2) / (1 + w * (d[[p[1]]] - d[[p[2]]]))
})
near(chosen$before[1], sum(diag(H)), 1e-9)
near(chosen$after[1], min(after), 1e-9)
stopifnot(setequal(unlist(chosen[1, 1:2]), all_pairs[which.min(after), ]),
          identical(chosen$before[2], chosen$after[1]), chosen$after[2] < chosen$after[1])
near(next_comparisons(fit, pair = c("gpt-4", "llama-13b"))$before,
     contrast(fit, c("gpt-4" = 1, "llama-13b" = -1), covariance = "expected")$se^2, 1e-9)
best <- names(sort(-s))[1:2]
near(next_comparisons(fit, boundary = 1)$before, next_comparisons(fit, pair = best)$before, 1e-12)
fails(next_comparisons(fit, criterion = "difference"), "duel_error_argument", "pair")
fails(next_comparisons(fit, boundary = 6), "duel_error_argument", "6")
fails(next_comparisons(fit, judge = "nobody"), "duel_error_name", "nobody")

## effective numbers of comparisons, from the covariance by hand
fit <- duel(cbind(home.wins, away.wins) ~ home + away, baseball, covariance = "expected")
worth <- effective_comparisons(fit)
v <- vcov(fit)
p <- plogis(outer(coef(fit), coef(fit), `-`))
w <- (rowSums(p * (1 - p)) - 1 / 4) / 6
near(worth$effective, 1 / ((7 / 6)^2 * diag(v) * w), 1e-8)
stopifnot(identical(worth$item, teams), all(worth$comparisons == 13 * 6))
