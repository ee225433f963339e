/* What the files of this package share. */
#ifndef DUELR_H
#define DUELR_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <string.h>

#include "duel.h"

/* Every call into the library follows one rule: R's errors jump over frames, and Rust frames must
 * not be jumped over. So no R function that can fail runs while the library is on the stack (the
 * progress callback shields itself), and a handle is born inside an external pointer that already
 * has its finalizer. */

/* status.c: errors */

/* Returns if status is DUEL_OK, else raises the condition of the last error and does not return. */
void check(duel_status status);

/* status.c: handles */

/* An empty external pointer whose finalizer frees the set, share of a model, bootstrap, nonparametric scores, table,
 * estimate or learners put into it. */
SEXP set_pointer(void);
SEXP model_pointer(void);
SEXP bootstrap_pointer(void);
SEXP gars_pointer(void);
SEXP table_pointer(void);
SEXP estimate_pointer(void);
SEXP nuisance_pointer(void);

/* The handle inside, checked for type and for NULL (pointers do not survive readRDS). */
duel_set *set_of(SEXP pointer);
duel_model *model_of(SEXP pointer);
duel_bootstrap *bootstrap_of(SEXP pointer);
duel_gars *gars_of(SEXP pointer);
duel_nuisance *nuisance_of(SEXP pointer);
/* Whether gars_of() would not fail for want of the type. */
int is_gars(SEXP pointer);
/* As set_of() and model_of(), with NULL for R's NULL. */
const duel_set *set_or_null(SEXP pointer);
const duel_model *model_or_null(SEXP pointer);

/* status.c: values */

/* The names as UTF-8, in memory that R frees when the .Call returns. */
const char **utf8(SEXP names);
/* The element of a list with this name; NULL if there is none. */
SEXP field(SEXP list, const char *name);
/* Row-major doubles of C as a matrix of R. */
SEXP matrix(const double *values, size_t rows, size_t columns);
/* An empty square matrix. */
SEXP square(size_t count);
/* Room for count doubles that R frees when the .Call returns. */
double *doubles(size_t count);
/* Facts as a list of numbers with names. */
typedef struct { const char *name; double value; } fact;
SEXP fact_list(const fact *facts, size_t count);
#define FACTS(facts) fact_list(facts, sizeof facts / sizeof facts[0])
/* A size as R_xlen_t; an error if R cannot hold it. */
R_xlen_t extent(size_t size);

/* columns.c */

/* The rows of a list made by rows_list() in R. */
duel_rows rows_of(SEXP rows);

/* watch.c: interrupts and progress */

typedef struct {
    SEXP report;              /* an R function of one argument, or NULL */
    SEXP failure;             /* a list of one: the error met while watching */
    const duel_progress *now;
    int stop;
} duel_watch;

/* For report, a function or NULL; the caller protects failure. */
duel_watch watch_new(SEXP report);
/* The progress callback, with a duel_watch as user. */
int watch(const duel_progress *now, void *user);
/* Runs body(data), R code and all, and keeps its error for check_watched(): 0, or non-zero if the
 * library is to give up. Nothing jumps past it. */
int shielded(SEXP (*body)(void *), void *data, duel_watch *watched);
/* As check(), but an error met while watching comes first. */
void check_watched(duel_status status, const duel_watch *watched);

/* Runs body(data, token), which calls the library and nothing of R, and stops it at Ctrl-C. */
duel_status run_stoppable(duel_status (*body)(void *, const duel_cancel *), void *data);

/* table.c */

/* The table inside a pointer of table_pointer() as a data frame, named and typed by the table itself; its title and
 * level are attributes. Rows count from one. The table is freed. */
SEXP frame_of(SEXP pointer);
/* As frame_of(), of what a call has just handed out; its error if it failed. watched: NULL, or what watched it. */
SEXP framed(SEXP pointer, duel_table *table, duel_status status, const duel_watch *watched);

/* model.c */

/* Reads the list made by fit_options() in R, which the caller keeps. */
duel_model_options fit_options_of(SEXP list, duel_watch *watched);
duel_model_options fit_options_beside(SEXP list);
/* Outcomes that a model tells apart: 2, 3 under a law of ties, 4 with "both bad" as one. */
size_t outcomes_of(const duel_model *model);

/* predictions.c */

/* Reads the list made by validation_options() in R. */
duel_validation_options validation_of(SEXP list, duel_watch *watched);

/* inference.c */

/* The options of a question, with what watches over it. */
typedef struct {
    duel_inference_options options;
    duel_watch watched;
} question;

