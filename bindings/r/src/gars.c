/* Nonparametric scores, and what to label next. Arrays of contexts keep the memory of R: their strides
 * are told to the library. */
#include "duelr.h"

/* A column of integers that are counted from one, or are numbers of clusters. */
static duel_column integer_column(SEXP values, int base)
{
    duel_column column = {0};
    if (values == R_NilValue)
        return column;
    column.data = INTEGER(values);
    column.type = DUEL_I32;
    column.base = base;
    return column;
}

static duel_column double_column(SEXP values)
{
    duel_column column = {0};
    if (values == R_NilValue)
        return column;
    column.data = REAL(values);
    column.type = DUEL_F64;
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

/* Reads the list made by gars_contexts() in R. strides: room for 4, which must stay. */
static duel_gars_contexts contexts_of(SEXP list, size_t *strides, duel_watch *watched)
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

SEXP r_gars_add(SEXP gars, SEXP list)
{
    size_t strides[4];
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_gars_contexts contexts = contexts_of(list, strides, &watched);
    check_watched(duel_gars_add(gars_of(gars), &contexts), &watched);
    UNPROTECT(1);
    return gars;
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

/* functional: counted from zero, -1 for all. */
static size_t values_of(const duel_gars *gars, int functional)
{
    size_t values = 0;
    check(duel_gars_values(gars, functional, &values));
    return values;
}

SEXP r_gars_estimates(SEXP gars, SEXP functional, SEXP estimate, SEXP options)
{
    const duel_gars *from = gars_of(gars);
    int at = Rf_asInteger(functional);
    question asked;
    ask(&asked, options);
    size_t values = values_of(from, at);
    double *out = doubles(4 * values);
    check_watched(duel_gars_estimates(from, at, Rf_asInteger(estimate), &asked.options, out,
                                      4 * values), &asked.watched);
    UNPROTECT(1);
    return matrix(out, values, 4);
}

SEXP r_gars_covariance(SEXP gars, SEXP functional, SEXP estimate, SEXP options)
{
    const duel_gars *from = gars_of(gars);
    int at = Rf_asInteger(functional);
    question asked;
    ask(&asked, options);
    size_t values = values_of(from, at);
    double *out = doubles(values * values);
    check_watched(duel_gars_covariance(from, at, Rf_asInteger(estimate), &asked.options, out,
                                       values * values), &asked.watched);
    UNPROTECT(1);
    return matrix(out, values, values);
}

SEXP r_gars_differences(SEXP gars, SEXP functional, SEXP estimate, SEXP family, SEXP adjustment,
                        SEXP options)
{
    const duel_gars *from = gars_of(gars);
    int at = Rf_asInteger(functional), which = Rf_asInteger(family);
    question asked;
    ask(&asked, options);
    size_t values = values_of(from, at), rows = values > 0 ? values - 1 : 0;
    if (which == DUEL_ALL_PAIRS)
        rows = values * rows / 2;
    double *out = doubles(9 * rows);
    check_watched(duel_gars_differences(from, (size_t) at, Rf_asInteger(estimate), which,
                                        Rf_asInteger(adjustment), &asked.options, out, 9 * rows),
                  &asked.watched);
    UNPROTECT(1);
    return matrix(out, rows, 9);
}

SEXP r_gars_ranks(SEXP gars, SEXP functional, SEXP estimate, SEXP options)
{
    const duel_gars *from = gars_of(gars);
    int at = Rf_asInteger(functional);
    question asked;
    ask(&asked, options);
    size_t values = values_of(from, at);
    double *out = doubles(3 * values);
    check_watched(duel_gars_ranks(from, (size_t) at, Rf_asInteger(estimate), &asked.options, out,
                                  3 * values), &asked.watched);
    UNPROTECT(1);
    return matrix(out, values, 3);
}

SEXP r_gars_equality(SEXP gars, SEXP first, SEXP second, SEXP options)
{
    question asked;
    ask(&asked, options);
    double of[3];
    check_watched(duel_gars_equality(gars_of(gars), (size_t) Rf_asInteger(first),
                                     (size_t) Rf_asInteger(second), &asked.options, of, 3),
                  &asked.watched);
    UNPROTECT(1);
    const fact facts[] = {{"statistic", of[0]}, {"df", of[1]}, {"p", of[2]}};
    return FACTS(facts);
}

/* Row-major arrays come out as vectors; R turns them. */
SEXP r_gars_weights(SEXP gars, SEXP functional, SEXP list)
{
    size_t strides[4];
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_gars_contexts contexts = contexts_of(list, strides, &watched);
    size_t items = (size_t) Rf_asReal(field(list, "items")), size = contexts.length * items * items;
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(size)));
    check_watched(duel_gars_weights(gars_of(gars), (size_t) Rf_asInteger(functional), &contexts,
                                    NULL, REAL(out), size), &watched);
    UNPROTECT(2);
    return out;
}

static SEXP info_list(const duel_policy_info *of)
{
    const fact facts[] = {
        {"status", of->status}, {"iterations", of->iterations}, {"lambda", of->lambda},
        {"spend", of->spend}, {"variance", of->variance}, {"uniform", of->uniform},
        {"log_determinant", of->log_determinant}};
    return FACTS(facts);
}

