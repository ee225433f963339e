//! Equivalence of items: differences of all pairs, and whether their intervals lie within a margin.

use crate::error::{Error, Result};
use crate::inference::{test_pairs, Adjustment, Family, Method, Options, PairTest};
use crate::model::Model;
use crate::progress::Watch;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// Two items, and whether the data tell them apart or show that they are equivalent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Equivalence {
    /// The item with the higher score.
    pub upper: usize,
    /// The other.
    pub lower: usize,
    /// Difference of their scores, its standard error and the ends of its interval; NaN where it is
    /// unidentified.
    pub difference: [f64; 4],
    /// Whether the interval holds zero, or is not known.
    pub is_open: bool,
    /// Whether the interval lies between less and plus the margin.
    pub is_equal: bool,
}

/// The columns of [`equivalence`].
pub static EQUIVALENCE: Schema<Equivalence> = Schema {
    name: "model_equivalence",
    title: c"Equivalence of items: all pairs, the nearest first",
    columns: &[
        SchemaColumn::item(c"first", c"The item with the higher score.", |n| Some(n.upper)),
        SchemaColumn::item(c"second", c"The other item.", |n| Some(n.lower)),
        SchemaColumn::f64(
            c"estimate",
            c"score",
            c"The difference of their scores; missing where it is unidentified.",
            |n| n.difference[0],
        ),
        SchemaColumn::f64(c"se", c"score", c"Its standard error.", |n| n.difference[1]),
        SchemaColumn::f64(c"lower", c"score", c"Lower end of its interval.", |n| n.difference[2]),
        SchemaColumn::f64(c"upper", c"score", c"Upper end of its interval.", |n| n.difference[3]),
        SchemaColumn::bool(
            c"is_open",
            c"Whether the data leave open which is better: the interval holds zero, or is not known.",
            |n| Some(n.is_open),
        ),
        SchemaColumn::bool(
            c"is_equal",
            c"Whether the two are as good as equal: the interval lies within the margin.",
            |n| Some(n.is_equal),
        ),
    ],
};

/// All pairs of items, the nearest first and unidentified ones last. Intervals hold for all
/// pairs at once where that is asked for.
pub fn equivalence(
    model: &Model,
    margin: f64,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Equivalence>> {
    if !(margin >= 0.0 && margin.is_finite()) {
        return Err(Error::Argument(format!("margin is {margin}; it must be finite and not negative")));
    }
    let adjustment = match options.method {
        Method::Marginal => Adjustment::None,
        Method::Bonferroni => Adjustment::Bonferroni,
        Method::Simultaneous => Adjustment::SingleStep,
        Method::Anytime | Method::AnytimeSimultaneous => {
            return Err(Error::Unsupported("intervals: these are of one look".into()))
        }
    };
    let tests = test_pairs(model, Family::AllPairs, adjustment, options, watch)?;
    let mut pairs: Vec<Equivalence> = tests
        .into_iter()
        .map(|PairTest { first: i, second: j, test: t }| {
            let turned = t.estimate < 0.0;
            let (upper, lower) = if turned { (j, i) } else { (i, j) };
            let [low, high] = if turned { [-t.upper, -t.lower] } else { [t.lower, t.upper] };
            Equivalence {
                upper,
                lower,
                difference: [t.estimate.abs(), t.error, low, high],
                is_open: low.is_nan() || low <= 0.0,
                is_equal: low > -margin && high < margin,
            }
        })
        .gathered();
    room::sort_by(&mut pairs, |a, b| a.difference[0].total_cmp(&b.difference[0]));
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;
    use crate::model::{fit, Quantity, Specification};
    use crate::progress::unwatched;

    #[test]
    fn pairs_by_their_distance() {
        // Item 0 beats 1 and 2 in 24 of 30, 1 beats 2 in 15 of 30.
        let rows: Vec<[u32; 5]> = (0..30)
            .flat_map(|at| {
                let strong = 1 + u32::from(at % 5 == 0);
                [[at, 0, 0, 1, strong], [at, 0, 0, 2, strong], [at, 0, 1, 2, 1 + at % 2]]
            })
            .collect();
        let model = fit(&set(&rows), &Specification::default(), &mut unwatched()).unwrap();
        let found = equivalence(&model, 2.0, &Options::default(), &mut unwatched()).unwrap();
        let scores = model.readout(Quantity::Scores, &Default::default()).unwrap().estimates;
        assert_eq!(found.len(), 3);
        // 30 contexts alike: 29 degrees of freedom.
        let critical = crate::distributions::student::critical(0.95, 29.0);
        assert!(found.is_sorted_by(|a, b| a.difference[0] <= b.difference[0]));
        for pair in &found {
            let [difference, error, low, high] = pair.difference;
            assert!((difference - (scores[pair.upper] - scores[pair.lower])).abs() < 1e-12);
            assert!((high - low - 2.0 * critical * error).abs() < 1e-9);
        }
        assert!(found[0].is_open && found[0].is_equal && found[0].difference[0] < 1e-9);
        assert!(!found[1].is_open && found[1].upper == 0 && !found[1].is_equal);
        let narrow = equivalence(&model, 0.0, &Options::default(), &mut unwatched()).unwrap();
        assert!(narrow.iter().all(|pair| !pair.is_equal));
        let wide = Options { method: Method::Simultaneous, ..Options::default() };
        let all = equivalence(&model, 2.0, &wide, &mut unwatched()).unwrap();
        assert!(all[1].difference[2] < found[1].difference[2]);
        assert!(equivalence(&model, f64::NAN, &wide, &mut unwatched()).is_err());
    }
}
