/* Every operation is cancelled at every progress call: the call ends with DUEL_ERR_CANCELLED, changes nothing, and gives
 * what it gave before when it is called again. And how long calls take to return.
 *
 *   cancels [full] [only=NAME]...   at a sample of the progress calls, or at all of them
 *   cancels time [where] [only=NAME]... [from=NAME] [items=N] [rows=N] [judges=N] [most=MILLISECONDS] [times=N] [longest=SECONDS]
 *
 * time: on large data; a token is raised by another thread, at 5 times, or N, of every call. longest: a call that takes longer is
 * never let run to its end, and the times are those of its first seconds. where: and where it was that a call said nothing
 * for long. */
#define _GNU_SOURCE
#include "check.h"
#include "faults.h"

#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NAMES = 200 };

/* A time by the clock; by the work of this process; and how long the thread that calls could have worked but another
 * program did. */
typedef struct {
  double clock, work, kept_waiting;
} moment;

/* The call that is being tried: when it began, what it has told, and when it was last heard of. */
static struct {
  int inside;
  size_t calls, refuse_at;
  moment began, heard, ended;
  double silence;
} now;

static double seconds(clockid_t which) {
  struct timespec at;
  clock_gettime(which, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* The thread that calls is the first one, whoever asks. 0 where the system does not tell. */
static double kept_waiting(void) {
  static int file = -1;
  char text[96] = "";
  unsigned long long worked = 0, waited = 0;
  if (file < 0) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/task/%ld/schedstat", (long)getpid());
    file = open(name, O_RDONLY);
  }
  if (file >= 0 && pread(file, text, sizeof text - 1, 0) > 0) sscanf(text, "%llu %llu", &worked, &waited);
  return 1e-9 * (double)waited;
}

static moment present(void) {
  moment at;
  at.kept_waiting = kept_waiting();
  at.clock = seconds(CLOCK_MONOTONIC);
  at.work = seconds(CLOCK_PROCESS_CPUTIME_ID);
  return at;
}

/* The time that passed, but not while the machine served others; or all threads' work if that is less. */
static double between(moment from, moment to) {
  const double passed = to.clock - from.clock - (to.kept_waiting - from.kept_waiting), worked = to.work - from.work;
  return worked < passed ? worked : passed;
}

static void quiet_until(moment at) {
  const double silence = between(now.heard, at);
  if (silence > now.silence) now.silence = silence;
  now.heard = at;
}

static int heard(const duel_progress *told, void *user) {
  (void)told;
  (void)user;
  if (!now.inside) return 0;
  quiet_until(present());
  return ++now.calls == now.refuse_at;
}

void fault_begin(void) {
  now.inside = 1;
  now.heard = present();
  if (now.began.clock == 0.0) now.began = now.heard;
}

void fault_end(void) {
  now.inside = 0;
  quiet_until(now.ended = present());
}

static duel_status run(const operation *one, world *w, size_t refuse_at) {
  memset(&now, 0, sizeof now);
  now.refuse_at = refuse_at;
  w->wrong = 0;
  w->digest = FAULTS_START;
  return one->run(w);
}

/* Objects that no call may change. */
static uint64_t state(world *w) {
  const duel_model *const models[] = {w->plain, w->nested, w->judged, w->sloped, w->rival};
  const uint64_t kept = w->digest;
  uint64_t found;
  size_t i;
  duel_set *copy = NULL;
  w->digest = FAULTS_START;
  for (i = 0; i < sizeof models / sizeof *models; i++) {
    duel_model *same = NULL;
    if (duel_model_share(models[i], &same) || see_model(w, same)) exit(2);
  }
  if (duel_set_copy(w->set, &copy) || see_set(w, copy)) exit(2);
  if (duel_bootstrap_get(w->bootstrap, DUEL_QUANTITY_SCORES, NULL, w->room[0], w->capacity)) exit(2);
  see_bytes(w, w->room[0], 100 * w->items * sizeof(double));
  found = w->digest;
  w->digest = kept;
  return found;
}

/* The operations that are asked for; none: all. */
static const char *only[NAMES];
static size_t only_count;

static int asked_for(const char *name) {
  size_t i;
  for (i = 0; i < only_count && strcmp(only[i], name); i++) continue;
  return only_count == 0 || i < only_count;
}

static void cancelled_everywhere(const operation *all, world *w, int every) {
  for (; all->name; all++) {
    size_t n, calls, tried = 0, served = 0;
    uint64_t before;
    if (!asked_for(all->name)) continue;
    world_refresh(w);
    before = state(w);
    w->reference = 0;
    CHECK(run(all, w, 0) == DUEL_OK && w->wrong == 0, "%s: %s", all->name, duel_last_error());
    w->reference = w->digest;
    calls = now.calls;
    for (n = 1; n <= calls; n += 1 + (every ? 0 : n / 3)) {
      duel_status status;
      world_refresh(w);
      status = run(all, w, n);
      tried++;
      if (now.calls < n) {
        /* With threads the calls are not as many each time. */
        served++;
        CHECK(status == DUEL_OK && w->digest == w->reference, "%s: another result", all->name);
        continue;
      }
      CHECK(status == DUEL_ERR_CANCELLED, "%s, call %lu: %s, \"%s\"", all->name, (unsigned long)n,
            duel_status_name(status), duel_last_error());
      CHECK(now.calls == n, "%s, call %lu: %lu calls", all->name, (unsigned long)n, (unsigned long)now.calls);
      CHECK(w->wrong == 0, "%s, call %lu: something was changed", all->name, (unsigned long)n);
      CHECK(run(all, w, 0) == DUEL_OK && w->digest == w->reference, "%s, call %lu: not the same again, %s", all->name,
            (unsigned long)n, duel_last_error());
    }
    CHECK(state(w) == before, "%s: changed what it was given", all->name);
    printf("%-36s %6lu progress calls, %5lu cancelled, %lu ended before\n", all->name, (unsigned long)calls,
           (unsigned long)(tried - served), (unsigned long)served);
  }
}

/* ---- Where a call says nothing for long ------------------------------------------------------ */

static double patience, shown;

static void look(int signal) {
  void *frames[40];
  (void)signal;
  if (!now.inside || between(now.heard, present()) < patience || shown == now.heard.clock) return;
  shown = now.heard.clock;
  backtrace_symbols_fd(frames, backtrace(frames, 40), 1);
  if (write(1, "\n", 1) != 1) exit(2);
}

static void watch(double most) {
  const struct itimerval often = {{0, 10000}, {0, 10000}};
  struct sigaction action;
  void *frame[1];
  /* Loads what it needs. */
  backtrace(frame, 1);
  memset(&action, 0, sizeof action);
  action.sa_handler = look;
  action.sa_flags = SA_RESTART;
  patience = 0.8 * most;
  if (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &often, NULL)) exit(2);
}

