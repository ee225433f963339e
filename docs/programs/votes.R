# From a data frame of votes to a board one can trust, in R.
library(duel)

votes <- duel_set(winner ~ left + right, mtbench, judge, question)
plain <- duel(votes)
judged <- duel(votes, strength = "sensitivity", position = "by_judge", accept = "boundary")

for (fit in list(plain, judged)) {
  cat("log-likelihood", format(round(as.numeric(logLik(fit)), 1), nsmall = 1), "\n")
  print(round(cbind(score = coef(fit, "scores"), confint(fit)), 2))
}
print(ranks(judged))
print(anova(plain, duel(votes, position = "by_judge")))
