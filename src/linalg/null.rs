//! The null space of a sparse matrix beyond null directions that are known: its rank, from the singular
//! values of the matrix itself rather than of its square.
//!
//! Columns are scaled to length one, so that units do not matter. Block inverse iteration on the Gram matrix
//! finds the space of all small singular values, of which it cannot tell those below 1e-8 apart; the eigenvalues of
//! the small Gram matrix of the images of that space can, since nothing in it is large.

use super::factor::{add_outer_products, project_many};
use super::{symmetric_eigen, Factor};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::{self, reserve, with_room, Duplicate as _, Gather as _};
use crate::terms::SparseRows;
use crate::vectors::dot;

/// Singular values below this share of the length of a column are zero. On the Arena pairs those of 20 factors that
/// are zero come out below 1e-12, the others above 1e-9.
const ZERO: f64 = 3e-11;
/// Eigenvalues of the Gram matrix below this are looked at again.
const SMALL: f64 = 1e-10;
/// The shift of the Gram matrix, so that it can be factored.
const SHIFT: f64 = 1e-12;
/// With so few columns all eigenvalues of the Gram matrix cost less than inverse iteration.
const FEW: usize = 32;
/// Rounds of inverse iteration.
const ROUNDS: usize = 6;

/// A matrix in sparse rows, with the lengths of its columns.
#[derive(Debug, Clone, Default)]
pub struct NullDesign {
    rows: SparseRows,
    count: usize,
    /// Length of every column.
    pub lengths: Vec<f64>,
}

impl NullDesign {
    /// No rows yet, of this many columns.
    pub fn new(columns: usize) -> NullDesign {
        NullDesign { rows: SparseRows::default(), count: 0, lengths: vec![0.0; columns] }
    }

    /// Adds an entry to the row being written; a column may come twice.
    pub fn push(&mut self, column: usize, value: f64) {
        if value != 0.0 {
            self.rows.push(column, value);
        }
    }

    /// Ends the row being written.
    pub fn end_row(&mut self) {
        self.rows.end_row();
        let (index, value) = self.rows.row(self.count);
        // A column that comes twice counts by its sum; rows are short.
        for (at, &column) in index.iter().enumerate() {
            if !index[..at].contains(&column) {
                let same = index.iter().zip(value).skip(at).filter(|(other, _)| **other == column);
                self.lengths[column as usize] += same.map(|(_, v)| v).sum::<f64>().powi(2);
            }
        }
        self.count += 1;
    }

    /// Takes roots of the sums of squares: to be called once, after the last row.
    pub fn finish(mut self) -> NullDesign {
        self.lengths.iter_mut().for_each(|length| *length = length.sqrt());
        self
    }

    /// An orthonormal basis, in units of the lengths of the columns, of the null space on the columns that
    /// are `open` and not zero, beyond the directions `known`; each direction in the units of the caller.
    pub fn null_space(&self, open: &[bool], known: &[Vec<f64>]) -> Result<Vec<Vec<f64>>> {
        let columns: Vec<usize> = (0..self.lengths.len())
            .filter(|&k| open[k] && self.lengths[k] > 0.0 && self.lengths[k].is_finite())
            .gathered();
        let n = columns.len();
        if n == 0 {
            return Ok(Vec::new());
        }
        let mut place = vec![u32::MAX; self.lengths.len()];
        columns.iter().enumerate().for_each(|(to, &from)| place[from] = to as u32);
        let rows = self.scaled(&place);
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for direction in known {
            let scaled = columns.iter().map(|&k| direction[k] * self.lengths[k]).gathered();
            push_orthonormal(&mut basis, scaled);
        }
        let found = small(&rows, self.count, n, &basis)?;
        let mut directions = Vec::new();
        // Among these squares are small, and so is the rounding of their eigenvalues: 1e-26.
        for vector in turned(&rows, self.count, found, ZERO * ZERO)? {
            let mut direction = vec![0.0; self.lengths.len()];
            columns.iter().zip(&vector).for_each(|(&k, v)| direction[k] = v / self.lengths[k]);
            directions.push(direction);
        }
        Ok(directions)
    }

    /// The rank of directions on the columns that are `open` and not zero.
    pub fn rank_of(&self, open: &[bool], directions: &[Vec<f64>]) -> usize {
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for direction in directions {
            let kept = direction.iter().zip(open).zip(&self.lengths);
            push_orthonormal(
                &mut basis,
                kept.filter(|((_, open), _)| **open).map(|((v, _), l)| v * l).gathered(),
            );
        }
        basis.len()
    }

