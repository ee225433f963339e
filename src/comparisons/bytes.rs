//! Sets as canonical bytes, and back. After magic, version, flags (1: importance weights) and length ([`crate::codec`]):
//!
//! - for items, judges, contexts: mode, u8 (0 none, 1 names, 2 ids), and count, u64; for names, in
//!   order of their bytes, each its length, u32, and the bytes;
//! - number of cells, u64; each, in order of keys: context, judge, left, right, u32; which of the five
//!   counts are not zero, as bits of a u8; these counts, f64; their squares with importance weights;
//! - number of covariates, u64; each, in order of names: the name, as above; what it belongs to, u8;
//!   number of values, u64; each, in order of keys: key, u64, and value, f64.
//!
//! Sets with clusters apart from contexts, with comparisons without an order, with split judgements or with grades are of version 2, all
//! others of version 1. Version 2 has clusters after contexts, mode and count as above. In place of the cells it has the
//! number of blocks, u64; each with its kind, u32 (1: cells; others are left for judgements of other shapes), and its
//! length in bytes, u64. A cell then has after the right item: its cluster, u32; attributes, u8 (1: no order, 2: shares, 4: a
//! grade); the grade, u8; and after the counts the shares of the categories that are not zero, f64.

use super::cells::{pack, unpack, Beside, Cells, CATEGORIES, UNGRADED, WHOLE};
use super::covariate::{Covariate, CovariateOf};
use super::names::{check, Ids, Kind, Names, MOST};
use super::renumber::Renumbering;
use super::rows::HIGHEST_GRADE;
use super::tally::most_ids;
use super::text::Text;
use super::{reserve, Set, NONE};
use crate::codec::{Format, Length, Reader, Writer};
use crate::error::{Error, Result};
use crate::room::{Gather as _, Put as _};
use std::sync::Arc;

static FORMAT: Format = Format {
    magic: b"duelset\x1a",
    versions: PLAIN..=BESIDE,
    flags: IMPORTANCE,
    length: Length::Bytes,
    name: "saved set",
};

/// The version of sets whose cells have no more than context, judge, left and right.
const PLAIN: u32 = 1;
/// The version of sets with clusters, without order, with shares or with grades.
const BESIDE: u32 = 2;

/// The flag of importance weights.
const IMPORTANCE: u32 = 1;

/// The kind of a block of cells.
const CELLS: u32 = 1;

/// The attribute of a cell without an order.
const UNORDERED: u8 = 1;
/// The attribute of a cell of split judgements.
const SPLIT: u8 = 2;
/// The attribute of a cell of answers with a grade.
const GRADED: u8 = 4;

/// Largest deviation of shares from a sum of one, and of counts from the shares of their total.
const ROUNDING: f64 = 1e-6;

impl Set {
    /// The set as bytes, the same on every machine and whatever the order of the data.
    ///
    /// Names are saved in order of their bytes, so that a set loaded again has its ids in that order
    /// ([`Set::in_order`]): names tell what is what. Sets with ids keep them.
    pub fn save(&self) -> Vec<u8> {
        let [items, judges, contexts, clusters] =
            [&self.items, &self.judges, &self.contexts, &self.clusters].map(|names| sorted(names));
        let flags = if self.importance() { IMPORTANCE } else { 0 };
        let version = self.version();
        let mut out = FORMAT.writer_of(version, flags, 40 * self.cells.len());
        write_names(&mut out, &self.items, &items);
        write_names(&mut out, &self.judges, &judges);
        write_names(&mut out, &self.contexts, &contexts);
        if version == BESIDE {
            write_names(&mut out, &self.clusters, &clusters);
        }
        let renumbering = Renumbering {
            items: items.map(inverse),
            judges: judges.map(inverse),
            contexts: contexts.map(inverse),
            clusters: clusters.map(inverse),
            drops_anonymous: false,
        };
        if version == PLAIN {
            write_cells(&mut out, &self.cells, &renumbering, PLAIN);
        } else {
            out.int(1);
            out.u32(CELLS);
            out.measured(|out| write_cells(out, &self.cells, &renumbering, BESIDE));
        }
        let mut covariates: Vec<&Covariate> = self.covariates.iter().gathered();
        covariates.sort_unstable_by_key(|covariate| covariate.name());
        out.int(covariates.len());
        for covariate in covariates {
            write_covariate(&mut out, &renumbering.covariate(covariate));
        }
        FORMAT.close(out)
    }

