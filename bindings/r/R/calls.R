# Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.
# The functions of duel.h, with what follows from other arguments left out.

duel_set_new <- function()
    .Call(C_set_new)

duel_set_copy <- function(set)
    .Call(C_set_copy, set)

duel_set_intern <- function(set, kind, names, count)
    .Call(C_set_intern, set, kind, names, count)

duel_set_append <- function(set, rows)
    .Call(C_set_append, set, rows)

duel_set_covariate <- function(set, covariate)
    .Call(C_set_covariate, set, covariate)

duel_set_merge <- function(set, other)
    .Call(C_set_merge, set, other)

duel_set_save <- function(set)
    .Call(C_set_save, set)

duel_set_load <- function(bytes)
    .Call(C_set_load, bytes)

duel_set_forget_order <- function(set)
    .Call(C_set_forget_order, set)

duel_set_find <- function(set, kind, name)
    .Call(C_set_find, set, kind, name)

duel_set_info <- function(set)
    .Call(C_set_info, set)

duel_set_items <- function(set)
    .Call(C_set_items, set)

duel_set_pairs <- function(set)
    .Call(C_set_pairs, set)

duel_set_cells <- function(set)
    .Call(C_set_cells, set)

duel_set_resample <- function(set, by, seed)
    .Call(C_set_resample, set, by, seed)

duel_set_split <- function(set, by, folds, fold, seed)
    .Call(C_set_split, set, by, folds, fold, seed)

duel_set_filter <- function(set, kind, ids, count)
    .Call(C_set_filter, set, kind, ids, count)

duel_model_fit <- function(set, options)
    .Call(C_model_fit, set, options)

duel_model_share <- function(model)
    .Call(C_model_share, model)

duel_model_save <- function(model)
    .Call(C_model_save, model)

duel_model_load <- function(bytes)
    .Call(C_model_load, bytes)

duel_model_info <- function(model)
    .Call(C_model_info, model)

duel_model_shape <- function(model, quantity)
    .Call(C_model_shape, model, quantity)

duel_model_get <- function(model, quantity, capacity)
    .Call(C_model_get, model, quantity, capacity)

duel_model_warnings <- function(model)
    .Call(C_model_warnings, model)

duel_model_items <- function(model)
    .Call(C_model_items, model)

duel_model_voters <- function(model)
    .Call(C_model_voters, model)

duel_model_optima <- function(model)
    .Call(C_model_optima, model)

duel_model_scores <- function(model, options)
    .Call(C_model_scores, model, options)

duel_model_effective_comparisons <- function(model, options)
    .Call(C_model_effective_comparisons, model, options)

duel_model_predict <- function(model, rows, options, capacity)
    .Call(C_model_predict, model, rows, options, capacity)

duel_model_log_likelihood <- function(model, set)
    .Call(C_model_log_likelihood, model, set)

duel_set_cross_validate <- function(set, fit, options)
    .Call(C_set_cross_validate, set, fit, options)

duel_model_sensitivities <- function(model, judges, values, points, options)
    .Call(C_model_sensitivities, model, judges, values, points, options)

duel_model_consensus <- function(model, consensus, options, weight_capacity)
    .Call(C_model_consensus, model, consensus, options, weight_capacity)

duel_set_leave_one_judge_out <- function(set, options)
    .Call(C_set_leave_one_judge_out, set, options)

duel_set_select_rank <- function(set, max_rank, replicates, seed, threads, fit, validation)
    .Call(C_set_select_rank, set, max_rank, replicates, seed, threads, fit, validation)

duel_set_judge_scores <- function(set, rank, options, capacity)
    .Call(C_set_judge_scores, set, rank, options, capacity)

duel_bootstrap_new <- function(model, options)
    .Call(C_bootstrap_new, model, options)

duel_bootstrap_info <- function(bootstrap)
    .Call(C_bootstrap_info, bootstrap)

duel_bootstrap_get <- function(bootstrap, quantity, options, capacity)
    .Call(C_bootstrap_get, bootstrap, quantity, options, capacity)

duel_p_adjust <- function(p_values, count, adjustment, capacity)
    .Call(C_p_adjust, p_values, count, adjustment, capacity)

duel_model_rank_probabilities <- function(model, options, capacity)
    .Call(C_model_rank_probabilities, model, options, capacity)

