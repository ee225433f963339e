/* Arrow streams made by hand: a producer whose structs are counted, so that a test sees that all were released, once. */
#ifndef ARROW_MAKE_H
#define ARROW_MAKE_H

#include "check.h"
#include "data.h"

#include <stdint.h>
#include <stdio.h>

/* Schemas, arrays and streams that were made and not released. */
static int live;

enum { MOST_COLUMNS = 14, MOST_BATCHES = 4 };

/* ---- types --------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *format;
  const char *names; /* the format of a dictionary's values, or NULL */
} field;

static void release_schema(struct ArrowSchema *schema) {
  int64_t k, width = schema->private_data ? *(int64_t *)schema->private_data : 0;
  CHECK(schema->release == release_schema, "a schema is released twice");
  for (k = 0; k < width; k++) {
    struct ArrowSchema *child = schema->children[k];
    if (child && child->release) child->release(child);
    free(child);
  }
  if (schema->dictionary) {
    schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  free(schema->children);
  free(schema->private_data);
  schema->release = NULL;
  live--;
}

static void make_schema(struct ArrowSchema *out, const field *of) {
  memset(out, 0, sizeof *out);
  out->name = of->name;
  out->format = of->format;
  out->flags = ARROW_FLAG_NULLABLE;
  out->release = release_schema;
  live++;
  if (of->names) {
    field values = {"", NULL, NULL};
    values.format = of->names;
    out->dictionary = malloc(sizeof *out->dictionary);
    make_schema(out->dictionary, &values);
  }
}

static void make_schemas(struct ArrowSchema *out, const field *fields, int64_t width) {
  static const field whole = {"", "+s", NULL};
  int64_t k;
  make_schema(out, &whole);
  out->n_children = width;
  out->children = malloc((size_t)(width ? width : 1) * sizeof *out->children);
  out->private_data = malloc(sizeof width);
  memcpy(out->private_data, &width, sizeof width);
  for (k = 0; k < width; k++) {
    out->children[k] = malloc(sizeof **out->children);
    make_schema(out->children[k], fields + k);
  }
}

/* ---- arrays -------------------------------------------------------------------------------- */

/* The memory that an array owns, whatever a test does to its public fields. */
typedef struct {
  void *buffers[8];
  const void *shown[8];
  struct ArrowArray *children[MOST_COLUMNS];
  struct ArrowArray *dictionary;
} parts;

static void release_array(struct ArrowArray *array) {
  parts *own = array->private_data;
  size_t k;
  CHECK(array->release == release_array, "an array is released twice");
  for (k = 0; k < 8; k++) free(own->buffers[k]);
  for (k = 0; k < MOST_COLUMNS; k++) {
    if (own->children[k]) {
      own->children[k]->release = release_array; /* a test may have taken it away */
      release_array(own->children[k]);
      free(own->children[k]);
    }
  }
  if (own->dictionary) {
    own->dictionary->release = release_array;
    release_array(own->dictionary);
    free(own->dictionary);
  }
  free(own);
  array->release = NULL;
  live--;
}

static struct ArrowArray *new_array(int64_t length, int64_t offset, int64_t n_buffers) {
  struct ArrowArray *array = calloc(1, sizeof *array);
  parts *own = calloc(1, sizeof *own);
  array->length = length;
  array->offset = offset;
  array->n_buffers = n_buffers;
  array->buffers = own->shown;
  array->private_data = own;
  array->release = release_array;
  live++;
  return array;
}

/* Bytes after the end of every buffer. */
static size_t spare;

/* A buffer of exactly so many bytes, unless a test wants spare ones, so that valgrind sees who reads beyond. */
static void *new_buffer(struct ArrowArray *array, int at, size_t bytes) {
  parts *own = array->private_data;
  own->buffers[at] = calloc(1, bytes + spare > 0 ? bytes + spare : 1);
  own->shown[at] = own->buffers[at];
  return own->buffers[at];
}

/* A bit for each value: whether it is there. */
static void set_validity(struct ArrowArray *array, const int *values, int64_t count, int64_t before) {
  uint8_t *bits = new_buffer(array, 0, (size_t)(before + count + 7) / 8);
  int64_t k;
  array->null_count = 0;
  for (k = 0; k < count; k++) {
    if (values[k] >= 0) bits[(before + k) / 8] |= (uint8_t)(1u << (before + k) % 8);
    else array->null_count++;
  }
}

static void put_number(unsigned char *to, const char *format, int value) {
  const int8_t i8 = (int8_t)value;
  const int16_t i16 = (int16_t)value;
  const int32_t i32 = value;
  const int64_t i64 = value;
  const float f32 = (float)value;
  const double f64 = value;
  switch (format[0]) {
    case 'c': case 'C': memcpy(to, &i8, 1); break;
    case 's': case 'S': memcpy(to, &i16, 2); break;
    case 'i': case 'I': memcpy(to, &i32, 4); break;
    case 'l': case 'L': memcpy(to, &i64, 8); break;
    case 'f': memcpy(to, &f32, 4); break;
    case 'g': memcpy(to, &f64, 8); break;
    case 'e': { /* whole numbers below 2048 */
      int exponent = 0, size = value < 0 ? -value : value;
      uint16_t bits = value < 0 ? 0x8000 : 0;
      while (size >> (exponent + 1)) exponent++;
      if (size) bits |= (uint16_t)((exponent + 15) << 10 | (((size << 10) >> exponent) & 1023));
      memcpy(to, &bits, 2);
      break;
    }
    default: { /* decimals: the scale is 2, of -1 in "d:9,-1" */
      const int64_t scaled = strstr(format, ",-1") ? i64 / 10 : i64 * 100;
      const int64_t sign = scaled < 0 ? -1 : 0;
      const size_t width = strstr(format, ",32") ? 4 : strstr(format, ",64") ? 8 : strstr(format, ",256") ? 32 : 16;
      size_t k;
      for (k = 0; k < width; k += 4) {
        const int32_t half = (int32_t)(k < 8 ? scaled >> (8 * k) : sign);
        memcpy(to + k, &half, 4);
      }
    }
  }
}

static size_t width_of(const char *format) {
  switch (format[0]) {
    case 'c': case 'C': return 1;
    case 's': case 'S': case 'e': return 2;
    case 'i': case 'I': case 'f': return 4;
    case 'l': case 'L': case 'g': return 8;
    default: return strstr(format, ",32") ? 4 : strstr(format, ",64") ? 8 : strstr(format, ",256") ? 32 : 16;
  }
}

/* Numbers; -1 is none. `before` values come before the first. */
static struct ArrowArray *new_numbers(const char *format, const int *values, int64_t count, int64_t before) {
  struct ArrowArray *array = new_array(count, before, 2);
  const size_t width = width_of(format);
  unsigned char *data = new_buffer(array, 1, (size_t)(before + count) * width);
  int64_t k;
  set_validity(array, values, count, before);
  memset(data, 0x5a, (size_t)before * width);
  for (k = 0; k < count; k++) put_number(data + (size_t)(before + k) * width, format, values[k]);
  return array;
}

static struct ArrowArray *new_bools(const int *values, int64_t count, int64_t before) {
  struct ArrowArray *array = new_array(count, before, 2);
  uint8_t *bits = new_buffer(array, 1, (size_t)(before + count + 7) / 8);
  int64_t k;
  set_validity(array, values, count, before);
  for (k = 0; k < count; k++) {
    if (values[k] > 0) bits[(before + k) / 8] |= (uint8_t)(1u << (before + k) % 8);
  }
  return array;
}

/* Text: that of each value, none for -1. */
static struct ArrowArray *new_texts(const char *format, const char *const *texts, const int *values, int64_t count,
                                    int64_t before) {
  const int is_view = format[0] == 'v', is_large = format[0] == 'U' || format[0] == 'Z';
  struct ArrowArray *array = new_array(count, before, is_view ? 5 : 3);
  const size_t rows = (size_t)(before + count);
  size_t bytes = 0, at = 0, k;
  char *data;
  for (k = 0; k < (size_t)count; k++) bytes += values[k] >= 0 ? strlen(texts[values[k]]) : 0;
  data = new_buffer(array, is_view ? 3 : 2, bytes);
  set_validity(array, values, count, before);
  if (is_view) {
    unsigned char *views = new_buffer(array, 1, rows * 16);
    int64_t sizes[2] = {0, 0};
    new_buffer(array, 2, 0);
    memset(views, 0x5a, rows * 16);
    for (k = 0; k < (size_t)count; k++) {
      const char *text = values[k] >= 0 ? texts[values[k]] : "";
      const int32_t length = (int32_t)strlen(text), buffer = 1, start = (int32_t)at;
      unsigned char *view = views + ((size_t)before + k) * 16;
      if (values[k] < 0) continue; /* what is null may be anything */
      memset(view, 0, 16);
      memcpy(view, &length, 4);
      if (length <= 12) {
        memcpy(view + 4, text, (size_t)length);
      } else {
        memcpy(view + 4, text, 4);
        memcpy(view + 8, &buffer, 4);
        memcpy(view + 12, &start, 4);
        memcpy(data + at, text, (size_t)length);
        at += (size_t)length;
      }
    }
    sizes[1] = (int64_t)at;
    memcpy(new_buffer(array, 4, sizeof sizes), sizes, sizeof sizes);
    return array;
  }
  {
    int32_t *narrow = is_large ? NULL : new_buffer(array, 1, (rows + 1) * 4);
    int64_t *wide = is_large ? new_buffer(array, 1, (rows + 1) * 8) : NULL;
    for (k = 0; k < (size_t)count; k++) {
      const char *text = values[k] >= 0 ? texts[values[k]] : "";
      memcpy(data + at, text, strlen(text));
      at += strlen(text);
      if (wide) wide[(size_t)before + k + 1] = (int64_t)at;
      else narrow[(size_t)before + k + 1] = (int32_t)at;
    }
  }
  return array;
}

/* Any column: what it holds is in `values`, whose texts are given for text and for dictionaries. */
static struct ArrowArray *new_column(const field *of, const char *const *texts, int text_count, const int *values,
                                     int64_t count, int64_t before) {
  int every[64], k;
  struct ArrowArray *array, *dictionary;
  if (of->names) {
    array = new_numbers(of->format, values, count, before);
    for (k = 0; k < text_count; k++) every[k] = k;
    dictionary = strchr("uUzZv", of->names[0]) ? new_texts(of->names, texts, every, text_count, 2)
                                               : new_numbers(of->names, every, text_count, 2);
    ((parts *)array->private_data)->dictionary = dictionary;
    array->dictionary = dictionary;
    return array;
  }
  if (of->format[0] == 'n') {
    array = new_array(count, before, 0);
    array->null_count = count;
    return array;
  }
  if (of->format[0] == 'b') return new_bools(values, count, before);
  if (strchr("uUzZv", of->format[0])) return new_texts(of->format, texts, values, count, before);
  return new_numbers(of->format, values, count, before);
}

/* ---- streams ------------------------------------------------------------------------------- */

typedef struct {
  const field *fields;
  int64_t width;
  struct ArrowArray batches[MOST_BATCHES];
  int batch_count, next;
  int schema_fails, fails_at; /* errno, and the batch instead of which it comes; 0: none */
  const char *message;
} producer;

static int produce_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  producer *own = stream->private_data;
  if (own->schema_fails) return own->schema_fails;
  make_schemas(out, own->fields, own->width);
  return 0;
}

