/* Operations of tests/c/faults.c on sets, and fits. */
#include "faults.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static duel_set *loaded(world *w) {
  duel_set *set = NULL;
  if (duel_set_load(w->set_bytes, w->set_length, &set)) exit(2);
  return set;
}

static uint64_t digest_of(const duel_set *set) {
  static world seen;
  duel_set *copy = NULL;
  if (duel_set_copy(set, &copy)) exit(2);
  seen.digest = FAULTS_START;
  see_set(&seen, copy);
  return seen.digest;
}

/* A call that changes a set changes all or nothing: a set that was refused is as it was, and can be changed later. */
#define CHANGES(set_, call)                        \
  do {                                             \
    duel_set *set = (set_);                        \
    const uint64_t before = digest_of(set);        \
    if (TRY(call)) {                               \
      const duel_status refused = w->status;       \
      if (digest_of(set) != before) w->wrong++;    \
      if ((call) || (w->reference && digest_of(set) != w->reference)) w->wrong++; \
      duel_set_free(set);                          \
      return refused;                              \
    }                                              \
    return see_set(w, set);                        \
  } while (0)

static duel_set *empty(void) {
  duel_set *set = NULL;
  if (duel_set_new(&set)) exit(2);
  return set;
}

/* A set that shares what it holds with another. */
static duel_set *shared(const duel_set *from) {
  duel_set *set = NULL;
  if (duel_set_copy(from, &set)) exit(2);
  return set;
}

static duel_status new_set(world *w) {
  duel_set *out = NULL;
  if (TRY(duel_set_new(&out))) return w->status;
  return see_set(w, out);
}
static duel_status append_names(world *w) { CHANGES(empty(), duel_set_append(set, &w->rows)); }
static duel_status append_ids(world *w) { CHANGES(empty(), duel_set_append(set, &w->by_id)); }
static duel_status append_more(world *w) { CHANGES(loaded(w), duel_set_append(set, &w->half)); }
static duel_status append_rest(world *w) { CHANGES(shared(w->other), duel_set_append(set, &w->rows)); }
static duel_status append_unrelated(world *w) {
  duel_rows rows = w->rows;
  rows.context.data = NULL;
  rows.context.type = 0;
  CHANGES(empty(), duel_set_append(set, &rows));
}
static duel_status append_weighted(world *w) {
  duel_rows rows = w->rows;
  rows.weight = rows.score;
  rows.importance = 1;
  CHANGES(empty(), duel_set_append(set, &rows));
}
static duel_status append_apart(world *w) {
  duel_rows rows = w->rows;
  rows.cluster = rows.judge;
  rows.unordered = 1;
  CHANGES(empty(), duel_set_append(set, &rows));
}
static duel_status forget_order(world *w) { CHANGES(loaded(w), duel_set_forget_order(set)); }
static duel_status intern(world *w) { CHANGES(empty(), duel_set_intern(set, DUEL_KIND_ITEM, w->names, w->items)); }
static duel_status intern_more(world *w) {
  CHANGES(loaded(w), duel_set_intern(set, DUEL_KIND_ITEM, w->context, w->items));
}
static duel_status add_covariate(world *w) {
  ZERO(duel_covariate, covariate);
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = (double)i;
  covariate.length = w->items;
  covariate.name = "age";
  covariate.item = w->rows.left;
  covariate.item.data = w->names;
  covariate.value = w->rows.score;
  covariate.value.data = w->numbers;
  CHANGES(loaded(w), duel_set_covariate(set, &covariate));
}
static duel_status merge(world *w) { CHANGES(loaded(w), duel_set_merge(set, w->other)); }
static duel_status merge_shared(world *w) { CHANGES(shared(w->other), duel_set_merge(set, w->set)); }
static duel_status save(world *w) {
  unsigned char *bytes = (unsigned char *)w->room[0];
  size_t length = 0;
  if (TRY(duel_set_save(w->set, bytes, w->capacity * sizeof(double), &length))) return w->status;
  see_bytes(w, bytes, length);
  return DUEL_OK;
}

#define SET(call)                                 \
  do {                                            \
    duel_set *out = NULL;                         \
    TRY(call);                                    \
    if (w->status && out) w->wrong++;             \
    return w->status ? w->status : see_set(w, out); \
  } while (0)

