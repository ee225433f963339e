/* Arrow streams that are wrong: refused with column and row, the set stays as it was, and everything is released. */
#include "arrow_rows.h"

#include <errno.h>

/* ---- what is wrong -------------------------------------------------------------------------- */

/* A stream of three columns that is good until a case spoils it. */
static const field plain_fields[] = {{"model_a", "u", NULL}, {"model_b", "I", "u"}, {"who", "vu", NULL},
                                     {"score", "g", NULL}, {"weight", "s", NULL}};
static field fields_of_case[5];

static struct ArrowArray *second_batch(producer *made) { return &made->batches[1]; }
static struct ArrowArray *second(producer *made, int column) { return second_batch(made)->children[column]; }
static void *buffer_of(struct ArrowArray *array, int at) { return ((parts *)array->private_data)->buffers[at]; }
static void hide(struct ArrowArray *array, int at) { ((parts *)array->private_data)->shown[at] = NULL; }

#define SPOIL(name, body) \
  static void name(struct ArrowArrayStream *stream, producer *made, duel_stream_columns *columns) { \
    (void)stream; \
    (void)made; \
    (void)columns; \
    body; \
  }

SPOIL(nothing, (void)0)
SPOIL(no_get_schema, stream->get_schema = NULL)
SPOIL(no_get_next, stream->get_next = NULL)
SPOIL(schema_error, made->schema_fails = EINVAL; made->message = "the table is gone")
SPOIL(schema_memory, made->schema_fails = ENOMEM; made->message = "too much")
SPOIL(mute_error, made->schema_fails = 7; stream->get_last_error = NULL)
SPOIL(next_error, made->fails_at = 2; made->message = "the connection\nis closed")
SPOIL(no_such_column, columns->judge = "referee")
SPOIL(no_left, columns->left = NULL)
SPOIL(left_is_empty, columns->left = "")
SPOIL(twice, fields_of_case[2].name = "model_a")
SPOIL(run_ends, fields_of_case[0].format = "+r")
SPOIL(a_list, fields_of_case[2].format = "+l")
SPOIL(a_time, fields_of_case[2].format = "tsu:")
SPOIL(nonsense, fields_of_case[2].format = "\xff%s%n")
SPOIL(no_format, fields_of_case[2].format = NULL)
SPOIL(bad_decimal, fields_of_case[3].format = "d:9,2,40")
SPOIL(text_score, fields_of_case[3].format = "u")
SPOIL(bool_name, fields_of_case[2].format = "b")
SPOIL(real_codes, fields_of_case[1].format = "g")
SPOIL(nested_names, fields_of_case[1].names = "+s")
SPOIL(bad_meaning, static const char *const said[] = {"x"}; static const int32_t means[] = {6};
      columns->answers = said; columns->meanings = means; columns->answer_count = 1)
SPOIL(null_answer, static const char *const said[] = {NULL}; static const int32_t means[] = {1};
      columns->answers = said; columns->meanings = means; columns->answer_count = 1)
SPOIL(no_answers, columns->answer_count = 1)
SPOIL(negative_base, columns->base = -1)
SPOIL(small_struct, columns->struct_size = 8)
SPOIL(batch_width, second_batch(made)->n_children = 4)
SPOIL(batch_width_negative, second_batch(made)->n_children = -1)
SPOIL(batch_children, second_batch(made)->children = NULL)
SPOIL(child_null, second_batch(made)->children = calloc(5, sizeof(void *));
      ((parts *)second_batch(made)->private_data)->buffers[7] = second_batch(made)->children)
