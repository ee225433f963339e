//! Rows, a block at a time, as zero-based ids and outcome codes: one loop for each type of column,
//! no choice by row. A value that is not valid stops the block; [`Rows::fault`] then finds out why.

use super::addresses::Addresses;
use super::column::{Column, Key, Place, Texts};
use super::names::{Kind, Names, MOST};
use super::rows::{Answer, Rows};
use super::{reserve, NONE};
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
    pub(super) cluster: Option<&'a [u32]>,
    pub(super) codes: &'a [u8],
}

impl<'a> Block<'a> {
    /// Left, right, judge, context and cluster; the last three empty where absent.
    pub(super) fn ids(&self) -> [&'a [u32]; 5] {
        let [judge, context, cluster] =
            [self.judge, self.context, self.cluster].map(Option::unwrap_or_default);
        [self.left, self.right, judge, context, cluster]
    }
}

/// Room for the columns of one block that have to be converted, and the ids of names that have codes.
#[derive(Default)]
pub(super) struct Buffers {
    left: Room,
    right: Room,
    judge: Room,
    context: Room,
    cluster: Room,
    codes: Vec<u8>,
}

/// Room for one column of names or ids.
#[derive(Default)]
struct Room {
    ids: Vec<u32>,
    /// The codes of a block.
    codes: Vec<u32>,
    /// The ids of names by their codes; [`NONE`] where no row has mentioned one yet.
    known: Vec<u32>,
    /// Where these names are.
    place: Option<Place>,
    /// For names that are written first.
    written: Vec<u8>,
    /// The names of the batch by their addresses.
    addresses: Addresses,
}

/// The names of a set while rows come in.
pub(super) struct Stores<'a> {
    pub(super) items: &'a mut Names,
    pub(super) judges: &'a mut Names,
    pub(super) contexts: &'a mut Names,
    pub(super) clusters: &'a mut Names,
}

impl Buffers {
    /// Make ready for the rows of a batch: what is known of names by their codes stays where they are the same names.
    pub(super) fn begin(&mut self, rows: &Rows) {
        let columns = [
            (&mut self.left, &rows.left),
            (&mut self.right, &rows.right),
            (&mut self.judge, &rows.judge),
            (&mut self.context, &rows.context),
            (&mut self.cluster, &rows.cluster),
        ];
        for (room, key) in columns {
            let place = match key.values {
                Column::Coded(coded) => coded.names.place(),
                _ => None,
            };
            if place.is_none() || place != room.place {
                room.known.clear();
            }
            room.place = place;
            room.addresses.clear();
        }
    }

    /// Decode the rows of `range`; None if one of them is invalid in itself. Ids of items may be as large as
    /// [`MOST`], and codes have any value: the caller checks them. Judges and contexts are [`NONE`] where they are missing.
    pub(super) fn decode<'a>(
        &'a mut self,
        rows: &Rows<'a>,
        answer: Answer,
        range: Range<usize>,
        stores: &mut Stores,
    ) -> Result<Option<Block<'a>>> {
        let (left, right) = if rows.left.values.has_names() {
            if !items(rows, range.clone(), &mut self.left, &mut self.right, stores.items)? {
                return Ok(None);
            }
            (Some(&self.left.ids[..]), Some(&self.right.ids[..]))
        } else {
            (
                ids(&rows.left.values, rows.left.base, range.clone(), false, &mut self.left.ids),
                ids(&rows.right.values, rows.right.base, range.clone(), false, &mut self.right.ids),
            )
        };
        let judge = other(&rows.judge, Kind::Judge, range.clone(), &mut self.judge, stores.judges)?;
        let context = other(&rows.context, Kind::Context, range.clone(), &mut self.context, stores.contexts)?;
        let cluster = other(&rows.cluster, Kind::Cluster, range.clone(), &mut self.cluster, stores.clusters)?;
        let codes = match answer {
            Answer::Score => scores(&rows.score, range, &mut self.codes),
            Answer::Outcome => outcomes(&rows.outcome, range, &mut self.codes),
            Answer::Grade => grades(rows, range, &mut self.codes),
            Answer::Counts => {
                self.codes.clear();
                self.codes.put_until(range.len(), 0);
                &self.codes
            }
        };
        Ok(match (left, right, judge, context, cluster) {
            (Some(left), Some(right), Some(judge), Some(context), Some(cluster)) => Some(Block {
                left,
                right,
                judge: rows.judge.values.is_present().then_some(judge),
                context: rows.context.values.is_present().then_some(context),
                cluster: rows.cluster.values.is_present().then_some(cluster),
                codes,
            }),
            _ => None,
        })
    }
}

