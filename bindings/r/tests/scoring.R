# Nonparametric scores in full: contrasts, ellipsoids, influence values, parts, learners as sources,
# fitted models as predictors, and the other policies.
library(duel)
source("support/expect.R")

set.seed(2)
n <- 300
K <- 3
items <- c("a", "b", "c")
sides <- c("win", "loss")
theta <- c(0.7, 0.1, -0.8)
truth <- plogis(outer(theta, theta, "-"))
mu <- array(0, c(n, K, K, 2), list(NULL, items, items, sides))
for (i in seq_len(n)) {
    p <- plogis(qlogis(truth) + rnorm(9, 0, 0.5))
    mu[i, , , ] <- c(p, 1 - p)
}
pairs <- which(diag(K) == 0, arr.ind = TRUE)
labels <- do.call(rbind, lapply(seq_len(n), function(i) {
    taken <- pairs[runif(6) < 0.3, , drop = FALSE]
    data.frame(context = rep(i, nrow(taken)), first = items[taken[, 1]], second = items[taken[, 2]],
               category = ifelse(runif(nrow(taken)) < truth[taken], "win", "loss"))
}))
labels$propensity <- 0.3
fit <- gars(mu, labels, c("borda", "bradley_terry"), floor = 0)

## influence values: their mean is the estimate, their covariance its variance
psi <- gars_psi(fit, mu, labels)
values <- c(paste0("borda.", items), paste0("bradley_terry.", items))
stopifnot(identical(names(psi), c("psi", "plugin")), identical(colnames(psi$psi), values),
          identical(dim(psi$plugin), c(300L, 6L)))
all <- estimates(fit, "all")
near(colMeans(psi$psi), all$estimate, 1e-12)
near(colMeans(psi$plugin), coef(fit, "all", "plugin"), 1e-12)
V <- crossprod(sweep(psi$psi, 2, colMeans(psi$psi))) / n^2
near(vcov(fit, "all"), V, 1e-12)
stopifnot(identical(row.names(all), values), identical(rownames(vcov(fit, "all")), values))
near(as.matrix(estimates(fit, 2)), as.matrix(all[4:6, ]), 1e-12)

## contrasts, within a functional and between two
L <- rbind(lead = c(a = 1, b = -1, c = 0), spread = c(1, 0, -1))
table <- contrast(fit, L)
near(table$estimate, L %*% coef(fit), 1e-12)
near(attr(table, "covariance"), L %*% vcov(fit) %*% t(L), 1e-12)
near(table$lower, table$estimate - qnorm(0.975) * table$se, 1e-9)
stopifnot(identical(row.names(table), c("lead", "spread")),
          identical(row.names(contrast(fit))[3], "b - c"))
mixed <- contrast(fit, c(borda.a = 1, bradley_terry.c = -2), "all")
near(mixed$estimate, coef(fit)[["a"]] - 2 * coef(fit, 2)[["c"]], 1e-12)
w <- c(1, 0, 0, 0, 0, -2)
near(mixed$se, sqrt(drop(w %*% V %*% w)), 1e-12)
wide <- contrast(fit, L, method = "simultaneous", seed = 1)
stopifnot(all(wide$lower < table$lower))
fails(contrast(fit, c(z = 1)), "duel_error_name", "z")

## the ellipsoid, without the direction in which the sum is constant
null <- c(0.6, 0.5, 0.4)
basis <- qr.Q(qr(cbind(1, diag(3))))[, 2:3]
d <- crossprod(basis, coef(fit) - null)
wald <- drop(t(d) %*% solve(crossprod(basis, vcov(fit) %*% basis), d))
test <- gars_ellipsoid(fit, c(c = 0.4, a = 0.6, b = 0.5))
stopifnot(inherits(test, "htest"), test$parameter == 2)
near(test$statistic, wald, 1e-8)
near(test$p.value, pchisq(wald, 2, lower.tail = FALSE), 1e-10)
near(gars_ellipsoid(fit, coef(fit))$p.value, 1, 1e-9)
fails(gars_ellipsoid(fit, 1:2), "duel_error_argument", "null")

## the same test of two estimates from influence values
same <- gars_equality(fit, 1, 2)
fails(influence_equality(psi$psi[, 1:3], psi$psi[, 4:6]), "duel_error_data", "singular")
first <- psi$psi[, 1:3] - psi$psi[, 4:6]
delta <- colMeans(first)
wald <- drop(t(crossprod(basis, delta)) %*%
             solve(crossprod(basis, crossprod(sweep(first, 2, delta)) %*% basis) / n^2,
                   crossprod(basis, delta)))
near(same$statistic, wald, 1e-8)
near(influence_equality(psi$psi[, 1:3], psi$psi[, 4:6], sum_is_constant = TRUE)$statistic, wald, 1e-8)
## clusters of two contexts each
key <- rep(seq_len(n / 2), 2)
scores <- rowsum(sweep(first[, 1, drop = FALSE], 2, delta[1]), key)
near(influence_equality(psi$psi[, 1], psi$psi[, 4], cluster = key, correction = "none")$statistic,
     delta[1]^2 / (sum(scores^2) / n^2), 1e-8)
