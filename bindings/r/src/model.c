/* Models: fitted, given, simulated from; save and load; facts. */
#include "duelr.h"

static void names_of(SEXP names, const char *const **to, size_t *count)
{
    *count = (size_t) Rf_xlength(names);
    *to = *count > 0 ? utf8(names) : NULL;
}

/* options: a list made by fit_options() in R, whose choices and numbers are named by the fields of
 * duel_model_options. */
duel_model_options fit_options_of(SEXP list, duel_watch *watched)
{
    SEXP choices = field(list, "choices"), numbers = field(list, "numbers");
    SEXP fixed = field(list, "fixed");
    duel_model_options options = {0};
    options.struct_size = sizeof options;
    options.strength = Rf_asInteger(field(choices, "strength"));
    options.position = Rf_asInteger(field(choices, "position"));
    options.tie_model = Rf_asInteger(field(choices, "outcome"));
    options.ties = Rf_asInteger(field(choices, "ties"));
    options.both_bad = Rf_asInteger(field(choices, "both_bad"));
    options.threshold = Rf_asInteger(field(choices, "threshold"));
    options.sign = Rf_asInteger(field(choices, "sign"));
    options.covariance = Rf_asInteger(field(choices, "covariance"));
    options.bias_reduction = Rf_asInteger(field(choices, "bias_reduction"));
    options.accept = Rf_asInteger(field(choices, "accept"));
    options.threshold_offsets = Rf_asInteger(field(choices, "threshold_offsets"));
    options.tie_basis = Rf_asInteger(field(choices, "tie_basis"));
    options.tie_link = Rf_asInteger(field(choices, "tie_link"));
    options.below_zero = Rf_asInteger(field(choices, "below_zero"));
    options.spread = Rf_asInteger(field(choices, "spread"));
    options.bad_threshold = Rf_asInteger(field(choices, "bad_threshold"));
    options.tie_factors = Rf_asInteger(field(numbers, "tie_factors"));
    options.spread_factors = Rf_asInteger(field(numbers, "spread_factors"));
    options.restarts = Rf_asInteger(field(numbers, "restarts"));
    options.threads = Rf_asInteger(field(numbers, "threads"));
    options.tie_ridge = Rf_asReal(field(numbers, "tie_ridge"));
    options.spread_ridge = Rf_asReal(field(numbers, "spread_ridge"));
    options.seed = (uint64_t) Rf_asReal(field(numbers, "seed"));
    options.max_iterations = Rf_asInteger(field(numbers, "max_iterations"));
    options.ridge = Rf_asReal(field(numbers, "ridge"));
    options.pseudo = Rf_asReal(field(numbers, "pseudo"));
    options.tolerance = Rf_asReal(field(numbers, "tolerance"));
    options.max_bytes = (size_t) Rf_asReal(field(numbers, "max_bytes"));
    names_of(field(list, "covariates"), &options.covariates, &options.covariate_count);
    names_of(field(list, "offsets"), &options.offsets, &options.offset_count);
    options.rank = Rf_asInteger(field(numbers, "rank"));
    names_of(field(list, "sensitivity_covariates"), &options.sensitivity_covariates,
             &options.sensitivity_covariate_count);
    if (Rf_xlength(fixed) > 0) {
        options.fixed_scores = REAL(fixed);
        options.fixed_count = (size_t) XLENGTH(fixed);
    }
    options.start = model_or_null(field(list, "start"));
    options.progress = watch;
    options.user = watched;
    return options;
}

/* Options of a fit whose work others watch. */
duel_model_options fit_options_beside(SEXP list)
{
    duel_model_options options = fit_options_of(list, NULL);
    options.progress = NULL;
    return options;
}

SEXP r_fit(SEXP set, SEXP list)
{
    SEXP out = PROTECT(model_pointer());
    duel_watch watched = watch_new(field(list, "progress"));
    PROTECT(watched.failure);
    duel_model_options options = fit_options_of(list, &watched);
    duel_model *model = NULL;
    check_watched(duel_model_fit(set_of(set), &options, &model), &watched);
    R_SetExternalPtrAddr(out, model);
    UNPROTECT(2);
    return out;
}

SEXP r_given(SEXP set, SEXP list, SEXP parameters)
{
    SEXP out = PROTECT(model_pointer());
    duel_model_options options = fit_options_beside(list);
    duel_model *model = NULL;
    check(duel_model_given(set_of(set), REAL(parameters), (size_t) XLENGTH(parameters), &options, &model));
    R_SetExternalPtrAddr(out, model);
    UNPROTECT(1);
    return out;
}

