/* Judges: what their votes say of them, before any model. Tables are transposed on R's side, so that
 * their memory is row-major. */
#include "duelr.h"

/* The judges of a set, and the anonymous one if it judged. */
static size_t judges_of(const duel_set *set)
{
    size_t rows = 0, columns = 0;
    check(duel_set_shape(set, DUEL_SET_JUDGES, &rows, &columns));
    return rows;
}

SEXP r_judge_counts(SEXP set, SEXP level)
{
    const duel_set *from = set_of(set);
    size_t judges = judges_of(from);
    double *out = doubles(11 * judges);
    check(duel_set_judges(from, Rf_asReal(level), out, 11 * judges));
    return matrix(out, judges, 11);
}

SEXP r_order(SEXP set)
{
    double of[5];
    check(duel_set_order(set_of(set), of, 5));
    const fact facts[] = {
        {"pairs", of[0]}, {"both", of[1]}, {"rarer", of[2]}, {"statistic", of[3]}, {"p", of[4]}};
    return FACTS(facts);
}

/* What the questions that can be stopped are asked of and write to. */
typedef struct {
    const duel_set *set;
    size_t judges;
    int32_t metric, orientation;
    double level, *out, *pairs;
} judges_call;

static judges_call new_call(SEXP set)
{
    judges_call call = {set_of(set), 0, 0, 0, 0, NULL, NULL};
    call.judges = judges_of(call.set);
    return call;
}

static duel_status run_triads(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_triads(call->set, cancel, call->out, 4 * call->judges);
}

SEXP r_judge_triads(SEXP set)
{
    judges_call call = new_call(set);
    call.out = doubles(4 * call.judges);
    check(run_stoppable(run_triads, &call));
    return matrix(call.out, call.judges, 4);
}

static duel_status run_agreement(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    size_t square = call->judges * call->judges;
    return duel_set_agreement(call->set, call->level, cancel, call->out, 5 * call->judges,
                                call->pairs, 3 * square);
}

SEXP r_judge_agreement(SEXP set, SEXP level)
{
    judges_call call = new_call(set);
    size_t square = call.judges * call.judges;
    call.level = Rf_asReal(level);
    call.out = doubles(5 * call.judges);
    call.pairs = doubles(3 * square);
    check(run_stoppable(run_agreement, &call));
    const char *names[] = {"majority", "units", "observed", "kappa", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, matrix(call.out, call.judges, 5));
    for (size_t i = 0; i < 3; i++)
        SET_VECTOR_ELT(out, (R_xlen_t) i + 1,
                       matrix(call.pairs + i * square, call.judges, call.judges));
    UNPROTECT(1);
    return out;
}

static duel_status run_krippendorff(void *data, const duel_cancel *cancel)
{
    judges_call *call = data;
    return duel_set_krippendorff(call->set, call->metric, call->orientation, call->level, cancel,
                             call->out, 6 * (call->judges + 1));
}

SEXP r_krippendorff(SEXP set, SEXP metric, SEXP orientation, SEXP level)
{
    judges_call call = new_call(set);
    call.metric = Rf_asInteger(metric);
    call.orientation = Rf_asInteger(orientation);
    call.level = Rf_asReal(level);
    call.out = doubles(6 * (call.judges + 1));
    check(run_stoppable(run_krippendorff, &call));
    return matrix(call.out, call.judges + 1, 6);
}

/* judge: numbers from zero. */
SEXP r_confidence(SEXP judge, SEXP confidence, SEXP correct, SEXP judges, SEXP bins)
{
    size_t votes = (size_t) XLENGTH(judge), rows = (size_t) Rf_asReal(judges) + 1;
    size_t count = (size_t) Rf_asReal(bins);
    double *out = doubles(9 * rows), *reliability = doubles(5 * rows * count);
    check(duel_votes_confidence(INTEGER(judge), REAL(confidence), REAL(correct), votes, rows - 1, count,
                          out, 9 * rows, reliability, 5 * rows * count));
    const char *names[] = {"judges", "reliability", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(list, 0, matrix(out, rows, 9));
    SET_VECTOR_ELT(list, 1, matrix(reliability, rows * count, 5));
    UNPROTECT(1);
    return list;
}

/* scores: items x judges, columns of R: a judge after the other, as the library reads them. */
SEXP r_effective_judges(SEXP scores, SEXP precisions)
{
    double of[2];
    check(duel_rankings_effective(REAL(scores), (size_t) Rf_ncols(scores), (size_t) Rf_nrows(scores),
                                precisions == R_NilValue ? NULL : REAL(precisions), of, 2));
    const fact facts[] = {{"participation", of[0]}, {"by_precision", of[1]}};
    return FACTS(facts);
}

typedef struct {
    const double *table;
    size_t rows, columns, groups[2];
    int32_t apart, linkage;
    double *out;
} bicluster_call;

static duel_status run_bicluster(void *data, const duel_cancel *cancel)
{
    bicluster_call *call = data;
    return duel_matrix_bicluster(call->table, call->rows, call->columns, call->apart, call->linkage,
                          call->groups[0], call->groups[1], cancel, call->out,
                          2 * (call->rows + call->columns));
}

/* table: transposed; groups: of rows and of columns. */
SEXP r_bicluster(SEXP table, SEXP apart, SEXP linkage, SEXP groups)
{
    bicluster_call call = {REAL(table), (size_t) Rf_ncols(table), (size_t) Rf_nrows(table),
                           {(size_t) REAL(groups)[0], (size_t) REAL(groups)[1]},
                           Rf_asInteger(apart), Rf_asInteger(linkage), NULL};
    size_t sides = call.rows + call.columns;
    call.out = doubles(2 * sides);
    check(run_stoppable(run_bicluster, &call));
    return matrix(call.out, sides, 2);
}

/* fit: made by fit_options() in R. judges: numbers of judges. list: as for validation_of(). */
SEXP r_learning_curve(SEXP set, SEXP fit, SEXP shares, SEXP judges, SEXP list)
{
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_model_options model = fit_options_of(fit, &watched);
    duel_validation_options options = validation_of(list, &watched);
    size_t points = (size_t) XLENGTH(shares), numbers = (size_t) XLENGTH(judges);
    size_t *counts = (size_t *) R_alloc(numbers > 0 ? numbers : 1, sizeof *counts);
    for (size_t i = 0; i < numbers; i++)
        counts[i] = (size_t) REAL(judges)[i];
    size_t rows = points * numbers;
    double *out = doubles(9 * rows);
    check_watched(duel_set_learning_curve(set_of(set), &model, REAL(shares), points, counts, numbers,
                                      &options, out, 9 * rows), &watched);
    UNPROTECT(1);
    return matrix(out, rows, 9);
}
