/* What of sets is no status: counts, names, the set of a model. */
#include "duelr.h"

SEXP r_set_count(SEXP set, SEXP kind)
{
    return Rf_ScalarReal((double) duel_set_count(set_in(set), int32_in(kind, "kind")));
}

SEXP r_set_names(SEXP set, SEXP kind)
{
    const duel_set *from = set_in(set);
    int32_t which = int32_in(kind, "kind");
    size_t count = duel_set_count(from, which);
    SEXP out = PROTECT(Rf_allocVector(STRSXP, extent(count)));
    for (size_t i = 0; i < count; i++) {
        const char *name = duel_set_name(from, which, i);
        SET_STRING_ELT(out, (R_xlen_t) i, name == NULL ? NA_STRING : Rf_mkCharCE(name, CE_UTF8));
    }
    UNPROTECT(1);
    return out;
}

/* A copy, which shares its cells, so that the set outlives the model. */
SEXP r_model_set(SEXP model)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *copy = NULL;
    duel_status status = duel_set_copy(duel_model_set(model_in(model)), &copy);
    R_SetExternalPtrAddr(out, copy);
    check(status);
    UNPROTECT(1);
    return out;
}
