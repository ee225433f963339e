/* What every function does alike, tried of all of them: NULL in each pointer that it needs is DUEL_ERR_NULL and changes no
 * output; an option that it does not read is refused by name, and one that it reads is not. */
#include "operations.h"

static size_t nulls, refused, taken;

static void without_pointers(const operation *one) {
  int at;
  for (at = 0; at < one->parameters; at++) {
    pointers p = {0, -1, NULL};
    duel_status status;
    if (!(one->needed >> at & 1u)) continue;
    p.missing = 1u << at;
    fresh();
    status = one->call(&p);
    CHECK(status == DUEL_ERR_NULL, "%s without parameter %d: %s, %s", one->name, at, duel_status_name(status), duel_last_error());
    CHECK(untouched(), "%s without parameter %d changed an output", one->name, at);
    nulls++;
  }
}

static int watch(const duel_progress *now, void *user) {
  (void)now, (void)user;
  return 0;
}

static void with_option(const operation *one, const shared_options *of, const field *set, int is_read) {
  union {
    size_t struct_size;
    unsigned char bytes[1024];
    double align;
  } options;
  pointers p = {0, of->at, &options};
  int (*const callback)(const duel_progress *, void *) = watch;
  static const double half = 0.5;
  const double *const pointer = &half;
  const int32_t narrow = 2; /* one thread is the default */
  const int64_t wide = 2;
  const field *found;
  duel_status status;
  memset(&options, 0, sizeof options);
  options.struct_size = of->size;
  if (set->kind == NUMBER_FIELD) memcpy(options.bytes + set->at, &half, sizeof half);
  /* Who refuses an option does not look where it points to. */
  else if (!strcmp(set->name, "progress")) memcpy(options.bytes + set->at, &callback, sizeof callback);
  else if (set->kind == POINTER_FIELD) memcpy(options.bytes + set->at, &pointer, sizeof pointer);
  else if (set->size == sizeof narrow) memcpy(options.bytes + set->at, &narrow, sizeof narrow);
  else memcpy(options.bytes + set->at, &wide, sizeof wide);
  fresh();
  status = one->call(&p);
  found = unread(status, of->fields, of->count);
  if (status == DUEL_OK && one->end) one->end();
  if (is_read) {
    CHECK(found != set, "%s refuses %s of %s: %s", one->name, set->name, of->name, duel_last_error());
    taken++;
    return;
  }
  CHECK(found == set, "%s takes %s of %s: %s, %s", one->name, set->name, of->name, duel_status_name(status), duel_last_error());
  CHECK(untouched(), "%s with %s changed an output", one->name, set->name);
  refused++;
}

/* Where a pointer is read it must point to what it says. */
static int is_tried(const field *set, int is_read) {
  return !is_read || set->kind != POINTER_FIELD || !strcmp(set->name, "progress") || !strcmp(set->name, "user");
}

int main(void) {
  size_t at, which, i, before = 0, after = 0;
  unsigned char *first, *last;
  make_arguments();
  first = bytes_of(good.changed, &before);
  for (at = 0; at < COUNT(operations); at++) without_pointers(&operations[at]);
  for (at = 0; at < COUNT(operations); at++) {
    for (which = 0; which < COUNT(operations[at].shared); which++) {
      const shared_options *of = &operations[at].shared[which];
      for (i = 0; of->name && i < of->count; i++) {
        char name[64];
        int is_read;
        snprintf(name, sizeof name, " %s ", of->fields[i].name);
        is_read = strstr(of->unread, name) == NULL;
        if (is_tried(&of->fields[i], is_read)) with_option(&operations[at], of, &of->fields[i], is_read);
      }
    }
  }
  last = bytes_of(good.changed, &after);
  CHECK(first && last && before == after && memcmp(first, last, before) == 0, "the set changed");
  free(first);
  free(last);
  CHECK(nulls > 300 && refused > 300 && taken > 300, "%lu pointers, %lu and %lu options", (unsigned long)nulls,
        (unsigned long)refused, (unsigned long)taken);
  free_arguments();
  return checks_end();
}
