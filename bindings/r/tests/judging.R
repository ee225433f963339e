# Models of judges that disagree: fits, quantities, choice of the rank, consensuses, the report.
library(duel)
source("support/expect.R")

votes <- duel_set(winner ~ left + right, mtbench, judge, question)
one <- duel(votes, strength = "disagreement", rank = 1)
two <- update(one, rank = 2)
zero <- update(one, rank = 0)
signed <- duel(votes, strength = "sensitivity", sign = "signed")
glm <- "zai-org/GLM-4.5-Air-FP8"

## the model: S = gamma mu' + T, T = U V'
near(logLik(zero), logLik(signed), 1e-6)
near(logLik(one), -4257.826, 1e-3)
stopifnot(one$info$rank == 1, one$info$strength == "disagreement", two$info$dimension == 66)
S <- coef(two, "strengths")
T <- coef(two, "disagreements")
U <- coef(two, "judge_factors")
V <- coef(two, "item_factors")
gamma <- coef(two, "sensitivities")
mu <- coef(two)
near(S, outer(gamma, mu) + T, 1e-9)
near(T, U %*% t(V), 1e-9)
stopifnot(identical(dimnames(T), list(two$judges, two$items)),
          identical(dimnames(U), list(two$judges, c("1", "2"))))
h <- coef(two, "disagreement_norms")
near(h, sqrt(rowSums(T^2)), 1e-9)
near(coef(two, "disagreement_ratios"), h / abs(gamma * sqrt(sum(mu^2))), 1e-9)
near(coef(two, "disagreement_sizes"), svd(T)$d[1:2], 1e-9)
near(colMeans(T), rep(0, 6), 1e-9)
near(two$info$consensus, sqrt(sum(mu^2) * 20 / sum(S^2)), 1e-9)
## errors: of a length by the delta method
by_hand <- delta(two, function(t) sqrt(sum(t[startsWith(names(t), glm)]^2)), "disagreements")
near(estimates(two, "disagreement_norms")[glm, "se"], by_hand$se, 1e-5)
stopifnot(identical(row.names(estimates(two, "disagreement_sizes")), c("1", "2")),
          identical(row.names(estimates(two, "judge_factors"))[1:2], paste0(two$judges[1], ":", 1:2)),
          identical(names(coef(one, "all"))[27], paste0("disagreement_norms.", one$judges[1])))
ends <- confint(two, parm = glm, type = "disagreement_norms")
stopifnot(ends[1] < h[[glm]], ends[2] > h[[glm]])
fails(duel(votes, strength = "disagreement", rank = 5), "duel_error_argument", "at most 4")
fails(duel(votes, rank = 1), "duel_error_unsupported", "rank")
fails(coef(signed, "disagreements"), "duel_error_unsupported", "")
said <- capture.output(print(one), print(summary(one)))
stopifnot(any(grepl("disagreement of judges, rank 1", said)))
## objects, predictions, draws
stopifnot(identical(as.raw(as_duel(as.raw(two))), as.raw(two)),
          identical(coef(as_duel(as.raw(two)), "judge_factors"), U))
d <- data.frame(left = "gpt-4", right = "alpaca-13b", judge = c(glm, "moonshot-v1-32k"))
near(predict(two, d)[, "left"], plogis(S[d$judge, "gpt-4"] - S[d$judge, "alpaca-13b"]), 1e-9)
drawn <- simulate(two, seed = 4)[[1]]
again <- duel(drawn, strength = "disagreement", rank = 2, restarts = 2, seed = 1)
stopifnot(again$info$starts >= 3, cor(as.vector(coef(again, "strengths")), as.vector(S)) > 0.95)

## which rank
found <- select_rank(votes, max_rank = 2, folds = 5, seed = 7)
near(found$log_likelihood, c(zero$info$log_likelihood, one$info$log_likelihood,
                             two$info$log_likelihood), 1e-6)
near(found$dimension, c(24, 46, 66), 0)
near(found$bic, -2 * found$log_likelihood + log(nobs(one)) * found$dimension, 1e-6)
near(found$log_score[2], cross_validate(one, folds = 5, seed = 7)$means["log_score", "mean"], 1e-9)
stopifnot(found$scree[1] > 10 * found$scree[2], which.min(found$bic) == 2,
          which.max(found$log_score) == 2, all(is.na(found$p)))
