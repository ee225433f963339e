//! How read-outs move along the directions that the data do not identify. Each direction moves few parameters, and each
//! row of a read-out hangs on few beside its outer products: so there may be as many directions as items.

use super::divergence::Divergence;
use super::identification::State;
use super::jacobian::Jacobian;
use super::readout::Readout;
use crate::interrupt::spend;
use crate::model::fitted::{Direction, Model};
use crate::model::specification::Problems;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};

/// A row moves along a direction if it does by more than this share of what its entries could.
const MOVES: f64 = 1e-8;

/// How far something moves along each direction along which it does, in their order.
pub(crate) type Moves = Vec<(u32, f64)>;

/// The directions of a model, by the parameters that they move.
#[derive(Debug)]
pub(crate) struct Movements {
    /// Where the entries of every parameter begin.
    starts: Vec<usize>,
    /// (direction, weight).
    entries: Vec<(u32, f64)>,
    /// The largest weight of every direction, in the units of its parameter.
    largest: Vec<f64>,
}

/// Sums by direction, most of them zero.
struct Sums {
    sums: Vec<f64>,
    is_touched: Vec<bool>,
    touched: Vec<u32>,
}

impl Sums {
    fn add(&mut self, direction: u32, by: f64) {
        let at = direction as usize;
        if !std::mem::replace(&mut self.is_touched[at], true) {
            self.touched.put(direction);
        }
        self.sums[at] += by;
    }

    /// The sums that `keep` wants, in the order of directions; all are zero again.
    fn take(&mut self, keep: impl Fn(u32, f64) -> bool) -> Moves {
        self.touched.sort_unstable();
        spend(4 * self.touched.len());
        let (sums, is_touched) = (&mut self.sums, &mut self.is_touched);
        let taken = self.touched.drain(..).map(|direction| {
            is_touched[direction as usize] = false;
            (direction, std::mem::take(&mut sums[direction as usize]))
        });
        taken.filter(|&(direction, sum)| keep(direction, sum)).gathered()
    }
}

impl Movements {
    fn new(directions: &[Direction], units: &[f64]) -> Movements {
        let mut starts = vec![0; units.len() + 1];
        let along = || directions.iter().flat_map(|direction| &direction.along);
        along().for_each(|&(at, _)| starts[at as usize + 1] += 1);
        (0..units.len()).for_each(|at| starts[at + 1] += starts[at]);
        let mut next = starts.duplicate();
        let mut entries = vec![(0, 0.0); along().count()];
        for (number, direction) in (0..).zip(directions) {
            for &(at, weight) in &direction.along {
                entries[next[at as usize]] = (number, weight);
                next[at as usize] += 1;
            }
        }
        let largest = |direction: &Direction| {
            let sizes = direction.along.iter().map(|&(at, weight)| (weight / units[at as usize]).abs());
            sizes.fold(0.0, f64::max)
        };
        Movements { starts, entries, largest: directions.iter().map(largest).gathered() }
    }

    fn sums(&self) -> Sums {
        let count = self.largest.len();
        Sums { sums: vec![0.0; count], is_touched: vec![false; count], touched: room::with_room(count) }
    }

    /// Adds how far entries of parameters move along each direction, times a number.
    fn add(&self, entries: impl Iterator<Item = (u32, f64)>, times: f64, sums: &mut Sums) {
        for (at, slope) in entries {
            for &(direction, weight) in &self.entries[self.starts[at as usize]..self.starts[at as usize + 1]]
            {
                sums.add(direction, times * (weight * slope));
            }
        }
    }

    /// How far entries of parameters move along each direction; empty if the movement is rounding. What they could is `bound`.
    pub(crate) fn of(&self, entries: impl Iterator<Item = (u32, f64)>, bound: f64) -> Moves {
        let mut sums = self.sums();
        self.add(entries, 1.0, &mut sums);
        sums.take(|direction, sum| self.is_move(direction, sum, bound))
    }

    fn is_move(&self, direction: u32, sum: f64, bound: f64) -> bool {
        sum.abs() > MOVES * bound * self.largest[direction as usize]
    }
}

/// The rows of a Jacobian and the directions along which they move.
struct Rows<'a> {
    movements: &'a Movements,
    jacobian: &'a Jacobian,
    /// The largest possible change of every row, in the units of the parameters.
    bounds: Vec<f64>,
    /// How far what is to the right in each outer product moves.
    outers: Vec<Moves>,
    sums: Sums,
}

