/* An executable's malloc stands for that of every library: requests that come from libduel, and only these, can be
 * made to fail. For glibc, whose own functions stay to be had under other names. */
#define _GNU_SOURCE
#include "failing_malloc.h"

#include <duel.h>

#include <errno.h>
#include <link.h>
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
static atomic_long live;
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

long faults_live(void) {
  return atomic_load(&live);
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
  if (block) atomic_fetch_add(&live, 1);
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
  if (!is_library(__builtin_return_address(0))) return __libc_realloc(block, size);
  if (fails(size)) return NULL;
  return block ? __libc_realloc(block, size) : made(__libc_realloc(block, size));
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
  if (block && is_library(__builtin_return_address(0))) atomic_fetch_sub(&live, 1);
  __libc_free(block);
}
