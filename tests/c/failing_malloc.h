/* The allocator of a test program in which requests of the library can be made to fail. */
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#include <stddef.h>

/* Finds the library; 0 if requests cannot be told apart or failed on this system. */
int faults_ready(void);

/* Which requests of the library will fail: of those of at least so many bytes, counted from 1, the n-th; all after
 * it too, where `lasting` is 1. n = 0: none. Counting begins anew. */
void faults_plan(size_t n, size_t least, int lasting);

/* Counting, and failing, are on and off. */
void faults_on(void);
void faults_off(void);

/* How many requests have failed since faults_plan. */
size_t faults_failed(void);

/* Of how many bytes these were. */
size_t faults_failed_bytes(void);

/* Blocks of the library that are not yet freed. */
long faults_live(void);

/* The most bytes of the library that were live at once since the last call, less those that were live then. */
size_t faults_peak(void);

#endif
