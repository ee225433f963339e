# The calls into the library: what is not what it should be is refused before anything is read.
library(duel)
source("support/expect.R")

internal <- function(name) get(name, asNamespace("duel"))
constant <- internal("constant")
set <- internal("named_set")(c("a", "b", "c"))
votes <- duel_set(won ~ left + right, data.frame(left = c("a", "b", "c", "a"), right = c("b", "c", "a", "c"),
                                                  won = c(1, 1, 1, 0)))
handle <- internal("set_handle")(votes)

## options are named by the fields of their struct
fit <- function(...) internal("duel_model_fit")(handle, list(...))
fails(fit(strenght = 1), "error", "options has no field \"strenght\"")
fails(fit(1), "error", "options has no field \"\"")
fails(fit(cancel = 1), "error", "no field \"cancel\"")
fails(fit(strength = "pooled"), "error", "strength is not a number")
fails(fit(strength = 0.5), "error", "strength is 0.5")
fails(fit(strength = NA), "error", "strength is")
fails(fit(max_bytes = -1), "error", "max_bytes is -1")
fails(fit(fixed_scores = 1:3, fixed_count = 3), "error", "fixed_scores is not of type double")
fails(fit(covariates = 1), "error", "covariates is not of texts")
fails(fit(start = handle), "error", "not a duel_model")
fails(internal("duel_model_fit")(handle, 3), "error", "options is not a list")
fails(fit(ridge = -1), "duel_error_argument", "ridge")

## errors have the names of R, and leave the user's
in_words <- internal("in_words_of_r")
stopifnot(in_words("tie_model is 9") == "outcome is 9",
          in_words("no end; for the fit all the same, accept DUEL_FIT_SEPARATED") ==
              'no end; for the fit all the same, accept = "separated"',
          in_words("level is not read by duel_model_distances: leave it at its default") ==
              "level has no effect on this result: leave it out",
          in_words("for ranks at all looks call duel_estimate_ranks") == "for ranks at all looks call ranks()",
          in_words('"tie_model" never lost') == '"tie_model" never lost')
model <- fit(ridge = 1, strength = NULL, covariates = character())
stopifnot(identical(internal("duel_model_info")(model)$strength, 0))

## arguments by name, arrays by type, handles by type
info <- internal("duel_set_info")
fails(info(model), "error", "not a duel_set")
fails(info(1), "error", "not a duel_set")
fails(info(NULL), "duel_error_null")
fails(info(unserialize(serialize(handle, NULL))), "error", "freed")
filter <- function(ids) internal("duel_set_filter")(handle, kind = constant("KIND_ITEM"), ids = ids, count = length(ids))
fails(filter("a"), "error", "ids is not of numbers")
fails(filter(-1), "error", "ids[1] is -1")
fails(internal("duel_set_load")("a"), "error", "bytes is not raw")
fails(internal("duel_model_get")(model, quantity = constant("QUANTITY_SCORES"), capacity = 1), "duel_error_size")
stopifnot(identical(internal("set_names")(set, "KIND_ITEM"), c("a", "b", "c")))

## an estimate goes on calling its progress function, whose errors and answers end one question alone
told <- 0
upset <- FALSE
progress <- function(now) {
    told <<- told + 1
    if (upset)
        stop("enough")
    TRUE
}
estimate <- internal("duel_model_estimate")(model, quantity = constant("QUANTITY_SCORES"),
    options = list(intervals = constant("INTERVALS_SIMULTANEOUS"), seed = 1, draws = 20000,
                   progress = progress))
invisible(gc())
values <- function() internal("duel_estimate_values")(estimate)
first <- values()
stopifnot(told > 0, nrow(first) == 3L)
upset <- TRUE
fails(values(), "simpleError", "enough")
upset <- FALSE
stopifnot(identical(values(), first))

## tables without rows: every type of column that can be without
empty <- internal("named_set")()
every <- expand.grid(left = letters[1:4], right = letters[1:4], time = 1:20)
every <- every[every$left != every$right, ]
calm <- duel(as.numeric((as.integer(left) + time) %% 3 > 0) ~ left + right, every)
frames <- list(items = internal("duel_set_items")(empty), cells = internal("duel_set_cells")(empty),
               judges = internal("duel_set_judges")(empty, level = 0.95), warnings = calm$warnings)
for (frame in frames) {
    stopifnot(is.data.frame(frame), nrow(frame) == 0L, ncol(frame) > 2L, nzchar(attr(frame, "title")),
              all(lengths(frame) == 0L), nrow(rbind(frame, frame)) == 0L)
    utils::capture.output(print(frame))
}
stopifnot(is.character(frames$cells$left), is.character(frames$cells$judge), is.double(frames$cells$left_wins),
          is.double(frames$items$opponents), is.logical(frames$judges$is_position_driven),
          is.factor(frames$warnings$code), "disconnected" %in% levels(frames$warnings$code),
          is.character(frames$warnings$text))
