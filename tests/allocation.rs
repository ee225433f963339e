//! The solvers allocate before their iterations and after, never in between: what a fit allocates
//! does not depend on how many iterations it takes.

mod support;

use duel::comparisons::Set;
use duel::likelihood::{NullSpace, Objective};
use duel::model::{fit, ParameterLayout, Position, Problems, Specification, StrengthModel, ThresholdModel};
use duel::outcome::Outcome;
use duel::progress::Progress;
use duel::solve::{Limits, Prove, Solver, DENSE_LIMIT};
use duel::strength::StrengthKind;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Slot;
use support::*;

/// The system's allocator, counting what each thread asks of it.
struct Counting;

thread_local! {
    static ASKED: Slot<u64> = const { Slot::new(0) };
}

fn count() {
    ASKED.with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        System.alloc(layout)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        System.alloc_zeroed(layout)
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        System.realloc(pointer, layout, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        System.dealloc(pointer, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn asked() -> u64 {
    ASKED.with(Slot::get)
}

/// A chain of items, each beaten by the one before it a huge number of times for every loss: Newton's
/// method needs an iteration for each unit of the log odds, some fifty.
fn chain(items: u32) -> Vec<Cell> {
    (0..items - 1).map(|k| Cell::new(Some(k % 3), k, k + 1, 1e24, 1.0, 1.0)).collect()
}

/// Votes for a model with everything: ties, judges, positions; each item against some of any rank.
fn votes(items: u32) -> Vec<Cell> {
    (0..6 * items)
        .map(|k| {
            let (left, round) = (k % items, k / items);
            let step = 1 + (left * left + 37 * round) % (items - 1);
            let (wins, losses) = if (7 * k) % 5 < 3 { (9.0, 2.0) } else { (3.0, 6.0) };
            Cell::new(Some(k % 3), left, (left + step) % items, wins, losses, 1.0 + f64::from(k % 4))
        })
        .collect()
}

/// Objective and null space of a model whose items hang together.
fn problem(set: &Set, specification: &Specification) -> (Objective, NullSpace, Vec<f64>) {
    let layout = ParameterLayout::new(set, specification);
    let objective = layout.objective(set, specification).expect("objective");
    let mut start = vec![0.0; layout.dimension];
    if specification.strength.kind() == StrengthKind::Sensitivity {
        (0..layout.judges).for_each(|k| start[layout.sensitivity(k)] = 1.0);
        // Away from equal scores, where sensitivities do not matter.
        (0..layout.items).for_each(|i| start[i] = (i as f64).sin());
    }
    if let Some(threshold) = layout.terms.threshold(duel::outcome::TIE) {
        threshold.about_one().iter().for_each(|&(at, weight)| start[at as usize] = 0.5 * weight);
    }
    if let Some(spread) = layout.spread {
        (0..layout.items).for_each(|i| start[spread.tau(i)] = 0.7);
    }
    let null_space = layout.null_space(&[(0..layout.items as u32).collect()], &objective.fixed);
    (objective, null_space, start)
}

/// Allocations of a run stopped after so many iterations, how many there were, and the allocations
/// between the first and the last report of progress.
fn run(problem: &(Objective, NullSpace, Vec<f64>), iterations: usize) -> (u64, usize, u64) {
    let (objective, null_space, start) = problem;
    let limits = Limits {
        tolerance: 0.0,
        iterations,
        finite: true,
        unique: true,
        prove: Prove::Curvature,
        gain: 0.0,
        first_shift: 0.0,
    };
    let start = start.clone();
    let mut seen: Option<(u64, u64)> = None;
    let before = asked();
    let mut watch = |_: &Progress| {
        let now = asked();
        seen = Some((seen.map_or(now, |s| s.0), now));
        Ok(())
    };
    let solution = Solver::new(objective.shape())
        .and_then(|mut solver| solver.minimise(&objective.modulo(null_space), start, &limits, &mut watch))
        .expect("solution");
    let during = seen.map_or(0, |(first, last)| last - first);
    (asked() - before, solution.iterations, during)
}

fn check(problem: &(Objective, NullSpace, Vec<f64>), few: usize, many: usize) {
    // The first product of matrices in a process looks at the caches of the machine.
    run(problem, 1);
    let short = run(problem, few);
    let long = run(problem, many);
    assert_eq!((short.1, long.1), (few, many), "iterations");
    assert!(short.0 > 5, "the counter counts: {}", short.0);
    assert_eq!(short.0, long.0, "allocations of {few} and of {many} iterations");
    assert_eq!((short.2, long.2), (0, 0), "allocations between iterations");
}

#[test]
fn the_counter_sees_a_vector() {
    let before = asked();
    let mut values = vec![0u8; 100];
    assert_eq!(asked(), before + 1);
    values.reserve(10_000);
    assert_eq!(asked(), before + 2);
}

#[test]
fn fifty_dense_iterations_allocate_as_often_as_five() {
    let set = set_of(&chain(12));
    let problem = problem(&set, &Specification::default());
    assert!(problem.0.dimension <= DENSE_LIMIT);
    check(&problem, 5, 50);
}

#[test]
fn fifty_iterations_without_a_matrix_allocate_as_often_as_five() {
    let set = set_of(&chain(DENSE_LIMIT as u32 + 1));
    let problem = problem(&set, &Specification::default());
    assert!(problem.0.dimension > DENSE_LIMIT);
    check(&problem, 5, 50);
}

#[test]
fn no_composition_allocates_between_iterations() {
    let davidson = Specification { outcome: Outcome::Davidson, ..Specification::default() };
    for items in [12, DENSE_LIMIT as u32] {
        let set = set_of(&votes(items));
        for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
            for position in [Position::None, Position::ByJudge] {
                for outcome in [
                    Specification::default(),
                    Specification {
                        outcome: Outcome::RaoKupper,
                        threshold_by_judge: true,
                        ..davidson.clone()
                    },
                    Specification { threshold_by_judge: true, ..davidson.clone() },
                    Specification { threshold: ThresholdModel::ADDITIVE, ..davidson.clone() },
                ] {
                    for (ridge, pseudo) in [(0.0, 0.0), (0.1, 0.5)] {
                        // Far from the optimum, products alone are slow without a penalty.
                        if items > 12 && strength == StrengthKind::Sensitivity && ridge == 0.0 {
                            continue;
                        }
                        let specification = Specification {
                            strength: StrengthModel::of(strength, 0, false),
                            position,
                            ridge,
                            pseudo,
                            ..outcome.clone()
                        };
                        let mut problem = problem(&set, &specification);
                        if pseudo > 0.0 {
                            problem.1.shifts[0].push(items);
                        }
                        check(&problem, 1, if items > 12 { 2 } else { 4 });
                    }
                }
            }
        }
    }
}

/// A whole fit, with the set read and the model made.
#[test]
fn a_fit_of_fifty_iterations_allocates_as_often_as_one_of_five() {
    for items in [12, DENSE_LIMIT as u32 + 1] {
        let set = set_of(&chain(items));
        let run = |max_iterations| {
            let accept = Problems::NOT_CONVERGED;
            // With a fixed score the start is not at the log odds, which are the estimate of a chain.
            let mut fixed_scores = vec![f64::NAN; items as usize];
            fixed_scores[0] = 0.0;
            let specification = Specification {
                max_iterations,
                tolerance: 0.0,
                accept,
                fixed_scores,
                ..Specification::default()
            };
            let (mut first, mut last, mut calls) = (0, 0, 0);
            let before = asked();
            let model = fit(&set, &specification, &mut |now: &Progress| {
                // The first question comes before the memory of the fit is taken.
                if now.iteration == 0 {
                    return Ok(());
                }
                last = asked();
                first = if calls == 0 { last } else { first };
                calls += 1;
                Ok(())
            })
            .expect("model");
            let total = asked() - before;
            assert_eq!(model.facts.iterations, max_iterations);
            (last - first, calls, total)
        };
        // Memory that a thread takes once, for products of matrices, is there after a first fit.
        run(5);
        let (short, long) = (run(5), run(50));
        // Steps that do not pay are not reported.
        assert!(long.1 > 30, "{} reports", long.1);
        assert_eq!((short.0, long.0), (0, 0), "between iterations, {items} items");
        // The sentence that says how far it came may grow by one more step.
        assert!(long.2.abs_diff(short.2) <= 1, "{} and {} in all, {items} items", short.2, long.2);
    }
}
