# Rankings by judge, and estimates over ranks of disagreement.
library(duel)
source("support/expect.R")

pairs <- t(combn(c("a", "b", "c", "d"), 2))
votes <- do.call(rbind, lapply(c("ada", "ben", "dan", "eve", "cyd"), function(judge) {
    share <- ifelse(judge == "cyd" & pairs[, 1] == "a" & pairs[, 2] == "b", 0.15, 0.8)
    do.call(rbind, lapply(seq_len(nrow(pairs)), function(at)
        data.frame(judge = judge, left = pairs[at, 1], right = pairs[at, 2],
                   winner = rep(c("left", "right"), round(30 * c(share[at], 1 - share[at]))))))
}))
fit <- duel(winner ~ left + right, votes, judge, strength = "disagreement", rank = 1, ridge = 0.1)
found <- judge_ranks(fit, seed = 1)
stopifnot(nrow(found) == 20, identical(nrow(judge_ranks(fit, "cyd", seed = 1)), 4L))
back <- reversals(fit, "cyd")
stopifnot(identical(back$p_adjusted <= 0.05, c(TRUE, rep(FALSE, 5))))
stopifnot(nrow(unanimous(fit)) == 6, nrow(judge_pairs(fit, "cyd", seed = 1)) == 6)
over <- average_ranks(fit, max_rank = 1)
near(sum(attr(over, "ranks")$rank_weight), 1, 1e-12)
wide <- average_ranks(fit, ranks = "either", max_rank = 1)
near(wide$estimate, over$estimate, 1e-12)
stopifnot(nrow(judge_ranks(fit, average = TRUE, max_rank = 1, seed = 1)) == 20)
stopifnot(inherits(tryCatch(judge_ranks(fit, "nobody", seed = 1), duel_error = identity), "duel_error"))
