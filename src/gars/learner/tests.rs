//! Cross-fitting, whatever the learner.

use super::*;
use crate::gars::learner::NuisanceWarningKind;
use crate::progress::unwatched;
use crate::random::Random;

/// Contexts with one feature, three items, ties; some of the ordered pairs labelled.
pub(super) struct Example {
    pub features: Vec<f64>,
    pub clusters: Vec<u64>,
    pub context: Vec<usize>,
    pub left: Vec<usize>,
    pub right: Vec<usize>,
    pub category: Vec<usize>,
}

const ITEMS: usize = 3;

/// mu of the example: u_j = j sin(3 x) / 2, a cycle, ties.
pub(super) fn truth(x: f64, left: usize, right: usize) -> [f64; 3] {
    let u = |item: usize| item as f64 * (3.0 * x).sin() * 0.8;
    let cycle = if (right + ITEMS - left) % ITEMS == 1 { 0.7 } else { -0.7 };
    let d = u(left) - u(right) + cycle;
    let weights = [d.exp(), (-d).exp(), 0.8];
    let total: f64 = weights.iter().sum();
    weights.map(|w| w / total)
}

impl Example {
    pub fn new(contexts: usize, share: f64, seed: u64) -> Example {
        let mut random = Random::new(seed, 0);
        let features: Vec<f64> = (0..contexts).map(|_| 2.0 * random.uniform() - 1.0).collect();
        let mut example = Example {
            clusters: (0..contexts as u64).map(|context| context / 3).collect(),
            context: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            category: Vec::new(),
            features,
        };
        for context in 0..contexts {
            for (left, right) in (0..ITEMS).flat_map(|j| (0..ITEMS).map(move |k| (j, k))) {
                if left != right && random.uniform() < share {
                    let p = truth(example.features[context], left, right);
                    let x = random.uniform();
                    example.context.push(context);
                    example.left.push(left);
                    example.right.push(right);
                    example.category.push(usize::from(x > p[0]) + usize::from(x > p[0] + p[1]));
                }
            }
        }
        example
    }

    pub fn labels(&self) -> TrainingSet<'_> {
        TrainingSet {
            items: ITEMS,
            categories: 3,
            contexts: self.features.len(),
            features: &self.features,
            feature_count: 1,
            clusters: &self.clusters,
            context: &self.context,
            first: &self.left,
            second: &self.right,
            category: &self.category,
            ..TrainingSet::default()
        }
    }
}

fn fitted(labels: &TrainingSet<'_>, options: &LearnerOptions) -> Nuisance {
    Nuisance::fit(labels, options, &mut unwatched()).unwrap()
}

/// Root mean squared error of mu over contexts and pairs.
fn error(nuisance: &Nuisance, example: &Example) -> f64 {
    let mut out = [0.0; 27];
    let mut sum = 0.0;
    for (context, x) in example.features.iter().enumerate() {
        nuisance.predict(context, &mut out).unwrap();
        for (at, own) in out.chunks(3).enumerate() {
            if at / 3 == at % 3 {
                assert_eq!(own, [0.0; 3]);
                continue;
            }
            assert!((own.iter().sum::<f64>() - 1.0).abs() < 1e-12 && own.iter().all(|p| *p > 0.0));
            let right = truth(*x, at / 3, at % 3);
            sum += own.iter().zip(right).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        }
    }
    (sum / (18 * example.features.len()) as f64).sqrt()
}

/// Learners that look at the features find the truth, and say by their loss that they did.
#[test]
fn features_are_learnt() {
    let example = Example::new(900, 0.4, 1);
    for unordered in [false, true] {
        let labels = TrainingSet { unordered, ..example.labels() };
        let errors = Learner::ALL.map(|learner| {
            let nuisance = fitted(&labels, &LearnerOptions { learner, ..LearnerOptions::default() });
            let facts = nuisance.facts();
            assert!(facts.fallbacks == 0 && facts.unlabelled == 0 && facts.settings.len() == 5);
            if learner == Learner::Frequencies {
                assert_eq!(facts.log_loss, facts.frequency_loss);
            } else {
                assert!(facts.log_loss < facts.frequency_loss - 0.02, "{facts:?}");
            }
            error(&nuisance, &example)
        });
        let [spline, frequencies, trees] = errors;
        assert!(spline < 0.05 && trees < 0.08 && frequencies > 0.08, "{errors:?}");
    }
}

