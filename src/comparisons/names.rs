//! Names of items, judges, contexts or clusters: interned text, or plain ids.

use super::text::Text;
use crate::error::{Error, Result};
use crate::room::{self, Gather as _};
use std::ffi::CStr;
use std::sync::OnceLock;

/// The kinds of objects that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The objects that are compared.
    Item,
    /// Who compares.
    Judge,
    /// The subject of the comparison.
    Context,
    /// The source of dependence between comparisons, where it is not the context: a user, a session, a document.
    Cluster,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Kind::Item => "item",
            Kind::Judge => "judge",
            Kind::Context => "context",
            Kind::Cluster => "cluster",
        })
    }
}

/// The longest name, in bytes.
const LONGEST: usize = 1 << 20;

/// Most ids of one kind: the last `u32` stands for none.
pub(super) const MOST: usize = u32::MAX as usize;

/// The names of one kind. The first name or id decides which of the two the set has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Names {
    /// Neither names nor ids so far.
    #[default]
    Undecided,
    /// Names, interned in order of first sight.
    Text(Text),
    /// Ids 0 .. count.
    Ids(Ids),
}

/// How far a store of names had grown, to undo what came later.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Undecided,
    Text(usize),
    Ids(usize),
}

impl Names {
    pub(super) fn len(&self) -> usize {
        match self {
            Names::Undecided => 0,
            Names::Text(text) => text.len(),
            Names::Ids(ids) => ids.count,
        }
    }

    pub(super) fn get(&self, id: usize) -> Option<&CStr> {
        match self {
            Names::Undecided => None,
            Names::Text(text) => text.c_str(id),
            Names::Ids(ids) => ids.decimal(id),
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        match self {
            Names::Undecided => None,
            Names::Text(text) => text.find(name.as_bytes()),
            Names::Ids(ids) => {
                let id: u32 = name.parse().ok()?;
                // Only the canonical decimal is a name: neither "+1" nor "01".
                ((id as usize) < ids.count && name == id.to_string()).then_some(id)
            }
        }
    }

    /// The id of a name, new or known. `row` and `column` say where it came from.
    pub(super) fn intern(&mut self, kind: Kind, name: &str, row: usize, column: &str) -> Result<u32> {
        let text = self.text_mut(kind, column)?;
        if let Some(id) = text.find(name.as_bytes()) {
            return Ok(id);
        }
        check(name).map_err(|fault| Error::Name { row: Some(row), message: format!("{column}: {fault}") })?;
        if text.len() >= MOST {
            return Err(Error::Size(format!("{column}: more than {MOST} {kind} names")));
        }
        Ok(text.push(name))
    }

    /// The interner, chosen now if names come first.
    pub(super) fn text_mut(&mut self, kind: Kind, column: &str) -> Result<&mut Text> {
        if let Names::Undecided = self {
            *self = Names::Text(Text::default());
        }
        match self {
            Names::Text(text) => Ok(text),
            _ => Err(Error::name(format!("{column} holds names, but the {kind}s of this set are ids"))),
        }
    }

    /// Have at least the ids 0 .. count; names are not made of them.
    pub(super) fn grow_ids(&mut self, kind: Kind, count: usize, column: &str) -> Result<()> {
        match self {
            Names::Undecided => *self = Names::Ids(Ids::new(count)),
            Names::Ids(ids) if count > ids.count => *ids = Ids::new(count),
            Names::Ids(_) => (),
            Names::Text(text) if count <= text.len() => (),
            Names::Text(_) => {
                return Err(Error::name(format!(
                    "{column} holds ids, but the {kind}s of this set have names"
                )))
            }
        }
        Ok(())
    }

    pub(super) fn mark(&self) -> Mark {
        match self {
            Names::Undecided => Mark::Undecided,
            Names::Text(text) => Mark::Text(text.len()),
            Names::Ids(ids) => Mark::Ids(ids.count),
        }
    }

    /// Forget everything since the mark, which this store has given.
    pub(super) fn undo(&mut self, mark: Mark) {
        match (mark, &mut *self) {
            (Mark::Text(length), Names::Text(text)) => text.truncate(length),
            (Mark::Ids(count), Names::Ids(ids)) if count != ids.count => *ids = Ids::new(count),
            (Mark::Undecided, _) => *self = Names::Undecided,
            _ => (),
        }
    }
}

/// The error of a name that is no text.
pub(super) const NOT_UTF8: &str = "the name is not UTF-8";

/// The name that bytes spell, or what is wrong with it.
pub(super) fn from_bytes(bytes: &[u8]) -> std::result::Result<&str, String> {
    let name = std::str::from_utf8(bytes).map_err(|_| String::from(NOT_UTF8))?;
    check(name)?;
    Ok(name)
}

/// The error of a name, if any.
pub(super) fn check(name: &str) -> std::result::Result<(), String> {
    if name.is_empty() {
        Err("a name is empty".into())
    } else if name.len() > LONGEST {
        Err(format!("a name has {} bytes, more than {LONGEST}", name.len()))
    } else if name.contains('\0') {
        Err(format!("the name {name:?} holds a NUL"))
    } else {
        Ok(())
    }
}

/// Ids 0 .. count. Their decimals are written only when somebody asks, a block at a time: an id
/// may be large, and appending must not pay for names that nobody reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) count: usize,
    decimals: OnceLock<Vec<OnceLock<Box<Text>>>>,
}

