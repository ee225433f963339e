//! Terms: the few parameters that one cell touches, and sparse linear rows of them. The parts of a model write them,
//! the likelihood reads them.

mod rows;

use crate::room::Put as _;
pub use rows::{Entries, Linear, SparseRows};

/// Thresholds that a comparison may have.
pub const CUTS: usize = 2;

/// Coordinates of a comparison: the difference, and the thresholds by their numbers.
pub const COORDINATES: usize = 1 + CUTS;

/// The coordinate that a parameter of a cell moves.
///
/// An enumeration, and no number: the compiler then knows that its place is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coordinate {
    /// The difference u (or z, once scaled by a spread).
    U,
    /// The first threshold.
    First,
    /// The second threshold.
    Second,
}

impl Coordinate {
    /// The thresholds by their numbers.
    const OF_CUTS: [Coordinate; CUTS] = [Coordinate::First, Coordinate::Second];

    /// A threshold, by its number.
    #[inline(always)]
    pub(crate) fn cut(number: usize) -> Coordinate {
        Coordinate::OF_CUTS[number]
    }

    /// Its place among the coordinates.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        self as usize
    }
}

/// A parameter that a cell touches. It moves one thing: one that moves two comes twice.
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    /// Which parameter.
    pub index: u32,
    pub(crate) part: Coordinate,
    /// Derivative in it of what it moves.
    pub along: f64,
}

/// The parameters that one cell touches.
#[derive(Debug, Default, Clone)]
pub struct Local {
    /// The parameters, with derivatives.
    pub touched: Vec<Touch>,
    /// Second derivatives of u: two places in `touched`, and the value.
    pub curvature: Vec<(u32, u32, f64)>,
}

impl Local {
    /// Forgets the last cell.
    #[inline]
    pub fn clear(&mut self) {
        self.touched.clear();
        self.curvature.clear();
    }

    /// A parameter that moves u; returns its place.
    #[inline]
    pub fn push_u(&mut self, index: usize, derivative: f64) -> u32 {
        self.push(index, Coordinate::U, derivative)
    }

    /// A parameter that moves the threshold of this number.
    #[inline]
    pub fn push_cut(&mut self, number: usize, index: usize, derivative: f64) -> u32 {
        self.push(index, Coordinate::cut(number), derivative)
    }

    #[inline]
    fn push(&mut self, index: usize, part: Coordinate, along: f64) -> u32 {
        self.touched.put(Touch { index: index as u32, part, along });
        self.touched.len() as u32 - 1
    }

    /// A second derivative of u between two places.
    #[inline]
    pub fn push_curvature(&mut self, a: u32, b: u32, value: f64) {
        self.curvature.put((a, b, value));
    }

    /// Multiplies u by exp(h), h linear in parameters of its own (a sparse row): factor = exp(h), and `u` the
    /// product.
    pub(crate) fn multiply(&mut self, (index, value): (&[u32], &[f64]), factor: f64, u: f64) {
        let before = self.touched.len();
        self.touched.iter_mut().for_each(|touch| touch.along *= factor);
        self.curvature.iter_mut().for_each(|(_, _, second)| *second *= factor);
        for (at, (&i, &x)) in index.iter().zip(value).enumerate() {
            let place = self.push_u(i as usize, x * u);
            for other in 0..before {
                self.push_curvature(place, other as u32, x * self.touched[other].along);
            }
            for (earlier, &y) in value[..at].iter().enumerate() {
                self.push_curvature(place, (before + earlier) as u32, x * y * u);
            }
            // A parameter that meets itself counts twice.
            self.push_curvature(place, place, 0.5 * x * x * u);
        }
    }

    /// The parameter at a place.
    #[inline]
    pub(crate) fn at(&self, place: u32) -> u32 {
        self.touched[place as usize].index
    }

    /// The parameters, each with the derivatives of u and the thresholds.
    #[inline]
    pub fn rows(&self) -> impl Iterator<Item = (usize, [f64; COORDINATES])> + '_ {
        self.touched.iter().map(|touch| {
            let mut along = [0.0; COORDINATES];
            along[touch.part.place()] = touch.along;
            (touch.index as usize, along)
        })
    }

    /// Adds a cell's share of the gradient, given the slopes in u and the thresholds.
    #[inline]
    pub(crate) fn add_gradient(&self, slopes: [f64; COORDINATES], gradient: &mut [f64]) {
        for touch in &self.touched {
            gradient[touch.index as usize] += slopes[touch.part.place()] * touch.along;
        }
    }
}

/// The value of changes of u and the thresholds, given the slopes in these.
#[inline]
pub(crate) fn product(slopes: [f64; COORDINATES], along: [f64; COORDINATES]) -> f64 {
    (1..COORDINATES).fold(slopes[0] * along[0], |sum, k| sum + slopes[k] * along[k])
}