static int produce_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  producer *own = stream->private_data;
  if (own->fails_at && own->next + 1 == own->fails_at) return 5;
  if (own->next == own->batch_count) {
    out->release = NULL;
    return 0;
  }
  *out = own->batches[own->next];
  own->batches[own->next++].release = NULL;
  return 0;
}

static const char *produce_error(struct ArrowArrayStream *stream) {
  return ((producer *)stream->private_data)->message;
}

static void release_stream(struct ArrowArrayStream *stream) {
  producer *own = stream->private_data;
  int k;
  CHECK(stream->release == release_stream, "a stream is released twice");
  for (k = own->next; k < own->batch_count; k++) {
    own->batches[k].release = release_array; /* a test may have taken it away */
    release_array(&own->batches[k]);
  }
  free(own);
  stream->release = NULL;
  live--;
}

static producer *new_stream(struct ArrowArrayStream *out, const field *fields, int64_t width) {
  producer *own = calloc(1, sizeof *own);
  own->fields = fields;
  own->width = width;
  out->get_schema = produce_schema;
  out->get_next = produce_next;
  out->get_last_error = produce_error;
  out->release = release_stream;
  out->private_data = own;
  live++;
  return own;
}

/* Adds a batch without columns; add_column gives it some. */
static struct ArrowArray *add_batch(producer *to, int64_t length, int64_t offset) {
  struct ArrowArray *made = new_array(length, offset, 1), *kept = &to->batches[to->batch_count++];
  *kept = *made;
  free(made);
  kept->children = ((parts *)kept->private_data)->children;
  return kept;
}

static void add_column(struct ArrowArray *batch, struct ArrowArray *column) {
  batch->children[batch->n_children++] = column;
}

/* The bytes of a set, to be freed. */
static char *saved(const duel_set *set, size_t *length) {
  char *bytes;
  EXPECT(DUEL_OK, duel_set_save(set, NULL, 0, length));
  bytes = malloc(*length);
  EXPECT(DUEL_OK, duel_set_save(set, bytes, *length, length));
  return bytes;
}

static int is_same(const duel_set *one, const duel_set *two) {
  size_t lengths[2];
  char *bytes[2];
  int same;
  bytes[0] = saved(one, &lengths[0]);
  bytes[1] = saved(two, &lengths[1]);
  same = lengths[0] == lengths[1] && !memcmp(bytes[0], bytes[1], lengths[0]);
  free(bytes[0]);
  free(bytes[1]);
  return same;
}

static duel_set *new_set(void) {
  duel_set *set = NULL;
  EXPECT(DUEL_OK, duel_set_new(&set));
  return set;
}

#endif
