//! A handful of votes: whatever is asked of them, there is an answer or an error that says what is
//! wrong, never a panic, a defect or a number that means nothing.

use crate::choices::*;
use crate::support::*;
use duel::comparisons::Set;
use duel::inference::{estimates, probabilities, rank_ranges, Comparison, CovarianceKind, Options};
use duel::model::{Model, Problems, Quantity, Specification};
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::terms::Local;
use proptest::prelude::*;

/// Up to fifteen votes.
fn few_votes() -> impl Strategy<Value = Vec<Vote>> {
    let ids = (0..CONTEXTS as u32, 0..JUDGES as u32, 0..ITEMS as u32, 1..ITEMS as u32);
    let one = (ids, 1u8..=5).prop_map(|((context, judge, left, step), outcome)| Vote {
        context,
        judge,
        left,
        right: (left + step) % ITEMS as u32,
        outcome,
        weight: 1.0,
    });
    prop::collection::vec(one, 1..15)
}

/// Problems that are recorded without being asked for.
const NEVER_ERRORS: Problems = Problems(Problems::TIE_LIMIT.0 | Problems::OPPOSED.0);

fn diagnostics(model: &Model) -> Problems {
    model.facts.problems.without(NEVER_ERRORS)
}

/// The error in the answers of a model, if any.
fn complaint(model: &Model) -> Option<String> {
    for covariance in [
        CovarianceKind::Expected,
        CovarianceKind::Observed,
        CovarianceKind::Sandwich,
        CovarianceKind::ClusteredByContext,
    ] {
        let options = Options { covariance, draws: 100, ..Options::default() };
        for quantity in [
            Quantity::Scores,
            Quantity::Sensitivities,
            Quantity::Positions,
            Quantity::Effects,
            Quantity::Thresholds,
            Quantity::Strengths,
        ] {
            let about = |what: &str| Some(format!("{what}: {covariance:?} {quantity:?}"));
            match estimates(model, quantity, &options, &mut unwatched()) {
                Ok(rows) => {
                    if let Some((what, row)) =
                        rows.iter().find_map(|row| strange(row).map(|what| (what, row)))
                    {
                        return about(&format!("{what} {row:?}"));
                    }
                }
                Err(_) if model.shape(quantity).is_err() => {}
                // An estimate that is refused by default may have no covariance.
                Err(error) if diagnostics(model) != Problems::NONE && error.code() == 10 => {}
                // Where judges differ, the Hessian may be regular and its expectation not.
                Err(error) if expected_of_judges(model, covariance) && error.code() == 10 => {}
                Err(error) => return about(&error.to_string()),
            }
        }
        if let Ok(found) = probabilities(model, &all_pairs(model), &options, &mut unwatched()) {
            let sum = |row: &[f64; 16]| row.iter().step_by(4).sum::<f64>();
            if let Some(row) = found.iter().find(|row| (sum(row) - 1.0).abs() > 1e-12) {
                return Some(format!("probabilities that do not sum to one: {row:?}"));
            }
        }
        if let Ok(ranks) = rank_ranges(model, &options, &mut unwatched()) {
            let inside = |r: &duel::inference::Rank| {
                let between = r.rank.is_nan() || (r.best as f64 <= r.rank && r.rank <= r.worst as f64);
                between && r.best >= 1 && r.worst <= model.layout.items
            };
            if let Some(rank) = ranks.iter().find(|r| !inside(r)) {
                return Some(format!("a rank outside its range: {rank:?}"));
            }
        }
    }
    model.warnings();
    None
}

fn expected_of_judges(model: &Model, covariance: CovarianceKind) -> bool {
    covariance == CovarianceKind::Expected && model.specification.strength.kind() == StrengthKind::Sensitivity
}

/// Estimate, standard error and interval that cannot be together.
fn strange(&[estimate, error, lower, upper]: &[f64; 4]) -> Option<&'static str> {
    let slack = 1e-12 * estimate.abs().max(1.0);
    match () {
        _ if error < 0.0 => Some("a negative error"),
        _ if estimate.is_nan() && !error.is_nan() => Some("the error of no estimate"),
        _ if lower > estimate + slack || upper < estimate - slack => Some("an estimate outside its interval"),
        _ => None,
    }
}

