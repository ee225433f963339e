/* The header alone, twice, under every standard: it must not need another one before it. */
#include "duel.h"
#include "duel.h"

/* Every struct and constant is complete, in C89 too. */
typedef char rows_are_complete[sizeof(duel_rows) > 0 ? 1 : -1];
typedef char covariates_are_complete[sizeof(duel_covariate) > 0 ? 1 : -1];
typedef char fits_are_complete[sizeof(duel_model_options) > 0 ? 1 : -1];
typedef char inferences_are_complete[sizeof(duel_inference_options) > 0 ? 1 : -1];
typedef char infos_are_complete[sizeof(duel_model_facts) > 0 ? 1 : -1];
typedef char bootstraps_are_complete[sizeof(duel_bootstrap_options) > 0 ? 1 : -1];
typedef char results_are_complete[sizeof(duel_bootstrap_facts) + sizeof(duel_criteria_facts) +
                                  sizeof(duel_comparison_facts) + sizeof(duel_accuracy_facts) +
                                  sizeof(duel_triads_facts) + sizeof(duel_goodness_facts) > 0 ? 1 : -1];
typedef char version_is_a_text[sizeof DUEL_VERSION > 5 ? 1 : -1];
typedef char version_is_a_number[DUEL_VERSION_NUMBER > 0 ? 1 : -1];

int main(void) {
  rows_are_complete a;
  covariates_are_complete b;
  fits_are_complete c;
  inferences_are_complete d;
  infos_are_complete e;
  version_is_a_text f;
  version_is_a_number g;
  bootstraps_are_complete h;
  results_are_complete i;
  return (int)(sizeof a + sizeof b + sizeof c + sizeof d + sizeof e + sizeof f + sizeof g +
               sizeof h + sizeof i) != 9 ||
         duel_version_number() != DUEL_VERSION_NUMBER;
}
