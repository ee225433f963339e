#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct choice {
  const char *word;
  int32_t value;
} choice;

static const choice models[] = {{"bt", DUEL_MODEL_BRADLEY_TERRY},
                                {"rao-kupper", DUEL_MODEL_RAO_KUPPER},
                                {"davidson", DUEL_MODEL_DAVIDSON},
                                {"thurstone", DUEL_MODEL_THURSTONE_MOSTELLER},
                                {"glenn-david", DUEL_MODEL_GLENN_DAVID},
                                {NULL, 0}};
static const choice ties[] = {{"half", DUEL_TIES_HALF}, {"dropped", DUEL_TIES_DROPPED}, {NULL, 0}};
static const choice both_bad[] = {
    {"tie", DUEL_BOTH_BAD_TIE},
    {"dropped", DUEL_BOTH_BAD_DROPPED},
    {"outcome", DUEL_BOTH_BAD_OUTCOME},
    {NULL, 0}};
static const choice bad_thresholds[] = {
    {"single", DUEL_BAD_THRESHOLD_SINGLE}, {"additive", DUEL_BAD_THRESHOLD_ADDITIVE}, {NULL, 0}};
static const choice positions[] = {{"none", DUEL_POSITION_NONE},
                                   {"shared", DUEL_POSITION_SHARED},
                                   {"judge", DUEL_POSITION_BY_JUDGE},
                                   {NULL, 0}};
static const choice units[] = {{"auto", 0},
                               {"comparison", DUEL_BY_ROW},
                               {"context", DUEL_BY_CONTEXT},
                               {"judge", DUEL_BY_JUDGE},
                               {NULL, 0}};
static const choice judges[] = {
    {"pooled", DUEL_STRENGTH_POOLED},
    {"sensitivity", DUEL_STRENGTH_SENSITIVITY},
    {"disagreement", DUEL_STRENGTH_DISAGREEMENT},
    {NULL, 0}};
static const choice signs[] = {
    {"positive", DUEL_SIGN_POSITIVE}, {"any", DUEL_SIGN_SIGNED}, {NULL, 0}};
static const choice thresholds[] = {{"single", DUEL_THRESHOLD_SINGLE},
                                    {"judge", DUEL_THRESHOLD_BY_JUDGE},
                                    {"additive", DUEL_THRESHOLD_ADDITIVE},
                                    {"factored", DUEL_THRESHOLD_FACTORED},
                                    {NULL, 0}};
static const choice threshold_offsets[] = {
    {"none", DUEL_OFFSETS_NONE}, {"judge", DUEL_OFFSETS_BY_JUDGE}, {NULL, 0}};
static const choice bases[] = {
    {"cosine", DUEL_BASIS_COSINE}, {"paper", DUEL_BASIS_PAPER}, {NULL, 0}};
static const choice links[] = {
    {"softplus", DUEL_LINK_SOFTPLUS}, {"linear", DUEL_LINK_LINEAR}, {NULL, 0}};
static const choice spreads[] = {{"none", DUEL_SPREAD_NONE},
                                 {"diagonal", DUEL_SPREAD_DIAGONAL},
                                 {"factors", DUEL_SPREAD_FACTORS},
                                 {NULL, 0}};
static const choice covariances[] = {{"auto", DUEL_COVARIANCE_AUTO},
                                     {"expected", DUEL_COVARIANCE_EXPECTED},
                                     {"observed", DUEL_COVARIANCE_OBSERVED},
                                     {"sandwich", DUEL_COVARIANCE_SANDWICH},
                                     {"context", DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT},
                                     {"judge", DUEL_COVARIANCE_CLUSTERED_BY_JUDGE},
                                     {"two-way", DUEL_COVARIANCE_CLUSTERED_TWO_WAY},
                                     {"sandwich-expected", DUEL_COVARIANCE_SANDWICH_EXPECTED},
                                     {NULL, 0}};
