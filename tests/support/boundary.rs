//! Judges at the boundary: of all ways to set some sensitivities to zero, the fit finds the best one
//! that is allowed, or, the likelihood having several optima, at least one that no judge would leave.

use crate::support::*;
use duel::inference::{CovarianceKind, Options};
use duel::likelihood::Local;
use duel::model::{Model, Outcomes, Quantity, Specification};
use duel::random::Random;
use duel::strength::Kind;

const ITEMS: u32 = 5;
const JUDGES: u32 = 4;

/// Votes of judges some of whom know little, and some the opposite.
fn votes(seed: u64) -> Vec<Cell> {
    let mut random = Random::new(seed, 3);
    let scores: Vec<f64> = (0..ITEMS).map(|_| random.normal()).collect();
    let mut cells = Vec::new();
    for judge in 0..JUDGES {
        let gamma = 0.4 + 0.8 * random.normal();
        for left in 0..ITEMS {
            for right in left + 1..ITEMS {
                let gap = gamma * (scores[left as usize] - scores[right as usize]);
                let wins = random.binomial(12, 1.0 / (1.0 + (-gap).exp())) as f64;
                cells.push(Cell::new(Some(judge), left, right, wins, 12.0 - wins, 1.0));
            }
        }
    }
    cells
}

/// The negative log-likelihood with the judges of a set at zero, if it has a fit without negative
/// sensitivities. A judge at zero takes each side for as likely as the other.
fn at_zero(cells: &[Cell], zero: u32) -> Option<f64> {
    let is_zero = |cell: &Cell| zero >> cell.judge.unwrap_or(0) & 1 == 1;
    let (silent, speaking): (Vec<Cell>, Vec<Cell>) = cells.iter().copied().partition(is_zero);
    let count: f64 = silent.iter().flat_map(|c| c.counts).sum();
    let specification = Specification {
        strength: Kind::Sensitivity,
        signed: true,
        accept: Outcomes::OPPOSED,
        ..Specification::default()
    };
    let model = fitted(&set_of(&speaking), &specification);
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let (gamma, _) = table(&model, Quantity::Sensitivities, &options);
    let allowed = gamma.iter().all(|g| g.is_nan() || *g >= 0.0);
    allowed.then(|| count * 2f64.ln() - model.facts.log_likelihood)
}

/// What a judge at zero would gain by a small sensitivity, by the derivative in it.
fn pull(model: &Model, judge: usize) -> f64 {
    let mut open = model.objective.clone();
    let at = model.frame.sensitivity(judge);
    open.fixed[at] = false;
    let mut gradient = vec![0.0; open.dimension];
    open.gradient(&model.theta, &mut gradient, &mut Local::default());
    -gradient[at]
}

#[test]
fn the_best_of_all_subsets() {
    let specification =
        Specification { strength: Kind::Sensitivity, accept: Outcomes::BOUNDARY, ..Specification::default() };
    let (mut at_the_boundary, mut best_of_all) = (0, 0);
    for seed in 0..200 {
        let cells = votes(seed);
        let model = fitted(&set_of(&cells), &specification);
        let found = -model.facts.log_likelihood;
        let zeros: Vec<usize> =
            (0..JUDGES as usize).filter(|&k| model.judge_outcomes[k].contains(Outcomes::BOUNDARY)).collect();
        for &judge in &zeros {
            assert!(pull(&model, judge) < 1e-3, "seed {seed}: judge {judge} would leave the boundary");
        }
        let best =
            (0..(1 << JUDGES) - 1).filter_map(|zero| at_zero(&cells, zero)).fold(f64::INFINITY, f64::min);
        assert!(found >= best - 1e-8, "seed {seed}: {found} is better than every subset, {best}");
        at_the_boundary += usize::from(!zeros.is_empty());
        best_of_all += usize::from(found <= best + 1e-8);
    }
    assert!((60..180).contains(&at_the_boundary), "{at_the_boundary} of 200 at the boundary");
    assert!(best_of_all >= 190, "{best_of_all} of 200 are the best of all");
}

