/* Arrow streams, as the bytes of an input say: types, batches, values, and what is spoiled of them. Whatever comes, everything
 * is released once, a refusal is one line and changes nothing, and what was taken saves and loads.
 *
 * Nobody can see whether buffers are as long as an array says. So one kind of input has buffers of exactly their size and
 * spoils what can be seen; the other may lie about lengths, too, and its buffers have bytes to spare for that. */
#include "fuzz.h"

#include <duel.h>

#include <stdlib.h>

#include "../c/arrow_make.h"

enum { COLUMNS = 6, MOST_ROWS = 20, TEXTS = 8, SPARE = 8192 };
enum { LEFT, RIGHT, JUDGE, CONTEXT, ANSWER, WEIGHT };

static const uint8_t *rest;
static size_t rest_count;
static unsigned long tried, taken;

/* Buffers of dictionaries that several batches share: freed after the input, as if counted. */
static void *shared[64];
static size_t shared_count;

void fuzz_begin(void) {}

static unsigned take(void) {
  if (!rest_count) return 0;
  rest_count--;
  return *rest++;
}

/* A number below `count`; 0 where the input has ended. */
static int below(int count) { return (int)(take() % (unsigned)count); }

/* ---- Types and values ------------------------------------------------------------------------ */

/* The formats that a column takes, the usual first, and those that are refused. */
static const field of_names[] = {{0, "u", 0},   {0, "U", 0},  {0, "vu", 0},  {0, "i", "u"}, {0, "C", "vu"}, {0, "l", "U"},
                                 {0, "S", "i"}, {0, "l", 0},  {0, "C", 0},   {0, "g", 0},   {0, "f", 0},    {0, "n", 0},
                                 {0, "z", 0},   {0, "Z", 0},  {0, "I", "u"}, {0, "d:9,2", 0}};
static const field of_answers[] = {{0, "c", 0},    {0, "g", 0}, {0, "b", 0}, {0, "f", 0},       {0, "L", 0},
                                   {0, "d:9,2", 0}, {0, "n", 0}, {0, "e", 0}, {0, "d:9,2,32", 0}, {0, "u", 0}};
static const field of_words[] = {{0, "u", 0}, {0, "c", "u"}, {0, "vu", 0}, {0, "S", 0}, {0, "l", "vu"}, {0, "U", 0}};
static const field refused[] = {{0, "+l", 0}, {0, "+r", 0}, {0, "tsu:", 0}, {0, "b", 0}, {0, "x", 0}, {0, "", 0}, {0, "d:", 0}, {0, "i", "b"}};

static const char *const names[TEXTS] = {"ash", "birch", "a-name-of-many-letters", "d\xC3\xBCnn",
                                         "twelve-bytes", "thirteen-byte", "x", "\xE6\xBC\xA2\xE5\xAD\x97 and more of it"};
static const char *const words[TEXTS] = {"left", "right", "tie", "both_bad", "both_good", "model_a", "left", "nobody-knows-it"};

#define ONE_OF(list) list[below((int)(sizeof list / sizeof *list))]

static field field_of(int column, int answers_are_words) {
  static const char *const usual[COLUMNS] = {"left", "right", "judge", "context", "score", "weight"};
  const unsigned odd = take();
  field found = column == ANSWER && answers_are_words ? ONE_OF(of_words)
                : column >= ANSWER                    ? ONE_OF(of_answers)
                                                      : ONE_OF(of_names);
  if (odd >= 252) found = ONE_OF(refused);
  found.name = column == ANSWER && answers_are_words ? "outcome" : usual[column];
  if (odd == 251) found.name = NULL;
  if (odd == 250) found.name = "left";
  return found;
}

