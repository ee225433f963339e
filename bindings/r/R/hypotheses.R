# Tests of pairs and of contrasts, adjusted for their number.

test_columns <- c(estimate_columns, "statistic", "p", "p_adjusted")

# The options of tests: only the single step simulates.
about_tests <- function(object, type, level, covariance, adjustment, ...)
    inference(object, type, level, covariance = covariance,
              simulates = adjustment == "single_step", ...)

test_pairs <- function(object, ...) UseMethod("test_pairs")

test_pairs.duel <- function(object, ref = NULL, adjustment = "single_step", level = 0.95,
                            covariance = "auto", ...) {
    need_scores(object, "tests of pairs")
    adjustment <- word(adjustment, "adjustment")
    options <- about_tests(object, "scores", level, covariance, adjustment, ...)
    pairs_of(model_estimate(object, "scores", options), ref, adjustment)
}

test_contrasts <- function(object, ...) UseMethod("test_contrasts")

test_contrasts.duel <- function(object, L = "pairwise", type = "scores", null = 0,
                                adjustment = "single_step", level = 0.95, covariance = "auto",
                                ref = object$ref, ...) {
    type <- word(type, "type")
    adjustment <- word(adjustment, "adjustment")
    options <- about_tests(object, type, level, covariance, adjustment, ref = ref, ...)
    tests_of(model_estimate(object, type, options), L, null, adjustment)
}

# Evidence that holds at all looks.
e_values <- function(object, ...) UseMethod("e_values")

e_values.duel <- function(object, L = "pairwise", type = "scores", null = 0, covariance = "auto", ref = object$ref,
                          ...) {
    type <- word(type, "type")
    options <- inference(object, type, covariance = covariance, ref = ref, ...)
    evidence_of(model_estimate(object, type, options), L, null)
}

# The sequential test of two candidates, from counts of the worst result to the best.
sprt <- function(counts, elo0 = 0, elo1, scale = "logistic", alpha = 0.05, beta = 0.05) {
    if (!is.numeric(counts))
        reject("argument", "counts must be numbers: losses, ties, wins, or five counts of pairs")
    found <- duel_counts_sprt(as.double(counts), count = length(counts),
                              options = list(elo0 = number(elo0, "elo0"), elo1 = number(elo1, "elo1"),
                                             alpha = number(alpha, "alpha"), beta = number(beta, "beta"),
                                             elo_scale = code(scale, "scale", "elo_scale")))
    found$decision <- word_of(found$decision, "decision")
    found
}

new_tests <- function(table, names, adjustment, level)
    structure(named_rows(table, names, names(table)), adjustment = adjustment, level = level,
              family = nrow(table), class = c("duel_tests", "data.frame"))

adjustment_names <- c(single_step = "single step (distribution of the largest statistic)", none = "none",
                      bonferroni = "Bonferroni", holm = "Holm", hochberg = "Hochberg",
                      bh = "Benjamini-Hochberg", by = "Benjamini-Yekutieli",
                      benjamini_hochberg = "Benjamini-Hochberg",
                      benjamini_yekutieli = "Benjamini-Yekutieli", e_bh = "e-BH", ebh = "e-BH",
                      e_holm = "e-Holm")

print.duel_tests <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    # Rows and columns may have been chosen since: then it is a table like others.
    if (is.null(attr(x, "adjustment")) || !all(test_columns %in% names(x)))
        return(NextMethod())
    single <- !attr(x, "adjustment") %in% c("single_step", "bonferroni")
    family <- attr(x, "family")
    cat("Two-sided tests", if (nrow(x) < family) paste0(", ", nrow(x), " of a family"), " of ",
        counted(family, "hypothesis", "hypotheses"), ", adjustment: ",
        adjustment_names[[attr(x, "adjustment")]], ";\n", 100 * attr(x, "level"), " % intervals ",
        if (single) "of each by itself" else "that hold all at once", "\n\n", sep = "")
    shown <- format(as.data.frame(unclass(x))[test_columns], digits = digits)
    for (column in c("p", "p_adjusted"))
        shown[[column]] <- format.pval(x[[column]], digits = max(1L, digits - 1L), eps = 1e-5)
    row.names(shown) <- row.names(x)
    print(shown)
    invisible(x)
}

# P-values of tests made elsewhere; NA is no part of the family.
adjust <- function(p, adjustment = "holm") {
    if (!is.numeric(p))
        reject("argument", "p must be numbers")
    out <- duel_p_adjust(as.double(p), count = length(p), adjustment = code(adjustment, "adjustment"),
                         capacity = length(p))
    out[is.na(p)] <- p[is.na(p)]
    stats::setNames(out, names(p))
}
