# Fitting.

duel <- function(x, ...) UseMethod("duel")

duel.formula <- function(formula, data, judge, context, cluster, ordered, weights, subset, na.action,
                         strength = "pooled", position = "none", outcome = "bradley_terry",
                         ties = "half", both_bad = "tie", threshold = "single",
                         sign = "positive", covariates = NULL, offsets = NULL,
                         covariance = "auto", bias_reduction = "none", ridge = 0, pseudo = 0,
                         fixed = NULL, accept = "none", ref = NULL, start = NULL,
                         importance = FALSE, control = duel_control(),
                         threshold_offsets = "none", tie_factors = 0, tie_basis = "cosine",
                         tie_link = "softplus", below_zero = "refused", tie_ridge = 0,
                         spread = "none", spread_factors = 0, spread_ridge = 0, restarts = 0,
                         threads = 1, seed = NULL, bad_threshold = "single",
                         rank = 0, sensitivity_covariates = NULL, target = "comparisons", pair_floor = 0,
                         interactions = NULL, interaction_ridge = 0, contrasts = NULL, ...) {
    unused(...)
    # R takes it for `offsets`, whose values are names or tables.
    if ("offset" %in% names(sys.call()))
        reject("argument", "offset is no argument: it is a term, as in covariates = ~ .. + offset(h[..]), or offsets = list(h = h) ",
               "of values by item")
    call <- generic_call(match.call(), quote(duel))
    kept <- kept_rows(formula)
    data <- kept_value(kept, call, "data", if (!missing(data)) data)
    if (inherits(data, "duel_set") || is_list_of_sets(data))
        return(fit_set_like(kept$base, data, formula, call, parent.frame()))
    covariates <- kept_value(kept, call, "covariates", covariates)
    offsets <- kept_value(kept, call, "offsets", offsets)
    sensitivity_covariates <- kept_value(kept, call, "sensitivity_covariates", sensitivity_covariates)
    interactions <- kept_value(kept, call, "interactions", interactions)
    fixed <- kept_value(kept, call, "fixed", fixed)
    given <- list(covariates = if (!inherits(covariates, "formula")) covariates, offsets = offsets,
                  sensitivity_covariates = sensitivity_covariates, interactions = interactions, fixed = fixed)
    offsets <- covariate_list(offsets)
    slopes <- covariate_list(sensitivity_covariates)
    interactions <- covariate_list(interactions)
    terms <- NULL
    if (inherits(covariates, "formula")) {
        # The formula itself, whatever it was called: update() changes it.
        call$covariates <- covariates
        terms <- read_terms(covariates, formula, data_columns(data), contrasts)
        terms$separate <- kept$separate
        # Scores that are drawn towards zero leave to terms of items what these can say.
        terms$beside_scores <- terms$free && !isTRUE(ridge > 0)
    }
    source <- read_formula(call, formula, data, parent.frame(),
                           c(if (is.null(terms)) covariate_list(covariates), offsets, slopes, interactions), importance, terms,
                           kept$outside)
    if (!is.null(kept)) {
        formula <- at_home(formula, kept)
        call$formula <- if (is.null(kept$call$formula) || !identical(formula, kept$formula)) formula else kept$call$formula
    }
    known <- source$item_terms
    if (!is.null(known) && is.null(fixed))
        fixed <- term_scores(known, set_names(source$handle, "KIND_ITEM"))
    if (source$rowwise && identical(covariance, "auto"))
        covariance <- "sandwich"
    options <- fit_options(source$handle, strength, position, outcome, ties, both_bad, threshold,
                           sign, c(setdiff(source$covariates, c(names(offsets), names(slopes), names(interactions))), known$kept),
                           c(names(offsets), if (isTRUE(known$offset)) "offset"),
                           covariance, bias_reduction, ridge, pseudo, fixed, accept, start,
                           control, threshold_offsets, tie_factors, tie_basis, tie_link,
                           below_zero, tie_ridge, spread, spread_factors, spread_ridge, restarts,
                           threads, seed, bad_threshold, rank, names(slopes), target, pair_floor, names(interactions),
                           interaction_ridge)
    fit_handle(source$handle, options, ref,
               list(call = call, formula = formula, variables = source$variables, rowwise = source$rowwise,
                    na.action = source$na.action, covariate_sources = source$covariate_sources,
                    item_terms = known,
                    rows = list(frame = with_environment(source$frame, environment(formula)), data = data, formula = formula, given = given,
                                outside = source$outside)))
}