duel_model_rank_summary <- function(model, options)
    .Call(C_model_rank_summary, model, options)

duel_model_superiority <- function(model, options, capacity)
    .Call(C_model_superiority, model, options, capacity)

duel_model_compact_letters <- function(model, options)
    .Call(C_model_compact_letters, model, options)

duel_model_more_comparisons <- function(model, pairs, count, gaps, power, options)
    .Call(C_model_more_comparisons, model, pairs, count, gaps, power, options)

duel_model_quasi_variances <- function(model, options, capacity)
    .Call(C_model_quasi_variances, model, options, capacity)

duel_model_profile <- function(model, quantity, weights, count, options)
    .Call(C_model_profile, model, quantity, weights, count, options)

duel_model_criteria <- function(model)
    .Call(C_model_criteria, model)

duel_model_compare <- function(null, full, test, options)
    .Call(C_model_compare, null, full, test, options)

duel_model_accuracy <- function(model, set)
    .Call(C_model_accuracy, model, set)

duel_model_calibration <- function(model, set, bins)
    .Call(C_model_calibration, model, set, bins)

duel_model_triads <- function(model, replicates, options)
    .Call(C_model_triads, model, replicates, options)

duel_model_metrics <- function(model, set, by)
    .Call(C_model_metrics, model, set, by)

duel_model_metrics_by_outcome <- function(model, set, by)
    .Call(C_model_metrics_by_outcome, model, set, by)

duel_model_marginals <- function(model, set)
    .Call(C_model_marginals, model, set)

duel_model_match_matrix <- function(model, matrix, outcome, options, capacity)
    .Call(C_model_match_matrix, model, matrix, outcome, options, capacity)

duel_model_vuong <- function(first, second, penalty, by, options)
    .Call(C_model_vuong, first, second, penalty, by, options)

duel_model_goodness <- function(model, replicates, options)
    .Call(C_model_goodness, model, replicates, options)

duel_model_residuals <- function(model, by, options)
    .Call(C_model_residuals, model, by, options)

duel_model_influence <- function(model, by, options)
    .Call(C_model_influence, model, by, options)

duel_model_influence_changes <- function(model, quantity, by, options, capacity)
    .Call(C_model_influence_changes, model, quantity, by, options, capacity)

duel_model_fragility <- function(model, pairs, count, options)
    .Call(C_model_fragility, model, pairs, count, options)

duel_model_fragile_votes <- function(model, pairs, count, options)
    .Call(C_model_fragile_votes, model, pairs, count, options)

duel_rankings_agreement <- function(scores, rankings, items, measure, k, capacity)
    .Call(C_rankings_agreement, scores, rankings, items, measure, k, capacity)

duel_model_adjacent <- function(model, options)
    .Call(C_model_adjacent, model, options)

duel_model_distances <- function(model, distance, options, capacity)
    .Call(C_model_distances, model, distance, options, capacity)

duel_map_kernel_pca <- function(dissimilarities, items, gamma, dimensions, capacity, eigenvalue_capacity, share_capacity)
    .Call(C_map_kernel_pca, dissimilarities, items, gamma, dimensions, capacity, eigenvalue_capacity, share_capacity)

duel_map_classical <- function(dissimilarities, items, dimensions, capacity, eigenvalue_capacity, share_capacity)
    .Call(C_map_classical, dissimilarities, items, dimensions, capacity, eigenvalue_capacity, share_capacity)

duel_map_smacof <- function(dissimilarities, weights, items, dimensions, options, capacity)
    .Call(C_map_smacof, dissimilarities, weights, items, dimensions, options, capacity)

duel_tree_cluster <- function(dissimilarities, items, linkage, optimal, order_capacity)
    .Call(C_tree_cluster, dissimilarities, items, linkage, optimal, order_capacity)

duel_tree_cut <- function(left, right, heights, items, by, value, capacity)
    .Call(C_tree_cut, left, right, heights, items, by, value, capacity)

duel_model_tiers <- function(model, by, value, options)
    .Call(C_model_tiers, model, by, value, options)

duel_set_judges <- function(set, level)
    .Call(C_set_judges, set, level)

duel_set_order <- function(set)
    .Call(C_set_order, set)

duel_set_triads <- function(set)
    .Call(C_set_triads, set)

