# Every example of the help pages and the vignette of BradleyTerry2, and of psychotools' pages on paired comparisons,
# beside the line of duel that does it, where these packages are installed. A line for each: how far the numbers are
# apart, and an error if that is too far; or why there are none to compare. Standard errors there are those of the
# model: covariance = "observed" here. Examples that only show data, and plots of the same numbers, have no line.
library(duel)
source("support/expect.R")
have <- function(package) requireNamespace(package, quietly = TRUE)

same <- function(page, what, ours, theirs, tolerance = 1e-5) {
    off <- near(unname(ours), unname(theirs), tolerance)
    cat(sprintf("%-16s %-62s same to %.0e\n", page, what, max(off, 1e-16)))
}
differs <- function(page, what, why) cat(sprintf("%-16s %-62s not: %s\n", page, what, why))
random <- "random effects are not in duel 0.2"
abilities_of <- function(model) unclass(BradleyTerry2::BTabilities(model))[, 1:2]
table_of <- function(fit, theirs) as.matrix(abilities(fit)[row.names(theirs), c("estimate", "se")])
# Nothing in an example depends on glm()'s complaints of counts that are halves.
BTm <- function(...) suppressWarnings(eval(as.call(c(quote(BradleyTerry2::BTm), as.list(substitute(list(...)))[-1])),
                                           parent.frame()))

citations_and_baseball <- function() {
    data(list = c("citations", "baseball"), package = "BradleyTerry2", envir = environment())
    sf <- BradleyTerry2::countsToBinomial(citations)
    names(sf)[1:2] <- c("journal1", "journal2")
    theirs <- BTm(cbind(win1, win2), journal1, journal2, ~ journal, id = "journal", data = sf)
    ours <- duel(cbind(win1, win2) ~ journal1 + journal2, sf, covariance = "observed", ref = "Biometrika")
    expected <- abilities_of(theirs)
    same("BTm, citations", "citeModel", coef(ours)[-1], coef(theirs))
    same("BTabilities", "BTabilities(citeModel)", table_of(ours, expected), expected)
    expected <- abilities_of(update(theirs, refcat = "JASA"))
    same("BTm, vignette", "update(citeModel, refcat = \"JASA\")", table_of(update(ours, ref = "JASA"), expected),
         expected)
    same("vignette", "update(citeModel, br = TRUE)", coef(update(ours, bias_reduction = "firth"))[-1],
         coef(update(theirs, br = TRUE)), 1e-4)
    between <- as.table(citations)
    diag(between) <- 0
    same("countsToBinomial", "duel_set(citations), the table itself but for citations of a journal by itself",
         coef(duel(between), ref = "Biometrika"), coef(ours))
    same("vcov", "vcov(citeModel)", vcov(ours)[-1, -1], vcov(theirs))
    same("qvcalc", "qvcalc(BTabilities(citeModel))", qvcalc::qvcalc(ours)$qvframe$quasiVar,
         qvcalc::qvcalc(BradleyTerry2::BTabilities(theirs))$qvframe$quasiVar, 1e-6)
    same("residuals", "residuals(citeModel, \"pearson\")", residuals(ours, "pearson", by = "row"),
         residuals(theirs, "pearson"))
    same("AIC", "AIC(citeModel)", AIC(ours) - 2 * criteria(ours)$log_coefficient, AIC(theirs), 1e-6)

    frame <- baseball
    frame$home.team <- data.frame(team = baseball$home.team, at.home = 1)
    frame$away.team <- data.frame(team = baseball$away.team, at.home = 0)
    theirs1 <- BTm(cbind(home.wins, away.wins), home.team, away.team, data = baseball, id = "team")
    theirs2 <- BTm(cbind(home.wins, away.wins), home.team, away.team, ~ team + at.home, id = "team", data = frame)
    one <- duel(cbind(home.wins, away.wins) ~ home.team + away.team, baseball, covariance = "observed",
                ref = "Baltimore")
    two <- duel(cbind(home.wins, away.wins) ~ home.team + away.team, frame, covariates = ~ team + at.home,
                covariance = "observed", ref = "Baltimore")
    expected <- abilities_of(theirs1)
    same("baseball", "baseballModel1", table_of(one, expected), expected)
    same("baseball", "baseballModel2: the same data frames, covariates = ~ team + at.home", coef(two, "effects"),
         coef(theirs2)["at.home"])
    same("baseball", "the same by position = \"shared\"", coef(update(one, position = "shared"), "positions"),
         coef(theirs2)["at.home"])
    expected <- abilities_of(theirs2)
    same("BTabilities", "BTabilities(baseballModel2)", table_of(two, expected), expected)
    same("anova.BTm", "anova(baseballModel1, baseballModel2)", anova(one, two)$Chisq[2],
         anova(theirs1, theirs2)$Deviance[2])
    same("add1.BTm", "drop1(baseballModel2, ~ at.home)", diff(drop1(two)$AIC), AIC(theirs1) - AIC(theirs2))
    same("predict.BTm", "predict(baseballModel2, type = \"response\")", predict(two, frame)$left,
         predict(theirs2, type = "response"))
}

