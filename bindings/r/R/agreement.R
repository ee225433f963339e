# Agreement of rankings, tiers, and differences of items that follow one another.

# Items x rankings from models (as arguments or a list), score vectors with names, or a matrix.
ranking_matrix <- function(rankings, names) {
    scores <- lapply(rankings, function(x) if (inherits(x, "duel")) x$coefficients else x)
    bad <- !vapply(scores, function(x) is.numeric(x) && !is.null(names(x)), NA)
    if (any(bad))
        reject("argument", "a ranking must be a model, or scores named by items, not ",
               quoted(class(scores[[which(bad)[1L]]])))
    items <- unique(unlist(lapply(scores, names)))
    matrix(vapply(scores, function(x) as.double(x[items]), double(length(items))),
           length(items), dimnames = list(items, names))
}

# The rankings of a call, by their names or as they were `written`. One alone is a matrix or a list.
rankings_of <- function(rankings, written) {
    if (!length(rankings))
        reject("argument", "there are no rankings")
    x <- rankings[[1L]]
    if (length(rankings) == 1L && is.matrix(x) && is.numeric(x)) {
        storage.mode(x) <- "double"
        if (is.null(colnames(x)))
            colnames(x) <- paste0("ranking", seq_len(ncol(x)))
        return(x)
    }
    if (length(rankings) == 1L && is.list(x) && !inherits(x, "duel"))
        return(ranking_matrix(x, if (is.null(names(x))) paste0("ranking", seq_along(x))
                                 else names(x)))
    labels <- vapply(written, deparse1, "")
    named <- if (is.null(names(rankings))) rep("", length(labels)) else names(rankings)
    ranking_matrix(rankings, make.unique(unname(ifelse(named == "", labels, named))))
}

agreement <- function(..., measure = "kendall", k = 10) {
    measure <- word(measure, "measure")
    scores <- rankings_of(list(...), as.list(substitute(list(...)))[-1L])
    overlap <- measure %in% c("top", "average_overlap")
    count <- ncol(scores)
    out <- duel_rankings_agreement(scores, rankings = count, items = nrow(scores),
                                   measure = code(measure, "measure"),
                                   k = if (overlap) whole(k, "k", 1) else 0, capacity = count^2)
    named_matrix(out, colnames(scores))
}

tiers <- function(object, ...) UseMethod("tiers")

tiers.duel <- function(object, number = NULL, gap = NULL, level = 0.95, covariance = "auto",
                       method = "simultaneous", seed = NULL, draws = 0, ...) {
    need_scores(object, "tiers")
    by <- tiers_by(number, gap)
    options <- if (by$by == "TIERS_SIGNIFICANCE")
        about_ranks(object, level, covariance, method, seed = seed, draws = draws, ...)
    else
        inference(object, "scores", level, covariance = covariance, ...)
    out <- duel_model_tiers(model_handle(object), by = constant(by$by), value = by$value, options = options)
    as_board(data.frame(score = shown_scores(object), tier = as.integer(out$tier) + 1L, row.names = object$items))
}

# How tiers are made.
tiers_by <- function(number, gap) {
    if (!is.null(number) && !is.null(gap))
        reject("argument", "number and gap are two ways to make tiers; give one, or none for ",
               "significance")
    by <- if (!is.null(number)) "TIERS_NUMBER" else if (!is.null(gap)) "TIERS_GAP"
          else "TIERS_SIGNIFICANCE"
    value <- if (!is.null(number)) whole(number, "number", 1)
             else if (!is.null(gap)) number(gap, "gap") else 0
    list(by = by, value = value)
}

adjacent_differences <- function(object, ...) UseMethod("adjacent_differences")

adjacent_differences.duel <- function(object, level = 0.95, method = "marginal",
                                      covariance = "auto", ...) {
    need_scores(object, "differences of neighbours")
    options <- inference(object, "scores", level, method, covariance, ...)
    duel_model_adjacent(model_handle(object), options)
}
