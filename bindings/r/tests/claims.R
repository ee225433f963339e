# Sequential tests, and what holds at all looks.
library(duel)
source("support/expect.R")

## a sequential test, by the figure of fishtest, and its refusals
found <- sprt(c(93, 18711, 58877, 18739, 100), elo1 = 0.25, elo0 = -1.75, scale = "normalized")
near(found$log_ratio, 2.9420974720696482, 1e-8)
stopifnot(identical(found$decision, "open"))
near(found$upper, log(19), 1e-12)
stopifnot(identical(sprt(c(223, 9863, 21279, 10037, 246), 0.5, 2.5)$decision, "h0"))
near(sprt(c(3, 10, 12), elo1 = 50)$mean, 17 / 25, 1e-15)
fails(sprt(c(1, 2), elo1 = 5), "duel_error_argument", "counts")
fails(sprt("a", elo1 = 5), "duel_error_argument", "counts")
fails(sprt(c(1, 2, 3), 0, 0), "duel_error_argument", "elo1")
stopifnot(identical(names(formals(sprt))[2:3], c("elo0", "elo1")), identical(sprt(c(1, 2, 3), 0, 5), sprt(c(1, 2, 3), elo1 = 5)))

## intervals at all looks
fit <- duel(winner ~ left + right, mtbench, judge, question)
plain <- estimates(fit, correction = "none")
wide <- estimates(fit, method = "anytime", mixture = 0.3)
r <- 0.09 / plain$se^2
k <- sqrt((1 + r) / r * (log(1 + r) + 2 * log(20)))
near(wide$upper, plain$estimate + k * plain$se, 1e-9)
near(estimates(fit, method = "anytime_simultaneous")$se, plain$se, 1e-12)

## evidence
pairs <- test_pairs(fit, adjustment = "none", correction = "none")
found <- e_values(fit)
r <- 0.25 / found$se^2
near(found$log_e, pairs$statistic^2 * r / (2 * (1 + r)) - log(1 + r) / 2, 1e-9)
near(found$p, pmin(1, exp(-found$log_e)), 1e-12)
stopifnot(identical(row.names(found), row.names(test_contrasts(fit, adjustment = "none"))))
tests <- test_pairs(fit, adjustment = "e_holm", method = "anytime")
near(tests$statistic, found$log_e, 1e-9)
near(tests$p_adjusted, pmin(1, exp(-adjust(found$log_e, "e_holm"))), 1e-12)
near(adjust(c(3, 1), "e_holm"), c(log((exp(3) + exp(1)) / 2), 1), 1e-12)
fails(test_pairs(fit, method = "anytime"), "duel_error_unsupported", "single step")
fails(e_values(fit, null = 1:2), "duel_error_argument", "null")
fails(estimates(fit, method = "anytime", correction = "cr2"), "duel_error_unsupported", "CR2")

## after choosing
found <- winner(fit, seed = 1)
stopifnot(identical(found$item, "claude-v1"), !found$is_tied, is.null(found$tied_item))
near(found$estimate, 0.8436619296638042, 1e-8)
# Few clusters: Student's distribution, which tells less from a small lead.
normal <- winner(fit, seed = 1, correction = "none")
near(normal$median, 0.6239948073235297, 0.005)
stopifnot(found$median < normal$median, found$lower < normal$lower)
stopifnot(found$lower < found$median, found$upper < found$naive_upper, found$projection_lower < found$lower)
near(winner(fit, items = c("alpaca-13b", "llama-13b"), seed = 1)$lead, 0.6545411, 1e-6)
stopifnot(identical(winner(fit, rank = 2, seed = 1)$item, "gpt-4"))
fails(winner(fit, rank = 7, seed = 1), "duel_error_argument", "rank")
fails(winner(fit, items = "nobody"), "duel_error_name", "nobody")

sets <- rank_sets(fit, top = 3, seed = 1)
stopifnot(identical(sets$item[sets$is_top], c("claude-v1", "gpt-3.5-turbo", "gpt-4")[order(match(
    c("claude-v1", "gpt-3.5-turbo", "gpt-4"), sets$item))]), sum(sets$is_bottom) == 3)
all <- ranks(fit, seed = 1)
stopifnot(all(sets$rank_best >= all$rank_best), all(sets$rank_worst <= all$rank_worst))
one <- rank_sets(fit, "gpt-4", one_by_one = TRUE, side = "best", seed = 1)
stopifnot(nrow(one) == 1, one$rank_worst == 6, is.na(one$is_top))
fails(rank_sets(fit, side = "top"), "duel_error_argument", "side")
fails(rank_sets(fit, top = 9, seed = 1), "duel_error_argument", "top")

## what a ranking hangs on, by the references
found <- fragility(fit)
stopifnot(nrow(found) == 5, identical(found$first[1], "claude-v1"), found$confirmed[1:2] == c(13, 259),
          found$estimate_after[1] < 0, identical(as.character(found$state[1]), "falls"))