/* Reads the list made by inference() in R, and leaves one object for the caller to unprotect. It
 * points into itself, and must stay where it is. */
void ask(question *out, SEXP options);
/* How many values a quantity has. */
size_t size_of(const duel_model *model, int32_t what);

/* gars.c */

/* Reads the list made by gars_contexts() in R. strides: room for 4, which must stay. */
duel_gars_contexts contexts_of(SEXP list, size_t *strides, duel_watch *watched);

/* The entry points of .Call, by file. */

SEXP r_set_new(SEXP items, SEXP judges, SEXP contexts);
SEXP r_set_append(SEXP set, SEXP rows);
SEXP r_set_covariate(SEXP set, SEXP name, SEXP item, SEXP context, SEXP judge, SEXP value);
SEXP r_set_copy(SEXP set);
SEXP r_set_merge(SEXP set, SEXP other);
SEXP r_set_save(SEXP set);
SEXP r_set_load(SEXP bytes);
SEXP r_set_count(SEXP set, SEXP kind);
SEXP r_set_names(SEXP set, SEXP kind);
SEXP r_set_info(SEXP set);
SEXP r_set_items(SEXP set);
SEXP r_set_pairs(SEXP set);
SEXP r_set_cells(SEXP set);
SEXP r_set_resample(SEXP set, SEXP by, SEXP seed);
SEXP r_set_split(SEXP set, SEXP by, SEXP folds, SEXP fold, SEXP seed);
SEXP r_set_filter(SEXP set, SEXP kind, SEXP ids);

SEXP r_fit(SEXP set, SEXP options);
SEXP r_given(SEXP set, SEXP options, SEXP parameters);
SEXP r_simulate(SEXP model, SEXP design, SEXP seed);
SEXP r_model_save(SEXP model);
SEXP r_model_load(SEXP bytes);
SEXP r_model_set(SEXP model);
SEXP r_model_info(SEXP model);
SEXP r_model_get(SEXP model, SEXP what);
SEXP r_model_facts_table(SEXP model, SEXP what);

SEXP r_estimate_values(SEXP source, SEXP what, SEXP options);
SEXP r_estimate_covariance(SEXP source, SEXP what, SEXP options);
SEXP r_estimate_contrasts(SEXP source, SEXP what, SEXP options, SEXP rows);
SEXP r_estimate_tests(SEXP source, SEXP what, SEXP options, SEXP rows, SEXP null, SEXP adjustment);
SEXP r_estimate_pairs(SEXP source, SEXP what, SEXP options, SEXP reference, SEXP adjustment);
SEXP r_estimate_ranks(SEXP source, SEXP what, SEXP options);

SEXP r_profile(SEXP model, SEXP what, SEXP options, SEXP rows);
SEXP r_function(SEXP model, SEXP what, SEXP options, SEXP functions, SEXP names, SEXP count);
SEXP r_probabilities(SEXP model, SEXP rows, SEXP options);
SEXP r_log_likelihood(SEXP model, SEXP set);

SEXP r_bootstrap(SEXP model, SEXP options);
SEXP r_bootstrap_facts(SEXP bootstrap);
SEXP r_bootstrap_get(SEXP bootstrap, SEXP model, SEXP what);

SEXP r_adjust(SEXP adjustment, SEXP p_values);

SEXP r_rank_probabilities(SEXP model, SEXP options);
SEXP r_rank_summary(SEXP model, SEXP options);
SEXP r_superiority(SEXP model, SEXP options);
SEXP r_groups(SEXP model, SEXP options);
SEXP r_more_comparisons(SEXP model, SEXP options, SEXP pairs, SEXP gaps, SEXP power);
SEXP r_quasi_variances(SEXP model, SEXP options);
SEXP r_next_comparisons(SEXP model, SEXP list);

SEXP r_criteria(SEXP model);
SEXP r_compare(SEXP null, SEXP full, SEXP test, SEXP options);
SEXP r_goodness(SEXP model, SEXP replicates, SEXP options);
SEXP r_accuracy(SEXP model, SEXP set);
SEXP r_calibration(SEXP model, SEXP set, SEXP bins);
SEXP r_triads(SEXP model, SEXP replicates, SEXP options);
SEXP r_residuals(SEXP model, SEXP by);
SEXP r_influence(SEXP model, SEXP by, SEXP options);
SEXP r_influence_changes(SEXP model, SEXP what, SEXP by, SEXP count, SEXP options);

SEXP r_metrics(SEXP model, SEXP set, SEXP by);
SEXP r_marginals(SEXP model, SEXP set);
SEXP r_match_matrix(SEXP model, SEXP what, SEXP outcome);
SEXP r_cross_validate(SEXP set, SEXP fit, SEXP options);
SEXP r_vuong(SEXP first, SEXP second, SEXP penalty, SEXP by);

