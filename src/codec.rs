//! Objects as bytes, little-endian: magic, 8 bytes; version, u32; flags, u32; for most kinds the length; the fields, in an
//! order that is the object's own; CRC-32 of everything before, u32.

use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _, Put as _};
use std::ops::RangeInclusive;

/// Magic, version and flags.
const HEAD: usize = 16;
const CHECKSUM: usize = 4;

/// A kind of object, and its bytes before the fields.
#[derive(Debug)]
pub(crate) struct Format {
    /// The first bytes.
    pub(crate) magic: &'static [u8; 8],
    /// Versions that can be read; the last is written, unless the writer names one.
    pub(crate) versions: RangeInclusive<u32>,
    /// The flags that there are.
    pub(crate) flags: u32,
    /// The length that follows the flags.
    pub(crate) length: Length,
    /// How messages call the bytes.
    pub(crate) name: &'static str,
}

/// The length of an object, a u64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// There is none.
    Absent,
    /// Of everything, in bytes.
    Bytes,
    /// Of the fields, in words of eight bytes.
    Words,
}

impl Format {
    /// The error of bytes that are not of this kind.
    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Format(format!("{}: {fault}", self.name))
    }

    /// Bytes before the fields.
    pub(crate) fn head(&self) -> usize {
        HEAD + if self.length == Length::Absent { 0 } else { 8 }
    }

    /// A writer of fields of the last version, with memory for this many bytes of them.
    pub(crate) fn writer(&self, flags: u32, fields: usize) -> Writer {
        self.writer_of(*self.versions.end(), flags, fields)
    }

    /// The same of a version: what earlier versions can say is written in the first that can.
    pub(crate) fn writer_of(&self, version: u32, flags: u32, fields: usize) -> Writer {
        let mut out = Writer(with_room(self.head() + fields + CHECKSUM));
        out.raw(self.magic);
        out.u32(version);
        out.u32(flags);
        if self.length != Length::Absent {
            out.word(0);
        }
        out
    }

    /// The bytes, once all fields are written.
    pub(crate) fn close(&self, writer: Writer) -> Vec<u8> {
        let mut out = writer.0;
        let length = match self.length {
            Length::Absent => None,
            Length::Bytes => Some(out.len() + CHECKSUM),
            Length::Words => Some((out.len() - self.head()) / 8),
        };
        if let Some(length) = length {
            out[HEAD..HEAD + 8].copy_from_slice(&(length as u64).to_le_bytes());
        }
        let checksum = crc32(&out);
        out.put_all(&checksum.to_le_bytes());
        out
    }

    /// A reader of the fields, and version and flags. Any truncation and any damage is [`Error::Format`].
    pub(crate) fn open<'a>(&'a self, bytes: &'a [u8]) -> Result<(Reader<'a>, u32, u32)> {
        if bytes.len() < self.head() + CHECKSUM {
            return Err(self.fault(format_args!("{} bytes are too few", bytes.len())));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let mut reader = Reader { bytes: content, format: self };
        if reader.take(self.magic.len())? != self.magic {
            return Err(self.fault("these bytes are something else"));
        }
        let (version, flags) = (reader.u32()?, reader.u32()?);
        if !self.versions.contains(&version) {
            let (first, last) = (self.versions.start(), self.versions.end());
            let known =
                if first == last { format!("version {last}") } else { format!("versions {first} to {last}") };
            return Err(self.fault(format_args!("format version {version}; this library reads {known}")));
        }
        let saved = match self.length {
            Length::Absent => bytes.len() as u64,
            Length::Bytes => reader.word()?,
            Length::Words => reader.word()?.saturating_mul(8).saturating_add((self.head() + CHECKSUM) as u64),
        };
        if saved != bytes.len() as u64 {
            return Err(self.fault(format_args!("{} bytes, but {saved} were saved", bytes.len())));
        }
        if crc32(content).to_le_bytes() != checksum {
            return Err(self.fault("the checksum does not match; the bytes are damaged"));
        }
        if flags & !self.flags != 0 {
            return Err(self.fault(format_args!("flags {flags:#x} are unknown")));
        }
        Ok((reader, version, flags))
    }
}

/// Writes fields.
#[derive(Debug)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.0.put_all(bytes);
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.0.put(value);
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn word(&mut self, value: u64) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn int(&mut self, value: usize) {
        self.word(value as u64);
    }

    pub(crate) fn flag(&mut self, value: bool) {
        self.int(usize::from(value));
    }

    pub(crate) fn number(&mut self, value: f64) {
        // Not every NaN has the same bits.
        let value = if value.is_nan() { f64::NAN } else { value };
        self.word(value.to_bits());
    }

    pub(crate) fn numbers(&mut self, values: &[f64]) {
        self.list(values, |out, value| out.number(*value));
    }

    pub(crate) fn code<T: PartialEq>(&mut self, codes: &[T], value: &T) {
        self.int(codes.iter().position(|code| code == value).unwrap_or(0));
    }

    pub(crate) fn list<T, L>(&mut self, values: L, each: impl Fn(&mut Writer, T))
    where
        L: IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    {
        let values = values.into_iter();
        self.int(values.len());
        values.for_each(|value| each(self, value));
    }

    /// The bytes that `write` writes, behind its length in bytes.
    pub(crate) fn measured(&mut self, write: impl FnOnce(&mut Writer)) {
        let place = self.0.len();
        self.word(0);
        write(self);
        let length = (self.0.len() - place - 8) as u64;
        self.0[place..place + 8].copy_from_slice(&length.to_le_bytes());
    }

    /// Bytes behind their number.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.int(bytes.len());
        self.raw(bytes);
    }

    /// The same, with zeros up to a whole word.
    pub(crate) fn padded(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
        self.raw(&[0; 8][..bytes.len().next_multiple_of(8) - bytes.len()]);
    }
}

