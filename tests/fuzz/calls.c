/* Calls of every function of include/duel.json with arguments made at random, good and bad, as the bytes of an input say:
 * a status and, with an error, a message of one line; nothing written beyond the room that was given; no DUEL_ERR_INTERNAL.
 * The objects are those of the corpus of saved bytes, and what is made of them. */
#include "fuzz.h"

#include <duel.h>

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { MOST = 16, WORDS = 1 << 16, CANARY = 0xa5, SPARE = 64, PATIENCE = 300 };

/* A call that works for so long is told to stop, and must then return within half a second of work. */
enum { LATE = 3 };

static const uint8_t *entropy;
static size_t entropy_left;
static uint64_t state;
static unsigned long tried, served, cancelled;

/* ---- Choices --------------------------------------------------------------------------------- */

/* Bytes of the input while there are some, then others that follow from them. */
static uint64_t some_bits(void) {
  uint64_t found = 0;
  if (entropy_left >= 2) {
    found = (uint64_t)entropy[0] | (uint64_t)entropy[1] << 8;
    entropy += 2, entropy_left -= 2;
    state = (state ^ found) * UINT64_C(1099511628211) + 1;
    return found * UINT64_C(0x9e3779b97f4a7c15);
  }
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return state * UINT64_C(2685821657736338717);
}
static size_t below(size_t n) { return (size_t)(some_bits() >> 33) % n; }
/* Of a refused option nothing comes: half the calls have fewer of them. */
static size_t one_of = 8;
static int seldom(void) { return below(one_of) == 0; }
static int often(void) { return below(3) != 0; }
static int always(void) { return below(40) != 0; }

static int32_t some_choice(int32_t least, int32_t most) {
  static const int32_t odd[] = {-1, 99, INT32_MAX, INT32_MIN, 1000000};
  return below(40) == 0 ? odd[below(5)] : least + (int32_t)below((size_t)(most - least) + 1);
}
static double some_number(void) {
  static const double odd[] = {0.0, 1.0, -1.0, 0.5, 0.95, 1e-300, 1e300, -0.0, 2.0, 9e18, 5e-324};
  const size_t which = below(28);
  if (which == 11) return NAN;
  if (which == 12) return HUGE_VAL;
  if (which == 13) return -HUGE_VAL;
  return which < 11 ? odd[which] : (double)(some_bits() >> 11) / 9007199254740992.0;
}
static size_t some_count(void) { return below(3) ? 1 + below(6) : below(13); }
static size_t some_size(void) {
  static const size_t odd[] = {0, 1, (size_t)-1, (size_t)1 << 40, 1000000000, (size_t)1 << 63};
  return below(6) ? some_count() : odd[below(6)];
}
static size_t some_work(void) {
  static const size_t odd[] = {0, (size_t)-1, (size_t)1 << 60};
  return below(12) ? 1 + below(20) : odd[below(3)];
}
static size_t some_capacity(void) {
  static const size_t rooms[] = {0, 1, 5, 25, 1000, 1000, 1000, 8000};
  return rooms[below(8)];
}
static size_t some_struct_size(size_t size) { return below(30) ? size : below(size + 1); }

/* ---- Arguments ------------------------------------------------------------------------------- */

static double numbers[3][WORDS];
static union {
  int8_t i8[8 * WORDS];
  int16_t i16[4 * WORDS];
  int32_t i32[2 * WORDS];
  int64_t i64[WORDS];
} ids[2];
static const char *const texts[] = {"size", "one", "two", "three", "four", "five", "a", "b", "", "x\ny", "score", "\xff"};
static const char *many[WORDS];

static const double *some_numbers(void) { return below(20) ? numbers[below(3)] + below(64) : NULL; }
static const void *some_ids(size_t size) {
  if (below(20) == 0) return NULL;
  switch (size) {
    case 1: return ids[0].i8;
    case 2: return ids[0].i16;
    case 4: return ids[0].i32;
    default: return ids[1].i64;
  }
}
static const char *some_text(void) { return below(20) ? texts[below(12)] : NULL; }
static const char *const *some_texts(void) { return below(20) ? many + below(12) : NULL; }

