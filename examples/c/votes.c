#include "votes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int same(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
  return *a == '\0' && *b == '\0';
}

static int is_one_of(const char *text, const char *const *words) {
  for (; *words; words++) {
    if (same(text, *words)) return 1;
  }
  return 0;
}

/* The code of an answer in words, 0 if it is none. A name of the row wins over a word. */
static unsigned char outcome_of(const char *text, const char *left, const char *right) {
  static const char *const left_words[] = {"a", "left", "model_a", "first", "1", NULL};
  static const char *const right_words[] = {"b", "right", "model_b", "second", "2", NULL};
  static const char *const tie_words[] = {"tie", "c", "tied", "draw", "both", NULL};
  static const char *const good_words[] = {"both_good", "both good", "tie (bothgood)", NULL};
  static const char *const bad_words[] = {"both_bad", "both bad", "tie (bothbad)", "neither", NULL};
  if (strcmp(text, left) == 0) return DUEL_LEFT;
  if (strcmp(text, right) == 0) return DUEL_RIGHT;
  if (is_one_of(text, left_words)) return DUEL_LEFT;
  if (is_one_of(text, right_words)) return DUEL_RIGHT;
  if (is_one_of(text, tie_words)) return DUEL_TIE;
  if (is_one_of(text, good_words)) return DUEL_BOTH_GOOD;
  if (is_one_of(text, bad_words)) return DUEL_BOTH_BAD;
  return 0;
}

static int read_number(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && *end == '\0' ? 0 : -1;
}

static void count_dropped(votes *v, const char *text) {
  size_t i;
  v->dropped++;
  for (i = 0; i < v->answers && i < VOTES_ANSWERS; i++) {
    if (strcmp(v->unknown[i].text, text) == 0) {
      v->unknown[i].count++;
      return;
    }
  }
  if (i < VOTES_ANSWERS) {
    v->unknown[i].text = text;
    v->unknown[i].count = 1;
    v->answers++;
  }
}

/* Drop the rows whose answer cannot be read; the rest stay in order. */
static int drop_unusable(votes *v, const options *o, size_t left, size_t right, size_t answer) {
  const csv_table *t = &v->table;
  char *keep = malloc(t->rows + 1);
  size_t row;
  if (!keep) return -1;
  for (row = 0; row < t->rows; row++) {
    const char *const *fields = t->fields + row * t->columns;
    double ignored;
    keep[row] = o->winner ? outcome_of(fields[answer], fields[left], fields[right]) != 0
                          : read_number(fields[answer], &ignored) == 0;
    if (!keep[row]) count_dropped(v, fields[answer]);
  }
  csv_keep(&v->table, keep);
  free(keep);
  return 0;
}

/* A name of the table becomes a column of duel without a copy: one pointer every `columns`. */
static duel_column names_of(const csv_table *t, size_t column) {
  duel_column names;
  memset(&names, 0, sizeof names);
  names.data = t->fields + column;
  names.stride = (ptrdiff_t)(t->columns * sizeof *t->fields);
  names.type = DUEL_TEXT;
  return names;
}

static int numbers_of(votes *v, const options *o, size_t column, int slot, duel_column *out,
                      char *error, size_t capacity) {
  const csv_table *t = &v->table;
  double *numbers = malloc((t->rows + 1) * sizeof *numbers);
  size_t row;
  if (!numbers) {
    snprintf(error, capacity, "out of memory");
    return -1;
  }
  v->numbers[slot] = numbers;
  for (row = 0; row < t->rows; row++) {
    const char *text = t->fields[row * t->columns + column];
    if (read_number(text, &numbers[row]) != 0) {
      snprintf(error, capacity, "%s:%ld: %s is \"%s\", not a number", o->path, t->lines[row],
               t->header[column], text);
      return -1;
    }
  }
  out->data = numbers;
  out->type = DUEL_F64;
  return 0;
}

