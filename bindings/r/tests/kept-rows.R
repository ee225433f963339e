# The data of a fit are those of the fit: whatever the names in its call mean afterwards, questions about rows and update()
# answer for the rows that were fitted. Against glm(), which keeps its model frame.
library(duel)
source("support/expect.R")

set.seed(3)
n <- 240
d <- data.frame(a = sample(letters[1:5], n, TRUE), b = sample(letters[1:5], n, TRUE), q = sample(25, n, TRUE),
                x = rnorm(n), y = rnorm(n))
d <- d[d$a != d$b, ]
d$won <- rbinom(nrow(d), 1, plogis((match(d$a, letters) - match(d$b, letters)) / 3 + d$x - d$y))
traits <- data.frame(size = c(0.3, -1.2, 0.8, 0.1, 1.5), kind = c("u", "v", "u", "w", "v"), row.names = letters[1:5])
strength <- setNames(1:5 / 9, letters[1:5])
votes <- list(d = d, traits = traits)
power <- 2

fits <- list(
    plain = duel(won ~ a + b, d, context = q, covariates = NULL),
    sides = duel(won ~ a + b, d, cluster = q, covariates = list(len = ~ x + y), position = "shared", na.action = na.exclude),
    fixed = duel(won ~ a + b, d, covariates = list(len = ~ x * power + y * power), offsets = list(known = strength)),
    terms = duel(won ~ a + b, votes, covariates = ~ size[..] + I(size[..]^power) + sides(x, y), covariance = "observed"),
    bare = with(d, duel(won ~ a + b, weights = rep(1, length(a)))))
asked <- list(frame = model.frame, design = model.matrix, hat = hatvalues, cook = cooks.distance,
              rows = function(fit) residuals(fit, "deviance", by = "row"), fitted = function(fit) fitted(fit, "row"),
              scores = duel:::estfun.duel, bread = duel:::bread.duel, augment = duel:::augment.duel,
              new = function(fit) predict(fit, d0[1:9, ], type = "link"),
              update = function(fit) unclass(update(fit, ridge = 0.5))[c("coefficients", "info", "bytes")],
              again = function(fit) update(fit)$bytes)
d0 <- d
answers <- function() lapply(fits, function(fit) lapply(asked[if (is.null(fit$offsets) || !length(fit$offsets)) TRUE else
    c("frame", "design", "rows", "update", "again", "new")], function(ask) ask(fit)))
before <- answers()

## recoded, reversed, shortened, gone: the answers are the same, bit for bit
d$won <- 1 - d$won
d$x <- d$x * 10
d$q <- 1L
votes$d$won <- 1 - votes$d$won
votes$traits$size <- rev(votes$traits$size)
strength[] <- 0
power <- 5
stopifnot(identical(answers(), before))
d <- d[1:20, ]
stopifnot(identical(answers(), before))
rm(d, votes, strength, power, traits)
stopifnot(identical(answers(), before))
near(sum(residuals(fits$plain, "response", by = "row")), sum(residuals(fits$plain, "response")), 1e-9)

## another process, without the data
file <- tempfile(fileext = ".rds")
saveRDS(list(fits, asked, d0), file)
script <- tempfile(fileext = ".R")
writeLines(c("library(duel)", sprintf("kept <- readRDS(%s)", deparse(file)), "fits <- kept[[1]]; d0 <- kept[[3]]",
             "stopifnot(length(residuals(fits$sides, by = 'row')) == nrow(d0))",
             "cat(format(sum(residuals(update(fits$terms, position = 'shared'), 'pearson', by = 'row')), digits = 12))"), script)
told <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), stdout = TRUE)
near(as.numeric(told), sum(residuals(update(fits$terms, position = "shared"), "pearson", by = "row")), 1e-9)

## new data are taken when they are given, also under the old name; a further update keeps those
d <- d0
d$won <- 1 - d$won
turned <- update(fits$plain, data = d)
near(coef(turned), -coef(fits$plain), 1e-6)
stopifnot(identical(turned$call, fits$plain$call))
d$won <- d0$won
near(coef(update(turned, bias_reduction = "none")), coef(turned), 0)
near(coef(update(fits$plain, subset = q < 10)), coef(duel(won ~ a + b, d0, context = q, subset = q < 10)), 1e-9)
near(coef(update(fits$plain, . ~ b + a)), -coef(fits$plain), 1e-6)
X <- cbind(size = c(a = 1, b = 2, c = 0, d = -1, e = 3))
matrix_fit <- duel(won ~ a + b, d0, covariates = X, ridge = 0.5)
X[] <- 0
stopifnot(identical(update(matrix_fit, ref = "a")$bytes, matrix_fit$bytes))
X[] <- c(1, 5, 0, -1, 2)
stopifnot(max(abs(coef(update(matrix_fit, covariates = X), "effects") - coef(matrix_fit, "effects"))) > 1e-3)
wrapped <- function(...) update(fits$plain, ...)
stopifnot(identical(wrapped(weights = x^2)$rows$frame[["(weights)"]], d0$x^2))

