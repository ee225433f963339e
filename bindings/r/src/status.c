/* Errors as conditions, handles as external pointers, values from one side to the other. */
#include "duelr.h"

/* R's `raise` in the package's namespace makes the condition: one place knows the classes. */
static void raise_condition(duel_status status)
{
    SEXP package = PROTECT(Rf_mkString("duel"));
    SEXP namespace = PROTECT(R_FindNamespace(package));
    SEXP name = PROTECT(Rf_mkString(duel_status_name(status)));
    SEXP message = PROTECT(Rf_ScalarString(Rf_mkCharCE(duel_last_error(), CE_UTF8)));
    int64_t zero_based = duel_last_error_row();
    SEXP row = PROTECT(Rf_ScalarReal(zero_based < 0 ? NA_REAL : (double) zero_based + 1.0));
    SEXP call = PROTECT(Rf_lang4(Rf_install("raise"), name, message, row));
    Rf_eval(call, namespace);
    UNPROTECT(6);
    Rf_error("%s", duel_last_error());   /* only if raise() should return */
}

void check(duel_status status)
{
    if (status != DUEL_OK)
        raise_condition(status);
}

static SEXP set_tag(void) { return Rf_install("duel_set"); }
static SEXP model_tag(void) { return Rf_install("duel_model"); }
static SEXP bootstrap_tag(void) { return Rf_install("duel_bootstrap"); }
static SEXP gars_tag(void) { return Rf_install("duel_gars"); }
static SEXP table_tag(void) { return Rf_install("duel_table"); }
static SEXP estimate_tag(void) { return Rf_install("duel_estimate"); }
static SEXP nuisance_tag(void) { return Rf_install("duel_nuisance"); }

static void free_set(SEXP pointer)
{
    duel_set_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_model(SEXP pointer)
{
    duel_model_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_bootstrap(SEXP pointer)
{
    duel_bootstrap_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_gars(SEXP pointer)
{
    duel_gars_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_table(SEXP pointer)
{
    duel_table_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_estimate(SEXP pointer)
{
    duel_estimate_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_nuisance(SEXP pointer)
{
    duel_nuisance_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static SEXP empty_pointer(SEXP tag, R_CFinalizer_t finalizer)
{
    SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, tag, R_NilValue));
    R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
    UNPROTECT(1);
    return pointer;
}

SEXP set_pointer(void) { return empty_pointer(set_tag(), free_set); }
SEXP model_pointer(void) { return empty_pointer(model_tag(), free_model); }
SEXP bootstrap_pointer(void) { return empty_pointer(bootstrap_tag(), free_bootstrap); }
SEXP gars_pointer(void) { return empty_pointer(gars_tag(), free_gars); }
SEXP table_pointer(void) { return empty_pointer(table_tag(), free_table); }
SEXP estimate_pointer(void) { return empty_pointer(estimate_tag(), free_estimate); }
SEXP nuisance_pointer(void) { return empty_pointer(nuisance_tag(), free_nuisance); }

static void *handle_of(SEXP pointer, SEXP tag, const char *what)
{
    if (TYPEOF(pointer) != EXTPTRSXP || R_ExternalPtrTag(pointer) != tag)
        Rf_error("not a %s", what);
    void *handle = R_ExternalPtrAddr(pointer);
    if (handle == NULL)
        Rf_error("the %s has been freed", what);
    return handle;
}

duel_set *set_of(SEXP pointer) { return handle_of(pointer, set_tag(), "set of comparisons"); }
duel_model *model_of(SEXP pointer) { return handle_of(pointer, model_tag(), "fitted model"); }
duel_bootstrap *bootstrap_of(SEXP pointer)
{
    return handle_of(pointer, bootstrap_tag(), "bootstrap");
}

int is_gars(SEXP pointer)
{
    return TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrTag(pointer) == gars_tag();
}

duel_gars *gars_of(SEXP pointer)
{
    return handle_of(pointer, gars_tag(), "estimate of nonparametric scores");
}

duel_nuisance *nuisance_of(SEXP pointer)
{
    return handle_of(pointer, nuisance_tag(), "learner of probabilities");
}

const duel_set *set_or_null(SEXP pointer)
{
    return pointer == R_NilValue ? NULL : set_of(pointer);
}

const duel_model *model_or_null(SEXP pointer)
{
    return pointer == R_NilValue ? NULL : model_of(pointer);
}

const char **utf8(SEXP names)
{
    R_xlen_t count = XLENGTH(names);
    const char **out = (const char **) R_alloc(count > 0 ? (size_t) count : 1, sizeof *out);
    for (R_xlen_t i = 0; i < count; i++)
        out[i] = Rf_translateCharUTF8(STRING_ELT(names, i));
    return out;
}

SEXP field(SEXP list, const char *name)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

R_xlen_t extent(size_t size)
{
    if (size > (size_t) R_XLEN_T_MAX)
        Rf_error("too large for R");
    return (R_xlen_t) size;
}

double *doubles(size_t count)
{
    return (double *) R_alloc(count > 0 ? count : 1, sizeof(double));
}

SEXP matrix(const double *values, size_t rows, size_t columns)
{
    if (rows > INT_MAX || columns > INT_MAX)
        Rf_error("too large for a matrix of R");
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int) rows, (int) columns));
    double *to = REAL(out);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            to[j * rows + i] = values[i * columns + j];
    UNPROTECT(1);
    return out;
}

SEXP square(size_t count)
{
    if (count > INT_MAX)
        Rf_error("too large for a matrix of R");
    return Rf_allocMatrix(REALSXP, (int) count, (int) count);
}

SEXP fact_list(const fact *facts, size_t count)
{
    SEXP out = PROTECT(Rf_allocVector(VECSXP, extent(count)));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, extent(count)));
    for (size_t i = 0; i < count; i++) {
        SET_VECTOR_ELT(out, (R_xlen_t) i, Rf_ScalarReal(facts[i].value));
        SET_STRING_ELT(names, (R_xlen_t) i, Rf_mkChar(facts[i].name));
    }
    Rf_setAttrib(out, R_NamesSymbol, names);
    UNPROTECT(2);
    return out;
}
