//! The likelihood by its definition (DESIGN section 1): the parameters of a model, the predictor and the
//! thresholds of a comparison, the probabilities of its outcomes, the penalties. Nothing of the library's
//! mathematics is used; the order of the parameters is the documented one of `duel_model_given`.

use crate::case::{is_of_differences, is_of_two, is_probit, Case, Row};
use crate::jet::{Jet, MOST};
use duel::model::{BothBad, Position, Specification};
use duel::outcome::Outcome;
use duel::strength::StrengthKind;
use duel::threshold::{Basis, Form};
use std::ops::Range;

#[derive(Clone)]
pub struct Definition<'a> {
    pub case: &'a Case,
    pub items: usize,
    pub judges: usize,
    /// Items and the pseudo-item.
    pub everyone: usize,
    pub scores: usize,
    pub sensitivities: Option<usize>,
    /// First V and first U of every direction of disagreement.
    pub directions: Vec<(usize, usize)>,
    pub positions: Range<usize>,
    pub effects: Range<usize>,
    pub slopes: Range<usize>,
    /// Slopes that are held at zero.
    pub untold: Vec<usize>,
    pub spread: Option<usize>,
    pub thresholds: Range<usize>,
    pub offsets: Option<usize>,
    pub bad: Range<usize>,
    pub count: usize,
    /// Phi of a factored threshold.
    phi: Vec<Vec<f64>>,
    /// Judges whose comparisons never tie, or only tie; without offsets one entry for all.
    never_tie: Vec<bool>,
    only_tie: Vec<bool>,
    /// Items that never tied, of additive thresholds; that never were part of a bad pair.
    untied: Vec<bool>,
    unbad: Vec<bool>,
    /// Where no finite estimate exists: the face of the problem that the likelihood tends to.
    pub face: Option<Face>,
    /// Weight of the logarithm of linear thresholds of Rao and Kupper in the likelihood of each row, which keeps a search in
    /// their domain; zero but for searches.
    pub barrier: f64,
}

/// Of every row of the data: which outcomes lose all probability (for the softmax models), and of Rao and Kupper
/// which of the margins z - e, -z - e, e - z, e + z run to infinity.
#[derive(Debug, Clone)]
pub struct Face {
    pub gone: Vec<[bool; 4]>,
}

/// A comparison at some parameters: the predictor, the thresholds (None: that outcome has no
/// probability), and the log-probabilities of left, right, tie and both bad.
pub struct Distribution {
    pub touched: Vec<usize>,
    pub z: Jet,
    pub tie: Option<Jet>,
    pub bad: Option<Jet>,
    /// The threshold on the scale of the distribution.
    pub e: Option<Jet>,
    pub log_p: [Option<Jet>; 4],
}

/// Local numbers of parameters that a comparison touches.
pub struct Locals<'t> {
    pub theta: &'t [f64],
    pub touched: Vec<usize>,
}

impl Locals<'_> {
    pub fn get(&mut self, at: usize) -> Jet {
        let local = self.touched.iter().position(|&t| t == at).unwrap_or_else(|| {
            self.touched.push(at);
            self.touched.len() - 1
        });
        assert!(local < MOST, "a comparison touches more parameters than a jet has");
        Jet::variable(self.theta[at], local)
    }
}

