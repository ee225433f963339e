/* Structs of the library as lists that are named by their fields. */
#include "duelr.h"

static const field_spec *spec_of(const char *name, const field_spec *fields)
{
    while (fields->name != NULL && strcmp(fields->name, name) != 0)
        fields++;
    return fields->name == NULL ? NULL : fields;
}

static void write_field(char *out, const field_spec *spec, SEXP value)
{
    void *at = out + spec->at;
    switch (spec->kind) {
    case FIELD_INT32: *(int32_t *) at = int32_in(value, spec->name); break;
    case FIELD_SIZE: *(size_t *) at = size_in(value, spec->name); break;
    case FIELD_UINT64: *(uint64_t *) at = uint64_in(value, spec->name); break;
    case FIELD_DOUBLE: *(double *) at = double_in(value, spec->name); break;
    case FIELD_INT32S: *(const int32_t **) at = int32s_in(value, spec->name); break;
    case FIELD_SIZES: *(const size_t **) at = sizes_in(value, spec->name); break;
    case FIELD_DOUBLES: *(const double **) at = doubles_in(value, spec->name); break;
    case FIELD_TEXT: *(const char **) at = text_in(value, spec->name); break;
    case FIELD_TEXTS: *(const char *const **) at = texts_in(value, spec->name); break;
    case FIELD_HANDLE: *(void **) at = handle_in(value, spec->about); break;
    case FIELD_PROGRESS: break;   /* set already, whether it is in the list or not */
    }
}

static int is_array(const field_spec *spec)
{
    return spec->kind == FIELD_INT32S || spec->kind == FIELD_SIZES || spec->kind == FIELD_DOUBLES ||
           spec->kind == FIELD_TEXTS;
}

void options_in(void *out, SEXP list, const field_spec *fields, const char *name, SEXP watched)
{
    if (list != R_NilValue && TYPEOF(list) != VECSXP)
        Rf_error("%s is not a list", name);
    for (const field_spec *spec = fields; spec->name != NULL; spec++)
        if (spec->kind == FIELD_PROGRESS && watched != R_NilValue) {
            *(duel_progress_fn *) ((char *) out + spec->at) = watch;
            *(void **) ((char *) out + spec->also) = watch_user(watched, field(list, spec->name));
        }
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(list); i++) {
        const char *called = names == R_NilValue ? "" : CHAR(STRING_ELT(names, i));
        const field_spec *spec = spec_of(called, fields);
        if (spec == NULL)
            Rf_error("%s has no field \"%s\"", name, called);
        SEXP value = VECTOR_ELT(list, i);
        /* An empty array is none: the library takes no address without elements. */
        if (value == R_NilValue || (is_array(spec) && XLENGTH(value) == 0))
            continue;
        write_field(out, spec, value);
        if (is_array(spec) && spec->about != NULL && field(list, spec->about) == R_NilValue)
            *(size_t *) ((char *) out + spec->also) = (size_t) XLENGTH(value);
    }
}

void *structs_in(SEXP list, size_t size, const field_spec *fields, const char *name)
{
    if (TYPEOF(list) != VECSXP)
        Rf_error("%s is not a list", name);
    size_t count = (size_t) XLENGTH(list);
    /* One more than none, so that it has an address. */
    char *out = R_alloc(count + 1, (int) size);
    memset(out, 0, (count + 1) * size);
    for (size_t i = 0; i < count; i++) {
        char *at = out + i * size;
        *(size_t *) (void *) at = size;
        options_in(at, VECTOR_ELT(list, (R_xlen_t) i), fields, name, R_NilValue);
    }
    return out;
}

SEXP facts_out(const void *facts, const field_spec *fields)
{
    size_t count = 0;
    while (fields[count].name != NULL)
        count++;
    SEXP out = PROTECT(Rf_allocVector(VECSXP, extent(count)));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, extent(count)));
    for (size_t i = 0; i < count; i++) {
        const void *at = (const char *) facts + fields[i].at;
        double value = NA_REAL;
        switch (fields[i].kind) {
        case FIELD_INT32: value = *(const int32_t *) at; break;
        case FIELD_SIZE: value = (double) *(const size_t *) at; break;
        case FIELD_UINT64: value = (double) *(const uint64_t *) at; break;
        case FIELD_DOUBLE: value = *(const double *) at; break;
        default: Rf_error("%s is no number", fields[i].name);
        }
        SET_VECTOR_ELT(out, (R_xlen_t) i, Rf_ScalarReal(value));
        SET_STRING_ELT(names, (R_xlen_t) i, Rf_mkChar(fields[i].name));
    }
    Rf_setAttrib(out, R_NamesSymbol, names);
    UNPROTECT(2);
    return out;
}
