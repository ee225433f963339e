//! The leverages of all clusters: covariances, degrees of freedom and contributions need the same ones, so a model keeps them.

use super::clusters::{Cluster, ClusteredBy, Clusters};
use super::degrees::MOST_WITH_OWN_DEGREES;
use super::leverage::Leverage;
use super::Breads;
use crate::error::Result;
use crate::model::fitted::Model;
use crate::room::{self, Put as _};
use std::sync::Arc;

/// Most bytes of leverages and of the inverses beside them that a model keeps; more are computed at each use.
const MOST_KEPT: usize = 64 << 20;

/// The leverages of the clusters of one way.
#[derive(Debug)]
pub(in crate::model) struct Leverages {
    by: ClusteredBy,
    /// The inverses by which they are computed.
    pub(super) breads: Breads,
    /// Number of clusters.
    pub(super) count: usize,
    /// Clusters without their Z; None where they are not kept.
    kept: Option<Vec<(Cluster, Leverage)>>,
}

impl Model {
    /// The leverages of the clusters of one way.
    pub(super) fn leverages(&self, by: ClusteredBy) -> Result<Arc<Leverages>> {
        let cell = &self.leverages[by as usize];
        if let Some(known) = cell.get() {
            return Ok(known.clone());
        }
        let found = Arc::new(Leverages::new(self, by)?);
        if found.kept.is_some() {
            // Another thread may have been first: with the same numbers.
            let _ = cell.set(found.clone());
        }
        Ok(found)
    }
}

impl Leverages {
    fn new(model: &Model, by: ClusteredBy) -> Result<Leverages> {
        let clusters = Clusters::new(model, by)?;
        clusters.expect_deletion("the correction CR2 (CR1 needs less)")?;
        let mut found =
            Leverages { by, breads: Breads::new(model, true)?, count: clusters.count(), kept: None };
        let bytes = clusters.bytes_of_leverages().saturating_add(room::matrices(2, model.theta.len()));
        // With more clusters degrees of freedom need no leverages, and covariances use them once.
        if found.count <= MOST_WITH_OWN_DEGREES && bytes <= MOST_KEPT {
            found.kept = Some(found.all(model, &clusters)?);
        }
        Ok(found)
    }

    /// Calls `each` with every cluster and its leverage.
    pub(super) fn each(
        &self,
        model: &Model,
        mut each: impl FnMut(&Cluster, &Leverage) -> Result<()>,
    ) -> Result<()> {
        match &self.kept {
            Some(kept) => kept.iter().try_for_each(|(cluster, leverage)| each(cluster, leverage)),
            None => self.computed(model, &Clusters::new(model, self.by)?, |cluster, leverage| {
                each(cluster, &leverage)
            }),
        }
    }

    /// Calls `body` with all of them at once.
    pub(super) fn with_all<T>(
        &self,
        model: &Model,
        body: impl FnOnce(&[(Cluster, Leverage)]) -> Result<T>,
    ) -> Result<T> {
        match &self.kept {
            Some(kept) => body(kept),
            None => body(&self.all(model, &Clusters::new(model, self.by)?)?),
        }
    }

    fn all(&self, model: &Model, clusters: &Clusters<'_>) -> Result<Vec<(Cluster, Leverage)>> {
        let mut all = Vec::new();
        self.computed(model, clusters, |cluster, leverage| {
            all.put((cluster.without_root(), leverage));
            Ok(())
        })?;
        Ok(all)
    }

    fn computed(
        &self,
        model: &Model,
        clusters: &Clusters<'_>,
        mut each: impl FnMut(&Cluster, Leverage) -> Result<()>,
    ) -> Result<()> {
        let p = model.theta.len();
        clusters.for_each(true, |cluster| each(cluster, Leverage::new(cluster, self.breads.working(), p)?))
    }
}
