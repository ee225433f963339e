/* The progress callback: R's interrupts and the caller's own report, without a jump over Rust. */
#include "duelr.h"
#include <signal.h>

duel_watch watch_new(SEXP report)
{
    duel_watch watched = {report, R_NilValue, NULL, 0};
    watched.failure = Rf_allocVector(VECSXP, 1);
    return watched;
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

/* What the user hears of the progress, and interrupts. */
static SEXP tell(void *data)
{
    duel_watch *watched = data;
    if (watched->report != R_NilValue) {
        SEXP now = PROTECT(now_list(watched->now));
        SEXP call = PROTECT(Rf_lang2(watched->report, now));
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
    SET_VECTOR_ELT(watched->failure, 0, condition);
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
int shielded(SEXP (*body)(void *), void *data, duel_watch *watched)
{
    shielded_call call = {body, data, watched};
    if (!R_ToplevelExec(look, &call))
        return 1;
    return watched->stop;
}

int watch(const duel_progress *now, void *user)
{
    duel_watch *watched = user;
    watched->now = now;
    return shielded(tell, watched, watched);
}

void check_watched(duel_status status, const duel_watch *watched)
{
    SEXP failure = VECTOR_ELT(watched->failure, 0);
    if (status != DUEL_OK && failure != R_NilValue) {
        SEXP call = PROTECT(Rf_lang2(Rf_install("stop"), failure));
        Rf_eval(call, R_BaseEnv);
        UNPROTECT(1);
    }
    check(status);
}

/* Calls without a progress callback are stopped by a token, raised by Ctrl-C itself. */

static duel_cancel *volatile stoppable;

static void raise_token(int signal)
{
    (void) signal;
    if (stoppable != NULL)
        duel_cancel_raise(stoppable);
}

duel_status run_stoppable(duel_status (*body)(void *, const duel_cancel *), void *data)
{
    duel_cancel *token = NULL;
    duel_status status = duel_cancel_new(&token);
    if (status != DUEL_OK)
        return status;
    stoppable = token;
    void (*before)(int) = signal(SIGINT, raise_token);
    status = body(data, token);
    signal(SIGINT, before);
    stoppable = NULL;
    duel_cancel_free(token);
    return status;
}
