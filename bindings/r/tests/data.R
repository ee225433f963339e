# Every way of writing the same data gives the same set; bad data are refused by row.
library(duel)
source("support/expect.R")

votes <- data.frame(
    left = c("b", "a", "c", "a", "b", "c", "a"), right = c("a", "c", "b", "b", "c", "a", "b"),
    score = c(1, 1, 0.5, 0, 0, 1, 1), who = c("x", "y", "x", "y", "x", "y", "x"),
    about = c(1, 1, 2, 2, 3, 3, 3))
words <- c("right", "tie", "left")[2 * votes$score + 1]
bytes <- function(...) {
    call <- match.call()
    call[[1]] <- quote(duel_set)
    as.raw(eval(call, parent.frame()))
}
plain <- bytes(score ~ left + right, votes)

## results
stopifnot(
    identical(bytes(words ~ left + right, votes), plain),
    identical(bytes(factor(words) ~ left + right, votes), plain),
    identical(bytes(c("model_b", "Draw", "A")[2 * score + 1] ~ left + right, votes), plain),
    identical(bytes(cbind(score == 1, score == 0, score == 0.5) + 0 ~ left + right, votes), plain),
    identical(bytes(score ~ left + right, votes, weights = rep(1, 7)), plain),
    identical(bytes(score ~ left + right, votes[c(3, 1, 7, 2, 6, 5, 4), ]), plain),
    identical(as.raw(votes |> duel_set(score ~ left + right)), plain),
    identical(bytes(score ~ factor(left) + factor(right, levels = c("c", "b", "a", "none")), votes),
              plain))
decided <- votes[votes$score != 0.5, ]
stopifnot(identical(bytes(score == 1 ~ left + right, decided), bytes(score ~ left + right, decided)))
kinds <- duel_set(c("both good", "bothbad", "tie (bothbad)", "tie") ~ left + right, votes[1:4, ])
stopifnot(kinds$totals[["both_good"]] == 1, kinds$totals[["both_bad"]] == 2,
          kinds$totals[["plain_ties"]] == 1)

## weights are frequencies, also of counts
heavy <- duel_set(score ~ left + right, votes, weights = c(1, 2, 3, 4, 5, 6, 7))
stopifnot(identical(as.raw(heavy), bytes(score ~ left + right, votes[rep(1:7, 1:7), ])))
counted <- duel_set(cbind(2, 1, 3) ~ left + right, votes[1, ], weights = 2)
stopifnot(counted$totals[["comparisons"]] == 12, counted$totals[["plain_ties"]] == 6)

## names: levels keep their order, unused ones go; text by bytes; numbers by value
by_level <- transform(votes, left = factor(left, levels = c("z", "c", "a", "b")))
stopifnot(identical(duel_set(score ~ left + right, by_level)$items, c("c", "a", "b")))
mixed <- transform(votes, left = chartr("abc", "aBc", left), right = chartr("abc", "aBc", right))
stopifnot(identical(duel_set(score ~ left + right, mixed)$items, c("B", "a", "c")))
numbers <- transform(votes, left = 1e5 * match(left, letters), right = 100000L * match(right, letters))
stopifnot(identical(duel_set(score ~ left + right, numbers)$items,
                    c("100000", "200000", "300000")))
latin <- transform(votes, left = ifelse(left == "a", "\u00e4", left),
                   right = ifelse(right == "a", iconv("\u00e4", "UTF-8", "latin1"), right))
stopifnot(identical(duel_set(score ~ left + right, latin)$items, c("b", "c", "\u00e4")))

## subset and na.action act on everything; judge and context are looked up in the data
holes <- votes
holes$score[2] <- NA
holes$who[4] <- NA
stopifnot(identical(bytes(score ~ left + right, holes, who, about),
                    bytes(score ~ left + right, votes[-c(2, 4), ], who, about)),
          identical(bytes(score ~ left + right, votes, who, about, subset = about > 1),
                    bytes(score ~ left + right, votes[votes$about > 1, ], who, about)))
fit <- duel(score ~ left + right, holes, ridge = 1)
stopifnot(length(fit$na.action) == 1, nobs(fit) == 6,
          any(grepl("1 observation deleted", capture.output(print(fit)))),
          any(grepl("2 observations deleted", capture.output(print(duel_set(score ~ left + right, holes, who))))),
          is.null(duel_set(score ~ left + right, votes)$na.action))

## bad rows, counted as the user counts them
fails(duel_set(score ~ left + right, transform(votes, right = replace(right, 5, "b"))),
      "duel_error_data", "\"b\"", row = 5)
