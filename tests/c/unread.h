/* Options that a function does not read: it refuses them by name. */
#ifndef UNREAD_H
#define UNREAD_H

#include "duel.h"
#include "fields.h"

#include <stddef.h>
#include <string.h>

/* A field of a struct of options, and what it holds. */
enum { WHOLE_FIELD, TRUTH_FIELD, NUMBER_FIELD, POINTER_FIELD };
typedef struct {
  const char *name;
  size_t at, size;
  int kind;
} field;

#define FIELD(type, name, kind) {#name, offsetof(type, name), sizeof(((type *)0)->name), kind}

static const field inference_fields[] = {FIELDS_OF_INFERENCE_OPTIONS};

enum { INFERENCE_FIELDS = sizeof inference_fields / sizeof inference_fields[0] };

/* The field that a failed call says it does not read; NULL if it failed for another reason. */
static inline const field *unread(duel_status status, const field *fields, size_t count) {
  const char *message = duel_last_error(), *rest = strstr(message, " is not read by duel_");
  size_t i;
  if (status != DUEL_ERR_UNSUPPORTED || !rest) return NULL;
  for (i = 0; i < count; i++) {
    if (strlen(fields[i].name) == (size_t)(rest - message) &&
        !strncmp(fields[i].name, message, strlen(fields[i].name))) {
      return &fields[i];
    }
  }
  return NULL;
}

/* Sets a field to zero, its default. */
static inline void leave_out(void *options, const field *one) {
  memset((char *)options + one->at, 0, one->size);
}

#endif
