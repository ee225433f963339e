//! Columns of the caller: borrowed where they are contiguous and aligned, gathered where not.

use super::data::*;
use super::memory::{read_struct, text};
use duel::comparisons::{Address, Coded, Column, CovariateValues, Key, Rows, Texts};
use duel::error::{Error, Result};
use duel::room::{Put as _, TryRoom as _};
use libc::c_char;
use std::borrow::Cow;
use std::ffi::CStr;
use std::mem::size_of;

/// The values of a column.
#[derive(Default)]
pub enum Values<'a> {
    /// No such column.
    #[default]
    Absent,
    /// Names.
    Text(Box<dyn Texts + 'a>),
    /// Names, and integers that are their codes.
    Coded(Box<Values<'a>>, Box<dyn Texts + 'a>),
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
    /// The column as the core reads it; names that have codes are those of [`Values::key`] alone.
    pub fn column(&self) -> Column<'_> {
        match self {
            Values::Absent => Column::Absent,
            Values::Text(v) | Values::Coded(_, v) => Column::Names(&**v),
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
    pub(super) fn key<'s>(&'s self, base: i32, room: &'s mut Option<Coded<'s>>) -> Key<'s> {
        let values = match self {
            Values::Coded(codes, names) => {
                Column::Coded(room.insert(Coded { codes: codes.column(), names: &**names }))
            }
            values => values.column(),
        };
        Key { values, base: i64::from(base) }
    }
}

/// The memory that the names of up to five columns need while they are read.
#[derive(Default)]
pub struct Room<'s>(pub(super) [Option<Coded<'s>>; 5]);

/// Reads a column of `length` values; `name` is what it is called in messages.
pub unsafe fn read<'a>(column: &duel_column, length: usize, name: &str) -> Result<Values<'a>> {
    if column.data.is_null() {
        return Ok(Values::Absent);
    }
    if !column.labels.is_null() || column.label_count > 0 || column.r#type == DUEL_TYPE_CODE {
        // SAFETY: the column is as the caller of this function promises.
        return unsafe { coded(column, length, name) };
    }
    // SAFETY: `data` has `length` values of the type, as the caller of this function promises.
    unsafe {
        Ok(match column.r#type {
            DUEL_TYPE_TEXT => Values::Text(Box::new(Pointers::new(column, length, name)?)),
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
        // SAFETY: `data` is not NULL and aligned; its `length` values, next to each other, are promised by the caller
        // of this function.
        return Ok(Cow::Borrowed(unsafe { std::slice::from_raw_parts(first, length) }));
    }
    let mut values = room(length, name)?;
    let bytes = column.data as *const u8;
    for at in 0..length as isize {
        // SAFETY: `at` is below `length`; `data` has as many values, `stride` bytes apart (checked by `stride`,
        // promised by the caller).
        values.put(unsafe { (bytes.offset(at * stride) as *const T).read_unaligned() });
    }
    Ok(Cow::Owned(values))
}

/// Codes and their names.
unsafe fn coded<'a>(column: &duel_column, length: usize, name: &str) -> Result<Values<'a>> {
    let r#type = if column.r#type == DUEL_TYPE_CODE { DUEL_TYPE_I32 } else { column.r#type };
    if !(DUEL_TYPE_I8..=DUEL_TYPE_U64).contains(&r#type) {
        return Err(Error::Argument(format!("{name}: type is {type}, and only integers have labels")));
    }
    if column.labels.is_null() && column.label_count > 0 {
        return Err(Error::Null(format!("{name}: labels is NULL")));
    }
    let codes = duel_column { r#type, labels: std::ptr::null(), label_count: 0, ..*column };
    let names = duel_column { data: column.labels.cast(), stride: 0, r#type: DUEL_TYPE_TEXT, ..codes };
    // SAFETY: `labels` has `label_count` pointers and `data` `length` codes, as the caller of this function promises.
    unsafe {
        let names = Pointers::new(&names, column.label_count, name)?;
        Ok(Values::Coded(Box::new(read(&codes, length, name)?), Box::new(names)))
    }
}

/// Pointers of the caller to NUL-terminated names.
#[derive(Debug)]
struct Pointers {
    first: *const u8,
    stride: isize,
    length: usize,
}

impl Pointers {
    unsafe fn new(column: &duel_column, length: usize, name: &str) -> Result<Pointers> {
        let stride = stride::<*const c_char>(column, length, name)?;
        Ok(Pointers { first: column.data.cast(), stride, length })
    }

    /// The pointer with a number below `length`.
    unsafe fn pointer(&self, number: usize) -> *const c_char {
        // SAFETY: the caller of the library promises `count` pointers, `stride` bytes apart.
        unsafe { self.first.offset(number as isize * self.stride).cast::<*const c_char>().read_unaligned() }
    }
}

impl Texts for Pointers {
    fn len(&self) -> usize {
        self.length
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        if number >= self.length {
            return None;
        }
        // SAFETY: the caller of the library promises this number of pointers, each NULL or to a string.
        unsafe {
            let pointer = self.pointer(number);
            (!pointer.is_null()).then(|| CStr::from_ptr(pointer).to_bytes())
        }
    }

    /// One pointer is one string as long as the call lasts, whose memory the caller must not change.
    fn addresses(&self, first: usize, out: &mut [Address]) -> bool {
        if first + out.len() > self.length {
            return false;
        }
        for (number, address) in (first..).zip(out) {
            // SAFETY: the caller of the library promises this number of pointers.
            let pointer = unsafe { self.pointer(number) };
            *address = [pointer as usize, 0];
        }
        true
    }
}

pub(super) fn room<T>(length: usize, name: &str) -> Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_room(length).map_err(|_| Error::Memory(format!("{name}: no memory for {length} values")))?;
    Ok(values)
}

/// The columns of rows.
#[derive(Default)]
pub struct RowColumns<'a> {
    pub(super) length: usize,
    pub(super) left: Values<'a>,
    pub(super) right: Values<'a>,
    pub(super) judge: Values<'a>,
    pub(super) context: Values<'a>,
    pub(super) cluster: Values<'a>,
    /// Where ids of left, right, judge, context and cluster begin.
    pub(super) bases: [i32; 5],
    pub(super) ordered: Values<'a>,
    pub(super) unordered: bool,
    pub(super) score: Values<'a>,
    pub(super) outcome: Values<'a>,
    pub(super) grade: Values<'a>,
    pub(super) weight: Values<'a>,
    pub(super) wins: Values<'a>,
    pub(super) losses: Values<'a>,
    pub(super) ties: Values<'a>,
    pub(super) both_good: Values<'a>,
    pub(super) both_bad: Values<'a>,
    pub(super) importance: bool,
}

