/* The interface between a target and its driver. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Of the target: what is made once, one input, and what is printed at the end, one line. */
void fuzz_begin(void);
int fuzz_one(const uint8_t *bytes, size_t length);
void fuzz_end(void);

/* Of the driver: random bits, and the end of the process where something is wrong. */
uint64_t fuzz_random(void);
void fuzz_wrong(const char *what);

#endif
