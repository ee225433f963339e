/* The fields of options, and whether they hold whole numbers, truth values, other numbers or pointers.
 * Written by `cargo xtask interface` from the sources under src/ffi; do not edit it. */
#ifndef FIELDS_H
#define FIELDS_H

#define FIELDS_OF_PRINT_OPTIONS \
  FIELD(duel_print_options, digits, WHOLE_FIELD), \
  FIELD(duel_print_options, rows, WHOLE_FIELD)

#define FIELDS_OF_MODEL_OPTIONS \
  FIELD(duel_model_options, strength, WHOLE_FIELD), \
  FIELD(duel_model_options, position, WHOLE_FIELD), \
  FIELD(duel_model_options, tie_model, WHOLE_FIELD), \
  FIELD(duel_model_options, ties, WHOLE_FIELD), \
  FIELD(duel_model_options, both_bad, WHOLE_FIELD), \
  FIELD(duel_model_options, threshold, WHOLE_FIELD), \
  FIELD(duel_model_options, sign, WHOLE_FIELD), \
  FIELD(duel_model_options, covariance, WHOLE_FIELD), \
  FIELD(duel_model_options, accept, WHOLE_FIELD), \
  FIELD(duel_model_options, max_iterations, WHOLE_FIELD), \
  FIELD(duel_model_options, covariates, POINTER_FIELD), \
  FIELD(duel_model_options, covariate_count, WHOLE_FIELD), \
  FIELD(duel_model_options, fixed_scores, POINTER_FIELD), \
  FIELD(duel_model_options, fixed_count, WHOLE_FIELD), \
  FIELD(duel_model_options, ridge, NUMBER_FIELD), \
  FIELD(duel_model_options, pseudo, NUMBER_FIELD), \
  FIELD(duel_model_options, tolerance, NUMBER_FIELD), \
  FIELD(duel_model_options, max_bytes, WHOLE_FIELD), \
  FIELD(duel_model_options, cancel, POINTER_FIELD), \
  FIELD(duel_model_options, progress, POINTER_FIELD), \
  FIELD(duel_model_options, user, POINTER_FIELD), \
  FIELD(duel_model_options, start, POINTER_FIELD), \
  FIELD(duel_model_options, offsets, POINTER_FIELD), \
  FIELD(duel_model_options, offset_count, WHOLE_FIELD), \
  FIELD(duel_model_options, bias_reduction, WHOLE_FIELD), \
  FIELD(duel_model_options, threshold_offsets, WHOLE_FIELD), \
  FIELD(duel_model_options, tie_factors, WHOLE_FIELD), \
  FIELD(duel_model_options, tie_basis, WHOLE_FIELD), \
  FIELD(duel_model_options, tie_link, WHOLE_FIELD), \
  FIELD(duel_model_options, below_zero, WHOLE_FIELD), \
  FIELD(duel_model_options, tie_ridge, NUMBER_FIELD), \
  FIELD(duel_model_options, spread, WHOLE_FIELD), \
  FIELD(duel_model_options, spread_factors, WHOLE_FIELD), \
  FIELD(duel_model_options, spread_ridge, NUMBER_FIELD), \
  FIELD(duel_model_options, restarts, WHOLE_FIELD), \
  FIELD(duel_model_options, threads, WHOLE_FIELD), \
  FIELD(duel_model_options, seed, WHOLE_FIELD), \
  FIELD(duel_model_options, bad_threshold, WHOLE_FIELD), \
  FIELD(duel_model_options, rank, WHOLE_FIELD), \
  FIELD(duel_model_options, sensitivity_covariates, POINTER_FIELD), \
  FIELD(duel_model_options, sensitivity_covariate_count, WHOLE_FIELD), \
  FIELD(duel_model_options, target, WHOLE_FIELD), \
  FIELD(duel_model_options, pair_floor, NUMBER_FIELD), \
  FIELD(duel_model_options, interactions, POINTER_FIELD), \
  FIELD(duel_model_options, interaction_count, WHOLE_FIELD), \
  FIELD(duel_model_options, interaction_ridge, NUMBER_FIELD)

