# Tests of nested models: between fitted models, and of the terms of one.

anova_tests <- c(Chisq = "likelihood_ratio", LR = "likelihood_ratio", Rao = "score")

# The names of tests in R's anova() besides the library's own.
test_word <- function(test) {
    if (is.character(test) && length(test) == 1L && test %in% names(anova_tests))
        test <- anova_tests[[test]]
    word(test, "test")
}

test_titles <- c(likelihood_ratio = "Likelihood-ratio", lrt = "Likelihood-ratio", wald = "Wald",
                 score = "Score")

# Comparisons in order of left and right, and of the judge where both sets name judges.
comparison_counts <- function(table, keys) {
    id <- do.call(paste, c(lapply(table[keys], as.character), sep = "\r"))
    counts <- rowsum(table[count_columns], id)
    counts[rowSums(counts) > 0, , drop = FALSE]
}

same_comparisons <- function(first, second) {
    tables <- lapply(list(first, second), function(object)
        cell_table(.Call(C_model_set, model_handle(object))))
    keys <- c(if (!any(vapply(tables, function(table) all(is.na(table$judge)), NA))) "judge",
              "left", "right")
    counts <- lapply(tables, comparison_counts, keys)
    identical(row.names(counts[[1L]]), row.names(counts[[2L]])) &&
        isTRUE(all.equal(counts[[1L]], counts[[2L]], tolerance = 1e-9))
}

# Models of one data frame have sets that differ in what their formulas named: covariates, contexts,
# judges. One model is then fitted once more to the set of the other, where that has the covariates, and is the same
# model if it has the same likelihood there.
on_one_set <- function(null, full) {
    handles <- list(null = model_handle(null), full = model_handle(full))
    sets <- lapply(handles, function(handle) .Call(C_model_set, handle))
    if (identical(duel_set_save(sets$null), duel_set_save(sets$full)) || is.null(null$options) || is.null(full$options) ||
        !identical(null$items, full$items) || !same_comparisons(null, full))
        return(handles)
    has <- function(set, object)
        all(c(object$covariates, object$offsets, object$sensitivity_covariates, object$interactions) %in% set_names(set, "KIND_COVARIATE"))
    moved <- if (has(sets$full, null) || !has(sets$null, full)) "null" else "full"
    object <- list(null = null, full = full)[[moved]]
    handles[[moved]] <- duel_model_fit(sets[[setdiff(names(sets), moved)]], object$options)
    expected <- object$info$log_likelihood
    if (abs(duel_model_info(handles[[moved]])$log_likelihood - expected) > 1e-6 * (1 + abs(expected)))
        reject("argument", "the two models cannot be compared: under the same names they have other ",
               "covariates or judges, or items with scores of their own in one of them only")
    handles
}

compare_models <- function(null, full, test, options) {
    if (null$info$dimension > full$info$dimension) {
        found <- compare_models(full, null, test, options)
        found$df <- -found$df
        return(found)
    }
    if (scores_hold(null, full))
        return(likelihood_ratio(null, full, test))
    handles <- on_one_set(null, full)
    duel_model_compare(null = handles$null, full = handles$full, test = code(test, "test"), options = options)
}

# Free scores hold every model in which abilities are covariates of items. The library compares the names of
# covariates, and cannot know.
scores_hold <- function(null, full) {
    beside <- c("covariates", "offsets", "fixed_scores", "fixed_count", "covariance", "seed")
    is_structured(null) && !is.null(full$options) && !is_structured(full) && full$options$fixed_count == 0 &&
        all(null$item_terms$keys == "item") && !length(full$covariates) && !length(full$offsets) &&
        identical(null$items, full$items) &&
        identical(null$options[setdiff(names(null$options), beside)], full$options[setdiff(names(full$options), beside)]) &&
        same_comparisons(null, full)
}

likelihood_ratio <- function(null, full, test) {
    halves <- !has_ties(full$info) && full$info$ties == "half" &&
        sum(set_totals(.Call(C_model_set, model_handle(full)))[c("plain_ties", "both_good", "both_bad")]) > 0
    if (code(test, "test") != code("likelihood_ratio", "test") || halves)
        reject("unsupported", "a model whose abilities are covariates is compared with one of free scores by the ",
               "likelihood ratio, and without ties that count as halves")
    statistic <- 2 * (full$info$log_likelihood - null$info$log_likelihood)
    df <- full$info$dimension - null$info$dimension
    list(statistic = statistic, df = df, p = stats::pchisq(statistic, df, lower.tail = FALSE), adjusted = 0, boundary = 0)
}

