//! Whether a judge favours its own: items of its family against the others.
//!
//! For a judge, let r be the sum of its residuals (observed less expected score) of items of its own family
//! where they meet others, and s the score of the same comparisons along an effect d of the family, added to
//! z where the own item is on the left and taken off where it is on the right. The fit, with Hessian H, has
//! taken up part of both: with g the gradient of the expected sum and h the derivatives of s in the
//! parameters, a comparison moves r by its own residual less g' H^-1 times its score, and s likewise. Summed
//! by context and squared these are the robust variances; s over its derivative in d, information less
//! h' H^-1 h, is the effect in one step.

use super::critical;
use crate::assess::cells;
use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::Block;
use crate::model::{contexts_repeat, Correction, CovarianceKind, Model};
use crate::outcome::SCORE;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::terms::{product, Local};
use crate::vectors::dot;

/// The preference of a judge for items of its own family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preference {
    /// Comparisons of an item of its family with one of another.
    pub comparisons: f64,
    /// Mean score of the own items in these.
    pub observed: f64,
    /// The expectation under the model.
    pub expected: f64,
    /// The difference of the two, its standard error and the ends of its interval.
    pub excess: [f64; 4],
    /// The effect on z (u, where there is no spread) in one step, its standard error and the ends of its interval; NaN where the
    /// model leaves nothing of it free.
    pub effect: [f64; 4],
}

/// The columns of [`preferences`], each row with its judge.
pub static PREFERENCES: Schema<(usize, Preference)> = Schema {
    name: "model_self_preference",
    title: c"Whether judges favour items of their own family",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |(judge, _)| Some(*judge)),
        SchemaColumn::f64(
            c"comparisons",
            c"comparisons",
            c"Its comparisons of an item of its family with one of another.",
            |(_, p)| p.comparisons,
        ),
        SchemaColumn::f64(
            c"observed",
            c"",
            c"Mean score of the items of its family in these, a tie being half a win; missing, as all that follows, where \
              there are none.",
            |(_, p)| p.observed,
        ),
        SchemaColumn::f64(c"expected", c"", c"The mean score that the model expects.", |(_, p)| p.expected),
        SchemaColumn::f64(
            c"excess",
            c"share",
            c"The observed less the expected mean score; above zero: the judge favours its own.",
            |(_, p)| p.excess[0],
        ),
        SchemaColumn::f64(c"excess_se", c"share", c"Its standard error.", |(_, p)| p.excess[1]),
        SchemaColumn::f64(c"excess_lower", c"share", c"Lower end of its interval.", |(_, p)| p.excess[2]),
        SchemaColumn::f64(c"excess_upper", c"share", c"Upper end of its interval.", |(_, p)| p.excess[3]),
        SchemaColumn::f64(
            c"effect",
            c"score",
            c"The effect on z that would explain it, added where the own item is on the left and taken off where it is \
              on the right, in one step from the fit; missing where the model leaves nothing of it free.",
            |(_, p)| p.effect[0],
        ),
        SchemaColumn::f64(c"effect_se", c"score", c"Its standard error.", |(_, p)| p.effect[1]),
        SchemaColumn::f64(c"effect_lower", c"score", c"Lower end of its interval.", |(_, p)| p.effect[2]),
        SchemaColumn::f64(c"effect_upper", c"score", c"Upper end of its interval.", |(_, p)| p.effect[3]),
    ],
};

/// The preference of every judge of a model. Families are numbers, those below zero none; a judge
/// without a family, or without comparisons of it, has NaN.
pub fn preferences(
    model: &Model,
    item_families: &[i32],
    judge_families: &[i32],
    level: f64,
) -> Result<Vec<Preference>> {
    model.refuse_grades("preference for the own family")?;
    let critical = critical(level)?;
    for (name, found, needed, what) in [
        ("item_families", item_families.len(), model.layout.items, "items"),
        ("judge_families", judge_families.len(), model.layout.judges, "judges"),
    ] {
        if found != needed {
            return Err(Error::Argument(format!(
                "{name} has {found} numbers, but the model has {needed} {what}"
            )));
        }
    }
    if let Some(weights) = model.weighting() {
        return Err(Error::Unsupported(format!(
            "preferences: sums of {weights} have no known distribution to be measured against"
        )));
    }
    let inverse = model.covariance(CovarianceKind::Observed, Correction::None)?.matrix()?;
    let clustered = contexts_repeat(&model.set);
    let block = cells::block(model, clustered)?;
    let own = |cell: usize| -> Option<f64> {
        let family = judge_families[block.design.judge(cell)];
        let side = |item: u32| family >= 0 && item_families[item as usize] == family;
        match (side(block.design.left[cell]), side(block.design.right[cell])) {
            (true, false) => Some(1.0),
            (false, true) => Some(-1.0),
            _ => None,
        }
    };
    let mut found = vec![UNKNOWN; judge_families.len()];
    for (judge, found) in found.iter_mut().enumerate().filter(|(judge, _)| judge_families[*judge] >= 0) {
        let mut sums = Sums::new(model.theta.len());
        let of_judge = |cell: &usize| block.design.judge(*cell) == judge;
        let mut local = Local::default();
        for cell in (0..block.design.len()).filter(of_judge) {
            if let Some(side) = own(cell) {
                sums.add(model, &block, cell, side, &mut local);
            }
        }
        if sums.comparisons > 0.0 {
            sums.solve(inverse);
            let side_of = |cell: usize| own(cell).filter(|_| of_judge(&cell));
            let variances = sums.variances(model, &block, clustered, side_of);
            *found = sums.finish(variances, critical);
        }
    }
    Ok(found)
}

