//! Read-outs of thresholds: those of ties in canonical form (factors with Phi'G symmetric, offsets of
//! judges with mean zero), and those of both bad.

use super::jacobian::Jacobian;
use super::point::Point;
use super::readout::Readout;
use crate::error::Result;
use crate::outcome::{BAD, TIE};
use crate::room::{with_room, Duplicate as _, Gather as _, Put as _};
use crate::terms::Entries;
use crate::threshold::{Form, Threshold};

impl Point<'_> {
    /// The thresholds: of a single one those of every judge, else the parameters of the items; or, asked for
    /// `offsets`, those of the judges.
    pub(super) fn read_thresholds(&self, offsets: bool) -> Readout {
        let layout = &self.model.layout;
        let mut readout = Readout { estimates: Vec::new(), jacobian: Jacobian::new(layout.dimension) };
        match layout.terms.threshold(TIE) {
            Some(threshold) if offsets => self.read_offsets(threshold, &mut readout),
            Some(threshold) if threshold.form == Form::Single => self.read_single(threshold, &mut readout),
            Some(threshold) => self.read_items(threshold, &mut readout),
            None => {}
        }
        readout
    }

    fn push(&self, entries: &[(u32, f64)], readout: &mut Readout) {
        readout.estimates.put(entries.iter().map(|&(at, w)| w * self.theta[at as usize]).sum());
        entries.iter().for_each(|&(at, w)| self.push_free(&mut readout.jacobian, at as usize, w));
        readout.jacobian.end_row();
    }

    fn push_value(&self, value: f64, readout: &mut Readout) {
        readout.estimates.put(value);
        readout.jacobian.end_row();
    }

    fn read_single(&self, threshold: &Threshold, readout: &mut Readout) {
        for judge in 0..self.model.layout.threshold_judges() {
            let pinned = self.model.layout.terms.pinned(TIE)[judge];
            if !pinned.is_nan() {
                self.push_value(pinned, readout);
            } else if threshold.offsets.is_some_and(|first| self.fixed[first + judge]) {
                self.push_value(f64::NAN, readout);
            } else {
                let own = threshold.offsets.map(|first| ((first + judge) as u32, 1.0));
                let entries: Entries = [(threshold.first as u32, 1.0)].into_iter().chain(own).gathered();
                self.push(&entries, readout);
            }
        }
    }

    /// The mean offset of the judges who have one, if it can be had by the items too.
    fn mean_offset(&self, threshold: &Threshold) -> Entries {
        let (Some(first), Some(_)) = (threshold.offsets, threshold.constant()) else { return Vec::new() };
        let free: Vec<usize> =
            (first..first + self.model.layout.judges).filter(|&k| !self.fixed[k]).gathered();
        free.iter().map(|&k| (k as u32, 1.0 / free.len() as f64)).gathered()
    }

    fn read_offsets(&self, threshold: &Threshold, readout: &mut Readout) {
        let Some(first) = threshold.offsets else { return };
        let mean = self.mean_offset(threshold);
        for judge in 0..self.model.layout.judges {
            let pinned = self.model.layout.terms.pinned(TIE)[judge];
            if !pinned.is_nan() || self.fixed[first + judge] {
                // A judge who never ties, or only ties, has an offset at the end of its range.
                self.push_value(if pinned > 0.0 { f64::INFINITY } else { f64::NAN }, readout);
                continue;
            }
            let less = mean.iter().map(|&(at, w)| (at, -w));
            let entries: Entries = [((first + judge) as u32, 1.0)].into_iter().chain(less).gathered();
            self.push(&entries, readout);
        }
    }

    fn read_items(&self, threshold: &Threshold, readout: &mut Readout) {
        let layout = &self.model.layout;
        let floor = layout.terms.cuts[TIE].as_ref().map_or(f64::NAN, |tie| tie.floor);
        let mean = self.mean_offset(threshold);
        let constant = threshold.constant().unwrap_or_default();
        // The change of every parameter with a unit of the mean offset.
        let mut share = vec![0.0; layout.dimension];
        constant.iter().for_each(|&(at, w)| share[at as usize] = w);
        let mut turned = self.theta.duplicate();
        let turns = !layout.ties_penalised && threshold.form == Form::Factored;
        if turns {
            threshold.symmetrise(&mut turned);
        }
        let offset: f64 = mean.iter().map(|&(at, w)| w * self.theta[at as usize]).sum();
        let untied = |item: usize| layout.terms.never(TIE).get(item).copied().unwrap_or(false);
        let pinned = threshold.offsets.is_none() && !layout.terms.pinned(TIE)[0].is_nan();
        let mut added = Vec::new();
        for item in 0..threshold.items {
            for at in threshold.of_item(item) {
                if untied(item) || pinned {
                    self.push_value(floor, readout);
                    added.put(0.0);
                } else if self.fixed[at] {
                    self.push_value(f64::NAN, readout);
                    added.put(0.0);
                } else {
                    readout.estimates.put(turned[at] + offset * share[at]);
                    self.push_free(&mut readout.jacobian, at, 1.0);
                    readout.jacobian.end_row();
                    added.put(share[at]);
                }
            }
        }
        readout.jacobian.push_outer(added, self.free_entries(&mean));
        if turns {
            self.add_turns(threshold, readout);
        }
    }

    /// The derivative of - Phi (Phi'G - G'Phi) / 2, an outer product for every ordered pair of factors.
    fn add_turns(&self, threshold: &Threshold, readout: &mut Readout) {
        let k = threshold.factors;
        for a in 0..k {
            for b in 0..k {
                if a == b {
                    continue;
                }
                let mut left = vec![0.0; threshold.items * k];
                let mut right = with_room(2 * threshold.items);
                for item in 0..threshold.items {
                    let (start, w) = (threshold.of_item(item).start, threshold.weights(item));
                    left[item * k + b] = -0.5 * w[a];
                    right.push(((start + b) as u32, w[a]));
                    right.push(((start + a) as u32, -w[b]));
                }
                readout.jacobian.push_outer(left, self.free_entries(&right));
            }
        }
    }

    /// The thresholds of both bad: one number, or one of each item.
    pub(super) fn read_bad_thresholds(&self) -> Readout {
        let layout = &self.model.layout;
        let mut readout = Readout { estimates: Vec::new(), jacobian: Jacobian::new(layout.dimension) };
        let Some(bad) = layout.terms.threshold(BAD) else { return readout };
        for at in bad.first..bad.first + bad.len() {
            let never =
                layout.terms.is_pinned(BAD) || layout.terms.never(BAD).get(at - bad.first) == Some(&true);
            match never {
                true => self.push_value(f64::NEG_INFINITY, &mut readout),
                false if self.fixed[at] => self.push_value(f64::NAN, &mut readout),
                false => self.push(&[(at as u32, 1.0)], &mut readout),
            }
        }
        readout
    }

    /// Thresholds of all pairs on the scale of the outcome model, items x items; the diagonal is NaN. Judges with
    /// offsets of their own are averaged.
    pub(super) fn read_pair_thresholds(&self) -> Result<Readout> {
        let layout = &self.model.layout;
        let outcome = self.model.outcome();
        let mut readout = Readout { estimates: Vec::new(), jacobian: Jacobian::new(layout.dimension) };
        if layout.terms.cuts[TIE].is_none() {
            return Ok(readout);
        }
        for left in 0..layout.items {
            for right in 0..layout.items {
                if left == right {
                    self.push_value(f64::NAN, &mut readout);
                    continue;
                }
                let (e, along) = self.neutral_threshold(left, right)?;
                let slope = outcome.threshold_slope(e);
                readout.estimates.put(outcome.threshold(e));
                along
                    .iter()
                    .for_each(|&(at, w)| self.push_free(&mut readout.jacobian, at as usize, slope * w));
                readout.jacobian.end_row();
            }
        }
        Ok(readout)
    }
}
