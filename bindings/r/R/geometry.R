# Distances, maps and trees of items.

distances <- function(object, ...) UseMethod("distances")

distances.duel <- function(object, what = "scores", ...) {
    what <- word(what, "what", table = "distance")
    options <- inference(object, "scores", ...)
    items <- object$items
    out <- duel_model_distances(model_handle(object), distance = code(what, "what", "distance"),
                                options = options, capacity = length(items)^2)
    structure(stats::as.dist(named_matrix(out, items)), method = what, call = match.call())
}

# Dissimilarities as a full matrix: of a model, a "dist", or a matrix.
# The library reads row after row, R keeps column after column: callers transpose, so that the row of a
# bad element is the one of R.
dissimilarity_matrix <- function(x, ...) {
    if (inherits(x, "duel"))
        x <- distances(x, ...)
    else
        unused(...)
    if (inherits(x, "dist"))
        x <- as.matrix(x)
    if (!is.matrix(x) || !is.numeric(x) || nrow(x) != ncol(x))
        reject("argument", "dissimilarities must be a model, an object of class \"dist\", or a ",
               "square matrix")
    storage.mode(x) <- "double"
    x
}

labels_of <- function(x) if (is.null(rownames(x))) as.character(seq_len(nrow(x))) else rownames(x)

# found: the points, row after row, and the eigenvalues and their shares where there are any.
new_map <- function(d, dimensions, method, found, facts = NULL) {
    axes <- paste0("axis", seq_len(dimensions))
    structure(c(list(points = named_matrix(found$out, labels_of(d), axes), method = method),
                if (!is.null(found$eigenvalues))
                    list(eigenvalues = data.frame(eigenvalue = found$eigenvalues, share = found$shares)), facts),
              class = "duel_map")
}

kernel_pca <- function(x, dimensions = 2, gamma = NULL, ...) {
    d <- dissimilarity_matrix(x, ...)
    dimensions <- whole(dimensions, "dimensions")
    out <- duel_map_kernel_pca(t(d), items = nrow(d),
                               gamma = if (is.null(gamma)) 0 else number(gamma, "gamma"),
                               dimensions = dimensions, capacity = nrow(d) * dimensions,
                               eigenvalue_capacity = nrow(d), share_capacity = nrow(d))
    new_map(d, dimensions, "kernel PCA", out, list(gamma = out$gamma_used))
}

mds <- function(x, dimensions = 2, method = c("classical", "smacof"), weights = NULL, starts = 10,
                iterations = 10000, tolerance = 1e-12, seed = NULL, threads = 1, progress = NULL,
                ...) {
    method <- match.arg(method)
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    d <- dissimilarity_matrix(x, ...)
    dimensions <- whole(dimensions, "dimensions")
    if (method == "classical") {
        if (!is.null(weights))
            reject("unsupported", 'weights belong to method "smacof"')
        out <- duel_map_classical(t(d), items = nrow(d), dimensions = dimensions,
                                  capacity = nrow(d) * dimensions, eigenvalue_capacity = nrow(d),
                                  share_capacity = nrow(d))
        return(new_map(d, dimensions, "classical scaling", out))
    }
    if (!is.null(weights)) {
        weights <- dissimilarity_matrix(weights)
        if (nrow(weights) != nrow(d))
            reject("size", "weights are of ", nrow(weights), " items, dissimilarities of ", nrow(d))
        # missing pairs have no dissimilarity that could count
        d[is.na(d) & weights == 0] <- 0
    }
    options <- list(starts = whole(starts, "starts", 1), tolerance = number(tolerance, "tolerance"),
                    iterations = whole(iterations, "iterations", 1), seed = seed_of(seed),
                    threads = whole(threads, "threads", 0, 1024), progress = progress)
    out <- duel_map_smacof(t(d), weights = if (!is.null(weights)) t(weights), items = nrow(d),
                           dimensions = dimensions, options = options,
                           capacity = nrow(d) * dimensions)
    facts <- out$info[c("stress", "stress_1", "start", "agreeing", "iterations", "converged")]
    facts$start <- facts$start + 1
    facts$converged <- facts$converged != 0
    new_map(d, dimensions, "SMACOF", out, facts)
}

as.matrix.duel_map <- function(x, ...) x$points

print.duel_map <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat("Map of", counted(nrow(x$points), "item"), "by", x$method, "\n")
    if (!is.null(x$eigenvalues))
        cat("Shares of the axes: ", paste(format(x$eigenvalues$share[seq_len(ncol(x$points))],
                                                 digits = 3L), collapse = ", "), "\n", sep = "")
    if (!is.null(x$stress_1))
        cat("Stress-1 ", format(x$stress_1, digits = digits), "; ",
            counted(x$agreeing, "start"), " ended there", if (!x$converged) ", not converged",
            "\n", sep = "")
    print(x$points, digits = digits)
    invisible(x)
}

cluster <- function(x, linkage = "average", optimal = TRUE, ...) {
    # survival's cluster() marks a column of a formula, and may be masked by this one.
    if (is.atomic(x) && is.null(dim(x)) && !inherits(x, "dist") &&
        isNamespaceLoaded("survival"))
        return(survival::cluster(x))
    linkage <- word(linkage, "linkage")
    d <- dissimilarity_matrix(x, ...)
    n <- nrow(d)
    out <- duel_tree_cluster(t(d), items = n, linkage = code(linkage, "linkage"),
                             optimal = flag(optimal, "optimal"), order_capacity = n)
    ids <- as.matrix(out$out[c("left_cluster", "right_cluster")])
    dimnames(ids) <- NULL
    merge <- ifelse(ids < n, -ids - 1, ids - n + 1)
    storage.mode(merge) <- "integer"
    structure(list(merge = merge, height = out$out$height, order = as.integer(out$order) + 1L,
                    labels = labels_of(d),
                   method = if (linkage == "ward") "ward.D2" else linkage, call = match.call(),
                   dist.method = attr(x, "method")),
              class = c("duel_cluster", "hclust"))
}

cut.duel_cluster <- function(x, number = NULL, height = NULL, ...) {
    unused(...)
    if (is.null(number) == is.null(height))
        reject("argument", "give number, how many clusters, or height")
    n <- length(x$order)
    ids <- ifelse(x$merge < 0, -x$merge - 1, x$merge + n - 1)
    out <- duel_tree_cut(left = ids[, 1L], right = ids[, 2L], heights = as.double(x$height), items = n,
                         by = constant(if (is.null(height)) "CUT_NUMBER" else "CUT_HEIGHT"),
                         value = if (is.null(height)) number(number, "number") else number(height, "height"),
                         capacity = n)
    stats::setNames(as.integer(out) + 1L, x$labels)
}