static const choice corrections[] = {{"auto", DUEL_CORRECTION_AUTO},
                                     {"none", DUEL_CORRECTION_NONE},
                                     {"cr1", DUEL_CORRECTION_CR1},
                                     {"cr2", DUEL_CORRECTION_CR2},
                                     {"jackknife", DUEL_CORRECTION_JACKKNIFE},
                                     {NULL, 0}};
static const choice tests[] = {{"none", -1},
                               {"single-step", DUEL_ADJUST_SINGLE_STEP},
                               {"bonferroni", DUEL_ADJUST_BONFERRONI},
                               {"holm", DUEL_ADJUST_HOLM},
                               {"hochberg", DUEL_ADJUST_HOCHBERG},
                               {"bh", DUEL_ADJUST_BENJAMINI_HOCHBERG},
                               {"by", DUEL_ADJUST_BENJAMINI_YEKUTIELI},
                               {"unadjusted", DUEL_ADJUST_NONE},
                               {NULL, 0}};
static const choice intervals[] = {{"marginal", DUEL_INTERVALS_MARGINAL},
                                   {"bonferroni", DUEL_INTERVALS_BONFERRONI},
                                   {"simultaneous", DUEL_INTERVALS_SIMULTANEOUS},
                                   {NULL, 0}};
static const choice orders[] = {{"auto", ORDER_AUTO}, {"shown", ORDER_SHOWN}, {"unknown", ORDER_UNKNOWN}, {NULL, 0}};
static const choice scales[] = {{"logit", 0}, {"elo", 1}, {NULL, 0}};
static const choice outcomes[] = {{"disconnected", DUEL_FIT_DISCONNECTED},
                                  {"separated", DUEL_FIT_SEPARATED},
                                  {"boundary", DUEL_FIT_BOUNDARY},
                                  {"opposed", DUEL_FIT_OPPOSED},
                                  {"equal", DUEL_FIT_EQUAL_SCORES},
                                  {"undetermined", DUEL_FIT_UNDETERMINED},
                                  {"not-converged", DUEL_FIT_NOT_CONVERGED},
                                  {"any", DUEL_FIT_ANY},
                                  {NULL, 0}};

/* The kind of an option's argument, and so of the place that `place` points to. */
typedef enum { IS_TEXT, IS_CHOICE, IS_LIST, IS_NUMBER, IS_COUNT, IS_SMALL, IS_TIERS, IS_CODE, IS_DROP } argument_kind;

typedef struct option {
  const char *name;
  argument_kind kind;
  void *place;
  const choice *choices;
} option;

