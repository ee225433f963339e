//! Models as bytes: choices, parameters, facts and data, so that a loaded model answers every question
//! as the saved one did.

use super::fitted::{Direction, Facts, Model, Optimum};
use crate::codec::{Format, Length, Reader, Writer};
use crate::comparisons::{Kind as Names, Set};
use crate::component::Interactions;
use crate::error::{Error, Result};
use crate::likelihood::{Constraint, ConstraintState};
use crate::model::specification::{
    BelowZero, BothBadKind, CovarianceKind, Diagnostic, Flat, ParameterLayout, Position, Problems,
    Specification, Ties, UnidentifiedDirection,
};
use crate::outcome::{Outcome, BAD, TIE};
use crate::room::Gather as _;
use crate::solve::Stop;
use crate::strength::StrengthKind;
use crate::terms::Entries;
use crate::threshold::{Basis, Form};

static FORMAT: Format = Format {
    magic: b"duelmod\x1a",
    versions: WITH_RESOURCES..=8,
    flags: 0,
    length: Length::Absent,
    name: "saved model",
};

/// The last version without a target.
const WITHOUT_TARGET: u32 = 6;

/// The last version without interactions.
const WITHOUT_INTERACTIONS: u32 = 7;

/// The last version that kept threads and max_bytes, and whose factored thresholds went by ids.
const WITH_RESOURCES: u32 = 5;

const NAMES: [Names; 3] = [Names::Item, Names::Judge, Names::Context];

impl Model {
    /// The model as bytes, the same on every machine and for equal fits: what says how a fit was computed
    /// but not what it is, threads and the limit of memory, is left out.
    pub fn save(&self) -> Vec<u8> {
        // Without them the bytes are those of the version before.
        let version = WITHOUT_INTERACTIONS + u32::from(!self.specification.interactions.is_empty());
        let mut out = FORMAT.writer_of(version, 0, 0);
        self.write_set(&mut out);
        write_specification(&mut out, &self.specification);
        out.numbers(&self.theta);
        out.list(&self.objective.fixed, |out, f| out.flag(*f));
        out.list(self.layout.terms.pinned(TIE), |out, p| out.number(*p));
        out.list(&self.null_space.shifts, |out, group| out.list(group, |out, i| out.int(*i as usize)));
        out.list(self.layout.terms.never(TIE), |out, u| out.flag(*u));
        out.flag(self.layout.terms.is_pinned(BAD));
        out.list(self.layout.terms.never(BAD), |out, u| out.flag(*u));
        out.list(&self.layout.unidentified, |out, unidentified| {
            out.list(&unidentified.items, |out, i| out.int(*i));
            write_entries(out, &unidentified.along);
        });
        let reached = |constraint: &Constraint| {
            if constraint.state == ConstraintState::Active {
                constraint.multiplier
            } else {
                f64::NAN
            }
        };
        out.numbers(&self.objective.constraints.iter().map(reached).gathered());
        out.list(&self.optima, |out, o| {
            [o.log_likelihood, o.objective, o.gradient].iter().for_each(|v| out.number(*v));
            [o.starts, o.first].iter().for_each(|v| out.int(*v));
            out.flag(o.is_regular);
        });
        write_facts(&mut out, &self.facts);
        out.list(&self.diagnostics, |out, t| {
            out.int(t.problem.0 as usize);
            out.bytes(t.message.as_bytes());
        });
        out.list(&self.directions, |out, d| {
            out.flag(d.diverges);
            write_entries(out, &d.along);
        });
        out.list(&self.components, |out, c| out.int(*c as usize));
        out.flag(self.leans_on_penalty);
        out.list(&self.item_problems, |out, o| out.int(o.0 as usize));
        out.list(&self.judge_problems, |out, o| out.int(o.0 as usize));
        FORMAT.close(out)
    }

    /// The set in its canonical bytes, and the order in which the model knows its names.
    fn write_set(&self, out: &mut Writer) {
        out.bytes(&self.set.save());
        for (kind, count) in NAMES.into_iter().zip(counts(&self.set)) {
            let mut place = vec![0; count];
            self.set.in_order(kind).iter().enumerate().for_each(|(at, &id)| place[id as usize] = at);
            out.list(&place, |out, p| out.int(*p));
        }
    }

