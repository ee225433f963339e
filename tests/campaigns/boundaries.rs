//! Profile-likelihood intervals near the end of a range, beside those of the normal distribution.

use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::{judged, pooled, sensitive, with};
use crate::truth::{OutcomeModel, Truth};
use duel::inference::{estimates, profile, CovarianceKind, Options};
use duel::model::{fit, Problems, Quantity, Scale, Specification, StrengthModel, View};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 2_000;
const NOMINAL: Demand = Demand::Each(0.93, 0.97);

/// Intervals of one value of a quantity: profile and Wald.
fn experiment(
    name: &'static str,
    truth: Truth,
    specification: Specification,
    quantity: Quantity,
    value: usize,
    true_value: f64,
    demand: Demand,
) -> Experiment {
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let specification = Specification { accept: Problems::ANY, ..specification.clone() };
        let model = fit(&set, &specification, &mut unwatched()).expect("a fit");
        let (rows, columns) = model.shape(quantity).expect("the quantity");
        let mut weights = vec![0.0; rows * columns];
        weights[value] = 1.0;
        let options = Options {
            covariance: CovarianceKind::Observed,
            view: View { scale: Scale::Reference(0), ..View::default() },
            ..Options::default()
        };
        let likely = profile(&model, quantity, &weights, 1, &options, &mut unwatched()).expect("a profile");
        let wald = estimates(&model, quantity, &options, &mut unwatched()).expect("estimates")[value];
        let edge = Problems::BOUNDARY.0 | Problems::SEPARATED.0 | Problems::TIE_LIMIT.0;
        let at_edge = model.facts.problems.0 & edge != 0;
        let truth = [true_value];
        let [_, _, lower, upper] = likely[0];
        vec![
            Answer::held("profile", demand, &likely, &truth),
            Answer::held("Wald", Demand::Shown, &[wald], &truth),
            Answer::whether("profile lies wholly below the truth", Demand::Shown, upper < true_value),
            Answer::whether("profile lies wholly above the truth", Demand::Shown, lower > true_value),
            Answer::whether("Wald lies wholly below the truth", Demand::Shown, wald[3] < true_value),
            Answer::whether("Wald lies wholly above the truth", Demand::Shown, wald[2] > true_value),
            Answer::whether("estimate at the end of its range", Demand::Shown, at_edge),
        ]
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

/// Three judges with much to say and one with little, whose sensitivity is this.
fn weak_judge(sensitivity: f64) -> Truth {
    Truth {
        sensitivities: vec![1.0, 1.2, 0.8, sensitivity],
        positions: vec![0.0; 4],
        thresholds: vec![0.0; 4],
        workloads: vec![400, 400, 400, 80],
        votes: 1_280,
        ..judged(OutcomeModel::BradleyTerry)
    }
}

pub fn all() -> Vec<Experiment> {
    let sensitivity = |name, truth, signed, demand, true_value| {
        let specification = Specification {
            strength: StrengthModel::Sensitivity { signed, covariates: Vec::new() },
            ..sensitive()
        };
        experiment(name, truth, specification, Quantity::Sensitivities, 3, true_value, demand)
    };
    let top = vec![2.2, 0.4, 0.0, -0.4, -2.2];
    vec![
        sensitivity(
            "Sensitivity .1 of the first judge's, not negative: 80 of 1280 votes",
            weak_judge(0.1),
            false,
            Demand::Each(0.93, 0.98),
            0.1,
        ),
        sensitivity("The same, of either sign", weak_judge(0.1), true, NOMINAL, 0.1),
        sensitivity(
            "Sensitivity 0, not negative: 80 of 1280 votes",
            weak_judge(0.0),
            false,
            Demand::Each(0.93, 0.985),
            0.0,
        ),
        experiment(
            "Rao-Kupper threshold .025, some four ties: 8 items, 400 votes",
            Truth { votes: 400, ..pooled(OutcomeModel::RaoKupper, 0.025) },
            with(Outcome::RaoKupper),
            Quantity::Thresholds,
            0,
            0.025,
            NOMINAL,
        ),
        experiment(
            "Near-separated items, scores 2.2 and -2.2 about three between .4 and -.4: 5 items, 200 votes",
            Truth { scores: top, votes: 200, ..pooled(OutcomeModel::BradleyTerry, 0.0) },
            Specification::default(),
            Quantity::Scores,
            0,
            2.2,
            NOMINAL,
        ),
    ]
}
