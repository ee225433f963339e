//! Interactions of items with covariates of contexts: x of the context times a number of each item, left less right, all
//! drawn to zero by a ridge, so that scores stay those of a context in which the covariates are zero.

use super::{check_name, Adoption, Aggregation, Case, Component, Penalty, Row, Terms, Values};
use crate::codec::{Reader, Writer};
use crate::comparisons::{list, Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::room::Gather as _;
use std::ops::Range;

/// The weight of the ridge, unless another is asked for: numbers of items are normal with variance one.
const RIDGE: f64 = 1.0;

/// Which covariates items interact with.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Interactions {
    /// Covariates of contexts, by name.
    pub covariates: Vec<String>,
    /// Weight of the ridge; 0: one.
    pub ridge: f64,
}

impl Interactions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.covariates.is_empty()
    }

    /// Checks them against a set.
    pub fn check(&self, set: &Set) -> Result<()> {
        if !(self.ridge >= 0.0 && self.ridge.is_finite()) {
            return Err(Error::Argument(format!(
                "interaction_ridge is {}; it must be finite and not negative",
                self.ridge
            )));
        }
        if self.ridge > 0.0 && self.is_empty() {
            return Err(Error::Unsupported("interaction_ridge: the model has no interactions".into()));
        }
        let names = &self.covariates;
        (0..names.len()).try_for_each(|at| check_name(set, "interactions", names, at, true).map(drop))
    }

    /// The components, whose parameters `take` places.
    pub fn components(&self, items: usize, mut take: impl FnMut(usize) -> usize) -> Vec<Interaction> {
        let ridge = if self.ridge > 0.0 { self.ridge } else { RIDGE };
        let of = |name: &String| Interaction { name: name.clone(), first: take(items), items, ridge };
        self.covariates.iter().map(of).gathered()
    }

    pub(crate) fn save(&self, out: &mut Writer) {
        out.list(&self.covariates, |out, name| out.bytes(name.as_bytes()));
        out.number(self.ridge);
    }

    pub(crate) fn load(
        reader: &mut Reader<'_>,
        text: impl FnMut(&mut Reader<'_>) -> Result<String>,
    ) -> Result<Interactions> {
        Ok(Interactions { covariates: reader.list(text)?, ridge: reader.number()? })
    }
}

/// The interaction of items with a covariate of contexts.
#[derive(Debug, Clone)]
pub struct Interaction {
    /// The covariate, by name.
    name: String,
    /// The parameter of the first item.
    first: usize,
    items: usize,
    ridge: f64,
}

impl Interaction {
    fn twin<'a>(&self, of: &'a Terms) -> Option<&'a Interaction> {
        of.interactions().find(|other| other.name == self.name)
    }
}