/// TrainingSet of a cluster do not move the predictions for it; those of others do. Threads move nothing.
#[test]
fn folds_do_not_see_their_own_labels() {
    let example = Example::new(120, 0.5, 2);
    let labels = example.labels();
    let mut category = example.category.clone();
    for (at, answer) in category.iter_mut().enumerate() {
        if example.context[at] < 3 {
            *answer = (*answer + 1) % 3;
        }
    }
    let changed = TrainingSet { category: &category, ..labels };
    for learner in Learner::ALL {
        let options = LearnerOptions { learner, ridge: Some(1.0), ..LearnerOptions::default() };
        let (before, after) = (fitted(&labels, &options), fitted(&changed, &options));
        let threaded = fitted(&labels, &LearnerOptions { threads: 3, ..options.clone() });
        let mut moved = 0;
        for context in 0..120 {
            let predict = |nuisance: &Nuisance| {
                let mut out = vec![0.0; 27];
                nuisance.predict(context, &mut out).unwrap();
                out
            };
            assert_eq!(predict(&before), predict(&threaded));
            let same = predict(&before) == predict(&after);
            let own = before.fold(context) == before.fold(0);
            assert!(same || !own, "{learner:?} {context}");
            moved += usize::from(!same);
        }
        assert!(moved > 60, "{learner:?} {moved}");
        assert_eq!(before.fold(0), before.fold(2));
    }
}

/// Without regard to order mirrored pairs agree to the last bit.
#[test]
fn unordered_predictions_are_mirrored() {
    let example = Example::new(90, 0.5, 3);
    let labels = TrainingSet { unordered: true, ..example.labels() };
    for learner in Learner::ALL {
        let nuisance = fitted(&labels, &LearnerOptions { learner, ..LearnerOptions::default() });
        let mut out = [0.0; 27];
        nuisance.predict(7, &mut out).unwrap();
        for (left, right, category) in (0..27).map(|at| (at / 9, at / 3 % 3, at % 3)) {
            let other = out[(right * 3 + left) * 3 + mirror(category)];
            assert_eq!(out[(left * 3 + right) * 3 + category], other);
        }
    }
}

/// Log-odds that a judge gives for a pair are learnt where features have no information.
#[test]
fn judges_are_features() {
    let example = Example::new(400, 0.4, 4);
    let mut predictions = vec![f64::NAN; 400 * 9];
    for (at, f) in predictions.iter_mut().enumerate() {
        let (context, left, right) = (at / 9, at / 3 % 3, at % 3);
        if left != right {
            let p = truth(example.features[context], left, right);
            *f = (p[0] / p[1]).ln();
        }
    }
    let blind = TrainingSet { features: &[], feature_count: 0, ..example.labels() };
    let judged = TrainingSet { predictions: &predictions, prediction_count: 1, ..blind };
    for learner in [Learner::SplineLogit, Learner::Trees] {
        let options = LearnerOptions { learner, ..LearnerOptions::default() };
        let without = error(&fitted(&blind, &options), &example);
        let with = error(&fitted(&judged, &options), &example);
        assert!(with < 0.08 && without > 0.15, "{learner:?} {with} {without}");
    }
}

