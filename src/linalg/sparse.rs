//! Sparse Cholesky factor of the Laplacian of a comparison graph, where its order of elimination fills little, and the
//! selected inverse: the entries of the inverse that the factor has, too (Takahashi, Fagan and Chin 1973; Erisman and
//! Tinney 1975). Both are computed in numbers with a derivative, where one is wanted: that of the inverse of A + t M at
//! t = 0 is minus the sandwich A^-1 M A^-1.

use super::factor::buffer;
use super::Entry;
use crate::error::{Error, Result};
use crate::graph;
use crate::interrupt::spend;
use crate::room::{reserve_filled, with_room, Gather as _, Put as _};
use faer::dyn_stack::{MemStack, StackReq};
use faer::sparse::linalg::amd;
use faer::sparse::linalg::cholesky::simplicial;
use faer::sparse::SymbolicSparseColMatRef;
use std::ops::{Add, Mul, Neg, Sub};

const NONE: u32 = u32::MAX;

/// Most multiplications of a factor that is worth its while, and most entries: some seconds and 1 GB.
const MOST_WORK: f64 = 4e9;
const MOST_ENTRIES: usize = 60_000_000;

/// Items with more opponents than this many times the mean are hubs.
const HUB: usize = 8;

/// Numbers that can be factored.
pub(crate) trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + From<f64>
    + Send
    + Sync
{
    /// The value.
    fn value(self) -> f64;
    fn root(self) -> Self;
    fn reciprocal(self) -> Self;
}

impl Number for f64 {
    fn value(self) -> f64 {
        self
    }
    fn root(self) -> f64 {
        self.sqrt()
    }
    fn reciprocal(self) -> f64 {
        1.0 / self
    }
}

/// A value and its derivative.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dual(pub(crate) f64, pub(crate) f64);

impl From<f64> for Dual {
    fn from(value: f64) -> Dual {
        Dual(value, 0.0)
    }
}
impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual(self.0 + other.0, self.1 + other.1)
    }
}
impl Sub for Dual {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        Dual(self.0 - other.0, self.1 - other.1)
    }
}
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        Dual(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
    }
}
impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        Dual(-self.0, -self.1)
    }
}
impl Number for Dual {
    fn value(self) -> f64 {
        self.0
    }
    fn root(self) -> Dual {
        let root = self.0.sqrt();
        Dual(root, 0.5 * self.1 / root)
    }
    fn reciprocal(self) -> Dual {
        let inverse = 1.0 / self.0;
        Dual(inverse, -self.1 * inverse * inverse)
    }
}

/// Where the entries of a factor are.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Place of each node in the order of elimination; NONE of grounded ones.
    place: Vec<u32>,
    /// The part of `rows` of each column.
    start: Vec<usize>,
    /// Places, ascending, the column's own first.
    rows: Vec<u32>,
}

/// Workspace of a factorisation, allocated once for a pattern.
#[derive(Debug)]
pub(crate) struct Workspace<T> {
    work: Vec<T>,
    /// Columns whose next entry is in a row, as lists.
    first: Vec<u32>,
    next: Vec<u32>,
    reached: Vec<usize>,
}

impl Pattern {
    /// Room for factorisations.
    pub(crate) fn workspace<T: Number>(&self) -> Result<Workspace<T>> {
        let n = self.columns();
        Ok(Workspace {
            work: reserve_filled(n, T::from(0.0))?,
            first: reserve_filled(n, NONE)?,
            next: reserve_filled(n, NONE)?,
            reached: reserve_filled(n, 0)?,
        })
    }

