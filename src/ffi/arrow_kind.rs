//! Types of Arrow that columns may have.

use super::arrow::ArrowSchema;
use super::arrow_read::format_of;
use super::data::*;
use duel::error::{Error, Result};

/// The kind of values of a column.
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
    /// Integers of this many bytes, times a power of ten.
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

/// The kind of names of a dictionary.
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
        // SAFETY: `field` is a type of the producer, as the caller of this function promises.
        let format = unsafe { format_of(field) }?;
        let found = simple(format);
        let refuse = |what: String| {
            Err(Error::Argument(format!(
                "{name} is {what}; it must be a column of text, integers, floating-point numbers, decimals or bools, or a \
                 dictionary of text"
            )))
        };
        // SAFETY: NULL or the type of the values, which lives as long as its parent (Arrow: dictionary).
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
        // SAFETY: the dictionary is a type of the producer.
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