static duel_status load(world *w) { SET(duel_set_load(w->set_bytes, w->set_length, &out)); }
static duel_status copy(world *w) { SET(duel_set_copy(w->set, &out)); }
static duel_status resample_rows(world *w) { SET(duel_set_resample(w->set, DUEL_BY_ROW, 1, &out)); }
static duel_status resample_contexts(world *w) { SET(duel_set_resample(w->set, DUEL_BY_CONTEXT, 1, &out)); }
static duel_status resample_clusters(world *w) { SET(duel_set_resample(w->set, DUEL_BY_CLUSTER, 1, &out)); }
static duel_status resample_judges(world *w) { SET(duel_set_resample(w->set, DUEL_BY_JUDGE, 1, &out)); }
static duel_status simulate(world *w) { SET(duel_model_simulate(w->model, NULL, 1, &out)); }
static duel_status simulate_design(world *w) { SET(duel_model_simulate(w->model, w->other, 1, &out)); }
static duel_status filter(world *w) {
  static const size_t judges[] = {0, 1};
  SET(duel_set_filter(w->set, DUEL_KIND_JUDGE, judges, 2, &out));
}
static duel_status split(world *w) {
  duel_set *rest = NULL, *held = NULL;
  if (TRY(duel_set_split(w->set, DUEL_BY_CONTEXT, 3, 1, 1, &rest, &held))) {
    if (rest || held) w->wrong++;
    return w->status;
  }
  see_set(w, rest);
  return see_set(w, held);
}
static duel_status find(world *w) {
  size_t id = 0;
  if (TRY(duel_set_find(w->set, DUEL_KIND_ITEM, w->names[1], &id))) return w->status;
  see_bytes(w, &id, sizeof id);
  return DUEL_OK;
}
static duel_status info(world *w) { FACTS(duel_set_facts, duel_set_info(w->set, &out)); }
static duel_status order(world *w) { FACTS(duel_order_facts, duel_set_order(w->set, &out)); }
static duel_status items(world *w) { TABLE(duel_set_items(w->set, &out)); }
static duel_status pairs(world *w) { TABLE(duel_set_pairs(w->set, &out)); }
static duel_status cells(world *w) { TABLE(duel_set_cells(w->set, &out)); }
static duel_status judges(world *w) { TABLE(duel_set_judges(w->set, 0.0, &out)); }
static duel_status triads(world *w) { TABLE(duel_set_triads(w->set, fault_token, &out)); }
static duel_status agreement(world *w) { TABLE(duel_set_agreement(w->set, 0.9, fault_token, &out)); }
static duel_status agreement_pairs(world *w) { TABLE(duel_set_agreement_pairs(w->set, fault_token, &out)); }
static duel_together_options heard(void) {
  duel_together_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.cancel = fault_token;
  return how;
}
/* Families of the four judges who meet. */
static const int32_t kin[] = {0, 0, 1, 1};

static duel_status together(world *w) {
  const duel_together_options how = heard();
  TABLE(duel_set_together(w->met, kin, 4, &how, &out));
}
static duel_status worth(world *w) {
  const duel_together_options how = heard();
  TABLE(duel_set_worth(w->met, NULL, 0, &how, &out));
}
static duel_status of_families(world *w) {
  const duel_together_options how = heard();
  TABLE(duel_set_families(w->met, kin, 4, &how, &out));
}
static duel_status effective(world *w) {
  const duel_together_options how = heard();
  FACTS(duel_panel_facts, duel_set_effective(w->met, kin, 4, &how, &out));
}
static duel_status krippendorff(world *w) {
  TABLE(duel_set_krippendorff(w->set, DUEL_ALPHA_ORDINAL, DUEL_ORIENTATION_BOTH, 0.0, fault_token, &out));
}

/* A table of ids, whose names are written when they are asked for. */
static duel_status names_of_ids(world *w) {
  duel_set *set = empty();
  duel_table *out = NULL;
  if (duel_set_append(set, &w->by_id)) exit(2);
  TRY(duel_set_items(set, &out));
  duel_set_free(set);
  return w->status ? w->status : see_table(w, out);
}
static duel_status print(world *w) {
  duel_table *table = NULL;
  size_t length = 0;
  if (duel_set_items(w->set, &table)) exit(2);
  if (!TRY(duel_table_print(table, NULL, (char *)w->room[0], w->capacity * sizeof(double), &length))) {
    see_bytes(w, w->room[0], length);
  }
  duel_table_free(table);
  return w->status;
}


static duel_status of_errno(int code) {
  return code == 0 ? DUEL_OK : code == ENOMEM ? DUEL_ERR_MEMORY : DUEL_ERR_INTERNAL;
}
static duel_status export(world *w) {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray array;
  duel_table *table = NULL;
  memset(&stream, 0, sizeof stream);
  if (duel_set_items(w->set, &table)) exit(2);
  TRY(duel_table_export(table, &stream));
  duel_table_free(table);
  if (w->status) return w->status;
  if (!TRY(of_errno(stream.get_schema(&stream, &schema)))) {
    see_bytes(w, schema.children[0]->name, strlen(schema.children[0]->name));
    schema.release(&schema);
    if (!TRY(of_errno(stream.get_next(&stream, &array)))) {
      see_bytes(w, &array.length, sizeof array.length);
      see_bytes(w, array.children[1]->buffers[1], (size_t)array.length * sizeof(double));
      array.release(&array);
    }
  }
  stream.release(&stream);
  return w->status;
}

