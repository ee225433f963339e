//! Columns of Arrow as columns of the core: numbers are borrowed where they can be, names are read where a row needs them.

use super::arrow::ArrowSchema;
use super::arrow_read::{format_of, Bits, Window};
use super::columns::{read, room, Values};
use super::data::*;
use duel::comparisons::Texts;
use duel::error::{Error, Result};
use std::borrow::Cow;
use std::io::Write;
use std::mem::size_of;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Nothing but nulls.
    Null,
    /// Bits.
    Bool,
    /// Integers, by their type in C.
    Integer(duel_type),
    /// Two bytes.
    Half,
    /// Four bytes.
    Single,
    /// Eight bytes.
    Double,
    /// Integers of so many bytes, times a power of ten.
    Decimal { bytes: usize, scale: i32 },
    /// Bytes behind offsets of 32 bits.
    Text,
    /// Bytes behind offsets of 64 bits.
    LargeText,
    /// Views of bytes.
    Views,
    /// Codes of integers, and names.
    Dictionary(duel_type, Names),
}

/// What the names of a dictionary are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Names {
    Text,
    LargeText,
    Views,
    Integer(duel_type),
    Null,
}

impl Kind {
    /// The kind of a column; an error if it is none that can be read.
    pub(super) unsafe fn of(field: &ArrowSchema, name: &str) -> Result<Kind> {
        let format = unsafe { format_of(field) }?;
        let found = simple(format);
        let refuse = |what: String| {
            Err(Error::Argument(format!(
                "{name} is {what}; it must be a column of text, integers, floating-point numbers, decimals or bools, or a \
                 dictionary of text"
            )))
        };
        let Some(dictionary) = (unsafe { field.dictionary.as_ref() }) else {
            let called = match format {
                [b'+', b'r', ..] => " (run ends)",
                [b'+', ..] => " (nested)",
                [b't', ..] => " (time)",
                _ => "",
            };
            let shown = || format!("of Arrow's type {:?}{called}", String::from_utf8_lossy(format));
            return found.map_or_else(|| refuse(shown()), Ok);
        };
        let names = match simple(unsafe { format_of(dictionary) }?) {
            Some(Kind::Text) => Some(Names::Text),
            Some(Kind::LargeText) => Some(Names::LargeText),
            Some(Kind::Views) => Some(Names::Views),
            Some(Kind::Integer(of)) => Some(Names::Integer(of)),
            Some(Kind::Null) => Some(Names::Null),
            _ => None,
        };
        match (found, names) {
            (Some(Kind::Integer(codes)), Some(names)) if dictionary.dictionary.is_null() => {
                Ok(Kind::Dictionary(codes, names))
            }
            _ => refuse("a dictionary whose codes or values have another type".into()),
        }
    }
}

fn simple(format: &[u8]) -> Option<Kind> {
    Some(match format {
        b"n" => Kind::Null,
        b"b" => Kind::Bool,
        b"c" => Kind::Integer(DUEL_TYPE_I8),
        b"C" => Kind::Integer(DUEL_TYPE_U8),
        b"s" => Kind::Integer(DUEL_TYPE_I16),
        b"S" => Kind::Integer(DUEL_TYPE_U16),
        b"i" => Kind::Integer(DUEL_TYPE_I32),
        b"I" => Kind::Integer(DUEL_TYPE_U32),
        b"l" => Kind::Integer(DUEL_TYPE_I64),
        b"L" => Kind::Integer(DUEL_TYPE_U64),
        b"e" => Kind::Half,
        b"f" => Kind::Single,
        b"g" => Kind::Double,
        b"u" | b"z" => Kind::Text,
        b"U" | b"Z" => Kind::LargeText,
        b"vu" | b"vz" => Kind::Views,
        [b'd', b':', parts @ ..] => decimal(std::str::from_utf8(parts).ok()?)?,
        _ => return None,
    })
}

/// "precision,scale" or "precision,scale,bits".
fn decimal(parts: &str) -> Option<Kind> {
    let mut parts = parts.split(',');
    let _precision: u32 = parts.next()?.parse().ok()?;
    let scale: i32 = parts.next()?.parse().ok()?;
    let bits: usize = parts.next().map_or(Some(128), |bits| bits.parse().ok())?;
    let is_known =
        [32, 64, 128, 256].contains(&bits) && (-400..=400).contains(&scale) && parts.next().is_none();
    is_known.then_some(Kind::Decimal { bytes: bits / 8, scale })
}