## a model of a set keeps its set
set <- duel_set(won ~ a + b, d0)
of_set <- duel(set)
set <- duel_set(won ~ a + b, transform(d0, won = 1 - won))
near(coef(update(of_set, ref = "a")), coef(of_set, ref = "a"), 1e-9)
near(coef(update(of_set, x = set)), -coef(of_set), 1e-6)
stopifnot(identical(update(of_set)$call, of_set$call))

## step() and what follows it, whether it left something out or not
d <- d0
for (fit in list(duel(won ~ a + b, d, position = "shared", covariates = list(len = ~ x + y)),
                 duel(won ~ a + b, d, covariates = list(len = ~ x + y)), duel(won ~ a + b, d),
                 duel(won ~ a + b, list(d, traits = data.frame(size = 1:5, row.names = letters[1:5])),
                      covariates = ~ size[..] + sides(x, y)))) {
    d$won <- 1 - d$won
    chosen <- step(fit, trace = 0)
    stopifnot(AIC(chosen) <= AIC(fit))
    after <- update(chosen, ref = "b")
    near(coef(after), coef(chosen, ref = "b"), 1e-9)
    stopifnot(!any(grepl("won ~ (1|position|len)", capture.output(print(chosen)))), any(grepl("won ~ a [+] b", capture.output(print(chosen)))),
              identical(formula(chosen), won ~ a + b), grepl("won ~ a [+] b", deparse1(chosen$call)),
              identical(row.names(drop1(chosen)), row.names(drop1(after))),
              identical(after$rows$frame, chosen$rows$frame), identical(residuals(after, by = "row"), residuals(chosen, by = "row")))
}

## a ridge keeps terms beside scores, which it draws to what terms say: the fit to a matrix of the same values
size <- c(a = 1, b = 2, c = 0, d = -1, e = 3)
both <- duel(won ~ a + b, d0, covariates = ~ .. + size[..], ridge = 0.5)
near(coef(both, "effects"), coef(duel(won ~ a + b, d0, covariates = cbind(size = size), ridge = 0.5), "effects"), 1e-9)
near(abilities(both)$estimate, coef(both) + coef(both, "effects") * size, 1e-9)
near(contrast(both, c(a = 1, b = -1), "abilities")$estimate, -diff(abilities(both)$estimate[1:2]), 1e-9)
near(plogis(abilities(both)["a", "estimate"] - abilities(both)["c", "estimate"]),
     predict(both, data.frame(a = "a", b = "c"))$left, 1e-9)
stopifnot(!length(both$item_terms$aliased), identical(update(both, ridge = 0)$item_terms$aliased, "size[..]"))

## poly() of values of items, within contexts, whose rows differ by rounding
items <- data.frame(size = c(13, 7, 150, 1700, 33), row.names = letters[1:5])
curved <- duel(won ~ a + b, list(d0, items), context = q, covariates = ~ poly(log(size[..]), 2))
by_hand <- poly(log(items$size), 2)
near(logLik(curved), logLik(duel(won ~ a + b, d0, context = q, covariates = structure(by_hand[, 1:2],
    dimnames = list(letters[1:5], c("p1", "p2"))), fixed = setNames(rep(0, 5), letters[1:5]))), 1e-6)
stopifnot(all(curved$item_terms$keys == "item"))
rough <- list(z = ~ I(x0) + I(y0))
d0$x0 <- match(d0$a, letters) / 3 + rep(c(0, 1e-15), length.out = nrow(d0))
d0$y0 <- match(d0$b, letters) / 3
near(coef(duel(won ~ a + b, d0, context = q, covariates = rough, ridge = 1), "effects"),
     coef(duel(won ~ a + b, d0, covariates = list(z = setNames(1:5 / 3, letters[1:5])), ridge = 1), "effects"), 1e-6)