/// A fold of one category falls back on frequencies; pairs without labels are counted.
#[test]
fn what_cannot_be_learnt_falls_back() {
    let mut example = Example::new(60, 0.3, 5);
    example.category.fill(2);
    let nuisance = fitted(&example.labels(), &LearnerOptions::default());
    assert_eq!(nuisance.facts().fallbacks, 5);
    let mut out = [0.0; 27];
    nuisance.predict(0, &mut out).unwrap();
    assert!(out[5] > 0.9 && out[3] > 0.0);
    let all = Example::new(60, 0.5, 6);
    let kept: Vec<usize> = (0..all.context.len()).filter(|&at| all.left[at] < all.right[at]).collect();
    let pick = |from: &[usize]| kept.iter().map(|&at| from[at]).collect::<Vec<_>>();
    let columns = [&all.context, &all.left, &all.right, &all.category].map(|c| pick(c));
    let labels = TrainingSet {
        context: &columns[0],
        first: &columns[1],
        second: &columns[2],
        category: &columns[3],
        ..all.labels()
    };
    assert_eq!(fitted(&labels, &LearnerOptions::default()).facts().unlabelled, 3);
    let unordered = TrainingSet { unordered: true, ..labels };
    assert_eq!(fitted(&unordered, &LearnerOptions::default()).facts().unlabelled, 0);
    // There is no other cluster with labels to learn from.
    let one = TrainingSet { clusters: &[9; 60], ..labels };
    let facts = fitted(&one, &LearnerOptions::default()).facts().clone();
    assert!((facts.log_loss - 3.0f64.ln()).abs() < 1e-12 && facts.fallbacks == 1, "{facts:?}");
}

/// Selection that depends on the feature: each pair by itself, and one pair at most.
#[test]
fn propensities_are_learnt() {
    const CONTEXTS: usize = 3000;
    let features: Vec<f64> = (0..CONTEXTS).map(|k| k as f64 / CONTEXTS as f64).collect();
    let mut random = Random::new(8, 0);
    for one in [false, true] {
        let chance = |x: f64, left: usize| if one { 0.3 * x / 2.0 } else { 0.2 + 0.3 * x * left as f64 };
        let (mut context, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        for (at, x) in features.iter().enumerate() {
            let mut drawn = random.uniform();
            for (j, k) in (0..9).map(|pair| (pair / 3, pair % 3)).filter(|(j, k)| j != k) {
                let p = chance(*x, j);
                if if one { (0.0..p).contains(&drawn) } else { random.uniform() < p } {
                    context.push(at);
                    left.push(j);
                    right.push(k);
                }
                drawn -= p;
            }
        }
        let category: Vec<usize> = (0..context.len()).map(|at| at % 2).collect();
        let labels = TrainingSet {
            items: 3,
            categories: 2,
            contexts: CONTEXTS,
            features: &features,
            feature_count: 1,
            context: &context,
            first: &left,
            second: &right,
            category: &category,
            ..TrainingSet::default()
        };
        let learner = Learner::Frequencies;
        let errors = [PropensityLearner::Frequencies, PropensityLearner::Logit].map(|propensities| {
            let nuisance =
                fitted(&labels, &LearnerOptions { learner, propensities, ..LearnerOptions::default() });
            let mut sum = 0.0;
            for (at, x) in features.iter().enumerate() {
                let mut pi = [f64::NAN; 9];
                nuisance.propensities(at, &mut pi).unwrap();
                assert!(pi[0] == 0.0 && (!one || pi.iter().sum::<f64>() <= 1.0 + 1e-12));
                let wrong = |pair: usize| (pi[pair] - chance(*x, pair / 3)).powi(2);
                sum += (0..9).filter(|pair| pair / 3 != pair % 3).map(wrong).sum::<f64>();
            }
            (sum / (6 * CONTEXTS) as f64).sqrt()
        });
        assert!(errors[1] < 0.035 && errors[1] < 0.7 * errors[0], "{one} {errors:?}");
        let none = fitted(&labels, &LearnerOptions { learner, ..LearnerOptions::default() });
        assert!(matches!(none.propensities(0, &mut [0.0; 9]), Err(Error::Unsupported(_))));
    }
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let example = Example::new(30, 0.5, 9);
    let tried =
        |options: LearnerOptions| Nuisance::fit(&example.labels(), &options, &mut unwatched()).map(|_| ());
    for folds in [0, 1, 1001] {
        assert!(matches!(
            tried(LearnerOptions { folds, ..LearnerOptions::default() }),
            Err(Error::Argument(_))
        ));
    }
    for ridge in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = tried(LearnerOptions { ridge: Some(ridge), ..LearnerOptions::default() });
        assert!(matches!(error, Err(Error::Argument(_))));
    }
    let nuisance = fitted(&example.labels(), &LearnerOptions::default());
    assert!(matches!(nuisance.predict(30, &mut [0.0; 27]), Err(Error::Argument(_))));
    assert!(matches!(nuisance.predict(0, &mut [0.0; 26]), Err(Error::Size(_))));
    let cancelled =
        Nuisance::fit(&example.labels(), &LearnerOptions::default(), &mut |_| Err(Error::Cancelled));
    assert!(matches!(cancelled, Err(Error::Cancelled)));
    // Within a fold, of which there are twenty tasks in all: long before the first has ended.
    for learner in [Learner::SplineLogit, Learner::Trees] {
        let mut calls = 0;
        let mut watch = |now: &crate::progress::Progress| {
            assert_eq!(now.fraction, 0.0);
            calls += 1;
            if calls == 5 {
                return Err(Error::Cancelled);
            }
            Ok(())
        };
        let cancelled = Nuisance::fit(
            &example.labels(),
            &LearnerOptions { learner, ..LearnerOptions::default() },
            &mut watch,
        );
        assert!(matches!(cancelled, Err(Error::Cancelled)) && calls == 5, "{learner:?}");
    }
}

