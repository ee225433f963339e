//! The correction to the second order: what is corrected and what is not, splits, threads, groups, bytes.

use super::estimates::{Sample, C, K};
use super::learner::{LearnerOptions, Nuisance, TrainingSet};
use super::*;
use crate::error::Error;
use crate::progress::unwatched;

fn curved() -> Vec<Functional> {
    vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
        Functional::Softmax(EdgeForm::Antisymmetric),
        Functional::Copeland(CopelandForm::Margin, 0.1),
        Functional::Share(Share { baseline: 1, above: 0.4, temperature: 0.1 }),
    ]
}

fn asked(functionals: Vec<Functional>, second_order: SecondOrder, pairs: Pairs) -> GarsSpecification {
    GarsSpecification { second_order, pairs, ..GarsSpecification::new(K, C, functionals).unwrap() }
}

fn fold_of(sample: &Sample) -> Vec<u32> {
    (0..sample.contexts as u32).map(|context| context % 3).collect()
}

fn with<'a>(sample: &'a Sample, fold: &'a [u32]) -> Batch<'a> {
    Batch { folds: Some(Folds { fold, features: &[], feature_count: 0 }), ..sample.batch(false) }
}

fn added(specification: &GarsSpecification, batch: &Batch<'_>, threads: usize) -> Accumulator {
    let mut found = Accumulator::new(specification, Clustering::None).unwrap();
    found.add(batch, threads, &mut unwatched()).unwrap();
    found
}

fn codes(found: &Accumulator) -> Vec<GarsWarningKind> {
    found.warnings().unwrap().iter().map(|warning| warning.kind).collect()
}

/// Scores that are not linear move, linear ones do not; without folds nothing does, and that is said.
#[test]
fn what_is_corrected() {
    let (sample, specification) = (Sample::new(300, 1), asked(curved(), SecondOrder::Auto, Pairs::Ordered));
    let fold = fold_of(&sample);
    let off = GarsSpecification { second_order: SecondOrder::Off, ..specification.clone() };
    let plain = added(&off, &with(&sample, &fold), 1);
    let without = added(&specification, &sample.batch(false), 1);
    let corrected = added(&specification, &with(&sample, &fold), 1);
    let means = |found: &Accumulator| found.all(Estimator::Debiased).unwrap().estimates().to_vec();
    assert_eq!(means(&plain), means(&without));
    let rows = corrected.remainder().unwrap();
    for (at, (row, (a, b))) in rows.iter().zip(means(&plain).iter().zip(&means(&corrected))).enumerate() {
        // Borda, and the share of the baseline against itself, which is known.
        let known = at < K || at == 5 * K + 1;
        assert_eq!(known, row.correction == 0.0, "{at}");
        assert!((row.one_step - a).abs() < 1e-12 && (row.one_step + row.correction - b).abs() < 1e-12);
        assert!(known || ((row.correction / row.error).abs() - row.size).abs() < 1e-12);
    }
    assert_eq!((plain.corrected_contexts(), corrected.corrected_contexts()), (0.0, 300.0));
    assert_eq!(codes(&plain), []);
    assert_eq!(codes(&without), [GarsWarningKind::NoFolds]);
    assert_eq!(codes(&corrected), []);
    // Probabilities that are far from the labels: the learner is off by more than the error.
    let mut wrong = Sample::new(300, 1);
    for (pair, mu) in wrong.mu.chunks_mut(C).enumerate() {
        let (j, k) = (pair % (K * K) / K, pair % K);
        mu.copy_from_slice(if j < k { &[0.94, 0.03, 0.03] } else { &[0.03, 0.94, 0.03] });
    }
    assert_eq!(codes(&added(&specification, &with(&wrong, &fold), 1)), [GarsWarningKind::Learner]);
    assert!(without.largest_correction().unwrap().is_nan());
    // Saved, it says the same.
    let loaded = Accumulator::load(&corrected.save()).unwrap();
    assert_eq!((loaded.remainder().unwrap(), loaded), (rows, corrected.clone()));
    // Corrected and plain contexts are not those of one estimate where options differ.
    assert!(corrected.clone().merge(&plain).is_err());
    let mut both = corrected.clone();
    both.merge(&without).unwrap();
    assert_eq!((both.contexts(), both.corrected_contexts()), (600.0, 300.0));
    assert!(
        (both.remainder().unwrap()[K].correction - 0.5 * corrected.remainder().unwrap()[K].correction).abs()
            < 1e-15
    );
}

