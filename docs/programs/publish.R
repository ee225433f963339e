# Can this ranking be published today? Six questions to the votes of MT-Bench.
library(duel)
set.seed(1)                                         # quantiles of simultaneous intervals are simulated

votes <- duel_set(winner ~ left + right, mtbench, judge, question)
fit <- duel(votes)                                  # errors are clustered by question

cat("1. Who is above whom, for all models at once?\n")
print(ranks(fit)[, c("rank", "rank_best", "rank_worst")])

cat("\n2. What is the first one worth, having been chosen for coming first?\n")
first <- winner(fit)
print(round(unlist(first[c("estimate", "median", "lower", "upper", "lead")]), 2))

cat("\n3. How few votes, and how few judges, would have to go before neighbours change places?\n")
votes_out <- fragility(fit)
judges_out <- fragility(fit, by = "judge")
print(data.frame(above = votes_out$first, below = votes_out$second, z = round(votes_out$z, 1),
                 votes = votes_out$confirmed, judges = judges_out$confirmed))

cat("\n4. How many of twenty judges vote otherwise than the others would have it?\n")
alike <- duel(votes, outcome = "davidson")
own <- duel(votes, outcome = "davidson", position = "by_judge", threshold_offsets = "by_judge")
strangers <- with(outliers(alike), judge[is_outlier])
cat("  all of one position effect and one share of ties:", length(strangers), "\n")
cat("  each with its own:                    ", sum(outliers(own)$is_outlier), "\n")
without <- duel(subset(votes, judges = setdiff(votes$judges, strangers)), outcome = "davidson")
print(round(cbind(all = coef(alike, "scores"), without = coef(without, "scores")), 2))

cat("\n5. What if every pair had been compared equally often?\n")
equal <- duel(votes, target = "pairs_equally")
print(round(cbind(votes = coef(fit, "scores"), pairs = coef(equal, "scores")), 2))

cat("\n6. What is established, had we looked after every ten questions?\n")
watched <- monitor()
for (last in seq(40, 80, by = 10)) {
  seen <- subset(mtbench, question %in% head(unique(mtbench$question), last))
  watched <- look(watched, duel(duel_set(winner ~ left + right, seen, judge, question)))
  cat(last, "questions:", facts(watched)$decided, "of 15 pairs decided\n")
}
print(ranks(watched)[, c("rank", "rank_best", "rank_worst")])
