//! The counts of a replicate: every unit weighted at random, or every comparison drawn anew.

use crate::comparisons::Unit;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::{Design, Objective, Origin};
use crate::model::{Model, Refitter};
use crate::outcome::Counts;
use crate::random::{Count, Random};
use crate::room::{self, Gather as _, Put as _};
use crate::terms::{product, Local};

/// The distribution of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeightDistribution {
    /// Independent Poisson weights of mean one: a resample whose size is random.
    #[default]
    Poisson,
    /// Multinomial weights: as many units as there are, drawn with replacement (Efron 1979).
    Multinomial,
    /// Exponential weights, scaled to their mean (the Bayesian bootstrap, Rubin 1981).
    Bayesian,
    /// No weights: every comparison is drawn from the fitted model.
    Parametric,
}

impl WeightDistribution {
    /// All by their numbers.
    pub const ALL: [WeightDistribution; 4] = [
        WeightDistribution::Poisson,
        WeightDistribution::Multinomial,
        WeightDistribution::Bayesian,
        WeightDistribution::Parametric,
    ];
}

/// Comparisons that are weighted together: their cell of the design, and the unit.
struct Part {
    slot: u32,
    unit: u32,
    counts: Counts,
    squares: Counts,
}

/// Comparisons that are units each, all with the same answer in one cell.
struct Singles {
    slot: u32,
    /// The answer of one of them, of weight one: one of the outcomes, or the shares of several.
    answer: Counts,
    /// The effective number: sum of weights squared over sum of squares.
    number: f64,
    /// The weight of one of them.
    weight: f64,
    distribution: Count,
}

impl Singles {
    /// The slopes of one of them, from those of each outcome.
    fn slopes(&self, of_outcomes: &Slopes) -> [f64; 3] {
        let mut sum = [0.0; 3];
        // Slopes of outcomes that it has no part in may be infinite.
        let own = self.answer.numbers().into_iter().zip(of_outcomes).filter(|(share, _)| *share > 0.0);
        own.for_each(|(share, slopes)| sum.iter_mut().zip(slopes).for_each(|(s, slope)| *s += share * slope));
        sum
    }
}

/// The weights of a replicate.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    /// Of units of many comparisons.
    units: Vec<f64>,
    /// How often comparisons that are units of their own count.
    singles: Vec<f64>,
}

/// Draws the counts of replicates.
pub(super) struct Resampler<'a> {
    model: &'a Model,
    weights: WeightDistribution,
    units: usize,
    parts: Vec<Part>,
    singles: Vec<Singles>,
    probabilities: Vec<[f64; 4]>,
}

