# A model row by row of its data: frames, designs, residuals, leverages and estimating functions, against
# glm() and, where they are installed, sandwich and the packages that build on coef() and vcov().
library(duel)
source("support/expect.R")
have <- function(package) requireNamespace(package, quietly = TRUE)

set.seed(2)
n <- 300
v <- data.frame(left = sample(letters[1:5], n, TRUE), right = sample(letters[1:5], n, TRUE),
                l = rnorm(n), r = rnorm(n), q = sample(30, n, TRUE))
v <- v[v$left != v$right, ]
row.names(v) <- paste0("row", seq_len(nrow(v)))
v$won <- as.numeric(runif(nrow(v)) < plogis((match(v$left, letters) - match(v$right, letters)) / 3 + v$l - v$r))
v$won[5] <- NA
fit <- duel(won ~ left + right, v, covariates = list(len = ~ l + r), position = "shared", ref = "a",
            na.action = na.exclude)
g <- glm(won ~ 0 + sapply(letters[2:5], function(i) (left == i) - (right == i)) + rep(1, nrow(v)) + I(l - r),
         binomial, v, na.action = na.exclude, control = glm.control(epsilon = 1e-14))

## frame and design
frame <- model.frame(fit)
stopifnot(nrow(frame) == nrow(v) - 1, identical(row.names(frame), row.names(v)[-5]),
          identical(frame[["won"]], v$won[-5]))
X <- model.matrix(fit)
stopifnot(identical(dimnames(X), list(row.names(v)[-5], names(coef(fit, "all"))[-1])))
near(X, model.matrix(g), 1e-12)
near(X %*% coef(fit, "all")[-1], predict(fit, v[-5, ], type = "link"), 1e-9)
fails(model.frame(duel(duel_set(fit), covariates = "len")), "duel_error_unsupported", "of a set")

## fitted values and residuals of rows, padded under na.exclude; all as glm() has them
near(fitted(fit, "row")$p_left[-5], fitted(g)[-5], 1e-8)
stopifnot(nrow(fitted(fit, "row")) == nrow(v), is.na(fitted(fit, "row")$p_left[5]))
for (type in c("response", "pearson", "deviance")) {
    ours <- residuals(fit, type, by = "row")
    stopifnot(identical(which(is.na(ours)), c(row5 = 5L)), identical(names(ours), row.names(v)))
    near(ours[-5], residuals(g, type)[-5], 1e-6)
}
near(residuals(fit, "standardised", by = "row")[-5], rstandard(g, type = "pearson")[-5], 1e-6)
near(hatvalues(fit)[-5], hatvalues(g)[-5], 1e-6)
near(cooks.distance(fit)[-5], cooks.distance(g)[-5], 1e-6)
fails(residuals(fit, "all", by = "row"), "duel_error_argument", "rows")
fails(model.matrix(update(fit, outcome = "davidson")), "duel_error_unsupported", "Bradley-Terry")
fails(hatvalues(update(fit, ridge = 1)), "duel_error_unsupported", "unpenalised")

## rows of cells agree with the cells: of counts, and of simulated data
cells <- fitted(fit)
near(sort(cells$p_left), sort(fitted(fit, "row")$p_left), 1e-9)
drawn <- simulate(fit, 1, seed = 1)[[1]]
stopifnot(drawn$totals[["comparisons"]] == nobs(fit), drawn$contexts == nobs(fit))
games <- data.frame(home = c("A", "A", "B", "B", "C", "C"), away = c("B", "C", "A", "C", "A", "B"),
                    won = c(4, 6, 3, 4, 2, 3), lost = c(2, 1, 3, 2, 4, 3))
home <- duel(cbind(won, lost) ~ home + away, games, position = "shared")
gh <- glm(cbind(won, lost) ~ sapply(c("B", "C"), function(i) (home == i) - (away == i)), binomial, games,
          control = glm.control(epsilon = 1e-14))
for (type in c("response", "pearson", "deviance"))
    near(residuals(home, type, by = "row"), if (type == "response") residuals(gh, type) * (games$won + games$lost)
         else residuals(gh, type), 1e-6)
near(cooks.distance(home), cooks.distance(gh), 1e-6)
tied <- duel(winner ~ left + right, mtbench, outcome = "davidson")
r <- residuals(tied, "response", by = "row")
near(sum(r), sum(residuals(tied, "response")), 1e-6)

## items, judges and contexts have covariates of their own in the design
v$who <- c("x", "y")[seq_len(nrow(v)) %% 2 + 1]
taste <- expand.grid(item = letters[1:5], judge = c("x", "y"))
taste$value <- c(1, 0, 2, 0, 1, 0, 3, 1, 1, 0)
topic <- data.frame(context = 1:30, value = rnorm(30))
all <- duel(won ~ left + right, v, judge = who, context = q, position = "by_judge",
            covariates = list(taste = taste, topic = topic), offsets = list(size = setNames(1:5 / 9, letters[1:5])))
offset <- (match(v$left, letters) - match(v$right, letters))[-5] / 9
near(model.matrix(all) %*% coef(all, "all") + offset, predict(all, v[-5, ], type = "link"), 1e-9)

