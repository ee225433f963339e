//! Clusters left out: the leverage of a cluster, and its score corrected as by the jackknife. Cholesky factors give both, with
//! a tenth of the work of the eigenvalues of [`Leverage`], unless the cluster alone determines something.

use super::clusters::Cluster;
use super::leverage::{Leverage, DETERMINED};
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::Factor;
use crate::model::specification::Correction;
use crate::room::{copied, reserve, Put as _};
use crate::vectors::dot;

/// With more rows of Z for each of its columns the eigenvalues are less work.
const MOST_ROWS: usize = 4;

/// A cluster that is left out.
#[derive(Debug)]
pub(crate) struct Deletion {
    /// The share of the parameters that the cluster accounts for: the trace of Z M Z'.
    pub(crate) leverage: f64,
    /// The score of the cluster at the estimate without it, as far as one step knows it: s + Z' (1 - Z M Z')^-1 Z M s.
    pub(crate) score: Vec<f64>,
    /// The directions of the score that the cluster alone determines, on its columns, one after the other.
    pub(crate) determined: Vec<f64>,
}

impl Deletion {
    /// Of a cluster, by the inverse of the expected information (p x p).
    pub(crate) fn new(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Deletion> {
        if let Some(found) = Deletion::by_factors(cluster, inverse, p)? {
            return Ok(found);
        }
        let leverage = Leverage::new(cluster, inverse, p)?;
        let mut determined = Vec::new();
        leverage.determined().for_each(|direction| determined.put_all(direction));
        let score = leverage.correct(cluster, Correction::Jackknife, inverse, p);
        Ok(Deletion { leverage: leverage.shares.iter().sum(), score, determined })
    }

    /// None where the cluster alone determines something, or its rows are many.
    fn by_factors(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Option<Deletion>> {
        let (width, rows) = (cluster.columns.len(), cluster.rows as usize);
        if rows > MOST_ROWS * width {
            return Ok(None);
        }
        // Z M, row after row.
        let mut product = reserve(rows * width)?;
        for &(row, slot, value) in &cluster.root {
            spend(width);
            let of = &inverse[cluster.columns[slot as usize] as usize * p..][..p];
            let out = &mut product[row as usize * width..][..width];
            out.iter_mut().zip(&cluster.columns).for_each(|(o, &c)| *o += value * of[c as usize]);
        }
        let mut factor = Factor::new(rows)?;
        // That no share is nearer to one, and then what is solved with.
        for nearest in [1.0 - DETERMINED, 1.0] {
            let matrix = factor.matrix();
            matrix.fill(0.0);
            for (column, product) in product.chunks(width.max(1)).enumerate() {
                spend(cluster.root.len());
                let below = &mut matrix[column * rows..][..rows];
                below[column] = nearest;
                let start = cluster.root.partition_point(|entry| (entry.0 as usize) < column);
                for &(row, slot, value) in &cluster.root[start..] {
                    below[row as usize] -= value * product[slot as usize];
                }
            }
            if !factor.factor() {
                return Ok(None);
            }
        }
        let at =
            |&(row, slot, value): &(u32, u32, f64)| value * product[row as usize * width + slot as usize];
        let leverage = cluster.root.iter().map(at).sum();
        let mut along = reserve(rows)?;
        along.iter_mut().zip(product.chunks(width.max(1))).for_each(|(a, row)| *a = dot(row, &cluster.score));
        factor.solve(&mut along);
        let mut score = copied(&cluster.score);
        cluster
            .root
            .iter()
            .for_each(|&(row, slot, value)| score[slot as usize] += value * along[row as usize]);
        Ok(Some(Deletion { leverage, score, determined: Vec::new() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A cluster with rows of two entries each, and an inverse that leaves its shares below one.
    fn example(rows: u32, width: usize, p: usize, random: &mut Random) -> (Cluster, Vec<f64>) {
        let mut root = Vec::new();
        for row in 0..rows {
            let first = random.below(width as u64) as u32;
            let second = (first + 1 + random.below(width as u64 - 1) as u32) % width as u32;
            root.extend([(row, first, 0.3 + random.uniform()), (row, second, random.normal())]);
        }
        let columns: Vec<u32> = (0..width as u32).map(|k| k * (p / width) as u32).collect();
        let score = (0..width).map(|_| random.normal()).collect();
        let half: Vec<f64> = (0..p * p).map(|_| random.normal()).collect();
        let size = 0.9 / (p as f64 * (2 * rows) as f64);
        let inverse = (0..p * p)
            .map(|at| (0..p).map(|k| half[at / p * p + k] * half[at % p * p + k]).sum::<f64>() * size / 4.0)
            .collect();
        (Cluster { columns, score, root, rows, ..Cluster::default() }, inverse)
    }

    #[test]
    fn agrees_with_the_eigenvalues() {
        let mut random = Random::new(4, 0);
        for (rows, width, p) in [(1, 2, 4), (5, 9, 9), (12, 9, 20), (30, 9, 18)] {
            let (cluster, inverse) = example(rows, width, p, &mut random);
            let found = Deletion::by_factors(&cluster, &inverse, p).unwrap().unwrap();
            let leverage = Leverage::new(&cluster, &inverse, p).unwrap();
            let whole: f64 = leverage.shares.iter().sum();
            assert!((found.leverage - whole).abs() < 1e-12 * (1.0 + whole));
            let wanted = leverage.correct(&cluster, Correction::Jackknife, &inverse, p);
            for (found, wanted) in found.score.iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1e-11 * (1.0 + wanted.abs()), "{found} {wanted}");
            }
        }
    }

    #[test]
    fn what_it_alone_determines_and_many_rows_are_left_to_the_eigenvalues() {
        let one = |value: f64, rows: u32| Cluster {
            columns: vec![0],
            score: vec![1.0],
            root: (0..rows).map(|row| (row, 0, value)).collect(),
            rows,
            ..Cluster::default()
        };
        let by_factors = |cluster: &Cluster, inverse| Deletion::by_factors(cluster, &[inverse], 1).unwrap();
        assert!(by_factors(&one(1.0, 1), 1.0).is_none());
        assert!(by_factors(&one(1.0, 1), 1.0 - 1e-9).is_none());
        assert!(by_factors(&one(0.1, 5), 1.0).is_none());
        let alone = Deletion::new(&one(1.0, 1), &[1.0], 1).unwrap();
        assert!(alone.determined.len() == 1 && (alone.leverage - 1.0).abs() < 1e-15);
        let found = by_factors(&one(1.0, 1), 0.75).unwrap();
        assert!((found.leverage - 0.75).abs() < 1e-15 && (found.score[0] - 4.0).abs() < 1e-14);
    }
}
