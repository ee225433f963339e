/* Options that a function does not read: it refuses them by name. */
#ifndef UNREAD_H
#define UNREAD_H

#include "duel.h"

#include <stddef.h>
#include <string.h>

/* A field of a struct of options. */
typedef struct {
  const char *name;
  size_t at, size;
} field;

#define FIELD(type, name) {#name, offsetof(type, name), sizeof(((type *)0)->name)}

static const field inference_fields[] = {
    FIELD(duel_inference_options, covariance),      FIELD(duel_inference_options, intervals),
    FIELD(duel_inference_options, normalisation),           FIELD(duel_inference_options, scale),
    FIELD(duel_inference_options, reference_item),  FIELD(duel_inference_options, reference_judge),
    FIELD(duel_inference_options, weights),         FIELD(duel_inference_options, weight_count),
    FIELD(duel_inference_options, level),           FIELD(duel_inference_options, unit),
    FIELD(duel_inference_options, origin),          FIELD(duel_inference_options, seed),
    FIELD(duel_inference_options, draws),           FIELD(duel_inference_options, ignore_position),
    FIELD(duel_inference_options, threads),         FIELD(duel_inference_options, cancel),
    FIELD(duel_inference_options, progress),        FIELD(duel_inference_options, user),
    FIELD(duel_inference_options, correction),      FIELD(duel_inference_options, quantiles),
    FIELD(duel_inference_options, contexts),        FIELD(duel_inference_options, bootstrap),
    FIELD(duel_inference_options, bootstrap_interval), FIELD(duel_inference_options, mixture),
    FIELD(duel_inference_options, errors),          FIELD(duel_inference_options, error_draws)};

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
