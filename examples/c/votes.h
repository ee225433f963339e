/* Votes from a CSV file: the chosen columns as rows that duel_set_append takes. */
#ifndef VOTES_H
#define VOTES_H

#include "codes.h"
#include "csv.h"
#include "duel.h"
#include "options.h"

#include <stdio.h>

typedef struct votes {
  csv_table table;
  size_t read;          /* rows in the file */
  size_t trimmed;       /* fields that had blanks around them, which are cut off */
  const char *answer;   /* the column that held the answers; NULL with counts */
  int is_unordered;     /* no order of presentation is known */
  codes_seen dropped;   /* what rows said that the command line drops */
  duel_rows rows;
  unsigned char *outcomes;
  double *numbers[4];
} votes;

/* 0 on success, else -1 with one line in `error`. */
int votes_read(votes *votes, const options *options, char *error, size_t capacity);

/* Append them to a set; on failure the message names the line of the file. */
int votes_append(const votes *votes, const options *options, duel_set *set, char *error,
                 size_t capacity);

/* Rows that were dropped. */
size_t votes_dropped(const votes *votes);

/* Print that no order of presentation is known, what was dropped and what was cut off, if anything, after `; ` each; no end of line. */
void votes_report(FILE *out, const votes *votes);

void votes_free(votes *votes);

#endif
