//! The frame of a model: where its parameters stand, and which cells they meet.

use super::specification::{Position, Specification, Threshold, Ties};
use crate::comparisons::{Set, NONE};
use crate::error::{Error, Result};
use crate::likelihood::{Block, Design, Gauge, Grain, Objective, Terms};
use crate::outcome::Outcome;
use crate::strength::{Kind, Strength};

/// Where the parameters of a model stand:
/// scores, a pseudo-item's score, sensitivities, positions, effects, thresholds.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Items of the set.
    pub items: usize,
    /// Judges: those of the set, and the anonymous one as the last if it judged.
    pub judges: usize,
    /// The strength, its pseudo-item included.
    pub strength: Strength,
    /// Linear terms.
    pub terms: Terms,
    /// What the model keeps apart.
    pub grain: Grain,
    /// Number of parameters.
    pub dimension: usize,
}

impl Frame {
    /// Lays out the parameters of a model for a set.
    pub fn new(set: &Set, specification: &Specification) -> Frame {
        let items = set.items();
        let judges = (set.judges() + usize::from(set.has_anonymous_judge())).max(1);
        let ghost = usize::from(specification.pseudo > 0.0);
        let strength = Strength { kind: specification.strength, items: items + ghost, judges };
        let mut next = strength.dimension();
        let mut take = |count: usize| {
            next += count;
            next - count
        };
        let has_threshold = specification.outcome.has_threshold();
        let mut terms = Terms {
            ties: has_threshold || specification.ties == Ties::Half,
            both_bad: !specification.both_bad_dropped,
            ..Terms::default()
        };
        terms.position = match specification.position {
            Position::None => None,
            Position::Shared => Some((take(1), false)),
            Position::ByJudge => Some((take(judges), true)),
        };
        for name in &specification.covariates {
            terms.covariates.push((name.clone(), take(1)));
        }
        terms.offsets.clone_from(&specification.offsets);
        if has_threshold {
            let single = take(1);
            let offsets = (specification.threshold == Threshold::ByJudge).then(|| take(judges));
            terms.threshold = Some((single, offsets));
        }
        let dimension = next;
        let mut grain = terms.grain(set);
        grain.judge |= specification.strength == Kind::Sensitivity;
        Frame { items, judges, strength, terms, grain, dimension }
    }

    /// Parameter of a judge's sensitivity.
    pub fn sensitivity(&self, judge: usize) -> usize {
        self.strength.items + judge
    }

    /// Judges, as the model tells them apart for thresholds: one, or all.
    pub fn threshold_judges(&self) -> usize {
        match self.terms.threshold {
            None => 0,
            Some((_, None)) => 1,
            Some(_) => self.judges,
        }
    }

    /// The judge of a set cell.
    pub fn judge_of(&self, judge: u32) -> usize {
        if judge == NONE {
            self.judges - 1
        } else {
            judge as usize
        }
    }

    /// Comparisons and ties of every judge.
    pub fn tie_counts(&self, set: &Set) -> Vec<[f64; 2]> {
        let mut counts = vec![[0.0; 2]; self.judges];
        let cells = set.cells();
        for (c, by_category) in cells.counts.iter().enumerate() {
            let read = self.terms.read(by_category);
            let slot = &mut counts[self.judge_of(cells.judge[c])];
            slot[0] += read.total();
            slot[1] += read.tie;
        }
        counts
    }

    /// Pins thresholds that have no interior optimum: no ties at all, or nothing but ties.
    pub fn pin_thresholds(&mut self, outcome: Outcome, ties: &[[f64; 2]]) -> Result<()> {
        let Some((_, offsets)) = self.terms.threshold else { return Ok(()) };
        let none = if outcome == Outcome::RaoKupper { 0.0 } else { f64::NEG_INFINITY };
        let pin = |[all, ties]: [f64; 2]| match () {
            _ if all == 0.0 => f64::NAN,
            _ if ties == 0.0 => none,
            _ if ties == all => f64::INFINITY,
            _ => f64::NAN,
        };
        let sum = ties.iter().fold([0.0; 2], |s, t| [s[0] + t[0], s[1] + t[1]]);
        if sum[0] > 0.0 && sum[0] == sum[1] {
            return Err(Error::NotIdentified(
                "every comparison is a tie: the threshold runs to infinity and scores cannot be told".into(),
            ));
        }
        self.terms.pinned =
            if offsets.is_some() { ties.iter().map(|&t| pin(t)).collect() } else { vec![pin(sum)] };
        Ok(())
    }

    /// The objective of the model for a set.
    pub fn objective(&self, set: &Set, specification: &Specification) -> Result<Objective> {
        let design = Design::new(set, &self.terms, self.grain)?;
        let pseudo = (specification.pseudo > 0.0).then(|| {
            let judges = if self.strength.kind == Kind::Pooled { 1 } else { self.judges };
            Block {
                design: Design::pseudo(self.items, self.items, judges, specification.pseudo),
                outcome: Outcome::BradleyTerry,
            }
        });
        Ok(Objective {
            strength: self.strength,
            data: Block { design, outcome: specification.outcome },
            pseudo,
            ridge: specification.ridge,
            fixed: vec![false; self.dimension],
            held: Vec::new(),
            dimension: self.dimension,
        })
    }

    /// The directions that change nothing, given the groups of items that may be shifted.
    pub fn gauge(&self, shifts: &[Vec<u32>], fixed: &[bool]) -> Gauge {
        let free = |k: usize| !fixed[k];
        let offsets = match self.terms.threshold {
            Some((single, Some(first))) if free(single) => {
                Some((single, (first..first + self.judges).filter(|&k| free(k)).collect()))
            }
            _ => None,
        };
        Gauge {
            shifts: shifts.to_vec(),
            scale: self.strength.kind == Kind::Sensitivity
                && (0..self.judges).any(|k| free(self.sensitivity(k))),
            offsets,
        }
    }

    /// What a parameter is called: "item \"x\"", "sensitivity of judge \"y\"", ...
    pub fn describe(&self, set: &Set, parameter: usize) -> String {
        use super::trouble::list;
        use crate::comparisons::Kind as Names;
        let judge = |k: usize| {
            if k < set.judges() {
                format!("judge {}", list(set, Names::Judge, &[k]))
            } else {
                "the anonymous judge".into()
            }
        };
        if parameter < self.items {
            return format!("the score of {}", list(set, Names::Item, &[parameter]));
        }
        if parameter < self.strength.items {
            return "the pseudo-item".into();
        }
        if parameter < self.strength.dimension() {
            return format!("the sensitivity of {}", judge(parameter - self.strength.items));
        }
        if let Some((first, by_judge)) = self.terms.position {
            if by_judge && (first..first + self.judges).contains(&parameter) {
                return format!("the position effect of {}", judge(parameter - first));
            }
            if parameter == first {
                return "the position effect".into();
            }
        }
        if let Some((name, _)) = self.terms.covariates.iter().find(|(_, at)| *at == parameter) {
            return format!("the effect of covariate \"{name}\"");
        }
        match self.terms.threshold {
            Some((_, Some(first))) if parameter >= first => {
                format!("the threshold of {}", judge(parameter - first))
            }
            _ => "the tie threshold".into(),
        }
    }
}
