//! The information of an item's comparisons: its effective number of comparisons.

use super::{Method, Options};
use crate::error::Result;
use crate::interrupt::spend;
use crate::model::{Model, Normalisation, Quantity};
use crate::progress::Watch;
use crate::room::with_room;
use crate::table::{Schema, SchemaColumn};

/// An item with the comparisons it had, and the number that its standard error is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effective {
    /// The item.
    pub item: usize,
    /// Comparisons of the item that the model used.
    pub comparisons: f64,
    /// Independent comparisons with an average opponent that would give its standard error; NaN where it has none.
    pub effective: f64,
}

/// The columns of [`effective_comparisons`].
pub static EFFECTIVE_COMPARISONS: Schema<Effective> = Schema {
    name: "model_effective_comparisons",
    title: c"Comparisons of the items, and their effective number",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |e| Some(e.item)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Comparisons that the model used.", |e| e.comparisons),
        SchemaColumn::f64(
            c"effective",
            c"comparisons",
            c"Independent comparisons with an average opponent that would give its standard error; missing without one.",
            |e| e.effective,
        ),
    ],
};

/// Of every item the number n of independent neutral comparisons with an average opponent, whose score is known, that
/// would give the standard error s of its difference from the mean of the others: n = 1 / (s^2 w), with w the mean over
/// the other items of the expected information of one comparison about the difference. For two items and the
/// covariance of the information n is the number they had; of a design that is balanced, too. Few opponents, dependent votes and lopsided
/// pairs make it smaller.
pub fn effective_comparisons(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Effective>> {
    // Of the intervals nothing is needed but the errors.
    let mut plain = Options { method: Method::Marginal, ..options.clone() };
    plain.view.normalisation = Normalisation::Sum;
    let rows = super::estimates(model, Quantity::Scores, &plain, &mut *watch)?;
    let counts = model.item_counts();
    let (items, unit) = (model.layout.items, options.view.unit);
    let mut out = with_room(items);
    for item in 0..items {
        spend(300 * items);
        let (mut sum, mut others) = (0.0, 0.0);
        for other in (0..items).filter(|&o| o != item && model.components[o] == model.components[item]) {
            sum += super::planning::information(model, item, other, options)? / (unit * unit);
            others += 1.0;
        }
        // Scores sum to zero: the difference from the mean of the others is a multiple of the score.
        let error = rows[item][1] * (others + 1.0) / others;
        let effective =
            if error > 0.0 && error.is_finite() { others / (sum * error * error) } else { f64::NAN };
        out.push(Effective { item, comparisons: counts[6 * item], effective });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assess::judges::testing::set;
    use crate::model::{fit, CovarianceKind, Specification};
    use crate::progress::unwatched;

    fn answers(rows: &[[u32; 5]], options: &Options) -> Vec<Effective> {
        let model = fit(&set(rows), &Specification::default(), &mut unwatched()).unwrap();
        effective_comparisons(&model, options, &mut unwatched()).unwrap()
    }

    #[test]
    fn of_two_items_it_is_the_number_they_had() {
        // 30 comparisons, 20 of them won by the first.
        let rows: Vec<[u32; 5]> = (0..30).map(|at| [at, 0, 0, 1, 1 + u32::from(at % 3 == 0)]).collect();
        let expected = Options { covariance: CovarianceKind::Expected, ..Options::default() };
        for item in answers(&rows, &expected) {
            assert_eq!(item.comparisons, 30.0);
            assert!((item.effective - 30.0).abs() < 1e-6, "{}", item.effective);
        }
    }

    #[test]
    fn in_a_chain_the_ends_are_worth_less_and_a_balanced_design_is_worth_what_it_had() {
        let expected = Options { covariance: CovarianceKind::Expected, ..Options::default() };
        let votes = |pairs: &[[u32; 2]]| -> Vec<[u32; 5]> {
            let one =
                |at: u32| pairs.iter().map(move |p| [at, 0, p[0], p[1], 1 + at % 2]).collect::<Vec<_>>();
            (0..40).flat_map(one).collect()
        };
        for item in answers(&votes(&[[0, 1], [0, 2], [1, 2]]), &expected) {
            assert_eq!(item.comparisons, 80.0);
            assert!((item.effective - 80.0).abs() < 1e-6, "{}", item.effective);
        }
        // With 40 even votes on each link a difference has variance 0.1: that of an end from the mean of the others
        // has 0.1 + 0.1 / 4, which 32 votes against a known opponent would give.
        let chain = answers(&votes(&[[0, 1], [1, 2]]), &expected);
        let found: Vec<f64> = chain.iter().map(|item| item.effective).collect();
        for (effective, right) in found.iter().zip([32.0, 80.0, 32.0]) {
            assert!((effective - right).abs() < 1e-6, "{found:?}");
        }
        assert_eq!(chain[0].comparisons, 40.0);
    }
}