static duel_column some_column(int is_needed) {
  duel_column out;
  memset(&out, 0, sizeof out);
  if (!is_needed && often()) return out;
  out.type = below(3) == 0 ? DUEL_TYPE_TEXT : below(3) == 0 ? DUEL_TYPE_F64 : some_choice(DUEL_TYPE_TEXT, DUEL_TYPE_FLAGS);
  switch (out.type) {
    case DUEL_TYPE_TEXT: out.data = many; break;
    case DUEL_TYPE_I8:
    case DUEL_TYPE_U8:
    case DUEL_TYPE_BOOL: out.data = ids[0].i8; break;
    case DUEL_TYPE_I16:
    case DUEL_TYPE_U16: out.data = ids[0].i16; break;
    case DUEL_TYPE_I32:
    case DUEL_TYPE_U32: out.data = ids[0].i32; break;
    case DUEL_TYPE_I64:
    case DUEL_TYPE_U64: out.data = ids[1].i64; break;
    default: out.data = seldom() ? (const void *)ids[0].i32 : numbers[below(2)];
  }
  if (seldom()) out.base = some_choice(0, 1);
  if (out.type == DUEL_TYPE_CODE || below(20) == 0) {
    out.labels = many;
    out.label_count = some_count();
    if (out.type == DUEL_TYPE_CODE) out.data = ids[0].i32;
  }
  /* Strides stay within the arrays: at most 13 rows are read. */
  if (below(10) == 0) out.stride = (ptrdiff_t)below(5) * 8;
  return out;
}

static int heard;
static int answer(const duel_progress *now, void *user) {
  (void)now, (void)user;
  return ++heard > PATIENCE;
}
static duel_progress_fn some_progress(void) { return answer; }

/* ---- Room ------------------------------------------------------------------------------------ */

static void *room_of(size_t count, size_t size) {
  unsigned char *room = malloc(count * size + SPARE);
  if (!room) exit(2);
  memset(room, CANARY, count * size + SPARE);
  return below(40) ? room : (free(room), NULL);
}
static void end_room(void *room, size_t count, size_t size) {
  const unsigned char *spare = (const unsigned char *)room + count * size;
  size_t i;
  if (!room) return;
  for (i = 0; i < SPARE; i++) {
    if (spare[i] != CANARY) fuzz_wrong("written beyond the room");
  }
  free(room);
}

/* ---- Objects --------------------------------------------------------------------------------- */

typedef struct {
  void *bytes;
  size_t length;
} saved;

#define POOL(kind) static kind *pool_##kind[MOST]; static size_t count_##kind
POOL(duel_set);
POOL(duel_model);
POOL(duel_gars);
POOL(duel_monitor);
POOL(duel_bootstrap);
POOL(duel_estimate);
POOL(duel_nuisance);
POOL(duel_board);
POOL(duel_ballots);
POOL(duel_ranking);
POOL(duel_table);
static saved all[MOST];
static size_t saved_count;

#define SOME(kind)                                                                                \
  static const kind *some_##kind(void) {                                                          \
    return count_##kind == 0 || below(40) == 0 ? NULL : pool_##kind[below(count_##kind)];          \
  }
SOME(duel_set)
SOME(duel_model)
SOME(duel_gars)
SOME(duel_monitor)
SOME(duel_bootstrap)
SOME(duel_estimate)
SOME(duel_nuisance)
SOME(duel_board)
SOME(duel_ballots)
SOME(duel_ranking)
SOME(duel_table)

/* ---- Cancelling ------------------------------------------------------------------------------ */

static duel_cancel *raised, *late;
static volatile sig_atomic_t is_late;
static struct timespec late_at;

static const duel_cancel *some_duel_cancel(void) { return below(20) ? late : below(2) ? late : raised; }

static void on_late(int number) {
  (void)number;
  duel_cancel_raise(late);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &late_at);
  is_late = 1;
}
static void late_in(int seconds) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = seconds;
  if (setitimer(ITIMER_VIRTUAL, &timer, NULL)) exit(2);
}
static void see_whether_it_stopped(void) {
  struct timespec now;
  late_in(0);
  if (!is_late) return;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  if ((double)(now.tv_sec - late_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - late_at.tv_nsec) > 0.5) {
    fuzz_wrong("a call went on for half a second after it was cancelled");
  }
  duel_cancel_free(late);
  if (duel_cancel_new(&late)) exit(2);
  is_late = 0;
  cancelled++;
}


