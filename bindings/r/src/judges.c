/* Judges: what their votes say of them, before any model. */
#include "duelr.h"

SEXP r_order(SEXP set)
{
    duel_order_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_set_order(set_of(set), &of));
    const fact facts[] = {
        {"pairs", (double) of.pairs}, {"both_orders", (double) of.both_orders},
        {"rarer_share", of.rarer_share}, {"statistic", of.statistic}, {"p", of.p}};
    return FACTS(facts);
}

/* What the questions that can be stopped are asked of, and the table that they hand out. */
typedef struct {
    const duel_set *set;
    int32_t metric, orientation;
    double level;
    duel_table *table;
} judges_call;

static SEXP ask_judges(judges_call *call, duel_status (*run)(void *, const duel_cancel *))
{
    SEXP pointer = PROTECT(table_pointer());
    duel_status status = run_stoppable(run, call);
    SEXP out = framed(pointer, call->table, status, NULL);
    UNPROTECT(1);
    return out;
}

static duel_status run_counts(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    (void) cancel;
    return duel_set_judges(call->set, call->level, &call->table);
}

SEXP r_judge_counts(SEXP set, SEXP level)
{
    judges_call call = {.set = set_of(set), .level = Rf_asReal(level)};
    return ask_judges(&call, run_counts);
}

static duel_status run_triads(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_triads(call->set, cancel, &call->table);
}

SEXP r_judge_triads(SEXP set)
{
    judges_call call = {.set = set_of(set)};
    return ask_judges(&call, run_triads);
}

static duel_status run_agreement(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_agreement(call->set, call->level, cancel, &call->table);
}

SEXP r_judge_agreement(SEXP set, SEXP level)
{
    judges_call call = {.set = set_of(set), .level = Rf_asReal(level)};
    return ask_judges(&call, run_agreement);
}

static duel_status run_agreement_pairs(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_agreement_pairs(call->set, cancel, &call->table);
}

SEXP r_judge_agreement_pairs(SEXP set)
{
    judges_call call = {.set = set_of(set)};
    return ask_judges(&call, run_agreement_pairs);
}

static duel_status run_krippendorff(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_krippendorff(call->set, call->metric, call->orientation, call->level, cancel, &call->table);
}

SEXP r_krippendorff(SEXP set, SEXP metric, SEXP orientation, SEXP level)
{
    judges_call call = {.set = set_of(set), .metric = Rf_asInteger(metric),
                        .orientation = Rf_asInteger(orientation), .level = Rf_asReal(level)};
    return ask_judges(&call, run_krippendorff);
}

/* judge: numbers from zero. */
SEXP r_confidence(SEXP judge, SEXP confidence, SEXP correct, SEXP judges, SEXP bins)
{
    size_t votes = (size_t) XLENGTH(judge), count = (size_t) Rf_asReal(judges), width = (size_t) Rf_asReal(bins);
    const char *names[] = {"judges", "reliability", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_votes_confidence(INTEGER(judge), REAL(confidence), REAL(correct), votes, count,
                                               width, &table);
    SET_VECTOR_ELT(list, 0, framed(pointer, table, status, NULL));
    table = NULL;
    status = duel_votes_reliability(INTEGER(judge), REAL(confidence), REAL(correct), votes, count, width, &table);
    SET_VECTOR_ELT(list, 1, framed(pointer, table, status, NULL));
    UNPROTECT(2);
    return list;
}

/* scores: items x judges, columns of R: a judge after the other, as the library reads them. */
SEXP r_effective_judges(SEXP scores, SEXP precisions)
{
    duel_effective_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_rankings_effective(REAL(scores), (size_t) Rf_ncols(scores), (size_t) Rf_nrows(scores),
                                precisions == R_NilValue ? NULL : REAL(precisions), &of));
    const fact facts[] = {{"participation", of.participation}, {"by_precision", of.by_precision}};
    return FACTS(facts);
}

typedef struct {
    const double *table;
    size_t rows, columns, groups[2];
    int32_t apart, linkage;
    duel_table *out;
} bicluster_call;

static duel_status run_bicluster(void *data, const duel_cancel *cancel)
{
    bicluster_call *call = data;
    return duel_matrix_bicluster(call->table, call->rows, call->columns, call->apart, call->linkage,
                          call->groups[0], call->groups[1], cancel, &call->out);
}

/* table: transposed; groups: of rows and of columns. */
SEXP r_bicluster(SEXP table, SEXP apart, SEXP linkage, SEXP groups)
{
    bicluster_call call = {REAL(table), (size_t) Rf_ncols(table), (size_t) Rf_nrows(table),
                           {(size_t) REAL(groups)[0], (size_t) REAL(groups)[1]},
                           Rf_asInteger(apart), Rf_asInteger(linkage), NULL};
    SEXP pointer = PROTECT(table_pointer());
    duel_status status = run_stoppable(run_bicluster, &call);
    SEXP out = framed(pointer, call.out, status, NULL);
    UNPROTECT(1);
    return out;
}

/* fit: made by fit_options() in R. judges: numbers of judges. list: as for validation_of(). */
SEXP r_learning_curve(SEXP set, SEXP fit, SEXP shares, SEXP judges, SEXP list)
{
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_model_options model = fit_options_beside(fit);
    duel_validation_options options = validation_of(list, &watched);
    size_t points = (size_t) XLENGTH(shares), numbers = (size_t) XLENGTH(judges);
    size_t *counts = (size_t *) R_alloc(numbers > 0 ? numbers : 1, sizeof *counts);
    for (size_t i = 0; i < numbers; i++)
        counts[i] = (size_t) REAL(judges)[i];
    const duel_set *from = set_of(set);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_set_learning_curve(from, REAL(shares), points, counts, numbers, &model, &options,
                                                 &table);
    SEXP out = framed(pointer, table, status, &watched);
    UNPROTECT(2);
    return out;
}
