//! The models that are compared, and what is read from them.

use duel::comparisons::Set;
use duel::inference::{CovarianceKind, Options};
use duel::model::{
    fit, Model, Normalisation, Position, Problems, Quantity, Scale, Specification, StrengthModel, View,
};
use duel::progress::unwatched;

/// Bradley-Terry, all judges alike.
pub fn pooled() -> Specification {
    Specification { accept: Problems::ANY, ..Specification::default() }
}

/// JA: sensitivities, which are not negative. Judges at zero are taken.
pub fn judged() -> Specification {
    Specification {
        strength: StrengthModel::SENSITIVITY,
        accept: Problems::BOUNDARY,
        ..Specification::default()
    }
}

/// Sensitivities of either sign and a position effect of every judge.
pub fn positioned() -> Specification {
    Specification {
        strength: StrengthModel::SIGNED,
        position: Position::ByJudge,
        accept: Problems::ANY,
        ..Specification::default()
    }
}

/// HJA.
pub fn disagreeing(rank: usize) -> Specification {
    Specification {
        strength: StrengthModel::disagreement(rank),
        accept: Problems::ANY,
        ..Specification::default()
    }
}

/// The JA paper's intervals: expected information, scores that sum to zero, sensitivities of geometric mean one.
pub fn papers() -> Options {
    crate::support::options(CovarianceKind::Expected, Normalisation::Sum, Scale::Geometric)
}

/// A fit, if there is one.
pub fn attempt(set: &Set, specification: &Specification) -> Option<Model> {
    fit(set, specification, &mut unwatched()).ok()
}

/// Estimates in the JA paper's scale.
pub fn geometric(model: &Model, quantity: Quantity) -> Vec<f64> {
    model.readout(quantity, &papers().view).expect("a read-out").estimates
}

/// Estimates in the scale of sensitivities of mean one, which there is for any signs.
pub fn read(model: &Model, quantity: Quantity) -> Vec<f64> {
    model.readout(quantity, &View::default()).expect("a read-out").estimates
}