    /// The pattern for this many nodes with entries at pairs of them, without those that are grounded; None where the factor
    /// would fill too much, which is guessed before the order is computed.
    pub(crate) fn new(pairs: &[(u32, u32)], nodes: usize, grounded: &[bool]) -> Result<Option<Pattern>> {
        let mut number = reserve_filled(nodes, NONE)?;
        let mut count = 0;
        for (number, _) in number.iter_mut().zip(grounded).filter(|(_, grounded)| !**grounded) {
            *number = count;
            count += 1;
        }
        let free = count as usize;
        let mut own: Vec<(u32, u32)> = with_room(pairs.len());
        for &(a, b) in pairs {
            let (a, b) = (number[a as usize], number[b as usize]);
            if a != b && a != NONE && b != NONE {
                // By column, and within it by row: the upper triangle.
                own.put((a.max(b), a.min(b)));
            }
        }
        own.sort_unstable();
        own.dedup();
        if free == 0 || !is_promising(&own, free) {
            return Ok(None);
        }
        let Some(order) = order(&own, free)? else { return Ok(None) };
        let mut place = reserve_filled(free, 0u32)?;
        (0..).zip(&order).for_each(|(at, &node)| place[node as usize] = at);
        for pair in &mut own {
            let (a, b) = (place[pair.0 as usize], place[pair.1 as usize]);
            *pair = (a.max(b), a.min(b));
        }
        own.sort_unstable();
        let Some((start, rows)) = symbolic(&own, free)? else { return Ok(None) };
        for number in number.iter_mut().filter(|number| **number != NONE) {
            *number = place[*number as usize];
        }
        Ok(Some(Pattern { place: number, start, rows }))
    }

    /// Zeros, one for each entry.
    pub(crate) fn zeros<T: Number>(&self) -> Result<Vec<T>> {
        reserve_filled(self.rows.len(), T::from(0.0))
    }

    /// The columns of the factor.
    fn columns(&self) -> usize {
        self.start.len() - 1
    }

    /// Where the entry of two nodes is, if neither is grounded.
    pub(crate) fn at(&self, a: u32, b: u32) -> Option<usize> {
        let (a, b) = (self.place[a as usize], self.place[b as usize]);
        if a == NONE || b == NONE {
            return None;
        }
        let (column, row) = (a.min(b) as usize, a.max(b));
        let from = self.start[column];
        self.rows[from..self.start[column + 1]].binary_search(&row).ok().map(|at| from + at)
    }

    /// Sets the values to those of the Laplacian of edges, given by their ends and weights.
    pub(crate) fn set_laplacian<T: Number>(
        &self,
        [left, right]: [&[u32]; 2],
        weights: &[f64],
        values: &mut [T],
    ) {
        values.fill(T::from(0.0));
        for ((&i, &j), &weight) in left.iter().zip(right).zip(weights) {
            let weight = T::from(weight);
            for node in [i, j] {
                if let Some(at) = self.at(node, node) {
                    values[at] = values[at] + weight;
                }
            }
            if let Some(at) = self.at(i, j) {
                values[at] = values[at] - weight;
            }
        }
    }

    /// Factors a matrix in place: L L'. False if it is not positive definite.
    pub(crate) fn factor<T: Number>(&self, values: &mut [T], space: &mut Workspace<T>) -> bool {
        let n = self.columns();
        let Workspace { work, first, next, reached } = space;
        first.fill(NONE);
        for column in 0..n {
            let (from, to) = (self.start[column], self.start[column + 1]);
            (from..to).for_each(|at| work[self.rows[at] as usize] = values[at]);
            let mut other = first[column];
            while other != NONE {
                spend(2 * (self.start[other as usize + 1] - reached[other as usize]));
                let k = other as usize;
                other = next[k];
                let (at, end) = (reached[k], self.start[k + 1]);
                let own = values[at];
                for (&row, &value) in self.rows[at..end].iter().zip(&values[at..end]) {
                    work[row as usize] = work[row as usize] - value * own;
                }
                if at + 1 < end {
                    reached[k] = at + 1;
                    let row = self.rows[at + 1] as usize;
                    next[k] = first[row];
                    first[row] = k as u32;
                }
            }
            let pivot = work[column];
            if pivot.value() <= 0.0 || !pivot.value().is_finite() {
                return false;
            }
            let root = pivot.root();
            let inverse = root.reciprocal();
            values[from] = root;
            (from + 1..to).for_each(|at| values[at] = work[self.rows[at] as usize] * inverse);
            if from + 1 < to {
                reached[column] = from + 1;
                let row = self.rows[from + 1] as usize;
                next[column] = first[row];
                first[row] = column as u32;
            }
        }
        true
    }

