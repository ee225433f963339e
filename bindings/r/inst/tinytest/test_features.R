# Features that the first package lacked or had wrong, each with the line of code that now works: for those who come from
# BradleyTerry2 or psychotools. tinytest::test_package("duel") runs it; the numbers of these packages are beside duel's
# in tests/peers.R.
library(duel)
have <- function(...) all(vapply(c(...), requireNamespace, NA, quietly = TRUE))
said <- function(expr) paste(capture.output(expr), collapse = "\n")
drawn <- function(expr) {
    pdf(NULL)
    on.exit(dev.off())
    is.null(tryCatch({
        expr
        NULL
    }, error = identity))
}

set.seed(4)
traits <- data.frame(size = c(-0.9, 0.2, 1.6, -1.1, -0.1), kind = c("x", "y", "z", "x", "y"), row.names = letters[1:5])
games <- expand.grid(left = letters[1:5], right = letters[1:5], night = 0:1, turn = 1:8, stringsAsFactors = FALSE)
games <- games[games$left != games$right, ]
games$before_left <- rnorm(nrow(games))
games$before_right <- rnorm(nrow(games))
games$who <- rep(c("Ann", "Bob", "Cho"), length.out = nrow(games))
games$day <- rep(1:20, length.out = nrow(games))
chance <- with(games, plogis(traits[left, "size"] - traits[right, "size"] + before_left - before_right))
games$won <- rbinom(nrow(games), 1, chance)
data <- list(games = games, traits = traits)

## 1. Predictions at new data take every covariate, offset and context, and agree with the fit on its own rows.
fit <- duel(won ~ left + right, games, covariates = list(before = ~ before_left + before_right),
            offsets = list(head_start = ~ night + 0))
expect_equal(predict(fit, games)$left, fitted(fit, "row")$p_left)
expect_error(predict(fit, games[c("left", "right")]), "no column \"before_left\"")
expect_equal(nrow(predict(fit, games[1:3, ], interval = "confidence", se.fit = TRUE)), 3L)
expect_equal(simulate(fit, seed = 1)[[1]]$totals[["comparisons"]], nrow(games))

## 2. Factors and text follow model.matrix(), or are refused by name; they are never their codes.
kinds <- duel(won ~ left + right, data, covariates = ~ kind[..], covariance = "observed")
expect_equal(names(coef(kinds)), c("kind[..]y", "kind[..]z"))
expect_equal(names(coef(update(kinds, contrasts = list("kind[..]" = "contr.sum")))), c("kind[..]1", "kind[..]2"))
expect_error(duel(won ~ left + right, games, covariates = list(who = ~ who + who)), "covariate \"who\" is text")
expect_error(predict(kinds, list(data.frame(left = "f", right = "a"), data.frame(kind = c("w", "x"), row.names = c("f", "a")))),
             "kind[..] is \"w\"", fixed = TRUE)

## 3. anova() of models that name other covariates, larger first too, with test = , and of one model.
plain <- duel(won ~ left + right, games)
with_before <- duel(won ~ left + right, games, covariates = list(before = ~ before_left + before_right))
expect_equal(anova(plain, with_before)$Chisq[2], anova(with_before, plain)$Chisq[2], tolerance = 1e-9)
expect_true(is.finite(anova(plain, with_before, test = "Rao")$Chisq[2]))
expect_equal(row.names(anova(with_before)), c("NULL", "items", "before"))

## 4. bootstrap() draws what the covariance of the fit takes as independent: here questions.
clustered <- duel(winner ~ left + right, mtbench, context = question)
expect_true(grepl("weights on contexts", said(print(bootstrap(clustered, replicates = 50, seed = 1)))))

## 6. vcov(complete = FALSE), as multcomp asks for it; contrast() and cluster() hand on what is emmeans' and survival's.
expect_equal(vcov(plain, complete = FALSE), vcov(plain))
if (have("emmeans")) {
    means <- emmeans::emmeans(lm(before_left ~ who, games), "who")
    expect_equal(summary(contrast(means, "pairwise"))$estimate, summary(emmeans::contrast(means, "pairwise"))$estimate)
}