/// Features that say nothing do no harm, and one among them is still found; the warnings say which it is.
#[test]
fn noise_among_features_does_no_harm() {
    let example = Example::new(700, 0.3, 8);
    let mut random = Random::new(4, 1);
    let (n, count) = (example.features.len(), 31);
    let mut noisy = vec![0.0; n * count];
    noisy.iter_mut().for_each(|x| *x = random.normal());
    let noise = TrainingSet { features: &noisy, feature_count: count, linear: count, ..example.labels() };
    let facts = |labels: &TrainingSet<'_>, ridge| {
        let nuisance = fitted(labels, &LearnerOptions { ridge, ..LearnerOptions::default() });
        let kinds: Vec<_> = nuisance.warnings().iter().map(|warning| warning.kind).collect();
        (
            nuisance.facts().clone(),
            kinds,
            nuisance.warnings().iter().map(|w| w.text().to_string()).collect::<String>(),
        )
    };
    let (chosen, kinds, text) = facts(&noise, None);
    assert_eq!(kinds, [NuisanceWarningKind::NoGain], "{text}");
    assert!(text.contains("features say nothing that items and pairs do not: log loss "), "{text}");
    assert!(chosen.gain > -2.0 * chosen.gain_se && chosen.gain.abs() < 0.01, "{chosen:?}");
    // One ridge for all is worse, and says so.
    let (forced, kinds, text) = facts(&noise, Some(0.3));
    assert_eq!(kinds, [NuisanceWarningKind::Worse], "{text}");
    assert!(forced.log_loss > chosen.log_loss + 0.05, "{forced:?} {chosen:?}");
    for context in 0..n {
        noisy[context * count] = (3.0 * example.features[context]).sin();
    }
    let mixed = TrainingSet { features: &noisy, feature_count: count, linear: count, ..example.labels() };
    let (found, kinds, text) = facts(&mixed, None);
    assert!(kinds.is_empty(), "{text}");
    assert!(found.gain > 3.0 * found.gain_se && found.log_loss < chosen.log_loss - 0.02, "{found:?}");
    assert!(found.settings.iter().all(|s| s.feature_ridge.is_some() && s.ridge.is_some()));
}
