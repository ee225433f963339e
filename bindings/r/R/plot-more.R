# Plots of what goes beyond estimates: probabilities of ranks, groups, bootstraps, calibration.

# An empty page whose left margin holds the labels, best at the top.
labelled_page <- function(label, xlim, xlab, main, right = 1, bottom = 4.5) {
    graphics::plot.new()
    graphics::par(mar = c(bottom, names_margin(label) + 0.5, if (is.null(main)) 2 else 4, right), new = TRUE)
    graphics::plot.default(NA, xlim = xlim, ylim = c(length(label) + 0.5, 0.5), yaxt = "n",
                           xaxt = "n", xlab = xlab, ylab = "", main = main, bty = "n",
                           xaxs = "i", yaxs = "i")
    draw_names(2, seq_along(label), label)
    name_size(label)
}

# A heat map: one row for each item, one column for each rank.
plot.duel_rank_probabilities <- function(x, digits = 2L, xlab = "rank", main = NULL, ...) {
    order <- by_expected_rank(x)
    p <- x$probabilities[order, , drop = FALSE]
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    size <- labelled_page(row.names(p), c(0.5, ncol(p) + 0.5), xlab, main)
    at <- expand.grid(row = seq_len(nrow(p)), rank = seq_len(ncol(p)))
    value <- p[cbind(at$row, at$rank)]
    shade <- grDevices::grey(1 - 0.85 * ifelse(is.nan(value), 0, value))
    graphics::rect(at$rank - 0.5, at$row - 0.5, at$rank + 0.5, at$row + 0.5, col = shade,
                   border = "white")
    said <- which(value >= 0.5 * 10^-digits)
    text <- formatC(value[said], digits = digits, format = "f")
    size <- if (length(said)) cell_size(text[1L], ncol(p), 0.9 * size) else 0
    if (size > 0)
        graphics::text(at$rank[said], at$row[said], text, cex = size,
                       col = ifelse(value[said] > 0.5, "white", "black"))
    graphics::axis(1, at = seq_len(ncol(p)), tick = FALSE)
    invisible(p)
}

# One bar for each group over the items that belong to it.
plot.duel_compact_letters <- function(x, xlab = "groups without significant differences", main = NULL, ...) {
    order <- order(-x$scores)
    member <- x$member[order, , drop = FALSE]
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    labelled_page(row.names(member), c(0.5, ncol(member) + 0.5), xlab, main)
    graphics::abline(h = seq_len(nrow(member)), col = "grey93")
    for (group in seq_len(ncol(member))) {
        inside <- which(member[, group])
        graphics::segments(group, min(inside), group, max(inside), lwd = 2, col = "grey70")
        graphics::points(rep(group, length(inside)), inside, pch = 19,
                         cex = min(1, page_lines() / nrow(member), 30 / ncol(member)))
    }
    graphics::axis(1, at = seq_len(ncol(member)), labels = colnames(member), tick = FALSE)
    invisible(member)
}

# Intervals of the replicates beside those of the normal distribution.
plot.duel_bootstrap <- function(x, type = "scores", level = 0.95, interval = "bca",
                                covariance = "auto", xlab = NULL, main = NULL, xlim = NULL,
                                col = grDevices::grey.colors(2L, 0, 0.6), pch = 19, ...) {
    type <- word(type, "type")
    drawn <- list(estimates.duel(x$model, type, level, bootstrap = x, interval = interval, ...),
                  estimates.duel(x$model, type, level, covariance = covariance, ...))
    kind <- word(interval, "interval")
    names(drawn) <- c(paste("bootstrap,", if (kind == "bca") "BCa" else kind), "from the covariance")
    draw_intervals(drawn, if (is.null(xlab)) axis_label(type, level) else xlab, main,
                   rep_len(col, 2L), xlim, pch)
    invisible(drawn)
}

