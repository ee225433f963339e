//! Columns of the caller: borrowed where they are contiguous and aligned, gathered where not.

use super::data::*;
use super::memory::{read_struct, text};
use duel::comparisons::{Column, CovariateValues, Key, Rows};
use duel::error::{Error, Result};
use libc::c_char;
use std::borrow::Cow;
use std::ffi::CStr;
use std::mem::size_of;

/// The values of a column.
pub enum Values<'a> {
    /// No such column.
    Absent,
    /// Names.
    Text(Vec<&'a str>),
    /// int8_t.
    I8(Cow<'a, [i8]>),
    /// uint8_t.
    U8(Cow<'a, [u8]>),
    /// int16_t.
    I16(Cow<'a, [i16]>),
    /// uint16_t.
    U16(Cow<'a, [u16]>),
    /// int32_t.
    I32(Cow<'a, [i32]>),
    /// uint32_t.
    U32(Cow<'a, [u32]>),
    /// int64_t.
    I64(Cow<'a, [i64]>),
    /// uint64_t.
    U64(Cow<'a, [u64]>),
    /// double.
    F64(Cow<'a, [f64]>),
}

impl Values<'_> {
    /// The column as the core reads it.
    pub fn column(&self) -> Column<'_> {
        match self {
            Values::Absent => Column::Absent,
            Values::Text(v) => Column::Text(v),
            Values::I8(v) => Column::I8(v),
            Values::U8(v) => Column::U8(v),
            Values::I16(v) => Column::I16(v),
            Values::U16(v) => Column::U16(v),
            Values::I32(v) => Column::I32(v),
            Values::U32(v) => Column::U32(v),
            Values::I64(v) => Column::I64(v),
            Values::U64(v) => Column::U64(v),
            Values::F64(v) => Column::F64(v),
        }
    }

    /// The column as names or ids.
    pub fn key(&self, base: i32) -> Key<'_> {
        Key { values: self.column(), base: i64::from(base) }
    }
}

/// Reads a column of `length` values; `name` is what it is called in messages.
pub unsafe fn read<'a>(column: &duel_column, length: usize, name: &str) -> Result<Values<'a>> {
    if column.data.is_null() {
        return Ok(Values::Absent);
    }
    unsafe {
        Ok(match column.r#type {
            DUEL_TYPE_TEXT => Values::Text(texts(column, length, name)?),
            DUEL_TYPE_I8 => Values::I8(numbers(column, length, name)?),
            DUEL_TYPE_U8 => Values::U8(numbers(column, length, name)?),
            DUEL_TYPE_I16 => Values::I16(numbers(column, length, name)?),
            DUEL_TYPE_U16 => Values::U16(numbers(column, length, name)?),
            DUEL_TYPE_I32 => Values::I32(numbers(column, length, name)?),
            DUEL_TYPE_U32 => Values::U32(numbers(column, length, name)?),
            DUEL_TYPE_I64 => Values::I64(numbers(column, length, name)?),
            DUEL_TYPE_U64 => Values::U64(numbers(column, length, name)?),
            DUEL_TYPE_F64 => Values::F64(numbers(column, length, name)?),
            other => {
                return Err(Error::Argument(format!(
                    "{name}: type is {other}; it must be DUEL_TYPE_TEXT to DUEL_TYPE_F64 ({DUEL_TYPE_TEXT} to {DUEL_TYPE_F64})"
                )))
            }
        })
    }
}

/// Bytes from one value to the next, checked against the address space.
fn stride<T>(column: &duel_column, length: usize, name: &str) -> Result<isize> {
    let stride = if column.stride == 0 { size_of::<T>() as isize } else { column.stride };
    if stride.unsigned_abs() < size_of::<T>() {
        return Err(Error::Argument(format!(
            "{name}: stride is {stride}, less than the {} bytes of a value",
            size_of::<T>()
        )));
    }
    let bytes = length.checked_mul(stride.unsigned_abs());
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::Size(format!(
            "{name}: {length} values {stride} bytes apart overflow the address space"
        )));
    }
    Ok(stride)
}

unsafe fn numbers<'a, T: Copy>(column: &duel_column, length: usize, name: &str) -> Result<Cow<'a, [T]>> {
    let stride = stride::<T>(column, length, name)?;
    let first = column.data as *const T;
    if length == 0 {
        return Ok(Cow::Borrowed(&[]));
    }
    if stride == size_of::<T>() as isize && first.is_aligned() {
        return Ok(Cow::Borrowed(unsafe { std::slice::from_raw_parts(first, length) }));
    }
    let mut values = room(length, name)?;
    let bytes = column.data as *const u8;
    for at in 0..length as isize {
        values.push(unsafe { (bytes.offset(at * stride) as *const T).read_unaligned() });
    }
    Ok(Cow::Owned(values))
}

unsafe fn texts<'a>(column: &duel_column, length: usize, name: &str) -> Result<Vec<&'a str>> {
    let stride = stride::<*const c_char>(column, length, name)?;
    let mut values = room(length, name)?;
    let bytes = column.data as *const u8;
    for row in 0..length {
        let pointer =
            unsafe { (bytes.offset(row as isize * stride) as *const *const c_char).read_unaligned() };
        let refuse =
            |fault: &str| Error::Name { row: Some(row), message: format!("{name}: the name {fault}") };
        if pointer.is_null() {
            return Err(refuse("is NULL"));
        }
        let text = unsafe { CStr::from_ptr(pointer) };
        values.push(text.to_str().map_err(|_| refuse("is not UTF-8"))?);
    }
    Ok(values)
}

fn room<T>(length: usize, name: &str) -> Result<Vec<T>> {
    let mut values = Vec::new();
    values
        .try_reserve_exact(length)
        .map_err(|_| Error::Memory(format!("{name}: no memory for {length} values")))?;
    Ok(values)
}

/// The columns of a duel_rows.
pub struct RowColumns<'a> {
    rows: duel_rows,
    left: Values<'a>,
    right: Values<'a>,
    judge: Values<'a>,
    context: Values<'a>,
    score: Values<'a>,
    outcome: Values<'a>,
    weight: Values<'a>,
    wins: Values<'a>,
    losses: Values<'a>,
    ties: Values<'a>,
    both_good: Values<'a>,
    both_bad: Values<'a>,
}

impl RowColumns<'_> {
    /// Reads the struct and all its columns.
    pub unsafe fn read<'a>(rows: *const duel_rows) -> Result<RowColumns<'a>> {
        let rows = unsafe { read_struct(rows) }?;
        if rows.reserved != 0 {
            return Err(Error::Argument(format!("duel_rows.reserved is {}; it must be 0", rows.reserved)));
        }
        let column = |column: &duel_column, name| unsafe { read(column, rows.length, name) };
        Ok(RowColumns {
            left: column(&rows.left, "left")?,
            right: column(&rows.right, "right")?,
            judge: column(&rows.judge, "judge")?,
            context: column(&rows.context, "context")?,
            score: column(&rows.score, "score")?,
            outcome: column(&rows.outcome, "outcome")?,
            weight: column(&rows.weight, "weight")?,
            wins: column(&rows.wins, "wins")?,
            losses: column(&rows.losses, "losses")?,
            ties: column(&rows.ties, "ties")?,
            both_good: column(&rows.both_good, "both_good")?,
            both_bad: column(&rows.both_bad, "both_bad")?,
            rows,
        })
    }

    /// As the core reads them.
    pub fn rows(&self) -> Rows<'_> {
        Rows {
            length: self.rows.length,
            left: self.left.key(self.rows.left.base),
            right: self.right.key(self.rows.right.base),
            judge: self.judge.key(self.rows.judge.base),
            context: self.context.key(self.rows.context.base),
            score: self.score.column(),
            outcome: self.outcome.column(),
            weight: self.weight.column(),
            wins: self.wins.column(),
            losses: self.losses.column(),
            ties: self.ties.column(),
            both_good: self.both_good.column(),
            both_bad: self.both_bad.column(),
            importance: self.rows.importance != 0,
        }
    }
}

/// The columns of a duel_covariate.
pub struct CovariateColumns<'a> {
    covariate: duel_covariate,
    name: &'a str,
    item: Values<'a>,
    context: Values<'a>,
    judge: Values<'a>,
    value: Values<'a>,
}

impl CovariateColumns<'_> {
    /// Reads the struct and all its columns.
    pub unsafe fn read<'a>(covariate: *const duel_covariate) -> Result<CovariateColumns<'a>> {
        let covariate = unsafe { read_struct(covariate) }?;
        let column = |column: &duel_column, name| unsafe { read(column, covariate.length, name) };
        Ok(CovariateColumns {
            name: unsafe { text(covariate.name, "name") }?,
            item: column(&covariate.item, "item")?,
            context: column(&covariate.context, "context")?,
            judge: column(&covariate.judge, "judge")?,
            value: column(&covariate.value, "value")?,
            covariate,
        })
    }

    /// As the core reads them.
    pub fn values(&self) -> CovariateValues<'_> {
        CovariateValues {
            name: self.name,
            length: self.covariate.length,
            item: self.item.key(self.covariate.item.base),
            context: self.context.key(self.covariate.context.base),
            judge: self.judge.key(self.covariate.judge.base),
            value: self.value.column(),
        }
    }
}
