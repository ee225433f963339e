# Prints tests/data/probit.json: probit fits by BradleyTerry2 (BTm with family binomial("probit")), by glm on the pair design, and, with
# ties as an outcome, by MASS::polr, whose two cut points are the threshold of Glenn and David and a position effect.
#   Rscript tests/data/probit.R > tests/data/probit.json
suppressMessages({
  library(BradleyTerry2)
  library(MASS)
})
tight <- glm.control(epsilon = 1e-15, maxit = 100)

number <- function(x) paste0("[", paste(formatC(x, digits = 16, format = "g"), collapse = ", "), "]")
entry <- function(name, pairs, ...) {
  parts <- list(...)
  rows <- apply(pairs, 1, function(row) paste0("[", paste(row, collapse = ", "), "]"))
  texts <- vapply(names(parts), function(part) paste0("    \"", part, "\": ", number(parts[[part]])), "")
  paste0("  \"", name, "\": {\n    \"pairs\": [", paste(rows, collapse = ", "), "],\n",
         paste(texts, collapse = ",\n"), "\n  }")
}

# Wins, losses and ties of pairs, the first item shown first; scores centred, with their centred covariance.
centred <- function(k) diag(k) - 1 / k
of_pairs <- function(pairs, position = FALSE) {
  items <- max(pairs[, 1:2]) + 1
  x <- matrix(0, nrow(pairs), items)
  x[cbind(seq_len(nrow(pairs)), pairs[, 1] + 1)] <- 1
  x[cbind(seq_len(nrow(pairs)), pairs[, 2] + 1)] <- -1
  x <- x[, -1, drop = FALSE]
  if (position) x <- cbind(x, 1)
  y <- cbind(pairs[, 3] + pairs[, 5] / 2, pairs[, 4] + pairs[, 5] / 2)
  fit <- suppressWarnings(glm(y ~ x - 1, family = binomial("probit"), control = tight))
  centre <- centred(items)[, -1]
  free <- seq_len(items - 1)
  list(scores = drop(centre %*% coef(fit)[free]),
       errors = sqrt(diag(centre %*% vcov(fit)[free, free] %*% t(centre))),
       position = coef(fit)[-free], position_error = sqrt(diag(vcov(fit)))[-free],
       log_likelihood = sum(y[, 1] * pnorm(drop(x %*% coef(fit)), log.p = TRUE)) +
         sum(y[, 2] * pnorm(-drop(x %*% coef(fit)), log.p = TRUE)))
}
of_bradleyterry2 <- function(pairs, items) {
  frame <- data.frame(one = factor(pairs[, 1], levels = seq_len(items) - 1),
                      two = factor(pairs[, 2], levels = seq_len(items) - 1))
  frame$y <- cbind(pairs[, 3] + pairs[, 5] / 2, pairs[, 4] + pairs[, 5] / 2)
  fit <- suppressWarnings(BTm(y, one, two, data = frame, family = binomial("probit"), control = tight))
  scores <- c(0, coef(fit))
  scores - mean(scores)
}
with_ties <- function(pairs, symmetric) {
  items <- max(pairs[, 1:2]) + 1
  x <- matrix(0, nrow(pairs), items)
  x[cbind(seq_len(nrow(pairs)), pairs[, 1] + 1)] <- 1
  x[cbind(seq_len(nrow(pairs)), pairs[, 2] + 1)] <- -1
  counts <- pairs[, c(4, 5, 3)]
  if (symmetric) {
    x <- rbind(x, -x)
    counts <- rbind(counts, counts[, 3:1]) / 2
  }
  x <- x[, -1, drop = FALSE]
  long <- data.frame(answer = factor(rep(1:3, each = nrow(x)), ordered = TRUE), weight = as.vector(counts))
  long$x <- x[rep(seq_len(nrow(x)), 3), ]
  fit <- polr(answer ~ x, weights = weight, data = long[long$weight > 0, ], method = "probit", Hess = TRUE,
              control = list(reltol = 1e-16, maxit = 2000))
  centre <- centred(items)[, -1]
  free <- seq_len(items - 1)
  zeta <- fit$zeta
  cuts <- vcov(fit)[-free, -free]
  part <- list(scores = drop(centre %*% coef(fit)),
               errors = sqrt(diag(centre %*% vcov(fit)[free, free] %*% t(centre))),
               threshold = unname(zeta[2] - zeta[1]) / 2,
               threshold_error = sqrt(sum(cuts * outer(c(-1, 1), c(-1, 1))) / 4),
               log_likelihood = as.numeric(logLik(fit)))
  if (!symmetric) {
    part$position <- -mean(zeta)
    part$position_error <- sqrt(sum(cuts) / 4)
  }
  part
}

journals <- cbind(c(0, 0, 0, 1, 1, 2), c(1, 2, 3, 2, 3, 3), c(730, 498, 221, 68, 17, 142), c(33, 320, 284, 813, 276, 325), 0)
data(springall)
flavours <- with(springall$contests, cbind(as.integer(row) - 1, as.integer(col) - 1, win, loss, tie))
data(baseball)
teams <- levels(baseball$home.team)
games <- with(baseball, cbind(as.integer(home.team) - 1, as.integer(away.team) - 1, home.wins, away.wins, 0))

one <- of_pairs(journals)
two <- of_pairs(flavours)
three <- of_pairs(games, position = TRUE)
four <- with_ties(flavours, symmetric = TRUE)
five <- with_ties(flavours, symmetric = FALSE)
cat("{\n", paste(
  entry("citations", journals, scores = one$scores, errors = one$errors, log_likelihood = one$log_likelihood,
        bradleyterry2 = of_bradleyterry2(journals, 4)),
  entry("springall", flavours, scores = two$scores, errors = two$errors, log_likelihood = two$log_likelihood,
        bradleyterry2 = of_bradleyterry2(flavours, 9)),
  entry("baseball", games, scores = three$scores, errors = three$errors, position = three$position,
        position_error = three$position_error, log_likelihood = three$log_likelihood),
  entry("springall_ties", flavours, scores = four$scores, errors = four$errors, threshold = four$threshold,
        threshold_error = four$threshold_error, log_likelihood = four$log_likelihood),
  entry("springall_ties_and_position", flavours, scores = five$scores, errors = five$errors,
        threshold = five$threshold, threshold_error = five$threshold_error, position = five$position,
        position_error = five$position_error, log_likelihood = five$log_likelihood), sep = ",\n"), "\n}\n", sep = "")