#define FIELDS_OF_INFERENCE_OPTIONS \
  FIELD(duel_inference_options, covariance, WHOLE_FIELD), \
  FIELD(duel_inference_options, intervals, WHOLE_FIELD), \
  FIELD(duel_inference_options, normalisation, WHOLE_FIELD), \
  FIELD(duel_inference_options, scale, WHOLE_FIELD), \
  FIELD(duel_inference_options, reference_item, WHOLE_FIELD), \
  FIELD(duel_inference_options, reference_judge, WHOLE_FIELD), \
  FIELD(duel_inference_options, weights, POINTER_FIELD), \
  FIELD(duel_inference_options, weight_count, WHOLE_FIELD), \
  FIELD(duel_inference_options, level, NUMBER_FIELD), \
  FIELD(duel_inference_options, unit, NUMBER_FIELD), \
  FIELD(duel_inference_options, origin, NUMBER_FIELD), \
  FIELD(duel_inference_options, seed, WHOLE_FIELD), \
  FIELD(duel_inference_options, draws, WHOLE_FIELD), \
  FIELD(duel_inference_options, ignore_position, TRUTH_FIELD), \
  FIELD(duel_inference_options, threads, WHOLE_FIELD), \
  FIELD(duel_inference_options, cancel, POINTER_FIELD), \
  FIELD(duel_inference_options, progress, POINTER_FIELD), \
  FIELD(duel_inference_options, user, POINTER_FIELD), \
  FIELD(duel_inference_options, correction, WHOLE_FIELD), \
  FIELD(duel_inference_options, quantiles, WHOLE_FIELD), \
  FIELD(duel_inference_options, contexts, POINTER_FIELD), \
  FIELD(duel_inference_options, bootstrap, POINTER_FIELD), \
  FIELD(duel_inference_options, bootstrap_interval, WHOLE_FIELD), \
  FIELD(duel_inference_options, errors, WHOLE_FIELD), \
  FIELD(duel_inference_options, mixture, NUMBER_FIELD), \
  FIELD(duel_inference_options, error_draws, WHOLE_FIELD)

#define FIELDS_OF_VALIDATION_OPTIONS \
  FIELD(duel_validation_options, by, WHOLE_FIELD), \
  FIELD(duel_validation_options, threads, WHOLE_FIELD), \
  FIELD(duel_validation_options, folds, WHOLE_FIELD), \
  FIELD(duel_validation_options, share, NUMBER_FIELD), \
  FIELD(duel_validation_options, repeats, WHOLE_FIELD), \
  FIELD(duel_validation_options, seed, WHOLE_FIELD), \
  FIELD(duel_validation_options, cancel, POINTER_FIELD), \
  FIELD(duel_validation_options, progress, POINTER_FIELD), \
  FIELD(duel_validation_options, user, POINTER_FIELD)

#define FIELDS_OF_BOOTSTRAP_OPTIONS \
  FIELD(duel_bootstrap_options, by, WHOLE_FIELD), \
  FIELD(duel_bootstrap_options, weights, WHOLE_FIELD), \
  FIELD(duel_bootstrap_options, replicates, WHOLE_FIELD), \
  FIELD(duel_bootstrap_options, seed, WHOLE_FIELD), \
  FIELD(duel_bootstrap_options, one_step, TRUTH_FIELD), \
  FIELD(duel_bootstrap_options, threads, WHOLE_FIELD), \
  FIELD(duel_bootstrap_options, cancel, POINTER_FIELD), \
  FIELD(duel_bootstrap_options, progress, POINTER_FIELD), \
  FIELD(duel_bootstrap_options, user, POINTER_FIELD)

#define FIELDS_OF_FRAGILITY_OPTIONS \
  FIELD(duel_fragility_options, attack, WHOLE_FIELD), \
  FIELD(duel_fragility_options, by, WHOLE_FIELD), \
  FIELD(duel_fragility_options, top, WHOLE_FIELD), \
  FIELD(duel_fragility_options, cancel, POINTER_FIELD), \
  FIELD(duel_fragility_options, progress, POINTER_FIELD), \
  FIELD(duel_fragility_options, user, POINTER_FIELD), \
  FIELD(duel_fragility_options, quantity, WHOLE_FIELD), \
  FIELD(duel_fragility_options, vote, TRUTH_FIELD), \
  FIELD(duel_fragility_options, winner, WHOLE_FIELD), \
  FIELD(duel_fragility_options, loser, WHOLE_FIELD), \
  FIELD(duel_fragility_options, renew, TRUTH_FIELD)

#define FIELDS_OF_SMACOF_OPTIONS \
  FIELD(duel_smacof_options, starts, WHOLE_FIELD), \
  FIELD(duel_smacof_options, iterations, WHOLE_FIELD), \
  FIELD(duel_smacof_options, tolerance, NUMBER_FIELD), \
  FIELD(duel_smacof_options, seed, WHOLE_FIELD), \
  FIELD(duel_smacof_options, threads, WHOLE_FIELD), \
  FIELD(duel_smacof_options, cancel, POINTER_FIELD), \
  FIELD(duel_smacof_options, progress, POINTER_FIELD), \
  FIELD(duel_smacof_options, user, POINTER_FIELD)

