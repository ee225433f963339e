//! The numbers of one column, laid out as Arrow lays them out.

use super::schema::Cell;
use crate::interrupt::spend;
use crate::room::{Put as _, TryRoom as _};
use std::ffi::CStr;

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

/// Marks missing values as they come.
#[derive(Default)]
struct Validity {
    bits: Vec<u8>,
    missing: usize,
}

impl Validity {
    /// The value at `row`, one of `rows`, is missing.
    fn miss(&mut self, row: usize, rows: usize) -> Result<(), ()> {
        if self.missing == 0 {
            let bytes = rows.div_ceil(8);
            self.bits.try_room(bytes).map_err(|_| ())?;
            self.bits.put_until(bytes, 0xff);
            if rows % 8 != 0 {
                self.bits[bytes - 1] = 0xff >> (8 - rows % 8);
            }
        }
        self.missing += 1;
        self.bits[row / 8] &= !(1 << (row % 8));
        Ok(())
    }
}

impl Values {
    /// Reads a cell of every row; an error where memory is short.
    pub(super) fn read<R>(cell: &Cell<R>, rows: &[R]) -> Result<Values, ()> {
        let mut validity = Validity::default();
        let data = match cell {
            Cell::F64(read) => {
                let values = each(rows, read)?;
                // Counted first, which is fast: mostly nothing is missing.
                if values.iter().filter(|value| value.is_nan()).count() > 0 {
                    for (row, _) in values.iter().enumerate().filter(|(_, value)| value.is_nan()) {
                        validity.miss(row, rows.len())?;
                    }
                }
                Data::F64(values)
            }
            Cell::I64(read) => Data::I64(optional(rows, &mut validity, read)?),
            Cell::Bool(read) => Data::Bool(optional(rows, &mut validity, |r| read(r).map(u8::from))?),
            Cell::Code(read) => {
                // Ids are below the largest i32 wherever their items fit into memory.
                let code = |row: &R| read(row).and_then(|id| i32::try_from(id).ok());
                Data::I32(optional(rows, &mut validity, code)?)
            }
            Cell::Flags(read) => Data::I32(each(rows, read)?),
            Cell::Text(read) => texts(rows, &mut validity, *read)?,
        };
        Ok(Values { data, validity: validity.bits, null_count: validity.missing })
    }

    /// Whether there is a value at a row.
    pub fn is_valid(&self, row: usize) -> bool {
        self.validity.is_empty() || self.validity[row / 8] >> (row % 8) & 1 == 1
    }
}

fn each<R, T>(rows: &[R], mut read: impl FnMut(&R) -> T) -> Result<Vec<T>, ()> {
    let mut values = Vec::new();
    values.try_room(rows.len()).map_err(|_| ())?;
    for rows in rows.chunks(1 << 14) {
        values.put_each(rows.iter().map(&mut read));
        spend(10 * rows.len());
    }
    Ok(values)
}

fn optional<R, T: Default>(
    rows: &[R],
    validity: &mut Validity,
    read: impl Fn(&R) -> Option<T>,
) -> Result<Vec<T>, ()> {
    let mut missing = false;
    let values = each(rows, |row| {
        let value = read(row);
        missing |= value.is_none();
        value.unwrap_or_default()
    })?;
    if missing {
        for (row, _) in rows.iter().enumerate().filter(|(_, row)| read(row).is_none()) {
            validity.miss(row, rows.len())?;
        }
    }
    Ok(values)
}

fn texts<R>(rows: &[R], validity: &mut Validity, read: fn(&R) -> Option<&CStr>) -> Result<Data, ()> {
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    offsets.try_room(rows.len() + 1).map_err(|_| ())?;
    for (at, row) in rows.iter().enumerate() {
        let text = read(row).unwrap_or_default().to_bytes_with_nul();
        offsets.put(bytes.len());
        bytes.try_grow(text.len()).map_err(|_| ())?;
        bytes.put_all(text);
        if read(row).is_none() {
            validity.miss(at, rows.len())?;
        }
    }
    offsets.put(bytes.len());
    Ok(Data::Text { bytes, offsets })
}
