//! Judges that disagree: do intervals hold the truth, and how far are the estimators from it? The second is the
//! design of Figure 2 of the HJA paper (arXiv:2605.05073, E.1 and E.2).

use duel::comparisons::{Column, Key, Rows, Set};
use duel::inference::{estimates, probabilities, Comparison, Options};
use duel::model::{fit, two_step, unwatched, Model, Outcomes, Position, Quantity, Specification};
use duel::random::Random;
use duel::strength::Kind;
use std::fmt::Write;

const REPLICATES: usize = 1_000;

/// What judges think, in the paper's canonical form.
pub struct Judges {
    items: usize,
    judges: usize,
    rank: usize,
    mu: Vec<f64>,
    gamma: Vec<f64>,
    /// T, judges x items.
    disagreement: Vec<f64>,
    position: Vec<f64>,
}

/// Makes columns orthonormal, each off those before it.
fn orthonormal(columns: &mut [Vec<f64>], first: usize) {
    for c in first..columns.len() {
        for t in 0..c {
            let along: f64 = columns[t].iter().zip(&columns[c]).map(|(a, b)| a * b).sum();
            let other = columns[t].clone();
            columns[c].iter_mut().zip(&other).for_each(|(x, o)| *x -= along * o);
        }
        let length = columns[c].iter().map(|x| x * x).sum::<f64>().sqrt();
        columns[c].iter_mut().for_each(|x| *x /= length);
    }
}

fn centred(mut values: Vec<f64>) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|x| *x -= mean);
    values
}

impl Judges {
    /// The paper's design: mu normal, gamma of Dirichlet's law, factors normal, disagreement of strength h.
    pub fn drawn(items: usize, judges: usize, rank: usize, h: f64, seed: u64) -> Judges {
        let mut random = Random::new(seed, 0);
        let mut normals = |count: usize| -> Vec<f64> { (0..count).map(|_| random.normal()).collect() };
        let mu = centred(normals(items));
        let raw: Vec<Vec<f64>> = (0..rank).map(|_| centred(normals(items))).collect();
        let mut u: Vec<Vec<f64>> = (0..rank).map(|_| centred(normals(judges))).collect();
        let shares: Vec<f64> = (0..judges).map(|_| -random.uniform().ln()).collect();
        let sum: f64 = shares.iter().sum();
        let length = mu.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mut v = vec![mu.iter().map(|x| x / length).collect::<Vec<f64>>()];
        v.extend(raw);
        orthonormal(&mut v, 1);
        orthonormal(&mut u, 0);
        let size = h * ((items * judges) as f64).sqrt();
        let mut disagreement = vec![0.0; judges * items];
        for c in 0..rank {
            let weight = size * ((rank - c) as f64).powi(2);
            for (at, t) in disagreement.iter_mut().enumerate() {
                *t += weight * u[c][at / items] * v[c + 1][at % items];
            }
        }
        let gamma = shares.iter().map(|s| judges as f64 * s / sum).collect();
        Judges { items, judges, rank, mu, gamma, disagreement, position: vec![0.0; judges] }
    }

    /// The same with other sensitivities, and position effects.
    fn with(self, gamma: &[f64], position: &[f64]) -> Judges {
        Judges { gamma: gamma.to_vec(), position: position.to_vec(), ..self }
    }

    fn strengths(&self) -> Vec<f64> {
        let of = |at: usize| self.gamma[at / self.items] * self.mu[at % self.items] + self.disagreement[at];
        (0..self.judges * self.items).map(of).collect()
    }

