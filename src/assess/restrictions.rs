//! The restrictions of a smaller model on the parameters of a larger one: linear restrictions of its read-outs.

use crate::error::{Error, Result};
use crate::inference::{covariance_of_readout, Options};
use crate::linalg::Factor;
use crate::model::{Jacobian, Model, Problems, Quantity, Readout, Specification, View};
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::threshold::Form;

/// Functions of the parameters of the larger model that are zero under the smaller one.
pub(super) struct Restrictions {
    /// Their values.
    values: Vec<f64>,
    /// Their derivatives.
    pub(super) jacobian: Jacobian,
}

/// The restrictions that make `full` into `null`, by their choices.
pub(super) fn restrictions(null: &Model, full: &Model) -> Result<Restrictions> {
    let mut all = Restrictions { values: Vec::new(), jacobian: Jacobian::new(full.theta.len()) };
    let (a, b) = (&null.specification, &full.specification);
    let forms = |s: &Specification| (s.threshold.form(), s.threshold.factors(), s.spread_factors());
    if !a.strength.is_by_judge() && b.strength.is_by_judge() {
        let kept = judges(full, |k| {
            let at = full.layout.sensitivity(k);
            !full.objective.fixed[at] && !full.judge_problems[k].contains(Problems::BOUNDARY)
        });
        all.add_equal(full, Quantity::Sensitivities, &kept)?;
    }
    if forms(a) != forms(b) && (a.threshold.form(), b.threshold.form()) != (Form::Single, Form::Additive) {
        return Err(Error::Unsupported(
            "threshold, spread: this hypothesis has the likelihood-ratio test only".into(),
        ));
    }
    let free = |at: usize| !full.objective.fixed[at];
    for part in full.layout.terms.iter() {
        all.add_parameters(full, &part.freed(&null.layout.terms, &free))?;
    }
    all.add(full, Quantity::Scores, &freed_scores(null, full))?;
    if all.values.is_empty() {
        return Err(Error::Unsupported(
            "null and full have the same free parameters: there is no hypothesis to test".into(),
        ));
    }
    Ok(all)
}

/// A value, less another if there is one, has a target.
pub(super) type Row = (usize, Option<usize>, f64);

/// Scores that null holds and full leaves free. Where full holds none of a component, scores there have
/// no zero, and their differences are what null holds.
pub(super) fn freed_scores(null: &Model, full: &Model) -> Vec<Row> {
    let held = &null.specification.fixed_scores;
    let anchored = |item: usize| full.specification.fixed_scores.get(item).is_some_and(|s| !s.is_nan());
    let components = full.components.iter().max().map_or(0, |c| *c as usize + 1);
    let mut base: Vec<Option<usize>> = vec![None; components];
    let mut zero = vec![false; components];
    (0..full.components.len())
        .filter(|&i| anchored(i))
        .for_each(|i| zero[full.components[i] as usize] = true);
    let mut rows = Vec::new();
    for item in (0..held.len()).filter(|&i| !held[i].is_nan() && !anchored(i)) {
        let component = full.components[item] as usize;
        match base[component] {
            _ if zero[component] => rows.put((item, None, held[item])),
            Some(first) => rows.put((item, Some(first), held[item] - held[first])),
            None => base[component] = Some(item),
        }
    }
    rows
}

fn judges(full: &Model, keep: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..full.layout.judges).filter(|&k| keep(k)).gathered()
}

impl Restrictions {
    /// These values are equal.
    fn add_equal(&mut self, full: &Model, quantity: Quantity, which: &[usize]) -> Result<()> {
        let Some((&first, rest)) = which.split_first() else { return Ok(()) };
        let rows: Vec<_> = rest.iter().map(|&at| (at, Some(first), 0.0)).gathered();
        self.add(full, quantity, &rows)
    }

    /// These parameters are zero, or equal to others.
    fn add_parameters(&mut self, full: &Model, rows: &[(usize, Option<usize>)]) -> Result<()> {
        let read = |at: usize| full.layout.read_as(at);
        for run in rows.chunk_by(|a, b| read(a.0).0 == read(b.0).0) {
            let (quantity, _) = read(run[0].0);
            let place = |at: usize| read(at).1;
            let rows: Vec<_> = run.iter().map(|&(at, less)| (place(at), less.map(place), 0.0)).gathered();
            self.add(full, quantity, &rows)?;
        }
        Ok(())
    }

