# saved.R VOTES.csv SET SCORES: see saved.c.
library(duel)

arguments <- commandArgs(TRUE)
votes <- read.csv(arguments[1], colClasses = "character", encoding = "UTF-8")
votes <- votes[votes$winner %in% c("a", "b", "tie"), ]
votes$result <- c(a = 1, b = 0, tie = 0.5)[votes$winner]
set <- duel_set(result ~ model_a + model_b, data = votes, judge = judge, context = question_id)
bytes <- as.raw(set)
writeBin(bytes, arguments[2])
scores <- coef(duel(duel_set(bytes)))
writeBin(as.numeric(scores), arguments[3], endian = .Platform$endian)