duel_set_agreement <- function(set, level)
    .Call(C_set_agreement, set, level)

duel_set_agreement_pairs <- function(set)
    .Call(C_set_agreement_pairs, set)

duel_set_krippendorff <- function(set, metric, orientation, level)
    .Call(C_set_krippendorff, set, metric, orientation, level)

duel_votes_confidence <- function(judge, confidence, correct, votes, judges, bins)
    .Call(C_votes_confidence, judge, confidence, correct, votes, judges, bins)

duel_votes_reliability <- function(judge, confidence, correct, votes, judges, bins)
    .Call(C_votes_reliability, judge, confidence, correct, votes, judges, bins)

duel_rankings_effective <- function(scores, judges, items, precisions)
    .Call(C_rankings_effective, scores, judges, items, precisions)

duel_matrix_bicluster <- function(table, rows, columns, dissimilarity, linkage, row_groups, column_groups)
    .Call(C_matrix_bicluster, table, rows, columns, dissimilarity, linkage, row_groups, column_groups)

duel_set_learning_curve <- function(set, shares, judges, fit, options)
    .Call(C_set_learning_curve, set, shares, judges, fit, options)

duel_model_equivalence <- function(model, margin, options)
    .Call(C_model_equivalence, model, margin, options)

duel_model_self_preference <- function(model, item_families, judge_families, options)
    .Call(C_model_self_preference, model, item_families, judge_families, options)

duel_model_judges <- function(model, judge_options, options)
    .Call(C_model_judges, model, judge_options, options)

duel_model_outliers <- function(model, options)
    .Call(C_model_outliers, model, options)

duel_set_together <- function(set, families, options)
    .Call(C_set_together, set, families, options)

duel_set_worth <- function(set, families, options)
    .Call(C_set_worth, set, families, options)

duel_set_families <- function(set, families, options)
    .Call(C_set_families, set, families, options)

duel_set_effective <- function(set, families, options)
    .Call(C_set_effective, set, families, options)

duel_gars_new <- function(options)
    .Call(C_gars_new, options)

duel_gars_add <- function(gars, contexts)
    .Call(C_gars_add, gars, contexts)

duel_gars_psi <- function(gars, contexts, capacity, plugin_capacity)
    .Call(C_gars_psi, gars, contexts, capacity, plugin_capacity)

duel_gars_weights <- function(gars, functional, contexts, q, capacity)
    .Call(C_gars_weights, gars, functional, contexts, q, capacity)

duel_gars_model_mu <- function(gars, model, judge, context, options, capacity)
    .Call(C_gars_model_mu, gars, model, judge, context, options, capacity)

duel_gars_merge <- function(gars, other)
    .Call(C_gars_merge, gars, other)

duel_gars_save <- function(gars)
    .Call(C_gars_save, gars)

duel_gars_load <- function(bytes)
    .Call(C_gars_load, bytes)

duel_gars_info <- function(gars)
    .Call(C_gars_info, gars)

duel_gars_pairs <- function(gars)
    .Call(C_gars_pairs, gars)

duel_gars_groups <- function(gars)
    .Call(C_gars_groups, gars)

duel_gars_values <- function(gars, functional)
    .Call(C_gars_values, gars, functional)

duel_gars_ellipsoid <- function(gars, functional, estimator, null, options)
    .Call(C_gars_ellipsoid, gars, functional, estimator, null, options)

duel_gars_equality <- function(gars, first, second, options)
    .Call(C_gars_equality, gars, first, second, options)

duel_influence_equality <- function(contexts, values, first, second, clusters, sum_is_constant, options)
    .Call(C_influence_equality, contexts, values, first, second, clusters, sum_is_constant, options)

duel_gars_selection <- function(gars, contexts, functional, options)
    .Call(C_gars_selection, gars, contexts, functional, options)

duel_gars_bounds <- function(gars, contexts, functional, gamma, options)
    .Call(C_gars_bounds, gars, contexts, functional, gamma, options)

duel_model_estimate <- function(model, quantity, options)
    .Call(C_model_estimate, model, quantity, options)

duel_gars_estimate <- function(gars, functional, estimator, options)
    .Call(C_gars_estimate, gars, functional, estimator, options)

duel_gars_group_estimate <- function(gars, functional, group, estimator, options)
    .Call(C_gars_group_estimate, gars, functional, group, estimator, options)

