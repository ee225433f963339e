# A forest plot: one line for each value, its interval, and for scores the range of its rank.

plot.duel <- function(x, type = plotted_type(x), level = 0.95, covariance = "auto", sort = TRUE,
                      show.ranks = TRUE, xlab = NULL, main = NULL, tiers = NULL, top = NULL,
                      xlim = NULL, col = "black", pch = 19, cex = NULL, ...) {
    type <- word(type, "type", also = "abilities")
    asked <- list(...)
    graphical <- names(asked) %in% names(graphics::par(no.readonly = TRUE))
    old <- graphics::par(asked[graphical])
    on.exit(graphics::par(old))
    asked <- asked[!graphical]
    table <- if (type == "abilities") do.call(abilities, c(list(x, level, covariance = covariance), asked))
             else do.call(estimates, c(list(x, type, level, covariance = covariance), asked))
    tiers <- plotted_tiers(x, type, tiers, level, covariance)
    table$tier <- tiers
    label <- row.names(table)
    col <- rep_len(col, length(label))
    pch <- rep_len(pch, length(label))
    if (type == "scores" && flag(show.ranks, "show.ranks")) {
        range <- plotted_ranks(x, level, covariance, asked)
        table <- cbind(table, range[c("rank", "rank_best", "rank_worst")])
    }
    order <- if (flag(sort, "sort")) order(table$estimate) else rev(seq_along(label))
    if (!is.null(top)) {
        highest <- order(-table$estimate)[seq_len(min(whole(top, "top", 1), length(label)))]
        order <- order[order %in% highest]
    }
    table <- table[order, ]
    draw_columns(table, label[order], if (is.null(xlab)) axis_label(type, level) else xlab, main,
                 col[order], xlim, pch[order], cex)
    invisible(table)
}

# How many columns of lines a forest needs so that its text stays half as large as other text: one, unless the page
# is small. Where names are long, fewer, so that they leave half of the width; on a page that the user shares out, one.
forest_columns <- function(label, cex) {
    if (!is.null(cex) || any(graphics::par("mfrow") != 1L))
        return(1L)
    wanted <- min(4L, ceiling(length(label) / max(1, floor(page_lines() / 0.5))))
    # Names and ranks, by the mean width of a letter: they are measured on a page, and there is none yet.
    letters <- max(nchar(label)) + 9
    fits <- function(columns)
        0.5 * graphics::par("cin")[1L] * letters * line_size(ceiling(length(label) / columns)) + 3 * graphics::par("csi") <
            0.6 * graphics::par("din")[1L] / columns
    max(1L, Filter(fits, seq_len(wanted)))
}

# The best are in the first column; all have one axis.
draw_columns <- function(table, label, xlab, main, col, xlim, pch, cex) {
    columns <- forest_columns(label, cex)
    if (columns == 1L)
        return(draw_forest(table, label, xlab, main, col, xlim = xlim, pch = pch, cex = cex))
    old <- graphics::par(mfrow = c(1L, columns), cex = 1)
    on.exit(graphics::par(old))
    each <- ceiling(length(label) / columns)
    run <- split(seq_along(label), (length(label) - seq_along(label)) %/% each)
    limits <- if (is.null(xlim)) forest_limits(table) else xlim
    for (at in seq_along(run)) {
        rows <- run[[at]]
        graphics::par(mfg = c(1L, at, 1L, columns))
        draw_forest(table[rows, ], label[rows], if (at == (columns + 1L) %/% 2L) xlab else "",
                    if (at == 1L) main else if (!is.null(main)) "", col[rows], xlim = limits, pch = pch[rows],
                    cex = line_size(each))
    }
}

# The tier of each item: NULL, TRUE for those by significance, or a table made by tiers().
plotted_tiers <- function(x, type, tiers, level, covariance) {
    if (is.null(tiers) || identical(tiers, FALSE))
        return(NULL)
    if (type != "scores")
        reject("argument", 'tiers are of scores; type is "', type, '"')
    if (identical(tiers, TRUE))
        tiers <- tiers.duel(x, level = level, covariance = covariance, seed = 0)
    if (!is.data.frame(tiers) || is.null(tiers$tier) || nrow(tiers) != length(x$items))
        reject("argument", "tiers must be TRUE, or a table made by tiers()")
    tiers[x$items, "tier"]
}