static void print_help(void) {
  fputs(
      "Usage: leaderboard FILE.csv [options]\n"
      "\n"
      "Ranks items from pairwise judgements, with intervals, ranges of ranks, and what the judges\n"
      "did. The file needs a header line; columns are chosen by name.\n"
      "\n"
      "Columns\n"
      "  --left NAME         the item shown first (model_a)\n"
      "  --right NAME        the item shown second (model_b)\n"
      "  --judge NAME        who judged (all one judge)\n"
      "  --context NAME      the prompt or question (none)\n"
      "  one answer:\n"
      "  --winner NAME       the name of the winning item, or a, b, left, right, model_a, model_b,\n"
      "                      tie, both_good, both_bad, or 1 and 2 for left and right (winner).\n"
      "                      Anything else is an error\n"
      "  --score NAME        1, 0.5 or 0 for left\n"
      "  --code TEXT=MEANING what an answer means: left, right, tie, both_good or both_bad; as in\n"
      "                      --code 1=left --code 0=right --code=-1=tie\n"
      "  --drop TEXT         leave out rows with this answer, as in --drop unknown, or --drop '' for\n"
      "                      rows without one\n"
      "  --winner NAME --loser NAME\n"
      "                      the names of the winner and of the loser, in place of left and right\n"
      "  --wins NAME --losses NAME [--tied NAME]\n"
      "                      counts: left preferred, right preferred, neither\n"
      "  --order auto|shown|unknown\n"
      "                      whether left was shown first: it was, but of counts, and of winners and\n"
      "                      losers, no order of presentation is known\n"
      "  --weight NAME       how many comparisons a row stands for (1)\n"
      "\n"
      "Model (the first choice is the default)\n"
      "  --model bt|rao-kupper|davidson|thurstone|glenn-david\n"
      "  --ties half|dropped           under bt; the other models have a threshold for ties\n"
      "  --both-bad tie|dropped|outcome\n"
      "                                votes for neither; as an outcome of their own under davidson\n"
      "  --bad-threshold single|additive\n"
      "                                of that outcome: one; or one for each item, which are added\n"
      "  --position none|shared|judge  an effect of being shown first\n"
      "  --judges pooled|sensitivity|disagreement\n"
      "                                alike; how sharply each judge tells items apart; and what it\n"
      "                                thinks otherwise than the others\n"
      "  --rank N                      directions of disagreement (1)\n"
      "  --sign positive|any           may a sensitivity be negative?\n"
      "  --threshold single|judge|additive|factored\n"
      "                                one tendency to tie; one for each judge; one for each item,\n"
      "                                of which those of a pair are added; or several factors of\n"
      "                                each item\n"
      "  --threshold-offsets none|judge  what a judge adds to any of these\n"
      "  --tie-factors N               factors of a factored threshold\n"
      "  --tie-basis cosine|paper      what they multiply\n"
      "  --tie-link softplus|linear    under rao-kupper and glenn-david: how the sum becomes a threshold\n"
      "  --tie-ridge NUMBER            draws the items' numbers together (0)\n"
      "  --spread none|diagonal|factors\n"
      "                                how noisy differences are: alike; a variance of each item;\n"
      "                                variances and common factors\n"
      "  --spread-factors N            how many of these\n"
      "  --spread-ridge NUMBER         draws all spreads to one (0)\n"
      "  --restarts N                  further starts of a model with a spread, or of judges who are\n"
      "                                not pooled (0)\n"
      "  --ridge NUMBER                penalty on scores: a normal prior of variance 1/ridge (0)\n"
      "  --pseudo NUMBER               wins and losses added to every item (0)\n"
      "  --accept LIST                 outcomes to show rather than refuse, with commas between:\n"
      "                                disconnected, separated, boundary, opposed, equal,\n"
      "                                undetermined, not-converged, any\n"
      "\n",
      stdout);
  fputs(
      "Inference\n"
      "  --covariance auto|expected|observed|sandwich|context|judge|two-way|sandwich-expected\n"
      "  --correction auto|none|cr1|cr2|jackknife\n"
      "                      for few contexts or judges: fewer than forty\n"
      "  --bootstrap N       intervals, ranks and tests from N replicates in place of the normal\n"
      "                      distribution\n"
      "  --bootstrap-by auto|comparison|context|judge\n"
      "                      what is drawn as a whole: contexts or judges where the covariance is\n"
      "                      clustered by them, else comparisons\n"
      "  --intervals marginal|bonferroni|simultaneous\n"
      "  --level NUMBER      of the intervals (0.95)\n"
      "  --scale logit|elo   elo: 400 points are odds of 10 to 1, the mean is 1000\n"
      "  --reference ITEM    the item with score 0 (1000 with elo); else scores sum to zero\n"
      "  --test none|single-step|bonferroni|holm|hochberg|bh|by|unadjusted\n"
      "                      which differences are real: p-values of all pairs, so adjusted\n"
      "  --tiers none|significance|N|gap:NUMBER\n"
      "                      tiers of items: by what is significant, so many, or where the score\n"
      "                      drops by more than this\n"
      "  --ranks N           what there is for and against 0 to N directions of disagreement\n"
      "  --seed NUMBER       of whatever is simulated or started at random (0)\n"
      "  --threads N         threads to use (1)\n"
      "\n"
      "Output\n"
      "  --svg FILE          a forest plot\n"
      "  --map FILE          a map of the items: the better comparisons tell two apart, the farther\n"
      "                      apart they are\n"
      "  --dendrogram FILE   a tree of the items from the same distances\n"
      "  --judge-map FILE    a map of judges with a disagreement: who sees the items as the others do,\n"
      "                      who otherwise, and which items\n"
      "  --title TEXT        title of the drawings\n"
      "  --json FILE         everything, for other programs\n"
      "  --help              this text\n",
      stdout);
}

