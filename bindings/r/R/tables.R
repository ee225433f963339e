# Sets from what other packages and books keep comparisons in: square tables of wins, and paircomp objects.

# A square table of counts: the row's item was preferred to the column's this many times. No order is known:
# of every pair the item that comes first stands on the left.
duel_set.table <- function(x, ...) {
    unused(...)
    counts <- unclass(x)
    if (length(dim(counts)) != 2L || nrow(counts) != ncol(counts) || is.null(rownames(counts)) ||
        !identical(rownames(counts), colnames(counts)))
        reject("argument", "a table of wins is square, with the same names for rows and columns")
    bad <- which(!is.finite(counts) | counts < 0, arr.ind = TRUE)
    if (nrow(bad))
        reject("data", 'the count of "', rownames(counts)[bad[1L, 1L]], '" over "',
               rownames(counts)[bad[1L, 2L]], '" is ', counts[bad][1L])
    own <- match(TRUE, diag(counts) > 0)
    if (!is.na(own))
        reject("data", 'the diagonal counts ', diag(counts)[own], ' of "', rownames(counts)[own],
               '" over itself, which no comparison is; set it to 0')
    pairs <- utils::combn(nrow(counts), 2L)
    wins <- counts[t(pairs)]
    losses <- counts[t(pairs[2:1, , drop = FALSE])]
    met <- which(wins + losses > 0)
    items <- factor(rownames(counts), levels = rownames(counts))
    new_set(build_set(rows_list(items[pairs[1L, met]], items[pairs[2L, met]],
        answer = list(counts = cbind(as.double(wins[met]), as.double(losses[met]))),
        ordered = rep(FALSE, length(met)))))
}

duel_set.matrix <- function(x, ...) duel_set.table(x, ...)

# psychotools: one row for each subject, who becomes the judge; one column for each pair, positive where
# the first of the two was preferred. How much it was preferred is left out. Which was shown first is not known.
duel_set.paircomp <- function(x, ...) {
    unused(...)
    rows <- paircomp_rows(x)
    new_set(build_set(rows_list(rows$left, rows$right, rows$subject, answer = list(score = rows$score),
                                ordered = rep(isTRUE(attr(x, "ordered")), nrow(rows)))))
}

# The comparisons of a paircomp object, one a row; the subjects as a factor in their order. The object is a matrix
# with attributes, and psychotools, whose methods would read it, need not be there.
paircomp_rows <- function(x) {
    items <- attr(x, "labels")
    values <- unclass(x)
    # In the order of the columns: 1:2, 1:3, 2:3, 1:4, ..., and reversed where the order was recorded.
    second <- rep(seq_along(items), seq_along(items) - 1L)
    first <- sequence(seq_along(items) - 1L)
    if (isTRUE(attr(x, "ordered"))) {
        turned <- first
        first <- c(first, second)
        second <- c(second, turned)
    }
    if (!is.matrix(values) || !is.character(items) || ncol(values) != length(first))
        reject("data", "an object of class \"paircomp\" is a matrix with a column for each pair of its labels; this one has ",
               counted(NCOL(values), "column"), " and ", counted(length(items), "label"))
    score <- (sign(as.double(values)) + 1) / 2
    known <- which(!is.na(score))
    items <- factor(items, levels = items)
    names <- rownames(values)
    subjects <- if (is.null(names) || anyDuplicated(names)) seq_len(nrow(values)) else names
    who <- rep(factor(subjects, subjects), length(first))
    pair <- rep(seq_along(first), each = nrow(values))
    data.frame(subject = who[known], left = items[first[pair[known]]], right = items[second[pair[known]]],
               score = score[known])
}
