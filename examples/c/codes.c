#include "codes.h"

#include "duel.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

int codes_alike(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
  return *a == '\0' && *b == '\0';
}

static int is_one_of(const char *text, const char *const *words) {
  for (; *words; words++) {
    if (codes_alike(text, *words)) return 1;
  }
  return 0;
}

/* The code of an answer in words, 0 if it is none. */
static unsigned char meaning_of_word(const char *text) {
  static const char *const left_words[] = {"a", "left", "model_a", "first", "1", NULL};
  static const char *const right_words[] = {"b", "right", "model_b", "second", "2", NULL};
  static const char *const tie_words[] = {"tie", "c", "tied", "draw", "both", NULL};
  static const char *const good_words[] = {"both_good", "both good", "tie (bothgood)", NULL};
  static const char *const bad_words[] = {"both_bad", "both bad", "tie (bothbad)", "neither", NULL};
  if (is_one_of(text, left_words)) return DUEL_OUTCOME_LEFT;
  if (is_one_of(text, right_words)) return DUEL_OUTCOME_RIGHT;
  if (is_one_of(text, tie_words)) return DUEL_OUTCOME_TIE;
  if (is_one_of(text, good_words)) return DUEL_OUTCOME_BOTH_GOOD;
  if (is_one_of(text, bad_words)) return DUEL_OUTCOME_BOTH_BAD;
  return 0;
}

int codes_number(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && *end == '\0' ? 0 : -1;
}

/* ---- what the command line says -------------------------------------------------------------- */

static const code_rule *rule_of(const code_rules *rules, const char *text) {
  size_t i, length = strlen(text);
  for (i = 0; i < rules->count; i++) {
    const code_rule *rule = &rules->rule[i];
    if (rule->length == length && memcmp(rule->text, text, length) == 0) return rule;
  }
  return NULL;
}

static int add_rule(code_rules *rules, const char *text, size_t length, unsigned char meaning, char *error,
                    size_t capacity) {
  size_t i;
  for (i = 0; i < rules->count; i++) {
    const code_rule *rule = &rules->rule[i];
    if (rule->length != length || memcmp(rule->text, text, length) != 0) continue;
    if (rule->meaning == meaning) return 0;
    snprintf(error, capacity, "two meanings of \"%.*s\"", (int)length, text);
    return -1;
  }
  if (rules->count == CODES_RULES) {
    snprintf(error, capacity, "more than %d codes", CODES_RULES);
    return -1;
  }
  rules->rule[rules->count].text = text;
  rules->rule[rules->count].length = length;
  rules->rule[rules->count++].meaning = meaning;
  return 0;
}

int codes_explain(code_rules *rules, const char *text, char *error, size_t capacity) {
  static const char *const words[] = {"left", "right", "tie", "both_good", "both_bad"};
  static const unsigned char meanings[] = {DUEL_OUTCOME_LEFT, DUEL_OUTCOME_RIGHT, DUEL_OUTCOME_TIE, DUEL_OUTCOME_BOTH_GOOD, DUEL_OUTCOME_BOTH_BAD};
  const char *equals = strrchr(text, '=');
  size_t i;
  for (i = 0; equals && i < sizeof meanings; i++) {
    if (strcmp(equals + 1, words[i]) == 0) {
      return add_rule(rules, text, (size_t)(equals - text), meanings[i], error, capacity);
    }
  }
  snprintf(error, capacity, "--code \"%s\" is not TEXT=left, =right, =tie, =both_good or =both_bad", text);
  return -1;
}

int codes_drop(code_rules *rules, const char *text, char *error, size_t capacity) {
  return add_rule(rules, text, strlen(text), 0, error, capacity);
}

/* ---- what the file says ---------------------------------------------------------------------- */

static code_seen *find(codes_seen *seen, const char *text) {
  size_t i;
  for (i = 0; i < seen->count; i++) {
    if (strcmp(seen->code[i].text, text) == 0) return &seen->code[i];
  }
  return NULL;
}

static void count(codes_seen *seen, const char *text) {
  code_seen *code = find(seen, text);
  if (!code && seen->count < CODES_SEEN) {
    code = &seen->code[seen->count++];
    code->text = text;
    code->count = 0;
    code->meaning = 0;
    code->elsewhere = 0;
  }
  if (code) {
    code->count++;
  } else {
    seen->others++;
  }
}

/* Whether an item of the file has this name. */
static int is_item(const csv_table *t, const code_columns *at, const char *text) {
  size_t row;
  for (row = 0; row < t->rows; row++) {
    const char *const *fields = t->fields + row * t->columns;
    if (strcmp(fields[at->left], text) == 0 || strcmp(fields[at->right], text) == 0) return 1;
  }
  return 0;
}

/* Gives the texts that are no names of their rows the meaning of the word that they are. A word that
 * names an item of other rows may mean that item. Numbers are words for the places 1 and 2 only if both
 * occur and no other number does: 1 and 0, or 1, 0 and -1, may be meant in more than one way. */
