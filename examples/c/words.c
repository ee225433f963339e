#include "words.h"

const char *word_of_tie_model(int32_t model) {
  switch (model) {
    case DUEL_MODEL_RAO_KUPPER: return "Rao-Kupper";
    case DUEL_MODEL_DAVIDSON: return "Davidson";
    case DUEL_MODEL_THURSTONE_MOSTELLER: return "Thurstone-Mosteller";
    case DUEL_MODEL_GLENN_DAVID: return "Glenn-David";
    case DUEL_MODEL_GRADED: return "graded";
    default: return "Bradley-Terry";
  }
}

const char *word_of_covariance(int32_t covariance) {
  switch (covariance) {
    case DUEL_COVARIANCE_EXPECTED: return "inverse expected information";
    case DUEL_COVARIANCE_OBSERVED: return "inverse observed information";
    case DUEL_COVARIANCE_SANDWICH: return "sandwich";
    case DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT: return "sandwich clustered by context";
    case DUEL_COVARIANCE_CLUSTERED_BY_JUDGE: return "sandwich clustered by judge";
    case DUEL_COVARIANCE_CLUSTERED_TWO_WAY: return "sandwich clustered by context and judge";
    default: return "sandwich of the expected information";
  }
}

const char *word_of_unit(int32_t by) {
  switch (by) {
    case DUEL_BY_CONTEXT: return "contexts";
    case DUEL_BY_JUDGE: return "judges";
    default: return "comparisons";
  }
}

const char *word_of_correction(int32_t correction) {
  switch (correction) {
    case DUEL_CORRECTION_CR1: return ", corrected (CR1)";
    case DUEL_CORRECTION_CR2: return ", corrected (CR2)";
    case DUEL_CORRECTION_JACKKNIFE: return ", by the jackknife";
    default: return "";
  }
}

const char *word_of_test(int32_t test) {
  switch (test) {
    case DUEL_ADJUST_SINGLE_STEP: return "all at once, by the distribution of the largest difference";
    case DUEL_ADJUST_BONFERRONI: return "Bonferroni";
    case DUEL_ADJUST_HOLM: return "Holm";
    case DUEL_ADJUST_HOCHBERG: return "Hochberg";
    case DUEL_ADJUST_BENJAMINI_HOCHBERG: return "false discovery rate, Benjamini-Hochberg";
    case DUEL_ADJUST_BENJAMINI_YEKUTIELI: return "false discovery rate, Benjamini-Yekutieli";
    default: return "not adjusted";
  }
}

const char *word_of_intervals(int32_t intervals) {
  switch (intervals) {
    case DUEL_INTERVALS_BONFERRONI: return ", each table's all at once (Bonferroni)";
    case DUEL_INTERVALS_SIMULTANEOUS: return ", each table's all at once";
    default: return ", each by itself";
  }
}

const char *word_of_threshold(const duel_model_facts *info) {
  switch (info->threshold) {
    case DUEL_THRESHOLD_BY_JUDGE: return ", a tie threshold for each judge";
    case DUEL_THRESHOLD_ADDITIVE: return ", tie thresholds of items added";
    case DUEL_THRESHOLD_FACTORED: return ", factored tie thresholds";
    default: return ", one tie threshold";
  }
}

const char *word_of_stop(int32_t stop) {
  switch (stop) {
    case DUEL_STOP_CONVERGED:
    case DUEL_STOP_PRECISION: return "converged";
    case DUEL_STOP_DIVERGING: return "STOPPED: the optimum is at infinity";
    default: return "STOPPED: too many steps";
  }
}
