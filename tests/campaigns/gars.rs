//! Experiments with nonparametric scores: coverage by the predictor, debiased against plug-in, a judge as
//! feature, cycles, policies against random labels.

use crate::experiment::{Answer, Demand, Experiment};
use crate::simulators::{Data, OutcomeModel, Simulator};
use duel::gars::learner::{Learner, LearnerOptions, Nuisance, TrainingSet};
use duel::gars::{
    Accumulator, Array, Batch, ChainForm, Clustering, EdgeForm, Estimator, Evaluator, Functional,
    GarsSpecification, Judged, LabelColumns, RestrictedForm, StridedMatrix,
};
use duel::inference::{Method, Options as Asked};
use duel::policy::{a_optimal, a_optimal_at, draw, Budget, Drawing, LabelValues};
use duel::progress::unwatched;
use duel::random::Random;
use std::sync::{Arc, OnceLock};

/// Runs where something is demanded, and where numbers are only shown.
const DEMANDED: usize = 1000;
const SHOWN: usize = 100;

const MARGINAL: Demand = Demand::Each(0.93, 0.97);
const ALL_AT_ONCE: Demand = Demand::Mean(0.94, 1.0);

fn scores(items: usize, categories: usize) -> GarsSpecification {
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
    ];
    GarsSpecification::new(items, categories, functionals).expect("specification")
}

/// The truth of a simulator, computed when an experiment first asks for it: many may share it, and not all
/// are run.
struct Truth {
    simulator: Simulator,
    specification: GarsSpecification,
    found: OnceLock<Vec<f64>>,
}

impl Truth {
    fn of(simulator: &Simulator, specification: &GarsSpecification) -> Arc<Truth> {
        let (simulator, specification) = (simulator.clone(), specification.clone());
        Arc::new(Truth { simulator, specification, found: OnceLock::new() })
    }

    fn get(&self) -> &[f64] {
        self.found.get_or_init(|| self.simulator.truth(&self.specification))
    }
}

const NAMES: [&str; 3] = ["Borda", "Bradley-Terry", "rank centrality"];

impl Data {
    pub fn labels(&self) -> LabelColumns<'_> {
        LabelColumns {
            context: &self.context,
            first: &self.first,
            second: &self.second,
            category: &self.category,
            propensity: &self.propensity,
            weight: &[],
            replicates: false,
        }
    }
}

/// A spline logit of ridge 1, where it is not the choice of the ridge that is looked at: that takes sixteen
/// times as long.
fn plain() -> LearnerOptions {
    LearnerOptions { ridge: Some(1.0), ..LearnerOptions::default() }
}

/// mu learnt from the labels, cross-fitted; `predictions` are log-odds of judges.
fn learn(simulator: &Simulator, data: &Data, options: &LearnerOptions, predictions: &[f64]) -> Vec<f64> {
    let wide = |column: &[u32]| column.iter().map(|v| *v as usize).collect::<Vec<_>>();
    let [first, second, category] = [&data.first, &data.second, &data.category].map(|c| wide(c));
    let context: Vec<usize> = data.context.iter().map(|c| *c as usize).collect();
    let pairs = data.contexts * simulator.items * simulator.items;
    let training = TrainingSet {
        items: simulator.items,
        categories: simulator.categories(),
        contexts: data.contexts,
        features: &data.features,
        feature_count: simulator.features,
        predictions,
        prediction_count: predictions.len() / pairs,
        context: &context,
        first: &first,
        second: &second,
        category: &category,
        ..TrainingSet::default()
    };
    let nuisance = Nuisance::fit(&training, options, &mut unwatched()).expect("nuisance");
    let mut mu = vec![0.0; data.contexts * simulator.row()];
    for (context, own) in mu.chunks_mut(simulator.row()).enumerate() {
        nuisance.predict(context, own).expect("context");
    }
    mu
}

/// The estimates from labels and probabilities.
fn estimate(specification: &GarsSpecification, data: &Data, mu: &[f64], pi: Option<&[f64]>) -> Accumulator {
    let (k, c) = (specification.items, specification.categories);
    let mut accumulator = Accumulator::new(specification, Clustering::None).expect("accumulator");
    let batch = Batch {
        contexts: data.contexts,
        mu: Array::dense(mu, k, c),
        judge: None,
        propensities: pi.map(|pi| Array::dense(pi, k, 1)),
        labels: data.labels(),
        clusters: None,
        groups: None,
        folds: None,
    };
    accumulator.add(&batch, 1, &mut unwatched()).expect("contexts");
    accumulator
}