#define FIELDS_OF_JUDGE_OPTIONS \
  FIELD(duel_judge_options, weak, NUMBER_FIELD), \
  FIELD(duel_judge_options, position, NUMBER_FIELD), \
  FIELD(duel_judge_options, idiosyncratic, NUMBER_FIELD), \
  FIELD(duel_judge_options, redundant, NUMBER_FIELD), \
  FIELD(duel_judge_options, item_families, POINTER_FIELD), \
  FIELD(duel_judge_options, item_count, WHOLE_FIELD), \
  FIELD(duel_judge_options, judge_families, POINTER_FIELD), \
  FIELD(duel_judge_options, judge_count, WHOLE_FIELD)

#define FIELDS_OF_OUTLIER_OPTIONS \
  FIELD(duel_outlier_options, alpha, NUMBER_FIELD), \
  FIELD(duel_outlier_options, adjusted, TRUTH_FIELD), \
  FIELD(duel_outlier_options, cancel, POINTER_FIELD), \
  FIELD(duel_outlier_options, progress, POINTER_FIELD), \
  FIELD(duel_outlier_options, user, POINTER_FIELD)

#define FIELDS_OF_TOGETHER_OPTIONS \
  FIELD(duel_together_options, copy_units, WHOLE_FIELD), \
  FIELD(duel_together_options, near_copy, NUMBER_FIELD), \
  FIELD(duel_together_options, max_bytes, WHOLE_FIELD), \
  FIELD(duel_together_options, cancel, POINTER_FIELD), \
  FIELD(duel_together_options, progress, POINTER_FIELD), \
  FIELD(duel_together_options, user, POINTER_FIELD)

#define FIELDS_OF_GARS_OPTIONS \
  FIELD(duel_gars_options, items, WHOLE_FIELD), \
  FIELD(duel_gars_options, categories, WHOLE_FIELD), \
  FIELD(duel_gars_options, first, POINTER_FIELD), \
  FIELD(duel_gars_options, second, POINTER_FIELD), \
  FIELD(duel_gars_options, pairs, WHOLE_FIELD), \
  FIELD(duel_gars_options, clusters, WHOLE_FIELD), \
  FIELD(duel_gars_options, floor, NUMBER_FIELD), \
  FIELD(duel_gars_options, functionals, POINTER_FIELD), \
  FIELD(duel_gars_options, variants, POINTER_FIELD), \
  FIELD(duel_gars_options, functional_count, WHOLE_FIELD), \
  FIELD(duel_gars_options, temperature, NUMBER_FIELD), \
  FIELD(duel_gars_options, rankings, POINTER_FIELD), \
  FIELD(duel_gars_options, ranking_count, WHOLE_FIELD), \
  FIELD(duel_gars_options, field_weights, POINTER_FIELD), \
  FIELD(duel_gars_options, threshold, NUMBER_FIELD), \
  FIELD(duel_gars_options, group_names, POINTER_FIELD), \
  FIELD(duel_gars_options, group_count, WHOLE_FIELD), \
  FIELD(duel_gars_options, second_order, WHOLE_FIELD), \
  FIELD(duel_gars_options, second_order_basis, WHOLE_FIELD)

#define FIELDS_OF_SELECTION_OPTIONS \
  FIELD(duel_selection_options, selection_model, WHOLE_FIELD), \
  FIELD(duel_selection_options, answered, POINTER_FIELD), \
  FIELD(duel_selection_options, answered_count, WHOLE_FIELD), \
  FIELD(duel_selection_options, level, NUMBER_FIELD), \
  FIELD(duel_selection_options, claims, POINTER_FIELD), \
  FIELD(duel_selection_options, claim_count, WHOLE_FIELD)

#define FIELDS_OF_TEST_OPTIONS \
  FIELD(duel_test_options, adjustment, WHOLE_FIELD), \
  FIELD(duel_test_options, null, POINTER_FIELD), \
  FIELD(duel_test_options, null_count, WHOLE_FIELD)

#define FIELDS_OF_PAIR_OPTIONS \
  FIELD(duel_pair_options, family, WHOLE_FIELD), \
  FIELD(duel_pair_options, adjustment, WHOLE_FIELD), \
  FIELD(duel_pair_options, reference, WHOLE_FIELD)

