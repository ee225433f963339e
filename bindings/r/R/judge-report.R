# The judge report: numbers and verdicts for every judge, and what they look like.

judge_report <- function(object, item_families = NULL, judge_families = NULL, level = 0.95,
                         covariance = "auto", weak = 0.5, position = 0.2, idiosyncratic = 1,
                         redundant = 0.99, ...) {
    need_model(object)
    families <- families_of(object, item_families, judge_families)
    limits <- list(weak = weak, position = position, idiosyncratic = idiosyncratic, redundant = redundant)
    for (name in names(limits))
        if (number(limits[[name]], name) == 0)   # C would take its default
            reject("argument", name, " is 0; it must be above zero")
    options <- inference(object, "strengths", level, covariance = covariance, ...)
    asked <- c(limits, list(item_families = families$items, item_count = length(families$items),
                            judge_families = families$judges, judge_count = length(families$judges)))
    found <- duel_model_judges(model_handle(object), judge_options = asked, options = options)
    table <- by_judge(found[names(found) != "verdicts"])
    bits <- state$constants[state$choices$verdict]
    verdicts <- lapply(found$verdicts, function(one)
        names(state$choices$verdict)[bitwAnd(one, bits) != 0L])
    structure(class = "duel_judge_report",
              list(judges = table, verdicts = stats::setNames(verdicts, object$judges),
                   limits = unlist(limits), level = level, model = describe_model(object),
                   info = object$info, strengths = coef.duel(object, "strengths"),
                   disagreements = if (object$info$rank > 0) coef.duel(object, "disagreements"),
                   factors = if (object$info$rank > 0) coef.duel(object, "judge_factors"),
                   warnings = object$warnings))
}

as.data.frame.duel_judge_report <- function(x, row.names = NULL, optional = FALSE, ...) {
    table <- x$judges
    table$verdicts <- vapply(x$verdicts, paste, "", collapse = ", ")
    if (!is.null(row.names))
        row.names(table) <- row.names
    table
}

print.duel_judge_report <- function(x, digits = 2L, ...) {
    cat("Model: ", x$model, "\n", sep = "")
    if (is.finite(x$info$consensus))
        cat("Consensus: ", format(x$info$consensus, digits = digits),
            " (1: all judges agree; near 0: it is left over from judges who cancel each other)\n",
            sep = "")
    shown <- x$judges[c("comparisons", "tie_share", "first_share", "position", "sensitivity", "ratio",
                        "consensus_share", "kappa", "excess")]
    shown <- shown[!vapply(shown, function(column) all(is.na(column)), NA)]
    shown[-1L] <- lapply(shown[-1L], formatC, format = "f", digits = digits)
    cat("\n")
    print(shown[order(-strange_verdicts(x)), ])
    said <- vapply(x$verdicts, function(words) paste(gsub("_", "-", words), collapse = ", "), "")
    twins <- vapply(x$verdicts, function(words) "redundant" %in% words, NA)
    said[twins] <- paste0(said[twins], " (", x$judges$nearest[twins], ")")
    said <- said[lengths(x$verdicts) > 0L]
    cat("\nVerdicts", if (length(said)) ":\n" else ": none\n", sep = "")
    cat(paste0("- ", names(said), ": ", said, recycle0 = TRUE), sep = "\n")
    cat_warnings(x$warnings)
    invisible(x)
}

plot.duel_judge_report <- function(x, which = c("map", "sensitivity", "disagreement", "leverage"),
                                   main = NULL, ...) {
    which <- match.arg(which)
    flagged <- strange_verdicts(x) > 0L
    switch(which,
           map = plot_judge_map(x, flagged, main, ...),
           sensitivity = plot_sensitivities(x, flagged, main, ...),
           disagreement = plot_disagreements(x, main, ...),
           leverage = plot_leverage(x, flagged, main, ...))
}

# To agree with another judge is nothing strange.
strange_verdicts <- function(x)
    vapply(x$verdicts, function(words) length(setdiff(words, "redundant")), 0L)

flag_colours <- function(flagged) ifelse(flagged, "firebrick", "black")