stopifnot(identical(select_rank(one, 2, folds = 5, seed = 7), found),
          any(grepl("BIC 1; held out 1", capture.output(print(found)))))
none <- select_rank(votes, 1, folds = 0)
stopifnot(all(is.na(none$log_score)), is.null(attr(none, "folds")))
near(none$aic, found$aic[1:2], 1e-9)
ratio <- select_rank(votes, 1, folds = 0, replicates = 5, seed = 1, outcome = "davidson")
near(ratio$statistic[1], 2 * diff(ratio$log_likelihood), 1e-6)
near(ratio$p[1], 1 / 6, 1e-12)
fails(select_rank(votes, 5), "duel_error_argument", "5")
fails(select_rank(votes, 1, folds = 0, replicates = 5), "duel_error_unsupported", "")
fails(select_rank(votes, foo = 1), "duel_error_argument", "foo")

## consensuses
plain <- consensus(one)
near(plain$estimate, colMeans(coef(one, "strengths")), 1e-9)
near(plain$se, estimates(one)$se, 1e-6)
weighted <- consensus(one, "precision")
w <- attr(weighted, "weights")
near(weighted$estimate, colSums(w * coef(one, "strengths")) / sum(w), 1e-9)
stopifnot(names(which.min(w)) == glm, identical(names(w), one$judges))
middle <- apply(coef(one, "strengths"), 2, median)
near(diff(consensus(one, "median")$estimate), diff(middle), 1e-9)
fails(consensus(duel(votes)), "duel_error_unsupported", "pooled")

## without each judge
without <- leave_one_judge_out(one)
rest <- duel(subset(votes, judges = setdiff(votes$judges, glm)), strength = "disagreement", rank = 1)
near(without$scores[glm, ], coef(rest), 1e-6)
stopifnot(all(without$status == "ok"), identical(rownames(without$ranks), votes$judges),
          without$ranks[glm, "gpt-4"] == 1, identical(as.matrix(without), without$scores),
          identical(without$scores,
                    leave_one_judge_out(votes, strength = "disagreement", rank = 1)$scores),
          any(grepl("(nobody)", capture.output(print(without)), fixed = TRUE)))
calls <- 0
invisible(leave_one_judge_out(one, progress = function(now) calls <<- calls + 1))
stopifnot(calls > 20)
fails(leave_one_judge_out(one, progress = function(now) FALSE), "duel_cancelled")

## baselines
alone <- judge_scores(votes)
near(alone["moonshot-v1-32k", ], coef(duel(subset(votes, judges = "moonshot-v1-32k"))), 1e-6)
steps <- judge_scores(votes, 1)
stopifnot(identical(dimnames(steps), list(votes$judges, votes$items)),
          qr(steps, tol = 1e-7)$rank == 2)
fails(judge_scores(votes, 9), "duel_error_argument", "9")

## equivalence tests are the tests of pairs, the nearest first
close <- equivalence(one, margin = 0.5, method = "bonferroni")
tests <- test_pairs(one, adjustment = "bonferroni")
near(close$estimate, sort(abs(tests$estimate)), 1e-9)
turn <- sign(tests$estimate)
near(close$upper, pmax(tests$lower * turn, tests$upper * turn)[order(abs(tests$estimate))], 1e-9)
stopifnot(identical(close$is_open, close$lower < 0), identical(close$is_equal, close$lower > -0.5 & close$upper < 0.5))
fails(equivalence(one, -1), "duel_error_argument", "margin")

## self-preference
makers <- c(`gpt-4` = "openai", `gpt-3.5-turbo` = "openai", `llama-13b` = "meta")
judges <- setNames(ifelse(grepl("openai", votes$judges), "openai",
                          ifelse(grepl("meta", votes$judges), "meta", NA)), votes$judges)
positions <- duel(votes, position = "by_judge")
own <- self_preference(positions, makers, judges)
cells <- residuals(positions, "all")
mine <- cells[cells$judge == "openai/gpt-oss-20b" & xor(cells$left %in% names(makers)[1:2],
                                                       cells$right %in% names(makers)[1:2]), ]
