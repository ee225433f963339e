# Names beside lines and points.

# Names of lines, one below the other. Where they are many, every other one stands further out with a line to its place,
# so that text is not smaller than half of other text, unless the page is small. Text is measured on a page.
name_columns <- function(labels) {
    wanted <- min(3L, ceiling(length(labels) / max(1, floor(page_lines() / 0.5))))
    fits <- function(columns) names_width(labels, columns) < 0.45 * graphics::par("din")[1L]
    max(1L, Filter(fits, seq_len(wanted)))
}

name_size <- function(labels, columns = name_columns(labels)) line_size(ceiling(length(labels) / columns))

# In inches, with gaps.
names_width <- function(labels, columns = name_columns(labels)) {
    gap <- 0.4 * graphics::par("csi")
    widest <- max(graphics::strwidth(labels, units = "inches", cex = name_size(labels, columns)))
    gap + columns * (gap + widest)
}

names_margin <- function(labels) names_width(labels) / graphics::par("csi")

draw_names <- function(side, at, labels, col = "black") {
    columns <- name_columns(labels)
    gap <- 0.4 * graphics::par("csi")
    width <- (names_width(labels, columns) - gap) / columns
    edge <- graphics::par("usr")[if (side == 2) 1L else 2L]
    column <- (rank(at, ties.method = "first") - 1) %% columns
    from <- graphics::grconvertX(edge, "user", "inches")
    out <- if (side == 2) -1 else 1
    start <- graphics::grconvertX(from + out * (gap + column * width), "inches", "user")
    far <- column > 0
    if (any(far))
        graphics::segments(edge, at[far], start[far], at[far], col = "grey80", xpd = NA)
    graphics::text(start, at, labels, adj = c(if (side == 2) 1 else 0, 0.5), cex = name_size(labels, columns), col = col, xpd = NA)
}

# The size of such a text in cells that fill the width of the plot; too small to be read is none.
cell_size <- function(text, columns, size) {
    fits <- 0.9 * graphics::par("pin")[1L] / columns / graphics::strwidth(text, units = "inches")
    if (fits < 0.4) 0 else min(size, fits)
}

# Points with their names, the important ones first: beside the point, else further away with a line to it. A name for
# which there is no free place near is left out, and the plot says how many.
label_points <- function(points, label, first, col, pch = 19, cex = NULL) {
    size <- if (is.null(cex)) 0.8 * min(1, sqrt(40 / nrow(points))) else number(cex, "cex", 0)
    graphics::points(points, pch = pch, cex = 0.75 * size, col = col)
    boxes <- place_labels(points, label, first, size)
    drawn <- which(!is.na(boxes[, "left"]))
    far <- drawn[boxes[drawn, "ring"] > 0]
    clamp <- function(at, from, to) pmin(pmax(at, from), to)
    graphics::segments(points[far, 1L], points[far, 2L],
                       clamp(points[far, 1L], boxes[far, "left"], boxes[far, "right"]),
                       clamp(points[far, 2L], boxes[far, "low"], boxes[far, "high"]), col = "grey70")
    graphics::text(boxes[drawn, "left"], (boxes[drawn, "low"] + boxes[drawn, "high"]) / 2, label[drawn],
                   adj = c(0, 0.5), cex = size, col = rep_len(col, nrow(points))[drawn])
    if (length(drawn) < nrow(points))
        graphics::mtext(paste(counted(nrow(points) - length(drawn), "name"), "without a free place"), side = 3, adj = 1,
                        cex = 0.8)
}

# The box of each name: the first place, from near to far, that touches no point, no other name and no edge.
place_labels <- function(points, label, first, size, rings = 40L) {
    width <- graphics::strwidth(label, cex = size)
    height <- 1.3 * graphics::strheight("X", cex = size)
    gap <- graphics::strwidth("n", cex = size)
    edge <- graphics::par("usr")
    boxes <- matrix(NA_real_, nrow(points), 5L, dimnames = list(NULL, c("left", "right", "low", "high", "ring")))
    centre <- apply(points, 2L, stats::median, na.rm = TRUE)
    far <- rowSums(sweep(points, 2L, centre)^2)
    side <- c(1, -1, 0, 0, 1, -1, 1, -1)
    above <- c(0, 0, 1, -1, 1, 1, -1, -1)
    covers <- function(box, left, right, low, high)
        any(box[1L] < right & left < box[2L] & box[3L] < high & low < box[4L], na.rm = TRUE)
    for (i in order(!first, -far)) {
        for (ring in 0:rings) {
            for (way in seq_along(side)) {
                x <- points[i, 1L] + side[way] * (width[i] / 2 + gap * (0.8 + ring * (above[way] == 0)))
                y <- points[i, 2L] + above[way] * height * (0.9 + ring)
                box <- c(x - width[i] / 2, x + width[i] / 2, y - height / 2, y + height / 2)
                inside <- box[1L] >= edge[1L] && box[2L] <= edge[2L] && box[3L] >= edge[3L] && box[4L] <= edge[4L]
                if (inside && !covers(box, boxes[, "left"], boxes[, "right"], boxes[, "low"], boxes[, "high"]) &&
                    !covers(box, points[, 1L] - gap / 3, points[, 1L] + gap / 3, points[, 2L] - height / 4,
                            points[, 2L] + height / 4)) {
                    boxes[i, ] <- c(box, ring)
                    break
                }
            }
            if (!is.na(boxes[i, "ring"]))
                break
        }
    }
    boxes
}
