# The tests that an installed package carries, by tinytest; where that is not, by what it has of them here.
library(duel)
if (requireNamespace("tinytest", quietly = TRUE)) {
    tinytest::test_package("duel")
} else {
    message("features: without tinytest (Debian: r-cran-tinytest)")
    expect_true <- function(current) stopifnot(current)
    expect_equal <- function(current, target, ...) stopifnot(isTRUE(all.equal(target, current, ...)))
    expect_error <- function(current, pattern, ...) {
        met <- tryCatch({
            current
            ""
        }, error = conditionMessage)
        stopifnot(grepl(pattern, met, ...))
    }
    source(system.file("tinytest", "test_features.R", package = "duel"), local = TRUE)
}
