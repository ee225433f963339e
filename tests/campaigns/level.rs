//! The level of intervals of scores that are not linear, at 1 000 contexts: by one step, and corrected to the second
//! order over three splits. Eight draws of the utilities of the simulator, one for each replicate in turn.

use crate::experiment::{Answer, Demand, Experiment};
use crate::simulators::{Data, OutcomeModel, Simulator};
use duel::gars::learner::{LearnerOptions, TrainingSet};
use duel::gars::{
    Accumulator, Array, Batch, ChainForm, Clustering, CopelandForm, EdgeForm, Estimator, Functional,
    GarsSpecification, SecondOrder, Share,
};
use duel::inference::{Method, Options};
use duel::progress::unwatched;
use duel::random::Random;
use std::sync::{Arc, OnceLock};

const DRAWS: u64 = 8;
const NAMES: [&str; 5] = ["Bradley-Terry", "rank centrality", "softmax", "Copeland", "share"];
/// The level that a default must hold.
const HOLDS: Demand = Demand::Mean(0.93, 0.97);

fn scores(second_order: SecondOrder) -> GarsSpecification {
    let functionals = vec![
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
        Functional::Softmax(EdgeForm::Antisymmetric),
        Functional::Copeland(CopelandForm::Margin, 0.1),
        Functional::Share(Share { baseline: 0, above: 0.5, temperature: 0.1 }),
    ];
    let specification = GarsSpecification::new(3, 3, functionals).expect("specification");
    GarsSpecification { second_order, ..specification }
}

/// The simulators, with their true scores when they are first asked for.
struct Worlds {
    simulators: Vec<Simulator>,
    truths: Vec<OnceLock<Vec<f64>>>,
}

impl Worlds {
    fn new(first: u64) -> Arc<Worlds> {
        let draws = first..first + DRAWS;
        Arc::new(Worlds {
            simulators: draws.map(|seed| Simulator::new(3, 2, OutcomeModel::NonlinearTie, seed)).collect(),
            truths: (0..DRAWS).map(|_| OnceLock::new()).collect(),
        })
    }

    fn truth(&self, draw: usize) -> &[f64] {
        let truth = || self.simulators[draw].truth(&scores(SecondOrder::Off));
        self.truths[draw].get_or_init(truth)
    }
}

/// Estimates of contexts whose probabilities are learnt from their labels.
fn learnt(simulator: &Simulator, data: &Data, second_order: SecondOrder) -> Accumulator {
    let wide = |column: &[u32]| column.iter().map(|v| *v as usize).collect::<Vec<_>>();
    let [first, second, category] = [&data.first, &data.second, &data.category].map(|c| wide(c));
    let context: Vec<usize> = data.context.iter().map(|c| *c as usize).collect();
    let training = TrainingSet {
        items: simulator.items,
        categories: simulator.categories(),
        contexts: data.contexts,
        features: &data.features,
        feature_count: simulator.features,
        context: &context,
        first: &first,
        second: &second,
        category: &category,
        ..TrainingSet::default()
    };
    let batch = Batch {
        contexts: data.contexts,
        mu: Array { values: &[], strides: [0; 4] },
        judge: None,
        propensities: None,
        labels: data.labels(),
        clusters: None,
        groups: None,
        folds: None,
    };
    let mut found = Accumulator::new(&scores(second_order), Clustering::None).expect("accumulator");
    found.learn(&batch, &training, &LearnerOptions::default(), 0, &mut unwatched()).expect("scores");
    found
}

fn intervals(found: &Accumulator, functional: usize, method: Method) -> Vec<[f64; 4]> {
    let options = Options { method, draws: 4000, ..Options::default() };
    let given = found.functional(functional, Estimator::Debiased).expect("estimates");
    // The baseline's own share is known.
    let mut rows = given.estimate(&options, &mut unwatched()).expect("intervals");
    if NAMES[functional] == "share" {
        rows.remove(0);
    }
    rows
}

fn experiment(name: &'static str, worlds: &Arc<Worlds>, contexts: usize, replicates: usize) -> Experiment {
    let worlds = worlds.clone();
    let replicate = move |random: &mut Random| {
        let draw = random.below(DRAWS) as usize;
        let simulator = &worlds.simulators[draw];
        let mut data = simulator.contexts(contexts, random);
        simulator.label(&mut data, random);
        let [plain, corrected] =
            [SecondOrder::Off, SecondOrder::Auto].map(|order| learnt(simulator, &data, order));
        let mut answers = Vec::new();
        for (functional, name) in NAMES.iter().enumerate() {
            let (mut from, to) = plain.range(functional).expect("range");
            from += usize::from(*name == "share");
            let truth = &worlds.truth(draw)[from..to];
            let tables = [&plain, &corrected].map(|found| intervals(found, functional, Method::Marginal));
            let wide = intervals(&corrected, functional, Method::Simultaneous);
            let width = |table: &[[f64; 4]]| {
                table.iter().map(|row| row[3] - row[2]).sum::<f64>() / table.len() as f64
            };
            answers.extend([
                Answer::held(format!("{name}: one step"), Demand::Shown, &tables[0], truth),
                Answer::held(format!("{name}: corrected"), HOLDS, &tables[1], truth),
                Answer::all_held(format!("{name}: corrected, all at once"), Demand::Shown, &wide, truth),
                Answer::new(
                    format!("{name}: width, corrected over one step"),
                    Demand::Shown,
                    vec![width(&tables[1]) / width(&tables[0])],
                ),
            ]);
        }
        answers.push(Answer::new(
            "largest size of a correction",
            Demand::Shown,
            vec![corrected.largest_correction().expect("size")],
        ));
        answers
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    vec![experiment("Eight draws of utilities, n = 1000", &Worlds::new(3), 1000, 400)]
}
