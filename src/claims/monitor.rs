//! A monitor: what is claimed of pairs of items from all looks together at growing data.
//!
//! It keeps, for all pairs of named items, the largest e-value, the intersection of the intervals of all looks, and the
//! order once it is decided. A claim that any look makes is wrong, ever and of any pair, with probability alpha at most,
//! if every look holds at all times and each pair has its share of alpha.

use crate::codec::{Format, Length};
use crate::comparisons::{Kind, Set};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::{self, copied, Gather as _, Put as _};
use crate::vectors::mean_ranks;

mod tables;
pub use tables::{PairRow, RankRow, MONITOR_PAIRS, MONITOR_RANKS};

static FORMAT: Format = Format {
    magic: b"duelmon\x1a",
    versions: 1..=1,
    flags: 0,
    length: Length::Words,
    name: "a saved monitor",
};

/// How the pairs that are compared are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MonitorDesign {
    /// Without looking at answers.
    #[default]
    Fixed,
    /// By any rule that looks at earlier answers.
    Adaptive,
    /// With known probabilities, of contexts whose labels are drawn by them.
    Drawn,
}

impl MonitorDesign {
    /// All by their numbers.
    pub const ALL: [MonitorDesign; 3] = [MonitorDesign::Fixed, MonitorDesign::Adaptive, MonitorDesign::Drawn];
}

/// Settings that are fixed before the first look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MonitorPlan {
    /// How pairs are chosen.
    pub design: MonitorDesign,
    /// The probability that anything claimed of all pairs is ever wrong, at most.
    pub alpha: f64,
    /// A difference that matters, in the unit of the scores; 0: the default of the first look.
    pub mixture: f64,
    /// The most items there will ever be; 0: those of the first look.
    pub max_items: usize,
    /// Whether evidence is exact: by predictions of every batch of comparisons.
    pub is_exact: bool,
}

impl Default for MonitorPlan {
    fn default() -> Self {
        MonitorPlan { design: MonitorDesign::Fixed, alpha: 0.05, mixture: 0.0, max_items: 0, is_exact: false }
    }
}

/// Who is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Not decided.
    #[default]
    Open,
    /// The first of the two.
    First,
    /// The second.
    Second,
}

impl Order {
    const ALL: [Order; 3] = [Order::Open, Order::First, Order::Second];
    const LABELS: [&'static std::ffi::CStr; 3] = [c"open", c"first", c"second"];
}

/// The evidence of one look on two items, by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// The items, by their ids in the set of the look.
    pub pair: [usize; 2],
    /// The difference of their scores; NaN if unidentified.
    pub difference: f64,
    /// Its standard error.
    pub error: f64,
    /// Logarithm of the e-value against equality.
    pub log_e: f64,
    /// The interval of the difference at alpha, and that at the pair's share of alpha.
    pub intervals: [[f64; 2]; 2],
    /// Which item is significantly better, at the pair's share of alpha, where the interval does not show it.
    pub order: Order,
}

/// A look.
#[derive(Debug, Clone)]
pub struct Look<'a> {
    /// Whose items it is about.
    pub set: &'a Set,
    /// Their scores.
    pub scores: &'a [f64],
    /// Independent units so far.
    pub units: f64,
    /// Comparisons so far.
    pub comparisons: f64,
    /// The difference that matters, where the monitor has none yet.
    pub mixture: f64,
    /// The unit of the scores.
    pub unit: f64,
    /// All pairs.
    pub seen: Vec<Seen>,
}

/// The evidence of all looks on two items.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tracked {
    difference: f64,
    error: f64,
    log_e: f64,
    largest: f64,
    intervals: [[f64; 2]; 2],
    order: Order,
    decided_at: u64,
    is_contradicted: bool,
}

/// A pair before any look.
const UNSEEN: Tracked = Tracked {
    difference: f64::NAN,
    error: f64::NAN,
    log_e: f64::NAN,
    largest: f64::NAN,
    intervals: [[f64::NEG_INFINITY, f64::INFINITY]; 2],
    order: Order::Open,
    decided_at: 0,
    is_contradicted: false,
};