SPOIL(child_released, second(made, 0)->release = NULL)
SPOIL(batch_length, second_batch(made)->length = -1)
SPOIL(batch_longer, second_batch(made)->length = 4)
SPOIL(batch_offset, second_batch(made)->offset = 1)
SPOIL(batch_offset_negative, second_batch(made)->offset = -1)
SPOIL(huge_offset, second(made, 3)->offset = INT64_MAX)
SPOIL(huge_length, second_batch(made)->length = second(made, 3)->length = INT64_MAX / 16)
SPOIL(batch_buffers, second_batch(made)->n_buffers = 2)
SPOIL(child_length, second(made, 2)->length = 2)
SPOIL(child_length_negative, second(made, 2)->length = -3)
SPOIL(child_offset, second(made, 2)->offset = -1)
SPOIL(null_count, second(made, 0)->null_count = 4)
SPOIL(null_count_negative, second(made, 0)->null_count = -2)
SPOIL(text_buffers, second(made, 0)->n_buffers = 2)
SPOIL(number_buffers, second(made, 3)->n_buffers = 3)
SPOIL(view_buffers, second(made, 2)->n_buffers = 2)
SPOIL(negative_buffers, second(made, 2)->n_buffers = -1)
SPOIL(buffers_null, second(made, 3)->buffers = NULL)
SPOIL(values_null, hide(second(made, 3), 1))
SPOIL(offsets_null, hide(second(made, 0), 1))
SPOIL(text_null, hide(second(made, 0), 2))
SPOIL(views_null, hide(second(made, 2), 1))
SPOIL(view_sizes_null, hide(second(made, 2), 4))
SPOIL(nulls_unsaid, second(made, 0)->null_count = 1; hide(second(made, 0), 0))
SPOIL(offsets_down, ((int32_t *)buffer_of(second(made, 0), 1))[1] = 18)
SPOIL(offsets_negative, ((int32_t *)buffer_of(second(made, 0), 1))[0] = -4)
SPOIL(view_length, ((int32_t *)buffer_of(second(made, 2), 1))[4] = -1)
SPOIL(view_buffer, ((int32_t *)buffer_of(second(made, 2), 1))[6] = 2)
SPOIL(view_buffer_negative, ((int32_t *)buffer_of(second(made, 2), 1))[6] = -2)
SPOIL(view_start, ((int32_t *)buffer_of(second(made, 2), 1))[7] = 1)
SPOIL(view_start_negative, ((int32_t *)buffer_of(second(made, 2), 1))[7] = -1)
SPOIL(view_size, ((int64_t *)buffer_of(second(made, 2), 4))[1] = -1)
SPOIL(code_large, ((uint32_t *)buffer_of(second(made, 1), 1))[2] = NAMES)
SPOIL(code_largest, ((uint32_t *)buffer_of(second(made, 1), 1))[2] = UINT32_MAX)
SPOIL(no_dictionary, second(made, 1)->dictionary = NULL)
SPOIL(dictionary_released, second(made, 1)->dictionary->release = NULL)
SPOIL(dictionary_length, second(made, 1)->dictionary->length = -1)
SPOIL(dictionary_offsets, ((int32_t *)buffer_of(second(made, 1)->dictionary, 1))[5] = 1)
SPOIL(bad_utf8, ((char *)buffer_of(second(made, 0), 2))[0] = '\xff')
SPOIL(a_nul, ((char *)buffer_of(second(made, 0), 2))[3] = '\0')
SPOIL(dictionary_utf8, memset(buffer_of(second(made, 1)->dictionary, 2), 0xff, 8))
SPOIL(null_item, second(made, 0)->null_count = -1; *(uint8_t *)buffer_of(second(made, 0), 0) = 5)
SPOIL(null_code, second(made, 1)->null_count = 1; *(uint8_t *)buffer_of(second(made, 1), 0) = 3)
SPOIL(null_score, second(made, 3)->null_count = 1; *(uint8_t *)buffer_of(second(made, 3), 0) = 6)
SPOIL(null_row, second_batch(made)->null_count = 1; *(uint8_t *)new_buffer(second_batch(made), 0, 1) = 3)
SPOIL(bad_score, ((double *)buffer_of(second(made, 3), 1))[2] = 0.25)
SPOIL(bad_weight, ((int16_t *)buffer_of(second(made, 4), 1))[1] = -1)
SPOIL(same_item, ((uint32_t *)buffer_of(second(made, 1), 1))[0] = 3)

