//! A million contexts through `duel_gars_run`, and a policy for a hundred thousand.

use crate::calls::{check, ids};
use crate::ffi::*;
use crate::timing::{clock, now, Sample};
use duel::random::Random;
use std::mem::{size_of, zeroed};
use std::ptr::{null, null_mut};

const ITEMS: usize = 20;
const CATEGORIES: usize = 3;
const PAIRS: usize = ITEMS * ITEMS;
const CELLS: usize = PAIRS * CATEGORIES;

/// Probabilities of some contexts, which come again and again, and one label for every context.
pub struct Contexts {
    probabilities: Vec<f64>,
    context: Vec<u32>,
    first: Vec<u32>,
    second: Vec<u32>,
    category: Vec<u32>,
    propensity: Vec<f64>,
    /// Threads that the next run has: CPU time is of one, time by the clock of several.
    threads: i32,
    /// Seconds that the function which writes probabilities took.
    writing: f64,
}

/// As many contexts differ.
const DISTINCT: usize = 64;

impl Contexts {
    pub fn simulated(count: usize) -> Contexts {
        let mut random = Random::new(11, 0);
        let mut probabilities = vec![0.0; DISTINCT * CELLS];
        for mu in probabilities.chunks_exact_mut(CATEGORIES) {
            mu.iter_mut().for_each(|m| *m = 0.1 + random.uniform());
            let sum: f64 = mu.iter().sum();
            mu.iter_mut().for_each(|m| *m /= sum);
        }
        let first: Vec<u32> = (0..count).map(|_| random.below(ITEMS as u64) as u32).collect();
        let other = |first: &u32| (first + 1 + random.below(ITEMS as u64 - 1) as u32) % ITEMS as u32;
        let second = first.iter().map(other).collect();
        let category = (0..count).map(|_| random.below(CATEGORIES as u64) as u32).collect();
        let propensity = vec![1.0 / (ITEMS * (ITEMS - 1)) as f64; count];
        Contexts {
            probabilities,
            context: (0..count as u32).collect(),
            first,
            second,
            category,
            propensity,
            threads: 1,
            writing: 0.0,
        }
    }

    fn time(&self) -> f64 {
        if self.threads == 1 {
            now()
        } else {
            clock()
        }
    }

    /// Borda, Bradley-Terry and rank centrality of all contexts: seconds beyond the function that writes
    /// probabilities.
    pub fn run(&mut self) -> f64 {
        let functionals =
            [DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY, DUEL_FUNCTIONAL_RANK_CENTRALITY];
        self.writing = 0.0;
        let start = self.time();
        unsafe {
            let options = duel_gars_options {
                struct_size: size_of::<duel_gars_options>(),
                items: ITEMS,
                categories: CATEGORIES,
                functionals: functionals.as_ptr(),
                functional_count: functionals.len(),
                ..zeroed()
            };
            let mut gars = null_mut();
            check(duel_gars_new(&options, &mut gars));
            let contexts = duel_gars_contexts {
                struct_size: size_of::<duel_gars_contexts>(),
                length: self.context.len(),
                labels: self.context.len(),
                context: ids(&self.context),
                first: ids(&self.first),
                second: ids(&self.second),
                category: ids(&self.category),
                propensity: duel_column {
                    data: self.propensity.as_ptr().cast(),
                    r#type: DUEL_TYPE_F64,
                    ..zeroed()
                },
                threads: self.threads,
                ..zeroed()
            };
            let user = std::ptr::from_mut(self).cast();
            check(duel_gars_run(gars, &contexts, Some(write), user));
            let (mut estimate, mut table) = (std::ptr::null_mut(), std::ptr::null_mut());
            check(duel_gars_estimate(gars, -1, DUEL_ESTIMATOR_DEBIASED, null(), &mut estimate));
            check(duel_estimate_values(estimate, &mut table));
            duel_table_free(table);
            duel_estimate_free(estimate);
            duel_gars_free(gars);
        }
        self.time() - start - self.writing
    }
}

unsafe extern "C" fn write(user: *mut libc::c_void, first: usize, count: usize, mu: *mut f64) -> i32 {
    let contexts = unsafe { &mut *user.cast::<Contexts>() };
    let start = contexts.time();
    let out = unsafe { std::slice::from_raw_parts_mut(mu, count * CELLS) };
    for (context, out) in (first..).zip(out.chunks_exact_mut(CELLS)) {
        let from = context % DISTINCT * CELLS;
        out.copy_from_slice(&contexts.probabilities[from..from + CELLS]);
    }
    contexts.writing += contexts.time() - start;
    0
}

/// Seconds that the weights of labels of so many contexts take, by functional.
pub fn weights(functional: i32, contexts: usize, out: &mut [f64]) -> f64 {
    const AT_ONCE: usize = 4096;
    let source = Contexts::simulated(1);
    let mu: Vec<f64> = source.probabilities.iter().copied().cycle().take(AT_ONCE * CELLS).collect();
    let start = now();
    unsafe {
        let options = duel_gars_options {
            struct_size: size_of::<duel_gars_options>(),
            items: ITEMS,
            categories: CATEGORIES,
            functionals: &functional,
            functional_count: 1,
            ..zeroed()
        };
        let mut gars = null_mut();
        check(duel_gars_new(&options, &mut gars));
        for out in out[..contexts * PAIRS].chunks_mut(AT_ONCE * PAIRS) {
            let contexts = duel_gars_contexts {
                struct_size: size_of::<duel_gars_contexts>(),
                length: out.len() / PAIRS,
                mu: mu.as_ptr(),
                ..zeroed()
            };
            check(duel_gars_weights(gars, 0, &contexts, null(), out.as_mut_ptr(), out.len()));
        }
        duel_gars_free(gars);
    }
    now() - start
}

/// Seconds that the A-optimal policy for such weights takes, for a label and a third a context.
pub fn policy(weights: &[f64], pi: &mut [f64]) -> f64 {
    let costs: Vec<f64> = (0..PAIRS).map(|at| f64::from(u8::from(at / ITEMS != at % ITEMS))).collect();
    let start = now();
    unsafe {
        let options = duel_policy_options {
            struct_size: size_of::<duel_policy_options>(),
            floor: 0.001,
            budget: 4.0 / 3.0,
            ..zeroed()
        };
        let contexts = weights.len() / PAIRS;
        let (out, room) = (pi.as_mut_ptr(), pi.len());
        let nothing = null_mut();
        check(duel_policy_choose(
            weights.as_ptr(),
            contexts,
            PAIRS,
            costs.as_ptr(),
            &options,
            out,
            room,
            nothing,
            0,
            null_mut(),
        ));
    }
    now() - start
}

/// Several runs on so many threads.
pub fn sample(contexts: &mut Contexts, threads: i32, runs: usize) -> Sample {
    let mut sample = Sample::default();
    contexts.threads = threads;
    (0..runs).for_each(|_| sample.push(contexts.run()));
    sample
}