    /// A model from saved bytes. Any truncation and any damage is [`Error::Format`].
    pub fn load(bytes: &[u8]) -> Result<Model> {
        let (mut reader, version, _) = FORMAT.open(bytes)?;
        let set = read_set(&mut reader)?;
        let specification = read_specification(&mut reader, version)?;
        specification.check(&set).map_err(|e| format(e.to_string()))?;
        let mut layout = ParameterLayout::new(&set, &specification);
        let is_factored = specification.threshold.form() == Form::Factored;
        if version == WITH_RESOURCES && is_factored && !layout.item_order.is_sorted() {
            return Err(format(
                "format version 5 has a factored threshold in the order of the items' ids, which is not that of \
                 their names: fit the model again",
            ));
        }
        let theta = reader.numbers()?;
        let fixed = reader.list(Reader::flag)?;
        let pinned = reader.numbers()?;
        let pins = layout.threshold_judges();
        if theta.len() != layout.dimension
            || theta.iter().any(|parameter| parameter.is_nan())
            || fixed.len() != layout.dimension
            || pinned.len() != pins
        {
            return Err(format("the parameters do not fit the model"));
        }
        let shifts = read_shifts(&mut reader, &layout)?;
        let untied = reader.list(Reader::flag)?;
        let bad_pinned = reader.flag()?;
        let unbad = reader.list(Reader::flag)?;
        let items = layout.items;
        if [&untied, &unbad].iter().any(|never| !never.is_empty() && never.len() != items) {
            return Err(format("the items that never tied or were never both bad do not fit the model"));
        }
        if let Some(tie) = &mut layout.terms.cuts[TIE] {
            (tie.pinned, tie.never) = (pinned, untied);
        }
        if let Some(bad) = &mut layout.terms.cuts[BAD] {
            bad.pinned = if bad_pinned { vec![f64::NEG_INFINITY] } else { Vec::new() };
            bad.never = unbad;
        }
        layout.unidentified = reader.list(|r| {
            Ok(UnidentifiedDirection {
                items: r.list(|r| r.below(items))?,
                along: read_entries(r, layout.dimension)?,
            })
        })?;
        let multipliers = reader.numbers()?;
        let optima = reader.list(read_optimum)?;
        let facts = read_facts(&mut reader)?;
        let diagnostics =
            reader.list(|r| Ok(Diagnostic { problem: read_problems(r)?, message: read_text(r)? }))?;
        let dimension = layout.dimension;
        let directions = reader.list(|r| {
            let diverges = r.flag()?;
            let along = read_entries(r, dimension)?;
            Ok(Direction { along, diverges })
        })?;
        let components = reader.list(|r| Ok(r.below(items)? as u32))?;
        let leans_on_penalty = reader.flag()?;
        let item_problems = reader.list(read_problems)?;
        let judge_problems = reader.list(read_problems)?;
        let sizes = [components.len(), item_problems.len(), judge_problems.len()];
        if sizes != [layout.items, layout.items, layout.judges] {
            return Err(format("the lists do not fit the model"));
        }
        reader.end()?;
        let mut objective = layout.objective(&set, &specification)?;
        objective.fixed = fixed;
        if facts.unit != 1.0 {
            objective.rescale(facts.unit);
        }
        if !multipliers.is_empty() {
            objective.constraints = objective.floors();
            if objective.constraints.len() != multipliers.len() {
                return Err(format("the floors of thresholds do not fit the model"));
            }
            for (constraint, m) in
                objective.constraints.iter_mut().zip(&multipliers).filter(|(_, m)| !m.is_nan())
            {
                (constraint.state, constraint.multiplier) = (ConstraintState::Active, *m);
            }
        }
        let null_space = layout.null_space(&shifts, &objective.fixed);
        let mut model = Model::new(set, specification, layout, objective, null_space, theta, facts);
        model.diagnostics = diagnostics;
        model.optima = optima;
        model.directions = directions;
        model.components = components;
        model.leans_on_penalty = leans_on_penalty;
        model.item_problems = item_problems;
        model.judge_problems = judge_problems;
        Ok(model)
    }
}