fails(influence_equality(psi$psi, psi$psi[-1, ]), "duel_error_size", "dimensions")

## labels of pairs
known <- gars_pairs(fit)
count <- table(factor(labels$first, items), factor(labels$second, items))
near(known$labels, count[cbind(known$first, known$second)], 0)
near(known$weight, known$labels / 0.3, 1e-9)
near(known$effective_labels, known$labels, 1e-9)
stopifnot(nrow(known) == 6, all(known$first != known$second))

## contexts that come in parts, and bytes
part <- labels$context <= 100
begun <- gars(mu[1:100, , , ], labels[part, ], c("borda", "bradley_terry"), floor = 0)
before <- as.raw(begun)
later <- transform(labels[!part, ], context = context - 100)
grown <- gars_add(begun, mu[101:300, , , ], later)
near(as.matrix(estimates(grown, "all")), as.matrix(all), 1e-12)
stopifnot(identical(as.raw(begun), before), grown$facts$contexts == 300)
loaded <- as_gars(as.raw(fit), items, sides, fit$functionals)
stopifnot(identical(estimates(loaded, "all"), all),
          identical(row.names(estimates(as_gars(as.raw(fit)), "2")), c("1", "2", "3")))
ordered <- gars(mu, labels, c("kemeny", "borda"), rankings = list(up = 3:1, down = 1:3))
stopifnot(identical(row.names(estimates(ordered)), c("up", "down")),
          identical(row.names(estimates(as_gars(as.raw(ordered)), "all")),
                    c("1.ranking1", "1.ranking2", "2.1", "2.2", "2.3")),
          identical(names(coef(as_gars(as.raw(ordered), rankings = c("up", "down")))), c("up", "down")))
fails(as_gars(as.raw(fit), "a"), "duel_error_size", "items")
fails(as_gars(as.raw(fit)[-1]), "duel_error_format")
fails(gars_add(fit, mu[, , , 1]), "duel_error_argument", "mu")
fails(gars_add(fit, mu[, 1:2, 1:2, ]), "duel_error_size", "2 items")
## clusters by number or by name go on
key <- rep(1:100, 3)
whole <- estimates(gars(mu, labels, cluster = key, floor = 0))
halves <- gars(mu[1:100, , , ], labels[part, ], cluster = key[1:100], floor = 0)
near(estimates(gars_add(halves, mu[101:300, , , ], later, cluster = key[101:300]))$se, whole$se, 1e-12)
near(estimates(merge(halves, gars(mu[101:300, , , ], later, cluster = key[101:300], floor = 0)))$se,
     whole$se, 1e-12)
named <- gars(mu[1:100, , , ], labels[part, ], cluster = paste0("q", key[1:100]), floor = 0)
after <- gars_add(named, mu[101:300, , , ], later, cluster = paste0("q", rev(key[1:200])))
stopifnot(after$facts$clusters == 100)
fails(merge(named, halves), "duel_error_argument", "numbers")
fails(gars(mu, labels, cluster = key - 2), "duel_error_argument", "negative")

## probabilities from a function, a part of the contexts at a time
asked <- integer()
called <- gars(function(at) {
    asked <<- c(asked, at)
    mu[at, , , , drop = FALSE]
}, labels, c("borda", "bradley_terry"), floor = 0, contexts = n, items = items, categories = sides)
stopifnot(identical(as.integer(asked), seq_len(n)), identical(estimates(called, "all"), all))
fails(gars(function(at) stop("no model at hand"), contexts = 2, items = items, categories = sides),
      "simpleError", "no model at hand")
fails(gars(function(at) 1, contexts = 2, items = items, categories = sides), "simpleError",
      "36 numbers for 2 contexts")
fails(gars(function(at) mu[at, , , ] * NaN, contexts = 2, items = items, categories = sides),
      "duel_error_data", "NaN", row = 1)
fails(gars(function(at) mu), "duel_error_argument", "contexts")

## learners: predictions in parts, and as a source
learnt <- nuisance(labels[1:4], n, items, sides, learner = "frequencies", seed = 3,
                   propensities = "frequencies")
held <- nuisance(labels[1:4], n, items, sides, learner = "frequencies", seed = 3, predict = FALSE)
stopifnot(is.null(held$mu), identical(predict(held), learnt$mu),
          identical(predict(held, c(7, 8, 3)), learnt$mu[c(7, 8, 3), , , ]),
          identical(predict(learnt, 5, "propensities"), learnt$propensities[5, , , drop = FALSE]))
direct <- gars(held, labels, floor = 0)
near(as.matrix(estimates(direct)), as.matrix(estimates(gars(learnt$mu, labels, floor = 0))), 1e-12)
near(gars_psi(direct, held, labels)$psi, gars_psi(direct, learnt$mu, labels)$psi, 1e-12)
fails(predict(held, what = "propensities"), "duel_error_unsupported", "propensit")
fails(predict(held, 301), "duel_error_argument", "contexts")

