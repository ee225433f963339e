/* Memory is refused to every operation at every request: each call ends with DUEL_ERR_MEMORY or with what it gives
 * otherwise, prints nothing, loses nothing, changes nothing, and does its work when it is called again.
 *
 *   faults [full] [small | large | limit | wide] [say] [only=OPERATION | only=FAMILY] [items=N] [rows=N] [from=BYTES]
 *
 * full: each of the first 4 096 requests and a sample of those after, not a sample of all, and more data; of wide, more of the sample
 * and more operations. large: many
 * items, and only requests of 32 KiB or more. wide: so many items, judges and contexts that lists of them are above 1 MiB,
 * and only such requests, which no reserve serves. limit: the address space is limited instead. say: what failed, and how far
 * it is. */
#define _GNU_SOURCE
#include "check.h"
#include "failing_malloc.h"
#include "faults.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* STACK: what SECURITY.md says that a call needs. EVERY: requests of which full passes over none. */
enum { SECONDS = 120, WORST = 400, STACK = 512 << 10, EVERY = 4096 };

/* The results of refusals. */
typedef struct {
  size_t tried, refused, served, ended, hung, status, result, later, leaked, changed, printed;
  /* The most requests, and bytes, that one call asked for after memory had ended. */
  size_t requests, bytes;
} tally;

/* How far a child has come, which its parent reads when the child is dead. */
typedef struct {
  tally sum;
  size_t next;
  int done;
  char note[WORST];
} progress;

static progress *shared;
static int every, limited, wide, said;
static size_t smallest, nth, spare;
static int lasting;

static size_t mapped(void) {
  char text[64] = "";
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0 || read(file, text, sizeof text - 1) <= 0) exit(2);
  close(file);
  return strtoul(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

static void limit(size_t bytes) {
  struct rlimit most;
  getrlimit(RLIMIT_AS, &most);
  most.rlim_cur = bytes ? bytes : most.rlim_max;
  setrlimit(RLIMIT_AS, &most);
}

void fault_begin(void) {
  if (limited) {
    if (spare != SIZE_MAX) limit(mapped() + spare);
  } else {
    faults_on();
  }
}

void fault_end(void) {
  if (limited) limit(0);
  else faults_off();
}

static void plan(size_t n) {
  nth = n;
  spare = SIZE_MAX;
  if (limited) {
    /* Free memory of the heap is given back first, so that the limit is one. */
    malloc_trim(0);
    if (n) spare = n < 2 ? 0 : (size_t)65536 << (n - 2);
  } else {
    faults_plan(n, smallest, lasting);
  }
}

static void note(const operation *one, const char *what, duel_status status) {
  snprintf(shared->note, WORST, "%s, %s %lu: %s, %s, \"%.200s\"", one->name, lasting ? "from" : "only",
           (unsigned long)nth, what, duel_status_name(status), duel_last_error());
  if (said) printf("  %s\n", shared->note), fflush(stdout);
}

/* One refusal, and the same call again; 0 if there was nothing left to refuse. */
static int attempt(const operation *one, world *w, size_t n) {
  duel_status status;
  plan(n);
  w->wrong = 0;
  w->digest = FAULTS_START;
  status = one->run(w);
  if (limited ? status == DUEL_OK && w->digest == w->reference : faults_failed() == 0) return 0;
  if (!limited) {
    if (faults_failed() > shared->sum.requests) shared->sum.requests = faults_failed();
    if (faults_failed_bytes() > shared->sum.bytes) shared->sum.bytes = faults_failed_bytes();
    if (said && faults_failed() > 200) note(one, "many requests afterwards", status);
  }
  shared->sum.tried++;
  if (status == DUEL_ERR_MEMORY) shared->sum.refused++;
  else if (status != DUEL_OK) shared->sum.status++, note(one, "status", status);
  else if (w->digest == w->reference) shared->sum.served++;
  else shared->sum.result++, note(one, "another result", status);
  if (w->wrong) shared->sum.changed++, note(one, "a refused call changed something", status);
  plan(0);
  w->digest = FAULTS_START;
  status = one->run(w);
  if (status != DUEL_OK || w->digest != w->reference) shared->sum.later++, note(one, "when called again", status);
  return 1;
}

/* The operation, and the world, of a child. */
typedef struct {
  const operation *one;
  world *w;
} task;

/* In a child: from the place where the last one ended on. */
static void *go_on(void *of) {
  const operation *const one = ((const task *)of)->one;
  world *const w = ((const task *)of)->w;
  long live;
  int twice;
  w->reference = 0;
  for (twice = 0; twice < 2; twice++) {
    world_refresh(w);
    plan(0);
    if (one->run(w) != DUEL_OK || (twice && w->digest != w->reference)) {
      note(one, "without refusals", w->status);
      _exit(3);
    }
    w->reference = w->digest;
  }
  world_refresh(w);
  live = faults_live();
  for (;;) {
    const size_t n = shared->next;
    alarm(SECONDS);
    /* Some calls ask for memory a hundred thousand times. */
    shared->next = n + 1 + (limited ? 0 : n / (wide ? 1 + every : every ? EVERY : 6));
    if (!attempt(one, w, n)) break;
    world_refresh(w);
    if (faults_live() != live) {
      shared->sum.leaked++;
      live = faults_live();
      note(one, "lost memory", DUEL_OK);
    }
  }
  shared->done = 1;
  _exit(0);
}

/* On a stack that has its full size from the start. The first one of a process grows when it is used, and under a limit of
 * the address space the system ends a process for that, whoever uses it. */
static void go_on_apart(const operation *one, world *w) {
  pthread_attr_t attributes;
  pthread_t thread;
  task of;
  of.one = one;
  of.w = w;
  if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK)) _exit(4);
  if (pthread_create(&thread, &attributes, go_on, &of) == 0) pthread_join(thread, NULL);
  _exit(5);
}