/* Where a column stands; CSV_NO_COLUMN for one that was not asked for. */
static int locate(const votes *v, const options *o, const char *name, size_t *column, char *error,
                  size_t capacity) {
  size_t i, length;
  *column = CSV_NO_COLUMN;
  if (!name) return 0;
  *column = csv_column(&v->table, name);
  if (*column != CSV_NO_COLUMN) return 0;
  length = (size_t)snprintf(error, capacity, "%s: no column \"%s\"; there are:", o->path, name);
  for (i = 0; i < v->table.columns && length < capacity; i++) {
    length += (size_t)snprintf(error + length, capacity - length, "%s %s", i ? "," : "",
                               v->table.header[i]);
  }
  return -1;
}

int votes_read(votes *v, const options *o, char *error, size_t capacity) {
  const char *names[10];
  size_t at[10], i, row;
  names[0] = o->left, names[1] = o->right, names[2] = o->judge, names[3] = o->context;
  names[4] = o->winner, names[5] = o->score, names[6] = o->weight;
  names[7] = o->wins, names[8] = o->losses, names[9] = o->tied;

  memset(v, 0, sizeof *v);
  if (csv_read(&v->table, o->path, error, capacity) != 0) return -1;
  for (i = 0; i < 10; i++) {
    if (locate(v, o, names[i], &at[i], error, capacity) != 0) goto failed;
  }
  v->read = v->table.rows;
  v->answer = o->winner ? o->winner : o->score;
  if (v->answer && drop_unusable(v, o, at[0], at[1], o->winner ? at[4] : at[5]) != 0) goto memory;

  v->rows.struct_size = sizeof v->rows;
  v->rows.length = v->table.rows;
  v->rows.left = names_of(&v->table, at[0]);
  v->rows.right = names_of(&v->table, at[1]);
  if (o->judge) v->rows.judge = names_of(&v->table, at[2]);
  if (o->context) v->rows.context = names_of(&v->table, at[3]);
  if (o->winner) {
    v->outcomes = malloc(v->table.rows + 1);
    if (!v->outcomes) goto memory;
    for (row = 0; row < v->table.rows; row++) {
      const char *const *fields = v->table.fields + row * v->table.columns;
      v->outcomes[row] = outcome_of(fields[at[4]], fields[at[0]], fields[at[1]]);
    }
    v->rows.outcome.data = v->outcomes;
    v->rows.outcome.type = DUEL_U8;
  }
  if (o->score && numbers_of(v, o, at[5], 0, &v->rows.score, error, capacity) != 0) goto failed;
  if (o->wins && numbers_of(v, o, at[7], 0, &v->rows.wins, error, capacity) != 0) goto failed;
  if (o->losses && numbers_of(v, o, at[8], 1, &v->rows.losses, error, capacity) != 0) goto failed;
  if (o->tied && numbers_of(v, o, at[9], 2, &v->rows.ties, error, capacity) != 0) goto failed;
  if (o->weight && numbers_of(v, o, at[6], 3, &v->rows.weight, error, capacity) != 0) goto failed;
  return 0;

memory:
  snprintf(error, capacity, "out of memory");
failed:
  votes_free(v);
  return -1;
}

int votes_append(const votes *v, const options *o, duel_set *set, char *error, size_t capacity) {
  int64_t row;
  if (duel_set_append(set, &v->rows) == DUEL_OK) return 0;
  row = duel_last_error_row();
  if (row >= 0 && (uint64_t)row < v->table.rows) {
    snprintf(error, capacity, "%s:%ld: %s", o->path, v->table.lines[row], duel_last_error());
  } else {
    snprintf(error, capacity, "%s: %s", o->path, duel_last_error());
  }
  return -1;
}

void votes_free(votes *v) {
  int i;
  for (i = 0; i < 4; i++) free(v->numbers[i]);
  free(v->outcomes);
  csv_free(&v->table);
  memset(v, 0, sizeof *v);
}
