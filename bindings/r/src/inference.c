/* The options of inference; profiles, functions, probabilities. */
#include "duelr.h"

/* list: choices and numbers are named by the fields of duel_inference_options (inference() in R
 * makes them); references are one-based there. */
void ask(question *out, SEXP list)
{
    SEXP choices = field(list, "choices"), numbers = field(list, "numbers");
    SEXP weights = field(list, "weights"), bootstrap = field(list, "bootstrap");
    duel_inference_options options = {0};
    options.struct_size = sizeof options;
    options.covariance = Rf_asInteger(field(choices, "covariance"));
    options.intervals = Rf_asInteger(field(choices, "intervals"));
    options.gauge = Rf_asInteger(field(choices, "gauge"));
    options.scale = Rf_asInteger(field(choices, "scale"));
    options.neutral = Rf_asInteger(field(choices, "neutral"));
    options.threads = Rf_asInteger(field(choices, "threads"));
    options.correction = Rf_asInteger(field(choices, "correction"));
    options.quantiles = Rf_asInteger(field(choices, "quantiles"));
    options.bootstrap_interval = Rf_asInteger(field(choices, "bootstrap_interval"));
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
    options.contexts = set_or_null(field(list, "contexts"));
    options.bootstrap = bootstrap == R_NilValue ? NULL : bootstrap_of(bootstrap);
    options.progress = watch;
    options.user = &out->watched;
    out->options = options;
    out->watched = watch_new(field(list, "progress"));
    PROTECT(out->watched.failure);
}

size_t size_of(const duel_model *model, int32_t what)
{
    size_t rows = 0, columns = 0;
    check(duel_model_shape(model, what, &rows, &columns));
    return rows * columns;
}

/* rows: as for r_estimate_contrasts(), or NULL: every value. */
SEXP r_profile(SEXP model, SEXP what, SEXP options, SEXP rows)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t count = size_of(from, Rf_asInteger(what));
    const double *weights = NULL;
    if (rows != R_NilValue) {
        if ((size_t) Rf_nrows(rows) != count)
            Rf_error("a contrast has one weight for each value of the quantity");
        count = (size_t) Rf_ncols(rows);
        weights = REAL(rows);
    }
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_profile(from, Rf_asInteger(what), weights, count, &asked.options, &table);
    R_SetExternalPtrAddr(pointer, table);
    check_watched(status, &asked.watched);
    SEXP out = frame_of(pointer);
    UNPROTECT(2);
    return out;
}

/* A function of R, and perhaps its gradient, called by the library. */
typedef struct {
    SEXP value, gradient, names;
    size_t count, n;
    const double *at;
    double *out, *slopes;
} closure;

/* function(at), which must be `length` numbers; the caller protects them. */
static SEXP numbers_of(SEXP function, SEXP at, size_t length, const char *what)
{
    SEXP call = PROTECT(Rf_lang2(function, at));
    SEXP answer = PROTECT(Rf_eval(call, R_BaseEnv));
    if (TYPEOF(answer) != REALSXP && TYPEOF(answer) != INTSXP && TYPEOF(answer) != LGLSXP)
        Rf_error("the %s is not numeric", what);
    if ((size_t) XLENGTH(answer) != length)
        Rf_error("the %s has %lld numbers, not %lld", what, (long long) XLENGTH(answer),
                 (long long) length);
    answer = Rf_coerceVector(answer, REALSXP);
    UNPROTECT(2);
    return answer;
}

static SEXP call_closure(void *data)
{
    closure *function = data;
    SEXP at = PROTECT(Rf_allocVector(REALSXP, extent(function->n)));
    memcpy(REAL(at), function->at, function->n * sizeof(double));
    Rf_setAttrib(at, R_NamesSymbol, function->names);
    SEXP values = PROTECT(numbers_of(function->value, at, function->count, "value"));
    memcpy(function->out, REAL(values), function->count * sizeof(double));
    if (function->slopes != NULL && function->gradient != R_NilValue) {
        SEXP slopes = PROTECT(numbers_of(function->gradient, at, function->count * function->n,
                                         "gradient"));
        for (size_t i = 0; i < function->count; i++)
            for (size_t j = 0; j < function->n; j++)
                function->slopes[i * function->n + j] = REAL(slopes)[j * function->count + i];
        UNPROTECT(1);
    }
    UNPROTECT(2);
    return R_NilValue;
}

typedef struct { closure function; duel_watch *watched; } watched_closure;

static int evaluate(const double *values, size_t n, double *out, double *gradient, void *user)
{
    watched_closure *called = user;
    called->function.at = values;
    called->function.n = n;
    called->function.out = out;
    called->function.slopes = gradient;
    return shielded(call_closure, &called->function, called->watched);
}

/* functions: list(value, gradient or NULL). The covariance of the results is an attribute. */
SEXP r_function(SEXP model, SEXP what, SEXP options, SEXP functions, SEXP names, SEXP count)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t length = (size_t) Rf_asReal(count);
    watched_closure called = {{VECTOR_ELT(functions, 0), VECTOR_ELT(functions, 1), names, length,
                               0, NULL, NULL, NULL}, &asked.watched};
    SEXP covariance = PROTECT(square(length)), pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_function(from, Rf_asInteger(what), evaluate, &called, length,
                                             &asked.options, &table, REAL(covariance), length * length);
    R_SetExternalPtrAddr(pointer, table);
    check_watched(status, &asked.watched);
    SEXP out = PROTECT(frame_of(pointer));
    Rf_setAttrib(out, Rf_install("covariance"), covariance);
    UNPROTECT(4);
    return out;
}

SEXP r_probabilities(SEXP model, SEXP rows, SEXP options)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    duel_rows columns = rows_of(rows);
    size_t numbers = outcomes_of(from) > 3 ? 16 : 12;
    double *out = doubles(numbers * columns.length);
    check_watched(duel_model_predict(from, &columns, &asked.options, out, numbers * columns.length),
                  &asked.watched);
    UNPROTECT(1);
    return matrix(out, columns.length, numbers);
}

SEXP r_log_likelihood(SEXP model, SEXP set)
{
    double value = 0, comparisons = 0;
    check(duel_model_log_likelihood(model_of(model), set_of(set), &value, &comparisons));
    SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
    REAL(out)[0] = value;
    REAL(out)[1] = comparisons;
    UNPROTECT(1);
    return out;
}
