# Distances, maps and trees, against R's own.
library(duel)
source("support/expect.R")
source("support/arena.R")

fit <- fit_few(outcome = "davidson", threshold = "additive", spread = "diagonal")
s <- coef(fit)

## distances
d <- distances(fit)
stopifnot(inherits(d, "dist"), identical(attr(d, "Labels"), dozen))
near(d, dist(s), 1e-12)
near(distances(fit, unit = 100), 100 * d, 1e-9)
S <- coef(fit, "spreads")
near(distances(fit, "noise"), as.dist(sqrt(S)), 1e-12)
near(distances(fit, "z"), as.dist(as.matrix(d) / sqrt(S)), 1e-10)
fails(distances(fit_few(), "noise"), "duel_error_unsupported")
fails(distances(fit, "miles"), "duel_error_argument", "what")

## trees: heights, shape and cuts as hclust() has them
noise <- distances(fit, "noise")
for (linkage in c("average", "complete", "single", "ward")) {
    method <- if (linkage == "ward") "ward.D2" else linkage
    own <- cluster(noise, linkage)
    theirs <- hclust(noise, method)
    stopifnot(inherits(own, "hclust"), own$method == method, setequal(own$order, 1:12),
              identical(own$labels, dozen))
    near(own$height, theirs$height, 1e-12)
    near(as.matrix(cophenetic(own)), as.matrix(cophenetic(theirs))[dozen, dozen], 1e-12)
    for (k in 1:12)
        stopifnot(identical(cutree(own, k), cutree(theirs, k)), identical(cut(own, k), cutree(own, k)))
    h <- mean(own$height[5:6])
    stopifnot(identical(cut(own, height = h), cutree(own, h = h)))
    tree <- as.dendrogram(own)
    stopifnot(identical(labels(tree), dozen[own$order]), nobs(tree) == 12)
    near(attr(tree, "height"), max(own$height), 1e-12)
}
## the order: neighbours nearer than in any exchange of two sides
along <- function(tree, m) sum(m[cbind(head(tree$order, -1), tail(tree$order, -1))])
m <- as.matrix(noise)
best <- cluster(noise)
turned <- function(node) {
    if (is.leaf(node))
        return(list(as.integer(node)))
    sides <- lapply(list(node[[1]], node[[2]]), turned)
    unlist(lapply(sides[[1]], function(l) unlist(lapply(sides[[2]], function(r)
        list(c(l, r), c(r, l))), FALSE)), FALSE)
}
small <- as.dist(m[1:8, 1:8])
every <- turned(as.dendrogram(cluster(small)))
lengths <- vapply(every, function(order) along(list(order = order), m), 0)
near(along(cluster(small), m), min(lengths), 1e-10)
stopifnot(length(every) == 2^7, along(best, m) <= along(cluster(noise, optimal = FALSE), m))
stopifnot(identical(cluster(fit, what = "noise")$order, best$order))
one <- cluster(matrix(0, 1, 1))
stopifnot(length(one$height) == 0, one$order == 1L)

## classical scaling
own <- mds(noise, 3)
theirs <- cmdscale(noise, 3, eig = TRUE)
near(abs(own$points), abs(theirs$points), 1e-9)
near(own$eigenvalues$eigenvalue, theirs$eig, 1e-10)
near(own$eigenvalues$share, theirs$eig / sum(abs(theirs$eig)), 1e-10)
near(dist(mds(fit, dimensions = 1)$points), d, 1e-9)
stopifnot(all(apply(own$points, 2, function(x) x[which.max(abs(x))] > 0)),
          identical(row.names(own$points), dozen), identical(as.matrix(own), own$points))

