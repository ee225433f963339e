/* Every function that is served with the arguments of operations.h, with one of its requests for memory refused: it is served
 * all the same or says DUEL_ERR_MEMORY, changes no output, and is served when it is called again. faults.c goes into
 * larger data, lasting refusals and results. */
#include "failing_malloc.h"
#include "operations.h"

static size_t tried, refused, functions;

static void refuse(const operation *one) {
  const pointers p = {0, -1, NULL, 0};
  size_t n;
  if (ended(one, &p) != DUEL_OK) return;
  functions++;
  for (n = 1;; n += 1 + n / 6) {
    duel_status status;
    size_t failed;
    fresh();
    faults_plan(n, 0, 0);
    faults_on();
    status = one->call(&p);
    faults_off();
    failed = faults_failed();
    if (status == DUEL_OK && one->end) one->end();
    if (!failed) break;
    tried++;
    refused += status == DUEL_ERR_MEMORY;
    CHECK(status == DUEL_OK || status == DUEL_ERR_MEMORY, "%s, request %lu: %s, %s", one->name, (unsigned long)n,
          duel_status_name(status), duel_last_error());
    CHECK(status == DUEL_OK || untouched(), "%s, request %lu: an output has changed", one->name, (unsigned long)n);
    EXPECT(DUEL_OK, ended(one, &p));
  }
}

int main(void) {
  size_t at;
  if (!faults_ready()) {
    CHECK(0, "libduel is not a shared library here");
    return checks_end();
  }
  make_arguments();
  for (at = 0; at < COUNT(operations); at++) refuse(&operations[at]);
  CHECK(functions > 90 && refused > functions, "%lu functions, %lu of %lu calls refused", (unsigned long)functions,
        (unsigned long)refused, (unsigned long)tried);
  free_arguments();
  return checks_end();
}