/// The error of a row that has no value.
fn null(row: usize, name: &str) -> Error {
    Error::row(row, format!("{name} is null"))
}

/// The bits of a column that may have nulls, or an error where it may not.
fn nulls<'a>(window: &Window<'a>, name: &str, may_be_missing: bool) -> Result<Option<Bits<'a>>> {
    let bits = window.validity(name)?;
    match bits.and_then(|bits| bits.first_null(window.length)) {
        None => Ok(None),
        Some(_) if may_be_missing => Ok(bits),
        Some(row) => Err(null(row, name)),
    }
}

/// Numbers: scores, weights, counts.
pub(super) fn numbers<'a>(kind: Kind, window: &Window<'a>, name: &str) -> Result<Values<'a>> {
    match kind {
        Kind::Null if window.length > 0 => return Err(null(0, name)),
        Kind::Null => return Ok(Values::F64(Cow::Borrowed(&[]))),
        Kind::Text | Kind::LargeText | Kind::Views | Kind::Dictionary(..) => {
            return Err(Error::Argument(format!("{name} is a column of text, not of numbers")))
        }
        _ => (),
    }
    window.check_buffers(2, name)?;
    nulls(window, name, false)?;
    match kind {
        Kind::Integer(of) => integers(of, window, name),
        Kind::Bool => {
            let bits = Bits::of(window, 1, name)?;
            let mut values = room(window.length, name)?;
            values.extend((0..window.length).map(|row| u8::from(bits.get(row))));
            Ok(Values::U8(Cow::Owned(values)))
        }
        kind => reals(kind, window, name),
    }
}

/// Integers, borrowed if they are aligned. Nulls are whatever is in their place.
fn integers<'a>(of: duel_type, window: &Window<'a>, name: &str) -> Result<Values<'a>> {
    typed(of, window, size_of_type(of), name)
}

fn size_of_type(of: duel_type) -> usize {
    match of {
        DUEL_TYPE_I8 | DUEL_TYPE_U8 => 1,
        DUEL_TYPE_I16 | DUEL_TYPE_U16 => 2,
        DUEL_TYPE_I32 | DUEL_TYPE_U32 => 4,
        _ => 8,
    }
}

fn typed<'a>(r#type: duel_type, window: &Window<'a>, size: usize, name: &str) -> Result<Values<'a>> {
    let buffer = window.buffer(1, name)?;
    // Of no values the address does not matter, but NULL would be no column.
    let data = match buffer.is_null() {
        true => std::ptr::NonNull::<u64>::dangling().as_ptr().cast_const().cast(),
        false => place(buffer, window.first, size, name)?.cast(),
    };
    let column = duel_column { data, stride: 0, r#type, base: 0, labels: std::ptr::null(), label_count: 0 };
    // SAFETY: the producer promises so many values from the first on.
    unsafe { read(&column, window.length, name) }
}

/// The address of a value of a buffer.
fn place(buffer: *const u8, at: usize, size: usize, name: &str) -> Result<*const u8> {
    let bytes = at.checked_mul(size).filter(|&bytes| bytes <= isize::MAX as usize);
    let bytes = bytes.ok_or_else(|| Error::Size(format!("{name}: an offset beyond the address space")))?;
    Ok(buffer.wrapping_add(bytes))
}

fn reals<'a>(kind: Kind, window: &Window<'a>, name: &str) -> Result<Values<'a>> {
    fn each<T: Copy>(window: &Window, name: &str, real: impl Fn(T) -> f64) -> Result<Values<'static>> {
        let first = place(window.buffer(1, name)?, window.first, size_of::<T>(), name)?.cast::<T>();
        // The last address is checked as well.
        place(first.cast(), window.length, size_of::<T>(), name)?;
        let mut values = room(window.length, name)?;
        // SAFETY: the producer promises so many values.
        values.extend((0..window.length).map(|row| real(unsafe { first.add(row).read_unaligned() })));
        Ok(Values::F64(Cow::Owned(values)))
    }
    match kind {
        Kind::Double => typed(DUEL_TYPE_F64, window, 8, name),
        Kind::Single => each::<f32>(window, name, f64::from),
        Kind::Half => each::<u16>(window, name, half),
        Kind::Decimal { bytes: 4, scale } => each::<i32>(window, name, |v| scaled(f64::from(v), scale)),
        Kind::Decimal { bytes: 8, scale } => each::<i64>(window, name, |v| scaled(v as f64, scale)),
        Kind::Decimal { bytes: 16, scale } => each::<i128>(window, name, |v| scaled(v as f64, scale)),
        Kind::Decimal { scale, .. } => each::<[u64; 4]>(window, name, |v| scaled(wide(v), scale)),
        other => Err(Error::Internal(format!("{name}: {other:?} holds no reals"))),
    }
}

