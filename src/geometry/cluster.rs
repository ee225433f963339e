//! Agglomerative clusters from dissimilarities, by the nearest-neighbour chain (Benzecri 1982;
//! Murtagh 1983) with the updates of Lance and Williams (1967): time and memory of order n^2.

use super::check;
use super::ordering::order_leaves;
use crate::error::{Error, Result};
use crate::room::{self, reserve, with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};

/// The dissimilarity of two clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Linkage {
    /// The mean over all pairs of their items (UPGMA).
    #[default]
    Average,
    /// The largest.
    Complete,
    /// The smallest.
    Single,
    /// The root of twice the growth of the sum of squares within (Ward 1963), for Euclidean distances.
    Ward,
}

impl Linkage {
    /// All by their numbers.
    pub const ALL: [Linkage; 4] = [Linkage::Average, Linkage::Complete, Linkage::Single, Linkage::Ward];

    /// The dissimilarity of the union of clusters a and b, nearest to each other, to c; squared for Ward.
    /// `sizes` are those of a, b and c.
    fn update(self, to_a: f64, to_b: f64, between: f64, sizes: [f64; 3]) -> f64 {
        let [a, b, c] = sizes;
        let value = match self {
            Linkage::Average => to_a + b / (a + b) * (to_b - to_a),
            Linkage::Complete => to_a.max(to_b),
            Linkage::Single => to_a.min(to_b),
            Linkage::Ward => ((a + c) * to_a + (b + c) * to_b - c * between) / (a + b + c),
        };
        // The union is no nearer than the nearer of its parts (reducibility, on which the chain rests):
        // rounding must not undo it.
        value.max(to_a.min(to_b))
    }
}

/// Two clusters that become one: items are 0 .. n, the cluster of merge t is n + t.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Merge {
    /// The cluster on the left.
    pub left: usize,
    /// The cluster on the right.
    pub right: usize,
    /// Their dissimilarity.
    pub height: f64,
    /// Number of items of both.
    pub size: usize,
}

/// A tree of clusters.
#[derive(Debug, Clone)]
pub struct Tree {
    /// n - 1 merges, in the order of their heights.
    pub merges: Vec<Merge>,
    /// The items from left to right.
    pub order: Vec<usize>,
}