fn format(fault: impl std::fmt::Display) -> Error {
    FORMAT.fault(fault)
}

fn counts(set: &Set) -> [usize; 3] {
    [set.items(), set.judges(), set.contexts()]
}

fn read_set(reader: &mut Reader<'_>) -> Result<Set> {
    let sorted = Set::load(reader.bytes()?)?;
    let mut set = Set::new();
    for (kind, count) in NAMES.into_iter().zip(counts(&sorted)) {
        let place = reader.list(|r| r.below(count))?;
        if place.len() != count {
            return Err(format("the order of names does not fit the data"));
        }
        if !sorted.has_ids(kind) {
            let names: Vec<&str> = place.iter().filter_map(|&p| sorted.name(kind, p)).gathered();
            set.intern(kind, &names).map_err(|e| format(e.to_string()))?;
        }
    }
    set.merge(&sorted).map_err(|e| format(e.to_string()))?;
    if counts(&set) != counts(&sorted) {
        return Err(format("the order of names does not fit the data"));
    }
    Ok(set)
}

fn write_specification(out: &mut Writer, s: &Specification) {
    let flat = Flat::of(s);
    out.code(&StrengthKind::ALL, &flat.strength);
    out.int(flat.rank);
    out.code(&Position::ALL, &s.position);
    out.code(&Outcome::ALL, &s.outcome);
    out.code(&Ties::ALL, &s.ties);
    out.code(&BothBadKind::ALL, &flat.both_bad);
    out.code(&Form::ALL, &flat.bad_threshold);
    out.code(&Form::ALL, &flat.threshold);
    out.flag(s.threshold_by_judge);
    out.int(flat.tie_factors);
    out.code(&Basis::ALL, &flat.basis);
    out.flag(flat.linear);
    out.code(&BelowZero::ALL, &flat.below_zero);
    out.number(flat.tie_ridge);
    out.int(flat.spread.map_or(0, |k| 1 + k));
    out.number(flat.spread_ridge);
    out.int(s.restarts);
    out.word(s.seed);
    out.flag(flat.signed);
    out.code(&CovarianceKind::ALL, &s.covariance);
    out.int(s.accept.0 as usize);
    out.list(&s.covariates, |out, name| out.bytes(name.as_bytes()));
    out.list(&s.offsets, |out, name| out.bytes(name.as_bytes()));
    out.list(&flat.sensitivity_covariates, |out, name| out.bytes(name.as_bytes()));
    out.flag(s.firth);
    out.numbers(&s.fixed_scores);
    out.number(s.ridge);
    out.number(s.pseudo);
    out.number(s.tolerance);
    out.int(s.max_iterations);
    out.flag(flat.equally);
    out.number(flat.pair_floor);
    if !s.interactions.is_empty() {
        s.interactions.save(out);
    }
}

