//! Rows, a block at a time, as zero-based ids and outcome codes: one loop for each type of column,
//! no choice by row. A value that is not valid stops the block; [`Rows::fault`] then finds out why.

use super::column::{Column, Key};
use super::names::{Kind, Names, MOST};
use super::rows::{Answer, Rows};
use crate::error::Result;
use crate::room::Put as _;
use std::ops::Range;

/// Rows decoded at once: small enough for the first-level cache.
pub(super) const BLOCK: usize = 2048;

/// A block of rows. Codes are 0 where there are counts instead, and anything where invalid.
pub(super) struct Block<'a> {
    pub(super) left: &'a [u32],
    pub(super) right: &'a [u32],
    pub(super) judge: Option<&'a [u32]>,
    pub(super) context: Option<&'a [u32]>,
    pub(super) codes: &'a [u8],
}

impl<'a> Block<'a> {
    /// Left, right, judge and context; the last two empty where absent.
    pub(super) fn ids(&self) -> [&'a [u32]; 4] {
        [self.left, self.right, self.judge.unwrap_or_default(), self.context.unwrap_or_default()]
    }
}

/// Room for the columns of one block that have to be converted.
#[derive(Default)]
pub(super) struct Buffers {
    left: Vec<u32>,
    right: Vec<u32>,
    judge: Vec<u32>,
    context: Vec<u32>,
    codes: Vec<u8>,
}

/// The names of a set while rows come in.
pub(super) struct Stores<'a> {
    pub(super) items: &'a mut Names,
    pub(super) judges: &'a mut Names,
    pub(super) contexts: &'a mut Names,
}

impl Buffers {
    /// Decode the rows of `range`; nothing if one of them is invalid in itself. Ids may be as large
    /// as [`MOST`], and codes anything: who counts them looks.
    pub(super) fn decode<'a>(
        &'a mut self,
        rows: &Rows<'a>,
        answer: Answer,
        range: Range<usize>,
        stores: &mut Stores,
    ) -> Result<Option<Block<'a>>> {
        let (left, right) = match (rows.left.values, rows.right.values) {
            (Column::Text(left), Column::Text(right)) => {
                let sides = left[range.clone()].iter().zip(&right[range.clone()]);
                self.left.clear();
                self.right.clear();
                for (&left, &right) in sides {
                    let (Some(left), Some(right)) =
                        (intern(stores.items, Kind::Item, left)?, intern(stores.items, Kind::Item, right)?)
                    else {
                        return Ok(None);
                    };
                    self.left.put(left);
                    self.right.put(right);
                }
                (Some(&self.left[..]), Some(&self.right[..]))
            }
            _ => (
                ids(&rows.left, range.clone(), &mut self.left),
                ids(&rows.right, range.clone(), &mut self.right),
            ),
        };
        let judge = other(&rows.judge, Kind::Judge, range.clone(), &mut self.judge, stores.judges)?;
        let context = other(&rows.context, Kind::Context, range.clone(), &mut self.context, stores.contexts)?;
        let codes = match answer {
            Answer::Score => scores(&rows.score, range, &mut self.codes),
            Answer::Outcome => outcomes(&rows.outcome, range, &mut self.codes),
            Answer::Counts => {
                self.codes.clear();
                self.codes.resize(range.len(), 0);
                &self.codes
            }
        };
        Ok(match (left, right, judge, context) {
            (Some(left), Some(right), Some(judge), Some(context)) => Some(Block {
                left,
                right,
                judge: rows.judge.values.is_present().then_some(judge),
                context: rows.context.values.is_present().then_some(context),
                codes,
            }),
            _ => None,
        })
    }
}

/// The id of a name; nothing if it cannot be a name.
fn intern(names: &mut Names, kind: Kind, name: &str) -> Result<Option<u32>> {
    if let Names::Text(text) = names {
        if let Some(id) = text.find(name) {
            return Ok(Some(id));
        }
    }
    if super::names::check(name).is_err() {
        return Ok(None);
    }
    names.intern(kind, name, 0, "names").map(Some)
}