impl<'a> Definition<'a> {
    pub fn new(case: &'a Case) -> Definition<'a> {
        let s = &case.specification;
        let (items, judges) = (case.items, case.judges());
        let everyone = items + usize::from(s.pseudo > 0.0);
        let mut count = 0;
        let mut take = |n: usize| {
            count += n;
            count - n..count
        };
        let scores = take(everyone).start;
        let by_judge = s.strength.kind() != StrengthKind::Pooled;
        let sensitivities = by_judge.then(|| take(judges).start);
        let directions = (0..s.strength.rank()).map(|_| (take(everyone).start, take(judges).start)).collect();
        let positions = take(match s.position {
            Position::None => 0,
            Position::Shared => 1,
            Position::ByJudge => judges,
        });
        let effects = take(s.covariates.len());
        let slopes = take(judges * s.strength.covariates().len());
        let spread = s.spread.map(|_| take(items).start);
        let form_size = |form: Form| match form {
            Form::Single => 1,
            Form::Additive => items,
            Form::Factored => items * s.threshold.factors(),
        };
        let has_ties = !is_of_two(s.outcome);
        let thresholds = take(if has_ties { form_size(s.threshold.form()) } else { 0 });
        let offsets = (has_ties && s.threshold_by_judge).then(|| take(judges).start);
        let has_bad = matches!(s.both_bad, BothBad::Outcome { .. });
        let bad = take(if has_bad { form_size(bad_form(s)) } else { 0 });
        let m = items as f64;
        let phi = |i: usize, c: usize| match s.threshold.basis() {
            Basis::Cosine if c == 0 => (1.0 / m).sqrt(),
            Basis::Cosine => {
                (2.0 / m).sqrt() * (std::f64::consts::PI / m * (i as f64 + 0.5) * c as f64).cos()
            }
            Basis::Paper => {
                (2.0 / m).sqrt() * (std::f64::consts::PI / m * (i as f64 + 0.5) * (c as f64 + 0.5)).cos()
            }
        };
        let phi = (0..items).map(|i| (0..s.threshold.factors()).map(|c| phi(i, c)).collect()).collect();
        let mut definition = Definition {
            case,
            items,
            judges,
            everyone,
            scores,
            sensitivities,
            directions,
            positions,
            effects,
            slopes,
            spread,
            thresholds,
            offsets,
            bad,
            count,
            phi,
            never_tie: vec![false; judges],
            only_tie: vec![false; judges],
            untied: vec![false; items],
            unbad: vec![false; items],
            untold: Vec::new(),
            face: None,
            barrier: 0.0,
        };
        definition.find_limits();
        definition.find_untold();
        definition
    }

    pub fn choices(&self) -> &'a Specification {
        &self.case.specification
    }

    pub fn has_ties(&self) -> bool {
        !is_of_two(self.choices().outcome)
    }

    /// log P(noise <= x).
    pub fn log_noise(&self, x: Jet) -> Jet {
        match is_probit(self.choices().outcome) {
            true => x.log_normal(),
            false => -((-x).softplus()),
        }
    }

    /// Whether a threshold of differences goes through the link softplus.
    fn is_soft(&self) -> bool {
        let s = self.choices();
        is_of_differences(s.outcome) && s.threshold.form() != Form::Single && !s.threshold.link().is_linear()
    }

    /// Whether thresholds are kept at or above zero pair by pair.
    pub fn is_floored(&self) -> bool {
        let s = self.choices();
        is_of_differences(s.outcome) && s.threshold.form() != Form::Single && s.threshold.link().is_linear()
    }

    /// DUEL_FIT_TIE_LIMIT: thresholds at the end of their range.
    fn find_limits(&mut self) {
        if !self.has_ties() {
            return;
        }
        let s = self.choices();
        let mut by_judge = vec![[0.0; 4]; self.judges];
        let mut by_item = vec![[0.0; 4]; self.items];
        for row in &self.case.rows {
            let counts = self.case.read(row);
            for k in 0..4 {
                by_judge[row.judge][k] += counts[k];
                by_item[row.left][k] += counts[k];
                by_item[row.right][k] += counts[k];
            }
        }
        if !s.threshold_by_judge {
            let mut all = [0.0; 4];
            by_judge.iter().for_each(|c| (0..4).for_each(|k| all[k] += c[k]));
            by_judge.fill(all);
        }
        let total = |c: &[f64; 4]| c.iter().sum::<f64>();
        self.never_tie = by_judge.iter().map(|c| total(c) > 0.0 && c[2] == 0.0).collect();
        self.only_tie = by_judge.iter().map(|c| total(c) > 0.0 && c[2] == total(c)).collect();
        let any_tie = by_item.iter().any(|c| c[2] > 0.0);
        if s.threshold.form() == Form::Additive && s.threshold.ridge() == 0.0 && !self.is_floored() && any_tie
        {
            self.untied = by_item.iter().map(|c| total(c) > 0.0 && c[2] == 0.0).collect();
        }
        if matches!(s.both_bad, BothBad::Outcome { .. }) {
            let any = by_item.iter().any(|c| c[3] > 0.0);
            let single = s.both_bad != (BothBad::Outcome { additive: true });
            self.unbad = by_item.iter().map(|c| !any || (!single && total(c) > 0.0 && c[3] == 0.0)).collect();
        }
    }

    /// Takes over which thresholds are at the end of their range.
    pub fn take_limits(&mut self, other: &Definition<'_>) {
        self.never_tie.clone_from(&other.never_tie);
        self.only_tie.clone_from(&other.only_tie);
        self.untied.clone_from(&other.untied);
        self.unbad.clone_from(&other.unbad);
    }