# Each model against the one before it, of which it is a larger case, or a smaller one.
anova.duel <- function(object, ..., test = "LRT", covariance = "auto", correction = "auto") {
    models <- list(object, ...)
    need_models(models)
    test <- test_word(test)
    options <- inference(object, covariance = covariance, correction = correction)
    labels <- NULL
    if (length(models) == 1L) {
        models <- models_by_term(object)
        labels <- names(models)
    }
    found <- lapply(seq_along(models)[-1L], function(i)
        compare_models(models[[i - 1L]], models[[i]], test, options))
    facts <- function(name) c(NA, vapply(found, `[[`, 0, name))
    title <- test_titles[[test]]
    table <- data.frame(vapply(models, function(model) model$info$dimension, 0),
                        vapply(models, function(model) model$info$log_likelihood, 0), facts("df"),
                        facts("statistic"), facts("p"))
    dimnames(table) <- list(if (is.null(labels)) seq_along(models) else labels,
                            c("Parameters", "Log-lik", "Df", "Chisq", "Pr(>Chisq)"))
    notes <- c(if (any(facts("adjusted") %in% 1)) "Ties count as halves: ratios are adjusted.",
               if (any(facts("boundary") %in% 1))
                   "A parameter is at the end of its range: p-values do not quite hold.")
    heading <- c(if (is.null(labels)) paste0(title, " tests of nested models\n")
                 else paste0(title, " tests of terms, added from first to last\n"),
                 if (is.null(labels)) paste0("Model ", format(seq_along(models)), ": ",
                                             vapply(models, describe_model, ""), collapse = "\n")
                 else describe_model(object),
                 if (length(notes)) paste0("\n", paste(notes, collapse = "\n")), "")
    structure(table, heading = heading, class = c("anova", "data.frame"))
}

# The choices that make a model larger than the plainest, and what each is without them.
plain_choices <- list(position = "none", threshold_offsets = "none", threshold = "single",
                      bad_threshold = "single", spread = "none")

known_options <- function(object) {
    if (is.null(object$options))
        reject("unsupported", "a model made by as_duel() does not know all the choices of its fit")
    object$options
}

# The terms that can be left out of a fitted model, each with the options of the fit without it.
droppable <- function(object) {
    options <- known_options(object)
    without <- list()
    for (choice in names(plain_choices))
        if (options[[choice]] != code(plain_choices[[choice]], choice)) {
            without[[choice]] <- options
            without[[choice]][[choice]] <- code(plain_choices[[choice]], choice)
            if (choice == "threshold")
                without[[choice]]$tie_factors <- 0
            if (choice == "spread")
                without[[choice]]$spread_factors <- 0
        }
    if (object$info$strength != "pooled") {
        without$strength <- options
        without$strength[c("strength", "sign")] <-
            list(code("pooled", "strength"), code("positive", "sign"))
        without$strength[c("rank", "restarts")] <- 0
        without$strength$sensitivity_covariates <- character()
    }
    columns <- term_parts(object)
    for (name in setdiff(names(columns), contained_terms(object))) {
        without[[name]] <- options
        without[[name]]$covariates <- setdiff(options$covariates, columns[[name]])
    }
    without
}

# The covariates by the terms that they are of: factors and interactions have several each.
term_parts <- function(object) {
    labels <- object$item_terms$labels
    others <- setdiff(object$covariates, names(labels))
    parts <- c(stats::setNames(as.list(others), others),
               if (length(labels)) split(names(labels), factor(labels, unique(labels))))
    Filter(length, lapply(parts, intersect, object$covariates))
}

refit <- function(object, options)
    new_model(duel_model_fit(.Call(C_model_set, model_handle(object)), options),
              c(set_parts(NULL), list(item_terms = object$item_terms)), model_choices(options))

# From equal scores to the model itself, one term after the other.
models_by_term <- function(object) {
    smaller <- object
    models <- list()
    while (length(terms <- droppable(smaller))) {
        models <- c(stats::setNames(list(smaller), names(terms)[length(terms)]), models)
        smaller <- refit(smaller, terms[[length(terms)]])
    }
    equal <- smaller$options
    if (!equal$fixed_count) {
        equal$fixed_scores <- double(length(object$items))
        equal$fixed_count <- length(object$items)
        models <- c(list(items = smaller), models)
        smaller <- refit(smaller, equal)
    }
    c(list(NULL = smaller), models)
}

