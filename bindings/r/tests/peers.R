# The examples of the help and vignette of BradleyTerry2, and of psychotools' pages on Bradley-Terry models,
# beside duel's, where these packages are installed. The same numbers; or the reason why not:
# - Random effects, (1|..) and (1|ID), are not in duel 0.2 (glmmPQL, `seeds`, Whiting.model2 and 3, probit):
#   where the other package estimates their variance as zero, duel's model without them is the same.
# - brglm's bias reduction, br = TRUE, is Firth's, as bias_reduction = "firth".
# - Generalised Davidson models with a scale or a shift of ties (`football`) are not in duel; Davidson's is.
# - Standard errors there are those of the model: covariance = "observed" here.
library(duel)
source("support/expect.R")
have <- function(package) requireNamespace(package, quietly = TRUE)

against_bradley_terry2 <- function() {
    library(BradleyTerry2)

    ## citations: input as a table, other reference, abilities, quasi-variances
    sf <- countsToBinomial(citations)
    theirs <- BTm(cbind(win1, win2), player1, player2, data = sf)
    ours <- duel(cbind(win1, win2) ~ player1 + player2, sf, covariance = "observed", ref = "Biometrika")
    abilities <- BTabilities(theirs)
    near(coef(ours)[row.names(abilities)], abilities[, "ability"], 1e-6)
    near(estimates(ours)[row.names(abilities), "se"], abilities[, "s.e."], 1e-6)
    # the column cites the row: who is cited wins
    near(coef(duel(duel_set(as.table(citations))), ref = "Biometrika"), abilities[, "ability"], 1e-6)
    other <- BTabilities(update(theirs, refcat = "JASA"))
    near(coef(ours, ref = "JASA")[row.names(other)], other[, "ability"], 1e-6)
    near(vcov(ours)[-1, -1], vcov(theirs), 1e-6)
    near(residuals(ours, "pearson", by = "row"), residuals(theirs, "pearson"), 1e-5)
    near(AIC(ours) - 2 * criteria(ours)$log_coefficient, AIC(theirs), 1e-6)

    ## baseball: an order effect, its test
    one <- duel(cbind(home.wins, away.wins) ~ home.team + away.team, baseball, covariance = "observed",
                ref = "Baltimore")
    two <- update(one, position = "shared")
    theirs1 <- BTm(cbind(home.wins, away.wins), home.team, away.team, data = baseball, id = "team")
    frame <- baseball
    frame$home.team <- data.frame(team = baseball$home.team, at.home = 1)
    frame$away.team <- data.frame(team = baseball$away.team, at.home = 0)
    theirs2 <- BTm(cbind(home.wins, away.wins), home.team, away.team, ~ team + at.home, id = "team", data = frame)
    near(coef(two, "positions"), coef(theirs2)["at.home"], 1e-6)
    abilities <- BTabilities(theirs2)
    near(as.matrix(estimates(two)[row.names(abilities), c("estimate", "se")]), abilities[, 1:2], 1e-5)
    near(anova(one, two)$Chisq[2], anova(theirs1, theirs2)$Deviance[2], 1e-6)
    near(drop1(two, "position")$AIC[2] - AIC(two), AIC(theirs1) - AIC(theirs2), 1e-6)
    near(predict(two, data.frame(home.team = "Boston", away.team = "New York"))$left,
         plogis(coef(two)[["Boston"]] - coef(two)[["New York"]] + coef(theirs2)[["at.home"]]), 1e-6)

    ## flatlizards: bias reduction; abilities that are a linear predictor; missing predictors
    contests <- flatlizards$contests
    # four sets of lizards never met: glm() calls three scores aliased, duel refuses; the largest set
    facts <- summary(duel_set(1 ~ winner + loser, contests))$items
    largest <- row.names(facts)[facts$component == which.max(tabulate(facts$component))]
    met <- contests$winner %in% largest
    reduced <- duel(1 ~ winner + loser, contests[met, ], bias_reduction = "firth")
    result <- rep(1, nrow(contests))
    theirs <- BTm(result, winner, loser, br = TRUE, data = contests)
    near(fitted(reduced, "row")$p_left, fitted(theirs)[met], 1e-4)
    traits <- flatlizards$predictors[c("throat.PC1", "throat.PC3", "head.length", "SVL")]
    whiting <- BTm(result, winner, loser, ~ throat.PC1[..] + throat.PC3[..] + head.length[..] + SVL[..],
                   data = flatlizards)
    # equal scores beside the traits, but for the two lizards without a trait, which have scores of their own
    unknown <- !complete.cases(traits)
    row.names(traits) <- levels(contests$winner)
    traits[unknown, ] <- 0
    equal <- setNames(ifelse(unknown, NA, 0), row.names(traits))
    # one of the two never lost: glm() stops on the way to infinity, duel says so; its contests tell nothing
    fails(duel(1 ~ winner + loser, contests, covariates = traits, fixed = equal), "duel_error_not_identified",
          '"lizard096" never lost')
    structured <- duel(1 ~ winner + loser, contests[contests$winner != "lizard096", ], covariates = traits,
                       fixed = equal[names(equal) != "lizard096"], covariance = "observed")
    slopes <- paste0(names(traits), "[..]")
    near(coef(structured, "effects"), coef(whiting)[slopes], 1e-5)
    near(estimates(structured, "effects")$se, sqrt(diag(vcov(whiting)))[slopes], 1e-5)
    near(logLik(structured), logLik(whiting), 1e-5)

    ## chameleons: a covariate of rows beside those of items; the random effect is estimated as none
    chameleon <- BTm(player1 = winner, player2 = loser, formula = ~ prev.wins.2 + ch.res[ID] + prop.main[ID] + (1 | ID),
                     id = "ID", data = chameleons)
    fights <- data.frame(winner = chameleons$winner$ID, loser = chameleons$loser$ID,
                         w = chameleons$winner$prev.wins.2, l = chameleons$loser$prev.wins.2)
    males <- chameleons$predictors
    row.names(males) <- levels(fights$winner)
    ours <- duel(1 ~ winner + loser, fights, fixed = setNames(rep(0, nrow(males)), row.names(males)),
                 covariates = list(prev.wins.2 = ~ w + l, ch.res = setNames(males$ch.res, row.names(males)),
                                   prop.main = setNames(males$prop.main, row.names(males))), covariance = "observed")
    near(coef(ours, "effects"), coef(chameleon), 1e-5)
    near(estimates(ours, "effects")$se, sqrt(diag(vcov(chameleon))), 1e-5)

    ## springall and CEMS: ties as halves; covariates of items, of judges and items
    theirs <- BTm(cbind(win.adj, loss.adj), col, row, ~ flav[..] + gel[..] + flav.2[..] + gel.2[..] + flav.gel[..],
                  data = springall)
    tasted <- springall$predictors
    row.names(tasted) <- levels(springall$contests$col)
    ours <- duel(cbind(win, loss, tie) ~ col + row, springall$contests, covariates = tasted,
                 fixed = setNames(rep(0, 9), row.names(tasted)), covariance = "observed")
    near(coef(ours, "effects"), coef(theirs), 1e-6)
    schools <- CEMS$preferences
    theirs <- BTm(cbind(win1.adj, win2.adj), school1, school2, formula = ~ .. + WOR[student] * LAT[..] +
                  DEG[student] * St.Gallen[..], refcat = "Stockholm", data = CEMS)
    known <- !is.na(schools$win1)
    both <- function(student, school) {
        keys <- expand.grid(judge = seq_len(nrow(CEMS$students)), item = levels(schools$school1))
        keys$value <- (student[keys$judge] == "yes") * school[keys$item]
        keys
    }
    ours <- suppressWarnings(duel(cbind(win1, win2, tied) ~ school1 + school2, schools[known, ], judge = student,
        covariates = list(wor_lat = both(CEMS$students$WOR, CEMS$schools$LAT),
                          deg_gallen = both(CEMS$students$DEG, CEMS$schools$St.Gallen)),
        ref = "Stockholm", covariance = "observed"))
    shown <- c("WOR[student]yes:LAT[..]", "DEG[student]yes:St.Gallen[..]")
    near(coef(ours, "effects"), coef(theirs)[shown], 1e-5)
    near(estimates(ours, "effects")$se, sqrt(diag(vcov(theirs)))[shown], 1e-5)

    ## icehockey (vignette): ties as halves, home ice where there was any, covariates of rows
    theirs <- suppressWarnings(BTm(result, data.frame(team = visitor, home.ice = 0), data.frame(team = opponent,
        home.ice = as.numeric(home.ice)), ~ team + home.ice, id = "team", data = icehockey))
    icehockey$away <- 0
    ours <- duel(result ~ visitor + opponent, icehockey, covariates = list(home.ice = ~ away + as.numeric(home.ice)),
                 covariance = "observed")
    near(coef(ours, "effects"), coef(theirs)["home.ice"], 1e-6)
    near(coef(ours, ref = 1)[-1], coef(theirs)[paste0("team", ours$items[-1])], 1e-5)
}