    /// Whether some threshold is at the end of its range.
    pub fn has_limits(&self) -> bool {
        let judging = |k: usize| self.case.used().any(|r| r.judge == k);
        let pinned = |k: usize| (self.never_tie[k] || self.only_tie[k]) && judging(k);
        self.has_ties()
            && ((0..self.judges).any(pinned) || self.untied.contains(&true) || self.unbad.contains(&true))
    }

    pub fn is_only_ties(&self, judge: usize) -> bool {
        self.has_ties() && self.only_tie[judge]
    }

    /// Whether a comparison may tie, thresholds at the end of their range being there.
    pub fn may_tie(&self, judge: usize, left: usize, right: usize) -> bool {
        self.has_ties() && !(self.never_tie[judge] || self.untied[left] || self.untied[right])
    }

    pub fn may_be_bad(&self, left: usize, right: usize) -> bool {
        !(self.bad.is_empty() || self.unbad[left] || self.unbad[right])
    }

    /// Parameters that are not estimated: scores that were fixed.
    pub fn is_fixed(&self, at: usize) -> bool {
        self.choices().fixed_scores.get(at).is_some_and(|s| !s.is_nan()) || self.untold.contains(&at)
    }

    /// Slopes of judges whose votes leave them next to no variation of the covariate: the library holds them at zero and
    /// says that they are not determined. Where there is none at all, and no penalty that they would dodge, it is the same
    /// model whether they are held.
    fn find_untold(&mut self) {
        let s = self.choices();
        let is_penalised = s.ridge > 0.0 || s.pseudo > 0.0;
        for (c, name) in s.strength.covariates().iter().enumerate() {
            for judge in 0..self.judges {
                let rows: Vec<_> = self.case.used().filter(|row| row.judge == judge).collect();
                let of =
                    |row: &Row| (self.case.read(row).iter().sum::<f64>(), self.case.difference(name, row));
                let values: Vec<(f64, f64)> = rows.iter().map(|row| of(row)).collect();
                let votes = values.iter().map(|(n, _)| n).sum::<f64>();
                let mean = values.iter().map(|(n, x)| n * x).sum::<f64>() / votes;
                let square = values.iter().map(|(n, x)| n * (x - mean).powi(2)).sum::<f64>() / votes;
                let least = if is_penalised { -1.0 } else { 1e-7 * mean.abs() };
                if square.sqrt() <= 0.05 * mean.abs() && square.sqrt() > least {
                    self.untold.push(self.slopes.start + c * self.judges + judge);
                }
            }
        }
    }

    pub fn strength(&self, judge: usize, left: usize, right: usize, of: &mut Locals<'_>) -> Jet {
        let gap = |first: usize, of: &mut Locals<'_>| of.get(first + left) - of.get(first + right);
        let mut sum = gap(self.scores, of);
        if let Some(first) = self.sensitivities {
            sum = of.get(first + judge) * sum;
        }
        for &(v, u) in &self.directions {
            sum = sum + of.get(u + judge) * gap(v, of);
        }
        sum
    }

    /// The strength of a judge for one item over another at a point.
    pub fn strength_at(&self, theta: &[f64], judge: usize, left: usize, right: usize) -> f64 {
        self.strength(judge, left, right, &mut Locals { theta, touched: Vec::new() }).value
    }

    fn pair_form(
        &self,
        form: Form,
        range: &Range<usize>,
        left: usize,
        right: usize,
        of: &mut Locals<'_>,
    ) -> Jet {
        let first = range.start;
        match form {
            Form::Single => of.get(first),
            Form::Additive => of.get(first + left) + of.get(first + right),
            Form::Factored => {
                let k = self.choices().threshold.factors();
                let mut sum = Jet::constant(0.0);
                for c in 0..k {
                    sum = sum + of.get(first + left * k + c).times(self.phi[right][c]);
                    sum = sum + of.get(first + right * k + c).times(self.phi[left][c]);
                }
                sum
            }
        }
    }

    /// The threshold of a pair before the link, without offsets of judges.
    pub fn pair_threshold(&self, theta: &[f64], left: usize, right: usize) -> f64 {
        let mut of = Locals { theta, touched: Vec::new() };
        let raw = self.pair_form(self.choices().threshold.form(), &self.thresholds, left, right, &mut of);
        if self.is_soft() {
            raw.softplus().value
        } else {
            raw.value
        }
    }

    /// Whether linear thresholds of Rao and Kupper are within their domain.
    pub fn is_feasible(&self, theta: &[f64]) -> bool {
        let mut is_feasible = true;
        if self.is_floored() {
            self.each_row(theta, |_, distribution, _| {
                is_feasible &= distribution.tie.is_none_or(|e| e.value > -1e-7)
            });
        }
        is_feasible
    }

