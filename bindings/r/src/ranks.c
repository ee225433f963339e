/* Probabilities of ranks, groups, and what more comparisons would settle. */
#include "duelr.h"

SEXP r_rank_probabilities(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    double *out = doubles(items * items);
    check_watched(duel_model_rank_probabilities(from, &asked.options, out, items * items), &asked.watched);
    UNPROTECT(1);
    return matrix(out, items, items);
}

SEXP r_rank_summary(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_rank_summary(from, &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

SEXP r_superiority(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    double *out = doubles(items * items);
    check_watched(duel_model_superiority(from, &asked.options, out, items * items), &asked.watched);
    UNPROTECT(1);
    return matrix(out, items, items);
}

SEXP r_groups(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_groups(from, &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

/* pairs: 2 x count, one-based. gaps: NULL or count numbers. */
SEXP r_more_comparisons(SEXP model, SEXP options, SEXP pairs, SEXP gaps, SEXP power)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t count = (size_t) Rf_ncols(pairs);
    size_t *ids = (size_t *) R_alloc(count > 0 ? 2 * count : 1, sizeof *ids);
    for (size_t i = 0; i < 2 * count; i++)
        ids[i] = (size_t) INTEGER(pairs)[i] - 1;
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_more_comparisons(from, ids, count, gaps == R_NilValue ? NULL : REAL(gaps),
                                                     Rf_asReal(power), &asked.options,
                                                     &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

SEXP r_quasi_variances(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    const char *names[] = {"variances", "errors", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, extent(items)));
    duel_quasi_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_model_quasi_variances(from, &asked.options, REAL(VECTOR_ELT(out, 0)), items, &of),
                  &asked.watched);
    const fact facts[] = {
        {"pairs.min", of.least_error}, {"pairs.max", of.largest_error},
        {"contrasts.min", of.least_contrast_error}, {"contrasts.max", of.largest_contrast_error}};
    SET_VECTOR_ELT(out, 1, FACTS(facts));
    UNPROTECT(2);
    return out;
}

/* list: named by the fields of duel_next_options; items and judge are counted from one. */
SEXP r_next_comparisons(SEXP model, SEXP list)
{
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    SEXP judge = field(list, "judge");
    duel_next_options options = {0};
    options.struct_size = sizeof options;
    options.criterion = Rf_asInteger(field(list, "criterion"));
    options.threads = Rf_asInteger(field(list, "threads"));
    options.batch = (size_t) Rf_asReal(field(list, "batch"));
    options.first = (size_t) Rf_asInteger(field(list, "first")) - 1;
    options.second = (size_t) Rf_asInteger(field(list, "second")) - 1;
    options.boundary = (size_t) Rf_asReal(field(list, "boundary"));
    if (judge != R_NilValue) {
        options.by_judge = 1;
        options.judge = (size_t) Rf_asInteger(judge) - 1;
    }
    options.progress = watch;
    options.user = &watched;
    const duel_model *from = model_of(model);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_next(from, &options, &table);
    SEXP out = framed(pointer, table, status, &watched);
    UNPROTECT(2);
    return out;
}
