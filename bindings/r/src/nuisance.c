/* Learners of the probabilities of labels. Arrays are row-major vectors; R turns them. */
#include "duelr.h"

/* list: named by the fields of duel_nuisance_options; contexts: of gars_contexts(), without mu. */
SEXP r_nuisance(SEXP list, SEXP contexts)
{
    SEXP features = field(list, "features"), predictions = field(list, "predictions");
    size_t strides[4];
    duel_watch watched = watch_new(field(contexts, "progress"));
    PROTECT(watched.failure);
    SEXP pointer = PROTECT(nuisance_pointer());
    duel_gars_contexts of = contexts_of(contexts, strides, &watched);
    duel_nuisance_options options = {0};
    options.struct_size = sizeof options;
    options.items = (size_t) Rf_asReal(field(list, "items"));
    options.categories = (size_t) Rf_asReal(field(list, "categories"));
    options.pairs = Rf_asInteger(field(list, "pairs"));
    options.learner = Rf_asInteger(field(list, "learner"));
    options.propensities = Rf_asInteger(field(list, "propensities"));
    options.folds = Rf_asInteger(field(list, "folds"));
    options.ridge = Rf_asReal(field(list, "ridge"));
    options.seed = (uint64_t) Rf_asReal(field(list, "seed"));
    options.linear_count = (size_t) Rf_asReal(field(list, "linear"));
    if (features != R_NilValue) {
        options.features = REAL(features);
        options.feature_count = (size_t) XLENGTH(features) / of.length;
    }
    size_t square = of.length * options.items * options.items;
    if (predictions != R_NilValue) {
        options.predictions = REAL(predictions);
        options.prediction_count = (size_t) XLENGTH(predictions) / square;
    }
    duel_nuisance *nuisance = NULL;
    check_watched(duel_nuisance_fit(&of, &options, &nuisance), &watched);
    R_SetExternalPtrAddr(pointer, nuisance);
    duel_nuisance_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_nuisance_info(nuisance, &info));
    const fact facts[] = {
        {"contexts", (double) info.contexts}, {"folds", (double) info.folds},
        {"log_loss", info.log_loss}, {"frequency_loss", info.frequency_loss},
        {"fallbacks", (double) info.fallbacks}, {"unlabelled", (double) info.unlabelled}};
    const char *names[] = {"handle", "facts", "settings", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, pointer);
    SET_VECTOR_ELT(out, 1, FACTS(facts));
    SEXP held = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = duel_nuisance_settings(nuisance, &table);
    SET_VECTOR_ELT(out, 2, framed(held, table, status, NULL));
    UNPROTECT(4);
    return out;
}

static duel_nuisance_facts facts_of(const duel_nuisance *nuisance)
{
    duel_nuisance_facts facts = {0};
    facts.struct_size = sizeof facts;
    check(duel_nuisance_info(nuisance, &facts));
    return facts;
}

/* first: from zero. */
SEXP r_nuisance_predict(SEXP pointer, SEXP first, SEXP count)
{
    const duel_nuisance *from = nuisance_of(pointer);
    duel_nuisance_facts facts = facts_of(from);
    size_t n = (size_t) Rf_asReal(count), size = n * facts.items * facts.items * facts.categories;
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(size)));
    check(duel_nuisance_predict(from, (size_t) Rf_asReal(first), n, REAL(out), size));
    UNPROTECT(1);
    return out;
}

SEXP r_nuisance_propensities(SEXP pointer, SEXP first, SEXP count)
{
    const duel_nuisance *from = nuisance_of(pointer);
    duel_nuisance_facts facts = facts_of(from);
    size_t n = (size_t) Rf_asReal(count), size = n * facts.items * facts.items;
    SEXP out = PROTECT(Rf_allocVector(REALSXP, extent(size)));
    check(duel_nuisance_propensities(from, (size_t) Rf_asReal(first), n, REAL(out), size));
    UNPROTECT(1);
    return out;
}
