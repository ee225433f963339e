# A fit can be stopped: by Ctrl-C, by its progress function, by a time limit; its errors come back.
library(duel)
source("support/expect.R")

run <- function(progress) duel(winner ~ left + right, mtbench, judge, strength = "sensitivity",
                               control = duel_control(progress = progress))

seen <- NULL
fit <- run(function(now) seen <<- rbind(seen, as.data.frame(now)))
seen <- seen[-1, ]   # before the first iteration nothing is known
stopifnot(nrow(seen) >= 2, !is.unsorted(seen$iteration), diff(seen$objective) < 1e-9,   # rounding
          tail(seen$gradient, 1) < seen$gradient[1])
near(tail(seen$objective, 1), fit$info$objective, 1e-4)

## FALSE stops
calls <- 0
cancelled <- fails(run(function(now) (calls <<- calls + 1) < 2), "duel_cancelled")
stopifnot(inherits(cancelled, "interrupt"), !inherits(cancelled, "error"), calls == 2)

## its own error is the error of the fit
broken <- fails(run(function(now) stop("the disk is full")), "simpleError", "the disk is full")

## a time limit is an error, not an interrupt
setTimeLimit(elapsed = 0.5)
start <- proc.time()[["elapsed"]]
limited <- fails(while (proc.time()[["elapsed"]] - start < 30) run(NULL), "simpleError", "time limit")
setTimeLimit()

## a real SIGINT while the library is running
if (.Platform$OS.type == "unix") {
    calls <- 0
    interrupted <- fails(run(function(now) {
        calls <<- calls + 1
        tools::pskill(Sys.getpid(), tools::SIGINT)
        for (i in 1:100) NULL
    }), "interrupt")
    stopifnot(inherits(interrupted, "duel_cancelled"), calls == 1)
    fails(bootstrap(fit, replicates = 1000, seed = 1, progress = function(now) {
        tools::pskill(Sys.getpid(), tools::SIGINT)
        for (i in 1:100) NULL
    }), "interrupt")
    fails(delta(fit, local({
        calls <- 0
        function(s) {
            if ((calls <<- calls + 1) > 1) {
                tools::pskill(Sys.getpid(), tools::SIGINT)
                for (i in 1:100) NULL
            }
            s[1]
        }
    })), "interrupt")

    ## and one sent from outside while fits run one after another
    system(sprintf("(sleep 1; kill -INT %d) >/dev/null 2>&1 &", Sys.getpid()))
    start <- proc.time()[["elapsed"]]
    stopped <- tryCatch({
        while (proc.time()[["elapsed"]] - start < 30)
            run(NULL)
        "never"
    }, interrupt = function(condition) "stopped")
    stopifnot(identical(stopped, "stopped"))

    ## and while there is no progress to be told: many seconds of work
    many <- matrix(rnorm(1500 * 400), 1500)
    system(sprintf("(sleep 1; kill -INT %d) >/dev/null 2>&1 &", Sys.getpid()))
    fails(agreement(many), "duel_cancelled")
    near(agreement(many[, 1:3]), cor(many[, 1:3], method = "kendall"), 1e-12)
}

## nothing is broken afterwards
near(coef(run(NULL)), coef(fit), 0)
