//! Krippendorff's alpha: how reliable all judges together are.
//!
//! Krippendorff, "Content analysis" (2004), chapter 11: with o_ck the coincidences, n_c their margins and n
//! their sum, alpha = 1 - (n - 1) sum o_ck d_ck / sum n_c n_k d_ck.

use super::critical;
use super::units::{Orientation, Unit, Units};
use crate::comparisons::Set;
use crate::error::Result;
use crate::progress::{Progress, Watch};
use crate::room::{with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};

/// How far two answers are apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// Any two different ones by 1.
    #[default]
    Nominal,
    /// By the answers between them, in the order first item, tie, second item.
    Ordinal,
}

impl Metric {
    /// All by their numbers.
    pub const ALL: [Metric; 2] = [Metric::Nominal, Metric::Ordinal];

    /// Squared distances of answers with these frequencies.
    fn distances(self, margins: &[f64; 3]) -> [[f64; 3]; 3] {
        let place = [0usize, 2, 1];
        let mut in_order = [0.0; 3];
        (0..3).for_each(|k| in_order[place[k]] = margins[k]);
        let distance = |a: usize, b: usize| -> f64 {
            let (low, high) = (place[a].min(place[b]), place[a].max(place[b]));
            let between: f64 = in_order[low..=high].iter().sum();
            match self {
                _ if a == b => 0.0,
                Metric::Nominal => 1.0,
                Metric::Ordinal => (between - 0.5 * (in_order[low] + in_order[high])).powi(2),
            }
        };
        std::array::from_fn(|a| std::array::from_fn(|b| distance(a, b)))
    }
}

/// Krippendorff's alpha of a group of judges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alpha {
    /// Pairs in a context that at least two judges answered.
    pub units: usize,
    /// Answers to these, those of one judge to one unit being one.
    pub answers: usize,
    /// Alpha: 1 if all agree, 0 if they agree as by chance; NaN where all answers are the same.
    pub alpha: f64,
    /// Standard error, by the jackknife over contexts.
    pub error: f64,
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

/// The columns of [`krippendorff`], each row with the judge that is left out.
pub static KRIPPENDORFF: Schema<(Option<usize>, Alpha)> = Schema {
    name: "set_krippendorff",
    title: c"Krippendorff's alpha of all judges, and without each of them",
    columns: &[
        SchemaColumn::judge(
            c"without",
            c"The judge that is left out; missing in the first row, which is of all judges.",
            |(without, _)| *without,
        ),
        SchemaColumn::i64(c"units", c"units", c"Units with two answers or more.", |(_, a)| Some(a.units as i64)),
        SchemaColumn::i64(c"answers", c"answers", c"Answers to these.", |(_, a)| Some(a.answers as i64)),
        SchemaColumn::f64(
            c"estimate",
            c"",
            c"Alpha; missing where all answers are the same, or there is no unit.",
            |(_, a)| a.alpha,
        ),
        SchemaColumn::f64(
            c"se",
            c"",
            c"Its standard error, by the jackknife over contexts; missing, as the interval, where there is but one.",
            |(_, a)| a.error,
        ),
        SchemaColumn::f64(c"lower", c"", c"Lower end of its interval.", |(_, a)| a.lower),
        SchemaColumn::f64(c"upper", c"", c"Upper end of its interval.", |(_, a)| a.upper),
    ],
};

/// Alpha of all judges, and then without each in turn.
pub fn krippendorff(
    set: &Set,
    metric: Metric,
    orientation: Orientation,
    level: f64,
    watch: Watch<'_>,
) -> Result<Vec<Alpha>> {
    let critical = critical(level)?;
    let units = Units::new(set);
    let mut found = with_room(units.judges + 1);
    for without in std::iter::once(None).chain((0..units.judges).map(Some)) {
        found.push(alpha(&units, without, metric, orientation, critical));
        let fraction = found.len() as f64 / (units.judges + 1) as f64;
        let iteration = found.len() as u64;
        watch(&Progress::of_parts(fraction, iteration))?;
    }
    Ok(found)
}

/// Coincidences of answers, row by row; symmetric.
type Coincidences = [f64; 9];

fn alpha(
    units: &Units,
    without: Option<usize>,
    metric: Metric,
    orientation: Orientation,
    critical: f64,
) -> Alpha {
    let mut count = (0, 0);
    let mut by_context: Vec<Coincidences> = Vec::new();
    for run in units.units.chunk_by(|a, b| a.context == b.context) {
        let mut sum = [0.0; 9];
        let before = count;
        for unit in run {
            let answers = add(&mut sum, units, unit, without, orientation);
            count.0 += usize::from(answers > 0);
            count.1 += answers;
        }
        if count != before {
            by_context.put(sum);
        }
    }
    let mut total = [0.0; 9];
    by_context.iter().for_each(|part| (0..9).for_each(|at| total[at] += part[at]));
    let estimate = of(&total, metric);
    let n = by_context.len() as f64;
    let deleted: Vec<f64> =
        by_context.iter().map(|part| of(&std::array::from_fn(|at| total[at] - part[at]), metric)).gathered();
    let mean = deleted.iter().sum::<f64>() / n;
    let squares: f64 = deleted.iter().map(|value| (value - mean).powi(2)).sum();
    let error = if by_context.len() > 1 { ((n - 1.0) / n * squares).sqrt() } else { f64::NAN };
    Alpha {
        units: count.0,
        answers: count.1,
        alpha: estimate,
        error,
        lower: estimate - critical * error,
        upper: estimate + critical * error,
    }
}