/* The number of a name, of a word, or a score; -1 is null. */
static int value_of(int column, int answers_are_words) {
  const unsigned which = take();
  switch (column) {
    case LEFT: return which == 255 ? -1 : (int)(which % 4);
    case RIGHT: return which == 255 ? -1 : 4 + (int)(which % 4);
    case JUDGE:
    case CONTEXT: return which % 5 == 4 ? -1 : (int)(which % 4);
    case ANSWER: return which >= 254 ? -1 : answers_are_words ? (int)(which % (which > 240 ? 8 : 6)) : (int)(which % 2);
    default: return which == 255 ? -1 : (int)(which % 3);
  }
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* The dictionary that the batches of a column share, if it was made already. */
static const void *of_column[COLUMNS][8];

static void share(struct ArrowArray *dictionary, int column) {
  parts *own = dictionary->private_data;
  size_t k;
  for (k = 0; k < 8; k++) {
    if (of_column[column][1]) {
      own->shown[k] = of_column[column][k];
    } else if (own->buffers[k] && shared_count < sizeof shared / sizeof *shared) {
      shared[shared_count++] = own->buffers[k];
      own->buffers[k] = NULL;
    }
  }
  if (!of_column[column][1]) memcpy(of_column[column], own->shown, sizeof own->shown);
}

static void add_rows(producer *made, const field *fields, int answers_are_words) {
  const int64_t length = 1 + below(MOST_ROWS), before = below(4), own = below(3);
  const unsigned shares = take();
  struct ArrowArray *batch = add_batch(made, length, before);
  int values[MOST_ROWS + 4], c, k;
  for (c = 0; c < COLUMNS; c++) {
    struct ArrowArray *column;
    /* The batch's own offset comes before that of the column. */
    for (k = 0; k < before + length; k++) values[k] = value_of(c, answers_are_words);
    column = new_column(fields + c, c == ANSWER ? words : names, TEXTS, values, before + length, own);
    if (column->dictionary && shares >> c & 1) share(column->dictionary, c);
    add_column(batch, column);
  }
}

/* ---- What is spoiled ------------------------------------------------------------------------- */

/* Changes one thing of an array: what can be seen, or with bytes to spare also what cannot: lengths and offsets below 70, text
 * within 4 kB. */
static void spoil_array(struct ArrowArray *array, char kind) {
  static const int64_t far[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 16, (int64_t)1 << 59};
  parts *own = array->private_data;
  const int at = below(60);
  switch (below(spare ? 11 : 6)) {
    case 0: array->null_count = below(70) - 3; break;
    case 1: array->n_buffers = kind == 'v' ? below(4) : below(6) - 1; break;
    case 2: array->buffers = below(8) ? own->shown : NULL; break;
    case 3: own->shown[below(5)] = NULL; break;
    case 4: array->offset = ONE_OF(far), array->length = INT64_MAX; break;
    case 5: array->length = below(2) ? -1 - below(3) : INT64_MIN; break;
    case 6: array->length = below(70) - 3; break;
    case 7: array->offset = below(70) - 3; break;
    case 8:
      if (own->buffers[0]) ((uint8_t *)own->buffers[0])[at] = (uint8_t)take();
      break;
    case 9:
      if (!own->buffers[1]) break;
      if (kind == 'u' || kind == 'z') ((int32_t *)own->buffers[1])[at] = 16 * below(250) - below(3);
      else if (kind == 'U' || kind == 'Z') ((int64_t *)own->buffers[1])[at] = 16 * below(250) - below(3);
      else ((uint8_t *)own->buffers[1])[8 * at + below(8)] = (uint8_t)take();
      break;
    default:
      if (own->buffers[2]) ((uint8_t *)own->buffers[2])[below(200)] = (uint8_t)take();
  }
}

static void spoil(producer *made, struct ArrowArrayStream *stream, const field *fields) {
  struct ArrowArray *batch = &made->batches[below(made->batch_count)];
  const int c = below(COLUMNS);
  struct ArrowArray *column = ((parts *)batch->private_data)->children[c];
  switch (below(16)) {
    case 0: batch->n_children = below(9) - 1; break;
    case 1: batch->children = NULL; break;
    case 2: column->release = NULL; break;
    case 3: column->dictionary = NULL; break;
    case 4:
      /* The buffers of a dictionary that is shared are none of its own. */
      if (column->dictionary) spoil_array(column->dictionary, fields[c].names[0]);
      break;
    case 5:
      made->fails_at = 1 + below(4);
      made->message = below(3) ? "it\nfailed \xFF" : NULL;
      break;
    case 6: made->schema_fails = below(3) ? 22 : 12; break;
    case 7: made->width = below(COLUMNS + 1); break;
    case 8: stream->get_last_error = NULL, made->fails_at = 1; break;
    case 9: /* The batch itself, which has one buffer. */
      spoil_array(batch, 's');
      batch->n_buffers = batch->n_buffers > 0 ? 1 : batch->n_buffers;
      break;
    default: spoil_array(column, fields[c].format[0]);
  }
}

/* ---- One input ------------------------------------------------------------------------------- */

static duel_stream_columns choose(int answers_are_words) {
  static const char *const said[] = {"model_a", "0", "both\nbad"};
  static const int32_t meant[] = {DUEL_OUTCOME_LEFT, DUEL_OUTCOME_RIGHT, DUEL_OUTCOME_BOTH_BAD};
  const unsigned odd = take();
  duel_stream_columns columns;
  memset(&columns, 0, sizeof columns);
  columns.struct_size = sizeof columns;
  if (odd & 1) columns.judge = "";
  if (odd & 2) columns.context = "";
  if (odd & 4) columns.weight = "";
  if (odd & 8) columns.ids = 1;
  if ((odd & 48) == 48) columns.base = below(4) - 1;
  if (odd >= 250) columns.importance = 1;
  if (odd == 249) columns.right = "nobody";
  if (odd == 248) columns.unordered = below(3);
  if (odd == 246) columns.cluster = "";
  if (odd == 245) columns.ordered = "weight";
  if (odd == 247) columns.wins = "score", columns.losses = "weight", columns.weight = "", columns.score = "";
  if (answers_are_words) columns.answers = said, columns.meanings = meant, columns.answer_count = (size_t)below(4);
  return columns;
}

/* A set that has nothing, names or ids. */
static duel_set *begun(int kind) {
  static const int32_t left[] = {0, 1, 2}, right[] = {1, 2, 0}, outcome[] = {1, 2, 3};
  duel_set *set = new_set();
  duel_rows rows;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = 3;
  rows.left.data = left, rows.right.data = right, rows.outcome.data = outcome;
  rows.left.type = rows.right.type = rows.outcome.type = DUEL_TYPE_I32;
  if (kind == 1) {
    rows.left.labels = rows.right.labels = names;
    rows.left.label_count = rows.right.label_count = TEXTS;
  }
  if (kind) EXPECT(DUEL_OK, duel_set_append(set, &rows));
  return set;
}

static double comparisons_of(const duel_set *set) {
  duel_set_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(set, &facts));
  return facts.comparisons;
}