#define FIELDS_OF_RANKING_OPTIONS \
  FIELD(duel_ranking_options, positions, TRUTH_FIELD), \
  FIELD(duel_ranking_options, worst, WHOLE_FIELD), \
  FIELD(duel_ranking_options, stages, WHOLE_FIELD), \
  FIELD(duel_ranking_options, pseudo, NUMBER_FIELD), \
  FIELD(duel_ranking_options, ridge, NUMBER_FIELD), \
  FIELD(duel_ranking_options, max_bytes, WHOLE_FIELD), \
  FIELD(duel_ranking_options, cancel, POINTER_FIELD), \
  FIELD(duel_ranking_options, progress, POINTER_FIELD), \
  FIELD(duel_ranking_options, user, POINTER_FIELD)

#define FIELDS_OF_BOARD_OPTIONS \
  FIELD(duel_board_options, groups_are, WHOLE_FIELD), \
  FIELD(duel_board_options, average, WHOLE_FIELD), \
  FIELD(duel_board_options, missing, WHOLE_FIELD), \
  FIELD(duel_board_options, runs, WHOLE_FIELD), \
  FIELD(duel_board_options, missing_value, NUMBER_FIELD), \
  FIELD(duel_board_options, k, WHOLE_FIELD), \
  FIELD(duel_board_options, population, NUMBER_FIELD), \
  FIELD(duel_board_options, lower_is_better, TRUTH_FIELD), \
  FIELD(duel_board_options, max_bytes, WHOLE_FIELD)

#define FIELDS_OF_RANK_SET_OPTIONS \
  FIELD(duel_rank_set_options, side, WHOLE_FIELD), \
  FIELD(duel_rank_set_options, one_by_one, TRUTH_FIELD), \
  FIELD(duel_rank_set_options, single_step, TRUTH_FIELD), \
  FIELD(duel_rank_set_options, top, WHOLE_FIELD)

#define FIELDS_OF_RANK_AVERAGE_OPTIONS \
  FIELD(duel_rank_average_options, ranks, WHOLE_FIELD), \
  FIELD(duel_rank_average_options, max_rank, WHOLE_FIELD)

#define FIELDS_OF_MONITOR_OPTIONS \
  FIELD(duel_monitor_options, design, WHOLE_FIELD), \
  FIELD(duel_monitor_options, exact, TRUTH_FIELD), \
  FIELD(duel_monitor_options, alpha, NUMBER_FIELD), \
  FIELD(duel_monitor_options, mixture, NUMBER_FIELD), \
  FIELD(duel_monitor_options, max_items, WHOLE_FIELD)

#define FIELDS_OF_NUISANCE_OPTIONS \
  FIELD(duel_nuisance_options, items, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, categories, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, pairs, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, learner, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, propensities, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, folds, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, ridge, NUMBER_FIELD), \
  FIELD(duel_nuisance_options, seed, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, features, POINTER_FIELD), \
  FIELD(duel_nuisance_options, feature_count, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, linear_count, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, predictions, POINTER_FIELD), \
  FIELD(duel_nuisance_options, prediction_count, WHOLE_FIELD), \
  FIELD(duel_nuisance_options, feature_ridge, NUMBER_FIELD)

#define FIELDS_OF_POLICY_OPTIONS \
  FIELD(duel_policy_options, drawing, WHOLE_FIELD), \
  FIELD(duel_policy_options, threads, WHOLE_FIELD), \
  FIELD(duel_policy_options, floor, NUMBER_FIELD), \
  FIELD(duel_policy_options, budget, NUMBER_FIELD), \
  FIELD(duel_policy_options, mix, NUMBER_FIELD), \
  FIELD(duel_policy_options, cancel, POINTER_FIELD), \
  FIELD(duel_policy_options, progress, POINTER_FIELD), \
  FIELD(duel_policy_options, user, POINTER_FIELD)

#define FIELDS_OF_NEXT_OPTIONS \
  FIELD(duel_next_options, criterion, WHOLE_FIELD), \
  FIELD(duel_next_options, threads, WHOLE_FIELD), \
  FIELD(duel_next_options, batch, WHOLE_FIELD), \
  FIELD(duel_next_options, first, WHOLE_FIELD), \
  FIELD(duel_next_options, second, WHOLE_FIELD), \
  FIELD(duel_next_options, boundary, WHOLE_FIELD), \
  FIELD(duel_next_options, by_judge, TRUTH_FIELD), \
  FIELD(duel_next_options, judge, WHOLE_FIELD), \
  FIELD(duel_next_options, cancel, POINTER_FIELD), \
  FIELD(duel_next_options, progress, POINTER_FIELD), \
  FIELD(duel_next_options, user, POINTER_FIELD)