## majorisation
towns <- cbind(c(0, 3, 0, 3, 1), c(0, 0, 4, 4, 2))
exact <- mds(dist(towns), 2, "smacof", starts = 3, seed = 1)
near(dist(exact$points), dist(towns), 1e-5)
near(exact$stress, 0, 1e-9)
map <- mds(noise, 2, "smacof", seed = 4)
near(map$stress, sum((dist(map$points) - noise)^2), 1e-9)
near(map$stress_1, sqrt(map$stress / sum(dist(map$points)^2)), 1e-9)
stress <- function(x) sum((dist(matrix(x, ncol = 2)) - noise)^2)
stopifnot(map$converged, map$start >= 1, map$start <= 10, map$stress <= stress(cmdscale(noise)) + 1e-12,
          optim(as.vector(map$points), stress, method = "BFGS")$value > map$stress - 1e-7,
          identical(mds(noise, 2, "smacof", seed = 4, threads = 2)$points, map$points))
# a missing dissimilarity has no weight
w <- matrix(1, 5, 5)
w[1, 5] <- w[5, 1] <- 0
partial <- as.matrix(dist(towns))
partial[1, 5] <- partial[5, 1] <- NA
found <- mds(partial, 2, "smacof", weights = w, seed = 1)
near(dist(found$points), dist(towns), 1e-4)
fails(mds(partial), "duel_error_data", "finite", row = 5)
fails(mds(noise, weights = w), "duel_error_unsupported", "smacof")
fails(mds(noise, 2, "smacof", weights = w), "duel_error_size", "5")
fails(mds(noise, dimensions = 13), "duel_error", "dimensions")
fails(mds(noise, 2, "smacof", seed = 1, progress = function(now) FALSE), "duel_cancelled")

## kernel principal components
map <- kernel_pca(noise, 2)
gamma <- 1 / median(noise^2)
near(map$gamma, gamma, 1e-12)
k <- exp(-gamma * m^2)
centre <- diag(12) - 1 / 12
e <- eigen(centre %*% k %*% centre, symmetric = TRUE)
near(abs(map$points), abs(e$vectors[, 1:2] %*% diag(sqrt(e$values[1:2]))), 1e-9)
near(map$eigenvalues$eigenvalue, e$values, 1e-10)
near(kernel_pca(noise, gamma = 2)$gamma, 2, 0)
text <- capture.output(print(map), print(exact))
stopifnot(any(grepl("Map of 12 items by kernel PCA", text)), any(grepl("Stress-1", text)))
fails(kernel_pca(noise, gamma = -1), "duel_error_argument", "gamma")

## what is no dissimilarity
fails(cluster(1:3), "duel_error_argument", "square")
bad <- m
bad[2, 3] <- -1
fails(cluster(bad), "duel_error_data", row = 2)
fails(cluster(noise, linkage = "median"), "duel_error_argument", "linkage")
fails(cluster(noise, what = "z"), "duel_error_argument", "unknown argument what")
fails(cut(best), "duel_error_argument", "number")
fails(cut(best, number = 13), "duel_error_argument", "13")

## plots return what they draw
grDevices::pdf(file <- tempfile())
stopifnot(identical(plot(map), map$points),
          identical(plot(mds(fit, dimensions = 1))[, 1], mds(fit, dimensions = 1)$points[, 1]),
          identical(plot(exact, axes = c(2, 1)), exact$points[, 2:1]),
          identical(plot(best, number = 3, main = "tree"), best), identical(plot(one), one))
plot(as.dendrogram(best))
grDevices::dev.off()
stopifnot(file.size(file) > 3000)

## names beside points: none covers another, a point or an edge; with room all have a place
set.seed(3)
crowd <- cbind(rnorm(30), rnorm(30))
pdf(NULL)
plot(crowd, type = "n")
boxes <- duel:::place_labels(crowd, paste("a name of", 1:30), rep(FALSE, 30), 0.6)
edge <- par("usr")
dev.off()
stopifnot(!anyNA(boxes), all(boxes[, "left"] >= edge[1]), all(boxes[, "right"] <= edge[2]), all(boxes[, "high"] <= edge[4]))
for (i in 1:29)
    for (j in (i + 1):30)
        stopifnot(boxes[i, "right"] <= boxes[j, "left"] || boxes[j, "right"] <= boxes[i, "left"] ||
                  boxes[i, "high"] <= boxes[j, "low"] || boxes[j, "high"] <= boxes[i, "low"])
