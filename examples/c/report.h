/* The leaderboard as text. */
#ifndef REPORT_H
#define REPORT_H

#include "options.h"
#include "results.h"
#include "votes.h"

#include <stdio.h>

/* What was read, and what was dropped. */
void report_votes(FILE *out, const votes *votes, const options *options);

/* The model in words, then items, judges and warnings. */
void report_results(FILE *out, const results *results);

/* Why there is no model: groups or components of the comparisons, with names. */
void report_failure(FILE *out, const duel_set *set);

#endif
