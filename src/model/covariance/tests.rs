use super::*;
use crate::comparisons::{Column, Key, Rows, Set, NONE};
use crate::model::{fit, Jacobian, Position, Quantity, Specification, StrengthModel, View};
use crate::outcome::{Outcome, TIE};
use crate::progress::unwatched;
use crate::random::Random;

/// One row: context (NONE: none), judge, left, right, wins, losses, ties.
pub(super) type Vote = (u32, u32, u32, u32, [f64; 3]);

pub(crate) fn set_of(votes: &[Vote]) -> Set {
    let mut set = Set::new();
    for votes in votes.chunk_by(|a, b| (a.0 == NONE) == (b.0 == NONE)) {
        let ids = |of: fn(&Vote) -> u32| votes.iter().map(of).collect::<Vec<u32>>();
        let (context, judge, left, right) = (ids(|v| v.0), ids(|v| v.1), ids(|v| v.2), ids(|v| v.3));
        let counts: [Vec<f64>; 3] = std::array::from_fn(|k| votes.iter().map(|v| v.4[k]).collect());
        let key = |values| Key { values: Column::U32(values), base: 0 };
        set.append(&Rows {
            length: votes.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            context: if context[0] == NONE { Key::default() } else { key(&context) },
            wins: Column::F64(&counts[0]),
            losses: Column::F64(&counts[1]),
            ties: Column::F64(&counts[2]),
            ..Rows::default()
        })
        .unwrap();
    }
    set
}

/// Judges of unequal industry on ordered pairs of four items; contexts of three cells or so.
fn votes(judges: u32, seed: u64) -> Vec<Vote> {
    let mut random = Random::new(seed, 0);
    let mut votes = Vec::new();
    for judge in 0..judges {
        for (left, right) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            if random.uniform() < 0.85 {
                let mut count = |more: f64| (random.uniform() * (2.0 + f64::from(judge) + more)).floor();
                let lead = if left < right { 2.0 } else { 0.0 };
                let counts = [1.0 + count(lead), count(1.0), count(0.0)];
                votes.push((votes.len() as u32 / 3, judge, left, right, counts));
            }
        }
    }
    votes
}

pub(super) fn fitted(votes: &[Vote], specification: Specification) -> Model {
    fit(&set_of(votes), &specification, &mut unwatched()).unwrap()
}

pub(super) fn scores(model: &Model) -> Jacobian {
    model.readout(Quantity::Scores, &View::default()).unwrap().jacobian
}

fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(0.0, |m: f64, e| m.max(e.abs()));
    for (at, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!((f - e).abs() <= tolerance * size, "{what}[{at}]: {f}, not {e}");
    }
}

/// Matrices as rows, for the plainest linear algebra.
type Matrix = Vec<Vec<f64>>;

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..columns).map(|j| row.iter().zip(b).map(|(x, r)| x * r[j]).sum()).collect())
        .collect()
}

fn transpose(a: &Matrix) -> Matrix {
    (0..a[0].len()).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}

