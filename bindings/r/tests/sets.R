# Sets: facts, merging, splitting, saving.
library(duel)
source("support/expect.R")

set <- duel_set(winner ~ left + right, mtbench, judge, question)
stopifnot(set$totals[["comparisons"]] == 9706, set$totals[["left_wins"]] == 5127,
          set$totals[["right_wins"]] == 3823, set$totals[["plain_ties"]] == 756, length(set$items) == 6,
          length(set$judges) == 20, set$contexts == 80, set$cells == nrow(as.data.frame(set)))

facts <- summary(set)
votes <- mtbench[!is.na(mtbench$winner), ]
won <- function(item) sum((votes$left == item & votes$winner == "left") |
                          (votes$right == item & votes$winner == "right"))
stopifnot(identical(facts$items$wins, vapply(set$items, won, 0, USE.NAMES = FALSE)),
          all(facts$items$component == 1), all(facts$items$group == 1),
          all(facts$items$opponents == 5), nrow(facts$pairs) == 15)
## the judges whose answers follow the position
share <- with(subset(votes, winner != "tie"), tapply(winner == "left", judge, mean))
near(facts$judges[names(share), "first_share"], share, 1e-12)
stopifnot(setequal(row.names(facts$judges)[facts$judges$is_position_driven],
                   names(share)[share < 0.2 | share > 0.8]),
          sum(facts$judges$is_position_driven) >= 3)
text <- paste(capture.output(print(facts)), collapse = " ")
stopifnot(grepl("Connected", text), grepl("follow the position", text), grepl("one order only", text))
stopifnot(any(grepl("9,706 comparisons", capture.output(print(set)))))

## merging: in any order, and the arguments stay as they were
parts <- lapply(split(mtbench, mtbench$question %% 3), function(part)
    duel_set(winner ~ left + right, part, judge, question))
before <- parts[[1]]
merged <- merge(parts[[1]], parts[[2]], parts[[3]])
stopifnot(identical(as.raw(merged), as.raw(set)),
          identical(as.raw(merge(parts[[3]], parts[[1]], parts[[2]])), as.raw(set)),
          identical(parts[[1]], before), identical(duel_set(as.raw(parts[[1]]))$totals, before$totals))
fails(merge(set, mtbench), "duel_error_argument")

## saving: the bytes alone, or the object with its order of names
reversed <- transform(mtbench, left = factor(left, levels = rev(set$items)),
                      right = factor(right, levels = rev(set$items)))
reversed <- duel_set(winner ~ left + right, reversed, judge, question)
stopifnot(identical(as.raw(reversed), as.raw(set)), identical(reversed$items, rev(set$items)))
file <- tempfile(fileext = ".rds")
saveRDS(reversed, file)
script <- tempfile(fileext = ".R")
writeLines(c("library(duel)", sprintf("set <- readRDS(%s)", deparse(file)),
             "cat(summary(set)$items$wins, coef(duel(set)))"), script)
answer <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), stdout = TRUE)
answer <- scan(text = answer, quiet = TRUE)
near(answer[1:6], rev(facts$items$wins), 0)
near(answer[7:12], coef(duel(set))[reversed$items], 1e-5)
stopifnot(identical(readRDS(file), reversed))
bytes <- as.raw(set)
fails(duel_set(bytes[-length(bytes)]), "duel_error_format")
bytes[1000] <- xor(bytes[1000], as.raw(4))
fails(duel_set(bytes), "duel_error_format")
fails(duel_set(raw()), "duel_error_format")

## folds partition, subsets keep, samples keep the size; seeds and R's generator govern
parts <- folds(set, 4, by = "context", seed = 3)
held <- lapply(parts, `[[`, "held")
stopifnot(length(parts) == 4, identical(as.raw(do.call(merge, held)), as.raw(set)),
          all(vapply(parts, function(p) identical(as.raw(merge(p$rest, p$held)), as.raw(set)), NA)))