/// Adds the coincidences of a unit; returns its number of answers, or 0 if there are fewer than two.
fn add(
    sum: &mut Coincidences,
    units: &Units,
    unit: &Unit,
    without: Option<usize>,
    orientation: Orientation,
) -> usize {
    let answers = || units.of(unit).iter().filter(|answer| Some(answer.judge) != without);
    let count = answers().count();
    if count < 2 {
        return 0;
    }
    // sum over judges k != l of a_k a_l' is (sum a)(sum a)' - sum a a'.
    let (mut all, mut own) = ([0.0; 3], [0.0; 9]);
    for answer in answers() {
        let a = &answer.shares;
        (0..3).for_each(|k| all[k] += a[k]);
        (0..9).for_each(|at| own[at] += a[at / 3] * a[at % 3]);
    }
    let pairs: Coincidences = std::array::from_fn(|at| all[at / 3] * all[at % 3] - own[at]);
    let turned = |k: usize| [1, 0, 2][k];
    for (at, to) in sum.iter_mut().enumerate() {
        let other = turned(at / 3) * 3 + turned(at % 3);
        let more = if orientation == Orientation::Both { pairs[other] } else { 0.0 };
        *to += (pairs[at] + more) / (count - 1) as f64;
    }
    count
}

fn of(coincidences: &Coincidences, metric: Metric) -> f64 {
    let margins: [f64; 3] = std::array::from_fn(|k| coincidences[3 * k..3 * k + 3].iter().sum());
    let n: f64 = margins.iter().sum();
    let distances = metric.distances(&margins);
    let (mut observed, mut expected) = (0.0, 0.0);
    for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
        observed += coincidences[3 * a + b] * distances[a][b];
        expected += margins[a] * margins[b] * distances[a][b];
    }
    // The rest of margins that were subtracted again is rounding.
    if expected > 1e-9 * n * n * distances.iter().flatten().fold(0.0, |m: f64, d| m.max(*d)) {
        1.0 - (n - 1.0) * observed / expected
    } else {
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;
    use crate::progress::unwatched;

    /// Three judges on seven units: 1 first, 2 second, 3 tie, 0 nothing.
    const ANSWERS: [[u32; 3]; 7] =
        [[1, 1, 2], [1, 2, 2], [3, 3, 3], [2, 2, 1], [1, 3, 0], [0, 1, 1], [3, 1, 1]];

    fn example(turned: bool) -> Set {
        let mut rows = Vec::new();
        for (context, answers) in ANSWERS.iter().enumerate() {
            for (judge, &answer) in answers.iter().enumerate().filter(|(_, answer)| **answer > 0) {
                let other = if answer < 3 { 3 - answer } else { 3 };
                let (left, right, outcome) = if turned { (1, 0, other) } else { (0, 1, answer) };
                rows.push([context as u32, judge as u32, left, right, outcome]);
            }
        }
        set(&rows)
    }

    fn alphas(set: &Set, metric: Metric, orientation: Orientation) -> Vec<Alpha> {
        krippendorff(set, metric, orientation, 0.95, &mut unwatched()).unwrap()
    }

    /// The Python package krippendorff 0.9; from both sides with every unit twice, once mirrored.
    #[test]
    fn agrees_with_another_program() {
        for (metric, orientation, all, without) in [
            (Metric::Nominal, Orientation::ById, 0.217_391_304_347_826_16, -0.090_909_090_909_091_05),
            (Metric::Nominal, Orientation::Both, 0.222_689_075_630_252_1, -0.142_857_142_857_142_8),
            (Metric::Ordinal, Orientation::ById, -0.024_704_618_689_581_18, -0.702_040_816_326_530_8),
            (Metric::Ordinal, Orientation::Both, 0.026_315_789_473_684_292, -0.764_285_714_285_714),
        ] {
            for turned in [false, true] {
                let found = alphas(&example(turned), metric, orientation);
                assert!((found[0].alpha - all).abs() < 1e-14, "{metric:?} {orientation:?}: {found:?}");
                assert!((found[2].alpha - without).abs() < 1e-14, "{metric:?} {orientation:?}: {found:?}");
                assert_eq!((found[0].units, found[0].answers), (7, 19));
                assert_eq!((found[2].units, found[2].answers), (5, 10));
            }
        }
    }

    #[test]
    fn the_jackknife_leaves_out_contexts() {
        let found = alphas(&example(false), Metric::Nominal, Orientation::ById)[0];
        let deleted: Vec<f64> = (0..7)
            .map(|gone| {
                let rows: Vec<[u32; 5]> = ANSWERS
                    .iter()
                    .enumerate()
                    .filter(|(context, _)| *context != gone)
                    .flat_map(|(context, answers)| {
                        let own = answers.iter().enumerate().filter(|(_, answer)| **answer > 0);
                        own.map(move |(judge, &answer)| [context as u32, judge as u32, 0, 1, answer])
                    })
                    .collect();
                alphas(&set(&rows), Metric::Nominal, Orientation::ById)[0].alpha
            })
            .collect();
        let mean = deleted.iter().sum::<f64>() / 7.0;
        let variance = 6.0 / 7.0 * deleted.iter().map(|d| (d - mean).powi(2)).sum::<f64>();
        assert!((found.error - variance.sqrt()).abs() < 1e-13);
        assert!((found.upper - found.lower - 2.0 * 1.959_963_984_540_054 * found.error).abs() < 1e-13);
    }

    #[test]
    fn no_two_answers_or_none_that_differ() {
        let alone = alphas(&set(&[[0, 0, 0, 1, 1], [1, 1, 0, 1, 1]]), Metric::Nominal, Orientation::Both);
        assert!(alone[0].alpha.is_nan() && alone[0].units == 0 && alone.len() == 3);
        let same = alphas(&set(&[[0, 0, 0, 1, 3], [0, 1, 1, 0, 3]]), Metric::Ordinal, Orientation::Both);
        assert!(same[0].alpha.is_nan() && same[0].units == 1);
    }
}