/// A function of a symmetric matrix.
fn apply(a: &Matrix, f: impl Fn(f64) -> f64) -> Matrix {
    let n = a.len();
    let (values, vectors) = symmetric_eigen(&a.concat(), n).unwrap();
    let entry = |i, j| (0..n).map(|k| f(values[k]) * vectors[k * n + i] * vectors[k * n + j]).sum();
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// A model with pooled strength in observation space: whitened rows, two for a cell with a threshold,
/// whose errors have variance one where the model is right.
struct Observations {
    rows: Matrix,
    residuals: Vec<f64>,
    clusters: Vec<Vec<usize>>,
}

fn observations(model: &Model, votes: &[Vote], cluster: impl Fn(&Vote) -> u32) -> Observations {
    let (theta, p) = (&model.theta, model.theta.len());
    let threshold = model.layout.terms.threshold(TIE).map(|t| t.first);
    let mut all = Observations { rows: vec![], residuals: vec![], clusters: vec![vec![]; 99] };
    for vote in votes {
        let (left, right, [win, loss, tie]) = (vote.2 as usize, vote.3 as usize, vote.4);
        let mut of_u = vec![0.0; p];
        (of_u[left], of_u[right]) = (1.0, -1.0);
        let mut u = theta[left] - theta[right];
        if let Some(at) = model.layout.terms.position().map(|position| position.first) {
            of_u[at] = 1.0;
            u += theta[at];
        }
        let mut of_e = vec![0.0; p];
        let total = win + loss + tie;
        let (form, slope) = if let Some(at) = threshold {
            of_e[at] = 1.0;
            // Davidson: P(left) = exp(u/2) / sum, P(tie) = nu / sum.
            let weights = [(0.5 * u).exp(), (-0.5 * u).exp(), theta[at].exp()];
            let sum: f64 = weights.iter().sum();
            let [a, b, t] = weights.map(|w| w / sum);
            let (mean_u, mean_e) = (0.5 * (a - b), t);
            let uu = 0.25 * (a + b) - mean_u * mean_u;
            let form = vec![vec![uu, -mean_u * t], vec![-mean_u * t, t - t * t]];
            (form, vec![0.5 * (win - loss) - total * mean_u, tie - total * mean_e])
        } else {
            let chance = 1.0 / (1.0 + (-u).exp());
            (vec![vec![chance * (1.0 - chance)]], vec![win + 0.5 * tie - total * chance])
        };
        let root = apply(&form, |v| (total * v).sqrt());
        let inverse = apply(&form, |v| 1.0 / (total * v).sqrt());
        let x: Matrix = if threshold.is_some() { vec![of_u, of_e] } else { vec![of_u] };
        for (row, inverse) in product(&root, &x).into_iter().zip(&inverse) {
            all.clusters[cluster(vote) as usize].push(all.rows.len());
            all.rows.push(row);
            all.residuals.push(inverse.iter().zip(&slope).map(|(i, s)| i * s).sum());
        }
    }
    all.clusters.retain(|c| !c.is_empty());
    all
}

impl Observations {
    /// The covariance of J theta, and the degrees of freedom of every row, by their definitions.
    fn covariance(&self, j: &Matrix, correction: Correction) -> (Vec<f64>, Vec<f64>) {
        let information = product(&transpose(&self.rows), &self.rows);
        let bread = apply(&information, |v| if v > 1e-9 { 1.0 / v } else { 0.0 });
        let hat = product(&product(&self.rows, &bread), &transpose(&self.rows));
        let f = |v: f64| match correction {
            Correction::Cr2 => 1.0 / (1.0 - v).sqrt(),
            Correction::Jackknife => 1.0 / (1.0 - v),
            _ => 1.0,
        };
        let size = self.clusters.len() as f64;
        let factor = match correction {
            Correction::Cr1 => size / (size - 1.0),
            Correction::Jackknife => (size - 1.0) / size,
            _ => 1.0,
        };
        let n = j.len();
        let mut covariance = vec![0.0; n * n];
        let mut weights: Vec<Matrix> = vec![vec![]; n];
        for cluster in &self.clusters {
            let own: Matrix = cluster.iter().map(|&a| cluster.iter().map(|&b| hat[a][b]).collect()).collect();
            let x: Matrix = cluster.iter().map(|&a| self.rows[a].clone()).collect();
            // J M X' A, a row for each value and a column for each observation of the cluster.
            let slice = product(&product(&product(j, &bread), &transpose(&x)), &apply(&own, f));
            let sums: Vec<f64> = slice
                .iter()
                .map(|row| row.iter().zip(cluster).map(|(w, &at)| w * self.residuals[at]).sum())
                .collect();
            for (at, entry) in covariance.iter_mut().enumerate() {
                *entry += factor * sums[at / n] * sums[at % n];
            }
            for (weights, row) in weights.iter_mut().zip(&slice) {
                // Residuals are (1 - H) times errors.
                let of = |o: usize| {
                    let own = cluster.iter().position(|&at| at == o).map_or(0.0, |k| row[k]);
                    own - row.iter().zip(cluster).map(|(w, &at)| w * hat[at][o]).sum::<f64>()
                };
                weights.push((0..hat.len()).map(of).collect());
            }
        }
        let degrees = (0..n).map(|i| {
            let p = product(&weights[i], &transpose(&weights[i]));
            let trace: f64 = (0..p.len()).map(|g| p[g][g]).sum();
            if correction == Correction::Cr2 {
                // Unbiased where the model is right.
                let plain = product(&product(&vec![j[i].clone()], &bread), &transpose(&vec![j[i].clone()]));
                assert!((trace - plain[0][0]).abs() < 1e-10 * plain[0][0]);
            }
            trace * trace / p.concat().iter().map(|x| x * x).sum::<f64>()
        });
        (covariance, degrees.collect())
    }
}

fn dense(jacobian: &Jacobian) -> Matrix {
    let mut rows = vec![vec![0.0; jacobian.columns()]; jacobian.rows()];
    rows.iter_mut().enumerate().for_each(|(at, row)| jacobian.dense_row(at, row));
    rows
}

#[test]
fn corrections_agree_with_observation_space() {
    let votes = votes(5, 4);
    let by_judge = (CovarianceKind::ClusteredByJudge, (|v: &Vote| v.1) as fn(&Vote) -> u32);
    let by_context = (CovarianceKind::ClusteredByContext, (|v: &Vote| v.0) as fn(&Vote) -> u32);
    for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
        let specification = Specification { outcome, position: Position::Shared, ..Specification::default() };
        let model = fitted(&votes, specification);
        let j = scores(&model);
        // Clusters of a judge have more rows than parameters, those of a context fewer.
        for (kind, cluster) in [by_judge, by_context] {
            let plain = observations(&model, &votes, cluster);
            for correction in Correction::ALL {
                let what = format!("{outcome:?} {kind:?} {correction:?}");
                // Of so few clusters.
                let settled = if correction == Correction::Auto { Correction::Cr2 } else { correction };
                let (expected, degrees) = plain.covariance(&dense(&j), settled);
                let found = model.covariance(kind, correction).unwrap();
                assert_eq!(found.clusters, plain.clusters.len());
                close(&what, &j.covariance(found.matrix().unwrap()), &expected, 1e-9);
                let df = model.degrees(kind, correction, &j).unwrap();
                if settled == Correction::Cr2 {
                    close(&what, &df, &degrees, 1e-8);
                } else {
                    assert!(df.iter().all(|d| *d == found.clusters as f64 - 1.0));
                }
            }
        }
    }
}