const UNKNOWN: Preference = Preference {
    comparisons: 0.0,
    observed: f64::NAN,
    expected: f64::NAN,
    excess: [f64::NAN; 4],
    effect: [f64::NAN; 4],
};

/// The work of what the outcome model says of a cell, in steps of about a nanosecond.
const CELL: usize = 1000;

/// Sums over the comparisons of a judge that its family is in.
struct Sums {
    comparisons: f64,
    observed: f64,
    expected: f64,
    /// The score along the effect.
    score: f64,
    /// The information of the effect.
    information: f64,
    /// Its value after the fit.
    left: f64,
    /// Gradients of the expected score and of the score along the effect; then these by the inverse.
    along: [Vec<f64>; 2],
}

impl Sums {
    fn new(parameters: usize) -> Sums {
        Sums {
            comparisons: 0.0,
            observed: 0.0,
            expected: 0.0,
            score: 0.0,
            information: 0.0,
            left: f64::NAN,
            along: [vec![0.0; parameters], vec![0.0; parameters]],
        }
    }

    /// Adds a cell with the own item on the left (1) or on the right (-1).
    fn add(&mut self, model: &Model, block: &Block, cell: usize, side: f64, local: &mut Local) {
        spend(CELL);
        let strength = &model.layout.strength;
        let counts = &block.design.counts[cell];
        let at = block.predictor(strength, &model.theta, cell);
        let n = counts.total();
        let (expected, slopes) = block.outcome.expected_score(at);
        let observed = cells::score(&cells::observed(block.outcome, counts));
        let turn = |score: f64| if side > 0.0 { score } else { n - score };
        self.comparisons += n;
        self.observed += turn(observed);
        self.expected += turn(n * expected);
        let by_outcome = cells::slopes(block.outcome, at);
        let numbers = counts.numbers();
        (0..4).for_each(|k| self.score -= side * numbers[k] * by_outcome[k][0]);
        let form = block.outcome.information(n, at);
        block.touch(strength, &model.theta, cell, local);
        self.information += form.zz();
        for (parameter, along) in local.rows().filter(|(at, _)| !model.objective.fixed[*at]) {
            self.along[0][parameter] += side * n * product(slopes, along);
            self.along[1][parameter] += side * product(form.rows()[0], along);
        }
    }

    /// Takes the gradients to the parameters.
    fn solve(&mut self, inverse: &[f64]) {
        let p = self.along[0].len();
        let solved = self.along.each_ref().map(|along| {
            let touched: Vec<usize> = (0..p).filter(|&k| along[k] != 0.0).gathered();
            let row = |row: &[f64]| {
                spend(2 * touched.len());
                touched.iter().map(|&k| row[k] * along[k]).sum::<f64>()
            };
            inverse.chunks(p.max(1)).map(row).gathered()
        });
        self.left = self.information - dot(&self.along[1], &solved[1]);
        self.along = solved;
    }

    /// The robust variances of the residuals and of the score along the effect.
    fn variances(
        &self,
        model: &Model,
        block: &Block,
        clustered: bool,
        side: impl Fn(usize) -> Option<f64>,
    ) -> [f64; 2] {
        let context = |cell: usize| if clustered { block.design.contexts[cell] } else { NONE };
        let mut order: Vec<usize> = (0..block.design.len()).gathered();
        room::sort_by_key(&mut order, |&cell| context(cell));
        let mut variances = [0.0; 2];
        let mut local = Local::default();
        for run in order.chunk_by(|&a, &b| context(a) == context(b)) {
            let mut sums = [0.0; 2];
            for &cell in run {
                for (count, moves) in self.moves(model, block, cell, side(cell), &mut local) {
                    for k in 0..2 {
                        if context(cell) == NONE {
                            variances[k] += count * moves[k] * moves[k];
                        } else {
                            sums[k] += count * moves[k];
                        }
                    }
                }
            }
            (0..2).for_each(|k| variances[k] += sums[k] * sums[k]);
        }
        variances
    }

