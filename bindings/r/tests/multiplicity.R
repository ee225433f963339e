# Tests and their adjustment, against R's p.adjust and against multcomp (baseball, with the position).
library(duel)
source("support/expect.R")
source("support/baseball.R")

fit <- duel(cbind(home.wins, away.wins) ~ home + away, baseball, position = "shared",
            covariance = "expected")
raw <- c(0.000710196568382843, 0.0354171316929126, 1.85254075153531e-05, 3.12547381551583e-06,
         0.000167094748749135, 9.63635320820385e-05, 0.159988100436394, 0.286792047113678,
         0.129532014419097, 0.656432036096782, 0.553278381260738, 0.0150861862891746,
         0.00421028147821715, 0.0659103962115637, 0.047281125593703, 0.646654761001446,
         0.533314409889919, 0.633791042444876, 0.280840156949024, 0.350446170963279,
         0.882409357311737)
single_step <- c(0.0125525586991998, 0.349656541612944, 0.000374099936007455,
                 6.73805353799128e-05, 0.00319540590612255, 0.00183380948426393,
                 0.798853983096251, 0.938015205324462, 0.734753004636494, 0.99941479703184,
                 0.997023097486045, 0.185330654793314, 0.0636542677229686, 0.520654946401625,
                 0.424277624684857, 0.999304966715392, 0.996085444894358, 0.999132932552658,
                 0.934347539939482, 0.967072780138428, 0.999999114360049)
se <- c(0.337842188911366, 0.335001403341795, 0.344551823286006, 0.347365306113204,
        0.340403358810646, 0.340322208807713, 0.312507705340849)

## all pairs come in the order (1, 2), (1, 3), ..., as theirs do
tests <- test_pairs(fit, seed = 1, draws = 1e6)
stopifnot(nrow(tests) == 21, identical(row.names(tests)[c(1, 21)],
          c("Baltimore - Boston", "New York - Toronto")))
near(tests$p, raw, 1e-6)
stopifnot(identical(paste(tests$first, tests$second, sep = " - "), row.names(tests)))
near(tests$se[1:7], se, 1e-6)
near(tests$p_adjusted, single_step, 3e-3)
critical <- (tests$upper - tests$lower) / 2 / tests$se
near(critical, rep(2.9474576907766, 21), 0.01)
stopifnot(identical(tests$p_adjusted < 0.05, tests$lower > 0 | tests$upper < 0))

## the other adjustments are those of R
for (name in c("none", "bonferroni", "holm", "hochberg", "BH", "BY")) {
    near(test_pairs(fit, adjustment = name)$p_adjusted, p.adjust(tests$p, name), 1e-12)
    near(adjust(raw, name), p.adjust(raw, name), 1e-14)
}
set.seed(5)
for (n in c(1, 2, 100)) {
    p <- round(runif(n)^3, 2)                # with ties
    for (name in c("bonferroni", "holm", "hochberg", "BH", "BY"))
        near(adjust(p, name), p.adjust(p, name), 1e-14)
}
stopifnot(identical(adjust(c(a = 0.01, b = NA, c = 0.04), "holm"), c(a = 0.02, b = NA, c = 0.04)),
          identical(adjust(0.5, "benjamini-hochberg"), 0.5))
fails(adjust(c(0.1, 1.5)), "duel_error", row = 2)
fails(adjust(0.1, "single_step"), "duel_error_unsupported")
fails(adjust("0.1"), "duel_error_argument", "numbers")

## against one item
to_first <- test_pairs(fit, ref = "Baltimore", seed = 1)
stopifnot(nrow(to_first) == 6, identical(row.names(to_first)[1], "Boston - Baltimore"),
          all(to_first$second == "Baltimore"), all(to_first$p_adjusted >= to_first$p),
          all(to_first$p_adjusted <= tests$p_adjusted[1:6] + 0.005))
near(to_first$p, raw[1:6], 1e-6)

## contrasts, and null values
L <- rbind(home = c(-1, 1, 0, 0, 0, 0, 0), mean = c(-1, rep(1 / 6, 6)))
contrasts <- test_contrasts(fit, L, null = c(1, 0), adjustment = "bonferroni")
plain <- contrast(fit, L, method = "bonferroni")
near(contrasts[c("estimate", "se", "lower", "upper")], plain, 1e-12)
near(contrasts$statistic, (plain$estimate - c(1, 0)) / plain$se, 1e-12)
near(contrasts$p_adjusted, pmin(1, 4 * pnorm(-abs(contrasts$statistic))), 1e-12)
stopifnot(identical(contrasts$null, c(1, 0)))
near(test_contrasts(fit, "pairwise", adjustment = "none")$p, tests$p, 1e-12)
position <- test_contrasts(fit, c(position = 1), type = "positions", adjustment = "none")
near(position$p, 2 * pnorm(-0.302260655527553 / 0.130943642532349), 1e-6)
fails(test_contrasts(fit, L, null = 1:3), "duel_error_argument", "null")
fails(test_pairs(fit, adjustment = "tukey"), "duel_error_argument", "tukey")
fails(test_pairs(fit, ref = "Chicago"), "duel_error_name", "Chicago")

## printing says which family, of rows chosen since, too
text <- capture.output(print(tests))
stopifnot(any(grepl("Two-sided tests of 21 hypotheses", text)), any(grepl("hold all at once", text)),
          any(grepl("2 of a family of 21", capture.output(print(tests[1:2, ])))),
          any(grepl("of each by itself", capture.output(print(test_pairs(fit, adjustment = "holm"))))),
          !any(grepl("hypotheses", capture.output(print(tests[c("p", "p_adjusted")])))))