impl Tracked {
    fn take(&mut self, seen: &Seen, look: u64) {
        (self.difference, self.error, self.log_e) = (seen.difference, seen.error, seen.log_e);
        self.largest = self.largest.max(seen.log_e);
        for (known, new) in self.intervals.iter_mut().zip(seen.intervals) {
            let [lower, upper] = [known[0].max(new[0]), known[1].min(new[1])];
            if known[0].is_nan() || lower > upper {
                (*known, self.is_contradicted) = ([f64::NAN; 2], true);
            } else {
                *known = [lower, upper];
            }
        }
        let order = match self.intervals[1] {
            [lower, _] if lower > 0.0 => Order::First,
            [_, upper] if upper < 0.0 => Order::Second,
            _ => seen.order,
        };
        if self.order == Order::Open && order != Order::Open {
            (self.order, self.decided_at) = (order, look);
        }
    }

    /// The same of the second item and the first.
    fn turned(&self) -> Tracked {
        Tracked {
            difference: -self.difference,
            intervals: self.intervals.map(|[lower, upper]| [-upper, -lower]),
            order: match self.order {
                Order::Open => Order::Open,
                Order::First => Order::Second,
                Order::Second => Order::First,
            },
            ..*self
        }
    }
}

/// The prediction of the next batch where evidence is exact.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Predictor {
    /// The log-likelihood of all batches so far, each predicted from those before.
    pub log_likelihood: f64,
    /// The fit to all batches so far, saved; empty before the first.
    pub model: Vec<u8>,
}

/// The state between looks.
#[derive(Debug, Clone)]
pub struct Monitor {
    plan: MonitorPlan,
    items: Set,
    scores: Vec<f64>,
    /// Of items i < j at j (j - 1) / 2 + i.
    pairs: Vec<Tracked>,
    looks: u64,
    units: f64,
    comparisons: f64,
    unit: f64,
    /// The prediction of the next batch.
    pub predictor: Predictor,
}

/// The note of the tables where looks contradict each other.
const CONTRADICTION: &str = "Looks contradict each other: the comparisons or the items have changed.";

impl Monitor {
    /// A monitor before its first look.
    pub fn new(plan: MonitorPlan) -> Result<Monitor> {
        if !(plan.alpha > 0.0 && plan.alpha < 1.0) {
            return Err(Error::Argument(format!("alpha is {}; it must be between 0 and 1", plan.alpha)));
        }
        if !(plan.mixture >= 0.0 && plan.mixture.is_finite()) {
            return Err(Error::Argument(format!(
                "mixture is {}; it must be positive and finite",
                plan.mixture
            )));
        }
        if plan.max_items == 1 {
            return Err(Error::Argument("max_items is 1; there are pairs of two items or more".into()));
        }
        if plan.is_exact && plan.design == MonitorDesign::Drawn {
            return Err(Error::Unsupported("exact: evidence of drawn labels has no likelihood".into()));
        }
        Ok(Monitor {
            plan,
            items: Set::new(),
            scores: Vec::new(),
            pairs: Vec::new(),
            looks: 0,
            units: 0.0,
            comparisons: 0.0,
            unit: 1.0,
            predictor: Predictor::default(),
        })
    }

    /// The settings, as far as they are known.
    pub fn plan(&self) -> &MonitorPlan {
        &self.plan
    }

    /// The items, by the order in which they came.
    pub fn items(&self) -> &Set {
        &self.items
    }

    /// Looks so far.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Independent units and comparisons of the last look.
    pub fn size(&self) -> [f64; 2] {
        [self.units, self.comparisons]
    }

    /// The number of pairs that share alpha, from the number of items at the first look.
    pub fn family(&self, items: usize) -> f64 {
        let most = if self.plan.max_items == 0 { items } else { self.plan.max_items } as f64;
        (most * (most - 1.0) / 2.0).max(1.0)
    }