# The fit of a formula, made again to a set, which simulate() or merge() made of the rows of the first: the set has the
# covariates of that fit under their names, and of its arguments those that speak of rows have no further meaning.
fit_set_like <- function(base, set, formula, call, env) {
    if (is_list_of_sets(set))
        reject("argument", "data is a list of ", counted(length(set), "set"), "; take one of them, such as simulate(fit)[[1]]")
    if (is.null(base))
        reject("argument", "data is a set of comparisons, which a formula does not read: type duel(set), or, to fit a model ",
               "again, update(fit, data = set)")
    formula <- at_home(formula, list(home = environment(base$formula)))
    if (!identical(deparse1(formula), deparse1(comparison_formula(base))))
        reject("argument", "data is a set of comparisons, which has no columns for ", deparse1(formula))
    about_rows <- c("formula", "data", "judge", "context", "cluster", "ordered", "weights", "subset", "na.action", "importance",
                    "contrasts")
    arguments <- as.list(call)[-1L]
    arguments <- arguments[setdiff(names(arguments), about_rows)]
    known <- base$item_terms
    for (argument in c("covariates", "offsets", "sensitivity_covariates", "interactions")) {
        names <- base[[argument]]
        if (!identical(call[[argument]], base$call[[argument]])) {
            value <- eval(call[[argument]], env)
            if (inherits(value, "formula")) {
                known <- fewer_terms(known, value)
                names <- known$kept
            } else {
                if (argument == "covariates")
                    known <- NULL
                names <- if (is.character(value)) value else names(covariate_list(value))
            }
        }
        arguments[[argument]] <- if (length(names)) names
    }
    if (!is.null(known) && is.null(arguments$fixed))
        arguments$fixed <- term_scores(known, set$items)
    if (isTRUE(base$rowwise) && is.null(arguments$covariance))
        arguments$covariance <- "sandwich"
    out <- eval(as.call(c(list(duel.duel_set, set), arguments)), env)
    call$formula <- if (is.null(base$call$formula) || inherits(base$call$formula, "terms")) formula else base$call$formula
    out[c("call", "formula", "comparison")] <- list(call, formula, formula)
    same <- c("variables", "rowwise", "covariate_sources")
    out[same] <- base[same]
    out$item_terms <- known
    if (isTRUE(base$rowwise))
        out$warnings <- fit_warnings(model_handle(out), TRUE)
    out
}

is_list_of_sets <- function(data)
    is.list(data) && length(data) > 0L && all(vapply(data, inherits, NA, what = "duel_set"))

# The terms of a fit without those that a formula leaves out; others would need rows.
fewer_terms <- function(source, formula) {
    wanted <- attr(stats::terms(formula), "term.labels")
    own <- if (!is.null(source)) attr(stats::terms(source$formula), "term.labels")
    new <- setdiff(wanted, own)
    if (length(new) || is.null(source))
        reject("argument", "data is a set of comparisons, which has no columns for ", quoted(if (length(new)) new else wanted))
    if (source$free != any(source$free_label %in% wanted))
        reject("argument", "data is a set of comparisons, of which scores of items cannot be left out; the formula has no ",
               quoted(source$free_label))
    source$formula <- formula
    source$labels <- source$labels[source$labels %in% wanted]
    source$kept <- intersect(source$kept, names(source$labels))
    source
}

duel.data.frame <- function(x, formula = result ~ left + right, ...) {
    lone <- if (missing(formula) && !missing(x)) setdiff(c("result", "left", "right"), names(x))
    if (length(lone))
        reject("argument", "x has no column ", quoted(lone), ": give the formula, such as ",
               if (all(c("winner", "loser") %in% names(x))) "1 ~ winner + loser" else "winner ~ model_a + model_b")
    eval(formula_first(generic_call(match.call(), quote(duel)), formula), parent.frame())
}

# Tables of wins and paired comparisons of psychotools, through their sets.
duel.table <- function(x, ...) {
    call <- generic_call(match.call(), quote(duel))
    call$x <- call("duel_set", call$x)
    eval(call, parent.frame())
}

duel.matrix <- duel.table

duel.paircomp <- duel.table