for (i in 1:30)
    stopifnot(!any(crowd[, 1] > boxes[i, "left"] & crowd[, 1] < boxes[i, "right"] & crowd[, 2] > boxes[i, "low"] &
                   crowd[, 2] < boxes[i, "high"]))
pdf(NULL)
old <- par("las")
plot(fit, las = 2, cex.axis = 0.7, lwd = 3)
stopifnot(par("las") == old)
dev.off()

## forests of many lines stand in columns where the page is small, and on a page of the user's in one
pdf(NULL, 7, 7)
models <- levels(arena$left)
stopifnot(duel:::forest_columns(models, NULL) == 2, duel:::forest_columns(letters[1:6], NULL) == 1,
          duel:::forest_columns(models, 0.5) == 1)
many <- duel(cbind(wins, losses, ties) ~ left + right, arena)
shown <- plot(many, tiers = NULL, show.ranks = FALSE)
stopifnot(nrow(shown) == 129, !is.unsorted(shown$estimate), identical(par("mfrow"), c(1L, 1L)))
par(mfrow = c(1, 2))
stopifnot(duel:::forest_columns(models, NULL) == 1)
dev.off()
pdf(NULL, 7, 30)
stopifnot(duel:::forest_columns(models, NULL) == 1)
dev.off()

## drawings: each kind, and what is refused
svg <- chart(c(ash = 1, birch = NA, "<cedar>" = -0.5), title = "Trees & others", lower = c(0.5, NA, -1),
             upper = c(1.5, NA, 0), limits = 0, sides = 1:3, groups = factor(c("a", "b", "a")))
stopifnot(startsWith(svg, "<svg "), endsWith(svg, "</svg>\n"), grepl("Trees &amp; others", svg, fixed = TRUE),
          grepl(">&lt;cedar&gt;</text>", svg, fixed = TRUE), grepl(">1.00 [0.50, 1.50]</text>", svg, fixed = TRUE),
          lengths(regmatches(svg, gregexpr("<circle", svg))) == 2 + 2)
wins <- matrix(c(NA, -0.2, 0.1, 0.2, NA, 0.3, -0.1, -0.3, NA), 3, dimnames = list(letters[1:3], c("x", "\u00e9", "z")))
svg <- chart(wins, "matrix", range = c(-0.5, 0.5))
stopifnot(lengths(regmatches(svg, gregexpr(" cell\"", svg))) == 6 + 5, Encoding(svg) == "UTF-8",
          grepl("a, \u00e9, 0.2", svg, fixed = TRUE))
stopifnot(grepl("<circle", chart(cbind(x = 1:3, y = 3:1), "points", equal_axes = TRUE)),
          grepl(">2<", chart(cbind(1:2, 2:1), "lines", downward = TRUE, positions = c(1, 5))),
          grepl("<path", chart(rbind(c(0, 1, 0.5), c(2, 3, 1)), "tree", labels = c("a", "b", "c"))))
drawn <- tempfile(fileext = ".svg")
stopifnot(identical(chart(1:3, file = drawn), paste0(paste(readLines(drawn, encoding = "UTF-8"), collapse = "\n"), "\n")))
fails(chart(1:3, labels = "a"), "duel_error_argument", "labels has 1 value")
fails(chart(1:3, lower = 1:2, upper = 1:3), "duel_error_argument", "lower has 2 values")
fails(chart(1:3, downward = TRUE), "duel_error_unsupported", "downward")
fails(chart("a"), "duel_error_argument", "numbers")
fails(chart(1:3, "pie"), "duel_error_argument", "type")