against_psychotools <- function() {
    data("GermanParties2009", package = "psychotools", envir = environment())
    bt <- psychotools::btmodel(GermanParties2009$preference)
    set <- duel_set(GermanParties2009$preference)
    ours <- duel(set, ref = "FDP", covariance = "observed")
    near(coef(ours)[names(coef(bt))], coef(bt), 1e-5)
    near(estimates(ours)[names(coef(bt)), "se"], sqrt(diag(vcov(bt))), 1e-5)
    near(logLik(ours), logLik(bt), 1e-5)
    worth <- estimates(ours, "shares")$estimate
    near(worth, psychotools::worth(bt)[ours$items], 1e-6)

    # a wider scale, ties and missing comparisons
    pc <- psychotools::paircomp(rbind(c(4, 1, 0), c(1, NA, -1), c(1, -2, -1), c(0, 0, -3)), labels = c("x", "y", "z"))
    totals <- duel_set(pc)$totals
    stopifnot(totals[["comparisons"]] == 11, totals[["plain_ties"]] == 3, totals[["left_wins"]] == 4)
    ties <- psychotools::paircomp(rbind(c(1, 1, 0), c(1, 0, -1), c(1, -1, -1), c(0, 0, -1), c(-1, 1, 1), c(-1, -1, 0)),
                                  labels = c("x", "y", "z"))
    undecided <- psychotools::btmodel(ties, undecided = TRUE)
    davidson <- duel(duel_set(ties), outcome = "davidson", ref = "z")
    near(coef(davidson)[c("x", "y")], coef(undecided)[c("x", "y")], 1e-4)
    near(logLik(davidson), logLik(undecided), 1e-5)
}

if (have("BradleyTerry2")) against_bradley_terry2()
if (have("psychotools")) against_psychotools()

## tables of wins need no package
wins <- matrix(c(0, 3, 2, 1, 0, 4, 2, 1, 0), 3, dimnames = list(c("b", "a", "c"), c("b", "a", "c")))
set <- duel_set(wins)
stopifnot(identical(set$items, c("b", "a", "c")), set$totals[["comparisons"]] == 13,
          identical(as.data.frame(set)$left_wins + 0, c(1, 2, 1)))
fails(duel_set(unname(wins)), "duel_error_argument", "square")
fails(duel_set(replace(wins, 4, -1)), "duel_error_data", 'the count of "b" over "a" is -1')
