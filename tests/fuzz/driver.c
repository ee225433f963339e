/* Runs a target on inputs that are changed at random, for some seconds:
 *
 *   TARGET CORPUS [seconds=N] [runs=N] [seed=N] [crashes=FOLDER]
 *   TARGET FILE...                       each file once
 *
 * CORPUS is a folder of inputs to begin with. The input that ends the process, that the target calls wrong, or that takes
 * more than ten seconds of work, is written to crashes. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INPUTS = 1 << 16, MOST_BYTES = 1 << 16, PATIENCE = 10 };

typedef struct {
  uint8_t *bytes;
  size_t length;
} input;

static input inputs[MOST_INPUTS];
static size_t input_count;
static uint8_t now[MOST_BYTES];
static size_t now_length;
static uint64_t state = 1;
static const char *crashes = ".";
static uint64_t runs;

/* ---- What is told ---------------------------------------------------------------------------- */

/* FNV-1a, for the name of a file. */
static uint64_t hash(const uint8_t *bytes, size_t length) {
  uint64_t found = UINT64_C(14695981039346656037);
  while (length--) found = (found ^ *bytes++) * UINT64_C(1099511628211);
  return found;
}

static void write_input(const char *kind) {
  char path[4096];
  int file;
  snprintf(path, sizeof path, "%s/%s%016llx", crashes, kind, (unsigned long long)hash(now, now_length));
  file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
  if (file < 0 || write(file, now, now_length) != (ssize_t)now_length) _exit(2);
  close(file);
  dprintf(2, "%s\n", path);
}

static void on_signal(int number) {
  write_input(number == SIGPROF ? "slow-" : "crash-");
  signal(number, SIG_DFL);
  raise(number);
}

void fuzz_wrong(const char *what) {
  dprintf(2, "wrong: %s\n", what);
  write_input("wrong-");
  _exit(1);
}

/* ---- Changes --------------------------------------------------------------------------------- */

uint64_t fuzz_random(void) {
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return state * UINT64_C(2685821657736338717);
}

static size_t below(size_t n) { return n ? (size_t)(fuzz_random() >> 33) % n : 0; }

/* Numbers at which something changes, in one, two, four or eight bytes. */
static void put_number(size_t at) {
  static const uint64_t odd[] = {0, 1, 2, 7, 8, 16, 127, 128, 255, 256, 32767, 65535, 65536, 2147483647, 2147483648u,
                                 4294967295u, 4294967296u, UINT64_C(9223372036854775807), UINT64_C(1) << 63, UINT64_MAX,
                                 UINT64_C(0x7ff0000000000000), UINT64_C(0x7ff8000000000000), UINT64_C(0x3ff0000000000000),
                                 UINT64_C(0x8000000000000001), UINT64_C(0x7fefffffffffffff)};
  size_t width = (size_t)1 << below(4);
  uint64_t value = odd[below(sizeof odd / sizeof *odd)];
  if (at + width > now_length) width = now_length - at;
  memcpy(now + at, &value, width);
}

static void change(void) {
  size_t at = below(now_length), length = 1 + below(below(4) ? 8 : 256);
  const input *other = &inputs[below(input_count)];
  if (!now_length) {
    now[now_length++] = (uint8_t)fuzz_random();
    return;
  }
  if (at + length > now_length) length = now_length - at;
  switch (below(8)) {
    case 0: now[at] ^= (uint8_t)(1u << below(8)); break;
    case 1: now[at] = (uint8_t)fuzz_random(); break;
    case 2: now[at] = (uint8_t)(now[at] + (below(2) ? 1 + below(16) : 255 - below(16))); break;
    case 3: put_number(at & ~(size_t)7 & (below(2) ? ~(size_t)0 : (size_t)-2)); break;
    case 4: /* Takes some bytes out. */
      memmove(now + at, now + at + length, now_length - at - length);
      now_length -= length;
      break;
    case 5: /* Doubles some bytes. */
      if (now_length + length > MOST_BYTES) break;
      memmove(now + at + length, now + at, now_length - at);
      now_length += length;
      break;
    case 6: /* Takes bytes from another input. */
      if (other->length) {
        const size_t from = below(other->length);
        if (from + length > other->length) length = other->length - from;
        memcpy(now + at, other->bytes + from, length);
      }
      break;
    default:
      if (below(8) == 0) now_length = at;
      else put_number(at);
  }
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static void add(const uint8_t *bytes, size_t length) {
  input *one = &inputs[input_count];
  if (input_count == MOST_INPUTS || length > MOST_BYTES) return;
  one->bytes = malloc(length ? length : 1);
  if (!one->bytes) exit(2);
  memcpy(one->bytes, bytes, length);
  one->length = length;
  input_count++;
}

static int read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  now_length = fread(now, 1, sizeof now, file);
  fclose(file);
  return 1;
}

/* A signal after so many seconds of work, whatever else the machine does. */
static void patience(int seconds) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = seconds;
  if (setitimer(ITIMER_PROF, &timer, NULL)) exit(2);
}

static void run(void) {
  /* A copy of its own, so that reading past its end is seen. */
  uint8_t *copy = malloc(now_length ? now_length : 1);
  if (!copy) exit(2);
  memcpy(copy, now, now_length);
  patience(PATIENCE);
  fuzz_one(copy, now_length);
  patience(0);
  free(copy);
  runs++;
}

static double seconds(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void read_folder(const char *folder) {
  struct dirent **entries;
  int i, count = scandir(folder, &entries, NULL, by_name);
  for (i = 0; i < count; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    if (entries[i]->d_name[0] != '.' && read_file(path)) {
      add(now, now_length);
      run();
    }
    free(entries[i]);
  }
  if (count > 0) free(entries);
}

int main(int argc, char **argv) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};
  double most = 10.0, end;
  uint64_t most_runs = UINT64_MAX, seed = 1;
  const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
  size_t i;
  int files = 0;
  struct stat kind;
  for (i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], on_signal);
  for (i = 1; i < (size_t)argc; i++) {
    if (!strncmp(argv[i], "seconds=", 8)) most = strtod(argv[i] + 8, NULL);
    else if (!strncmp(argv[i], "runs=", 5)) most_runs = strtoull(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "seed=", 5)) seed = strtoull(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "crashes=", 8)) crashes = argv[i] + 8;
    else if (stat(argv[i], &kind)) return fprintf(stderr, "%s: there is no %s\n", name, argv[i]), 2;
  }
  fuzz_begin();
  for (i = 1; i < (size_t)argc; i++) {
    if (stat(argv[i], &kind)) continue;
    if (S_ISDIR(kind.st_mode)) read_folder(argv[i]);
    else if (read_file(argv[i])) files++, run();
  }
  if (files) return printf("%s: %d files\n1 passed, 0 failed\n", name, files), 0;
  if (!input_count) return fprintf(stderr, "%s: no inputs\n", name), 2;
  state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (end = seconds() + most; runs < most_runs && seconds() < end;) {
    const input *one = &inputs[below(input_count)];
    size_t changes = 1 + below(below(3) ? 4 : 16);
    memcpy(now, one->bytes, now_length = one->length);
    while (changes--) change();
    run();
  }
  printf("%s: %llu runs, seed %llu; ", name, (unsigned long long)runs, (unsigned long long)seed);
  fuzz_end();
  printf("1 passed, 0 failed\n");
  return 0;
}
