/* The life of a set and of a model from new to free, with the errors on the way: every path that
 * allocates is walked, so that valgrind can tell whether it frees. */
#include "cells.h"
#include "data.h"
#include "models.h"

#include <math.h>

/* ---- sets ------------------------------------------------------------------------------------ */

static void read_set(const duel_set *set) {
  duel_set_facts facts;
  double all;
  size_t id, rows;
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == SMALL_ITEMS, "items");
  CHECK(duel_set_count(set, DUEL_KIND_JUDGE) == SMALL_JUDGES, "judges");
  CHECK(duel_set_count(set, DUEL_KIND_CONTEXT) == SMALL_CONTEXTS, "contexts");
  CHECK(duel_set_count(set, DUEL_KIND_CELL) == SMALL_ROWS, "cells");
  CHECK(duel_set_count(set, 99) == 0 && duel_set_count(NULL, DUEL_KIND_ITEM) == 0, "no kind, no set");
  EXPECT(DUEL_OK, duel_set_find(set, DUEL_KIND_ITEM, small_items[3], &id));
  CHECK(strcmp(duel_set_name(set, DUEL_KIND_ITEM, id), small_items[3]) == 0, "name of the found id");
  CHECK(duel_set_name(set, DUEL_KIND_ITEM, 4) == NULL, "out of range");
  id = 77;
  EXPECT(DUEL_ERR_NAME, duel_set_find(set, DUEL_KIND_ITEM, "yew", &id));
  CHECK(id == 77, "output changed on failure");
  /* Messages are one line whatever names hold. */
  EXPECT(DUEL_ERR_NAME, duel_set_find(set, DUEL_KIND_ITEM, "a\nb\033[1m", &id));
  CHECK(strstr(duel_last_error(), "a\\nb\\u{1b}[1m") && !strchr(duel_last_error(), '\n'), "%s", duel_last_error());
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  CHECK(facts.comparisons == SMALL_ROWS && facts.effective == SMALL_ROWS, "%g comparisons", facts.comparisons);
  CHECK(facts.items == SMALL_ITEMS && facts.judges == SMALL_JUDGES && facts.contexts == SMALL_CONTEXTS &&
            facts.cells == SMALL_ROWS && facts.covariates == duel_set_count(set, DUEL_KIND_COVARIATE), "counts");
  CHECK(!facts.has_anonymous && !facts.importance && facts.repeated_contexts == SMALL_CONTEXTS, "facts");
  CHECK(facts.left_wins + facts.right_wins + facts.plain_ties + facts.both_good + facts.both_bad == SMALL_ROWS,
        "answers");
  for (id = 0; id < 4; id++) {
    duel_table *table = NULL;
    EXPECT(DUEL_OK, id == 0   ? duel_set_items(set, &table)
                    : id == 1 ? duel_set_pairs(set, &table)
                    : id == 2 ? duel_set_cells(set, &table)
                              : duel_set_judges(set, 0.0, &table));
    rows = rows_of(table);
    CHECK(rows == (id == 0 ? SMALL_ITEMS : id == 1 ? 6 : id == 2 ? SMALL_ROWS : SMALL_JUDGES), "%lu rows",
          (unsigned long)rows);
    for (all = 0.0; rows > 0; rows--) {
      all += id == 2 ? cell(table, "squared_weights", rows - 1) : cell(table, "comparisons", rows - 1);
    }
    CHECK(all == (id == 0 ? 2 * SMALL_ROWS : SMALL_ROWS), "%g comparisons in table %lu", all, (unsigned long)id);
    duel_table_free(table);
  }
}

