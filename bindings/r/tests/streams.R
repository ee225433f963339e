# Arrow streams, as the package nanoarrow hands them over: read, released, and refused with row and column.
library(duel)
source("support/expect.R")

# The stream is made by C: R itself has no Arrow.
folder <- tempfile()
dir.create(folder)
file.copy("support/stream.c", folder)
library_file <- file.path(folder, paste0("stream", .Platform$dynlib.ext))
program <- file.path(R.home("bin"), "R")
compiler <- strsplit(system2(program, c("CMD", "config", "CC"), stdout = TRUE), " ")[[1L]][1L]
if (!nzchar(Sys.which(compiler)) || !nzchar(Sys.which("make"))) {
    message("streams: skipped, there is no compiler")
    quit(status = 0L)
}
said <- system2(program, c("CMD", "SHLIB", "-o", shQuote(library_file), shQuote(file.path(folder, "stream.c"))),
                stdout = TRUE, stderr = TRUE)
if (!file.exists(library_file))
    stop(paste(said, collapse = "\n"))
dyn.load(library_file)
stream <- function(fails = FALSE) .Call("test_stream", fails)
released <- function() .Call("test_released")

words <- c(model_a = "left", model_b = "right")
set <- duel_set(stream(), outcome = "winner", outcomes = words)
votes <- data.frame(left = c("a", "b", "b"), right = c("b", "a", "c"), judge = c("x", NA, "z"),
                    winner = c("left", "right", "tie"))
judged <- !is.na(votes$judge)
expected <- merge(duel_set(winner ~ left + right, votes[judged, ], judge = judge),
                  duel_set(winner ~ left + right, votes[!judged, ]))
stopifnot(identical(as.raw(set), as.raw(expected)), identical(set$items, c("a", "b", "c")), released() == 1L)
alone <- duel_set(stream(), judge = NULL, outcome = "winner", outcomes = words)
stopifnot(length(alone$judges) == 0L, alone$totals[["comparisons"]] == 3)

before <- released()
fails(duel_set(stream(), outcome = "winner"), "duel_error", "model_a", 1)
fails(duel_set(stream(), outcome = "winner", outcomes = c(model_a = "left")), "duel_error", "model_b", 2)
fails(duel_set(stream(), left = "item", outcome = "winner"), "duel_error", "the stream has only")
fails(duel_set(stream(TRUE), outcome = "winner", outcomes = words), "duel_error", "the connection is closed")
stopifnot(released() == before + 4L)
fails(duel_set(stream(), left = 1), "duel_error", "it must be the name of a column")
fails(duel_set(stream(), outcome = "winner", outcomes = c(model_a = "won")), "duel_error", "won", 1)
fails(duel_set(stream(), outcome = "winner", outcomes = "left"), "duel_error", "it must say what answers mean")
once <- stream()
invisible(duel_set(once, outcome = "winner", outcomes = words))
fails(duel_set(once, outcome = "winner", outcomes = words), "duel_error", "released already")
