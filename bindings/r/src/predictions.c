/* Predictions against what was seen: metrics, rates, matrices, held-out parts, Vuong's test. */
#include "duelr.h"

SEXP r_metrics(SEXP model, SEXP set, SEXP by)
{
    const duel_model *from = model_of(model);
    duel_metrics_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_model_metrics(from, set_or_null(set), Rf_asInteger(by), &of));
    const fact facts[] = {
        {"comparisons", of.comparisons}, {"unpredicted", of.unpredicted},
        {"rows", (double) of.rows}, {"outcomes", (double) of.outcomes}, {"nll", of.nll},
        {"nll_mean", of.nll_mean}, {"nll_multinomial", of.nll_multinomial},
        {"nll_multinomial_mean", of.nll_multinomial_mean}, {"cross_entropy", of.cross_entropy},
        {"kl_mean", of.kl_mean}, {"kl_weighted", of.kl_weighted}, {"js_mean", of.js_mean},
        {"js_weighted", of.js_weighted}, {"mae_count", of.mae_count},
        {"rmse_count", of.rmse_count}, {"mae_percent", of.mae_percent},
        {"rmse_percent", of.rmse_percent}};
    const char *names[] = {"total", "by_outcome", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, FACTS(facts));
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_metrics_by_outcome(from, set_or_null(set), Rf_asInteger(by), &table);
    SET_VECTOR_ELT(out, 1, framed(pointer, table, status, NULL));
    UNPROTECT(2);
    return out;
}

SEXP r_marginals(SEXP model, SEXP set)
{
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_marginals(model_of(model), set_or_null(set), &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

SEXP r_match_matrix(SEXP model, SEXP what, SEXP outcome)
{
    const duel_model *from = model_of(model);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    double *out = doubles(items * items);
    check(duel_model_match_matrix(from, Rf_asInteger(what), Rf_asInteger(outcome), out, items * items));
    return matrix(out, items, items);
}

/* list: choices and numbers are named by the fields of duel_validation_options (R/predictions.R). */
duel_validation_options validation_of(SEXP list, duel_watch *watched)
{
    SEXP choices = field(list, "choices"), numbers = field(list, "numbers");
    duel_validation_options options = {0};
    options.struct_size = sizeof options;
    options.by = Rf_asInteger(field(choices, "by"));
    options.threads = Rf_asInteger(field(choices, "threads"));
    options.folds = (size_t) Rf_asReal(field(numbers, "folds"));
    options.share = Rf_asReal(field(numbers, "share"));
    options.repeats = (size_t) Rf_asReal(field(numbers, "repeats"));
    options.seed = (uint64_t) Rf_asReal(field(numbers, "seed"));
    options.progress = watch;
    options.user = watched;
    return options;
}

/* fit: made by fit_options() in R. list: as for validation_of(). */
SEXP r_cross_validate(SEXP set, SEXP fit, SEXP list)
{
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_model_options model = fit_options_beside(fit);
    duel_validation_options options = validation_of(list, &watched);
    const duel_set *from = set_of(set);
    duel_validation_facts of = {0};
    of.struct_size = sizeof of;
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_set_cross_validate(from, &model, &options, &of, &table);
    SEXP fits = PROTECT(framed(pointer, table, status, &watched));
    const fact facts[] = {
        {"fits", (double) of.fits}, {"failed", (double) of.failed}, {"held", of.held},
        {"predicted", of.predicted}, {"unpredicted", of.unpredicted},
        {"log_likelihood", of.log_likelihood}};
#define MEAN(score) {#score, of.score}, {#score "_se", of.score##_se}, {#score "_fits", (double) of.score##_fits}
    const fact scores[] = {
        MEAN(log_score), MEAN(brier), MEAN(accuracy), MEAN(calibration_error), MEAN(kl_mean),
        MEAN(kl_weighted), MEAN(js_mean), MEAN(js_weighted), MEAN(mae_percent), MEAN(rmse_percent)};
#undef MEAN
    const char *names[] = {"totals", "means", "fits", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, FACTS(facts));
    SET_VECTOR_ELT(out, 1, FACTS(scores));
    SET_VECTOR_ELT(out, 2, fits);
    UNPROTECT(4);
    return out;
}

SEXP r_vuong(SEXP first, SEXP second, SEXP penalty, SEXP by)
{
    duel_vuong_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_model_vuong(model_of(first), model_of(second), Rf_asInteger(penalty), Rf_asInteger(by),
                     &of));
    const fact facts[] = {
        {"by", of.by}, {"boundary", of.boundary}, {"units", of.units}, {"gain", of.gain},
        {"penalty", of.penalty}, {"variance", of.variance}, {"statistic", of.statistic},
        {"p", of.p}, {"variance_statistic", of.variance_statistic},
        {"variance_p", of.variance_p}};
    return FACTS(facts);
}
