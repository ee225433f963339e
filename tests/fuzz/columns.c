/* Rows by columns, as the bytes of an input say: types, bases, labels and values. A refusal names what is wrong and changes
 * nothing; what was appended saves and loads. The values lie in blocks of exactly their size, so that reading beyond them
 * is seen. */
#include "fuzz.h"

#include <duel.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 12, MOST_ROWS = 40, MOST_LABELS = 8 };

static const uint8_t *left;
static size_t left_count;
static unsigned long tried, appended;

/* Memory that is freed after an input. */
static void *blocks[64 + 2 * COLUMNS * MOST_ROWS];
static size_t block_count;

void fuzz_begin(void) {}

static unsigned take(void) {
  if (!left_count) return 0;
  left_count--;
  return *left++;
}

static void *block(size_t bytes) {
  void *out = malloc(bytes ? bytes : 1);
  if (!out || block_count == sizeof blocks / sizeof *blocks) exit(2);
  return blocks[block_count++] = out;
}

/* Up to eleven bytes of the input that are not zero. */
static char *text(void) {
  size_t i, length = take() % 12;
  char *out = block(length + 1);
  for (i = 0; i < length; i++) {
    const unsigned byte = take();
    out[i] = (char)(byte ? byte : '0');
  }
  out[length] = 0;
  return out;
}

/* One of a few names, so that they meet again, or some bytes. */
static const char *name(void) {
  static const char *const usual[] = {"a", "b", "c", "d", "win", "lose", "tie", "\303\244"};
  const unsigned which = take();
  return which < 240 ? usual[which % 8] : which < 244 ? NULL : text();
}

static size_t width_of(int32_t type) {
  switch (type) {
    case DUEL_TYPE_I8:
    case DUEL_TYPE_U8:
    case DUEL_TYPE_BOOL: return 1;
    case DUEL_TYPE_I16:
    case DUEL_TYPE_U16: return 2;
    case DUEL_TYPE_I32:
    case DUEL_TYPE_U32:
    case DUEL_TYPE_CODE: return 4;
    default: return 8;
  }
}

static void put_number(void *to, int32_t type) {
  static const double odd[] = {0.0, 1.0, 0.5, 2.0, -1.0, 1e300, 0.25, 1e-300};
  const unsigned which = take();
  uint64_t bits = which < 200 ? which % 6 : 0;
  double number = odd[which % 8];
  size_t i;
  if (which >= 240) {
    for (i = 0; i < 8; i++) bits = bits << 8 | take();
    memcpy(&number, &bits, 8);
  }
  if (type == DUEL_TYPE_F64) memcpy(to, &number, 8);
  else memcpy(to, &bits, width_of(type));
}

static duel_column column(size_t rows) {
  static const int32_t types[] = {DUEL_TYPE_TEXT, DUEL_TYPE_I32, DUEL_TYPE_F64, DUEL_TYPE_CODE, DUEL_TYPE_I8, DUEL_TYPE_U8,
                                  DUEL_TYPE_I16, DUEL_TYPE_U16, DUEL_TYPE_U32, DUEL_TYPE_I64, DUEL_TYPE_U64, DUEL_TYPE_BOOL,
                                  DUEL_TYPE_FLAGS, 0, 14, -1};
  const unsigned flags = take();
  duel_column out;
  size_t i, step;
  memset(&out, 0, sizeof out);
  out.type = types[take() % 16];
  if (flags & 1) out.base = (int32_t)(int8_t)take();
  if (flags & 2 || out.type == DUEL_TYPE_CODE) {
    const char **labels = block(MOST_LABELS * sizeof *labels);
    out.label_count = take() % (MOST_LABELS + 1);
    for (i = 0; i < out.label_count; i++) labels[i] = name();
    out.labels = labels;
  }
  /* Values side by side, with a gap between them, from the last to the first, or one for all. */
  step = width_of(out.type) + (flags & 4 ? 1 + take() % 16 : 0);
  if (flags & 12) out.stride = (ptrdiff_t)step;
  if (rows) {
    uint8_t *values = block((rows - 1) * step + width_of(out.type));
    out.data = values;
    for (i = 0; i < rows; i++) {
      if (out.type == DUEL_TYPE_TEXT) {
        const char *own = name();
        memcpy(values + i * step, &own, sizeof own);
      } else {
        put_number(values + i * step, out.type);
      }
    }
    if (flags & 8) {
      out.data = values + (rows - 1) * step;
      out.stride = -(ptrdiff_t)step;
    }
  }
  return out;
}

static size_t saved(const duel_set *set, uint8_t **out) {
  size_t length = 0;
  if (duel_set_save(set, NULL, 0, &length)) fuzz_wrong("a set is not saved");
  *out = malloc(length);
  if (!*out || duel_set_save(set, *out, length, &length)) fuzz_wrong("a set is not saved");
  return length;
}

static void append(duel_set *set) {
  duel_rows rows;
  duel_column *columns[COLUMNS];
  const unsigned which = take() | take() << 8;
  uint8_t *before, *after;
  size_t i, length, again;
  duel_status status;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  columns[0] = &rows.left, columns[1] = &rows.right, columns[2] = &rows.score, columns[3] = &rows.judge;
  columns[4] = &rows.context, columns[5] = &rows.outcome, columns[6] = &rows.weight, columns[7] = &rows.wins;
  columns[8] = &rows.losses, columns[9] = &rows.ties, columns[10] = &rows.both_good, columns[11] = &rows.both_bad;
  rows.length = take() % (MOST_ROWS + 1);
  rows.importance = which >> 12 == 15;
  for (i = 0; i < COLUMNS; i++) {
    if (which >> i & 1) *columns[i] = column(rows.length);
  }
  length = saved(set, &before);
  status = duel_set_append(set, &rows);
  tried++;
  again = saved(set, &after);
  if (status == DUEL_OK) {
    duel_set *same = NULL;
    uint8_t *third;
    appended++;
    if (duel_set_load(after, again, &same)) fuzz_wrong("what was saved is not loaded");
    if (saved(same, &third) != again || memcmp(third, after, again)) fuzz_wrong("it saves otherwise");
    free(third);
    duel_set_free(same);
  } else {
    if (status == DUEL_ERR_INTERNAL) fuzz_wrong(duel_last_error());
    if (!*duel_last_error() || strchr(duel_last_error(), '\n')) fuzz_wrong("the message is not one line");
    if (again != length || memcmp(before, after, length)) fuzz_wrong("a refused append changed the set");
  }
  free(before);
  free(after);
}

int fuzz_one(const uint8_t *bytes, size_t length) {
  duel_set *set = NULL;
  left = bytes, left_count = length;
  if (duel_set_new(&set)) exit(2);
  append(set);
  if (left_count) append(set);
  duel_set_free(set);
  while (block_count) free(blocks[--block_count]);
  return 0;
}

void fuzz_end(void) { printf("%lu of %lu appended\n", appended, tried); }
