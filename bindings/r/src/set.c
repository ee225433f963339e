/* Accessors of sets: counts, names, the set of a model. */
#include "duelr.h"

SEXP r_set_count(SEXP set, SEXP kind)
{
    return Rf_ScalarReal((double) duel_set_count(set_in(set), int32_in(kind, "kind")));
}

SEXP r_set_names(SEXP set, SEXP kind)
{
    const duel_set *from = set_in(set);
    int32_t which = int32_in(kind, "kind");
    size_t count = duel_set_count(from, which);
    SEXP out = PROTECT(Rf_allocVector(STRSXP, extent(count)));
    for (size_t i = 0; i < count; i++) {
        const char *name = duel_set_name(from, which, i);
        SET_STRING_ELT(out, (R_xlen_t) i, name == NULL ? NA_STRING : Rf_mkCharCE(name, CE_UTF8));
    }
    UNPROTECT(1);
    return out;
}

/* A copy, which shares its cells, so that the set outlives the model. */
SEXP r_model_set(SEXP model)
{
    SEXP out = PROTECT(set_pointer());
    duel_set *copy = NULL;
    duel_status status = duel_set_copy(duel_model_set(model_in(model)), &copy);
    R_SetExternalPtrAddr(out, copy);
    check(status);
    UNPROTECT(1);
    return out;
}

/* The name of a column as the library reads it: NULL where it is that of its role, "" for R's NULL. */
static const char *column_in(SEXP columns, const char *role)
{
    SEXP name = field(columns, role);
    if (name == R_NilValue)
        return "";
    const char *text = text_in(name, role);
    return strcmp(text, role) == 0 ? NULL : text;
}

/* Appends the rows of an Arrow stream, inside the external pointer of another package. */
SEXP r_set_append_stream(SEXP set, SEXP stream, SEXP columns, SEXP answers, SEXP meanings, SEXP importance,
                         SEXP unordered)
{
    if (TYPEOF(stream) != EXTPTRSXP)
        Rf_error("stream is no external pointer");
    duel_set *to = set_in(set);
    duel_stream_columns out = {.struct_size = sizeof out};
    out.left = column_in(columns, "left");
    out.right = column_in(columns, "right");
    out.judge = column_in(columns, "judge");
    out.context = column_in(columns, "context");
    out.score = column_in(columns, "score");
    out.outcome = column_in(columns, "outcome");
    out.weight = column_in(columns, "weight");
    out.wins = column_in(columns, "wins");
    out.losses = column_in(columns, "losses");
    out.ties = column_in(columns, "ties");
    out.both_good = column_in(columns, "both_good");
    out.both_bad = column_in(columns, "both_bad");
    out.cluster = column_in(columns, "cluster");
    out.ordered = column_in(columns, "ordered");
    out.grade = column_in(columns, "grade");
    out.unordered = Rf_asLogical(unordered) == TRUE;
    out.answers = texts_in(answers, "outcomes");
    out.meanings = int32s_in(meanings, "outcomes");
    out.answer_count = (size_t) Rf_xlength(answers);
    out.importance = Rf_asLogical(importance) == TRUE;
    check(duel_set_append_stream(to, R_ExternalPtrAddr(stream), &out));
    return R_NilValue;
}