    /// A set from saved bytes. Any truncation and any damage is [`Error::Format`].
    pub fn load(bytes: &[u8]) -> Result<Set> {
        let (mut reader, version, flags) = FORMAT.open(bytes)?;
        let importance = flags == IMPORTANCE;
        let items = read_names(&mut reader, Kind::Item)?;
        let judges = read_names(&mut reader, Kind::Judge)?;
        let contexts = read_names(&mut reader, Kind::Context)?;
        let clusters = match version {
            PLAIN => Names::Undecided,
            _ => read_names(&mut reader, Kind::Cluster)?,
        };
        let mut set = Set {
            items: Arc::new(items),
            judges: Arc::new(judges),
            contexts: Arc::new(contexts),
            clusters: Arc::new(clusters),
            ..Set::default()
        };
        if version == BESIDE {
            if reader.word()? != 1 {
                return Err(format("there must be one block, of cells"));
            }
            let kind = reader.u32()?;
            if kind != CELLS {
                return Err(format(format_args!(
                    "a block is of kind {kind}, of which this library does not know"
                )));
            }
        }
        let length = if version == BESIDE { Some(reader.word()?) } else { None };
        let before = reader.remaining();
        let cells = read_cells(&mut reader, &set, importance, version)?;
        if length.is_some_and(|length| length != (before - reader.remaining()) as u64) {
            return Err(format("a block is not as long as was saved"));
        }
        let most = most_ids(cells.len());
        for names in [&set.items, &set.judges, &set.contexts, &set.clusters] {
            if let Names::Ids(ids) = &**names {
                if ids.count > most {
                    return Err(format(format_args!("{} ids of {} cells", ids.count, cells.len())));
                }
            }
        }
        set.cells = Arc::new(cells);
        if set.version() != version {
            return Err(format("a set that needs no version 2 is of version 2"));
        }
        let count = reader.count(13)?;
        let mut covariates: Vec<Covariate> = Vec::new();
        for _ in 0..count {
            let covariate = read_covariate(&mut reader, &set)?;
            if covariates.last().is_some_and(|last| last.name >= covariate.name) {
                return Err(format("covariates are not in order"));
            }
            covariates.put(covariate);
        }
        set.covariates = Arc::new(covariates);
        reader.end()?;
        Ok(set)
    }
}

impl Set {
    /// The first version that can say what the set holds.
    fn version(&self) -> u32 {
        if self.cells.is_plain() && self.clusters.len() == 0 {
            PLAIN
        } else {
            BESIDE
        }
    }
}

fn format(fault: impl std::fmt::Display) -> Error {
    FORMAT.fault(fault)
}

/// Old ids in order of names; None if they are in order, or are ids.
pub(super) fn sorted(names: &Names) -> Option<Vec<u32>> {
    let Names::Text(text) = names else { return None };
    let mut order: Vec<u32> = (0..text.len() as u32).gathered();
    order.sort_unstable_by_key(|&id| text.get(id as usize).as_bytes());
    order.iter().enumerate().any(|(place, &id)| place != id as usize).then_some(order)
}

/// New ids by old ones, from old ids in the new order.
fn inverse(order: Vec<u32>) -> Vec<u32> {
    let mut new = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &id)| new[id as usize] = place as u32);
    new
}

fn write_text(out: &mut Writer, text: &str) {
    out.u32(text.len() as u32);
    out.raw(text.as_bytes());
}

fn write_names(out: &mut Writer, names: &Names, order: &Option<Vec<u32>>) {
    out.u8(match names {
        Names::Undecided => 0,
        Names::Text(_) => 1,
        Names::Ids(_) => 2,
    });
    out.int(names.len());
    if let Names::Text(text) = names {
        for place in 0..text.len() {
            write_text(out, text.get(order.as_ref().map_or(place, |order| order[place] as usize)));
        }
    }
}