    /// `total` votes, spread as evenly as they go over judges and pairs (`both`: in both orders).
    fn votes(&self, total: usize, both: bool, random: &mut Random) -> Set {
        let strengths = self.strengths();
        let mut cells = Vec::new();
        for k in 0..self.judges {
            for i in 0..self.items {
                for j in (0..self.items).filter(|&j| i < j || (both && i != j)) {
                    cells.push((k, i, j));
                }
            }
        }
        let mut extra: Vec<usize> = (0..cells.len()).collect();
        let more = total % cells.len();
        for at in 0..more {
            let other = at + random.below((cells.len() - at) as u64) as usize;
            extra.swap(at, other);
        }
        let mut counts = vec![(total / cells.len()) as u64; cells.len()];
        extra[..more].iter().for_each(|&at| counts[at] += 1);
        let (mut wins, mut losses) = (Vec::new(), Vec::new());
        for (&(k, i, j), &count) in cells.iter().zip(&counts) {
            let u = strengths[k * self.items + i] - strengths[k * self.items + j] + self.position[k];
            let p = 1.0 / (1.0 + (-u).exp());
            let [won, lost, ..] = random.outcomes(count, &[p, 1.0 - p, 0.0, 0.0]);
            wins.push(won as f64);
            losses.push(lost as f64);
        }
        let ids = |of: fn(&(usize, usize, usize)) -> usize| -> Vec<u32> {
            cells.iter().map(|cell| of(cell) as u32).collect()
        };
        let (judge, left, right) = (ids(|c| c.0), ids(|c| c.1), ids(|c| c.2));
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: cells.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ..Rows::default()
        })
        .expect("votes");
        set
    }

    fn specification(&self) -> Specification {
        let position =
            if self.position.iter().any(|p| *p != 0.0) { Position::ByJudge } else { Position::None };
        Specification {
            strength: Kind::Disagreement,
            rank: self.rank,
            position,
            accept: Outcomes::ANY,
            ..Specification::default()
        }
    }
}

/// Studies of intervals: a truth without judges near zero, and the number of votes.
pub fn studies() -> Vec<(&'static str, Judges, usize)> {
    let gamma = [0.6, 0.8, 1.0, 1.2, 1.4];
    let none = [0.0; 5];
    let slots = [0.5, -0.3, 0.0, 1.0, -0.8];
    vec![
        ("rank 1", Judges::drawn(6, 5, 1, 0.3, 3).with(&gamma, &none), 9_000),
        ("rank 2", Judges::drawn(7, 6, 2, 0.15, 5).with(&[0.6, 0.8, 1.0, 1.0, 1.2, 1.4], &[0.0; 6]), 30_000),
        ("rank 1 with positions", Judges::drawn(6, 5, 1, 0.3, 3).with(&gamma, &slots), 12_000),
    ]
}

/// The share of intervals that hold the truth: by quantity the mean, least and most over its values.
pub fn coverage(
    (name, truth, total): &(&str, Judges, usize),
    replicates: usize,
    missed: &mut Vec<String>,
) -> String {
    let strengths = truth.strengths();
    let pairs = [(0, 1), (1, 3), (2, 4), (0, 5)];
    let comparison = |judge: usize, (i, j): (usize, usize)| Comparison {
        left: i as u32,
        right: j as u32,
        judge: judge as u32,
        context: u32::MAX,
    };
    let asked: Vec<Comparison> =
        (0..truth.judges).flat_map(|k| pairs.map(|pair| comparison(k, pair))).collect();
    let p = |c: &Comparison| {
        let (k, i, j) = (c.judge as usize, c.left as usize, c.right as usize);
        let at = |item: usize| strengths[k * truth.items + item];
        1.0 / (1.0 + (at(j) - at(i) - truth.position[k]).exp())
    };
    let mut known: Vec<(&str, Option<Quantity>, Vec<f64>)> = vec![
        ("mu", Some(Quantity::Scores), truth.mu.clone()),
        ("gamma", Some(Quantity::Sensitivities), truth.gamma.clone()),
        ("S", Some(Quantity::Strengths), strengths.clone()),
        ("T", Some(Quantity::Disagreements), truth.disagreement.clone()),
        ("probabilities", None, asked.iter().map(p).collect()),
    ];
    if truth.position.iter().any(|p| *p != 0.0) {
        known.push(("positions", Some(Quantity::Positions), truth.position.clone()));
    }
    let mut held: Vec<Vec<f64>> = known.iter().map(|(_, _, values)| vec![0.0; values.len()]).collect();
    let options = Options::default();
    for replicate in 0..replicates {
        let mut random = Random::new(41, replicate as u64);
        let set = truth.votes(*total, truth.position.iter().any(|p| *p != 0.0), &mut random);
        let model = fit(&set, &truth.specification(), &mut unwatched()).expect("a fit");
        for ((_, quantity, values), held) in known.iter().zip(&mut held) {
            let table: Vec<[f64; 4]> = match quantity {
                Some(quantity) => {
                    estimates(&model, *quantity, &options, &mut unwatched()).expect("estimates")
                }
                None => probabilities(&model, &asked, &options, &mut unwatched())
                    .expect("probabilities")
                    .iter()
                    .map(|row| [row[0], row[1], row[2], row[3]])
                    .collect(),
            };
            for ((row, value), held) in table.iter().zip(values).zip(held) {
                *held += f64::from(u8::from(row[2] <= *value && *value <= row[3]));
            }
        }
    }
    let mut text = format!("{name}: {} items, {} judges, {total} votes\n", truth.items, truth.judges);
    for ((what, _, _), held) in known.iter().zip(&held) {
        let share = |h: f64| h / replicates as f64;
        let mean = share(held.iter().sum::<f64>() / held.len() as f64);
        let least = share(held.iter().fold(f64::INFINITY, |m, h| m.min(*h)));
        let most = share(held.iter().fold(0.0, |m: f64, h| m.max(*h)));
        // One value of many may be off by chance: three standard errors.
        let slack = 3.0 * (0.95 * 0.05 / replicates as f64).sqrt();
        let fine = (0.93..=0.97).contains(&mean) && least >= 0.93 - slack && most <= 0.97 + slack;
        let _ = writeln!(
            text,
            "  {what:<14} {mean:.4}  {least:.3} to {most:.3}{}",
            if fine { "" } else { "  missed" }
        );
        if !fine {
            missed.push(format!("{name}, {what}: {mean:.4}, {least:.3} to {most:.3}"));
        }
    }
    text
}

