//! Names by their addresses: most callers repeat the pointers of few names, which are then looked up once a batch.

use super::column::Texts;
use super::NONE;
use crate::room::Put as _;

/// An address and a length: equal only for equal names, as long as the rows of a batch are read. Zero where there is no name.
pub type Address = [usize; 2];

/// The address of a name that is missing, and of a slot that is free.
const NOWHERE: Address = [0; 2];

/// Beyond this many names the table leaves the fast caches, and their hashes are as good.
const MOST: usize = 2048;

/// Slots, a power of two: at most half of them are taken.
const SLOTS: usize = 2 * MOST;

/// The ids of names by their addresses: open addressing, linear probing. A batch that has more than [`MOST`] is read
/// without it.
#[derive(Default)]
pub(super) struct Addresses {
    slots: Vec<(Address, u32)>,
    count: usize,
    /// The addresses of the rows of a block, where names have some.
    block: Vec<Address>,
}

impl Addresses {
    /// Forgets all: the memory of another batch may hold other names.
    pub(super) fn clear(&mut self) {
        if self.count > 0 {
            self.slots.fill((NOWHERE, 0));
            self.count = 0;
        }
    }

    /// Reads the addresses of the rows of a block; whether all names are known by them, whose ids are then in `ids`.
    pub(super) fn read(&mut self, texts: &dyn Texts, first: usize, ids: &mut [u32]) -> bool {
        self.block.clear();
        if self.count == MOST {
            return false;
        }
        self.block.put_until(ids.len(), NOWHERE);
        if !texts.addresses(first, &mut self.block) {
            self.block.clear();
            return false;
        }
        self.count > 0
            && ids.iter_mut().zip(&self.block).all(|(id, &address)| {
                *id = self.find(address).unwrap_or(NONE);
                *id != NONE
            })
    }

    /// The id of the name of a row of the block, if its address is known.
    pub(super) fn of_row(&self, place: usize) -> Option<u32> {
        self.find(*self.block.get(place)?)
    }

    /// Records the id of the name of a row of the block.
    pub(super) fn record(&mut self, place: usize, id: u32) {
        let Some(&address) = self.block.get(place) else { return };
        if self.count == MOST || address == NOWHERE {
            return;
        }
        if self.slots.is_empty() {
            self.slots = vec![(NOWHERE, 0); SLOTS];
        }
        let slot = self.slot(address);
        self.count += usize::from(self.slots[slot].0 == NOWHERE);
        self.slots[slot] = (address, id);
    }

    fn find(&self, address: Address) -> Option<u32> {
        if self.count == 0 || address == NOWHERE {
            return None;
        }
        let (found, id) = self.slots[self.slot(address)];
        (found == address).then_some(id)
    }

    /// The slot of an address, or the free one where it belongs.
    fn slot(&self, address: Address) -> usize {
        let hash = (address[0] ^ address[1].rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15u64 as usize);
        let mut slot = hash >> (usize::BITS - SLOTS.trailing_zeros());
        while self.slots[slot].0 != address && self.slots[slot].0 != NOWHERE {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_addresses_until_they_are_forgotten() {
        let names: Vec<String> = (0..MOST).map(|k| format!("name {k}")).collect();
        // Names that begin at one place and end at others are different names.
        let texts: Vec<&str> = names.iter().enumerate().map(|(k, name)| &name[..3 + k % 3]).collect();
        let twice: Vec<&str> = texts.iter().chain(texts.iter().rev()).copied().collect();
        let mut addresses = Addresses::default();
        let mut ids = vec![0; MOST];
        assert!(!addresses.read(&&texts[..], 0, &mut ids));
        for place in 0..MOST - 1 {
            assert_eq!(addresses.of_row(place), None);
            addresses.record(place, place as u32);
        }
        assert!(!addresses.read(&&twice[..], 0, &mut ids));
        assert!(addresses.read(&&twice[..], MOST + 1, &mut ids[..MOST - 1]));
        assert!(ids[..MOST - 1].iter().rev().copied().eq(0..MOST as u32 - 1));
        assert_eq!((addresses.of_row(0), addresses.of_row(MOST)), (Some(MOST as u32 - 2), None));
        addresses.clear();
        assert!(!addresses.read(&&texts[..], 0, &mut ids) && addresses.of_row(0).is_none());
    }

    #[test]
    fn a_batch_of_many_names_is_read_without_addresses() {
        let names: Vec<String> = (0..=MOST).map(|k| k.to_string()).collect();
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut addresses = Addresses::default();
        let mut ids = vec![0; MOST + 1];
        assert!(!addresses.read(&&texts[..], 0, &mut ids));
        (0..=MOST).for_each(|place| addresses.record(place, place as u32));
        assert_eq!((addresses.of_row(5), addresses.of_row(MOST)), (Some(5), None));
        assert!(!addresses.read(&&texts[..], 0, &mut ids[..1]) && addresses.of_row(0).is_none());
    }
}
