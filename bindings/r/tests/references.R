# What a fit shows counts from its reference; what is of clusters needs some; errors name R's arguments.
library(duel)
source("support/expect.R")

fit <- duel(winner ~ left + right, mtbench, context = question)
base <- update(fit, ref = "alpaca-13b")
shift <- coef(fit)[["alpaca-13b"]]

## scores beside ranks, tiers and letters: those of coef(); ranks, tiers and letters do not depend on the reference
for (ask in list(ranks, tiers)) {
    free <- ask(fit, seed = 1)
    own <- ask(base, seed = 1)
    near(own$score, coef(base), 1e-12)
    near(free$score, coef(fit), 1e-12)
    stopifnot(identical(as.list(own)[-1], as.list(free)[-1]))
}
near(compact_letters(base, seed = 1)$scores, coef(base), 1e-12)
stopifnot(identical(as.matrix(compact_letters(base, seed = 1)), as.matrix(compact_letters(fit, seed = 1))))
best <- winner(base, seed = 1, correction = "none")
stopifnot(best$item == winner(fit, seed = 1, correction = "none")$item)
near(best$estimate, coef(base)[[best$item]], 1e-9)
near(c(best$naive_lower, best$naive_upper), unlist(estimates(base, correction = "none")[best$item, c("lower", "upper")]), 1e-9)
near(winner(base, seed = 1, ref = NULL)$estimate, coef(fit)[[best$item]], 1e-9)
fails(winner(update(fit, ref = best$item), seed = 1), "duel_error", "give another ref, or ref = NULL")
drawn <- bootstrap(base, replicates = 120, seed = 1)
stopifnot(identical(summary(drawn)$table$estimate, estimates(drawn)$estimate))
near(summary(drawn)$table$bias, colMeans(as.matrix(drawn) - as.matrix(drawn)[, "alpaca-13b"]) - coef(base), 1e-12)

## boards: the best first in print, items in their order as values
order_of <- function(x) {
    lines <- capture.output(print(x))
    at <- vapply(fit$items, function(item) match(TRUE, startsWith(trimws(lines), item)), 0L)
    names(sort(at))
}
down <- names(sort(coef(fit), decreasing = TRUE))
for (table in list(ranks(fit, seed = 1), tiers(fit, seed = 1), rank_sets(fit, seed = 1), drawn))
    stopifnot(identical(order_of(table), down))
stopifnot(identical(row.names(ranks(fit, seed = 1)), fit$items))
printed <- capture.output(print(fit))
values <- as.numeric(unlist(strsplit(trimws(printed[grep("Scores", printed) + c(2, 4)]), " +")))
stopifnot(length(values) == 6, !is.unsorted(-values))

## errors by judge or context need judges or contexts
fails(duel(winner ~ left + right, mtbench, covariance = "clustered_by_judge"), "duel_error_argument", "no judge was given")
fails(duel(winner ~ left + right, mtbench, covariance = "clustered_by_context"), "duel_error_argument",
      "neither context nor cluster was given")
fails(estimates(fit, covariance = "clustered_by_judge"), "duel_error_argument", "no judge was given")
fails(vcov(update(fit, context = NULL), covariance = "clustered_two_way"), "duel_error_argument", "no judge was given")
one <- subset(mtbench, judge == judge[1])
fails(duel(winner ~ left + right, one, judge = judge, covariance = "clustered_by_judge"), "duel_error_argument", "there is one judge")
by_judge <- duel(winner ~ left + right, mtbench, judge = judge, covariance = "clustered_by_judge")
stopifnot(all(is.finite(estimates(by_judge)$se)))
stopifnot(all(is.finite(estimates(duel(winner ~ left + right, mtbench, cluster = question, covariance = "clustered_by_context"))$se)))

