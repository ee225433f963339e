/* Nonparametric scores. Arrays of contexts keep the memory of R: their strides are told to the
 * library. */
#include "duelr.h"

/* A column of integers that are counted from one, or are numbers of clusters. */
static duel_column integer_column(SEXP values, int base)
{
    duel_column column = {0};
    if (values == R_NilValue)
        return column;
    column.data = INTEGER(values);
    column.type = DUEL_TYPE_I32;
    column.base = base;
    return column;
}

static duel_column double_column(SEXP values)
{
    duel_column column = {0};
    if (values == R_NilValue)
        return column;
    column.data = REAL(values);
    column.type = DUEL_TYPE_F64;
    return column;
}

/* Strides of an array of R with these many contexts and items. */
static void strides_of(size_t *out, size_t contexts, size_t items)
{
    out[0] = 1;
    out[1] = contexts;
    out[2] = contexts * items;
    out[3] = contexts * items * items;
}

duel_gars_contexts contexts_of(SEXP list, size_t *strides, duel_watch *watched)
{
    SEXP labels = field(list, "labels"), mu = field(list, "mu"), judge = field(list, "judge");
    SEXP propensities = field(list, "propensities"), context = field(labels, "context");
    duel_gars_contexts of = {0};
    of.struct_size = sizeof of;
    of.length = (size_t) Rf_asReal(field(list, "length"));
    strides_of(strides, of.length, (size_t) Rf_asReal(field(list, "items")));
    if (mu != R_NilValue) {
        of.mu = REAL(mu);
        of.mu_strides = strides;
    }
    if (judge != R_NilValue) {
        of.judge = REAL(judge);
        of.judge_strides = strides;
    }
    if (propensities != R_NilValue) {
        of.propensities = REAL(propensities);
        of.propensity_strides = strides;
    }
    of.labels = (size_t) Rf_xlength(context);
    of.context = integer_column(context, 1);
    of.first = integer_column(field(labels, "first"), 1);
    of.second = integer_column(field(labels, "second"), 1);
    of.category = integer_column(field(labels, "category"), 1);
    of.propensity = double_column(field(labels, "propensity"));
    of.weight = double_column(field(labels, "weight"));
    of.replicates = Rf_asInteger(field(list, "replicates"));
    of.threads = Rf_asInteger(field(list, "threads"));
    of.cluster = integer_column(field(list, "cluster"), 0);
    of.progress = watch;
    of.user = watched;
    return of;
}

/* functional: counted from zero, -1 for all. */
static size_t values_of(const duel_gars *gars, int functional)
{
    size_t values = 0;
    check(duel_gars_values(gars, functional, &values));
    return values;
}

/* list: named by the fields of duel_gars_options. */
SEXP r_gars_new(SEXP list)
{
    SEXP out = PROTECT(gars_pointer());
    SEXP first = field(list, "first"), variants = field(list, "variants");
    SEXP functionals = field(list, "functionals"), rankings = field(list, "rankings");
    duel_gars_options options = {0};
    options.struct_size = sizeof options;
    options.items = (size_t) Rf_asReal(field(list, "items"));
    options.categories = (size_t) Rf_asReal(field(list, "categories"));
    if (first != R_NilValue) {
        options.first = REAL(first);
        options.second = REAL(field(list, "second"));
    }
    options.pairs = Rf_asInteger(field(list, "pairs"));
    options.clusters = Rf_asInteger(field(list, "clusters"));
    options.floor = Rf_asReal(field(list, "floor"));
    options.functionals = INTEGER(functionals);
    options.variants = INTEGER(variants);
    options.functional_count = (size_t) XLENGTH(functionals);
    options.temperature = Rf_asReal(field(list, "temperature"));
    if (rankings != R_NilValue) {
        options.rankings = INTEGER(rankings);
        options.ranking_count = (size_t) XLENGTH(rankings) / options.items;
    }
    duel_gars *gars = NULL;
    check(duel_gars_new(&options, &gars));
    R_SetExternalPtrAddr(out, gars);
    UNPROTECT(1);
    return out;
}

/* A function of R that predicts: called with numbers of contexts from one, it returns an array of
 * contexts x items x items x categories. */
typedef struct {
    SEXP function;
    size_t items, categories, first, count;
    double *mu;
    duel_watch *watched;
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

/* list: of gars_contexts(), with mu; or with learners; or with a function that predicts. */
SEXP r_gars_add(SEXP gars, SEXP list)
{
    size_t strides[4];
    SEXP learner = field(list, "learner"), function = field(list, "predict");
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_gars_contexts contexts = contexts_of(list, strides, &watched);
    duel_status status;
    if (learner != R_NilValue) {
        status = duel_gars_run(gars_of(gars), &contexts, duel_nuisance_mu, nuisance_of(learner));
    } else if (function != R_NilValue) {
        predictor called = {function, (size_t) Rf_asReal(field(list, "items")),
                            (size_t) Rf_asReal(field(list, "categories")), 0, 0, NULL, &watched};
        status = duel_gars_run(gars_of(gars), &contexts, predict, &called);
    } else {
        status = duel_gars_add(gars_of(gars), &contexts);
    }
    check_watched(status, &watched);
    UNPROTECT(1);
    return gars;
}

/* The influence values and the plug-in values of contexts. */
SEXP r_gars_psi(SEXP gars, SEXP list)
{
    size_t strides[4];
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_gars_contexts contexts = contexts_of(list, strides, &watched);
    size_t values = values_of(gars_of(gars), -1), size = contexts.length * values;
    double *psi = doubles(size), *plugin = doubles(size);
    check_watched(duel_gars_psi(gars_of(gars), &contexts, psi, size, plugin, size), &watched);
    const char *names[] = {"psi", "plugin", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, matrix(psi, contexts.length, values));
    SET_VECTOR_ELT(out, 1, matrix(plugin, contexts.length, values));
    UNPROTECT(2);
    return out;
}

/* Probabilities by a fitted model, context after context, row-major. contexts: ids from zero, or -1. */
SEXP r_gars_model_mu(SEXP gars, SEXP model, SEXP judge, SEXP contexts, SEXP options)
{
    const duel_gars *of = gars_of(gars);
    duel_gars_facts facts = {0};
    facts.struct_size = sizeof facts;
    check(duel_gars_info(of, &facts));
    size_t width = facts.items * facts.items * facts.categories, count = (size_t) XLENGTH(contexts);
    question asked;
    ask(&asked, options);
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(count * width)));
    for (size_t i = 0; i < count; i++)
        check_watched(duel_gars_model_mu(of, model_of(model), Rf_asInteger(judge),
                                         INTEGER(contexts)[i], &asked.options,
                                         REAL(out) + i * width, width), &asked.watched);
    UNPROTECT(2);
    return out;
}

