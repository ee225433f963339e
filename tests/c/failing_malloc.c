/* An executable's malloc stands for that of every library: requests that come from libduel, and only these, can be
 * made to fail. For glibc, whose own functions stay to be had under other names. */
#define _GNU_SOURCE
#include "failing_malloc.h"

#include <duel.h>

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);

static uintptr_t library_start, library_end;
static atomic_int armed;
static atomic_size_t seen, failures, failed_bytes;

/* Blocks of the library that are live, by address: whoever frees one. The last call of a function is a jump, so that what
 * frees seems to be who called that function, such as a thread that ends. */
enum { PLACE_BITS = 22, PLACES = 1 << PLACE_BITS };
static void *places[PLACES];
static long live;
static size_t bytes, most_bytes, bytes_before;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static size_t nth, smallest;
static int lasting;

/* The object that holds duel_version. */
static int look(struct dl_phdr_info *info, size_t size, void *where) {
  const uintptr_t inside = (uintptr_t)where;
  uintptr_t start = UINTPTR_MAX, end = 0;
  int i;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    if (from < start) start = from;
    if (from + info->dlpi_phdr[i].p_memsz > end) end = from + info->dlpi_phdr[i].p_memsz;
  }
  if (inside < start || inside >= end) return 0;
  library_start = start;
  library_end = end;
  return 1;
}

int faults_ready(void) {
  return dl_iterate_phdr(look, (void *)(uintptr_t)&duel_version) == 1;
}

void faults_plan(size_t n, size_t least, int is_lasting) {
  nth = n;
  smallest = least;
  lasting = is_lasting;
  atomic_store(&seen, 0);
  atomic_store(&failures, 0);
  atomic_store(&failed_bytes, 0);
}

void faults_on(void) {
  atomic_store(&armed, 1);
}

void faults_off(void) {
  atomic_store(&armed, 0);
}

size_t faults_failed(void) {
  return atomic_load(&failures);
}

size_t faults_failed_bytes(void) {
  return atomic_load(&failed_bytes);
}

static void enter(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {}
}

static void leave(void) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
}

long faults_live(void) {
  long now;
  enter();
  now = live;
  leave();
  return now;
}

size_t faults_peak(void) {
  size_t peak;
  enter();
  peak = most_bytes - bytes_before;
  most_bytes = bytes_before = bytes;
  leave();
  return peak;
}

static size_t home(const void *block) {
  return (size_t)(((uint64_t)(uintptr_t)block >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PLACE_BITS));
}

/* Open addressing (Knuth 6.4, algorithm R): what was moved on moves back. */
static void forget(const void *block) {
  size_t hole, at;
  enter();
  for (hole = home(block); places[hole] && places[hole] != block;) hole = (hole + 1) % PLACES;
  if (places[hole]) {
    live--;
    bytes -= malloc_usable_size(places[hole]);
    for (at = hole;;) {
      size_t from;
      places[hole] = NULL;
      do {
        at = (at + 1) % PLACES;
        if (!places[at]) {
          leave();
          return;
        }
        from = home(places[at]);
      } while (hole <= at ? hole < from && from <= at : hole < from || from <= at);
      places[hole] = places[at];
      hole = at;
    }
  }
  leave();
}

static int is_library(void *caller) {
  return (uintptr_t)caller >= library_start && (uintptr_t)caller < library_end;
}

/* Whether this request of the library fails. */
static int fails(size_t size) {
  size_t number;
  if (!atomic_load(&armed) || size < smallest) return 0;
  number = atomic_fetch_add(&seen, 1) + 1;
  if (nth == 0 || !(lasting ? number >= nth : number == nth)) return 0;
  atomic_fetch_add(&failures, 1);
  atomic_fetch_add(&failed_bytes, size);
  errno = ENOMEM;
  return 1;
}

static void *made(void *block) {
  if (block) {
    size_t at = home(block);
    enter();
    while (places[at]) at = (at + 1) % PLACES;
    places[at] = block;
    live++;
    bytes += malloc_usable_size(block);
    if (bytes > most_bytes) most_bytes = bytes;
    leave();
  }
  return block;
}

void *malloc(size_t size) {
  if (!is_library(__builtin_return_address(0))) return __libc_malloc(size);
  return fails(size) ? NULL : made(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
  if (!is_library(__builtin_return_address(0))) return __libc_calloc(count, size);
  return fails(count * size) ? NULL : made(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
  void *grown;
  if (!is_library(__builtin_return_address(0))) return __libc_realloc(block, size);
  if (fails(size)) return NULL;
  /* Forgotten first: once it is freed, another thread may be given the same address. */
  if (block) forget(block);
  grown = made(__libc_realloc(block, size));
  if (!grown && block && size) made(block);
  return grown;
}

int posix_memalign(void **out, size_t align, size_t size) {
  const int own = is_library(__builtin_return_address(0));
  void *block = own && fails(size) ? NULL : __libc_memalign(align, size);
  if (!block) return ENOMEM;
  *out = own ? made(block) : block;
  return 0;
}

void *aligned_alloc(size_t align, size_t size) {
  const int own = is_library(__builtin_return_address(0));
  void *block = own && fails(size) ? NULL : __libc_memalign(align, size);
  return own ? made(block) : block;
}

void free(void *block) {
  if (block) forget(block);
  __libc_free(block);
}