    /// The effect of a comparison of each outcome of a cell, with the number of these.
    fn moves(
        &self,
        model: &Model,
        block: &Block,
        cell: usize,
        side: Option<f64>,
        local: &mut Local,
    ) -> [(f64, [f64; 2]); 4] {
        spend(CELL);
        let strength = &model.layout.strength;
        let at = block.predictor(strength, &model.theta, cell);
        block.touch(strength, &model.theta, cell, local);
        let mut through = [[0.0; 3]; 2];
        for (parameter, along) in local.rows().filter(|(at, _)| !model.objective.fixed[*at]) {
            for (sum, solved) in through.iter_mut().zip(&self.along) {
                sum.iter_mut().zip(along).for_each(|(sum, slope)| *sum += solved[parameter] * slope);
            }
        }
        let by_outcome = cells::slopes(block.outcome, at);
        let expected = block.outcome.expected_score(at).0;
        let numbers = block.design.counts[cell].numbers();
        std::array::from_fn(|k| {
            let slopes = by_outcome[k];
            let [residual, score] =
                side.map_or([0.0; 2], |side| [side * (SCORE[k] - expected), -side * slopes[0]]);
            let moves = [residual + product(slopes, through[0]), score + product(slopes, through[1])];
            (numbers[k], moves)
        })
    }

    fn finish(&self, [residual, score]: [f64; 2], critical: f64) -> Preference {
        let n = self.comparisons;
        let row = |estimate: f64, error: f64| {
            [estimate, error, estimate - critical * error, estimate + critical * error]
        };
        // An effect that has a parameter in the model is no residual.
        let free = self.left > 1e-9 * self.information;
        let effect = if free { row(self.score / self.left, score.sqrt() / self.left) } else { [f64::NAN; 4] };
        let excess = (self.observed - self.expected) / n;
        let error = if free { residual.sqrt() / n } else { f64::NAN };
        Preference {
            comparisons: n,
            observed: self.observed / n,
            expected: self.expected / n,
            excess: row(excess, error),
            effect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, CovariateValues, Key, Rows, Set};
    use crate::inference::{estimates, Options};
    use crate::model::StrengthModel;
    use crate::model::{fit, Position, Quantity, Specification};
    use crate::outcome::Outcome;
    use crate::progress::unwatched;
    use crate::random::Random;

    const FAMILIES: [i32; 6] = [0, 0, 1, 1, 2, -1];
    const JUDGES: [i32; 4] = [0, 1, 2, -1];
    /// A little of the effect.
    const SMALL_SHARE: f64 = 1e-4;

    /// Votes of four judges on six items in contexts; judge 0 favours items 0 and 1 by this.
    fn votes(favour: f64, seed: u64) -> Set {
        let mut random = Random::new(seed, 0);
        let (mut columns, mut score) = (vec![Vec::new(); 4], Vec::new());
        for at in 0..2400u32 {
            let judge = random.below(4) as u32;
            let left = random.below(6) as u32;
            let right = (left + 1 + random.below(5) as u32) % 6;
            let own = |item: u32| if judge == 0 && item < 2 { favour } else { 0.0 };
            let mut u = 0.3 * (f64::from(right) - f64::from(left)) + own(left) - own(right);
            u += (random.uniform() / (1.0 - random.uniform())).ln();
            score.push(if u.abs() < 0.2 { 0.5 } else { f64::from(u8::from(u > 0.0)) });
            columns.iter_mut().zip([at / 8, judge, left, right]).for_each(|(c, id)| c.push(id));
        }
        let key = |at: usize| Key { values: Column::U32(&columns[at]), base: 0 };
        let mut set = Set::new();
        let rows = Rows {
            length: score.len(),
            context: key(0),
            judge: key(1),
            left: key(2),
            right: key(3),
            score: Column::F64(&score),
            ..Rows::default()
        };
        set.append(&rows).unwrap();
        // Judge 0 and its own items, as covariates of answers.
        let ids: [Vec<u32>; 2] = [(0..24).map(|k| k / 6).collect(), (0..24).map(|k| k % 6).collect()];
        for (name, value) in [("own", 1.0), ("little", SMALL_SHARE)] {
            let own: Vec<f64> = (0..24).map(|k| if k < 2 { value } else { 0.0 }).collect();
            let values = CovariateValues {
                name,
                length: 24,
                judge: Key { values: Column::U32(&ids[0]), base: 0 },
                item: Key { values: Column::U32(&ids[1]), base: 0 },
                value: Column::F64(&own),
                context: Key::default(),
            };
            set.add_covariate(&values).unwrap();
        }
        set
    }

    fn preferring(set: &Set, specification: &Specification) -> Preference {
        let model = fit(set, specification, &mut unwatched()).unwrap();
        preferences(&model, &FAMILIES, &JUDGES, 0.95).unwrap()[0]
    }

    fn sensitive() -> Specification {
        Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() }
    }

