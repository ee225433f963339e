//! Expectations over answers that have grades: a cell has answers of one grade, and its information none of the others.

use crate::error::Result;
use crate::likelihood::Objective;
use crate::model::fitted::Model;
use crate::outcome::Counts;
use crate::room::{Duplicate as _, Gather as _};

impl Model {
    /// The model with the answers that it expects in place of those that were given: its Hessian is the expected information.
    pub(super) fn of_expected_grades(&self) -> Result<Model> {
        let own = &self.objective;
        let mut data = own.data.clone();
        if let Some(grades) = &self.layout.terms.grades {
            let (mut design, totals) = own.data.design.of_all_grades(grades);
            data.design = design.clone().into();
            let expected = |(cell, total): (usize, &f64)| {
                let at = data.predictor(&own.strength, &self.theta, cell);
                // Of each answer that a cell may have; zero times what it cannot have.
                Counts::new(std::array::from_fn(|which| {
                    let probability = match design.grade(cell) {
                        _ if which > 2 => 0.0,
                        Some(0) if which != 2 => 0.0,
                        Some(1..) if which == 2 => 0.0,
                        _ => (-data.outcome.value(&Counts::single(which), at)).exp(),
                    };
                    total * probability
                }))
            };
            let counts: Vec<Counts> = totals.iter().enumerate().map(expected).gathered();
            design.counts = counts;
            data.design = design.into();
        }
        let objective = Objective {
            strength: own.strength,
            data,
            pseudo: own.pseudo.clone(),
            ridge: own.ridge,
            fixed: own.fixed.duplicate(),
            constraints: Vec::new(),
            penalties: own.penalties.duplicate(),
            dimension: own.dimension,
            units: own.units.clone(),
        };
        let (set, specification) = (self.set.clone(), self.specification.clone());
        let (layout, null_space) = (self.layout.clone(), self.null_space.clone());
        let theta = self.theta.duplicate();
        let mut model =
            Model::new(set, specification, layout, objective, null_space, theta, self.facts.clone());
        model.directions = self.directions.duplicate();
        Ok(model)
    }
}