/// A number of two bytes.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 {
        -size
    } else {
        size
    }
}

/// An integer of 256 bits in words, the lowest first.
fn wide(words: [u64; 4]) -> f64 {
    let is_negative = words[3] >> 63 == 1;
    let mut carry = is_negative;
    let mut sizes = words;
    if is_negative {
        for word in &mut sizes {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    let size = sizes.iter().rev().fold(0.0, |sum, &word| sum * 2f64.powi(64) + word as f64);
    if is_negative {
        -size
    } else {
        size
    }
}

fn scaled(value: f64, scale: i32) -> f64 {
    if scale >= 0 {
        value / 10f64.powi(scale)
    } else {
        value * 10f64.powi(-scale)
    }
}

/// Names or ids of items, judges or contexts. Whole numbers are ids if `are_ids`, else their decimals are names.
pub(super) fn keys<'a>(
    kind: Kind,
    window: &Window<'a>,
    name: &str,
    (are_ids, may_be_missing): (bool, bool),
) -> Result<Values<'a>> {
    match kind {
        Kind::Null if may_be_missing || window.length == 0 => return Ok(Values::Absent),
        Kind::Null => return Err(null(0, name)),
        Kind::Bool => {
            return Err(Error::Argument(format!("{name} is a column of bools, not of names or ids")))
        }
        _ => (),
    }
    if !matches!(kind, Kind::Views) {
        let is_text = matches!(kind, Kind::Text | Kind::LargeText);
        window.check_buffers(if is_text { 3 } else { 2 }, name)?;
    }
    if let Kind::Dictionary(codes, of) = kind {
        let codes = with_missing(integers(codes, window, name)?, nulls(window, name, may_be_missing)?, name)?;
        let values = window.dictionary(name)?;
        let names: Box<dyn Texts + 'a> = match of {
            Names::Integer(of) => {
                values.check_buffers(2, name)?;
                Box::new(Decimals {
                    values: integers(of, &values, name)?,
                    validity: values.validity(name)?,
                    length: values.length,
                })
            }
            Names::Null => Box::new(Nothing(values.length)),
            Names::Text => texts(Kind::Text, &values, name, true)?,
            Names::LargeText => texts(Kind::LargeText, &values, name, true)?,
            Names::Views => texts(Kind::Views, &values, name, true)?,
        };
        return Ok(Values::Coded(Box::new(codes), names));
    }
    if matches!(kind, Kind::Text | Kind::LargeText | Kind::Views) {
        return Ok(Values::Text(texts(kind, window, name, may_be_missing)?));
    }
    let validity = nulls(window, name, may_be_missing)?;
    let values = match kind {
        Kind::Integer(of) => integers(of, window, name)?,
        kind => whole(reals(kind, window, name)?, validity, name)?,
    };
    match are_ids {
        true => with_missing(values, validity, name),
        false => Ok(Values::Text(Box::new(Decimals { values, validity, length: window.length }))),
    }
}

/// Integers with -1 where there is none.
fn with_missing<'a>(values: Values<'a>, validity: Option<Bits>, name: &str) -> Result<Values<'a>> {
    let Some(bits) = validity else { return Ok(values) };
    let column = values.column();
    let length = column.length();
    let mut found = room(length, name)?;
    for row in 0..length {
        let value = if bits.get(row) { column.integer(row) } else { -1 };
        found.push(
            i64::try_from(value)
                .map_err(|_| Error::row(row, format!("{name} is {value}, which is no id")))?,
        );
    }
    Ok(Values::I64(Cow::Owned(found)))
}