fn write_cells(out: &mut Writer, cells: &Cells, renumbering: &Renumbering, version: u32) {
    let order = renumbering.order(cells);
    out.int(order.len());
    for (_, cell) in order {
        let Some(((key, beside), counts, squares)) = renumbering.cell(cells.cell(cell)) else { continue };
        unpack(key).into_iter().for_each(|id| out.u32(id));
        let split = beside.shares != WHOLE;
        if version == BESIDE {
            out.u32(beside.cluster);
            let graded = beside.grade != UNGRADED;
            let attributes = [(UNORDERED, beside.unordered), (SPLIT, split), (GRADED, graded)];
            out.u8(attributes.iter().map(|(attribute, is_set)| attribute * u8::from(*is_set)).sum());
            if graded {
                out.u8(beside.grade - 1);
            }
        }
        let present = |category: &usize| counts[*category] > 0.0;
        out.u8((0..CATEGORIES).filter(present).map(|category| 1u8 << category).sum());
        for values in [Some(counts), split.then_some(beside.shares), squares].into_iter().flatten() {
            for category in (0..CATEGORIES).filter(present) {
                out.number(values[category]);
            }
        }
    }
}

fn write_covariate(out: &mut Writer, covariate: &Covariate) {
    write_text(out, &covariate.name);
    out.u8(covariate.of as u8);
    out.int(covariate.keys.len());
    for (key, value) in covariate.keys.iter().zip(&covariate.values) {
        out.word(*key);
        out.number(*value);
    }
}

fn read_text<'a>(reader: &mut Reader<'a>) -> Result<&'a str> {
    let length = reader.u32()? as usize;
    let bytes = reader.take(length)?;
    let text = reader.text(bytes)?;
    check(text).map_err(format)?;
    Ok(text)
}

fn read_names(reader: &mut Reader<'_>, kind: Kind) -> Result<Names> {
    match reader.u8()? {
        0 if reader.word()? == 0 => Ok(Names::Undecided),
        1 => {
            let count = reader.count(5)?;
            let mut text = Text::default();
            for id in 0..count {
                let name = read_text(reader)?;
                if id > 0 && text.get(id - 1) >= name {
                    return Err(format(format_args!("{kind} names are not in order")));
                }
                text.push(name);
            }
            // No names are saved as mode 0.
            if count == 0 {
                Err(format(format_args!("no {kind} names")))
            } else {
                Ok(Names::Text(text))
            }
        }
        2 => {
            let count = reader.word()?;
            match usize::try_from(count) {
                Ok(count @ 1..=MOST) => Ok(Names::Ids(Ids::new(count))),
                _ => Err(format(format_args!("{count} {kind} ids"))),
            }
        }
        _ => Err(format(format_args!("{kind}s are neither names nor ids"))),
    }
}

fn read_cells(reader: &mut Reader<'_>, set: &Set, importance: bool, version: u32) -> Result<Cells> {
    let count = reader.count(16 + 1 + 8)?;
    let mut cells = Cells::default();
    cells.reserve(count, importance)?;
    let mut last = None;
    for _ in 0..count {
        let [context, judge, left, right] = [reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?];
        let known = (context == NONE || (context as usize) < set.contexts())
            && (judge == NONE || (judge as usize) < set.judges())
            && (left.max(right) as usize) < set.items()
            && left != right;
        let mut beside = Beside::default();
        let mut attributes = 0;
        if version == BESIDE {
            beside.cluster = reader.u32()?;
            attributes = reader.u8()?;
            beside.unordered = attributes & UNORDERED != 0;
            if attributes & GRADED != 0 {
                beside.grade = read_grade(reader)?;
            }
        }
        if !known || (beside.cluster != NONE && beside.cluster as usize >= set.clusters()) {
            return Err(format("a cell has ids that do not exist"));
        }
        if attributes & !(UNORDERED | SPLIT | GRADED) != 0 || (beside.unordered && left > right) {
            return Err(format(format_args!(
                "a cell of items {left} and {right} has attributes {attributes}"
            )));
        }
        let present = reader.u8()?;
        if present == 0 || present >> CATEGORIES != 0 {
            return Err(format("a cell has no counts, or too many"));
        }
        let counts = read_amounts(reader, present, f64::from_bits(1))?;
        if attributes & SPLIT != 0 {
            beside.shares = read_amounts(reader, present, f64::from_bits(1))?;
            check_shares(&beside.shares, &counts)?;
        }
        check_grade(&beside, &counts)?;
        let squares = if importance { Some(read_amounts(reader, present, 0.0)?) } else { None };
        let key = (pack(context, judge, left, right), beside);
        if last.is_some_and(|last| last >= key) {
            return Err(format("cells are not in order"));
        }
        last = Some(key);
        cells.push((key, counts, squares));
    }
    if importance && cells.squares.is_empty() {
        return Err(format("importance weights without cells"));
    }
    if !(cells.total().is_finite() && cells.total_squares().is_finite()) {
        return Err(format("the sum of all weights overflows"));
    }
    Ok(cells)
}

