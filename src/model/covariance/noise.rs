//! The terms of draws: scores, with random signs for variances, or with normal numbers where the distribution itself is drawn
//! from.

use super::blocks::Blocks;
use super::meat::each_score;
use super::sampled::TOLERANCE;
use super::{check_clusters, check_correction, clusters_of};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::NullSpace;
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::model::specification::{Correction, CovarianceKind};
use crate::progress::Watch;
use crate::random::Random;
use crate::room::{reserve, reserve_filled, Gather as _, Put as _};
use crate::solve::{Hessian, Lane, Stop, LANES};
use crate::terms::SparseRows;
use std::borrow::Cow;

/// The scores that draws are sums of.
pub(super) struct Noise<'a> {
    pub(super) scores: SparseRows,
    /// The null directions of the Hessian by which draws are solved.
    pub(super) null_space: Cow<'a, NullSpace>,
    /// The ridge on centred scores, which is part of the information.
    pub(super) ridge: f64,
    pub(super) items: usize,
}

impl Noise<'_> {
    /// A block of right-hand sides, from random signs.
    pub(super) fn signs(&self, p: usize, seed: u64, block: usize) -> Result<Vec<Lane<LANES>>> {
        self.draw(p, &mut Random::new(seed, block as u64), Random::signs)
    }

    /// The same from normal numbers.
    fn normal(&self, p: usize, seed: u64, block: usize) -> Result<Vec<Lane<LANES>>> {
        let normal = |random: &mut Random| std::array::from_fn(|_| random.normal());
        self.draw(p, &mut Random::new(seed, block as u64), normal)
    }

    fn draw(
        &self,
        p: usize,
        random: &mut Random,
        factors: impl Fn(&mut Random) -> [f64; LANES],
    ) -> Result<Vec<Lane<LANES>>> {
        let mut out = reserve_filled(p, [0.0; LANES])?;
        self.scores.each(|columns, values| {
            spend(4 * LANES);
            let factors = factors(random);
            for (&at, value) in columns.iter().zip(values) {
                out[at as usize].iter_mut().zip(factors).for_each(|(o, factor)| *o += value * factor);
            }
        });
        if self.ridge > 0.0 {
            let root = self.ridge.sqrt();
            let mut mean = [0.0; LANES];
            let mut draws = reserve_filled(self.items, [0.0; LANES])?;
            for draw in &mut draws {
                *draw = factors(random).map(|factor| root * factor);
                mean.iter_mut().zip(&*draw).for_each(|(m, x)| *m += x / self.items as f64);
            }
            for (row, draw) in out.iter_mut().zip(&draws) {
                (0..LANES).for_each(|l| row[l] += draw[l] - mean[l]);
            }
        }
        Ok(out)
    }
}

