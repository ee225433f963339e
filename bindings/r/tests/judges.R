# Judges: what their votes say of them, before any model.
library(duel)
source("support/expect.R")

votes <- duel_set(winner ~ left + right, mtbench, judge, question)
seen <- mtbench[!is.na(mtbench$winner), ]
seen$judge <- as.character(seen$judge)

## counts
counts <- judge_counts(votes, level = 0.9)
stopifnot(identical(row.names(counts), votes$judges), identical(judge_counts(duel(votes), 0.9), counts))
wilson <- function(x, n, level) {
    z <- qnorm((1 + level) / 2)
    (x + z^2 / 2 + c(-1, 1) * z * sqrt(x * (n - x) / n + z^2 / 4)) / (n + z^2)
}
glm <- "zai-org/GLM-4.5-Air-FP8"
mine <- seen[seen$judge == glm, ]
first <- sum(mine$winner == "left")
decided <- sum(mine$winner != "tie")
one <- counts[glm, ]
stopifnot(one$comparisons == nrow(mine), one$decided == decided, one$rarer_share == 0,
          one$contexts == length(unique(mine$question)),
          one$pairs == nrow(unique(mine[c("left", "right")])))
near(c(one$first_share, one$first_share_lower, one$first_share_upper),
     c(first / decided, wilson(first, decided, 0.9)), 1e-12)
near(one$tie_share, mean(mine$winner == "tie"), 1e-12)
fails(judge_counts(mtbench), "duel_error_argument", "data.frame")
fails(judge_counts(votes, 1), "duel_error_argument", "level")

## order: of a pair in a context all votes are one draw, so that the sum over pairs is of (sum_c d_c)^2 / sum_c d_c^2
net <- aggregate(list(d = rep(1, nrow(seen))), seen[c("left", "right", "question")], sum)
by_pair <- sum(tapply(net$d, paste(net$left, net$right), function(d) sum(d)^2 / sum(d^2)))
order <- presentation_order(votes)
stopifnot(inherits(order, "htest"), order$estimate[["pairs"]] == 15, order$estimate[["both_orders"]] == 0,
          abs(order$statistic - by_pair) < 1e-9 * by_pair, order$p.value < 1e-10)

## triads: all triples of items by majorities, of the judge who ties least
triads <- judge_triads(votes)
brute <- function(rows, items) {
    margin <- matrix(0, length(items), length(items), dimnames = list(items, items))
    for (r in seq_len(nrow(rows))) {
        d <- c(left = 1, tie = 0, right = -1)[[as.character(rows$winner[r])]]
        at <- c(as.character(rows$left[r]), as.character(rows$right[r]))
        margin[at[1], at[2]] <- margin[at[1], at[2]] + d
        margin[at[2], at[1]] <- margin[at[2], at[1]] - d
    }
    margin <- sign(margin)
    found <- c(0, 0)
    for (t in utils::combn(items, 3, simplify = FALSE)) {
        wins <- rowSums(margin[t, t] == 1)
        if (sum(wins) == 3)
            found <- found + c(1, all(wins == 1))
    }
    found
}
for (judge in c(glm, "marin-community/marin-8b-instruct")) {
    mine <- seen[seen$judge == judge, ]
    near(unlist(triads[judge, c("triads", "circular")]), brute(mine, votes$items), 0)
    within <- Reduce(`+`, lapply(split(mine, mine$question), brute, votes$items))
    near(unlist(triads[judge, c("within", "circular_within")]), within, 0)
}

## agreement of two judges on what both saw, and with the majority
agree <- judge_agreement(votes)
key <- paste(seen$question, seen$left, seen$right)
two <- c("moonshot-v1-32k", "moonshot-v1-128k")
answer <- function(judge) {
    mine <- seen$judge == judge
    tapply(seq_along(key)[mine], key[mine], function(at) table(seen$winner[at])[c("left", "right", "tie")] / length(at),
           simplify = FALSE)
}
a <- answer(two[1])
b <- answer(two[2])
both <- intersect(names(a), names(b))
shares <- lapply(list(a[both], b[both]), function(x) do.call(rbind, x))
observed <- mean(rowSums(shares[[1]] * shares[[2]]))
chance <- sum(colMeans(shares[[1]]) * colMeans(shares[[2]]))
pair <- agree$pairs[agree$pairs$first %in% two & agree$pairs$second %in% two, ]
stopifnot(pair$units == length(both), nrow(agree$pairs) == 190,
          identical(row.names(agree$majority), votes$judges))
near(pair$agreement, observed, 1e-12)
near(pair$kappa, (observed - chance) / (1 - chance), 1e-12)
stopifnot(agree$majority[glm, "kappa"] < 0.1, agree$majority[two[1], "kappa"] > 0.8)

## alpha: coincidences of answers, each pair looked at from both sides
small <- data.frame(left = "a", right = "b", context = rep(1:5, each = 3), judge = rep(c("x", "y", "z"), 5),
                    result = c("left", "left", "left", "left", "right", "tie", "right", "right", "right",
                               "tie", "tie", "left", "left", "left", "right"))
