//! The estimand: items, categories, how categories become scores, which functionals.

use super::own::OwnScore;
use super::second_order::{ResidualBasis, SecondOrder};
use crate::error::{Error, Result};
use crate::room::Duplicate as _;

/// How Bradley-Terry edges are read from the scores of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EdgeForm {
    /// The half difference of what the pair says from either side, so that the edge is minus itself seen
    /// from the other item whatever the weights of categories.
    #[default]
    Antisymmetric,
    /// As printed: the edge of j < k is made minus itself for k. The same where the weights of every
    /// category sum to one; otherwise scores depend on the numbering of the items.
    Paper,
}

impl EdgeForm {
    /// All by their numbers.
    pub const ALL: [EdgeForm; 2] = [EdgeForm::Antisymmetric, EdgeForm::Paper];
}

/// How rates of losing become a Markov chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChainForm {
    /// Every row divided by its sum (the paper's): compresses the scale, not exact under Bradley-Terry.
    #[default]
    Row,
    /// The rates as the generator of a chain in continuous time, which is rank centrality of Negahban, Oh
    /// and Shah (2017): exact under Bradley-Terry.
    Generator,
}

impl ChainForm {
    /// All by their numbers.
    pub const ALL: [ChainForm; 2] = [ChainForm::Row, ChainForm::Generator];
}

/// The argument of the soft Copeland score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CopelandForm {
    /// (ssym_jk - ssym_kj) / (2 tau).
    #[default]
    Margin,
    /// (ssym_jk - 1/2) / tau; the same where the weights of every category sum to one.
    Half,
    /// (s1_jk - 1/2) / tau: looks at the order in which j is first only.
    Raw,
}

impl CopelandForm {
    /// All by their numbers.
    pub const ALL: [CopelandForm; 3] = [CopelandForm::Margin, CopelandForm::Half, CopelandForm::Raw];
}

/// The zero of the value of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KemenyForm {
    /// Zero where all pairs are even.
    #[default]
    Centred,
    /// As printed: with an offset that depends on the numbering of the items.
    Paper,
}

impl KemenyForm {
    /// All by their numbers.
    pub const ALL: [KemenyForm; 2] = [KemenyForm::Centred, KemenyForm::Paper];
}

/// The loss of a judge's probabilities f against the truth mu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loss {
    /// The squared distance of f and mu.
    #[default]
    Brier,
    /// The expected Brier score of f, which is linear in mu.
    Score,
    /// Cross entropy, - sum mu log f; linear in mu.
    CrossEntropy,
    /// Kullback-Leibler divergence, sum mu log(mu / f).
    KullbackLeibler,
}

impl Loss {
    /// All by their numbers.
    pub const ALL: [Loss; 4] = [Loss::Brier, Loss::Score, Loss::CrossEntropy, Loss::KullbackLeibler];
}

/// Influence values that assume the Bradley-Terry model with two categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RestrictedForm {
    /// The correction of equation (47) times one half: right where the order of showing has no effect.
    #[default]
    Corrected,
    /// As printed: twice the right correction.
    Printed,
    /// Weighted by the information of all pairs, without an effect of the order. Needs the propensities of
    /// all pairs.
    Efficient,
    /// The same with a free effect of the order in every context.
    EfficientWithOrder,
}

impl RestrictedForm {
    /// All by their numbers.
    pub const ALL: [RestrictedForm; 4] = [
        RestrictedForm::Corrected,
        RestrictedForm::Printed,
        RestrictedForm::Efficient,
        RestrictedForm::EfficientWithOrder,
    ];

    /// Whether the propensities of all pairs are looked at.
    pub fn is_efficient(self) -> bool {
        matches!(self, RestrictedForm::Efficient | RestrictedForm::EfficientWithOrder)
    }
}

/// A map from the probabilities of a context to scores.
#[derive(Debug, Clone, PartialEq)]
pub enum Functional {
    /// Mean probability to be preferred over the other items.
    Borda,
    /// Projection on the Bradley-Terry model: row means of log odds.
    BradleyTerry(EdgeForm),
    /// Stationary distribution of a walk from losers to winners.
    RankCentrality(ChainForm),
    /// Softmax of the Bradley-Terry projection: Plackett-Luce shares.
    Softmax(EdgeForm),
    /// Soft number of items beaten, as a share.
    Copeland(CopelandForm, f64),
    /// How well given rankings agree with the probabilities: each the items from first to last.
    Kemeny(KemenyForm, Vec<Vec<u32>>),
    /// How wrong the probabilities of a judge are, by item.
    Miscalibration(Loss),
    /// Bradley-Terry scores by influence values that assume the model.
    Restricted(RestrictedForm),
    /// Mean symmetrised score against one item, whose own value is 1/2 without an error.
    Against(usize),
    /// Mean symmetrised score against the other items by weights, one of each.
    Field(Vec<f64>),
    /// Smooth share of contexts in which the symmetrised score against an item is above a value.
    Share(Share),
    /// A function of the caller's own.
    Own(OwnScore),
}