    fn with_position() -> Specification {
        Specification { position: Position::Shared, ..Specification::default() }
    }

    /// The effect in one step against that of a fit with a parameter for it.
    #[test]
    fn agrees_with_a_covariate() {
        let specifications =
            [with_position(), Specification { outcome: Outcome::Davidson, ..with_position() }];
        for (which, favour) in (0..2).flat_map(|which| [(which, 0.0), (which, 0.25)]) {
            let specification = &specifications[which];
            let set = votes(favour, which as u64);
            let model = fit(&set, specification, &mut unwatched()).unwrap();
            let found = preferences(&model, &FAMILIES, &JUDGES, 0.95).unwrap();
            let with = Specification { covariates: vec!["own".into()], ..specification.clone() };
            let larger = fit(&set, &with, &mut unwatched()).unwrap();
            let row =
                estimates(&larger, Quantity::Effects, &Options::default(), &mut unwatched()).unwrap()[0];
            let [effect, error, lower, upper] = found[0].effect;
            // A step leaves an error of the second order.
            let full = row[0];
            assert!((effect - full).abs() < 0.6 * full * full, "{specification:?}: {effect}, not {full}");
            let close = 0.02 + 0.5 * full.abs();
            assert!((error / row[1] - 1.0).abs() < close, "{specification:?}: {error}, not {}", row[1]);
            assert!(lower < effect && effect < upper && (found[0].excess[0] > 0.0) == (effect > 0.0));
            let excess = found[0].observed - found[0].expected;
            assert!((found[0].excess[0] - excess).abs() < 1e-15);
            assert!(found[3].comparisons == 0.0 && found[3].effect[0].is_nan());
            // A model with a parameter for the preference has no residual left.
            let none = preferences(&larger, &FAMILIES, &JUDGES, 0.95).unwrap()[0];
            assert!(none.excess[0].abs() < 1e-6 && none.effect[0].is_nan() && none.excess[1].is_nan());
        }
    }

    /// The change of the residuals where a small part of the effect is given to the model: the full step.
    #[test]
    fn the_step_is_that_of_newton() {
        for specification in
            [with_position(), Specification { outcome: Outcome::Davidson, ..with_position() }, sensitive()]
        {
            let set = votes(0.25, 8);
            let found = preferring(&set, &specification);
            let offset = Specification { offsets: vec!["little".into()], ..specification.clone() };
            let less = preferring(&set, &offset);
            let step = found.excess[0] * SMALL_SHARE / (found.excess[0] - less.excess[0]);
            assert!((found.effect[0] / step - 1.0).abs() < 2e-3, "{specification:?}: {found:?} {step}");
        }
    }

    /// Standard errors against the scatter of the estimates over data sets.
    #[test]
    fn errors_are_those_of_repetition() {
        for specification in [with_position(), sensitive()] {
            let runs: Vec<Preference> =
                (0..60).map(|seed| preferring(&votes(0.0, 100 + seed), &specification)).collect();
            for of in [|p: &Preference| p.excess, |p: &Preference| p.effect] {
                let mean = runs.iter().map(|p| of(p)[0]).sum::<f64>() / 60.0;
                let scatter = (runs.iter().map(|p| (of(p)[0] - mean).powi(2)).sum::<f64>() / 59.0).sqrt();
                let error = runs.iter().map(|p| of(p)[1]).sum::<f64>() / 60.0;
                assert!((scatter / error - 1.0).abs() < 0.3, "{specification:?}: {scatter}, not {error}");
                assert!(mean.abs() < 4.0 * error / 60f64.sqrt(), "{specification:?}: {mean}");
            }
        }
    }

    #[test]
    fn bad_arguments_are_named() {
        let model = fit(&votes(0.0, 1), &Specification::default(), &mut unwatched()).unwrap();
        // Pooled models tell judges apart in their data all the same.
        assert_eq!(model.layout.judges, 4);
        for (items, judges, level, part) in [
            (&FAMILIES[..5], &JUDGES[..], 0.95, "item_families has 5"),
            (&FAMILIES[..], &JUDGES[..3], 0.95, "judge_families has 3"),
            (&FAMILIES[..], &JUDGES[..], 1.0, "level is 1"),
        ] {
            let error = preferences(&model, items, judges, level).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
