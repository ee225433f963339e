# Predictions where covariates are columns: the same as from the model's own data, whatever they are
# given as; and nothing that is no number becomes one.
library(duel)
source("support/expect.R")

set.seed(3)
n <- 300
first <- sample(8, n, TRUE)
votes <- data.frame(left = letters[first], right = letters[(first + sample(0:6, n, TRUE)) %% 8 + 1],
                    l = rnorm(n, 3), r = rnorm(n, 3), hl = runif(n), hr = runif(n),
                    q = sample(20, n, TRUE), who = sample(c("x", "y"), n, TRUE))
votes$won <- as.numeric(runif(n) < plogis(0.8 * (votes$l - votes$r) + votes$hl - votes$hr))
size <- c(a = 1, b = 2, c = 0, d = 3, e = 1, f = 2, g = 5, h = 1)

## by hand, and as the model sees its own data
fit <- duel(won ~ left + right, votes, covariates = list(len = ~ l + r), offsets = list(handicap = ~ hl + hr))
s <- coef(fit)
by_hand <- s[votes$left] - s[votes$right] + coef(fit, "effects") * (votes$l - votes$r) + votes$hl - votes$hr
near(predict(fit, votes, type = "link"), by_hand, 1e-9)
near(predict(fit, votes)$left, plogis(by_hand), 1e-9)
stopifnot(max(abs(by_hand - (s[votes$left] - s[votes$right]))) > 0.5)
own <- predict(fit, interval = "confidence", se.fit = TRUE)
cells <- fitted(fit)
asked <- predict(fit, votes[as.integer(as.character(cells$context)), ], interval = "confidence", se.fit = TRUE)
near(as.matrix(asked), as.matrix(own), 1e-9)
near(log_likelihood(fit, duel_set(fit))[["log_likelihood"]],
     sum(dbinom(votes$won, 1, predict(fit, votes)$left, log = TRUE)), 1e-8)

## new values, new rows, whatever the context of the fit; replicates go the same way
new <- data.frame(left = "a", right = "e", l = 2, r = -1, hl = 0.25, hr = 0)
near(predict(fit, new, type = "link"), s[["a"]] - s[["e"]] + 3 * coef(fit, "effects") + 0.25, 1e-9)
in_context <- update(fit, context = seq_len(n))
near(predict(in_context, new, se.fit = TRUE)$left.se, predict(fit, new, se.fit = TRUE)$left.se, 1e-9)
b <- bootstrap(fit, replicates = 200, seed = 1)
again <- predict(fit, new, interval = "confidence", bootstrap = b)
stopifnot(again$left.lower < again$left, again$left < again$left.upper)
near(again$left, plogis(s[["a"]] - s[["e"]] + 3 * coef(fit, "effects") + 0.25), 1e-9)
near(predict(in_context, data.frame(left = votes$left[7], right = votes$right[7]) |> cbind(votes[7, 3:6]))$left,
     plogis(by_hand[7]), 1e-9)

## a column that is missing is named; NA is NA; so is a row of the wrong kind
fails(predict(fit, new[-3]), "duel_error_argument", 'no column "l", which covariate "len" needs')
fails(predict(fit, new[c("left", "right")]), "duel_error_argument", "which covariate")
fails(predict(fit, transform(new, l = "long")), "duel_error_argument", 'covariate "len" is text')
fails(predict(fit, transform(new, l = Inf)), "duel_error_data", row = 1)
holes <- predict(fit, rbind(new, transform(new, r = NA), new))
stopifnot(identical(is.na(holes$left), c(FALSE, TRUE, FALSE)), holes$left[1] == holes$left[3])
fails(predict(fit, transform(new, left = "nobody")), "duel_error_name", "nobody", row = 1)

## transformations keep what they took from the data of the fit; constants are no columns
k <- 10
scaled <- duel(won ~ left + right, votes, covariates = list(len = ~ scale(l) + scale(r), ten = ~ hl / k + hr / k))
near(predict(scaled, votes[1:5, ]), predict(scaled, votes)[1:5, ], 1e-9)
fails(predict(scaled, votes[setdiff(names(votes), "hl")]), "duel_error_argument", '"hl"')

## beside covariates of items, of judges and items, and of contexts
home <- expand.grid(item = letters[1:8], judge = c("x", "y"))
home$value <- seq_len(16) %% 3 == 0
topics <- data.frame(context = 1:20, value = rnorm(20))
all <- duel(won ~ left + right, votes, judge = who, context = q, position = "shared", ridge = 0.5,
            covariates = list(size = size, home = home, topic = topics))
mixed <- predict(all, votes, type = "link")
e <- coef(all, "effects")
mine <- function(item) home$value[match(paste(item, votes$who), paste(home$item, home$judge))]
near(mixed, coef(all)[votes$left] - coef(all)[votes$right] + coef(all, "positions") +
            e[["size"]] * (size[votes$left] - size[votes$right]) +
            e[["home"]] * (mine(votes$left) - mine(votes$right)) + e[["topic"]] * topics$value[votes$q], 1e-9)
