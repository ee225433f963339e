//! Few clusters: ten judges, or ten contexts, that disagree about items.

use crate::contrasts::{all_pairs, differences};
use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::pooled;
use crate::truth::{OutcomeModel, Truth};
use duel::inference::{self, Correction, CovarianceKind, Method, Options, Quantiles};
use duel::model::{fit, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 2_000;
const SCORES: [f64; 6] = [1.0, 0.6, 0.1, -0.2, -0.6, -0.9];

/// One way to make intervals, and what is demanded of contrasts and of all scores at once.
struct Way {
    name: &'static str,
    covariance: CovarianceKind,
    correction: Correction,
    quantiles: Quantiles,
    contrasts: Demand,
    all: Demand,
}

fn experiment(name: &'static str, truth: Truth, ways: Vec<Way>) -> Experiment {
    let scores = truth.marginal_scores();
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let model = fit(&set, &Specification::default(), &mut unwatched()).expect("a fit");
        let mut answers = Vec::new();
        for way in &ways {
            let options = Options {
                covariance: way.covariance,
                correction: way.correction,
                quantiles: way.quantiles,
                ..Options::default()
            };
            let (weights, true_differences) = (all_pairs(scores.len()), differences(&scores));
            let (table, _) = inference::contrasts(
                &model,
                Quantity::Scores,
                &weights,
                true_differences.len(),
                &options,
                &mut unwatched(),
            )
            .expect("contrasts");
            let label = |what| format!("{what}, {}", way.name);
            answers.push(Answer::held(label("contrasts"), way.contrasts, &table, &true_differences));
            let at_once = Options {
                method: Method::Simultaneous,
                draws: 5_000,
                seed: random.below(u64::MAX),
                ..options
            };
            let table = inference::estimates(&model, Quantity::Scores, &at_once, &mut unwatched())
                .expect("simultaneous intervals");
            answers.push(Answer::all_held(label("all scores at once"), way.all, &table, &scores));
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

/// The corrections for one way of clustering.
fn corrections(covariance: CovarianceKind) -> Vec<Way> {
    let short = Demand::Mean(0.0, 0.92);
    let enough = Demand::Each(0.92, 0.98);
    let way = |name, correction, quantiles, contrasts, all| Way {
        name,
        covariance,
        correction,
        quantiles,
        contrasts,
        all,
    };
    vec![
        way("CR0, normal", Correction::None, Quantiles::Normal, short, short),
        way("CR1, t with G - 1", Correction::Cr1, Quantiles::Auto, Demand::Shown, Demand::Shown),
        way("CR2, normal", Correction::Cr2, Quantiles::Normal, Demand::Shown, Demand::Shown),
        way("CR2, t of Satterthwaite", Correction::Cr2, Quantiles::Auto, enough, Demand::Mean(0.92, 1.0)),
        way("jackknife, t with G - 1", Correction::Jackknife, Quantiles::Auto, enough, Demand::Shown),
    ]
}

fn two_ways() -> Vec<Way> {
    let way = |name, covariance, correction, quantiles, contrasts| Way {
        name,
        covariance,
        correction,
        quantiles,
        contrasts,
        all: Demand::Shown,
    };
    let both = CovarianceKind::ClusteredTwoWay;
    let short = Demand::Mean(0.0, 0.92);
    vec![
        way("by judge, CR2, t", CovarianceKind::ClusteredByJudge, Correction::Cr2, Quantiles::Auto, short),
        way(
            "by context, CR2, t",
            CovarianceKind::ClusteredByContext,
            Correction::Cr2,
            Quantiles::Auto,
            short,
        ),
        way("two ways, normal", both, Correction::None, Quantiles::Normal, Demand::Shown),
        way("two ways, CR1, t", both, Correction::Cr1, Quantiles::Auto, Demand::Mean(0.92, 0.98)),
    ]
}

/// Votes of so many judges, who disagree.
fn judges(count: usize) -> Truth {
    Truth {
        scores: SCORES.to_vec(),
        sensitivities: vec![1.0; count],
        positions: vec![0.0; count],
        thresholds: vec![0.0; count],
        disagreement: [0.5, 0.0],
        votes: 900,
        ..pooled(OutcomeModel::BradleyTerry, 0.0)
    }
}

/// Some judges have much more to say than others, the harder case.
pub fn unequal_judges() -> Experiment {
    let workloads = vec![30, 40, 50, 60, 70, 80, 100, 120, 150, 200];
    experiment(
        "10 judges who disagree, with 30 to 200 votes: 6 items, 900 votes",
        Truth { workloads, ..judges(10) },
        corrections(CovarianceKind::ClusteredByJudge),
    )
}

pub fn all() -> Vec<Experiment> {
    vec![
        experiment(
            "10 judges who disagree, equally busy: 6 items, 900 votes",
            judges(10),
            corrections(CovarianceKind::ClusteredByJudge),
        ),
        unequal_judges(),
        experiment(
            "10 contexts that differ: 6 items, 900 votes",
            Truth { disagreement: [0.0, 0.5], contexts: 10, ..judges(1) },
            corrections(CovarianceKind::ClusteredByContext),
        ),
        experiment(
            "20 judges who disagree and 20 contexts that differ: 6 items, 2000 votes",
            Truth { disagreement: [0.5, 0.5], contexts: 20, votes: 2_000, ..judges(20) },
            two_ways(),
        ),
    ]
}
