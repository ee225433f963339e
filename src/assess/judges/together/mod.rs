//! Judges that err together: correlations of what votes differ from what each judge would expect of itself, copies, and
//! how many judges without common errors the judges are worth.
//!
//! - `order`: cells by small keys, and the answers of each unit;
//! - `own`: what each judge expects of itself;
//! - `copies`: judges that are exact copies of another;
//! - `sums`: sums over the units that two judges share, and the errors of functions of them;
//! - `shrink`: correlations, drawn towards the mean of their kind;
//! - `worth`: how many judges they are worth;
//! - `tables`: what is handed out.

mod copies;
mod order;
mod own;
mod shrink;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
mod worth;

pub use shrink::Kind;
pub use tables::{FamilyWorth, JudgeWorth, PairOfJudges, FAMILIES, TOGETHER, WORTH};

use super::judges;
use crate::comparisons::{list, Kind as Names, Set};
use crate::error::{Error, Result};
use crate::progress::Watch;
use crate::room::{self, Gather as _, Put as _};
use order::Answers;
use shrink::{pairs, Correlations};
use sums::{Slopes, Sums};
use worth::{Best, Panel};

/// Fewer pairs of votes say nothing of errors.
const LEAST_SHARED: f64 = 50.0;

/// Options of the report on common errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Common {
    /// Units that a judge must have answered to be the exact copy of another.
    pub copy_units: usize,
    /// The correlation above which two judges are near copies, if they share enough pairs of votes.
    pub near_copy: f64,
}

impl Default for Common {
    fn default() -> Common {
        Common { copy_units: 20, near_copy: 0.95 }
    }
}

/// The errors that judges of a set have in common.
#[derive(Debug)]
pub struct Together {
    options: Common,
    /// Of every judge of the set, that of which it is a copy.
    copy_of: Vec<Option<usize>>,
    /// Units of every copy.
    copied: Vec<f64>,
    /// The judges with votes in contexts that are no copies.
    distinct: Vec<usize>,
    /// Their families; below zero: none.
    families: Vec<i32>,
    answers: Answers,
    correlations: Correlations,
    clusters: usize,
}

/// How many judges all are worth, and what was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effective {
    /// Judges that are no copies.
    pub judges: usize,
    /// Exact copies.
    pub copies: usize,
    /// Pairs of judges that are near copies.
    pub near_copies: usize,
    /// Pairs of votes on the same unit, of different judges.
    pub shared: f64,
    /// The number that they are worth with equal weights, and its standard error.
    pub equal: [f64; 2],
    /// The same with the best weights.
    pub best: [f64; 2],
    /// Correlations within families, and between them.
    pub kinds: [Kind; 2],
}

impl Together {
    /// Looks at the judges of a set. Families are numbers, one for every judge, below zero: none; or none at all.
    pub fn new(set: &Set, families: &[i32], options: &Common, watch: Watch<'_>) -> Result<Together> {
        let all = judges(set);
        check(set, families, options)?;
        let order = order::by_unit(set);
        let copy_of = copies::copies(set, all, &order, options.copy_units);
        let mut has_votes = vec![false; all];
        let judge_of = |cell: u32| super::place(set.cells().judge[cell as usize], all);
        order.iter().for_each(|&cell| has_votes[judge_of(cell)] = true);
        let distinct: Vec<usize> =
            (0..all).filter(|&judge| has_votes[judge] && copy_of[judge].is_none()).gathered();
        if distinct.len() < 2 {
            let named = list(set, Names::Judge, &distinct);
            return Err(Error::Unsupported(format!(
                "set: the errors of judges can be compared where there are at least two; here all others are copies of {named}, or \
                 have no context"
            )));
        }
        let mut copied = vec![0.0; all];
        for unit in order.chunk_by(|a, b| order::is_one_unit(set, *a, *b)) {
            for own in unit.chunk_by(|a, b| judge_of(*a) == judge_of(*b)) {
                copied[judge_of(own[0])] += 1.0;
            }
        }
        let n = distinct.len();
        room::expect(format_args!("the correlation of {n} judges"), room::matrices(8, n))?;
        let expected = own::expected(set, all, watch)?;
        let mut numbers = vec![None; all];
        distinct.iter().enumerate().for_each(|(number, &judge)| numbers[judge] = Some(number as u32));
        let answers = Answers::new(set, &order, &expected, &numbers);
        let sums = sums::sums(&answers, n, watch)?;
        let shared: f64 = sums.iter().map(|sum| sum[3]).sum();
        if shared < LEAST_SHARED {
            return Err(Error::Unsupported(format!(
                "set: judges hardly ever answer the same pair in the same context ({shared} times): their errors cannot be compared"
            )));
        }
        let families: Vec<i32> =
            distinct.iter().map(|&judge| families.get(judge).copied().unwrap_or(-1)).gathered();
        let is_one = |i: usize, j: usize| families[i] >= 0 && families[i] == families[j];
        let correlations = Correlations::new(sums, n, is_one)?;
        let clusters = set.clusters() + set.contexts();
        Ok(Together {
            options: *options,
            copy_of,
            copied,
            distinct,
            families,
            answers,
            correlations,
            clusters,
        })
    }