impl<'a> Resampler<'a> {
    pub(super) fn new(model: &'a Model, unit: Unit, weights: WeightDistribution) -> Result<Resampler<'a>> {
        if model.specification.pair_floor().is_some() {
            return Err(Error::Unsupported(
                "target: where pairs count equally replicates would weigh them anew; use a sandwich".into(),
            ));
        }
        let mut resampler = Resampler {
            model,
            weights,
            units: 0,
            parts: Vec::new(),
            singles: Vec::new(),
            probabilities: Vec::new(),
        };
        if weights == WeightDistribution::Parametric {
            model.refuse_grades("a parametric bootstrap")?;
            resampler.prepare_parametric()?;
        } else {
            resampler.gather(unit)?;
        }
        Ok(resampler)
    }

    fn prepare_parametric(&mut self) -> Result<()> {
        let model = self.model;
        if model.set.importance() {
            return Err(Error::Unsupported(
                "weights: importance weights say nothing of how many comparisons to draw".into(),
            ));
        }
        let block = &model.objective.data;
        self.probabilities = (0..block.design.len())
            .map(|cell| block.probabilities(&model.objective.strength, &model.theta, cell))
            .gathered();
        whole(&block.design, model.facts.unit, "weights: a parametric bootstrap")
    }

    /// Sorts the comparisons into units of many and units of one.
    fn gather(&mut self, unit: Unit) -> Result<()> {
        let model = self.model;
        let (layout, set) = (&model.layout, &model.set);
        let (design, origins) = Design::traced(set, &layout.terms, layout.aggregation)?;
        let labels = set.unit_labels(unit);
        let mut distinct: Vec<u64> = origins.iter().filter_map(|o| labels[o.cell as usize]).gathered();
        distinct.sort_unstable();
        distinct.dedup();
        self.units = distinct.len();
        let mut unclustered = vec![[Counts::default(); 2]; design.len()];
        let mut split = Vec::new();
        let cells = set.cells();
        for &Origin { cell, slot, swapped } in &origins {
            let read = |counts: &[f64; 5]| {
                let c = layout.terms.read(counts);
                if swapped {
                    c.swapped()
                } else {
                    c
                }
            };
            let counts = read(&cells.counts[cell as usize]);
            let squares = cells.squares.get(cell as usize).map_or(counts, read);
            match labels[cell as usize] {
                Some(label) => {
                    let unit = distinct.partition_point(|other| *other < label) as u32;
                    self.parts.put(Part { slot, unit, counts, squares });
                }
                None if cells.shares(cell as usize).is_some() => {
                    let number = set.judgements(cell as usize);
                    let squares = cells.squares.get(cell as usize).map_or(number, |s| s.iter().sum());
                    split.put((slot, counts, number, squares));
                }
                None => {
                    unclustered[slot as usize][0].add(&counts, 1.0);
                    unclustered[slot as usize][1].add(&squares, 1.0);
                }
            }
        }
        for (slot, [counts, squares]) in unclustered.iter().enumerate() {
            for (which, (sum, square)) in counts.numbers().into_iter().zip(squares.numbers()).enumerate() {
                if sum > 0.0 {
                    self.add_singles(slot as u32, Counts::single(which), sum, square)?;
                }
            }
        }
        for (slot, counts, sum, square) in split {
            let answer = Counts::new(counts.numbers().map(|count| count / sum));
            self.add_singles(slot, answer, sum, square)?;
        }
        Ok(())
    }

    /// Adds comparisons of one answer, by the sums of their weights and of the squares of these.
    fn add_singles(&mut self, slot: u32, answer: Counts, sum: f64, square: f64) -> Result<()> {
        let number = sum * sum / square;
        if self.weights == WeightDistribution::Multinomial && !(number.fract() == 0.0 && number <= MOST) {
            return Err(Error::Unsupported(
                "weights: single comparisons are drawn only from whole numbers of at most 2^53; use Poisson or \
                 Bayesian weights"
                    .into(),
            ));
        }
        let distribution = Count::new(number);
        self.singles.put(Singles { slot, answer, number, weight: square / sum, distribution });
        Ok(())
    }

    /// Whether comparisons are drawn from the model.
    pub(super) fn is_parametric(&self) -> bool {
        self.weights == WeightDistribution::Parametric
    }

    /// Sets the counts of the refitter to those of a replicate; returns the weights.
    pub(super) fn draw(&self, random: &mut Random, refitter: &mut Refitter<'_>) -> Drawn {
        if self.is_parametric() {
            self.draw_outcomes(random, refitter);
            return Drawn::default();
        }
        let drawn = self.draw_weights(random);
        self.set(&drawn, refitter);
        drawn
    }

    /// The weights of the data themselves.
    pub(super) fn once(&self) -> Drawn {
        Drawn { units: vec![1.0; self.units], singles: self.singles.iter().map(|s| s.number).gathered() }
    }

    /// Sets the counts of the refitter to those of the model.
    pub(super) fn restore(&self, refitter: &mut Refitter<'_>) {
        let counts = &self.model.objective.data.design.counts;
        refitter.counts().copy_from_slice(counts);
    }

    fn set(&self, drawn: &Drawn, refitter: &mut Refitter<'_>) {
        let scale = 1.0 / self.model.facts.unit;
        let importance = self.model.set.importance();
        spend(5 * (self.parts.len() + self.singles.len()));
        let [counts, squares] = refitter.sums();
        counts.fill(Counts::default());
        squares.fill(Counts::default());
        for part in &self.parts {
            let times = drawn.units[part.unit as usize];
            counts[part.slot as usize].add(&part.counts, scale * times);
            if importance {
                squares[part.slot as usize].add(&part.squares, scale * scale * times);
            }
        }
        for (single, number) in self.singles.iter().zip(&drawn.singles) {
            let slot = single.slot as usize;
            counts[slot].add(&single.answer, scale * single.weight * number);
            if importance {
                let square = scale * scale * single.weight * single.weight;
                squares[slot].add(&single.answer, square * number);
            }
        }
    }

    /// Weights of units, and how often single comparisons count.
    fn draw_weights(&self, random: &mut Random) -> Drawn {
        spend(20 * (self.units + self.singles.len()));
        let (units, singles) = match self.weights {
            WeightDistribution::Poisson | WeightDistribution::Parametric => {
                let one = Count::new(1.0);
                let units = (0..self.units).map(|_| one.poisson(random)).gathered();
                (units, self.singles.iter().map(|s| s.distribution.poisson(random)).gathered())
            }
            WeightDistribution::Multinomial => {
                let singles: f64 = self.singles.iter().map(|s| s.number).sum();
                let (mut left, mut draws) = (self.units as f64 + singles, self.units as u64 + singles as u64);
                let mut draw = |size: f64| {
                    let drawn = random.binomial(draws, size / left);
                    left -= size;
                    draws -= drawn;
                    drawn as f64
                };
                let units = (0..self.units).map(|_| draw(1.0)).gathered();
                (units, self.singles.iter().map(|s| draw(s.number)).gathered())
            }
            WeightDistribution::Bayesian => {
                let mut units: Vec<f64> = (0..self.units).map(|_| random.gamma(1.0)).gathered();
                let mut singles: Vec<f64> = self.singles.iter().map(|s| random.gamma(s.number)).gathered();
                let expected = self.units as f64 + self.singles.iter().map(|s| s.number).sum::<f64>();
                let scale = expected / (units.iter().sum::<f64>() + singles.iter().sum::<f64>());
                units.iter_mut().chain(&mut singles).for_each(|w| *w *= scale);
                (units, singles)
            }
        };
        Drawn { units, singles }
    }

    /// Draws every comparison from the model.
    fn draw_outcomes(&self, random: &mut Random, refitter: &mut Refitter<'_>) {
        let unit = self.model.facts.unit;
        let design = &self.model.objective.data.design;
        spend(50 * self.probabilities.len());
        let counts = refitter.counts();
        for (cell, p) in self.probabilities.iter().enumerate() {
            let total = (design.counts[cell].total() * unit).round();
            let drawn = random.outcomes(total as u64, p);
            counts[cell] = Counts::new(drawn.map(|count| count as f64 / unit));
        }
    }
}

/// Slopes in (u, e, b) of the negative log-likelihood of one comparison, by its answer.
pub(super) type Slopes = [[f64; 3]; 4];

impl Resampler<'_> {
    /// Slopes of every cell of a design at theta.
    fn slopes(objective: &Objective, theta: &[f64]) -> Vec<Slopes> {
        let block = &objective.data;
        (0..block.design.len())
            .map(|cell| {
                spend(50);
                let at = block.predictor(&objective.strength, theta, cell);
                let of = |which| match which < block.outcome.outcomes().max(3) {
                    true => block.outcome.derivatives(&Counts::single(which), at).slopes,
                    false => [0.0; 3],
                };
                [0, 1, 2, 3].map(of)
            })
            .gathered()
    }

