//! Accumulators as bytes.

use super::accumulator::Accumulator;
use super::clusters::{Cluster, Clustering};
use super::groups::Groups;
use super::moments::Moments;
use super::own::OwnScore;
use super::second_order::{ResidualBasis, SecondOrder};
use super::specification::*;
use crate::codec::{Format, Length, Reader, Writer};
use crate::error::Result;
use crate::room;

static FORMAT: Format =
    Format { magic: b"duelgar\x1a", versions: 1..=3, flags: 0, length: Length::Words, name: "saved scores" };

impl Accumulator {
    /// The estimates so far as bytes, the same on every machine.
    pub fn save(&self) -> Vec<u8> {
        let version = self.version();
        let mut out = FORMAT.writer_of(version, 0, 0);
        write_specification(&mut out, &self.specification);
        if version > 1 {
            out.list(&self.groups.names, |out, name| write_text(out, name));
        }
        out.code(&Clustering::ALL, &self.clustering);
        out.number(self.contexts);
        write_moments(&mut out, &self.psi);
        write_moments(&mut out, &self.plugin);
        out.list(&self.open.keyed, |out, (number, cluster)| {
            out.word(*number);
            write_cluster(out, cluster);
        });
        out.list(&self.open.last, |out, (number, cluster)| {
            out.word(*number);
            write_cluster(out, cluster);
        });
        out.list(&self.open.ended, write_cluster);
        let d = &self.diagnostics;
        [d.unlabelled, d.floored, d.probabilities].iter().for_each(|v| out.number(*v));
        [&d.labels, &d.weights, &d.squares, &d.largest].iter().for_each(|v| out.numbers(v));
        if version > 1 {
            out.numbers(&self.groups.units);
        }
        if version > 2 {
            out.code(&SecondOrder::ALL, &self.specification.second_order);
            out.code(&ResidualBasis::ALL, &self.specification.basis);
            [self.second.contexts, self.second.few, self.second.wide].iter().for_each(|v| out.number(*v));
            out.numbers(&self.second.sums);
        }
        FORMAT.close(out)
    }

    /// The first version that can say it.
    fn version(&self) -> u32 {
        let is_new = |functional: &Functional| {
            matches!(
                functional,
                Functional::Against(_) | Functional::Field(_) | Functional::Share(_) | Functional::Own(_)
            )
        };
        let GarsSpecification { second_order, basis, .. } = self.specification;
        let asked = (second_order, basis) != Default::default();
        let new = self.groups.count() > 0 || self.specification.functionals.iter().any(is_new);
        match new {
            _ if asked || !self.second.is_empty() => 3,
            true => 2,
            false => 1,
        }
    }

    /// An accumulator from saved bytes. Any truncation and any damage is [`Error::Format`].
    pub fn load(bytes: &[u8]) -> Result<Accumulator> {
        let (mut reader, version, ..) = FORMAT.open(bytes)?;
        let loaded = read(&mut reader, version)?;
        reader.end()?;
        Ok(loaded)
    }
}

fn read(reader: &mut Reader<'_>, version: u32) -> Result<Accumulator> {
    let specification = read_specification(reader)?;
    specification.check().map_err(|error| FORMAT.fault(error.to_string()))?;
    let names = if version > 1 { reader.list(read_text)? } else { Vec::new() };
    let width = Groups::new(names.clone()).width(specification.size());
    let clustering = reader.one_of(&Clustering::ALL)?;
    // Two matrices of products of all values, and four of counts of all pairs.
    let [values, items] = [width, specification.items].map(|n| n.saturating_mul(n));
    reader.expect(values.saturating_add(items.saturating_mul(2)).saturating_mul(2))?;
    let mut loaded = Accumulator::in_parts(&specification, clustering, names)
        .map_err(|error| FORMAT.fault(error.to_string()))?;
    loaded.contexts = reader.number()?;
    read_moments(reader, &mut loaded.psi)?;
    read_moments(reader, &mut loaded.plugin)?;
    let size = 2 * loaded.width();
    for (number, cluster) in reader.list(|r| Ok((r.word()?, read_cluster(r, size)?)))? {
        loaded.open.keyed.insert(number, cluster);
        room::check();
    }
    let mut last = reader.list(|r| Ok((r.word()?, read_cluster(r, size)?)))?;
    loaded.open.last = last.pop();
    if !last.is_empty() {
        return Err(FORMAT.fault("several clusters are the last"));
    }
    loaded.open.ended = reader.list(|r| read_cluster(r, size))?;
    let d = &mut loaded.diagnostics;
    for value in [&mut d.unlabelled, &mut d.floored, &mut d.probabilities] {
        *value = reader.number()?;
    }
    for values in [&mut d.labels, &mut d.weights, &mut d.squares, &mut d.largest] {
        reader.fill(values)?;
    }
    if version > 1 {
        reader.fill(&mut loaded.groups.units)?;
    }
    if version > 2 {
        loaded.specification.second_order = reader.one_of(&SecondOrder::ALL)?;
        loaded.specification.basis = reader.one_of(&ResidualBasis::ALL)?;
        for value in [&mut loaded.second.contexts, &mut loaded.second.few, &mut loaded.second.wide] {
            *value = reader.number()?;
        }
        reader.fill(&mut loaded.second.sums)?;
    }
    Ok(loaded)
}