#[test]
fn a_comparison_without_a_context_is_a_cluster_of_its_own() {
    // The votes of the last judge as single comparisons, each in a context of its own or in none.
    let mut unclustered = votes(3, 8);
    unclustered.iter_mut().filter(|v| v.1 == 2).for_each(|v| v.0 = NONE);
    unclustered.sort_by_key(|v| v.0);
    let mut single = Vec::new();
    for vote in &unclustered {
        if vote.0 != NONE {
            single.push(*vote);
            continue;
        }
        for (k, &count) in vote.4.iter().enumerate() {
            for _ in 0..count as usize {
                let mut counts = [0.0; 3];
                counts[k] = 1.0;
                single.push((100 + single.len() as u32, vote.1, vote.2, vote.3, counts));
            }
        }
    }
    for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
        let specification = Specification { outcome, position: Position::Shared, ..Specification::default() };
        let (a, b) = (fitted(&unclustered, specification.clone()), fitted(&single, specification));
        let (ja, jb) = (scores(&a), scores(&b));
        for correction in Correction::ALL {
            let kind = CovarianceKind::ClusteredByContext;
            let (found, expected) =
                (a.covariance(kind, correction).unwrap(), b.covariance(kind, correction).unwrap());
            assert_eq!(found.clusters, expected.clusters);
            let expected = jb.covariance(expected.matrix().unwrap());
            close("covariance", &ja.covariance(found.matrix().unwrap()), &expected, 1e-7);
            let expected = b.degrees(kind, correction, &jb).unwrap();
            close("degrees", &a.degrees(kind, correction, &ja).unwrap(), &expected, 1e-7);
        }
    }
}

#[test]
fn two_ways_where_one_is_within_the_other_are_one_way() {
    // Every context has one judge: intersections are contexts.
    let mut nested = votes(4, 3);
    nested.iter_mut().for_each(|v| v.0 = 3 * v.1 + v.2 % 3);
    let model = fitted(&nested, Specification::default());
    let j = scores(&model);
    for correction in [Correction::None, Correction::Cr1] {
        let two = model.covariance(CovarianceKind::ClusteredTwoWay, correction).unwrap();
        let one = model.covariance(CovarianceKind::ClusteredByJudge, correction).unwrap();
        close("nested", &j.covariance(two.matrix().unwrap()), &j.covariance(one.matrix().unwrap()), 1e-9);
        assert_eq!((two.clusters, one.clusters), (4, 4));
        let df = model.degrees(CovarianceKind::ClusteredTwoWay, Correction::Cr1, &j).unwrap();
        assert_eq!(df, [3.0; 4]);
    }
}