impl Component for Interaction {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.items
    }

    fn describe(&self, set: &Set, parameter: usize) -> String {
        let item = list(set, Kind::Item, &[parameter - self.first]);
        format!("the interaction of {item} with covariate \"{}\"", self.name)
    }

    fn item(&self, parameter: usize) -> Option<usize> {
        Some(parameter - self.first)
    }

    fn covariate(&self) -> Option<(&str, &'static str)> {
        Some((&self.name, "interactions"))
    }

    fn aggregation(&self, _: &Set) -> Aggregation {
        Aggregation { context: true, ..Aggregation::default() }
    }

    fn terms(&self, case: &Case<'_>, values: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        let Some(values) = values else { return Ok(()) };
        if case.takes_unnamed && values.ids.context == NONE {
            return Ok(());
        }
        // The value itself: a covariate of contexts is the same for both items.
        let value = values.difference()?;
        if value != 0.0 {
            row.push(self.first + case.left, value);
            row.push(self.first + case.right, -value);
        }
        Ok(())
    }

    fn penalty(&self) -> Option<Penalty> {
        let at = self.range().map(|at| at as u32).gathered();
        Some(Penalty::Off { at, free: Vec::new(), weight: self.ridge })
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        if let Some(other) = self.twin(from) {
            adoption.each_item(|own, item, there| own.take(self.first + item, other.first + there));
        }
    }

    // Their likelihood is penalised, and tests are of likelihoods that are not.
    fn freed(&self, _: &Terms, _: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assess::{compare, NestedTest};
    use crate::comparisons::{Column, CovariateValues, Key, Rows};
    use crate::inference::{estimates, CovarianceKind, Options};
    use crate::model::{fit, Comparison, Model, Position, Quantity, Scale, Source, Specification, View};
    use crate::progress::unwatched;
    use crate::vectors::dot;

    const ITEMS: usize = 4;
    const NAMES: [&str; ITEMS] = ["a", "b", "c", "d"];
    const CONTEXTS: [&str; 3] = ["x", "y", "z"];
    const VALUES: [f64; 3] = [0.5, -1.0, 2.0];

    /// Every pair in every context, with counts that are nothing in particular: items, context, wins and losses.
    fn cells() -> Vec<([usize; 2], usize, [f64; 2])> {
        let pairs = (0..ITEMS).flat_map(|i| (0..i).map(move |j| [j, i]));
        let all = pairs.flat_map(|pair| (0..3).map(move |context| (pair, context)));
        all.enumerate()
            .map(|(k, (pair, context))| (pair, context, [(k * 7 % 5 + 1) as f64, (k * 3 % 4 + 1) as f64]))
            .collect()
    }

    fn set() -> Set {
        let cells = cells();
        let names = |side: usize| cells.iter().map(|cell| NAMES[cell.0[side]]).collect::<Vec<_>>();
        let counts = |which: usize| cells.iter().map(|cell| cell.2[which]).collect::<Vec<_>>();
        let contexts: Vec<&str> = cells.iter().map(|cell| CONTEXTS[cell.1]).collect();
        let (left, right, wins, losses) = (names(0), names(1), counts(0), counts(1));
        let key = |values| Key { values, base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: cells.len(),
            left: key(Column::Text(&left)),
            right: key(Column::Text(&right)),
            context: key(Column::Text(&contexts)),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ..Rows::default()
        })
        .unwrap();
        set.add_covariate(&CovariateValues {
            name: "size",
            length: 3,
            context: key(Column::Text(&CONTEXTS)),
            value: Column::F64(&VALUES),
            item: Key::default(),
            judge: Key::default(),
        })
        .unwrap();
        set
    }

    fn interactions(ridge: f64) -> Interactions {
        Interactions { covariates: vec!["size".into()], ridge }
    }

    fn fitted(ridge: f64) -> Model {
        let specification = Specification { interactions: interactions(ridge), ..Specification::default() };
        fit(&set(), &specification, &mut unwatched()).unwrap()
    }

    /// The gradient of the penalised log-likelihood and its negative Hessian in scores and interactions, written out.
    fn by_hand(theta: &[f64], ridge: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
        let p = 2 * ITEMS;
        let (mut gradient, mut hessian) = (vec![0.0; p], vec![vec![0.0; p]; p]);
        for ([i, j], context, [win, loss]) in cells() {
            let x = VALUES[context];
            let mut row = vec![0.0; p];
            (row[i], row[j], row[ITEMS + i], row[ITEMS + j]) = (1.0, -1.0, x, -x);
            let share = 1.0 / (1.0 + (-dot(&row, theta)).exp());
            for a in 0..p {
                gradient[a] += row[a] * (win - (win + loss) * share);
                (0..p).for_each(|b| hessian[a][b] += row[a] * row[b] * (win + loss) * share * (1.0 - share));
            }
        }
        for a in ITEMS..p {
            gradient[a] -= ridge * theta[a];
            hessian[a][a] += ridge;
        }
        (gradient, hessian)
    }

    /// The diagonal of an inverse, by Gauss and Jordan.
    fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
        let n = matrix.len();
        for (k, row) in matrix.iter_mut().enumerate() {
            row.extend((0..n).map(|c| f64::from(u8::from(c == k))));
        }
        for k in 0..n {
            let pivot = matrix[k][k];
            matrix[k].iter_mut().for_each(|v| *v /= pivot);
            let own = matrix[k].clone();
            for row in (0..n).filter(|&r| r != k) {
                let factor = matrix[row][k];
                matrix[row].iter_mut().zip(&own).for_each(|(v, o)| *v -= factor * o);
            }
        }
        (0..n).map(|k| matrix[k][n + k]).collect()
    }

    /// The penalised likelihood is concave but for a shift of the scores: where its gradient vanishes is the optimum.
    #[test]
    fn estimates_and_errors_are_those_of_the_penalised_likelihood() {
        for ridge in [0.0, 1.0, 0.03] {
            let (model, weight) = (fitted(ridge), if ridge == 0.0 { 1.0 } else { ridge });
            let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
            let table = |quantity| estimates(&model, quantity, &options, &mut unwatched()).unwrap();
            let (scores, effects) = (table(Quantity::Scores), table(Quantity::Effects));
            assert_eq!(effects.len(), ITEMS);
            let theta: Vec<f64> = scores.iter().chain(&effects).map(|row| row[0]).collect();
            let (gradient, hessian) = by_hand(&theta, weight);
            assert!(gradient.iter().all(|g| g.abs() < 1e-9), "{gradient:?}");
            // The first score held at its value: interactions do not depend on the zero of the scores.
            let held = hessian[1..].iter().map(|row| row[1..].to_vec()).collect();
            let errors = inverse_diagonal(held);
            for (row, variance) in effects.iter().zip(&errors[ITEMS - 1..]) {
                assert!((row[1] - variance.sqrt()).abs() < 1e-9, "{} {}", row[1], variance.sqrt());
            }
        }
    }

    /// In a context of the set they are in the prediction, and without one they are not.
    #[test]
    fn predictions_know_the_context() {
        let model = fitted(0.2);
        let view = View::default();
        let read = |quantity| model.readout(quantity, &view).unwrap().estimates;
        let (scores, effects) = (read(Quantity::Scores), read(Quantity::Effects));
        for (context, x) in [(0, 0.5), (2, 2.0), (NONE, 0.0)] {
            let ids = Comparison { left: 2, right: 0, judge: NONE, context };
            let source = Source { set: &model.set, ids, is_ordered: false };
            let predicted = model.point().predict(&ids, &source, Scale::Arithmetic, false).unwrap();
            let expected = scores[2] - scores[0] + x * (effects[2] - effects[0]);
            assert!((predicted.u - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn saved_warm_and_named() {
        let model = fitted(0.2);
        let loaded = Model::load(&model.save()).unwrap();
        assert_eq!((loaded.save(), &loaded.specification), (model.save(), &model.specification));
        let warm =
            crate::model::fit_from(&set(), &model.specification, Some(&model), &mut unwatched()).unwrap();
        assert!(warm.facts.iterations < model.facts.iterations);
        let terms = &model.layout.terms;
        assert_eq!(terms.labels(ITEMS + 1), (Some(1), Some("size")));
        let named = "the interaction of \"b\" with covariate \"size\"";
        assert_eq!(model.layout.describe(&model.set, ITEMS + 1), named);
        assert!(!model.is_at_maximum());
    }

    /// No statistic is of a penalised likelihood, whichever of the models has interactions.
    #[test]
    fn tests_of_nested_models_refuse_them() {
        let with = |position, interactions| {
            let specification = Specification { interactions, position, ..Specification::default() };
            fit(&set(), &specification, &mut unwatched()).unwrap()
        };
        let (none, both) = (Interactions::default(), interactions(0.2));
        let refused = |null: &Model, full: &Model| {
            let error = compare(null, full, NestedTest::Wald, &Options::default()).unwrap_err();
            assert!(error.to_string().contains("interactions: they are penalised"), "{error}");
        };
        refused(&with(Position::None, none.clone()), &with(Position::None, both.clone()));
        refused(&with(Position::None, both.clone()), &with(Position::Shared, none));
        let (null, full) = (with(Position::None, both.clone()), with(Position::Shared, both));
        assert!(compare(&null, &full, NestedTest::Wald, &Options::default()).is_ok());
    }

    #[test]
    fn comparisons_without_a_context_have_no_value() {
        let mut set = set();
        let key = |values| Key { values, base: 0 };
        let (left, right) = (["a"], ["b"]);
        let row = Rows {
            length: 1,
            left: key(Column::Text(&left)),
            right: key(Column::Text(&right)),
            ..Rows::default()
        };
        set.append(&Rows { wins: Column::F64(&[1.0]), losses: Column::F64(&[0.0]), ..row }).unwrap();
        let specification = Specification { interactions: interactions(1.0), ..Specification::default() };
        let error = fit(&set, &specification, &mut unwatched()).unwrap_err();
        assert_eq!(error.to_string(), "covariate \"size\" has no value for comparisons without a context");
    }

    #[test]
    fn only_covariates_of_contexts_interact_and_each_once() {
        let error = |interactions: Interactions| interactions.check(&set()).unwrap_err().to_string();
        let of = |names: &[&str], ridge| Interactions {
            covariates: names.iter().map(|n| n.to_string()).collect(),
            ridge,
        };
        assert!(error(of(&["size", "size"], 0.0)).contains("interactions[1]: \"size\" is given twice"));
        assert!(error(of(&["weight"], 0.0)).contains("interactions[0]: \"weight\" is not a covariate"));
        assert!(error(of(&["size"], f64::NAN)).contains("interaction_ridge is NaN"));
        assert!(error(of(&[], 1.0)).contains("the model has no interactions"));
        assert!(interactions(0.5).check(&set()).is_ok());
    }
}