    /// Pairs that are open, decided, and contradicted.
    pub fn tally(&self) -> [usize; 3] {
        let open = self.pairs.iter().filter(|pair| pair.order == Order::Open).count();
        let contradicted = self.pairs.iter().filter(|pair| pair.is_contradicted).count();
        [open, self.pairs.len() - open, contradicted]
    }

    /// A sentence where looks contradict each other.
    pub fn note(&self) -> &'static str {
        if self.tally()[2] > 0 {
            CONTRADICTION
        } else {
            ""
        }
    }

    /// Refuses a look at fewer data than the last one, in another unit, or of more items than there is room for; the
    /// place of each of its items.
    pub fn places(&self, look: &Look<'_>) -> Result<Vec<usize>> {
        for (name, before, now) in [
            ("comparisons", self.comparisons, look.comparisons),
            ("independent units", self.units, look.units),
        ] {
            if now < before * (1.0 - 1e-12) {
                return Err(Error::Argument(format!(
                    "looks must not shrink: the last one was at {before} {name}, this is at {now}"
                )));
            }
        }
        if self.looks > 0 && look.unit != self.unit {
            return Err(Error::Argument(format!(
                "unit: earlier looks were at scores in units of {}, this is in units of {}",
                self.unit, look.unit
            )));
        }
        let known = self.items.items();
        let mut next = known;
        let place = |item: usize| {
            let name = look.set.name(Kind::Item, item).unwrap_or_default();
            self.items.find(Kind::Item, name).unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        };
        let places: Vec<usize> = (0..look.set.items()).map(place).gathered();
        let most = if self.looks == 0 && self.plan.max_items == 0 { next } else { self.plan.max_items };
        if next > most {
            return Err(Error::Size(format!(
                "this look makes {next} items, but the monitor has room for {most}"
            )));
        }
        Ok(places)
    }

    /// Adds a look; a failure changes nothing.
    pub fn take(&mut self, look: &Look<'_>) -> Result<()> {
        let places = self.places(look)?;
        let mut items = self.items.clone();
        let known = items.items();
        let new = (0..places.len()).filter(|&item| places[item] >= known);
        let names: Vec<&str> = new.map(|item| look.set.name(Kind::Item, item).unwrap_or_default()).gathered();
        items.intern(Kind::Item, &names)?;
        let count = items.items();
        let all = count * count.saturating_sub(1) / 2;
        let mut pairs: Vec<Tracked> = room::with_room(all);
        room::append(&mut pairs, &self.pairs);
        room::fill(&mut pairs, UNSEEN, all - self.pairs.len());
        let mut scores = copied(&self.scores);
        scores.put_until(count, f64::NAN);
        for (&place, &score) in places.iter().zip(look.scores) {
            scores[place] = score;
        }
        let number = self.looks + 1;
        for seen in &look.seen {
            spend(50);
            let [i, j] = seen.pair.map(|item| places[item]);
            let slot = &mut pairs[place_of(i, j)];
            if i < j {
                slot.take(seen, number);
            } else {
                let mut turned = slot.turned();
                turned.take(seen, number);
                *slot = turned.turned();
            }
        }
        if self.looks == 0 {
            self.unit = look.unit;
            if self.plan.max_items == 0 {
                self.plan.max_items = count;
            }
            if self.plan.mixture == 0.0 {
                self.plan.mixture = look.mixture;
            }
        }
        (self.items, self.scores, self.pairs) = (items, scores, pairs);
        (self.looks, self.units, self.comparisons) = (number, look.units, look.comparisons);
        Ok(())
    }

    /// All pairs, in the order in which the items came.
    pub fn pairs(&self) -> Vec<PairRow> {
        let count = self.items.items();
        let all = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
        all.map(|(first, second)| PairRow { first, second, tracked: self.pairs[place_of(first, second)] })
            .gathered()
    }

    /// Ranks that hold at all looks.
    pub fn ranks(&self) -> Vec<RankRow> {
        let count = self.items.items();
        let ranks = mean_ranks(&self.scores).into_iter().enumerate();
        let mut rows: Vec<RankRow> =
            ranks.map(|(item, rank)| RankRow { item, rank, best: 1, worst: count }).gathered();
        for row in self.pairs() {
            let (better, worse) = match row.tracked.order {
                Order::Open => continue,
                Order::First => (row.first, row.second),
                Order::Second => (row.second, row.first),
            };
            rows[better].worst -= 1;
            rows[worse].best += 1;
        }
        rows
    }

    /// The monitor as bytes, the same on every machine.
    pub fn save(&self) -> Vec<u8> {
        let mut out = FORMAT.writer(0, 0);
        let plan = &self.plan;
        out.code(&MonitorDesign::ALL, &plan.design);
        [plan.alpha, plan.mixture].iter().for_each(|v| out.number(*v));
        out.int(plan.max_items);
        out.flag(plan.is_exact);
        out.word(self.looks);
        [self.units, self.comparisons, self.unit].iter().for_each(|v| out.number(*v));
        out.list(0..self.items.items(), |out, item| {
            out.padded(self.items.name(Kind::Item, item).unwrap_or_default().as_bytes());
        });
        out.numbers(&self.scores);
        out.list(&self.pairs, |out, pair| {
            [pair.difference, pair.error, pair.log_e, pair.largest].iter().for_each(|v| out.number(*v));
            pair.intervals.iter().flatten().for_each(|v| out.number(*v));
            out.code(&Order::ALL, &pair.order);
            out.word(pair.decided_at);
            out.flag(pair.is_contradicted);
        });
        out.number(self.predictor.log_likelihood);
        out.padded(&self.predictor.model);
        FORMAT.close(out)
    }

    /// A monitor from saved bytes. Any truncation and any damage is [`Error::Format`].
    pub fn load(bytes: &[u8]) -> Result<Monitor> {
        let (mut reader, ..) = FORMAT.open(bytes)?;
        let plan = MonitorPlan {
            design: reader.one_of(&MonitorDesign::ALL)?,
            alpha: reader.number()?,
            mixture: reader.number()?,
            max_items: reader.int()?,
            is_exact: reader.flag()?,
        };
        let mut monitor = Monitor::new(plan).map_err(|error| FORMAT.fault(error))?;
        monitor.looks = reader.word()?;
        for value in [&mut monitor.units, &mut monitor.comparisons, &mut monitor.unit] {
            *value = reader.number()?;
        }
        let texts = reader.list(|r| r.padded().and_then(|name| r.text(name)))?;
        monitor.items.intern(Kind::Item, &texts).map_err(|error| FORMAT.fault(error))?;
        monitor.scores = reader.numbers()?;
        monitor.pairs = reader.list(|r| {
            let mut values = [0.0; 8];
            values.iter_mut().try_for_each(|value| r.number().map(|number| *value = number))?;
            let [difference, error, log_e, largest, a, b, c, d] = values;
            Ok(Tracked {
                difference,
                error,
                log_e,
                largest,
                intervals: [[a, b], [c, d]],
                order: r.one_of(&Order::ALL)?,
                decided_at: r.word()?,
                is_contradicted: r.flag()?,
            })
        })?;
        monitor.predictor = Predictor { log_likelihood: reader.number()?, model: copied(reader.padded()?) };
        reader.end()?;
        let count = monitor.items.items();
        let pairs = count * count.saturating_sub(1) / 2;
        let fits = count == texts.len() && monitor.scores.len() == count && monitor.pairs.len() == pairs;
        if !fits || (monitor.looks > 0 && count > plan.max_items) {
            return Err(FORMAT.fault("items and pairs do not belong together"));
        }
        Ok(monitor)
    }
}

/// Where a pair is kept.
fn place_of(i: usize, j: usize) -> usize {
    let (low, high) = (i.min(j), i.max(j));
    high * (high - 1) / 2 + low
}

#[cfg(test)]
mod tests;
