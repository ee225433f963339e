/* The progress callback: R's interrupts and the caller's own report, without a jump over Rust. */
#include "duelr.h"
#include <signal.h>

/* Lives in a raw vector of R. */
typedef struct {
    SEXP held;                 /* the list of watch_new(), which the raw vector is in */
    const duel_progress *now;
    int stop;
} duel_watch;

enum { REPORT, FAILURE, STATE, PARTS };

static duel_watch *state_of(SEXP watched)
{
    return (duel_watch *) RAW(VECTOR_ELT(watched, STATE));
}

SEXP watch_new(void)
{
    SEXP watched = PROTECT(Rf_allocVector(VECSXP, PARTS));
    SET_VECTOR_ELT(watched, STATE, Rf_allocVector(RAWSXP, sizeof(duel_watch)));
    *state_of(watched) = (duel_watch) {watched, NULL, 0};
    UNPROTECT(1);
    return watched;
}

SEXP watch_of(SEXP pointer)
{
    if (TYPEOF(pointer) != EXTPTRSXP || TYPEOF(R_ExternalPtrProtected(pointer)) != VECSXP)
        Rf_error("not an object that is watched");
    SEXP watched = R_ExternalPtrProtected(pointer);
    SET_VECTOR_ELT(watched, FAILURE, R_NilValue);
    state_of(watched)->stop = 0;
    return watched;
}

void *watch_user(SEXP watched, SEXP report)
{
    if (report != R_NilValue)
        SET_VECTOR_ELT(watched, REPORT, report);
    return state_of(watched);
}

static SEXP now_list(const duel_progress *now)
{
    const char *names[] = {"fraction", "iteration", "objective", "gradient", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(out, 0, Rf_ScalarReal(now->fraction));
    SET_VECTOR_ELT(out, 1, Rf_ScalarReal((double) now->iteration));
    SET_VECTOR_ELT(out, 2, Rf_ScalarReal(now->objective));
    SET_VECTOR_ELT(out, 3, Rf_ScalarReal(now->gradient));
    UNPROTECT(1);
    return out;
}

/* Messages of progress to the user, and interrupts. */
static SEXP tell(void *data)
{
    duel_watch *watched = data;
    SEXP report = VECTOR_ELT(watched->held, REPORT);
    if (report != R_NilValue) {
        SEXP now = PROTECT(now_list(watched->now));
        SEXP call = PROTECT(Rf_lang2(report, now));
        SEXP answer = PROTECT(Rf_eval(call, R_BaseEnv));
        if (TYPEOF(answer) == LGLSXP && XLENGTH(answer) == 1 && LOGICAL(answer)[0] == FALSE)
            watched->stop = 1;
        UNPROTECT(3);
    }
    R_CheckUserInterrupt();
    return R_NilValue;
}

/* Errors, of R code or of a time limit, are kept for check_watched(). */
static SEXP keep(SEXP condition, void *data)
{
    duel_watch *watched = data;
    SET_VECTOR_ELT(watched->held, FAILURE, condition);
    watched->stop = 1;
    return R_NilValue;
}

typedef struct {
    SEXP (*body)(void *);
    void *data;
    duel_watch *watched;
} shielded_call;

static void look(void *call)
{
    shielded_call *inner = call;
    R_tryCatchError(inner->body, inner->data, keep, inner->watched);
}

/* Errors end in keep(), an interrupt or another jump in R_ToplevelExec. */
int shielded(SEXP (*body)(void *), void *data, SEXP watched)
{
    shielded_call call = {body, data, state_of(watched)};
    if (!R_ToplevelExec(look, &call))
        return 1;
    return call.watched->stop;
}

int watch(const duel_progress *now, void *user)
{
    duel_watch *watched = user;
    watched->now = now;
    return shielded(tell, watched, watched->held);
}

void check_watched(duel_status status, SEXP watched)
{
    SEXP failure = VECTOR_ELT(watched, FAILURE);
    if (status != DUEL_OK && failure != R_NilValue) {
        SEXP call = PROTECT(Rf_lang2(Rf_install("stop"), failure));
        Rf_eval(call, R_BaseEnv);
        UNPROTECT(1);
    }
    check(status);
}

/* Calls without a progress callback are stopped by a token, raised by Ctrl-C itself. */

static duel_cancel *volatile stoppable;   /* what the handler raises */

static void raise_token(int signal)
{
    (void) signal;
    if (stoppable != NULL)
        duel_cancel_raise(stoppable);
}

static duel_cancel *token;
static void (*before)(int);

const duel_cancel *stoppable_begin(void)
{
    check(duel_cancel_new(&token));
    stoppable = token;
    before = signal(SIGINT, raise_token);
    return token;
}

void stoppable_end(void)
{
    signal(SIGINT, before);
    stoppable = NULL;
    duel_cancel_free(token);
}
