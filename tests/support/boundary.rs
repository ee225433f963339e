//! Judges at the boundary: of all ways to set some sensitivities to zero, the fit finds the best one
//! that is allowed, or, the likelihood having several optima, at least one that no judge would leave.

use crate::support::*;
use duel::inference::{CovarianceKind, Options};
use duel::model::{fit, fit_from, Model, Position, Problems, Quantity, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::strength::StrengthKind;
use duel::terms::Local;

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
        strength: StrengthModel::SIGNED,
        accept: Problems::OPPOSED,
        ..Specification::default()
    };
    let model = fitted(&set_of(&speaking), &specification);
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let (gamma, _) = table(&model, Quantity::Sensitivities, &options);
    let allowed = gamma.iter().all(|g| g.is_nan() || *g >= 0.0);
    allowed.then(|| count * 2f64.ln() - model.facts.log_likelihood)
}

/// The gain of a judge at zero by a small sensitivity, by the derivative in it.
fn pull(model: &Model, judge: usize) -> f64 {
    let mut open = model.objective.clone();
    let at = model.layout.sensitivity(judge);
    open.fixed[at] = false;
    let mut gradient = vec![0.0; open.dimension];
    open.gradient(&model.theta, &mut gradient, &mut Local::default());
    -gradient[at]
}

