/* How well models fit, which of them fits better, and what they hang on. */
#include "duelr.h"

SEXP r_criteria(SEXP model)
{
    duel_criteria_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_model_criteria(model_of(model), &of));
    const fact facts[] = {
        {"outcome_space", of.outcome_space}, {"penalised", of.penalised},
        {"boundary", of.boundary}, {"dimension", (double) of.dimension},
        {"cells", (double) of.cells}, {"comparisons", of.comparisons},
        {"log_likelihood", of.log_likelihood}, {"log_coefficient", of.log_coefficient},
        {"aic", of.aic}, {"aicc", of.aicc}, {"bic", of.bic}, {"caic", of.caic},
        {"deviance", of.deviance}, {"pearson", of.pearson}, {"df", of.df}};
    return FACTS(facts);
}

SEXP r_compare(SEXP null, SEXP full, SEXP test, SEXP options)
{
    question asked;
    ask(&asked, options);
    duel_comparison_facts found = {0};
    found.struct_size = sizeof found;
    check_watched(duel_model_compare(model_of(null), model_of(full), Rf_asInteger(test), &asked.options,
                               &found), &asked.watched);
    UNPROTECT(1);
    const fact facts[] = {
        {"boundary", found.boundary}, {"adjusted", found.adjusted}, {"df", (double) found.df},
        {"statistic", found.statistic}, {"p", found.p}};
    return FACTS(facts);
}

SEXP r_goodness(SEXP model, SEXP replicates, SEXP options)
{
    question asked;
    ask(&asked, options);
    duel_goodness_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_model_goodness(model_of(model), (size_t) Rf_asReal(replicates),
                                      &asked.options, &of), &asked.watched);
    UNPROTECT(1);
    const fact facts[] = {
        {"used", (double) of.used}, {"failed", (double) of.failed}, {"pearson", of.pearson},
        {"pearson_expected", of.pearson_expected}, {"pearson_deviation", of.pearson_deviation},
        {"pearson_p", of.pearson_p}, {"deviance", of.deviance},
        {"deviance_expected", of.deviance_expected},
        {"deviance_deviation", of.deviance_deviation}, {"deviance_p", of.deviance_p}};
    return FACTS(facts);
}

SEXP r_accuracy(SEXP model, SEXP set)
{
    duel_accuracy_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_model_accuracy(model_of(model), set_or_null(set), &of));
    const fact facts[] = {
        {"comparisons", of.comparisons}, {"log_score", of.log_score}, {"brier", of.brier},
        {"decided", of.decided}, {"accuracy", of.accuracy},
        {"calibration_error", of.calibration_error}, {"intercept", of.intercept},
        {"intercept_se", of.intercept_se}, {"slope", of.slope}, {"slope_se", of.slope_se},
        {"unpredicted", of.unpredicted}};
    return FACTS(facts);
}

SEXP r_calibration(SEXP model, SEXP set, SEXP bins)
{
    const duel_model *from = model_of(model);
    const duel_set *of = set_or_null(set);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_calibration(from, of, (size_t) Rf_asReal(bins), &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

SEXP r_triads(SEXP model, SEXP replicates, SEXP options)
{
    question asked;
    ask(&asked, options);
    duel_triads_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_model_triads(model_of(model), (size_t) Rf_asReal(replicates), &asked.options, &of),
                  &asked.watched);
    UNPROTECT(1);
    const fact facts[] = {
        {"triads", (double) of.triads}, {"circular", (double) of.circular},
        {"replicates", (double) of.replicates}, {"expected", of.expected}, {"sd", of.sd},
        {"p", of.p}};
    return FACTS(facts);
}

SEXP r_residuals(SEXP model, SEXP by)
{
    const duel_model *from = model_of(model);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_residuals(from, Rf_asInteger(by), &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

/* count: how many contexts or judges there are. */
SEXP r_influence_changes(SEXP model, SEXP what, SEXP by, SEXP count, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t units = (size_t) Rf_asReal(count), values = size_of(from, Rf_asInteger(what));
    double *changes = doubles(units * values);
    check_watched(duel_model_influence_changes(from, Rf_asInteger(what), Rf_asInteger(by), &asked.options, changes,
                                               units * values), &asked.watched);
    UNPROTECT(1);
    return matrix(changes, units, values);
}

SEXP r_influence(SEXP model, SEXP by, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_influence(from, Rf_asInteger(by), &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}
