# What a set says before any fit.

item_columns <- c("comparisons", "wins", "losses", "ties", "opponents", "first")
judge_columns <- c("comparisons", "left", "right", "ties", "both_good", "both_bad", "left_share",
                   "follows_slot")
cell_columns <- c("left_preferred", "right_preferred", "ties", "both_good", "both_bad",
                  "squared_weights")
anonymous <- "(anonymous)"

set_table <- function(handle, what, columns, names) {
    table <- as.data.frame(.Call(C_set_get, handle, constant(what)))
    names(table) <- columns
    if (nrow(table) == length(names) + 1L)
        names <- c(names, anonymous)
    row.names(table) <- names
    table
}

# Cells with names; contexts and judges that are absent are NA.
cell_table <- function(handle) {
    cells <- .Call(C_set_get, handle, constant("SET_CELLS"))
    named <- function(column, kind) {
        levels <- set_names(handle, kind)
        id <- cells[, column]
        id[id < 0] <- NA
        factor(levels[id + 1], levels = levels)
    }
    table <- data.frame(context = named(1L, "KIND_CONTEXT"), judge = named(2L, "KIND_JUDGE"),
                        left = named(3L, "KIND_ITEM"), right = named(4L, "KIND_ITEM"))
    table[cell_columns] <- as.data.frame(cells[, 5:10, drop = FALSE])
    table
}

as.data.frame.duel_set <- function(x, row.names = NULL, optional = FALSE, ...) {
    table <- cell_table(set_handle(x))
    if (!is.null(row.names))
        row.names(table) <- row.names
    table
}

summary.duel_set <- function(object, ...) {
    handle <- set_handle(object)
    item_facts <- function(what) drop(.Call(C_set_get, handle, constant(what)))
    items <- set_table(handle, "SET_ITEMS", item_columns, object$items)
    items$component <- item_facts("SET_COMPONENTS") + 1
    items$group <- item_facts("SET_GROUPS") + 1
    items$group_decided <- item_facts("SET_GROUPS_DECIDED") + 1
    judges <- set_table(handle, "SET_JUDGES", judge_columns, object$judges)
    judges$follows_slot <- judges$follows_slot != 0
    pairs <- .Call(C_set_get, handle, constant("SET_PAIRS"))
    pairs <- data.frame(i = object$items[pairs[, 1L] + 1], j = object$items[pairs[, 2L] + 1],
                        first_i = pairs[, 3L], first_j = pairs[, 4L], wins_i = pairs[, 5L],
                        wins_j = pairs[, 6L], ties = pairs[, 7L])
    structure(class = "summary.duel_set",
              list(totals = object$totals, contexts = object$contexts, cells = object$cells,
                   covariates = object$covariates, items = items, judges = judges,
                   pairs = pairs))
}

counted <- function(count, one, many = paste0(one, "s"))
    paste(format(count, big.mark = ",", scientific = FALSE, trim = TRUE),
          if (count == 1) one else many)

describe_totals <- function(totals) {
    kinds <- c(left = "left preferred", right = "right preferred", ties = "ties",
               both_good = "both good", both_bad = "both bad")
    kinds <- kinds[totals[names(kinds)] > 0 | names(kinds) %in% c("left", "right")]
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
    print(x$items[item_columns], digits = digits, ...)
    if (nrow(x$judges) > 1L || !anonymous %in% row.names(x$judges)) {
        cat("\nJudges:\n")
        rare <- c("both_good", "both_bad")
        rare <- rare[colSums(x$judges[rare]) == 0]
        print(x$judges[setdiff(names(x$judges), rare)], digits = digits, ...)
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
    slot <- row.names(x$judges)[x$judges$follows_slot]
    one_order <- sum((x$pairs$first_i == 0) != (x$pairs$first_j == 0))
    never <- function(column) items[x$items$comparisons > 0 & x$items[[column]] == 0 &
                                    x$items$ties == 0]
    some <- function(text, names) if (length(names)) paste0(text, ": ", paste(names, collapse = ", "))
    c(if (parts == 1) "Connected: every item is compared with every other, if only through others."
      else sprintf("Not connected: %d components; scores cannot be compared across them.", parts),
      if (groups == 1) "One strongly connected group: finite scores exist."
      else sprintf("%d strongly connected groups: finite scores do not exist without a ridge or pseudo-comparisons.", groups),
      some("Never won or tied", never("wins")), some("Never lost or tied", never("losses")),
      if (one_order) sprintf("%d of %d pairs were shown in one order only: a position effect is tied to the items there.", one_order, nrow(x$pairs)),
      some("Judges whose answers follow the slot", slot))
}
