/* Estimates: a quantity of a model, or a functional of nonparametric scores, and what is asked of either. */
#include "duelr.h"
#include "model_tables.h"

/* An estimate under the options of a question, with room for a table that answers. */
typedef struct {
    question asked;
    SEXP estimate_held, table_held;
    duel_estimate *estimate;
    duel_table *table;
} inquiry;

/* source: a model, and what a quantity; or nonparametric scores, and what the number of a functional (from zero, -1:
 * all) and an estimator. Leaves three objects for end() to unprotect. */
static void begin(inquiry *of, SEXP source, SEXP what, SEXP options)
{
    const int *choice = INTEGER(what);
    ask(&of->asked, options);
    of->estimate_held = PROTECT(estimate_pointer());
    of->table_held = PROTECT(table_pointer());
    of->estimate = NULL;
    of->table = NULL;
    duel_status status = is_gars(source)
        ? duel_gars_estimate(gars_of(source), choice[0], choice[1], &of->asked.options, &of->estimate)
        : duel_model_estimate(model_of(source), choice[0], &of->asked.options, &of->estimate);
    R_SetExternalPtrAddr(of->estimate_held, of->estimate);
    check_watched(status, &of->asked.watched);
}

static void end(inquiry *of)
{
    R_ClearExternalPtr(of->estimate_held);
    duel_estimate_free(of->estimate);
    UNPROTECT(3);
}

/* Ends with the table as a data frame; status is that of the function which handed it over. */
static SEXP frame(inquiry *of, duel_status status)
{
    R_SetExternalPtrAddr(of->table_held, of->table);
    check_watched(status, &of->asked.watched);
    SEXP out = frame_of(of->table_held);
    end(of);
    return out;
}

static size_t values_of(const inquiry *of)
{
    duel_estimate_facts facts = {0};
    facts.struct_size = sizeof facts;
    check(duel_estimate_info(of->estimate, &facts));
    return facts.values;
}

/* The number of contrasts. rows: the matrix L as R holds it, transposed on R's side, so that its memory is
 * row-major. */
static size_t contrasts_of(const inquiry *of, SEXP rows)
{
    if ((size_t) Rf_nrows(rows) != values_of(of))
        Rf_error("a contrast has one weight for each value");
    return (size_t) Rf_ncols(rows);
}

SEXP r_estimate_values(SEXP source, SEXP what, SEXP options)
{
    inquiry of;
    begin(&of, source, what, options);
    return frame(&of, duel_estimate_values(of.estimate, &of.table));
}

SEXP r_estimate_covariance(SEXP source, SEXP what, SEXP options)
{
    inquiry of;
    begin(&of, source, what, options);
    size_t count = values_of(&of);
    SEXP out = PROTECT(square(count));
    /* symmetric, so row-major is column-major */
    check_watched(duel_estimate_covariance(of.estimate, REAL(out), count * count), &of.asked.watched);
    UNPROTECT(1);
    end(&of);
    return out;
}

/* The covariance of the contrasts is an attribute. */
SEXP r_estimate_contrasts(SEXP source, SEXP what, SEXP options, SEXP rows)
{
    SEXP covariance = PROTECT(square((size_t) Rf_ncols(rows)));
    inquiry of;
    begin(&of, source, what, options);
    size_t count = contrasts_of(&of, rows);
    check_watched(duel_estimate_contrast_covariance(of.estimate, REAL(rows), count, REAL(covariance),
                                                    count * count), &of.asked.watched);
    SEXP out = PROTECT(frame(&of, duel_estimate_contrasts(of.estimate, REAL(rows), count, &of.table)));
    Rf_setAttrib(out, Rf_install("covariance"), covariance);
    UNPROTECT(2);
    return out;
}

/* null: a number for each contrast. */
SEXP r_estimate_tests(SEXP source, SEXP what, SEXP options, SEXP rows, SEXP null, SEXP adjustment)
{
    inquiry of;
    begin(&of, source, what, options);
    size_t count = contrasts_of(&of, rows);
    duel_test_options how = {0};
    how.struct_size = sizeof how;
    how.adjustment = Rf_asInteger(adjustment);
    how.null = REAL(null);
    how.null_count = (size_t) XLENGTH(null);
    return frame(&of, duel_estimate_tests(of.estimate, REAL(rows), count, &how, &of.table));
}

/* reference: counted from one, or NULL for all pairs. */
SEXP r_estimate_pairs(SEXP source, SEXP what, SEXP options, SEXP reference, SEXP adjustment)
{
    inquiry of;
    begin(&of, source, what, options);
    duel_pair_options how = {0};
    how.struct_size = sizeof how;
    how.family = DUEL_FAMILY_ALL_PAIRS;
    how.adjustment = Rf_asInteger(adjustment);
    if (reference != R_NilValue) {
        how.family = DUEL_FAMILY_TO_REFERENCE;
        how.reference = (size_t) Rf_asInteger(reference) - 1;
    }
    return frame(&of, duel_estimate_pairs(of.estimate, &how, &of.table));
}

SEXP r_estimate_ranks(SEXP source, SEXP what, SEXP options)
{
    inquiry of;
    begin(&of, source, what, options);
    return frame(&of, duel_estimate_ranks(of.estimate, &of.table));
}

/* name: that of a table which is asked of a model with nothing but options, such as "model_scores". */
SEXP r_model_table(SEXP model, SEXP name, SEXP options)
{
    const duel_model *from = model_of(model);
    const char *wanted = CHAR(STRING_ELT(name, 0));
    size_t at = 0, count = sizeof model_tables / sizeof model_tables[0];
    while (at < count && strcmp(model_tables[at].name, wanted) != 0)
        at++;
    if (at == count)
        Rf_error("there is no table %s", wanted);
    question asked;
    ask(&asked, options);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = model_tables[at].ask(from, &asked.options, &table);
    R_SetExternalPtrAddr(pointer, table);
    check_watched(status, &asked.watched);
    SEXP out = frame_of(pointer);
    UNPROTECT(2);
    return out;
}
