/* Adjusted p-values. */
#include "duelr.h"

SEXP r_adjust(SEXP adjustment, SEXP p_values)
{
    SEXP out = PROTECT(Rf_allocVector(REALSXP, XLENGTH(p_values)));
    check(duel_p_adjust(REAL(p_values), (size_t) XLENGTH(p_values), Rf_asInteger(adjustment),
                      REAL(out), (size_t) XLENGTH(p_values)));
    UNPROTECT(1);
    return out;
}