/// A judge of one vote has no finite sensitivity. If the vote is against the consensus the best without a negative one
/// is zero, and the others are as they are without it; if not, the judge is named, and nobody else.
#[test]
fn a_judge_of_one_vote() {
    let specification = Specification { strength: Kind::Sensitivity, ..Specification::default() };
    let accepting = Specification { accept: Outcomes::ANY, ..specification.clone() };
    let fits = |cells: &Vec<Cell>| try_fit(&set_of(cells), &specification).is_ok();
    let others = (0..50).map(votes).find(fits).expect("judges who all agree");
    let alone = fitted(&set_of(&others), &specification);
    let (scores, errors) = table(&alone, Quantity::Scores, &Options::default());
    let (best, worst) = (argmax(&scores, 1.0), argmax(&scores, -1.0));
    let with = |winner: usize, loser: usize| {
        let mut cells = others.clone();
        cells.push(Cell::new(Some(JUDGES), winner as u32, loser as u32, 1.0, 0.0, 0.0));
        set_of(&cells)
    };
    let against = with(worst, best);
    let message = refused(&against, &specification).to_string();
    assert_eq!(
        message,
        "at the boundary: \"4\" would need a sensitivity of zero or less to agree with the consensus"
    );
    let model = fitted(&against, &accepting);
    assert_eq!(model.facts.outcomes, Outcomes::BOUNDARY);
    let (found, found_errors) = table(&model, Quantity::Scores, &Options::default());
    all_near("scores", &found, &scores, absolute(1e-9));
    all_near("errors", &found_errors, &errors, absolute(1e-9));
    let agreeing = with(best, worst);
    for choice in [specification.clone(), Specification { signed: true, ..specification }] {
        let error = refused(&agreeing, &choice);
        assert_eq!(error.code(), 8);
        assert!(error.to_string().contains("grows as strengths of \"4\" run to infinity"), "{error}");
    }
    let model = fitted(&agreeing, &accepting);
    let separated = |outcomes: &[Outcomes]| -> Vec<bool> {
        outcomes.iter().map(|o| o.contains(Outcomes::SEPARATED)).collect()
    };
    assert_eq!(separated(&model.judge_outcomes), [false, false, false, false, true]);
    assert_eq!(separated(&model.item_outcomes), [false; ITEMS as usize]);
}

/// Where a ridge makes up for votes, a warning says so of the judges it concerns.
#[test]
fn judges_of_fewer_votes_than_numbers() {
    let mut cells = votes(4);
    cells.push(Cell::new(Some(JUDGES), 0, 1, 1.0, 0.0, 0.0));
    cells.push(Cell::new(Some(JUDGES), 1, 0, 1.0, 0.0, 0.0));
    cells.push(Cell::new(Some(JUDGES + 1), 0, 1, 1.0, 0.0, 0.0));
    cells.push(Cell::new(Some(JUDGES + 1), 2, 3, 0.0, 1.0, 0.0));
    let warned = |rank: usize, covariance| {
        let specification = Specification {
            strength: Kind::Disagreement,
            rank,
            ridge: 0.5,
            covariance,
            ..Specification::default()
        };
        let model = fitted(&set_of(&cells), &specification);
        let found = model.warnings().iter().filter(|w| w.contains("fewer pairs")).cloned();
        found.collect::<Vec<String>>().concat()
    };
    assert_eq!(warned(0, CovarianceKind::Auto), "");
    assert!(warned(1, CovarianceKind::Auto).starts_with("The votes of \"4\" are on fewer pairs"));
    assert!(warned(2, CovarianceKind::Auto).starts_with("The votes of \"4\", \"5\" are on fewer pairs"));
    assert_eq!(warned(2, CovarianceKind::Observed), "");
}

fn argmax(values: &[f64], sign: f64) -> usize {
    let larger = |a: &usize, b: &usize| (sign * values[*a]).total_cmp(&(sign * values[*b]));
    (0..values.len()).max_by(larger).unwrap_or(0)
}