static const choice *find_choice(const choice *list, const char *word, size_t length) {
  for (; list->word; list++) {
    if (strlen(list->word) == length && memcmp(list->word, word, length) == 0) return list;
  }
  return NULL;
}

static int wrong_choice(const option *option, const char *word, size_t length) {
  const choice *list;
  fprintf(stderr, "leaderboard: %s \"%.*s\" is not one of:", option->name, (int)length, word);
  for (list = option->choices; list->word; list++) {
    fprintf(stderr, " %s%s", list->word, list[1].word ? "," : "\n");
  }
  return -1;
}

/* none, significance, a number of tiers, or gap:NUMBER. */
static int take_tiers(options *o, const char *text) {
  const int by_gap = strncmp(text, "gap:", 4) == 0;
  const char *number = by_gap ? text + 4 : text;
  char *end;
  o->tier_value = 0.0;
  if (strcmp(text, "none") == 0) {
    o->tiers = -1;
    return 0;
  }
  if (strcmp(text, "significance") == 0) {
    o->tiers = DUEL_TIERS_SIGNIFICANCE;
    return 0;
  }
  o->tiers = by_gap ? DUEL_TIERS_GAP : DUEL_TIERS_NUMBER;
  o->tier_value = strtod(number, &end);
  if (end != number && *end == '\0') return 0;
  fprintf(stderr, "leaderboard: --tiers \"%s\" is not one of: none, significance, N, gap:NUMBER\n", text);
  return -1;
}

static int take(const option *option, const char *text) {
  char *end;
  switch (option->kind) {
    case IS_TEXT:
      *(const char **)option->place = text;
      return 0;
    case IS_CHOICE: {
      const choice *found = find_choice(option->choices, text, strlen(text));
      if (!found) return wrong_choice(option, text, strlen(text));
      *(int32_t *)option->place = found->value;
      return 0;
    }
    case IS_LIST:
      for (;;) {
        size_t length = strcspn(text, ",");
        const choice *found = find_choice(option->choices, text, length);
        if (!found) return wrong_choice(option, text, length);
        *(int32_t *)option->place |= found->value;
        if (text[length] == '\0') return 0;
        text += length + 1;
      }
    case IS_NUMBER:
      *(double *)option->place = strtod(text, &end);
      if (end != text && *end == '\0') return 0;
      break;
    case IS_COUNT: {
      unsigned long long count = strtoull(text, &end, 10);
      if (end != text && *end == '\0' && *text != '-') {
        *(uint64_t *)option->place = count;
        return 0;
      }
      break;
    }
    case IS_SMALL: {
      unsigned long count = strtoul(text, &end, 10);
      if (end != text && *end == '\0' && *text != '-' && count <= INT32_MAX) {
        *(int32_t *)option->place = (int32_t)count;
        return 0;
      }
      break;
    }
    case IS_TIERS:
      return take_tiers(option->place, text);
    case IS_CODE:
    case IS_DROP: {
      char error[256];
      int wrong = option->kind == IS_CODE ? codes_explain(option->place, text, error, sizeof error)
                                          : codes_drop(option->place, text, error, sizeof error);
      if (wrong) fprintf(stderr, "leaderboard: %s\n", error);
      return wrong;
    }
  }
  fprintf(stderr, "leaderboard: %s \"%s\" is not a number\n", option->name, text);
  return -1;
}