    fn add(&mut self, full: &Model, quantity: Quantity, rows: &[Row]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        // A difference may be identified where single values are not.
        let readout = full.point().readout(quantity, &View::default())?;
        let mut dense = vec![0.0; full.theta.len()];
        let mut other = vec![0.0; full.theta.len()];
        for &(at, less, target) in rows {
            readout.jacobian.dense_row(at, &mut dense);
            let mut value = readout.estimates[at] - target;
            if let Some(less) = less {
                readout.jacobian.dense_row(less, &mut other);
                dense.iter_mut().zip(&other).for_each(|(d, o)| *d -= o);
                value -= readout.estimates[less];
            }
            self.values.put(value);
            dense.iter().enumerate().for_each(|(k, &d)| self.jacobian.push(k, d));
            self.jacobian.end_row();
        }
        Ok(())
    }

    /// (R theta)' (R V R')^-1 (R theta) (Wald 1943), and the number of restrictions.
    pub(super) fn wald(self, full: &Model, options: &Options) -> Result<(f64, usize)> {
        let mut readout = Readout { estimates: self.values, jacobian: self.jacobian };
        full.hide_arbitrary(&mut readout);
        let n = readout.estimates.len();
        let covariance = covariance_of_readout(full, &readout.jacobian, options, n <= 64)?;
        let known = |k: usize| readout.estimates[k].is_finite() && covariance[k * n + k].is_finite();
        if let Some(at) = (0..n).find(|&k| !known(k)) {
            return Err(Error::NotIdentified(format!(
                "restriction {at} of {n}, counted from 0, concerns a parameter of full that the data do not determine"
            )));
        }
        Ok((quadratic(&readout.estimates, &covariance)?, n))
    }
}

/// r' C^-1 r, C on the scale of correlations, so that units do not matter to the factor.
pub(super) fn quadratic(values: &[f64], covariance: &[f64]) -> Result<f64> {
    let n = values.len();
    let scale: Vec<f64> = (0..n).map(|k| covariance[k * n + k].sqrt()).gathered();
    let correlation: Vec<f64> = (0..n * n).map(|k| covariance[k] / (scale[k / n] * scale[k % n])).gathered();
    let standard: Vec<f64> = values.iter().zip(&scale).map(|(e, s)| e / s).gathered();
    let mut solved = standard.duplicate();
    factored(&correlation, n)?.solve(&mut solved);
    Ok(crate::vectors::dot(&standard, &solved))
}

/// The factor of a covariance of restrictions.
fn factored(covariance: &[f64], n: usize) -> Result<Factor> {
    let mut factor = Factor::new(n)?;
    room::copy(covariance, factor.matrix());
    if !factor.factor() {
        return Err(Error::Numeric(format!(
            "the covariance of the {n} restrictions is singular (fewer clusters than restrictions, for instance)"
        )));
    }
    Ok(factor)
}

/// The mean eigenvalue of A^-1 B.
pub(super) fn mean_eigenvalue(a: &[f64], b: &[f64], n: usize) -> Result<f64> {
    let mut factor = factored(a, n)?;
    let mut trace = 0.0;
    for column in 0..n {
        let mut solved = b[column * n..(column + 1) * n].duplicate();
        factor.solve(&mut solved);
        trace += solved[column];
    }
    if trace > 0.0 && trace.is_finite() {
        Ok(trace / n as f64)
    } else {
        Err(Error::NotIdentified("the restrictions concern parameters that the data do not determine".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::mean_eigenvalue;

    #[test]
    fn mean_eigenvalue_by_hand() {
        // A^-1 B = [[1, .5], [.25, 2]] has trace 3.
        let a = [2.0, 0.0, 0.0, 4.0];
        let b = [2.0, 1.0, 1.0, 8.0];
        assert!((mean_eigenvalue(&a, &b, 2).unwrap() - 1.5).abs() < 1e-15);
        assert!(mean_eigenvalue(&[1.0, 1.0, 1.0, 1.0], &b, 2).is_err());
        assert!(mean_eigenvalue(&a, &[f64::NAN; 4], 2).is_err());
    }
}
