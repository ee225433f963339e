//! Vuong's test: contexts as units, by hand, and the models of ties of the Arena counts.

use crate::assess::simulated;
use crate::peers::with;
use crate::support::*;
use duel::assess::{vuong, Independent, VuongPenalty};
use duel::comparisons::Unit;
use duel::inference::log_likelihood;
use duel::outcome::Outcome;
use duel::Error;

/// The gain of a context is the difference of its two log-likelihoods.
#[test]
fn contexts_are_units() {
    const CONTEXTS: u32 = 9;
    let mut cells = simulated(8, 12, &[1.0, 0.8], 0.2, 0.3);
    for (at, cell) in cells.iter_mut().enumerate() {
        cell.context = Some(at as u32 % CONTEXTS);
    }
    let set = set_of(&cells);
    let (first, second) = (fitted(&set, &with(Outcome::RaoKupper)), fitted(&set, &with(Outcome::Davidson)));
    let found = vuong(&first, &second, VuongPenalty::None, Independent::Auto).expect("test");
    let gains: Vec<f64> = (0..CONTEXTS)
        .map(|context| {
            let own: Vec<Cell> = cells.iter().copied().filter(|cell| cell.context == Some(context)).collect();
            let own = set_of(&own);
            let value = |model| log_likelihood(model, &own).expect("likelihood").0;
            value(&first) - value(&second)
        })
        .collect();
    let (n, sum) = (f64::from(CONTEXTS), gains.iter().sum::<f64>());
    let variance = gains.iter().map(|gain| (gain - sum / n).powi(2)).sum::<f64>() / n;
    assert!(found.unit == Independent::Contexts && found.units == n);
    near("gain", found.gain, sum, absolute(1e-9));
    near("variance", found.variance, variance, relative(1e-8));
    near("statistic", found.statistic, sum / (n * variance).sqrt(), relative(1e-8));
    assert!(found.variance_p > 0.0 && found.variance_p < 1.0);
    // Asked for, comparisons are units; so they are where no context repeats.
    let single = vuong(&first, &second, VuongPenalty::None, Independent::Comparisons).expect("test");
    assert!(single.unit == Independent::Comparisons && single.units == first.facts.comparisons);
    near("gain", single.gain, sum, absolute(1e-9));
    // Other votes, though as many.
    let (rest, _) = set.split(Unit::Row, 2, 0, 1).expect("split");
    let (_, other) = set.split(Unit::Row, 2, 0, 2).expect("split");
    let (first, second) =
        (fitted(&rest, &with(Outcome::RaoKupper)), fitted(&other, &with(Outcome::Davidson)));
    let error = vuong(&first, &second, VuongPenalty::None, Independent::Auto).expect_err("refused");
    assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
}

/// Rao and Kupper's ties against Davidson's, single threshold: models 7 and 19.
#[test]
fn ties_of_the_arena() {
    let reference = reference("paired_metrics.json");
    let case = |number: i64| {
        let cases = reference["models"].as_array().expect("models");
        cases.iter().find(|case| case["number"] == number).expect("model")
    };
    let set = arena_counts();
    let (first, second) = (fitted(&set, &with(Outcome::RaoKupper)), fitted(&set, &with(Outcome::Davidson)));
    let found = vuong(&first, &second, VuongPenalty::Bic, Independent::Auto).expect("test");
    let gain = number(&case(7)["loglik"]) - number(&case(19)["loglik"]);
    near("gain", found.gain, gain, absolute(1e-5));
    assert!(found.penalty == 0.0 && found.statistic > 10.0 && found.variance_p < 1e-10, "{found:?}");
    // Nothing distinguishes a model from itself.
    let error = vuong(&first, &first, VuongPenalty::None, Independent::Auto).expect_err("refused");
    assert!(error.to_string().contains("special case"), "{error}");
}
