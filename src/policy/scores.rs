//! The information of labels about nonparametric scores, from probabilities in memory.

use super::{d_optimal, Budget, DOptimal, Information};
use crate::error::{Error, Result};
use crate::gars::{Evaluator, GarsSpecification, Judged, Pairs, StridedMatrix};
use crate::progress::Watch;
use crate::room::{reserve, Gather as _};

/// The information of labels about one functional: pairs are items x items.
#[derive(Debug)]
pub struct ScoreInformation<'a> {
    evaluator: Evaluator,
    mu: &'a [f64],
    items: usize,
    categories: usize,
    /// Its place in the specification, and where its values are among all.
    functional: usize,
    values: std::ops::Range<usize>,
}

impl<'a> ScoreInformation<'a> {
    /// Of a functional at contexts x items x items x categories probabilities.
    pub fn new(
        specification: &GarsSpecification,
        functional: usize,
        mu: &'a [f64],
    ) -> Result<ScoreInformation<'a>> {
        let (items, categories) = (specification.items, specification.categories);
        let offsets = specification.offsets();
        let Some(values) = offsets.get(functional + 1).map(|end| offsets[functional]..*end) else {
            let count = specification.functionals.len();
            return Err(Error::Argument(format!("functional is {functional}; there are {count}")));
        };
        let evaluator = Evaluator::new(specification)?;
        let row = items * items * categories;
        if mu.is_empty() || mu.len() % row != 0 {
            let given = mu.len();
            return Err(Error::Size(format!("mu: {given} numbers are no contexts of {row}")));
        }
        Ok(ScoreInformation { evaluator, mu, items, categories, functional, values })
    }

    fn visit(&mut self, context: usize) -> Result<()> {
        let row = self.items * self.items * self.categories;
        let own = &self.mu[context * row..(context + 1) * row];
        let mu = StridedMatrix::dense(own, self.items, self.categories);
        self.evaluator.visit(&Judged { mu, judge: None, propensities: None }).map_err(|error| match error {
            Error::Data { row: None, message } => Error::row(context, message),
            other => other,
        })
    }

    /// Cov F(mu(X)) over the contexts, with divisor n.
    pub fn fixed(&mut self) -> Result<Vec<f64>> {
        let (n, d) = (self.contexts(), self.dimension());
        let mut values = reserve(n * d)?;
        for (context, own) in values.chunks_mut(d).enumerate() {
            self.visit(context)?;
            own.copy_from_slice(&self.evaluator.values()[self.values.clone()]);
        }
        let mean: Vec<f64> =
            (0..d).map(|k| values.iter().skip(k).step_by(d).map(|x| x / n as f64).sum()).gathered();
        let mut covariance = reserve(d * d)?;
        for own in values.chunks(d) {
            for (at, slot) in covariance.iter_mut().enumerate() {
                let (i, j) = (at / d, at % d);
                *slot += (own[i] - mean[i]) * (own[j] - mean[j]) / n as f64;
            }
        }
        Ok(covariance)
    }
}

impl Information for ScoreInformation<'_> {
    fn contexts(&self) -> usize {
        self.mu.len() / (self.items * self.items * self.categories)
    }

    fn pairs(&self) -> usize {
        self.items * self.items
    }

    fn dimension(&self) -> usize {
        self.values.len()
    }

    fn weights(&mut self, context: usize, q: &[f64], out: &mut [f64]) -> Result<()> {
        self.visit(context)?;
        self.evaluator.weights(self.functional, Some(q), out)
    }

    fn add(&mut self, context: usize, factors: &[f64], sum: &mut [f64]) -> Result<()> {
        self.visit(context)?;
        self.evaluator.add_label_covariance(self.functional, factors, sum)
    }
}

/// The D-optimal policy for a functional, in items x items pairs. Pairs of an item with itself are not on
/// offer, nor the lower half where pairs are unordered, whatever they cost.
pub fn d_optimal_of_scores(
    specification: &GarsSpecification,
    functional: usize,
    mu: &[f64],
    costs: Option<&[f64]>,
    budget: Budget,
    threads: usize,
    watch: Watch<'_>,
) -> Result<DOptimal> {
    let mut information = ScoreInformation::new(specification, functional, mu)?;
    let k = specification.items;
    if costs.is_some_and(|costs| costs.len() != k * k) {
        return Err(Error::Size(format!("costs: they must be {k} x {k}")));
    }
    let ordered = specification.pairs != Pairs::Unordered;
    let offered: Vec<f64> = (0..k * k)
        .map(|at| {
            let (j, i) = (at / k, at % k);
            let asked = j < i || (ordered && j != i);
            if asked {
                costs.map_or(1.0, |costs| costs[at])
            } else {
                0.0
            }
        })
        .gathered();
    let constant = match specification.sums_to_a_constant(&specification.functionals[functional]) {
        true => vec![1.0; information.dimension()],
        false => Vec::new(),
    };
    let fixed = information.fixed()?;
    d_optimal(&mut information, &fixed, &constant, Some(&offered), budget, threads, watch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gars::Functional;
    use crate::progress::unwatched;

    /// Both orders are on offer where the order counts, whether or not it has been checked that both occur.
    #[test]
    fn orders_are_on_offer_where_they_count() {
        let mut specification = GarsSpecification::new(3, 2, vec![Functional::Borda]).unwrap();
        let mu = [0.5, 0.5, 0.7, 0.3, 0.6, 0.4, 0.2, 0.8, 0.5, 0.5, 0.9, 0.1, 0.3, 0.7, 0.4, 0.6, 0.5, 0.5];
        let mut found = |pairs| {
            specification.pairs = pairs;
            let budget = Budget { floor: 0.05, spend: 1.0 };
            d_optimal_of_scores(&specification, 0, &mu, None, budget, 1, &mut unwatched()).unwrap().pi
        };
        let ordered = found(Pairs::Ordered);
        assert!(ordered[3] >= 0.05 && ordered[1] >= 0.05 && ordered[4] == 0.0);
        assert_eq!(found(Pairs::OrderedUnchecked), ordered);
        assert!(found(Pairs::Unordered)[3] == 0.0);
    }
}