fn read_grade(reader: &mut Reader<'_>) -> Result<u8> {
    match reader.u8()? {
        grade if grade > HIGHEST_GRADE => Err(format(format_args!("a cell has grade {grade}"))),
        grade => Ok(1 + grade),
    }
}

/// Refuses answers that do not have their grade: ties are in the middle, and nothing else is.
fn check_grade(beside: &Beside, counts: &[f64; CATEGORIES]) -> Result<()> {
    let [wins, losses, ties, good, bad] = counts;
    let is_graded = match beside.grade {
        UNGRADED => true,
        1 => wins + losses + good + bad == 0.0,
        _ => ties + good + bad == 0.0,
    };
    if is_graded && (beside.grade == UNGRADED || beside.shares == WHOLE) {
        return Ok(());
    }
    Err(format("a cell has answers that do not have its grade"))
}

/// Refuses shares that no judgement has, or that are not those of the counts.
fn check_shares(shares: &[f64; CATEGORIES], counts: &[f64; CATEGORIES]) -> Result<()> {
    let total: f64 = counts.iter().sum();
    let are_of_counts =
        shares.iter().zip(counts).all(|(share, count)| (count / total - share).abs() <= ROUNDING);
    let is_split = shares.iter().filter(|share| **share > 0.0).count() > 1;
    if !is_split || !are_of_counts || (shares.iter().sum::<f64>() - 1.0).abs() > ROUNDING {
        return Err(format(format_args!("a cell has the shares {shares:?}")));
    }
    Ok(())
}

/// The amounts of the categories that are present; each finite and at least `least`.
fn read_amounts(reader: &mut Reader<'_>, present: u8, least: f64) -> Result<[f64; 5]> {
    let mut amounts = [0.0; CATEGORIES];
    for (category, amount) in amounts.iter_mut().enumerate() {
        if present >> category & 1 == 1 {
            *amount = reader.number()?;
            if !(amount.is_finite() && *amount >= least && amount.is_sign_positive()) {
                return Err(format(format_args!("a cell has the count {amount}")));
            }
        }
    }
    Ok(amounts)
}

