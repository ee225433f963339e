# Words for the constants of the C header, and the values of arguments.

state <- new.env(parent = emptyenv())

constant <- function(name) {
    value <- state$constants[name]
    if (anyNA(value))
        stop("unknown constant ", name)
    unname(value)
}

choices <- list(
    strength = c(pooled = "STRENGTH_POOLED", sensitivity = "STRENGTH_SENSITIVITY", disagreement = "STRENGTH_DISAGREEMENT"),
    position = c(none = "POSITION_NONE", shared = "POSITION_SHARED",
                 by_judge = "POSITION_BY_JUDGE", judge = "POSITION_BY_JUDGE"),
    outcome = c(bradley_terry = "MODEL_BRADLEY_TERRY", rao_kupper = "MODEL_RAO_KUPPER",
                davidson = "MODEL_DAVIDSON"),
    ties = c(half = "TIES_HALF", dropped = "TIES_DROPPED"),
    both_bad = c(tie = "BOTH_BAD_TIE", dropped = "BOTH_BAD_DROPPED",
                 outcome = "BOTH_BAD_OUTCOME"),
    bad_threshold = c(single = "BAD_THRESHOLD_SINGLE", additive = "BAD_THRESHOLD_ADDITIVE"),
    threshold = c(single = "THRESHOLD_SINGLE", by_judge = "THRESHOLD_BY_JUDGE",
                  judge = "THRESHOLD_BY_JUDGE", additive = "THRESHOLD_ADDITIVE",
                  factored = "THRESHOLD_FACTORED"),
    threshold_offsets = c(none = "OFFSETS_NONE", by_judge = "OFFSETS_BY_JUDGE",
                          judge = "OFFSETS_BY_JUDGE"),
    tie_basis = c(cosine = "BASIS_COSINE", paper = "BASIS_PAPER"),
    tie_link = c(softplus = "LINK_SOFTPLUS", linear = "LINK_LINEAR"),
    below_zero = c(refused = "BELOW_ZERO_REFUSED", zero = "BELOW_ZERO_ZERO"),
    spread = c(none = "SPREAD_NONE", diagonal = "SPREAD_DIAGONAL", factors = "SPREAD_FACTORS"),
    sign = c(positive = "SIGN_POSITIVE", signed = "SIGN_SIGNED"),
    covariance = c(auto = "COVARIANCE_AUTO", expected = "COVARIANCE_EXPECTED",
                   observed = "COVARIANCE_OBSERVED", sandwich = "COVARIANCE_SANDWICH",
                   clustered_by_context = "COVARIANCE_CLUSTERED_BY_CONTEXT",
                   clustered_by_judge = "COVARIANCE_CLUSTERED_BY_JUDGE",
                   clustered_two_way = "COVARIANCE_CLUSTERED_TWO_WAY",
                   sandwich_expected = "COVARIANCE_SANDWICH_EXPECTED"),
    bias_reduction = c(none = "BIAS_NONE", firth = "BIAS_FIRTH"),
    accept = c(none = "FIT_OK", disconnected = "FIT_DISCONNECTED", separated = "FIT_SEPARATED",
               boundary = "FIT_BOUNDARY", opposed = "FIT_OPPOSED",
               equal_scores = "FIT_EQUAL_SCORES", undetermined = "FIT_UNDETERMINED",
               not_converged = "FIT_NOT_CONVERGED", any = "FIT_ANY"),
    # What a fit may report besides; the library never refuses it.
    report = c(tie_limit = "FIT_TIE_LIMIT", heywood = "FIT_HEYWOOD"),
    stop = c(converged = "STOP_CONVERGED", precision = "STOP_PRECISION",
             diverging = "STOP_DIVERGING", iterations = "STOP_ITERATIONS",
             given = "STOP_GIVEN"),
    scale = c(arithmetic = "SCALE_ARITHMETIC", geometric = "SCALE_GEOMETRIC",
              reference = "SCALE_REFERENCE"),
    method = c(marginal = "INTERVALS_MARGINAL", bonferroni = "INTERVALS_BONFERRONI",
               simultaneous = "INTERVALS_SIMULTANEOUS"),
    correction = c(none = "CORRECTION_NONE", cr1 = "CORRECTION_CR1", cr2 = "CORRECTION_CR2",
                   jackknife = "CORRECTION_JACKKNIFE"),
    quantiles = c(auto = "QUANTILES_AUTO", normal = "QUANTILES_NORMAL",
                  student = "QUANTILES_STUDENT"),
    interval = c(bca = "BOOTSTRAP_BCA", percentile = "BOOTSTRAP_PERCENTILE",
                 basic = "BOOTSTRAP_BASIC", studentised = "BOOTSTRAP_STUDENTISED"),
    weights = c(poisson = "WEIGHTS_POISSON", multinomial = "WEIGHTS_MULTINOMIAL",
                bayesian = "WEIGHTS_BAYESIAN", parametric = "WEIGHTS_PARAMETRIC"),
    adjustment = c(single_step = "ADJUST_SINGLE_STEP", none = "ADJUST_NONE",
                   bonferroni = "ADJUST_BONFERRONI", holm = "ADJUST_HOLM",
                   hochberg = "ADJUST_HOCHBERG", bh = "ADJUST_BENJAMINI_HOCHBERG",
                   by = "ADJUST_BENJAMINI_YEKUTIELI",
                   benjamini_hochberg = "ADJUST_BENJAMINI_HOCHBERG",
                   benjamini_yekutieli = "ADJUST_BENJAMINI_YEKUTIELI"),
    test = c(likelihood_ratio = "TEST_LIKELIHOOD_RATIO", lrt = "TEST_LIKELIHOOD_RATIO",
             wald = "TEST_WALD", score = "TEST_SCORE"),
    outcome_space = c(two_half = "SPACE_TWO_HALF", two = "SPACE_TWO", three = "SPACE_THREE",
                      four = "SPACE_FOUR"),
    sums = c(cell = "BY_CELL", pair = "BY_PAIR", item = "BY_ITEM", judge = "BY_JUDGE",
             context = "BY_CONTEXT", judge_item = "BY_JUDGE_ITEM"),
    by = c(row = "BY_ROW", context = "BY_CONTEXT", pair = "BY_PAIR", judge = "BY_JUDGE"),
    type = c(scores = "QUANTITY_SCORES", sensitivities = "QUANTITY_SENSITIVITIES",
             log_sensitivities = "QUANTITY_LOG_SENSITIVITIES", positions = "QUANTITY_POSITIONS",
             effects = "QUANTITY_EFFECTS", thresholds = "QUANTITY_THRESHOLDS", strengths = "QUANTITY_STRENGTHS",
             win_rates = "QUANTITY_WIN_RATES", shares = "QUANTITY_SHARES",
             threshold_offsets = "QUANTITY_THRESHOLD_OFFSETS", pair_thresholds = "QUANTITY_PAIR_THRESHOLDS",
             variances = "QUANTITY_VARIANCES", spreads = "QUANTITY_SPREADS", log_spreads = "QUANTITY_LOG_SPREADS",
             bad_thresholds = "QUANTITY_BAD_THRESHOLDS", disagreements = "QUANTITY_DISAGREEMENTS",
             judge_factors = "QUANTITY_JUDGE_FACTORS", item_factors = "QUANTITY_ITEM_FACTORS",
             disagreement_norms = "QUANTITY_DISAGREEMENT_NORMS",
             disagreement_ratios = "QUANTITY_DISAGREEMENT_RATIOS",
             disagreement_sizes = "QUANTITY_DISAGREEMENT_SIZES",
             sensitivity_slopes = "QUANTITY_SENSITIVITY_SLOPES"),
    facts = c(optima = "optima", items = "items", voters = "voters", parameters = "QUANTITY_PARAMETERS", loadings = "QUANTITY_LOADINGS",
              item_covariance = "QUANTITY_ITEM_COVARIANCE", item_correlations = "QUANTITY_ITEM_CORRELATIONS"),
    matrix = c(predicted = "MATRIX_PREDICTED", observed = "MATRIX_OBSERVED",
               counts = "MATRIX_COUNTS", expected = "MATRIX_EXPECTED"),
    match_outcome = c(win = "OUTCOME_LEFT", tie = "OUTCOME_TIE", both_bad = "OUTCOME_BOTH_BAD"),
    penalty = c(plain = "VUONG_PLAIN", aic = "VUONG_AIC", bic = "VUONG_BIC"),
    measure = c(kendall = "AGREEMENT_KENDALL", spearman = "AGREEMENT_SPEARMAN",
                top = "AGREEMENT_TOP", average_overlap = "AGREEMENT_AVERAGE_OVERLAP"),
    consensus = c(mean = "CONSENSUS_MEAN", precision = "CONSENSUS_PRECISION",
                  median = "CONSENSUS_MEDIAN"),
    metric = c(nominal = "ALPHA_NOMINAL", ordinal = "ALPHA_ORDINAL"),
    orientation = c(both = "ORIENTATION_BOTH", by_id = "ORIENTATION_BY_ID"),
    apart = c(euclidean = "APART_EUCLIDEAN", correlation = "APART_CORRELATION"),
    verdict = c(weak = "VERDICT_WEAK", opposed = "VERDICT_OPPOSED",
                slot_driven = "VERDICT_SLOT_DRIVEN", idiosyncratic = "VERDICT_IDIOSYNCRATIC",
                redundant = "VERDICT_REDUNDANT", self_preferring = "VERDICT_SELF_PREFERRING"),
    functional = c(borda = "FUNCTIONAL_BORDA", bradley_terry = "FUNCTIONAL_BRADLEY_TERRY",
                   rank_centrality = "FUNCTIONAL_RANK_CENTRALITY", softmax = "FUNCTIONAL_SOFTMAX",
                   copeland = "FUNCTIONAL_COPELAND", kemeny = "FUNCTIONAL_KEMENY",
                   miscalibration = "FUNCTIONAL_MISCALIBRATION", restricted = "FUNCTIONAL_RESTRICTED"),
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
                restricted.efficient_order = "RESTRICTED_EFFICIENT_ORDER"),
    pairs = c(ordered = "PAIRS_ORDERED", ordered_unchecked = "PAIRS_ORDERED_UNCHECKED",
              unordered = "PAIRS_UNORDERED"),
    clusters = c(independent = "CLUSTERS_INDEPENDENT", keyed = "CLUSTERS_KEYED",
                 together = "CLUSTERS_TOGETHER"),
    estimate = c(debiased = "ESTIMATOR_DEBIASED", plugin = "ESTIMATOR_PLUGIN"),
    orders = c(none = "ORDERS_NO_LABELS", both = "ORDERS_BOTH", one = "ORDERS_ONE",
               unknown = "ORDERS_UNKNOWN"),
    criterion = c(scores = "NEXT_SCORES", determinant = "NEXT_DETERMINANT",
                  difference = "NEXT_DIFFERENCE", boundary = "NEXT_BOUNDARY"),
    learner = c(spline = "LEARNER_SPLINE", frequencies = "LEARNER_FREQUENCIES",
                trees = "LEARNER_TREES"),
    propensity = c(known = "PROPENSITY_KNOWN", frequencies = "PROPENSITY_FREQUENCIES",
                   logit = "PROPENSITY_LOGIT"),
    drawing = c(independent = "DRAWING_INDEPENDENT", one_pair = "DRAWING_ONE_PAIR"),
    policy_status = c(active = "POLICY_ACTIVE", floor = "POLICY_FLOOR", slack = "POLICY_SLACK"),
    distance = c(scores = "DISTANCE_SCORES", z = "DISTANCE_Z", noise = "DISTANCE_NOISE"),
    linkage = c(average = "LINKAGE_AVERAGE", complete = "LINKAGE_COMPLETE",
                single = "LINKAGE_SINGLE", ward = "LINKAGE_WARD")
)

# The word of `table` that the value of `argument` stands for: its whole name or a clear beginning,
# with hyphens as good as underscores.
word <- function(value, argument, also = character(), table = argument) {
    words <- c(names(choices[[table]]), also)
    if (is.character(value) && length(value) == 1L && !is.na(value)) {
        found <- pmatch(gsub("-", "_", tolower(value), fixed = TRUE), words)
        if (!is.na(found))
            return(words[found])
    }
    reject("argument", argument, " is ", deparse1(value), "; it must be one of ", quoted(words))
}

code <- function(value, argument, table = argument)
    constant(choices[[table]][[word(value, argument, table = table)]])

# Words of a set of bits.
codes <- function(values, argument) {
    if (!length(values))
        return(0L)
    Reduce(bitwOr, vapply(values, code, 0L, argument = argument))
}

# From a number back to its word, or words of the bits.
word_of <- function(value, argument) {
    table <- choices[[argument]]
    names(table)[match(value, state$constants[table])]
}

outcome_words_of <- function(bits) {
    table <- c(choices$accept[!choices$accept %in% c("FIT_OK", "FIT_ANY")], choices$report)
    names(table)[bitwAnd(as.integer(bits), state$constants[table]) != 0L]
}

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