/* design: a set, or NULL for the model's own data. */
SEXP r_simulate(SEXP model, SEXP design, SEXP seed)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *set = NULL;
    check(duel_model_simulate(model_of(model), set_or_null(design), (uint64_t) Rf_asReal(seed), &set));
    R_SetExternalPtrAddr(out, set);
    UNPROTECT(1);
    return out;
}

SEXP r_model_save(SEXP model)
{
    size_t length = 0;
    check(duel_model_save(model_of(model), NULL, 0, &length));
    SEXP out = PROTECT(Rf_allocVector(RAWSXP, extent(length)));
    check(duel_model_save(model_of(model), RAW(out), length, &length));
    UNPROTECT(1);
    return out;
}

SEXP r_model_load(SEXP bytes)
{
    SEXP out = PROTECT(model_pointer());
    duel_model *model = NULL;
    check(duel_model_load(RAW(bytes), (size_t) XLENGTH(bytes), &model));
    R_SetExternalPtrAddr(out, model);
    UNPROTECT(1);
    return out;
}

/* A copy, which shares its cells, so that the set outlives the model. */
SEXP r_model_set(SEXP model)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *copy = NULL;
    check(duel_set_copy(duel_model_set(model_of(model)), &copy));
    R_SetExternalPtrAddr(out, copy);
    UNPROTECT(1);
    return out;
}

size_t outcomes_of(const duel_model *model)
{
    duel_model_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_model_info(model, &info));
    if (info.both_bad == DUEL_BOTH_BAD_OUTCOME)
        return 4;
    return info.tie_model == DUEL_MODEL_BRADLEY_TERRY ? 2 : 3;
}

SEXP r_model_info(SEXP model)
{
    duel_model_facts info = {0};
    info.struct_size = sizeof info;
    check(duel_model_info(model_of(model), &info));
    const fact facts[] = {
        {"outcome", info.problems}, {"stop", info.stop}, {"iterations", info.iterations},
        {"covariance", info.covariance}, {"strength", info.strength}, {"position", info.position},
        {"outcome_law", info.tie_model}, {"ties", info.ties}, {"both_bad", info.both_bad},
        {"threshold", info.threshold}, {"items", (double) info.items},
        {"judges", (double) info.judges}, {"contexts", (double) info.contexts},
        {"cells", (double) info.cells}, {"dimension", (double) info.dimension},
        {"comparisons", info.comparisons}, {"log_likelihood", info.log_likelihood},
        {"objective", info.objective}, {"gradient", info.gradient},
        {"decrement", info.decrement}, {"step", info.step}, {"curvature", info.curvature},
        {"threshold_offsets", info.threshold_offsets}, {"tie_factors", info.tie_factors},
        {"tie_basis", info.tie_basis}, {"tie_link", info.tie_link}, {"spread", info.spread},
        {"spread_factors", info.spread_factors}, {"starts", info.starts},
        {"optima", info.optima}, {"bad_threshold", info.bad_threshold},
        {"rank", info.rank}, {"consensus", info.consensus}};
    return FACTS(facts);
}

SEXP r_model_get(SEXP model, SEXP what)
{
    const duel_model *from = model_of(model);
    size_t rows = 0, columns = 0;
    check(duel_model_shape(from, Rf_asInteger(what), &rows, &columns));
    double *values = doubles(rows * columns);
    check(duel_model_get(from, Rf_asInteger(what), values, rows * columns));
    return matrix(values, rows, columns);
}

SEXP r_model_facts_table(SEXP model, SEXP what)
{
    static const struct {
        const char *name;
        duel_status (*ask)(const duel_model *, duel_table **);
    } tables[] = {{"warnings", duel_model_warnings}, {"items", duel_model_items}, {"voters", duel_model_voters},
                  {"optima", duel_model_optima}};
    const duel_model *from = model_of(model);
    const char *name = CHAR(STRING_ELT(what, 0));
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(name, tables[i].name) != 0)
            continue;
        SEXP pointer = PROTECT(table_pointer());
        duel_table *table = NULL;
        duel_status status = tables[i].ask(from, &table);
        SEXP out = framed(pointer, table, status, NULL);
        UNPROTECT(1);
        return out;
    }
    Rf_error("a model has no table \"%s\"", name);
}