    /// Every two judges, and every copy with its original.
    pub fn pairs(&self) -> Vec<PairOfJudges> {
        let n = self.distinct.len();
        let mut rows: Vec<PairOfJudges> = Vec::new();
        for (i, j) in pairs(n) {
            let [shared, rho] = self.correlations.of_two(i, j);
            let shrunk = self.rho(i, j);
            let judges = [self.distinct[i], self.distinct[j]];
            let is_near = self.is_near(i, j);
            rows.put(PairOfJudges { judges, shared, rho, shrunk, is_copy: false, is_near });
        }
        for (judge, original) in self.copies() {
            let (judges, shared) = ([original.min(judge), original.max(judge)], self.copied[judge]);
            rows.put(PairOfJudges { judges, shared, rho: 1.0, shrunk: 1.0, is_copy: true, is_near: true });
        }
        room::sort_by_key(&mut rows, |row| row.judges);
        rows
    }

    /// Every judge: its best weight, and what is lost without it.
    pub fn worth(&self) -> Result<Vec<JudgeWorth>> {
        let panel = self.panel(|_| true)?;
        let best = panel.best()?;
        let losses = panel.losses(&best)?;
        let mut rows: Vec<JudgeWorth> = (0..self.copy_of.len())
            .map(|judge| {
                let copy_of = self.copy_of[judge];
                let of_none = if copy_of.is_some() { 0.0 } else { f64::NAN };
                JudgeWorth { judge, weight: of_none, worth: of_none, copy_of }
            })
            .gathered();
        for (at, &judge) in self.distinct.iter().enumerate() {
            (rows[judge].weight, rows[judge].worth) = (best.weights[at], losses[at]);
        }
        Ok(rows)
    }

    /// Every family with at least two judges that are no copies.
    pub fn families(&self, watch: Watch<'_>) -> Result<Vec<FamilyWorth>> {
        let mut numbers: Vec<i32> = self.families.iter().copied().filter(|family| *family >= 0).gathered();
        room::sort_by_key(&mut numbers, |number| *number);
        numbers.dedup();
        let (mut rows, mut slopes): (Vec<FamilyWorth>, Vec<Vec<Sums>>) = (Vec::new(), Vec::new());
        for family in numbers {
            let panel = self.panel(|judge| self.families[judge] == family)?;
            let judges = panel.judges.len();
            if judges < 2 {
                continue;
            }
            let (rho, ends) = self.rho_of(&panel.judges);
            let best = panel.best()?;
            slopes.put_each(self.slopes_of(&panel, &best)?);
            let [equal, best] = [panel.equal(), best.worth].map(|worth| [worth, f64::NAN]);
            let second = (1.0 - rho) / (1.0 + rho);
            rows.put(FamilyWorth { family, judges, rho, ends, equal, best, second });
        }
        if rows.is_empty() {
            return Ok(rows);
        }
        let errors = self.errors(&slopes, watch)?;
        for (row, errors) in rows.iter_mut().zip(errors.chunks(2)) {
            (row.equal[1], row.best[1]) = (errors[0], errors[1]);
        }
        Ok(rows)
    }

    /// The mean correlation of some judges, the least and the largest.
    fn rho_of(&self, judges: &[usize]) -> (f64, [f64; 2]) {
        let (mut sum, mut pairs, mut ends) = (0.0, 0.0, [1.0_f64, 0.0_f64]);
        for (at, &i) in judges.iter().enumerate() {
            for &j in &judges[at + 1..] {
                let rho = self.rho(i, j);
                (sum, pairs) = (sum + rho, pairs + 1.0);
                ends = [ends[0].min(rho), ends[1].max(rho)];
            }
        }
        (sum / pairs, ends)
    }

