//! Accumulators as bytes: little-endian words of eight bytes. Magic, version, length in words, then the
//! fields in the order of `write`; CRC-32 of everything before as the last four bytes.

use super::accumulator::Accumulator;
use super::clusters::{Cluster, Clustering};
use super::moments::Moments;
use super::specification::*;
use crate::comparisons::crc32;
use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _, Put as _};

const MAGIC: &[u8; 8] = b"duelgar\x1a";
const VERSION: u64 = 1;
/// Magic, version and length; checksum.
const FRAME: usize = 24 + 4;

impl Accumulator {
    /// What has been estimated so far as bytes, the same on every machine.
    pub fn save(&self) -> Vec<u8> {
        let mut words = Writer(Vec::new());
        write_specification(&mut words, &self.specification);
        words.code(&Clustering::ALL, &self.clustering);
        words.number(self.contexts);
        words.moments(&self.psi);
        words.moments(&self.plugin);
        words.list(self.open.keyed.iter(), |out, (number, cluster)| {
            out.0.push(*number);
            out.cluster(cluster);
        });
        words.list(self.open.last.iter(), |out, (number, cluster)| {
            out.0.push(*number);
            out.cluster(cluster);
        });
        words.list(self.open.ended.iter(), Writer::cluster);
        let d = &self.diagnostics;
        [d.unlabelled, d.floored, d.probabilities].iter().for_each(|v| words.number(*v));
        [&d.labels, &d.weights, &d.squares, &d.largest].iter().for_each(|v| words.numbers(v));
        let mut out = with_room(8 * words.0.len() + FRAME);
        out.put_all(MAGIC);
        for word in [VERSION, words.0.len() as u64].iter().chain(&words.0) {
            out.put_all(&word.to_le_bytes());
        }
        let checksum = crc32(&out);
        out.put_all(&checksum.to_le_bytes());
        out
    }

    /// An accumulator from saved bytes. Any truncation and any damage is [`Error::Format`].
    pub fn load(bytes: &[u8]) -> Result<Accumulator> {
        if bytes.len() < FRAME {
            return Err(format(format_args!("{} bytes are too few", bytes.len())));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - 4);
        if !content.starts_with(MAGIC) {
            return Err(format("these bytes are something else"));
        }
        let words = content[MAGIC.len()..].chunks_exact(8).map(|word| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            u64::from_le_bytes(bytes)
        });
        let words: Vec<u64> = words.gathered();
        if words[0] != VERSION {
            return Err(format(format_args!(
                "format version {}; this library reads version {VERSION}",
                words[0]
            )));
        }
        if content.len() % 8 != 0 || words[1] != (words.len() - 2) as u64 {
            return Err(format(format_args!("{} bytes are not as many as were saved", bytes.len())));
        }
        if crc32(content).to_le_bytes() != checksum {
            return Err(format("the checksum does not match; the bytes are damaged"));
        }
        let mut reader = Reader(&words[2..]);
        let loaded = read(&mut reader)?;
        if !reader.0.is_empty() {
            return Err(format("there are bytes left over"));
        }
        Ok(loaded)
    }
}

fn format(fault: impl std::fmt::Display) -> Error {
    Error::Format(format!("saved scores: {fault}"))
}

fn read(reader: &mut Reader<'_>) -> Result<Accumulator> {
    let specification = read_specification(reader)?;
    specification.check().map_err(|error| format(error.to_string()))?;
    let clustering = reader.one_of(&Clustering::ALL)?;
    let mut loaded = Accumulator::new(&specification, clustering)?;
    loaded.contexts = reader.number()?;
    reader.moments(&mut loaded.psi)?;
    reader.moments(&mut loaded.plugin)?;
    let size = 2 * loaded.size();
    loaded.open.keyed = reader.list(|r| Ok((r.word()?, r.cluster(size)?)))?.into_iter().collect();
    let mut last = reader.list(|r| Ok((r.word()?, r.cluster(size)?)))?;
    loaded.open.last = last.pop();
    if !last.is_empty() {
        return Err(format("several clusters are the last"));
    }
    loaded.open.ended = reader.list(|r| r.cluster(size))?;
    let d = &mut loaded.diagnostics;
    for value in [&mut d.unlabelled, &mut d.floored, &mut d.probabilities] {
        *value = reader.number()?;
    }
    for values in [&mut d.labels, &mut d.weights, &mut d.squares, &mut d.largest] {
        reader.fill(values)?;
    }
    Ok(loaded)
}

