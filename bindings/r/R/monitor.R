# Monitors: what is claimed of all pairs of items, kept between looks. Like sets and models an object holds saved bytes,
# and no pointer, so that a look makes another object.

monitor <- function(design = "fixed", alpha = 0.05, mixture = 0, max_items = 0, exact = FALSE)
    new_monitor(duel_monitor_new(list(design = code(design, "design"), exact = as.integer(flag(exact, "exact")),
                                      alpha = number(alpha, "alpha"), mixture = number(mixture, "mixture"),
                                      max_items = whole(max_items, "max_items"))))

new_monitor <- function(handle) {
    object <- structure(list(bytes = duel_monitor_save(handle)), class = "duel_monitor")
    keep_handle("monitors", object$bytes, handle)
    object
}

monitor_handle <- function(object)
    handle_for("monitors", object$bytes, function() duel_monitor_load(object$bytes))

as.raw.duel_monitor <- function(x) x$bytes

as_monitor <- function(bytes) {
    if (!is.raw(bytes))
        reject("argument", "bytes is of class ", quoted(class(bytes)), ", not raw")
    new_monitor(duel_monitor_load(bytes))
}

look <- function(object, ...) UseMethod("look")

# A look at a fitted model, or at one functional of nonparametric scores.
look.duel_monitor <- function(object, at, batch = NULL, functional = 1, estimate = "debiased", ...) {
    of <- if (inherits(at, "duel_gars"))
        gars_estimate(at, functional_of(at, functional), estimate, inference(at, "values", ...))
    else {
        need_model(at)
        model_estimate(at, "scores", inference(at, "scores", ...))
    }
    # The handle at hand belongs to object, which stays as it is.
    handle <- duel_monitor_load(object$bytes)
    duel_monitor_look(handle, estimate = of$handle, batch = new_set_handle(batch))
    new_monitor(handle)
}

facts.duel_monitor <- function(object, ...) {
    unused(...)
    found <- duel_monitor_info(monitor_handle(object))
    found$design <- word_of(found$design, "design")
    found$is_exact <- as.logical(found$is_exact)
    found
}

test_pairs.duel_monitor <- function(object, ...) {
    unused(...)
    table <- duel_monitor_pairs(monitor_handle(object))
    row.names(table) <- paste(table$first, table$second, sep = " - ")
    table
}

ranks.duel_monitor <- function(object, ...) {
    unused(...)
    table <- duel_monitor_ranks(monitor_handle(object))
    row.names(table) <- table$item
    table
}

print.duel_monitor <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
    known <- facts.duel_monitor(x)
    cat("A monitor after ", counted(known$looks, "look"), ": ", counted(known$decided, "pair"), " decided, ",
        known$open, " open (", known$design, if (known$is_exact) ", exact", ", alpha ", format(known$alpha), ")\n", sep = "")
    if (known$items > 0) {
        table <- ranks.duel_monitor(x)
        print(table[order(table$rank), c("rank", "rank_best", "rank_worst")], digits = digits)
    }
    if (known$contradicted > 0)
        cat("Looks contradict each other: the comparisons or the items have changed.\n")
    invisible(x)
}