## objects of class paircomp, as psychotools makes them, without psychotools; recorded orders, too
pc <- structure(rbind(c(1L, -1L, 1L), c(1L, NA, -1L), c(0L, 1L, 1L), c(-1L, -1L, 1L)), dimnames = list(NULL, c("1:2", "1:3", "2:3")),
                labels = c("x", "y", "z"), mscale = -1:1, ordered = FALSE, class = "paircomp")
cells <- as.data.frame(duel_set(pc))
stopifnot(!"psychotools" %in% loadedNamespaces(), sum(cells$left_wins) == 6, sum(cells$right_wins) == 4, sum(cells$plain_ties) == 1,
          !any(cells$is_ordered), nobs(duel(pc, covariance = "observed")) == 11)
both <- structure(cbind(unclass(pc), -unclass(pc)), labels = c("x", "y", "z"), mscale = -1:1, ordered = TRUE, class = "paircomp")
set <- duel_set(both)
cells <- as.data.frame(set)
stopifnot(set$totals[["comparisons"]] == 22, all(cells$is_ordered), sum(cells$right_wins) == 10)
near(coef(duel(both, covariance = "observed")), coef(duel(pc, covariance = "observed")), 1e-6)
fails(duel_set(structure(unclass(pc)[, 1:2], labels = c("x", "y", "z"), class = "paircomp")), "duel_error_data", "2 columns and 3 labels")

## add1() where items lack the new term: both models with those items apart, as by hand and as BTm() has it
set.seed(7)
lizards <- data.frame(size = rnorm(9), colour = c("p", NA, "q", "r", "p", "q", NA, "r", "p"), length = rnorm(9),
                      row.names = paste0("l", 1:9))
contests <- data.frame(winner = sample(row.names(lizards), 220, TRUE), loser = sample(row.names(lizards), 220, TRUE))
contests <- contests[contests$winner != contests$loser, ]
data <- list(contests, lizards)
small <- duel(1 ~ winner + loser, data, covariates = ~ size[..], covariance = "observed")
table <- add1(small, ~ . + colour[..] + length[..], test = "Chisq")
side <- function(items) {
    known <- !is.na(lizards[items, "colour"])
    cbind(items == "l2", items == "l7", ifelse(known, lizards[items, "size"], 0), known & lizards[items, "colour"] %in% "q",
          known & lizards[items, "colour"] %in% "r", ifelse(known, lizards[items, "length"], 0))
}
X <- side(contests$winner) - side(contests$loser)
by_hand <- function(columns) logLik(glm(rep(1, nrow(X)) ~ 0 + X[, columns], binomial, control = glm.control(epsilon = 1e-13)))
near(table[["Log-lik"]], c(by_hand(1:3), by_hand(1:5), by_hand(c(1:3, 6))), 1e-6)
near(table$Chisq[-1], 2 * (table[["Log-lik"]][-1] - table[["Log-lik"]][1]), 1e-6)
stopifnot(identical(table$Df[-1], c(2, 1)), any(grepl("scores of their own in all models: l2, l7", attr(table, "heading"))))
near(table[["Pr(>Chisq)"]][-1], pchisq(table$Chisq[-1], 2:1, lower.tail = FALSE), 1e-9)
stopifnot(identical(add1(small, ~ . + length[..])["<none>", "Log-lik"], as.numeric(logLik(small))))

## messages of the library in R's words; what the user has named so stays
said <- duel:::in_words_of_r
stopifnot(said("reference_judge is 3, but there are 2") == "ref_judge is 3, but there are 2",
          said("ask for tie_model DUEL_DAVIDSON") == 'ask for outcome "davidson"',
          said('item "tie_model" has no votes') == 'item "tie_model" has no votes',
          said("elo_scale is 7; it must be 0 or 1") == "scale is 7; it must be 0 or 1",
          said("the intervals are wide") == "the intervals are wide", said("intervals is 9") == "method is 9")
fails(estimates(fit, weights = c(1, 2)), "duel_error", "the length of weights is 2")