/* One that a call may change. */
static duel_set *fresh_duel_set(void) {
  duel_set *out = NULL;
  if (below(3) == 0) duel_set_new(&out);
  else duel_set_copy(some_duel_set(), &out);
  return out;
}
#define FRESH(kind, save, load)                                      \
  static kind *fresh_##kind(void) {                                  \
    const kind *of = some_##kind();                                  \
    kind *out = NULL;                                                \
    size_t length = 0;                                               \
    void *bytes;                                                     \
    if (!of || save(of, NULL, 0, &length)) return NULL;              \
    if (!(bytes = malloc(length))) exit(2);                          \
    if (save(of, bytes, length, &length) || load(bytes, length, &out)) fuzz_wrong("what was saved is not loaded"); \
    free(bytes);                                                     \
    return out;                                                      \
  }
FRESH(duel_gars, duel_gars_save, duel_gars_load)
FRESH(duel_monitor, duel_monitor_save, duel_monitor_load)

/* Boards have no saved form: three items on eight tasks, or nothing yet. */
static duel_board *fresh_duel_board(void) {
  static const int32_t items[24] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  static const int32_t tasks[24] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7};
  duel_board *out = NULL;
  duel_score_rows rows;
  if (duel_board_new(&out)) return NULL;
  if (below(4) == 0) return out;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = 24;
  rows.item.data = items;
  rows.item.type = DUEL_TYPE_I32;
  rows.context.data = tasks;
  rows.context.type = DUEL_TYPE_I32;
  rows.score.data = numbers[below(2)];
  rows.score.type = DUEL_TYPE_F64;
  if (duel_board_append(out, &rows)) fuzz_wrong("rows of a board are refused");
  return out;
}

/* Nor have ballots: eight of three items, or nothing yet. */
static duel_ballots *fresh_duel_ballots(void) {
  static const int32_t ballots[24] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7};
  static const int32_t items[24] = {0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1, 0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1};
  static const int32_t places[24] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 2, 1, 1, 2, 1, 0, 0, 1, 2, 3, 1, 2, 3};
  duel_ballots *out = NULL;
  duel_ballot_rows rows;
  if (duel_ballots_new(&out)) return NULL;
  if (below(4) == 0) return out;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = 24;
  rows.ballot.data = ballots;
  rows.ballot.type = DUEL_TYPE_I32;
  rows.item.data = items;
  rows.item.type = DUEL_TYPE_I32;
  rows.rank.data = places;
  rows.rank.type = DUEL_TYPE_I32;
  if (duel_ballots_append(out, &rows)) fuzz_wrong("ballots are refused");
  return out;
}

static saved *last;
static const void *some_bytes(void) {
  last = &all[below(saved_count)];
  return below(30) ? last->bytes : NULL;
}
static size_t some_length(void) { return last ? below(4) ? last->length : below(last->length + 1) : 0; }

static void see(duel_status status, const char *name) {
  const char *message = duel_last_error();
  tried++;
  if (status == DUEL_OK) served++;
  else if (!*message || strchr(message, '\n')) fuzz_wrong(name);
  if (status == DUEL_ERR_INTERNAL || (int)status < 0 || status > DUEL_ERR_INTERNAL) {
    fprintf(stderr, "%s: %s, %s\n", name, duel_status_name(status), message);
    fuzz_wrong(name);
  }
}

#include "calls.h"

/* ---- What is made once ----------------------------------------------------------------------- */

#define KEEP(kind, object) (count_##kind < MOST ? (void)(pool_##kind[count_##kind++] = (object)) : (void)0)

