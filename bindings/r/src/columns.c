/* Columns of R as columns of the library. R's side (rows_list() in R/data.R) has made factors of
 * all names, dropped what is missing and coerced every column to the type read here. */
#include "duelr.h"

/* A factor as pointers to its levels: names, so that sets of different sessions can be merged. */
static duel_column names_column(SEXP codes, const char **names, R_xlen_t count)
{
    duel_column column = {0};
    if (codes == R_NilValue)
        return column;
    const int *code = INTEGER(codes);
    R_xlen_t length = XLENGTH(codes);
    const char **out = (const char **) R_alloc(length > 0 ? (size_t) length : 1, sizeof *out);
    for (R_xlen_t i = 0; i < length; i++) {
        if (code[i] < 1 || code[i] > count)
            Rf_error("missing name in row %lld", (long long) i + 1);
        out[i] = names[code[i] - 1];
    }
    column.data = out;
    column.type = DUEL_TYPE_TEXT;
    return column;
}

static duel_column factor_column(SEXP rows, const char *name, const char *levels)
{
    SEXP codes = field(rows, name), names = field(rows, levels);
    return names_column(codes, codes == R_NilValue ? NULL : utf8(names), Rf_xlength(names));
}

static duel_column number_column(SEXP values)
{
    duel_column column = {0};
    if (values == R_NilValue)
        return column;
    if (TYPEOF(values) == INTSXP) {
        column.data = INTEGER(values);
        column.type = DUEL_TYPE_I32;
    } else {
        column.data = REAL(values);
        column.type = DUEL_TYPE_F64;
    }
    return column;
}

/* Column `index` of a column-major matrix, or no column. */
static duel_column matrix_column(SEXP counts, int index)
{
    duel_column column = {0};
    if (counts == R_NilValue || index >= Rf_ncols(counts))
        return column;
    column.data = REAL(counts) + (size_t) index * (size_t) Rf_nrows(counts);
    column.type = DUEL_TYPE_F64;
    return column;
}

duel_rows rows_of(SEXP rows)
{
    duel_rows out = {0};
    out.struct_size = sizeof out;
    out.length = (size_t) XLENGTH(field(rows, "left"));
    SEXP items = field(rows, "items");
    const char **names = utf8(items);
    out.left = names_column(field(rows, "left"), names, XLENGTH(items));
    out.right = names_column(field(rows, "right"), names, XLENGTH(items));
    out.judge = factor_column(rows, "judge", "judges");
    out.context = factor_column(rows, "context", "contexts");
    out.score = number_column(field(rows, "score"));
    out.outcome = number_column(field(rows, "outcome"));
    out.weight = number_column(field(rows, "weight"));
    SEXP counts = field(rows, "counts");
    out.wins = matrix_column(counts, 0);
    out.losses = matrix_column(counts, 1);
    out.ties = matrix_column(counts, 2);
    out.both_good = matrix_column(counts, 3);
    out.both_bad = matrix_column(counts, 4);
    SEXP importance = field(rows, "importance");
    out.importance = importance != R_NilValue && Rf_asLogical(importance) == TRUE;
    return out;
}
