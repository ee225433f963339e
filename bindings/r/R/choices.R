# Words for the constants of the C header, and the values of arguments.

state <- new.env(parent = emptyenv())

constant <- function(name) {
    value <- state$constants[name]
    if (anyNA(value))
        stop("unknown constant ", name)
    unname(value)
}

# Words of an argument are the names of constants behind a prefix, in lower case.
prefixes <- c(
    strength = "STRENGTH_", position = "POSITION_", outcome = "MODEL_", ties = "TIES_",
    both_bad = "BOTH_BAD_", bad_threshold = "BAD_THRESHOLD_", threshold = "THRESHOLD_",
    threshold_offsets = "OFFSETS_", tie_basis = "BASIS_", tie_link = "LINK_", noise = "NOISE_",
    below_zero = "BELOW_ZERO_", spread = "SPREAD_", sign = "SIGN_", covariance = "COVARIANCE_",
    bias_reduction = "BIAS_", accept = "FIT_", report = "FIT_", stop = "STOP_", scale = "SCALE_",
    method = "INTERVALS_", correction = "CORRECTION_", errors = "ERRORS_", quantiles = "QUANTILES_",
    interval = "BOOTSTRAP_", weights = "WEIGHTS_", adjustment = "ADJUST_", test = "TEST_",
    outcome_space = "SPACE_", sums = "BY_", by = "BY_", type = "QUANTITY_", matrix = "MATRIX_",
    match_outcome = "OUTCOME_", penalty = "VUONG_", measure = "AGREEMENT_",
    consensus = "CONSENSUS_", metric = "ALPHA_", orientation = "ORIENTATION_", dissimilarity = "DISSIMILARITY_",
    verdict = "VERDICT_", functional = "FUNCTIONAL_", pairs = "PAIRS_", clusters = "CLUSTERS_",
    estimate = "ESTIMATOR_", orders = "ORDERS_", criterion = "NEXT_", learner = "LEARNER_",
    propensity = "PROPENSITY_", drawing = "DRAWING_", policy_status = "POLICY_",
    distance = "DISTANCE_", linkage = "LINKAGE_", elo_scale = "ELO_", decision = "DECISION_", side = "SIDE_", attack = "ATTACK_",
    design = "DESIGN_", target = "TARGET_", chart = "CHART_", want = "WANT_",
    groups_are = "GROUPS_ARE_", average = "AVERAGE_", missing = "MISSING_", runs = "RUNS_", worst = "WORST_",
    ranks = "RANKS_", second_order = "SECOND_ORDER_", residual_basis = "RESIDUAL_BASIS_")

# Further words for what has one.
aliases <- list(
    position = c(judge = "by_judge"), threshold = c(judge = "by_judge"),
    threshold_offsets = c(judge = "by_judge"), accept = c(none = "ok"), test = c(lrt = "likelihood_ratio"),
    adjustment = c(bh = "benjamini_hochberg", by = "benjamini_yekutieli", ebh = "e_bh"),
    match_outcome = c(win = "left"), orders = c(none = "no_labels"))

# The values that an argument takes where these are not all, or those that it does not take.
taken <- list(
    report = c("tie_limit", "heywood"),   # what a fit may report besides; the library never refuses it
    sums = c("cell", "pair", "item", "judge", "context", "judge_item"),
    by = c("row", "context", "pair", "judge", "cluster"), match_outcome = c("win", "tie", "both_bad"))
not_taken <- list(accept = c("ok", "tie_limit", "heywood"), orders = "no_labels",
                  type = c("parameters", "loadings", "item_covariance", "item_correlations"))

# Tables of words that are not an enumeration: facts, some of which are tables of their own, and the variants of
# functionals.
other_words <- list(
    facts = c(optima = NA, items = NA, voters = NA, parameters = "QUANTITY_PARAMETERS",
              loadings = "QUANTITY_LOADINGS", item_covariance = "QUANTITY_ITEM_COVARIANCE",
              item_correlations = "QUANTITY_ITEM_CORRELATIONS"),
    variant = c(bradley_terry.antisymmetric = "LOG_ODDS_ANTISYMMETRIC",
                bradley_terry.paper = "LOG_ODDS_PAPER", softmax.antisymmetric = "LOG_ODDS_ANTISYMMETRIC",
                softmax.paper = "LOG_ODDS_PAPER", rank_centrality.row = "CENTRALITY_ROW",
                rank_centrality.generator = "CENTRALITY_GENERATOR", copeland.margin = "COPELAND_MARGIN",
                copeland.half = "COPELAND_HALF", copeland.raw = "COPELAND_RAW",
                kemeny.centred = "KEMENY_CENTRED", kemeny.offset = "KEMENY_OFFSET",
                miscalibration.brier = "MISCALIBRATION_BRIER", miscalibration.score = "MISCALIBRATION_SCORE",
                miscalibration.cross_entropy = "MISCALIBRATION_CROSS_ENTROPY",
                miscalibration.kullback_leibler = "MISCALIBRATION_KULLBACK_LEIBLER",
                restricted.corrected = "RESTRICTED_CORRECTED", restricted.printed = "RESTRICTED_PRINTED",
                restricted.efficient = "RESTRICTED_EFFICIENT",
                restricted.efficient_order = "RESTRICTED_EFFICIENT_ORDER"))

