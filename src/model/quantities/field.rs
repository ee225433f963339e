//! Read-outs of an item against the field: win rates, and shares on the scale of Bradley and Terry.

use super::jacobian::Jacobian;
use super::point::Point;
use super::readout::{Gauge, Readout, View};
use crate::error::Result;
use crate::interrupt::spend;
use crate::model::specification::Problems;
use crate::room::with_room;

/// The work of a prediction and its derivatives, in steps of about a nanosecond.
const PREDICTION: usize = 200;

impl Point<'_> {
    /// Mean expected score against every other item, by a judge of sensitivity one (on the scale of
    /// the view), positions left out. The field of a disconnected item is its component.
    pub(super) fn read_win_rates(&self, view: &View) -> Result<Readout> {
        let items = self.model.frame.items;
        let mut jacobian = Jacobian::new(self.model.frame.dimension);
        let mut estimates = with_room(items);
        let mut row = vec![0.0; self.model.frame.dimension];
        let fields = self.fields();
        for left in 0..items {
            row.fill(0.0);
            let field: Vec<usize> =
                (0..items).filter(|&right| right != left && fields[right] == fields[left]).collect();
            spend(PREDICTION * items);
            let share = 1.0 / field.len() as f64;
            let mut sum = 0.0;
            for &right in &field {
                let predicted = self.predict_neutral(left, right, view.scale)?;
                let (score, slopes) = self.model.law().expected_score(predicted.at());
                sum += score;
                predicted.along(slopes.map(|slope| share * slope), |at, d| row[at as usize] += d);
            }
            // Without a field there is nothing to win against.
            estimates.push(if field.is_empty() { f64::NAN } else { share * sum });
            for (at, &value) in row.iter().enumerate() {
                self.push_free(&mut jacobian, at, value);
            }
            jacobian.end_row();
        }
        Ok(Readout { estimates, jacobian })
    }

    /// exp(s_i) / sum of exp(s_j) over the field of the item, s on the scale of the view.
    pub(super) fn read_shares(&self, view: &View) -> Result<Readout> {
        let plain = View { gauge: Gauge::Sum, unit: 1.0, origin: 0.0, ..view.clone() };
        let scores = self.read_scores(&plain)?;
        let (items, p) = (self.model.frame.items, self.model.frame.dimension);
        let fields = self.fields();
        let mut jacobian = Jacobian::new(p);
        let mut estimates = vec![0.0; items];
        let mut weights = vec![0.0; items];
        for item in 0..items {
            spend(40 * items);
            let inside = |other: usize| fields[other] == fields[item];
            let largest = (0..items).filter(|&j| inside(j)).fold(f64::MIN, |m, j| m.max(scores.estimates[j]));
            let worth = |j: usize| if inside(j) { (scores.estimates[j] - largest).exp() } else { 0.0 };
            let total: f64 = (0..items).map(worth).sum();
            estimates[item] = worth(item) / total;
            // d share_i = share_i (d s_i - sum_j share_j d s_j).
            for (j, weight) in weights.iter_mut().enumerate() {
                let own = if j == item { 1.0 } else { 0.0 };
                *weight = estimates[item] * (own - worth(j) / total);
            }
            scores.jacobian.contrast(&weights, &mut jacobian);
        }
        Ok(Readout { estimates, jacobian })
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