/* All refusals of an operation; a child that dies is replaced. */
static void each(const operation *one, world *w, int kept) {
  char name[] = "/tmp/faults-XXXXXX", line[WORST];
  const int errors = mkstemp(name);
  lasting = kept;
  shared->next = 1;
  shared->done = 0;
  unlink(name);
  while (!shared->done) {
    const size_t before = shared->next;
    ssize_t length;
    int status = 0;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
      dup2(errors, 2);
      go_on_apart(one, w);
    }
    waitpid(child, &status, 0);
    length = pread(errors, line, sizeof line - 1, 0);
    line[length < 0 ? 0 : length] = 0;
    if (length > 0) shared->sum.printed++;
    if (ftruncate(errors, 0) || lseek(errors, 0, SEEK_SET)) exit(2);
    if (WIFSIGNALED(status)) {
      shared->sum.tried++;
      shared->sum.ended++;
      if (WTERMSIG(status) == SIGALRM) shared->sum.hung++;
      snprintf(shared->note, WORST, "%s, %s %lu: ended by signal %d, \"%.200s\"", one->name, kept ? "from" : "only",
               (unsigned long)shared->next - 1, WTERMSIG(status), line);
      if (said) printf("  %s\n", shared->note);
      /* It has tried nothing, and so would the next one. */
      if (shared->next == before) break;
    } else if (!shared->done) {
      CHECK(0, "%s: %s", one->name, shared->note);
      break;
    }
  }
  close(errors);
}

/* Whether a list has how a name begins. */
static int has(const char *const *list, const char *name) {
  for (; list && *list; list++) {
    if (!strncmp(*list, name, strlen(*list))) return 1;
  }
  return 0;
}