static void interpret(codes_seen *seen, const csv_table *t, const code_columns *at) {
  size_t i;
  int one = 0, two = 0, other = 0;
  double number;
  for (i = 0; i < seen->count; i++) {
    const char *text = seen->code[i].text;
    if (strcmp(text, "1") == 0) {
      one = 1;
    } else if (strcmp(text, "2") == 0) {
      two = 1;
    } else if (codes_number(text, &number) == 0) {
      other = 1;
    }
  }
  for (i = 0; i < seen->count; i++) {
    code_seen *code = &seen->code[i];
    code->meaning = meaning_of_word(code->text);
    if (codes_number(code->text, &number) == 0 && !(one && two && !other)) code->meaning = 0;
    code->elsewhere = is_item(t, at, code->text);
    if (code->elsewhere) code->meaning = 0;
  }
}

/* Text put behind what a message of limited room has so far. */
static void add(char *error, size_t capacity, const char *format, ...) {
  size_t length = strlen(error);
  va_list values;
  va_start(values, format);
  vsnprintf(error + length, capacity - length, format, values);
  va_end(values);
}

static const char *word_of_meaning(unsigned char meaning) {
  switch (meaning) {
    case DUEL_OUTCOME_LEFT: return "left";
    case DUEL_OUTCOME_RIGHT: return "right";
    case DUEL_OUTCOME_TIE: return "tie";
    case DUEL_OUTCOME_BOTH_GOOD: return "both good";
    case DUEL_OUTCOME_BOTH_BAD: return "both bad";
    default: return "not known";
  }
}

enum { LISTED = 12 };

/* The texts seen: those without a meaning first, and what the others were taken for. */
static int refuse(const codes_seen *seen, const char *path, const char *column, const char *advice, char *error,
                  size_t capacity) {
  size_t i, listed = 0;
  int known;
  snprintf(error, capacity, "%s: column \"%.40s\" says", path, column);
  for (known = 0; known < 2; known++) {
    for (i = 0; i < seen->count && listed < LISTED; i++) {
      const code_seen *code = &seen->code[i];
      if ((code->meaning != 0) != known) continue;
      add(error, capacity, "%s \"%.24s\" (%lu row%s: %s)", listed ? "," : "", code->text,
          (unsigned long)code->count, code->count == 1 ? "" : "s",
          code->elsewhere ? "an item of other rows" : word_of_meaning(code->meaning));
      listed++;
    }
  }
  if (listed < seen->count || seen->others > 0) add(error, capacity, ", and more");
  add(error, capacity, ". %s leave rows out with --drop TEXT", advice);
  return -1;
}

int codes_read(const csv_table *t, const code_columns *at, const code_rules *rules, const char *path,
               unsigned char *outcomes, codes_seen *dropped, char *error, size_t capacity) {
  codes_seen *seen = calloc(1, sizeof *seen);
  size_t row, i;
  int failed = 0;
  if (!seen) {
    snprintf(error, capacity, "out of memory");
    return -1;
  }
  memset(dropped, 0, sizeof *dropped);
  for (row = 0; row < t->rows; row++) {
    const char *const *fields = t->fields + row * t->columns;
    const char *text = fields[at->answer];
    const code_rule *rule = rule_of(rules, text);
    outcomes[row] = 0;
    if (rule) {
      outcomes[row] = rule->meaning;
      if (rule->meaning == 0) count(dropped, text);
    } else if (strcmp(text, fields[at->left]) == 0) {
      outcomes[row] = DUEL_OUTCOME_LEFT;
    } else if (strcmp(text, fields[at->right]) == 0) {
      outcomes[row] = DUEL_OUTCOME_RIGHT;
    } else {
      count(seen, text);
    }
  }
  interpret(seen, t, at);
  failed = seen->others > 0;
  for (i = 0; i < seen->count; i++) failed |= seen->code[i].meaning == 0;
  if (failed) {
    refuse(seen, path, t->header[at->answer],
           "Say what a text means with --code TEXT=left, =right, =tie, =both_good or =both_bad, or", error,
           capacity);
  }
  for (row = 0; !failed && row < t->rows; row++) {
    const char *text = t->fields[row * t->columns + at->answer];
    if (outcomes[row] == 0 && !rule_of(rules, text)) outcomes[row] = find(seen, text)->meaning;
  }
  free(seen);
  return failed ? -1 : 0;
}

int codes_scores(const csv_table *t, size_t score, const code_rules *rules, const char *path, unsigned char *keep,
                 codes_seen *dropped, char *error, size_t capacity) {
  codes_seen *seen = calloc(1, sizeof *seen);
  size_t row;
  int failed = 0;
  if (!seen) {
    snprintf(error, capacity, "out of memory");
    return -1;
  }
  memset(dropped, 0, sizeof *dropped);
  for (row = 0; row < t->rows; row++) {
    const char *text = t->fields[row * t->columns + score];
    double number;
    keep[row] = rule_of(rules, text) == NULL;
    if (!keep[row]) {
      count(dropped, text);
    } else if (codes_number(text, &number) != 0) {
      count(seen, text);
    }
  }
  if (seen->count > 0) {
    failed = refuse(seen, path, t->header[score], "Scores are 1, 0.5 and 0;", error, capacity);
  }
  free(seen);
  return failed;
}
