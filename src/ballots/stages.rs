//! Stages: a ballot as choices from what is left.

use super::fit::Worst;
use super::probability::Derived;
use super::rows::{Ballot, LAST};
use crate::room::{self, Gather as _, Put as _};

/// A choice from the items of a ballot that are left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Choice {
    /// This many are chosen together.
    Chosen(usize),
    /// One is named the best.
    Best,
    /// One is named the worst.
    Worst,
    /// The best and the worst are named together.
    BestAndWorst,
}

/// A ballot as stages: its items in the order in which they leave, and the choices by which they do.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages {
    /// Positions, counted from 0, in the order in which their items leave.
    pub(super) order: Vec<usize>,
    /// For each stage where in `order` what is left begins, and the choice.
    pub(super) list: Vec<(usize, Choice)>,
}

impl Stages {
    /// Sets them to those of a ballot: the first `most` (0: all).
    pub(super) fn read(&mut self, ballot: &Ballot<'_>, worst: Worst, most: usize) {
        let ranks = ballot.ranks;
        self.order.clear();
        self.list.clear();
        self.order.put_each(0..ranks.len());
        if ballot.names_worst() {
            let place = |at: usize| if ranks[at] == 1 { 0 } else { 1 + usize::from(ranks[at] != LAST) };
            room::sort_by_key(&mut self.order, |&at| (place(at), at));
            match worst {
                Worst::Together => self.list.put((0, Choice::BestAndWorst)),
                Worst::AfterBest => {
                    self.list.put((0, Choice::Best));
                    if ranks.len() > 2 && most != 1 {
                        self.list.put((1, Choice::Worst));
                    }
                }
            }
            return;
        }
        let place = |at: usize| if ranks[at] > 0 { ranks[at] } else { i32::MAX };
        room::sort_by_key(&mut self.order, |&at| (place(at), at));
        let mut from = 0;
        while from < ranks.len() && ranks[self.order[from]] > 0 && (most == 0 || self.list.len() < most) {
            let own = ranks[self.order[from]];
            let chosen = self.order[from..].iter().take_while(|&&at| ranks[at] == own).count();
            // Nothing is chosen where one is left; a tie of all that are left is a choice.
            if chosen > 1 || from + 1 < ranks.len() {
                self.list.put((from, Choice::Chosen(chosen)));
            }
            from += chosen;
        }
    }
}

impl Choice {
    /// Derives its negative log-probability at the strengths of what is left, in the order in which it leaves. `deltas` are the
    /// logarithms of the weights of ties.
    pub(super) fn derive(self, left: &[f64], deltas: &[f64], reversed: &mut Vec<f64>, out: &mut Derived) {
        match self {
            Choice::Chosen(_) if !deltas.is_empty() => {
                let Choice::Chosen(chosen) = self else { return };
                out.several(left, chosen, deltas);
            }
            Choice::Chosen(_) | Choice::Best => out.one(left),
            Choice::BestAndWorst => out.best_and_worst(left),
            Choice::Worst => {
                reversed.clear();
                reversed.put_each(left.iter().map(|u| -u));
                out.one(reversed);
                out.reverse();
            }
        }
    }

    /// Calls `each` with the places in `order`, counted from where what is left begins, of a better and a worse item, by what was
    /// chosen from `left` of them.
    pub(super) fn each_preference(self, left: usize, mut each: impl FnMut(usize, usize)) {
        match self {
            Choice::Chosen(chosen) => {
                (0..chosen).for_each(|a| (chosen..left).for_each(|b| each(a, b)));
            }
            Choice::Best => (1..left).for_each(|b| each(0, b)),
            Choice::Worst => (1..left).for_each(|b| each(b, 0)),
            Choice::BestAndWorst => {
                (1..left).for_each(|b| each(0, b));
                (2..left).for_each(|b| each(b, 1));
            }
        }
    }
}