fails(predict(all, votes[setdiff(names(votes), "q")]), "duel_error_argument", 'no column "q", which covariate "topic"')
fails(predict(all, votes[setdiff(names(votes), "who")]), "duel_error_argument", 'no column "who", which covariate "home"')
fails(predict(all, transform(votes, q = 99)), "duel_error_name", "99", row = 1)
near(predict(all, votes[setdiff(names(votes), "q")], ignore_position = TRUE, type = "link"),
     mixed - coef(all, "positions") - e[["topic"]] * topics$value[votes$q], 1e-9)

# rows with a context of their own, and a table by context
votes$id <- seq_len(n)
weather <- data.frame(context = votes$id, value = rnorm(n))
both <- duel(won ~ left + right, votes, context = id, position = "shared",
             covariates = list(weather = weather, len = ~ l + r))
e <- coef(both, "effects")
near(predict(both, votes, type = "link"),
     coef(both)[votes$left] - coef(both)[votes$right] + coef(both, "positions") +
     e[["weather"]] * weather$value + e[["len"]] * (votes$l - votes$r), 1e-9)
fails(predict(both, votes[setdiff(names(votes), "id")]), "duel_error_argument", '"id"')
fails(predict(both, transform(votes, id = replace(id, 4, 999L))), "duel_error_data", "999", row = 4)

## a model of a set asks for the context by name
set <- duel_set(won ~ left + right, votes, context = id, covariates = list(len = ~ l + r))
of_set <- duel(set, covariates = "len")
fails(predict(of_set, votes[c("left", "right")]), "duel_error_argument", 'no column "context", which covariate "len"')
near(predict(of_set, transform(votes, context = id)), predict(of_set)[match(votes$id,
     as.integer(as.character(fitted(of_set)$context))), ], 1e-12)
# of items alone nothing but their names
plain <- duel(won ~ left + right, votes, context = q, covariates = list(size = size), ridge = 1)
stopifnot(is.null(fitted(plain)$context), nrow(fitted(plain)) <= 56)

## what is no number is refused by name, wherever it stands
kind <- factor(c("big", "small", "big", "small", "big", "big", "small", "small"))
items <- data.frame(kind = kind, size = size, row.names = names(size))
of <- function(covariates) duel_set(won ~ left + right, votes, covariates = covariates)
fails(of(items), "duel_error_argument", 'covariate "kind" is a factor')
fails(of(transform(items, kind = as.character(kind))), "duel_error_argument", 'covariate "kind" is text')
fails(of(as.matrix(items)), "duel_error_argument", 'covariate "kind" is text')
fails(of(list(kind = stats::setNames(kind, names(size)))), "duel_error_argument", 'covariate "kind" is a factor')
fails(of(list(kind = data.frame(item = names(size), value = kind))), "duel_error_argument", "is a factor")
fails(of(list(who = ~ who + who)), "duel_error_argument", 'covariate "who" is text')
fails(of(list(who = ~ factor(q) + r)), "duel_error_argument", 'covariate "who" is a factor')
fails(of(list(who = ~ l + factor(q))), "duel_error_argument", 'covariate "who" is a factor')
fails(duel_set(won ~ left + right, votes, weights = factor(q)), "duel_error_argument", "weights is of class")
dummies <- model.matrix(~ kind, items)[, -1, drop = FALSE]
stopifnot(identical(of(dummies)$covariates, "kindsmall"),
          identical(as.raw(of(list(big = stats::setNames(kind == "big", names(size))))),
                    as.raw(of(list(big = stats::setNames(as.numeric(kind == "big"), names(size)))))))

## names that are perhaps one are told
fails(duel_set(won ~ left + right, transform(votes, left = replace(left, 3, "a "))), "warning", '"a", "a "')
fails(duel_set(won ~ left + right, transform(votes, left = replace(left, 3, "A"))), "warning", "capital")
fails(duel_set(won ~ left + right, votes, judge = replace(who, 1, "X")), "warning", "two judges")

## rows of one context with values of their own
v <- data.frame(left = c("a", "b", "a", "c"), right = c("b", "c", "c", "a"), won = c(1, 0, 1, 0), q = c(1, 2, 1, 2), l = 1:4, r = 0)
for (given in list(list(len = ~ l + r), ~ .. + sides(l, r)))
    fails(duel(won ~ left + right, v, context = q, covariates = given), "duel_error_data", "as cluster instead of context", row = 3)

## rows of counts are no clusters because a covariate varies by row
counted <- data.frame(a = c("x", "y", "z", "x", "y"), b = c("y", "z", "x", "z", "x"), w = c(5, 3, 4, 2, 1), l = c(2, 4, 1, 3, 3))
sided <- duel(cbind(w, l) ~ a + b, counted, covariates = ~.. + sides(1, 0))
shared <- duel(cbind(w, l) ~ a + b, counted, position = "shared")
stopifnot(identical(sided$info$covariance, "sandwich"), nrow(sided$warnings) == 0L)
near(estimates(sided, "scores")$se, estimates(shared)$se, 1e-8)
near(estimates(update(sided, ridge = 0), "scores")$se, estimates(shared)$se, 1e-8)
