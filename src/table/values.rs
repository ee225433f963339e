//! The numbers of one column, laid out as Arrow lays them out.

use super::schema::Cell;
use crate::interrupt::spend;

/// The numbers of a column, and which of them are there.
#[derive(Debug)]
pub struct Values {
    /// The numbers.
    pub data: Data,
    /// One bit for each row, the lowest first, set where there is a value; empty where nothing is missing.
    pub validity: Vec<u8>,
    /// How many are missing.
    pub null_count: usize,
}

/// Numbers by type.
#[derive(Debug)]
pub enum Data {
    /// Numbers.
    F64(Vec<f64>),
    /// Whole numbers.
    I64(Vec<i64>),
    /// 0 or 1.
    Bool(Vec<u8>),
    /// Codes, or bits.
    I32(Vec<i32>),
    /// Texts, one after the other, each with its NUL.
    Text {
        /// All texts.
        bytes: Vec<u8>,
        /// Where each begins, and where the last ends.
        offsets: Vec<usize>,
    },
}

impl Values {
    /// Room for the cells of so many rows; an error where memory is short.
    pub(super) fn with_room<R>(cell: &Cell<R>, rows: usize) -> Result<Values, ()> {
        let data = match cell {
            Cell::F64(_) => Data::F64(empty(rows)?),
            Cell::I64(_) => Data::I64(empty(rows)?),
            Cell::Bool(_) => Data::Bool(empty(rows)?),
            Cell::Code(_) | Cell::Flags(_) => Data::I32(empty(rows)?),
            Cell::Text(_) => {
                let mut offsets = empty(rows + 1)?;
                offsets.push(0);
                Data::Text { bytes: Vec::new(), offsets }
            }
        };
        Ok(Values { data, validity: Vec::new(), null_count: 0 })
    }

    /// Reads a cell of each of the next rows, the first of which is `start` of `rows` in all.
    pub(super) fn extend<R>(
        &mut self,
        cell: &Cell<R>,
        next: &[R],
        start: usize,
        rows: usize,
    ) -> Result<(), ()> {
        spend(10 * next.len());
        let mut missing = Missing { validity: &mut self.validity, count: &mut self.null_count, start, rows };
        match (cell, &mut self.data) {
            (Cell::F64(read), Data::F64(values)) => {
                values.extend(next.iter().map(read));
                // Counted first, which is fast: mostly nothing is missing.
                let new = &values[start..];
                if new.iter().filter(|value| value.is_nan()).count() > 0 {
                    for (at, _) in new.iter().enumerate().filter(|(_, value)| value.is_nan()) {
                        missing.mark(at)?;
                    }
                }
            }
            (Cell::I64(read), Data::I64(values)) => missing.read(next, values, read)?,
            (Cell::Bool(read), Data::Bool(values)) => {
                missing.read(next, values, |row| read(row).map(u8::from))?
            }
            (Cell::Code(read), Data::I32(values)) => {
                // Ids are below the largest i32 wherever their items fit into memory.
                missing.read(next, values, |row| read(row).and_then(|id| i32::try_from(id).ok()))?;
            }
            (Cell::Flags(read), Data::I32(values)) => values.extend(next.iter().map(read)),
            (Cell::Text(read), Data::Text { bytes, offsets }) => {
                for (at, row) in next.iter().enumerate() {
                    let text = read(row);
                    let letters = text.unwrap_or_default().to_bytes_with_nul();
                    bytes.try_reserve(letters.len()).map_err(|_| ())?;
                    bytes.extend_from_slice(letters);
                    offsets.push(bytes.len());
                    if text.is_none() {
                        missing.mark(at)?;
                    }
                }
            }
            _ => unreachable!("values are those of their cell"),
        }
        Ok(())
    }

    /// Whether there is a value at a row.
    pub fn is_valid(&self, row: usize) -> bool {
        self.validity.is_empty() || self.validity[row / 8] >> (row % 8) & 1 == 1
    }
}

fn empty<T>(rows: usize) -> Result<Vec<T>, ()> {
    let mut values = Vec::new();
    values.try_reserve_exact(rows).map_err(|_| ())?;
    Ok(values)
}

/// Marks what is missing, in rows from `start` on.
struct Missing<'a> {
    validity: &'a mut Vec<u8>,
    count: &'a mut usize,
    start: usize,
    rows: usize,
}

impl Missing<'_> {
    fn mark(&mut self, at: usize) -> Result<(), ()> {
        if *self.count == 0 {
            let bytes = self.rows.div_ceil(8);
            self.validity.try_reserve_exact(bytes).map_err(|_| ())?;
            self.validity.resize(bytes, 0xff);
            if self.rows % 8 != 0 {
                self.validity[bytes - 1] = 0xff >> (8 - self.rows % 8);
            }
        }
        *self.count += 1;
        let row = self.start + at;
        self.validity[row / 8] &= !(1 << (row % 8));
        Ok(())
    }

    fn read<R, T: Default>(
        &mut self,
        next: &[R],
        values: &mut Vec<T>,
        read: impl Fn(&R) -> Option<T>,
    ) -> Result<(), ()> {
        let mut is_missing = false;
        values.extend(next.iter().map(|row| {
            let value = read(row);
            is_missing |= value.is_none();
            value.unwrap_or_default()
        }));
        if is_missing {
            for (at, _) in next.iter().enumerate().filter(|(_, row)| read(row).is_none()) {
                self.mark(at)?;
            }
        }
        Ok(())
    }
}
