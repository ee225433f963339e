/* A few words for tests in C (and C++): CHECK counts, prints what failed, and goes on. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

static int checks_passed, checks_failed;

/* The outcome of one check, with what to print if it failed. */
#define CHECK(condition, ...)                              \
  do {                                                     \
    if (condition) {                                       \
      checks_passed++;                                     \
    } else {                                               \
      checks_failed++;                                     \
      printf("%s:%d: " #condition ": ", __FILE__, __LINE__); \
      printf(__VA_ARGS__);                                 \
      printf("\n");                                        \
    }                                                      \
  } while (0)

/* A call that must give this status. */
#define EXPECT(status, call)                                                              \
  do {                                                                                    \
    duel_status got_ = (call);                                                            \
    CHECK(got_ == (status), "%s, not %s; last error \"%s\"", duel_status_name(got_),       \
          duel_status_name(status), duel_last_error());                                   \
  } while (0)

/* The last line of a test, and its exit status. */
static inline int checks_end(void) {
  printf("%d passed, %d failed\n", checks_passed, checks_failed);
  return checks_failed != 0;
}

#endif