flat_lizards <- function() {
    data("flatlizards", package = "BradleyTerry2", envir = environment())
    contests <- flatlizards$contests
    # Four sets of lizards never met: glm() calls three scores aliased, duel refuses; the largest set.
    facts <- summary(duel_set(1 ~ winner + loser, contests))$items
    met <- contests$winner %in% row.names(facts)[facts$component == which.max(tabulate(facts$component))]
    result <- rep(1, nrow(contests))
    theirs <- BTm(result, winner, loser, br = TRUE, data = contests)
    same("flatlizards", "BTmodel, br = TRUE: lizards that met through others",
         fitted(duel(1 ~ winner + loser, contests[met, ], bias_reduction = "firth"), "row")$p_left,
         fitted(theirs)[met], 1e-4)
    four <- ~ throat.PC1[..] + throat.PC3[..] + head.length[..] + SVL[..]
    whiting <- BTm(result, winner, loser, ~ throat.PC1[..] + throat.PC3[..] + head.length[..] + SVL[..],
                   data = flatlizards)
    # Two lizards have no throats, hence scores of their own, one of which is infinite: it never lost.
    fails(duel(1 ~ winner + loser, flatlizards, covariates = four), "duel_error_not_identified",
          '"lizard096" never lost')
    finite <- flatlizards
    finite$contests <- contests[contests$winner != "lizard096", ]
    ours <- duel(1 ~ winner + loser, finite, covariates = four, covariance = "observed")
    slopes <- names(coef(ours))
    same("flatlizards", "Whiting.model, without lizard096, who never lost", coef(ours), coef(whiting)[slopes])
    same("flatlizards", "summary(Whiting.model): standard errors", estimates(ours)$se,
         sqrt(diag(vcov(whiting)))[slopes])
    fixed <- suppressWarnings(BTm(result, winner, loser, ~ throat.PC1[..] + throat.PC3[..] + head.length[..] + SVL[..] +
                                  (1 | ..), sigma = 0, sigma.fixed = TRUE, data = flatlizards))
    same("flatlizards", "Whiting.model by glmmPQL, sigma = 0", coef(ours), coef(fixed)[slopes], 1e-4)
    fails(duel(1 ~ winner + loser, flatlizards, covariates = ~ SVL[..] + (1 | ..)), "duel_error_unsupported",
          "random effects")
    differs("flatlizards", "Whiting.model2; vignette: lizModel, lizModel2", random)
    differs("flatlizards", "Whiting.model3; predict.BTm: link = \"probit\"", random)
    differs("glmmPQL", "seeds; glmmPQL.control; predict.BTglmmPQL", paste0(random, ", and seeds are no comparisons"))

    # The same questions of the model without a random effect.
    kept <- levels(contests$winner) != "lizard096"
    finite$predictors <- finite$predictors[kept, ]
    finite$contests <- subset(finite$contests, loser != "lizard096")
    for (side in c("winner", "loser"))
        finite$contests[[side]] <- factor(finite$contests[[side]], levels(contests$winner)[kept])
    ones <- rep(1, nrow(finite$contests))
    theirs <- BTm(ones, winner, loser, ~ throat.PC1[..] + throat.PC3[..] + head.length[..] + SVL[..], data = finite)
    smaller <- BTm(ones, winner, loser, ~ throat.PC1[..] + throat.PC3[..] + head.length[..], data = finite)
    ours <- duel(1 ~ winner + loser, finite, covariates = four, covariance = "observed")
    expected <- abilities_of(theirs)
    same("BTabilities", "BTabilities(Whiting.model), two lizards apart", table_of(ours, expected), expected)
    without <- update(ours, ~ . - SVL[..])
    same("update", "update(BTmodel1, ~ . - SVL[..])", logLik(without), logLik(smaller))
    same("add1.BTm", "add1(BTmodel, ~ . + SVL[..], test = \"Chisq\")",
         add1(without, ~ . + SVL[..], test = "Chisq")$Chisq[2], 2 * (logLik(theirs) - logLik(smaller)))
    same("add1.BTm", "drop1(BTmodel)", drop1(ours)["SVL[..]", "AIC"], AIC(smaller))
    same("anova.BTm", "anova(BTmodel)", anova(ours)["SVL[..]", "Chisq"], 2 * (logLik(theirs) - logLik(smaller)))
    same("predict.BTm", "predict(BTmodel), two lizards apart", predict(ours, finite)$left, fitted(theirs))
    four_lizards <- c("lizard006", "lizard011", "lizard048", "lizard060")
    new <- list(contests = data.frame(winner = factor(four_lizards[3:4], four_lizards),
                                      loser = factor(four_lizards[1:2], four_lizards)),
                predictors = flatlizards$predictors[four_lizards, ])
    same("predict.BTm", "predict(BTmodel, newdata)", predict(ours, new)$left,
         predict(theirs, new, type = "response"))
    unknown <- new
    row.names(unknown$predictors) <- levels(unknown$contests$winner) <- levels(unknown$contests$loser) <- letters[1:4]
    same("predict.BTm", "new lizards with these predictors", predict(ours, unknown)$left, predict(ours, new)$left, 1e-12)
    same("residuals.BTm", "residuals(BTmodel)", residuals(ours, "deviance", by = "row"), residuals(theirs))
    grouped <- residuals(theirs, type = "grouped")
    theirs <- stats::setNames(c(grouped), sub("^..", "", row.names(grouped)))
    weights <- stats::setNames(c(attr(grouped, "weights")), names(theirs))
    own <- residuals(ours, type = "grouped")
    same("residuals.BTm", "residuals(BTmodel, type = \"grouped\")", own, theirs[names(own)])
    same("residuals.BTm", "attr(, \"weights\")", attr(own, "weights"), weights[names(own)])
}