const BLOCK: usize = 4096;

impl Ids {
    pub(super) fn new(count: usize) -> Ids {
        Ids { count, decimals: OnceLock::new() }
    }

    fn decimal(&self, id: usize) -> Option<&CStr> {
        if id >= self.count {
            return None;
        }
        let blocks = room::once(&self.decimals, || {
            let count = self.count.div_ceil(BLOCK);
            std::iter::repeat_with(OnceLock::new).take(count).gathered()
        });
        let first = id / BLOCK * BLOCK;
        let block = room::once(&blocks[id / BLOCK], || {
            let mut text = Text::default();
            (first..(first + BLOCK).min(self.count)).for_each(|number| text.list(&number.to_string()));
            Box::new(text)
        });
        block.c_str(id - first)
    }
}

impl PartialEq for Ids {
    fn eq(&self, other: &Ids) -> bool {
        self.count == other.count
    }
}

/// Up to six names, quoted, and how many more there are.
pub fn list(set: &super::Set, kind: Kind, ids: &[usize]) -> String {
    const MOST: usize = 6;
    let mut text = ids
        .iter()
        .take(MOST)
        .map(|&id| match (set.name(kind, id), kind) {
            (Some(name), _) => format!("\"{name}\""),
            (None, Kind::Judge) => "the anonymous judge".into(),
            (None, _) => format!("#{id}"),
        })
        .gathered()
        .join(", ");
    if ids.len() > MOST {
        text.push_str(&format!(" and {} more", ids.len() - MOST));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intern(names: &mut Names, name: &str) -> Result<u32> {
        names.intern(Kind::Item, name, 7, "left")
    }

    #[test]
    fn names_get_ids_in_order_of_first_sight() {
        let mut names = Names::default();
        let many: Vec<String> = (0..5000).map(|number| format!("name {}", number * 7919 % 5000)).collect();
        for (id, name) in many.iter().enumerate() {
            assert_eq!(intern(&mut names, name), Ok(id as u32));
        }
        for (id, name) in many.iter().enumerate() {
            assert_eq!(intern(&mut names, name), Ok(id as u32));
            assert_eq!(names.find(name), Some(id as u32));
            assert_eq!(names.get(id).unwrap().to_str().unwrap(), name);
        }
        assert_eq!((names.len(), names.find("name 5000"), names.get(5000)), (5000, None, None));
    }

    #[test]
    fn undo_forgets_what_came_later_even_over_a_growing_table() {
        let mut names = Names::default();
        (0..10).for_each(|number| drop(intern(&mut names, &format!("old {number}"))));
        let before = names.clone();
        let mark = names.mark();
        (0..1000).for_each(|number| drop(intern(&mut names, &format!("new {number}"))));
        names.undo(mark);
        assert_eq!(names, before);
        assert_eq!(names.find("new 3"), None);
        assert_eq!(names.find("old 9"), Some(9));
        assert_eq!(intern(&mut names, "new 3"), Ok(10));
    }

    #[test]
    fn undo_returns_to_undecided() {
        let mut names = Names::default();
        let mark = names.mark();
        intern(&mut names, "a").unwrap();
        names.undo(mark);
        assert_eq!(names, Names::Undecided);
        names.grow_ids(Kind::Item, 3, "left").unwrap();
        let mark = names.mark();
        names.grow_ids(Kind::Item, 9, "left").unwrap();
        names.undo(mark);
        assert_eq!(names.len(), 3);
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        let long = "x".repeat(LONGEST + 1);
        for (name, part) in [("", "empty"), ("a\0b", "NUL"), (long.as_str(), "bytes")] {
            let error = intern(&mut Names::default(), name).unwrap_err();
            assert_eq!(error.row_number(), Some(7));
            assert!(error.to_string().contains(part) && error.to_string().contains("left"), "{error}");
        }
        assert_eq!(intern(&mut Names::default(), &long[1..]), Ok(0));
    }

    #[test]
    fn names_and_ids_do_not_mix() {
        let mut names = Names::default();
        intern(&mut names, "a").unwrap();
        assert_eq!(names.grow_ids(Kind::Item, 1, "left"), Ok(()));
        assert_eq!(names.grow_ids(Kind::Item, 3, "left").unwrap_err().code(), 4);
        let mut ids = Names::default();
        ids.grow_ids(Kind::Item, 3, "left").unwrap();
        assert_eq!(intern(&mut ids, "a").unwrap_err().code(), 4);
    }

    #[test]
    fn ids_have_decimals_as_names() {
        let mut ids = Names::default();
        ids.grow_ids(Kind::Item, 10_001, "left").unwrap();
        for id in [0, 7, 4095, 4096, 10_000] {
            assert_eq!(ids.get(id).unwrap().to_str().unwrap(), id.to_string());
            assert_eq!(ids.find(&id.to_string()), Some(id as u32));
        }
        assert_eq!(ids.get(10_001), None);
        for name in ["10001", "01", "+1", "-1", "1.0", "", "99999999999"] {
            assert_eq!(ids.find(name), None, "{name}");
        }
        // Ids without names take no memory, however many.
        ids.grow_ids(Kind::Item, MOST, "left").unwrap();
        assert_eq!(ids.get(MOST - 1).unwrap().to_str().unwrap(), "4294967294");
    }
}