/* weights, costs: row-major; list: numbers of duel_policy_options. */
SEXP r_policy(SEXP weights, SEXP pairs, SEXP costs, SEXP list)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(weights);
    size_t contexts = columns > 0 ? size / columns : 0;
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_policy_options options = {0};
    options.struct_size = sizeof options;
    options.drawing = Rf_asInteger(field(list, "drawing"));
    options.threads = Rf_asInteger(field(list, "threads"));
    options.floor = Rf_asReal(field(list, "floor"));
    options.budget = Rf_asReal(field(list, "budget"));
    options.mix = Rf_asReal(field(list, "mix"));
    options.progress = watch;
    options.user = &watched;
    duel_policy_info info = {0};
    info.struct_size = sizeof info;
    const char *names[] = {"propensities", "info", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, extent(size)));
    check_watched(duel_policy(REAL(weights), contexts, columns,
                              costs == R_NilValue ? NULL : REAL(costs), &options,
                              REAL(VECTOR_ELT(out, 0)), size, NULL, 0, &info), &watched);
    SET_VECTOR_ELT(out, 1, info_list(&info));
    UNPROTECT(2);
    return out;
}

SEXP r_policy_outcome(SEXP weights, SEXP pairs, SEXP costs, SEXP propensities)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(weights);
    duel_policy_info info = {0};
    info.struct_size = sizeof info;
    check(duel_policy_outcome(REAL(weights), columns > 0 ? size / columns : 0, columns,
                              costs == R_NilValue ? NULL : REAL(costs), REAL(propensities),
                              &info));
    return info_list(&info);
}

SEXP r_policy_draw(SEXP propensities, SEXP pairs, SEXP drawing, SEXP seed)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(propensities);
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(size)));
    check(duel_policy_draw(REAL(propensities), columns > 0 ? size / columns : 0, columns,
                           Rf_asInteger(drawing), (uint64_t) Rf_asReal(seed), 0, REAL(out), size));
    UNPROTECT(1);
    return out;
}

/* list: named by the fields of duel_nuisance_options; contexts: without mu. Row-major arrays come out
 * as vectors; R turns them. */
SEXP r_nuisance(SEXP list, SEXP contexts)
{
    SEXP features = field(list, "features"), predictions = field(list, "predictions");
    size_t strides[4];
    duel_watch watched = watch_new(field(contexts, "progress"));
    PROTECT(watched.failure);
    SEXP pointer = PROTECT(nuisance_pointer());
    duel_gars_contexts of = contexts_of(contexts, strides, &watched);
    duel_nuisance_options options = {0};
    options.struct_size = sizeof options;
    options.items = (size_t) Rf_asReal(field(list, "items"));
    options.categories = (size_t) Rf_asReal(field(list, "categories"));
    options.pairs = Rf_asInteger(field(list, "pairs"));
    options.learner = Rf_asInteger(field(list, "learner"));
    options.propensities = Rf_asInteger(field(list, "propensities"));
    options.folds = Rf_asInteger(field(list, "folds"));
    options.ridge = Rf_asReal(field(list, "ridge"));
    options.seed = (uint64_t) Rf_asReal(field(list, "seed"));
    options.linear_count = (size_t) Rf_asReal(field(list, "linear"));
    if (features != R_NilValue) {
        options.features = REAL(features);
        options.feature_count = (size_t) XLENGTH(features) / of.length;
    }
    size_t square = of.length * options.items * options.items;
    if (predictions != R_NilValue) {
        options.predictions = REAL(predictions);
        options.prediction_count = (size_t) XLENGTH(predictions) / square;
    }
    duel_nuisance *nuisance = NULL;
    check_watched(duel_nuisance_fit(&options, &of, &nuisance), &watched);
    R_SetExternalPtrAddr(pointer, nuisance);
    duel_nuisance_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_nuisance_info(nuisance, &info));
    const fact facts[] = {
        {"contexts", (double) info.contexts}, {"folds", (double) info.folds},
        {"log_loss", info.log_loss}, {"frequency_loss", info.frequency_loss},
        {"fallbacks", (double) info.fallbacks}, {"unlabelled", (double) info.unlabelled}};
    const char *names[] = {"mu", "propensities", "facts", "settings", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    size_t size = square * options.categories;
    SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, extent(size)));
    check(duel_nuisance_predict(nuisance, 0, of.length, REAL(VECTOR_ELT(out, 0)), size));
    if (options.propensities != DUEL_PROPENSITY_KNOWN) {
        SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, extent(square)));
        check(duel_nuisance_propensities(nuisance, 0, of.length, REAL(VECTOR_ELT(out, 1)), square));
    }
    SET_VECTOR_ELT(out, 2, FACTS(facts));
    SET_VECTOR_ELT(out, 3, Rf_allocVector(REALSXP, extent(info.folds)));
    check(duel_nuisance_settings(nuisance, REAL(VECTOR_ELT(out, 3)), info.folds));
    UNPROTECT(3);
    return out;
}