duel_gars_differences <- function(gars, functional, group, other, estimator, options)
    .Call(C_gars_differences, gars, functional, group, other, estimator, options)

duel_estimate_ratio <- function(estimate, numerator, denominator)
    .Call(C_estimate_ratio, estimate, numerator, denominator)

duel_estimate_info <- function(estimate)
    .Call(C_estimate_info, estimate)

duel_estimate_values <- function(estimate)
    .Call(C_estimate_values, estimate)

duel_estimate_contrasts <- function(estimate, weights, contrasts)
    .Call(C_estimate_contrasts, estimate, weights, contrasts)

duel_estimate_contrast_covariance <- function(estimate, weights, contrasts, capacity)
    .Call(C_estimate_contrast_covariance, estimate, weights, contrasts, capacity)

duel_estimate_tests <- function(estimate, weights, contrasts, options)
    .Call(C_estimate_tests, estimate, weights, contrasts, options)

duel_estimate_e_values <- function(estimate, weights, contrasts, null)
    .Call(C_estimate_e_values, estimate, weights, contrasts, null)

duel_estimate_pairs <- function(estimate, options)
    .Call(C_estimate_pairs, estimate, options)

duel_estimate_ranks <- function(estimate)
    .Call(C_estimate_ranks, estimate)

duel_estimate_covariance <- function(estimate, capacity)
    .Call(C_estimate_covariance, estimate, capacity)

duel_estimate_new <- function(given, options)
    .Call(C_estimate_new, given, options)

duel_ballots_new <- function()
    .Call(C_ballots_new)

duel_ballots_append <- function(ballots, rows)
    .Call(C_ballots_append, ballots, rows)

duel_ballots_covariate <- function(ballots, name, values)
    .Call(C_ballots_covariate, ballots, name, values)

duel_ballots_info <- function(ballots)
    .Call(C_ballots_info, ballots)

duel_ballots_names <- function(ballots)
    .Call(C_ballots_names, ballots)

duel_ballots_fit <- function(ballots, options)
    .Call(C_ballots_fit, ballots, options)

duel_ranking_info <- function(ranking)
    .Call(C_ranking_info, ranking)

duel_ranking_estimate <- function(ranking, options)
    .Call(C_ranking_estimate, ranking, options)

duel_ranking_scores <- function(ranking, options)
    .Call(C_ranking_scores, ranking, options)

duel_ranking_effects <- function(ranking, options)
    .Call(C_ranking_effects, ranking, options)

duel_board_new <- function()
    .Call(C_board_new)

duel_board_append <- function(board, rows)
    .Call(C_board_append, board, rows)

duel_board_info <- function(board)
    .Call(C_board_info, board)

duel_board_names <- function(board)
    .Call(C_board_names, board)

duel_board_estimate <- function(board, options, inference)
    .Call(C_board_estimate, board, options, inference)

duel_board_variance <- function(board)
    .Call(C_board_variance, board)

duel_estimate_gate <- function(estimate, gate)
    .Call(C_estimate_gate, estimate, gate)

duel_estimate_claims <- function(estimate, claims)
    .Call(C_estimate_claims, estimate, claims)

duel_estimate_compact_letters <- function(estimate)
    .Call(C_estimate_compact_letters, estimate)

duel_estimate_tiers <- function(estimate, by, value)
    .Call(C_estimate_tiers, estimate, by, value)

duel_estimate_rank_summary <- function(estimate)
    .Call(C_estimate_rank_summary, estimate)

duel_estimate_rank_probabilities <- function(estimate, capacity)
    .Call(C_estimate_rank_probabilities, estimate, capacity)

duel_estimate_superiority <- function(estimate, capacity)
    .Call(C_estimate_superiority, estimate, capacity)

duel_estimate_quasi_variances <- function(estimate, capacity)
    .Call(C_estimate_quasi_variances, estimate, capacity)

duel_estimate_winner <- function(estimate, items, rank)
    .Call(C_estimate_winner, estimate, items, rank)

duel_estimate_rank_sets <- function(estimate, items, options)
    .Call(C_estimate_rank_sets, estimate, items, options)

duel_model_average <- function(model, quantity, options, inference)
    .Call(C_model_average, model, quantity, options, inference)

duel_estimate_averaged_ranks <- function(estimate)
    .Call(C_estimate_averaged_ranks, estimate)

