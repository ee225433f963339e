//! Differences of items that follow one another in the order of their scores.

use super::hypotheses::{test_contrasts, Test};
use super::multiplicity::Adjustment;
use super::{Method, Options};
use crate::error::{Error, Result};
use crate::model::{Model, Normalisation, Problems, Quantity, View};
use crate::progress::Watch;
use crate::room::{self, reserve, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// Two items that follow one another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjacent {
    /// The item with the higher score.
    pub upper: usize,
    /// The next.
    pub lower: usize,
    /// The difference of their scores.
    pub test: Test,
}

/// The columns of [`adjacent`].
pub static ADJACENT: Schema<Adjacent> = Schema {
    name: "model_adjacent",
    title: c"Items that follow one another in the order of their scores",
    columns: &[
        SchemaColumn::item(c"first", c"The item with the higher score.", |r| Some(r.upper)),
        SchemaColumn::item(c"second", c"The next.", |r| Some(r.lower)),
        SchemaColumn::f64(
            c"estimate",
            c"score",
            c"The difference of their scores; missing between components, and of items without a score.",
            |r| r.test.estimate,
        ),
        SchemaColumn::f64(c"se", c"score", c"Its standard error; infinite where a score diverges.", |r| {
            r.test.error
        }),
        SchemaColumn::f64(c"lower", c"score", c"Lower end of its interval.", |r| r.test.lower),
        SchemaColumn::f64(c"upper", c"score", c"Upper end of its interval.", |r| r.test.upper),
        SchemaColumn::f64(
            c"p",
            c"probability",
            c"Two-sided p-value of this test alone; missing where there is no finite standard error.",
            |r| r.test.p,
        ),
        SchemaColumn::f64(
            c"p_adjusted",
            c"probability",
            c"The p-value, adjusted as the intervals are.",
            |r| r.test.adjusted,
        ),
    ],
};

/// The differences of neighbours, from the best item down: intervals by the method of the options, and
/// p-values adjusted accordingly. Items of one component follow one another, those of the largest first;
/// items without a score stand at the end.
///
/// The order is that of the estimates: it is not accounted for that the data chose the pairs.
pub fn adjacent(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Adjacent>> {
    let view = View { normalisation: Normalisation::Sum, origin: 0.0, ..options.view.clone() };
    let options = Options { view, ..options.clone() };
    let scores = model.readout(Quantity::Scores, &options.view)?.estimates;
    let order = in_order(model, &scores);
    let count = order.len().saturating_sub(1);
    // The weights of the differences, their Jacobian, and their covariance.
    room::expect(format_args!("differences of {count} neighbours"), room::matrices(3, count))?;
    let apart = model.facts.problems.contains(Problems::DISCONNECTED);
    let comparable = |pair: &[usize]| !apart || model.components[pair[0]] == model.components[pair[1]];
    let mut weights = reserve(count * order.len())?;
    for (row, pair) in weights.chunks_exact_mut(order.len().max(1)).zip(order.windows(2)) {
        // Each component has its own zero: between two of them nothing is tested.
        if comparable(pair) {
            (row[pair[0]], row[pair[1]]) = (1.0, -1.0);
        }
    }
    let adjustment = match options.method {
        Method::Marginal => Adjustment::None,
        Method::Bonferroni => Adjustment::Bonferroni,
        Method::Simultaneous => Adjustment::SingleStep,
        Method::Anytime | Method::AnytimeSimultaneous => {
            return Err(Error::Unsupported("intervals: these are of one look".into()))
        }
    };
    let tests = test_contrasts(model, Quantity::Scores, &weights, count, &[], adjustment, &options, watch)?;
    let neighbours = order.windows(2).zip(tests).map(|(pair, test)| {
        let test = if comparable(pair) { test } else { Test::unknown() };
        Adjacent { upper: pair[0], lower: pair[1], test }
    });
    Ok(neighbours.gathered())
}

/// The items component by component, the best of each first.
fn in_order(model: &Model, scores: &[f64]) -> Vec<usize> {
    let apart = model.facts.problems.contains(Problems::DISCONNECTED);
    let key = |i: usize| {
        let component = if apart { model.components[i] } else { 0 };
        (scores[i].is_nan(), component)
    };
    let mut order: Vec<usize> = (0..scores.len()).gathered();
    // Adding 0 makes one of 0 and -0, which are equal scores.
    room::sort_by(&mut order, |&i, &j| {
        key(i).cmp(&key(j)).then((scores[j] + 0.0).total_cmp(&(scores[i] + 0.0)))
    });
    order
}
