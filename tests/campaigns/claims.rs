//! The experiments of the campaign of claims.

use crate::experiment::Experiment;
use crate::{drawn, flips, looks, matches, strangers, winners};

pub fn all() -> Vec<Experiment> {
    [looks::all(), drawn::all(), winners::all(), strangers::all(), flips::all(), matches::all()]
        .into_iter()
        .flatten()
        .collect()
}
