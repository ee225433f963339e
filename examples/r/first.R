# The shortest complete use of duel in R.
library(duel)

votes <- data.frame(
  left  = c("red", "blue", "green", "red", "blue", "green", "red"),
  right = c("blue", "green", "red", "green", "red", "blue", "blue"),
  score = c(1, 1, 0, 0.5, 1, 1, 1)        # of left: won 1, tied 0.5, lost 0
)
fit <- duel(score ~ left + right, data = votes)
print(confint(fit))
print(ranks(fit))