    /// Solves with a factor for a vector by nodes; grounded ones are zero.
    pub(crate) fn solve<T: Number>(&self, factor: &[T], right: &mut [T]) -> Result<()> {
        let n = self.columns();
        let mut x = reserve_filled(n, T::from(0.0))?;
        let free = || self.place.iter().enumerate().filter(|(_, place)| **place != NONE);
        free().for_each(|(node, &place)| x[place as usize] = right[node]);
        for column in 0..n {
            let (from, to) = (self.start[column], self.start[column + 1]);
            x[column] = x[column] * factor[from].reciprocal();
            let own = x[column];
            for (&row, &value) in self.rows[from + 1..to].iter().zip(&factor[from + 1..to]) {
                x[row as usize] = x[row as usize] - value * own;
            }
        }
        for column in (0..n).rev() {
            let (from, to) = (self.start[column], self.start[column + 1]);
            let mut own = x[column];
            for (&row, &value) in self.rows[from + 1..to].iter().zip(&factor[from + 1..to]) {
                own = own - value * x[row as usize];
            }
            x[column] = own * factor[from].reciprocal();
        }
        right.fill(T::from(0.0));
        free().for_each(|(node, &place)| right[node] = x[place as usize]);
        Ok(())
    }

    /// The same for a vector, or several, node by node, in plain numbers, with `x` as room.
    pub(crate) fn precondition<E: Entry>(&self, factor: &[f64], vectors: &mut [E], x: &mut Vec<E>) {
        let n = self.columns();
        spend(4 * self.rows.len() * std::mem::size_of::<E>() / 8);
        if x.len() != n {
            *x = crate::room::filled(E::ZERO, n);
        }
        let free = || self.place.iter().enumerate().filter(|(_, place)| **place != NONE);
        free().for_each(|(node, &place)| x[place as usize] = vectors[node]);
        for column in 0..n {
            let (from, to) = (self.start[column], self.start[column + 1]);
            let own = x[column].times(1.0 / factor[from]);
            x[column] = own;
            for (&row, value) in self.rows[from + 1..to].iter().zip(&factor[from + 1..to]) {
                x[row as usize].add_times(-value, &own);
            }
        }
        for column in (0..n).rev() {
            let (from, to) = (self.start[column], self.start[column + 1]);
            let mut own = x[column];
            for (&row, value) in self.rows[from + 1..to].iter().zip(&factor[from + 1..to]) {
                own.add_times(-value, &x[row as usize]);
            }
            x[column] = own.times(1.0 / factor[from]);
        }
        vectors.fill(E::ZERO);
        free().for_each(|(node, &place)| vectors[node] = x[place as usize]);
    }

    /// The entries of the inverse where the factor has entries.
    pub(crate) fn selected_inverse<T: Number>(&self, factor: &[T]) -> Result<Vec<T>> {
        let n = self.columns();
        let zero = T::from(0.0);
        let mut inverse = self.zeros::<T>()?;
        // Of the column at work: its entries over the diagonal, and where a row is among them.
        let mut share = reserve_filled(n, zero)?;
        let mut sums = reserve_filled(n, zero)?;
        let mut is_in = reserve_filled(n, false)?;
        for column in (0..n).rev() {
            let (from, to) = (self.start[column], self.start[column + 1]);
            let reciprocal = factor[from].reciprocal();
            for (&row, &value) in self.rows[from + 1..to].iter().zip(&factor[from + 1..to]) {
                let row = row as usize;
                share[row] = value * reciprocal;
                sums[row] = zero;
                is_in[row] = true;
            }
            for &k in &self.rows[from + 1..to] {
                let k = k as usize;
                let (own, mut along) = (share[k], zero);
                let (begin, end) = (self.start[k], self.start[k + 1]);
                spend(3 * (end - begin));
                along = along + inverse[begin] * own;
                for (&row, &value) in self.rows[begin + 1..end].iter().zip(&inverse[begin + 1..end]) {
                    let row = row as usize;
                    if is_in[row] {
                        along = along + value * share[row];
                        sums[row] = sums[row] + value * own;
                    }
                }
                sums[k] = sums[k] + along;
            }
            let mut diagonal = reciprocal * reciprocal;
            for (&row, own) in self.rows[from + 1..to].iter().zip(&mut inverse[from + 1..to]) {
                let row = row as usize;
                *own = -sums[row];
                diagonal = diagonal + share[row] * sums[row];
                is_in[row] = false;
            }
            inverse[from] = diagonal;
        }
        Ok(inverse)
    }
}

