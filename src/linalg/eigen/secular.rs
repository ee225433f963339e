//! The eigenvalues and eigenvectors of a diagonal matrix to which the square of a vector is added.
//!
//! The eigenvalues of D + zz' are the roots of 1 + sum z^2 / (d - x), one right of each d. Each is found as a distance
//! from the nearer of its neighbours among the d, by two hyperbolas with poles there (Bunch, Nielsen and Sorensen 1978)
//! within a bracket. The eigenvectors are those of the vector z that has these eigenvalues exactly, so that they are
//! orthogonal however close eigenvalues are (Gu and Eisenstat 1994).

use crate::interrupt::spend;

/// Steps after which a root is as good as it gets.
const MOST: usize = 100;

/// Terms that are summed side by side.
const LANES: usize = 4;

/// The eigenvalues of the diagonal matrix of `poles`, which rise, with the square of `vector`, of which no element is
/// zero, added; and in `out` the unit eigenvectors, in columns.
pub(super) fn solve(poles: &[f64], vector: &[f64], values: &mut [f64], out: &mut [f64]) {
    let k = poles.len();
    let (mut squares, mut exact) = (vec![0.0; k], vec![1.0; k]);
    squares.iter_mut().zip(vector).for_each(|(square, z)| *square = z * z);
    for (j, gaps) in out.chunks_exact_mut(k).enumerate() {
        values[j] = root(poles, &squares, j, gaps);
        let factors = exact.iter_mut().zip(&*gaps).zip(poles).enumerate();
        factors.for_each(|(i, ((exact, gap), pole))| {
            *exact *= if i == j { -gap } else { gap / (pole - poles[j]) };
        });
        spend(2 * k);
    }
    exact.iter_mut().zip(vector).for_each(|(exact, z)| *exact = exact.abs().sqrt().copysign(*z));
    for column in out.chunks_exact_mut(k) {
        column.iter_mut().zip(&exact).for_each(|(entry, z)| *entry = z / *entry);
        let size = column.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        column.iter_mut().for_each(|entry| *entry /= size);
        spend(4 * k);
    }
}

/// The function at a point, split where its root is: the sums of the terms with poles up to there and after, and of
/// their slopes.
struct Point {
    sums: [f64; 2],
    slopes: [f64; 2],
}

impl Point {
    fn new(gaps: &[f64], squares: &[f64], j: usize, at: f64) -> Point {
        let of = |gaps: &[f64], squares: &[f64]| {
            let mut lanes = [[0.0; 2]; LANES];
            let mut add = |lane: usize, gap: f64, square: f64| {
                let gap = gap - at;
                let term = square / gap;
                lanes[lane][0] += term;
                lanes[lane][1] += term / gap;
            };
            let (mut gaps, mut squares) = (gaps.chunks_exact(LANES), squares.chunks_exact(LANES));
            for (gaps, squares) in (&mut gaps).zip(&mut squares) {
                (0..LANES).for_each(|lane| add(lane, gaps[lane], squares[lane]));
            }
            gaps.remainder().iter().zip(squares.remainder()).for_each(|(gap, square)| add(0, *gap, *square));
            lanes.iter().fold([0.0; 2], |sum, lane| [sum[0] + lane[0], sum[1] + lane[1]])
        };
        spend(3 * gaps.len());
        let (before, after) = gaps.split_at(j + 1);
        let (of_before, of_after) = squares.split_at(j + 1);
        let ([below, below_slope], [above, above_slope]) = (of(before, of_before), of(after, of_after));
        Point { sums: [below, above], slopes: [below_slope, above_slope] }
    }

    fn value(&self) -> f64 {
        1.0 + self.sums[0] + self.sums[1]
    }

    /// Of how much the value is rounding, at a distance from the pole.
    fn rounding(&self, at: f64) -> f64 {
        let terms = 1.0 + self.sums[0].abs() + self.sums[1].abs();
        f64::EPSILON * (8.0 * terms + at.abs() * (self.slopes[0] + self.slopes[1]))
    }
}

/// The root right of pole `j`; in `gaps` the distances from it to the poles, which are exact where they are small.
fn root(poles: &[f64], squares: &[f64], j: usize, gaps: &mut [f64]) -> f64 {
    let own = poles[j];
    gaps.iter_mut().zip(poles).for_each(|(gap, pole)| *gap = pole - own);
    // Right of the last pole there is one of no weight where the root may be at most.
    let last = j + 1 == poles.len();
    let width = if last { squares.iter().sum() } else { gaps[j + 1] };
    let weight = if last { 0.0 } else { squares[j + 1] };
    let middle = Point::new(gaps, squares, j, 0.5 * width);
    // The remainder without both poles, which is nearly constant.
    let others = middle.value() - squares[j] / (-0.5 * width) - weight / (0.5 * width);
    let right = middle.value() < 0.0 && !last;
    let (from, ends) = if right { (poles[j + 1], [-width, 0.0]) } else { (own, [0.0, width]) };
    gaps.iter_mut().zip(poles).for_each(|(gap, pole)| *gap = pole - from);
    let mut bracket = match middle.value() < 0.0 {
        true => [ends[0] + 0.5 * width, ends[1]],
        false => [ends[0], ends[0] + 0.5 * width],
    };
    let mut at = between(
        others * (ends[0] + ends[1]) + squares[j] + weight,
        others * ends[0] * ends[1] + squares[j] * ends[1] + weight * ends[0],
        others,
    );
    for _ in 0..MOST {
        if !(bracket[0] < at && at < bracket[1]) {
            at = halfway(bracket);
        }
        let point = Point::new(gaps, squares, j, at);
        let value = point.value();
        if value.abs() <= point.rounding(at) {
            break;
        }
        bracket[usize::from(value > 0.0)] = at;
        if bracket[1] - bracket[0] <= f64::EPSILON * at.abs() {
            break;
        }
        let [left, right] = [ends[0] - at, ends[1] - at];
        let constant = value - left * point.slopes[0] - right * point.slopes[1];
        let sum = (left + right) * value - left * right * (point.slopes[0] + point.slopes[1]);
        at += between(sum, left * right * value, constant);
    }
    gaps.iter_mut().for_each(|gap| *gap -= at);
    from + at
}

/// The solution of constant x^2 - sum x + product = 0 that lies between the poles.
fn between(sum: f64, product: f64, constant: f64) -> f64 {
    let root = (sum * sum - 4.0 * product * constant).max(0.0).sqrt();
    if sum > 0.0 {
        2.0 * product / (sum + root)
    } else {
        (sum - root) / (2.0 * constant)
    }
}

/// A point in a bracket, one end of which may be a pole at zero: half way in its order of magnitude.
fn halfway(bracket: [f64; 2]) -> f64 {
    let [near, far] = if bracket[0] >= 0.0 { bracket } else { [bracket[1], bracket[0]] };
    if near == 0.0 {
        far / 16.0
    } else {
        (near.abs().sqrt() * far.abs().sqrt()).copysign(far)
    }
}
