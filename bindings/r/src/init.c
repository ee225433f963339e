/* Registration, and the constants of the header. */
#include "duelr.h"
#include "constants.h"
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

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
    ENTRY(set_names, 2), ENTRY(set_info, 1), ENTRY(set_items, 1), ENTRY(set_pairs, 1),
    ENTRY(set_cells, 1), ENTRY(set_resample, 3), ENTRY(set_split, 5),
    ENTRY(set_filter, 3),
    ENTRY(fit, 2), ENTRY(given, 3), ENTRY(simulate, 3), ENTRY(model_save, 1),
    ENTRY(model_load, 1), ENTRY(model_set, 1), ENTRY(model_info, 1), ENTRY(model_get, 2),
    ENTRY(model_facts_table, 2),
    ENTRY(estimate_values, 3), ENTRY(estimate_covariance, 3), ENTRY(estimate_contrasts, 4),
    ENTRY(estimate_tests, 6), ENTRY(estimate_pairs, 5), ENTRY(estimate_ranks, 3),
    ENTRY(profile, 4), ENTRY(function, 6), ENTRY(probabilities, 3), ENTRY(log_likelihood, 2),
    ENTRY(bootstrap, 2), ENTRY(bootstrap_facts, 1), ENTRY(bootstrap_get, 3),
    ENTRY(adjust, 2), ENTRY(rank_probabilities, 2), ENTRY(rank_summary, 2), ENTRY(superiority, 2), ENTRY(groups, 2),
    ENTRY(more_comparisons, 5), ENTRY(quasi_variances, 2),
    ENTRY(criteria, 1), ENTRY(compare, 4), ENTRY(goodness, 3), ENTRY(accuracy, 2),
    ENTRY(calibration, 3), ENTRY(triads, 3), ENTRY(residuals, 2), ENTRY(influence, 3), ENTRY(influence_changes, 5),
    ENTRY(metrics, 3), ENTRY(marginals, 2), ENTRY(match_matrix, 3), ENTRY(cross_validate, 3),
    ENTRY(vuong, 4),
    ENTRY(agreement, 3), ENTRY(adjacent_differences, 2), ENTRY(tiers, 4), ENTRY(distances, 3),
    ENTRY(kernel_pca, 3), ENTRY(mds_classical, 2), ENTRY(mds_smacof, 4), ENTRY(cluster, 3),
    ENTRY(cut, 4),
    ENTRY(judge_counts, 2), ENTRY(order, 1), ENTRY(judge_triads, 1), ENTRY(judge_agreement, 2),
    ENTRY(judge_agreement_pairs, 1),
    ENTRY(krippendorff, 4), ENTRY(confidence, 5), ENTRY(effective_judges, 2),
    ENTRY(bicluster, 4), ENTRY(learning_curve, 5),
    ENTRY(sensitivity_curves, 4), ENTRY(consensus, 3), ENTRY(leave_one_judge_out, 2),
    ENTRY(select_rank, 5), ENTRY(judge_scores, 3), ENTRY(near_ties, 3), ENTRY(model_table, 3),
    ENTRY(self_preference, 4), ENTRY(judge_report, 3),
    ENTRY(gars_new, 1), ENTRY(gars_add, 2), ENTRY(gars_psi, 2), ENTRY(gars_model_mu, 5),
    ENTRY(gars_merge, 2), ENTRY(gars_save, 1), ENTRY(gars_load, 1), ENTRY(gars_info, 1),
    ENTRY(gars_values, 2), ENTRY(gars_pairs, 1), ENTRY(gars_ellipsoid, 5), ENTRY(gars_equality, 4),
    ENTRY(influence_equality, 5), ENTRY(gars_weights, 4),
    ENTRY(policy, 5), ENTRY(policy_d_optimal, 6), ENTRY(policy_histogram, 4),
    ENTRY(policy_lambda, 2), ENTRY(policy_outcome, 4), ENTRY(policy_draw, 5),
    ENTRY(nuisance, 2), ENTRY(nuisance_predict, 3), ENTRY(nuisance_propensities, 3),
    ENTRY(next_comparisons, 2),
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