#[test]
fn bits_do_not_depend_on_threads_or_the_way_contexts_come() {
    let sample = Sample::new(300, 2);
    let fold = fold_of(&sample);
    for pairs in [Pairs::Ordered, Pairs::Unordered] {
        let specification = asked(curved(), SecondOrder::On, pairs);
        let mut sample = Sample::new(300, 2);
        if pairs == Pairs::Unordered {
            sample = sample.once();
        }
        let batch = with(&sample, &fold);
        let found = added(&specification, &batch, 1);
        assert_eq!(found, added(&specification, &batch, 3));
        let mut streamed = Accumulator::new(&specification, Clustering::None).unwrap();
        let cells = K * K * C;
        let mut fill = |first: usize, count: usize, out: &mut [f64]| {
            out.copy_from_slice(&sample.mu[first * cells..(first + count) * cells]);
            Ok(())
        };
        streamed.run(&batch, &mut fill, 2, &mut unwatched()).unwrap();
        assert_eq!(found, streamed);
        let [psi, _] = found.psi(&batch, 2, &mut unwatched()).unwrap();
        let size = found.size();
        let mean = |at: usize| psi.iter().skip(at).step_by(size).sum::<f64>() / sample.contexts as f64;
        let means: Vec<f64> = (0..size).map(mean).collect();
        near(found.all(Estimator::Debiased).unwrap().estimates(), &means, 1e-12);
    }
}

/// Where the order is not known, a label and its mirror image are the same label.
#[test]
fn mirrored_labels_are_the_same() {
    let sample = Sample::new(200, 5).once();
    let mut other = Sample::new(200, 5).once();
    other.items.swap(0, 1);
    other.category.iter_mut().for_each(|c| *c = [1, 0, 2][*c as usize]);
    let fold = fold_of(&sample);
    let specification = asked(curved(), SecondOrder::On, Pairs::Unordered);
    let [a, b] = [&sample, &other].map(|sample| added(&specification, &with(sample, &fold), 1));
    assert_eq!(a.remainder().unwrap(), b.remainder().unwrap());
}

#[test]
fn what_does_not_allow_a_correction() {
    let sample = Sample::new(12, 3);
    let fold: Vec<u32> = (0..12).collect();
    let of = |second_order| asked(curved(), second_order, Pairs::Ordered);
    let few = added(&of(SecondOrder::Auto), &with(&sample, &fold), 1);
    assert_eq!(codes(&few), [GarsWarningKind::FewLabels]);
    assert_eq!(few, Accumulator::load(&few.save()).unwrap());
    let refused = |batch: &Batch<'_>, clustering| {
        let mut found = Accumulator::new(&of(SecondOrder::On), clustering).unwrap();
        found.add(batch, 1, &mut unwatched()).unwrap_err()
    };
    let message = refused(&with(&sample, &fold), Clustering::None).to_string();
    assert!(message.contains("needs 20 labels a fold"), "{message}");
    assert!(matches!(refused(&sample.batch(false), Clustering::None), Error::Null(_)));
    let clustered = Batch { folds: with(&sample, &fold).folds, ..sample.batch(true) };
    assert!(matches!(refused(&clustered, Clustering::Keyed), Error::Unsupported(_)));
    let mut auto = Accumulator::new(&of(SecondOrder::Auto), Clustering::Keyed).unwrap();
    auto.add(&clustered, 1, &mut unwatched()).unwrap();
    assert_eq!(codes(&auto), [GarsWarningKind::Clusters]);
    let far = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000];
    assert_eq!(refused(&with(&sample, &far), Clustering::None).row_number(), Some(11));
    let short = refused(&with(&sample, &fold[1..]), Clustering::None).to_string();
    assert!(short.contains("fold: 11 numbers for 12 contexts"), "{short}");
    // A step that is almost one has no second derivative to speak of.
    let sharp =
        asked(vec![Functional::Copeland(CopelandForm::Margin, 0.01)], SecondOrder::Auto, Pairs::Ordered);
    assert_eq!(codes(&added(&sharp, &sample.batch(false), 1)), [GarsWarningKind::Temperature]);
    // A basis with features needs some.
    let full = GarsSpecification { basis: ResidualBasis::Full, ..of(SecondOrder::On) };
    let large = Sample::new(100, 4);
    let mut found = Accumulator::new(&full, Clustering::None).unwrap();
    let error = found.add(&with(&large, &fold_of(&large)), 1, &mut unwatched()).unwrap_err();
    assert!(error.to_string().contains("needs features"), "{error}");
}

/// Training data of a sample, with a feature.
struct Lesson {
    columns: [Vec<usize>; 4],
    features: Vec<f64>,
}

impl Lesson {
    fn of(sample: &Sample) -> Lesson {
        let wide = |column: &[u32]| column.iter().map(|v| *v as usize).collect();
        let context = sample.context.iter().map(|v| *v as usize).collect();
        let [first, second] = [0, 1].map(|side| wide(&sample.items[side]));
        let mut random = Random::new(9, 0);
        Lesson {
            columns: [context, first, second, wide(&sample.category)],
            features: (0..sample.contexts).map(|_| random.normal()).collect(),
        }
    }