/// Clusters n items. With `optimal` the two sides of merges are so exchanged that the sum of the
/// dissimilarities of neighbours among the leaves is least; else the cluster with the smaller number
/// stands on the left.
pub fn cluster(
    dissimilarities: &[f64],
    n: usize,
    linkage: Linkage,
    optimal: bool,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Tree> {
    check(dissimilarities, n, |_, _| false)?;
    let mut merges = chain(dissimilarities, n, linkage, keep_going)?;
    room::sort_by(&mut merges, |a, b| a.height.total_cmp(&b.height));
    number(&mut merges, n);
    let order =
        if optimal { order_leaves(dissimilarities, n, &mut merges, keep_going)? } else { leaves(&merges, n) };
    Ok(Tree { merges, order })
}

/// The merges in the order that the chain finds them; clusters are named by one of their items.
fn chain(
    dissimilarities: &[f64],
    n: usize,
    linkage: Linkage,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Vec<Merge>> {
    let squared = linkage == Linkage::Ward;
    // Squares of shares of the largest cannot overflow.
    let largest = dissimilarities.iter().fold(0.0, |m: f64, d| m.max(*d));
    let scale = if squared && largest > 0.0 { largest } else { 1.0 };
    let mut d = reserve(n * n)?;
    for i in 0..n {
        for j in 0..n {
            // The lower triangle counts, as the two differ by rounding at most.
            let value = dissimilarities[i.max(j) * n + i.min(j)] / scale;
            d[i * n + j] = if squared { value * value } else { value };
        }
    }
    let mut sizes = vec![1usize; n];
    let mut alive: Vec<usize> = (0..n).gathered();
    let mut path: Vec<usize> = with_room(n);
    let mut merges = with_room(n - 1);
    while alive.len() > 1 {
        keep_going()?;
        let last = *path.last().unwrap_or(&alive[0]);
        if path.is_empty() {
            path.push(last);
        }
        let before = path.len().checked_sub(2).map(|at| path[at]);
        let next = nearest(&d[last * n..(last + 1) * n], &alive, last, before);
        if Some(next) != before {
            path.push(next);
            continue;
        }
        path.truncate(path.len() - 2);
        let (kept, gone) = (last.min(next), last.max(next));
        let between = d[kept * n + gone];
        let height = if squared { scale * between.sqrt() } else { between };
        alive.retain(|&k| k != gone);
        for &other in alive.iter().filter(|&&k| k != kept) {
            let of = [sizes[kept] as f64, sizes[gone] as f64, sizes[other] as f64];
            let value = linkage.update(d[kept * n + other], d[gone * n + other], between, of);
            d[kept * n + other] = value;
            d[other * n + kept] = value;
        }
        sizes[kept] += sizes[gone];
        merges.push(Merge { left: kept, right: gone, height, size: sizes[kept] });
    }
    Ok(merges)
}

/// The nearest of the other clusters; of equally near ones the one before in the chain, so that it ends,
/// else the first.
fn nearest(row: &[f64], alive: &[usize], own: usize, before: Option<usize>) -> usize {
    let mut best = before.unwrap_or(own);
    let mut least = before.map_or(f64::INFINITY, |b| row[b]);
    for &other in alive.iter().filter(|&&k| k != own) {
        if best == own || row[other] < least {
            (best, least) = (other, row[other]);
        }
    }
    best
}

/// Numbers clusters as n + t, the smaller on the left, from merges that name them by one of their items.
fn number(merges: &mut [Merge], n: usize) {
    // Union-find: the root of every item, and the cluster that a root stands for.
    let mut parents: Vec<usize> = (0..n).gathered();
    let mut clusters: Vec<(usize, usize)> = (0..n).map(|i| (i, 1)).gathered();
    for (t, merge) in merges.iter_mut().enumerate() {
        let (a, b) = (root(&mut parents, merge.left), root(&mut parents, merge.right));
        let (first, second) = (clusters[a], clusters[b]);
        merge.left = first.0.min(second.0);
        merge.right = first.0.max(second.0);
        merge.size = first.1 + second.1;
        parents[b] = a;
        clusters[a] = (n + t, merge.size);
    }
}

/// The root of an item; shortens the way to it.
fn root(parents: &mut [usize], mut item: usize) -> usize {
    while parents[item] != item {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    item
}

/// The items from left to right.
pub(super) fn leaves(merges: &[Merge], n: usize) -> Vec<usize> {
    let mut order = with_room(n);
    let mut open = vec![n + merges.len() - 1];
    while let Some(cluster) = open.pop() {
        match cluster.checked_sub(n) {
            None => order.push(cluster),
            Some(at) => open.put_each([merges[at].right, merges[at].left]),
        }
    }
    order
}

/// The columns of [`Tree::merges`].
pub static MERGES: Schema<Merge> = Schema {
    name: "tree_cluster",
    title: c"Merges of clusters, in the order of their heights",
    columns: &[
        SchemaColumn::i64(
            c"left_cluster",
            c"",
            c"The cluster on the left: of n items 0 to n - 1 are the items, and n + t is the merge of row t.",
            |m| Some(m.left as i64),
        ),
        SchemaColumn::i64(c"right_cluster", c"", c"The cluster on the right.", |m| Some(m.right as i64)),
        SchemaColumn::f64(c"height", c"dissimilarity", c"The dissimilarity of the two.", |m| m.height),
        SchemaColumn::i64(c"items", c"items", c"Items of both.", |m| Some(m.size as i64)),
    ],
};

/// Where a tree is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cut {
    /// By the number of clusters.
    Number(usize),
    /// Above all merges of at most this height.
    Height(f64),
}

/// The cluster of each item when a tree is cut; clusters are numbered in the order of their first items.
pub fn cut(merges: &[Merge], n: usize, at: Cut) -> Result<Vec<usize>> {
    check_merges(merges, n)?;
    let kept = match at {
        Cut::Number(count) if count == 0 || count > n => {
            return Err(Error::Argument(format!("value is {count}, but there are {n} items")));
        }
        Cut::Number(count) => n - count,
        Cut::Height(height) if height.is_nan() => {
            return Err(Error::Argument("value is NaN; it must be a height".into()));
        }
        Cut::Height(height) => merges.iter().take_while(|m| m.height <= height).count(),
    };
    // The top cluster of every cluster, from the last merge down.
    let mut tops: Vec<usize> = (0..n + merges.len()).gathered();
    for (t, merge) in merges.iter().enumerate().take(kept).rev() {
        let top = tops[n + t];
        tops[merge.left] = top;
        tops[merge.right] = top;
    }
    let mut labels = vec![usize::MAX; tops.len()];
    let mut count = 0;
    Ok((0..n)
        .map(|item| {
            let label = &mut labels[tops[item]];
            if *label == usize::MAX {
                *label = count;
                count += 1;
            }
            *label
        })
        .gathered())
}

/// Checks that the argument is a tree of n items with merges in the order of their heights.
fn check_merges(merges: &[Merge], n: usize) -> Result<()> {
    if n == 0 {
        return Err(Error::Argument("items is 0; there must be at least one".into()));
    }
    if merges.len() != n - 1 {
        return Err(Error::Size(format!("merges: there are {} for {n} items", merges.len())));
    }
    let mut sizes = vec![1; n];
    let mut used = vec![false; 2 * n - 1];
    let mut last = 0.0;
    for (t, merge) in merges.iter().enumerate() {
        for side in [merge.left, merge.right] {
            if side >= n + t || std::mem::replace(&mut used[side], true) {
                return Err(Error::row(t, format!("merges: cluster {side} does not exist, or no longer")));
            }
        }
        if merge.height.is_nan() || merge.height < last {
            return Err(Error::row(
                t,
                format!("merges: height {} is not at least that of the merge before, {last}", merge.height),
            ));
        }
        last = merge.height;
        let size = sizes[merge.left] + sizes[merge.right];
        if merge.size != size {
            return Err(Error::row(t, format!("merges: size is {}, not {size}", merge.size)));
        }
        sizes.put(size);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;

    fn tree(d: &[f64], n: usize, linkage: Linkage) -> Vec<Merge> {
        cluster(d, n, linkage, false, &mut || Ok(())).unwrap().merges
    }

    /// The dissimilarity of two sets of items by definition.
    fn between(d: &[f64], x: &[f64], n: usize, linkage: Linkage, a: &[usize], b: &[usize]) -> f64 {
        let all = a.iter().flat_map(|&i| b.iter().map(move |&j| d[i * n + j]));
        match linkage {
            Linkage::Average => all.sum::<f64>() / (a.len() * b.len()) as f64,
            Linkage::Complete => all.fold(0.0, f64::max),
            Linkage::Single => all.fold(f64::INFINITY, f64::min),
            Linkage::Ward => {
                let mean = |set: &[usize], k: usize| {
                    set.iter().map(|&i| x[2 * i + k]).sum::<f64>() / set.len() as f64
                };
                let gap: f64 = (0..2).map(|k| (mean(a, k) - mean(b, k)).powi(2)).sum();
                (2.0 * gap * (a.len() * b.len()) as f64 / (a.len() + b.len()) as f64).sqrt()
            }
        }
    }

    /// Merge the two clusters that are nearest by definition, again and again.
    #[test]
    fn the_chain_is_the_greedy_algorithm() {
        for n in [1, 2, 3, 17, 30] {
            let (x, d) = points(n, 2, n as u64);
            for linkage in Linkage::ALL {
                let found = tree(&d, n, linkage);
                let mut clusters: Vec<Option<Vec<usize>>> = (0..n).map(|i| Some(vec![i])).collect();
                for merge in &found {
                    let mut best = (f64::INFINITY, 0, 0);
                    for b in 0..clusters.len() {
                        for a in 0..b {
                            if let (Some(first), Some(second)) = (&clusters[a], &clusters[b]) {
                                let height = between(&d, &x, n, linkage, first, second);
                                if height < best.0 {
                                    best = (height, a, b);
                                }
                            }
                        }
                    }
                    assert_eq!((merge.left, merge.right), (best.1, best.2), "{linkage:?}");
                    assert!((merge.height - best.0).abs() < 1e-12, "{linkage:?}");
                    let (mut a, b) = (clusters[best.1].take().unwrap(), clusters[best.2].take().unwrap());
                    a.extend(b);
                    assert_eq!(merge.size, a.len());
                    clusters.push(Some(a));
                }
            }
        }
    }

    #[test]
    fn ties_and_zeros_make_a_tree_all_the_same() {
        for linkage in Linkage::ALL {
            for value in [0.0, 1.0] {
                let n = 9;
                let d: Vec<f64> = (0..n * n).map(|k| if k / n == k % n { 0.0 } else { value }).collect();
                let found = tree(&d, n, linkage);
                assert!(check_merges(&found, n).is_ok(), "{linkage:?}: {found:?}");
                assert_eq!(found[n - 2].size, n);
            }
        }
    }

    #[test]
    fn cuts_by_number_and_by_height() {
        let line = [0.0f64, 10.0, 1.0, 11.5, 4.0];
        let d: Vec<f64> = (0..25).map(|k| (line[k / 5] - line[k % 5]).abs()).collect();
        // Single linkage: {0, 2} at 1, {1, 3} at 1.5, {0, 2, 4} at 3, all at 6.
        let merges = tree(&d, 5, Linkage::Single);
        let labels = |at| cut(&merges, 5, at).unwrap();
        assert_eq!(labels(Cut::Number(1)), [0; 5]);
        assert_eq!(labels(Cut::Number(2)), [0, 1, 0, 1, 0]);
        assert_eq!(labels(Cut::Number(3)), [0, 1, 0, 1, 2]);
        assert_eq!(labels(Cut::Number(5)), [0, 1, 2, 3, 4]);
        assert_eq!(labels(Cut::Height(1.5)), labels(Cut::Number(3)));
        assert_eq!(labels(Cut::Height(1.4)), [0, 1, 0, 2, 3]);
        assert_eq!(labels(Cut::Height(-1.0)), labels(Cut::Number(5)));
        assert_eq!(labels(Cut::Height(f64::INFINITY)), [0; 5]);
        for at in [Cut::Number(0), Cut::Number(6), Cut::Height(f64::NAN)] {
            assert!(matches!(cut(&merges, 5, at), Err(Error::Argument(_))), "{at:?}");
        }
        assert_eq!(cut(&[], 1, Cut::Number(1)).unwrap(), [0]);
    }

    #[test]
    fn what_is_no_tree_is_named() {
        let good = |left, right, height, size| Merge { left, right, height, size };
        let first = good(0, 1, 1.0, 2);
        for (second, part) in [
            (good(2, 4, 2.0, 3), "cluster 4"),
            (good(0, 2, 2.0, 3), "cluster 0"),
            (good(2, 3, 0.5, 3), "0.5"),
            (good(2, 3, f64::NAN, 3), "NaN"),
            (good(2, 3, 2.0, 4), "size is 4"),
        ] {
            let error = cut(&[first, second], 3, Cut::Number(1)).unwrap_err();
            assert!(error.row_number() == Some(1) && error.to_string().contains(part), "{error}");
        }
        assert!(matches!(cut(&[first], 3, Cut::Number(1)), Err(Error::Size(_))));
        assert!(matches!(cut(&[], 0, Cut::Number(1)), Err(Error::Argument(_))));
    }
}
