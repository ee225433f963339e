//! Quantiles of the largest of chosen differences, each with its sign, in units of their standard deviations.

use crate::room::{self, filled, with_room, Gather as _, Put as _};
use faer::traits::pulp::{Arch, Simd, WithSimd};

use super::distribution::Source;
use super::largest::{between_looks, classes, extremes, larger, raise, weight, CLASSES};
use super::simulation::{lanes, LANES};
use super::{difference_variance, factor, usable, Draws, MaxDistribution};
use crate::error::{Error, Result};
use crate::interrupt::spend;

/// Draws of all values, kept so that one family of differences after the other can be asked for.
pub(crate) struct Leads {
    items: usize,
    /// Whole lanes of the values of a draw.
    blocks: usize,
    /// The items by their variance, the largest first, so that a class of them has similar weights.
    order: Vec<usize>,
    /// Draw by draw, values in this order, zeros up to whole lanes.
    values: Vec<[f64; LANES]>,
    /// One over the standard deviation of each difference, items x items; 0 where it has none.
    weights: Vec<f64>,
    degrees: f64,
}

/// Differences of one item with several: (its value - theirs) times weights, plus bars of minus infinity for those
/// that are left out.
struct Row {
    /// Its place in the order.
    at: usize,
    /// With a minus where the others lead it.
    weights: Vec<[f64; LANES]>,
    bars: Vec<[f64; LANES]>,
}

/// The rows of a family, those whose item leads before those whose item follows. An item leads none of a class of values by
/// more than it leads the lowest of it, times the largest weight: in a draw only rows whose bound exceeds what has been found
/// are looked at.
struct Rows {
    rows: Vec<Row>,
    leading: usize,
    /// Class by class the largest weight of each row in it.
    reach: Vec<f64>,
}

impl Leads {
    /// Refuses more draws of n values, with the weights of a family, than there is memory for.
    pub(crate) fn expect(n: usize, draws: Draws) -> Result<()> {
        let values = draws.count.saturating_mul(8 * n.next_multiple_of(LANES));
        room::expect(
            format_args!("the simulation of {n} values by {} draws", draws.count),
            room::matrices(6, n).saturating_add(values),
        )
    }

