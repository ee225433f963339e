/* Tests of pairs and contrasts, and adjusted p-values. */
#include "duelr.h"

/* Items come out counted from zero. */
SEXP r_test_pairs(SEXP model, SEXP options, SEXP family, SEXP adjustment)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t items = size_of(from, DUEL_QUANTITY_SCORES);
    int32_t which = Rf_asInteger(family);
    size_t count = which == DUEL_FAMILY_ALL_PAIRS ? items * (items - 1) / 2 : items - 1;
    double *out = doubles(9 * count);
    check_watched(duel_model_test_pairs(from, &asked.options, which, Rf_asInteger(adjustment), out,
                                  9 * count), &asked.watched);
    UNPROTECT(1);
    return matrix(out, count, 9);
}

/* rows: as for r_contrasts(). null: NULL or a number for each row. */
SEXP r_test_contrasts(SEXP model, SEXP what, SEXP options, SEXP adjustment, SEXP rows, SEXP null)
{
    const duel_model *from = model_of(model);
    question asked;
    ask(&asked, options);
    size_t count = (size_t) Rf_ncols(rows);
    if ((size_t) Rf_nrows(rows) != size_of(from, Rf_asInteger(what)))
        Rf_error("a contrast has one weight for each value of the quantity");
    double *out = doubles(7 * count);
    check_watched(duel_model_test_contrasts(from, Rf_asInteger(what), &asked.options,
                                      Rf_asInteger(adjustment), REAL(rows), count,
                                      null == R_NilValue ? NULL : REAL(null), out, 7 * count),
                  &asked.watched);
    UNPROTECT(1);
    return matrix(out, count, 7);
}

SEXP r_adjust(SEXP adjustment, SEXP p_values)
{
    SEXP out = PROTECT(Rf_allocVector(REALSXP, XLENGTH(p_values)));
    check(duel_p_adjust(Rf_asInteger(adjustment), REAL(p_values), (size_t) XLENGTH(p_values),
                      REAL(out)));
    UNPROTECT(1);
    return out;
}