    /// Bound on the rounding of the log-likelihood where the spread of a pair vanishes: u is a sum of numbers that cancel,
    /// z = u / sqrt(S) has their rounding over sqrt(S), and a log-probability changes by no more than z.
    pub fn rounding(&self, theta: &[f64]) -> f64 {
        let s = self.choices();
        let Some(first) = self.spread else { return 0.0 };
        let positions = self.positions.clone().map(|at| theta[at].abs()).fold(0.0, f64::max);
        let of_row = |row: &Row| {
            let values = |name: &String| self.case.difference(name, row).abs();
            let effects = s.covariates.iter().enumerate();
            let effects = effects.map(|(c, name)| theta[self.effects.start + c].abs() * values(name));
            let offsets = s.offsets.iter().map(values);
            let terms = theta[self.scores + row.left].abs() + theta[self.scores + row.right].abs();
            let terms = terms + positions + effects.sum::<f64>() + offsets.sum::<f64>();
            let spread = theta[first + row.left].hypot(theta[first + row.right]);
            self.case.read(row).iter().sum::<f64>() * terms / spread
        };
        2.0 * f64::EPSILON * self.case.used().map(of_row).sum::<f64>()
    }

    /// The outcomes of one comparison of a row.
    pub fn distribution(&self, theta: &[f64], row: &Row) -> Distribution {
        let s = self.choices();
        let mut of = Locals { theta, touched: Vec::new() };
        let (judge, left, right) = (row.judge, row.left, row.right);
        let mut u = self.strength(judge, left, right, &mut of);
        for (c, name) in s.strength.covariates().iter().enumerate() {
            let slope = of.get(self.slopes.start + c * self.judges + judge);
            u = u * slope.times(self.case.difference(name, row)).exp();
        }
        match s.position {
            Position::None => {}
            Position::Shared => u = u + of.get(self.positions.start),
            Position::ByJudge => u = u + of.get(self.positions.start + judge),
        }
        for (c, name) in s.covariates.iter().enumerate() {
            u = u + of.get(self.effects.start + c).times(self.case.difference(name, row));
        }
        for name in &s.offsets {
            u = u + Jet::constant(self.case.difference(name, row));
        }
        let mut z = u;
        if let Some(first) = self.spread {
            let (a, b) = (of.get(first + left), of.get(first + right));
            z = u * (a * a + b * b).power(-0.5);
        }
        let tie = self.may_tie(judge, left, right).then(|| {
            let e = self.pair_form(s.threshold.form(), &self.thresholds, left, right, &mut of);
            match self.offsets {
                Some(first) => e + of.get(first + judge),
                None => e,
            }
        });
        let bad = self
            .may_be_bad(left, right)
            .then(|| self.pair_form(bad_form(s), &self.bad, left, right, &mut of));
        let minus = -z;
        let half = (z.times(0.5), z.times(-0.5));
        let mut distribution = Distribution { touched: Vec::new(), z, tie, bad, e: tie, log_p: [None; 4] };
        match s.outcome {
            Outcome::ThurstoneMosteller => {
                distribution.log_p[0] = Some(z.log_normal());
                distribution.log_p[1] = Some(minus.log_normal());
            }
            Outcome::RaoKupper | Outcome::GlennDavid => {
                let e = match tie {
                    Some(raw) if self.is_soft() => raw.softplus(),
                    Some(raw) => raw,
                    None => Jet::constant(0.0),
                };
                let win = self.log_noise(z - e);
                let loss = self.log_noise(minus - e);
                distribution.e = tie.map(|_| e);
                distribution.log_p[0] = Some(win);
                distribution.log_p[1] = Some(loss);
                distribution.log_p[2] = tie.map(|_| match is_probit(s.outcome) {
                    true => Jet::log_normal_between(z, e),
                    false => win + loss + e.times(2.0).log_expm1(),
                });
            }
            _ => {
                let mut weights = vec![half.0, half.1];
                weights.extend(tie);
                weights.extend(bad);
                let sum = Jet::log_sum(&weights);
                distribution.log_p =
                    [Some(half.0 - sum), Some(half.1 - sum), tie.map(|e| e - sum), bad.map(|b| b - sum)];
            }
        }
        distribution.touched = of.touched;
        distribution
    }
}

/// The form of the threshold of both bad.
fn bad_form(s: &Specification) -> Form {
    match s.both_bad {
        BothBad::Outcome { additive: true } => Form::Additive,
        _ => Form::Single,
    }
}