/// Intervals of a functional.
fn intervals(
    accumulator: &Accumulator,
    functional: usize,
    which: Estimator,
    method: Method,
) -> Vec<[f64; 4]> {
    let options = Asked { method, draws: 4000, ..Asked::default() };
    let given = accumulator.functional(functional, which).expect("estimates");
    given.estimate(&options, &mut unwatched()).expect("intervals")
}

fn error(table: &[[f64; 4]], truth: &[f64]) -> f64 {
    1000.0 * table.iter().zip(truth).map(|(row, t)| (row[0] - t).powi(2)).sum::<f64>()
}

/// Coverage and squared error of every functional, debiased and plug-in; `demanded`: which must hold.
fn answers(accumulator: &Accumulator, truth: &[f64], demanded: [bool; 3]) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (functional, name) in NAMES.iter().enumerate() {
        let (from, to) = accumulator.range(functional).expect("range");
        let truth = &truth[from..to];
        let [marginal, at_once] =
            if demanded[functional] { [MARGINAL, ALL_AT_ONCE] } else { [Demand::Shown; 2] };
        let debiased = intervals(accumulator, functional, Estimator::Debiased, Method::Marginal);
        let wide = intervals(accumulator, functional, Estimator::Debiased, Method::Simultaneous);
        let plugin = intervals(accumulator, functional, Estimator::PlugIn, Method::Marginal);
        let bias: Vec<f64> = debiased.iter().zip(truth).map(|(row, t)| row[0] - t).collect();
        answers.extend([
            Answer::held(format!("{name}: marginal"), marginal, &debiased, truth),
            Answer::all_held(format!("{name}: all at once"), at_once, &wide, truth),
            Answer::new(format!("{name}: error of the estimate"), Demand::Shown, bias),
            Answer::new(
                format!("{name}: squared error x 1000"),
                Demand::Shown,
                vec![error(&debiased, truth)],
            ),
            Answer::held(format!("{name}: marginal, plug-in"), Demand::Shown, &plugin, truth),
            Answer::new(
                format!("{name}: squared error x 1000, plug-in"),
                Demand::Shown,
                vec![error(&plugin, truth)],
            ),
        ]);
    }
    answers
}

/// Table 1 of the paper: ties that depend on the context, three items; by the predictor.
fn predictors() -> Vec<Experiment> {
    let truth = Truth::of(&ties(), &scores(3, 3));
    let of = |name, learner, contexts, replicates| {
        let setting = Setting { learner, contexts, truth: truth.clone() };
        predictor(name, setting, replicates)
    };
    vec![
        of("True probabilities, n = 1000", None, 1000, DEMANDED),
        of("Pair frequencies, n = 1000", Some(Learner::Frequencies), 1000, DEMANDED),
        of("Spline logit, n = 1000", Some(Learner::SplineLogit), 1000, DEMANDED),
        of("Spline logit, n = 2000", Some(Learner::SplineLogit), 2000, SHOWN),
        of("Spline logit, n = 3000", Some(Learner::SplineLogit), 3000, SHOWN),
        of("Trees, n = 1000", Some(Learner::Trees), 1000, DEMANDED),
        of("Trees, n = 2000", Some(Learner::Trees), 2000, SHOWN),
        of("Trees, n = 3000", Some(Learner::Trees), 3000, SHOWN),
    ]
}

fn ties() -> Simulator {
    Simulator::new(3, 2, OutcomeModel::NonlinearTie, 3)
}

/// The settings that differ between experiments with predictors.
struct Setting {
    /// None: the true probabilities.
    learner: Option<Learner>,
    contexts: usize,
    truth: Arc<Truth>,
}

