/* The leaderboard as JSON, for other programs. NaN and infinities are null. */
#ifndef JSON_H
#define JSON_H

#include "results.h"
#include "votes.h"

/* Write it; 0 on success, else -1 with errno set. */
int json_write(const char *path, const votes *votes, const results *results);

#endif