fn write_specification(out: &mut Writer, s: &Specification) {
    out.0.extend([s.items as u64, s.categories as u64]);
    out.numbers(&s.first);
    out.numbers(&s.second);
    out.code(&Pairs::ALL, &s.pairs);
    out.number(s.floor);
    out.list(s.functionals.iter(), |out, functional| match functional {
        Functional::Borda => out.0.push(0),
        Functional::BradleyTerry(form) => {
            out.0.push(1);
            out.code(&EdgeForm::ALL, form);
        }
        Functional::RankCentrality(form) => {
            out.0.push(2);
            out.code(&ChainForm::ALL, form);
        }
        Functional::Softmax(form) => {
            out.0.push(3);
            out.code(&EdgeForm::ALL, form);
        }
        Functional::Copeland(form, tau) => {
            out.0.push(4);
            out.code(&CopelandForm::ALL, form);
            out.number(*tau);
        }
        Functional::Kemeny(form, rankings) => {
            out.0.push(5);
            out.code(&KemenyForm::ALL, form);
            out.list(rankings.iter(), |out, ranking| {
                out.list(ranking.iter(), |out, item| out.0.push(u64::from(*item)));
            });
        }
        Functional::Miscalibration(loss) => {
            out.0.push(6);
            out.code(&Loss::ALL, loss);
        }
        Functional::Restricted(form) => {
            out.0.push(7);
            out.code(&RestrictedForm::ALL, form);
        }
    });
}

fn read_specification(reader: &mut Reader<'_>) -> Result<Specification> {
    Ok(Specification {
        items: reader.int()?,
        categories: reader.int()?,
        first: reader.numbers()?,
        second: reader.numbers()?,
        pairs: reader.one_of(&Pairs::ALL)?,
        floor: reader.number()?,
        functionals: reader.list(|r| {
            Ok(match r.word()? {
                0 => Functional::Borda,
                1 => Functional::BradleyTerry(r.one_of(&EdgeForm::ALL)?),
                2 => Functional::RankCentrality(r.one_of(&ChainForm::ALL)?),
                3 => Functional::Softmax(r.one_of(&EdgeForm::ALL)?),
                4 => Functional::Copeland(r.one_of(&CopelandForm::ALL)?, r.number()?),
                5 => Functional::Kemeny(
                    r.one_of(&KemenyForm::ALL)?,
                    r.list(|r| {
                        r.list(|r| u32::try_from(r.word()?).map_err(|_| format("an item is too large")))
                    })?,
                ),
                6 => Functional::Miscalibration(r.one_of(&Loss::ALL)?),
                7 => Functional::Restricted(r.one_of(&RestrictedForm::ALL)?),
                other => return Err(format(format_args!("functional {other} is unknown"))),
            })
        })?,
    })
}

struct Writer(Vec<u64>);

impl Writer {
    fn number(&mut self, value: f64) {
        self.0.put(value.to_bits());
    }

    fn numbers(&mut self, values: &[f64]) {
        self.list(values.iter(), |out, value| out.number(*value));
    }

    fn code<T: PartialEq>(&mut self, codes: &[T], value: &T) {
        self.0.push(codes.iter().position(|c| c == value).unwrap_or(0) as u64);
    }

    fn list<T>(&mut self, values: impl ExactSizeIterator<Item = T>, each: impl Fn(&mut Writer, T)) {
        self.0.push(values.len() as u64);
        values.for_each(|value| each(self, value));
    }

    fn cluster(&mut self, cluster: &Cluster) {
        self.number(cluster.count);
        self.numbers(&cluster.sums);
    }

    fn moments(&mut self, m: &Moments) {
        [m.count, m.clusters, m.squares].iter().for_each(|v| self.number(*v));
        [&m.mean, &m.cross, &m.products].iter().for_each(|v| self.numbers(v));
    }
}

struct Reader<'a>(&'a [u64]);

impl Reader<'_> {
    fn word(&mut self) -> Result<u64> {
        let (first, rest) = self.0.split_first().ok_or_else(|| format("the bytes end too early"))?;
        self.0 = rest;
        Ok(*first)
    }

    fn int(&mut self) -> Result<usize> {
        usize::try_from(self.word()?).map_err(|_| format("a number is too large"))
    }

    fn number(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.word()?))
    }

    fn numbers(&mut self) -> Result<Vec<f64>> {
        self.list(Reader::number)
    }

    /// As many numbers as there must be.
    fn fill(&mut self, out: &mut [f64]) -> Result<()> {
        let values = self.numbers()?;
        if values.len() != out.len() {
            return Err(format(format_args!("{} numbers where {} belong", values.len(), out.len())));
        }
        out.copy_from_slice(&values);
        Ok(())
    }

    fn one_of<T: Copy>(&mut self, codes: &[T]) -> Result<T> {
        let code = self.int()?;
        codes.get(code).copied().ok_or_else(|| format(format_args!("choice {code} is unknown")))
    }

    /// A list; every element takes at least a word, which bounds what is allocated.
    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.int()?;
        if count > self.0.len() {
            return Err(format(format_args!("a count of {count} is more than there are bytes")));
        }
        (0..count).map(|_| each(self)).gathered_or()
    }

    fn cluster(&mut self, size: usize) -> Result<Cluster> {
        let mut cluster = Cluster { count: self.number()?, sums: vec![0.0; size] };
        self.fill(&mut cluster.sums)?;
        Ok(cluster)
    }

    fn moments(&mut self, m: &mut Moments) -> Result<()> {
        for value in [&mut m.count, &mut m.clusters, &mut m.squares] {
            *value = self.number()?;
        }
        for values in [&mut m.mean, &mut m.cross, &mut m.products] {
            self.fill(values)?;
        }
        Ok(())
    }
}