impl RowColumns<'_> {
    /// Reads the struct and all its columns.
    pub unsafe fn read<'a>(rows: *const duel_rows) -> Result<RowColumns<'a>> {
        // SAFETY: the caller promises (lib.rs) that `rows` can be read.
        let rows = unsafe { read_struct(rows) }?;
        // SAFETY: the caller promises (lib.rs) that every column is absent or has `length` values.
        let column = |column: &duel_column, name| unsafe { read(column, rows.length, name) };
        Ok(RowColumns {
            length: rows.length,
            left: column(&rows.left, "left")?,
            right: column(&rows.right, "right")?,
            judge: column(&rows.judge, "judge")?,
            context: column(&rows.context, "context")?,
            cluster: column(&rows.cluster, "cluster")?,
            bases: [&rows.left, &rows.right, &rows.judge, &rows.context, &rows.cluster]
                .map(|column| column.base),
            ordered: column(&rows.ordered, "ordered")?,
            unordered: rows.unordered != 0,
            score: column(&rows.score, "score")?,
            outcome: column(&rows.outcome, "outcome")?,
            grade: column(&rows.grade, "grade")?,
            weight: column(&rows.weight, "weight")?,
            wins: column(&rows.wins, "wins")?,
            losses: column(&rows.losses, "losses")?,
            ties: column(&rows.ties, "ties")?,
            both_good: column(&rows.both_good, "both_good")?,
            both_bad: column(&rows.both_bad, "both_bad")?,
            importance: rows.importance != 0,
        })
    }

    /// As the core reads them.
    pub fn rows<'s>(&'s self, room: &'s mut Room<'s>) -> Rows<'s> {
        let [left, right, judge, context, cluster] = &mut room.0;
        Rows {
            length: self.length,
            left: self.left.key(self.bases[0], left),
            right: self.right.key(self.bases[1], right),
            judge: self.judge.key(self.bases[2], judge),
            context: self.context.key(self.bases[3], context),
            cluster: self.cluster.key(self.bases[4], cluster),
            ordered: self.ordered.column(),
            unordered: self.unordered,
            score: self.score.column(),
            outcome: self.outcome.column(),
            grade: self.grade.column(),
            weight: self.weight.column(),
            wins: self.wins.column(),
            losses: self.losses.column(),
            ties: self.ties.column(),
            both_good: self.both_good.column(),
            both_bad: self.both_bad.column(),
            importance: self.importance,
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
        // SAFETY: the caller promises (lib.rs) that `covariate` can be read.
        let covariate = unsafe { read_struct(covariate) }?;
        // SAFETY: the caller promises (lib.rs) that every column is absent or has `length` values.
        let column = |column: &duel_column, name| unsafe { read(column, covariate.length, name) };
        Ok(CovariateColumns {
            // SAFETY: the caller promises (lib.rs) that `name` can be read.
            name: unsafe { text(covariate.name, "name") }?,
            item: column(&covariate.item, "item")?,
            context: column(&covariate.context, "context")?,
            judge: column(&covariate.judge, "judge")?,
            value: column(&covariate.value, "value")?,
            covariate,
        })
    }

    /// As the core reads them.
    pub fn values<'s>(&'s self, room: &'s mut Room<'s>) -> CovariateValues<'s> {
        let [item, context, judge, ..] = &mut room.0;
        CovariateValues {
            name: self.name,
            length: self.covariate.length,
            item: self.item.key(self.covariate.item.base, item),
            context: self.context.key(self.covariate.context.base, context),
            judge: self.judge.key(self.covariate.judge.base, judge),
            value: self.value.column(),
        }
    }
}