static void save_and_load(const duel_set *set) {
  size_t length = 0, again = 0, i;
  unsigned char *bytes = bytes_of(set, &length), *second;
  duel_set *loaded = NULL;
  CHECK(bytes != NULL && length > 0, "save");
  if (!bytes) return;
  EXPECT(DUEL_OK, duel_set_load(bytes, length, &loaded));
  second = bytes_of(loaded, &again);
  CHECK(second && again == length && memcmp(bytes, second, length) == 0, "load and save again");
  free(second);
  duel_set_free(loaded);
  loaded = NULL;

  EXPECT(DUEL_ERR_SIZE, duel_set_save(set, bytes, length - 1, &again));
  CHECK(again == length, "a short buffer learns the length");
  /* A block of exactly the length, so that valgrind sees a byte read beyond it. */
  for (i = 0; i < length; i += 1 + length / 97) {
    unsigned char *damaged = (unsigned char *)copy_of(bytes, i);
    EXPECT(DUEL_ERR_FORMAT, duel_set_load(damaged, i, &loaded));
    free(damaged);
    damaged = (unsigned char *)copy_of(bytes, length);
    damaged[i] ^= (unsigned char)(1u << i % 8);
    EXPECT(DUEL_ERR_FORMAT, duel_set_load(damaged, length, &loaded));
    free(damaged);
  }
  CHECK(loaded == NULL, "a damaged set was made");
  free(bytes);
}

static void change_set(duel_set *set) {
  static const char *const more[] = {"elm", "fir"};
  static const char *const bad_utf8[] = {"gum", "\xFF"};
  static const char *const left[] = {"elm", "ash"}, *const right[] = {"ash", "ash"};
  static const double score[] = {1.0, 1.0};
  static const double lengths[] = {1.0, 2.0, 3.0, 4.0, -1.0, 0.5};
  duel_rows rows = empty_rows(2);
  duel_covariate covariate;
  duel_set *other = NULL, *parts[2] = {NULL, NULL};
  size_t ids[] = {0, 1};

  EXPECT(DUEL_OK, duel_set_copy(set, &other));
  EXPECT(DUEL_OK, duel_set_intern(other, DUEL_KIND_ITEM, more, 2));
  EXPECT(DUEL_ERR_NAME, duel_set_intern(other, DUEL_KIND_ITEM, bad_utf8, 2));
  CHECK(duel_set_count(other, DUEL_KIND_ITEM) == SMALL_ITEMS + 2, "all names or none");
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == SMALL_ITEMS, "a copy is another set");

  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_ERR_DATA, duel_set_append(other, &rows));
  CHECK(duel_last_error_row() == 1, "row %ld", (long)duel_last_error_row());
  rows.length = 1;
  EXPECT(DUEL_OK, duel_set_append(other, &rows));

  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = SMALL_CONTEXTS;
  covariate.name = "length";
  covariate.context = names_column(small_contexts);
  covariate.value = double_column(lengths);
  EXPECT(DUEL_OK, duel_set_covariate(other, &covariate));
  covariate.value = double_column(lengths + 1);
  covariate.length = 2;
  EXPECT(DUEL_ERR_DATA, duel_set_covariate(other, &covariate));
  CHECK(duel_set_count(other, DUEL_KIND_COVARIATE) == 1, "covariates");

  EXPECT(DUEL_OK, duel_set_merge(other, set));
  save_and_load(other);
  EXPECT(DUEL_OK, duel_set_resample(other, DUEL_BY_CONTEXT, 7, &parts[0]));
  duel_set_free(parts[0]);
  EXPECT(DUEL_OK, duel_set_split(other, DUEL_BY_ROW, 5, 0, 7, &parts[0], &parts[1]));
  duel_set_free(parts[0]);
  duel_set_free(parts[1]);
  EXPECT(DUEL_ERR_ARGUMENT, duel_set_split(other, DUEL_BY_ROW, 5, 5, 7, &parts[0], &parts[1]));
  EXPECT(DUEL_OK, duel_set_filter(other, DUEL_KIND_JUDGE, ids, 2, &parts[0]));
  CHECK(duel_set_count(parts[0], DUEL_KIND_JUDGE) == 2, "filtered");
  duel_set_free(parts[0]);
  ids[1] = 0;
  EXPECT(DUEL_ERR_ARGUMENT, duel_set_filter(other, DUEL_KIND_JUDGE, ids, 2, &parts[0]));
  duel_set_free(other);
}

