/* What to label next. Weights, costs and propensities are row-major vectors; R turns them. */
#include "duelr.h"

static SEXP info_list(const duel_policy_facts *of)
{
    const fact facts[] = {
        {"status", of->status}, {"iterations", of->iterations}, {"lambda", of->lambda},
        {"spend", of->spend}, {"variance", of->variance}, {"uniform", of->uniform},
        {"log_determinant", of->log_determinant}};
    return FACTS(facts);
}

static duel_policy_options policy_options(SEXP list, duel_watch *watched)
{
    duel_policy_options options = {0};
    options.struct_size = sizeof options;
    options.drawing = Rf_asInteger(field(list, "drawing"));
    options.threads = Rf_asInteger(field(list, "threads"));
    options.floor = Rf_asReal(field(list, "floor"));
    options.budget = Rf_asReal(field(list, "budget"));
    options.mix = Rf_asReal(field(list, "mix"));
    options.progress = watch;
    options.user = watched;
    return options;
}

/* lambda: NULL, or the multiplier to apply. */
SEXP r_policy(SEXP weights, SEXP pairs, SEXP costs, SEXP lambda, SEXP list)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(weights);
    size_t contexts = columns > 0 ? size / columns : 0;
    const double *of_pairs = costs == R_NilValue ? NULL : REAL(costs);
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_policy_options options = policy_options(list, &watched);
    duel_policy_facts info = {0};
    info.struct_size = sizeof info;
    const char *names[] = {"propensities", "nu", "info", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, extent(size)));
    SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, extent(contexts)));
    double *pi = REAL(VECTOR_ELT(out, 0)), *nu = REAL(VECTOR_ELT(out, 1));
    if (lambda == R_NilValue)
        check_watched(duel_policy_choose(REAL(weights), contexts, columns, of_pairs, &options, pi, size,
                                  nu, contexts, &info), &watched);
    else
        check_watched(duel_policy_apply(REAL(weights), contexts, columns, of_pairs,
                                        Rf_asReal(lambda), &options, pi, size, nu, contexts,
                                        &info), &watched);
    SET_VECTOR_ELT(out, 2, info_list(&info));
    UNPROTECT(2);
    return out;
}

/* mu: row-major. */
SEXP r_policy_d_optimal(SEXP gars, SEXP functional, SEXP mu, SEXP contexts, SEXP costs, SEXP list)
{
    const duel_gars *of = gars_of(gars);
    size_t at = (size_t) Rf_asInteger(functional), n = (size_t) Rf_asReal(contexts), values = 0;
    duel_gars_facts facts = {0};
    facts.struct_size = sizeof facts;
    check(duel_gars_info(of, &facts));
    check(duel_gars_values(of, (int32_t) at, &values));
    size_t size = n * facts.items * facts.items;
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_policy_options options = policy_options(list, &watched);
    duel_policy_facts info = {0};
    info.struct_size = sizeof info;
    const char *names[] = {"propensities", "covariance", "info", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, extent(size)));
    double *covariance = doubles(values * values);
    check_watched(duel_gars_d_optimal(of, at, REAL(mu), n,
                                        costs == R_NilValue ? NULL : REAL(costs), &options,
                                        REAL(VECTOR_ELT(out, 0)), size, covariance,
                                        values * values, &info), &watched);
    SET_VECTOR_ELT(out, 1, matrix(covariance, values, values));
    SET_VECTOR_ELT(out, 2, info_list(&info));
    UNPROTECT(2);
    return out;
}

/* histogram: NULL, or what was counted so far, which stays as it is. */
SEXP r_policy_histogram(SEXP weights, SEXP pairs, SEXP costs, SEXP histogram)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(weights);
    if (histogram != R_NilValue && XLENGTH(histogram) != DUEL_HISTOGRAM_LENGTH)
        Rf_error("histogram must be one that policy_histogram() made");
    SEXP out = PROTECT(Rf_allocVector(REALSXP, DUEL_HISTOGRAM_LENGTH));
    for (size_t i = 0; i < DUEL_HISTOGRAM_LENGTH; i++)
        REAL(out)[i] = histogram == R_NilValue ? 0.0 : REAL(histogram)[i];
    check(duel_policy_histogram(REAL(weights), columns > 0 ? size / columns : 0, columns,
                                costs == R_NilValue ? NULL : REAL(costs), REAL(out),
                                DUEL_HISTOGRAM_LENGTH));
    UNPROTECT(1);
    return out;
}

SEXP r_policy_lambda(SEXP histogram, SEXP list)
{
    duel_watch watched = watch_new(R_NilValue);
    PROTECT(watched.failure);
    duel_policy_options options = policy_options(list, &watched);
    duel_policy_facts info = {0};
    info.struct_size = sizeof info;
    check_watched(duel_policy_lambda(REAL(histogram), (size_t) XLENGTH(histogram), &options, &info),
                  &watched);
    UNPROTECT(1);
    return info_list(&info);
}

SEXP r_policy_outcome(SEXP weights, SEXP pairs, SEXP costs, SEXP propensities)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(weights);
    duel_policy_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_policy_outcome(REAL(weights), columns > 0 ? size / columns : 0, columns,
                              costs == R_NilValue ? NULL : REAL(costs), REAL(propensities),
                              &info));
    return info_list(&info);
}

/* first: number of the first context among all, from zero. */
SEXP r_policy_draw(SEXP propensities, SEXP pairs, SEXP drawing, SEXP seed, SEXP first)
{
    size_t columns = (size_t) Rf_asReal(pairs), size = (size_t) XLENGTH(propensities);
    SEXP out = PROTECT(Rf_allocVector(LGLSXP, extent(size)));
    uint8_t *drawn = (uint8_t *) R_alloc(size > 0 ? size : 1, 1);
    check(duel_policy_draw(REAL(propensities), columns > 0 ? size / columns : 0, columns,
                           Rf_asInteger(drawing), (uint64_t) Rf_asReal(seed),
                           (uint64_t) Rf_asReal(first), drawn, size));
    for (size_t at = 0; at < size; at++)
        LOGICAL(out)[at] = drawn[at];
    UNPROTECT(1);
    return out;
}
