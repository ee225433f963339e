//! Read-outs of an item against the field: win rates, and shares on the scale of Bradley and Terry.

use super::jacobian::Jacobian;
use super::point::Point;
use super::predict::Predicted;
use super::readout::{Readout, View};
use super::scale::Normalisation;
use crate::error::Result;
use crate::interrupt::spend;
use crate::model::specification::Problems;
use crate::outcome::{mirrored, score};
use crate::room::{with_room, Duplicate as _, Gather as _};

/// The work of a prediction and its derivatives, in steps of about a nanosecond.
pub(crate) const PREDICTION: usize = 200;

/// The work of the outcome model for a pair, in steps of about a nanosecond.
const PAIR: usize = 40;

impl Point<'_> {
    /// Mean expected score against every other item, by a judge of sensitivity one (on the scale of
    /// the view), positions left out. The field of a disconnected item is its component.
    pub(super) fn read_win_rates(&self, view: &View) -> Result<Readout> {
        let items = self.model.layout.items;
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut row = vec![0.0; self.model.layout.dimension];
        let fields = self.fields();
        for left in 0..items {
            row.fill(0.0);
            let field: Vec<usize> =
                (0..items).filter(|&right| right != left && fields[right] == fields[left]).gathered();
            spend(PREDICTION * items);
            let share = 1.0 / field.len() as f64;
            for &right in &field {
                let predicted = self.predict_neutral(left, right, view.scale)?;
                let (_, slopes) = self.model.outcome().expected_score(predicted.at());
                predicted.along(slopes.map(|slope| share * slope), |at, d| row[at as usize] += d);
            }
            for (at, &value) in row.iter().enumerate() {
                self.push_free(&mut jacobian, at, value);
            }
            jacobian.end_row();
        }
        Ok(Readout { estimates: self.win_rates(view)?, jacobian })
    }

    /// The win rates without derivatives. Each pair is looked at once: what one item does not take is the other's.
    pub(super) fn win_rates(&self, view: &View) -> Result<Vec<f64>> {
        let items = self.model.layout.items;
        let fields = self.fields();
        let mut sizes = vec![0usize; items];
        fields.iter().for_each(|&field| sizes[field as usize] += 1);
        // How far an item is above the first of its field.
        let mut firsts = vec![None; items];
        let mut above = with_room(items);
        for item in 0..items {
            let first = *firsts[fields[item] as usize].get_or_insert(item);
            above.push(if first == item { 0.0 } else { self.neutral_difference(item, first, view.scale)? });
            spend(PREDICTION);
        }
        let outcome = self.model.outcome();
        let mut rates = vec![0.0; items];
        let mut scratch = Predicted::default();
        for left in 0..items {
            spend(PAIR * (items - left));
            for right in left + 1..items {
                if fields[right] != fields[left] {
                    continue;
                }
                let at = self.neutral_at(left, right, above[left] - above[right], &mut scratch)?;
                let p = outcome.probabilities(at);
                rates[left] += score(p);
                rates[right] += score(mirrored(p));
            }
        }
        // Without a field there is nothing to win against.
        for (rate, &field) in rates.iter_mut().zip(&fields) {
            let others = sizes[field as usize] - 1;
            *rate = if others == 0 { f64::NAN } else { *rate / others as f64 };
        }
        Ok(rates)
    }

    /// exp(s_i) / sum of exp(s_j) over the field of the item, s on the scale of the view.
    pub(super) fn read_shares(&self, view: &View) -> Result<Readout> {
        let (items, p) = (self.model.layout.items, self.model.layout.dimension);
        let scores = self.plain_scores(view)?;
        let fields = self.fields();
        let estimates = of_fields(&scores.estimates, &fields);
        let mut jacobian = Jacobian::new(p);
        let mut weights = vec![0.0; items];
        for item in 0..items {
            spend(5 * items);
            // d share_i = share_i (d s_i - sum_j share_j d s_j).
            for (j, weight) in weights.iter_mut().enumerate() {
                let own = if j == item { 1.0 } else { 0.0 };
                let strength = if fields[j] == fields[item] { estimates[j] } else { 0.0 };
                *weight = estimates[item] * (own - strength);
            }
            scores.jacobian.contrast(&weights, &mut jacobian);
        }
        Ok(Readout { estimates, jacobian })
    }

    /// The shares without derivatives.
    pub(super) fn shares(&self, view: &View) -> Result<Vec<f64>> {
        Ok(of_fields(&self.plain_scores(view)?.estimates, &self.fields()))
    }

    /// Scores on the scale of the view, without its normalisation and unit.
    fn plain_scores(&self, view: &View) -> Result<Readout> {
        self.read_scores(&View { normalisation: Normalisation::Sum, unit: 1.0, origin: 0.0, ..view.clone() })
    }

    /// Items that may be compared with each other: all, or those of a component.
    fn fields(&self) -> Vec<u32> {
        if self.model.facts.problems.contains(Problems::DISCONNECTED) {
            self.model.components.duplicate()
        } else {
            vec![0; self.model.layout.items]
        }
    }
}

