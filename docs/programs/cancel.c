/* A long call tells how far it is, and stops when it is asked to. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Any thread may raise the token, and so may a signal handler; here the callback does, after a quarter. */
static int watch(const duel_progress *now, void *user) {
  duel_cancel *cancel = user;
  if (now->fraction >= 0.25) duel_cancel_raise(cancel);
  return 0; /* anything else would cancel, too */
}

int main(void) {
  static const char *const left[] = {"ash", "birch", "cedar"};
  static const char *const right[] = {"birch", "cedar", "ash"};
  static const int32_t wins[] = {30, 30, 30}, losses[] = {20, 25, 30};
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 3,
                          .left = {.data = left, .type = DUEL_TYPE_TEXT},
                          .right = {.data = right, .type = DUEL_TYPE_TEXT},
                          .wins = {.data = wins, .type = DUEL_TYPE_I32},
                          .losses = {.data = losses, .type = DUEL_TYPE_I32}};
  duel_bootstrap_options options = {.struct_size = sizeof options, .replicates = 100000};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_bootstrap *bootstrap = NULL;
  duel_cancel *cancel = NULL;
  duel_status status;

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_model_fit(set, NULL, &model));
  check(duel_cancel_new(&cancel));
  options.cancel = cancel;
  options.progress = watch;
  options.user = cancel;
  status = duel_bootstrap_new(model, &options, &bootstrap);
  printf("%s\n", duel_status_name(status));
  printf("there are %s replicates\n", bootstrap == NULL ? "no" : "some");

  duel_bootstrap_free(bootstrap);
  duel_cancel_free(cancel);
  duel_model_free(model);
  duel_set_free(set);
  return status == DUEL_ERR_CANCELLED ? 0 : 1;
}