static const struct {
  const char *name;
  void (*spoil)(struct ArrowArrayStream *, producer *, duel_stream_columns *);
  duel_status status;
  const char *said;
  int64_t row;
} cases[] = {
    {"nothing", nothing, DUEL_OK, "", -1},
    {"no get_schema", no_get_schema, DUEL_ERR_FORMAT, "get_schema is NULL", -1},
    {"no get_next", no_get_next, DUEL_ERR_FORMAT, "get_next is NULL", -1},
    {"schema error", schema_error, DUEL_ERR_DATA, "no schema: the table is gone (error 22)", -1},
    {"schema memory", schema_memory, DUEL_ERR_MEMORY, "too much", -1},
    {"mute error", mute_error, DUEL_ERR_DATA, "does not say why (error 7)", -1},
    {"next error", next_error, DUEL_ERR_DATA, "no next batch: the connection\\nis closed (error 5)", -1},
    {"no such column", no_such_column, DUEL_ERR_ARGUMENT,
     "judge is \"referee\", and the stream has only \"model_a\", \"model_b\", \"who\", \"score\"", -1},
    {"no left", no_left, DUEL_ERR_ARGUMENT, "left is \"left\", and the stream has only", -1},
    {"left is empty", left_is_empty, DUEL_ERR_ARGUMENT, "left is \"\"", -1},
    {"a name twice", twice, DUEL_ERR_ARGUMENT, "two columns are called \"model_a\"", -1},
    {"run ends", run_ends, DUEL_ERR_ARGUMENT, "left (\"model_a\") is of Arrow's type \"+r\" (run ends)", -1},
    {"a list", a_list, DUEL_ERR_ARGUMENT, "judge (\"who\") is of Arrow's type \"+l\" (nested)", -1},
    {"a time", a_time, DUEL_ERR_ARGUMENT, "\"tsu:\" (time)", -1},
    {"nonsense", nonsense, DUEL_ERR_ARGUMENT, "judge (\"who\") is of Arrow's type", -1},
    {"no format", no_format, DUEL_ERR_FORMAT, "has no format", -1},
    {"bad decimal", bad_decimal, DUEL_ERR_ARGUMENT, "score is of Arrow's type \"d:9,2,40\"", -1},
    {"text for score", text_score, DUEL_ERR_ARGUMENT, "score is a column of text", -1},
    {"bools for names", bool_name, DUEL_ERR_ARGUMENT, "judge (\"who\") is a column of bools", -1},
    {"real codes", real_codes, DUEL_ERR_ARGUMENT, "right (\"model_b\") is a dictionary whose codes or values", -1},
    {"nested names", nested_names, DUEL_ERR_ARGUMENT, "right (\"model_b\") is a dictionary whose codes or values", -1},
    {"bad meaning", bad_meaning, DUEL_ERR_ARGUMENT, "meanings[0] is 6", -1},
    {"null answer", null_answer, DUEL_ERR_NULL, "answers[0] is NULL", -1},
    {"no answers", no_answers, DUEL_ERR_NULL, "answers is NULL", -1},
    {"negative base", negative_base, DUEL_ERR_ARGUMENT, "base is -1", -1},
    {"small struct", small_struct, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"batch width", batch_width, DUEL_ERR_FORMAT, "a batch has 4 columns, the schema 5", -1},
    {"negative width", batch_width_negative, DUEL_ERR_FORMAT, "a batch has -1 columns", -1},
    {"no children", batch_children, DUEL_ERR_FORMAT, "columns", -1},
    {"child NULL", child_null, DUEL_ERR_FORMAT, "left is NULL", -1},
    {"child released", child_released, DUEL_ERR_FORMAT, "left is released already", -1},
    {"batch length", batch_length, DUEL_ERR_FORMAT, "a batch has length -1", -1},
    {"batch longer", batch_longer, DUEL_ERR_FORMAT, "left has 3 values, its batch 4", -1},
    {"batch offset", batch_offset, DUEL_ERR_FORMAT, "left has 3 values, its batch 4", -1},
    {"negative batch offset", batch_offset_negative, DUEL_ERR_FORMAT, "offset -1", -1},
    {"huge offset", huge_offset, DUEL_ERR_FORMAT, "score has length 3 and offset 9223372036854775807", -1},
    {"huge length", huge_length, DUEL_ERR_FORMAT, "", -1},
    {"batch buffers", batch_buffers, DUEL_ERR_FORMAT, "a batch has 2 buffers", -1},
    {"child length", child_length, DUEL_ERR_FORMAT, "judge has 2 values, its batch 3", -1},
    {"negative child length", child_length_negative, DUEL_ERR_FORMAT, "judge has length -3", -1},
    {"negative child offset", child_offset, DUEL_ERR_FORMAT, "judge has length 3 and offset -1", -1},
    {"null count", null_count, DUEL_ERR_FORMAT, "left has 4 nulls among 3 values", -1},
    {"negative null count", null_count_negative, DUEL_ERR_FORMAT, "left has -2 nulls", -1},
    {"text buffers", text_buffers, DUEL_ERR_FORMAT, "left has 2 buffers; with its type it must be 3", -1},
    {"number buffers", number_buffers, DUEL_ERR_FORMAT, "score has 3 buffers; with its type it must be 2", -1},
    {"view buffers", view_buffers, DUEL_ERR_FORMAT, "judge has 2 buffers", -1},
    {"negative buffers", negative_buffers, DUEL_ERR_FORMAT, "judge has -1 buffers", -1},
    {"buffers NULL", buffers_null, DUEL_ERR_FORMAT, "score has 2 buffers at NULL", -1},
    {"values NULL", values_null, DUEL_ERR_FORMAT, "score has 3 values, and buffer 1 is NULL", -1},
    {"offsets NULL", offsets_null, DUEL_ERR_FORMAT, "left has 4 values, and buffer 1 is NULL", -1},
    {"text NULL", text_null, DUEL_ERR_FORMAT, "left has text at NULL", -1},
    {"views NULL", views_null, DUEL_ERR_FORMAT, "judge has 3 values, and buffer 1 is NULL", -1},
    {"view sizes NULL", view_sizes_null, DUEL_ERR_FORMAT, "judge does not say how long", -1},
    {"nulls unsaid", nulls_unsaid, DUEL_ERR_FORMAT, "left has 1 nulls, and nothing says which", -1},
    {"offsets go down", offsets_down, DUEL_ERR_FORMAT, "left has offsets that go down", -1},
    {"offsets below 0", offsets_negative, DUEL_ERR_FORMAT, "left has offsets that go down, or below 0", -1},
    {"view length", view_length, DUEL_ERR_FORMAT, "judge: view 1 points beyond its buffer", -1},
    {"view buffer", view_buffer, DUEL_ERR_FORMAT, "view 1", -1},
    {"negative view buffer", view_buffer_negative, DUEL_ERR_FORMAT, "view 1", -1},
    {"view start", view_start, DUEL_ERR_FORMAT, "view 1", -1},
    {"negative view start", view_start_negative, DUEL_ERR_FORMAT, "view 1", -1},
    {"view size", view_size, DUEL_ERR_FORMAT, "view 1", -1},
    {"code too large", code_large, DUEL_ERR_NAME, "right (\"model_b\"): 8 is the code of no name; there are 8, from 0", 5},
    {"largest code", code_largest, DUEL_ERR_NAME, "right (\"model_b\"): 4294967295 is the code of no name", 5},
    {"no dictionary", no_dictionary, DUEL_ERR_FORMAT, "right has no dictionary", -1},
    {"dictionary released", dictionary_released, DUEL_ERR_FORMAT, "right is released already", -1},
    {"dictionary length", dictionary_length, DUEL_ERR_FORMAT, "right has length -1", -1},
    {"dictionary offsets", dictionary_offsets, DUEL_ERR_FORMAT, "right has offsets that go down", -1},
    {"bad UTF-8", bad_utf8, DUEL_ERR_NAME, "left (\"model_a\"): the name is not UTF-8", 3},
    {"a NUL", a_nul, DUEL_ERR_NAME, "holds a NUL", 3},
    {"bad UTF-8 of a dictionary", dictionary_utf8, DUEL_ERR_NAME, "right (\"model_b\"): the name is not UTF-8", 3},
    {"null item", null_item, DUEL_ERR_DATA, "left (\"model_a\") is null", 4},
    {"null code", null_code, DUEL_ERR_DATA, "right (\"model_b\") is null", 5},
    {"null score", null_score, DUEL_ERR_DATA, "score is null", 3},
    {"null row", null_row, DUEL_ERR_DATA, "the row is null", 5},
    {"bad score", bad_score, DUEL_ERR_DATA, "score is 0.25", 5},
    {"bad weight", bad_weight, DUEL_ERR_DATA, "weight is -1, which is negative", 4},
    {"same item", same_item, DUEL_ERR_DATA, "left (\"model_a\") and right are both \"d\xC3\xBCnn\"", 3},
};

