/* saved VOTES.csv SET SCORES: the bytes of the set of a file of votes, and of the scores of its fit. The same is done in R
 * (saved.R), Go (go/saved.go) and Python (saved.py), and saved.sh compares the bytes. */
#include "csv.h"
#include "duel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *message) {
  fprintf(stderr, "saved: %s\n", message);
  exit(1);
}

static void must(duel_status status) {
  if (status != DUEL_OK) stop(duel_last_error());
}

static duel_column names(const csv_table *table, const char *name) {
  const size_t at = csv_column(table, name);
  duel_column column;
  if (at == CSV_NO_COLUMN) stop(name);
  memset(&column, 0, sizeof column);
  column.data = table->fields + at;
  column.stride = (ptrdiff_t)(table->columns * sizeof *table->fields);
  column.type = DUEL_TYPE_TEXT;
  return column;
}

static void write_bytes(const char *path, const void *bytes, size_t length) {
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(bytes, 1, length, out) != length || fclose(out) != 0) stop(path);
}

int main(int count, char **arguments) {
  char error[256];
  csv_table table;
  duel_rows rows;
  duel_set *set, *loaded;
  duel_model *model;
  unsigned char *bytes, *outcomes;
  char *keep;
  double *scores;
  size_t winner, kept = 0, length = 0, items, i;
  if (count != 4) stop("give VOTES.csv SET SCORES");
  if (csv_read(&table, arguments[1], error, sizeof error) != 0) stop(error);
  winner = csv_column(&table, "winner");
  if (winner == CSV_NO_COLUMN) stop("winner");
  keep = malloc(table.rows);
  outcomes = malloc(table.rows);
  if (!keep || !outcomes) stop("memory");
  for (i = 0; i < table.rows; i++) {
    const char *said = table.fields[i * table.columns + winner];
    const int outcome = strcmp(said, "a") == 0 ? DUEL_OUTCOME_LEFT
                        : strcmp(said, "b") == 0 ? DUEL_OUTCOME_RIGHT
                        : strcmp(said, "tie") == 0 ? DUEL_OUTCOME_TIE : 0;
    keep[i] = outcome != 0;
    if (keep[i]) outcomes[kept++] = (unsigned char)outcome;
  }
  csv_keep(&table, keep);

  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = table.rows;
  rows.left = names(&table, "model_a");
  rows.right = names(&table, "model_b");
  rows.judge = names(&table, "judge");
  rows.context = names(&table, "question_id");
  rows.outcome.data = outcomes;
  rows.outcome.type = DUEL_TYPE_U8;
  must(duel_set_new(&set));
  must(duel_set_append(set, &rows));
  must(duel_set_save(set, NULL, 0, &length));
  bytes = malloc(length);
  if (!bytes) stop("memory");
  must(duel_set_save(set, bytes, length, &length));
  write_bytes(arguments[2], bytes, length);

  must(duel_set_load(bytes, length, &loaded));
  must(duel_model_fit(loaded, NULL, &model));
  items = duel_set_count(loaded, DUEL_KIND_ITEM);
  scores = malloc(items * sizeof *scores);
  if (!scores) stop("memory");
  must(duel_model_get(model, DUEL_QUANTITY_SCORES, scores, items));
  write_bytes(arguments[3], scores, items * sizeof *scores);
  duel_model_free(model);
  duel_set_free(loaded);
  duel_set_free(set);
  csv_free(&table);
  free(scores);
  free(bytes);
  free(outcomes);
  free(keep);
  return 0;
}