SEXP r_gars_merge(SEXP gars, SEXP other)
{
    check(duel_gars_merge(gars_of(gars), gars_of(other)));
    return gars;
}

SEXP r_gars_save(SEXP gars)
{
    size_t length = 0;
    check(duel_gars_save(gars_of(gars), NULL, 0, &length));
    SEXP out = PROTECT(Rf_allocVector(RAWSXP, extent(length)));
    check(duel_gars_save(gars_of(gars), RAW(out), length, &length));
    UNPROTECT(1);
    return out;
}

SEXP r_gars_load(SEXP bytes)
{
    SEXP out = PROTECT(gars_pointer());
    duel_gars *gars = NULL;
    check(duel_gars_load(RAW(bytes), (size_t) XLENGTH(bytes), &gars));
    R_SetExternalPtrAddr(out, gars);
    UNPROTECT(1);
    return out;
}

SEXP r_gars_info(SEXP gars)
{
    duel_gars_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_gars_info(gars_of(gars), &of));
    const fact facts[] = {
        {"items", (double) of.items}, {"categories", (double) of.categories},
        {"functionals", (double) of.functionals}, {"values", (double) of.values},
        {"contexts", of.contexts}, {"unlabelled", of.unlabelled}, {"clusters", of.clusters},
        {"labels", of.labels}, {"largest_weight", of.largest_weight}, {"floored", of.floored},
        {"never", (double) of.never}, {"one_sided", (double) of.one_sided},
        {"orders", of.orders}};
    return FACTS(facts);
}

SEXP r_gars_values(SEXP gars, SEXP functional)
{
    return Rf_ScalarReal((double) values_of(gars_of(gars), Rf_asInteger(functional)));
}

SEXP r_gars_pairs(SEXP gars)
{
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_gars_pairs(gars_of(gars), &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

static SEXP chi_square(const duel_wald_facts *of)
{
    const fact facts[] = {{"statistic", of->statistic}, {"df", of->df}, {"p", of->p}};
    return FACTS(facts);
}

SEXP r_gars_ellipsoid(SEXP gars, SEXP functional, SEXP estimate, SEXP null, SEXP options)
{
    const duel_gars *from = gars_of(gars);
    int at = Rf_asInteger(functional);
    question asked;
    ask(&asked, options);
    if ((size_t) XLENGTH(null) != values_of(from, at))
        Rf_error("null has one number for each value");
    duel_wald_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_gars_ellipsoid(from, (size_t) at, Rf_asInteger(estimate), REAL(null),
                                      &asked.options, &of), &asked.watched);
    UNPROTECT(1);
    return chi_square(&of);
}

SEXP r_gars_equality(SEXP gars, SEXP first, SEXP second, SEXP options)
{
    question asked;
    ask(&asked, options);
    duel_wald_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_gars_equality(gars_of(gars), (size_t) Rf_asInteger(first),
                                     (size_t) Rf_asInteger(second), &asked.options, &of),
                  &asked.watched);
    UNPROTECT(1);
    return chi_square(&of);
}

/* first, second: matrices of values x contexts, so that their memory is row-major; clusters: integers
 * or NULL. */
SEXP r_influence_equality(SEXP first, SEXP second, SEXP clusters, SEXP constant, SEXP options)
{
    size_t values = (size_t) Rf_nrows(first), contexts = (size_t) Rf_ncols(first);
    uint64_t *keys = NULL;
    question asked;
    ask(&asked, options);
    if (clusters != R_NilValue) {
        keys = (uint64_t *) R_alloc(contexts > 0 ? contexts : 1, sizeof *keys);
        for (size_t i = 0; i < contexts; i++)
            keys[i] = (uint64_t) INTEGER(clusters)[i];
    }
    duel_wald_facts of = {0};
    of.struct_size = sizeof of;
    check_watched(duel_influence_equality(contexts, values, REAL(first), REAL(second), keys,
                                          Rf_asInteger(constant), &asked.options, &of),
                  &asked.watched);
    UNPROTECT(1);
    return chi_square(&of);
}

/* q: symmetric, or NULL. Row-major arrays come out as vectors; R turns them. */
SEXP r_gars_weights(SEXP gars, SEXP functional, SEXP list, SEXP q)
{
    size_t strides[4];
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_gars_contexts contexts = contexts_of(list, strides, &watched);
    size_t items = (size_t) Rf_asReal(field(list, "items")), size = contexts.length * items * items;
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(size)));
    check_watched(duel_gars_weights(gars_of(gars), (size_t) Rf_asInteger(functional), &contexts,
                                    q == R_NilValue ? NULL : REAL(q), REAL(out), size),
                  &watched);
    UNPROTECT(2);
    return out;
}
