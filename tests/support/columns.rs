//! Columns of tables, as numbers.

use duel::table::{Cell as Read, Schema};

/// The numbers of a column; NaN where they are missing.
pub fn column<R>(schema: &Schema<R>, name: &str, rows: &[R]) -> Vec<f64> {
    let column = schema.columns.iter().find(|c| c.about.name.to_str() == Ok(name)).expect("column");
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    rows.iter()
        .map(|row| match column.cell {
            Read::F64(read) => read(row),
            Read::I64(read) => or_nan(read(row).map(|v| v as f64)),
            Read::Bool(read) => or_nan(read(row).map(f64::from)),
            Read::Code(read) => or_nan(read(row).map(|v| v as f64)),
            _ => panic!("{name} is no number"),
        })
        .collect()
}
