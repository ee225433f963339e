//! The studies of the campaign: truths with every sensitivity well away from zero.

use crate::question::{Demand, Question, What};
use crate::study::Study;
use crate::truth::{OutcomeModel, Truth};
use duel::inference::{CovarianceKind as Kind, Method};
use duel::model::{Position, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::strength::StrengthKind as Strength;

pub const SCORES: [f64; 8] = [1.15, 0.8, 0.5, 0.15, -0.2, -0.45, -0.75, -1.2];
const SENSITIVITIES: [f64; 6] = [0.5, 0.7, 0.9, 1.1, 1.3, 1.5];
const POSITIONS: [f64; 6] = [0.6, -0.4, 0.2, 0.0, -0.2, 0.9];

/// Votes of one anonymous judge.
pub fn pooled(outcome: OutcomeModel, threshold: f64) -> Truth {
    Truth {
        outcome,
        scores: SCORES.to_vec(),
        sensitivities: vec![1.0],
        positions: vec![0.0],
        thresholds: vec![threshold],
        effect: None,
        shared_effect: None,
        disagreement: [0.0; 2],
        contexts: 0,
        workloads: Vec::new(),
        balanced: false,
        votes: 2_400,
    }
}

/// Votes of six judges.
pub fn judged(outcome: OutcomeModel) -> Truth {
    Truth {
        sensitivities: SENSITIVITIES.to_vec(),
        positions: vec![0.0; 6],
        thresholds: vec![0.0; 6],
        votes: 4_800,
        ..pooled(outcome, 0.0)
    }
}

pub fn with(outcome: Outcome) -> Specification {
    Specification { outcome, ..Specification::default() }
}

pub fn sensitive() -> Specification {
    Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() }
}

fn question(what: What, covariance: Kind, demand: Demand) -> Question {
    Question { what, covariance, demand }
}

/// Marginal intervals of these quantities, by the sandwich and by expected information: the model is
/// right, so both must hold.
fn nominal(quantities: &[What]) -> Vec<Question> {
    let both =
        |&what: &What| [Kind::Sandwich, Kind::Expected].map(|kind| question(what, kind, Demand::Nominal));
    quantities.iter().flat_map(both).collect()
}

/// The intervals that must hold all at once, by the covariance that the model takes by itself.
fn simultaneous() -> Vec<Question> {
    [Method::Simultaneous, Method::Bonferroni]
        .into_iter()
        .flat_map(|method| [What::AllScores(method), What::AllRanks(method)])
        .map(|what| question(what, Kind::Auto, Demand::Simultaneous))
        .collect()
}

fn study(name: &'static str, truth: Truth, specification: Specification, quantities: &[What]) -> Study {
    let questions = nominal(quantities).into_iter().chain(simultaneous()).collect();
    Study { name, truth, specification, questions }
}

/// Ties counted as halves: the sandwich is right, expected information too cautious.
fn half_ties() -> Study {
    let all = [What::Scores, What::Contrasts, What::Probabilities];
    let of = |kind, demand| all.iter().map(move |&what| question(what, kind, demand));
    let questions = of(Kind::Sandwich, Demand::Nominal)
        .chain(of(Kind::Expected, Demand::Conservative))
        .chain(simultaneous())
        .collect();
    Study {
        name: "Bradley-Terry, ties as halves",
        truth: pooled(OutcomeModel::HalfTies, 0.0),
        specification: Specification::default(),
        questions,
    }
}

pub fn judge_positions() -> Study {
    study(
        "Judge-aware, position by judge",
        Truth { positions: POSITIONS.to_vec(), ..judged(OutcomeModel::BradleyTerry) },
        Specification { position: Position::ByJudge, ..sensitive() },
        &[
            What::Scores,
            What::Contrasts,
            What::Sensitivities,
            What::Strengths,
            What::Positions,
            What::Probabilities,
        ],
    )
}

fn judge_thresholds() -> Study {
    study(
        "Judge-aware, Davidson, threshold by judge",
        Truth { thresholds: vec![-0.9, -0.5, -0.2, 0.1, 0.4, 0.7], ..judged(OutcomeModel::Davidson) },
        Specification { outcome: Outcome::Davidson, threshold_by_judge: true, ..sensitive() },
        &[
            What::Scores,
            What::Contrasts,
            What::Sensitivities,
            What::Strengths,
            What::Thresholds,
            What::Probabilities,
        ],
    )
}

/// A covariate of answers; contexts repeat, but their votes are independent, so that clustering is
/// not needed and does no harm.
fn covariate() -> Study {
    let mut study = study(
        "Bradley-Terry, covariate of answers",
        Truth { effect: Some(0.4), contexts: 800, votes: 4_800, ..pooled(OutcomeModel::BradleyTerry, 0.0) },
        Specification { covariates: vec!["x".into()], ..Specification::default() },
        &[What::Effects, What::Scores, What::Contrasts, What::Probabilities],
    );
    for what in [What::Effects, What::Scores] {
        study.questions.push(question(what, Kind::ClusteredByContext, Demand::Nominal));
    }
    study
}

