//! Contexts that belong together: what is kept of clusters that may go on.

use super::moments::Moments;
use crate::error::{Error, Result};
use crate::room::{self, copied, grow, with_room, Gather as _, Put as _};
use std::collections::btree_map::{BTreeMap, Entry};

/// Whether contexts are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clustering {
    /// Every context by itself.
    #[default]
    None,
    /// By number, in any order: memory grows with the number of clusters.
    Keyed,
    /// By number, those of a cluster one after the other, in one accumulator: constant memory. A number that
    /// comes again later is another cluster.
    Together,
}

impl Clustering {
    /// All by their numbers.
    pub const ALL: [Clustering; 3] = [Clustering::None, Clustering::Keyed, Clustering::Together];
}

/// Number of contexts of a cluster, and the sums of their influence values and their plug-ins.
#[derive(Debug, PartialEq)]
pub(super) struct Cluster {
    pub(super) count: f64,
    /// psi, then the plug-in.
    pub(super) sums: Vec<f64>,
}

impl Clone for Cluster {
    fn clone(&self) -> Cluster {
        Cluster { count: self.count, sums: copied(&self.sums) }
    }
}

impl Cluster {
    fn add(&mut self, count: f64, sums: &[f64]) {
        self.count += count;
        self.sums.iter_mut().zip(sums).for_each(|(a, b)| *a += b);
    }
}

/// Clusters that are not yet part of the moments.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Open {
    /// By number.
    pub(super) keyed: BTreeMap<u64, Cluster>,
    /// The last one, where they come together.
    pub(super) last: Option<(u64, Cluster)>,
    /// Those that have ended since the last block of them was added to the moments.
    pub(super) ended: Vec<Cluster>,
}

/// As many clusters make a block of moments.
pub(super) const BLOCK: usize = 256;

impl Clone for Open {
    fn clone(&self) -> Open {
        let mut keyed = BTreeMap::new();
        for (number, cluster) in &self.keyed {
            keyed.insert(*number, cluster.clone());
            room::check();
        }
        Open { keyed, last: self.last.clone(), ended: copied(&self.ended) }
    }
}

impl Open {
    /// Adds contexts to a cluster; true once a block of clusters has ended.
    pub(super) fn add(&mut self, clustering: Clustering, number: u64, count: f64, sums: &[f64]) -> bool {
        let new = || Cluster { count, sums: copied(sums) };
        match (clustering, &mut self.last) {
            (Clustering::Keyed, _) => {
                self.keyed.entry(number).and_modify(|c| c.add(count, sums)).or_insert_with(new);
            }
            (_, Some((last, cluster))) if *last == number => cluster.add(count, sums),
            _ => {
                let ended = self.last.replace((number, new()));
                self.ended.put_each(ended.map(|(_, cluster)| cluster));
            }
        }
        self.ended.len() >= BLOCK
    }

    /// Takes in the clusters of another: those with the same number are one where they are keyed. All, or none where
    /// memory is refused.
    pub(super) fn merge(&mut self, other: Open) -> Result<()> {
        grow(&mut self.ended, 2 + other.ended.len());
        let (mut new, mut known) = (with_room(other.keyed.len()), Vec::new());
        let entered = room::attempt(|| {
            for (number, cluster) in other.keyed {
                match self.keyed.entry(number) {
                    Entry::Occupied(_) => known.put((number, cluster)),
                    Entry::Vacant(place) => {
                        place.insert(cluster);
                        new.push(number);
                        room::check();
                    }
                }
            }
            Ok(())
        });
        if let Err(error) = entered {
            new.iter().for_each(|number| drop(self.keyed.remove(number)));
            return Err(error);
        }
        for (number, cluster) in known {
            self.keyed.entry(number).and_modify(|own| own.add(cluster.count, &cluster.sums));
        }
        let last = self.last.take().into_iter().chain(other.last);
        self.ended.put_each(last.map(|(_, cluster)| cluster));
        self.ended.put_each(other.ended);
        Ok(())
    }

    /// Adds the clusters that have ended to moments of psi and of the plug-in.
    pub(super) fn flush(&mut self, psi: &mut Moments, plugin: &mut Moments) -> Result<()> {
        let ended = std::mem::take(&mut self.ended);
        add_block(&ended, psi, plugin)
    }

    /// Adds all clusters to moments.
    pub(super) fn all(&self, psi: &mut Moments, plugin: &mut Moments) -> Result<()> {
        let last = self.last.as_ref().map(|(_, cluster)| cluster);
        let mut block = with_room(BLOCK);
        for cluster in self.ended.iter().chain(last).chain(self.keyed.values()) {
            block.push(cluster);
            if block.len() == BLOCK {
                add_block(&block, psi, plugin)?;
                block.clear();
            }
        }
        add_block(&block, psi, plugin)
    }
}

fn add_block<C: std::borrow::Borrow<Cluster>>(
    block: &[C],
    psi: &mut Moments,
    plugin: &mut Moments,
) -> Result<()> {
    let size = psi.mean.len();
    let counts = block.iter().map(|c| c.borrow().count).gathered();
    for (moments, from) in [(psi, 0), (plugin, size)] {
        let sums = block.iter().flat_map(|c| c.borrow().sums[from..from + size].iter().copied()).gathered();
        moments.merge(&Moments::of(size, &counts, &sums)?);
    }
    Ok(())
}

/// The clusters of a batch go with how contexts are clustered.
pub(super) fn check(clustering: Clustering, clusters: Option<&[u64]>, contexts: usize) -> Result<()> {
    match (clustering, clusters) {
        (Clustering::None, Some(_)) => {
            Err(Error::Argument("clusters: contexts are said to be independent of each other".into()))
        }
        (Clustering::Keyed | Clustering::Together, None) if contexts > 0 => {
            Err(Error::Null("clusters: contexts are said to be clustered".into()))
        }
        (_, Some(clusters)) if clusters.len() != contexts => {
            Err(Error::Size(format!("clusters: {} numbers for {contexts} contexts", clusters.len())))
        }
        _ => Ok(()),
    }
}
