/* Bytes that may be a saved set, model, scores or monitor: refused, or an object that answers and saves to bytes which
 * load and save alike. Half of the inputs get the length and the checksum that belong to them. */
#include "fuzz.h"

#include <duel.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long tried, loaded;

void fuzz_begin(void) {}

static uint32_t checksum(const uint8_t *bytes, size_t length) {
  uint32_t crc = 0xffffffffu;
  while (length--) {
    int bit;
    crc ^= *bytes++;
    for (bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

/* Parts that depend on the bytes and not on their meaning: the length, and the checksum at the end. */
static void frame(uint8_t *bytes, size_t length) {
  uint64_t words = 0;
  uint32_t crc;
  if (length < 28) return;
  if (!memcmp(bytes, "duelset\032", 8)) words = length;
  else if (memcmp(bytes, "duelmod\032", 8)) words = (length - 28) / 8;
  if (words) memcpy(bytes + 16, &words, 8);
  crc = checksum(bytes, length - 4);
  memcpy(bytes + length - 4, &crc, 4);
}

static void must(duel_status status, const char *what) {
  if (status) fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
  if (status) fuzz_wrong(what);
}

/* Whether bytes are refused, and not for a fault of the library. */
static int refused(duel_status status) {
  if (status == DUEL_OK) return 0;
  if (status == DUEL_ERR_INTERNAL || status == DUEL_ERR_NULL || status == DUEL_ERR_CANCELLED) must(status, "another error");
  if (!*duel_last_error() || strchr(duel_last_error(), '\n')) fuzz_wrong("the message is not one line");
  return 1;
}

/* Saves, loads and saves again. */
#define SAVES_ALIKE(kind, object)                                                                   \
  do {                                                                                              \
    size_t length = 0, again = 0;                                                                   \
    uint8_t *first, *second;                                                                        \
    duel_##kind *other = NULL;                                                                      \
    must(duel_##kind##_save(object, NULL, 0, &length), "what was loaded is not saved");             \
    first = malloc(length ? length : 1);                                                            \
    second = malloc(length ? length : 1);                                                           \
    if (!first || !second) exit(2);                                                                 \
    must(duel_##kind##_save(object, first, length, &length), "what was loaded is not saved");       \
    must(duel_##kind##_load(first, length, &other), "what was saved is not loaded");                \
    must(duel_##kind##_save(other, second, length, &again), "what was loaded again is not saved");  \
    if (again != length || memcmp(first, second, length)) fuzz_wrong("it saves otherwise");         \
    duel_##kind##_free(other);                                                                      \
    free(first);                                                                                    \
    free(second);                                                                                   \
  } while (0)

static void see(duel_status status, duel_table *table) {
  if (status == DUEL_ERR_INTERNAL) must(status, "a defect");
  if (status) return;
  duel_table_free(table);
}
/* Calls on what was loaded; most may refuse. */
#define ASK(call)                     \
  do {                                \
    duel_table *table = NULL;         \
    const duel_status status = (call); \
    see(status, table);               \
  } while (0)

static void of_set(const duel_set *set) {
  duel_set_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  must(duel_set_info(set, &facts), "no facts of a set");
  SAVES_ALIKE(set, set);
  if (facts.items > 100 || facts.judges > 100) return;
  ASK(duel_set_items(set, &table));
  ASK(duel_set_pairs(set, &table));
  ASK(duel_set_cells(set, &table));
  ASK(duel_set_judges(set, 0.95, &table));
}

/* One more question, of those that go through what only a saved model says of itself: its directions, what diverges and what
 * nothing determines, its components. */
static void one_more(const duel_model *model, const duel_inference_options *how) {
  duel_estimate *estimate = NULL;
  duel_set *simulated = NULL;
  duel_criteria_facts criteria;
  double room[4 * 100];
  memset(&criteria, 0, sizeof criteria);
  criteria.struct_size = sizeof criteria;
  switch (fuzz_random() % 16) {
    case 0: ASK(duel_model_compact_letters(model, how, &table)); break;
    case 1: ASK(duel_model_rank_summary(model, how, &table)); break;
    case 2: ASK(duel_model_metrics_by_outcome(model, NULL, DUEL_BY_PAIR, &table)); break;
    case 3: ASK(duel_model_marginals(model, NULL, &table)); break;
    case 4: ASK(duel_model_residuals(model, DUEL_BY_JUDGE, how, &table)); break;
    case 5: ASK(duel_model_influence(model, DUEL_BY_JUDGE, how, &table)); break;
    case 6: ASK(duel_model_adjacent(model, how, &table)); break;
    case 7: ASK(duel_model_tiers(model, DUEL_TIERS_GAP, 1.0, how, &table)); break;
    case 8: ASK(duel_model_judges(model, NULL, how, &table)); break;
    case 9: ASK(duel_model_next(model, NULL, &table)); break;
    case 10: ASK(duel_model_effective_comparisons(model, how, &table)); break;
    case 11: ASK(duel_model_voters(model, &table)); break;
    case 12: see(duel_model_criteria(model, &criteria), NULL); break;
    case 13: see(duel_model_get(model, DUEL_QUANTITY_PARAMETERS, room, sizeof room / sizeof *room), NULL); break;
    case 14:
      see(duel_model_simulate(model, duel_model_set(model), 1, &simulated), NULL);
      duel_set_free(simulated);
      break;
    default:
      see(duel_model_estimate(model, DUEL_QUANTITY_SCORES, how, &estimate), NULL);
      if (estimate) ASK(duel_estimate_pairs(estimate, NULL, &table));
      if (estimate) ASK(duel_estimate_ranks(estimate, &table));
      duel_estimate_free(estimate);
  }
}

static void of_model(const duel_model *model) {
  duel_model_facts facts;
  duel_inference_options how;
  memset(&facts, 0, sizeof facts);
  memset(&how, 0, sizeof how);
  facts.struct_size = sizeof facts;
  how.struct_size = sizeof how;
  must(duel_model_info(model, &facts), "no facts of a model");
  SAVES_ALIKE(model, model);
  if (facts.dimension > 100) return;
  ASK(duel_model_items(model, &table));
  ASK(duel_model_warnings(model, &table));
  ASK(duel_model_optima(model, &table));
  ASK(duel_model_scores(model, &how, &table));
  ASK(duel_model_residuals(model, DUEL_BY_ITEM, NULL, &table));
  one_more(model, &how);
}

static void of_gars(const duel_gars *gars) {
  duel_gars_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  must(duel_gars_info(gars, &facts), "no facts of scores");
  SAVES_ALIKE(gars, gars);
  ASK(duel_gars_pairs(gars, &table));
}

static void of_monitor(const duel_monitor *monitor) {
  duel_monitor_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  must(duel_monitor_info(monitor, &facts), "no facts of a monitor");
  SAVES_ALIKE(monitor, monitor);
  ASK(duel_monitor_pairs(monitor, &table));
  ASK(duel_monitor_ranks(monitor, &table));
}

int fuzz_one(const uint8_t *bytes, size_t length) {
  uint8_t *own = malloc(length ? length : 1);
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_gars *gars = NULL;
  duel_monitor *monitor = NULL;
  if (!own) exit(2);
  memcpy(own, bytes, length);
  if (fuzz_random() % 16) frame(own, length);
  tried++;
  if (!refused(duel_set_load(own, length, &set))) loaded++, of_set(set);
  if (!refused(duel_model_load(own, length, &model))) loaded++, of_model(model);
  if (!refused(duel_gars_load(own, length, &gars))) loaded++, of_gars(gars);
  if (!refused(duel_monitor_load(own, length, &monitor))) loaded++, of_monitor(monitor);
  duel_set_free(set);
  duel_model_free(model);
  duel_gars_free(gars);
  duel_monitor_free(monitor);
  free(own);
  return 0;
}

void fuzz_end(void) { printf("%lu of %lu loaded\n", loaded, tried); }
