/* Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.
   The tables that are asked of a model with nothing but options. */
static const struct {
    const char *name;
    duel_status (*ask)(const duel_model *, const duel_inference_options *, duel_table **);
} model_tables[] = {
    {"model_scores", duel_model_scores},
    {"model_effective_comparisons", duel_model_effective_comparisons},
    {"model_rank_summary", duel_model_rank_summary},
    {"model_adjacent", duel_model_adjacent},
    {"model_groups", duel_model_groups},
};