SEXP r_agreement(SEXP scores, SEXP measure, SEXP k);
SEXP r_adjacent_differences(SEXP model, SEXP options);
SEXP r_tiers(SEXP model, SEXP by, SEXP value, SEXP options);
SEXP r_distances(SEXP model, SEXP what, SEXP options);
SEXP r_kernel_pca(SEXP dissimilarities, SEXP gamma, SEXP dimensions);
SEXP r_mds_classical(SEXP dissimilarities, SEXP dimensions);
SEXP r_mds_smacof(SEXP dissimilarities, SEXP weights, SEXP dimensions, SEXP options);
SEXP r_cluster(SEXP dissimilarities, SEXP linkage, SEXP optimal);
SEXP r_cut(SEXP merges, SEXP heights, SEXP by, SEXP value);

SEXP r_judge_counts(SEXP set, SEXP level);
SEXP r_order(SEXP set);
SEXP r_judge_triads(SEXP set);
SEXP r_judge_agreement(SEXP set, SEXP level);
SEXP r_judge_agreement_pairs(SEXP set);
SEXP r_krippendorff(SEXP set, SEXP metric, SEXP orientation, SEXP level);
SEXP r_confidence(SEXP judge, SEXP confidence, SEXP correct, SEXP judges, SEXP bins);
SEXP r_effective_judges(SEXP scores, SEXP precisions);
SEXP r_bicluster(SEXP table, SEXP apart, SEXP linkage, SEXP groups);
SEXP r_learning_curve(SEXP set, SEXP fit, SEXP shares, SEXP judges, SEXP options);

SEXP r_sensitivity_curves(SEXP model, SEXP judges, SEXP values, SEXP options);
SEXP r_consensus(SEXP model, SEXP which, SEXP options);
SEXP r_leave_one_judge_out(SEXP set, SEXP fit);
SEXP r_select_rank(SEXP set, SEXP fit, SEXP max_rank, SEXP validation, SEXP simulation);
SEXP r_judge_scores(SEXP set, SEXP fit, SEXP rank);
SEXP r_model_table(SEXP model, SEXP name, SEXP options);
SEXP r_near_ties(SEXP model, SEXP margin, SEXP options);
SEXP r_self_preference(SEXP model, SEXP items, SEXP judges, SEXP level);
SEXP r_judge_report(SEXP model, SEXP list, SEXP options);

SEXP r_gars_new(SEXP list);
SEXP r_gars_add(SEXP gars, SEXP list);
SEXP r_gars_psi(SEXP gars, SEXP list);
SEXP r_gars_model_mu(SEXP gars, SEXP model, SEXP judge, SEXP contexts, SEXP options);
SEXP r_gars_merge(SEXP gars, SEXP other);
SEXP r_gars_save(SEXP gars);
SEXP r_gars_load(SEXP bytes);
SEXP r_gars_info(SEXP gars);
SEXP r_gars_values(SEXP gars, SEXP functional);
SEXP r_gars_pairs(SEXP gars);
SEXP r_gars_ellipsoid(SEXP gars, SEXP functional, SEXP estimate, SEXP null, SEXP options);
SEXP r_gars_equality(SEXP gars, SEXP first, SEXP second, SEXP options);
SEXP r_influence_equality(SEXP first, SEXP second, SEXP clusters, SEXP constant, SEXP options);
SEXP r_gars_weights(SEXP gars, SEXP functional, SEXP list, SEXP q);

SEXP r_policy(SEXP weights, SEXP pairs, SEXP costs, SEXP lambda, SEXP list);
SEXP r_policy_d_optimal(SEXP gars, SEXP functional, SEXP mu, SEXP contexts, SEXP costs, SEXP list);
SEXP r_policy_histogram(SEXP weights, SEXP pairs, SEXP costs, SEXP histogram);
SEXP r_policy_lambda(SEXP histogram, SEXP list);
SEXP r_policy_outcome(SEXP weights, SEXP pairs, SEXP costs, SEXP propensities);
SEXP r_policy_draw(SEXP propensities, SEXP pairs, SEXP drawing, SEXP seed, SEXP first);

SEXP r_nuisance(SEXP list, SEXP contexts);
SEXP r_nuisance_predict(SEXP pointer, SEXP first, SEXP count);
SEXP r_nuisance_propensities(SEXP pointer, SEXP first, SEXP count);

SEXP r_constants(void);
SEXP r_version(void);

#endif
