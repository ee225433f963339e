//! Merging, threads, bytes, the definition of sums, and bad input.

use super::*;
use crate::codec::{kept, sealed};
use crate::error::Error;
use crate::inference::Options;
use crate::progress::unwatched;

/// A sample of contexts with labels.
pub(super) struct Sample {
    pub(super) contexts: usize,
    pub(super) mu: Vec<f64>,
    pub(super) context: Vec<u64>,
    pub(super) items: [Vec<u32>; 2],
    pub(super) category: Vec<u32>,
    propensity: Vec<f64>,
    clusters: Vec<u64>,
}

pub(super) const K: usize = 4;
pub(super) const C: usize = 3;

impl Sample {
    pub(super) fn new(contexts: usize, seed: u64) -> Sample {
        let mut random = Random::new(seed, 0);
        let mut sample = Sample {
            contexts,
            mu: (0..contexts).flat_map(|_| probabilities(&mut random, K, C)).collect(),
            context: Vec::new(),
            items: [Vec::new(), Vec::new()],
            category: Vec::new(),
            propensity: Vec::new(),
            clusters: (0..contexts as u64).map(|context| context / 3 % 700).collect(),
        };
        for context in 0..contexts as u64 {
            for (j, k) in ordered_pairs(K) {
                let propensity = 0.1 + 0.2 * random.uniform();
                if random.uniform() < propensity {
                    sample.context.push(context);
                    sample.items[0].push(j as u32);
                    sample.items[1].push(k as u32);
                    sample.category.push(random.below(C as u64) as u32);
                    sample.propensity.push(propensity);
                }
            }
        }
        sample
    }

    fn labels(&self) -> LabelColumns<'_> {
        LabelColumns {
            context: &self.context,
            first: &self.items[0],
            second: &self.items[1],
            category: &self.category,
            propensity: &self.propensity,
            weight: &[],
            replicates: false,
        }
    }

    pub(super) fn batch(&self, clustered: bool) -> Batch<'_> {
        Batch {
            contexts: self.contexts,
            mu: Array::dense(&self.mu, K, C),
            judge: None,
            propensities: None,
            labels: self.labels(),
            clusters: clustered.then_some(&self.clusters),
            groups: None,
            folds: None,
        }
    }

    /// Labels of one order of every pair of a context.
    pub(super) fn once(self) -> Sample {
        let kept: Vec<usize> =
            (0..self.context.len()).filter(|&row| self.items[0][row] < self.items[1][row]).collect();
        let integers = |column: &[u32]| kept.iter().map(|&row| column[row]).collect();
        Sample {
            context: kept.iter().map(|&row| self.context[row]).collect(),
            items: [integers(&self.items[0]), integers(&self.items[1])],
            category: integers(&self.category),
            propensity: kept.iter().map(|&row| self.propensity[row]).collect(),
            ..self
        }
    }

    /// Contexts from..to by themselves.
    fn part(&self, from: usize, to: usize) -> Sample {
        let rows: Vec<usize> = (0..self.context.len())
            .filter(|&row| (from..to).contains(&(self.context[row] as usize)))
            .collect();
        let integers = |column: &[u32]| rows.iter().map(|&row| column[row]).collect();
        Sample {
            contexts: to - from,
            mu: self.mu[from * K * K * C..to * K * K * C].to_vec(),
            context: rows.iter().map(|&row| self.context[row] - from as u64).collect(),
            items: [integers(&self.items[0]), integers(&self.items[1])],
            category: integers(&self.category),
            propensity: rows.iter().map(|&row| self.propensity[row]).collect(),
            clusters: self.clusters[from..to].to_vec(),
        }
    }
}

fn scores() -> GarsSpecification {
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
    ];
    GarsSpecification::new(K, C, functionals).unwrap()
}

fn added(sample: &Sample, clustering: Clustering, threads: usize) -> Accumulator {
    let mut accumulator = Accumulator::new(&scores(), clustering).unwrap();
    let batch = sample.batch(clustering != Clustering::None);
    accumulator.add(&batch, threads, &mut unwatched()).unwrap();
    accumulator
}

/// Estimates and covariance of both kinds.
fn numbers(accumulator: &Accumulator) -> Vec<f64> {
    let options = Options { correction: crate::inference::Correction::None, ..Options::default() };
    Estimator::ALL
        .iter()
        .flat_map(|&which| {
            let given = accumulator.all(which).unwrap();
            let mut numbers = given.estimates().to_vec();
            numbers.extend(given.covariance(&options).unwrap().iter().map(|c| c * accumulator.contexts()));
            numbers
        })
        .collect()
}