fails(duel_set(score ~ left + right, transform(votes, score = replace(score, 6, 0.7))),
      "duel_error_data", "0.7", row = 6)
fails(duel_set(score ~ left + right, transform(holes, score = replace(score, 6, 0.7))),
      "duel_error_data", "0.7", row = 6)
fails(duel_set(score ~ left + right, transform(votes, score = replace(score, 6, 0.7)),
               subset = about > 2), "duel_error_data", "0.7", row = 6)
fails(duel_set(replace(words, 3, "perhaps") ~ left + right, votes), "duel_error_data",
      "\"perhaps\"", row = 3)
fails(duel_set(score ~ left + right, votes, weights = c(1, 1, -1, 1, 1, 1, 1)), "duel_error_data",
      "-1", row = 3)
fails(duel_set(score ~ left + right, votes, weights = replace(rep(1, 7), 4, Inf)),
      "duel_error_data", "weight", row = 4)
fails(duel_set(cbind(score, -score) ~ left + right, votes), "duel_error_data", "-1", row = 1)
fails(duel_set(score ~ left + right, transform(votes, left = replace(left, 2, ""))),
      "duel_error_name", "left", row = 2)
fails(duel_set(score ~ left + right, holes, na.action = na.pass), "duel_error_data", row = 2)
fails(duel_set(score ~ left + right, holes, who, na.action = na.pass), "duel_error_data",
      "judge is missing", row = 4)
fails(duel_set(score ~ left + right, votes, subset = about > 9), "duel_error_data", "no row")

## bad formulas
fails(duel_set(score ~ left, votes), "duel_error_argument", "result ~ left + right")
fails(duel_set(~ left + right, votes), "duel_error_argument", "result ~ left + right")
fails(duel_set(score ~ left + right + who, votes), "duel_error_argument")
fails(duel_set(as.list(score) ~ left + right, votes), "error")
fails(duel_set(cbind(score, 1, 1, 1, 1, 1) ~ left + right, votes), "duel_error_argument", "6 columns")
fails(duel_set(score ~ left + right, votes, contxt = about), "duel_error_argument", "unknown argument")

## covariates of items, of rows, and by any keys
size <- c(c = 3, a = 1, b = 2, d = 9)
item <- duel_set(score ~ left + right, votes, covariates = list(size = size))
stopifnot(identical(item$covariates, "size"),
          identical(as.raw(item), bytes(score ~ left + right, votes,
                                        covariates = data.frame(size = size, row.names = names(size)))),
          identical(as.raw(item), bytes(score ~ left + right, votes, covariates =
                                        list(size = data.frame(item = names(size), value = size)))))
lengths <- transform(votes, l = c(5, 1, 2, 3, 4, 1, 1), r = c(1, 2, 3, 1, 2, 1, 4))
rows <- duel_set(score ~ left + right, lengths, covariates = list(len = ~ l + r))
stopifnot(rows$contexts == 7)
keyed <- data.frame(context = as.character(rep(1:7, 2)), item = c(votes$left, votes$right),
                    value = c(lengths$l, lengths$r))
stopifnot(identical(as.raw(rows), bytes(score ~ left + right, lengths, context = 1:7,
                                        covariates = list(len = keyed))))
fails(duel_set(score ~ left + right, lengths, context = about, covariates = list(len = ~ l + r)),
      "duel_error_data", "\"len\" is 1", row = 4)
fails(duel_set(score ~ left + right, votes, covariates = size), "duel_error_argument", "covariates")
fails(duel_set(score ~ left + right, votes, covariates = list(size = unname(size))),
      "duel_error_argument", "size")
fails(duel_set(score ~ left + right, votes, covariates = list(size = replace(size, "a", NA))),
      "duel_error_data", row = 2)

# a word for a side that is the name of an item may mean either
by_name <- transform(votes, winner = ifelse(score == 1, left, right))
fails(duel_set(winner ~ left + right, by_name), "duel_error_data", "which is the name of an item", row = 1)
fails(duel_set(factor(winner) ~ left + right, transform(by_name, left = toupper(left), right = toupper(right),
                                                        winner = toupper(winner))),
      "duel_error_data", "1 * (winner == left)", row = 1)

## columns of counts that come in the wrong order
turned <- data.frame(a = c("x", "y"), b = c("y", "x"), losses = c(1, 2), wins = c(3, 1))
fails(duel(cbind(losses, wins) ~ a + b, turned), "duel_error_argument", "in this order")