/* Clusters, rows without an order, and judgements that are split between answers. */
static void say_more(void) {
  static const char *const left[] = {"ash", "birch", "ash"}, *const right[] = {"birch", "ash", "cedar"};
  static const char *const users[] = {"u", "v", NULL}, *const prompts[] = {"p", "p", "q"};
  static const double wins[] = {1.0, 0.45, 0.0}, losses[] = {0.0, 0.55, 1.0}, ordered[] = {1.0, 0.0, 1.0};
  duel_rows rows = empty_rows(3);
  duel_set *set = NULL, *copy = NULL;
  duel_set_facts facts;
  duel_order_facts order;
  duel_table *cells = NULL;
  size_t k, rows_there;
  double split = 0.0, with_order = 0.0;
  EXPECT(DUEL_OK, duel_set_new(&set));
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.cluster = names_column(users);
  rows.context = names_column(prompts);
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  rows.ordered = double_column(ordered);
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  CHECK(facts.clusters == 2 && facts.contexts == 2 && duel_set_count(set, DUEL_KIND_CLUSTER) == 2, "clusters");
  CHECK(facts.unordered == 1.0 && facts.unordered_wins == 1.0 && facts.has_split == 1, "no order, split");
  CHECK(facts.left_wins == 1.0 && facts.right_wins == 1.0 && facts.comparisons == 3.0, "of those with an order");
  CHECK(strcmp(duel_set_name(set, DUEL_KIND_CLUSTER, 1), "v") == 0, "name of a cluster");
  EXPECT(DUEL_OK, duel_set_cells(set, &cells));
  rows_there = rows_of(cells);
  for (k = 0; k < rows_there; k++) {
    split += cell(cells, "is_split", k);
    with_order += cell(cells, "is_ordered", k);
  }
  CHECK(rows_there == 3 && split == 1.0 && with_order == 2.0, "%g split, %g with an order", split, with_order);
  duel_table_free(cells);
  memset(&order, 0, sizeof order);
  order.struct_size = sizeof order;
  EXPECT(DUEL_OK, duel_set_order(set, &order));
  CHECK(order.ordered == 2.0 && order.unordered == 1.0 && order.pairs == 2, "%g with an order", order.ordered);
  save_and_load(set);
  EXPECT(DUEL_OK, duel_set_copy(set, &copy));
  EXPECT(DUEL_OK, duel_set_forget_order(copy));
  EXPECT(DUEL_OK, duel_set_order(copy, &order));
  CHECK(order.pairs == 0 && order.unordered == 3.0 && isnan(order.p) && isnan(order.rarer_share), "no order at all");
  EXPECT(DUEL_OK, duel_set_merge(copy, set));
  EXPECT(DUEL_OK, duel_set_info(copy, &facts));
  CHECK(facts.unordered == 4.0 && facts.comparisons == 6.0, "merged shards");
  duel_set_free(copy);
  duel_set_free(set);
}

/* ---- models ---------------------------------------------------------------------------------- */

/* A model against the smallest one of its outcome model, where that is smaller. */
static void compare_model(duel_set *set, duel_model_options options, const duel_model *full) {
  duel_inference_options plain = inference_defaults();
  duel_model *null = NULL;
  duel_model_facts info, small;
  int32_t test;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  small = info;
  /* Six contexts are too few to cluster by for up to seven restrictions. */
  plain.covariance = DUEL_COVARIANCE_OBSERVED;
  options.strength = DUEL_STRENGTH_POOLED;
  options.position = DUEL_POSITION_NONE;
  options.threshold = DUEL_THRESHOLD_SINGLE;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &null));
  EXPECT(DUEL_OK, duel_model_info(full, &info));
  EXPECT(DUEL_OK, duel_model_info(null, &small));
  for (test = DUEL_TEST_LIKELIHOOD_RATIO; test <= DUEL_TEST_SCORE && null; test++) {
    duel_comparison_facts out;
    memset(&out, 0, sizeof out);
    out.struct_size = sizeof out;
    if (info.dimension == small.dimension) {
      EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_compare(null, full, test, &plain, &out));
      continue;
    }
    EXPECT(DUEL_OK, duel_model_compare(null, full, test, &plain, &out));
    CHECK(out.test == test && out.df == info.dimension - small.dimension, "test %d", (int)test);
    CHECK(out.statistic >= 0.0 && out.p >= 0.0 && out.p <= 1.0, "%g: %g", out.statistic, out.p);
  }
  duel_model_free(null);
}