term_table <- function(models, base, smaller, k, test, heading) {
    facts <- function(model) {
        likelihood <- logLik.duel(model)
        c(attr(likelihood, "df"), as.numeric(likelihood))
    }
    known <- vapply(models, facts, double(2L))
    own <- facts(base)
    table <- data.frame(Df = c(NA, abs(own[1L] - known[1L, ])), `Log-lik` = c(own[2L], known[2L, ]),
                        AIC = c(k * own[1L] - 2 * own[2L], k * known[1L, ] - 2 * known[2L, ]),
                        row.names = c("<none>", if (!is.null(base$item_terms)) names(models)
                            else vapply(names(models), function(name)
                                deparse(as.name(name), backtick = TRUE), "")), check.names = FALSE)
    if (test != "none") {
        options <- inference(base)
        found <- lapply(models, function(model)
            if (smaller) compare_models(model, base, test, options)
            else compare_models(base, model, test, options))
        table$Chisq <- c(NA, vapply(found, `[[`, 0, "statistic"))
        table[["Pr(>Chisq)"]] <- c(NA, vapply(found, `[[`, 0, "p"))
    }
    structure(table, heading = c(paste0(heading[1L], "\n", describe_model(base), "\n"), heading[-1L]),
              class = c("anova", "data.frame"))
}

asked_test <- function(test) if (identical(test, "none")) "none" else test_word(test)

drop1.duel <- function(object, scope = NULL, scale = 0, test = "none", k = 2, trace = FALSE, ...) {
    unused(...)
    test <- asked_test(test)
    options <- droppable(object)
    if (!is.null(scope))
        options <- options[index(gsub("`", "", scope, fixed = TRUE), names(options), "scope")]
    models <- lapply(options, function(one) refit(object, one))
    term_table(models, object, TRUE, k, test, "Single term deletions\n")
}

# Terms that a higher one contains stay with it, as in R's own drop1().
contained_terms <- function(object) {
    if (is.null(object$item_terms))
        return(character())
    factors <- attr(object$item_terms$terms, "factors") > 0
    kept <- intersect(colnames(factors), names(term_parts(object)))
    kept[vapply(kept, function(term)
        any(vapply(setdiff(kept, term), function(higher) all(factors[factors[, term], higher]), NA)), NA)]
}

# The calls of the fit with each term of a formula that its own does not have.
added_terms <- function(object, scope) {
    known <- object$item_terms
    if (is.null(known))
        reject("argument", "scope is a formula; the covariates of the model are none")
    own <- attr(stats::terms(known$formula), "term.labels")
    wider <- stats::update.formula(known$formula, scope)
    new <- setdiff(attr(stats::terms(wider), "term.labels"), own)
    lapply(stats::setNames(new, new), function(label) {
        call <- own_call(object)
        call$covariates <- changed_formula(known$formula, label, NULL)
        call
    })
}

# The fits of calls to the rows of a model. Items without a value of some term have scores of their own in all of
# them, and in the model itself, so that they differ by the terms alone.
fits_on_rows <- function(object, calls) {
    env <- environment(object$formula)
    fit <- function(call, separate) {
        call$formula <- on_kept_rows(comparison_formula(object), object, separate = separate)
        eval(call, env)
    }
    models <- lapply(calls, fit, separate = NULL)
    apart <- lapply(c(list(object), models), function(model) sort(as.character(model$item_terms$separate)))
    all <- sort(unique(unlist(apart)))
    again <- !vapply(apart, identical, NA, all)
    models[again[-1L]] <- lapply(calls[again[-1L]], fit, separate = all)
    list(base = if (again[1L]) fit(own_call(object), all) else object, models = models,
         apart = setdiff(all, apart[[1L]]))
}

# `trace` is an argument of step() that does not matter here. scope: covariates as in the call of duel(),
# a formula where those of the model are one,
# or names of those of the set, each of which is tried alone.
add1.duel <- function(object, scope, scale = 0, test = "none", k = 2, trace = FALSE, ...) {
    unused(...)
    test <- asked_test(test)
    found <- list(base = object)
    if (inherits(scope, "formula")) {
        found <- fits_on_rows(object, added_terms(object, scope))
    } else if (is.null(object$rows)) {
        options <- known_options(object)
        scope <- gsub("`", "", scope, fixed = TRUE)
        found$models <- lapply(stats::setNames(scope, scope), function(name) {
            options$covariates <- c(options$covariates, name)
            refit(object, options)
        })
    } else {
        known <- given_covariates(object, "covariates")
        scope <- covariate_list(scope)
        found <- fits_on_rows(object, lapply(stats::setNames(names(scope), names(scope)), function(name) {
            call <- own_call(object)
            call$covariates <- c(known, scope[name])
            call
        }))
    }
    heading <- c("Single term additions\n",
                 if (length(found$apart)) paste0("Items without a value of a term have scores of their own in all models: ",
                                                 paste(found$apart, collapse = ", "), "\n"))
    term_table(found$models, found$base, FALSE, k, test, heading)
}
