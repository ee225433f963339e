/* Registration, and the constants of the header. */
#include "duelr.h"
#include "calls.h"
#include "constants.h"
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

static SEXP r_constants(void)
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
static SEXP r_version(void)
{
    if (duel_version_number() != DUEL_VERSION_NUMBER)
        Rf_error("the package was built for libduel %s, but %s is loaded; install it again",
                 DUEL_VERSION, duel_version());
    return Rf_mkString(duel_version());
}

static const R_CallMethodDef entries[] = {
#define ENTRY(name, arguments) {#name, (DL_FUNC) (void (*)(void)) r_##name, arguments}
    CALLS,
    ENTRY(set_count, 2), ENTRY(set_names, 2), ENTRY(set_append_stream, 7), ENTRY(model_set, 1), ENTRY(model_function, 6),
    ENTRY(gars_run, 4), ENTRY(policy_histogram, 4), ENTRY(constants, 0), ENTRY(version, 0),
#undef ENTRY
    {NULL, NULL, 0}
};

void attribute_visible R_init_duel(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, entries, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
