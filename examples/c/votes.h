/* Votes from a CSV file: the chosen columns as rows that duel_set_append takes. */
#ifndef VOTES_H
#define VOTES_H

#include "csv.h"
#include "duel.h"
#include "options.h"

/* An answer that could not be read as one, and how often it stood in the file. */
typedef struct dropped_answer {
  const char *text;
  size_t count;
} dropped_answer;

#define VOTES_ANSWERS 5

typedef struct votes {
  csv_table table;
  size_t read;          /* rows in the file */
  size_t dropped;       /* rows without a usable answer */
  const char *answer;   /* the column that held the answers; NULL with counts */
  size_t answers;       /* distinct texts among `unknown` */
  dropped_answer unknown[VOTES_ANSWERS]; /* the first few of them */
  duel_rows rows;
  unsigned char *outcomes;
  double *numbers[4];
} votes;

/* 0 on success, else -1 with one line in `error`. */
int votes_read(votes *votes, const options *options, char *error, size_t capacity);

/* Append them to a set; on failure the message names the line of the file. */
int votes_append(const votes *votes, const options *options, duel_set *set, char *error,
                 size_t capacity);

void votes_free(votes *votes);

#endif