/// Reals that are whole numbers.
fn whole(values: Values<'_>, validity: Option<Bits>, name: &str) -> Result<Values<'static>> {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let Values::F64(reals) = values else { return Ok(Values::Absent) };
    let mut found = room(reals.len(), name)?;
    for (row, &value) in reals.iter().enumerate() {
        let is_there = validity.is_none_or(|bits| bits.get(row));
        if is_there && (value.fract() != 0.0 || value.abs() > LARGEST || value.is_nan()) {
            return Err(Error::Name {
                row: Some(row),
                message: format!("{name} is {value}, which is no whole number"),
            });
        }
        found.push(if is_there { value as i64 } else { 0 });
    }
    Ok(Values::I64(Cow::Owned(found)))
}

/// Names as they stand in memory.
fn texts<'a>(
    kind: Kind,
    window: &Window<'a>,
    name: &str,
    may_be_missing: bool,
) -> Result<Box<dyn Texts + 'a>> {
    if kind == Kind::Views {
        return Ok(Box::new(Views::new(window, name, may_be_missing)?));
    }
    window.check_buffers(3, name)?;
    let validity = nulls(window, name, may_be_missing)?;
    let bytes = unsafe { window.array.buffers.add(2).read_unaligned() }.cast::<u8>();
    let offsets = Window { length: if window.length == 0 { 0 } else { window.length + 1 }, ..*window };
    Ok(match kind {
        Kind::LargeText => match integers(DUEL_TYPE_I64, &offsets, name)? {
            Values::I64(offsets) => Box::new(Strings::new(offsets, bytes, validity, name)?),
            _ => return Err(Error::Internal(format!("{name}: offsets"))),
        },
        _ => match integers(DUEL_TYPE_I32, &offsets, name)? {
            Values::I32(offsets) => Box::new(Strings::new(offsets, bytes, validity, name)?),
            _ => return Err(Error::Internal(format!("{name}: offsets"))),
        },
    })
}

/// Bytes behind offsets.
#[derive(Debug)]
struct Strings<'a, T: Clone> {
    offsets: Cow<'a, [T]>,
    bytes: *const u8,
    validity: Option<Bits<'a>>,
}

impl<'a, T: Copy + PartialOrd + Default + Into<i64>> Strings<'a, T> {
    fn new(
        offsets: Cow<'a, [T]>,
        bytes: *const u8,
        validity: Option<Bits<'a>>,
        name: &str,
    ) -> Result<Strings<'a, T>> {
        let is_sorted = offsets.windows(2).fold(true, |is, pair| is & (pair[0] <= pair[1]));
        let ends =
            (offsets.first().copied().unwrap_or_default(), offsets.last().copied().unwrap_or_default());
        if !is_sorted || ends.0 < T::default() {
            return Err(Error::Format(format!("stream: {name} has offsets that go down, or below 0")));
        }
        if bytes.is_null() && ends.0 < ends.1 {
            return Err(Error::Format(format!("stream: {name} has text at NULL")));
        }
        Ok(Strings { offsets, bytes, validity })
    }
}

impl<T: Copy + std::fmt::Debug + Into<i64>> Texts for Strings<'_, T> {
    fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        if self.validity.is_some_and(|bits| !bits.get(number)) {
            return None;
        }
        let (start, end): (i64, i64) =
            ((*self.offsets.get(number)?).into(), (*self.offsets.get(number + 1)?).into());
        if start == end {
            return Some(&[]);
        }
        // SAFETY: offsets go up from 0, and the producer promises as many bytes as the last says.
        Some(unsafe { std::slice::from_raw_parts(self.bytes.add(start as usize), (end - start) as usize) })
    }
}

/// Views: of 16 bytes each, the text itself or where it is.
#[derive(Debug)]
struct Views<'a> {
    views: *const u8,
    length: usize,
    /// The other buffers, with their lengths.
    buffers: Vec<(*const u8, i64)>,
    validity: Option<Bits<'a>>,
}

const VIEW: usize = 16;
/// The longest text that is in its view.
const INSIDE: i32 = 12;