#[test]
fn bytes_are_those_of_earlier_versions() {
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
        Functional::Softmax(EdgeForm::Antisymmetric),
        Functional::Copeland(CopelandForm::ALL[0], 0.1),
        Functional::Kemeny(KemenyForm::ALL[0], vec![vec![0, 1, 2, 3], vec![3, 2, 1, 0]]),
    ];
    let specification = GarsSpecification::new(K, C, functionals).unwrap();
    let sample = Sample::new(7, 3);
    for (name, clustering) in [("keyed.duel", Clustering::Keyed), ("together.duel", Clustering::Together)] {
        let mut accumulator = Accumulator::new(&specification, clustering).unwrap();
        accumulator.add(&sample.batch(true), 1, &mut unwatched()).unwrap();
        let kept = kept(name, &accumulator.save());
        assert!(Accumulator::load(&kept).unwrap().save() == kept, "{name}");
    }
}

#[test]
fn threads_batches_shards_and_bytes_do_not_matter() {
    let sample = Sample::new(2300, 6);
    for clustering in Clustering::ALL {
        let whole = added(&sample, clustering, 1);
        assert_eq!(whole.contexts(), 2300.0);
        // Clusters of three, of which numbers come again after 2100.
        let clusters = match clustering {
            Clustering::None => 2300.0,
            Clustering::Keyed => 700.0,
            Clustering::Together => 767.0,
        };
        assert_eq!(whole.clusters(), clusters);
        for threads in [2, 5] {
            assert!(added(&sample, clustering, threads) == whole, "{threads} threads");
        }
        let expected = numbers(&whole);
        // One after the other, from shards that no cluster crosses in either order, and through bytes.
        let cuts = [0, 300, 301, 1500, 2300];
        let mut batches = Accumulator::new(&scores(), clustering).unwrap();
        for ends in cuts.windows(2) {
            let part = sample.part(ends[0], ends[1]);
            batches.add(&part.batch(clustering != Clustering::None), 2, &mut unwatched()).unwrap();
        }
        near(&numbers(&batches), &expected, 1e-12);
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let shards = [(0, 300), (300, 1500), (1500, 2300)].map(|(from, to)| {
                Accumulator::load(&added(&sample.part(from, to), clustering, 1).save()).unwrap()
            });
            let mut merged = Accumulator::new(&scores(), clustering).unwrap();
            order.iter().for_each(|&at| merged.merge(&shards[at]).unwrap());
            near(&numbers(&merged), &expected, 1e-12);
            assert_eq!(merged.diagnostics().labels, whole.diagnostics().labels);
            assert_eq!(merged.clusters(), clusters);
        }
        let loaded = Accumulator::load(&whole.save()).unwrap();
        assert!(loaded == whole);
        // From a function that writes probabilities.
        let mut run = Accumulator::new(&scores(), clustering).unwrap();
        let mut fill = |first: usize, count: usize, out: &mut [f64]| {
            out.copy_from_slice(&sample.mu[first * K * K * C..][..count * K * K * C]);
            Ok(())
        };
        run.run(&sample.batch(clustering != Clustering::None), &mut fill, 3, &mut unwatched()).unwrap();
        near(&numbers(&run), &expected, 1e-12);
    }
}

/// The estimate from its definition, context by context.
#[test]
fn sums_are_those_of_influence_values() {
    let sample = Sample::new(90, 7);
    for clustering in [Clustering::None, Clustering::Keyed] {
        let clustered = clustering == Clustering::Keyed;
        let accumulator = added(&sample, clustering, 1);
        let [psi, _] = accumulator.psi(&sample.batch(clustered), 1, &mut unwatched()).unwrap();
        let (size, n) = (accumulator.size(), 90.0);
        let mean: Vec<f64> = (0..size).map(|v| psi.iter().skip(v).step_by(size).sum::<f64>() / n).collect();
        let mut sums = std::collections::BTreeMap::new();
        for (context, row) in psi.chunks_exact(size).enumerate() {
            let key = if clustered { sample.clusters[context] } else { context as u64 };
            let sum = sums.entry(key).or_insert_with(|| vec![0.0; size]);
            sum.iter_mut().zip(row.iter().zip(&mean)).for_each(|(s, (p, m))| *s += p - m);
        }
        let mut expected = mean.clone();
        for at in 0..size * size {
            expected.push(sums.values().map(|s| s[at / size] * s[at % size]).sum::<f64>() / n);
        }
        near(&numbers(&accumulator)[..size * (size + 1)], &expected, 1e-12);
        // The test of two functionals from sums, and from influence values.
        let options = Options { correction: crate::inference::Correction::None, ..Options::default() };
        let sums = accumulator.equality(1, 2, &options).unwrap();
        let columns = |from: usize| -> Vec<f64> {
            psi.chunks_exact(size).flat_map(|row| row[from..from + K].to_vec()).collect()
        };
        let clusters = clustered.then_some(&sample.clusters[..]);
        let values = equality(&columns(K), &columns(2 * K), K, clusters, true, &options).unwrap();
        assert!((sums.statistic - values.statistic).abs() < 1e-9 * sums.statistic);
        assert_eq!((sums.degrees, values.degrees), (3.0, 3.0));
    }
}