fn read_covariate(reader: &mut Reader<'_>, set: &Set) -> Result<Covariate> {
    let name = read_text(reader)?;
    let of = usize::from(reader.u8()?);
    let of = *CovariateOf::ALL.get(of).ok_or_else(|| format("a covariate belongs to nothing known"))?;
    let count = reader.count(16)?;
    let mut covariate = Covariate::new(name, of);
    reserve(&mut covariate.keys, count)?;
    reserve(&mut covariate.values, count)?;
    let (first, second) = of.kinds();
    let limits = [Some(first), second].map(|kind| kind.map_or(1, |kind| set.names(kind).len()));
    for _ in 0..count {
        let (key, value) = (reader.word()?, reader.number()?);
        if (key >> 32) as usize >= limits[0] || key as u32 as usize >= limits[1] {
            return Err(format(format_args!("covariate {name:?} has ids that do not exist")));
        }
        if covariate.keys.last().is_some_and(|&last| last >= key) {
            return Err(format(format_args!("values of covariate {name:?} are not in order")));
        }
        if !value.is_finite() || (value == 0.0 && value.is_sign_negative()) {
            return Err(format(format_args!("covariate {name:?} has the value {value}")));
        }
        covariate.keys.put(key);
        covariate.values.put(value);
    }
    Ok(covariate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{kept, sealed};
    use crate::comparisons::{Column, CovariateValues, Key, Rows};

    /// A small set with everything in it: names out of order, ids, both kinds of keys, a covariate.
    fn small(importance: bool) -> Set {
        let mut set = Set::new();
        set.append(&Rows {
            length: 3,
            left: Key { values: Column::Text(&["zebra", "ape", "zebra"]), base: 0 },
            right: Key { values: Column::Text(&["ape", "newt", "newt"]), base: 0 },
            judge: Key { values: Column::U8(&[1, 2, 1]), base: 1 },
            outcome: Column::U8(&[1, 5, 3]),
            weight: Column::F64(&[1.0, 0.25, 3.0]),
            importance,
            ..Rows::default()
        })
        .unwrap();
        set.append(&Rows {
            length: 1,
            left: Key { values: Column::Text(&["ape"]), base: 0 },
            right: Key { values: Column::Text(&["zebra"]), base: 0 },
            context: Key { values: Column::Text(&["q"]), base: 0 },
            score: Column::F64(&[0.0]),
            importance,
            ..Rows::default()
        })
        .unwrap();
        set.add_covariate(&CovariateValues {
            name: "length",
            length: 2,
            item: Key { values: Column::Text(&["newt", "ape"]), base: 0 },
            judge: Key { values: Column::U8(&[0, 1]), base: 0 },
            value: Column::F64(&[1.5, 0.0]),
            ..CovariateValues::default()
        })
        .unwrap();
        set
    }

    #[test]
    fn bytes_are_those_of_earlier_versions() {
        for (name, importance) in [("counts.duel", false), ("weights.duel", true)] {
            let bytes = small(importance).save();
            assert_eq!(kept(name, &bytes), bytes, "{name}");
        }
    }

    #[test]
    fn a_set_comes_back_in_order_of_names() {
        for importance in [false, true] {
            let set = small(importance);
            let back = Set::load(&set.save()).unwrap();
            assert_eq!(back.importance(), importance);
            assert_eq!(
                (0..3).map(|id| back.name(Kind::Item, id).unwrap()).collect::<Vec<_>>(),
                ["ape", "newt", "zebra"]
            );
            assert_eq!((back.judges(), back.contexts()), (2, 1));
            let cells = back.cells();
            assert_eq!((cells.context[0], cells.judge[0], cells.left[0], cells.right[0]), (0, NONE, 0, 2));
            assert_eq!((cells.context[1], cells.judge[1], cells.left[1], cells.right[1]), (NONE, 0, 2, 0));
            assert_eq!(cells.counts[2], [0.0, 0.0, 3.0, 0.0, 0.0]);
            assert_eq!(cells.counts[3], [0.0, 0.0, 0.0, 0.0, 0.25]);
            let squares = if importance { vec![[0.0, 0.0, 9.0, 0.0, 0.0]] } else { vec![] };
            assert_eq!(cells.squares.get(2).into_iter().copied().collect::<Vec<_>>(), squares);
            let length = back.covariate("length").unwrap();
            assert_eq!(
                (length.value(0, 1), length.value(1, 0), length.value(0, 0)),
                (Some(1.5), Some(0.0), None)
            );
            assert_eq!(back.save(), set.save());
            assert_eq!(Set::load(&back.save()).unwrap(), back);
        }
    }

    #[test]
    fn an_empty_set_and_bare_names_come_back() {
        assert_eq!(Set::load(&Set::new().save()).unwrap(), Set::new());
        let mut set = Set::new();
        set.intern(Kind::Judge, &["b", "a"]).unwrap();
        let back = Set::load(&set.save()).unwrap();
        assert_eq!((back.find(Kind::Judge, "a"), back.items()), (Some(0), 0));
    }

    #[test]
    fn truncation_is_refused() {
        let bytes = small(true).save();
        for length in 0..bytes.len() {
            assert!(matches!(Set::load(&bytes[..length]), Err(Error::Format(_))), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(Set::load(&longer), Err(Error::Format(_))));
    }

    #[test]
    fn every_flipped_bit_is_refused() {
        for importance in [false, true] {
            let bytes = small(importance).save();
            for bit in 0..8 * bytes.len() {
                let mut damaged = bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert!(matches!(Set::load(&damaged), Err(Error::Format(_))), "bit {bit}");
            }
        }
    }

    /// Behind a right checksum, any change gives an error or a set that saves to the same bytes:
    /// nothing is accepted that could not have been saved, and nothing crashes.
    #[test]
    fn forged_bytes_are_refused_or_canonical() {
        for importance in [false, true] {
            let bytes = small(importance).save();
            let mut accepted = 0;
            for place in FORMAT.head() - 12..bytes.len() - 4 {
                for value in [0, 1, 2, 3, 5, 0x1f, 0x20, 0x7f, 0x80, 0xf0, 0xff] {
                    let mut forged = bytes[..bytes.len() - 4].to_vec();
                    forged[place] = value;
                    let forged = sealed(forged);
                    match Set::load(&forged) {
                        Ok(set) => {
                            accepted += 1;
                            let cells = set.cells();
                            assert!((1..cells.len()).all(|cell| cells.key(cell - 1) < cells.key(cell)));
                            let values = set.covariates().iter().flat_map(|covariate| &covariate.values);
                            assert!(values
                                .into_iter()
                                .all(|&value| value != 0.0 || value.is_sign_positive()));
                            assert_eq!(set.save(), forged, "byte {place} set to {value}");
                        }
                        Err(error) => assert!(matches!(error, Error::Format(_)), "{error}"),
                    }
                }
            }
            assert!(accepted > 50);
        }
    }

    /// A cell of two items: left, bits of the counts, counts.
    type Forged<'a> = (u32, u8, &'a [f64]);

    /// Saved bytes of two items and the cells given.
    fn forged(cells: &[Forged]) -> Vec<u8> {
        let mut out = FORMAT.writer_of(PLAIN, 0, 0);
        out.raw(&[2, 2, 0, 0, 0, 0, 0, 0, 0]);
        out.raw(&[0; 18]);
        out.int(cells.len());
        for &(left, present, counts) in cells {
            [NONE, NONE, left, 1 - left].iter().for_each(|id| out.u32(*id));
            out.u8(present);
            counts.iter().for_each(|count| out.number(*count));
        }
        out.int(0);
        FORMAT.close(out)
    }

    #[test]
    fn forged_cells_are_refused() {
        let good = Set::load(&forged(&[(0, 1, &[1.0]), (1, 0b10010, &[2.0, 3.0])])).unwrap();
        assert_eq!(good.cells().counts, [[1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0, 3.0]]);
        let cases: [(&[Forged], &str); 8] = [
            (&[(0, 1, &[1.0]), (0, 1, &[1.0])], "not in order"),
            (&[(1, 1, &[1.0]), (0, 1, &[1.0])], "not in order"),
            (&[(0, 1, &[1.0]), (1, 0, &[])], "no counts"),
            (&[(0, 1, &[1.0]), (1, 0b100_0000, &[1.0])], "no counts, or too many"),
            (&[(0, 1, &[0.0])], "the count 0"),
            (&[(0, 1, &[-1.0])], "the count -1"),
            (&[(0, 1, &[f64::NAN])], "the count NaN"),
            (&[(0, 1, &[1.5e308]), (1, 1, &[1.5e308])], "overflows"),
        ];
        for (cells, part) in cases {
            let error = Set::load(&forged(cells)).unwrap_err();
            assert!(matches!(error, Error::Format(_)) && error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn a_newer_version_is_named() {
        let mut bytes = small(false).save();
        bytes[8] = 9;
        let error = Set::load(&bytes).unwrap_err();
        assert!(
            error.to_string().contains("version 9") && error.to_string().contains("versions 1 to 2"),
            "{error}"
        );
    }
}
