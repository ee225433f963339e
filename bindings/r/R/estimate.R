# Estimates: what a fitted model and nonparametric scores answer alike (src/estimates.c). Each is a list of where it
# comes from, what of it, the options, how its values are called, and whether C calls them by numbers.

model_estimate <- function(object, type, options)
    list(source = model_handle(object), what = code(type, "type"), options = options,
         names = value_names(object, type), numbered = FALSE)

# functional: as C counts it.
gars_estimate <- function(object, functional, estimate, options)
    list(source = gars_handle(object), what = c(functional, code(estimate, "estimate")),
         options = options, names = gars_values(object, functional), numbered = TRUE)

estimate_columns <- c("estimate", "se", "lower", "upper")

# The columns of a table that names of rows do not tell already.
named_rows <- function(table, names, columns = estimate_columns) {
    out <- table[columns]
    row.names(out) <- names
    out
}

with_covariance <- function(table, names)
    structure(named_rows(table, names),
              covariance = structure(attr(table, "covariance"), dimnames = list(names, names)))

values_of <- function(of)
    named_rows(.Call(C_estimate_values, of$source, of$what, of$options), of$names)

covariance_of <- function(of)
    structure(.Call(C_estimate_covariance, of$source, of$what, of$options),
              dimnames = list(of$names, of$names))

contrasts_of <- function(of, L) {
    L <- contrast_rows(L, of$names)
    with_covariance(.Call(C_estimate_contrasts, of$source, of$what, of$options, t(L)), rownames(L))
}

tests_of <- function(of, L, null, adjustment) {
    L <- contrast_rows(L, of$names)
    if (!is.numeric(null) || anyNA(null) || !length(null) %in% c(1L, nrow(L)))
        reject("argument", "null must be one number, or one for each of the ", nrow(L), " contrasts")
    table <- .Call(C_estimate_tests, of$source, of$what, of$options, t(L),
                   rep_len(as.double(null), nrow(L)), code(adjustment, "adjustment"))
    new_tests(table[-1L], rownames(L), adjustment, attr(table, "level"))
}

pairs_of <- function(of, ref, adjustment) {
    table <- .Call(C_estimate_pairs, of$source, of$what, of$options,
                   if (!is.null(ref)) index(ref, of$names, "ref"), code(adjustment, "adjustment"))
    if (of$numbered)
        table[1:2] <- lapply(table[1:2], function(side) of$names[as.integer(side) + 1L])
    new_tests(table, paste(table$first, table$second, sep = " - "), adjustment,
              attr(table, "level"))
}

# Ranks behind what is ranked, which is called `name`.
ranks_of <- function(of, name, values) {
    table <- .Call(C_estimate_ranks, of$source, of$what, of$options)
    table[[name]] <- unname(values)
    named_rows(table, of$names, c(name, "rank", "rank_best", "rank_worst"))
}