few <- duel_set(result ~ left + right, small, judge, context)
alpha <- function(rows, nominal = TRUE) {
    turned <- transform(rows, context = context + 100,
                        result = c(left = "right", right = "left", tie = "tie")[result])
    kinds <- c("left", "tie", "right")
    n <- unclass(table(c(rows$context, turned$context), factor(c(rows$result, turned$result), kinds)))
    n <- n[rowSums(n) > 1, , drop = FALSE]
    o <- Reduce(`+`, lapply(seq_len(nrow(n)), function(u)
        (outer(n[u, ], n[u, ]) - diag(n[u, ])) / (sum(n[u, ]) - 1)))
    total <- rowSums(o)
    e <- (outer(total, total) - diag(total)) / (sum(total) - 1)
    d <- outer(1:3, 1:3, Vectorize(function(c, k)
        if (nominal) as.numeric(c != k)
        else (sum(total[min(c, k):max(c, k)]) - (total[c] + total[k]) / 2)^2))
    1 - sum(o * d) / sum(e * d)
}
k <- krippendorff(few)
near(k["all", "estimate"], alpha(small), 1e-12)
near(k["without y", "estimate"], alpha(small[small$judge != "y", ]), 1e-12)
near(krippendorff(few, "ordinal")["all", "estimate"], alpha(small, FALSE), 1e-12)
near(k["all", "units"], 5, 0)
stopifnot(identical(row.names(k), c("all", "without x", "without y", "without z")),
          krippendorff(votes, orientation = "by_id")["all", "estimate"] <
          krippendorff(votes)["all", "estimate"])
fails(krippendorff(votes, "interval"), "duel_error_argument", "metric")

## stated confidence
set.seed(2)
sure <- round(runif(200), 2)
right <- as.numeric(runif(200) < sure^2)
who <- rep(c("p", "q"), 100)
said <- confidence(who, sure, right, bins = 5)
part <- said$judges["p", ]
at <- who == "p"
near(part$excess, mean(sure[at]) - mean(right[at]), 1e-12)
near(part$brier, mean((sure[at] - right[at])^2), 1e-12)
stopifnot(said$judges["all", "votes"] == 200, identical(names(said$reliability), c("p", "q", "all")),
          inherits(said$reliability$all, "duel_calibration"),
          sum(said$reliability$p$comparisons) == 100, nrow(said$reliability$q) == 5)
bin <- pmin(floor(sure * 5), 4)
near(said$reliability$all$observed, tapply(right, bin, mean), 1e-12)
near(said$judges["all", "calibration_error"],
     sum(abs(tapply(sure, bin, mean) - tapply(right, bin, mean)) * table(bin)) / 200, 1e-12)
fails(confidence(who, replace(sure, 7, 1.5), right), "duel_error_data", "1.5", row = 7)
fails(confidence(who, sure[-1], right), "duel_error_argument", "confidence")

## effective number of judges: the participation ratio of the correlations
m <- matrix(rnorm(40), 5)
values <- eigen(cor(t(m)))$values
w <- c(1, 2, 3, 4, 5)
number <- effective_judges(m, w)
near(number[["participation"]], sum(values)^2 / sum(values^2), 1e-12)
near(number[["by_precision"]], sum(w)^2 / sum(w^2), 1e-12)
near(effective_judges(duel(votes, strength = "sensitivity"))[["participation"]], 1, 1e-9)

## two-way clusters are the clusters of either side
dimnames(m) <- list(letters[1:5], LETTERS[1:8])
pair <- bicluster(m, row_groups = 2, column_groups = 3)
same <- function(a, b) identical(outer(a, a, "=="), outer(b, b, "=="))
stopifnot(identical(sort(pair$row_order), 1:5), identical(sort(pair$column_order), 1:8),
          same(unname(pair$row_groups), unname(cutree(hclust(dist(m), "average"), 2))),
          same(unname(pair$column_groups), unname(cutree(hclust(dist(t(m)), "average"), 3))),
          identical(as.matrix(pair), m[pair$row_order, pair$column_order]),
          !is.unsorted(pair$row_groups[pair$row_order]))
fails(bicluster(m, row_groups = 6), "duel_error_argument", "6")

## learning curve
curve <- learning_curve(votes, c(0.1, 0.5, 1), c(5, 20), replicates = 3, seed = 1, ridge = 0.01)
stopifnot(nrow(curve) == 6, all(curve$fits == 3),
          identical(curve, learning_curve(votes, c(0.1, 0.5, 1), c(5, 20), replicates = 3, seed = 1,
                                          ridge = 0.01, threads = 2)))
near(curve$pearson[6], 1, 1e-9)
stopifnot(curve$pearson[2] < 1, curve$comparisons[6] == nrow(seen), curve$judges == rep(c(5, 20), 3))
fails(learning_curve(votes, judges = 21), "duel_error_argument", "is 21")
fails(learning_curve(votes, c(0.5, 0)), "duel_error_argument", "shares")

grDevices::pdf(file <- tempfile())
plot(curve)
plot(curve, "pearson")
plot(said$reliability$all)
grDevices::dev.off()
stopifnot(file.size(file) > 3000, length(capture.output(print(pair))) >= 6)
