//! Functionals as sums over pairs of increasing functions of one mean score each.

use crate::error::{Error, Result};
use crate::gars::functional::mirrored;
use crate::gars::specification::{Functional, GarsSpecification};
use crate::room::{Duplicate as _, Gather as _};

/// A functional whose bounds are taken pair by pair.
pub(super) struct Form {
    weights: [Vec<f64>; 2],
    kind: Kind,
    items: usize,
}

enum Kind {
    /// F_j = sum_k share(j, k) ssym_jk; an item compared with nobody has 1/2.
    Field { weights: Vec<f64>, scales: Vec<f64> },
    /// F_j = (1 / K) sum_k (logit s1_jk - logit s1_kj) / 2.
    BradleyTerry,
    /// F_m = sum_{j<k} (delta_jk(m) - 1/2) (ssym_jk - ssym_kj), by the place of every item in every ranking.
    Kemeny(Vec<Vec<usize>>),
}

impl Form {
    /// Refuses functionals whose bounds are not known to be sharp.
    pub(super) fn of(specification: &GarsSpecification, functional: usize) -> Result<Form> {
        let items = specification.items;
        let field = |weights: Vec<f64>| {
            let total: f64 = weights.iter().sum();
            let scale = |own: &f64| if total - own > 0.0 { 1.0 / (total - own) } else { 0.0 };
            Kind::Field { scales: weights.iter().map(scale).gathered(), weights }
        };
        let kind = match &specification.functionals[functional] {
            Functional::Borda => field(vec![1.0; items]),
            Functional::Field(weights) => field(weights.duplicate()),
            Functional::Against(baseline) => {
                let mut weights = vec![0.0; items];
                weights[*baseline] = 1.0;
                field(weights)
            }
            Functional::BradleyTerry(_) if specification.is_complementary() => Kind::BradleyTerry,
            Functional::BradleyTerry(_) => {
                return Err(Error::Unsupported(
                    "functional: the bounds of bradley_terry are sharp where the two weights of every category sum to \
                     one; use borda, or weights that do"
                        .into(),
                ))
            }
            Functional::Kemeny(crate::gars::KemenyForm::Centred, rankings) => {
                let places = |ranking: &Vec<u32>| {
                    let mut places = vec![0; items];
                    ranking.iter().enumerate().for_each(|(place, item)| places[*item as usize] = place);
                    places
                };
                Kind::Kemeny(rankings.iter().map(places).gathered())
            }
            _ => {
                return Err(Error::Unsupported(
                    "functional: the bounds of this score are not known to be sharp; use borda or bradley_terry".into(),
                ))
            }
        };
        let weights = [specification.first.duplicate(), specification.second.duplicate()];
        Ok(Form { weights, kind, items })
    }

    /// The part of a value, or of one less another, that no pair adds.
    pub(super) fn constant(&self, [a, b]: [Option<usize>; 2]) -> f64 {
        let own = |value: Option<usize>| match (&self.kind, value) {
            (Kind::Field { scales, .. }, Some(item)) if scales[item] == 0.0 => 0.5,
            _ => 0.0,
        };
        own(a) - own(b)
    }

    /// How much of an item is in a value, or in one less another.
    fn share([a, b]: [Option<usize>; 2], item: usize) -> f64 {
        f64::from(u8::from(a == Some(item))) - f64::from(u8::from(b == Some(item)))
    }

    /// The weights of the categories of a pair, of which the mean goes into the sum after [`Form::outer`], times the
    /// number that is returned; none where the pair says nothing.
    pub(super) fn load(
        &self,
        of: [Option<usize>; 2],
        [j, k]: [usize; 2],
        folded: bool,
        load: &mut [f64],
    ) -> Option<f64> {
        let [w1, w2] = &self.weights;
        if let Kind::BradleyTerry = self.kind {
            let edge = (Form::share(of, j) - Form::share(of, k)) / (2.0 * self.items as f64);
            load.copy_from_slice(w1);
            // The other order says the same once more.
            return (edge != 0.0).then_some(if folded { 2.0 * edge } else { edge });
        }
        let [first, second] = match &self.kind {
            Kind::Kemeny(places) => {
                let side = |value: Option<usize>| {
                    value.map_or(0.0, |m| if places[m][j] < places[m][k] { 0.25 } else { -0.25 })
                };
                let own = side(of[0]) - side(of[1]);
                [own, -own]
            }
            Kind::Field { weights, scales } => {
                let own = |j: usize, k: usize| 0.5 * Form::share(of, j) * weights[k] * scales[j];
                [own(j, k), own(k, j)]
            }
            Kind::BradleyTerry => [0.0; 2],
        };
        for (category, load) in load.iter_mut().enumerate() {
            *load = first * w1[category] + second * w2[category];
            if folded {
                let image = mirrored(category);
                *load += first * w2[image] + second * w1[image];
            }
        }
        (first != 0.0 || second != 0.0).then_some(1.0)
    }

    /// The function of a pair's mean score that is summed, and its derivative.
    pub(super) fn outer(&self, score: f64) -> (f64, f64) {
        match self.kind {
            Kind::BradleyTerry => ((score / (1.0 - score)).ln(), 1.0 / (score * (1.0 - score))),
            _ => (score, 1.0),
        }
    }
}