chameleons_and_seniors <- function() {
    data(list = c("chameleons", "springall", "CEMS", "icehockey"), package = "BradleyTerry2", envir = environment())
    theirs <- BTm(player1 = winner, player2 = loser, formula = ~ prev.wins.2 + ch.res[ID] + prop.main[ID] + (1 | ID),
                  id = "ID", data = chameleons)
    ours <- duel(1 ~ winner + loser, chameleons, covariates = ~ prev.wins.2 + ch.res[ID] + prop.main[ID],
                 covariance = "observed")
    same("chameleons", "chameleon.model, whose random effect is estimated as none", coef(ours), coef(theirs))
    same("chameleons", "summary(chameleon.model): standard errors", estimates(ours)$se, sqrt(diag(vcov(theirs))), 1e-4)
    expected <- abilities_of(theirs)
    same("chameleons", "BTabilities(chameleon.model)", table_of(ours, expected), expected, 1e-4)
    plain <- BTm(player1 = winner, player2 = loser, formula = ~ prev.wins.2 + ch.res[ID] + prop.main[ID], id = "ID",
                 data = chameleons)
    wider <- BTm(player1 = winner, player2 = loser, formula = ~ prev.wins.2 + ch.res[ID] + prop.main[ID] + SVL[ID],
                 id = "ID", data = chameleons)
    same("chameleons", "add1(chameleon.model, ~ . + jl.res[ID] + ... + SVL[ID])",
         add1(ours, ~ . + jl.res[ID] + tl.res[ID] + mass.res[ID] + SVL[ID] + prop.patch[ID])["SVL[ID]", "AIC"] -
         AIC(ours), AIC(wider) - AIC(plain))

    theirs <- BTm(cbind(win.adj, loss.adj), col, row, ~ flav[..] + gel[..] + flav.2[..] + gel.2[..] +
                  flav.gel[..] + (1 | ..), data = springall)
    ours <- duel(cbind(win, loss, tie) ~ col + row, springall, covariance = "observed",
                 covariates = ~ flav[..] + gel[..] + flav.2[..] + gel.2[..] + flav.gel[..])
    same("springall", "springall.model, whose random effect is estimated as none", coef(ours), coef(theirs))
    expected <- abilities_of(theirs)
    same("springall", "BTabilities(springall.model)", table_of(ours, expected), expected)

    theirs <- BTm(cbind(win1.adj, win2.adj), school1, school2, formula = ~ .., refcat = "Stockholm", data = CEMS)
    schools <- duel(cbind(win1, win2, tied) ~ school1 + school2, CEMS, judge = student, ref = "Stockholm",
                    covariance = "observed")
    expected <- abilities_of(theirs)
    same("CEMS", "table3.model", table_of(schools, expected), expected)
    table6 <- ~ .. + WOR[student] * Paris[..] + WOR[student] * Milano[..] + WOR[student] * Barcelona[..] +
        DEG[student] * St.Gallen[..] + STUD[student] * Paris[..] + STUD[student] * St.Gallen[..] +
        ENG[student] * St.Gallen[..] + FRA[student] * London[..] + FRA[student] * Paris[..] +
        SPA[student] * Barcelona[..] + ITA[student] * London[..] + ITA[student] * Milano[..] + SEX[student] * Milano[..]
    table8 <- ~ .. + WOR[student] * LAT[..] + DEG[student] * St.Gallen[..] + STUD[student] * Paris[..] +
        STUD[student] * St.Gallen[..] + ENG[student] * St.Gallen[..] + FRA[student] * London[..] +
        FRA[student] * Paris[..] + SPA[student] * Barcelona[..] + ITA[student] * London[..] +
        ITA[student] * Milano[..] + SEX[student] * Milano[..]
    for (page in c("table6", "table8")) {
        theirs <- BTm(cbind(win1.adj, win2.adj), school1, school2, formula = get(page), refcat = "Stockholm",
                      data = CEMS)
        ours <- update(schools, covariates = get(page))
        effects <- estimates(ours, "effects")
        known <- row.names(effects)
        same("CEMS, vignette", paste0(page, ".model: effects"), effects$estimate, coef(theirs)[known])
        same("CEMS, vignette", paste0(page, ".model: standard errors"), effects$se, sqrt(diag(vcov(theirs)))[known])
        expected <- abilities_of(theirs)
        same("CEMS, vignette", paste0(page, ".model: schools"), table_of(ours, expected), expected)
    }
    differs("vignette", "cemspc of package prefmod: how CEMS was made", "data only, the same as CEMS")

    theirs <- BTm(result, visitor, opponent, id = "team", data = icehockey)
    ours <- duel(result ~ visitor + opponent, icehockey, ref = 1, covariance = "observed")
    expected <- abilities_of(theirs)
    same("icehockey", "standardBT", table_of(ours, expected), expected)
    scored <- exp(expected[, 1])
    odds <- scored / outer(scored, scored, `+`)
    diag(odds) <- 0
    same("icehockey", "RRWP of rankings(): win rates against every other team", estimates(ours, "win_rates")$estimate,
         (rowSums(odds) / (length(scored) - 1))[ours$items])
    theirs <- BTm(result, data.frame(team = visitor, home.ice = 0), data.frame(team = opponent, home.ice = home.ice),
                  ~ team + home.ice, id = "team", data = icehockey)
    ours <- duel(result ~ data.frame(team = visitor, home.ice = 0) + data.frame(team = opponent, home.ice = home.ice),
                 icehockey, covariates = ~ team + home.ice, ref = 1, covariance = "observed")
    expected <- abilities_of(theirs)
    same("icehockey", "levelBT", table_of(ours, expected), expected)
    same("icehockey", "coef(levelBT)[\"home.ice\"]", coef(ours, "effects"), coef(theirs)["home.ice"])
    same("plotProportions", "levelBT, as sides(0, home.ice) without data frames",
         coef(duel(result ~ visitor + opponent, icehockey, covariates = ~ .. + sides(0, home.ice)), "effects"),
         coef(theirs)["home.ice"])
}