static void check_taken(const duel_set *set, const duel_stream_columns *columns, double before, int64_t rows) {
  size_t length;
  char *bytes = saved(set, &length);
  duel_set *again = NULL;
  EXPECT(DUEL_OK, duel_set_load(bytes, length, &again));
  if (again) CHECK(is_same(set, again), "it saves otherwise after it was loaded");
  if (columns->weight && !columns->wins) {
    CHECK(comparisons_of(set) == before + (double)rows, "%g comparisons, not %g", comparisons_of(set), before + (double)rows);
  }
  duel_set_free(again);
  free(bytes);
}

int fuzz_one(const uint8_t *bytes, size_t length) {
  field fields[COLUMNS] = {{0}};
  struct ArrowArrayStream stream;
  producer *made = new_stream(&stream, fields, COLUMNS);
  duel_set *set, *before;
  duel_stream_columns columns;
  duel_status status;
  int c, batches, spoils, answers_are_words, may_lie;
  int64_t rows = 0;
  rest = bytes, rest_count = length;
  spoils = below(256), answers_are_words = below(2), may_lie = below(2);
  spare = may_lie ? SPARE : 0;
  columns = choose(answers_are_words);
  before = begun(below(3));
  set = NULL;
  EXPECT(DUEL_OK, duel_set_copy(before, &set));
  for (c = 0; c < COLUMNS; c++) fields[c] = field_of(c, answers_are_words);
  memset(of_column, 0, sizeof of_column);
  batches = below(MOST_BATCHES + 1);
  for (c = 0; c < batches; c++) {
    add_rows(made, fields, answers_are_words);
    rows += made->batches[c].length;
  }
  spoils = spoils < 100 || !batches ? 0 : 1 + spoils % 3;
  for (c = 0; c < spoils; c++) spoil(made, &stream, fields);
  status = duel_set_append_stream(set, &stream, &columns);
  tried++;
  if (status == DUEL_OK) {
    taken++;
    if (!spoils) check_taken(set, &columns, comparisons_of(before), rows);
  } else {
    CHECK(is_same(set, before), "a refused stream changed the set: %s", duel_last_error());
    CHECK(status != DUEL_ERR_INTERNAL, "%s", duel_last_error());
    CHECK(*duel_last_error() && !strchr(duel_last_error(), '\n'), "the message is not one line: %s", duel_last_error());
  }
  CHECK(!stream.release && live == 0, "%d structs are not released", live);
  duel_set_free(set);
  duel_set_free(before);
  while (shared_count) free(shared[--shared_count]);
  if (checks_failed) fuzz_wrong("a stream");
  return 0;
}

void fuzz_end(void) { printf("%lu of %lu taken\n", taken, tried); }
