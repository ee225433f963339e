/* Rows from Arrow streams: every type of column gives the same set as plain columns, whatever the offsets and the
 * batches, and everything is released; plain columns of names with codes. */
#include "arrow_rows.h"

static const char *const answers[] = {"left", "right", "tie", "both_good", "both_bad"};
static const int cuts[] = {0, 9, 9, ROWS};

/* Three batches, one of them empty, with offsets of their own. */
static void fill(producer *to, const field *fields, int width, const char *const *names) {
  int b, c;
  for (b = 0; b < 3; b++) {
    const int from = cuts[b], count = cuts[b + 1] - from, offset = b == 2 ? 3 : 0;
    struct ArrowArray *batch = add_batch(to, count, offset);
    for (c = 0; c < width; c++) {
      const int is_answer = c == ANSWER, before = c == 0 ? 0 : 5 + c;
      int values[ROWS + 3] = {0};
      /* The batch begins after its offset; what comes before belongs to nobody. */
      memcpy(values + offset, data[c] + from, (size_t)count * sizeof *values);
      add_column(batch, new_column(fields + c, is_answer ? answers : names, is_answer ? 5 : NAMES, values,
                                   count + offset, before));
    }
  }
}

static void keys_of_every_type(void) {
  static const field kinds[] = {
      {0, "u", 0}, {0, "U", 0}, {0, "vu", 0}, {0, "z", 0}, {0, "Z", 0}, {0, "vz", 0},
      {0, "c", "u"}, {0, "C", "u"}, {0, "s", "U"}, {0, "S", "vu"}, {0, "i", "u"}, {0, "I", "vu"}, {0, "l", "U"},
      {0, "L", "z"},
      {0, "c", 0}, {0, "C", 0}, {0, "s", 0}, {0, "S", 0}, {0, "i", 0}, {0, "I", 0}, {0, "l", 0}, {0, "L", 0},
      {0, "e", 0}, {0, "f", 0}, {0, "g", 0}, {0, "d:9,2", 0}, {0, "d:9,2,32", 0}, {0, "d:18,2,64", 0},
      {0, "d:38,2,128", 0}, {0, "d:50,2,256", 0}, {0, "i", "l"}, {0, "S", "c"}};
  size_t k;
  for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const int is_text = kinds[k].names ? strchr("uUzZv", kinds[k].names[0]) != NULL
                                       : strchr("uUzZv", kinds[k].format[0]) != NULL;
    const char *const *names = is_text ? words : digits;
    field fields[] = {{"left", 0, 0}, {"right", 0, 0}, {"judge", 0, 0}, {"context", 0, 0}, {"outcome", "u", 0}};
    struct ArrowArrayStream stream;
    duel_set *set = new_set(), *plain = expected(ROWS, names, 1, NULL);
    int c;
    for (c = 0; c < 4; c++) {
      fields[c].format = kinds[k].format;
      fields[c].names = kinds[k].names;
    }
    fill(new_stream(&stream, fields, 5), fields, 5, names);
    EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, NULL));
    CHECK(is_same(set, plain), "\"%s\" of \"%s\"", kinds[k].format, kinds[k].names ? kinds[k].names : "");
    CHECK(!stream.release && live == 0, "%d live after \"%s\"", live, kinds[k].format);
    /* Ids are in the order of first sight, as with plain columns. */
    CHECK(!strcmp(duel_set_name(set, DUEL_KIND_ITEM, 1), duel_set_name(plain, DUEL_KIND_ITEM, 1)), "order");
    duel_set_free(set);
    duel_set_free(plain);
  }
}

/* Whole numbers are ids if one says so; other names than the roles', and columns that nobody reads. */
static void ids_and_other_names(void) {
  static const field fields[] = {{"tags", "+l", NULL}, {"a", "i", NULL}, {"b", "d:9,2", NULL}, {"who", "s", NULL},
                                 {"what", "n", NULL}, {"ok", "b", NULL}};
  static const int a[] = {1, 2, 3, 5}, b[] = {2, 3, 1, 1}, who[] = {2, -1, 1, 1}, what[] = {-1, -1, -1, -1},
                   ok[] = {1, 0, 1, 1};
  const int *const values[] = {what, a, b, who, what, ok};
  struct ArrowArrayStream stream;
  producer *made = new_stream(&stream, fields, 6);
  struct ArrowArray *batch = add_batch(made, 4, 0);
  duel_stream_columns columns = no_columns();
  duel_set_facts facts;
  duel_set *set = new_set();
  int c;
  add_column(batch, new_array(4, 0, 0));
  for (c = 1; c < 6; c++) add_column(batch, new_column(fields + c, words, NAMES, values[c], 4, c));
  columns.left = "a";
  columns.right = "b";
  columns.judge = "who";
  columns.context = "what";
  columns.score = "ok";
  columns.ids = columns.base = 1;
  EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, &columns));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  CHECK(facts.items == 5 && facts.judges == 2 && facts.has_anonymous && facts.contexts == 0, "ids");
  CHECK(facts.left_wins == 3 && facts.right_wins == 1, "bools are scores");
  CHECK(live == 0, "%d live", live);
  duel_set_free(set);
}

