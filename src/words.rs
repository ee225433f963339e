//! Objects as bytes: little-endian words of eight bytes. Magic, version, length in words, then the fields in the order
//! of the object; CRC-32 of everything before as the last four bytes.

use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _, Put as _};

/// Magic, version and length; checksum.
const FRAME: usize = 24 + 4;

/// What kind of object the bytes are of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    /// The first bytes.
    pub(crate) magic: &'static [u8; 8],
    /// Version of the fields.
    pub(crate) version: u64,
    /// How messages call the bytes.
    pub(crate) name: &'static str,
}

impl Format {
    /// The error of bytes that are not of this kind.
    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Format(format!("{}: {fault}", self.name))
    }

    /// Fields as bytes.
    pub(crate) fn close(&self, words: &Writer) -> Vec<u8> {
        let mut out = with_room(8 * words.0.len() + FRAME);
        out.put_all(self.magic);
        for word in [self.version, words.0.len() as u64].iter().chain(&words.0) {
            out.put_all(&word.to_le_bytes());
        }
        let checksum = crc32(&out);
        out.put_all(&checksum.to_le_bytes());
        out
    }

    /// The fields of bytes. Any truncation and any damage is [`Error::Format`].
    pub(crate) fn open(&self, bytes: &[u8]) -> Result<Vec<u64>> {
        if bytes.len() < FRAME {
            return Err(self.fault(format_args!("{} bytes are too few", bytes.len())));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - 4);
        if !content.starts_with(self.magic) {
            return Err(self.fault("these bytes are something else"));
        }
        let words = content[self.magic.len()..].chunks_exact(8).map(|word| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            u64::from_le_bytes(bytes)
        });
        let mut words: Vec<u64> = words.gathered();
        if words[0] != self.version {
            return Err(self.fault(format_args!(
                "format version {}; this library reads version {}",
                words[0], self.version
            )));
        }
        if content.len() % 8 != 0 || words[1] != (words.len() - 2) as u64 {
            return Err(self.fault(format_args!("{} bytes are not as many as were saved", bytes.len())));
        }
        if crc32(content).to_le_bytes() != checksum {
            return Err(self.fault("the checksum does not match; the bytes are damaged"));
        }
        words.drain(..2);
        Ok(words)
    }
}

/// Writes fields.
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u64>);

impl Writer {
    pub(crate) fn int(&mut self, value: usize) {
        self.0.put(value as u64);
    }

    pub(crate) fn number(&mut self, value: f64) {
        self.0.put(value.to_bits());
    }

    pub(crate) fn numbers(&mut self, values: &[f64]) {
        self.list(values.iter(), |out, value| out.number(*value));
    }

    pub(crate) fn code<T: PartialEq>(&mut self, codes: &[T], value: &T) {
        self.int(codes.iter().position(|c| c == value).unwrap_or(0));
    }

    pub(crate) fn list<T>(
        &mut self,
        values: impl ExactSizeIterator<Item = T>,
        each: impl Fn(&mut Writer, T),
    ) {
        self.int(values.len());
        values.for_each(|value| each(self, value));
    }

    /// Bytes, the last word filled with zeros.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.int(bytes.len());
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.0.put(u64::from_le_bytes(word));
        }
    }
}

/// Reads fields.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    words: &'a [u64],
    format: Format,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(format: Format, words: &'a [u64]) -> Reader<'a> {
        Reader { words, format }
    }

    /// Refuses what is left over.
    pub(crate) fn end(&self) -> Result<()> {
        match self.words {
            [] => Ok(()),
            _ => Err(self.fault("there are bytes left over")),
        }
    }

    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        self.format.fault(fault)
    }

    pub(crate) fn word(&mut self) -> Result<u64> {
        let (first, rest) = self.words.split_first().ok_or_else(|| self.fault("the bytes end too early"))?;
        self.words = rest;
        Ok(*first)
    }

    pub(crate) fn int(&mut self) -> Result<usize> {
        usize::try_from(self.word()?).map_err(|_| self.fault("a number is too large"))
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

    /// A list; every element takes at least a word, which bounds what is allocated.
    pub(crate) fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.int()?;
        if count > self.words.len() {
            return Err(self.fault(format_args!("a count of {count} is more than there are bytes")));
        }
        (0..count).map(|_| each(self)).gathered_or()
    }

    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>> {
        let count = self.int()?;
        if count.div_ceil(8) > self.words.len() {
            return Err(self.fault(format_args!("a count of {count} is more than there are bytes")));
        }
        let mut bytes = with_room(count);
        while bytes.len() < count {
            let word = self.word()?.to_le_bytes();
            let wanted = (count - bytes.len()).min(8);
            bytes.put_all(&word[..wanted]);
        }
        Ok(bytes)
    }
}

/// CRC-32 (IEEE 802.3), reflected, by a table of bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0u32; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut remainder = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                remainder = if remainder & 1 == 1 { remainder >> 1 ^ 0xedb8_8320 } else { remainder >> 1 };
                bit += 1;
            }
            table[byte] = remainder;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(u32::MAX, |crc, &byte| crc >> 8 ^ TABLE[((crc ^ u32::from(byte)) & 0xff) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
