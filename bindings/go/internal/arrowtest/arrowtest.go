// Package arrowtest makes an Arrow stream for the tests of package duel, which cannot call C themselves.
package arrowtest

// #include <duel.h>
// #include <stdlib.h>
// #include <string.h>
//
// static int released;
//
// static void release_array(struct ArrowArray *array) { array->release = NULL; }
// static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
// static void release_stream(struct ArrowArrayStream *stream) {
//   released++;
//   stream->release = NULL;
// }
//
// /* Four votes of three items: b beats a, c beats b, a and c tie, b beats c. */
// static struct ArrowSchema names[2] = {{.format = "u", .release = release_schema}, {.format = "u", .release = release_schema}};
// static struct ArrowSchema columns[4] = {
//   {.format = "c", .name = "left", .dictionary = names, .release = release_schema},
//   {.format = "C", .name = "model_b", .dictionary = names + 1, .release = release_schema},
//   {.format = "u", .name = "judge", .release = release_schema},
//   {.format = "u", .name = "winner", .release = release_schema}};
//
// static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
//   static struct ArrowSchema *children[4] = {columns, columns + 1, columns + 2, columns + 3};
//   static const struct ArrowSchema whole = {.format = "+s", .n_children = 4, .children = children, .release = release_schema};
//   int k;
//   for (k = 0; k < 4; k++) columns[k].release = release_schema;
//   (void) stream;
//   *out = whole;
//   return 0;
// }
//
// static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
//   static const int32_t items[] = {0, 1, 2, 3}, judges[] = {0, 1, 1, 2, 3}, winners[] = {0, 1, 2, 6, 7};
//   static const int8_t left[] = {0, 1, 0, 2};
//   static const uint8_t right[] = {1, 2, 2, 1}, judged[] = {13};
//   static const void *b0[] = {NULL, items, "abc"}, *b1[] = {NULL, left}, *b2[] = {NULL, right}, *b3[] = {judged, judges, "xyx"},
//                     *b4[] = {NULL, winners, "BBdraw2"}, *b5[] = {NULL};
//   static struct ArrowArray dictionary, arrays[4], *children[4] = {arrays, arrays + 1, arrays + 2, arrays + 3};
//   const struct ArrowArray text = {.length = 4, .n_buffers = 3, .release = release_array};
//   int *done = stream->private_data;
//   memset(out, 0, sizeof *out);
//   if ((*done)++) return 0;
//   dictionary = text;
//   dictionary.length = 3;
//   dictionary.buffers = b0;
//   arrays[0] = arrays[1] = arrays[2] = arrays[3] = text;
//   arrays[0].n_buffers = arrays[1].n_buffers = 2;
//   arrays[0].dictionary = arrays[1].dictionary = &dictionary;
//   arrays[0].buffers = b1;
//   arrays[1].buffers = b2;
//   arrays[2].buffers = b3;
//   arrays[2].null_count = 1;
//   arrays[3].buffers = b4;
//   *out = text;
//   out->n_buffers = 1;
//   out->buffers = b5;
//   out->n_children = 4;
//   out->children = children;
//   return 0;
// }
//
// static struct ArrowArrayStream *new_stream(void) {
//   struct ArrowArrayStream *stream = calloc(1, sizeof *stream + sizeof(int));
//   stream->get_schema = get_schema;
//   stream->get_next = get_next;
//   stream->release = release_stream;
//   stream->private_data = stream + 1;
//   return stream;
// }
//
// static int count(void) { return released; }
import "C"

import "unsafe"

// Stream is a stream of four votes with the columns left, model_b, judge and winner, whose answers are "B", "draw" and
// "2"; the judge of the second vote is null. Free it.
func Stream() unsafe.Pointer { return unsafe.Pointer(C.new_stream()) }

// Free frees the memory of a stream, which was released before.
func Free(stream unsafe.Pointer) { C.free(stream) }

// Released is how many streams were released.
func Released() int { return int(C.count()) }
