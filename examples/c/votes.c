#include "votes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Leave out the rows that the command line drops, and make outcomes of the answers that are words. */
static int read_answers(votes *v, const options *o, const code_columns *at, char *error, size_t capacity) {
  csv_table *t = &v->table;
  char *keep = malloc(t->rows + 1);
  size_t row, kept = 0;
  int failed;
  v->outcomes = malloc(t->rows + 1);
  if (!keep || !v->outcomes) {
    free(keep);
    snprintf(error, capacity, "out of memory");
    return -1;
  }
  failed = o->winner
               ? codes_read(t, at, &o->codes, o->path, v->outcomes, &v->dropped, error, capacity)
               : codes_scores(t, at->answer, &o->codes, o->path, v->outcomes, &v->dropped, error, capacity);
  for (row = 0; !failed && row < t->rows; row++) {
    keep[row] = v->outcomes[row] != 0;
    if (keep[row]) v->outcomes[kept++] = v->outcomes[row];
  }
  if (!failed) csv_keep(t, keep);
  free(keep);
  return failed;
}

/* A name of the table becomes a column of duel without a copy: one pointer every `columns`. */
static duel_column names_of(const csv_table *t, size_t column) {
  duel_column names;
  memset(&names, 0, sizeof names);
  names.data = t->fields + column;
  names.stride = (ptrdiff_t)(t->columns * sizeof *t->fields);
  names.type = DUEL_TYPE_TEXT;
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
    if (codes_number(text, &numbers[row]) != 0) {
      snprintf(error, capacity, "%s:%ld: %s is \"%s\", not a number", o->path, t->lines[row],
               t->header[column], text);
      return -1;
    }
  }
  out->data = numbers;
  out->type = DUEL_TYPE_F64;
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

/* Names and answers are printed: no field of theirs may have what a terminal obeys. */
static int refuse_controls(const votes *v, const options *o, const size_t *at, char *error, size_t capacity) {
  static const size_t printed[] = {0, 1, 2, 4, 5, 6, 7, 8, 9}; /* all but the context */
  size_t i;
  for (i = 0; i < sizeof printed / sizeof *printed; i++) {
    const size_t column = at[printed[i]];
    size_t row;
    if (column == CSV_NO_COLUMN) continue;
    row = csv_control(&v->table, column);
    if (row == v->table.rows) continue;
    snprintf(error, capacity, "%s:%ld: %s has a control character; take it out", o->path, v->table.lines[row],
             v->table.header[column]);
    return -1;
  }
  return 0;
}

/* Counts, and winners and losers, have no order of presentation, but where the columns are named for the sides. */
static int is_unordered(const options *o) {
  if (o->order != ORDER_AUTO) return o->order == ORDER_UNKNOWN;
  if (o->loser) return 1;
  if (!o->wins) return 0;
  return !(codes_alike(o->left, "white") && codes_alike(o->right, "black")) &&
         !(codes_alike(o->left, "home") && codes_alike(o->right, "away"));
}

int votes_read(votes *v, const options *o, char *error, size_t capacity) {
  const char *names[10];
  size_t at[10], i;
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
  for (i = 0; i < 10; i++) {
    if (at[i] != CSV_NO_COLUMN) v->trimmed += csv_trim(&v->table, at[i]);
  }
  if (refuse_controls(v, o, at, error, capacity) != 0) goto failed;
  if (o->loser) {
    /* The winner of every row is on the left. */
    v->outcomes = malloc(v->table.rows + 1);
    if (!v->outcomes) {
      snprintf(error, capacity, "out of memory");
      goto failed;
    }
    memset(v->outcomes, DUEL_OUTCOME_LEFT, v->table.rows + 1);
  } else if (v->answer) {
    code_columns columns;
    columns.left = at[0], columns.right = at[1], columns.answer = o->winner ? at[4] : at[5];
    if (read_answers(v, o, &columns, error, capacity) != 0) goto failed;
  } else if (o->codes.count > 0) {
    snprintf(error, capacity, "--code and --drop are of answers, not of counts");
    goto failed;
  }

  if (v->table.rows == 0) {
    snprintf(error, capacity, "%s: no vote is left of %lu row%s", o->path, (unsigned long)v->read, v->read == 1 ? "" : "s");
    goto failed;
  }
  v->rows.struct_size = sizeof v->rows;
  v->is_unordered = is_unordered(o);
  v->rows.unordered = v->is_unordered;
  v->rows.length = v->table.rows;
  v->rows.left = names_of(&v->table, at[0]);
  v->rows.right = names_of(&v->table, at[1]);
  if (o->judge) v->rows.judge = names_of(&v->table, at[2]);
  if (o->context) v->rows.context = names_of(&v->table, at[3]);
  if (o->winner || o->loser) {
    v->rows.outcome.data = v->outcomes;
    v->rows.outcome.type = DUEL_TYPE_U8;
  }
  if (o->score && numbers_of(v, o, at[5], 0, &v->rows.score, error, capacity) != 0) goto failed;
  if (o->wins && numbers_of(v, o, at[7], 0, &v->rows.wins, error, capacity) != 0) goto failed;
  if (o->losses && numbers_of(v, o, at[8], 1, &v->rows.losses, error, capacity) != 0) goto failed;
  if (o->tied && numbers_of(v, o, at[9], 2, &v->rows.ties, error, capacity) != 0) goto failed;
  if (o->weight && numbers_of(v, o, at[6], 3, &v->rows.weight, error, capacity) != 0) goto failed;
  return 0;

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

size_t votes_dropped(const votes *v) {
  size_t i, rows = v->dropped.others;
  for (i = 0; i < v->dropped.count; i++) rows += v->dropped.code[i].count;
  return rows;
}

void votes_report(FILE *out, const votes *v) {
  size_t i;
  if (v->is_unordered) fputs("; no order of presentation is known", out);
  if (v->dropped.count > 0) {
    fprintf(out, "; %lu DROPPED as asked, because column \"%s\" says", (unsigned long)votes_dropped(v), v->answer);
  }
  for (i = 0; i < v->dropped.count; i++) {
    fprintf(out, "%s \"%s\" (%lu)", i ? "," : "", v->dropped.code[i].text, (unsigned long)v->dropped.code[i].count);
  }
  if (v->trimmed > 0) {
    fprintf(out, "; blanks around %lu field%s cut off", (unsigned long)v->trimmed, v->trimmed == 1 ? "" : "s");
  }
}

void votes_free(votes *v) {
  int i;
  for (i = 0; i < 4; i++) free(v->numbers[i]);
  free(v->outcomes);
  csv_free(&v->table);
  memset(v, 0, sizeof *v);
}