told <- tryCatch(duel(won ~ a + b, transform(d0, x0 = x0 + rep(c(0, 1e-6), length.out = nrow(d0))), context = q,
                      covariates = rough, ridge = 1), duel_error_data = conditionMessage)
stopifnot(is.character(told), grepl("as cluster instead of context", told, fixed = TRUE))

## sides that are data frames, as BradleyTerry2 has them, stay so: their columns are in updates and additions
games <- d0[1:120, ]
games$home <- data.frame(id = factor(games$a, letters[1:5]), form = games$x)
games$away <- data.frame(id = factor(games$b, letters[1:5]), form = games$y)
weights <- data.frame(size = c(13, 7, 150, 1700, 33) / 100, row.names = letters[1:5])
framed <- duel(won ~ home + away, list(games, weights), covariates = ~ form, covariance = "observed")
plain <- duel(won ~ a + b, list(games, weights), covariates = ~ sides(x, y), covariance = "observed")
near(coef(framed), coef(plain), 1e-9)
near(coef(update(framed, ref = "b")), coef(framed), 1e-9)
near(logLik(update(framed, covariates = ~ . + log(size[id]))), logLik(update(plain, covariates = ~ . + log(size[..]))), 1e-9)
near(add1(framed, ~ . + log(size[id]))$AIC, add1(plain, ~ . + log(size[..]))$AIC, 1e-9)
stopifnot(identical(formula(framed), won ~ home + away))

## a set that was drawn from a model takes the place of its rows: every choice stays, and covariates have their names
set.seed(6)
rows <- data.frame(l = rep(letters[1:5], 60), r = rep(letters[c(2:5, 1, 3:5, 1:2)], 30), who = rep(c("A", "B"), 150),
                   q = rep(1:30, each = 10), u = rnorm(300), v = rnorm(300))
rows$y <- rbinom(300, 1, plogis(0.5 * (rows$u - rows$v) + 0.4 * (match(rows$r, letters) - match(rows$l, letters))))
traits <- data.frame(size = c(3, 1, 4, 1, 5), kind = factor(c("i", "j", "i", "k", "j")), row.names = letters[1:5])
for (fit in list(duel(y ~ l + r, rows, judge = who, cluster = q, position = "by_judge", covariates = list(len = ~ u + v)),
                 duel(y ~ l + r, list(rows, traits), covariates = ~ size[..] + kind[..] + sides(u, v), ref = "b"),
                 duel(y ~ l + r, rows, judge = who, strength = "sensitivity", context = q),
                 duel(rows, y ~ l + r, covariates = list(len = ~ u + v), pseudo = 1))) {
    again <- update(fit, data = duel_set(fit))
    near(coef(again, "all"), coef(fit, "all"), 1e-6)
    near(sqrt(diag(vcov(again))), sqrt(diag(vcov(fit))), 1e-6)
    stopifnot(identical(again$call$data, quote(duel_set(fit))), identical(formula(again), formula(fit)))
    drawn <- simulate(fit, seed = 1)[[1]]
    refit <- update(fit, data = drawn)
    stopifnot(nobs(refit) == nobs(fit), !identical(coef(refit), coef(fit)),
              identical(refit$info$covariance, fit$info$covariance), identical(refit$info$dimension, fit$info$dimension))
    near(coef(update(refit, ref = "c")), coef(refit, ref = "c"), 1e-9)
    chosen <- step(refit, trace = 0)
    near(AIC(update(chosen, covariance = "observed")), AIC(chosen), 1e-6)
    stopifnot(AIC(chosen) <= AIC(refit), grepl("data = drawn", deparse1(chosen$call)))
    fails(update(refit, . ~ q + who), "duel_error_argument", "no columns for y ~ q + who")
    fails(update(fit, data = simulate(fit, seed = 1)), "duel_error_argument", "list of 1 set; take one")
}
fails(update(refit, covariates = ~ size[..]), "duel_error_argument", 'no columns for "size')
fails(duel(y ~ l + r, drawn), "duel_error_argument", "update(fit, data = set)")
near(coef(update(duel(drawn), data = duel_set(fit))), coef(duel(duel_set(fit))), 1e-9)

## lm() takes a term once: then a side is missing
fails(duel(y ~ l + l, rows), "duel_error_argument", "l stands twice")
fails(duel(l ~ l + r, rows), "duel_error_argument", "l stands twice")
twice <- duel(y ~ l + r, list(rows, traits), covariates = ~ size[..] + size[..])
stopifnot(identical(names(coef(twice)), "size[..]"))