## a fitted model as predictor
votes <- data.frame(left = labels$first, right = labels$second,
                    winner = ifelse(labels$category == "win", "left", "right"))
model <- duel(winner ~ left + right, votes)
own <- gars_model_mu(model)
p <- plogis(outer(coef(model), coef(model), "-"))
off <- diag(K) == 0
near(own[1, , , "left"][off], p[off], 1e-12)
near(own[1, , , "right"][off], 1 - p[off], 1e-12)
tied <- gars_model_mu(duel(winner ~ left + right, mtbench, outcome = "davidson"))
stopifnot(identical(dim(tied), c(1L, 6L, 6L, 3L)), identical(dimnames(tied)[[4]][3], "tie"))
near(apply(tied, 2:3, sum)[diag(6) == 0], rep(1, 30), 1e-12)
judged <- duel(winner ~ left + right, mtbench, judge = judge, context = question,
               strength = "sensitivity", accept = "boundary")
one <- gars_model_mu(judged, judge = "moonshot-v1-32k")
far <- as.numeric(predict(judged, data.frame(left = "gpt-4", right = "llama-13b",
                                             judge = "moonshot-v1-32k"))$left)
near(one[1, "gpt-4", "llama-13b", "left"], far, 1e-9)
stopifnot(identical(dimnames(gars_model_mu(judged, context = c("81", "90")))[[1]], c("81", "90")))
fails(gars_model_mu(judged, judge = "nobody"), "duel_error_name", "nobody")
fails(gars_model_mu(1), "duel_error_argument")

## weights of a contrast; policies in parts, and the determinant
q <- tcrossprod(c(1, -1, 0))
aimed <- gars_weights(fit, mu, q = q)
plain <- gars_weights(fit, mu)
## a label of (a, b) moves both scores: variance times (1/4 + 1/4)^2; one of (a, c) one of them
near(aimed[, "a", "b"], mu[, "a", "b", 1] * mu[, "a", "b", 2] / 4, 1e-12)
near(aimed[, "a", "c"], mu[, "a", "c", 1] * mu[, "a", "c", 2] / 16, 1e-12)
near(plain[, "a", "c"], mu[, "a", "c", 1] * mu[, "a", "c", 2] / 8, 1e-12)
fails(gars_weights(fit, mu, q = diag(2)), "duel_error_size", "q must")
whole <- policy(aimed, 1, floor = 0.02)
lambda <- attr(whole, "info")$lambda
first <- policy_apply(aimed[1:100, , ], lambda, floor = 0.02)
near(first, whole[1:100, , ], 1e-12)
counted <- policy_histogram(aimed[1:100, , ])
counted <- policy_histogram(aimed[101:300, , ], counted)
found <- policy_lambda(counted, 1, floor = 0.02)
near(found / lambda, 1, 1e-3)
stopifnot(identical(attr(found, "status"), "active"),
          identical(attr(policy_lambda(counted, 6 * 0.02, 0.02), "status"), "floor"))
fails(policy_histogram(aimed, 1:3 / 2), "simpleError", "policy_histogram")
once <- policy(plain, 0.9, drawing = "one_pair")
stopifnot(length(attr(once, "nu")) == n, all(attr(once, "nu") >= 0), is.null(attr(whole, "nu")))
drawn <- policy_draw(whole, seed = 4)
stopifnot(identical(policy_draw(whole[101:300, , ], seed = 4, first_context = 101),
                    drawn[101:300, , ]))
best <- policy_d_optimal(fit, mu, 1, "bradley_terry", floor = 0.02)
info <- attr(best, "info")
near(sum(best) / n, 1, 1e-9)
expected <- attr(best, "covariance")
near(log(det(crossprod(basis, expected %*% basis))), info$log_determinant, 1e-8)
stopifnot(info$status == "active", identical(rownames(expected), items), info$iterations > 1)
## it is the best there is: the A-optimal and the uniform policy have larger determinants
determinant_of <- function(pi) {
    J <- qlogis(mu[, , , 1])
    total <- cov(gars_psi(fit, mu)$plugin[, 4:6]) * (n - 1) / n
    for (i in seq_len(n)) for (j in 1:3) for (k in 1:3) if (j != k) {
        p <- mu[i, j, k, 1]
        b <- (1:3 == j) - (1:3 == k)
        ## l_jk is half of the log odds of either order
        total <- total + tcrossprod(b / (2 * K)) / (p * (1 - p)) / pi[i, j, k] / n
    }
    log(det(crossprod(basis, total %*% basis)))
}
near(determinant_of(best), info$log_determinant, 1e-6)
stopifnot(determinant_of(policy(gars_weights(fit, mu, 2), 1, 0.02)) > info$log_determinant,
          determinant_of(array(1 / 6, c(n, 3, 3))) > info$log_determinant)
