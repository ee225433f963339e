/* An Arrow stream for the tests, in a pointer like those of the package nanoarrow: three votes of two batches with the
 * columns left, right, judge and winner. The last batch fails if `fails` is true. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

static int released, batch, is_failing;

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }
static void release_stream(struct ArrowArrayStream *stream)
{
    released++;
    stream->release = NULL;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    static const char *const names[] = {"left", "right", "judge", "winner"};
    static struct ArrowSchema text, fields[4], *children[4];
    text.format = "u";
    text.release = release_schema;
    for (int k = 0; k < 4; k++) {
        fields[k] = text;
        fields[k].name = names[k];
        children[k] = fields + k;
    }
    fields[1].format = "i";
    fields[1].dictionary = &text;
    memset(out, 0, sizeof *out);
    out->format = "+s";
    out->n_children = 4;
    out->children = children;
    out->release = release_schema;
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    /* Of three rows the first batch has two, the second one. */
    static const int32_t letters[] = {0, 1, 2, 3}, codes[] = {1, 0, 2}, ends[] = {0, 7, 14, 17};
    static const uint8_t judged[] = {5};
    static const void *left[] = {NULL, letters, "abb"}, *labels[] = {NULL, letters, "abc"}, *right[] = {NULL, codes},
                      *judge[] = {judged, letters, "xyz"}, *winner[] = {NULL, ends, "model_amodel_btie"}, *none[] = {NULL};
    static struct ArrowArray text, dictionary, arrays[4], *children[4] = {arrays, arrays + 1, arrays + 2, arrays + 3};
    memset(out, 0, sizeof *out);
    if (batch == 2)
        return 0;
    if (batch == 1 && is_failing)
        return 5;
    memset(&text, 0, sizeof text);
    text.length = 3;
    text.n_buffers = 3;
    text.release = release_array;
    dictionary = arrays[0] = arrays[1] = arrays[2] = arrays[3] = text;
    dictionary.buffers = labels;
    arrays[0].buffers = left;
    arrays[1].buffers = right;
    arrays[1].n_buffers = 2;
    arrays[1].dictionary = &dictionary;
    arrays[2].buffers = judge;
    arrays[2].null_count = 1;
    arrays[3].buffers = winner;
    *out = text;
    out->length = batch == 0 ? 2 : 1;
    out->offset = batch == 0 ? 0 : 2;
    out->n_buffers = 1;
    out->buffers = none;
    out->n_children = 4;
    out->children = children;
    batch++;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) { return "the connection is closed"; }

SEXP test_stream(SEXP fails)
{
    SEXP bytes = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t) sizeof(struct ArrowArrayStream)));
    struct ArrowArrayStream *stream = (struct ArrowArrayStream *) RAW(bytes);
    stream->get_schema = get_schema;
    stream->get_next = get_next;
    stream->get_last_error = get_last_error;
    stream->release = release_stream;
    stream->private_data = NULL;
    batch = 0;
    is_failing = Rf_asLogical(fails);
    SEXP out = PROTECT(R_MakeExternalPtr(stream, R_NilValue, bytes));
    Rf_setAttrib(out, R_ClassSymbol, Rf_mkString("nanoarrow_array_stream"));
    UNPROTECT(2);
    return out;
}

SEXP test_released(void) { return Rf_ScalarInteger(released); }