impl<'a> Views<'a> {
    fn new(window: &Window<'a>, name: &str, may_be_missing: bool) -> Result<Views<'a>> {
        let count = window.array.n_buffers;
        if count < 3 {
            return Err(Error::Format(format!("stream: {name} has {count} buffers; views have 3 or more")));
        }
        let validity = nulls(window, name, may_be_missing)?;
        let others = count as usize - 3;
        let mut buffers = room(others, name)?;
        let sizes = unsafe { window.array.buffers.add(count as usize - 1).read_unaligned() }.cast::<i64>();
        if others > 0 && sizes.is_null() {
            return Err(Error::Format(format!("stream: {name} does not say how long its buffers are")));
        }
        for at in 0..others {
            // SAFETY: the producer promises so many buffers and lengths.
            let (buffer, size) = unsafe {
                (window.array.buffers.add(2 + at).read_unaligned(), sizes.add(at).read_unaligned())
            };
            buffers.push((buffer.cast(), if buffer.is_null() { 0 } else { size }));
        }
        let views = place(window.buffer(1, name)?, window.first, VIEW, name)?;
        place(views, window.length, VIEW, name)?;
        let found = Views { views, length: window.length, buffers, validity };
        for at in 0..found.length {
            let is_there = validity.is_none_or(|bits| bits.get(at));
            if is_there && found.bytes(at).is_none() {
                return Err(Error::Format(format!("stream: {name}: view {at} points beyond its buffer")));
            }
        }
        Ok(found)
    }

    /// The bytes of a view; nothing if they are not where it says.
    fn bytes(&self, at: usize) -> Option<&[u8]> {
        // SAFETY: the producer promises so many views, and the buffers are as long as it says.
        unsafe {
            let view = self.views.add(at * VIEW);
            let word = |place: usize| view.add(place).cast::<i32>().read_unaligned();
            let length = word(0);
            if (0..=INSIDE).contains(&length) {
                return Some(std::slice::from_raw_parts(view.add(4), length as usize));
            }
            let &(buffer, size) = self.buffers.get(usize::try_from(word(8)).ok()?)?;
            let (start, length) = (usize::try_from(word(12)).ok()?, usize::try_from(length).ok()?);
            let fits = start + length <= usize::try_from(size).ok()?;
            fits.then(|| std::slice::from_raw_parts(buffer.add(start), length))
        }
    }
}

impl Texts for Views<'_> {
    fn len(&self) -> usize {
        self.length
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        if number >= self.length || self.validity.is_some_and(|bits| !bits.get(number)) {
            return None;
        }
        self.bytes(number)
    }
}

/// Integers as names.
struct Decimals<'a> {
    values: Values<'a>,
    validity: Option<Bits<'a>>,
    length: usize,
}

impl std::fmt::Debug for Decimals<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} decimals", self.length)
    }
}

impl Texts for Decimals<'_> {
    fn len(&self) -> usize {
        self.length
    }

    fn get<'b>(&'b self, number: usize, room: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        if number >= self.length || self.validity.is_some_and(|bits| !bits.get(number)) {
            return None;
        }
        room.clear();
        write!(room, "{}", self.values.column().integer(number)).ok()?;
        Some(room)
    }
}

/// Names that are all missing.
#[derive(Debug)]
struct Nothing(usize);

impl Texts for Nothing {
    fn len(&self) -> usize {
        self.0
    }

    fn get<'b>(&'b self, _: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        None
    }
}

/// What an answer is called that the caller explained.
pub(super) struct Answer {
    pub(super) said: Vec<u8>,
    pub(super) means: u8,
}

/// Outcomes: integers are codes, unless the caller explains answers; text and whole numbers are looked up.
pub(super) fn outcomes<'a>(
    kind: Kind,
    window: &Window<'a>,
    name: &str,
    answers: &[Answer],
    explained: bool,
) -> Result<Values<'a>> {
    if let (Kind::Integer(_), false) = (kind, explained) {
        return numbers(kind, window, name);
    }
    if kind == Kind::Null {
        return numbers(kind, window, name);
    }
    let mut written = Vec::new();
    let mut find = |names: &dyn Texts, number: usize, row: usize| -> Result<u8> {
        let Some(said) = names.get(number, &mut written) else { return Err(null(row, name)) };
        let answer = answers.iter().find(|answer| answer.said == said);
        answer.map(|answer| answer.means).ok_or_else(|| {
            let rule = "which nobody explained: it must be left, right, tie, both_good or both_bad";
            let given = if explained { ", or one of the answers given" } else { "" };
            Error::row(row, format!("{name} is {:?}, {rule}{given}", String::from_utf8_lossy(said)))
        })
    };
    let mut codes: Vec<u8> = room(window.length, name)?;
    match keys(kind, window, name, (false, false))? {
        Values::Text(names) => {
            for row in 0..window.length {
                codes.push(find(&*names, row, row)?);
            }
        }
        Values::Coded(numbers, names) => {
            let numbers = numbers.column();
            let mut known: Vec<u8> = room(names.len(), name)?;
            known.resize(names.len(), 0);
            for row in 0..window.length {
                let code = numbers.integer(row);
                let place = usize::try_from(code).ok().and_then(|place| Some((place, known.get_mut(place)?)));
                let Some((number, code)) = place else {
                    let fault =
                        format!("{name}: {code} is the code of no name; there are {}, from 0", names.len());
                    return Err(Error::Name { row: Some(row), message: fault });
                };
                if *code == 0 {
                    *code = find(&*names, number, row)?;
                }
                codes.push(*code);
            }
        }
        _ => (),
    }
    Ok(Values::U8(Cow::Owned(codes)))
}
