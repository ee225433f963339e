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
    double *out = doubles(4 * count * points);
    check_watched(duel_model_sensitivities(from, ids, count, REAL(values), points, &asked.options,
                                          out, 4 * count * points), &asked.watched);
    UNPROTECT(1);
    return matrix(out, count * points, 4);
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
    double *out = doubles(4 * info.items), *weights = doubles(info.judges);
    check_watched(duel_model_consensus(from, Rf_asInteger(which), &asked.options, out, 4 * info.items,
                                 weights, info.judges), &asked.watched);
    const char *names[] = {"estimates", "weights", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(list, 0, matrix(out, info.items, 4));
    SET_VECTOR_ELT(list, 1, matrix(weights, info.judges, 1));
    UNPROTECT(2);
    return list;
}

/* fit: made by fit_options() in R, here and below. */
SEXP r_leave_one_judge_out(SEXP set, SEXP fit)
{
    const duel_set *from = set_of(set);
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options options = fit_options_of(fit, &watched);
    size_t judges = duel_set_count(from, DUEL_KIND_JUDGE), items = duel_set_count(from, DUEL_KIND_ITEM);
    double *out = doubles(judges * items), *status = doubles(judges);
    check_watched(duel_set_leave_one_judge_out(from, &options, out, judges * items, status, judges),
                  &watched);
    const char *names[] = {"scores", "status", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(list, 0, matrix(out, judges, items));
    SET_VECTOR_ELT(list, 1, status_names(status, judges, 1));
    UNPROTECT(2);
    return list;
}

/* validation: NULL, or as for validation_of(). simulation: replicates, seed and threads. */
SEXP r_select_rank(SEXP set, SEXP fit, SEXP max_rank, SEXP validation, SEXP simulation)
{
    enum { COLUMNS = 12 };
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options model = fit_options_of(fit, &watched);
    duel_validation_options held;
    if (validation != R_NilValue)
        held = validation_of(validation, &watched);
    size_t rows = (size_t) Rf_asReal(max_rank) + 1;
    double *out = doubles(COLUMNS * rows);
    check_watched(duel_set_select_rank(set_of(set), &model, Rf_asInteger(max_rank),
                                   validation == R_NilValue ? NULL : &held,
                                   (size_t) Rf_asReal(field(simulation, "replicates")),
                                   (uint64_t) Rf_asReal(field(simulation, "seed")),
                                   Rf_asInteger(field(simulation, "threads")), out,
                                   COLUMNS * rows), &watched);
    const char *names[] = {"ranks", "status", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(list, 0, matrix(out, rows, COLUMNS));
    SET_VECTOR_ELT(list, 1, status_names(out + 1, rows, COLUMNS));
    UNPROTECT(2);
    return list;
}

SEXP r_judge_scores(SEXP set, SEXP fit, SEXP rank)
{
    const duel_set *from = set_of(set);
    duel_watch watched = watch_new(field(fit, "progress"));
    PROTECT(watched.failure);
    duel_model_options options = fit_options_of(fit, &watched);
    size_t judges = 0, columns = 0, items = duel_set_count(from, DUEL_KIND_ITEM);
    check(duel_set_shape(from, DUEL_SET_JUDGES, &judges, &columns));
    double *out = doubles(judges * items);
    check_watched(duel_set_judge_scores(from, &options, Rf_asInteger(rank), out, judges * items),
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
    R_SetExternalPtrAddr(pointer, table);
    check_watched(status, &asked.watched);
    SEXP out = frame_of(pointer);
    UNPROTECT(2);
    return out;
}

/* items, judges: numbers of families, below zero for none. */
SEXP r_self_preference(SEXP model, SEXP items, SEXP judges, SEXP level)
{
    const duel_model *from = model_of(model);
    size_t rows = info_of(from).judges;
    double *out = doubles(11 * rows);
    check(duel_model_self_preference(from, INTEGER(items), (size_t) XLENGTH(items), INTEGER(judges),
                               (size_t) XLENGTH(judges), Rf_asReal(level), out, 11 * rows));
    return matrix(out, rows, 11);
}

/* list: numbers, and families of items and judges or NULL, are named by the fields of
 * duel_judge_options. */
SEXP r_judge_report(SEXP model, SEXP list, SEXP options)
{
    enum { COLUMNS = 28 };
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
    size_t rows = info_of(from).judges;
    double *out = doubles(COLUMNS * rows);
    int32_t *bits = (int32_t *) R_alloc(rows > 0 ? rows : 1, sizeof *bits);
    check_watched(duel_model_judges(from, &limits, &asked.options, out, COLUMNS * rows, bits, rows),
                  &asked.watched);
    const char *names[] = {"judges", "verdicts", ""};
    SEXP found = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(found, 0, matrix(out, rows, COLUMNS));
    SEXP verdicts = Rf_allocVector(INTSXP, extent(rows));
    SET_VECTOR_ELT(found, 1, verdicts);
    for (size_t i = 0; i < rows; i++)
        INTEGER(verdicts)[i] = bits[i];
    UNPROTECT(2);
    return found;
}
