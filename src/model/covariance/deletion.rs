//! Clusters left out: the leverage of a cluster, and its score corrected as by the jackknife. Cholesky factors give both, with
//! a tenth of the work of the eigenvalues of [`Leverage`], unless the cluster alone determines something.

use super::clusters::Cluster;
use super::leverage::{Leverage, DETERMINED};
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::{multiply_into, Factor};
use crate::model::specification::Correction;
use crate::room::{copied, reserve, Put as _};
use crate::vectors::dot;

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
    /// Of a cluster, by the inverse of the expected information (p x p). Null directions, along which no comparison changes,
    /// may have any variance: where it is not zero, clusters of many rows are less work (`Breads::definite`).
    pub(crate) fn new(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Deletion> {
        let (rows, width) = (cluster.rows as usize, cluster.columns.len());
        if width == 0 {
            return Ok(Deletion { leverage: 0.0, score: Vec::new(), determined: Vec::new() });
        }
        // Products and factors take 2/3 rows^3, or 3 width^3.
        let by_factors = match 2 * rows <= 3 * width {
            true => Deletion::by_rows(cluster, inverse, p)?,
            false => Deletion::by_columns(cluster, inverse, p)?,
        };
        if let Some(found) = by_factors {
            return Ok(found);
        }
        let leverage = Leverage::new(cluster, inverse, p)?;
        let mut determined = Vec::new();
        leverage.determined().for_each(|direction| determined.put_all(direction));
        let score = leverage.correct(cluster, Correction::Jackknife, inverse, p);
        Ok(Deletion { leverage: leverage.shares.iter().sum(), score, determined })
    }

    /// By a factor of 1 - Z M Z'; None where the cluster alone determines something.
    fn by_rows(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Option<Deletion>> {
        let (width, rows) = (cluster.columns.len(), cluster.rows as usize);
        // Z M, row after row.
        let mut product = reserve(rows * width)?;
        for &(row, slot, value) in &cluster.root {
            spend(width);
            let of = &inverse[cluster.columns[slot as usize] as usize * p..][..p];
            let out = &mut product[row as usize * width..][..width];
            out.iter_mut().zip(&cluster.columns).for_each(|(o, &c)| *o += value * of[c as usize]);
        }
        let fill = |matrix: &mut [f64]| {
            for (column, product) in product.chunks(width).enumerate() {
                spend(cluster.root.len());
                let below = &mut matrix[column * rows..][..rows];
                let start = cluster.root.partition_point(|entry| (entry.0 as usize) < column);
                for &(row, slot, value) in &cluster.root[start..] {
                    below[row as usize] -= value * product[slot as usize];
                }
            }
        };
        let Some(mut factor) = factor_of_rest(rows, fill)? else { return Ok(None) };
        let at =
            |&(row, slot, value): &(u32, u32, f64)| value * product[row as usize * width + slot as usize];
        let leverage = cluster.root.iter().map(at).sum();
        let mut along = reserve(rows)?;
        along.iter_mut().zip(product.chunks(width)).for_each(|(a, row)| *a = dot(row, &cluster.score));
        factor.solve(&mut along);
        let mut score = copied(&cluster.score);
        cluster
            .root
            .iter()
            .for_each(|&(row, slot, value)| score[slot as usize] += value * along[row as usize]);
        Ok(Some(Deletion { leverage, score, determined: Vec::new() }))
    }

    /// By a factor of 1 - N' Z'Z N, where M = N N' on the columns of the cluster: its score is s + Z'Z N (1 - N' Z'Z N)^-1 N' s.
    /// None where M is singular, or the cluster alone determines something.
    fn by_columns(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Option<Deletion>> {
        let width = cluster.columns.len();
        let mut factor = Factor::new(width)?;
        for (out, &row) in factor.matrix().chunks_mut(width).zip(&cluster.columns) {
            spend(width);
            let row = &inverse[row as usize * p..][..p];
            out.iter_mut().zip(&cluster.columns).for_each(|(o, &c)| *o = row[c as usize]);
        }
        if !factor.factor() {
            return Ok(None);
        }
        // N and N', column-major.
        let (mut lower, mut upper) = (reserve(width * width)?, reserve(width * width)?);
        for (column, own) in factor.matrix().chunks(width).enumerate() {
            spend(2 * width);
            for row in column..width {
                lower[column * width + row] = own[row];
                upper[row * width + column] = own[row];
            }
        }
        drop(factor);
        // N' Z'Z, column-major.
        let mut product = reserve(width * width)?;
        let mut along = reserve(width)?;
        for row in cluster.root.chunk_by(|a, b| a.0 == b.0) {
            spend(row.len() * width);
            along.fill(0.0);
            for &(_, slot, value) in row {
                let of = &upper[slot as usize * width..][..width];
                along.iter_mut().zip(of).for_each(|(a, x)| *a += value * x);
            }
            for &(_, slot, value) in row {
                let out = &mut product[slot as usize * width..][..width];
                out.iter_mut().zip(&along).for_each(|(o, a)| *o += value * a);
            }
        }
        let mut square = reserve(width * width)?;
        multiply_into(&product, false, &lower, [width; 3], &mut square);
        let leverage = (0..width).map(|k| square[k * width + k]).sum();
        let fill = |matrix: &mut [f64]| {
            spend(width * width / 4);
            matrix.iter_mut().zip(&square).for_each(|(to, x)| *to -= x);
        };
        let Some(mut factor) = factor_of_rest(width, fill)? else { return Ok(None) };
        along.iter_mut().zip(lower.chunks(width)).for_each(|(a, column)| *a = dot(column, &cluster.score));
        factor.solve(&mut along);
        let mut score = copied(&cluster.score);
        score.iter_mut().zip(product.chunks(width)).for_each(|(s, column)| *s += dot(column, &along));
        Ok(Some(Deletion { leverage, score, determined: Vec::new() }))
    }
}

/// The factor of one less what `fill` subtracts from a matrix, if no eigenvalue of that is as near to one as what a cluster
/// alone determines.
fn factor_of_rest(size: usize, fill: impl Fn(&mut [f64])) -> Result<Option<Factor>> {
    let mut factor = Factor::new(size)?;
    for nearest in [1.0 - DETERMINED, 1.0] {
        let matrix = factor.matrix();
        matrix.fill(0.0);
        (0..size).for_each(|k| matrix[k * size + k] = nearest);
        fill(matrix);
        if !factor.factor() {
            return Ok(None);
        }
    }
    Ok(Some(factor))
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
            let found = match rows as usize <= width {
                true => Deletion::by_rows(&cluster, &inverse, p).unwrap().unwrap(),
                false => Deletion::by_columns(&cluster, &inverse, p).unwrap().unwrap(),
            };
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
    fn variances_of_null_directions_change_nothing() {
        let mut random = Random::new(5, 0);
        for rows in [4, 25] {
            let (mut cluster, inverse) = example(rows, 6, 6, &mut random);
            // Differences of two columns, and scores that sum to zero: nothing moves along (1, ..., 1).
            cluster.root.chunks_mut(2).for_each(|pair| pair[1].2 = -pair[0].2);
            let mean = cluster.score.iter().sum::<f64>() / 6.0;
            cluster.score.iter_mut().for_each(|s| *s -= mean);
            let means: Vec<f64> = inverse.chunks(6).map(|row| row.iter().sum::<f64>() / 6.0).collect();
            let whole = means.iter().sum::<f64>() / 6.0;
            let with = |variance: f64| -> Vec<f64> {
                let at = |k: usize| inverse[k] - means[k / 6] - means[k % 6] + whole + variance;
                (0..36).map(at).collect()
            };
            let wanted = Deletion::new(&cluster, &with(0.0), 6).unwrap();
            for variance in [0.01, 3.0] {
                let found = Deletion::new(&cluster, &with(variance), 6).unwrap();
                assert!(rows < 6 || Deletion::by_columns(&cluster, &with(variance), 6).unwrap().is_some());
                assert!((found.leverage - wanted.leverage).abs() < 1e-12);
                for (found, wanted) in found.score.iter().zip(&wanted.score) {
                    assert!((found - wanted).abs() < 1e-11 * (1.0 + wanted.abs()), "{found} {wanted}");
                }
            }
        }
    }

    #[test]
    fn clusters_that_alone_determine_something_are_left_to_the_eigenvalues() {
        // Of one parameter: the share of the cluster is its rows times the squared value times the variance.
        let one = |value: f64, rows: u32| Cluster {
            columns: vec![0],
            score: vec![1.0],
            root: (0..rows).map(|row| (row, 0, value)).collect(),
            rows,
            ..Cluster::default()
        };
        for by in [Deletion::by_rows, Deletion::by_columns] {
            for (value, rows) in [(1.0, 1), (0.5, 4)] {
                let cluster = one(value, rows);
                assert!(by(&cluster, &[1.0], 1).unwrap().is_none());
                assert!(by(&cluster, &[1.0 - 1e-9], 1).unwrap().is_none());
                let alone = Deletion::new(&cluster, &[1.0], 1).unwrap();
                assert!(alone.determined.len() == 1 && (alone.leverage - 1.0).abs() < 1e-14);
                let found = by(&cluster, &[0.75], 1).unwrap().unwrap();
                assert!((found.leverage - 0.75).abs() < 1e-14 && (found.score[0] - 4.0).abs() < 1e-13);
            }
        }
        // Where its columns have no variance there is nothing to factor.
        assert!(Deletion::by_columns(&one(1.0, 2), &[0.0], 1).unwrap().is_none());
    }
}