/* The operation to begin with, until it has come. */
static const char *from;

/* ---- How long calls take to return ----------------------------------------------------------- */

static double raise_after;
static moment raised_at;
static volatile int over;

/* A time from the start of the call; what an operation needs first is none of it. */
static void *raise_later(void *unused) {
  (void)unused;
  while (now.began.clock == 0.0 || seconds(CLOCK_MONOTONIC) < now.began.clock + raise_after) {
    if (over) return NULL;
    usleep(500);
  }
  raised_at = present();
  duel_cancel_raise(fault_token);
  return NULL;
}

static void new_token(void) {
  duel_cancel_free(fault_token);
  fault_token = NULL;
  if (duel_cancel_new(&fault_token)) exit(2);
}

/* Runs an operation whose call is cancelled after a time; how long it took to return. */
static double cancelled_after(const operation *one, world *w, double after, duel_status *status) {
  pthread_t thread;
  double took = 0.0;
  new_token();
  world_refresh(w);
  raise_after = after;
  over = 0;
  memset(&now, 0, sizeof now);
  if (pthread_create(&thread, NULL, raise_later, NULL)) exit(2);
  *status = run(one, w, 0);
  over = 1;
  pthread_join(thread, NULL);
  if (*status == DUEL_ERR_CANCELLED) took = between(raised_at, now.ended);
  return took;
}

static void timed(const operation *all, world *w, int times, double most, double patient) {
  for (; all->name; all++) {
    double whole, silence, longest = 0.0;
    size_t calls;
    duel_status status;
    int i, cancelled = 0;
    if (from && !strcmp(all->name, from)) from = NULL;
    if (from || !asked_for(all->name)) continue;
    longest = cancelled_after(all, w, patient, &status);
    if (status != DUEL_OK && status != DUEL_ERR_CANCELLED)
      printf("%-36s %s: %s\n", all->name, duel_status_name(status), duel_last_error());
    whole = now.ended.clock - now.began.clock;
    silence = now.silence;
    calls = now.calls;
    for (i = 0; i < times && whole > 0.02; i++) {
      const double took = cancelled_after(all, w, whole * (i + 0.5) / times, &status);
      cancelled += status == DUEL_ERR_CANCELLED;
      if (took > longest) longest = took;
    }
    printf("%-36s %9.1f ms, %6lu progress calls, longest silence %8.1f ms, %d of %d cancelled, longest return %7.1f ms%s\n",
           all->name, 1e3 * whole, (unsigned long)calls, 1e3 * silence, cancelled, i, 1e3 * longest,
           silence > most && calls ? " SLOW" : "");
    fflush(stdout);
    CHECK(longest <= most, "%s: %.0f ms to return", all->name, 1e3 * longest);
    CHECK(!calls || silence <= most, "%s: %.0f ms without a progress call", all->name, 1e3 * silence);
  }
}

int main(int argc, char **argv) {
  size_t items = 6, rows = 240, judges = 4;
  double most = 0.1, patient = 1e9;
  int every = 0, times = 0, tries = 5, where = 0, i;
  world *w;
  for (i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "full")) every = 1;
    else if (!strcmp(argv[i], "time")) times = 1, items = 1500, rows = 60000, judges = 10;
    else if (!strcmp(argv[i], "where")) where = 1;
    else if (!strncmp(argv[i], "only=", 5) && only_count < NAMES) only[only_count++] = argv[i] + 5;
    else if (!strncmp(argv[i], "times=", 6)) tries = (int)strtol(argv[i] + 6, NULL, 10);
    else if (!strncmp(argv[i], "from=", 5)) from = argv[i] + 5;
    else if (!strncmp(argv[i], "items=", 6)) items = strtoul(argv[i] + 6, NULL, 10);
    else if (!strncmp(argv[i], "rows=", 5)) rows = strtoul(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "judges=", 7)) judges = strtoul(argv[i] + 7, NULL, 10);
    else if (!strncmp(argv[i], "longest=", 8)) patient = strtod(argv[i] + 8, NULL);
    else if (!strncmp(argv[i], "most=", 5)) most = 1e-3 * strtod(argv[i] + 5, NULL);
    else return 2;
  }
  w = world_of(items, rows, judges);
  fault_heard = heard;
  if (where) watch(most);
  for (i = 0; i < 5; i++) {
    const operation *const all[] = {set_operations, fit_operations, model_operations, claim_operations, other_operations};
    if (times) timed(all[i], w, tries, most, patient);
    else cancelled_everywhere(all[i], w, every);
  }
  duel_cancel_free(fault_token);
  return checks_end();
}