duel.duel_set <- function(x, strength = "pooled", position = "none", outcome = "bradley_terry",
                          ties = "half", both_bad = "tie", threshold = "single",
                          sign = "positive", covariates = NULL, offsets = NULL,
                          covariance = "auto", bias_reduction = "none", ridge = 0, pseudo = 0,
                          fixed = NULL, accept = "none", ref = NULL, start = NULL,
                          control = duel_control(), threshold_offsets = "none", tie_factors = 0,
                          tie_basis = "cosine", tie_link = "softplus", below_zero = "refused",
                          tie_ridge = 0, spread = "none", spread_factors = 0, spread_ridge = 0,
                          restarts = 0, threads = 1, seed = NULL, bad_threshold = "single",
                          rank = 0, sensitivity_covariates = NULL, target = "comparisons", pair_floor = 0,
                          interactions = NULL, interaction_ridge = 0, ...) {
    unused(...)
    handle <- set_handle(x)
    options <- fit_options(handle, strength, position, outcome, ties, both_bad, threshold, sign,
                           covariates, offsets, covariance, bias_reduction, ridge, pseudo, fixed,
                           accept, start, control, threshold_offsets, tie_factors, tie_basis,
                           tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge,
                           restarts, threads, seed, bad_threshold, rank, sensitivity_covariates,
                           target, pair_floor, interactions, interaction_ridge)
    fit_handle(handle, options, ref, set_parts(generic_call(match.call(), quote(duel))))
}

# The call of a model of a set, and the environment of its variables.
set_parts <- function(call)
    list(call = call, formula = NULL, variables = set_variables, na.action = NULL)

# The columns that newdata has where no formula says so.
set_variables <- list(left = quote(left), right = quote(right), judge = quote(judge),
                      context = quote(context))

duel_control <- function(max_iterations = 0, tolerance = 0, max_bytes = 0, progress = NULL) {
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    list(max_iterations = as.integer(whole(max_iterations, "max_iterations", 0, 2^31 - 1)),
         tolerance = number(tolerance, "tolerance", 0),
         max_bytes = whole(max_bytes, "max_bytes"), progress = progress)
}

fixed_scores <- function(fixed, items) {
    if (is.null(fixed))
        return(double())
    if (!is.numeric(fixed) || (is.null(names(fixed)) && length(fixed) != length(items)))
        reject("argument", "fixed must be numbers named by items, or one number (or NA) for ",
               "each of the ", length(items), " items")
    endless <- match(TRUE, is.infinite(fixed))
    if (!is.na(endless))
        reject("argument", "fixed is ", fixed[endless], " for item ",
               quoted(if (is.null(names(fixed))) items[endless] else names(fixed)[endless]))
    if (is.null(names(fixed)))
        return(as.double(fixed))
    out <- rep(NaN, length(items))
    out[index(names(fixed), items, "names of fixed")] <- fixed
    out
}

names_in_set <- function(names, argument) {
    if (!is.null(names) && !is.character(names))
        reject("argument", argument, " of a set are given by name, not as ", quoted(class(names)))
    as.character(names)
}