/// Estimators of S, and what is told of each.
const ESTIMATORS: [&str; 6] =
    ["BTL", "JA (signed)", "two-step", "HJA", "two-step, ridge .1", "HJA, ridge .1"];

/// Ranks of values, ties by order.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut ranks = vec![0.0; values.len()];
    order.iter().enumerate().for_each(|(rank, &at)| ranks[at] = rank as f64);
    ranks
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (centred(ranks(a)), centred(ranks(b)));
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

/// NDCG of a ranking of all items, relevance 2^(N - rank) - 1.
fn ndcg(mu: &[f64], truth: &[f64]) -> f64 {
    let (found, right) = (ranks(mu), ranks(truth));
    let gain = |item: usize| 2f64.powf(truth.len() as f64 - 1.0 - right[item]) - 1.0;
    let at = |rank: &[f64]| (0..truth.len()).map(|i| gain(i) / (rank[i] + 2.0).log2()).sum::<f64>();
    at(&found) / at(&right)
}

/// Strengths and whether their intervals hold the truth, by one estimator; NaN where there is no estimate.
fn estimate(which: usize, truth: &Judges, set: &Set, strengths: &[f64]) -> (Vec<f64>, f64) {
    let plain = Specification { accept: Outcomes::ANY, ..Specification::default() };
    let ridge = if which >= 4 { 0.1 } else { 0.0 };
    if which == 2 || which == 4 {
        let specification = Specification { ridge, ..plain };
        return (
            two_step(set, &specification, Some(truth.rank), &mut unwatched()).expect("two steps"),
            f64::NAN,
        );
    }
    let specification = match which {
        0 => plain,
        1 => Specification { strength: Kind::Sensitivity, signed: true, ..plain },
        _ => Specification { ridge, ..truth.specification() },
    };
    let none = (vec![f64::NAN; strengths.len()], f64::NAN);
    let Ok(model) = fit(set, &specification, &mut unwatched()) else { return none };
    let Ok(readout) = model.readout(Quantity::Strengths, &Default::default()) else { return none };
    let held = |model: &Model| -> Option<f64> {
        let table = estimates(model, Quantity::Strengths, &Options::default(), &mut unwatched()).ok()?;
        let inside = |row: &[f64; 4], s: f64| f64::from(u8::from(row[2] <= s && s <= row[3]));
        Some(
            table.iter().zip(strengths).map(|(row, &s)| inside(row, s)).sum::<f64>() / strengths.len() as f64,
        )
    };
    let all = readout.estimates;
    // Pooled strength has the same row for every judge.
    (all, held(&model).unwrap_or(f64::NAN))
}

