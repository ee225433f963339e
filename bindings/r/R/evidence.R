# Verdicts about candidates, and claims about the order of items.

gate <- function(object, candidate, baseline, want = "better", margin = 0, ...) UseMethod("gate")

gate.duel_estimate <- function(object, candidate, baseline, want = "better", margin = 0, level = 0.95, ...)
    gate_of(given_estimate(object, about_given(object, level, ...)), candidate, baseline, want, margin)

gate.duel <- function(object, candidate, baseline, want = "better", margin = 0, level = 0.95, ...) {
    need_scores(object, "verdicts")
    gate_of(model_estimate(object, "scores", inference(object, "scores", level, ...)), candidate, baseline, want, margin)
}

gate_of <- function(of, candidate, baseline, want, margin) {
    item <- function(value, argument) {
        if (length(value) != 1L)
            reject("argument", argument, " must be one item")
        index(value, of$names, argument) - 1L
    }
    found <- duel_estimate_gate(of$handle, list(candidate = item(candidate, "candidate"),
                                                baseline = item(baseline, "baseline"), want = code(want, "want"),
                                                margin = number(margin, "margin")))
    for (column in c("candidate", "baseline", "want", "verdict"))
        found[[column]] <- as.character(found[[column]])
    class(found) <- c("duel_gate", "duel_table", "data.frame")
    found
}

print.duel_gate <- function(x, ...) {
    if (nrow(x) != 1L || !all(c("verdict", "sentence") %in% names(x)))
        return(NextMethod())
    cat(gsub("_", " ", x$verdict, fixed = TRUE), ": ", x$sentence, "\n", sep = "")
    if (length(attr(x, "notes")) && nzchar(attr(x, "notes")))
        cat(attr(x, "notes"), "\n", sep = "")
    invisible(x)
}

# Claims

claims <- function(object, ...) UseMethod("claims")

claims.duel_estimate <- function(object, ..., level = 0.95) {
    asked <- claims_and_options(list(...))
    claims_of(given_estimate(object, do.call(about_given, c(list(object, level), asked$options))), asked$claims)
}

claims.duel <- function(object, ..., level = 0.95) {
    need_scores(object, "claims")
    asked <- claims_and_options(list(...))
    options <- do.call(inference, c(list(object, "scores", level), asked$options))
    claims_of(model_estimate(object, "scores", options), asked$claims)
}

# Claims have no names among the arguments, options have.
claims_and_options <- function(dots) {
    named <- if (is.null(names(dots))) rep(FALSE, length(dots)) else nzchar(names(dots))
    list(claims = unname(dots[!named]), options = dots[named])
}

# What a claim says is the first of these that it has; with it go what it needs and what it may have.
claim_forms <- list(group = list("above", NULL), above = list(NULL, "by"), not_worse = list("by", NULL),
                    parity = list("within", NULL), top = list("k", "chosen"), order = list(NULL, NULL))

claims_of <- function(of, claims) {
    if (!length(claims))
        reject("argument", 'there is no claim; give some, such as list(above = c("a", "b"))')
    read <- lapply(seq_along(claims), function(at) claim_of(claims[[at]], paste("claim", at), of$names))
    table <- duel_estimate_claims(of$handle, lapply(read, `[[`, "fields"))
    table$state <- as.character(table$state)
    table$claim <- vapply(read, `[[`, "", "text")
    class(table) <- c("duel_table", "data.frame")
    table
}

# A claim as the library takes it, and in words.
claim_of <- function(claim, where, names) {
    form <- claim_form(claim, where)
    items <- function(value, what, count = NULL) {
        if (!is.null(count) && length(value) != count)
            reject("argument", where, ": ", what, " must be ", counted(count, "item"))
        index(value, names, paste0(where, ": ", what))
    }
    says <- function(fields, ...) list(fields = fields, text = paste0(...))
    if (form %in% c("above", "not_worse", "parity")) {
        at <- items(claim[[form]], form, 2L)
        by <- claim_by(claim, form, where)
        fields <- list(claim_kind = constant(if (form == "parity") "CLAIM_PARITY" else "CLAIM_ABOVE"),
                       first = at[1L] - 1L, second = at[2L] - 1L, by = if (form == "not_worse") -by else by)
        return(switch(form,
                      above = says(fields, names[at[1L]], " above ", names[at[2L]], if (by != 0) paste(" by", by)),
                      not_worse = says(fields, names[at[1L]], " not worse than ", names[at[2L]], " by ", by),
                      parity = says(fields, names[at[1L]], " and ", names[at[2L]], " within ", by)))
    }
    if (form == "top") {
        at <- items(claim$top, "top", 1L)
        k <- whole(claim$k, paste0(where, ": k"), 1)
        chosen <- if (is.null(claim$chosen)) FALSE else flag(claim$chosen, paste0(where, ": chosen"))
        return(says(list(claim_kind = constant("CLAIM_TOP"), first = at - 1L, k = k, is_chosen = as.integer(chosen)),
                    names[at], " in the top ", k, if (chosen) ", chosen"))
    }
    first <- items(claim[[form]], form)
    if (form == "order")
        return(says(list(claim_kind = constant("CLAIM_ORDER"), items = first - 1L),
                    paste(names[first], collapse = " above ")))
    second <- items(claim$above, "above")
    says(list(claim_kind = constant("CLAIM_GROUPS"), items = first - 1L, others = second - 1L),
         paste(names[first], collapse = ", "), " above ", paste(names[second], collapse = ", "))
}

claim_form <- function(claim, where) {
    if (!is.list(claim) || is.null(names(claim)))
        reject("argument", where, " must be a list with names, such as list(above = c(\"a\", \"b\"))")
    form <- intersect(names(claim_forms), names(claim))[1L]
    if (is.na(form))
        reject("argument", where, " has ", quoted(names(claim)), "; it must have one of ", quoted(names(claim_forms)))
    also <- claim_forms[[form]]
    missing <- setdiff(also[[1L]], names(claim))
    if (length(missing))
        reject("argument", where, ": ", quoted(form), " needs ", quoted(missing), ", too")
    other <- setdiff(names(claim), c(form, unlist(also)))
    if (length(other) || anyDuplicated(names(claim)))
        reject("argument", where, ": ", quoted(if (length(other)) other else form), " does not go with ", quoted(form),
               if (length(unlist(also))) paste0("; with it goes ", quoted(unlist(also))))
    form
}

claim_by <- function(claim, form, where) {
    key <- if (form == "parity") "within" else "by"
    by <- if (is.null(claim[[key]])) 0 else number(claim[[key]], paste0(where, ": ", key))
    if (form != "above" && by <= 0)
        reject("argument", where, ": ", key, " is ", by, "; it must be above 0")
    by
}