/* Clusters by names, null where there is none, and bools of whether there is an order. */
static void clusters_and_orders(void) {
  static const field fields[] = {{"left", "u", NULL}, {"right", "U", NULL}, {"cluster", "vu", NULL}, {"shown", "b", NULL},
                                 {"outcome", "u", NULL}};
  static const int left[] = {1, 2, 3, 5}, right[] = {2, 3, 1, 1}, cluster[] = {0, -1, 1, 1}, shown[] = {1, 0, 1, 0},
                   outcome[] = {0, 1, 0, 2};
  const int *const values[] = {left, right, cluster, shown, outcome};
  struct ArrowArrayStream stream;
  struct ArrowArray *batch = add_batch(new_stream(&stream, fields, 5), 4, 0);
  duel_stream_columns columns = no_columns();
  duel_set_facts facts;
  duel_set *set = new_set();
  int c, whole;
  for (c = 0; c < 5; c++) {
    add_column(batch, new_column(fields + c, c == 4 ? answers : words, c == 4 ? 5 : NAMES, values[c], 4, c));
  }
  columns.ordered = "shown";
  EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, &columns));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  CHECK(facts.clusters == 2 && facts.unordered == 2.0 && facts.left_wins == 2.0, "%g without an order", facts.unordered);
  /* And of no row at all: bools may then not say otherwise. */
  for (whole = 0; whole < 2; whole++) {
    batch = add_batch(new_stream(&stream, fields, 5), 4, 0);
    for (c = 0; c < 5; c++) {
      add_column(batch, new_column(fields + c, c == 4 ? answers : words, c == 4 ? 5 : NAMES, values[c], 4, c));
    }
    columns.ordered = whole ? "" : "shown";
    columns.unordered = 1;
    EXPECT(whole ? DUEL_OK : DUEL_ERR_ARGUMENT, duel_set_append_stream(set, &stream, &columns));
  }
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  CHECK(facts.unordered == 6.0 && live == 0, "%g without an order, %d live", facts.unordered, live);
  duel_set_free(set);
}

/* Weights, scores and counts of every type of number. */
static void numbers_of_every_type(void) {
  static const char *const formats[] = {"c", "C", "s", "S", "i", "I", "l", "L", "e", "f", "g",
                                        "d:9,2", "d:9,2,32", "d:18,2,64", "d:76,2,256", "d:9,-1"};
  static const int left[] = {0, 1, 2}, right[] = {1, 2, 0}, weight[] = {10, 20, 0}, score[] = {1, 0, 1},
                   wins[] = {0, 120, 30}, losses[] = {50, 0, 10};
  size_t f;
  int counts;
  for (f = 0; f < sizeof formats / sizeof *formats; f++) {
    for (counts = 0; counts < 2; counts++) {
      field fields[] = {{"left", "u", 0}, {"right", "u", 0}, {"weight", 0, 0}, {"score", 0, 0}, {"losses", 0, 0}};
      const int *const values[] = {left, right, weight, counts ? wins : score, losses};
      const double weights[] = {10, 20, 0}, firsts[] = {counts ? 0 : 1, counts ? 120 : 0, counts ? 30 : 1},
                   seconds[] = {50, 0, 10};
      const char *lefts[3], *rights[3];
      const int width = counts ? 5 : 4;
      struct ArrowArrayStream stream;
      struct ArrowArray *batch;
      duel_rows rows = empty_rows(3);
      duel_set *set, *plain;
      int c;
      if (!counts && !strcmp(formats[f], "d:9,-1")) continue; /* it has no ones */
      set = new_set();
      plain = new_set();
      fields[2].format = fields[4].format = formats[f];
      fields[3].format = formats[f];
      if (counts) fields[3].name = "wins";
      batch = add_batch(new_stream(&stream, fields, width), 3, 0);
      for (c = 0; c < width; c++) add_column(batch, new_column(fields + c, words, NAMES, values[c], 3, 2 * c));
      EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, NULL));
      for (c = 0; c < 3; c++) {
        lefts[c] = words[left[c]];
        rights[c] = words[right[c]];
      }
      rows.left = names_column(lefts);
      rows.right = names_column(rights);
      rows.weight = double_column(weights);
      if (counts) {
        rows.wins = double_column(firsts);
        rows.losses = double_column(seconds);
      } else {
        rows.score = double_column(firsts);
      }
      EXPECT(DUEL_OK, duel_set_append(plain, &rows));
      CHECK(is_same(set, plain), "\"%s\", counts %d", formats[f], counts);
      CHECK(live == 0, "%d live", live);
      duel_set_free(set);
      duel_set_free(plain);
    }
  }
}

