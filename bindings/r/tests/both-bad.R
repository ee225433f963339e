# Votes "both bad" as an outcome of their own, against log-linear models and by definition.
library(duel)
source("support/expect.R")
source("support/arena.R")

few$both_bad <- ceiling(few$ties / (2 + as.integer(few$left) %% 3))
few$ties <- few$ties - few$both_bad
counts <- c("wins", "losses", "ties", "both_bad")
fit <- function(...)
    duel(cbind(wins, losses, ties, 0, both_bad) ~ left + right, few, outcome = "davidson",
         both_bad = "outcome", covariance = "expected", ref = dozen[1], ...)

sides <- function(column) outer(as.integer(few[[column]]), 1:12, `==`) * 1
left <- sides("left")
right <- sides("right")
zero <- 0 * left
one <- matrix(1, nrow(few))
loglinear <- function(ties, bad) {
    blank <- function(x) 0 * x
    x <- rbind(cbind((left - right) / 2, blank(ties), blank(bad)),
               cbind((right - left) / 2, blank(ties), blank(bad)),
               cbind(zero, ties, blank(bad)), cbind(zero, blank(ties), bad))[, -1]
    pair <- factor(rep(seq_len(nrow(few)), 4))
    model <- stats::glm(unlist(few[counts]) ~ 0 + pair + x, family = stats::poisson)
    table <- summary(model)$coefficients
    list(model = model, table = table[grep("^x", row.names(table)), ])
}

## one threshold
single <- fit()
reference <- loglinear(one, one)
near(coef(single)[-1], reference$table[1:11, 1], 1e-6)
near(coef(single, "thresholds"), reference$table[12, 1], 1e-6)
near(coef(single, "bad_thresholds"), reference$table[13, 1], 1e-6)
near(estimates(single, "bad_thresholds")$se, reference$table[13, 2], 1e-6)
stopifnot(single$info$both_bad == "outcome", single$info$bad_threshold == "single",
          single$info$dimension == 13, identical(names(coef(single, "bad_thresholds")), "both_bad"),
          any(grepl("\"both bad\" an outcome", capture.output(print(single)), fixed = TRUE)),
          any(grepl("Threshold of \"both bad\"", capture.output(print(summary(single))), fixed = TRUE)))

## one of each item
additive <- fit(threshold = "additive", bad_threshold = "additive")
reference <- loglinear(left + right, left + right)
near(coef(additive, "thresholds"), reference$table[12:23, 1], 1e-6)
near(coef(additive, "bad_thresholds"), reference$table[24:35, 1], 1e-6)
near(estimates(additive, "bad_thresholds")$se, reference$table[24:35, 2], 1e-6)
stopifnot(identical(names(coef(additive, "bad_thresholds")), dozen),
          "bad.lower" %in% names(summary(additive)$items),
          sum(grepl("^bad_thresholds[.]", names(coef(additive, "all")))) == 12)
tests <- anova(single, additive)
near(tests$Df[2], 22, 0)

## four probabilities
n <- rowSums(few[counts])
p <- predict(additive, few)
stopifnot(identical(names(p), c("left", "right", "tie", "both_bad")))
near(unlist(p), fitted(reference$model) / n, 1e-7)
z <- coef(additive)[few$left] - coef(additive)[few$right]
b <- coef(additive, "bad_thresholds")
near(log(p$both_bad / p$left), b[few$left] + b[few$right] - z / 2, 1e-9)
near(predict(additive, few, type = "link"), z, 1e-9)
with_ends <- predict(single, few[1:3, ], interval = "confidence", se.fit = TRUE)
stopifnot(ncol(with_ends) == 16, all(with_ends$both_bad.lower < with_ends$both_bad),
          all(with_ends$both_bad < with_ends$both_bad.upper), all(with_ends$both_bad.se > 0),
          "p_both_bad" %in% names(fitted(single)))

## what is seen and expected
m <- metrics(additive)
stopifnot(m$total[["outcomes"]] == 4, identical(as.character(m$by_outcome$outcome), c("win", "loss", "tie", "both_bad")))
near(m$by_outcome$observed_count, colSums(few[counts]), 1e-9)
rates <- marginals(additive)
near(rates$expected_both_bad, rates$both_bad, 1e-5)
bad <- as.matrix(match_matrix(additive, "counts", "both_bad"))
near(bad[cbind(few$left, few$right)], few$both_bad, 0)
near(bad, t(bad), 0)
stopifnot(any(grepl("both bad", capture.output(print(match_matrix(additive, outcome = "both_bad"))))))
stopifnot(criteria(single)$outcome_space == "four")
fails(criteria(single, fit_few(outcome = "davidson")), "duel_error_unsupported", "four")

## drawn from, and at, given parameters
truth <- given(duel_set(single), coef(single), thresholds = coef(single, "thresholds")[[1]],
               outcome = "davidson", both_bad = "outcome",
               bad_thresholds = coef(single, "bad_thresholds")[[1]])
near(predict(truth, few)$both_bad, predict(single, few)$both_bad, 1e-12)
of_items <- given(duel_set(single), coef(additive), thresholds = 0.5, outcome = "davidson",
                  both_bad = "outcome", bad_thresholds = b[12:1])
near(coef(of_items, "bad_thresholds"), b, 1e-12)
drawn <- simulate(truth, seed = 1)[[1]]
again <- duel(drawn, outcome = "davidson", both_bad = "outcome")
error <- estimates(again, "bad_thresholds", covariance = "expected")
stopifnot(abs(error$estimate - coef(truth, "bad_thresholds")) < 4 * error$se)

## refused
fails(duel(duel_set(single), both_bad = "outcome"), "duel_error_unsupported", "both_bad")
fails(duel(duel_set(single), outcome = "davidson", bad_threshold = "additive"),
      "duel_error_unsupported", "bad_threshold")
fails(fit(bad_threshold = "factored"), "duel_error_argument", "bad_threshold")
fails(match_matrix(fit_few(outcome = "davidson"), outcome = "both_bad"), "duel_error_unsupported")
