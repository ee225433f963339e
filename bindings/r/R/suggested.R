# Methods of generics of other packages, registered where these are installed (NAMESPACE).

# generics (broom): a table of coefficients, a line of a model, the rows of the data with what the model
# says of them.
tidy.duel <- function(x, type = usual_type(x), conf.int = FALSE, conf.level = 0.95, ...) {
    type <- word(type, "type")
    table <- wald_table(x, type, "z", level = conf.level, ...)
    out <- data.frame(term = row.names(table), unname(table))
    names(out) <- c("term", "estimate", "std.error", "statistic", "p.value")
    if (flag(conf.int, "conf.int"))
        out[c("conf.low", "conf.high")] <-
            estimates.duel(x, type, conf.level, ...)[c("lower", "upper")]
    out
}

glance.duel <- function(x, ...) {
    unused(...)
    likelihood <- logLik.duel(x)
    data.frame(logLik = as.numeric(likelihood), AIC = stats::AIC(likelihood),
               BIC = stats::BIC(likelihood), deviance = deviance.duel(x),
               df.residual = df.residual.duel(x), df = attr(likelihood, "df"), nobs = nobs.duel(x),
               items = length(x$items), judges = length(x$judges), covariance = x$info$covariance)
}

augment.duel <- function(x, ...) {
    unused(...)
    frame <- model.frame.duel(x)
    p <- row_probabilities(x, frame)
    colnames(p) <- paste0(".", colnames(p))
    residual <- stats::setNames(lapply(c("response", "deviance"), function(type) {
        value <- row_residuals(x, type)
        unname(value[match(row.names(frame), names(value))])
    }), c(".resid", ".deviance"))
    cbind(frame[names(frame) != "(source)"], p, residual)
}

# lmtest: tests by the normal distribution, as summary() has them, and Wald tests of nested models as anova() makes them.
coeftest.duel <- function(x, vcov. = NULL, df = Inf, ...) NextMethod(df = df)

coefci.duel <- function(x, parm = NULL, level = 0.95, vcov. = NULL, df = Inf, ...) NextMethod(df = df)

waldtest.duel <- function(object, ..., covariance = "auto") anova.duel(object, ..., test = "wald", covariance = covariance)

# qvcalc: an object of its class, with the quasi-variances of the library.
qvcalc.duel <- function(object, ...) {
    table <- quasi_variances.duel(object, ...)
    covariance <- vcov.duel(object, ...)
    errors <- attr(table, "errors")
    frame <- data.frame(estimate = table$estimate, SE = table$se, quasiSE = table$quasi_se,
                        quasiVar = table$quasi_variance, row.names = row.names(table))
    structure(class = "qv",
              list(covmat = covariance, qvframe = frame, dispersion = NULL,
                   relerrs = quasi_errors(covariance, frame$quasiVar), factorname = "item",
                   coef.indices = NULL, modelcall = object$call, errors = errors))
}

# The relative error of the standard error of each difference of two values.
quasi_errors <- function(covariance, quasi) {
    pairs <- utils::combn(nrow(covariance), 2L)
    i <- pairs[1L, ]
    j <- pairs[2L, ]
    true <- diag(covariance)[i] + diag(covariance)[j] - 2 * covariance[cbind(i, j)]
    stats::setNames(sqrt((quasi[i] + quasi[j]) / true) - 1,
                    paste(row.names(covariance)[i], row.names(covariance)[j], sep = ","))
}

# emmeans: abilities as the means of a factor `item`.
recover_data.duel <- function(object, data = NULL, ...) {
    data <- data.frame(item = factor(object$items, levels = object$items))
    emmeans::recover_data(call("duel"), trms = stats::delete.response(stats::terms(~ item)),
                          na.action = NULL, data = data, ...)
}

emm_basis.duel <- function(object, trms, xlev, grid, ...) {
    X <- outer(as.character(grid$item), object$items, `==`) + 0
    table <- abilities.duel(object)
    list(X = X, bhat = table$estimate, nbasis = matrix(NA), V = unname(ability_covariance(object)), dffun = function(k, dfargs) Inf,
         dfargs = list(), misc = list())
}

# Names that duel shares with emmeans and survival: what is not duel's own goes to them.
# (Not called contrast.emmGrid, which emmeans' own generic would find here before its own method.)
contrast_elsewhere <- function(object, ...) emmeans::contrast(object, ...)

# ggplot2: the forest plot of plot().
autoplot.duel <- function(object, type = plotted_type(object), level = 0.95,
                          top = NULL, ...) {
    type <- word(type, "type", also = "abilities")
    table <- if (type == "abilities") abilities(object, level, ...) else estimates(object, type, level, ...)
    table$name <- stats::reorder(row.names(table), table$estimate)
    if (!is.null(top))
        table <- utils::head(table[order(-table$estimate), ], whole(top, "top", 1))
    ggplot2::ggplot(table, ggplot2::aes(.data$estimate, .data$name, xmin = .data$lower, xmax = .data$upper)) +
        ggplot2::geom_vline(xintercept = 0, colour = "grey80") +
        ggplot2::geom_pointrange() +
        ggplot2::labs(x = axis_label(type, level), y = NULL)
}
# The name of a column of the data in ggplot2.
utils::globalVariables(".data")

# tibble: names of rows are a column there.
as_tibble.duel_table <- function(x, ..., rownames = "name") {
    class(x) <- "data.frame"
    tibble::as_tibble(x, ..., rownames = rownames)
}