/* Two batches of three rows; the second is spoiled after the first was counted. */
static producer *plain_stream(struct ArrowArrayStream *stream) {
  static const int values[5][6] = {{0, 1, 2, 3, 4, 5}, {1, 2, 3, 0, 1, 2}, {-1, 0, 1, 6, 7, -1}, {1, 0, 1, 0, 1, 0},
                                   {1, 1, 2, 1, 1, 2}};
  producer *made = new_stream(stream, fields_of_case, 5);
  int b, c;
  memcpy(fields_of_case, plain_fields, sizeof plain_fields);
  for (b = 0; b < 2; b++) {
    struct ArrowArray *batch = add_batch(made, 3, 0);
    for (c = 0; c < 5; c++) {
      add_column(batch, new_column(plain_fields + c, words, NAMES, values[c] + 3 * b, 3, 0));
    }
  }
  return made;
}

static duel_stream_columns plain_columns(void) {
  duel_stream_columns columns = no_columns();
  columns.left = "model_a";
  columns.right = "model_b";
  columns.judge = "who";
  return columns;
}

static void hostile_streams(void) {
  duel_set *before = expected(5, digits, 0, NULL);
  size_t k;
  for (k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct ArrowArrayStream stream;
    producer *made = plain_stream(&stream);
    duel_stream_columns columns = plain_columns();
    duel_set *set = NULL;
    duel_status status;
    EXPECT(DUEL_OK, duel_set_copy(before, &set));
    cases[k].spoil(&stream, made, &columns);
    status = duel_set_append_stream(set, &stream, &columns);
    CHECK(status == cases[k].status, "%s: %s, %s", cases[k].name, duel_status_name(status), duel_last_error());
    if (status != DUEL_OK) {
      CHECK(strstr(duel_last_error(), cases[k].said), "%s: \"%s\"", cases[k].name, duel_last_error());
      CHECK(duel_last_error_row() == cases[k].row, "%s: row %ld", cases[k].name, (long)duel_last_error_row());
      CHECK(is_same(set, before), "%s changed the set", cases[k].name);
      CHECK(duel_set_count(set, DUEL_KIND_ITEM) == duel_set_count(before, DUEL_KIND_ITEM), "%s: names", cases[k].name);
    }
    CHECK(!stream.release && live == 0, "%s: %d live", cases[k].name, live);
    duel_set_free(set);
  }
  duel_set_free(before);
}