# The choices of a model, by the names of duel_model_options.
fit_options <- function(set, strength = "pooled", position = "none", outcome = "bradley_terry",
                        ties = "half", both_bad = "tie", threshold = "single", sign = "positive",
                        covariates = NULL, offsets = NULL, covariance = "auto",
                        bias_reduction = "none", ridge = 0, pseudo = 0, fixed = NULL,
                        accept = "none", start = NULL, control = duel_control(),
                        threshold_offsets = "none", tie_factors = 0, tie_basis = "cosine",
                        tie_link = "softplus", below_zero = "refused", tie_ridge = 0,
                        spread = "none", spread_factors = 0, spread_ridge = 0, restarts = 0,
                        threads = 1, seed = NULL, bad_threshold = "single", rank = 0,
                        sensitivity_covariates = NULL, target = "comparisons", pair_floor = 0, interactions = NULL,
                        interaction_ridge = 0) {
    if (!is.null(start) && !inherits(start, "duel"))
        reject("argument", "start is of class ", quoted(class(start)), ', not "duel"')
    control <- do.call(duel_control, as.list(control))
    restarts <- whole(restarts, "restarts", 0, 2^31 - 2)
    fixed <- as.double(fixed_scores(fixed, set_names(set, "KIND_ITEM")))
    list(strength = code(strength, "strength"), position = code(position, "position"),
         tie_model = code(outcome, "outcome"), ties = code(ties, "ties"),
         both_bad = code(both_bad, "both_bad"), threshold = code(threshold, "threshold"),
         sign = code(sign, "sign"), covariance = code(covariance, "covariance"),
         bias_reduction = code(bias_reduction, "bias_reduction"),
         accept = codes(accept, "accept"),
         threshold_offsets = code(threshold_offsets, "threshold_offsets"),
         tie_basis = code(tie_basis, "tie_basis"), tie_link = code(tie_link, "tie_link"),
         below_zero = code(below_zero, "below_zero"), spread = code(spread, "spread"),
         bad_threshold = code(bad_threshold, "bad_threshold"),
         max_iterations = control$max_iterations, tolerance = control$tolerance,
         max_bytes = control$max_bytes, ridge = number(ridge, "ridge", 0),
         pseudo = number(pseudo, "pseudo", 0),
         tie_factors = whole(tie_factors, "tie_factors", 0, 2^31 - 1),
         spread_factors = whole(spread_factors, "spread_factors", 0, 2^31 - 1),
         tie_ridge = number(tie_ridge, "tie_ridge", 0),
         spread_ridge = number(spread_ridge, "spread_ridge", 0),
         rank = whole(rank, "rank", 0, 2^31 - 1), restarts = restarts,
         target = code(target, "target"), pair_floor = number(pair_floor, "pair_floor", 0),
         threads = whole(threads, "threads", 0, 1024),
         seed = if (restarts > 0) seed_of(seed) else 0,
         covariates = names_in_set(covariates, "covariates"),
         offsets = names_in_set(offsets, "offsets"),
         sensitivity_covariates = names_in_set(sensitivity_covariates, "sensitivity_covariates"),
         interactions = names_in_set(interactions, "interactions"),
         interaction_ridge = number(interaction_ridge, "interaction_ridge", 0),
         fixed_scores = fixed, fixed_count = length(fixed),
         start = if (!is.null(start)) model_handle(start), progress = control$progress)
}

# Errors by judge or context need some of them; without, the library's are not a number.
need_clusters <- function(set, covariance) {
    if (covariance %in% c("clustered_by_judge", "clustered_two_way")) {
        named <- length(set_names(set, "KIND_JUDGE"))
        if (!named)
            reject("argument", "covariance is ", quoted(covariance), ", and no judge was given: give judge, the variable that ",
                   "says who judged")
        if (named + (duel_set_info(set)$has_anonymous != 0) < 2)
            reject("argument", "covariance is ", quoted(covariance), ", and there is one judge: errors cannot be clustered by one")
    }
    if (covariance %in% c("clustered_by_context", "clustered_two_way") &&
        !.Call(C_set_count, set, constant("KIND_CONTEXT")) && !.Call(C_set_count, set, constant("KIND_CLUSTER")))
        reject("argument", "covariance is ", quoted(covariance), ", and neither context nor cluster was given: give one, the ",
               "variable that says which comparisons depend on each other")
}

# Parameters of each judge mean nothing where nobody says who judged.
need_judges <- function(set, options) {
    if (.Call(C_set_count, set, constant("KIND_JUDGE")) > 0)
        return(invisible())
    for (name in c("strength", "position", "threshold_offsets")) {
        value <- word_of(options[[name]], name)
        if (!value %in% c("pooled", "none", "shared"))
            reject("argument", name, " is ", quoted(value), ", and no judge was given: give judge, the variable that says who judged")
    }
}

fit_handle <- function(set, options, ref, parts) {
    need_clusters(set, word_of(options$covariance, "covariance"))
    need_judges(set, options)
    items <- set_names(set, "KIND_ITEM")
    ref <- if (!is.null(ref)) items[index(ref, items, "ref")]
    new_model(duel_model_fit(set, options), parts, model_choices(options, ref))
}

# Facts that the saved bytes of a model do not hold. `options` are those of the fit, to fit parts of the
# data alike.
model_choices <- function(options, ref = NULL)
    list(ref = ref, covariates = options$covariates, offsets = options$offsets,
         sensitivity_covariates = options$sensitivity_covariates, interactions = options$interactions,
         ridge = options$ridge, pseudo = options$pseudo,
         bias_reduction = word_of(options$bias_reduction, "bias_reduction"),
         options = options[setdiff(names(options), c("start", "progress"))])
