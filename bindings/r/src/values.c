/* Numbers and arrays from R to C and back. R's side has checked what the user gave; what is checked here is what
 * would else be read as something that it is not. */
#include "duelr.h"

R_xlen_t extent(size_t size)
{
    if (size > (size_t) R_XLEN_T_MAX)
        Rf_error("too large for R");
    return (R_xlen_t) size;
}

SEXP field(SEXP list, const char *name)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

static void need_type(int is_right, const char *name, const char *type)
{
    if (!is_right)
        Rf_error("%s is not %s", name, type);
}

double double_in(SEXP value, const char *name)
{
    need_type((Rf_isNumeric(value) || Rf_isLogical(value)) && XLENGTH(value) == 1, name, "a number");
    return Rf_asReal(value);
}

/* A whole number that a double holds exactly. */
static double whole_in(SEXP value, const char *name, double from, double to)
{
    double number = double_in(value, name);
    if (!(number >= from && number <= to) || number != (double) (int64_t) number)
        Rf_error("%s is %g, which is no whole number from %.0f to %.0f", name, number, from, to);
    return number;
}

#define EXACT 9007199254740992.0 /* 2^53 */

int32_t int32_in(SEXP value, const char *name) { return (int32_t) whole_in(value, name, INT32_MIN, INT32_MAX); }
size_t size_in(SEXP value, const char *name) { return (size_t) whole_in(value, name, 0.0, EXACT); }
uint64_t uint64_in(SEXP value, const char *name) { return (uint64_t) whole_in(value, name, 0.0, EXACT); }

const char *text_in(SEXP value, const char *name)
{
    need_type(Rf_isString(value) && XLENGTH(value) == 1, name, "a text");
    return Rf_translateCharUTF8(STRING_ELT(value, 0));
}

const void *bytes_in(SEXP value, const char *name)
{
    need_type(TYPEOF(value) == RAWSXP, name, "raw");
    return RAW(value);
}

const double *doubles_in(SEXP values, const char *name)
{
    if (values == R_NilValue)
        return NULL;
    need_type(TYPEOF(values) == REALSXP, name, "of type double");
    return REAL(values);
}

/* Room for `count` elements, never none. */
static void *room(size_t count, size_t size)
{
    return R_alloc(count > 0 ? count : 1, (int) size);
}

#define COPIED(function, type, from, to) \
    const type *function(SEXP values, const char *name) \
    { \
        if (values == R_NilValue) \
            return NULL; \
        need_type(TYPEOF(values) == INTSXP || TYPEOF(values) == REALSXP, name, "of numbers"); \
        size_t count = (size_t) XLENGTH(values); \
        type *out = room(count, sizeof *out); \
        for (size_t i = 0; i < count; i++) { \
            double value = TYPEOF(values) == INTSXP ? INTEGER(values)[i] : REAL(values)[i]; \
            if (!(value >= (from) && value <= (to))) \
                Rf_error("%s[%.0f] is %g, out of range", name, (double) i + 1.0, value); \
            out[i] = (type) value; \
        } \
        return out; \
    }

COPIED(int32s_in, int32_t, INT32_MIN, INT32_MAX)
COPIED(uint32s_in, uint32_t, 0.0, UINT32_MAX)
COPIED(int64s_in, int64_t, -EXACT, EXACT)
COPIED(uint64s_in, uint64_t, 0.0, EXACT)
COPIED(sizes_in, size_t, 0.0, EXACT)

const char *const *texts_in(SEXP values, const char *name)
{
    if (values == R_NilValue)
        return NULL;
    need_type(Rf_isString(values), name, "of texts");
    size_t count = (size_t) XLENGTH(values);
    const char **out = room(count, sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = Rf_translateCharUTF8(STRING_ELT(values, (R_xlen_t) i));
    return out;
}

SEXP doubles_out(size_t count) { return Rf_allocVector(REALSXP, extent(count)); }

uint8_t *flags_room(size_t count) { return room(count, 1); }

SEXP flags_out(const uint8_t *values, size_t count)
{
    SEXP out = Rf_allocVector(LGLSXP, extent(count));
    for (size_t i = 0; i < count; i++)
        LOGICAL(out)[i] = values[i];
    return out;
}

int32_t *int32s_room(size_t count) { return room(count, sizeof(int32_t)); }

SEXP int32s_out(const int32_t *values, size_t count)
{
    SEXP out = Rf_allocVector(INTSXP, extent(count));
    for (size_t i = 0; i < count; i++)
        INTEGER(out)[i] = (int) values[i];
    return out;
}

int64_t *int64s_room(size_t count) { return room(count, sizeof(int64_t)); }

SEXP int64s_out(const int64_t *values, size_t count)
{
    SEXP out = PROTECT(doubles_out(count));
    for (size_t i = 0; i < count; i++)
        REAL(out)[i] = (double) values[i];
    UNPROTECT(1);
    return out;
}
