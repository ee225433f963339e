# Fit, comparison of models, residuals, influence: against glm and against definitions.
library(duel)
source("support/expect.R")
source("support/baseball.R")

fit <- duel(cbind(home.wins, away.wins) ~ home + away, baseball, covariance = "expected")
home <- update(fit, position = "shared")
X <- sapply(teams, function(i) (baseball$home == i) - (baseball$away == i))
peer <- glm(cbind(home.wins, away.wins) ~ 0 + X[, -1], binomial, baseball,
            control = glm.control(epsilon = 1e-13))
peer_home <- glm(cbind(home.wins, away.wins) ~ 1 + X[, -1], binomial, baseball,
                 control = glm.control(epsilon = 1e-13))

## deviances (BradleyTerry2) and criteria
near(deviance(fit), 44.0534612285738)
near(deviance(home), 38.6428521439705)
stopifnot(df.residual(fit) == 36, df.residual(home) == 35)
table <- criteria(fit, home)
stopifnot(identical(row.names(table), c("fit", "home")), identical(table$dimension, c(6, 7)))
near(table$log_likelihood + table$log_coefficient, c(logLik(peer), logLik(peer_home)), 1e-9)
near(table$aic - 2 * table$log_coefficient, c(140.518600990565, 137.107991905962))
near(table$aic, AIC(fit, home)$AIC, 1e-9)
near(table$bic, BIC(fit, home)$BIC, 1e-9)
near(table$pearson, c(sum(residuals(peer, "pearson")^2), sum(residuals(peer_home, "pearson")^2)),
     1e-8)
near(extractAIC(fit), c(6, AIC(fit)), 1e-9)
near(extractAIC(fit, k = log(nobs(fit))), c(6, BIC(fit)), 1e-9)
fails(criteria(fit, update(fit, outcome = "davidson", accept = "any")), "duel_error_unsupported")
fails(criteria(fit, update(fit, subset = home != "Boston")), "duel_error_unsupported", "different data")
fails(criteria(fit, 1), "duel_error_argument", "models")

## tests of nested models
lr <- anova(fit, home)
theirs <- anova(peer, peer_home, test = "LRT")
near(lr$Chisq[2], theirs$Deviance[2], 1e-8)
near(lr[["Pr(>Chisq)"]][2], theirs[["Pr(>Chi)"]][2], 1e-9)
near(anova(fit, home, test = "Wald")$Chisq[2], 
     coef(peer_home)[[1]]^2 / vcov(peer_home)[1, 1], 1e-6)
near(anova(fit, home, test = "score")$Chisq[2], anova(peer, peer_home, test = "Rao")$Rao[2], 1e-8)
stopifnot(lr$Df[2] == 1, any(grepl("Model 2: Bradley-Terry.*position effect shared",
                                   capture.output(print(lr)))))
stopifnot(identical(row.names(anova(fit))[1:2], c("NULL", "items")))
stopifnot(anova(home, fit)$Df[2] == -1)
fails(anova(fit, home, test = "F"), "duel_error_argument", "test is")
votes <- duel(winner ~ left + right, mtbench, judge, question)
tied <- anova(votes, update(votes, position = "shared"))
stopifnot(any(grepl("adjusted", attr(tied, "heading"))), tied$Chisq[2] > 0)

## residuals by cell are glm's; the table has its keys
by_cell <- residuals(home, "all")
at <- match(paste(baseball$home, baseball$away), paste(by_cell$left, by_cell$right))
near(by_cell$pearson[at][1:6], c(-0.208105494086205, 0.113716853081273, -0.464313892304452,
     0.979254946286383, -0.611978160236418, 0.937041141579277))
near(by_cell$pearson[at], residuals(peer_home, "pearson"), 1e-7)
near(by_cell$deviance[at], residuals(peer_home, "deviance"), 1e-7)
near(by_cell$standardised[at], rstandard(peer_home, type = "pearson"), 1e-7)
near(residuals(home, "response"), by_cell$observed_wins - by_cell$expected_wins, 0)
stopifnot(identical(names(residuals(home))[1], paste(by_cell$left[1], by_cell$right[1], sep = " : ")),
          identical(names(by_cell)[1:2], c("left", "right")))
