/* Replicates of a model. */
#include "duelr.h"

/* list: choices and numbers are named by the fields of duel_bootstrap_options (R/bootstrap.R). */
SEXP r_bootstrap(SEXP model, SEXP list)
{
    SEXP out = PROTECT(bootstrap_pointer());
    SEXP choices = field(list, "choices"), numbers = field(list, "numbers");
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_bootstrap_options options = {0};
    options.struct_size = sizeof options;
    options.by = Rf_asInteger(field(choices, "by"));
    options.weights = Rf_asInteger(field(choices, "weights"));
    options.one_step = Rf_asInteger(field(choices, "one_step"));
    options.threads = Rf_asInteger(field(choices, "threads"));
    options.replicates = (size_t) Rf_asReal(field(numbers, "replicates"));
    options.seed = (uint64_t) Rf_asReal(field(numbers, "seed"));
    options.progress = watch;
    options.user = &watched;
    duel_bootstrap *bootstrap = NULL;
    check_watched(duel_bootstrap_new(model_of(model), &options, &bootstrap), &watched);
    R_SetExternalPtrAddr(out, bootstrap);
    UNPROTECT(2);
    return out;
}

static duel_bootstrap_facts facts_of(SEXP bootstrap)
{
    duel_bootstrap_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_bootstrap_info(bootstrap_of(bootstrap), &info));
    return info;
}

SEXP r_bootstrap_facts(SEXP bootstrap)
{
    duel_bootstrap_facts info = facts_of(bootstrap);
    const fact facts[] = {
        {"drawn", (double) info.drawn}, {"used", (double) info.used},
        {"disconnected", (double) info.disconnected}, {"separated", (double) info.separated},
        {"undetermined", (double) info.undetermined}, {"flat", (double) info.flat},
        {"not_converged", (double) info.not_converged}, {"by", (double) info.by}};
    return FACTS(facts);
}

/* model: that of the bootstrap, which knows how many values a quantity has. */
SEXP r_bootstrap_get(SEXP bootstrap, SEXP model, SEXP what)
{
    size_t rows = facts_of(bootstrap).used;
    size_t columns = size_of(model_of(model), Rf_asInteger(what));
    double *out = doubles(rows * columns);
    check(duel_bootstrap_get(bootstrap_of(bootstrap), Rf_asInteger(what), out, rows * columns));
    return matrix(out, rows, columns);
}
