# Probit beside R's own: glm on the design of pairs, BradleyTerry2 where it is, and ordered probit for ties.
library(duel)
source("support/expect.R")

flavours <- matrix(c(0, 1, 2, 16, 7, 0, 2, 0, 21, 1, 0, 3, 5, 10, 10, 1, 2, 6, 11, 5, 1, 3, 17, 2, 7, 2, 3, 22, 2, 4),
                   ncol = 5, byrow = TRUE)
pairs <- data.frame(one = flavours[, 1] + 1, two = flavours[, 2] + 1)
counts <- flavours[, 3:5]

## without ties
x <- matrix(0, nrow(pairs), 4)
x[cbind(seq_len(nrow(pairs)), pairs$one)] <- 1
x[cbind(seq_len(nrow(pairs)), pairs$two)] <- -1
x <- x[, -1]
y <- counts[, 1:2] + counts[, 3] / 2
glm_fit <- suppressWarnings(glm(y ~ x - 1, family = binomial("probit"), control = glm.control(epsilon = 1e-14)))
fit <- duel(counts ~ one + two, data = pairs, outcome = "thurstone_mosteller", covariance = "expected", ref = 1)
near(coef(fit)[-1], unname(coef(glm_fit)), 1e-7)
near(vcov(fit)[-1, -1], unname(vcov(glm_fit)), 1e-7)
stopifnot(any(grepl("Thurstone-Mosteller (probit), ties as half a win each", capture.output(print(summary(fit))),
                    fixed = TRUE)))
if (requireNamespace("BradleyTerry2", quietly = TRUE)) {
    frame <- data.frame(one = factor(pairs$one), two = factor(pairs$two, levels = 1:4))
    levels(frame$one) <- 1:3
    frame$one <- factor(frame$one, levels = 1:4)
    frame$y <- y
    peer <- suppressWarnings(BradleyTerry2::BTm(y, one, two, data = frame, family = binomial("probit")))
    near(coef(fit)[-1], unname(coef(peer)), 1e-6)
}

## what is predicted, and the link
p <- predict(fit, pairs)
near(p[, "left"], pnorm(coef(fit)[pairs$one] - coef(fit)[pairs$two]), 1e-12)
near(predict(fit, pairs, type = "link"), coef(fit)[pairs$one] - coef(fit)[pairs$two], 1e-9)
fails(estimates(fit, "shares"), "duel_error_unsupported", "log odds")
fails(update(fit, bias_reduction = "firth"), "duel_error_unsupported", "bias_reduction")

## with ties
ties <- update(fit, outcome = "glenn_david")
e <- coef(ties, "thresholds")
z <- coef(ties)[pairs$one] - coef(ties)[pairs$two]
near(logLik(ties), sum(counts * log(cbind(pnorm(z - e), pnorm(-z - e), pnorm(z + e) - pnorm(z - e)))), 1e-9)
p <- predict(ties, pairs)
near(p[, "tie"], pnorm(z + e) - pnorm(z - e), 1e-12)
near(predict(ties, pairs, type = "link"), z, 1e-9)
stopifnot(any(grepl("Glenn-David (probit)", capture.output(print(ties)), fixed = TRUE)))
if (requireNamespace("MASS", quietly = TRUE)) {
    both <- rbind(x, -x)
    long <- data.frame(answer = factor(rep(1:3, each = nrow(both)), ordered = TRUE),
                       weight = c(counts[, 2], counts[, 1], counts[, 3], counts[, 3], counts[, 1], counts[, 2]) / 2)
    long$x <- both[rep(seq_len(nrow(both)), 3), ]
    peer <- MASS::polr(answer ~ x, weights = weight, data = long[long$weight > 0, ], method = "probit",
                       control = list(reltol = 1e-15, maxit = 1000))
    near(coef(ties)[-1], unname(coef(peer)), 1e-5)
    near(e, (peer$zeta[2] - peer$zeta[1]) / 2, 1e-5)
}