    /// Slopes of every cell at the estimate.
    pub(super) fn own_slopes(&self) -> Vec<Slopes> {
        Resampler::slopes(&self.model.objective, &self.model.theta)
    }

    /// Sums over the units of the square and the cube of the influence -along' score.
    pub(super) fn moments(&self, slopes: &[Slopes], along: &[f64]) -> [f64; 2] {
        let objective = &self.model.objective;
        let mut local = Local::default();
        let along: Vec<[f64; 3]> = (0..slopes.len())
            .map(|cell| {
                spend(50);
                objective.data.touch(&objective.strength, &self.model.theta, cell, &mut local);
                let mut sums = [0.0; 3];
                for (at, moved) in local.rows() {
                    sums.iter_mut().zip(moved).for_each(|(sum, d)| *sum -= d * along[at]);
                }
                sums
            })
            .gathered();
        let influence = |slot: u32, slope: &[f64; 3]| {
            let [u, e, b] = along[slot as usize];
            // Slopes of thresholds at the end of their range may be infinite.
            let part = |along: f64, slope: f64| if along == 0.0 { 0.0 } else { along * slope };
            u * slope[0] + part(e, slope[1]) + part(b, slope[2])
        };
        let mut sums = [0.0; 2];
        let mut add = |number: f64, value: f64| {
            sums[0] += number * value * value;
            sums[1] += number * value * value * value;
        };
        let mut by_unit = vec![0.0; self.units];
        spend(10 * (self.parts.len() + self.singles.len()));
        for part in &self.parts {
            let slopes = &slopes[part.slot as usize];
            for (count, slope) in part.counts.numbers().iter().zip(slopes).filter(|(count, _)| **count > 0.0)
            {
                by_unit[part.unit as usize] += count * influence(part.slot, slope);
            }
        }
        by_unit.iter().for_each(|&value| add(1.0, value));
        for single in &self.singles {
            let slope = single.slopes(&slopes[single.slot as usize]);
            add(single.number, single.weight * influence(single.slot, &slope));
        }
        for (slot, p) in self.probabilities.iter().enumerate() {
            let total = objective.data.design.counts[slot].total();
            for (p, slope) in p.iter().zip(&slopes[slot]).filter(|(p, _)| **p > 0.0) {
                add(total * p, influence(slot as u32, slope));
            }
        }
        sums
    }

