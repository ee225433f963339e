# Replicates of a model. Like other objects they hold no pointer: the seed is kept, and replicates
# that are no longer at hand are drawn again, the same to the last bit.

bootstrap <- function(object, ...) UseMethod("bootstrap")

bootstrap.duel <- function(object, replicates = 1000, by = NULL, weights = "poisson", seed = NULL,
                           one_step = FALSE, threads = 1, progress = NULL, ...) {
    unused(...)
    if (!is.null(progress) && !is.function(progress))
        reject("argument", "progress must be a function or NULL")
    weights <- word(weights, "weights")
    if (!is.null(by))
        by <- word(by, "by")
    replicates <- number_first(replicates, "replicates", 2, "by")
    seed <- seed_of(seed)
    one_step <- flag(one_step, "one_step")
    threads <- as.integer(whole(threads, "threads", 0, 1024))
    out <- structure(class = "duel_bootstrap",
                     list(call = match.call(), model = object, by = by, weights = weights,
                          replicates = replicates, seed = seed, one_step = one_step,
                          threads = threads))
    handle <- bootstrap_handle(out, progress)
    out$info <- duel_bootstrap_info(handle)
    if (is.null(by) && weights != "parametric") {
        # The library chose, by the model's covariance; the object says what, and is found by it.
        out["by"] <- list(word_of(out$info$by, "by"))
        keep_handle("bootstraps", bootstrap_key(out), handle)
    }
    out$info$by <- NULL
    out
}

bootstrap_key <- function(object)
    list(model_key(object$model), object[c("by", "weights", "replicates", "seed", "one_step")])

bootstrap_handle <- function(object, progress = NULL) {
    handle_for("bootstraps", bootstrap_key(object), function() {
        duel_bootstrap_new(model_handle(object$model),
                           list(by = if (!is.null(object$by)) code(object$by, "by"),
                                weights = code(object$weights, "weights"),
                                one_step = as.integer(object$one_step), threads = object$threads,
                                replicates = object$replicates, seed = object$seed,
                                progress = progress))
    })
}

# The values of every replicate with an estimate.
as.matrix.duel_bootstrap <- function(x, type = usual_type(x$model), ...) {
    unused(...)
    type <- word(type, "type")
    names <- value_names(x$model, type)
    size <- c(x$info$used, length(names))
    out <- duel_bootstrap_get(bootstrap_handle(x), quantity = code(type, "type"), options = list(),
                              capacity = prod(size))
    matrix(out, size[1L], size[2L], byrow = TRUE, dimnames = list(NULL, names))
}

estimates.duel_bootstrap <- function(object, ...)
    estimates.duel(object$model, ..., bootstrap = object)

confint.duel_bootstrap <- function(object, parm, level = 0.95, type = usual_type(object$model),
                                   interval = "bca", ...) {
    if (missing(parm))
        return(confint.duel(object$model, level = level, type = type, interval = interval, ...,
                            bootstrap = object))
    confint.duel(object$model, parm, level, type, interval = interval, ..., bootstrap = object)
}

# Bootstraps have the estimates of their model; the replicates tell how sure they are.
coef.duel_bootstrap <- function(object, ...) coef.duel(object$model, ...)

vcov.duel_bootstrap <- function(object, ...) vcov.duel(object$model, ..., bootstrap = object)

describe_bootstrap <- function(x) {
    words <- c(poisson = "Poisson weights", multinomial = "multinomial weights",
               bayesian = "exponential weights (Bayesian bootstrap)",
               parametric = "data drawn from the model")
    units <- c(row = "comparisons", context = "contexts", pair = "pairs of items",
               judge = "judges")
    paste0(counted(x$replicates, "replicate"), " by ", words[[x$weights]],
           if (!is.null(x$by)) paste(" on", units[[x$by]]),
           if (x$one_step) ", one Newton step each", ", seed ", format(x$seed, scientific = FALSE))
}

cat_bootstrap <- function(x) {
    cat("Bootstrap: ", describe_bootstrap(x), "\n", sep = "")
    failed <- unlist(x$info[c("disconnected", "separated", "undetermined", "flat",
                              "not_converged")])
    failed <- failed[failed > 0]
    cat(if (length(failed)) paste0(counted(x$info$used, "replicate"), " used; without an estimate: ",
                                   paste(failed, gsub("_", " ", names(failed)), collapse = ", "))
        else "All replicates have an estimate", "\n", sep = "")
}

print.duel_bootstrap <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat_bootstrap(x)
    type <- usual_type(x$model)
    if (x$info$used >= 80) {
        cat("\n", title_of(type), " with BCa intervals at 95 %:\n", sep = "")
        table <- estimates(x, type)
    } else {
        cat("\n", title_of(type), " (too few replicates for intervals at 95 %):\n", sep = "")
        estimate <- if (type == "scores") shown_scores(x$model) else coef(x, type)
        table <- data.frame(estimate = estimate, se = sqrt(diag(vcov(x, type = type))))
    }
    print(if (type == "scores") table[order(-table$estimate), ] else table, digits = digits)
    invisible(x)
}

# Scores, of a model of covariates alone Effects.
title_of <- function(type) paste0(toupper(substr(type, 1L, 1L)), gsub("_", " ", substring(type, 2L)))

# Estimate, bias, standard error, and intervals of every kind that was asked for.
summary.duel_bootstrap <- function(object, type = usual_type(object$model), level = 0.95,
                                   interval = c("bca", "percentile", "basic"), ...) {
    type <- word(type, "type")
    table <- NULL
    for (kind in interval) {
        kind <- word(kind, "interval")
        part <- estimates.duel(object$model, type, level, bootstrap = object, interval = kind, ...)
        if (is.null(table)) {
            drawn <- as.matrix(object, type)
            if (type == "scores" && !is.null(object$model$ref))
                drawn <- drawn - drawn[, object$model$ref]
            table <- data.frame(part["estimate"], bias = colMeans(drawn) - part$estimate, part["se"])
        }
        table[[paste0(kind, ".lower")]] <- part$lower
        table[[paste0(kind, ".upper")]] <- part$upper
    }
    structure(class = "summary.duel_bootstrap",
              list(bootstrap = object, type = type, level = level, table = table))
}

print.summary.duel_bootstrap <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    cat_bootstrap(x$bootstrap)
    cat("\n", title_of(x$type), " with ", 100 * x$level, " % intervals:\n", sep = "")
    print(if (x$type == "scores") x$table[order(-x$table$estimate), ] else x$table, digits = digits)
    invisible(x)
}
