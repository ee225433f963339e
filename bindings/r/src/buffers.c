/* Histograms, which are read and written. */
#include "duelr.h"

/* histogram: NULL, or what was counted so far, which stays as it is. */
SEXP r_policy_histogram(SEXP weights, SEXP pairs, SEXP costs, SEXP histogram)
{
    const double *of = doubles_in(weights, "weights"), *before = doubles_in(histogram, "histogram");
    size_t columns = size_in(pairs, "pairs"), size = (size_t) XLENGTH(weights);
    if (before != NULL && XLENGTH(histogram) != DUEL_HISTOGRAM_LENGTH)
        Rf_error("histogram must be one that policy_histogram() made");
    SEXP out = PROTECT(doubles_out(DUEL_HISTOGRAM_LENGTH));
    for (size_t i = 0; i < DUEL_HISTOGRAM_LENGTH; i++)
        REAL(out)[i] = before == NULL ? 0.0 : before[i];
    check(duel_policy_histogram(of, columns > 0 ? size / columns : 0, columns, doubles_in(costs, "costs"), REAL(out),
                                DUEL_HISTOGRAM_LENGTH));
    UNPROTECT(1);
    return out;
}
