/* Judges: what fitted models say of them, and models of them side by side. */
#include "duelr.h"

/* judges: counted from one. values: points x covariates, transposed on R's side. */
SEXP r_sensitivity_curves(SEXP model, SEXP judges, SEXP values, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t count = (size_t) XLENGTH(judges), points = (size_t) Rf_ncols(values), rows, columns;
    check(duel_model_shape(from, DUEL_QUANTITY_SENSITIVITY_SLOPES, &rows, &columns));
    if ((size_t) Rf_nrows(values) != columns)
        Rf_error("a point has one value for each covariate");
    uint32_t *ids = (uint32_t *) R_alloc(count > 0 ? count : 1, sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = (uint32_t) INTEGER(judges)[i] - 1;
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_sensitivities(from, ids, count, REAL(values), points, &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

/* How many items and judges a model has. */
static duel_model_facts info_of(const duel_model *model)
{
    duel_model_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_model_info(model, &info));
    return info;
}

SEXP r_consensus(SEXP model, SEXP which, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    duel_model_facts info = info_of(from);
    double *weights = doubles(info.judges);
    const char *names[] = {"estimates", "weights", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_consensus(from, Rf_asInteger(which), &asked.options, &table, weights,
                                              info.judges);
    SET_VECTOR_ELT(list, 0, framed(pointer, table, status, &asked.watched));
    SET_VECTOR_ELT(list, 1, matrix(weights, info.judges, 1));
    UNPROTECT(3);
    return list;
}

/* fit: made by fit_options() in R, here and below. */
SEXP r_leave_one_judge_out(SEXP set, SEXP fit)
{
    const duel_set *from = set_of(set);
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options options = fit_options_of(fit, &watched);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_set_leave_one_judge_out(from, &options, &table);
    SEXP out = framed(pointer, table, status, &watched);
    UNPROTECT(2);
    return out;
}

/* validation: NULL, or as for validation_of(). simulation: replicates, seed and threads. */
SEXP r_select_rank(SEXP set, SEXP fit, SEXP max_rank, SEXP validation, SEXP simulation)
{
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options model = fit_options_of(fit, &watched);
    duel_validation_options held = {0};
    if (validation != R_NilValue)
        held = validation_of(validation, NULL);
    held.progress = NULL;
    const duel_set *from = set_of(set);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status =
        duel_set_select_rank(from, Rf_asInteger(max_rank), (size_t) Rf_asReal(field(simulation, "replicates")), (uint64_t) Rf_asReal(field(simulation, "seed")),
                             Rf_asInteger(field(simulation, "threads")),
                             &model,
                             validation == R_NilValue ? NULL : &held, &table);
    SEXP out = framed(pointer, table, status, &watched);
    UNPROTECT(2);
    return out;
}

SEXP r_judge_scores(SEXP set, SEXP fit, SEXP rank)
{
    const duel_set *from = set_of(set);
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options options = fit_options_of(fit, &watched);
    duel_set_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_set_info(from, &of));
    size_t judges = of.judges + (of.has_anonymous != 0), items = of.items;
    double *out = doubles(judges * items);
    check_watched(duel_set_judge_scores(from, Rf_asInteger(rank), &options, out, judges * items),
                  &watched);
    UNPROTECT(1);
    return matrix(out, judges, items);
}

SEXP r_near_ties(SEXP model, SEXP margin, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_near_ties(from, Rf_asReal(margin), &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

/* items, judges: numbers of families, below zero for none. */
SEXP r_self_preference(SEXP model, SEXP items, SEXP judges, SEXP level)
{
    const duel_model *from = model_of(model);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_self_preference(from, INTEGER(items), (size_t) XLENGTH(items), INTEGER(judges),
                                                    (size_t) XLENGTH(judges), Rf_asReal(level), &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

/* list: numbers, and families of items and judges or NULL, are named by the fields of
 * duel_judge_options. */
SEXP r_judge_report(SEXP model, SEXP list, SEXP options)
{
    const duel_model *from = model_of(model);
    SEXP items = field(list, "item_families"), judges = field(list, "judge_families");
    question asked;
    ask(&asked, options);
    duel_judge_options limits = {0};
    limits.struct_size = sizeof limits;
    limits.weak = Rf_asReal(field(list, "weak"));
    limits.slot = Rf_asReal(field(list, "slot"));
    limits.idiosyncratic = Rf_asReal(field(list, "idiosyncratic"));
    limits.redundant = Rf_asReal(field(list, "redundant"));
    if (items != R_NilValue) {
        limits.item_families = INTEGER(items);
        limits.item_count = (size_t) XLENGTH(items);
        limits.judge_families = INTEGER(judges);
        limits.judge_count = (size_t) XLENGTH(judges);
    }
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_judges(from, &limits, &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}
