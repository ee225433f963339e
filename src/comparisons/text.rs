//! Interned text.

use crate::room::{copied, grow, Put as _};
use std::ffi::CStr;

/// Interned text: one buffer, each name followed by a NUL, and an open-addressing table of ids.
#[derive(Default)]
pub(super) struct Text {
    bytes: Vec<u8>,
    /// Where each name ends, at its NUL.
    ends: Vec<usize>,
    /// Slots of (upper half of the hash, id), linear probing, a power of two of them.
    slots: Vec<(u32, u32)>,
}

const FREE: (u32, u32) = (0, u32::MAX);

impl Text {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes_of(&self, id: usize) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id - 1] + 1 };
        &self.bytes[start..self.ends[id]]
    }

    pub(super) fn get(&self, id: usize) -> &str {
        // Only `push` writes the buffer, and it takes `&str`.
        std::str::from_utf8(self.bytes_of(id)).unwrap_or_default()
    }

    pub(super) fn c_str(&self, id: usize) -> Option<&CStr> {
        let end = *self.ends.get(id)?;
        let start = if id == 0 { 0 } else { self.ends[id - 1] + 1 };
        CStr::from_bytes_with_nul(&self.bytes[start..=end]).ok()
    }

    pub(super) fn find(&self, name: &[u8]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let hash = hash(name);
        let mask = self.slots.len() - 1;
        let tag = (hash >> 32) as u32;
        let mut slot = hash as usize & mask;
        loop {
            let (other, id) = self.slots[slot];
            if id == FREE.1 {
                return None;
            }
            if other == tag && self.bytes_of(id as usize) == name {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Add a name that is not there yet and may be one.
    pub(super) fn push(&mut self, name: &str) -> u32 {
        let id = self.ends.len() as u32;
        // Memory first: where it is refused, nothing has changed.
        let larger = (2 * (self.ends.len() + 1) > self.slots.len())
            .then(|| vec![FREE; (2 * self.slots.len()).max(16)]);
        self.list(name);
        if let Some(larger) = larger {
            self.slots = larger;
            for known in 0..=id {
                self.enter(known);
            }
        } else {
            self.enter(id);
        }
        id
    }

    /// Add a name to be had by its id only; no name may be pushed or looked for afterwards.
    pub(super) fn list(&mut self, name: &str) {
        grow(&mut self.bytes, name.len() + 1);
        grow(&mut self.ends, 1);
        self.bytes.put_all(name.as_bytes());
        self.ends.push(self.bytes.len());
        self.bytes.push(0);
    }

    fn enter(&mut self, id: u32) {
        let hash = hash(self.bytes_of(id as usize));
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot].1 != FREE.1 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = ((hash >> 32) as u32, id);
    }

    /// Forget the last names. Taking them out in reverse order leaves no hole in a probe sequence,
    /// for names are entered in order of their ids, also when the table grows.
    pub(super) fn truncate(&mut self, length: usize) {
        while self.ends.len() > length {
            let id = self.ends.len() - 1;
            let mask = self.slots.len() - 1;
            let mut slot = hash(self.bytes_of(id)) as usize & mask;
            while self.slots[slot].1 as usize != id {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = FREE;
            self.ends.pop();
            self.bytes.truncate(self.ends.last().map_or(0, |end| end + 1));
        }
    }
}

impl Clone for Text {
    fn clone(&self) -> Text {
        Text { bytes: copied(&self.bytes), ends: copied(&self.ends), slots: copied(&self.slots) }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.bytes == other.bytes && self.ends == other.ends
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_list().entries((0..self.len()).map(|id| self.get(id))).finish()
    }
}

/// A hash of bytes: words multiplied into 128 bits and folded. The last word overlaps the one before.
fn hash(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let fold = |state: u64, word: u64| {
        let product = u128::from(state ^ word) * u128::from(ODD ^ word.rotate_left(32));
        product as u64 ^ (product >> 64) as u64
    };
    let length = bytes.len();
    let mut state = ODD ^ length as u64;
    let last = if let Some(last) = bytes.last_chunk::<8>() {
        for word in bytes[..length - 1].chunks_exact(8) {
            state = fold(state, u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        u64::from_le_bytes(*last)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
    } else {
        bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
    };
    fold(fold(state, last), ODD.rotate_left(17))
}