/// Finds the ids of both items of rows with names; false if one is invalid. New names get ids in the order of the rows,
/// the left one first.
fn items(
    rows: &Rows,
    range: Range<usize>,
    left: &mut Room,
    right: &mut Room,
    names: &mut Names,
) -> Result<bool> {
    let left = NameBlock::new(&rows.left.values, rows.left.base, range.clone(), false, left)?;
    let right = NameBlock::new(&rows.right.values, rows.right.base, range.clone(), false, right)?;
    let (Some(mut left), Some(mut right)) = (left, right) else { return Ok(false) };
    if left.are_known && right.are_known {
        return Ok(true);
    }
    for place in 0..range.len() {
        for side in [&mut left, &mut right] {
            if !side.find(place, Kind::Item, names)? || side.ids[place] == NONE {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A column of judges, contexts or clusters: empty if absent, None if invalid.
fn other<'a>(
    key: &Key<'a>,
    kind: Kind,
    range: Range<usize>,
    room: &'a mut Room,
    names: &mut Names,
) -> Result<Option<&'a [u32]>> {
    if !key.values.is_present() {
        return Ok(Some(&[]));
    }
    if !key.values.has_names() {
        return Ok(ids(&key.values, key.base, range, true, &mut room.ids));
    }
    {
        let values = key.values;
        let length = range.len();
        let Some(mut block) = NameBlock::new(&values, key.base, range, true, room)? else { return Ok(None) };
        if !block.are_known {
            for place in 0..length {
                if !block.find(place, kind, names)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(&room.ids))
}

/// A block of a column of names.
struct NameBlock<'a> {
    texts: &'a dyn Texts,
    /// The codes of the rows, where names have some.
    codes: Option<&'a [u32]>,
    /// Whether all rows have codes or addresses whose names were seen before; the ids are then there.
    are_known: bool,
    first: usize,
    ids: &'a mut Vec<u32>,
    known: &'a mut Vec<u32>,
    written: &'a mut Vec<u8>,
    addresses: &'a mut Addresses,
}

impl<'a> NameBlock<'a> {
    /// Nothing if a code cannot be one.
    fn new(
        values: &'a Column<'a>,
        base: i64,
        range: Range<usize>,
        may_be_missing: bool,
        room: &'a mut Room,
    ) -> Result<Option<NameBlock<'a>>> {
        let Room { ids, codes, known, written, addresses, .. } = room;
        let Some(texts) = values.texts() else { return Ok(None) };
        // Whoever reads them has written them before.
        ids.truncate(range.len());
        reserve(ids, range.len() - ids.len())?;
        ids.put_until(range.len(), NONE);
        let first = range.start;
        let mut block =
            NameBlock { texts, codes: None, are_known: false, first, ids, known, written, addresses };
        if let Column::Coded(coded) = values {
            if block.known.is_empty() {
                reserve(block.known, texts.len())?;
                block.known.put_until(texts.len(), NONE);
            }
            block.are_known = find_known(&coded.codes, base, range.clone(), block.known, block.ids);
            if !block.are_known {
                block.codes = self::ids(&coded.codes, base, range, may_be_missing, codes);
                if block.codes.is_none() {
                    return Ok(None);
                }
            }
        } else {
            block.are_known = block.addresses.read(texts, first, block.ids);
        }
        Ok(Some(block))
    }

    /// Finds the id of a row of the block, [`NONE`] if its name is missing; false if it cannot be a name.
    fn find(&mut self, place: usize, kind: Kind, names: &mut Names) -> Result<bool> {
        if self.are_known {
            return Ok(true);
        }
        self.ids[place] = NONE;
        let number = match self.codes {
            None => match self.addresses.of_row(place) {
                Some(id) => {
                    self.ids[place] = id;
                    return Ok(true);
                }
                None => self.first + place,
            },
            Some(codes) => match self.known.get(codes[place] as usize) {
                None => return Ok(codes[place] == NONE),
                Some(&id) if id != NONE => {
                    self.ids[place] = id;
                    return Ok(true);
                }
                Some(_) => codes[place] as usize,
            },
        };
        let Some(name) = self.texts.get(number, self.written) else { return Ok(true) };
        let Some(id) = intern(names, kind, name)? else { return Ok(false) };
        self.ids[place] = id;
        match self.codes {
            Some(_) => self.known[number] = id,
            None => self.addresses.record(place, id),
        }
        Ok(true)
    }
}

/// The ids of codes in one pass, if all are known; else anything.
fn find_known(codes: &Column, base: i64, range: Range<usize>, known: &[u32], ids: &mut [u32]) -> bool {
    // Then no difference of 64 bits wraps into the range of codes.
    let Some(base) = u32::try_from(base).ok().map(u64::from) else { return false };
    fn each<T: Copy>(codes: &[T], number: impl Fn(T) -> u64, known: &[u32], ids: &mut [u32]) -> bool {
        let mut are_known = true;
        for (id, &code) in ids.iter_mut().zip(codes) {
            *id = known.get(number(code) as usize).copied().unwrap_or(NONE);
            are_known &= *id != NONE;
        }
        are_known
    }
    match *codes {
        Column::I8(v) => each(&v[range], |code| (code as u64).wrapping_sub(base), known, ids),
        Column::U8(v) => each(&v[range], |code| u64::from(code).wrapping_sub(base), known, ids),
        Column::I16(v) => each(&v[range], |code| (code as u64).wrapping_sub(base), known, ids),
        Column::U16(v) => each(&v[range], |code| u64::from(code).wrapping_sub(base), known, ids),
        Column::I32(v) => each(&v[range], |code| (code as u64).wrapping_sub(base), known, ids),
        Column::U32(v) => each(&v[range], |code| u64::from(code).wrapping_sub(base), known, ids),
        Column::I64(v) => each(&v[range], |code| (code as u64).wrapping_sub(base), known, ids),
        Column::U64(v) => each(&v[range], |code| code.wrapping_sub(base), known, ids),
        _ => false,
    }
}

/// The id of a name; None if it cannot be a name.
fn intern(names: &mut Names, kind: Kind, name: &[u8]) -> Result<Option<u32>> {
    if let Names::Text(text) = names {
        if let Some(id) = text.find(name) {
            return Ok(Some(id));
        }
    }
    match super::names::from_bytes(name) {
        Ok(name) => names.intern(kind, name, 0, "names").map(Some),
        Err(_) => Ok(None),
    }
}

/// A column of ids or codes, zero-based; None if one is invalid. -1 is [`NONE`] where ids may be missing; elsewhere an
/// id of a column of 32 unsigned bits with base 0 is left to the caller, so that this column need not be touched.
fn ids<'a>(
    values: &Column<'a>,
    base: i64,
    range: Range<usize>,
    may_be_missing: bool,
    buffer: &'a mut Vec<u32>,
) -> Option<&'a [u32]> {
    // More than an id has bits, and NONE in those that an id has.
    const ABSENT: u64 = 1 << 40 | NONE as u64;
    let has_absent = may_be_missing && base >= 0;
    // The difference of a value of at most 33 bits cannot wrap into the range of ids, that of a signed
    // value is right as unsigned if it is not negative.
    let narrow = |value: i64| value.wrapping_sub(base) as u64;
    let unsigned = |value: u64| u64::try_from(i128::from(value) - i128::from(base)).unwrap_or(u64::MAX);
    let signed = |value: i64| match value {
        -1 if has_absent => ABSENT,
        value if value < base => u64::MAX,
        value => value.wrapping_sub(base) as u64,
    };
    fn convert<'a, T: Copy>(
        values: &[T],
        id: impl Fn(T) -> u64,
        buffer: &'a mut Vec<u32>,
    ) -> Option<&'a [u32]> {
        buffer.put_until(values.len(), 0);
        let mut invalid = false;
        for (slot, &value) in buffer.iter_mut().zip(values) {
            let id = id(value);
            invalid |= id >= MOST as u64 && id != ABSENT;
            *slot = id as u32;
        }
        (!invalid).then_some(buffer)
    }
    match *values {
        Column::Absent | Column::Text(_) | Column::Names(_) | Column::Coded(_) | Column::F64(_) => None,
        Column::U32(v) if base == 0 => {
            let ids = &v[range];
            (!may_be_missing || !ids.contains(&NONE)).then_some(ids)
        }
        Column::U8(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U16(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U32(v) => convert(&v[range], |value| narrow(value.into()), buffer),
        Column::U64(v) => convert(&v[range], unsigned, buffer),
        Column::I8(v) => convert(&v[range], |value| signed(value.into()), buffer),
        Column::I16(v) => convert(&v[range], |value| signed(value.into()), buffer),
        Column::I32(v) => convert(&v[range], |value| signed(value.into()), buffer),
        Column::I64(v) => convert(&v[range], signed, buffer),
    }
}

/// Scores as outcome codes, 0 where invalid.
fn scores<'a>(column: &Column<'a>, range: Range<usize>, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    buffer.clear();
    if let Column::F64(values) = column {
        buffer.put_each(
            values[range].iter().map(|&score| {
                u8::from(score == 1.0) + 2 * u8::from(score == 0.0) + 3 * u8::from(score == 0.5)
            }),
        );
    } else {
        buffer.put_each(range.map(|row| match column.integer(row) {
            1 => 1,
            0 => 2,
            _ => 0,
        }));
    }
    buffer
}

/// Grades as outcome codes, 0 where invalid.
fn grades<'a>(rows: &Rows<'_>, range: Range<usize>, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    buffer.clear();
    buffer.put_each(range.map(|row| match rows.grade(row) {
        Some(1..) => 1,
        Some(..0) => 2,
        Some(0) => 3,
        None => 0,
    }));
    buffer
}

/// Outcome codes as bytes, 0 where they do not fit.
fn outcomes<'a>(column: &Column<'a>, range: Range<usize>, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    fn narrow<T: Copy + TryInto<u8>>(values: &[T], buffer: &mut Vec<u8>) {
        buffer.put_each(values.iter().map(|&code| code.try_into().unwrap_or(0)));
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
        _ => buffer.put_until(range.len(), 0),
    }
    buffer
}