#[test]
fn two_ways_add_both_less_their_intersections_and_are_positive() {
    let mut clipped = 0;
    for seed in 0..20 {
        let mut crossed = votes(3, seed);
        crossed.iter_mut().for_each(|v| v.0 = (v.2 + v.3) % 3);
        let intersections: Vec<Vote> = crossed.iter().map(|v| (3 * v.1 + v.0, v.1, v.2, v.3, v.4)).collect();
        let of = |votes: &[Vote], kind| {
            let model = fitted(votes, Specification::default());
            let matrix = model.covariance(kind, Correction::None).unwrap().matrix().unwrap().to_vec();
            (scores(&model).covariance(&matrix), matrix)
        };
        let (two, matrix) = of(&crossed, CovarianceKind::ClusteredTwoWay);
        let (context, _) = of(&crossed, CovarianceKind::ClusteredByContext);
        let (judge, _) = of(&crossed, CovarianceKind::ClusteredByJudge);
        let (both, _) = of(&intersections, CovarianceKind::ClusteredByContext);
        let sum: Vec<f64> = (0..16).map(|k| context[k] + judge[k] - both[k]).collect();
        let (values, _) = symmetric_eigen(&sum, 4).unwrap();
        let (least, most) = (values[0], values[3]);
        if least > -1e-12 * most {
            close("crossed", &two, &sum, 1e-7);
        } else {
            clipped += 1;
            let (values, _) = symmetric_eigen(&matrix, 4).unwrap();
            assert!(values[0] > -1e-12 * most, "{values:?}");
            // Of a matrix without its negative part: the nearest that is positive semidefinite.
            let rows: Matrix = sum.chunks(4).map(<[f64]>::to_vec).collect();
            close("clipped", &two, &apply(&rows, |v| v.max(0.0)).concat(), 1e-7);
        }
    }
    assert!((1..20).contains(&clipped), "{clipped}");
}

#[test]
fn what_a_cluster_alone_determines_does_not_spoil_the_rest() {
    let votes = votes(6, 5);
    let by_judge = Specification { position: Position::ByJudge, ..Specification::default() };
    let sensitive = Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() };
    for specification in [by_judge, sensitive] {
        let model = fitted(&votes, specification);
        let kind = CovarianceKind::ClusteredByJudge;
        let j = model.readout(Quantity::Strengths, &View::default()).unwrap().jacobian;
        for correction in [Correction::Cr2, Correction::Jackknife] {
            let matrix = model.covariance(kind, correction).unwrap().matrix().unwrap();
            let plain = model.covariance(kind, Correction::None).unwrap().matrix().unwrap();
            let ratio: Vec<f64> = j
                .variances(matrix)
                .iter()
                .zip(j.variances(plain))
                .map(|(corrected, plain)| corrected / plain)
                .collect();
            assert!(ratio.iter().all(|r| *r > 0.8 && *r < 20.0), "{correction:?}: {ratio:?}");
        }
        let degrees = model.degrees(kind, Correction::Cr2, &scores(&model)).unwrap();
        assert!(degrees.iter().all(|df| *df > 0.5 && *df < 6.0), "{degrees:?}");
    }
}

#[test]
fn corrections_that_do_not_exist_are_refused() {
    let mut one = votes(1, 2);
    let model = fitted(&one, Specification::default());
    let refused = |model: &Model, kind, correction| match model.covariance(kind, correction) {
        Err(Error::Unsupported(message)) => message,
        other => panic!("{other:?}"),
    };
    for kind in [CovarianceKind::Observed, CovarianceKind::Sandwich, CovarianceKind::SandwichExpected] {
        assert!(refused(&model, kind, Correction::Cr2).starts_with("correction:"));
        assert!(model.degrees(kind, Correction::Cr1, &scores(&model)).is_err());
        let df = model.degrees(kind, Correction::None, &scores(&model)).unwrap();
        assert_eq!(df, [f64::INFINITY; 4]);
    }
    let judge = CovarianceKind::ClusteredByJudge;
    assert!(refused(&model, judge, Correction::Cr1).contains("there are 1"));
    let two = CovarianceKind::ClusteredTwoWay;
    assert!(refused(&model, two, Correction::None).contains("two judges"));
    assert!(refused(&model, two, Correction::Cr2).starts_with("correction:"));
    one.iter_mut().for_each(|v| v.0 = NONE);
    let model = fitted(&one, Specification::default());
    assert!(refused(&model, two, Correction::None).contains("contexts"));
}
