# Estimates: what a fitted model and nonparametric scores answer alike. Each is a list of its handle, how its values
# are called, and whether C calls them by numbers.

model_estimate <- function(object, type, options)
    list(handle = duel_model_estimate(model_handle(object), quantity = code(type, "type"), options = options),
         names = value_names(object, type), numbered = FALSE)

# functional: as C counts it.
gars_estimate <- function(object, functional, estimate, options)
    list(handle = duel_gars_estimate(gars_handle(object), functional = functional,
                                     estimator = code(estimate, "estimate"), options = options),
         names = gars_values(object, functional), numbered = TRUE)

estimate_columns <- c("estimate", "se", "lower", "upper")

# Numbers of rows, columns and folds as R counts them.
from_one <- function(table, columns) {
    table[columns] <- lapply(table[columns], `+`, 1)
    table
}

# The columns of a table that names of rows do not tell already.
named_rows <- function(table, names, columns = estimate_columns) {
    out <- table[columns]
    row.names(out) <- names
    class(out) <- c("duel_table", "data.frame")
    out
}

with_covariance <- function(table, names, covariance = attr(table, "covariance"))
    structure(named_rows(table, names),
              covariance = structure(covariance, dim = rep(length(names), 2L),
                                     dimnames = list(names, names)))

values_of <- function(of) named_rows(duel_estimate_values(of$handle), of$names)

covariance_of <- function(of)
    named_matrix(duel_estimate_covariance(of$handle, capacity = length(of$names)^2), of$names)

# L is transposed for the library, which reads row after row.
contrasts_of <- function(of, L) {
    L <- contrast_rows(L, of$names)
    count <- nrow(L)
    covariance <- duel_estimate_contrast_covariance(of$handle, weights = t(L), contrasts = count,
                                                    capacity = count^2)
    with_covariance(duel_estimate_contrasts(of$handle, weights = t(L), contrasts = count),
                    rownames(L), covariance)
}

tests_of <- function(of, L, null, adjustment) {
    L <- contrast_rows(L, of$names)
    count <- nrow(L)
    if (!is.numeric(null) || anyNA(null) || !length(null) %in% c(1L, count))
        reject("argument", "null must be one number, or one for each of the ", count, " contrasts")
    table <- duel_estimate_tests(of$handle, weights = t(L), contrasts = count,
                                 options = list(adjustment = code(adjustment, "adjustment"),
                                                null = rep_len(as.double(null), count)))
    new_tests(table[setdiff(names(table), "contrast")], rownames(L), adjustment, attr(table, "level"))
}

evidence_of <- function(of, L, null) {
    L <- contrast_rows(L, of$names)
    count <- nrow(L)
    if (!is.numeric(null) || anyNA(null) || !length(null) %in% c(1L, count))
        reject("argument", "null must be one number, or one for each of the ", count, " contrasts")
    table <- duel_estimate_e_values(of$handle, weights = t(L), contrasts = count,
                                    null = rep_len(as.double(null), count))
    named_rows(table, rownames(L), setdiff(names(table), "contrast"))
}

pairs_of <- function(of, ref, adjustment) {
    options <- list(family = constant("FAMILY_ALL_PAIRS"), adjustment = code(adjustment, "adjustment"))
    if (!is.null(ref)) {
        options$family <- constant("FAMILY_TO_REFERENCE")
        options$reference <- index(ref, of$names, "ref") - 1L
    }
    table <- duel_estimate_pairs(of$handle, options)
    if (of$numbered)
        table[c("first", "second")] <-
            lapply(table[c("first", "second")], function(side) of$names[as.integer(side) + 1L])
    new_tests(table, paste(table$first, table$second, sep = " - "), adjustment,
              attr(table, "level"))
}

# Scores as the fit shows them: its reference is zero. Ranks, tiers, letters and winners do not depend on what is zero,
# as they are of differences; these are the numbers beside them.
shown_scores <- function(object)
    if (is.null(object$ref)) object$coefficients else object$coefficients - object$coefficients[[object$ref]]

# Ranks behind what is ranked, which is called `name`.
ranks_of <- function(of, name, values) {
    table <- duel_estimate_ranks(of$handle)
    table[[name]] <- unname(values)
    as_board(named_rows(table, of$names, c(name, "rank", "rank_best", "rank_worst")))
}

# Tables of items that are printed as boards: the best first. Rows themselves are in the order of the items.
as_board <- function(table) {
    class(table) <- c("duel_board", "duel_table", "data.frame")
    table
}

# By the rank or the tier, and within it by the first column, the largest first.
board_order <- function(table) {
    groups <- table[intersect(c("rank", "tier"), names(table))]
    value <- if (is.numeric(table[[1L]]) && !names(table)[1L] %in% names(groups)) -table[[1L]]
    do.call(order, unname(c(as.list(groups), if (!is.null(value)) list(value), list(seq_len(nrow(table))))))
}

print.duel_board <- function(x, ...) {
    shown <- x
    class(shown) <- "data.frame"
    print(shown[board_order(shown), , drop = FALSE], ...)
    invisible(x)
}