/// A set that may be chosen at a stage: items, by their places among those that are left, with the weights of their strengths, and how
/// many are chosen together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chosen {
    pub(super) items: Vec<(usize, f64)>,
    pub(super) order: usize,
}

impl Choice {
    /// The choice that was made.
    pub(super) fn chosen(self) -> Chosen {
        match self {
            Choice::Chosen(count) => together(&(0..count).gathered()),
            Choice::Best => Chosen { items: vec![(0, 1.0)], order: 1 },
            Choice::Worst => Chosen { items: vec![(0, -1.0)], order: 1 },
            Choice::BestAndWorst => Chosen { items: vec![(0, 0.5), (1, -0.5)], order: 1 },
        }
    }

    /// Puts what else could have been chosen from this many that are left; `orders` may be chosen together.
    pub(super) fn each_alternative(self, left: usize, orders: &[usize], out: &mut Vec<Chosen>) {
        match self {
            Choice::Chosen(count) => {
                let own: Vec<usize> = (0..count).gathered();
                for &order in orders.iter().filter(|order| **order <= left) {
                    each_set(left, order, &mut |set| {
                        if set != own {
                            out.put(together(set));
                        }
                    });
                }
            }
            Choice::Best | Choice::Worst => {
                let sign = if self == Choice::Best { 1.0 } else { -1.0 };
                out.put_each((1..left).map(|at| Chosen { items: vec![(at, sign)], order: 1 }));
            }
            Choice::BestAndWorst => {
                for best in 0..left {
                    for worst in (0..left).filter(|&worst| worst != best && (best, worst) != (0, 1)) {
                        out.put(Chosen { items: vec![(best, 0.5), (worst, -0.5)], order: 1 });
                    }
                }
            }
        }
    }
}

/// Items that are chosen together.
fn together(set: &[usize]) -> Chosen {
    let share = 1.0 / set.len() as f64;
    Chosen { items: set.iter().map(|&at| (at, share)).gathered(), order: set.len() }
}

/// Calls `each` with the sets of `size` of the first numbers.
fn each_set(count: usize, size: usize, each: &mut impl FnMut(&[usize])) {
    let mut set: Vec<usize> = (0..size).gathered();
    loop {
        each(&set);
        let Some(at) = (0..size).rev().find(|&at| set[at] < count - size + at) else { return };
        set[at] += 1;
        for later in at + 1..size {
            set[later] = set[later - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ranks: &[i32], worst: Worst, most: usize) -> (Vec<usize>, Vec<(usize, Choice)>) {
        let items: Vec<u32> = (0..ranks.len() as u32).collect();
        let ballot = Ballot { items: &items, ranks, judge: 0, context: 0, weight: 1.0, first: 0 };
        let mut stages = Stages::default();
        stages.read(&ballot, worst, most);
        (stages.order, stages.list)
    }

    #[test]
    fn a_ballot_is_choices_from_what_is_left() {
        use Choice::{Best, BestAndWorst, Chosen, Worst as Last};
        let all = |ranks: &[i32]| read(ranks, Worst::AfterBest, 0);
        assert_eq!(all(&[2, 1, 3]), (vec![1, 0, 2], vec![(0, Chosen(1)), (1, Chosen(1))]));
        assert_eq!(all(&[2, 1, 2]), (vec![1, 0, 2], vec![(0, Chosen(1)), (1, Chosen(2))]));
        assert_eq!(all(&[0, 1, 0, 2]), (vec![1, 3, 0, 2], vec![(0, Chosen(1)), (1, Chosen(1))]));
        assert_eq!(all(&[0, 1, -1, 0]), (vec![1, 2, 0, 3], vec![(0, Best), (1, Last)]));
        assert_eq!(all(&[-1, 1]).1, vec![(0, Best)]);
        assert_eq!(read(&[0, 1, -1], Worst::Together, 0).1, vec![(0, BestAndWorst)]);
        assert_eq!(read(&[2, 1, 3], Worst::AfterBest, 1).1, vec![(0, Chosen(1))]);
    }
}