    fn training(&self) -> TrainingSet<'_> {
        let [context, first, second, category] = &self.columns;
        TrainingSet {
            items: K,
            categories: C,
            contexts: self.features.len(),
            features: &self.features,
            feature_count: 1,
            context,
            first,
            second,
            category,
            ..TrainingSet::default()
        }
    }
}

/// Learning in the call is learning before it, with folds and features; several splits are their mean.
#[test]
fn splits_are_averaged() {
    let sample = Sample::new(400, 7);
    let lesson = Lesson::of(&sample);
    let weights: Vec<f64> =
        (0..400).flat_map(|context| [1.0, f64::from(u8::from(context % 2 == 0))]).collect();
    let names = ["all", "even"].map(String::from).to_vec();
    let specification = asked(curved(), SecondOrder::Auto, Pairs::Ordered);
    let batch = Batch { groups: Some(GroupWeights::dense(&weights, 2)), ..sample.batch(false) };
    let learnt = |splits, seed, threads| {
        let mut found = Accumulator::in_parts(&specification, Clustering::None, names.clone()).unwrap();
        let options = LearnerOptions { threads, ..options_of(seed) };
        found.learn(&batch, &lesson.training(), &options, splits, &mut unwatched()).unwrap();
        found
    };
    let three = learnt(0, 5, 1);
    assert_eq!(three, learnt(3, 5, 3));
    let each = [5, 6, 7].map(|seed| learnt(1, seed, 1));
    let given = |found: &Accumulator| found.all(Estimator::Debiased).unwrap();
    for at in 0..three.size() {
        let mean = each.iter().map(|one| given(one).estimates()[at]).sum::<f64>() / 3.0;
        assert!((given(&three).estimates()[at] - mean).abs() < 1e-12);
    }
    let errors =
        |found: &Accumulator| -> Vec<f64> { found.remainder().unwrap().iter().map(|r| r.error).collect() };
    let single = each.each_ref().map(errors);
    let squares =
        (0..three.size()).map(|at| (single.iter().map(|own| own[at] * own[at]).sum::<f64>() / 3.0).sqrt());
    near(&errors(&three), &squares.collect::<Vec<_>>(), 1e-10);
    // By hand.
    let nuisance = Nuisance::fit(&lesson.training(), &options_of(5), &mut unwatched()).unwrap();
    let mut mu = vec![0.0; 400 * K * K * C];
    for (context, own) in mu.chunks_mut(K * K * C).enumerate() {
        nuisance.predict(context, own).unwrap();
    }
    let folds = Folds { fold: nuisance.folds(), features: &lesson.features, feature_count: 1 };
    let by_hand = Batch { mu: Array::dense(&mu, K, C), folds: Some(folds), ..batch };
    let mut found = Accumulator::in_parts(&specification, Clustering::None, names.clone()).unwrap();
    found.add(&by_hand, 1, &mut unwatched()).unwrap();
    assert_eq!(found, each[0]);
    // The group of all has the scores of all, with their errors.
    let whole = three.in_groups(&[0], None, Estimator::Debiased).unwrap();
    near(whole.estimates(), given(&three).estimates(), 1e-12);
    let options = crate::inference::Options::default();
    near(&whole.covariance(&options).unwrap(), &given(&three).covariance(&options).unwrap(), 1e-9);
    // Without a correction there is one split.
    let off = GarsSpecification { second_order: SecondOrder::Off, ..specification.clone() };
    let mut plain = Accumulator::new(&off, Clustering::None).unwrap();
    let alone = Batch { groups: None, ..batch };
    let error = plain.learn(&alone, &lesson.training(), &options_of(5), 3, &mut unwatched()).unwrap_err();
    assert!(error.to_string().contains("splits is 3"), "{error}");
    plain.learn(&alone, &lesson.training(), &options_of(5), 0, &mut unwatched()).unwrap();
    let one_step = each[0].remainder().unwrap();
    for (row, mean) in one_step.iter().zip(given(&plain).estimates()) {
        assert!((row.one_step - mean).abs() < 1e-12);
    }
}

fn options_of(seed: u64) -> LearnerOptions {
    LearnerOptions { ridge: Some(1.0), seed, ..LearnerOptions::default() }
}

#[test]
fn refusals_leave_an_estimate_as_it_was() {
    let sample = Sample::new(100, 8);
    let fold = fold_of(&sample);
    let specification = asked(curved(), SecondOrder::On, Pairs::Ordered);
    let mut found = added(&specification, &with(&sample, &fold), 1);
    let before = found.clone();
    let stop = &mut |_: &crate::progress::Progress| Err(Error::Cancelled);
    assert!(matches!(found.add(&with(&sample, &fold), 1, stop), Err(Error::Cancelled)));
    let lesson = Lesson::of(&sample);
    let stop = &mut |_: &crate::progress::Progress| Err(Error::Cancelled);
    assert!(found.learn(&sample.batch(false), &lesson.training(), &options_of(1), 0, stop).is_err());
    assert_eq!(found, before);
}
