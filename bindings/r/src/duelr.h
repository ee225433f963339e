/* Shared by the files of this package. The entry points of .Call are in calls.h, which is generated, and at the end
 * of this file those written by hand. */
#ifndef DUELR_H
#define DUELR_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <stddef.h>
#include <string.h>

#include "duel.h"

/* Every call into the library follows one rule: R's errors jump over frames, and Rust frames must
 * not be jumped over. So no R function that can fail runs while the library is on the stack (the
 * progress callback shields itself), and a handle is born inside an external pointer that already
 * has its finalizer. */

/* status.c: errors */

/* Returns if status is DUEL_OK, else raises the condition of the last error and does not return. */
void check(duel_status status);

/* handles.c: for each noun x an empty external pointer whose finalizer frees the x put into it, x_pointer(), and the x
 * inside one, x_in(): NULL for R's NULL, an error for anything else (pointers do not survive readRDS). */

#define HANDLES(X) X(set) X(model) X(bootstrap) X(gars) X(table) X(estimate) X(nuisance) X(monitor) X(board) X(ballots) X(ranking)
#define DECLARE(noun) SEXP noun##_pointer(void); duel_##noun *noun##_in(SEXP pointer);
HANDLES(DECLARE)
#undef DECLARE

/* The pointer inside an external pointer that was made for `type`, such as "duel_set". */
void *handle_in(SEXP pointer, const char *type);

/* values.c: numbers and arrays from R; `name` is that of the argument. An array is NULL for R's NULL. */

int32_t int32_in(SEXP value, const char *name);
size_t size_in(SEXP value, const char *name);
uint64_t uint64_in(SEXP value, const char *name);
double double_in(SEXP value, const char *name);
const char *text_in(SEXP value, const char *name);
const void *bytes_in(SEXP value, const char *name);
const double *doubles_in(SEXP values, const char *name);
/* Copies, in memory that R frees when the .Call returns. */
const int32_t *int32s_in(SEXP values, const char *name);
const uint32_t *uint32s_in(SEXP values, const char *name);
const int64_t *int64s_in(SEXP values, const char *name);
const uint64_t *uint64s_in(SEXP values, const char *name);
const size_t *sizes_in(SEXP values, const char *name);
/* As UTF-8. */
const char *const *texts_in(SEXP values, const char *name);

/* Room for what the library writes. */
SEXP doubles_out(size_t count);
int32_t *int32s_room(size_t count);
int64_t *int64s_room(size_t count);
uint8_t *flags_room(size_t count);
/* Whole numbers as R has them. */
SEXP int32s_out(const int32_t *values, size_t count);
SEXP int64s_out(const int64_t *values, size_t count);
/* Bytes that are 1 or 0 as logicals. */
SEXP flags_out(const uint8_t *values, size_t count);
/* A size as R_xlen_t; an error if R cannot hold it. */
R_xlen_t extent(size_t size);
/* The element of a list with this name; R's NULL if there is none. */
SEXP field(SEXP list, const char *name);

/* fields.c: structs as lists */

typedef enum {
    FIELD_INT32, FIELD_SIZE, FIELD_UINT64, FIELD_DOUBLE,
    FIELD_INT32S, FIELD_SIZES, FIELD_DOUBLES, FIELD_TEXT, FIELD_TEXTS,
    FIELD_HANDLE,    /* about: the type */
    FIELD_PROGRESS   /* also: where `user` is */
} field_kind;

/* A field of a struct. Of arrays, about: the field that counts it, or NULL; also: where that is. */
typedef struct {
    const char *name;
    field_kind kind;
    size_t at;
    const char *about;
    size_t also;
} field_spec;

/* calls.h: for each struct x that passes as a list its fields, the last without a name. */
extern const field_spec inference_options_fields[];

/* Writes the fields that a list has into a struct of zeros, which are the defaults; NULL stands for a default, too. A
 * name that is no field is an error. A count that is not given is the length of what it counts. What the struct
 * points to belongs to the list. watched: of watch_new() where the progress callback is read, else R's NULL. */
void options_in(void *out, SEXP list, const field_spec *fields, const char *name, SEXP watched);
/* A list of such lists as an array of structs of `size` bytes, whose first field is struct_size. */
void *structs_in(SEXP list, size_t size, const field_spec *fields, const char *name);
/* A struct of numbers as a list. */
SEXP facts_out(const void *facts, const field_spec *fields);

/* columns.c: structs of columns */

/* The rows of a list made by rows_list() in R. */
duel_rows rows_in(SEXP rows, SEXP watched);
/* The rows of a board() of R. */
duel_score_rows score_rows_in(SEXP rows, SEXP watched);
/* The rows of ballots() of R. */
duel_ballot_rows ballot_rows_in(SEXP rows, SEXP watched);
/* Of list(name, item, context, judge, value). */
duel_covariate covariate_in(SEXP list, SEXP watched);
/* Of the list made by gars_contexts() in R. */
duel_gars_contexts gars_contexts_in(SEXP list, SEXP watched);

/* watch.c: interrupts and progress */

/* The watch of a call: its progress function and the error met on the way. The caller protects it, for as long
 * as the library may call back. */
SEXP watch_new(void);
/* That of an object that goes on calling back, as new. */
SEXP watch_of(SEXP pointer);
/* The progress callback, and its user pointer for a progress function of R or NULL. */
int watch(const duel_progress *now, void *user);
void *watch_user(SEXP watched, SEXP report);
/* Runs body(data), R code and all, and keeps its error for check_watched(): 0, or non-zero if the
 * library is to give up. Nothing jumps past it. */
int shielded(SEXP (*body)(void *), void *data, SEXP watched);
/* As check(), but an error met while watching comes first. */
void check_watched(duel_status status, SEXP watched);

/* A token that Ctrl-C raises, until stoppable_end(). Between the two only the library is called. */
const duel_cancel *stoppable_begin(void);
void stoppable_end(void);

/* table.c */

/* The table inside a pointer of table_pointer() as a data frame, named and typed by the table itself; its title and
 * level are attributes. Rows count from one. The table is freed. */
SEXP frame_of(SEXP pointer);

/* The entry points that are written by hand. */

/* set.c */
SEXP r_set_count(SEXP set, SEXP kind);
SEXP r_set_names(SEXP set, SEXP kind);
SEXP r_model_set(SEXP model);
SEXP r_set_append_stream(SEXP set, SEXP stream, SEXP columns, SEXP answers, SEXP meanings, SEXP importance,
                         SEXP unordered);

/* functions.c: what calls functions of R */
SEXP r_model_function(SEXP model, SEXP quantity, SEXP options, SEXP functions, SEXP names, SEXP count);
SEXP r_gars_run(SEXP gars, SEXP contexts, SEXP learner, SEXP function);

/* buffers.c: buffers that are read and written */
SEXP r_policy_histogram(SEXP weights, SEXP pairs, SEXP costs, SEXP histogram);

#endif
