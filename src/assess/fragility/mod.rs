//! How few votes, judges or contexts a claim hangs on.

mod changes;
mod effects;
mod search;
mod votes;

use crate::room::{self, with_room, Gather as _};
pub use votes::{fragile_votes, FragileVote, FRAGILE_VOTES};

use crate::comparisons::Unit;
use crate::error::Result;
use crate::inference::{covariance_of_readout, Options};
use crate::model::{Model, Quantity, Readout};
use crate::progress::{Progress, Watch};
use crate::table::{Schema, SchemaColumn};
use search::{Search, Taken};

/// For the first places, pairs whose prediction is up to this multiple of the best are refitted.
const NEAR: f64 = 4.0 / 3.0;

/// The change of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Attack {
    /// Votes, judges or contexts are left out.
    #[default]
    Drop,
    /// Votes are reversed, and ties decided.
    Flip,
    /// Votes of one kind are added.
    Add,
}

impl Attack {
    /// All by their numbers.
    pub const ALL: [Attack; 3] = [Attack::Drop, Attack::Flip, Attack::Add];
}

/// Which claims are attacked, and how.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assault {
    /// The operation.
    pub attack: Attack,
    /// The unit that is left out: votes (rows), judges or contexts.
    pub unit: Unit,
    /// Pairs of items of which the first has the higher score; none: all neighbours in the order of scores.
    pub pairs: Vec<[usize; 2]>,
    /// Instead: which items are among the first `top`; 0: not computed.
    pub top: usize,
    /// Instead of the order of scores: the sign of every value of this quantity.
    pub signs_of: Option<Quantity>,
    /// Of added votes: who wins and who loses; None: whatever is strongest among pairs that were compared.
    pub vote: Option<[usize; 2]>,
    /// Where the order of effects at the estimate finds nothing: whether the order is renewed by a fit after every step.
    pub renew: bool,
}

/// The claim.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Claim {
    /// The first of two items has the higher score.
    Order([usize; 2]),
    /// A value has the sign that it has.
    Sign(usize),
}

impl Claim {
    /// The weights of the values in what must be positive.
    fn weights(&self, estimates: &[f64]) -> Vec<f64> {
        let mut weights = vec![0.0; estimates.len()];
        match *self {
            Claim::Order([upper, lower]) => (weights[upper], weights[lower]) = (1.0, -1.0),
            Claim::Sign(value) => weights[value] = if estimates[value] < 0.0 { -1.0 } else { 1.0 },
        }
        weights
    }
}

/// Values that must be positive.
fn gap(weights: &[f64], estimates: &[f64]) -> f64 {
    weights.iter().zip(estimates).filter(|(w, _)| **w != 0.0).map(|(w, e)| w * e).sum()
}

/// The votes on which a claim depends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fragile {
    /// The item with the higher score; None where the claim is a sign.
    pub upper: Option<usize>,
    /// The other.
    pub lower: Option<usize>,
    /// The value whose sign is claimed, by its number.
    pub value: Option<usize>,
    /// The difference of the scores, or the size of the value.
    pub gap: f64,
    /// That in standard errors.
    pub z: f64,
    /// How many changes it takes to first order; NaN: all are not enough.
    pub predicted: f64,
    /// How many it takes by refits; NaN where it does not fall.
    pub confirmed: f64,
    /// That as a share of all votes, judges or contexts.
    pub share: f64,
    /// The difference then.
    pub gap_after: f64,
    /// 0: it falls; 1: it stands; 2: there is no fit before it falls; 3: the difference is unidentified.
    pub state: usize,
    /// Of added votes: who wins, who loses, and the judge in models with parameters of judges.
    pub added: Option<(usize, usize, Option<usize>)>,
}

const STATES: &[&std::ffi::CStr] = &[c"falls", c"stands", c"no_fit", c"not_identified"];

