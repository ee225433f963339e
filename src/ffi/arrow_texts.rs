//! Names in columns of Arrow, which are looked at where a row needs them.

use super::arrow_kind::Kind;
use super::arrow_read::{Bits, Window};
use super::arrow_values::{integers, nulls, place};
use super::columns::{room, Values};
use super::data::*;
use duel::comparisons::{Place, Texts};
use duel::error::{Error, Result};
use std::borrow::Cow;
use std::io::Write;

/// Names as they stand in memory.
pub(super) fn texts<'a>(
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
    // SAFETY: `check_buffers` has seen that there are three buffers (Arrow: layout of text).
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

    fn place(&self) -> Option<Place> {
        // A copy has an address that may come again.
        let Cow::Borrowed(offsets) = &self.offsets else { return None };
        let (bits, first) = self.validity.map_or((0, 0), |bits| bits.place());
        Some([offsets.as_ptr() as usize, self.bytes as usize, self.len(), bits, first])
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
        // SAFETY: there are `count` buffers, the last of which are the lengths of the others (Arrow: layout of views).
        let sizes = unsafe { window.array.buffers.add(count as usize - 1).read_unaligned() }.cast::<i64>();
        if others > 0 && sizes.is_null() {
            return Err(Error::Format(format!("stream: {name} does not say how long its buffers are")));
        }
        for at in 0..others {
            // SAFETY: the producer promises this number of buffers and lengths.
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

    /// The bytes of a view; None if it points outside its buffers.
    fn bytes(&self, at: usize) -> Option<&[u8]> {
        // SAFETY: the producer promises this number of views, and the buffers are as long as it says.
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

    fn place(&self) -> Option<Place> {
        let bytes = match self.buffers[..] {
            [] => 0,
            [(bytes, _)] => bytes as usize,
            _ => return None,
        };
        let (bits, first) = self.validity.map_or((0, 0), |bits| bits.place());
        Some([self.views as usize, bytes, self.length, bits, first])
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        if number >= self.length || self.validity.is_some_and(|bits| !bits.get(number)) {
            return None;
        }
        self.bytes(number)
    }
}

/// Integers as names.
pub(super) struct Decimals<'a> {
    pub(super) values: Values<'a>,
    pub(super) validity: Option<Bits<'a>>,
    pub(super) length: usize,
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
pub(super) struct Nothing(pub(super) usize);

impl Texts for Nothing {
    fn len(&self) -> usize {
        self.0
    }

    fn get<'b>(&'b self, _: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        None
    }
}