    /// How many judges all are worth.
    pub fn effective(&self, watch: Watch<'_>) -> Result<Effective> {
        let panel = self.panel(|_| true)?;
        let n = self.distinct.len();
        let best = panel.best()?;
        let errors = self.errors(&self.slopes_of(&panel, &best)?, watch)?;
        let [equal, best] = [[panel.equal(), errors[0]], [best.worth, errors[1]]];
        Ok(Effective {
            judges: n,
            copies: self.copies().count(),
            near_copies: pairs(n).filter(|&(i, j)| self.is_near(i, j)).count(),
            shared: pairs(n).map(|(i, j)| self.correlations.of_two(i, j)[0]).sum(),
            equal,
            best,
            kinds: self.correlations.kinds,
        })
    }

    /// Sentences on copies and near copies, for readers.
    pub fn notes(&self, set: &Set) -> String {
        let named = |judge: usize| list(set, Names::Judge, &[judge]);
        let mut notes = Vec::new();
        for (judge, original) in self.copies() {
            notes.put(format!(
                "Judge {} is a copy of {}: all its {} units, the same answers; its votes are left out.",
                named(judge),
                named(original),
                self.copied[judge]
            ));
        }
        let n = self.distinct.len();
        for (i, j) in pairs(n) {
            if self.is_near(i, j) {
                notes.put(format!(
                    "Judges {} and {} are nearly copies: the correlation of their errors is {:.3}.",
                    named(self.distinct[i]),
                    named(self.distinct[j]),
                    self.rho(i, j)
                ));
            }
        }
        const MOST: usize = 10;
        let more = notes.len().saturating_sub(MOST);
        notes.truncate(MOST);
        if more > 0 {
            notes.put(format!("{more} more pairs are copies, or nearly."));
        }
        notes.join("\n")
    }

    fn copies(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.copy_of
            .iter()
            .enumerate()
            .filter_map(|(judge, original)| original.map(|original| (judge, original)))
    }

    fn rho(&self, i: usize, j: usize) -> f64 {
        self.correlations.shrunk[i * self.distinct.len() + j]
    }

    /// Nearly copies, by enough pairs of votes.
    fn is_near(&self, i: usize, j: usize) -> bool {
        self.rho(i, j) > self.options.near_copy && self.correlations.of_two(i, j)[0] >= LEAST_SHARED
    }

    fn panel(&self, is_in: impl Fn(usize) -> bool) -> Result<Panel> {
        Panel::new(
            &self.correlations.shrunk,
            (0..self.distinct.len()).filter(|&judge| is_in(judge)).gathered(),
        )
    }

    /// Slopes of the number of judges that some are worth, with equal and with the best weights.
    fn slopes_of(&self, panel: &Panel, best: &Best) -> Result<[Vec<Sums>; 2]> {
        let mut weights: Vec<Option<f64>> = vec![None; self.distinct.len()];
        panel.judges.iter().zip(&best.weights).for_each(|(&judge, w)| weights[judge] = Some(*w));
        // d(K^2 / 1'R1), and by the envelope theorem d(1 / w'Rw) at the best w.
        let of_equal = -2.0 * (panel.equal() / panel.judges.len() as f64).powi(2);
        let of_best = -2.0 * best.worth * best.worth;
        let of_two = |i: usize, j: usize| weights[i].zip(weights[j]);
        Ok([
            self.correlations.slopes(|i, j| of_two(i, j).map_or(0.0, |_| of_equal))?,
            self.correlations.slopes(|i, j| of_two(i, j).map_or(0.0, |(a, b)| of_best * a * b))?,
        ])
    }

    fn errors(&self, slopes: &[Vec<Sums>], watch: Watch<'_>) -> Result<Vec<f64>> {
        let slopes = Slopes::new(slopes, self.distinct.len());
        sums::standard_errors(&self.answers, &slopes, self.clusters, watch)
    }
}

fn check(set: &Set, families: &[i32], options: &Common) -> Result<()> {
    let all = judges(set);
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    if options.copy_units == 0 {
        return Err(Error::Argument("copy_units is 0; it must be at least 1".into()));
    }
    if !(options.near_copy > 0.0 && options.near_copy < 1.0) {
        return Err(Error::Argument(format!(
            "near_copy is {}; it must be between 0 and 1",
            options.near_copy
        )));
    }
    if set.importance() {
        return refuse("set: sums of importance weights are no votes whose errors could be compared");
    }
    if all < 2 {
        return refuse("set: the errors of judges can be compared where there are at least two judges");
    }
    if set.contexts() == 0 {
        return refuse(
            "set: without contexts it is unknown which votes are about the same: give the context of every comparison",
        );
    }
    if !families.is_empty() && families.len() != all {
        return Err(Error::Argument(format!(
            "families has {} values; the set has {all} judges, an anonymous one included",
            families.len()
        )));
    }
    Ok(())
}