    /// Adds the squared scores of the units, each as often as it was drawn, both triangles.
    pub(super) fn meat(&self, objective: &Objective, theta: &[f64], drawn: &Drawn, out: &mut [f64]) {
        let p = theta.len();
        let slopes = Resampler::slopes(objective, theta);
        let scale = 1.0 / self.model.facts.unit;
        let mut local = Local::default();
        let mut order: Vec<usize> = (0..self.parts.len()).gathered();
        room::sort_by_key(&mut order, |&at| self.parts[at].unit);
        let mut sum = vec![0.0; p];
        for unit in order.chunk_by(|&a, &b| self.parts[a].unit == self.parts[b].unit) {
            sum.fill(0.0);
            for part in unit.iter().map(|&at| &self.parts[at]) {
                let slopes = &slopes[part.slot as usize];
                let mut total = [0.0; 3];
                for (count, slope) in
                    part.counts.numbers().iter().zip(slopes).filter(|(count, _)| **count > 0.0)
                {
                    total.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += scale * count * slope);
                }
                objective.data.touch(&objective.strength, theta, part.slot as usize, &mut local);
                local.rows().for_each(|(at, along)| sum[at] += product(total, along));
            }
            let number = drawn.units[self.parts[unit[0]].unit as usize];
            spend(100 * unit.len() + p);
            let touched: Vec<usize> = (0..p).filter(|&k| sum[k] != 0.0 && !objective.fixed[k]).gathered();
            spend(touched.len() * touched.len());
            for &a in &touched {
                for &b in &touched {
                    out[a * p + b] += number * sum[a] * sum[b];
                }
            }
        }
        for (single, number) in self.singles.iter().zip(&drawn.singles).filter(|(_, n)| **n > 0.0) {
            objective.data.touch(&objective.strength, theta, single.slot as usize, &mut local);
            let slopes = single.slopes(&slopes[single.slot as usize]);
            let weight = scale * single.weight;
            let score: Vec<(usize, f64)> = local
                .rows()
                .map(|(at, along)| (at, weight * product(slopes, along)))
                .filter(|(at, score)| *score != 0.0 && !objective.fixed[*at])
                .gathered();
            spend(100 + score.len() * score.len());
            for &(a, at_a) in &score {
                for &(b, at_b) in &score {
                    out[a * p + b] += number * at_a * at_b;
                }
            }
        }
    }
}

/// Doubles count up to here.
const MOST: f64 = 9_007_199_254_740_992.0;

/// Refuses counts that are not whole numbers, or cannot be counted.
fn whole(design: &Design, unit: f64, what: &str) -> Result<()> {
    if let Some(counts) = design.counts.iter().find(|counts| counts.total() * unit > MOST) {
        let message = format!(
            "{what} draws at most 2^53 comparisons of a cell, but one has {:e}: fit the model to smaller weights",
            counts.total() * unit
        );
        return Err(Error::Data { row: None, message });
    }
    let broken = |counts: &Counts| {
        let total = counts.total() * unit;
        (total - total.round()).abs() > 1e-9 * total
    };
    match design.counts.iter().find(|counts| broken(counts)) {
        Some(counts) => Err(Error::Unsupported(format!(
            "{what} needs whole numbers of comparisons, but a cell has {}",
            counts.total() * unit
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
