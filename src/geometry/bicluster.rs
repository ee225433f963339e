//! Two-way clusters: a table with its rows and its columns in the order of their clusters, so that blocks of
//! judges who see the same items alike stand out.

use super::cluster::{cluster, cut, Cut, Linkage};
use super::standardise;
use crate::error::{Error, Result};
use crate::room::{self, reserve, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::vectors::largest;

/// The dissimilarity of two rows, or of two columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dissimilarity {
    /// The root of the sum of squared differences.
    #[default]
    Euclidean,
    /// 1 - correlation: level and scale have no effect.
    Correlation,
}

impl Dissimilarity {
    /// All by their numbers.
    pub const ALL: [Dissimilarity; 2] = [Dissimilarity::Euclidean, Dissimilarity::Correlation];
}

/// The rows, or the columns, of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct MatrixSide {
    /// Their numbers in the order of the clusters.
    pub order: Vec<usize>,
    /// The group of each, numbered in this order.
    pub groups: Vec<usize>,
}

/// Both sides of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Bicluster {
    /// Rows.
    pub rows: MatrixSide,
    /// Columns.
    pub columns: MatrixSide,
}

/// A row, or a column, in the order of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Whether it is a column.
    pub is_column: bool,
    /// Its place in the order.
    pub place: usize,
    /// Its number.
    pub number: usize,
    /// Its group.
    pub group: usize,
}

/// The columns of [`bicluster`], by [`Bicluster::placed`].
pub static BICLUSTER: Schema<Placed> = Schema {
    name: "matrix_bicluster",
    title: c"Rows and columns of a matrix in the order of their clusters",
    columns: &[
        SchemaColumn::choice(
            c"side",
            c"Whether the line is a row or a column of the matrix.",
            &[c"row", c"column"],
            |p| Some(usize::from(p.is_column)),
        ),
        SchemaColumn::i64(c"place", c"", c"Its place in the order of its side, from 0.", |p| {
            Some(p.place as i64)
        }),
        SchemaColumn::i64(c"number", c"", c"Its number in the matrix, from 0.", |p| Some(p.number as i64)),
        SchemaColumn::i64(
            c"group",
            c"",
            c"Its group; groups of a side are numbered from 0 along the order.",
            |p| Some(p.group as i64),
        ),
    ],
};

impl Bicluster {
    /// Rows in their order, then columns in theirs.
    pub fn placed(&self) -> Vec<Placed> {
        let lines = |is_column: bool, side: &MatrixSide| -> Vec<Placed> {
            let of = |(place, &number): (usize, &usize)| Placed {
                is_column,
                place,
                number,
                group: side.groups[number],
            };
            side.order.iter().enumerate().map(of).gathered()
        };
        room::joined(&[lines(false, &self.rows), lines(true, &self.columns)])
    }
}