/* The model and the drawings that were asked for, and the file. */
static int settle_model(options *o) {
  if (!o->path) {
    fputs("leaderboard: which file? See leaderboard --help\n", stderr);
    return -1;
  }
  if (o->elo && o->fit.spread != DUEL_SPREAD_NONE) {
    fputs("leaderboard: --scale elo is of log odds, which scores with a --spread are not\n", stderr);
    return -1;
  }
  if (o->elo) {
    o->inference.unit = 400.0 / log(10.0);
    o->inference.origin = 1000.0;
  }
  o->fit.rank = o->rank >= 0 ? o->rank : o->fit.strength == DUEL_STRENGTH_DISAGREEMENT;
  if (o->judge_map && (o->fit.strength != DUEL_STRENGTH_DISAGREEMENT || o->fit.rank == 0)) {
    fputs("leaderboard: a --judge-map needs --judges disagreement, in one direction or more\n", stderr);
    return -1;
  }
  o->fit.seed = o->inference.seed;
  o->fit.threads = o->inference.threads;
  return 0;
}

/* Whether the columns asked for make one kind of answer, and defaults for those not named. */
static int settle(options *o) {
  int answers;
  if (o->loser) {
    if (!o->winner || o->left || o->right || o->order == ORDER_SHOWN || o->codes.count > 0) {
      fputs("leaderboard: --loser goes with --winner, and without --left, --right, --code, --drop and --order shown\n", stderr);
      return -1;
    }
    o->left = o->winner;
    o->right = o->loser;
    o->winner = NULL;
    if (!o->score && !o->wins && !o->losses && !o->tied) return settle_model(o);
    fputs("leaderboard: choose one of --winner, --score, and --wins with --losses\n", stderr);
    return -1;
  }
  if (!o->left) o->left = "model_a";
  if (!o->right) o->right = "model_b";
  answers = (o->winner != NULL) + (o->score != NULL) + (o->wins || o->losses || o->tied);
  if (answers == 0) o->winner = "winner";
  if (answers > 1) {
    fputs("leaderboard: choose one of --winner, --score, and --wins with --losses\n", stderr);
    return -1;
  }
  if ((o->wins || o->losses || o->tied) && !(o->wins && o->losses)) {
    fputs("leaderboard: --wins and --losses go together\n", stderr);
    return -1;
  }
  return settle_model(o);
}