# Several tables of intervals of the same values, side by side.
draw_intervals <- function(tables, xlab, main = NULL,
                           col = grDevices::grey.colors(length(tables), 0, 0.6), xlim = NULL,
                           pch = 19) {
    order <- order(-tables[[1L]]$estimate)
    ends <- unlist(lapply(tables, `[`, c("lower", "upper")))
    limits <- if (is.null(xlim)) grDevices::extendrange(range(ends[is.finite(ends)])) else xlim
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    labelled_page(row.names(tables[[1L]])[order], limits, xlab, main)
    graphics::axis(1)
    graphics::abline(v = 0, col = "grey80")
    step <- 0.7 / length(tables)
    for (i in seq_along(tables)) {
        rows <- seq_along(order) + (i - (length(tables) + 1) / 2) * step
        table <- tables[[i]][order, ]
        edge <- graphics::par("usr")
        graphics::segments(pmax(table$lower, edge[1L]), rows, pmin(table$upper, edge[2L]), rows,
                           lwd = 2, col = col[i])
        graphics::points(table$estimate, rows, pch = pch, cex = 0.7, col = col[i])
    }
    graphics::legend("bottomright", names(tables), col = col, lwd = 2, bty = "n", cex = 0.8)
}

# A reliability diagram: what was predicted against what was seen.
# The names of a diagram's columns, of a model's predictions or of what judges stated.
reliability_names <- c(predicted_share = "predicted", observed_share = "observed", observed_share_lower = "lower",
                       observed_share_upper = "upper")

plot.duel_calibration <- function(x, xlab = "predicted score", ylab = "observed score",
                                  main = NULL, ...) {
    renamed <- names(x) %in% names(reliability_names)
    names(x)[renamed] <- reliability_names[names(x)[renamed]]
    filled <- x[x$comparisons > 0, ]
    limits <- range(0.5, filled$predicted, filled$lower, filled$upper)
    graphics::plot.default(filled$predicted, filled$observed, xlim = limits, ylim = limits,
                           pch = 19, xlab = xlab, ylab = ylab, main = main, ...)
    graphics::abline(0, 1, col = "grey70")
    graphics::segments(filled$predicted, filled$lower, filled$predicted, filled$upper,
                       col = "grey40")
    invisible(x)
}

# Profiles as R's own plot() of profiles draws them, the signed root of the fall of the likelihood against the value.
# The library finds the ends of intervals: those at the level of tau are the values at -tau and tau.
plot.duel_profile <- function(x, parm = row.names(x), ...) {
    draw <- own_plot_of_profiles()
    draw(structure(profile_curves(x, row.names(x)[index(parm, row.names(x), "parm")]), class = "profile"), ...)
    invisible(x)
}

profile_curves <- function(x, parm) {
    asked <- attr(x, "asked")
    if (is.null(asked))
        reject("argument", "the rows of a profile do not know their model; plot the profile itself, and say which by parm")
    asked <- asked[!names(asked) %in% c("quantiles", "progress")]
    tau <- stats::qnorm(0.995) * seq_len(5L) / 5
    ends <- lapply(tau, function(one)
        do.call(profile.duel, c(asked, list(level = 2 * stats::pnorm(one) - 1, quantiles = "normal"))))
    lapply(stats::setNames(parm, parm), function(name) {
        at <- function(column) vapply(ends, function(table) table[name, column], 0)
        value <- c(rev(at("lower")), x[name, "estimate"], at("upper"))
        known <- is.finite(value) & !duplicated(value)
        if (sum(known) > 1L)
            data.frame(tau = c(-rev(tau), 0, tau)[known],
                       par.vals = I(matrix(value[known], dimnames = list(NULL, name))))
    })
}

# plot.profile() is in stats since R 4.4, and was in MASS.
own_plot_of_profiles <- function() {
    found <- utils::getS3method("plot", "profile", optional = TRUE, envir = asNamespace("stats"))
    if (is.null(found) && requireNamespace("MASS", quietly = TRUE))
        found <- utils::getS3method("plot", "profile", optional = TRUE, envir = asNamespace("MASS"))
    if (is.null(found))
        reject("unsupported", "profiles are drawn by plot.profile(), which R has since 4.4, and MASS before: install MASS")
    found
}