const operation set_operations[] = {
    {"set_new", new_set},
    {"set_append, names", append_names},
    {"set_append, ids", append_ids},
    {"set_append to a set", append_more},
    {"set_append to a copy", append_rest},
    {"set_append, no contexts", append_unrelated},
    {"set_append, weights", append_weighted},
    {"set_append, clusters and no order", append_apart},
    {"set_forget_order", forget_order},
    {"set_intern", intern},
    {"set_intern to a set", intern_more},
    {"set_covariate", add_covariate},
    {"set_merge", merge},
    {"set_merge to a copy", merge_shared},
    {"set_save", save},
    {"set_load", load},
    {"set_copy", copy},
    {"set_resample, rows", resample_rows},
    {"set_resample, contexts", resample_contexts},
    {"set_resample, clusters", resample_clusters},
    {"set_resample, judges", resample_judges},
    {"model_simulate", simulate},
    {"model_simulate, a design", simulate_design},
    {"set_filter", filter},
    {"set_split", split},
    {"set_find", find},
    {"set_info", info},
    {"set_order", order},
    {"set_items", items},
    {"set_pairs", pairs},
    {"set_cells", cells},
    {"set_judges", judges},
    {"set_triads", triads},
    {"set_agreement", agreement},
    {"set_agreement_pairs", agreement_pairs},
    {"set_krippendorff", krippendorff},
    {"set_together", together},
    {"set_worth", worth},
    {"set_families", of_families},
    {"set_effective", effective},
    {"set_items, ids", names_of_ids},
    {"table_print", print},
    {"table_export", export},
    {NULL, NULL},
};

/* ---- Fits ------------------------------------------------------------------------------------ */

/* Of which nobody is told; and the same with somebody. */
static duel_model_options unheard(void) {
  ZERO(duel_model_options, fit);
  fit.accept = DUEL_FIT_ANY;
  fit.ridge = 0.1;
  return fit;
}
static duel_model_options options(void) {
  duel_model_options fit = unheard();
  HEARD(fit);
  return fit;
}

static duel_status fitted(world *w, const duel_model_options *fit) {
  duel_model *out = NULL;
  TRY(duel_model_fit(w->set, fit, &out));
  if (w->status && out) w->wrong++;
  return w->status ? w->status : see_model(w, out);
}

static duel_status fit_plain(world *w) {
  duel_model_options fit = options();
  return fitted(w, &fit);
}
static duel_status fit_unpenalised(world *w) {
  duel_model_options fit = options();
  fit.ridge = 0.0;
  return fitted(w, &fit);
}
static duel_status fit_firth(world *w) {
  duel_model_options fit = options();
  fit.ridge = 0.0;
  fit.bias_reduction = 1;
  return fitted(w, &fit);
}
static duel_status fit_pseudo(world *w) {
  duel_model_options fit = options();
  fit.pseudo = 0.5;
  return fitted(w, &fit);
}
static duel_status fit_covariate(world *w) {
  static const char *const names[] = {"size"};
  duel_model_options fit = options();
  fit.covariates = names;
  fit.covariate_count = 1;
  return fitted(w, &fit);
}
static duel_status fit_fixed(world *w) {
  duel_model_options fit = options();
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = i == 1 ? 0.0 : (double)NAN;
  fit.fixed_scores = w->numbers;
  fit.fixed_count = w->items;
  return fitted(w, &fit);
}
static duel_status fit_start(world *w) {
  duel_model_options fit = options();
  fit.start = w->plain;
  return fitted(w, &fit);
}
static duel_status fit_davidson(world *w) {
  duel_model_options fit = options();
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  fit.position = DUEL_POSITION_BY_JUDGE;
  fit.threshold_offsets = 1;
  return fitted(w, &fit);
}
static duel_status fit_rao_kupper(world *w) {
  duel_model_options fit = options();
  fit.tie_model = DUEL_MODEL_RAO_KUPPER;
  fit.threshold = DUEL_THRESHOLD_ADDITIVE;
  fit.tie_ridge = 1.0;
  return fitted(w, &fit);
}
static duel_status fit_factored(world *w) {
  duel_model_options fit = options();
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  fit.threshold = DUEL_THRESHOLD_FACTORED;
  fit.tie_factors = 2;
  fit.tie_ridge = 1.0;
  return fitted(w, &fit);
}
static duel_status fit_sensitivity(world *w) {
  duel_model_options fit = options();
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  return fitted(w, &fit);
}
static duel_status fit_slopes(world *w) {
  static const char *const names[] = {"length"};
  duel_model_options fit = options();
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  fit.sensitivity_covariates = names;
  fit.sensitivity_covariate_count = 1;
  return fitted(w, &fit);
}
static duel_status fit_interactions(world *w) {
  static const char *const names[] = {"length"};
  duel_model_options fit = options();
  fit.interactions = names;
  fit.interaction_count = 1;
  return fitted(w, &fit);
}
static duel_status fit_disagreement(world *w) {
  duel_model_options fit = options();
  fit.strength = DUEL_STRENGTH_DISAGREEMENT;
  fit.rank = 1;
  fit.threads = 2;
  fit.max_iterations = 40;
  return fitted(w, &fit);
}
static duel_status fit_diagonal(world *w) {
  duel_model_options fit = options();
  fit.spread = DUEL_SPREAD_DIAGONAL;
  fit.spread_ridge = 1.0;
  return fitted(w, &fit);
}
static duel_status fit_factors(world *w) {
  duel_model_options fit = options();
  fit.spread = DUEL_SPREAD_FACTORS;
  fit.spread_factors = 1;
  fit.spread_ridge = 1.0;
  fit.restarts = 2;
  fit.threads = 2;
  fit.max_iterations = 40;
  return fitted(w, &fit);
}
static duel_status given(world *w) {
  duel_model *out = NULL;
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = 0.1 * (double)(i % 7) - 0.3;
  if (TRY(duel_model_given(w->set, w->numbers, w->items, NULL, &out))) return w->status;
  return see_model(w, out);
}

