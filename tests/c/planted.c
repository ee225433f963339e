/* Mistakes on purpose, so that the tools that look for them are known to see them. */
#include "data.h"

#include <pthread.h>
#include <stdio.h>

/* A set that nobody frees: the block belongs to the library. */
static int leak(void) {
  duel_set *set = NULL;
  duel_status status = small_set(&set);
  set = NULL;
  return status != DUEL_OK || set != NULL;
}

/* More bytes are promised than there are: the library writes past the block. */
static int overrun(void) {
  duel_set *set = NULL;
  size_t length = 0;
  unsigned char *bytes = NULL;
  int failed = small_set(&set) != DUEL_OK || duel_set_save(set, NULL, 0, &length) != DUEL_OK ||
               !(bytes = (unsigned char *)malloc(length - 8)) ||
               duel_set_save(set, bytes, length, &length) != DUEL_OK;
  free(bytes);
  duel_set_free(set);
  return failed;
}

static duel_set *contended;

static void *grow(void *unused) {
  static const double once[] = {1.0};
  duel_rows rows = empty_rows(1);
  size_t i;
  (void)unused;
  rows.left = names_column(small_items);
  rows.right = names_column(small_items + 1);
  rows.judge = names_column(small_judges);
  rows.context = names_column(small_contexts);
  rows.score = double_column(once);
  for (i = 0; i < 50; i++) duel_set_append(contended, &rows);
  return NULL;
}

/* Two threads change one set. */
static int race(void) {
  pthread_t first, second;
  if (small_set(&contended) != DUEL_OK) return 1;
  pthread_create(&first, NULL, grow, NULL);
  pthread_create(&second, NULL, grow, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  duel_set_free(contended);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "leak") == 0) return leak();
  if (strcmp(what, "overrun") == 0) return overrun();
  if (strcmp(what, "race") == 0) return race();
  fprintf(stderr, "planted: leak, overrun or race\n");
  return 2;
}