/// exp(s_i) over the sum of these in the field of the item.
fn of_fields(scores: &[f64], fields: &[u32]) -> Vec<f64> {
    let mut largest = vec![f64::MIN; scores.len()];
    let mut totals = vec![0.0; scores.len()];
    for (&score, &field) in scores.iter().zip(fields) {
        let most = &mut largest[field as usize];
        *most = most.max(score);
    }
    let mut strengths = with_room(scores.len());
    for (&score, &field) in scores.iter().zip(fields) {
        let strength = (score - largest[field as usize]).exp();
        totals[field as usize] += strength;
        strengths.push(strength);
    }
    strengths.iter().zip(fields).map(|(strength, &field)| strength / totals[field as usize]).gathered()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows, Set};
    use crate::model::{
        fit, Model, Position, Quantity, Specification, SpreadModel, StrengthModel, ThresholdModel,
    };
    use crate::outcome::Outcome;
    use crate::progress::unwatched;
    use crate::random::Random;

    /// Votes of three judges on items 0 to 4, and as many on 5 to 7, which nobody compares with those; item 8 is alone.
    fn apart() -> Set {
        let mut random = Random::new(5, 0);
        let (mut columns, mut score) = (vec![Vec::new(); 3], Vec::new());
        for at in 0..1800u32 {
            let (first, count) = if at % 2 == 0 { (0, 5) } else { (5, 3) };
            let left = random.below(count) as u32;
            let right = (left + 1 + random.below(count - 1) as u32) % count as u32;
            let ahead = 0.3 * (f64::from(right) - f64::from(left)) + 2.0 * random.uniform() - 1.0;
            score.push(if ahead.abs() < 0.3 { 0.5 } else { f64::from(u8::from(ahead > 0.0)) });
            columns.iter_mut().zip([first + left, first + right, at / 2 % 3]).for_each(|(c, id)| c.push(id));
        }
        const NAMES: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
        let mut set = Set::new();
        set.intern(crate::comparisons::Kind::Item, &NAMES).unwrap();
        let named = |ids: &[u32]| ids.iter().map(|&id| NAMES[id as usize]).collect::<Vec<_>>();
        let (left, right) = (named(&columns[0]), named(&columns[1]));
        let rows = Rows {
            length: score.len(),
            left: Key { values: Column::Text(&left), base: 0 },
            right: Key { values: Column::Text(&right), base: 0 },
            judge: Key { values: Column::U32(&columns[2]), base: 0 },
            score: Column::F64(&score),
            ..Rows::default()
        };
        set.append(&rows).unwrap();
        set
    }

    /// Win rates by the predictions of all pairs, one by one.
    fn one_by_one(model: &Model, view: &View) -> Vec<f64> {
        let point = model.point();
        let alike = |i: usize, j: usize| i != j && model.components[i] == model.components[j];
        let items = model.layout.items;
        (0..items)
            .map(|left| {
                let others: Vec<usize> = (0..items).filter(|&right| alike(left, right)).collect();
                let score = |&right: &usize| {
                    let predicted = point.predict_neutral(left, right, view.scale).unwrap();
                    model.outcome().expected_score(predicted.at()).0
                };
                others.iter().map(score).sum::<f64>() / others.len() as f64
            })
            .collect()
    }

    #[test]
    fn values_are_those_of_all_pairs_and_of_the_readout() {
        let base = || Specification { accept: Problems::ANY, ..Specification::default() };
        let davidson = || Specification { outcome: Outcome::Davidson, ..base() };
        for specification in [
            base(),
            Specification { position: Position::Shared, threshold_by_judge: true, ..davidson() },
            Specification { threshold: ThresholdModel::ADDITIVE.with_ridge(1.0), ..davidson() },
            Specification { outcome: Outcome::RaoKupper, strength: StrengthModel::SENSITIVITY, ..base() },
            // A penalty connects all items, which a spread asks for.
            Specification { spread: Some(SpreadModel { factors: 1, ridge: 1.0 }), ridge: 0.1, ..base() },
        ] {
            let model = fit(&apart(), &specification, &mut unwatched()).unwrap();
            let view = View::default();
            let found = model.point().values(Quantity::WinRates, &view).unwrap();
            for (at, (rate, expected)) in found.iter().zip(one_by_one(&model, &view)).enumerate() {
                let same = (rate - expected).abs() < 1e-14 || rate.is_nan() && expected.is_nan();
                assert!(same, "{specification:?}: item {at} has {rate}, not {expected}");
            }
            let is_apart = model.facts.problems.contains(Problems::DISCONNECTED);
            assert_eq!(is_apart, specification.spread.is_none());
            let field = if is_apart { 5 } else { 9 };
            assert_eq!(found[8].is_nan(), is_apart);
            assert!((found[..field].iter().sum::<f64>() - 0.5 * field as f64).abs() < 1e-12);
            for quantity in [Quantity::WinRates, Quantity::Shares, Quantity::Scores] {
                if model.shape(quantity).is_err() {
                    continue;
                }
                let (values, readout) =
                    (model.point().values(quantity, &view), model.point().readout(quantity, &view));
                let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&values.unwrap()), bits(&readout.unwrap().estimates), "{quantity:?}");
            }
        }
    }

    /// The shares of those who may be compared sum to one, and are those of Bradley and Terry.
    #[test]
    fn shares_are_of_a_field() {
        let specification = Specification { accept: Problems::ANY, ..Specification::default() };
        let model = fit(&apart(), &specification, &mut unwatched()).unwrap();
        let shares = model.point().values(Quantity::Shares, &View::default()).unwrap();
        let scores = model.point().values(Quantity::Scores, &View::default()).unwrap();
        assert!((shares[..5].iter().sum::<f64>() - 1.0).abs() < 1e-14 && shares[8] == 1.0);
        assert!((shares[5..8].iter().sum::<f64>() - 1.0).abs() < 1e-14);
        assert!((shares[1] / shares[3] - (scores[1] - scores[3]).exp()).abs() < 1e-12);
    }
}