/* The stream is released whatever else is wrong; a stream that was is refused. */
static void pointers(void) {
  struct ArrowArrayStream stream;
  duel_set *set = new_set();
  plain_stream(&stream);
  EXPECT(DUEL_ERR_NULL, duel_set_append_stream(NULL, &stream, NULL));
  CHECK(!stream.release && live == 0, "%d live", live);
  EXPECT(DUEL_ERR_FORMAT, duel_set_append_stream(set, &stream, NULL));
  CHECK(strstr(duel_last_error(), "released already"), "%s", duel_last_error());
  EXPECT(DUEL_ERR_NULL, duel_set_append_stream(set, NULL, NULL));
  /* A set with ids takes no names, and the other way round. */
  {
    static const int ids[] = {0, 1, 2};
    static const field fields[] = {{"left", "i", NULL}, {"right", "i", NULL}, {"score", "c", NULL}};
    duel_stream_columns columns = no_columns(), named = plain_columns();
    struct ArrowArray *batch = add_batch(new_stream(&stream, fields, 3), 2, 0);
    int c;
    for (c = 0; c < 3; c++) add_column(batch, new_column(fields + c, NULL, 0, c == 1 ? ids + 1 : ids, 2, 0));
    columns.ids = 1;
    EXPECT(DUEL_OK, duel_set_append_stream(set, &stream, &columns));
    plain_stream(&stream);
    EXPECT(DUEL_ERR_NAME, duel_set_append_stream(set, &stream, &named));
    CHECK(strstr(duel_last_error(), "left (\"model_a\") holds names, but the items of this set are ids"), "%s",
          duel_last_error());
    CHECK(live == 0, "%d live", live);
  }
  duel_set_free(set);
}

int main(void) {
  make_data();
  hostile_streams();
  pointers();
  return checks_end();
}
