#include "json.h"

#include <math.h>
#include <stdio.h>

static void put_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\') {
      fprintf(out, "\\%c", byte);
    } else if (byte < 0x20) {
      fprintf(out, "\\u%04x", byte);
    } else {
      fputc(byte, out);
    }
  }
  fputc('"', out);
}

static void put_number(FILE *out, double value) {
  if (isfinite(value)) {
    fprintf(out, "%.17g", value);
  } else {
    fputs("null", out);
  }
}

static void put_member(FILE *out, const char *name, double value) {
  fprintf(out, ", \"%s\": ", name);
  put_number(out, value);
}

static void put_estimate(FILE *out, const char *name, const estimate *e) {
  fprintf(out, ", \"%s\": ", name);
  if (isnan(e->value)) {
    fputs("null", out);
    return;
  }
  fputs("{\"estimate\": ", out);
  put_number(out, e->value);
  put_member(out, "standard_error", e->error);
  put_member(out, "lower", e->lower);
  put_member(out, "upper", e->upper);
  fputs("}", out);
}

static void put_flag(FILE *out, const char *name, int yes) {
  fprintf(out, ", \"%s\": %s", name, yes ? "true" : "false");
}

static void put_fit(FILE *out, const results *r) {
  const duel_model_facts *info = &r->info;
  fputs("\"fit\": {\"library\": ", out);
  put_string(out, duel_version());
  put_member(out, "comparisons", info->comparisons);
  put_member(out, "log_likelihood", info->log_likelihood);
  put_member(out, "dimension", (double)info->dimension);
  put_member(out, "iterations", (double)info->iterations);
  put_member(out, "gradient", info->gradient);
  put_member(out, "decrement", info->decrement);
  put_member(out, "outcome", (double)info->problems);
  put_member(out, "threshold_form", (double)info->threshold);
  put_member(out, "threshold_offsets", (double)info->threshold_offsets);
  put_member(out, "both_bad", (double)info->both_bad);
  put_member(out, "bad_threshold_form", (double)info->bad_threshold);
  put_member(out, "tie_factors", (double)info->tie_factors);
  put_member(out, "tie_basis", (double)info->tie_basis);
  put_member(out, "tie_link", (double)info->tie_link);
  put_member(out, "spread", (double)info->spread);
  put_member(out, "spread_factors", (double)info->spread_factors);
  put_member(out, "starts", (double)info->starts);
  put_member(out, "optima", (double)info->optima);
  put_member(out, "covariance", (double)info->covariance);
  put_member(out, "level", r->level);
  if (r->drawn.drawn > 0) {
    put_member(out, "replicates_drawn", (double)r->drawn.drawn);
    put_member(out, "replicates_used", (double)r->drawn.used);
  }
  put_estimate(out, "position", &r->position);
  put_estimate(out, "threshold", &r->threshold);
  put_estimate(out, "bad_threshold", &r->bad_threshold);
  fputs("}", out);
}

static void put_item(FILE *out, const results *r, const item_result *item) {
  const char *gap = "";
  size_t group;
  fputs("{\"name\": ", out);
  put_string(out, item->name);
  put_member(out, "rank", item->rank);
  put_member(out, "best_rank", item->best);
  put_member(out, "worst_rank", item->worst);
  put_member(out, "tier", item->tier + 1.0);
  put_member(out, "probability_best", item->chance);
  fputs(", \"groups\": [", out);
  for (group = 0; group < r->groups; group++) {
    if (item->member[group] == 0.0) continue;
    fprintf(out, "%s%lu", gap, (unsigned long)group + 1);
    gap = ", ";
  }
  fputs("]", out);
  put_estimate(out, "score", &item->score);
  put_estimate(out, "threshold", &item->threshold);
  put_estimate(out, "bad_threshold", &item->bad_threshold);
  put_estimate(out, "variance", &item->variance);
  put_member(out, "comparisons", item->comparisons);
  put_member(out, "wins", item->wins);
  put_member(out, "losses", item->losses);
  put_member(out, "ties", item->ties);
  put_member(out, "outcome", (double)item->outcome);
  fputs("}", out);
}

static void put_pair(FILE *out, const pair_result *pair) {
  fputs("{\"better\": ", out);
  put_string(out, pair->better->name);
  fputs(", \"worse\": ", out);
  put_string(out, pair->worse->name);
  put_estimate(out, "difference", &pair->difference);
  put_member(out, "p", pair->p);
  put_member(out, "adjusted_p", pair->adjusted);
  fputs("}", out);
}

static void put_judge(FILE *out, const judge_result *judge) {
  fputs("{\"name\": ", out);
  put_string(out, judge->name);
  put_member(out, "comparisons", judge->comparisons);
  put_member(out, "left", judge->left);
  put_member(out, "right", judge->right);
  put_member(out, "ties", judge->ties);
  put_member(out, "left_share", judge->left_share);
  put_flag(out, "follows_position", judge->follows_position);
  put_estimate(out, "sensitivity", &judge->sensitivity);
  put_estimate(out, "position", &judge->position);
  put_estimate(out, "threshold", &judge->threshold);
  put_member(out, "outcome", (double)judge->outcome);
  fputs("}", out);
}

int json_write(const char *path, const votes *v, const results *r) {
  const size_t warnings = r->warnings.rows;
  size_t i;
  FILE *out = fopen(path, "w");
  if (!out) return -1;
  fprintf(out, "{\"rows\": %lu, \"dropped\": %lu,\n", (unsigned long)v->read,
          (unsigned long)votes_dropped(v));
  put_fit(out, r);
  fputs(",\n\"items\": [\n", out);
  for (i = 0; i < r->items; i++) {
    put_item(out, r, &r->item[i]);
    fputs(i + 1 < r->items ? ",\n" : "\n", out);
  }
  fputs("],\n\"pairs\": [\n", out);
  for (i = 0; i < r->pairs; i++) {
    put_pair(out, &r->pair[i]);
    fputs(i + 1 < r->pairs ? ",\n" : "\n", out);
  }
  fputs("],\n\"judges\": [\n", out);
  for (i = 0; i < r->judges; i++) {
    put_judge(out, &r->judge[i]);
    fputs(i + 1 < r->judges ? ",\n" : "\n", out);
  }
  fputs("],\n\"warnings\": [\n", out);
  for (i = 0; i < warnings; i++) {
    put_string(out, duel_table_text(r->warning, "text", i));
    fputs(i + 1 < warnings ? ",\n" : "\n", out);
  }
  fputs("]}\n", out);
  if (ferror(out)) {
    fclose(out);
    return -1;
  }
  return fclose(out) == 0 ? 0 : -1;
}
