/* Distances, maps, trees and tiers of items; agreement of rankings. Matrices of dissimilarities and
 * weights are transposed on R's side, so that their memory is row-major. */
#include "duelr.h"

typedef struct {
    const double *scores;
    size_t rankings, items, k;
    int32_t measure;
    double *out;
} agreement_call;

static duel_status run_agreement(void *data, const duel_cancel *cancel)
{
    agreement_call *call = data;
    return duel_rankings_agreement(call->scores, call->rankings, call->items, call->measure, call->k, cancel,
                          call->out, call->rankings * call->rankings);
}

/* scores: items x rankings, columns of R: a ranking after the other, as the library reads them. */
SEXP r_agreement(SEXP scores, SEXP measure, SEXP k)
{
    agreement_call call = {REAL(scores), (size_t) Rf_ncols(scores), (size_t) Rf_nrows(scores),
                           (size_t) Rf_asReal(k), Rf_asInteger(measure), NULL};
    call.out = doubles(call.rankings * call.rankings);
    check(run_stoppable(run_agreement, &call));
    return matrix(call.out, call.rankings, call.rankings);
}

SEXP r_adjacent_differences(SEXP model, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_adjacent(from, &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

SEXP r_tiers(SEXP model, SEXP by, SEXP value, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_tiers(from, Rf_asInteger(by), Rf_asReal(value), &asked.options, &table);
    SEXP out = framed(pointer, table, status, &asked.watched);
    UNPROTECT(2);
    return out;
}

SEXP r_distances(SEXP model, SEXP what, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    double *out = doubles(items * items);
    check_watched(duel_model_distances(from, Rf_asInteger(what), &asked.options, out, items * items),
                  &asked.watched);
    UNPROTECT(1);
    return matrix(out, items, items);
}

/* A matrix from columns one after the other, as R has them. */
static SEXP columns_of(const double *values, size_t rows, size_t columns)
{
    SEXP out = Rf_allocMatrix(REALSXP, (int) rows, (int) columns);
    memcpy(REAL(out), values, rows * columns * sizeof *values);
    return out;
}

/* A map: points, all eigenvalues with their shares, and the facts of it. */
static SEXP map_list(const double *points, size_t items, size_t dimensions,
                     const double *eigenvalues, SEXP facts)
{
    const char *names[] = {"points", "eigenvalues", "facts", ""};
    PROTECT(facts);
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, matrix(points, items, dimensions));
    if (eigenvalues != NULL)
        SET_VECTOR_ELT(out, 1, columns_of(eigenvalues, items, 2));
    SET_VECTOR_ELT(out, 2, facts);
    UNPROTECT(2);
    return out;
}

SEXP r_kernel_pca(SEXP dissimilarities, SEXP gamma, SEXP dimensions)
{
    size_t items = (size_t) Rf_nrows(dissimilarities), axes = (size_t) Rf_asReal(dimensions);
    double *points = doubles(items * axes), *eigenvalues = doubles(2 * items), used = 0;
    check(duel_map_kernel_pca(REAL(dissimilarities), items, Rf_asReal(gamma), axes, points,
                          items * axes, eigenvalues, items, eigenvalues + items, items, &used));
    const fact facts[] = {{"gamma", used}};
    return map_list(points, items, axes, eigenvalues, FACTS(facts));
}

SEXP r_mds_classical(SEXP dissimilarities, SEXP dimensions)
{
    size_t items = (size_t) Rf_nrows(dissimilarities), axes = (size_t) Rf_asReal(dimensions);
    double *points = doubles(items * axes), *eigenvalues = doubles(2 * items);
    check(duel_map_classical(REAL(dissimilarities), items, axes, points, items * axes, eigenvalues,
                             items, eigenvalues + items, items));
    return map_list(points, items, axes, eigenvalues, R_NilValue);
}

/* weights: NULL or a matrix. list: numbers are named by the fields of
 * duel_smacof_options (R/geometry.R). */
SEXP r_mds_smacof(SEXP dissimilarities, SEXP weights, SEXP dimensions, SEXP list)
{
    SEXP numbers = field(list, "numbers");
    size_t items = (size_t) Rf_nrows(dissimilarities), axes = (size_t) Rf_asReal(dimensions);
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_smacof_options options = {0};
    options.struct_size = sizeof options;
    options.starts = (size_t) Rf_asReal(field(numbers, "starts"));
    options.iterations = (size_t) Rf_asReal(field(numbers, "iterations"));
    options.tolerance = Rf_asReal(field(numbers, "tolerance"));
    options.seed = (uint64_t) Rf_asReal(field(numbers, "seed"));
    options.threads = Rf_asInteger(field(numbers, "threads"));
    options.progress = watch;
    options.user = &watched;
    double *points = doubles(items * axes);
    duel_smacof_facts info = {0};
    info.struct_size = sizeof info;
    check_watched(duel_map_smacof(REAL(dissimilarities),
                                  weights == R_NilValue ? NULL : REAL(weights), items, axes,
                                  &options, points, items * axes, &info), &watched);
    const fact facts[] = {
        {"stress", info.stress}, {"stress_1", info.stress_1}, {"start", (double) info.start + 1},
        {"agreeing", (double) info.agreeing}, {"iterations", (double) info.iterations},
        {"converged", info.converged}};
    SEXP out = map_list(points, items, axes, NULL, FACTS(facts));
    UNPROTECT(1);
    return out;
}

/* Ids count from one in R. */
static SEXP numbers_of(const int64_t *ids, size_t count)
{
    SEXP out = PROTECT(Rf_allocVector(INTSXP, extent(count)));
    for (size_t i = 0; i < count; i++)
        INTEGER(out)[i] = (int) ids[i] + 1;
    UNPROTECT(1);
    return out;
}

static int64_t *whole_numbers(size_t count)
{
    return (int64_t *) R_alloc(count > 0 ? count : 1, sizeof(int64_t));
}

typedef struct {
    const double *dissimilarities;
    size_t items;
    int32_t linkage, optimal;
    duel_table *merges;
    int64_t *order;
} cluster_call;

static duel_status run_cluster(void *data, const duel_cancel *cancel)
{
    cluster_call *call = data;
    return duel_tree_cluster(call->dissimilarities, call->items, call->linkage, call->optimal, cancel,
                             &call->merges, call->order, call->items);
}

SEXP r_cluster(SEXP dissimilarities, SEXP linkage, SEXP optimal)
{
    size_t items = (size_t) Rf_nrows(dissimilarities);
    cluster_call call = {REAL(dissimilarities), items, Rf_asInteger(linkage), Rf_asInteger(optimal), NULL,
                         whole_numbers(items)};
    const char *names[] = {"merges", "order", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SEXP pointer = PROTECT(table_pointer());
    duel_status status = run_stoppable(run_cluster, &call);
    SET_VECTOR_ELT(out, 0, framed(pointer, call.merges, status, NULL));
    SET_VECTOR_ELT(out, 1, numbers_of(call.order, items));
    UNPROTECT(2);
    return out;
}

/* merges: left and right clusters from zero, two integers a row. */
SEXP r_cut(SEXP merges, SEXP heights, SEXP by, SEXP value)
{
    size_t rows = (size_t) XLENGTH(heights);
    int64_t *left = whole_numbers(rows), *right = whole_numbers(rows), *out = whole_numbers(rows + 1);
    for (size_t i = 0; i < rows; i++) {
        left[i] = INTEGER(merges)[i];
        right[i] = INTEGER(merges)[rows + i];
    }
    check(duel_tree_cut(left, right, REAL(heights), rows + 1, Rf_asInteger(by), Rf_asReal(value), out, rows + 1));
    return numbers_of(out, rows + 1);
}
