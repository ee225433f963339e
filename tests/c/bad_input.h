/* One row of the table of bad input: a call that must fail, and how. */
#ifndef BAD_INPUT_H
#define BAD_INPUT_H

#include "check.h"
#include "data.h"

typedef struct bad_input {
  const char *name;
  duel_status (*call)(duel_set *set, const duel_model *model);
  duel_status status;
  const char *message; /* a part of the last error; it names argument and value */
  int64_t row;         /* of the data, -1 if no row is to blame */
} bad_input;

extern const bad_input bad_rows[], bad_sets[], bad_fits[], bad_inferences[], bad_assess[],
    bad_influence[], bad_tests[], bad_resampling[], bad_profiles[], bad_geometry[],
    bad_metrics[], bad_judges[], bad_judging[], bad_policy[], bad_learner[], bad_gars[];

#endif