# Judges by what they disagree about: the factors U where there are two, else by scaling the distances
# of their strengths, which are exactly flat where there is one factor.
judge_map <- function(x) {
    points <- x$factors
    if (!is.null(points) && ncol(points) >= 2L && !anyNA(points[, 1:2]))
        return(list(points = points[, 1:2], axes = paste("direction", 1:2, "of disagreement")))
    if (x$info$strength == "pooled")
        reject("unsupported", "under pooled strength judges do not differ; there is nothing to map")
    if (anyNA(x$strengths))
        reject("unsupported", "strengths of some judges are not known; there is no map of all")
    points <- stats::cmdscale(stats::dist(x$strengths), k = 2L)
    if (ncol(points) < 2L)
        points <- cbind(points, 0)
    list(points = points, axes = paste("axis", 1:2, "of strengths"))
}

plot_judge_map <- function(x, flagged, main, col = flag_colours(flagged), pch = 19, cex = NULL, ...) {
    map <- judge_map(x)
    graphics::plot.default(map$points, type = "n", asp = 1, xlab = map$axes[1L],
                           ylab = map$axes[2L], main = main, ...)
    graphics::abline(h = 0, v = 0, col = "grey93")
    label_points(map$points, row.names(x$judges), flagged, col, pch, cex)
    invisible(map$points)
}

need_sensitivities <- function(x) {
    if (x$info$strength == "pooled")
        reject("unsupported", "under pooled strength judges have no sensitivities")
}

plot_sensitivities <- function(x, flagged, main, col = flag_colours(flagged), pch = 19, cex = NULL, xlim = NULL, ...) {
    need_sensitivities(x)
    table <- x$judges[c("sensitivity", "sensitivity_lower", "sensitivity_upper")]
    names(table) <- c("estimate", "lower", "upper")
    order <- order(table$estimate)
    draw_forest(table[order, ], row.names(table)[order],
                axis_label("sensitivities", x$level), main, rep_len(col, length(order))[order], 0:1, xlim, pch, cex)
    invisible(table[order, ])
}

# T with rows and columns in the order of their clusters: blue against, red for.
plot_disagreements <- function(x, main, ...) {
    if (is.null(x$disagreements))
        reject("unsupported", "the model has no disagreement; fit it with a rank of one or more")
    m <- as.matrix(bicluster(x$disagreements, ...))
    top <- max(abs(m))
    old <- graphics::par("mar")
    on.exit(graphics::par(mar = old))
    # Names of columns stand upright below, where they need not fit the width of a column. (They are
    # measured when the page is open.)
    upright <- min(0.9, 30 / ncol(m))
    below <- function() max(graphics::strwidth(colnames(m), units = "inches", cex = upright)) /
        graphics::par("csi") + 2.5
    size <- labelled_page(row.names(m), c(0.5, ncol(m) + 0.5), "", main, bottom = below())
    graphics::image(seq_len(ncol(m)), seq_len(nrow(m)), t(m), zlim = c(-top, top), add = TRUE,
                    col = grDevices::hcl.colors(65L, "Blue-Red 2"))
    if (ncol(m) <= 12L && nrow(m) <= 30L) {
        at <- expand.grid(row = seq_len(nrow(m)), column = seq_len(ncol(m)))
        # + 0: no minus before a zero
        graphics::text(at$column, at$row, formatC(round(as.vector(m), 1L) + 0, format = "f",
                                                  digits = 1L), cex = 0.7 * size)
    }
    graphics::axis(1, at = seq_len(ncol(m)), labels = colnames(m), tick = FALSE, las = 2,
                   cex.axis = upright, gap.axis = -1)
    invisible(m)
}

plot_leverage <- function(x, flagged, main, col = flag_colours(flagged), pch = 19, cex = NULL, ...) {
    need_sensitivities(x)
    table <- as.matrix(x$judges[c("sensitivity", "leverage")])
    graphics::plot.default(table, type = "n", xlab = "sensitivity", ylab = "leverage",
                           main = main, bty = "n", ...)
    label_points(table, row.names(table), flagged, col, pch, cex)
    invisible(table)
}
