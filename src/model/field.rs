//! Read-outs of an item against the field: win rates, and shares on the scale of Bradley and Terry.

use super::jacobian::Jacobian;
use super::point::Point;
use super::predict::Predicted;
use super::readout::{Gauge, Readout, View};
use super::trouble::Problems;
use crate::error::Result;
use crate::interrupt::spend;
use crate::room::{with_room, Gather as _};

/// The work of a prediction and its derivatives, in steps of about a nanosecond.
const PREDICTION: usize = 200;

/// The work of the law for a pair, in steps of about a nanosecond.
const PAIR: usize = 40;

impl Point<'_> {
    /// Mean expected score against every other item, by a judge of sensitivity one (on the scale of
    /// the view), positions left out. The field of a disconnected item is its component.
    pub(super) fn read_win_rates(&self, view: &View) -> Result<Readout> {
        let items = self.model.frame.items;
        let mut jacobian = Jacobian::new(self.model.frame.dimension);
        let mut row = vec![0.0; self.model.frame.dimension];
        let fields = self.fields();
        for left in 0..items {
            row.fill(0.0);
            let field: Vec<usize> =
                (0..items).filter(|&right| right != left && fields[right] == fields[left]).collect();
            spend(PREDICTION * items);
            let share = 1.0 / field.len() as f64;
            for &right in &field {
                let predicted = self.predict_neutral(left, right, view.scale)?;
                let (_, slopes) = self.model.law().expected_score(predicted.at());
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
        let items = self.model.frame.items;
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
        let law = self.model.law();
        let mut rates = vec![0.0; items];
        let mut scratch = Predicted::default();
        for left in 0..items {
            spend(PAIR * (items - left));
            for right in left + 1..items {
                if fields[right] != fields[left] {
                    continue;
                }
                let at = self.neutral_at(left, right, above[left] - above[right], &mut scratch)?;
                let p = law.probabilities(at);
                let shared = 0.5 * (p[2] + p[3]);
                rates[left] += p[0] + shared;
                rates[right] += p[1] + shared;
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
        let (items, p) = (self.model.frame.items, self.model.frame.dimension);
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
                let worth = if fields[j] == fields[item] { estimates[j] } else { 0.0 };
                *weight = estimates[item] * (own - worth);
            }
            scores.jacobian.contrast(&weights, &mut jacobian);
        }
        Ok(Readout { estimates, jacobian })
    }

    /// The shares without derivatives.
    pub(super) fn shares(&self, view: &View) -> Result<Vec<f64>> {
        Ok(of_fields(&self.plain_scores(view)?.estimates, &self.fields()))
    }

    /// Scores on the scale of the view, with its gauge and unit left out.
    fn plain_scores(&self, view: &View) -> Result<Readout> {
        self.read_scores(&View { gauge: Gauge::Sum, unit: 1.0, origin: 0.0, ..view.clone() })
    }

    /// Items that may be compared with each other: all, or those of a component.
    fn fields(&self) -> Vec<u32> {
        if self.model.facts.problems.contains(Problems::DISCONNECTED) {
            self.model.components.clone()
        } else {
            vec![0; self.model.frame.items]
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
    let mut worths = with_room(scores.len());
    for (&score, &field) in scores.iter().zip(fields) {
        let worth = (score - largest[field as usize]).exp();
        totals[field as usize] += worth;
        worths.push(worth);
    }
    worths.iter().zip(fields).map(|(worth, &field)| worth / totals[field as usize]).gathered()
}
