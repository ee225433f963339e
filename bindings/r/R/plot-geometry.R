# Plots of several models, maps, trees and matrices.

# Lines from rank to rank: a column for each ranking, the best on top.
plot_ranks <- function(..., top = NULL, col = NULL, main = NULL) {
    scores <- rankings_of(list(...), as.list(substitute(list(...)))[-1L])
    ranks <- apply(-scores, 2L, rank, ties.method = "min", na.last = "keep")
    ranks <- matrix(ranks, nrow(scores), dimnames = dimnames(scores))
    if (!is.null(top)) {
        top <- whole(top, "top", 1)
        ranks <- ranks[apply(ranks, 1L, function(r) any(r <= top, na.rm = TRUE)), , drop = FALSE]
    }
    ranks <- ranks[order(ranks[, 1L], ranks[, ncol(ranks)]), , drop = FALSE]
    if (is.null(col))
        col <- grDevices::hcl.colors(nrow(ranks), "Dark 3")
    col <- rep_len(col, nrow(ranks))
    # Items of one rank stand beside each other in the text of that rank.
    written <- function(r) tapply(names(r), r, paste, collapse = ", ")
    first <- written(ranks[, 1L])
    last <- written(ranks[, ncol(ranks)])
    first[] <- paste0(first, "  ", names(first))
    last[] <- paste0(names(last), "  ", last)
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    graphics::plot.new()
    size <- line_size(nrow(ranks))
    graphics::par(mar = c(1, names_margin(first) + 1, if (is.null(main)) 3 else 5, names_margin(last) + 1), new = TRUE)
    graphics::plot.default(NA, xlim = c(1, ncol(ranks)) + c(-0.05, 0.05),
                           ylim = rev(range(ranks, na.rm = TRUE)) + c(0.5, -0.5), axes = FALSE,
                           xlab = "", ylab = "", main = main)
    for (i in seq_len(nrow(ranks)))
        graphics::lines(seq_len(ncol(ranks)), ranks[i, ], type = "o", pch = 19, cex = 0.8 * size,
                        lwd = 2, col = col[i])
    for (end in list(list(2, first), list(4, last)))
        draw_names(end[[1L]], as.numeric(names(end[[2L]])), end[[2L]])
    graphics::axis(3, at = seq_len(ncol(ranks)), labels = colnames(ranks), tick = FALSE,
                   gap.axis = -1)
    invisible(ranks)
}

plot.duel_map <- function(x, axes = NULL, col = "black", pch = 19, cex = NULL, xlab = NULL, ylab = NULL, main = NULL,
                          ...) {
    axes <- if (is.null(axes)) seq_len(min(2L, ncol(x$points)))
            else vapply(axes, whole, 0, "axes", 1, ncol(x$points))
    p <- x$points[, axes, drop = FALSE]
    if (ncol(p) == 1L)
        p <- cbind(p, 0)
    named <- function(i) {
        share <- x$eigenvalues$share[axes[i]]
        paste0("axis ", axes[i], if (!is.null(share)) sprintf(" (%.0f %%)", 100 * share))
    }
    graphics::plot.default(p, type = "n", asp = 1, xlab = if (is.null(xlab)) named(1L) else xlab,
                           ylab = if (!is.null(ylab)) ylab else if (length(axes) > 1L) named(2L)
                                  else "", main = main, ...)
    graphics::abline(h = 0, v = 0, col = "grey93")
    label_points(p, row.names(p), rep(FALSE, nrow(p)), col, pch, cex)
    invisible(p)
}

# A dendrogram lying down, the names at the left, items of one cluster in one colour.
plot.duel_cluster <- function(x, number = NULL, xlab = "height", main = NULL, ...) {
    n <- length(x$order)
    labels <- x$labels[x$order]
    group <- if (is.null(number)) rep(1L, n) else cut.duel_cluster(x, number)[x$order]
    shade <- if (is.null(number)) "black" else
        grDevices::hcl.colors(max(group), "Dark 3")[match(group, unique(group))]
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    reach <- if (n > 1L && max(x$height) > 0) max(x$height) else 1
    graphics::plot.new()
    graphics::par(mar = c(4.5, names_margin(labels) + 0.5, if (is.null(main)) 2 else 4, 1), new = TRUE)
    graphics::plot.default(NA, xlim = c(0, 1.02 * reach), ylim = c(n + 0.5, 0.5), yaxt = "n",
                           xlab = xlab, ylab = "", main = main, bty = "n", xaxs = "i", yaxs = "i")
    draw_names(2, seq_len(n), labels, shade)
    place <- match(seq_len(n), x$order)
    at <- double(n - 1L)
    for (t in seq_len(n - 1L)) {
        ends <- ifelse(x$merge[t, ] < 0, place[abs(x$merge[t, ])], at[abs(x$merge[t, ])])
        from <- ifelse(x$merge[t, ] < 0, 0, x$height[abs(x$merge[t, ])])
        graphics::segments(from, ends, x$height[t], ends)
        graphics::segments(x$height[t], ends[1L], x$height[t], ends[2L])
        at[t] <- mean(ends)
    }
    invisible(x)
}

# A heat map, the best item first; pairs without a value stay white.
plot.duel_match_matrix <- function(x, sort = TRUE, main = NULL, ...) {
    order <- if (flag(sort, "sort")) order(-attr(x, "scores")) else seq_len(nrow(x))
    m <- as.matrix(x)[order, order, drop = FALSE]
    top <- if (attr(x, "what") %in% c("predicted", "observed") && attr(x, "outcome") == "win") 1
           else max(m, 0, na.rm = TRUE)
    value <- if (attr(x, "what") %in% c("counts", "expected")) log1p(m) / log1p(top) else m / top
    n <- nrow(m)
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    # Columns are called by the numbers of rows.
    size <- labelled_page(paste(row.names(m), "", seq_len(n)), c(0.5, n + 0.5), "", main)
    colours <- grDevices::hcl.colors(64L, "Blue-Red 2")
    if (top != 1 || attr(x, "outcome") != "win")
        colours <- grDevices::hcl.colors(64L, "Blues 3", rev = TRUE)
    # Many cells as one picture: as rectangles they fill megabytes.
    graphics::image(seq_len(n), seq_len(n), t(value), zlim = c(0, 1), col = colours, add = TRUE,
                    useRaster = n > 30L)
    known <- which(!is.nan(m), arr.ind = TRUE)
    text <- format(m[known], digits = 2L)
    size <- if (length(text)) cell_size(text[which.max(nchar(text))], n, 0.8 * size) else 0
    if (size > 0)
        graphics::text(known[, 2L], known[, 1L], text, cex = size)
    graphics::axis(1, at = seq_len(n), tick = FALSE)
    invisible(m)
}