## sandwich: its bread and meat give the covariances of the library
near(duel:::bread.duel(fit) / nobs(fit), vcov(fit, "all", covariance = "observed")[-1, -1], 1e-12)
stopifnot(max(abs(colSums(duel:::estfun.duel(fit)))) < 1e-6)
if (have("sandwich")) {
    plain <- duel(won ~ left + right, v, context = q)
    near(sandwich::sandwich(plain), vcov(plain, covariance = "sandwich"), 1e-9)
    near(sandwich::vcovCL(plain, cluster = v$q[-5], type = "HC0", cadjust = FALSE), vcov(plain), 1e-9)
    near(sandwich::sandwich(fit), vcov(fit, "all", covariance = "sandwich")[-1, -1], 1e-9)
}
if (have("multcomp")) {
    K <- multcomp::contrMat(table(fit$items), "Tukey")
    near(summary(multcomp::glht(fit, linfct = K))$test$tstat, -test_pairs(fit)$statistic, 1e-6)
    one <- multcomp::glht(fit, linfct = rbind("c - b" = c(0, -1, 1, 0, 0)))
    near(coef(one), contrast(fit, c(c = 1, b = -1))$estimate, 1e-12)
    if (have("emmeans"))
        near(coef(multcomp::glht(fit, linfct = emmeans::emm(pairwise ~ item))), contrast(fit)$estimate, 1e-9)
    # items are no factor of the frame, and multcomp says which it misses
    fails(multcomp::glht(fit, linfct = multcomp::mcp(item = "Tukey")), "simpleError", "item")
}
if (have("lmtest")) {
    table <- lmtest::coeftest(fit)
    near(table[-1, 2], estimates(fit)$se[-1], 1e-12)
    near(table[-1, 4], summary(fit)$coefficients[-1, 4], 1e-12)
    near(lmtest::coefci(fit)[-1, ], confint(fit)[-1, ], 1e-9)
    stopifnot(identical(attr(lmtest::coeftest(fit, df = 7), "df"), 7))
    smaller <- update(fit, position = "none")
    near(lmtest::waldtest(smaller, fit)$Chisq[2], anova(smaller, fit, test = "wald")$Chisq[2], 1e-12)
    near(lmtest::lrtest(smaller, fit)$Chisq[2], anova(smaller, fit)$Chisq[2], 1e-9)
}
if (have("emmeans")) {
    means <- summary(emmeans::emmeans(fit, "item"))
    near(means$emmean, coef(fit, ref = "a"), 1e-12)
    near(means$SE, estimates(fit)$se, 1e-9)
    pairwise <- summary(emmeans::contrast(emmeans::emmeans(fit, "item"), "pairwise", adjust = "none"))
    near(pairwise$SE, contrast(fit)$se, 1e-9)
    # duel's contrast() masks that of emmeans, and hands on what is emmeans' own; and the other way round
    near(summary(contrast(emmeans::emmeans(fit, "item"), "pairwise"))$estimate, contrast(fit)$estimate, 1e-9)
    near(emmeans::contrast(fit)$se, contrast(fit)$se, 1e-12)
}
if (have("survival")) {
    loadNamespace("survival")
    stopifnot(identical(cluster(1:3), survival::cluster(1:3)))
}
if (have("generics")) {
    told <- generics::tidy(fit, conf.int = TRUE)
    stopifnot(identical(names(told), c("term", "estimate", "std.error", "statistic", "p.value", "conf.low", "conf.high")),
              identical(told$term, fit$items), identical(generics::glance(fit)$nobs, nobs(fit)))
    near(generics::glance(fit)$AIC, AIC(fit), 1e-12)
    near(told$conf.high, estimates(fit)$upper, 1e-12)
    rows <- generics::augment(fit)
    near(rows$.left, fitted(g)[-5], 1e-8)
    near(rows$.resid, residuals(g, "response")[-5], 1e-8)
}
if (have("qvcalc")) {
    theirs <- qvcalc::qvcalc(vcov(fit), estimates = coef(fit, ref = "a"), labels = fit$items)
    ours <- qvcalc::qvcalc(fit)
    near(ours$qvframe$quasiVar, theirs$qvframe$quasiVar, 1e-6)
    near(range(ours$relerrs), range(theirs$relerrs), 1e-5)
    stopifnot(any(grepl("quasiSE", capture.output(print(ours)))))
}
if (have("strucchange")) {
    # estimating functions that add up to zero, and are of full rank beside a reference
    test <- strucchange::sctest(fit, order.by = v$q[-5], functional = strucchange::supLM(0.1))
    stopifnot(test$p.value > 0, test$p.value < 1)
    process <- strucchange::gefp(fit, fit = NULL, order.by = v$q[-5])
    near(strucchange::sctest(process, functional = strucchange::supLM(0.1))$statistic, test$statistic, 1e-9)
    scores <- sandwich::estfun(fit)
    stopifnot(qr(scores)$rank == ncol(scores), max(abs(colSums(scores))) < 1e-6)
}
if (have("ggplot2")) {
    drawn <- ggplot2::autoplot(fit, top = 3)
    table <- estimates(fit)
    best <- table[order(-table$estimate)[1:3], ]
    stopifnot(identical(as.character(drawn$data$name), row.names(best)), identical(drawn$data$upper, best$upper))
    pdf(NULL)
    print(drawn)
    dev.off()
}
