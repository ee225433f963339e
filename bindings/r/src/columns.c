/* Structs of columns. The columns keep the memory of R. R's side (rows_list() in R/data.R) has made factors of
 * all names, dropped what is missing and coerced every column to the type read here. */
#include "duelr.h"

/* A factor: its codes, which count from one, and its levels. */
static duel_column names_column(SEXP codes, const char *const *names, R_xlen_t count)
{
    duel_column column = {0};
    if (codes == R_NilValue)
        return column;
    column.data = INTEGER(codes);
    column.type = DUEL_TYPE_CODE;
    column.base = 1;
    column.labels = names;
    column.label_count = (size_t) count;
    return column;
}

static duel_column factor_column(SEXP rows, const char *name, const char *levels)
{
    SEXP codes = field(rows, name), names = field(rows, levels);
    return names_column(codes, texts_in(names, levels), Rf_xlength(names));
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

duel_rows rows_in(SEXP rows, SEXP watched)
{
    (void) watched;
    duel_rows out = {.struct_size = sizeof out};
    out.length = (size_t) XLENGTH(field(rows, "left"));
    SEXP items = field(rows, "items");
    const char *const *names = texts_in(items, "items");
    out.left = names_column(field(rows, "left"), names, XLENGTH(items));
    out.right = names_column(field(rows, "right"), names, XLENGTH(items));
    out.judge = factor_column(rows, "judge", "judges");
    out.context = factor_column(rows, "context", "contexts");
    out.cluster = factor_column(rows, "cluster", "clusters");
    out.ordered = number_column(field(rows, "ordered"));
    out.score = number_column(field(rows, "score"));
    out.outcome = number_column(field(rows, "outcome"));
    out.grade = number_column(field(rows, "grade"));
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

duel_score_rows score_rows_in(SEXP rows, SEXP watched)
{
    (void) watched;
    duel_score_rows out = {.struct_size = sizeof out};
    out.length = (size_t) XLENGTH(field(rows, "score"));
    out.item = factor_column(rows, "item", "items");
    out.context = factor_column(rows, "context", "contexts");
    out.group = factor_column(rows, "group", "groups");
    out.run = factor_column(rows, "run", "runs");
    out.score = number_column(field(rows, "score"));
    out.weight = number_column(field(rows, "weight"));
    return out;
}

duel_ballot_rows ballot_rows_in(SEXP rows, SEXP watched)
{
    (void) watched;
    duel_ballot_rows out = {.struct_size = sizeof out};
    out.length = (size_t) XLENGTH(field(rows, "rank"));
    out.ballot = factor_column(rows, "ballot", "ballots");
    out.item = factor_column(rows, "item", "items");
    out.judge = factor_column(rows, "judge", "judges");
    out.context = factor_column(rows, "context", "contexts");
    out.rank = number_column(field(rows, "rank"));
    out.weight = number_column(field(rows, "weight"));
    return out;
}

static duel_column text_column(SEXP names, const char *what)
{
    duel_column column = {.data = texts_in(names, what)};
    if (column.data != NULL)
        column.type = DUEL_TYPE_TEXT;
    return column;
}

duel_covariate covariate_in(SEXP list, SEXP watched)
{
    (void) watched;
    duel_covariate out = {.struct_size = sizeof out};
    SEXP value = field(list, "value");
    out.length = (size_t) XLENGTH(value);
    out.name = text_in(field(list, "name"), "name");
    out.item = text_column(field(list, "item"), "item");
    out.context = text_column(field(list, "context"), "context");
    out.judge = text_column(field(list, "judge"), "judge");
    out.value = number_column(value);
    return out;
}

/* Numbers from one. */
static duel_column positions_column(SEXP values)
{
    duel_column column = number_column(values);
    column.base = 1;
    return column;
}

/* An array of R with a context in each row, whose strides are told to the library. */
static const double *array_in(SEXP list, const char *name, const size_t *strides, const size_t **of)
{
    const double *values = doubles_in(field(list, name), name);
    if (values != NULL)
        *of = strides;
    return values;
}

duel_gars_contexts gars_contexts_in(SEXP list, SEXP watched)
{
    SEXP labels = field(list, "labels"), context = field(labels, "context");
    duel_gars_contexts out = {.struct_size = sizeof out};
    out.length = size_in(field(list, "length"), "length");
    size_t items = size_in(field(list, "items"), "items");
    size_t *strides = (size_t *) R_alloc(4, sizeof *strides);
    strides[0] = 1;
    strides[1] = out.length;
    strides[2] = strides[1] * items;
    strides[3] = strides[2] * items;
    out.mu = array_in(list, "mu", strides, &out.mu_strides);
    out.judge = array_in(list, "judge", strides, &out.judge_strides);
    out.propensities = array_in(list, "propensities", strides, &out.propensity_strides);
    out.labels = (size_t) Rf_xlength(context);
    out.context = positions_column(context);
    out.first = positions_column(field(labels, "first"));
    out.second = positions_column(field(labels, "second"));
    out.category = positions_column(field(labels, "category"));
    out.propensity = number_column(field(labels, "propensity"));
    out.weight = number_column(field(labels, "weight"));
    out.replicates = int32_in(field(list, "replicates"), "replicates");
    out.threads = int32_in(field(list, "threads"), "threads");
    out.cluster = number_column(field(list, "cluster"));
    out.fold = number_column(field(list, "fold"));
    out.features = doubles_in(field(list, "features"), "features");
    out.feature_count = size_in(field(list, "feature_count"), "feature_count");
    out.progress = watch;
    out.user = watch_user(watched, field(list, "progress"));
    return out;
}