# Ranks under those of the further questions that concern them.
plotted_ranks <- function(x, level, covariance, asked) {
    asked <- asked[names(asked) %in% c("correction", "quantiles", "bootstrap", "draws", "threads")]
    do.call(ranks, c(list(x, level, covariance, seed = 0), asked))
}

axis_label <- function(type, level) {
    name <- c(abilities = "ability", scores = "score", sensitivities = "sensitivity", log_sensitivities =
              "log sensitivity", positions = "position effect", effects = "effect",
              thresholds = "tie threshold", strengths = "strength", win_rates = "win rate",
              shares = "share", threshold_offsets = "offset to the tie threshold",
              pair_thresholds = "tie threshold", variances = "variance", spreads = "spread",
              log_spreads = "log spread", disagreements = "disagreement",
              bad_thresholds = "threshold of both bad", judge_factors = "part in the direction",
              item_factors = "place in the direction",
              disagreement_norms = "size of the disagreement",
              disagreement_ratios = "disagreement over agreement",
              disagreement_sizes = "size of the direction",
              sensitivity_slopes = "slope of the log sensitivity")[[type]]
    sprintf("%s with %s %% interval", name, format(100 * level))
}

# The size of text at which this many lines stand clear of each other on the open device, at most one.
line_size <- function(count, cex = NULL) {
    if (!is.null(cex))
        return(number(cex, "cex", 0))
    min(1, page_lines() / count)
}

# How many lines of text stand clear of each other on the open device.
page_lines <- function() {
    height <- max(graphics::par("din")[2L] - 6.5 * graphics::par("csi"), graphics::par("csi"))
    height / (1.05 * graphics::par("cin")[2L])
}

forest_limits <- function(table) {
    ends <- unlist(table[c("estimate", "lower", "upper")])
    range(ends[is.finite(ends)], if (!any(is.finite(ends))) c(-1, 1))
}

draw_forest <- function(table, label, xlab, main, col = "black", none = 0, xlim = NULL, pch = 19,
                        cex = NULL) {
    rows <- seq_along(label)
    limits <- if (is.null(xlim)) forest_limits(table) else xlim
    has_ranks <- !is.null(table$rank)
    side <- function(text) max(graphics::strwidth(text, units = "inches", cex = size)) /
        graphics::par("csi") + 1.5
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    # An empty page first: the widths of labels, and so the margins, are known only on a page.
    graphics::plot.new()
    size <- line_size(length(label), cex)
    rank_text <- if (has_ranks) ifelse(table$rank_best == table$rank_worst,
                                       format(table$rank_best, trim = TRUE),
                                       paste0(table$rank_best, " - ", table$rank_worst))
    graphics::par(mar = c(4.5, side(label), if (is.null(main)) 2 else 4,
                          if (has_ranks) side(c(rank_text, "ranks")) else 1), new = TRUE)
    graphics::plot.default(NA, xlim = limits, ylim = c(0.5, length(rows) + 0.5), yaxt = "n", yaxs = "i",
                           xlab = xlab, ylab = "", main = main, bty = "n")
    if (!is.null(table$tier))
        shade_tiers(table$tier)
    graphics::abline(v = none, col = "grey80")
    graphics::abline(h = rows, col = "grey93")
    # An endless interval ends at the edge of the plot.
    edge <- graphics::par("usr")
    graphics::segments(pmax(table$lower, edge[1L]), rows, pmin(table$upper, edge[2L]), rows,
                       lwd = 2, col = "grey40")
    graphics::points(table$estimate, rows, pch = pch, col = col, cex = max(size, 0.5))
    # gap.axis: no label is left out.
    graphics::axis(2, at = rows, labels = label, las = 1, tick = FALSE, cex.axis = size, gap.axis = -1)
    if (has_ranks) {
        graphics::axis(4, at = rows, labels = rank_text, las = 1, tick = FALSE, cex.axis = size,
                       gap.axis = -1)
        graphics::mtext("ranks", side = 4, at = edge[4L] + 0.5 * graphics::par("cxy")[2L], las = 1, line = 1, cex = size)
    }
}

# Every other run of one tier on a grey ground.
shade_tiers <- function(tier) {
    runs <- rle(ifelse(is.na(tier), 0L, tier))
    above <- cumsum(runs$lengths) + 0.5
    grey <- runs$values %% 2L == 1L
    edge <- graphics::par("usr")
    if (any(grey))
        graphics::rect(edge[1L], (above - runs$lengths)[grey], edge[2L], above[grey],
                       col = "grey95", border = NA)
}