/// The columns of [`fragility`].
pub static FRAGILITY: Schema<Fragile> = Schema {
    name: "model_fragility",
    title: c"How few changes of the data overturn claims",
    columns: &[
        SchemaColumn::item(
            c"first",
            c"The item with the higher score; missing where a sign is claimed.",
            |f| f.upper,
        ),
        SchemaColumn::item(c"second", c"The other item.", |f| f.lower),
        SchemaColumn::i64(
            c"value",
            c"",
            c"The number of the value whose sign is claimed, from 0; missing for scores.",
            |f| f.value.map(|value| value as i64),
        ),
        SchemaColumn::f64(
            c"estimate",
            c"score",
            c"The difference of their scores, or the size of the value; missing where it is unidentified.",
            |f| f.gap,
        ),
        SchemaColumn::f64(
            c"z",
            c"",
            c"That in standard errors, which many votes make large and few votes may still undo.",
            |f| f.z,
        ),
        SchemaColumn::f64(
            c"predicted",
            c"changes",
            c"How many changes turn it round to first order; missing where all are not enough.",
            |f| f.predicted,
        ),
        SchemaColumn::f64(
            c"confirmed",
            c"changes",
            c"How many do by a fit without them, as few as were found; missing where it stands.",
            |f| f.confirmed,
        ),
        SchemaColumn::f64(c"share", c"", c"These as a share of all votes, judges or contexts.", |f| f.share),
        SchemaColumn::f64(c"estimate_after", c"score", c"The difference after them.", |f| f.gap_after),
        SchemaColumn::choice(
            c"state",
            c"Whether the claim falls, stands, loses its fit before it falls, or is not identified.",
            STATES,
            |f| Some(f.state),
        ),
        SchemaColumn::item(c"winner", c"Of added votes: who wins; missing unless votes are added.", |f| {
            f.added.map(|a| a.0)
        }),
        SchemaColumn::item(c"loser", c"Of added votes: who loses.", |f| f.added.map(|a| a.1)),
        SchemaColumn::judge(
            c"judge",
            c"Of added votes: the judge, where the model tells judges apart.",
            |f| f.added.and_then(|a| a.2),
        ),
    ],
};

/// How few votes (or judges, or contexts) the claims hang on. Each count is confirmed by fits; that no smaller one does it
/// is not claimed.
pub fn fragility(
    model: &Model,
    assault: &Assault,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Fragile>> {
    model.refuse_grades("fragility")?;
    let search = Search::new(model, assault, options)?;
    let mut rows: Vec<Fragile> = attacked(&search, watch)?.into_iter().map(|taken| taken.row).gathered();
    for row in &mut rows {
        let claim = match (row.upper, row.lower, row.value) {
            (_, _, Some(value)) => Claim::Sign(value),
            (upper, lower, _) => Claim::Order([upper.unwrap_or(0), lower.unwrap_or(0)]),
        };
        let Readout { estimates, jacobian } = &search.readout;
        let contrast = jacobian.contrasts(&claim.weights(estimates), 1);
        row.z = row.gap / covariance_of_readout(model, &contrast, options, true)?[0].sqrt();
    }
    Ok(rows)
}

/// The result for every claim, and the changes that lead to it.
fn attacked(search: &Search<'_>, watch: Watch<'_>) -> Result<Vec<Taken>> {
    let claims = search.claims()?;
    let count = claims.len();
    let mut refitter = search.refitter()?;
    let mut slopes = search.slopes()?;
    if search.assault.top == 0 {
        let mut all = with_room(count);
        for (done, claim) in claims.iter().enumerate() {
            watch(&Progress::of_parts(done as f64 / count as f64, done as u64))?;
            let plan = search.plan(claim, &mut slopes)?;
            all.push(search.confirm(plan, &mut refitter, watch)?);
        }
        return Ok(all);
    }
    // One claim, who is among the first: of the pairs that are predicted to fall with few, the one that does with the fewest.
    let mut order: Vec<(f64, usize)> = with_room(count);
    for (at, claim) in claims.iter().enumerate() {
        let predicted = search.plan(claim, &mut slopes)?.row.predicted;
        order.push((if predicted.is_nan() { f64::INFINITY } else { predicted }, at));
    }
    room::sort_by(&mut order, |x, y| x.0.total_cmp(&y.0));
    let mut best: Option<Taken> = None;
    for (done, &(predicted, at)) in order.iter().enumerate() {
        watch(&Progress::of_parts(done as f64 / count as f64, done as u64))?;
        let fewest =
            best.as_ref().filter(|taken| taken.row.state == 0).map_or(f64::INFINITY, |b| b.row.confirmed);
        if predicted > NEAR * fewest {
            break;
        }
        // Made again: all plans at once would be as many times the cells as there are claims.
        let plan = search.plan(&claims[at], &mut slopes)?;
        let taken = search.confirm(plan, &mut refitter, watch)?;
        if best.is_none() || (taken.row.state == 0 && taken.row.confirmed < fewest) {
            best = Some(taken);
        }
    }
    Ok(best.into_iter().gathered())
}