fn read_specification(reader: &mut Reader<'_>, version: u32) -> Result<Specification> {
    let pass_over = |reader: &mut Reader<'_>| match version {
        WITH_RESOURCES => reader.int().map(drop),
        _ => Ok(()),
    };
    let (strength, rank) = (reader.one_of(&StrengthKind::ALL)?, reader.int()?);
    let (position, outcome) = (reader.one_of(&Position::ALL)?, reader.one_of(&Outcome::ALL)?);
    let (ties, both_bad) = (reader.one_of(&Ties::ALL)?, reader.one_of(&BothBadKind::ALL)?);
    let (bad_threshold, threshold) = (reader.one_of(&Form::ALL)?, reader.one_of(&Form::ALL)?);
    let (threshold_by_judge, tie_factors) = (reader.flag()?, reader.int()?);
    let (basis, linear) = (reader.one_of(&Basis::ALL)?, reader.flag()?);
    let (below_zero, tie_ridge) = (reader.one_of(&BelowZero::ALL)?, reader.number()?);
    let (spread, spread_ridge) = (reader.int()?.checked_sub(1), reader.number()?);
    let (restarts, seed) = (reader.int()?, reader.word()?);
    pass_over(reader)?;
    let signed = reader.flag()?;
    let (covariance, accept) = (reader.one_of(&CovarianceKind::ALL)?, read_problems(reader)?);
    let (covariates, offsets) = (reader.list(read_text)?, reader.list(read_text)?);
    let sensitivity_covariates = reader.list(read_text)?;
    let (firth, fixed_scores) = (reader.flag()?, reader.numbers()?);
    let (ridge, pseudo) = (reader.number()?, reader.number()?);
    let (tolerance, max_iterations) = (reader.number()?, reader.int()?);
    pass_over(reader)?;
    let (equally, pair_floor) = match version > WITHOUT_TARGET {
        true => (reader.flag()?, reader.number()?),
        false => (false, 0.0),
    };
    let interactions = match version > WITHOUT_INTERACTIONS {
        true => Interactions::load(reader, read_text)?,
        false => Interactions::default(),
    };
    let flat = Flat {
        strength,
        rank,
        signed,
        sensitivity_covariates,
        both_bad,
        bad_threshold,
        threshold,
        tie_factors,
        basis,
        linear,
        below_zero,
        tie_ridge,
        spread,
        spread_ridge,
        equally,
        pair_floor,
    };
    Ok(Specification {
        strength: flat.strength().map_err(format)?,
        position,
        outcome,
        ties,
        both_bad: flat.both_bad().map_err(format)?,
        threshold: flat.threshold().map_err(format)?,
        threshold_by_judge,
        spread: flat.spread().map_err(format)?,
        restarts,
        seed,
        covariance,
        accept,
        covariates,
        offsets,
        interactions,
        firth,
        fixed_scores,
        ridge,
        pseudo,
        tolerance,
        max_iterations,
        target: flat.target().map_err(format)?,
        ..Specification::default()
    })
}

fn read_shifts(reader: &mut Reader<'_>, layout: &ParameterLayout) -> Result<Vec<Vec<u32>>> {
    let items = layout.strength.items;
    let shifts: Vec<Vec<u32>> = reader.list(|r| r.list(|r| Ok(r.below(items)? as u32)))?;
    if shifts.iter().any(Vec::is_empty) {
        return Err(format("an empty group of items"));
    }
    Ok(shifts)
}

fn write_facts(out: &mut Writer, f: &Facts) {
    out.int(f.problems.0 as usize);
    out.code(&Stop::ALL, &f.stop);
    out.int(f.iterations);
    out.int(f.dimension);
    for value in
        [f.comparisons, f.log_likelihood, f.objective, f.gradient, f.decrement, f.step, f.curvature, f.unit]
    {
        out.number(value);
    }
}

fn read_facts(reader: &mut Reader<'_>) -> Result<Facts> {
    Ok(Facts {
        problems: read_problems(reader)?,
        stop: reader.one_of(&Stop::ALL)?,
        iterations: reader.int()?,
        dimension: reader.int()?,
        comparisons: reader.number()?,
        log_likelihood: reader.number()?,
        objective: reader.number()?,
        gradient: reader.number()?,
        decrement: reader.number()?,
        step: reader.number()?,
        curvature: reader.number()?,
        unit: reader.number()?,
    })
}

fn write_entries(out: &mut Writer, entries: &Entries) {
    out.list(entries, |out, (at, value)| {
        out.int(*at as usize);
        out.number(*value);
    });
}

fn read_entries(reader: &mut Reader<'_>, dimension: usize) -> Result<Entries> {
    reader.list(|r| Ok((r.below(dimension)? as u32, r.number()?)))
}

fn read_problems(reader: &mut Reader<'_>) -> Result<Problems> {
    Ok(Problems(reader.below(512)? as i32))
}

fn read_text(reader: &mut Reader<'_>) -> Result<String> {
    let bytes = reader.bytes()?;
    reader.text(bytes).map(str::to_string)
}