turn <- ifelse(mine$left %in% names(makers)[1:2], 1, -1)
near(own["openai/gpt-oss-20b", "excess"],
     sum(turn * (mine$observed_wins - mine$expected_wins)) / sum(mine$comparisons), 1e-9)
stopifnot(own["openai/gpt-oss-20b", "comparisons"] == sum(mine$comparisons), own[glm, "comparisons"] == 0,
          is.nan(own[glm, "excess"]))
fails(self_preference(positions, makers, c(nobody = "openai")), "duel_error_name", "nobody")
fails(judge_report(positions, makers), "duel_error_argument", "both")

## residuals by judge and item
heat <- residuals(one, "all", by = "judge_item")
stopifnot(nrow(heat) == 120, identical(names(heat)[1:2], c("judge", "item")))
near(sum(heat$comparisons), 2 * nobs(one), 1e-6)

## the report: numbers of the functions above, and verdicts
report <- judge_report(one, makers, judges)
table <- report$judges
counts <- judge_counts(votes)
near(table$first_share_upper, counts$first_share_upper, 1e-12)
near(table$sensitivity, coef(one, "sensitivities"), 1e-9)
near(table$ratio_lower, estimates(one, "disagreement_ratios")$lower, 1e-6)
near(table$leverage, influence(one, by = "judge")$units$leverage, 1e-9)
near(table$kappa, judge_agreement(votes)$majority$kappa, 1e-12)
near(table[glm, "consensus_share"], sqrt(sum(coef(one, "strengths")[glm, ]^2)) / 20 / sqrt(sum(coef(one)^2)), 1e-9)
C <- cor(t(coef(one, "strengths")))
diag(C) <- -1
near(table$correlation, C[cbind(1:20, match(table$nearest, one$judges))], 1e-9)
stopifnot(all(table$correlation > 0.99 | table$correlation > apply(C, 1, max) - 1e-9))
near(table[["excess"]][judges %in% "openai"], self_preference(one, makers, judges)$excess[judges %in% "openai"], 1e-9)
stopifnot(identical(setdiff(report$verdicts[[glm]], "redundant"), c("position_driven", "idiosyncratic")),
          "opposed" %in% report$verdicts[["meta-llama/Llama-4-Scout-17B-16E-Instruct"]],
          identical(setdiff(report$verdicts[["moonshot-v1-32k"]], "redundant"), character()),
          "position_driven" %in% judge_report(one, position = 0.46)$verdicts[["deepseek-chat"]],
          startsWith(as.data.frame(report)[glm, "verdicts"], "position_driven, idiosyncratic"),
          any(grepl("position-driven, idiosyncratic", capture.output(print(report)))))
fails(judge_report(one, weak = 0), "duel_error_argument", "weak")
fails(judge_report(one, redundant = 2), "duel_error_argument", "redundant")

grDevices::pdf(file <- tempfile())
map <- plot(report)
forest <- plot(report, "sensitivity", main = "sensitivities")
matrix <- plot(report, "disagreement")
lever <- plot(report, "leverage")
flat <- plot(judge_report(two), "map")
plot(found)
plot(none, main = "ranks")
grDevices::dev.off()
stopifnot(file.size(file) > 10000, identical(rownames(forest)[20], glm))
# with one factor the strengths lie in a plane, and the map keeps their distances
near(dist(map), dist(coef(one, "strengths")), 1e-8)
near(flat, U, 1e-9)
near(matrix[one$judges, one$items], coef(one, "disagreements"), 1e-9)
fails(plot(judge_report(duel(votes))), "duel_error_unsupported", "pooled")
fails(plot(judge_report(signed), "disagreement"), "duel_error_unsupported", "rank")

## sensitivities that depend on the context
set.seed(4)
size <- data.frame(context = unique(as.character(mtbench$question)))
size$value <- as.vector(scale(nchar(size$context) + rnorm(80)))
long <- duel(winner ~ left + right, mtbench, judge, question, strength = "sensitivity",
             sensitivity_covariates = list(size = size))