pairs <- residuals(home, "all", by = "pair")
stopifnot(nrow(pairs) == 21, identical(names(pairs)[1:2], c("first", "second")), all(pairs$cells == 2))
near(sum(residuals(home, by = "pair")^2), deviance(home), 1e-8)
items <- residuals(fit, "all", by = "item")
near(items$observed_wins, items$expected_wins, 1e-8)
stopifnot(identical(as.character(items$item), teams))
judges <- residuals(votes, "all", by = "judge")
contexts <- residuals(votes, "all", by = "context")
stopifnot(nrow(judges) == 20, nrow(contexts) == 80, sum(judges$comparisons) == 9706,
          identical(as.character(judges$judge), votes$judges))
fails(residuals(fit, by = "context"), "duel_error_unsupported")
fails(residuals(fit, by = "rows"), "duel_error_argument", "by is \"rows\"")

## influence against fitting anew
hang <- influence(votes, by = "judge")
stopifnot(identical(row.names(hang$units), votes$judges), identical(colnames(hang$changes), votes$items))
near(sum(hang$units$leverage), 5, 1e-9)
left_out <- votes$judges[c(2, 12)]
for (judge in left_out) {
    without <- coef(duel(subset(duel_set(votes), judges = setdiff(votes$judges, judge))))
    near(hang$changes[judge, ], without[votes$items] - coef(votes), 0.003)
}
stopifnot(nrow(influence(votes)$units) == 80,
          all(is.finite(influence(votes, "win_rates", by = "judge")$changes)))
own <- update(votes, position = "by_judge")
stopifnot(all(influence(own, by = "judge")$units$distance == Inf))
fails(influence(votes, by = "pair"), "duel_error_argument", "by is \"pair\"")

## goodness of fit: right where the model is, wrong where it is not
davidson <- update(votes, outcome = "davidson")
bad <- goodness(davidson, replicates = 100, seed = 1)
near(bad["deviance", "statistic"], deviance(davidson), 1e-9)
near(bad$p, c(1, 1) / 101, 1e-12)
true <- duel(simulate(davidson, seed = 3)[[1]], outcome = "davidson")
good <- goodness(true, replicates = 100, seed = 1)
stopifnot(all(good$p > 0.01), attr(good, "used") == 100, attr(good, "failed") == 0,
          identical(good, goodness(true, replicates = 100, seed = 1, threads = 2)))
fails(goodness(votes), "duel_error_unsupported")
fails(goodness(true, seed = 1, progress = function(now) FALSE), "duel_cancelled")

## accuracy and calibration from their definitions
f <- fitted(fit)
n <- f$left_wins + f$right_wins
a <- accuracy(fit)
near(a[["comparisons"]], sum(n), 0)
near(a[["log_score"]], as.numeric(logLik(fit)) / sum(n), 1e-12)
near(a[["brier"]], 2 * sum(f$left_wins * f$p_right^2 + f$right_wins * f$p_left^2) / sum(n),
     1e-12)
right <- ifelse(f$p_left > 0.5, f$left_wins, f$right_wins)
near(a[["accuracy"]], sum(right) / sum(n), 1e-12)
u <- qlogis(f$p_left)
cox <- glm(cbind(f$left_wins, f$right_wins) ~ u, binomial,
           control = glm.control(epsilon = 1e-13))
near(a[c("intercept", "slope")], coef(cox), 1e-7)
near(a[c("intercept_se", "slope_se")], sqrt(diag(vcov(cox))), 1e-7)
k <- calibration(fit, bins = 5)
stopifnot(nrow(k) == 5, sum(k$comparisons) == sum(n), !is.unsorted(k$predicted_share))
near(sum(k$comparisons * k$observed_share), sum(right), 1e-9)
near(accuracy(fit, duel_set(fit)), a, 1e-12)
part <- folds(duel_set(votes), 2, seed = 1)[[1]]
held <- accuracy(duel(part$rest), part$held)
near(held[["comparisons"]], part$held$totals[["comparisons"]], 0)
fails(accuracy(fit, 1), "duel_error_argument", "newset")

## triads
rounds <- data.frame(left = c("a", "b", "c", "a", "b", "c"), right = c("b", "c", "a", "d", "d", "d"),
                     w = 8, l = 2)
circle <- duel(cbind(w, l) ~ left + right, rounds)
t <- triads(circle, seed = 1)
stopifnot(inherits(t, "htest"), t$statistic == 1, t$parameter[["triads"]] == 4, t$p.value < 0.2,
          any(grepl("Circular triads", capture.output(print(t)))))

## plot
grDevices::pdf(file <- tempfile())
plot(k)
grDevices::dev.off()
stopifnot(file.size(file) > 2000)