/// Figure 2: mean and median squared error of S, Spearman's correlation and NDCG of mu, coverage of S by 95 %
/// intervals, and the share of pairs with the right sign.
pub fn figure_2(total: usize, h: f64, seeds: u64) -> String {
    let mut text = format!("n = {total}, h = {h}, {seeds} seeds: 8 items, 4 judges, rank 1\n");
    let _ = writeln!(
        text,
        "  {:<20} {:>10} {:>10} {:>9} {:>7} {:>9} {:>7}",
        "", "mean MSE", "median", "Spearman", "NDCG", "coverage", "signs"
    );
    let mut tables = vec![Vec::new(); ESTIMATORS.len()];
    for seed in 0..seeds {
        let truth = Judges::drawn(8, 4, 1, 1.0, seed);
        let truth = Judges { disagreement: truth.disagreement.iter().map(|t| h * t).collect(), ..truth };
        let strengths = truth.strengths();
        let set = truth.votes(total, false, &mut Random::new(seed, 1));
        for (which, table) in tables.iter_mut().enumerate() {
            let (found, held) = estimate(which, &truth, &set, &strengths);
            let error = found.iter().zip(&strengths).map(|(f, s)| (f - s).powi(2)).sum::<f64>() / 32.0;
            let mean = |i: usize| (0..4).map(|k| found[k * 8 + i]).sum::<f64>() / 4.0;
            let mu: Vec<f64> = (0..8).map(mean).collect();
            let mut right = 0.0;
            for k in 0..4 {
                for i in 0..8 {
                    for j in i + 1..8 {
                        let sign = |s: &[f64]| (s[k * 8 + i] - s[k * 8 + j]) > 0.0;
                        right += f64::from(u8::from(sign(&found) == sign(&strengths))) / 112.0;
                    }
                }
            }
            table.push([error, spearman(&mu, &truth.mu), ndcg(&mu, &truth.mu), held, right]);
        }
    }
    for (name, table) in ESTIMATORS.iter().zip(&tables) {
        let column = |c: usize| -> Vec<f64> { table.iter().map(|r| r[c]).filter(|x| !x.is_nan()).collect() };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let mut errors = column(0);
        errors.sort_by(f64::total_cmp);
        let median = errors.get(errors.len() / 2).copied().unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "  {name:<20} {:>10.4} {median:>10.4} {:>9.3} {:>7.3} {:>9.3} {:>7.3}",
            mean(&errors),
            mean(&column(1)),
            mean(&column(2)),
            mean(&column(3)),
            mean(&column(4))
        );
    }
    text
}

/// How often BIC and held-out comparisons choose each rank from data of rank one.
pub fn selection(total: usize, seeds: u64) -> String {
    use duel::assess::{select_rank, Part, Plan, Selection};
    use duel::comparisons::Unit;
    let mut chosen = [[0; 3]; 2];
    for seed in 0..seeds {
        let truth = Judges::drawn(8, 4, 1, 1.0, seed);
        let set = truth.votes(total, false, &mut Random::new(seed, 1));
        let plan = Plan { unit: Unit::Row, part: Part::Folds(5), repeats: 1, seed, threads: 1 };
        let specification = Specification { ridge: 0.1, accept: Outcomes::ANY, ..Specification::default() };
        let selection = Selection { most: 2, plan: Some(plan), simulation: None };
        let rows = select_rank(&set, &specification, &selection, &mut unwatched()).expect("ranks");
        let held = |rank: usize| rows[rank].held_out.map_or(f64::NEG_INFINITY, |average| average.mean);
        let best = |value: &dyn Fn(usize) -> f64| {
            (0..3).fold(0, |best, rank| if value(rank) > value(best) { rank } else { best })
        };
        chosen[0][best(&|rank| -rows[rank].bic)] += 1;
        chosen[1][best(&held)] += 1;
    }
    format!(
        "n = {total}: BIC chooses rank 0, 1, 2 in {:?} of {seeds} data sets of rank 1, five folds with ridge .1 in {:?}\n",
        chosen[0], chosen[1]
    )
}

/// Replicates of the whole campaign.
pub const ALL: usize = REPLICATES;