## 7. Plots take col, pch, cex, xlim and what par() takes; many names stay legible.
expect_true(drawn(plot(plain, col = 2:6, pch = 4, cex = 0.8, xlim = c(-2, 2), las = 1, top = 3)))
expect_true(drawn(plot_ranks(plain, with_before)))
expect_true(drawn(plot(duel(cbind(wins, losses, ties) ~ left + right, arena))))

## 9. Winners and losers have no known order, and are not warned of it.
results <- data.frame(winner = ifelse(games$won == 1, games$left, games$right),
                      loser = ifelse(games$won == 1, games$right, games$left))
lines <- duel(1 ~ winner + loser, results)
expect_equal(coef(lines), coef(plain), tolerance = 1e-7)
expect_true(!grepl("Warnings", said(print(lines))))

## 10. Messages name the covariate, the argument and what to do.
gaps <- transform(games, before_left = replace(before_left, 55, NA))
expect_error(duel(won ~ left + right, gaps, covariates = list(before = ~ before_left + before_right), na.action = na.pass),
             "row 55: covariate \"before\" is NA")
expect_error(duel(winner ~ left + right, cbind(games, results)), "which is the name of an item; say which side it means")
expect_error(duel(won ~ left + right, games, fixed = c(z = 1)), "names of fixed is \"z\"")
if (have("tibble"))
    expect_equal(coef(duel(won ~ left + right, games, covariates = tibble::tibble(item = letters[1:5], size = traits$size),
                           ridge = 0.1), "effects"),
                 coef(duel(won ~ left + right, games, covariates = traits["size"], ridge = 0.1), "effects"))

## 11. model.frame(), coef() of a bootstrap, names of tibbles, short prints, citation().
expect_equal(nrow(model.frame(plain)), nrow(games))
expect_equal(coef(bootstrap(plain, replicates = 20, seed = 1)), coef(plain))
if (have("tibble"))
    expect_equal(tibble::as_tibble(estimates(plain))$name, letters[1:5])
expect_true(grepl("20 largest of 129", said(print(duel(cbind(wins, losses, ties) ~ left + right, arena)))))
expect_equal(citation("duel")$title, "duel: Bradley-Terry Models and Rankings with Honest Uncertainty")

## Terms as of BTm(): of items, judges, contexts and sides; interactions, offsets, transformations.
age <- c(Ann = 30, Bob = 50, Cho = 40)
rain <- setNames(rep(0:1, 10), 1:20)
terms <- duel(won ~ left + right, data, judge = who,
              covariates = ~ size[..] + kind[..] + size[..]:age[who] + size[..]:rain[as.character(day)] +
                  size[..]:night + sides(before_left, before_right) + offset(0.1 * size[..]), covariance = "observed")
expect_equal(length(coef(terms)), 7L)
expect_equal(predict(terms, data)$left, unname(fitted(terms, "row")$p_left))
expect_equal(names(coef(duel(won ~ left + right, data, covariates = ~ poly(size[..], 2)))),
             paste0("poly(size[..], 2)", 1:2))
## Sides that are data frames.
pairs <- games["won"]
pairs$home <- data.frame(team = games$left, at.home = 1)
pairs$away <- data.frame(team = games$right, at.home = 0)
expect_equal(names(coef(duel(won ~ home + away, pairs, covariates = ~ team + at.home), "effects")), "at.home")
## Arguments without effect are reported.
expect_true(grepl("both sides have the same values: night", said(print(duel(won ~ left + right, data, covariates = ~ size[..] + night)))))
## An item with a missing covariate has a score of its own.
unknown <- list(games = games, traits = transform(traits, size = replace(size, 4, NA)))
own <- duel(won ~ left + right, unknown, covariates = ~ size[..])
expect_true(grepl("scores of their own: d", said(print(own))))
## Abilities with errors; of items that the fit never saw too.
expect_equal(row.names(abilities(terms)), letters[1:5])
expect_true(all(c("estimate", "se", "lower", "upper") %in% names(abilities(kinds))))
new <- list(data.frame(left = "f", right = "g"), data.frame(kind = c("x", "z"), row.names = c("f", "g")))
expect_equal(predict(kinds, new, type = "link")[[1]], -coef(kinds)[["kind[..]z"]])
## Random effects are not in 0.2, and the term says so.
expect_error(duel(won ~ left + right, data, covariates = ~ size[..] + (1 | ..)), "random effects")