fn read_optimum(reader: &mut Reader<'_>) -> Result<Optimum> {
    Ok(Optimum {
        log_likelihood: reader.number()?,
        objective: reader.number()?,
        gradient: reader.number()?,
        starts: reader.int()?,
        first: reader.int()?,
        is_regular: reader.flag()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{kept, sealed};
    use crate::comparisons::{Column, Key, Rows};
    use crate::model::{fit, ThresholdModel};
    use crate::progress::unwatched;

    /// Three items that come in another order than that of their names.
    fn model(threshold: Form) -> Model {
        let mut set = Set::new();
        let key = |values| Key { values, base: 0 };
        let (left, right) = (["c", "a", "b", "c"], ["a", "b", "c", "b"]);
        let rows = Rows {
            length: 4,
            left: key(Column::Text(&left)),
            right: key(Column::Text(&right)),
            wins: Column::U8(&[5, 4, 6, 3]),
            losses: Column::U8(&[3, 5, 2, 4]),
            ties: Column::U8(&[2, 3, 1, 2]),
            ..Rows::default()
        };
        set.append(&rows).unwrap();
        let specification = Specification {
            outcome: Outcome::Davidson,
            threshold: ThresholdModel::of(threshold, 1, Basis::Cosine),
            ..Specification::default()
        };
        fit(&set, &specification, &mut unwatched()).unwrap()
    }

    /// The bytes of version 5, which had threads after the seed and max_bytes at the end of the choices.
    fn of_version_5(model: &Model) -> Vec<u8> {
        const BEFORE_THREADS: usize = 18 * 8;
        let mut bytes = model.save();
        let (first, last) = {
            let (mut reader, version, _) = FORMAT.open(&bytes).unwrap();
            read_set(&mut reader).unwrap();
            let first = bytes.len() - 4 - reader.remaining();
            read_specification(&mut reader, version).unwrap();
            (first, bytes.len() - 4 - reader.remaining())
        };
        bytes.truncate(bytes.len() - 4);
        // Without target and pair_floor, which end the choices.
        bytes.splice(last - 16..last, 7u64.to_le_bytes());
        bytes.splice(first + BEFORE_THREADS..first + BEFORE_THREADS, 3u64.to_le_bytes());
        bytes[8..12].copy_from_slice(&WITH_RESOURCES.to_le_bytes());
        sealed(bytes)
    }

    #[test]
    fn a_model_of_version_5_is_read() {
        let model = model(Form::Additive);
        let loaded = Model::load(&of_version_5(&model)).unwrap();
        assert_eq!(loaded.save(), model.save());
        assert_eq!((loaded.specification.threads, loaded.specification.max_bytes), (1, 0));
        let error = Model::load(&of_version_5(&self::model(Form::Factored))).unwrap_err();
        assert!(error.to_string().contains("fit the model again"), "{error}");
    }

    #[test]
    fn bytes_are_those_of_earlier_versions() {
        let separated = {
            let mut set = self::model(Form::Single).set.clone();
            let rows = Rows {
                length: 1,
                left: Key { values: Column::Text(&["d"]), base: 0 },
                right: Key { values: Column::Text(&["a"]), base: 0 },
                judge: Key { values: Column::Text(&["j"]), base: 0 },
                wins: Column::U8(&[4]),
                losses: Column::U8(&[0]),
                ..Rows::default()
            };
            set.append(&rows).unwrap();
            let accept = Problems::SEPARATED;
            fit(&set, &Specification { accept, ..Specification::default() }, &mut unwatched()).unwrap()
        };
        for (name, model) in [("additive.duel", model(Form::Additive)), ("separated.duel", separated)] {
            let kept = kept(name, &model.save());
            assert!(Model::load(&kept).unwrap().save() == kept, "{name}");
        }
    }

    /// A component of a large number would cost memory wherever components are counted.
    #[test]
    fn components_are_fewer_than_items() {
        let mut model = model(Form::Single);
        model.components = vec![0, 1, 2];
        assert!(Model::load(&model.save()).is_ok());
        model.components = vec![0, 0, 3];
        let error = Model::load(&model.save()).unwrap_err().to_string();
        assert!(error.contains("3 where less than 3 is possible"), "{error}");
    }

    #[test]
    fn what_is_no_part_of_a_fit_is_not_saved() {
        let mut model = model(Form::Factored);
        let bytes = model.save();
        model.specification.threads = 5;
        model.specification.max_bytes = 1 << 40;
        assert_eq!(model.save(), bytes);
        model.specification.fixed_scores = vec![f64::NAN; 3];
        let bytes = model.save();
        model.specification.fixed_scores = vec![-f64::NAN; 3];
        assert_eq!(model.save(), bytes);
    }
}