/// Whether a factor might fill little: there are hardly more pairs than nodes, or apart from hubs the graph is long, as a
/// breadth-first search shows. Only then an order is looked for.
fn is_promising(pairs: &[(u32, u32)], nodes: usize) -> bool {
    if 2 * pairs.len() <= 3 * nodes {
        return true;
    }
    let mut degrees = vec![0usize; nodes];
    pairs.iter().for_each(|&(a, b)| {
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
    });
    let limit = HUB * (2 * pairs.len()).div_ceil(nodes);
    let is_hub: Vec<bool> = degrees.iter().map(|&d| d > limit).gathered();
    let hubs = is_hub.iter().filter(|hub| **hub).count();
    let rest = || pairs.iter().filter(|(a, b)| !is_hub[*a as usize] && !is_hub[*b as usize]);
    let width = graph::widest_level(nodes, rest()) as f64;
    let fill = 2.0 * width + hubs as f64;
    nodes as f64 * fill * fill <= MOST_WORK
}

/// An order of elimination of approximate minimum degree.
fn order(pairs: &[(u32, u32)], nodes: usize) -> Result<Option<Vec<u32>>> {
    let (start, rows) = upper(pairs, nodes, false)?;
    let matrix = SymbolicSparseColMatRef::new_checked(nodes, nodes, &start, None, &rows);
    let mut scratch = buffer(amd::order_scratch::<usize>(nodes, rows.len()), nodes)?;
    let (mut forward, mut backward) = (reserve_filled(nodes, 0usize)?, reserve_filled(nodes, 0usize)?);
    amd::order(&mut forward, &mut backward, matrix, amd::Control::default(), MemStack::new(&mut scratch))
        .map_err(refused)?;
    let mut order = with_room(nodes);
    forward.iter().for_each(|&node| order.put(node as u32));
    Ok(Some(order))
}

/// The pattern of the factor, as starts and rows of its columns; None where it is too full.
#[allow(clippy::type_complexity)]
fn symbolic(pairs: &[(u32, u32)], nodes: usize) -> Result<Option<(Vec<usize>, Vec<u32>)>> {
    let (start, rows) = upper(pairs, nodes, true)?;
    let matrix = SymbolicSparseColMatRef::new_checked(nodes, nodes, &start, None, &rows);
    let request = StackReq::any_of(&[
        simplicial::prefactorize_symbolic_cholesky_scratch::<usize>(nodes, rows.len()),
        simplicial::factorize_simplicial_symbolic_cholesky_scratch::<usize>(nodes),
    ]);
    let mut scratch = buffer(request, nodes)?;
    let mut tree = reserve_filled(nodes, 0isize)?;
    let mut counts = reserve_filled(nodes, 0usize)?;
    let stack = MemStack::new(&mut scratch);
    let tree = simplicial::prefactorize_symbolic_cholesky(&mut tree, &mut counts, matrix, stack);
    let entries: usize = counts.iter().sum();
    let work: f64 = counts.iter().map(|&count| (count as f64).powi(2)).sum();
    if entries > MOST_ENTRIES || work > MOST_WORK {
        return Ok(None);
    }
    let stack = MemStack::new(&mut scratch);
    let found =
        simplicial::factorize_simplicial_symbolic_cholesky(matrix, tree, &counts, stack).map_err(refused)?;
    let mut own = with_room(entries);
    found.row_idx().iter().for_each(|&row| own.put(row as u32));
    Ok(Some((crate::room::copied(found.col_ptr()), own)))
}

/// The columns of the upper triangle of sorted pairs (column, row), with the diagonal or without.
fn upper(pairs: &[(u32, u32)], nodes: usize, diagonal: bool) -> Result<(Vec<usize>, Vec<usize>)> {
    let (mut start, mut rows) = (reserve_filled(1, 0)?, with_room(pairs.len() + nodes));
    let mut at = 0;
    for column in 0..nodes {
        while at < pairs.len() && pairs[at].0 as usize == column {
            rows.put(pairs[at].1 as usize);
            at += 1;
        }
        if diagonal {
            rows.put(column);
        }
        start.put(rows.len());
    }
    Ok((start, rows))
}

fn refused(error: faer::sparse::FaerError) -> Error {
    match error {
        faer::sparse::FaerError::OutOfMemory => Error::Memory("no memory for a sparse factor".into()),
        other => Error::Size(format!("a sparse factor: {other:?}")),
    }
}
