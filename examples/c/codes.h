/* Meanings of the answers of a file: names of items, usual words, and what the command line says of the
 * rest. Nothing is guessed of a number, and nothing is dropped that the command line does not name. */
#ifndef CODES_H
#define CODES_H

#include "csv.h"

#include <stddef.h>

/* A text that the command line explains, or drops (meaning 0). */
typedef struct code_rule {
  const char *text;
  size_t length;
  unsigned char meaning; /* DUEL_OUTCOME_LEFT, ..., or 0: rows that say so are left out */
} code_rule;

#define CODES_RULES 64
typedef struct code_rules {
  code_rule rule[CODES_RULES];
  size_t count;
} code_rules;

/* --code TEXT=MEANING and --drop TEXT; 0, or -1 with one line in `error`. */
int codes_explain(code_rules *rules, const char *text, char *error, size_t capacity);
int codes_drop(code_rules *rules, const char *text, char *error, size_t capacity);

/* A text of the answer column, and how many rows say so. */
typedef struct code_seen {
  const char *text;
  size_t count;
  unsigned char meaning; /* 0: not known */
  int elsewhere;         /* names an item of other rows */
} code_seen;

#define CODES_SEEN 64
typedef struct codes_seen {
  code_seen code[CODES_SEEN];
  size_t count;
  size_t others; /* rows with texts beyond these */
} codes_seen;

/* The columns that an answer is read from. */
typedef struct code_columns {
  size_t left, right, answer;
} code_columns;

/* The outcome of every row as a code of duel, 0 for rows to drop, whose texts go to `dropped`. -1 with a
 * message that lists the texts seen, if one of them is neither a name of its row, a usual word nor
 * explained. */
int codes_read(const csv_table *table, const code_columns *at, const code_rules *rules, const char *path,
               unsigned char *outcomes, codes_seen *dropped, char *error, size_t capacity);

/* The same for a column of scores: 1 for rows to keep, which are numbers, 0 for rows to drop. */
int codes_scores(const csv_table *table, size_t score, const code_rules *rules, const char *path,
                 unsigned char *keep, codes_seen *dropped, char *error, size_t capacity);

/* The whole text is a number. */
int codes_number(const char *text, double *value);

/* Equal but for capital letters. */
int codes_alike(const char *a, const char *b);

#endif