#define FIELDS_OF_SPRT_OPTIONS \
  FIELD(duel_sprt_options, elo0, NUMBER_FIELD), \
  FIELD(duel_sprt_options, elo1, NUMBER_FIELD), \
  FIELD(duel_sprt_options, alpha, NUMBER_FIELD), \
  FIELD(duel_sprt_options, beta, NUMBER_FIELD), \
  FIELD(duel_sprt_options, elo_scale, WHOLE_FIELD)

#define FIELDS_OF_PAIRED_OPTIONS \
  FIELD(duel_paired_options, want, WHOLE_FIELD), \
  FIELD(duel_paired_options, level, NUMBER_FIELD), \
  FIELD(duel_paired_options, margin, NUMBER_FIELD)

#define FIELDS_OF_EXACT_OPTIONS \
  FIELD(duel_exact_options, want, WHOLE_FIELD), \
  FIELD(duel_exact_options, level, NUMBER_FIELD), \
  FIELD(duel_exact_options, margin, NUMBER_FIELD), \
  FIELD(duel_exact_options, lower_bound, NUMBER_FIELD), \
  FIELD(duel_exact_options, upper_bound, NUMBER_FIELD), \
  FIELD(duel_exact_options, draws, WHOLE_FIELD), \
  FIELD(duel_exact_options, seed, WHOLE_FIELD), \
  FIELD(duel_exact_options, cancel, POINTER_FIELD), \
  FIELD(duel_exact_options, progress, POINTER_FIELD), \
  FIELD(duel_exact_options, user, POINTER_FIELD)

#define FIELDS_OF_PLAN_OPTIONS \
  FIELD(duel_plan_options, want, WHOLE_FIELD), \
  FIELD(duel_plan_options, of_votes, TRUTH_FIELD), \
  FIELD(duel_plan_options, effect, NUMBER_FIELD), \
  FIELD(duel_plan_options, margin, NUMBER_FIELD), \
  FIELD(duel_plan_options, level, NUMBER_FIELD), \
  FIELD(duel_plan_options, power, NUMBER_FIELD), \
  FIELD(duel_plan_options, sd, NUMBER_FIELD), \
  FIELD(duel_plan_options, win, NUMBER_FIELD), \
  FIELD(duel_plan_options, lose, NUMBER_FIELD), \
  FIELD(duel_plan_options, between, NUMBER_FIELD), \
  FIELD(duel_plan_options, within, NUMBER_FIELD), \
  FIELD(duel_plan_options, runs, WHOLE_FIELD), \
  FIELD(duel_plan_options, group_size, WHOLE_FIELD), \
  FIELD(duel_plan_options, icc, NUMBER_FIELD), \
  FIELD(duel_plan_options, units, WHOLE_FIELD), \
  FIELD(duel_plan_options, mixture, NUMBER_FIELD)

#define FIELDS_OF_CHART_OPTIONS \
  FIELD(duel_chart_options, chart, WHOLE_FIELD), \
  FIELD(duel_chart_options, logarithmic, TRUTH_FIELD), \
  FIELD(duel_chart_options, equal_axes, TRUTH_FIELD), \
  FIELD(duel_chart_options, arrows, TRUTH_FIELD), \
  FIELD(duel_chart_options, downward, TRUTH_FIELD), \
  FIELD(duel_chart_options, title, POINTER_FIELD), \
  FIELD(duel_chart_options, note, POINTER_FIELD), \
  FIELD(duel_chart_options, axis, POINTER_FIELD), \
  FIELD(duel_chart_options, labels, POINTER_FIELD), \
  FIELD(duel_chart_options, label_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, names, POINTER_FIELD), \
  FIELD(duel_chart_options, name_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, sides, POINTER_FIELD), \
  FIELD(duel_chart_options, side_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, lower, POINTER_FIELD), \
  FIELD(duel_chart_options, lower_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, upper, POINTER_FIELD), \
  FIELD(duel_chart_options, upper_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, groups, POINTER_FIELD), \
  FIELD(duel_chart_options, group_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, group_names, POINTER_FIELD), \
  FIELD(duel_chart_options, group_name_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, limits, POINTER_FIELD), \
  FIELD(duel_chart_options, limit_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, positions, POINTER_FIELD), \
  FIELD(duel_chart_options, position_count, WHOLE_FIELD), \
  FIELD(duel_chart_options, least, NUMBER_FIELD), \
  FIELD(duel_chart_options, most, NUMBER_FIELD)

#endif
