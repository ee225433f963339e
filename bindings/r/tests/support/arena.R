# The dozen models of the Arena counts with most votes, so that every pair was compared often.
votes_of <- with(arena, tapply(rep(wins + losses + ties, 2), c(as.character(left), as.character(right)), sum))
dozen <- sort(names(sort(-votes_of))[1:12], method = "radix")
few <- subset(arena, left %in% dozen & right %in% dozen)
few$left <- factor(few$left, dozen)
few$right <- factor(few$right, dozen)
fit_few <- function(...) duel(cbind(wins, losses, ties) ~ left + right, few, ...)
