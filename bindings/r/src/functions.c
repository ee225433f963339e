/* Questions that call functions of R: the delta method, and predictions for nonparametric scores. */
#include "duelr.h"

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

typedef struct { closure function; SEXP watched; } watched_closure;

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
SEXP r_model_function(SEXP model, SEXP quantity, SEXP options, SEXP functions, SEXP names, SEXP count)
{
    const duel_model *from = model_in(model);
    int32_t what = int32_in(quantity, "quantity");
    size_t length = size_in(count, "count");
    SEXP watched = PROTECT(watch_new());
    duel_inference_options asked = {.struct_size = sizeof asked};
    options_in(&asked, options, inference_options_fields, "options", watched);
    watched_closure called = {{VECTOR_ELT(functions, 0), VECTOR_ELT(functions, 1), names, length, 0, NULL, NULL, NULL},
                              watched};
    SEXP covariance = PROTECT(Rf_allocMatrix(REALSXP, (int) length, (int) length)), pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_model_function(from, what, evaluate, &called, length, &asked, &table, REAL(covariance),
                                             length * length);
    R_SetExternalPtrAddr(pointer, table);
    check_watched(status, watched);
    SEXP out = PROTECT(frame_of(pointer));
    Rf_setAttrib(out, Rf_install("covariance"), covariance);
    UNPROTECT(4);
    return out;
}

/* A function of R that predicts: called with numbers of contexts from one, it returns an array of
 * contexts x items x items x categories. */
typedef struct {
    SEXP function;
    size_t items, categories, first, count;
    double *mu;
    SEXP watched;
} predictor;

static SEXP call_predictor(void *data)
{
    predictor *called = data;
    size_t width = called->items * called->items * called->categories;
    SEXP at = PROTECT(Rf_allocVector(REALSXP, extent(called->count)));
    for (size_t i = 0; i < called->count; i++)
        REAL(at)[i] = (double) (called->first + i) + 1.0;
    SEXP call = PROTECT(Rf_lang2(called->function, at));
    SEXP answer = PROTECT(Rf_eval(call, R_BaseEnv));
    if (TYPEOF(answer) != REALSXP || (size_t) XLENGTH(answer) != called->count * width)
        Rf_error("mu() must return a numeric array of contexts x items x items x categories, "
                 "%.0f numbers for %.0f contexts", (double) (called->count * width),
                 (double) called->count);
    const double *values = REAL(answer);
    for (size_t i = 0; i < called->count; i++)
        for (size_t j = 0; j < called->items; j++)
            for (size_t k = 0; k < called->items; k++)
                for (size_t c = 0; c < called->categories; c++)
                    *called->mu++ =
                        values[((c * called->items + k) * called->items + j) * called->count + i];
    UNPROTECT(3);
    return R_NilValue;
}

static int32_t predict(void *user, size_t first, size_t count, double *mu)
{
    predictor *called = user;
    called->first = first;
    called->count = count;
    called->mu = mu;
    return shielded(call_predictor, called, called->watched);
}

/* Contexts without mu: learner or predict, a function, tells it; the other is NULL. */
SEXP r_gars_run(SEXP gars, SEXP contexts, SEXP learner, SEXP function)
{
    duel_gars *to = gars_in(gars);
    SEXP watched = PROTECT(watch_new());
    duel_gars_contexts of = gars_contexts_in(contexts, watched);
    predictor called = {function, size_in(field(contexts, "items"), "items"),
                        size_in(field(contexts, "categories"), "categories"), 0, 0, NULL, watched};
    duel_nuisance *learnt = nuisance_in(learner);
    check_watched(learnt != NULL ? duel_gars_run(to, &of, duel_nuisance_mu, learnt)
                                 : duel_gars_run(to, &of, predict, &called), watched);
    UNPROTECT(1);
    return gars;
}