# The constant that stands for each word of each argument, by argument.
words_of <- function(constants) {
    tables <- lapply(stats::setNames(nm = names(prefixes)), function(argument) {
        prefix <- prefixes[[argument]]
        names <- names(constants)[startsWith(names(constants), prefix)]
        table <- stats::setNames(names, tolower(substring(names, nchar(prefix) + 1L)))
        also <- aliases[[argument]]
        table <- c(table, stats::setNames(table[also], names(also)))
        if (!is.null(taken[[argument]]))
            table <- table[taken[[argument]]]
        table[setdiff(names(table), not_taken[[argument]])]
    })
    c(tables, other_words)
}

# The word of `table` that the value of `argument` stands for: its whole name or a clear beginning,
# with hyphens as good as underscores.
word <- function(value, argument, also = character(), table = argument) {
    words <- c(names(state$choices[[table]]), also)
    if (is.character(value) && length(value) == 1L && !is.na(value)) {
        found <- pmatch(gsub("-", "_", tolower(value), fixed = TRUE), words)
        if (!is.na(found))
            return(words[found])
    }
    reject("argument", argument, " is ", deparse1(value), "; it must be one of ", quoted(words))
}

code <- function(value, argument, table = argument)
    constant(state$choices[[table]][[word(value, argument, table = table)]])

# Words of a set of bits.
codes <- function(values, argument) {
    if (!length(values))
        return(0L)
    Reduce(bitwOr, vapply(values, code, 0L, argument = argument))
}

# From a number back to its word, or words of the bits.
word_of <- function(value, argument) {
    table <- state$choices[[argument]]
    names(table)[match(value, state$constants[table])]
}

outcome_words_of <- function(bits) {
    table <- c(state$choices$accept[!state$choices$accept %in% c("FIT_OK", "FIT_ANY")], state$choices$report)
    names(table)[bitwAnd(as.integer(bits), state$constants[table]) != 0L]
}

# Numbers of the library, row after row, as a matrix with names.
named_matrix <- function(values, rows, columns = rows)
    matrix(values, length(rows), length(columns), byrow = TRUE, dimnames = list(rows, columns))

number <- function(value, argument, from = -Inf, to = Inf) {
    if (is.numeric(value) && length(value) == 1L && !is.na(value) && value >= from && value <= to)
        return(as.double(value))
    reject("argument", argument, " is ", deparse1(value), "; it must be one number",
           if (is.finite(from)) paste(" from", from), if (is.finite(to)) paste(" to", to))
}

whole <- function(value, argument, from = 0, to = 2^53) {
    value <- number(value, argument, from, to)
    if (value != floor(value))
        reject("argument", argument, " is ", value, "; it must be a whole number")
    value
}

# A whole number where the argument after it is a word, and stood in its place before.
number_first <- function(value, argument, from, word) {
    if (is.character(value))
        reject("argument", argument, " is ", quoted(value), "; it must be a whole number. Type ", word, " = ", quoted(value))
    whole(value, argument, from)
}

flag <- function(value, argument) {
    if (is.logical(value) && length(value) == 1L && !is.na(value))
        return(value)
    reject("argument", argument, " is ", deparse1(value), "; it must be TRUE or FALSE")
}

# NULL: one draw from R's generator, so that set.seed() governs.
seed_of <- function(seed) {
    if (is.null(seed))
        seed <- sample.int(.Machine$integer.max, 1L)
    whole(seed, "seed")
}

# A column of numbers, never the codes of a factor.
plain_numbers <- function(value, argument) {
    if (!is.numeric(value) && !is.logical(value))
        reject("argument", argument, " is of class ", quoted(class(value)), ", not numbers")
    as.double(value)
}

# The positions of names, or of positions, among `names`.
index <- function(value, names, argument) {
    if (is.factor(value))
        value <- as.character(value)
    if (is.character(value)) {
        found <- match(value, names)
        if (anyNA(found))
            reject("name", argument, " is ", quoted(value[is.na(found)]), "; the names are ",
                   abbreviated(names))
        return(found)
    }
    known <- is.numeric(value) & !is.na(value) & value %in% seq_along(names)
    if (!all(known))
        reject("argument", argument, " is ", deparse1(value), "; it must be a name, or a number ",
               "from 1 to ", length(names))
    as.integer(value)
}

abbreviated <- function(names, most = 6L) {
    if (length(names) <= most)
        return(quoted(names))
    paste0(quoted(names[seq_len(most)]), " and ", length(names) - most, " more")
}
