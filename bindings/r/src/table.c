/* Tables of the library as data frames. */
#include "duelr.h"

/* Whether a row of a column has a value. */
static int is_valid(const duel_table_column *column, size_t row)
{
    return column->validity == NULL || (column->validity[row / 8] >> (row % 8) & 1);
}

static const char *label_of(const duel_table_column *column, size_t code)
{
    return code < column->label_count ? column->labels[code] : "";
}

/* Codes of items, judges and contexts become names; values of an enumeration a factor with all levels. */
static SEXP codes(const duel_table_column *column, size_t rows)
{
    const int32_t *values = column->data;
    if (column->refers != DUEL_REFERS_NONE) {
        SEXP names = PROTECT(Rf_allocVector(STRSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++) {
            SEXP name = is_valid(column, i)
                ? Rf_mkCharCE(label_of(column, (size_t) values[i]), CE_UTF8) : NA_STRING;
            SET_STRING_ELT(names, (R_xlen_t) i, name);
        }
        UNPROTECT(1);
        return names;
    }
    SEXP factor = PROTECT(Rf_allocVector(INTSXP, extent(rows)));
    for (size_t i = 0; i < rows; i++)
        INTEGER(factor)[i] = is_valid(column, i) ? values[i] + 1 : NA_INTEGER;
    SEXP levels = PROTECT(Rf_allocVector(STRSXP, extent(column->label_count)));
    for (size_t code = 0; code < column->label_count; code++)
        SET_STRING_ELT(levels, (R_xlen_t) code, Rf_mkCharCE(label_of(column, code), CE_UTF8));
    Rf_setAttrib(factor, R_LevelsSymbol, levels);
    Rf_setAttrib(factor, R_ClassSymbol, Rf_mkString("factor"));
    UNPROTECT(2);
    return factor;
}

static SEXP column_of(const duel_table *table, const duel_table_column *column, size_t rows)
{
    SEXP out;
    switch (column->type) {
    case DUEL_TYPE_F64:
        out = PROTECT(Rf_allocVector(REALSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++)
            REAL(out)[i] = ((const double *) column->data)[i];
        break;
    case DUEL_TYPE_I64:
        out = PROTECT(Rf_allocVector(REALSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++)
            REAL(out)[i] = is_valid(column, i)
                ? (double) ((const int64_t *) column->data)[i] + (column->refers == DUEL_REFERS_ROW) : NA_REAL;
        break;
    case DUEL_TYPE_BOOL:
        out = PROTECT(Rf_allocVector(LGLSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++)
            LOGICAL(out)[i] = is_valid(column, i) ? ((const uint8_t *) column->data)[i] : NA_LOGICAL;
        break;
    case DUEL_TYPE_CODE:
        out = PROTECT(codes(column, rows));
        break;
    case DUEL_TYPE_TEXT:
        out = PROTECT(Rf_allocVector(STRSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++) {
            const char *text = is_valid(column, i) ? duel_table_text(table, column->name, i) : NULL;
            SET_STRING_ELT(out, (R_xlen_t) i, text ? Rf_mkCharCE(text, CE_UTF8) : NA_STRING);
        }
        break;
    default: /* DUEL_TYPE_FLAGS */
        out = PROTECT(Rf_allocVector(INTSXP, extent(rows)));
        for (size_t i = 0; i < rows; i++)
            INTEGER(out)[i] = ((const int32_t *) column->data)[i];
    }
    UNPROTECT(1);
    return out;
}

SEXP frame_of(SEXP pointer)
{
    duel_table *table = R_ExternalPtrAddr(pointer);
    duel_table_facts facts = {.struct_size = sizeof facts};
    check(duel_table_info(table, &facts));
    SEXP out = PROTECT(Rf_allocVector(VECSXP, extent(facts.columns)));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, extent(facts.columns)));
    for (size_t k = 0; k < facts.columns; k++) {
        duel_table_column column = {.struct_size = sizeof column};
        check(duel_table_get(table, k, &column));
        SET_VECTOR_ELT(out, (R_xlen_t) k, column_of(table, &column, facts.rows));
        SET_STRING_ELT(names, (R_xlen_t) k, Rf_mkCharCE(column.name, CE_UTF8));
    }
    Rf_setAttrib(out, R_NamesSymbol, names);
    SEXP rows = PROTECT(Rf_allocVector(INTSXP, 2));
    INTEGER(rows)[0] = NA_INTEGER;
    INTEGER(rows)[1] = -(int) facts.rows;
    Rf_setAttrib(out, R_RowNamesSymbol, rows);
    Rf_setAttrib(out, R_ClassSymbol, Rf_mkString("data.frame"));
    SEXP title = PROTECT(Rf_mkString(facts.title));
    Rf_setAttrib(out, Rf_install("title"), title);
    SEXP level = PROTECT(Rf_ScalarReal(facts.level));
    Rf_setAttrib(out, Rf_install("level"), level);
    SEXP quantiles = PROTECT(Rf_ScalarInteger(facts.quantiles));
    Rf_setAttrib(out, Rf_install("quantiles"), quantiles);
    SEXP notes = PROTECT(Rf_mkString(facts.notes ? facts.notes : ""));
    Rf_setAttrib(out, Rf_install("notes"), notes);
    UNPROTECT(7);
    duel_table_free(table);
    R_ClearExternalPtr(pointer);
    return out;
}
