/* The leaderboard as text. */
#ifndef REPORT_H
#define REPORT_H

#include "options.h"
#include "results.h"
#include "votes.h"

#include <stdio.h>

/* The rows that were read and dropped, and where blanks were cut off. */
void report_votes(FILE *out, const votes *votes, const options *options);

/* Names that differ in capital letters only, which make two items or judges. */
void report_names(FILE *out, const duel_set *set);

/* The model in words, then items, judges and warnings. */
void report_results(FILE *out, const results *results);

/* Why there is no model, as far as the comparisons alone tell: components and groups, with names.
 * Whether there was anything to tell. */
int report_failure(FILE *out, const duel_set *set);

#endif