duel_estimate_judge <- function(estimate, judge)
    .Call(C_estimate_judge, estimate, judge)

duel_estimate_judge_ranks <- function(estimate, judges, options)
    .Call(C_estimate_judge_ranks, estimate, judges, options)

duel_estimate_reversals <- function(estimate, judges)
    .Call(C_estimate_reversals, estimate, judges)

duel_estimate_unanimous <- function(estimate, judges)
    .Call(C_estimate_unanimous, estimate, judges)

duel_monitor_new <- function(options)
    .Call(C_monitor_new, options)

duel_monitor_look <- function(monitor, estimate, batch)
    .Call(C_monitor_look, monitor, estimate, batch)

duel_monitor_pairs <- function(monitor)
    .Call(C_monitor_pairs, monitor)

duel_monitor_ranks <- function(monitor)
    .Call(C_monitor_ranks, monitor)

duel_monitor_info <- function(monitor)
    .Call(C_monitor_info, monitor)

duel_monitor_save <- function(monitor)
    .Call(C_monitor_save, monitor)

duel_monitor_load <- function(bytes)
    .Call(C_monitor_load, bytes)

duel_nuisance_fit <- function(contexts, options)
    .Call(C_nuisance_fit, contexts, options)

duel_nuisance_info <- function(nuisance)
    .Call(C_nuisance_info, nuisance)

duel_nuisance_settings <- function(nuisance)
    .Call(C_nuisance_settings, nuisance)

duel_nuisance_warnings <- function(nuisance)
    .Call(C_nuisance_warnings, nuisance)

duel_nuisance_folds <- function(nuisance, capacity)
    .Call(C_nuisance_folds, nuisance, capacity)

duel_nuisance_predict <- function(nuisance, first, count, capacity)
    .Call(C_nuisance_predict, nuisance, first, count, capacity)

duel_nuisance_propensities <- function(nuisance, first, count, capacity)
    .Call(C_nuisance_propensities, nuisance, first, count, capacity)

duel_gars_learn <- function(gars, contexts, splits, options)
    .Call(C_gars_learn, gars, contexts, splits, options)

duel_gars_remainder <- function(gars)
    .Call(C_gars_remainder, gars)

duel_gars_warnings <- function(gars)
    .Call(C_gars_warnings, gars)

duel_policy_choose <- function(weights, contexts, pairs, costs, options, capacity, nu_capacity)
    .Call(C_policy_choose, weights, contexts, pairs, costs, options, capacity, nu_capacity)

duel_policy_apply <- function(weights, contexts, pairs, costs, lambda, options, capacity, nu_capacity)
    .Call(C_policy_apply, weights, contexts, pairs, costs, lambda, options, capacity, nu_capacity)

duel_policy_lambda <- function(histogram, options)
    .Call(C_policy_lambda, histogram, options)

duel_policy_outcome <- function(weights, contexts, pairs, costs, propensities)
    .Call(C_policy_outcome, weights, contexts, pairs, costs, propensities)

duel_policy_draw <- function(propensities, contexts, pairs, drawing, seed, first_context, capacity)
    .Call(C_policy_draw, propensities, contexts, pairs, drawing, seed, first_context, capacity)

duel_gars_d_optimal <- function(gars, functional, mu, contexts, costs, options, capacity, covariance_capacity)
    .Call(C_gars_d_optimal, gars, functional, mu, contexts, costs, options, capacity, covariance_capacity)

duel_model_next <- function(model, options)
    .Call(C_model_next, model, options)

duel_model_given <- function(set, parameters, options)
    .Call(C_model_given, set, parameters, options)

duel_model_simulate <- function(model, design, seed)
    .Call(C_model_simulate, model, design, seed)

duel_counts_sprt <- function(counts, count, options)
    .Call(C_counts_sprt, counts, count, options)

duel_counts_paired <- function(only_first, only_second, tasks, options)
    .Call(C_counts_paired, only_first, only_second, tasks, options)

duel_differences_exact <- function(differences, count, options)
    .Call(C_differences_exact, differences, count, options)

duel_plan_units <- function(options)
    .Call(C_plan_units, options)

duel_matrix_chart <- function(table, rows, columns, options)
    .Call(C_matrix_chart, table, rows, columns, options)
