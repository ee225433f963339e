//! The C interface as the benches call it: checked statuses, owned handles.

use crate::ffi::*;
use crate::votes::{Counts, Judged, Votes};
use std::ffi::CStr;
use std::mem::{size_of, zeroed};
use std::ptr::{null, null_mut};

pub fn check(status: duel_status) {
    if status != DUEL_OK {
        let message = unsafe { CStr::from_ptr(duel_last_error()) };
        panic!("status {status}: {}", message.to_string_lossy());
    }
}

pub fn ids(values: &[u32]) -> duel_column {
    duel_column { data: values.as_ptr().cast(), r#type: DUEL_TYPE_U32, ..unsafe { zeroed() } }
}

pub fn rows(length: usize) -> duel_rows {
    duel_rows { struct_size: size_of::<duel_rows>(), length, ..unsafe { zeroed() } }
}

fn row_columns(votes: &Votes) -> duel_rows {
    duel_rows {
        left: ids(&votes.left),
        right: ids(&votes.right),
        outcome: duel_column {
            data: votes.outcome.as_ptr().cast(),
            r#type: DUEL_TYPE_U8,
            ..unsafe { zeroed() }
        },
        ..rows(votes.left.len())
    }
}

/// An owned duel_set.
pub struct Set(pub *mut duel_set);

impl Set {
    pub fn appended(rows: &duel_rows) -> Set {
        let mut set = null_mut();
        unsafe {
            check(duel_set_new(&mut set));
            check(duel_set_append(set, rows));
        }
        Set(set)
    }

    pub fn of_votes(votes: &Votes) -> Set {
        Set::appended(&row_columns(votes))
    }

    pub fn of_judged(judged: &Judged) -> Set {
        Set::appended(&duel_rows {
            judge: ids(&judged.judge),
            context: ids(&judged.context),
            ..row_columns(&judged.votes)
        })
    }

    pub fn of_counts(counts: &Counts) -> Set {
        Set::appended(&duel_rows {
            left: ids(&counts.left),
            right: ids(&counts.right),
            wins: ids(&counts.wins),
            losses: ids(&counts.losses),
            ties: ids(&counts.ties),
            ..rows(counts.left.len())
        })
    }

    /// Items on the left and on the right of every cell, and answers that prefer the left, the right or neither.
    pub fn cells(&self) -> Vec<([usize; 2], [f64; 3])> {
        let mut table = null_mut();
        unsafe {
            check(duel_set_cells(self.0, &mut table));
            let [left, right] = [c"left", c"right"].map(|name| duel_table_codes(table, name.as_ptr()));
            let answers =
                [c"left_wins", c"right_wins", c"plain_ties"].map(|name| duel_table_f64(table, name.as_ptr()));
            let cell =
                |k| ([*left.add(k) as usize, *right.add(k) as usize], answers.map(|counts| *counts.add(k)));
            let cells = (0..duel_set_count(self.0, DUEL_KIND_CELL)).map(cell).collect();
            duel_table_free(table);
            cells
        }
    }

    /// Makes and frees the table of the cells.
    pub fn table_of_cells(&self) {
        let mut table = null_mut();
        unsafe {
            check(duel_set_cells(self.0, &mut table));
            duel_table_free(std::hint::black_box(table));
        }
    }

    /// For what has no wrapper here.
    pub fn handle(&self) -> *const duel_set {
        self.0
    }

    /// Fits with the defaults.
    pub fn fit(&self) -> Model {
        self.fit_with(null())
    }

    /// Fits with a sensitivity for every judge; judges at the boundary are taken.
    pub fn fit_sensitivities(&self) -> Model {
        let options = duel_model_options {
            struct_size: size_of::<duel_model_options>(),
            strength: DUEL_STRENGTH_SENSITIVITY,
            accept: DUEL_FIT_BOUNDARY,
            ..unsafe { zeroed() }
        };
        self.fit_with(&options)
    }

    /// Fits with options; NULL: the defaults.
    pub fn fit_with(&self, options: *const duel_model_options) -> Model {
        let mut model = null_mut();
        unsafe { check(duel_model_fit(self.0, options, &mut model)) };
        Model(model)
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        unsafe { duel_set_free(self.0) };
    }
}

/// An owned duel_monitor, with the defaults.
pub struct Monitor(*mut duel_monitor);

impl Monitor {
    pub fn new() -> Monitor {
        let mut monitor = null_mut();
        unsafe { check(duel_monitor_new(null(), &mut monitor)) };
        Monitor(monitor)
    }

    /// A look at the scores of a model.
    pub fn look(&mut self, model: &Model) {
        unsafe {
            let mut estimate = null_mut();
            check(duel_model_estimate(model.0, DUEL_QUANTITY_SCORES, null(), &mut estimate));
            check(duel_monitor_look(self.0, estimate, null()));
            duel_estimate_free(estimate);
        }
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        unsafe { duel_monitor_free(self.0) };
    }
}

/// An owned duel_model.
pub struct Model(*mut duel_model);

impl Model {
    /// The fewest votes whose removal exchanges neighbours, of all neighbours.
    pub fn fragility(&self) -> Vec<f64> {
        let mut table = null_mut();
        unsafe {
            check(duel_model_fragility(self.0, null(), 0, null(), &mut table));
            let confirmed = duel_table_f64(table, c"confirmed".as_ptr());
            let mut facts = duel_table_facts { struct_size: size_of::<duel_table_facts>(), ..zeroed() };
            check(duel_table_info(table, &mut facts));
            let found = (0..facts.rows).map(|row| *confirmed.add(row)).collect();
            duel_table_free(table);
            found
        }
    }

    /// Estimates with 95 % intervals of `count` values; DUEL_COVARIANCE_AUTO is the default.
    pub fn estimates(&self, what: i32, covariance: i32, out: &mut [f64]) {
        let options = duel_inference_options {
            struct_size: size_of::<duel_inference_options>(),
            covariance,
            ..unsafe { zeroed() }
        };
        let mut table = null_mut();
        unsafe {
            let mut estimate = null_mut();
            check(duel_model_estimate(self.0, what, &options, &mut estimate));
            check(duel_estimate_values(estimate, &mut table));
            for (at, name) in [c"estimate", c"se", c"lower", c"upper"].iter().enumerate() {
                let column = duel_table_f64(table, name.as_ptr());
                (0..out.len() / 4).for_each(|row| out[4 * row + at] = *column.add(row));
            }
            duel_table_free(table);
            duel_estimate_free(estimate);
        }
        // An anonymous zero would pass for a result.
        assert!(out[1] > 0.0, "no standard error: {:?}", &out[..4]);
    }

    /// Ranks with ranges.
    pub fn ranks(&self) {
        self.ask(|estimate, table| unsafe { duel_estimate_ranks(estimate, table) });
    }

    /// A table about the scores.
    fn ask(&self, question: impl FnOnce(*const duel_estimate, *mut *mut duel_table) -> duel_status) {
        let (mut estimate, mut table) = (null_mut(), null_mut());
        unsafe {
            check(duel_model_estimate(self.0, DUEL_QUANTITY_SCORES, null(), &mut estimate));
            check(question(estimate, &mut table));
            duel_table_free(table);
            duel_estimate_free(estimate);
        }
    }

    /// Tests of all pairs, single step.
    pub fn test_pairs(&self) {
        self.ask(|estimate, table| unsafe { duel_estimate_pairs(estimate, null(), table) });
    }

    /// Replicates of the scores, with Poisson weights on single comparisons.
    pub fn bootstrap(&self, replicates: usize) {
        let options = duel_bootstrap_options {
            struct_size: size_of::<duel_bootstrap_options>(),
            replicates,
            ..unsafe { zeroed() }
        };
        let mut drawn = null_mut();
        unsafe { check(duel_bootstrap_new(self.0, &options, &mut drawn)) };
        let mut facts =
            duel_bootstrap_facts { struct_size: size_of::<duel_bootstrap_facts>(), ..unsafe { zeroed() } };
        unsafe { check(duel_bootstrap_info(drawn, &mut facts)) };
        assert_eq!(facts.used, replicates);
        unsafe { duel_bootstrap_free(drawn) };
    }

    /// Facts of the fit.
    pub fn info(&self) -> duel_model_facts {
        let mut info = duel_model_facts { struct_size: size_of::<duel_model_facts>(), ..unsafe { zeroed() } };
        unsafe { check(duel_model_info(self.0, &mut info)) };
        info
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        unsafe { duel_model_free(self.0) };
    }
}
