/* Objects of the library inside external pointers. */
#include "duelr.h"

static SEXP empty_pointer(const char *type, R_CFinalizer_t finalizer)
{
    SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, Rf_install(type), R_NilValue));
    R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
    UNPROTECT(1);
    return pointer;
}

void *handle_in(SEXP pointer, const char *type)
{
    if (pointer == R_NilValue)
        return NULL;
    if (TYPEOF(pointer) != EXTPTRSXP || R_ExternalPtrTag(pointer) != Rf_install(type))
        Rf_error("not a %s", type);
    void *handle = R_ExternalPtrAddr(pointer);
    if (handle == NULL)
        Rf_error("the %s has been freed", type);
    return handle;
}

#define DEFINE(noun) \
    static void free_##noun(SEXP pointer) \
    { \
        duel_##noun##_free(R_ExternalPtrAddr(pointer)); \
        R_ClearExternalPtr(pointer); \
    } \
    SEXP noun##_pointer(void) { return empty_pointer("duel_" #noun, free_##noun); } \
    duel_##noun *noun##_in(SEXP pointer) { return handle_in(pointer, "duel_" #noun); }

HANDLES(DEFINE)