near(found$share[1], 13 / 9706, 1e-12)
judges <- fragility(fit, c("claude-v1", "gpt-4"), by = "judge")
stopifnot(judges$confirmed == 1)
listed <- fragile_votes(fit, c("claude-v1", "gpt-4"))
stopifnot(sum(listed$comparisons) == 13, all(listed$claim == 1), all(is.na(listed$outcome_after)))
stopifnot(length(unique(fragile_votes(fit, c("claude-v1", "gpt-4"), by = "judge")$judge)) == 1)
fails(fragility(fit, renew = NA), "duel_error_argument", "renew")
stopifnot(fragility(fit, c("claude-v1", "gpt-4"), "add")$winner != "claude-v1", nrow(fragility(fit, top = 2)) == 1)
fails(fragility(fit, c("gpt-4", "claude-v1")), "duel_error_data", "not above", row = 1)
fails(fragility(fit, attack = "flip", by = "judge"), "duel_error_unsupported", "left out")

## standard errors that are sampled
exact <- estimates(fit)
drawn <- estimates(fit, errors = "sampled", error_draws = 400, seed = 1)
stopifnot(all(exact$se_mc == 0), all(drawn$se_mc > 0), all(drawn$se_mc < 0.06 * drawn$se))
near(drawn$estimate, exact$estimate, 0)
stopifnot(all(abs(drawn$se - exact$se) < 5 * drawn$se_mc))
near(estimates(fit, errors = "exact")$se, exact$se, 0)
fails(estimates(fit, errors = "sampled", error_draws = 2), "duel_error_argument", "error_draws")
fails(estimates(fit, errors = "sampled", covariance = "clustered_two_way"), "duel_error_unsupported", "two ways")

## judges that do not belong, by the references
tied <- update(fit, outcome = "davidson")
found <- outliers(tied)
stopifnot(nrow(found) == 20, sum(found$is_outlier) == 9)
one <- found["marin-community/marin-8b-instruct", ]
stopifnot(one$comparisons == 489, identical(as.character(one$departure), "ties"), is.na(one$item))
near(c(one$log_e, one$phi), c(68.36527647440766, 6.023658321661028), 1e-6)
stopifnot(sum(outliers(tied, alpha = 0.001)$is_outlier) <= 9)
more <- outliers(tied, adjusted = TRUE)["marin-community/marin-8b-instruct", ]
near(more$log_ratio - one$log_ratio, 0.4495495506218758 / one$phi, 1e-6)
fails(outliers(update(tied, position = "by_judge"), adjusted = TRUE), "duel_error_unsupported", "position")
fails(outliers(tied, adjusted = 2), "duel_error_argument", "adjusted")
fails(outliers(fit), "duel_error_unsupported", "half")
fails(outliers(tied, alpha = 2), "duel_error_argument", "alpha")

## what all looks together say: half of the questions, then all
half <- subset(mtbench, question %in% unique(mtbench$question)[1:40])
first <- look(monitor(mixture = 0.5), duel(winner ~ left + right, half, judge, question))
second <- look(first, fit)
stopifnot(facts(first)$looks == 1, facts(second)$looks == 2, facts(second)$units == 80,
          facts(second)$open <= facts(first)$open, facts(second)$open + facts(second)$decided == 15,
          identical(facts(second)$design, "fixed"))
now <- test_pairs(second)
alone <- test_pairs(fit, adjustment = "none", method = "anytime", mixture = 0.5)
near(now$log_e, alone$statistic, 1e-9)
stopifnot(all(now$upper - now$lower <= alone$upper - alone$lower + 1e-12), all(now$log_e_largest >= now$log_e))
stopifnot(identical(as_monitor(as.raw(second)), second), ranks(second)$rank_best[1] >= 1,
          identical(as.character(now$order) == "open", is.na(now$decided_at)))
fails(look(second, duel(winner ~ left + right, half, judge, question)), "duel_error_argument", "shrink")
fails(look(monitor("adaptive"), fit), "duel_error_unsupported", "half")
fails(look(monitor("drawn"), fit), "duel_error_unsupported", "nonparametric")
fails(monitor(alpha = 2), "duel_error_argument", "alpha")
fails(as_monitor(as.raw(1:9)), "duel_error_format", "few")
capture.output(print(second))

## pairs that count equally
equally <- update(fit, target = "pairs_equally")
stopifnot(max(abs(coef(equally) - coef(fit))) > 1e-4, identical(names(coef(equally)), names(coef(fit))))
near(coef(update(fit, target = "pairs_equally", pair_floor = 1e9)), coef(fit), 1e-8)
fails(vcov(equally, covariance = "observed"), "duel_error_unsupported", "equally")
fails(look(monitor(), equally), "duel_error_unsupported", "equally")
fails(update(fit, pair_floor = 3), "duel_error_unsupported", "pair_floor")

## signs, and votes of one's choice
position <- update(fit, position = "shared")
sign <- fragility(position, type = "positions")
stopifnot(nrow(sign) == 1, is.na(sign$first), sign$value == 1, sign$confirmed > 1, sign$estimate_after < 0)
near(sign$z, abs(estimates(position, "positions")$estimate / estimates(position, "positions")$se), 1e-9)
added <- fragility(fit, c("claude-v1", "gpt-4"), "add", vote = c("gpt-4", "claude-v1"))
stopifnot(identical(as.character(added$winner), "gpt-4"), added$confirmed >= 1)
fails(fragility(fit, vote = c("gpt-4", "claude-v1")), "duel_error_argument", "added")
fails(fragility(fit, type = "win_rates"), "duel_error_unsupported", "signs")
