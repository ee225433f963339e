# Names beside points.

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