/* Every composition; a model lives on without its set and without its first owner. */
static void fit_all(void) {
  duel_model_options options = fit_defaults();
  for (options.strength = DUEL_STRENGTH_POOLED; options.strength <= DUEL_STRENGTH_SENSITIVITY; options.strength++) {
    for (options.position = 0; options.position <= DUEL_POSITION_BY_JUDGE; options.position++) {
      for (options.tie_model = 0; options.tie_model <= DUEL_MODEL_DAVIDSON; options.tie_model++) {
        for (options.threshold = 0; options.threshold <= (options.tie_model != 0);
             options.threshold++) {
          duel_set *set = NULL;
          duel_model *model = NULL, *share = NULL;
          EXPECT(DUEL_OK, small_set(&set));
          EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
          if (model) compare_model(set, options, model);
          duel_set_free(set);
          EXPECT(DUEL_OK, duel_model_share(model, &share));
          duel_model_free(model);
          if (share) read_model(share);
          if (share) save_model(share);
          if (share) assess_model(share);
          duel_model_free(share);
        }
      }
    }
  }
}

static int stop_at_once(const duel_progress *now, void *user) {
  *(size_t *)user = now->struct_size;
  return 1;
}

static void fit_fails(duel_set *set) {
  static const char *const left[] = {"a", "b", "c"}, *const right[] = {"b", "c", "a"};
  static const double score[] = {1.0, 1.0, 0.0};
  duel_model_options options = fit_defaults();
  duel_rows rows = empty_rows(3);
  duel_model *model = NULL;
  duel_set *separated = NULL;
  duel_cancel *cancel = NULL;
  size_t told = 0;

  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  duel_cancel_raise(cancel);
  options.cancel = cancel;
  EXPECT(DUEL_ERR_CANCELLED, duel_model_fit(set, &options, &model));
  options.cancel = NULL;
  duel_cancel_free(cancel);
  options.progress = stop_at_once;
  options.user = &told;
  EXPECT(DUEL_ERR_CANCELLED, duel_model_fit(set, &options, &model));
  CHECK(told == sizeof(duel_progress), "progress was told %lu", (unsigned long)told);

  options = fit_defaults();
  options.max_iterations = 1;
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  EXPECT(DUEL_ERR_NOT_CONVERGED, duel_model_fit(set, &options, &model));
  options = fit_defaults();
  options.max_bytes = 16;
  EXPECT(DUEL_ERR_MEMORY, duel_model_fit(set, &options, &model));

  EXPECT(DUEL_OK, duel_set_new(&separated));
  EXPECT(DUEL_ERR_DATA, duel_model_fit(separated, NULL, &model));
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_append(separated, &rows));
  EXPECT(DUEL_ERR_NOT_IDENTIFIED, duel_model_fit(separated, NULL, &model));
  CHECK(model == NULL, "a model came out of an error");
  options = fit_defaults();
  options.accept = DUEL_FIT_ANY;
  EXPECT(DUEL_OK, duel_model_fit(separated, &options, &model));
  duel_model_free(model);
  duel_set_free(separated);
}

int main(void) {
  duel_set *set = NULL;
  CHECK(duel_version_number() == DUEL_VERSION_NUMBER, "header and library");
  CHECK(strcmp(duel_version(), DUEL_VERSION) == 0, "%s", duel_version());
  CHECK(strcmp(duel_status_name(DUEL_ERR_DATA), "DUEL_ERR_DATA") == 0, "status name");
  CHECK(strcmp(duel_status_name(1000), "unknown status") == 0, "status name");
  duel_set_free(NULL);
  duel_model_free(NULL);
  duel_cancel_free(NULL);
  duel_cancel_raise(NULL);

  EXPECT(DUEL_OK, small_set(&set));
  if (!set) return checks_end();
  read_set(set);
  save_and_load(set);
  change_set(set);
  say_more();
  fit_fails(set);
  duel_set_free(set);
  fit_all();
  return checks_end();
}