## Tables of wins, matrices, paired comparisons of psychotools.
wins <- table(winner = results$winner, loser = results$loser)
expect_equal(coef(duel(wins)), coef(plain), tolerance = 1e-7)
expect_equal(coef(duel(unclass(wins))), coef(plain), tolerance = 1e-7)
if (have("psychotools")) {
    answers <- psychotools::paircomp(rbind(c(1, 1, -1), c(-1, 1, 1), c(1, -1, 1), c(-1, -1, -1)), labels = c("u", "v", "w"))
    expect_equal(duel(answers)$items, c("u", "v", "w"))
}

## add1(), drop1(), step(), update(), model.matrix(), residuals().
expect_equal(row.names(add1(duel(won ~ left + right, data, covariates = ~ size[..]), ~ . + kind[..], test = "Chisq")),
             c("<none>", "kind[..]"))
expect_equal(row.names(drop1(duel(won ~ left + right, data, covariates = ~ size[..] + night:size[..]), test = "Chisq")),
             c("<none>", "size[..]:night"))
expect_true("size[..]" %in% names(coef(step(duel(won ~ left + right, data, covariates = ~ size[..] + size[..]:night), trace = 0))))
expect_equal(names(coef(update(kinds, ~ . + size[..] - kind[..]))), "size[..]")
expect_equal(dim(model.matrix(plain)), c(nrow(games), 5L))
excluded <- duel(won ~ left + right, gaps, covariates = list(before = ~ before_left + before_right), na.action = na.exclude)
expect_equal(which(is.na(residuals(excluded, "deviance", by = "row"))), 55L, check.attributes = FALSE)
expect_equal(sum(hatvalues(plain)), 4, tolerance = 1e-7)
expect_equal(length(cooks.distance(plain)), nrow(games))
expect_equal(names(residuals(kinds, "grouped")), letters[1:5])

## Other packages, where they are installed.
if (have("sandwich"))
    expect_equal(sandwich::vcovCL(clustered, cluster = mtbench$question[!is.na(mtbench$winner)], type = "HC0", cadjust = FALSE),
                 vcov(clustered), tolerance = 1e-7)
if (have("lmtest")) {
    expect_equal(unname(lmtest::coeftest(plain)[, 4]), unname(summary(plain)$coefficients[, 4]))
    expect_equal(lmtest::lrtest(plain, with_before)$Chisq[2], anova(plain, with_before)$Chisq[2])
    expect_equal(lmtest::waldtest(plain, with_before)$Df[2], 1)
}
if (have("multcomp")) {
    tukey <- multcomp::glht(plain, linfct = multcomp::contrMat(table(plain$items), "Tukey"))
    expect_equal(unname(coef(tukey)), -contrast(plain)$estimate)
}
if (have("emmeans")) {
    means <- emmeans::emmeans(plain, ~ item)
    expect_equal(summary(pairs(means))$estimate, contrast(plain)$estimate)
    expect_equal(nrow(summary(emmeans::contrast(means, "trt.vs.ctrl", ref = "c"))), 4L)
    if (have("multcomp"))
        expect_equal(nrow(summary(multcomp::glht(plain, linfct = emmeans::emm(pairwise ~ item)))$linfct), 10L)
}
if (have("generics")) {
    expect_equal(generics::tidy(plain, conf.int = TRUE)$term, letters[1:5])
    expect_equal(generics::glance(plain)$nobs, nrow(games))
    expect_equal(nrow(generics::augment(plain)), nrow(games))
}
if (have("ggplot2"))
    expect_true(inherits(ggplot2::autoplot(plain, top = 3), "ggplot"))
if (have("qvcalc"))
    expect_true(inherits(qvcalc::qvcalc(plain), "qv"))
if (have("strucchange"))
    expect_true(strucchange::sctest(duel(won ~ left + right, games, ref = "a"), order.by = games$day)$p.value > 0)
if (have("partykit", "psychotree")) {
    data("Topmodel2007", package = "psychotree", envir = environment())
    tree <- partykit::mob(preference ~ 1 | gender + age, data = Topmodel2007, fit = mob_fit,
                          control = partykit::mob_control(minsize = 20))
    expect_true(inherits(tree, "modelparty"))
}
