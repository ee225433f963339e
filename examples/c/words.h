/* Codes of the library in words. */
#ifndef WORDS_H
#define WORDS_H

#include "duel.h"

const char *word_of_tie_model(int32_t model);
const char *word_of_covariance(int32_t covariance);
const char *word_of_unit(int32_t by);
const char *word_of_correction(int32_t correction);
const char *word_of_test(int32_t test);
const char *word_of_intervals(int32_t intervals);
const char *word_of_threshold(const duel_model_facts *info);
const char *word_of_stop(int32_t stop);

#endif
