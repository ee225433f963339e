//! The names behind codes.

use crate::comparisons::{Covariate, Kind, Set};
use crate::error::{Error, Result};
use std::ffi::CStr;

/// Where the labels of a column come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelSource {
    /// The column has none.
    Nothing,
    /// Names of items.
    Items,
    /// Names of judges, the anonymous one last where there is one.
    Judges,
    /// Names of contexts.
    Contexts,
    /// Names of clusters apart from contexts.
    Clusters,
    /// Names of covariates of the set.
    Covariates,
    /// Values of an enumeration, or bits.
    Listed(&'static [&'static CStr]),
}

/// The name of the anonymous judge.
const ANONYMOUS: &CStr = c"(anonymous)";

/// Labels of codes 0, 1, ... Names are shared with the set, not copied.
#[derive(Debug)]
pub struct Labels {
    source: LabelSource,
    set: Set,
    count: usize,
}

impl Labels {
    pub(super) fn new(source: LabelSource, set: &Set) -> Result<Labels> {
        let count = match source {
            LabelSource::Nothing => 0,
            LabelSource::Items => set.items(),
            LabelSource::Judges => set.judges() + usize::from(set.has_anonymous_judge()),
            LabelSource::Contexts => set.contexts(),
            LabelSource::Clusters => set.clusters(),
            LabelSource::Covariates => set.covariates().len(),
            LabelSource::Listed(labels) => labels.len(),
        };
        if i32::try_from(count).is_err() {
            return Err(Error::Size(format!("{count} names are more than the codes of a table can count")));
        }
        Ok(Labels { source, set: set.clone(), count })
    }

    pub(super) fn source(&self) -> LabelSource {
        self.source
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The label of a code. It keeps its address as long as these labels live.
    pub fn get(&self, code: usize) -> Option<&CStr> {
        if code >= self.count {
            return None;
        }
        match self.source {
            LabelSource::Nothing => None,
            LabelSource::Items => self.set.c_name(Kind::Item, code),
            LabelSource::Judges => Some(self.set.c_name(Kind::Judge, code).unwrap_or(ANONYMOUS)),
            LabelSource::Contexts => self.set.c_name(Kind::Context, code),
            LabelSource::Clusters => self.set.c_name(Kind::Cluster, code),
            LabelSource::Covariates => self.set.covariates().get(code).map(Covariate::c_name),
            LabelSource::Listed(labels) => labels.get(code).copied(),
        }
    }
}
