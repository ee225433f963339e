//! Claims about the order of items of an estimate, judged jointly.

use super::Estimate;
use crate::claims::{state, Claim, State};
use crate::error::{Error, Result};
use crate::inference::{Method, Options};
use crate::progress::Watch;
use crate::room::{self, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};

/// A claim with its judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Its number.
    pub claim: usize,
    /// The judgement.
    pub state: State,
    /// The p-values against its being false and its being true.
    pub p: [f64; 2],
    /// Of a claim about one difference the difference, and what it is at least at the level of all claims; else NaN.
    pub difference: [f64; 2],
}

const CLAIM_STATES: &[&std::ffi::CStr] = &[c"open", c"supported", c"refuted"];

/// The columns of claims.
pub static CLAIMS: Schema<Judged> = Schema {
    name: "estimate_claims",
    title: c"Claims, and whether the data support or refute them",
    columns: &[
        SchemaColumn::i64(c"claim", c"", c"Number of the claim, from 0.", |c| Some(c.claim as i64)),
        SchemaColumn::choice(
            c"state",
            c"Whether it is supported or refuted, jointly with all others at the level of the estimate; else open.",
            CLAIM_STATES,
            |c| Some(c.state as usize),
        ),
        SchemaColumn::f64(
            c"p_supported",
            c"probability",
            c"The p-value against the claim's being false; missing where a difference is not known.",
            |c| c.p[0],
        ),
        SchemaColumn::f64(c"p_refuted", c"probability", c"The p-value against its being true.", |c| c.p[1]),
        SchemaColumn::f64(
            c"estimate",
            c"that of the quantity",
            c"The difference, of a claim about one, as more is better; else missing.",
            |c| c.difference[0],
        ),
        SchemaColumn::f64(
            c"at_least",
            c"that of the quantity",
            c"The difference is at least this, jointly with all other claims.",
            |c| c.difference[1],
        ),
    ],
};

impl Estimate {
    /// Judges claims, all jointly at the level of the estimate.
    pub fn claims(&self, claims: &[Claim], watch: Watch<'_>) -> Result<Vec<Judged>> {
        if self.options.method.is_anytime() {
            return Err(Error::Unsupported("intervals: claims are judged at one look".into()));
        }
        if claims.is_empty() {
            return Err(Error::Argument("count is 0; give at least one claim".into()));
        }
        self.check_claimable()?;
        let alpha = 1.0 - self.options.level;
        let mut judged = Vec::new();
        for (at, claim) in claims.iter().enumerate() {
            self.check_claim(claim).map_err(|error| match error {
                Error::Argument(text) => Error::Argument(format!("claims[{at}]: {text}")),
                other => other,
            })?;
            let pairs = claim.differences(self.size());
            let p = claim.combine(&self.one_sided(&pairs, &mut *watch)?);
            let difference = match claim {
                Claim::Above { first, second, .. } => {
                    self.at_least(*first, *second, alpha / claims.len() as f64, &mut *watch)?
                }
                _ => [f64::NAN; 2],
            };
            judged.put(Judged { claim: at, state: state(p, alpha, claims.len()), p, difference });
        }
        Ok(judged)
    }

    /// A difference as more is better, and its one-sided lower bound.
    fn at_least(&self, first: usize, second: usize, alpha: f64, watch: Watch<'_>) -> Result<[f64; 2]> {
        let options = Options { level: 1.0 - 2.0 * alpha, method: Method::Marginal, ..self.options.clone() };
        let weights = self.weights(std::iter::once((first, second, self.sign())));
        let [estimate, _, lower, _] = self.contrasts_by(&options, &weights, 1, watch)?.0[0];
        Ok([estimate, lower])
    }

    /// The items of a claim are there, and it says something.
    fn check_claim(&self, claim: &Claim) -> Result<()> {
        let n = self.size();
        let refuse = |text: String| Err(Error::Argument(text));
        match claim {
            Claim::Above { first, second, by } | Claim::Parity { first, second, within: by } => {
                self.check_items([*first, *second].into_iter(), "items")?;
                if first == second {
                    return refuse(format!("first and second are both item {first}"));
                }
                if !by.is_finite() || (*by <= 0.0 && matches!(claim, Claim::Parity { .. })) {
                    return refuse(format!("by is {by}; it must be finite, and of parity positive"));
                }
            }
            Claim::Top { item, k, .. } => {
                self.check_items(std::iter::once(*item), "items")?;
                if !(1..=n).contains(k) {
                    return refuse(format!("k is {k}; it must be 1 to {n}"));
                }
            }
            Claim::Order(order) => {
                self.check_items(order.iter().copied(), "items")?;
                if order.len() < 2 || repeats(order) {
                    return refuse("items: an order is of at least two different items".into());
                }
            }
            Claim::Groups { upper, lower } => {
                self.check_items(upper.iter().chain(lower).copied(), "items")?;
                let all: Vec<usize> = upper.iter().chain(lower).copied().gathered();
                if upper.is_empty() || lower.is_empty() || repeats(&all) {
                    return refuse(
                        "items, others: two groups are of different items, at least one each".into(),
                    );
                }
            }
        }
        Ok(())
    }
}

/// Whether an item comes twice.
fn repeats(items: &[usize]) -> bool {
    let mut sorted: Vec<usize> = items.iter().copied().gathered();
    room::sort_by(&mut sorted, |a, b| a.cmp(b));
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