static void load_all(const char *folder) {
  struct dirent **entries;
  int i, count = scandir(folder, &entries, NULL, alphasort);
  for (i = 0; i < count && saved_count < MOST; i++) {
    saved *one = &all[saved_count];
    char path[4096];
    FILE *file;
    duel_set *set = NULL;
    duel_model *model = NULL;
    duel_gars *gars = NULL;
    duel_monitor *monitor = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    if (entries[i]->d_name[0] == '.' || !(file = fopen(path, "rb"))) continue;
    one->bytes = malloc(1 << 16);
    one->length = fread(one->bytes, 1, 1 << 16, file);
    fclose(file);
    saved_count++;
    if (!duel_set_load(one->bytes, one->length, &set)) KEEP(duel_set, set);
    if (!duel_model_load(one->bytes, one->length, &model)) KEEP(duel_model, model);
    if (!duel_gars_load(one->bytes, one->length, &gars)) KEEP(duel_gars, gars);
    if (!duel_monitor_load(one->bytes, one->length, &monitor)) KEEP(duel_monitor, monitor);
  }
  for (i = 0; i < count; i++) free(entries[i]);
  if (count >= 0) free(entries);
}

void fuzz_begin(void) {
  const char *folder = getenv("FUZZ_SAVED") ? getenv("FUZZ_SAVED") : "tests/fuzz/corpus/saved";
  size_t i;
  for (i = 0; i < WORDS; i++) {
    numbers[0][i] = (double)(i * i % 11) / 10.0;
    numbers[1][i] = (double)(i * 7 % 5);
    numbers[2][i] = i % 9 == 8 ? NAN : i % 7 == 6 ? 1e300 : (double)(i % 5) - 2.0;
    ids[1].i64[i] = i % 61 == 60 ? -1 : (int64_t)(i * 7 % 6);
    many[i] = texts[i % 5 + (i % 67 == 66 ? 5 : 0)];
  }
  for (i = 0; i < 8 * WORDS; i++) ids[0].i8[i] = i % 4 ? 0 : (int8_t)(i / 4 * 7 % 6);
  load_all(folder);
  if (!count_duel_set || !count_duel_model || !count_duel_gars || !count_duel_monitor) {
    fprintf(stderr, "calls: %s has no saved objects\n", folder);
    exit(2);
  }
  for (i = 0; i < 4; i++) KEEP(duel_board, fresh_duel_board());
  for (i = 0; i < 4; i++) {
    duel_ballots *ballots = fresh_duel_ballots();
    duel_ranking *ranking = NULL;
    if (ballots && !duel_ballots_fit(ballots, NULL, &ranking)) KEEP(duel_ranking, ranking);
    KEEP(duel_ballots, ballots);
  }
  for (i = 0; i < count_duel_model; i++) {
    duel_bootstrap_options draws;
    duel_inference_options how;
    duel_bootstrap *bootstrap = NULL;
    duel_estimate *estimate = NULL;
    duel_table *table = NULL;
    memset(&draws, 0, sizeof draws);
    memset(&how, 0, sizeof how);
    draws.struct_size = sizeof draws;
    how.struct_size = sizeof how;
    draws.replicates = 20;
    if (!duel_bootstrap_new(pool_duel_model[i], &draws, &bootstrap)) KEEP(duel_bootstrap, bootstrap);
    if (!duel_model_estimate(pool_duel_model[i], DUEL_QUANTITY_SCORES, &how, &estimate)) KEEP(duel_estimate, estimate);
    if (!duel_model_scores(pool_duel_model[i], &how, &table)) KEEP(duel_table, table);
  }
  if (duel_cancel_new(&raised) || duel_cancel_new(&late)) exit(2);
  duel_cancel_raise(raised);
  signal(SIGVTALRM, on_late);
}

int fuzz_one(const uint8_t *bytes, size_t length) {
  const uint16_t which = (uint16_t)(length > 1 ? bytes[0] | bytes[1] << 8 : 0);
  entropy = bytes + (length > 1 ? 2 : 0);
  entropy_left = length > 1 ? length - 2 : 0;
  state = UINT64_C(14695981039346656037) ^ which;
  heard = 0;
  last = NULL;
  one_of = which / (sizeof calls / sizeof *calls) % 2 ? 8 : 60;
  late_in(LATE);
  calls[which % (sizeof calls / sizeof *calls)].call();
  see_whether_it_stopped();
  return 0;
}

void fuzz_end(void) { printf("%lu of %lu calls served, %lu cancelled after %d s of work\n", served, tried, cancelled, LATE); }