/* Outcomes as codes, as words, and as whatever the caller explains. */
static void outcomes_in_every_way(void) {
  static const char *const said[] = {"model_a", "model_b", "draw", "both_good", "both_bad"};
  static const char *const explained[] = {"model_a", "model_b", "draw", "0", "1", "2", "3", "4"};
  static const int32_t meanings[] = {1, 2, 3, 1, 2, 3, 4, 5};
  static const field kinds[] = {{"winner", "u", 0}, {"winner", "vu", 0}, {"winner", "C", "U"}, {"winner", "c", 0},
                                {"winner", "g", 0}, {"winner", "l", "i"}};
  size_t k;
  for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    field fields[] = {{"left", "u", 0}, {"right", "i", "u"}, {"judge", "vu", 0}, {"winner", 0, 0}};
    struct ArrowArrayStream stream;
    struct ArrowArray *batch;
    duel_stream_columns columns = no_columns();
    duel_set *set = new_set(), *plain = expected(ROWS, words, 0, NULL);
    int c;
    fields[3] = kinds[k];
    batch = add_batch(new_stream(&stream, fields, 4), ROWS, 0);
    for (c = 0; c < 3; c++) add_column(batch, new_column(fields + c, words, NAMES, data[c], ROWS, 0));
    add_column(batch, new_column(fields + 3, said, 5, data[ANSWER], ROWS, 1));
    columns.outcome = "winner";
    columns.context = "";
    columns.answers = explained;
    columns.meanings = meanings;
    columns.answer_count = 8;
    EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, &columns));
    CHECK(is_same(set, plain), "outcome \"%s\"", kinds[k].format);
    CHECK(live == 0, "%d live", live);
    duel_set_free(set);
    duel_set_free(plain);
  }
}

/* A stream without batches is no rows; and a dictionary of its own in each batch. */
static void batches(void) {
  struct ArrowArrayStream stream;
  duel_set *set = new_set();
  static const char *const one[] = {"unused", "p", "q"}, *const two[] = {"q", "r", "\xff"};
  static const field fields[] = {{"left", "c", "vu"}, {"right", "C", "vu"}, {"score", "c", NULL}};
  static const int left[] = {1, 0}, right[] = {2, 1}, score[] = {1, 1};
  producer *made;
  int b;
  new_stream(&stream, fields, 3);
  EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, NULL));
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == 0 && live == 0, "an empty stream");
  made = new_stream(&stream, fields, 3);
  for (b = 0; b < 2; b++) {
    struct ArrowArray *batch = add_batch(made, 1, 0);
    add_column(batch, new_column(fields, b ? two : one, 3, left + b, 1, 0));
    add_column(batch, new_column(fields + 1, b ? two : one, 3, right + b, 1, 0));
    add_column(batch, new_column(fields + 2, NULL, 0, score, 1, 0));
  }
  EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, NULL));
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == 3, "p, q, r");
  CHECK(!strcmp(duel_set_name(set, DUEL_KIND_ITEM, 2), "r"), "names that nobody mentions are not looked at");
  CHECK(live == 0, "%d live", live);
  duel_set_free(set);
}