    /// The rows on the kept columns, which have length one.
    fn scaled(&self, place: &[u32]) -> SparseRows {
        let mut rows = SparseRows::default();
        for row in 0..self.count {
            let (index, value) = self.rows.row(row);
            for (&k, v) in index.iter().zip(value).filter(|(k, _)| place[**k as usize] != u32::MAX) {
                rows.push(place[k as usize] as usize, v / self.lengths[k as usize]);
            }
            rows.end_row();
        }
        rows
    }
}

/// Adds a vector to an orthonormal basis (Gram and Schmidt, twice) unless it depends on it.
fn push_orthonormal(basis: &mut Vec<Vec<f64>>, mut vector: Vec<f64>) {
    let size = dot(&vector, &vector).sqrt();
    for _ in 0..2 {
        project(basis, &mut vector);
    }
    let left = dot(&vector, &vector).sqrt();
    if size > 0.0 && left > 1e-9 * size {
        vector.iter_mut().for_each(|v| *v /= left);
        basis.push(vector);
    }
}

/// Takes the directions of an orthonormal basis out of a vector.
fn project(basis: &[Vec<f64>], vector: &mut [f64]) {
    for other in basis {
        let along = dot(other, vector);
        vector.iter_mut().zip(other).for_each(|(v, o)| *v -= along * o);
        spend(2 * vector.len());
    }
}

/// A basis of the space of small eigenvalues of the Gram matrix, off the known directions.
fn small(rows: &SparseRows, count: usize, n: usize, known: &[Vec<f64>]) -> Result<Vec<Vec<f64>>> {
    let mut factor = Factor::new(n)?;
    let gram = factor.matrix();
    for row in 0..count {
        let (index, value) = rows.row(row);
        spend(index.len() * index.len());
        for (&i, x) in index.iter().zip(value) {
            for (&j, y) in index.iter().zip(value).filter(|(j, _)| **j >= i) {
                gram[i as usize * n + j as usize] += x * y;
            }
        }
    }
    (0..n).for_each(|k| gram[k * n + k] += SHIFT);
    let known = room::joined(known);
    add_outer_products(&known, n, gram);
    let copy = gram.duplicate();
    let of_all = || -> Result<Vec<Vec<f64>>> {
        let (values, vectors) = symmetric_eigen(&copy, n)?;
        let below = values.iter().take_while(|value| **value <= SMALL).count();
        Ok(vectors.chunks(n).take(below).map(crate::room::copied).gathered())
    };
    if n <= FEW {
        return of_all();
    }
    let mut shift = SHIFT;
    while !factor.factor() {
        shift *= 100.0;
        if shift > SMALL {
            return Err(Error::Numeric("the design could not be factored".into()));
        }
        room::copy(&copy, factor.matrix());
        (0..n).for_each(|k| factor.matrix()[k * n + k] += shift);
    }
    let mut size = 8;
    while 2 * size < n {
        let mut block: Vec<f64> = (0..size).flat_map(|k| start(n, k)).gathered();
        for _ in 0..ROUNDS {
            factor.solve_many(&mut block);
            project_many(&known, n, &mut block)?;
            let mut basis = with_room(size);
            block.chunks(n).for_each(|vector| push_orthonormal(&mut basis, vector.duplicate()));
            block = room::joined(&basis);
        }
        let of_block: Vec<Vec<f64>> = block.chunks(n).map(crate::room::copied).gathered();
        let found = turned(rows, count, of_block, SMALL)?;
        // Fewer than there were starts are all there are: the others have fallen into their span.
        if found.len() < size {
            return Ok(found);
        }
        size *= 2;
    }
    of_all()
}

/// A fixed start that is orthogonal to nothing in particular.
fn start(n: usize, which: usize) -> Vec<f64> {
    (0..n)
        .map(|k| {
            ((k + 1) as f64 * (which as f64 + std::f64::consts::SQRT_2) * 0.7548776662466927).fract() - 0.5
        })
        .gathered()
}

/// The product of the matrix with a vector.
fn image(rows: &SparseRows, count: usize, vector: &[f64]) -> Vec<f64> {
    spend(10 * count);
    (0..count).map(|row| rows.dot(row, vector)).gathered()
}

