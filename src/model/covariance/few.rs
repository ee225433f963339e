//! The default correction: that of few clusters.

use super::{check_clusters, clusters_of, Clusters};
use crate::error::Result;
use crate::model::fitted::Model;
use crate::model::specification::{Correction, CovarianceKind};
use crate::room;

/// From this many clusters on the errors need no correction.
pub(crate) const MANY: usize = 200;

/// Most work of the leverages of all clusters, in third powers of their sizes: some ten seconds.
const MOST_WORK: f64 = 4e9;

/// The clusters of a kind.
#[derive(Debug, Clone, Copy)]
pub(in crate::model) struct Few {
    /// Of two ways the smaller number.
    count: usize,
    /// Whether there is CR2, and time for it. Memory is not asked for: the correction would depend on it without a word.
    has_leverages: bool,
}

impl Model {
    /// The correction that stands for [`Correction::Auto`] with a kind of covariance (not Auto).
    ///
    /// From 200 clusters on, or with fewer than two, none, as of covariances that are not clustered. Below, CR2; and CR1
    /// of two ways, and where the leverages of clusters with very many cells would take too long.
    pub(crate) fn settled(&self, kind: CovarianceKind, correction: Correction) -> Result<Correction> {
        self.settle(kind, correction, true)
    }

    /// The same of standard errors that are sampled, which have no CR2.
    pub(crate) fn settled_by_draws(
        &self,
        kind: CovarianceKind,
        correction: Correction,
    ) -> Result<Correction> {
        self.settle(kind, correction, false)
    }

    fn settle(&self, kind: CovarianceKind, correction: Correction, is_exact: bool) -> Result<Correction> {
        if correction != Correction::Auto || clusters_of(kind).is_none() {
            return Ok(if correction == Correction::Auto { Correction::None } else { correction });
        }
        let few = self.few(kind)?;
        Ok(match few.count {
            0..2 | MANY.. => Correction::None,
            _ if is_exact && few.has_leverages => Correction::Cr2,
            _ => Correction::Cr1,
        })
    }

    /// The number of clusters of a clustered kind, of two ways the smaller; zero of the others.
    pub(crate) fn cluster_count(&self, asked: CovarianceKind) -> Result<usize> {
        let kind = self.kind(asked);
        match clusters_of(kind) {
            None => Ok(0),
            Some(_) => Ok(self.few(kind)?.count),
        }
    }

    fn few(&self, kind: CovarianceKind) -> Result<Few> {
        let find = || {
            check_clusters(self, kind)?;
            let by = clusters_of(kind).unwrap_or_default();
            let mut found = Few { count: usize::MAX, has_leverages: by.len() == 1 };
            for &by in by {
                let clusters = Clusters::new(self, by)?;
                found.count = found.count.min(clusters.count());
                found.has_leverages &= found.count < MANY && clusters.work_of_leverages() <= MOST_WORK;
            }
            Ok(found)
        };
        room::once_or(&self.few[kind as usize], find).copied()
    }
}