/// A column of judges or contexts: empty if absent, nothing if invalid.
fn other<'a>(
    key: &Key<'a>,
    kind: Kind,
    range: Range<usize>,
    buffer: &'a mut Vec<u32>,
    names: &mut Names,
) -> Result<Option<&'a [u32]>> {
    match key.values {
        Column::Absent => Ok(Some(&[])),
        Column::Text(values) => {
            buffer.clear();
            for name in &values[range] {
                match intern(names, kind, name)? {
                    Some(id) => buffer.put(id),
                    None => return Ok(None),
                }
            }
            Ok(Some(buffer))
        }
        _ => Ok(ids(key, range, buffer)),
    }
}

/// A column of ids, zero-based. An id that is not of the type's range in a column of 32 unsigned
/// bits with base 0 is left to the caller, so that this column need not be touched.
fn ids<'a>(key: &Key<'a>, range: Range<usize>, buffer: &'a mut Vec<u32>) -> Option<&'a [u32]> {
    // The difference of a value of at most 33 bits cannot wrap into the range of ids, that of a signed
    // value is right as unsigned if it is not negative.
    let narrow = |value: i64| value.wrapping_sub(key.base) as u64;
    let signed = |value: i64| if value < key.base { u64::MAX } else { value.wrapping_sub(key.base) as u64 };
    let unsigned = |value: u64| u64::try_from(i128::from(value) - i128::from(key.base)).unwrap_or(u64::MAX);
    match key.values {
        Column::Absent | Column::Text(_) | Column::F64(_) => None,
        Column::U32(v) if key.base == 0 => Some(&v[range]),
        Column::I8(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U8(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::I16(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U16(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::I32(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U32(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::I64(v) => convert(&v[range], signed, buffer),
        Column::U64(v) => convert(&v[range], unsigned, buffer),
    }
}

fn convert<'a, T: Copy>(values: &[T], id: impl Fn(T) -> u64, buffer: &'a mut Vec<u32>) -> Option<&'a [u32]> {
    buffer.resize(values.len(), 0);
    let mut invalid = false;
    for (slot, &value) in buffer.iter_mut().zip(values) {
        let id = id(value);
        invalid |= id >= MOST as u64;
        *slot = id as u32;
    }
    (!invalid).then_some(buffer)
}

/// Scores as outcome codes, 0 where invalid.
fn scores<'a>(column: &Column<'a>, range: Range<usize>, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    buffer.clear();
    if let Column::F64(values) = column {
        buffer.extend(
            values[range].iter().map(|&score| {
                u8::from(score == 1.0) + 2 * u8::from(score == 0.0) + 3 * u8::from(score == 0.5)
            }),
        );
    } else {
        buffer.extend(range.map(|row| match column.integer(row) {
            1 => 1,
            0 => 2,
            _ => 0,
        }));
    }
    buffer
}

/// Outcome codes as bytes, 0 where they do not fit.
fn outcomes<'a>(column: &Column<'a>, range: Range<usize>, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    fn narrow<T: Copy + TryInto<u8>>(values: &[T], buffer: &mut Vec<u8>) {
        buffer.extend(values.iter().map(|&code| code.try_into().unwrap_or(0)));
    }
    buffer.clear();
    match column {
        Column::U8(v) => return &v[range],
        Column::I8(v) => narrow(&v[range], buffer),
        Column::I16(v) => narrow(&v[range], buffer),
        Column::U16(v) => narrow(&v[range], buffer),
        Column::I32(v) => narrow(&v[range], buffer),
        Column::U32(v) => narrow(&v[range], buffer),
        Column::I64(v) => narrow(&v[range], buffer),
        Column::U64(v) => narrow(&v[range], buffer),
        Column::Absent | Column::Text(_) | Column::F64(_) => buffer.resize(range.len(), 0),
    }
    buffer
}