/// Reads fields, from the front.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    format: &'a Format,
}

impl<'a> Reader<'a> {
    /// Refuses bytes that are left over.
    pub(crate) fn end(&self) -> Result<()> {
        if self.bytes.is_empty() {
            Ok(())
        } else {
            Err(self.fault("there are bytes left over"))
        }
    }

    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        self.format.fault(fault)
    }

    /// How many bytes remain.
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let parts = self.bytes.split_at_checked(count);
        let (taken, rest) = parts.ok_or_else(|| self.fault("the bytes end too early"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn word(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn int(&mut self) -> Result<usize> {
        usize::try_from(self.word()?).map_err(|_| self.fault("a number is too large"))
    }

    pub(crate) fn below(&mut self, bound: usize) -> Result<usize> {
        match self.int()? {
            value if value < bound => Ok(value),
            value => Err(self.fault(format_args!("{value} where less than {bound} is possible"))),
        }
    }

    pub(crate) fn flag(&mut self) -> Result<bool> {
        self.one_of(&[false, true])
    }

    pub(crate) fn number(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.word()?))
    }

    pub(crate) fn numbers(&mut self) -> Result<Vec<f64>> {
        self.list(Reader::number)
    }

    /// As many numbers as there must be.
    pub(crate) fn fill(&mut self, out: &mut [f64]) -> Result<()> {
        let values = self.numbers()?;
        if values.len() != out.len() {
            return Err(self.fault(format_args!("{} numbers where {} belong", values.len(), out.len())));
        }
        out.copy_from_slice(&values);
        Ok(())
    }

    pub(crate) fn one_of<T: Copy>(&mut self, codes: &[T]) -> Result<T> {
        let code = self.int()?;
        codes.get(code).copied().ok_or_else(|| self.fault(format_args!("choice {code} is unknown")))
    }

    /// How many things follow, each of at least `size` bytes: no more than there are bytes for, which bounds what is
    /// allocated.
    pub(crate) fn count(&mut self, size: usize) -> Result<usize> {
        let count = self.word()?;
        let fits = usize::try_from(count).ok().filter(|&count| count <= self.bytes.len() / size);
        fits.ok_or_else(|| self.fault(format_args!("a count of {count} is more than there are bytes")))
    }

    /// Refuses bytes that cannot hold this many words more, before there is room for them.
    pub(crate) fn expect(&self, words: usize) -> Result<()> {
        if words > self.bytes.len() / 8 {
            return Err(self.fault(format_args!("{words} numbers are more than there are bytes")));
        }
        Ok(())
    }

    /// A list of elements of at least a word each.
    pub(crate) fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count(8)?;
        (0..count).map(|_| each(self)).gathered_or()
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8]> {
        let count = self.count(1)?;
        self.take(count)
    }

    pub(crate) fn padded(&mut self) -> Result<&'a [u8]> {
        let bytes = self.bytes()?;
        let padding = self.take(bytes.len().next_multiple_of(8) - bytes.len())?;
        if padding.iter().any(|byte| *byte != 0) {
            return Err(self.fault("a word is not filled with zeros"));
        }
        Ok(bytes)
    }

    /// Bytes as a text.
    pub(crate) fn text(&self, bytes: &'a [u8]) -> Result<&'a str> {
        std::str::from_utf8(bytes).map_err(|_| self.fault("a text is not UTF-8"))
    }
}

/// Bytes that CRC-32 takes at once.
const STRIDE: usize = 8;

/// The remainders of CRC-32 that a byte leaves once this many more bytes of zero have gone through it.
const REMAINDERS: [[u32; 256]; STRIDE] = {
    let mut tables = [[0u32; 256]; STRIDE];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = if remainder & 1 == 1 { remainder >> 1 ^ 0xedb8_8320 } else { remainder >> 1 };
            bit += 1;
        }
        tables[0][byte] = remainder;
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < STRIDE {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[zeros - 1][byte];
            tables[zeros][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
};

/// CRC-32 (IEEE 802.3), reflected, by tables of bytes.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    let strides = bytes.chunks_exact(STRIDE);
    let rest = strides.remainder();
    for stride in strides {
        let word = u64::from_le_bytes(std::array::from_fn(|k| stride[k])) ^ u64::from(crc);
        let left = word.to_le_bytes().into_iter().zip(REMAINDERS.iter().rev());
        crc = left.fold(0, |sum, (byte, table)| sum ^ table[usize::from(byte)]);
    }
    !rest.iter().fold(crc, |crc, &byte| crc >> 8 ^ REMAINDERS[0][((crc ^ u32::from(byte)) & 0xff) as usize])
}

/// Bytes that an earlier version saved; `WRITE_SAVED` in the environment replaces them by `now`.
#[cfg(test)]
pub(crate) fn kept(name: &str, now: &[u8]) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saved").join(name);
    if std::env::var_os("WRITE_SAVED").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    std::fs::read(path).unwrap()
}

/// Bytes with their checksum.
#[cfg(test)]
pub(crate) fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = crc32(&content);
    content.extend_from_slice(&checksum.to_le_bytes());
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
        assert_eq!((crc32(b""), crc32(&[0; 32])), (0, 0x190a_55ad));
    }
}
