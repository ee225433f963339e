//! Data from a model: the comparisons of a set, answered anew.

use crate::comparisons::{Kind, Set};
use crate::error::{Error, Result};
use crate::inference::each_cell;
use crate::model::Model;
use crate::random::Random;
use crate::room::with_room;

/// Comparisons of a cell that are drawn: doubles count no further.
const MOST: f64 = 9_007_199_254_740_992.0;

/// The comparisons of a design (a set of items and judges that the model knows by name), with answers
/// drawn from the model. Of every cell as many are drawn as it has comparisons that the model would
/// use; ties are ties, Bradley-Terry has none, and votes both bad come of a model that has them as an
/// outcome.
pub fn simulate(model: &Model, design: &Set, seed: u64) -> Result<Set> {
    model.refuse_grades("simulate")?;
    if design.importance() {
        return Err(Error::Unsupported(
            "design: importance weights say nothing of how many comparisons to draw".into(),
        ));
    }
    let outcome = model.outcome();
    let mut random = Random::new(seed, 0);
    let mut answers = with_room(design.cells().len());
    let (mut broken, mut unknown, mut countless) = (None, None, None);
    each_cell(model, design, |cell, counts, at| {
        let total = counts.total();
        if total > MOST {
            countless.get_or_insert((cell, total));
            return;
        }
        if (total - total.round()).abs() > 1e-9 * total {
            broken.get_or_insert(total);
        }
        if at.coordinates().iter().any(|value| value.is_nan()) {
            unknown.get_or_insert(cell);
            return;
        }
        let drawn = random.outcomes(total.round() as u64, &outcome.probabilities(at));
        let [win, loss, tie, bad] = drawn.map(|count| count as f64);
        answers.push((cell, [win, loss, tie, 0.0, bad]));
    })?;
    let names = |cell: usize| {
        let cells = design.cells();
        [cells.left[cell], cells.right[cell]].map(|item| design.name(Kind::Item, item as usize).unwrap_or(""))
    };
    if let Some((cell, total)) = countless {
        let [left, right] = names(cell);
        return Err(Error::Data {
            row: None,
            message: format!(
                "design: \"{left}\" and \"{right}\" have {total:e} comparisons in one cell; at most 2^53 = {MOST:e} can be \
                 drawn: append them with weights that are smaller"
            ),
        });
    }
    if let Some(cell) = unknown {
        let [left, right] = names(cell);
        return Err(Error::NotIdentified(format!(
            "design: the data of the model do not determine how \"{left}\" compares with \"{right}\""
        )));
    }
    if let Some(total) = broken {
        return Err(Error::Unsupported(format!(
            "design: a cell has {total} comparisons; only whole numbers can be drawn"
        )));
    }
    design.answered(&answers)
}