stopifnot(identical(long$sensitivity_covariates, "size"), !length(long$covariates))
gamma <- coef(long, "sensitivities")
slope <- coef(long, "sensitivity_slopes")
stopifnot(identical(dimnames(slope), list(long$judges, "size")))
at <- c(-1, 0, 2)
two_judges <- c("moonshot-v1-32k", "deepseek-chat")
curves <- sensitivity_curves(long, at, two_judges)
near(curves$estimate, as.vector(outer(at, two_judges, function(x, k) gamma[k] * exp(slope[k, 1] * x))), 1e-9)
near(curves$se[2], estimates(long, "sensitivities")[two_judges[1], "se"], 1e-6)
stopifnot(identical(as.character(curves$judge), rep(two_judges, each = 3)), identical(curves$size, rep(at, 2)),
          nrow(sensitivity_curves(long, data.frame(size = at))) == 60)
grDevices::pdf(file <- tempfile())
plot(curves)
grDevices::dev.off()
stopifnot(file.size(file) > 3000)
set <- duel_set(winner ~ left + right, mtbench, judge, question, covariates = list(size = size))
near(coef(duel(set, strength = "sensitivity", sensitivity_covariates = "size"), "sensitivity_slopes"), slope, 1e-9)
back <- as_duel(as.raw(long), sensitivity_covariates = "size")
stopifnot(identical(back$sensitivity_covariates, "size"))
near(coef(back, "sensitivity_slopes"), slope, 1e-12)
fails(sensitivity_curves(one, 0), "duel_error_unsupported", "sensitivity_covariates")
fails(sensitivity_curves(long, data.frame(other = 1)), "duel_error_argument", "size")
fails(duel(set, sensitivity_covariates = "size"), "duel_error_unsupported", "")

## items that differ in a covariate of contexts
prompts <- paste0("q", 1:60)
code <- data.frame(context = prompts, value = rep(c(1, 0), 30))
wins <- rep(c(29, 11), 30)
votes <- data.frame(better = rep(wins, 1), worse = 40 - wins, left = "b", right = "a", prompt = prompts)
apart <- duel(cbind(better, worse) ~ left + right, votes, context = prompt, interactions = list(code = code),
              interaction_ridge = 0.01)
effects <- coef(apart, "effects")
stopifnot(setequal(names(effects), c("a:code", "b:code")), identical(apart$interactions, "code"))
near(effects[["b:code"]] - effects[["a:code"]], 2 * log(29 / 11), 0.01)
asked <- predict(apart, data.frame(left = "b", right = "a", prompt = c("q1", "q2")), type = "probability")
near(asked$left, c(29, 11) / 40, 0.001)
again <- as_duel(as.raw(apart), interactions = "code")
near(coef(again, "effects"), effects, 1e-12)
fails(model.matrix(apart), "duel_error_unsupported", "interactions")
fails(duel(cbind(better, worse) ~ left + right, votes, interaction_ridge = 1), "duel_error_unsupported", "interaction_ridge")

## judges that err together, as an independent program found
kin <- ifelse(grepl("^(kimi|moonshot)", positions$judges), "moonshot",
              ifelse(grepl("^Qwen", positions$judges), "qwen", ifelse(grepl("^meta", positions$judges), "meta",
                     ifelse(grepl("^openai", positions$judges), "openai", NA))))
panel <- panel_worth(positions, kin)
near(panel[c("worth_equal", "rho_within", "rho_between")], c(3.7696158995651405, 0.7876602893220495, 0.21070898357364143), 1e-9)
stopifnot(panel[["judges"]] == 20, panel[["shared"]] == 49276, panel[["worth_equal_se"]] > 0)
errors <- together(positions, kin)
stopifnot(nrow(errors) == 190, !any(errors$is_copy), is.logical(errors$is_near_copy))
of_kin <- family_worth(positions, setNames(kin, positions$judges)[!is.na(kin)])
stopifnot(setequal(row.names(of_kin), c("moonshot", "qwen", "meta", "openai")), of_kin["moonshot", "judges"] == 4,
          of_kin["moonshot", "worth_equal"] < 1.1)
worth <- judge_worth(positions, kin)
near(sum(worth$best_weight), 1, 1e-12)
stopifnot(identical(row.names(worth), positions$judges), all(is.na(worth$copy_of)))
fails(together(positions, c(nobody = "openai")), "duel_error_name", "nobody")
fails(judge_worth(positions, near_copy = 2), "duel_error_argument", "near_copy")
