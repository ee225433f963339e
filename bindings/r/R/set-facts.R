# Facts about a set before any fit.

count_columns <- c("left_wins", "right_wins", "plain_ties", "both_good", "both_bad")
anonymous <- "(anonymous)"

# Cells with names; contexts and judges that are absent are NA.
cell_table <- function(handle) {
    cells <- duel_set_cells(handle)
    kinds <- c(context = "KIND_CONTEXT", judge = "KIND_JUDGE", left = "KIND_ITEM", right = "KIND_ITEM")
    cells[names(kinds)] <- Map(function(names, kind) factor(names, levels = set_names(handle, kind)),
                               cells[names(kinds)], kinds)
    cells
}

as.data.frame.duel_set <- function(x, row.names = NULL, optional = FALSE, ...) {
    table <- cell_table(set_handle(x))
    if (!is.null(row.names))
        row.names(table) <- row.names
    table
}

summary.duel_set <- function(object, ...) {
    handle <- set_handle(object)
    items <- duel_set_items(handle)
    row.names(items) <- items$item
    groups <- c("component", "group", "group_decided")
    items[groups] <- items[groups] + 1
    judges <- by_judge(duel_set_judges(handle, level = 0.95))
    pairs <- duel_set_pairs(handle)
    structure(class = "summary.duel_set",
              list(totals = object$totals, contexts = object$contexts, cells = object$cells,
                   covariates = object$covariates, items = items, judges = judges,
                   pairs = pairs))
}

counted <- function(count, one, many = paste0(one, "s"))
    paste(format(count, big.mark = ",", scientific = FALSE, trim = TRUE),
          if (count == 1) one else many)

describe_totals <- function(totals) {
    kinds <- c(left_wins = "left preferred", right_wins = "right preferred", plain_ties = "ties",
               both_good = "both good", both_bad = "both bad")
    kinds <- kinds[totals[names(kinds)] > 0 | names(kinds) %in% c("left_wins", "right_wins")]
    paste0(format(totals[names(kinds)], big.mark = ",", scientific = FALSE, trim = TRUE), " ",
           kinds, collapse = ", ")
}

print.duel_set <- function(x, ...) {
    cat("Set of ", counted(x$totals[["comparisons"]], "comparison"), ": ",
        describe_totals(x$totals), "\n", sep = "")
    cat_omitted(x$na.action)
    cat(counted(length(x$items), "item"), ", ",
        if (length(x$judges)) counted(length(x$judges), "judge") else "no named judge", ", ",
        if (x$contexts) counted(x$contexts, "context") else "no context", ", ",
        counted(x$cells, "cell"), "\n", sep = "")
    if (length(x$covariates))
        cat("Covariates: ", paste(x$covariates, collapse = ", "), "\n", sep = "")
    invisible(x)
}

print.summary.duel_set <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat(counted(x$totals[["comparisons"]], "comparison"), ": ", describe_totals(x$totals), "\n",
        sep = "")
    cat("\nItems:\n")
    print(x$items[c("comparisons", "wins", "losses", "ties", "opponents", "shown_first")],
          digits = digits, ...)
    if (nrow(x$judges) > 1L || !anonymous %in% row.names(x$judges)) {
        cat("\nJudges:\n")
        rare <- c("both_good", "both_bad")
        rare <- rare[colSums(x$judges[rare]) == 0]
        shown <- c("comparisons", setdiff(count_columns, rare), "first_share", "is_position_driven")
        print(x$judges[shown], digits = digits, ...)
    }
    cat("\n")
    for (fact in set_facts(x))
        cat(strwrap(fact, exdent = 2L), sep = "\n")
    invisible(x)
}

# The sentences that a reader needs before fitting.
set_facts <- function(x) {
    items <- row.names(x$items)
    parts <- max(x$items$component, 0)
    groups <- max(x$items$group, 0)
    position <- row.names(x$judges)[x$judges$is_position_driven]
    one_order <- sum((x$pairs$first_on_left == 0) != (x$pairs$second_on_left == 0))
    never <- function(column) items[x$items$comparisons > 0 & x$items[[column]] == 0 &
                                    x$items$ties == 0]
    some <- function(text, names) if (length(names)) paste0(text, ": ", paste(names, collapse = ", "))
    c(if (parts == 1) "Connected: every item is compared with every other, if only through others."
      else sprintf("Not connected: %d components; scores cannot be compared across them.", parts),
      if (groups == 1) "One strongly connected group: finite scores exist."
      else sprintf("%d strongly connected groups: finite scores do not exist without a ridge or pseudo-comparisons.", groups),
      some("Never won or tied", never("wins")), some("Never lost or tied", never("losses")),
      if (one_order) sprintf("%d of %d pairs were shown in one order only: a position effect is tied to the items there.", one_order, nrow(x$pairs)),
      some("Judges whose answers follow the position", position))
}
