# Trees of Bradley-Terry models: mob() of partykit with duel as its fit, against psychotree.
library(duel)
source("support/expect.R")

if (!all(vapply(c("psychotree", "psychotools", "partykit"), requireNamespace, NA, quietly = TRUE))) {
    message("trees: skipped, psychotree is not installed (Debian: r-cran-psychotree)")
    quit(status = 0L)
}
# bttree() looks for mob() where it was attached.
suppressMessages(library(psychotree))
data("Topmodel2007", package = "psychotree")
control <- partykit::mob_control(minsize = 5)
ours <- partykit::mob(preference ~ 1 | ., data = Topmodel2007, fit = mob_fit, control = control)
theirs <- psychotree::bttree(preference ~ ., data = Topmodel2007, minsize = 5, ref = "Anja")
splits <- function(tree) lapply(partykit::nodeapply(tree, partykit::nodeids(tree)), function(node)
    unclass(partykit::split_node(node))[c("varid", "breaks", "index")])
stopifnot(nrow(coef(theirs)) == 4, identical(splits(ours), splits(theirs)))
near(coef(ours), coef(theirs), 1e-9)
near(logLik(ours), logLik(theirs), 1e-9)
near(partykit::sctest.modelparty(ours)[[1]], partykit::sctest.modelparty(theirs)[[1]], 1e-8)
stopifnot(identical(predict(ours, Topmodel2007, type = "node"), predict(theirs, Topmodel2007, type = "node")))

## a row of estimating functions for each subject, those with missing answers and with weights too
preference <- Topmodel2007$preference
gaps <- psychotools::paircomp(replace(as.matrix(preference), cbind(c(1, 1:9), c(2, rep(1, 9))), NA),
                              labels = labels(preference))
counts <- rep_len(c(1, 2, 3), length(preference))
for (y in list(preference, gaps)) {
    for (weights in list(NULL, counts)) {
        found <- mob_fit(y, weights = weights, estfun = TRUE, object = TRUE)
        expected <- psychotools::btmodel(y, weights = weights)
        near(found$coefficients, coef(expected), 1e-8)
        near(found$objfun, -as.numeric(logLik(expected)), 1e-8)
        near(found$estfun, sandwich::estfun(expected), 1e-7)
        near(colSums(found$estfun), rep(0, 5), 1e-6)
        stopifnot(inherits(found$object, "duel"), identical(names(found$coefficients), names(coef(expected))))
    }
}
stopifnot(identical(names(mob_fit(preference, ref = "Anni")$coefficients), setdiff(labels(preference), "Anni")))

fails(mob_fit(Topmodel2007$age), "duel_error_argument", "y is of class \"integer\"")
fails(mob_fit(preference, x = cbind("(Intercept)" = 1, age = Topmodel2007$age)), "duel_error_argument", "\"age\"")
fails(mob_fit(preference, offset = Topmodel2007$age), "duel_error_unsupported", "offset")
nobody <- psychotools::paircomp(rbind(c(1, NA, NA), c(-1, NA, NA)), labels = c("a", "b", "c"))
fails(mob_fit(nobody), "duel_error_data", "among 2 subjects of a node nobody compared \"c\"")
fails(mob_fit(psychotools::paircomp(rbind(c(1, 1, 1), c(1, 1, -1)), labels = c("a", "b", "c"))),
      "duel_error_not_identified", "\"a\" never lost")
