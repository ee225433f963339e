//! Columns of Arrow as columns of the core: numbers are borrowed where they can be, names are read where a row needs them.

use super::arrow_kind::{Kind, Names};
use super::arrow_read::{Bits, Window};
use super::arrow_texts::{texts, Decimals, Nothing};
use super::columns::{read, room, Values};
use super::data::*;
use duel::comparisons::Texts;
use duel::error::{Error, Result};
use duel::room::Put as _;
use std::borrow::Cow;
use std::mem::size_of;

/// The error of a row that has no value.
fn null(row: usize, name: &str) -> Error {
    Error::row(row, format!("{name} is null"))
}

/// The bits of a column that may have nulls, or an error where it may not.
pub(super) fn nulls<'a>(window: &Window<'a>, name: &str, may_be_missing: bool) -> Result<Option<Bits<'a>>> {
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
            values.put_each((0..window.length).map(|row| u8::from(bits.get(row))));
            Ok(Values::U8(Cow::Owned(values)))
        }
        kind => reals(kind, window, name),
    }
}

/// Integers, borrowed if they are aligned. Nulls are whatever is in their place.
pub(super) fn integers<'a>(of: duel_type, window: &Window<'a>, name: &str) -> Result<Values<'a>> {
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
    // SAFETY: the producer promises this number of values from the first on.
    unsafe { read(&column, window.length, name) }
}

/// The address of a value of a buffer.
pub(super) fn place(buffer: *const u8, at: usize, size: usize, name: &str) -> Result<*const u8> {
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
        // SAFETY: the producer promises this number of values.
        values.put_each((0..window.length).map(|row| real(unsafe { first.add(row).read_unaligned() })));
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

/// Integers, -1 for a missing value.
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

/// The name of an answer that the caller explained.
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
            let rule = "which is not a known answer: it must be left, right, tie, both_good or both_bad";
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
            known.put_until(names.len(), 0);
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