/* Plain columns with codes: labels as a dictionary, of R too, whose codes count from 1. */
static void plain_codes(void) {
  static const char *const names[] = {"unused", "b", "a"};
  static const int32_t left[] = {2, 3, 2}, right[] = {3, 2, 3}, judge[] = {1, -1, 2};
  static const int8_t context[] = {-1, 0, -1};
  static const double score[] = {1, 0, 0.5};
  duel_rows rows = empty_rows(3);
  duel_set *set = new_set(), *copy = NULL;
  rows.left.data = left;
  rows.left.type = DUEL_TYPE_CODE;
  rows.left.base = 1;
  rows.left.labels = names;
  rows.left.label_count = 3;
  rows.right = rows.left;
  rows.right.data = right;
  rows.judge = rows.left;
  rows.judge.data = judge;
  rows.judge.base = 0;
  rows.context.data = context;
  rows.context.type = DUEL_TYPE_I8;
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == 2 && duel_set_count(set, DUEL_KIND_JUDGE) == 2, "names");
  CHECK(!strcmp(duel_set_name(set, DUEL_KIND_ITEM, 0), "b"), "in the order of rows");
  CHECK(duel_set_count(set, DUEL_KIND_CONTEXT) == 1 && duel_set_count(set, DUEL_KIND_CELL) == 3, "contexts");
  EXPECT(DUEL_OK, duel_set_copy(set, &copy));
  rows.right.base = 0;
  EXPECT(DUEL_ERR_NAME, duel_set_append(set, &rows));
  CHECK(strstr(duel_last_error(), "right: 3 is the code of no name; there are 3, from 0"), "%s", duel_last_error());
  CHECK(duel_last_error_row() == 0 && is_same(set, copy), "nothing changed");
  rows.right.base = 1;
  rows.left.labels = NULL;
  EXPECT(DUEL_ERR_NULL, duel_set_append(set, &rows));
  rows.left.label_count = 0;
  EXPECT(DUEL_ERR_NAME, duel_set_append(set, &rows));
  rows.left = double_column(score);
  rows.left.labels = names;
  rows.left.label_count = 3;
  EXPECT(DUEL_ERR_ARGUMENT, duel_set_append(set, &rows));
  CHECK(strstr(duel_last_error(), "only integers have labels"), "%s", duel_last_error());
  duel_set_free(copy);
  duel_set_free(set);
}

/* Names that were interned before, and columns of their ids: plain, and in a stream. */
static void ids_of_names(void) {
  static const char *const names[] = {"ash", "birch", "cedar"}, *const judges[] = {"x", "y"};
  static const field fields[] = {{"left", "C", NULL}, {"right", "l", NULL}, {"judge", "s", NULL}, {"score", "c", NULL}};
  static const int left[] = {1, 2, 3}, right[] = {2, 3, 1}, judge[] = {2, -1, 1}, score[] = {1, 0, 1};
  const char *of_left[3], *of_right[3], *of_judge[3];
  const double scores[] = {1, 0, 1};
  const int32_t wrong[] = {1, 2, 4};
  duel_rows rows = empty_rows(3);
  duel_set *set = new_set(), *by_name = new_set(), *copy = NULL;
  duel_stream_columns columns = no_columns();
  struct ArrowArrayStream stream;
  struct ArrowArray *batch;
  int k, c;
  for (k = 0; k < 3; k++) {
    of_left[k] = names[left[k] - 1];
    of_right[k] = names[right[k] - 1];
    of_judge[k] = judge[k] < 0 ? NULL : judges[judge[k] - 1];
  }
  rows.left = names_column(of_left);
  rows.right = names_column(of_right);
  rows.judge = names_column(of_judge);
  rows.score = double_column(scores);
  EXPECT(DUEL_OK, duel_set_append(by_name, &rows));
  EXPECT(DUEL_OK, duel_set_append(by_name, &rows));
  EXPECT(DUEL_OK, duel_set_intern(set, DUEL_KIND_ITEM, names, 3));
  EXPECT(DUEL_OK, duel_set_intern(set, DUEL_KIND_JUDGE, judges, 2));
  rows.left.data = left, rows.right.data = right, rows.judge.data = judge;
  rows.left.type = rows.right.type = rows.judge.type = DUEL_TYPE_I32;
  rows.left.stride = rows.right.stride = rows.judge.stride = 0;
  rows.left.base = rows.right.base = rows.judge.base = 1;
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  batch = add_batch(new_stream(&stream, fields, 4), 3, 0);
  for (c = 0; c < 4; c++) {
    const int *const values[] = {left, right, judge, score};
    add_column(batch, new_column(fields + c, NULL, 0, values[c], 3, c));
  }
  columns.ids = 1;
  columns.base = 1;
  EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, &columns));
  CHECK(is_same(set, by_name) && live == 0, "%d live", live);
  CHECK(duel_set_count(set, DUEL_KIND_ITEM) == 3 && !strcmp(duel_set_name(set, DUEL_KIND_ITEM, 0), "ash"), "names stay");
  EXPECT(DUEL_OK, duel_set_copy(set, &copy));
  rows.left.data = wrong;
  EXPECT(DUEL_ERR_NAME, duel_set_append(set, &rows));
  CHECK(strstr(duel_last_error(), "left: 4 is the id of no item; there are 3, from 1"), "%s", duel_last_error());
  CHECK(duel_last_error_row() == 2 && is_same(set, copy), "nothing changed");
  duel_set_free(copy);
  duel_set_free(by_name);
  duel_set_free(set);
}

int main(void) {
  make_data();
  keys_of_every_type();
  ids_and_other_names();
  clusters_and_orders();
  numbers_of_every_type();
  outcomes_in_every_way();
  batches();
  plain_codes();
  ids_of_names();
  return checks_end();
}