    /// Draws of values with mean zero and a covariance (n x n), and this many degrees of freedom.
    pub(crate) fn new(
        covariance: &[f64],
        n: usize,
        degrees: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Leads> {
        let used = usable(covariance, n, true)?;
        let factor = factor(covariance, n, &used)?;
        let mut order: Vec<usize> = (0..n).gathered();
        room::sort_by(&mut order, |&i, &j| covariance[j * n + j].total_cmp(&covariance[i * n + i]));
        let mut places = filled(0, n);
        order.iter().enumerate().for_each(|(at, &item)| places[item] = at);
        let blocks = n.div_ceil(LANES);
        let room = blocks.checked_mul(draws.count).ok_or_else(|| Error::Size("draws: too many".into()))?;
        let mut values = lanes(room)?;
        let mut rows = values.chunks_exact_mut(blocks.max(1));
        factor.each_draw(draws.count, draws.seed, keep_going, |draw| {
            let Some(row) = rows.next() else { return };
            let row = row.as_flattened_mut();
            used.iter().zip(draw).for_each(|(&item, value)| row[places[item]] = *value);
        })?;
        let mut weights = room::reserve(n * n)?;
        for (i, row) in weights.chunks_exact_mut(n.max(1)).enumerate() {
            spend(20 * n);
            row.iter_mut()
                .enumerate()
                .for_each(|(j, own)| *own = weight(difference_variance(covariance, n, i, j)));
        }
        Ok(Leads { items: n, blocks, order, values, weights, degrees })
    }

    /// The quantile at a level of the largest (e_j - e_k) / sd_jk over a family of ordered pairs (items x items).
    pub(crate) fn critical(
        &self,
        family: &[bool],
        level: f64,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<f64> {
        let rows = self.rows(family);
        let mut largest = with_room(self.values.len() / self.blocks.max(1));
        let looks = between_looks(self.items, 256);
        let mut scratch = Scratch::new(rows.rows.len());
        for (at, draw) in self.values.chunks_exact(self.blocks.max(1)).enumerate() {
            if at % looks == 0 {
                keep_going()?;
            }
            spend(CLASSES * rows.rows.len() / 4);
            largest.push(self.largest(&rows, draw, &mut scratch));
        }
        largest.sort_unstable_by(f64::total_cmp);
        let pairs = family.iter().filter(|pair| **pair).count();
        MaxDistribution::new(Source::Drawn(largest), pairs, self.degrees)?.largest_quantile(level)
    }

    /// The largest difference of a draw.
    fn largest(&self, rows: &Rows, draw: &[[f64; LANES]], scratch: &mut Scratch) -> f64 {
        Arch::new().dispatch(Largest { leads: self, rows, draw, scratch })
    }

    fn rows(&self, family: &[bool]) -> Rows {
        let n = self.items;
        let sides = Sides::new(family, n);
        let mut rows: Vec<Row> = Vec::new();
        for at in 0..n {
            spend(10 * n);
            rows.put_each(self.row(at, 1.0, |item, other| sides.leads(item, other)));
        }
        let leading = rows.len();
        for at in 0..n {
            // Column by column.
            spend(40 * n);
            rows.put_each(self.row(at, -1.0, |item, other| sides.follows(item, other)));
        }
        let mut reach = with_room(CLASSES * rows.len());
        for class in classes(self.blocks) {
            spend(rows.len() * LANES * class.len());
            let largest = |row: &Row| {
                row.weights[class.clone()].as_flattened().iter().fold(0.0, |most: f64, w| most.max(w.abs()))
            };
            reach.put_each(rows.iter().map(largest));
        }
        Rows { rows, leading, reach }
    }

    /// The differences of the item at a place with others, if there are any.
    fn row(&self, at: usize, sign: f64, is_asked: impl Fn(usize, usize) -> bool) -> Option<Row> {
        let item = self.order[at];
        let is_other = |other: &usize| is_asked(item, *other);
        self.order.iter().any(is_other).then(|| {
            let mut weights = filled([0.0; LANES], self.blocks);
            let mut bars = filled([f64::NEG_INFINITY; LANES], self.blocks);
            for (place, &other) in self.order.iter().enumerate().filter(|(_, other)| is_other(other)) {
                weights.as_flattened_mut()[place] = sign * self.weights[item * self.items + other];
                bars.as_flattened_mut()[place] = 0.0;
            }
            Row { at, weights, bars }
        })
    }
}

/// A family of ordered pairs by rows: a pair goes with that of its items that leads, or follows, more others.
pub(super) struct Sides<'a> {
    family: &'a [bool],
    items: usize,
    /// Of each item, how many others it leads in the family.
    led: Vec<usize>,
    /// Of each item, how many others it follows.
    followed: Vec<usize>,
}

impl<'a> Sides<'a> {
    pub(super) fn new(family: &'a [bool], items: usize) -> Sides<'a> {
        let (mut led, mut followed) = (filled(0usize, items), filled(0usize, items));
        for (item, row) in family.chunks_exact(items.max(1)).enumerate() {
            spend(items);
            for (other, _) in row.iter().enumerate().filter(|(_, is_asked)| **is_asked) {
                led[item] += 1;
                followed[other] += 1;
            }
        }
        Sides { family, items, led, followed }
    }

    /// Whether the row of an item has the pair in which it leads another.
    pub(super) fn leads(&self, item: usize, other: usize) -> bool {
        self.family[item * self.items + other] && self.led[item] >= self.followed[other]
    }

    /// Whether it has the pair in which it follows another.
    pub(super) fn follows(&self, item: usize, other: usize) -> bool {
        self.family[other * self.items + item] && self.led[other] < self.followed[item]
    }
}

/// Room for the bounds of one draw.
struct Scratch {
    /// The value of the item of each row.
    own: Vec<f64>,
    bounds: Vec<f64>,
}

impl Scratch {
    fn new(rows: usize) -> Scratch {
        Scratch { own: filled(0.0, rows), bounds: filled(0.0, rows) }
    }
}

/// The largest difference of a draw: the inner loop, for the widest instructions there are. Rounding is monotone, so that the
/// bounds hold to the bit, and the bits are the same with each.
struct Largest<'a> {
    leads: &'a Leads,
    rows: &'a Rows,
    draw: &'a [[f64; LANES]],
    scratch: &'a mut Scratch,
}

impl WithSimd for Largest<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Largest { leads, rows: Rows { rows, leading, reach }, draw, scratch: Scratch { own, bounds } } =
            self;
        own.iter_mut().zip(rows).for_each(|(own, row)| *own = row.own(draw));
        bounds.fill(0.0);
        for (reach, class) in reach.chunks_exact(rows.len().max(1)).zip(classes(leads.blocks)) {
            // Values of zero up to whole lanes are among them.
            let (low, high) = extremes(&draw[class]);
            let (leaders, followers) = bounds.split_at_mut(*leading);
            let ((lead, follow), (leads, follows)) = (own.split_at(*leading), reach.split_at(*leading));
            raise(leaders, lead, leads, low, f64::NEG_INFINITY);
            raise(followers, follow, follows, f64::INFINITY, high);
        }
        let highest = bounds.iter().fold(0.0, |most, bound| larger(*bound, most));
        // The highest bound first: it leaves few others to look at.
        let first = bounds.iter().position(|bound| *bound == highest).and_then(|at| rows.get(at));
        let mut largest = first.map_or(f64::NEG_INFINITY, |row| row.largest(draw));
        for (row, &bound) in rows.iter().zip(&*bounds) {
            if bound > largest {
                largest = larger(row.largest(draw), largest);
            }
        }
        largest
    }
}