/// Of the span of orthonormal vectors an orthonormal basis of the directions whose images have squared lengths of
/// `most` or less: the others are orthogonal to these, and so are their images.
fn turned(rows: &SparseRows, count: usize, vectors: Vec<Vec<f64>>, most: f64) -> Result<Vec<Vec<f64>>> {
    let m = vectors.len();
    let images: Vec<Vec<f64>> = vectors.iter().map(|v| image(rows, count, v)).gathered();
    let mut squares = reserve(m * m)?;
    (0..m * m).filter(|at| at % m >= at / m).for_each(|at| {
        spend(count);
        squares[at] = dot(&images[at / m], &images[at % m]);
    });
    let (values, weights) = symmetric_eigen(&squares, m)?;
    let below = values.iter().take_while(|value| **value <= most).count();
    let combine = |weights: &[f64]| {
        let mut sum = vec![0.0; vectors[0].len()];
        for (w, v) in weights.iter().zip(&vectors) {
            sum.iter_mut().zip(v).for_each(|(s, v)| *s += w * v);
            spend(sum.len());
        }
        sum
    };
    Ok(weights.chunks(m.max(1)).take(below).map(combine).gathered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::singular_values;
    use crate::random::Random;
    use crate::threshold::{Basis, Form, Threshold};

    /// The design of a factored threshold of pairs, and the turns of its factors.
    fn factored(pairs: &[(usize, usize)], items: usize, factors: usize) -> (NullDesign, Vec<Vec<f64>>) {
        let threshold = Threshold::new(Form::Factored, Basis::Cosine, factors, items, 0);
        let mut design = NullDesign::new(threshold.len());
        for &(i, j) in pairs {
            threshold.terms(i, j, |at, w| design.push(at, w));
            design.end_row();
        }
        let dense = |turn: Vec<(u32, f64)>| {
            let mut dense = vec![0.0; threshold.len()];
            turn.iter().for_each(|&(at, v)| dense[at as usize] = v);
            dense
        };
        (design.finish(), threshold.rotations().into_iter().map(dense).collect())
    }

    /// The rank by the singular values of the matrix, with rows or columns of zeros to make it square.
    fn rank(design: &NullDesign, columns: usize) -> usize {
        let n = columns.max(design.count);
        let mut square = vec![0.0; n * n];
        for row in 0..design.count {
            let (index, value) = design.rows.row(row);
            index
                .iter()
                .zip(value)
                .for_each(|(&k, v)| square[k as usize * n + row] += v / design.lengths[k as usize]);
        }
        let (values, _, _) = singular_values(&square, n).unwrap();
        values.iter().filter(|value| **value > 1e-10).count()
    }

    #[test]
    fn the_rank_is_that_of_the_singular_values() {
        let mut random = Random::new(8, 0);
        for (items, count, factors) in
            [(12, 24, 3), (12, 60, 3), (9, 30, 4), (20, 90, 5), (30, 70, 4), (26, 140, 6)]
        {
            let mut pairs: Vec<(usize, usize)> =
                (0..items).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
            while pairs.len() > count {
                pairs.swap_remove(random.below(pairs.len() as u64) as usize);
            }
            let (design, turns) = factored(&pairs, items, factors);
            let columns = design.lengths.iter().filter(|l| **l > 0.0).count();
            let open = vec![true; items * factors];
            let found = design.null_space(&open, &turns).unwrap();
            let lost = found.len() + design.rank_of(&open, &turns);
            assert_eq!(
                columns - lost,
                rank(&design, items * factors),
                "{items} items, {count} pairs, {factors} factors"
            );
            for direction in &found {
                let image = image(&design.rows, design.count, direction);
                assert!(image.iter().all(|v| v.abs() < 1e-9), "{image:?}");
            }
        }
    }

    /// 129 items and 3455 pairs, of which 22 directions of 20 factors are lost beyond the turns: more than the
    /// single items show that have fewer than 20 opponents.
    #[test]
    fn directions_are_lost_among_several_items() {
        let text = include_str!("../../examples/data/chatbot_arena_202408_counts.csv");
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let mut names: Vec<&str> = rows.iter().flat_map(|row| [row[0], row[1]]).collect();
        names.sort_unstable();
        names.dedup();
        let id = |name: &str| names.binary_search(&name).unwrap();
        let pairs: Vec<(usize, usize)> = rows.iter().map(|row| (id(row[0]), id(row[1]))).collect();
        for (factors, lost) in [(10, 0), (18, 5)] {
            let (design, turns) = factored(&pairs, names.len(), factors);
            let found = design.null_space(&vec![true; names.len() * factors], &turns).unwrap();
            assert_eq!(found.len(), lost, "{factors} factors");
        }
    }
}