#[test]
fn shared_probabilities_strides_and_replicates() {
    let sample = Sample::new(300, 8);
    let one = &sample.mu[..K * K * C];
    let repeated: Vec<f64> = (0..300).flat_map(|_| one.to_vec()).collect();
    let estimate = |mu: Array<'_>| {
        let mut accumulator = Accumulator::new(&scores(), Clustering::None).unwrap();
        accumulator.add(&Batch { mu, ..sample.batch(false) }, 1, &mut unwatched()).unwrap();
        numbers(&accumulator)
    };
    let expected = estimate(Array::dense(&repeated, K, C));
    assert_eq!(estimate(Array::shared(one, K, C)), expected);
    // Categories first, contexts last, as a column-major array of C x K x K x n has them reversed.
    let mut turned = vec![0.0; 300 * K * K * C];
    for (cell, value) in sample.mu.iter().enumerate() {
        let (rest, c) = (cell / C, cell % C);
        let (context, j, k) = (rest / (K * K), rest / K % K, rest % K);
        turned[((c * K + k) * K + j) * 300 + context] = *value;
    }
    let strided = Array { values: &turned, strides: [1, 300, K * 300, K * K * 300] };
    assert_eq!(estimate(strided), estimate(Array::dense(&sample.mu, K, C)));
    // Two labels of a pair, three to one, are three quarters of one and a quarter of the other.
    let mut labels = LabelColumns {
        context: &[0, 0],
        first: &[1, 1],
        second: &[2, 2],
        category: &[0, 2],
        propensity: &[0.5, 0.5],
        weight: &[3.0, 1.0],
        replicates: true,
    };
    let grouped = labels.group(&scores(), 1).unwrap();
    assert_eq!(grouped.of(0)[0].shares, [0.75, 0.0, 0.25]);
    assert_eq!(grouped.rows(0), [[2, 0]]);
    labels.replicates = false;
    assert_eq!(labels.group(&scores(), 1).unwrap_err().row_number(), Some(1));
    // Unordered: labels of (2, 1) are reversed.
    let unordered = GarsSpecification { pairs: Pairs::Unordered, ..scores() };
    let grouped = LabelColumns { first: &[1, 2], second: &[2, 1], replicates: true, ..labels }
        .group(&unordered, 1)
        .unwrap();
    assert_eq!((grouped.of(0).len(), grouped.rows(0)), (1, &[[1, 1]][..]));
}

#[test]
fn one_order_is_refused_or_folded() {
    let mut sample = Sample::new(60, 9);
    let [first, second] = &mut sample.items;
    for (j, k) in first.iter_mut().zip(second) {
        (*j, *k) = ((*j).min(*k), (*j).max(*k));
    }
    // Pairs that were labelled in both orders are now there twice.
    let labels = LabelColumns { replicates: true, ..sample.labels() };
    let equal = vec![0.2; sample.context.len()];
    let batch = Batch { labels: LabelColumns { propensity: &equal, ..labels }, ..sample.batch(false) };
    let with = |pairs: Pairs| {
        let mut accumulator =
            Accumulator::new(&GarsSpecification { pairs, ..scores() }, Clustering::None).unwrap();
        accumulator.add(&batch, 1, &mut unwatched()).unwrap();
        accumulator
    };
    let ordered = with(Pairs::Ordered);
    assert_eq!(ordered.diagnostics().orders(), Orders::One);
    assert!(matches!(ordered.all(Estimator::Debiased), Err(Error::Unsupported(_))));
    assert!(ordered.all(Estimator::PlugIn).is_ok());
    assert!(with(Pairs::OrderedUnchecked).all(Estimator::Debiased).is_ok());
    assert!(with(Pairs::Unordered).all(Estimator::Debiased).is_ok());
}