impl<'a> Rows<'a> {
    fn new(model: &'a Model, jacobian: &'a Jacobian) -> Rows<'a> {
        let movements = model.movements();
        let mut sums = movements.sums();
        let of = |right: &Vec<(u32, f64)>| {
            movements.add(right.iter().copied(), 1.0, &mut sums);
            sums.take(|_, sum| sum != 0.0)
        };
        let outers = jacobian.rights().iter().map(of).gathered();
        Rows { movements, jacobian, bounds: jacobian.bounds(model.units()), outers, sums }
    }

    fn add_outer(&mut self, outer: u32, times: f64) {
        for &(direction, along) in &self.outers[outer as usize] {
            self.sums.add(direction, times * along);
        }
    }

    /// How far a row moves; empty if the movement is rounding.
    fn row(&mut self, row: usize) -> Moves {
        self.movements.add(self.jacobian.entries(row), 1.0, &mut self.sums);
        for &(outer, left) in self.jacobian.outers(row) {
            self.add_outer(outer, left);
        }
        let (movements, bound) = (self.movements, self.bounds[row]);
        self.sums.take(|direction, sum| movements.is_move(direction, sum, bound))
    }

    /// How far a row moves from another; empty if the movement is rounding. An outer product in which they have the same share
    /// moves both alike.
    fn gap(&mut self, row: usize, other: usize) -> Moves {
        self.movements.add(self.jacobian.entries(row), 1.0, &mut self.sums);
        self.movements.add(self.jacobian.entries(other), -1.0, &mut self.sums);
        let (mut own, mut its) = (self.jacobian.outers(row).iter(), self.jacobian.outers(other).iter());
        let (mut a, mut b) = (own.next(), its.next());
        loop {
            let (outer, left) = match (a, b) {
                (None, None) => break,
                (Some(&(x, l)), Some(&(y, m))) if x == y => {
                    (a, b) = (own.next(), its.next());
                    (x, l - m)
                }
                (Some(&(x, l)), other) if other.is_none_or(|&(y, _)| x < y) => {
                    a = own.next();
                    (x, l)
                }
                (_, Some(&(y, m))) => {
                    b = its.next();
                    (y, -m)
                }
                (Some(_), None) => unreachable!("the first of two is taken above"),
            };
            if left != 0.0 {
                self.add_outer(outer, left);
            }
        }
        let (movements, bound) = (self.movements, self.bounds[row] + self.bounds[other]);
        self.sums.take(|direction, sum| movements.is_move(direction, sum, bound))
    }
}

impl Model {
    pub(super) fn movements(&self) -> &Movements {
        room::once(&self.movements, || Movements::new(&self.directions, self.units()))
    }

    fn divergence(&self) -> &Divergence {
        room::once(&self.divergence, || Divergence::new(self))
    }

    /// Whether every row of a Jacobian is identified.
    pub(crate) fn states(&self, jacobian: &Jacobian) -> Vec<State> {
        if self.directions.is_empty() {
            return vec![State::Identified; jacobian.rows()];
        }
        let mut rows = Rows::new(self, jacobian);
        (0..jacobian.rows()).map(|row| self.state(&rows.row(row))).gathered()
    }

    /// Whether a value that moves so far along each direction is identified.
    fn state(&self, moves: &Moves) -> State {
        if moves.is_empty() {
            return State::Identified;
        }
        if self.is_arbitrary(moves) {
            return State::Arbitrary;
        }
        State::Diverges(self.divergence().sign(moves))
    }

    /// Whether a value moves along an unidentified direction.
    fn is_arbitrary(&self, moves: &Moves) -> bool {
        moves.iter().any(|(direction, _)| !self.directions[*direction as usize].diverges)
    }

    /// Whether entries of parameters move along an unidentified direction.
    pub(super) fn moves_freely(&self, entries: impl Iterator<Item = (u32, f64)>, bound: f64) -> bool {
        self.is_arbitrary(&self.movements().of(entries, bound))
    }

    /// Values that the data do not identify are NaN.
    pub(crate) fn hide_arbitrary(&self, readout: &mut Readout) {
        if self.directions.iter().all(|direction| direction.diverges) {
            return;
        }
        let mut rows = Rows::new(self, &readout.jacobian);
        for (row, estimate) in readout.estimates.iter_mut().enumerate() {
            if self.is_arbitrary(&rows.row(row)) {
                *estimate = f64::NAN;
            }
        }
    }

    /// As `hide_arbitrary`; values that diverge become infinite where their sign is known, else NaN.
    pub(crate) fn mark_diverging(&self, readout: &mut Readout) {
        for (estimate, state) in readout.estimates.iter_mut().zip(self.states(&readout.jacobian)) {
            match state {
                State::Identified => {}
                State::Arbitrary => *estimate = f64::NAN,
                State::Diverges(sign) => *estimate = f64::INFINITY * sign,
            }
        }
    }

    /// Items whose differences are identified and finite, as the number of a class for each, from a Jacobian of
    /// scores that are centred by component; and for every pair of classes 1, -1 or NaN: which of them diverges
    /// upwards from the other, or whether the order is unidentified.
    pub(crate) fn classes(&self, jacobian: &Jacobian) -> (Vec<usize>, Vec<f64>) {
        let items = jacobian.rows();
        if self.directions.is_empty() {
            return (vec![0; items], vec![0.0]);
        }
        let mut rows = Rows::new(self, jacobian);
        let apart = self.facts.problems.contains(Problems::DISCONNECTED);
        let foreign = |i: usize, j: usize| apart && self.components[i] != self.components[j];
        let mut heads: Vec<usize> = Vec::new();
        let mut class = room::with_room(items);
        for item in 0..items {
            spend(heads.len());
            let found =
                heads.iter().position(|&head| !foreign(item, head) && rows.gap(item, head).is_empty());
            class.push(found.unwrap_or(heads.len()));
            if found.is_none() {
                heads.put(item);
            }
        }
        let count = heads.len();
        let mut signs = vec![0.0; count * count];
        for a in 0..count {
            spend(count);
            for b in (0..count).filter(|&b| b != a) {
                let (i, j) = (heads[a], heads[b]);
                signs[a * count + b] = match foreign(i, j) {
                    true => f64::NAN,
                    false => match self.state(&rows.gap(i, j)) {
                        State::Diverges(sign) => sign,
                        _ => f64::NAN,
                    },
                };
            }
        }
        (class, signs)
    }
}
