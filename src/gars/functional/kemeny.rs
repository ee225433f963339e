//! Values of given rankings: F_m = sum_{j<k} (delta_jk(m) - 1/2) (ssym_jk - ssym_kj), delta_jk(m) = 1 if
//! ranking m has j ahead of k; J_jk = (delta_jk - 1/2) (w1 - w2)' / 2. The expected number of agreements
//! is F_m + sum_{j<k} (ssym_jk + ssym_kj) / 2. As printed, with 2 ssym_jk for the difference, there is an
//! offset that depends on the numbering of items.

use super::Score;
use crate::error::Result;
use crate::gars::pairs::{lanes, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::KemenyForm;
use crate::room::Gather as _;

pub(super) struct Kemeny {
    form: KemenyForm,
    /// The place of every item in every ranking.
    places: Vec<Vec<usize>>,
}

impl Kemeny {
    pub(super) fn new(form: KemenyForm, rankings: &[Vec<u32>], items: usize) -> Kemeny {
        let places = |ranking: &Vec<u32>| {
            let mut places = vec![0; items];
            ranking.iter().enumerate().for_each(|(place, &item)| places[item as usize] = place);
            places
        };
        Kemeny { form, places: rankings.iter().map(places).gathered() }
    }

    /// delta - 1/2 of one ranking.
    fn side(places: &[usize], low: usize, high: usize) -> f64 {
        if places[low] < places[high] {
            0.5
        } else {
            -0.5
        }
    }
}

impl Score for Kemeny {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let n = at.items;
        for (out, places) in out.iter_mut().zip(&self.places) {
            *out = [0.0; LANES];
            for j in 0..n {
                for k in j + 1..n {
                    let (own, other) = (&at.ssym[j * n + k], &at.ssym[k * n + j]);
                    let side = Kemeny::side(places, j, k);
                    *out = match self.form {
                        KemenyForm::Centred => lanes(|lane| out[lane] + side * (own[lane] - other[lane])),
                        KemenyForm::Paper => lanes(|lane| out[lane] + side * 2.0 * own[lane]),
                    };
                }
            }
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        let sign = if j < k { 0.5 } else { -0.5 };
        for (category, load) in first.iter_mut().enumerate() {
            let [w1, w2] = [at.weights[0][category], at.weights[1][category]];
            *load = match self.form {
                KemenyForm::Centred => [sign * (w1 - w2); LANES],
                KemenyForm::Paper if j < k => [w1; LANES],
                KemenyForm::Paper => [w2; LANES],
            };
        }
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        for (sum, places) in sum.iter_mut().zip(&self.places) {
            sum[lane] += amounts[0] * Kemeny::side(places, low, high);
        }
    }

    fn gram(&self, _: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let d = self.places.len();
        let Some(q) = q else { return [[0.25 * d as f64; LANES], [0.0; LANES], [0.0; LANES]] };
        let mut sum = 0.0;
        for (row, a) in q.chunks_exact(d).zip(&self.places) {
            let along: f64 = row.iter().zip(&self.places).map(|(q, b)| q * Kemeny::side(b, low, high)).sum();
            sum += Kemeny::side(a, low, high) * along;
        }
        [[sum; LANES], [0.0; LANES], [0.0; LANES]]
    }
}