/// The smooth share: E logistic((ssym_jb - above) / temperature).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The item that the others are compared with, b.
    pub baseline: usize,
    /// The value that scores are to exceed, within [0, 1].
    pub above: f64,
    /// How smooth the step is, positive.
    pub temperature: f64,
}

/// Whether the order of showing counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairs {
    /// (j, k) and (k, j) are labelled each with a probability of its own; both orders must occur.
    #[default]
    Ordered,
    /// The same, with data in which one order of every pair occurs: what is never labelled is then
    /// taken from the nuisance alone.
    OrderedUnchecked,
    /// The order has no effect, or is not known: labels are normalised to j < k, probabilities of the two
    /// orders averaged, and propensities are those of unordered pairs.
    Unordered,
}

impl Pairs {
    /// All by their numbers.
    pub const ALL: [Pairs; 3] = [Pairs::Ordered, Pairs::OrderedUnchecked, Pairs::Unordered];
}

/// The functionals to be estimated.
#[derive(Debug, Clone, PartialEq)]
pub struct GarsSpecification {
    /// Number of items, K.
    pub items: usize,
    /// Number of categories of a label, C. The first two are "first item preferred" and "second item
    /// preferred".
    pub categories: usize,
    /// Score of every category for the item shown first, w1.
    pub first: Vec<f64>,
    /// Score of every category for the item shown second, w2.
    pub second: Vec<f64>,
    /// Whether the order counts.
    pub pairs: Pairs,
    /// eps of mu <- (1 - C eps) mu + eps.
    pub floor: f64,
    /// The functionals that are computed, in this order.
    pub functionals: Vec<Functional>,
    /// Whether those that are not linear are corrected to the second order.
    pub second_order: SecondOrder,
    /// The functions that the correction regresses residuals on.
    pub basis: ResidualBasis,
}

impl Functional {
    /// Whether it is linear in the probabilities, so that with known propensities psi has no bias.
    pub fn is_linear(&self) -> bool {
        matches!(
            self,
            Functional::Borda
                | Functional::Kemeny(..)
                | Functional::Miscalibration(Loss::Score | Loss::CrossEntropy)
                | Functional::Against(_)
                | Functional::Field(_)
        )
    }
}

impl GarsSpecification {
    /// The floor of probabilities unless another is chosen.
    pub const FLOOR: f64 = 0.01;

    /// With the usual weights of two categories (win, loss), three (and tie), four (win, loss, both good,
    /// both bad) or five (and tie).
    pub fn new(items: usize, categories: usize, functionals: Vec<Functional>) -> Result<GarsSpecification> {
        let [first, second]: [&[f64]; 2] = match categories {
            2 => [&[1.0, 0.0], &[0.0, 1.0]],
            3 => [&[1.0, 0.0, 0.5], &[0.0, 1.0, 0.5]],
            4 => [&[1.0, 0.0, 1.0, 0.0], &[0.0, 1.0, 1.0, 0.0]],
            5 => [&[1.0, 0.0, 1.0, 0.0, 0.5], &[0.0, 1.0, 1.0, 0.0, 0.5]],
            other => {
                return Err(Error::Argument(format!(
                    "categories is {other}; there are usual weights for 2 to 5, others must be given"
                )))
            }
        };
        let specification = GarsSpecification {
            items,
            categories,
            first: first.duplicate(),
            second: second.duplicate(),
            pairs: Pairs::Ordered,
            floor: Self::FLOOR,
            functionals,
            second_order: SecondOrder::Auto,
            basis: ResidualBasis::Auto,
        };
        specification.check()?;
        Ok(specification)
    }

    /// Whether the weights of every category sum to one, so that s1 + s2 = 1.
    pub fn is_complementary(&self) -> bool {
        self.first.iter().zip(&self.second).all(|(a, b)| a + b == 1.0)
    }

    /// Whether the weights of all categories have the same sum.
    fn is_balanced(&self) -> bool {
        let sum = self.first[0] + self.second[0];
        self.first.iter().zip(&self.second).all(|(a, b)| (a + b - sum).abs() <= 1e-14 * sum.abs())
    }