options_result options_read(options *o, int argc, char **argv) {
  const option table[] = {
      {"--left", IS_TEXT, &o->left, NULL},
      {"--right", IS_TEXT, &o->right, NULL},
      {"--judge", IS_TEXT, &o->judge, NULL},
      {"--context", IS_TEXT, &o->context, NULL},
      {"--winner", IS_TEXT, &o->winner, NULL},
      {"--loser", IS_TEXT, &o->loser, NULL},
      {"--order", IS_CHOICE, &o->order, orders},
      {"--score", IS_TEXT, &o->score, NULL},
      {"--wins", IS_TEXT, &o->wins, NULL},
      {"--losses", IS_TEXT, &o->losses, NULL},
      {"--tied", IS_TEXT, &o->tied, NULL},
      {"--weight", IS_TEXT, &o->weight, NULL},
      {"--code", IS_CODE, &o->codes, NULL},
      {"--drop", IS_DROP, &o->codes, NULL},
      {"--model", IS_CHOICE, &o->fit.tie_model, models},
      {"--ties", IS_CHOICE, &o->fit.ties, ties},
      {"--both-bad", IS_CHOICE, &o->fit.both_bad, both_bad},
      {"--bad-threshold", IS_CHOICE, &o->fit.bad_threshold, bad_thresholds},
      {"--position", IS_CHOICE, &o->fit.position, positions},
      {"--judges", IS_CHOICE, &o->fit.strength, judges},
      {"--rank", IS_SMALL, &o->rank, NULL},
      {"--ranks", IS_SMALL, &o->ranks, NULL},
      {"--sign", IS_CHOICE, &o->fit.sign, signs},
      {"--threshold", IS_CHOICE, &o->fit.threshold, thresholds},
      {"--threshold-offsets", IS_CHOICE, &o->fit.threshold_offsets, threshold_offsets},
      {"--tie-factors", IS_SMALL, &o->fit.tie_factors, NULL},
      {"--tie-basis", IS_CHOICE, &o->fit.tie_basis, bases},
      {"--tie-link", IS_CHOICE, &o->fit.tie_link, links},
      {"--tie-ridge", IS_NUMBER, &o->fit.tie_ridge, NULL},
      {"--spread", IS_CHOICE, &o->fit.spread, spreads},
      {"--spread-factors", IS_SMALL, &o->fit.spread_factors, NULL},
      {"--spread-ridge", IS_NUMBER, &o->fit.spread_ridge, NULL},
      {"--restarts", IS_SMALL, &o->fit.restarts, NULL},
      {"--covariance", IS_CHOICE, &o->fit.covariance, covariances},
      {"--accept", IS_LIST, &o->fit.accept, outcomes},
      {"--ridge", IS_NUMBER, &o->fit.ridge, NULL},
      {"--pseudo", IS_NUMBER, &o->fit.pseudo, NULL},
      {"--intervals", IS_CHOICE, &o->inference.intervals, intervals},
      {"--level", IS_NUMBER, &o->inference.level, NULL},
      {"--correction", IS_CHOICE, &o->inference.correction, corrections},
      {"--bootstrap", IS_COUNT, &o->replicates, NULL},
      {"--bootstrap-by", IS_CHOICE, &o->by, units},
      {"--test", IS_CHOICE, &o->test, tests},
      {"--tiers", IS_TIERS, o, NULL},
      {"--seed", IS_COUNT, &o->inference.seed, NULL},
      {"--threads", IS_SMALL, &o->inference.threads, NULL},
      {"--scale", IS_CHOICE, &o->elo, scales},
      {"--reference", IS_TEXT, &o->reference, NULL},
      {"--svg", IS_TEXT, &o->svg, NULL},
      {"--map", IS_TEXT, &o->map, NULL},
      {"--dendrogram", IS_TEXT, &o->dendrogram, NULL},
      {"--judge-map", IS_TEXT, &o->judge_map, NULL},
      {"--title", IS_TEXT, &o->title, NULL},
      {"--json", IS_TEXT, &o->json, NULL},
  };
  int i;
  size_t k;
  memset(o, 0, sizeof *o);
  o->fit.struct_size = sizeof o->fit;
  o->inference.struct_size = sizeof o->inference;
  o->inference.level = 0.95;
  o->test = -1;
  o->tiers = -1;
  o->rank = -1;
  o->ranks = -1;

  for (i = 1; i < argc; i++) {
    const char *equals = strchr(argv[i], '=');
    size_t length = equals ? (size_t)(equals - argv[i]) : strlen(argv[i]);
    const option *found = NULL;
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_help();
      return OPTIONS_HELP;
    }
    if (argv[i][0] != '-') {
      if (o->path) {
        fprintf(stderr, "leaderboard: two files, %s and %s\n", o->path, argv[i]);
        return OPTIONS_WRONG;
      }
      o->path = argv[i];
      continue;
    }
    for (k = 0; k < sizeof table / sizeof *table; k++) {
      if (strlen(table[k].name) == length && memcmp(table[k].name, argv[i], length) == 0) {
        found = &table[k];
      }
    }
    if (!found) {
      fprintf(stderr, "leaderboard: unknown option %s; see leaderboard --help\n", argv[i]);
      return OPTIONS_WRONG;
    }
    if (!equals && i + 1 == argc) {
      fprintf(stderr, "leaderboard: %s needs an argument\n", argv[i]);
      return OPTIONS_WRONG;
    }
    if (take(found, equals ? equals + 1 : argv[++i]) != 0) return OPTIONS_WRONG;
  }
  return settle(o) == 0 ? OPTIONS_RUN : OPTIONS_WRONG;
}