fn predictor(name: &'static str, setting: Setting, replicates: usize) -> Experiment {
    let Setting { learner, contexts, truth } = setting;
    let simulator = ties();
    let mut specification = scores(3, 3);
    if learner.is_none() {
        // True probabilities need no floor.
        specification.floor = 0.0;
    }
    let demanded = [true, learner.is_none(), learner.is_none()];
    let replicate = move |random: &mut Random| {
        let mut data = simulator.contexts(contexts, random);
        simulator.label(&mut data, random);
        let mu = match learner {
            None => data.mu.clone(),
            Some(learner) => {
                learn(&simulator, &data, &LearnerOptions { learner, ..LearnerOptions::default() }, &[])
            }
        };
        answers(&estimate(&specification, &data, &mu, None), truth.get(), demanded)
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

/// A judge as feature: the true log-odds with noise on the logits.
fn judges() -> Vec<Experiment> {
    let simulator = Simulator::new(3, 5, OutcomeModel::NonlinearTie, 3);
    let truth = Truth::of(&simulator, &scores(3, 3));
    [
        ("No judge as feature, n = 2000", f64::INFINITY),
        ("Judge of noise 0 as feature, n = 2000", 0.0),
        ("Judge of noise 0.2 as feature, n = 2000", 0.2),
        ("Judge of noise 0.4 as feature, n = 2000", 0.4),
        ("Judge of noise 0.6 as feature, n = 2000", 0.6),
        ("Judge of noise 0.8 as feature, n = 2000", 0.8),
        ("Judge of noise 1 as feature, n = 2000", 1.0),
    ]
    .map(|(name, noise)| judge(name, noise, simulator.clone(), truth.clone()))
    .into()
}

fn judge(name: &'static str, noise: f64, simulator: Simulator, truth: Arc<Truth>) -> Experiment {
    let specification = scores(3, 3);
    let replicate = move |random: &mut Random| {
        let mut data = simulator.contexts(2000, random);
        simulator.label(&mut data, random);
        let mut odds = Vec::new();
        if noise.is_finite() {
            for pair in data.mu.chunks(3) {
                // Of both wins against a tie; nothing for an item against itself.
                let logits = [0, 1, 2].map(|k: usize| pair[k].max(1e-300).ln() + noise * random.normal());
                odds.extend([logits[0] - logits[2], logits[1] - logits[2]]);
            }
        }
        let mu = learn(&simulator, &data, &plain(), &odds);
        answers(&estimate(&specification, &data, &mu, None), truth.get(), [false; 3])
    };
    Experiment { name, replicates: SHOWN, replicate: Box::new(replicate) }
}

/// Cycles of strength gamma: the projection, which believes no model, against inference that does.
fn cycles(name: &'static str, gamma: f64) -> Experiment {
    let simulator = Simulator::new(4, 5, OutcomeModel::Cycle(gamma), 3);
    let functionals = vec![
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::Restricted(RestrictedForm::Corrected),
        Functional::Restricted(RestrictedForm::Printed),
    ];
    let specification = GarsSpecification::new(4, 2, functionals).expect("specification");
    let truth = Truth::of(&simulator, &specification);
    let replicate = move |random: &mut Random| {
        let mut data = simulator.contexts(2000, random);
        simulator.label(&mut data, random);
        let mu = learn(&simulator, &data, &plain(), &[]);
        let found = estimate(&specification, &data, &mu, None);
        let names = ["projection", "restricted, corrected", "restricted, as printed"];
        let mut answers = Vec::new();
        for (functional, name) in names.iter().enumerate() {
            let (from, to) = found.range(functional).expect("range");
            let truth = &truth.get()[from..to];
            let table = intervals(&found, functional, Estimator::Debiased, Method::Simultaneous);
            answers.push(Answer::all_held(format!("{name}: all at once"), Demand::Shown, &table, truth));
            let squared = vec![error(&table, truth)];
            answers.push(Answer::new(format!("{name}: squared error x 1000"), Demand::Shown, squared));
            if functional == 0 {
                let plugin = intervals(&found, 0, Estimator::PlugIn, Method::Simultaneous);
                answers.push(Answer::all_held("plug-in: all at once", Demand::Shown, &plugin, truth));
                let squared = vec![error(&plugin, truth)];
                answers.push(Answer::new("plug-in: squared error x 1000", Demand::Shown, squared));
            }
        }
        answers
    };
    Experiment { name, replicates: SHOWN, replicate: Box::new(replicate) }
}

/// A-optimal labels, planned on a pilot of 500 contexts, against as many random ones in 1500 others.
fn policies(name: &'static str) -> Experiment {
    const PILOT: usize = 500;
    const CONTEXTS: usize = 2000;
    let simulator = Simulator::new(3, 2, OutcomeModel::Cycle(1.0), 3);
    let specification = scores(3, 2);
    let truth = Truth::of(&simulator, &specification);
    let budget = Budget { floor: 0.05, spend: 4.0 / 3.0 };
    let replicate = move |random: &mut Random| {
        let mut all = simulator.contexts(CONTEXTS, random);
        let costs: Vec<f64> = (0..9).map(|at| f64::from(u8::from(at / 3 != at % 3))).collect();
        let buy = |data: &mut Data, pi: &[f64], from: usize, to: usize, random: &mut Random| {
            let mut drawn = vec![0.0; (to - from) * 9];
            let seed = random.below(u64::MAX);
            draw(&pi[from * 9..to * 9], 9, Drawing::Independent, seed, 0, &mut drawn).expect("draws");
            for (at, _) in drawn.iter().enumerate().filter(|(_, drawn)| **drawn == 1.0) {
                let (context, pair) = (from + at / 9, at % 9);
                simulator.answer(data, context, [pair / 3, pair % 3], pi[context * 9 + pair], random);
            }
        };
        let uniform: Vec<f64> = (0..CONTEXTS * 9).map(|at| costs[at % 9] * budget.spend / 6.0).collect();
        buy(&mut all, &uniform, 0, PILOT, random);
        let pilot = learn(&simulator, &all, &plain(), &[]);
        let mut evaluator = Evaluator::new(&specification).expect("evaluator");
        let mut answers = Vec::new();
        for (functional, name) in NAMES.iter().enumerate() {
            let mut weights = vec![0.0; CONTEXTS * 9];
            for (own, mu) in weights.chunks_mut(9).zip(pilot.chunks(simulator.row())) {
                let mu = StridedMatrix::dense(mu, 3, 2);
                evaluator.visit(&Judged { mu, judge: None, propensities: None }).expect("context");
                evaluator.weights(functional, None, own).expect("weights");
            }
            let weights = LabelValues::new(&weights[PILOT * 9..], 9, Some(&costs)).expect("weights");
            let found = a_optimal(&weights, budget, 1, &mut unwatched()).expect("policy");
            let mut planned = uniform.clone();
            let out = &mut planned[PILOT * 9..];
            let outcome = a_optimal_at(&weights, budget.floor, found.lambda, 1, out, &mut unwatched());
            let outcome = outcome.expect("policy");
            let mut squared = [0.0; 2];
            for (pi, squared) in [&planned, &uniform].into_iter().zip(&mut squared) {
                let mut data = Data {
                    contexts: CONTEXTS,
                    features: all.features.clone(),
                    mu: all.mu.clone(),
                    context: all.context.clone(),
                    first: all.first.clone(),
                    second: all.second.clone(),
                    category: all.category.clone(),
                    propensity: all.propensity.clone(),
                };
                buy(&mut data, pi, PILOT, CONTEXTS, random);
                let mu = learn(&simulator, &data, &plain(), &[]);
                let found = estimate(&specification, &data, &mu, None);
                let (from, to) = found.range(functional).expect("range");
                let table = intervals(&found, functional, Estimator::Debiased, Method::Marginal);
                *squared = error(&table, &truth.get()[from..to]);
            }
            let value =
                |label: &str, value: f64| Answer::new(format!("{name}: {label}"), Demand::Shown, vec![value]);
            answers.extend([
                value("squared error x 1000, A-optimal", squared[0]),
                value("squared error x 1000, random", squared[1]),
                value("difference", squared[0] - squared[1]),
                value("variance that labels add, ratio expected", outcome.variance / outcome.uniform),
            ]);
        }
        answers
    };
    Experiment { name, replicates: SHOWN, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    let mut all = predictors();
    all.extend(judges());
    all.extend([
        cycles("Cycles of strength 0, n = 2000", 0.0),
        cycles("Cycles of strength 0.5, n = 2000", 0.5),
        cycles("Cycles of strength 1, n = 2000", 1.0),
        cycles("Cycles of strength 1.5, n = 2000", 1.5),
        cycles("Cycles of strength 2, n = 2000", 2.0),
        cycles("Cycles of strength 2.5, n = 2000", 2.5),
        cycles("Cycles of strength 3, n = 2000", 3.0),
        cycles("Cycles of strength 3.5, n = 2000", 3.5),
        cycles("Cycles of strength 4, n = 2000", 4.0),
        policies("Policies, n = 500 and 1500"),
    ]);
    all
}

/// For every test run: the same with true probabilities, in few replicates.
pub fn true_probabilities() -> Experiment {
    let truth = Truth::of(&ties(), &scores(3, 3));
    predictor("True probabilities, n = 1000", Setting { learner: None, contexts: 1000, truth }, SHOWN)
}