    /// Number of values of a functional.
    pub fn dimension(&self, functional: &Functional) -> usize {
        match functional {
            Functional::Kemeny(_, rankings) => rankings.len(),
            Functional::Own(score) => score.values,
            _ => self.items,
        }
    }

    /// Where the values of every functional begin among those of all, and how many there are in all.
    pub fn offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        for functional in &self.functionals {
            offsets.push(offsets[offsets.len() - 1] + self.dimension(functional));
        }
        offsets
    }

    /// Number of values of all functionals.
    pub fn size(&self) -> usize {
        self.functionals.iter().map(|functional| self.dimension(functional)).fold(0, usize::saturating_add)
    }

    /// Whether the values of a functional have a sum that does not depend on the data, so that their
    /// covariance is singular along (1, ..., 1).
    pub fn sums_to_a_constant(&self, functional: &Functional) -> bool {
        match functional {
            Functional::Borda => self.is_balanced(),
            Functional::BradleyTerry(_)
            | Functional::RankCentrality(_)
            | Functional::Softmax(_)
            | Functional::Copeland(CopelandForm::Margin, _)
            | Functional::Restricted(_) => true,
            Functional::Copeland(CopelandForm::Half, _) => self.is_complementary(),
            Functional::Copeland(CopelandForm::Raw, _)
            | Functional::Kemeny(..)
            | Functional::Miscalibration(_)
            | Functional::Against(_)
            | Functional::Field(_)
            | Functional::Share(_)
            | Functional::Own(_) => false,
        }
    }

    /// A value that follows from the others whatever the data, where that is another relation than a constant sum:
    /// the value of a baseline itself, and, as sum_j v_j V_j F_j is constant with V_j = sum_{k != j} v_k where the
    /// weights of categories have the same sum, one against a field.
    pub fn follows(&self, functional: &Functional) -> Option<usize> {
        match functional {
            Functional::Against(baseline) => Some(*baseline),
            Functional::Share(share) => Some(share.baseline),
            Functional::Field(weights) if self.is_balanced() => weights.iter().position(|v| *v > 0.0),
            _ => None,
        }
    }

    /// The first score of the caller's own, if there is one.
    pub fn own(&self) -> Option<&OwnScore> {
        self.functionals.iter().find_map(|functional| match functional {
            Functional::Own(score) => Some(score),
            _ => None,
        })
    }

    /// Whether the probabilities of a judge are needed.
    pub fn needs_judge(&self) -> bool {
        self.functionals.iter().any(|f| matches!(f, Functional::Miscalibration(_)))
    }

    /// Whether the propensities of all pairs are needed.
    pub fn needs_propensities(&self) -> bool {
        self.functionals.iter().any(|f| matches!(f, Functional::Restricted(form) if form.is_efficient()))
    }

    /// Refuses what cannot be computed, naming it.
    pub fn check(&self) -> Result<()> {
        let (items, categories) = (self.items, self.categories);
        if items < 2 {
            return Err(Error::Argument(format!("items is {items}; there must be at least 2")));
        }
        if categories < 2 {
            return Err(Error::Argument(format!("categories is {categories}; there must be at least 2")));
        }
        if items.checked_mul(items).and_then(|n| n.checked_mul(categories)).is_none_or(|n| n > 1 << 40) {
            return Err(Error::Size(format!(
                "items is {items} and categories {categories}: the probabilities of a context do not fit in \
                 memory"
            )));
        }
        for (name, weights) in [("first", &self.first), ("second", &self.second)] {
            if weights.len() != categories {
                return Err(Error::Size(format!(
                    "{name}: {} weights for {categories} categories",
                    weights.len()
                )));
            }
            if let Some(at) = weights.iter().position(|w| !w.is_finite()) {
                return Err(Error::Argument(format!("{name}[{at}] is {}; it must be finite", weights[at])));
            }
        }
        // Written so that NaN is refused.
        if !(self.floor >= 0.0 && self.floor * categories as f64 <= 0.5) {
            return Err(Error::Argument(format!(
                "floor is {}; it must be 0 to {} (half of one over the number of categories)",
                self.floor,
                0.5 / categories as f64
            )));
        }
        if self.functionals.is_empty() {
            return Err(Error::Argument("functionals: there is none".into()));
        }
        self.functionals.iter().enumerate().try_for_each(|(at, f)| self.check_functional(at, f))
    }

    fn check_functional(&self, at: usize, functional: &Functional) -> Result<()> {
        match functional {
            Functional::BradleyTerry(_) | Functional::Softmax(_) => self.check_odds(at),
            Functional::RankCentrality(form) => {
                if *form == ChainForm::Row && self.items == 2 {
                    return Err(Error::Unsupported(format!(
                        "functionals[{at}]: rank centrality by rows is constant for 2 items; take the generator"
                    )));
                }
                self.check_rates(at)
            }
            Functional::Copeland(_, tau) if !(*tau > 0.0 && tau.is_finite()) => {
                Err(Error::Argument(format!("functionals[{at}]: temperature is {tau}; it must be positive")))
            }
            Functional::Kemeny(_, rankings) => self.check_rankings(at, rankings),
            Functional::Restricted(RestrictedForm::EfficientWithOrder) if self.pairs == Pairs::Unordered => {
                Err(Error::Unsupported(format!(
                    "functionals[{at}]: an effect of the order goes with ordered pairs only"
                )))
            }
            Functional::Restricted(_) => {
                if self.first != [1.0, 0.0] || self.second != [0.0, 1.0] {
                    return Err(Error::Unsupported(format!(
                        "functionals[{at}]: inference restricted to Bradley-Terry needs two categories, win \
                         and loss, with their usual weights"
                    )));
                }
                Ok(())
            }
            Functional::Against(baseline) => self.check_baseline(at, *baseline),
            Functional::Field(weights) => self.check_field(at, weights),
            Functional::Share(share) => self.check_share(at, share),
            Functional::Own(score) if score.values == 0 => Err(Error::Argument(format!(
                "functionals[{at}]: a score of one's own has no values; say how many it has"
            ))),
            Functional::Borda
            | Functional::Copeland(..)
            | Functional::Miscalibration(_)
            | Functional::Own(_) => Ok(()),
        }
    }

    fn check_baseline(&self, at: usize, baseline: usize) -> Result<()> {
        match baseline < self.items {
            true => Ok(()),
            false => Err(Error::Argument(format!(
                "functionals[{at}]: the baseline is item {baseline}, but there are {} items",
                self.items
            ))),
        }
    }

    fn check_field(&self, at: usize, weights: &[f64]) -> Result<()> {
        if weights.len() != self.items {
            return Err(Error::Size(format!(
                "functionals[{at}]: the field has {} weights for {} items",
                weights.len(),
                self.items
            )));
        }
        if let Some(item) = weights.iter().position(|v| !(*v >= 0.0 && v.is_finite())) {
            return Err(Error::Argument(format!(
                "functionals[{at}]: the weight of item {item} in the field is {}; it must be 0 or positive",
                weights[item]
            )));
        }
        if weights.iter().filter(|v| **v > 0.0).count() < 2 {
            return Err(Error::Argument(format!(
                "functionals[{at}]: the field needs two items of positive weight, as none is compared with itself; \
                 for one item give it as the baseline"
            )));
        }
        Ok(())
    }

    fn check_share(&self, at: usize, share: &Share) -> Result<()> {
        self.check_baseline(at, share.baseline)?;
        if !(0.0..=1.0).contains(&share.above) {
            return Err(Error::Argument(format!(
                "functionals[{at}]: threshold is {}; it must be within [0, 1]",
                share.above
            )));
        }
        if !(share.temperature > 0.0 && share.temperature.is_finite()) {
            return Err(Error::Argument(format!(
                "functionals[{at}]: temperature is {}; it must be positive: the share itself, without a \
                 temperature, has no interval",
                share.temperature
            )));
        }
        Ok(())
    }

    /// Log odds need scores strictly between 0 and 1.
    fn check_odds(&self, at: usize) -> Result<()> {
        for (name, weights) in [("first", &self.first), ("second", &self.second)] {
            if let Some(c) = weights.iter().position(|w| !(0.0..=1.0).contains(w)) {
                return Err(Error::Unsupported(format!(
                    "functionals[{at}]: log odds need weights between 0 and 1, but {name}[{c}] is {}",
                    weights[c]
                )));
            }
            if weights.iter().all(|w| *w == 0.0) || weights.iter().all(|w| *w == 1.0) {
                return Err(Error::Unsupported(format!(
                    "functionals[{at}]: log odds need weights that differ, but all of {name} are {}",
                    weights[0]
                )));
            }
        }
        Ok(())
    }

    /// Rates of a chain must not be negative, nor all zero.
    fn check_rates(&self, at: usize) -> Result<()> {
        for (name, weights) in [("first", &self.first), ("second", &self.second)] {
            if let Some(c) = weights.iter().position(|w| *w < 0.0) {
                return Err(Error::Unsupported(format!(
                    "functionals[{at}]: rank centrality needs weights that are not negative, but {name}[{c}] \
                     is {}",
                    weights[c]
                )));
            }
        }
        if self.first.iter().chain(&self.second).all(|w| *w == 0.0) {
            return Err(Error::Unsupported(format!(
                "functionals[{at}]: rank centrality needs weights that are not all 0"
            )));
        }
        Ok(())
    }

    fn check_rankings(&self, at: usize, rankings: &[Vec<u32>]) -> Result<()> {
        if rankings.is_empty() {
            return Err(Error::Argument(format!("functionals[{at}]: there are no rankings")));
        }
        for (row, ranking) in rankings.iter().enumerate() {
            let mut seen = vec![false; self.items];
            if ranking.len() != self.items {
                return Err(Error::row(
                    row,
                    format!("functionals[{at}]: a ranking has {} items, not {}", ranking.len(), self.items),
                ));
            }
            for &item in ranking {
                match seen.get_mut(item as usize) {
                    Some(seen) if !*seen => *seen = true,
                    Some(_) => {
                        return Err(Error::row(
                            row,
                            format!("functionals[{at}]: a ranking has item {item} twice"),
                        ))
                    }
                    None => {
                        let message = format!("functionals[{at}]: item {item}, but there are {}", self.items);
                        return Err(Error::row(row, message));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Functional> {
        vec![
            Functional::Borda,
            Functional::BradleyTerry(EdgeForm::Antisymmetric),
            Functional::RankCentrality(ChainForm::Row),
            Functional::Kemeny(KemenyForm::Centred, vec![vec![0, 1, 2], vec![2, 1, 0]]),
        ]
    }

    #[test]
    fn offsets_follow_the_dimensions() {
        let specification = GarsSpecification::new(3, 3, all()).unwrap();
        assert_eq!(specification.offsets(), [0, 3, 6, 9, 11]);
        assert!(specification.is_complementary());
        assert!(!GarsSpecification::new(3, 4, all()).unwrap().is_complementary());
        assert!(!GarsSpecification::new(3, 4, all()).unwrap().sums_to_a_constant(&Functional::Borda));
    }

    #[test]
    fn what_cannot_be_computed_is_named() {
        let good = GarsSpecification::new(3, 3, all()).unwrap();
        let refused = |change: &dyn Fn(&mut GarsSpecification)| {
            let mut bad = good.clone();
            change(&mut bad);
            bad.check().unwrap_err().to_string()
        };
        assert!(refused(&|s| s.items = 1).contains("items is 1"));
        assert!(refused(&|s| s.items = usize::MAX).contains("do not fit"));
        assert!(refused(&|s| s.categories = 1).contains("categories is 1"));
        assert!(refused(&|s| s.first[2] = f64::NAN).contains("first[2] is NaN"));
        assert!(refused(&|s| s.first[2] = 1.5).contains("first[2] is 1.5"));
        assert!(refused(&|s| s.second = vec![1.0; 3]).contains("all of second are 1"));
        assert!(refused(&|s| s.first = vec![0.5; 2]).contains("2 weights for 3"));
        assert!(refused(&|s| s.floor = -0.1).contains("floor is -0.1"));
        assert!(refused(&|s| s.floor = 0.4).contains("floor is 0.4"));
        assert!(refused(&|s| s.floor = f64::NAN).contains("floor is NaN"));
        assert!(refused(&|s| s.functionals.clear()).contains("there is none"));
        let one = |f: Functional| refused(&move |s| s.functionals = vec![f.clone()]);
        assert!(one(Functional::Copeland(CopelandForm::Margin, 0.0)).contains("temperature is 0"));
        assert!(one(Functional::Kemeny(KemenyForm::Centred, vec![])).contains("no rankings"));
        let kemeny = |ranking: Vec<u32>| one(Functional::Kemeny(KemenyForm::Centred, vec![ranking]));
        assert!(kemeny(vec![0, 1]).contains("has 2 items"));
        assert!(kemeny(vec![0, 1, 1]).contains("item 1 twice"));
        assert!(kemeny(vec![0, 1, 3]).contains("item 3"));
        assert!(one(Functional::Restricted(RestrictedForm::Corrected)).contains("two categories"));
        let row = Functional::RankCentrality(ChainForm::Row);
        assert!(GarsSpecification::new(2, 2, vec![row]).unwrap_err().to_string().contains("constant"));
        let negative = refused(&|s| {
            s.functionals = vec![Functional::RankCentrality(ChainForm::Generator)];
            s.second[0] = -0.25;
        });
        assert!(negative.contains("second[0] is -0.25"));
        assert!(GarsSpecification::new(3, 6, all()).is_err());
    }
}