static void family(const char *name, const operation *all, world *w, const char *const *but, const char *only) {
  const tally zero = {0};
  size_t count = 0;
  const tally *sum = &shared->sum;
  shared->sum = zero;
  shared->note[0] = 0;
  for (; all->name; all++) {
    if (only && strcmp(all->name, only) && strcmp(name, only)) continue;
    if (has(but, all->name)) continue;
    count++;
    each(all, w, 1);
    if (!limited) each(all, w, 0);
    if (said) printf("  %s: %lu refusals so far\n", all->name, (unsigned long)sum->tried), fflush(stdout);
  }
  if (!count) return;
  printf("%-8s %3lu operations, %6lu refusals: %6lu DUEL_ERR_MEMORY, %5lu served, %lu ended the process (%lu hung), "
         "%lu other statuses, %lu other results, %lu changed, %lu not again, %lu lost memory, %lu printed; at most %lu "
         "requests of %lu bytes after the first refusal\n",
         name, (unsigned long)count, (unsigned long)sum->tried, (unsigned long)sum->refused,
         (unsigned long)sum->served, (unsigned long)sum->ended, (unsigned long)sum->hung, (unsigned long)sum->status,
         (unsigned long)sum->result, (unsigned long)sum->changed, (unsigned long)sum->later,
         (unsigned long)sum->leaked, (unsigned long)sum->printed, (unsigned long)sum->requests,
         (unsigned long)sum->bytes);
  CHECK(sum->refused > 0, "%s: nothing was refused", name);
  CHECK(sum->refused + sum->served == sum->tried, "%s", shared->note);
  CHECK(!sum->ended && !sum->printed, "%s", shared->note);
  CHECK(!sum->changed && !sum->later && !sum->leaked, "%s", shared->note);
}

/* Long lists: of judges and contexts, and of items. Left out is what has no model, is quadratic in them, or is tried elsewhere;
 * and, but in full, what writes all of a set, which takes long. */
static void long_lists(const char *only) {
  static const char *const never[] = {"model_simulate", "set_agreement", "set_krippendorff", "set_triads", "set_together",
                                      "set_worth", "set_families", "set_effective", "map_", "tree_",
                                      "rankings_", "matrix_", "nuisance_fit, spline", "nuisance_fit, trees",
                                      "nuisance_propensities", "gars_d_optimal", NULL};
  static const char *const slow[] = {"model_simulate", "set_agreement", "set_krippendorff", "set_triads", "set_together",
                                     "set_worth", "set_families", "set_effective", "map_", "tree_",
                                     "rankings_", "matrix_", "nuisance_fit, spline", "nuisance_fit, trees",
                                     "nuisance_propensities", "gars_", "set_append", "set_resample", "set_split",
                                     "set_merge", "set_save", "set_load", "set_copy", "set_filter", "set_forget",
                                     "set_intern", "set_covariate", "table_", NULL};
  world *w;
  smallest = 1 << 20;
  w = world_wide(8, 150000, 140000, 140000);
  family("judges", set_operations, w, every ? never : slow, only);
  family("contexts", other_operations, w, every ? never : slow, only);
  w = world_wide(140000, 280000, 2, 1000);
  family("items", set_operations, w, every ? never : slow, only);
  family("long", wide_operations, w, NULL, only);
}

int main(int argc, char **argv) {
  size_t items = 6, rows = 240;
  const char *only = NULL;
  world *w;
  int i;
  for (i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "full")) every = 1;
    else if (!strcmp(argv[i], "small")) continue;
    else if (!strcmp(argv[i], "large")) items = every ? 120 : 60, rows = every ? 20000 : 5000, smallest = 32768;
    else if (!strcmp(argv[i], "limit")) limited = 1, items = every ? 800 : 100, rows = every ? 20000 : 3000;
    else if (!strcmp(argv[i], "wide")) wide = 1;
    else if (!strcmp(argv[i], "say")) said = 1;
    else if (!strncmp(argv[i], "only=", 5)) only = argv[i] + 5;
    else if (!strncmp(argv[i], "items=", 6)) items = strtoul(argv[i] + 6, NULL, 10);
    else if (!strncmp(argv[i], "rows=", 5)) rows = strtoul(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "from=", 5)) smallest = strtoul(argv[i] + 5, NULL, 10);
    else return 2;
  }
  /* One arena: another one would have its address space beforehand. */
  if (limited) mallopt(M_MMAP_THRESHOLD, 65536), mallopt(M_ARENA_MAX, 1);
  if (!faults_ready()) {
    CHECK(0, "libduel is not a shared library here");
    return checks_end();
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 2;
  if (wide) {
    long_lists(only);
    return checks_end();
  }
  w = world_of(items, rows, 4);
  family("sets", set_operations, w, NULL, only);
  family("fits", fit_operations, w, NULL, only);
  family("models", model_operations, w, NULL, only);
  family("claims", claim_operations, w, NULL, only);
  family("others", other_operations, w, NULL, only);
  return checks_end();
}