fn all_pairs(model: &Model) -> Vec<Comparison> {
    let items = model.layout.items as u32;
    let pairs = (0..items).flat_map(|a| (0..items).map(move |b| (a, b))).filter(|(a, b)| a != b);
    pairs.map(|(left, right)| Comparison { left, right, judge: 0, context: 0 }).collect()
}

/// At a sound optimum the gradient vanishes, and scores and their errors are finite.
fn unsound(model: &Model) -> Option<String> {
    let mut gradient = vec![0.0; model.theta.len()];
    model.objective.gradient(&model.theta, &mut gradient, &mut Local::default());
    let largest = gradient.iter().fold(0.0f64, |m, g| m.max(g.abs()));
    // A gradient has the units of its parameters; the decrement, in standard errors, has none.
    if largest > 1e-5 || model.facts.decrement > 1e-7 {
        return Some(format!("a gradient of {largest:.1e} in {:?}", model.facts));
    }
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    match estimates(model, Quantity::Scores, &options, &mut unwatched()) {
        Err(error) => Some(format!("{error}, curvature {:.1e}", model.facts.curvature)),
        Ok(rows) if rows.iter().flatten().all(|s| s.is_finite()) => None,
        Ok(rows) => Some(format!("scores that are not finite: {rows:?}")),
    }
}

/// Fits a composition as it is and with everything accepted, and looks at both.
pub fn verdict(set: &Set, choice: &Choice) -> Option<String> {
    let specification = specify(choice, set);
    let plain = try_fit(set, &specification);
    let accepted = try_fit(set, &Specification { accept: Problems::ANY, ..specification });
    match (plain, accepted) {
        (Ok(a), Ok(b)) => {
            if diagnostics(&a) != Problems::NONE || a.theta != b.theta {
                return Some(format!("accepting what does not arise makes a difference: {:?}", a.facts));
            }
            unsound(&a).or_else(|| complaint(&a))
        }
        (Err(error), Ok(model)) => {
            if ![8, 9].contains(&error.code()) || diagnostics(&model) == Problems::NONE {
                return Some(format!("{error:?}, accepted as {:?}", model.facts));
            }
            if !model.facts.log_likelihood.is_finite() {
                return Some(format!("a log-likelihood that is not finite: {:?}", model.facts));
            }
            complaint(&model)
        }
        // Nothing but ties, or no judge left who tells items apart.
        (Err(a), Err(b)) => {
            (![3, 8].contains(&a.code()) || ![3, 8].contains(&b.code())).then(|| format!("{a:?} {b:?}"))
        }
        (Ok(_), Err(error)) => Some(format!("an error when accepted: {error:?}")),
    }
}

proptest! {
    #![proptest_config(repeatable(8))]

    #[test]
    fn every_composition_answers_or_explains(votes in few_votes(), values in any_values()) {
        let set = set_from_few(&votes, &values);
        // A few votes determine no variance of every item.
        let determined = |choice: &Choice| {
            choice.specification.spread.is_none() || choice.specification.spread_ridge() > 0.0
        };
        // Models of judges take longest: a quarter of them, another one for another number of votes.
        let asked = |(number, choice): &(usize, Choice)| {
            choice.specification.strength.kind() == StrengthKind::Pooled || (number + votes.len()) % 4 == 0
        };
        let choices: Vec<_> = choices().into_iter().filter(determined).enumerate().filter(asked).collect();
        // Two at a time.
        let of = |half: usize| {
            let choices = choices.iter().skip(half).step_by(2);
            choices.filter_map(|(_, choice)| verdict(&set, choice).map(|what| format!("{what} in {choice:?}"))).next()
        };
        let found = std::thread::scope(|scope| {
            let other = scope.spawn(|| of(1));
            of(0).or(other.join().expect("a panic"))
        });
        prop_assert!(found.is_none(), "{}", found.unwrap_or_default());
    }
}