/// Everything at once, which no paper has.
fn everything() -> Study {
    study(
        "Judge-aware, position and Rao-Kupper threshold by judge, covariate of answers",
        Truth {
            positions: POSITIONS.to_vec(),
            thresholds: vec![0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
            effect: Some(-0.3),
            contexts: 800,
            ..judged(OutcomeModel::RaoKupper)
        },
        Specification {
            position: Position::ByJudge,
            outcome: Outcome::RaoKupper,
            threshold_by_judge: true,
            covariates: vec!["x".into()],
            ..sensitive()
        },
        &[
            What::Scores,
            What::Contrasts,
            What::Sensitivities,
            What::Positions,
            What::Thresholds,
            What::Effects,
            What::Probabilities,
        ],
    )
}

/// Votes of a context share a random effect: only clustering by context knows.
fn correlated(name: &'static str, truth: Truth, specification: Specification) -> Study {
    let clustered = |what| question(what, Kind::ClusteredByContext, Demand::AtLeastNominal);
    let plain = |kind| question(What::Scores, kind, Demand::Fails);
    let mut questions: Vec<Question> =
        [What::Scores, What::Contrasts, What::Probabilities].map(clustered).into_iter().collect();
    if specification.strength.kind() == Strength::Sensitivity {
        questions.push(clustered(What::Sensitivities));
    }
    questions.extend([Kind::Sandwich, Kind::Expected].map(plain));
    questions.extend(simultaneous());
    Study { name, truth, specification, questions }
}

pub fn shared_effect() -> Study {
    let truth = pooled(OutcomeModel::BradleyTerry, 0.0);
    correlated(
        "Bradley-Terry, votes of a context correlated",
        Truth { shared_effect: Some(0.6), contexts: 500, votes: 10_000, ..truth },
        Specification::default(),
    )
}

fn shared_effect_and_sensitivities() -> Study {
    let truth = judged(OutcomeModel::BradleyTerry);
    correlated(
        "Judge-aware, votes of a context correlated",
        Truth { shared_effect: Some(0.6), contexts: 600, votes: 12_000, ..truth },
        sensitive(),
    )
}

/// The same with so few contexts that clustering itself is short of data.
fn few_contexts() -> Study {
    let mut study = shared_effect();
    study.name = "Bradley-Terry, votes of a context correlated, few contexts";
    study.truth.contexts = 40;
    study.truth.votes = 1_600;
    for question in &mut study.questions {
        if question.demand != Demand::Fails {
            question.demand = Demand::Usable;
        }
    }
    study
}

/// Judges who share an effect over all their votes, in a model that does not tell judges apart.
fn judges_with_leanings() -> Study {
    let judges = 100;
    let truth = Truth {
        sensitivities: vec![1.0; judges],
        positions: vec![0.0; judges],
        thresholds: vec![0.0; judges],
        shared_effect: Some(0.6),
        votes: 6_000,
        ..pooled(OutcomeModel::BradleyTerry, 0.0)
    };
    let questions = vec![
        question(What::Scores, Kind::ClusteredByJudge, Demand::AtLeastNominal),
        question(What::Contrasts, Kind::ClusteredByJudge, Demand::AtLeastNominal),
        question(What::Scores, Kind::Sandwich, Demand::Fails),
        question(What::Scores, Kind::Expected, Demand::Fails),
    ];
    let name = "Bradley-Terry, votes of a judge correlated";
    Study { name, truth, specification: Specification::default(), questions }
}

/// Scores so close that every pair called different is nearly a mistake: here rank ranges have to
/// earn their level, which well separated scores give away.
fn close_scores() -> Study {
    study(
        "Bradley-Terry, scores close together",
        Truth {
            scores: (0..8).map(|i| 0.014 - 0.004 * f64::from(i)).collect(),
            ..pooled(OutcomeModel::BradleyTerry, 0.0)
        },
        Specification::default(),
        &[What::Scores, What::Contrasts],
    )
}

/// All studies.
pub fn all() -> Vec<Study> {
    use What::{Contrasts, Positions, Probabilities, Scores, Sensitivities, Strengths, Thresholds};
    let ties = [Scores, Contrasts, Thresholds, Probabilities];
    vec![
        study(
            "Bradley-Terry, no ties",
            pooled(OutcomeModel::BradleyTerry, 0.0),
            Specification::default(),
            &[Scores, Contrasts, Probabilities],
        ),
        half_ties(),
        study("Rao-Kupper", pooled(OutcomeModel::RaoKupper, 0.5), with(Outcome::RaoKupper), &ties),
        study("Davidson", pooled(OutcomeModel::Davidson, -0.2), with(Outcome::Davidson), &ties),
        study(
            "Davidson, one position effect",
            Truth { positions: vec![0.35], ..pooled(OutcomeModel::Davidson, -0.2) },
            Specification { position: Position::Shared, ..with(Outcome::Davidson) },
            &[Scores, Positions, Thresholds, Probabilities],
        ),
        close_scores(),
        study(
            "Judge-aware",
            judged(OutcomeModel::BradleyTerry),
            sensitive(),
            &[Scores, Contrasts, Sensitivities, Strengths, Probabilities],
        ),
        judge_positions(),
        judge_thresholds(),
        covariate(),
        everything(),
        shared_effect(),
        shared_effect_and_sensitivities(),
        few_contexts(),
        judges_with_leanings(),
    ]
}