fn write_specification(out: &mut Writer, s: &GarsSpecification) {
    out.int(s.items);
    out.int(s.categories);
    out.numbers(&s.first);
    out.numbers(&s.second);
    out.code(&Pairs::ALL, &s.pairs);
    out.number(s.floor);
    out.list(&s.functionals, |out, functional| match functional {
        Functional::Borda => out.word(0),
        Functional::BradleyTerry(form) => {
            out.word(1);
            out.code(&EdgeForm::ALL, form);
        }
        Functional::RankCentrality(form) => {
            out.word(2);
            out.code(&ChainForm::ALL, form);
        }
        Functional::Softmax(form) => {
            out.word(3);
            out.code(&EdgeForm::ALL, form);
        }
        Functional::Copeland(form, tau) => {
            out.word(4);
            out.code(&CopelandForm::ALL, form);
            out.number(*tau);
        }
        Functional::Kemeny(form, rankings) => {
            out.word(5);
            out.code(&KemenyForm::ALL, form);
            out.list(rankings, |out, ranking| {
                out.list(ranking, |out, item| out.word(u64::from(*item)));
            });
        }
        Functional::Miscalibration(loss) => {
            out.word(6);
            out.code(&Loss::ALL, loss);
        }
        Functional::Restricted(form) => {
            out.word(7);
            out.code(&RestrictedForm::ALL, form);
        }
        Functional::Against(baseline) => {
            out.word(8);
            out.int(*baseline);
        }
        Functional::Field(weights) => {
            out.word(9);
            out.numbers(weights);
        }
        Functional::Share(share) => {
            out.word(10);
            out.int(share.baseline);
            [share.above, share.temperature].iter().for_each(|v| out.number(*v));
        }
        Functional::Own(score) => {
            out.word(11);
            write_text(out, &score.name);
            out.int(score.values);
        }
    });
}

fn read_specification(reader: &mut Reader<'_>) -> Result<GarsSpecification> {
    Ok(GarsSpecification {
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
                        r.list(|r| u32::try_from(r.word()?).map_err(|_| FORMAT.fault("an item is too large")))
                    })?,
                ),
                6 => Functional::Miscalibration(r.one_of(&Loss::ALL)?),
                7 => Functional::Restricted(r.one_of(&RestrictedForm::ALL)?),
                8 => Functional::Against(r.int()?),
                9 => Functional::Field(r.numbers()?),
                10 => Functional::Share(Share {
                    baseline: r.int()?,
                    above: r.number()?,
                    temperature: r.number()?,
                }),
                11 => Functional::Own(OwnScore { name: read_text(r)?, values: r.int()?, function: None }),
                other => return Err(FORMAT.fault(format_args!("functional {other} is unknown"))),
            })
        })?,
        // Said later, in versions that have them.
        second_order: SecondOrder::default(),
        basis: ResidualBasis::default(),
    })
}

/// A text, a word for every byte.
fn write_text(out: &mut Writer, text: &str) {
    out.list(text.as_bytes(), |out, byte| out.word(u64::from(*byte)));
}

fn read_text(reader: &mut Reader<'_>) -> Result<String> {
    let byte = |r: &mut Reader<'_>| {
        u8::try_from(r.word()?).map_err(|_| FORMAT.fault("a byte of a text is too large"))
    };
    String::from_utf8(reader.list(byte)?).map_err(|_| FORMAT.fault("a text is not UTF-8"))
}

fn write_cluster(out: &mut Writer, cluster: &Cluster) {
    out.number(cluster.count);
    out.numbers(&cluster.sums);
}

fn write_moments(out: &mut Writer, m: &Moments) {
    [m.count, m.clusters, m.squares].iter().for_each(|v| out.number(*v));
    [&m.mean, &m.cross, &m.products].iter().for_each(|v| out.numbers(v));
}

fn read_cluster(reader: &mut Reader<'_>, size: usize) -> Result<Cluster> {
    let mut cluster = Cluster { count: reader.number()?, sums: vec![0.0; size] };
    reader.fill(&mut cluster.sums)?;
    Ok(cluster)
}

fn read_moments(reader: &mut Reader<'_>, m: &mut Moments) -> Result<()> {
    for value in [&mut m.count, &mut m.clusters, &mut m.squares] {
        *value = reader.number()?;
    }
    for values in [&mut m.mean, &mut m.cross, &mut m.products] {
        reader.fill(values)?;
    }
    Ok(())
}
