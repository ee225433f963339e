/* Estimates, covariances, contrasts, probabilities, ranks. */
#include "duelr.h"

/* choices and numbers are named by the fields of duel_inference_options (R/inference.R makes
 * them); references are one-based there. */
static duel_inference_options options_of(SEXP choices, SEXP numbers, SEXP weights,
                                         duel_watch *watched)
{
    duel_inference_options options = {0};
    options.struct_size = sizeof options;
    options.covariance = Rf_asInteger(field(choices, "covariance"));
    options.intervals = Rf_asInteger(field(choices, "intervals"));
    options.gauge = Rf_asInteger(field(choices, "gauge"));
    options.scale = Rf_asInteger(field(choices, "scale"));
    options.neutral = Rf_asInteger(field(choices, "neutral"));
    options.threads = Rf_asInteger(field(choices, "threads"));
    options.reference_item = (size_t) Rf_asInteger(field(choices, "reference_item")) - 1;
    options.reference_judge = (size_t) Rf_asInteger(field(choices, "reference_judge")) - 1;
    options.level = Rf_asReal(field(numbers, "level"));
    options.unit = Rf_asReal(field(numbers, "unit"));
    options.origin = Rf_asReal(field(numbers, "origin"));
    options.seed = (uint64_t) Rf_asReal(field(numbers, "seed"));
    options.draws = (size_t) Rf_asReal(field(numbers, "draws"));
    if (weights != R_NilValue && XLENGTH(weights) > 0) {
        options.weights = REAL(weights);
        options.weight_count = (size_t) XLENGTH(weights);
    }
    options.progress = watch;
    options.user = watched;
    return options;
}

static size_t size_of(const duel_model *model, int32_t what)
{
    size_t rows = 0, columns = 0;
    check(duel_model_shape(model, what, &rows, &columns));
    return rows * columns;
}

SEXP r_estimates(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights)
{
    const duel_model *from = model_of(model);
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_inference_options options = options_of(choices, numbers, weights, &watched);
    size_t count = size_of(from, Rf_asInteger(what));
    double *out = doubles(4 * count);
    check_watched(duel_estimates(from, Rf_asInteger(what), &options, out, 4 * count), &watched);
    UNPROTECT(1);
    return matrix(out, count, 4);
}

SEXP r_covariance(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights)
{
    const duel_model *from = model_of(model);
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_inference_options options = options_of(choices, numbers, weights, &watched);
    size_t count = size_of(from, Rf_asInteger(what));
    if (count > INT_MAX)
        Rf_error("too large for a matrix of R");
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int) count, (int) count));
    /* symmetric, so row-major is column-major */
    check_watched(duel_covariance(from, Rf_asInteger(what), &options, REAL(out), count * count),
                  &watched);
    UNPROTECT(2);
    return out;
}

/* rows: the matrix L as R holds it, transposed on R's side, so that its memory is row-major. */
SEXP r_contrasts(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights, SEXP rows)
{
    const duel_model *from = model_of(model);
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_inference_options options = options_of(choices, numbers, weights, &watched);
    size_t count = (size_t) Rf_ncols(rows);
    if ((size_t) Rf_nrows(rows) != size_of(from, Rf_asInteger(what)))
        Rf_error("a contrast has one weight for each value of the quantity");
    const char *names[] = {"estimates", "covariance", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, (int) count, (int) count));
    double *values = doubles(4 * count);
    check_watched(duel_contrasts(from, Rf_asInteger(what), &options, REAL(rows), count,
                                 values, 4 * count, REAL(VECTOR_ELT(out, 1)), count * count),
                  &watched);
    SET_VECTOR_ELT(out, 0, matrix(values, count, 4));
    UNPROTECT(2);
    return out;
}

SEXP r_probabilities(SEXP model, SEXP rows, SEXP choices, SEXP numbers)
{
    const duel_model *from = model_of(model);
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_inference_options options = options_of(choices, numbers, R_NilValue, &watched);
    duel_rows columns = rows_of(rows);
    double *out = doubles(12 * columns.length);
    check_watched(duel_probabilities(from, &columns, &options, out, 12 * columns.length), &watched);
    UNPROTECT(1);
    return matrix(out, columns.length, 12);
}

SEXP r_ranks(SEXP model, SEXP choices, SEXP numbers)
{
    const duel_model *from = model_of(model);
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_inference_options options = options_of(choices, numbers, R_NilValue, &watched);
    size_t items = size_of(from, DUEL_SCORES);
    double *out = doubles(3 * items);
    check_watched(duel_ranks(from, &options, out, 3 * items), &watched);
    UNPROTECT(1);
    return matrix(out, items, 3);
}

SEXP r_log_likelihood(SEXP model, SEXP set)
{
    double value = 0, comparisons = 0;
    check(duel_log_likelihood(model_of(model), set_of(set), &value, &comparisons));
    SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
    REAL(out)[0] = value;
    REAL(out)[1] = comparisons;
    UNPROTECT(1);
    return out;
}
