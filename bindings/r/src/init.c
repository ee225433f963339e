/* Registration, and the constants of the header, so that R never repeats a number. */
#include "duelr.h"
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

static const struct { const char *name; int value; } constants[] = {
#define CONSTANT(name) {#name, DUEL_##name}
    CONSTANT(LEFT), CONSTANT(RIGHT), CONSTANT(TIE), CONSTANT(BOTH_GOOD), CONSTANT(BOTH_BAD),
    CONSTANT(ITEM), CONSTANT(JUDGE), CONSTANT(CONTEXT), CONSTANT(COVARIATE), CONSTANT(CELL),
    CONSTANT(BY_ROW), CONSTANT(BY_CONTEXT), CONSTANT(BY_PAIR), CONSTANT(BY_JUDGE),
    CONSTANT(SET_TOTALS), CONSTANT(SET_ITEMS), CONSTANT(SET_JUDGES), CONSTANT(SET_PAIRS),
    CONSTANT(SET_COMPONENTS), CONSTANT(SET_GROUPS), CONSTANT(SET_GROUPS_DECIDED),
    CONSTANT(SET_CELLS),
    CONSTANT(POOLED), CONSTANT(SENSITIVITY),
    CONSTANT(POSITION_NONE), CONSTANT(POSITION_SHARED), CONSTANT(POSITION_BY_JUDGE),
    CONSTANT(BRADLEY_TERRY), CONSTANT(RAO_KUPPER), CONSTANT(DAVIDSON),
    CONSTANT(TIES_HALF), CONSTANT(TIES_DROPPED),
    CONSTANT(BOTH_BAD_TIE), CONSTANT(BOTH_BAD_DROPPED),
    CONSTANT(THRESHOLD_SINGLE), CONSTANT(THRESHOLD_BY_JUDGE),
    CONSTANT(SENSITIVITY_POSITIVE), CONSTANT(SENSITIVITY_SIGNED),
    CONSTANT(COVARIANCE_AUTO), CONSTANT(COVARIANCE_EXPECTED), CONSTANT(COVARIANCE_OBSERVED),
    CONSTANT(COVARIANCE_SANDWICH), CONSTANT(COVARIANCE_CLUSTERED_BY_CONTEXT),
    CONSTANT(COVARIANCE_CLUSTERED_BY_JUDGE), CONSTANT(COVARIANCE_SANDWICH_EXPECTED),
    CONSTANT(FIT_OK), CONSTANT(FIT_DISCONNECTED), CONSTANT(FIT_SEPARATED), CONSTANT(FIT_BOUNDARY),
    CONSTANT(FIT_OPPOSED), CONSTANT(FIT_EQUAL_SCORES), CONSTANT(FIT_UNDETERMINED),
    CONSTANT(FIT_NOT_CONVERGED), CONSTANT(FIT_TIE_LIMIT), CONSTANT(FIT_ANY),
    CONSTANT(STOP_CONVERGED), CONSTANT(STOP_PRECISION), CONSTANT(STOP_DIVERGING),
    CONSTANT(STOP_ITERATIONS),
    CONSTANT(SCORES), CONSTANT(SENSITIVITIES), CONSTANT(LOG_SENSITIVITIES), CONSTANT(POSITIONS),
    CONSTANT(EFFECTS), CONSTANT(THRESHOLDS), CONSTANT(STRENGTHS),
    CONSTANT(ITEM_OUTCOMES), CONSTANT(JUDGE_OUTCOMES), CONSTANT(ITEM_COUNTS),
    CONSTANT(PARAMETERS),
    CONSTANT(GAUGE_SUM), CONSTANT(GAUGE_REFERENCE), CONSTANT(GAUGE_WEIGHTED),
    CONSTANT(SCALE_ARITHMETIC), CONSTANT(SCALE_GEOMETRIC), CONSTANT(SCALE_REFERENCE),
    CONSTANT(MARGINAL), CONSTANT(BONFERRONI), CONSTANT(SIMULTANEOUS)
#undef CONSTANT
};

SEXP r_constants(void)
{
    int count = (int) (sizeof constants / sizeof constants[0]);
    SEXP out = PROTECT(Rf_allocVector(INTSXP, count));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
    for (int i = 0; i < count; i++) {
        INTEGER(out)[i] = constants[i].value;
        SET_STRING_ELT(names, i, Rf_mkChar(constants[i].name));
    }
    Rf_setAttrib(out, R_NamesSymbol, names);
    UNPROTECT(2);
    return out;
}

/* The library's version, refused if it is another one than that of the header. */
SEXP r_version(void)
{
    if (duel_version_number() != DUEL_VERSION_NUMBER)
        Rf_error("the package was built for libduel %s, but %s is loaded; install it again",
                 DUEL_VERSION, duel_version());
    return Rf_mkString(duel_version());
}

static const R_CallMethodDef entries[] = {
#define ENTRY(name, arguments) {#name, (DL_FUNC) (void (*)(void)) r_##name, arguments}
    ENTRY(set_new, 3), ENTRY(set_append, 2), ENTRY(set_covariate, 6), ENTRY(set_copy, 1),
    ENTRY(set_merge, 2), ENTRY(set_save, 1), ENTRY(set_load, 1), ENTRY(set_count, 2),
    ENTRY(set_names, 2), ENTRY(set_get, 2), ENTRY(set_resample, 3), ENTRY(set_split, 5),
    ENTRY(set_filter, 3),
    ENTRY(fit, 6), ENTRY(model_save, 1), ENTRY(model_load, 1), ENTRY(model_set, 1),
    ENTRY(model_info, 1), ENTRY(model_get, 2), ENTRY(model_warnings, 1),
    ENTRY(estimates, 5), ENTRY(covariance, 5), ENTRY(contrasts, 6), ENTRY(probabilities, 4),
    ENTRY(ranks, 3), ENTRY(log_likelihood, 2),
    ENTRY(constants, 0), ENTRY(version, 0),
#undef ENTRY
    {NULL, NULL, 0}
};

void attribute_visible R_init_duel(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, entries, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
