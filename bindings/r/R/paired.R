# Two items on the same tasks, exactly, and plans of how many tasks are needed.

counts_paired <- function(only_first, only_second, tasks, want = "better", margin = 0, level = 0.95)
    duel_counts_paired(number(only_first, "only_first"), only_second = number(only_second, "only_second"),
                       tasks = number(tasks, "tasks"), options = question_of(want, margin, level))

# NULL: no bounds.
differences_exact <- function(differences, bounds = NULL, want = "better", margin = 0, level = 0.95, draws = 99999,
                              seed = NULL, progress = NULL) {
    if (!is.numeric(differences))
        reject("argument", "differences must be numbers, one for each task or group")
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    options <- question_of(want, margin, level)
    if (!is.null(bounds)) {
        if (!is.numeric(bounds) || length(bounds) != 2L || anyNA(bounds) || all(bounds == 0))
            reject("argument", "bounds are ", deparse1(bounds), "; they must be the least and the largest score there can be")
        options[c("lower_bound", "upper_bound")] <- as.list(as.double(bounds))
    }
    # Few differences have no draws, and leave R's generator as it is.
    if (sum(differences != 0, na.rm = TRUE) > 20)
        options$seed <- seed_of(seed)
    options$draws <- whole(draws, "draws", 1)
    options$progress <- progress
    found <- duel_differences_exact(as.double(differences), count = length(differences), options = options)
    found$is_exact <- found$is_exact != 0
    found
}

plan_units <- function(effect = NULL, sd = NULL, win = NULL, lose = NULL, votes = FALSE, between = NULL, within = NULL,
                       runs = NULL, group_size = 1, icc = 0, units = NULL, want = "better", margin = 0, level = 0.95,
                       power = 0.8, mixture = NULL) {
    options <- c(question_of(want, margin, level),
                 list(power = positive_number(power, "power"), of_votes = as.integer(flag(votes, "votes")),
                      group_size = whole(group_size, "group_size", 1), icc = number(icc, "icc")))
    given <- list(effect = effect, win = win, lose = lose, between = between, within = within)
    for (name in names(given))
        if (!is.null(given[[name]]))
            options[[name]] <- number(given[[name]], name)
    for (name in c("sd", "mixture"))
        if (!is.null(get(name)))
            options[[name]] <- positive_number(get(name), name)
    if (!is.null(runs))
        options$runs <- whole(runs, "runs", 1)
    if (!is.null(units))
        options$units <- whole(units, "units", 2)
    duel_plan_units(options)
}

question_of <- function(want, margin, level)
    list(want = code(want, "want"), margin = number(margin, "margin"), level = positive_number(level, "level"))

# The library takes 0 for the default.
positive_number <- function(value, argument) {
    if (number(value, argument) == 0)
        reject("argument", argument, " is 0; it must be positive")
    as.double(value)
}