/// Normal draws.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NormalDraws {
    pub(crate) count: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl Model {
    /// Calls `each` with normal draws of J theta about its estimate, whose covariance is that of a kind.
    pub(crate) fn each_draw(
        &self,
        (asked, correction): (CovarianceKind, Correction),
        jacobian: &Jacobian,
        draws: NormalDraws,
        watch: Watch<'_>,
        mut each: impl FnMut(&[f64]),
    ) -> Result<()> {
        let (noise, scale) = self.noise(self.kind(asked), correction)?;
        let mut hessian = Hessian::new(self.objective.modulo(&noise.null_space), &self.theta)?;
        let (p, root) = (self.theta.len(), scale.sqrt());
        let right = |block: usize| noise.normal(p, draws.seed, block);
        let values = |block: usize, _: &[Lane<LANES>], solved: &[Lane<LANES>]| -> Result<Vec<Vec<f64>>> {
            let mut one = reserve(p)?;
            let of_lane = |lane: usize| {
                one.iter_mut().zip(solved).for_each(|(x, row)| *x = root * row[lane]);
                jacobian.product(&one)
            };
            Ok((0..LANES.min(draws.count - block * LANES)).map(of_lane).gathered())
        };
        let blocks =
            Blocks { count: draws.count.div_ceil(LANES), tolerance: TOLERANCE, threads: draws.threads };
        blocks.solve(&mut hessian, right, values, watch, |found, _| {
            found.iter().flatten().for_each(|draw| each(draw));
            true
        })
    }

    /// The scores of a kind (not Auto), and what variances from them are multiplied by; refused by name where draws
    /// would not have its covariance.
    pub(super) fn noise(&self, kind: CovarianceKind, correction: Correction) -> Result<(Noise<'_>, f64)> {
        let refuse =
            |text: &str| Err(Error::Unsupported(format!("errors: {text}; choose errors DUEL_ERRORS_EXACT")));
        let correction = self.settled_by_draws(kind, correction)?;
        check_correction(kind, correction)?;
        if matches!(correction, Correction::Cr2 | Correction::Jackknife) {
            return refuse("sampled standard errors have the correction CR1 only");
        }
        if kind == CovarianceKind::ClusteredTwoWay {
            return refuse("clusters of two ways cannot be sampled");
        }
        if self.specification.firth || self.facts.stop == Stop::Given {
            return refuse("Firth's estimate and given parameters have no sampled standard errors");
        }
        let Some(null_space) = self.null_space_of_limit()? else {
            return refuse(
                "other estimates than scores diverge, and standard errors cannot be sampled beside them",
            );
        };
        let objective = &self.objective;
        if !objective.constraints.is_empty() {
            return refuse("parameters at a boundary cannot be sampled");
        }
        let linear = objective.strength.is_linear() && objective.data.spread.is_none();
        let plain = matches!(kind, CovarianceKind::Expected | CovarianceKind::Observed);
        let expected = matches!(kind, CovarianceKind::Expected | CovarianceKind::SandwichExpected);
        // Then the Hessian, by which draws are solved, is not what the kind has for it, or no sum of squares.
        if (plain || expected) && !(linear && objective.data.design.log_scale.is_empty()) {
            return refuse("of this model only the sandwich and clustered covariances can be sampled");
        }
        if kind == CovarianceKind::Observed && !objective.data.outcome.is_convex() {
            return refuse("of this outcome model the observed information cannot be sampled");
        }
        if expected && !objective.data.outcome.is_canonical() {
            return refuse("of this outcome model expected information cannot be sampled");
        }
        if plain && (!objective.penalties.is_empty() || self.set.importance()) {
            return refuse("with this penalty or these weights only the sandwich can be sampled");
        }
        if clusters_of(kind).is_some() {
            check_clusters(self, kind)?;
        }
        let mut scores = SparseRows::default();
        each_score(self, kind, correction, None, &mut |columns, values| {
            scores.push_row(columns, values);
            Ok(())
        })?;
        if !scores.is_finite() {
            return Err(Error::Numeric("the scores are not finite".into()));
        }
        let single = clusters_of(kind).is_none() && (plain || !self.set.importance());
        let ridge = if plain { objective.ridge } else { 0.0 };
        let scale = if single { 1.0 / self.facts.unit } else { 1.0 };
        Ok((Noise { scores, null_space, ridge, items: objective.strength.items }, scale))
    }

    /// The null directions of the limit where the scores of groups of items diverge: comparisons across groups have no
    /// information there, so the scores of each group may be shifted by themselves. None where other estimates diverge.
    fn null_space_of_limit(&self) -> Result<Option<Cow<'_, NullSpace>>> {
        let own = &self.null_space;
        if self.directions.iter().all(|direction| !direction.diverges) {
            return Ok(Some(Cow::Borrowed(own)));
        }
        if own.columns > 1 || own.spread.is_some() {
            return Ok(None);
        }
        let mut moved = reserve_filled(self.layout.items, false)?;
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for direction in self.directions.iter().filter(|direction| direction.diverges) {
            let is_apart = direction.is_of_items(moved.len())
                && direction.along.iter().all(|(at, _)| !std::mem::replace(&mut moved[*at as usize], true));
            if !is_apart {
                return Ok(None);
            }
            groups.put(direction.along.iter().map(|(at, _)| *at).gathered());
        }
        let stays = |group: &&Vec<u32>| !group.iter().any(|&item| moved[item as usize]);
        groups.put_each(own.shifts.iter().filter(stays).cloned());
        Ok(Some(Cow::Owned(NullSpace { shifts: groups, ..own.clone() })))
    }
}
