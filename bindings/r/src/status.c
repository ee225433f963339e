/* Errors as conditions. */
#include "duelr.h"

/* R's `raise` in the package's namespace makes the condition: one place knows the classes. */
static void raise_condition(duel_status status)
{
    SEXP package = PROTECT(Rf_mkString("duel"));
    SEXP namespace = PROTECT(R_FindNamespace(package));
    SEXP name = PROTECT(Rf_mkString(duel_status_name(status)));
    SEXP message = PROTECT(Rf_ScalarString(Rf_mkCharCE(duel_last_error(), CE_UTF8)));
    int64_t zero_based = duel_last_error_row();
    SEXP row = PROTECT(Rf_ScalarReal(zero_based < 0 ? NA_REAL : (double) zero_based + 1.0));
    SEXP call = PROTECT(Rf_lang4(Rf_install("raise"), name, message, row));
    Rf_eval(call, namespace);
    UNPROTECT(6);
    Rf_error("%s", duel_last_error());   /* only if raise() should return */
}

void check(duel_status status)
{
    if (status != DUEL_OK)
        raise_condition(status);
}
