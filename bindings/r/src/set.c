/* Sets of comparisons. */
#include "duelr.h"

static void intern(duel_set *set, int32_t kind, SEXP names)
{
    if (names != R_NilValue && XLENGTH(names) > 0)
        check(duel_set_intern(set, kind, utf8(names), (size_t) XLENGTH(names)));
}

SEXP r_set_new(SEXP items, SEXP judges, SEXP contexts)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *set = NULL;
    check(duel_set_new(&set));
    R_SetExternalPtrAddr(out, set);
    intern(set, DUEL_KIND_ITEM, items);
    intern(set, DUEL_KIND_JUDGE, judges);
    intern(set, DUEL_KIND_CONTEXT, contexts);
    UNPROTECT(1);
    return out;
}

SEXP r_set_append(SEXP set, SEXP rows)
{
    duel_rows columns = rows_of(rows);
    check(duel_set_append(set_of(set), &columns));
    return set;
}

static duel_column text_column(SEXP names)
{
    duel_column column = {0};
    if (names == R_NilValue)
        return column;
    column.data = utf8(names);
    column.type = DUEL_TYPE_TEXT;
    return column;
}

SEXP r_set_covariate(SEXP set, SEXP name, SEXP item, SEXP context, SEXP judge, SEXP value)
{
    duel_covariate covariate = {0};
    covariate.struct_size = sizeof covariate;
    covariate.length = (size_t) XLENGTH(value);
    covariate.name = utf8(name)[0];
    covariate.item = text_column(item);
    covariate.context = text_column(context);
    covariate.judge = text_column(judge);
    covariate.value.data = REAL(value);
    covariate.value.type = DUEL_TYPE_F64;
    check(duel_set_covariate(set_of(set), &covariate));
    return set;
}

SEXP r_set_copy(SEXP set)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *copy = NULL;
    check(duel_set_copy(set_of(set), &copy));
    R_SetExternalPtrAddr(out, copy);
    UNPROTECT(1);
    return out;
}

SEXP r_set_merge(SEXP set, SEXP other)
{
    check(duel_set_merge(set_of(set), set_of(other)));
    return set;
}

SEXP r_set_save(SEXP set)
{
    size_t length = 0;
    check(duel_set_save(set_of(set), NULL, 0, &length));
    SEXP out = PROTECT(Rf_allocVector(RAWSXP, extent(length)));
    check(duel_set_save(set_of(set), RAW(out), length, &length));
    UNPROTECT(1);
    return out;
}

SEXP r_set_load(SEXP bytes)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *set = NULL;
    check(duel_set_load(RAW(bytes), (size_t) XLENGTH(bytes), &set));
    R_SetExternalPtrAddr(out, set);
    UNPROTECT(1);
    return out;
}

SEXP r_set_count(SEXP set, SEXP kind)
{
    return Rf_ScalarReal((double) duel_set_count(set_of(set), Rf_asInteger(kind)));
}

SEXP r_set_names(SEXP set, SEXP kind)
{
    const duel_set *from = set_of(set);
    int32_t which = Rf_asInteger(kind);
    size_t count = duel_set_count(from, which);
    SEXP out = PROTECT(Rf_allocVector(STRSXP, extent(count)));
    for (size_t i = 0; i < count; i++) {
        const char *name = duel_set_name(from, which, i);
        SET_STRING_ELT(out, (R_xlen_t) i, name == NULL ? NA_STRING : Rf_mkCharCE(name, CE_UTF8));
    }
    UNPROTECT(1);
    return out;
}

SEXP r_set_info(SEXP set)
{
    duel_set_facts of = {0};
    of.struct_size = sizeof of;
    check(duel_set_info(set_of(set), &of));
    const fact facts[] = {
        {"comparisons", of.comparisons}, {"left_wins", of.left_wins}, {"right_wins", of.right_wins},
        {"plain_ties", of.plain_ties}, {"both_good", of.both_good}, {"both_bad", of.both_bad},
        {"effective", of.effective}, {"repeated_contexts", (double) of.repeated_contexts},
        {"has_anonymous", of.has_anonymous}};
    return FACTS(facts);
}

/* The table that a function of a set hands out. */
static SEXP table_of(SEXP set, duel_status (*ask)(const duel_set *, duel_table **))
{
    const duel_set *from = set_of(set);
    SEXP pointer = PROTECT(table_pointer());
    duel_table *table = NULL;
    duel_status status = ask(from, &table);
    SEXP out = framed(pointer, table, status, NULL);
    UNPROTECT(1);
    return out;
}

SEXP r_set_items(SEXP set) { return table_of(set, duel_set_items); }
SEXP r_set_pairs(SEXP set) { return table_of(set, duel_set_pairs); }
SEXP r_set_cells(SEXP set) { return table_of(set, duel_set_cells); }

SEXP r_set_resample(SEXP set, SEXP by, SEXP seed)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *drawn = NULL;
    check(duel_set_resample(set_of(set), Rf_asInteger(by), (uint64_t) Rf_asReal(seed), &drawn));
    R_SetExternalPtrAddr(out, drawn);
    UNPROTECT(1);
    return out;
}

SEXP r_set_split(SEXP set, SEXP by, SEXP folds, SEXP fold, SEXP seed)
{
    const char *names[] = {"rest", "held", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, set_pointer());
    SET_VECTOR_ELT(out, 1, set_pointer());
    duel_set *rest = NULL, *held = NULL;
    check(duel_set_split(set_of(set), Rf_asInteger(by), (size_t) Rf_asReal(folds),
                         (size_t) Rf_asReal(fold), (uint64_t) Rf_asReal(seed), &rest, &held));
    R_SetExternalPtrAddr(VECTOR_ELT(out, 0), rest);
    R_SetExternalPtrAddr(VECTOR_ELT(out, 1), held);
    UNPROTECT(1);
    return out;
}

SEXP r_set_filter(SEXP set, SEXP kind, SEXP ids)
{
    SEXP out = PROTECT(set_pointer());
    size_t count = (size_t) XLENGTH(ids);
    size_t *keep = (size_t *) R_alloc(count > 0 ? count : 1, sizeof *keep);
    for (size_t i = 0; i < count; i++)
        keep[i] = (size_t) INTEGER(ids)[i] - 1;
    duel_set *kept = NULL;
    check(duel_set_filter(set_of(set), Rf_asInteger(kind), keep, count, &kept));
    R_SetExternalPtrAddr(out, kept);
    UNPROTECT(1);
    return out;
}
