# Labels bought in rounds, by policies and at random, on the votes of MT-Bench: Rscript loop.R [FILE.svg]
library(duel)
source(system.file("loop.R", package = "duel"))     # the loop itself, to read and to copy

votes <- subset(mtbench, !is.na(winner))            # left comes before right in the alphabet
items <- sort(unique(c(as.character(votes$left), as.character(votes$right))))
votes <- data.frame(context = factor(votes$question), first = factor(votes$left, items),
                    second = factor(votes$right, items),
                    category = factor(votes$winner, c("left", "right", "tie")))
plans <- c("Policy for the leaders against the next" = "boundary",
           "Policy for all scores" = "scores", "Random labelling" = "random")
runs <- lapply(plans, function(plan) closed_loop(votes, plan, seed = 6))
for (name in names(runs)) {
    cat("\n", name, "\n", sep = "")
    print(utils::tail(runs[[name]], 3), digits = 3)
}
file <- commandArgs(TRUE)
if (length(file)) {
    grDevices::svg(file[1], 9, 8)
    plot_loops(runs)
    invisible(grDevices::dev.off())
}