static duel_validation_options parts(void) {
  ZERO(duel_validation_options, how);
  how.folds = 2;
  how.repeats = 1;
  how.seed = 1;
  how.threads = 2;
  HEARD(how);
  return how;
}
static duel_status cross_validate(world *w) {
  const duel_model_options fit = unheard();
  const duel_validation_options how = parts();
  duel_table *fits = NULL;
  ZERO(duel_validation_facts, out);
  if (TRY(duel_set_cross_validate(w->set, &fit, &how, &out, &fits))) return w->status;
  see_bytes(w, &out, sizeof out);
  return see_table(w, fits);
}
static duel_status leave_one_judge_out(world *w) {
  const duel_model_options fit = options();
  TABLE(duel_set_leave_one_judge_out(w->set, &fit, &out));
}
static duel_status select_rank(world *w) {
  duel_model_options fit = options();
  duel_validation_options how = parts();
  how.cancel = NULL;
  how.progress = NULL;
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  fit.max_iterations = 30;
  TABLE(duel_set_select_rank(w->set, 1, 2, 1, 2, &fit, &how, &out));
}
static duel_status judge_scores(world *w) {
  ZERO(duel_model_options, fit);
  HEARD(fit);
  NUMBERS(duel_set_judge_scores(w->set, 1, &fit, out, capacity), w->judges * w->items);
}
static duel_status learning_curve(world *w) {
  static const double shares[] = {0.5, 1.0};
  static const size_t some[] = {2, 3};
  const duel_model_options fit = unheard();
  duel_validation_options how = parts();
  how.folds = 0;
  how.repeats = 2;
  TABLE(duel_set_learning_curve(w->set, shares, 2, some, 2, &fit, &how, &out));
}

const operation fit_operations[] = {
    {"model_fit, plain", fit_plain},
    {"model_fit, no penalty", fit_unpenalised},
    {"model_fit, bias reduction", fit_firth},
    {"model_fit, pseudo-counts", fit_pseudo},
    {"model_fit, covariate", fit_covariate},
    {"model_fit, fixed score", fit_fixed},
    {"model_fit, start", fit_start},
    {"model_fit, Davidson", fit_davidson},
    {"model_fit, Rao-Kupper", fit_rao_kupper},
    {"model_fit, factored thresholds", fit_factored},
    {"model_fit, sensitivity", fit_sensitivity},
    {"model_fit, slopes", fit_slopes},
    {"model_fit, interactions", fit_interactions},
    {"model_fit, disagreement", fit_disagreement},
    {"model_fit, spread", fit_diagonal},
    {"model_fit, spread with factors", fit_factors},
    {"model_given", given},
    {"set_cross_validate", cross_validate},
    {"set_leave_one_judge_out", leave_one_judge_out},
    {"set_select_rank", select_rank},
    {"set_judge_scores", judge_scores},
    {"set_learning_curve", learning_curve},
    {NULL, NULL},
};