#[test]
fn the_best_of_all_subsets() {
    let specification = Specification {
        strength: StrengthModel::SENSITIVITY,
        accept: Problems::BOUNDARY,
        ..Specification::default()
    };
    let (mut at_the_boundary, mut best_of_all) = (0, 0);
    for seed in 0..200 {
        let cells = votes(seed);
        let model = fitted(&set_of(&cells), &specification);
        let found = -model.facts.log_likelihood;
        let zeros: Vec<usize> =
            (0..JUDGES as usize).filter(|&k| model.judge_problems[k].contains(Problems::BOUNDARY)).collect();
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
    assert_eq!(best_of_all, 200, "are the best of all");
}

/// Log-likelihood of a judge's votes at scores, with the best sensitivity that is not negative: it is concave in it.
fn at_scores(cells: &[Cell], judge: u32, scores: &[f64]) -> f64 {
    let slope = |gamma: f64| -> [f64; 2] {
        let mut sums = [0.0; 2];
        for cell in cells.iter().filter(|cell| cell.judge == Some(judge)) {
            let gap = scores[cell.left as usize] - scores[cell.right as usize];
            let [wins, losses, ..] = cell.counts;
            let p = 1.0 / (1.0 + (-gamma * gap).exp());
            sums[0] += wins * p.ln() + losses * (1.0 - p).ln();
            sums[1] += (wins - (wins + losses) * p) * gap;
        }
        sums
    };
    let (mut low, mut high) = (0.0, 60.0);
    if slope(low)[1] <= 0.0 {
        return slope(0.0)[0];
    }
    for _ in 0..45 {
        let middle = 0.5 * (low + high);
        match slope(middle)[1] > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    slope(low)[0]
}

/// The largest log-likelihood of three items without negative sensitivities: scores of a scale are points of a circle.
fn best_of_the_circle(cells: &[Cell], judges: u32) -> f64 {
    let at = |angle: f64| -> f64 {
        let third = std::f64::consts::TAU / 3.0;
        let scores = [angle.cos(), (angle + third).cos(), (angle - third).cos()];
        (0..judges).map(|k| at_scores(cells, k, &scores)).sum()
    };
    const POINTS: usize = 240;
    let step = std::f64::consts::TAU / POINTS as f64;
    let values: Vec<f64> = (0..POINTS).map(|k| at(k as f64 * step)).collect();
    let mut best = f64::NEG_INFINITY;
    for k in 0..POINTS {
        let (before, after) = (values[(k + POINTS - 1) % POINTS], values[(k + 1) % POINTS]);
        if values[k] < before.max(after) {
            continue;
        }
        // Golden section about a local maximum of the grid.
        let (mut low, mut high) = ((k as f64 - 1.0) * step, (k as f64 + 1.0) * step);
        for _ in 0..40 {
            let (a, b) = (high - 0.618 * (high - low), low + 0.618 * (high - low));
            match at(a) > at(b) {
                true => high = b,
                false => low = a,
            }
        }
        best = best.max(at(0.5 * (low + high)));
    }
    best
}

fn opposed(seed: u64) -> (Vec<Cell>, u32) {
    let mut random = Random::new(seed, 15);
    let judges = 2 + random.below(5) as u32;
    let most = [3, 8, 40][random.below(3) as usize];
    let scores: Vec<f64> = (0..3).map(|_| random.normal()).collect();
    let mut cells = Vec::new();
    for judge in 0..judges {
        let gamma = if random.below(2) == 0 { 1.0 } else { -1.0 };
        for (left, right) in [(0u32, 1u32), (2, 0), (1, 2)] {
            let gap = gamma * (scores[left as usize] - scores[right as usize]);
            let votes = 1 + random.below(most);
            let wins = random.binomial(votes, 1.0 / (1.0 + (-gap).exp())) as f64;
            cells.push(Cell::new(Some(judge), left, right, wins, votes as f64 - wins, 0.0));
        }
    }
    (cells, judges)
}

/// With and without restarts, and from a start at the optimum, against a search that knows nothing of solvers.
#[test]
fn judges_who_oppose_each_other() {
    let specification = Specification {
        strength: StrengthModel::SENSITIVITY,
        accept: Problems(Problems::ANY.0 & !Problems::NOT_CONVERGED.0),
        ..Specification::default()
    };
    let mut checked = 0;
    for seed in (0..150).chain([187, 282, 348, 429, 598, 937, 1159, 3447]) {
        let (cells, judges) = opposed(seed);
        let set = set_of(&cells);
        let Ok(model) = try_fit(&set, &specification) else { continue };
        if model.facts.problems.contains(Problems::SEPARATED) {
            continue;
        }
        let best = best_of_the_circle(&cells, judges);
        let found = model.facts.log_likelihood;
        assert!(found >= best - 1e-4, "seed {seed}: {found}, but {best} is allowed");
        let gamma = (0..judges as usize).map(|k| model.theta[model.layout.sensitivity(k)]);
        assert!(gamma.into_iter().all(|g| g >= 0.0), "seed {seed}: a sensitivity is negative");
        let drawn = Specification { restarts: 4, seed: 1, ..specification.clone() };
        let again = fitted(&set, &drawn).facts.log_likelihood;
        assert!(again >= found - 1e-7, "seed {seed}: {again} with restarts, {found} without");
        let warm = fit_from(&set, &specification, Some(&model), &mut unwatched()).expect("fit");
        assert!(warm.facts.log_likelihood >= found - 1e-7, "seed {seed}: not where it started");
        checked += 1;
    }
    assert!(checked > 80, "{checked} of 150 were compared");
}

/// The judge with fewer votes decides the sign of the consensus if it is the surer one.
#[test]
fn the_sign_of_the_consensus() {
    let cells = [Cell::new(Some(0), 0, 1, 70.0, 30.0, 0.0), Cell::new(Some(1), 0, 1, 5.0, 35.0, 0.0)];
    let expected = 100.0 * 0.5f64.ln() + 35.0 * 0.875f64.ln() + 5.0 * 0.125f64.ln();
    for restarts in [0, 10] {
        let accept = Problems::BOUNDARY;
        let strength = StrengthKind::Sensitivity;
        let specification = Specification {
            strength: StrengthModel::of(strength, 0, false),
            accept,
            restarts,
            ..Specification::default()
        };
        let model = fitted(&set_of(&cells), &specification);
        near("log-likelihood", model.facts.log_likelihood, expected, absolute(1e-9));
        assert!(model.judge_problems[0].contains(Problems::BOUNDARY));
        let again = fit_from(&set_of(&cells), &specification, Some(&model), &mut unwatched()).expect("fit");
        near("from there", again.facts.log_likelihood, expected, absolute(1e-9));
    }
    let mut cells = Vec::new();
    for (judge, wins) in [[0.0, 8.0, 6.0], [8.0, 8.0, 6.0], [0.0, 4.0, 6.0]].into_iter().enumerate() {
        for ((left, right), wins) in [(0, 1), (0, 2), (1, 2)].into_iter().zip(wins) {
            cells.push(Cell::new(Some(judge as u32), left, right, wins, 8.0 - wins, 0.0));
        }
    }
    let accept = Problems::ANY;
    let specification =
        Specification { strength: StrengthModel::SENSITIVITY, accept, ..Specification::default() };
    let restarted = Specification { restarts: 10, seed: 1, ..specification.clone() };
    for specification in [specification, restarted] {
        let found = fitted(&set_of(&cells), &specification).facts.log_likelihood;
        assert!(found > -37.64, "{found}");
    }
}

/// No estimate exists where a judge's votes never err, or where a sensitivity can grow beside scores that come together,
/// and a fit says whose it is.
#[test]
fn judges_who_run_off_are_named() {
    let never_errs = [
        (0, 2, 0, 3.0, 0.0),
        (0, 3, 0, 1.0, 1.0),
        (0, 1, 2, 1.0, 1.0),
        (1, 1, 0, 2.0, 0.0),
        (1, 2, 0, 2.0, 0.0),
        (1, 3, 0, 2.0, 0.0),
        (1, 2, 1, 2.0, 0.0),
        (1, 3, 1, 3.0, 0.0),
        (1, 2, 3, 0.0, 2.0),
        (2, 0, 1, 0.0, 1.0),
        (2, 3, 0, 2.0, 1.0),
        (2, 2, 1, 3.0, 0.0),
        (2, 1, 3, 0.0, 1.0),
        (3, 0, 1, 0.0, 1.0),
        (3, 0, 2, 1.0, 1.0),
        (3, 0, 3, 0.0, 2.0),
        (3, 2, 1, 3.0, 0.0),
        (3, 1, 3, 0.0, 2.0),
        (3, 3, 2, 1.0, 0.0),
        (4, 1, 0, 0.0, 2.0),
        (4, 0, 2, 0.0, 1.0),
        (4, 0, 3, 0.0, 1.0),
        (4, 1, 2, 0.0, 1.0),
        (4, 1, 3, 0.0, 2.0),
        (4, 2, 3, 0.0, 1.0),
    ];
    for (rows, name) in [(&never_errs[..], "\"1\"")] {
        let of = |&(judge, left, right, wins, losses): &(u32, u32, u32, f64, f64)| {
            Cell::new(Some(judge), left, right, wins, losses, 0.0)
        };
        let cells: Vec<Cell> = rows.iter().map(of).collect();
        for signed in [false, true] {
            let accept = Problems::BOUNDARY;
            let strength = StrengthKind::Sensitivity;
            let specification = Specification {
                strength: StrengthModel::of(strength, 0, signed),
                accept,
                ..Specification::default()
            };
            let error = refused(&set_of(&cells), &specification);
            assert_eq!(error.code(), 8, "{error}");
            assert!(error.to_string().contains("run") && error.to_string().contains(name), "{error}");
        }
    }
}

/// At a wall that a judge is driven into, the position effect still moves to its own optimum.
#[test]
fn a_wall_stops_nobody_else() {
    let rows = [
        (0, 0, 1, 4.0, 14.0),
        (0, 1, 0, 3.0, 0.0),
        (1, 0, 1, 1.0, 0.0),
        (1, 1, 0, 8.0, 2.0),
        (2, 0, 1, 1.0, 13.0),
    ];
    let cells: Vec<Cell> =
        rows.iter().map(|&(judge, i, j, won, lost)| Cell::new(Some(judge), i, j, won, lost, 0.0)).collect();
    // Of two items every judge has a difference of its own: that of "2" fits whatever the position effect, "1" is at
    // zero, and "0" is left.
    let ln = |z: f64| -(-z).exp().ln_1p();
    let alone = |p: f64, d: f64| 4.0 * ln(d + p) + 14.0 * ln(-d - p) + 3.0 * ln(p - d);
    let at = |p: f64| 9.0 * ln(p) + 2.0 * ln(-p) + highest(&|d| alone(p, d), -20.0, 0.0);
    let expected = highest(&at, -10.0, 10.0) + (1.0f64 / 14.0).ln() + 13.0 * (13.0f64 / 14.0).ln();
    let specification = Specification {
        strength: StrengthModel::SENSITIVITY,
        position: Position::Shared,
        accept: Problems::ANY,
        ..Specification::default()
    };
    for restarts in [0, 5] {
        let model = fitted(&set_of(&cells), &Specification { restarts, ..specification.clone() });
        assert_eq!(model.facts.problems, Problems::BOUNDARY);
        near("log-likelihood", model.facts.log_likelihood, expected, absolute(1e-9));
    }
}

/// The highest value of a concave function between two points.
fn highest(f: &dyn Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    for _ in 0..120 {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if f(a) < f(b) {
            from = a;
        } else {
            to = b;
        }
    }
    f(0.5 * (from + to))
}

/// The best end that was met is taken; if no estimate is there, the outcome says so.
#[test]
fn the_best_end_of_all_starts() {
    let mut irregular = 0;
    for seed in 0..25 {
        let (cells, _) = opposed(seed);
        for (strength, rank) in [(StrengthKind::Sensitivity, 0), (StrengthKind::Disagreement, 1)] {
            let signed = strength == StrengthKind::Sensitivity;
            let (accept, restarts) = (Problems::ANY, 6);
            let specification = Specification {
                strength: StrengthModel::of(strength, rank, signed),
                accept,
                restarts,
                ..Specification::default()
            };
            let Ok(model) = try_fit(&set_of(&cells), &specification) else { continue };
            let Some(first) = model.optima.first() else { continue };
            let best = model.optima.iter().map(|o| o.log_likelihood).fold(f64::NEG_INFINITY, f64::max);
            assert!(first.log_likelihood >= best - 2e-3, "seed {seed}: {:?}", model.optima);
            if !first.is_regular {
                irregular += 1;
                assert!(model.facts.problems != Problems::NONE, "seed {seed}: {:?}", model.optima);
            }
        }
    }
    assert!(irregular > 0, "every best end was regular");
}

/// A judge of one vote has no finite sensitivity. If the vote is against the consensus the best without a negative one
/// is zero, and the others are as they are without it; if not, the judge is named, and nobody else.
#[test]
fn a_judge_of_one_vote() {
    let specification = Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() };
    let accepting = Specification { accept: Problems::ANY, ..specification.clone() };
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
        "at the boundary: \"4\" would need a sensitivity of zero or less to agree with the consensus; for the fit all the same, \
         accept DUEL_FIT_BOUNDARY"
    );
    let model = fitted(&against, &accepting);
    assert_eq!(model.facts.problems, Problems::BOUNDARY);
    let (found, found_errors) = table(&model, Quantity::Scores, &Options::default());
    all_near("scores", &found, &scores, absolute(1e-9));
    all_near("errors", &found_errors, &errors, absolute(1e-9));
    let agreeing = with(best, worst);
    for choice in [specification.clone(), Specification { strength: StrengthModel::SIGNED, ..specification }]
    {
        let error = refused(&agreeing, &choice);
        assert_eq!(error.code(), 8);
        assert!(error.to_string().contains("grows as strengths of \"4\" run to infinity"), "{error}");
    }
    let model = fitted(&agreeing, &accepting);
    let separated = |outcomes: &[Problems]| -> Vec<bool> {
        outcomes.iter().map(|o| o.contains(Problems::SEPARATED)).collect()
    };
    assert_eq!(separated(&model.judge_problems), [false, false, false, false, true]);
    assert_eq!(separated(&model.item_problems), [false; ITEMS as usize]);
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
            strength: StrengthModel::disagreement(rank),
            ridge: 0.5,
            covariance,
            ..Specification::default()
        };
        let model = fitted(&set_of(&cells), &specification);
        let found = model
            .warnings()
            .iter()
            .filter(|w| w.text().contains("fewer pairs"))
            .map(|w| w.text().to_string());
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

/// On the bundled votes one judge blocks the steps of all others at zero until it is taken there.
#[test]
fn a_judge_against_the_wall_does_not_keep_the_others_from_their_optimum() {
    let set = crate::support::votes("judge_mtbench.csv");
    for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
        let specification = Specification {
            outcome,
            strength: StrengthModel::SENSITIVITY,
            position: Position::Shared,
            accept: Problems::BOUNDARY,
            ..Specification::default()
        };
        let facts = fit(&set, &specification, &mut unwatched()).expect("a fit").facts;
        assert!(facts.decrement < 1e-6 && facts.gradient < 1e-3, "{outcome:?}: {facts:?}");
    }
}