/// Clusters the rows and the columns of a table, each by itself; trees are ordered so that neighbours are
/// as near as can be, and cut into the given number of groups.
pub fn bicluster(
    table: &[f64],
    [rows, columns]: [usize; 2],
    dissimilarity: Dissimilarity,
    linkage: Linkage,
    [row_groups, column_groups]: [usize; 2],
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Bicluster> {
    if rows == 0 || columns == 0 {
        return Err(Error::Argument(format!("the table is {rows} x {columns}; it must not be empty")));
    }
    if rows.checked_mul(columns) != Some(table.len()) {
        return Err(Error::Size(format!("table: {} numbers are not {rows} x {columns}", table.len())));
    }
    if let Some(at) = table.iter().position(|v| !v.is_finite()) {
        let (row, column) = (at / columns, at % columns);
        return Err(Error::row(row, format!("table: element ({row}, {column}) is {}", table[at])));
    }
    for (name, groups, count) in [("row_groups", row_groups, rows), ("column_groups", column_groups, columns)]
    {
        if groups == 0 || groups > count {
            return Err(Error::Argument(format!("{name} is {groups}; it must be 1 to {count}")));
        }
    }
    // Shares of the largest element have squares.
    let largest = largest(table);
    let unit = if largest > 0.0 { largest } else { 1.0 };
    let by_row: Vec<Vec<f64>> =
        table.chunks(columns).map(|row| row.iter().map(|v| v / unit).gathered()).gathered();
    let column = |c: usize| by_row.iter().map(|row| row[c]).gathered();
    let by_column: Vec<Vec<f64>> = (0..columns).map(column).gathered();
    Ok(Bicluster {
        rows: side(by_row, "row", dissimilarity, linkage, row_groups, keep_going)?,
        columns: side(by_column, "column", dissimilarity, linkage, column_groups, keep_going)?,
    })
}

fn side(
    mut vectors: Vec<Vec<f64>>,
    name: &str,
    dissimilarity: Dissimilarity,
    linkage: Linkage,
    groups: usize,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<MatrixSide> {
    let n = vectors.len();
    if dissimilarity == Dissimilarity::Correlation {
        for (at, vector) in vectors.iter_mut().enumerate() {
            if !standardise(vector) {
                let message = format!("table: {name} {at} is constant, and so has no correlation");
                return Err(Error::row(at, message));
            }
        }
    }
    let mut distances = reserve(n.saturating_mul(n))?;
    for i in 0..n {
        for j in 0..i {
            let (a, b) = (&vectors[i], &vectors[j]);
            let squares: f64 = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum();
            // Of standardised vectors half the squared distance is 1 - r, without cancellation.
            let distance =
                if dissimilarity == Dissimilarity::Correlation { 0.5 * squares } else { squares.sqrt() };
            distances[i * n + j] = distance;
            distances[j * n + i] = distance;
        }
        keep_going()?;
    }
    let tree = cluster(&distances, n, linkage, true, keep_going)?;
    let labels = cut(&tree.merges, n, Cut::Number(groups))?;
    // Groups are stretches of the order: they are numbered along it.
    let mut numbers = vec![usize::MAX; groups];
    let mut next = 0;
    for &at in &tree.order {
        if numbers[labels[at]] == usize::MAX {
            numbers[labels[at]] = next;
            next += 1;
        }
    }
    Ok(MatrixSide { groups: labels.into_iter().map(|label| numbers[label]).gathered(), order: tree.order })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn found(
        table: &[f64],
        shape: [usize; 2],
        dissimilarity: Dissimilarity,
        groups: [usize; 2],
    ) -> Result<Bicluster> {
        bicluster(table, shape, dissimilarity, Linkage::Average, groups, &mut || Ok(()))
    }

    /// Blocks of three kinds of rows and two of columns, shuffled, with a little noise.
    #[test]
    fn planted_blocks_are_found() {
        let mut random = Random::new(9, 0);
        let (row_kinds, column_kinds) = ([2, 0, 1, 0, 2, 1, 1, 0], [0, 1, 1, 0, 1, 0]);
        let level = [[3.0, -3.0], [0.0, 1.0], [-2.0, 5.0]];
        let table: Vec<f64> = row_kinds
            .iter()
            .flat_map(|&r: &usize| column_kinds.iter().map(move |&c: &usize| level[r][c]))
            .map(|value| value + 0.2 * random.normal())
            .collect();
        for linkage in Linkage::ALL {
            let found =
                bicluster(&table, [8, 6], Dissimilarity::Euclidean, linkage, [3, 2], &mut || Ok(())).unwrap();
            for (side, kinds) in [(&found.rows, &row_kinds[..]), (&found.columns, &column_kinds[..])] {
                for (i, j) in (0..kinds.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                    assert_eq!(side.groups[i] == side.groups[j], kinds[i] == kinds[j], "{linkage:?}");
                }
                let mut sorted = side.order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..kinds.len()));
                // Groups stand together and are numbered along the order.
                let along: Vec<usize> = side.order.iter().map(|&at| side.groups[at]).collect();
                assert!(along.is_sorted() && along[0] == 0, "{along:?}");
            }
        }
    }

    #[test]
    fn correlations_have_neither_level_nor_scale() {
        let table = [1.0, 2.0, 4.0, 10.0, 30.0, 70.0, 4.0, 2.0, 1.0, -3.0, -5.0, -6.0];
        let by = |apart| found(&table, [4, 3], apart, [2, 1]).unwrap().rows.groups;
        let (like, plain) = (by(Dissimilarity::Correlation), by(Dissimilarity::Euclidean));
        assert!(like[0] == like[1] && like[2] == like[3] && like[0] != like[2], "{like:?}");
        assert!(plain[0] == plain[2] && plain[0] != plain[1], "{plain:?}");
    }

    #[test]
    fn what_is_no_table_is_named() {
        let of = |table: &[f64], shape, groups| {
            found(table, shape, Dissimilarity::Correlation, groups).unwrap_err()
        };
        for (error, part) in [
            (of(&[1.0, 2.0], [1, 1], [1, 1]), "2 numbers"),
            (of(&[], [0, 3], [1, 1]), "0 x 3"),
            (of(&[1.0, f64::NAN], [1, 2], [1, 1]), "(0, 1) is NaN"),
            (of(&[1.0, 2.0], [1, 2], [2, 1]), "row_groups is 2"),
            (of(&[1.0, 2.0], [1, 2], [1, 0]), "column_groups is 0"),
            (of(&[1.0, 1.0, 2.0, 3.0], [2, 2], [1, 1]), "row 0 is constant"),
        ] {
            assert!(error.to_string().contains(part), "{error}");
        }
        let zeros = found(&[0.0; 4], [2, 2], Dissimilarity::Euclidean, [1, 2]).unwrap();
        assert_eq!((zeros.rows.groups, zeros.columns.groups), (vec![0, 0], vec![0, 1]));
    }
}