impl Row {
    #[inline(always)]
    fn own(&self, draw: &[[f64; LANES]]) -> f64 {
        draw[self.at / LANES][self.at % LANES]
    }

    /// The largest of its differences in a draw.
    #[inline(always)]
    fn largest(&self, draw: &[[f64; LANES]]) -> f64 {
        let own = self.own(draw);
        let mut largest = [f64::NEG_INFINITY; LANES];
        for (values, (weights, bars)) in draw.iter().zip(self.weights.iter().zip(&self.bars)) {
            for lane in 0..LANES {
                largest[lane] = larger((own - values[lane]) * weights[lane] + bars[lane], largest[lane]);
            }
        }
        largest.into_iter().fold(f64::NEG_INFINITY, larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::{normal, student};

    const DRAWS: Draws = Draws { count: 200_000, seed: 3, threads: 1 };

    fn leads(covariance: &[f64], n: usize, degrees: f64) -> Leads {
        Leads::new(covariance, n, degrees, DRAWS, &mut || Ok(())).unwrap()
    }

    /// One pair is one normal variable; with its reverse, two-sided; and two of independent scores.
    #[test]
    fn few_pairs_have_closed_forms() {
        let covariance = [1.0, 0.3, 0.0, 0.3, 2.0, 0.0, 0.0, 0.0, 0.5];
        let family = |pairs: &[(usize, usize)]| {
            let mut family = vec![false; 9];
            pairs.iter().for_each(|(j, k)| family[3 * j + k] = true);
            family
        };
        let of = |degrees: f64, pairs: &[(usize, usize)], level: f64| {
            leads(&covariance, 3, degrees).critical(&family(pairs), level, &mut || Ok(())).unwrap()
        };
        assert!((of(f64::INFINITY, &[(0, 1)], 0.95) - normal::quantile(0.95)).abs() < 0.01);
        assert!((of(f64::INFINITY, &[(2, 0)], 0.3) - normal::quantile(0.3)).abs() < 0.01);
        assert!((of(f64::INFINITY, &[(0, 1), (1, 0)], 0.95) - normal::critical(0.95)).abs() < 0.01);
        assert!((of(8.0, &[(1, 2)], 0.95) - student::critical(0.9, 8.0)).abs() < 0.02);
        assert!((of(8.0, &[(0, 1), (1, 0)], 0.95) - student::critical(0.95, 8.0)).abs() < 0.02);
    }

    /// All ordered pairs are the two-sided distribution of all pairs, whatever the number of lanes.
    #[test]
    fn all_pairs_are_the_distribution_of_the_range() {
        for n in [3usize, 8, 11] {
            let covariance: Vec<f64> = (0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect();
            let family: Vec<bool> = (0..n * n).map(|k| k / n != k % n).collect();
            let found = leads(&covariance, n, f64::INFINITY).critical(&family, 0.95, &mut || Ok(())).unwrap();
            let exact =
                MaxDistribution::of_pairs(&covariance, n, f64::INFINITY, DRAWS, &mut || Ok(())).unwrap();
            assert!((found - exact.quantile(0.95).unwrap().value).abs() < 0.015, "{n}");
        }
    }

    /// Rows that are passed over hold no larger difference.
    #[test]
    fn bounds_leave_no_difference_out() {
        let n = 77;
        let mut random = crate::random::Random::new(8, 0);
        let variances: Vec<f64> = (0..n).map(|_| (2.0 * random.normal()).exp()).collect();
        let covariance: Vec<f64> =
            (0..n * n).map(|k| if k / n == k % n { variances[k / n] + 0.2 } else { 0.2 }).collect();
        let draws = Draws { count: 300, ..DRAWS };
        let all = Leads::new(&covariance, n, f64::INFINITY, draws, &mut || Ok(())).unwrap();
        for share in [0.001, 0.02, 0.3, 1.0] {
            let family: Vec<bool> = (0..n * n).map(|k| k / n != k % n && random.uniform() < share).collect();
            let rows = all.rows(&family);
            let mut scratch = Scratch::new(rows.rows.len());
            for draw in all.values.chunks_exact(all.blocks) {
                let value =
                    |i: usize| draw.as_flattened()[all.order.iter().position(|item| *item == i).unwrap()];
                let lead = |k: usize| (value(k / n) - value(k % n)) * all.weights[k];
                let pairs = (0..n * n).filter(|&k| family[k]);
                let brute = pairs.map(lead).fold(f64::NEG_INFINITY, f64::max);
                let found = all.largest(&rows, draw, &mut scratch);
                assert!((found - brute).abs() <= 1e-12 * brute.abs() || found == brute, "{found} {brute}");
            }
        }
    }

    /// One item against many: rows by either side of a pair are the same numbers.
    #[test]
    fn families_of_one_item() {
        let n = 9;
        let covariance: Vec<f64> =
            (0..n * n).map(|k| if k / n == k % n { 1.0 + (k / n) as f64 } else { 0.2 }).collect();
        let from = |item: usize, up: bool| -> Vec<bool> {
            (0..n * n).map(|k| k / n != k % n && (if up { k / n } else { k % n }) == item).collect()
        };
        let all = leads(&covariance, n, f64::INFINITY);
        let ask = |family: &[bool]| all.critical(family, 0.9, &mut || Ok(())).unwrap();
        let (up, down) = (ask(&from(2, true)), ask(&from(2, false)));
        // The distribution is symmetric.
        assert!((up - down).abs() < 0.02, "{up} {down}");
        let both: Vec<bool> = from(2, true).iter().zip(from(2, false)).map(|(a, b)| *a || b).collect();
        let two_sided = ask(&both);
        assert!(two_sided > up + 0.1);
        // 16 pairs at a level of 0.9: no wider than Bonferroni's.
        assert!(two_sided < -normal::quantile(0.1 / 16.0));
    }

    /// The values alone are 8 bytes for each draw and item: where less is allowed nothing begins.
    #[test]
    fn draws_that_do_not_fit_are_refused() {
        let (n, draws) = (1000, Draws { count: 1_000_000, ..DRAWS });
        let before = room::allow(8 * n * draws.count - 1);
        let refused = Leads::expect(n, draws);
        room::allow(before);
        assert!(matches!(refused, Err(Error::Memory(_))));
        assert!(Leads::expect(n, Draws { count: 1000, ..draws }).is_ok());
    }
}