/// Bad input names what is wrong, and leaves what was there.
#[test]
fn what_is_wrong_is_named_and_nothing_lost() {
    let sample = Sample::new(600, 10);
    let mut accumulator = added(&sample, Clustering::None, 1);
    let before = accumulator.clone();
    let mut refused = |change: &dyn Fn(&mut Sample), row: Option<usize>, what: &str| {
        let mut bad = sample.part(0, 600);
        change(&mut bad);
        let error = accumulator.add(&bad.batch(false), 2, &mut unwatched()).unwrap_err();
        assert!(error.to_string().contains(what) && error.row_number() == row, "{error} {row:?}");
        assert!(accumulator == before);
    };
    let cell = |context: usize, j: usize, k: usize| ((context * K + j) * K + k) * C;
    refused(&|s| s.mu[cell(400, 1, 2)] = f64::NAN, Some(400), "pair (1, 2) has probability NaN");
    refused(&|s| s.mu[cell(7, 3, 0) + 1] = -0.1, Some(7), "pair (3, 0) has probability -0.1");
    refused(&|s| s.mu[cell(599, 0, 1)] += 0.01, Some(599), "sum to 1.01");
    refused(&|s| s.propensity[5] = 0.0, Some(5), "propensity is 0");
    refused(&|s| s.propensity[5] = 1.5, Some(5), "propensity is 1.5");
    refused(&|s| s.category[6] = 3, Some(6), "category is 3");
    refused(&|s| s.items[0][6] = 4, Some(6), "first is 4");
    refused(&|s| s.items[1][6] = s.items[0][6], Some(6), "against itself");
    refused(&|s| s.context[9] = 600, Some(9), "context is 600");
    refused(&|s| s.propensity.truncate(3), None, "propensity: 3 values");
    refused(&|s| s.mu.truncate(3), None, "3 numbers are too few");
    // A function that fails, and one that leaves numbers out, in a later batch.
    let many = Sample::new(100, 11);
    let mut run = |fill: Fill<'_>| {
        let error = accumulator.run(&many.batch(false), fill, 1, &mut unwatched()).unwrap_err();
        assert!(accumulator == before);
        error
    };
    let failed = run(&mut |first, _, _| Err(Error::row(first, "code 7")));
    assert_eq!(failed, Error::row(0, "code 7"));
    let left_out = run(&mut |_, _, out| {
        out.copy_from_slice(&many.mu);
        out[cell(80, 2, 3) + 2] = f64::NAN;
        Ok(())
    });
    assert_eq!(left_out.row_number(), Some(80));
    // Cancelling, other estimates, missing parts.
    let cancelled = accumulator.add(&sample.batch(false), 1, &mut |_: &_| Err(Error::Cancelled));
    assert_eq!(cancelled.unwrap_err(), Error::Cancelled);
    let other = Accumulator::new(&GarsSpecification { floor: 0.02, ..scores() }, Clustering::None).unwrap();
    assert!(accumulator.merge(&other).is_err());
    assert!(accumulator.merge(&Accumulator::new(&scores(), Clustering::Keyed).unwrap()).is_err());
    assert!(accumulator.add(&sample.batch(true), 1, &mut unwatched()).is_err());
    assert!(accumulator == before);
    let empty = Accumulator::new(&scores(), Clustering::None).unwrap();
    assert!(empty.all(Estimator::Debiased).is_err());
    let judged = vec![Functional::Miscalibration(Loss::Brier)];
    let mut judged =
        Accumulator::new(&GarsSpecification::new(K, C, judged).unwrap(), Clustering::None).unwrap();
    let error = judged.add(&sample.batch(false), 1, &mut unwatched()).unwrap_err();
    assert!(error.to_string().contains("judge"));
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = added(&Sample::new(20, 12), Clustering::Together, 1).save();
    for length in [0, 8, 27, bytes.len() - 8, bytes.len() - 1] {
        assert!(matches!(Accumulator::load(&bytes[..length]), Err(Error::Format(_))), "{length}");
    }
    for at in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(matches!(Accumulator::load(&damaged), Err(Error::Format(_))), "byte {at}");
    }
}

/// Bytes that declare more items than they have numbers of take no room for them.
#[test]
fn many_items_in_few_bytes_are_refused() {
    const HEAD: usize = 24;
    let mut bytes = added(&Sample::new(20, 12), Clustering::None, 1).save();
    bytes[HEAD..HEAD + 8].copy_from_slice(&100_000u64.to_le_bytes());
    bytes.truncate(bytes.len() - 4);
    let error = Accumulator::load(&sealed(bytes)).unwrap_err().to_string();
    assert!(error.contains("numbers are more than there are bytes"), "{error}");
}

/// Scores that must be between 0 and 1 need a floor; it is counted.
#[test]
fn a_floor_lifts_zeros() {
    let mut sample = Sample::new(2, 13);
    sample.mu[C..2 * C].copy_from_slice(&[1.0, 0.0, 0.0]);
    let mut bare = Accumulator::new(&GarsSpecification { floor: 0.0, ..scores() }, Clustering::None).unwrap();
    let error = bare.add(&sample.batch(false), 1, &mut unwatched()).unwrap_err();
    assert!(error.row_number() == Some(0) && error.to_string().contains("floor"), "{error}");
    let accumulator = added(&sample, Clustering::None, 1);
    let d = accumulator.diagnostics();
    assert_eq!((d.floored, d.probabilities), (2.0, 2.0 * 12.0 * 3.0));
}
