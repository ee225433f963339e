/* Python inside R: pyarrow makes a stream of Arrow and R's package takes it over, in one process and without a file between. */
#include <Rinternals.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The pointers of a struct ArrowArrayStream: four functions, and data of their own. */
#define POINTERS 5

/* A stream that so much Python has exported to the number `address`; `library` is Python's own. */
SEXP python_stream(SEXP library, SEXP code)
{
    void *python = dlopen(CHAR(STRING_ELT(library, 0)), RTLD_NOW | RTLD_GLOBAL);
    if (python == NULL)
        Rf_error("%s", dlerror());
    void (*start)(int);
    int (*run)(const char *);
    *(void **) &start = dlsym(python, "Py_InitializeEx");
    *(void **) &run = dlsym(python, "PyRun_SimpleString");
    if (start == NULL || run == NULL)
        Rf_error("this is no library of Python");
    SEXP bytes = PROTECT(Rf_allocVector(RAWSXP, POINTERS * (R_xlen_t) sizeof(void *)));
    memset(RAW(bytes), 0, POINTERS * sizeof(void *));
    char address[64];
    snprintf(address, sizeof address, "address = %llu\n", (unsigned long long) (uintptr_t) RAW(bytes));
    start(0);
    if (run(address) != 0 || run(CHAR(STRING_ELT(code, 0))) != 0)
        Rf_error("Python has failed");
    SEXP out = PROTECT(R_MakeExternalPtr(RAW(bytes), R_NilValue, bytes));
    Rf_setAttrib(out, R_ClassSymbol, Rf_mkString("nanoarrow_array_stream"));
    UNPROTECT(2);
    return out;
}
