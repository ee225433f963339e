/* What the files of this package share. */
#ifndef DUELR_H
#define DUELR_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>

#include "duel.h"

/* Every call into the library follows one rule: R's errors jump over frames, and Rust frames must
 * not be jumped over. So no R function that can fail runs while the library is on the stack (the
 * progress callback shields itself), and a handle is born inside an external pointer that already
 * has its finalizer. */

/* status.c: errors */

/* Returns if status is DUEL_OK, else raises the condition of the last error and does not return. */
void check(duel_status status);

/* status.c: handles */

/* An empty external pointer whose finalizer frees the set, or the share of the model, put into it. */
SEXP set_pointer(void);
SEXP model_pointer(void);

/* The handle inside, checked for type and for NULL (pointers do not survive readRDS). */
duel_set *set_of(SEXP pointer);
duel_model *model_of(SEXP pointer);

/* status.c: values */

/* The names as UTF-8, in memory that R frees when the .Call returns. */
const char **utf8(SEXP names);
/* The element of a list with this name; NULL if there is none. */
SEXP field(SEXP list, const char *name);
/* Row-major doubles of C as a matrix of R. */
SEXP matrix(const double *values, size_t rows, size_t columns);
/* Room for count doubles that R frees when the .Call returns. */
double *doubles(size_t count);
/* A size as R_xlen_t; an error if R cannot hold it. */
R_xlen_t extent(size_t size);

/* columns.c */

/* The rows of a list made by rows_list() in R. */
duel_rows rows_of(SEXP rows);

/* watch.c: interrupts and progress */

typedef struct {
    SEXP report;              /* an R function of one argument, or NULL */
    SEXP failure;             /* a list of one: the error met while watching */
    const duel_progress *now;
    int stop;
} duel_watch;

/* For report, a function or NULL; the caller protects failure. */
duel_watch watch_new(SEXP report);
/* The progress callback, with a duel_watch as user. */
int watch(const duel_progress *now, void *user);
/* As check(), but an error met while watching comes first. */
void check_watched(duel_status status, const duel_watch *watched);

/* The entry points of .Call, by file. */

SEXP r_set_new(SEXP items, SEXP judges, SEXP contexts);
SEXP r_set_append(SEXP set, SEXP rows);
SEXP r_set_covariate(SEXP set, SEXP name, SEXP item, SEXP context, SEXP judge, SEXP value);
SEXP r_set_copy(SEXP set);
SEXP r_set_merge(SEXP set, SEXP other);
SEXP r_set_save(SEXP set);
SEXP r_set_load(SEXP bytes);
SEXP r_set_count(SEXP set, SEXP kind);
SEXP r_set_names(SEXP set, SEXP kind);
SEXP r_set_get(SEXP set, SEXP what);
SEXP r_set_resample(SEXP set, SEXP by, SEXP seed);
SEXP r_set_split(SEXP set, SEXP by, SEXP folds, SEXP fold, SEXP seed);
SEXP r_set_filter(SEXP set, SEXP kind, SEXP ids);

SEXP r_fit(SEXP set, SEXP choices, SEXP numbers, SEXP covariates, SEXP fixed, SEXP report);
SEXP r_model_save(SEXP model);
SEXP r_model_load(SEXP bytes);
SEXP r_model_set(SEXP model);
SEXP r_model_info(SEXP model);
SEXP r_model_get(SEXP model, SEXP what);
SEXP r_model_warnings(SEXP model);

SEXP r_estimates(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights);
SEXP r_covariance(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights);
SEXP r_contrasts(SEXP model, SEXP what, SEXP choices, SEXP numbers, SEXP weights, SEXP rows);
SEXP r_probabilities(SEXP model, SEXP rows, SEXP choices, SEXP numbers);
SEXP r_ranks(SEXP model, SEXP choices, SEXP numbers);
SEXP r_log_likelihood(SEXP model, SEXP set);

SEXP r_constants(void);
SEXP r_version(void);

#endif