questions <- lapply(held, function(part) unique(as.data.frame(part)$context))
stopifnot(!anyDuplicated(unlist(lapply(questions, as.character))), all(lengths(questions) == 20))
two <- subset(set, items = c("gpt-4", "claude-v1", "gpt-3.5-turbo"), judges = set$judges[3:4])
stopifnot(length(two$items) == 3, identical(two$judges, set$judges[3:4]),
          two$totals[["comparisons"]] == sum(votes$judge %in% two$judges &
              votes$left %in% two$items & votes$right %in% two$items))
fails(subset(set, items = "gpt-5"), "duel_error_name", "gpt-5")
sample1 <- resample(set, "row", seed = 1)
stopifnot(sample1$totals[["comparisons"]] == 9706, !identical(as.raw(sample1), as.raw(set)),
          identical(as.raw(resample(set, "row", seed = 1)), as.raw(sample1)))
set.seed(7); one <- resample(set)
set.seed(7); same <- resample(set)
other <- resample(set)
stopifnot(identical(as.raw(one), as.raw(same)), !identical(as.raw(one), as.raw(other)))
fails(resample(set, seed = -1), "duel_error_argument", "seed")
fails(resample(set, by = "item"), "duel_error_argument", "by")
fails(folds(set, 1), "duel_error_argument", "folds")

## facts of troubled data
islands <- duel_set(c(1, 0, 1, 0) ~ c("a", "a", "x", "x") + c("b", "b", "y", "y"))
stopifnot(identical(summary(islands)$items[c("a", "x"), "component"], c(1, 2)),
          any(grepl("Not connected: 2", capture.output(summary(islands)))))
chain <- summary(duel_set(c(1, 1) ~ c("a", "b") + c("b", "c")))
stopifnot(identical(chain$items$group, c(1, 2, 3)),
          any(grepl("Never lost or tied: a", capture.output(chain))))

## clusters, rows without an order, judgements that are split
v <- data.frame(l = c("a", "b", "a", "c"), r = c("b", "a", "c", "b"), won = c(1, 0, 1, 0), u = c("x", "x", "y", "y"),
                shown = c(TRUE, FALSE, TRUE, TRUE))
s <- duel_set(won ~ l + r, v, cluster = u, ordered = shown)
stopifnot(s$clusters == 2, s$totals[["unordered"]] == 1, s$totals[["left_wins"]] == 2, s$totals[["unordered_wins"]] == 1)
none <- duel_set(won ~ l + r, v, cluster = u, ordered = FALSE)
stopifnot(none$totals[["unordered"]] == 4, identical(as.raw(forget_order(s)), as.raw(none)))
fails(duel(none, position = "shared", ridge = 1), "duel_error_unsupported", "presentation order")
fails(duel_set(won ~ l + r, v, ordered = "yes"), "duel_error_argument", "ordered is of class")
wins <- matrix(c(0, 2, 1, 0), 2, dimnames = list(c("a", "b"), c("a", "b")))
stopifnot(duel_set(wins)$totals[["unordered"]] == 3)
fails(duel_set(wins + diag(2)), "duel_error_data", 'of "a" over itself')
shares <- seq(.3, .8, length.out = 50)
soft <- duel(cbind(shares, 1 - shares) ~ l + r, data.frame(l = rep("a", 50), r = "b"))
stopifnot(all.equal(estimates(soft, correction = "none")$se[1],
                    sqrt(mean((shares - mean(shares))^2) / 50) / (mean(shares) * (1 - mean(shares))) / 2))

## a covariate of rows beside clusters: errors are those of the clusters
set.seed(3)
n <- 160
w <- data.frame(l = sample(letters[1:4], n, TRUE), r = sample(letters[5:8], n, TRUE), won = rbinom(n, 1, .5),
                u = rep(seq_len(n / 4), each = 4), x = rnorm(n))
flat <- duel(won ~ l + r, w, covariates = list(x = ~ x + 0), accept = "any", ridge = .1)
held <- duel(won ~ l + r, w, cluster = u, covariates = list(x = ~ x + 0), accept = "any", ridge = .1)
stopifnot(isTRUE(all.equal(coef(flat), coef(held))), facts(held)$covariance == "clustered_by_context",
          facts(flat)$covariance == "sandwich")