# Package gnm, which the page needs, is rarely there. At the estimate the slope of Davidson's likelihood is zero.
football_league <- function() {
    data("football", package = "BradleyTerry2", envir = environment())
    football <- subset(football, season %in% c("2008-9", "2012-13") & !is.na(result))
    football$score <- c(0, 0.5, 1)[match(football$result, c(-1, 0, 1))]
    slope <- double()
    for (one in c("2008-9", "2012-13")) {
        games <- subset(football, season == one)
        ours <- duel(score ~ home + away, games, outcome = "davidson", position = "shared")
        p <- predict(ours, games)
        won <- games$score - p$left - p$tie / 2
        sides <- outer(games$home, ours$items, `==`) - outer(games$away, ours$items, `==`)
        slope <- c(slope, colSums(won * sides), sum(won), sum((games$score == 0.5) - p$tie))
    }
    same("football", "Davidson's model with home advantage: slope at the estimate", slope, 0 * slope, 1e-6)
    differs("GenDavidson", "a scale and a shift of ties", "such models are not in duel; Davidson's is")
}

german_parties <- function() {
    data("GermanParties2009", package = "psychotools", envir = environment())
    bt <- psychotools::btmodel(GermanParties2009$preference)
    ours <- duel(GermanParties2009$preference, ref = "FDP", covariance = "observed")
    known <- names(coef(bt))
    same("btmodel", "coef(bt)", coef(ours)[known], coef(bt))
    same("btmodel", "summary(bt): standard errors", estimates(ours)[known, "se"], sqrt(diag(vcov(bt))))
    same("btmodel", "logLik(bt)", logLik(ours), logLik(bt))
    same("worth, itempar", "worth(bt), itempar(bt)", estimates(ours, "shares")$estimate,
         psychotools::worth(bt)[ours$items], 1e-6)
    same("itempar", "itempar(bt, log = TRUE, ref): sum zero", coef(ours, ref = NULL),
         unclass(psychotools::itempar(bt, log = TRUE, ref = ours$items))[ours$items])
    differs("plot.btmodel", "plot(bt), plot(bt, worth = FALSE)", "pictures: plot(fit, \"shares\"), plot(fit)")

    pc <- psychotools::paircomp(rbind(c(1, 1, 1), c(1, 1, -1), c(1, -1, -1), c(1, 1, 1)))
    cells <- as.data.frame(duel_set(pc))
    same("paircomp", "as.matrix(pc): who was preferred", sum(cells$left_wins), sum(as.matrix(pc) > 0))
    wide <- psychotools::paircomp(rbind(c(4, 1, 0), c(1, NA, -1), c(1, -2, -1), c(0, 0, -3)), labels = c("x", "y", "z"))
    cells <- as.data.frame(duel_set(wide))
    same("paircomp", "wider scale, ties and missing answers", c(duel_set(wide)$totals[c("comparisons", "plain_ties")], sum(cells$left_wins)),
         c(11, 3, 4))
    differs("paircomp", "how much was preferred, mscale(pc)", "duel models who was preferred, or tied")
    some <- c("SPD", "CDU/CSU", "FDP")
    same("subset.paircomp", "reorder(pc, some)",
         coef(duel(subset(duel_set(GermanParties2009$preference), items = some)))[some],
         coef(duel(duel_set(stats::reorder(GermanParties2009$preference, some))))[some])
    ties <- psychotools::paircomp(rbind(c(1, 1, 0), c(1, 0, -1), c(1, -1, -1), c(0, 0, -1), c(-1, 1, 1), c(-1, -1, 0)),
                                  labels = c("x", "y", "z"))
    undecided <- psychotools::btmodel(ties, undecided = TRUE)
    davidson <- duel(duel_set(ties), outcome = "davidson", ref = "z")
    same("btmodel", "btmodel(undecided = TRUE)", coef(davidson)[c("x", "y")], coef(undecided)[c("x", "y")], 1e-4)
    same("btmodel", "its log-likelihood", logLik(davidson), logLik(undecided))
}

if (have("BradleyTerry2")) {
    citations_and_baseball()
    flat_lizards()
    chameleons_and_seniors()
    football_league()
}
if (have("psychotools")) german_parties()

## tables of wins need no package
wins <- matrix(c(0, 3, 2, 1, 0, 4, 2, 1, 0), 3, dimnames = list(c("b", "a", "c"), c("b", "a", "c")))
set <- duel_set(wins)
stopifnot(identical(set$items, c("b", "a", "c")), set$totals[["comparisons"]] == 13,
          identical(as.data.frame(set)$left_wins + 0, c(1, 2, 1)))
fails(duel_set(unname(wins)), "duel_error_argument", "square")
fails(duel_set(replace(wins, 4, -1)), "duel_error_data", 'the count of "b" over "a" is -1')
