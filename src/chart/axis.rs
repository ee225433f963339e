//! Numbers along an axis.

use super::text::number;
use crate::room::Gather as _;

/// From values to places on the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub least: f64,
    pub most: f64,
    /// Where these two stand.
    pub from: f64,
    pub to: f64,
    pub logarithmic: bool,
}

impl Scale {
    /// Whether a value has a place of its own on the axis.
    pub fn holds(&self, value: f64) -> bool {
        self.least <= value && value <= self.most
    }

    pub fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.logarithmic { value.ln() } else { value };
        let share = (place(value) - place(self.least)) / (place(self.most) - place(self.least));
        self.from + share * (self.to - self.from)
    }

    /// Round values, about one every this many pixels, with their digits.
    pub fn ticks(&self, apart: f64) -> Vec<(f64, String)> {
        let wanted = ((self.to - self.from).abs() / apart).max(1.0);
        if self.logarithmic {
            return self.decades(wanted);
        }
        let step = step(self.most - self.least, wanted);
        let decimals = decimals(step);
        let first = (self.least / step - 1e-9).ceil();
        let more = (self.most / step + 1e-9).floor() - first;
        // A span of one rounding error, or of the smallest numbers there are, has no round values.
        if !(0.0..=10.0 * wanted + 10.0).contains(&more) {
            return Vec::new();
        }
        let values = (0..=more as usize).map(|n| (first + n as f64) * step);
        values.map(|value| (value, number(value, decimals))).gathered()
    }

    fn decades(&self, wanted: f64) -> Vec<(f64, String)> {
        let first = (self.least.log10() - 1e-9).ceil() as i32;
        let last = (self.most.log10() + 1e-9).floor() as i32;
        let every = ((f64::from(last - first) / wanted).ceil() as i32).max(1);
        let within = |multiples: &[f64]| -> Vec<f64> {
            let powers = (first - 1..=last).filter(|n| (n - first) % every == 0);
            let all = powers.flat_map(|n| multiples.iter().map(move |m| m * 10f64.powi(n)));
            all.filter(|&value| self.holds(value)).gathered()
        };
        let tens = within(&[1.0]);
        let values = if tens.len() >= 2 { tens } else { within(&[1.0, 2.0, 5.0]) };
        let shown = |value: f64| match value.abs() {
            large if large >= 1e6 => format!("{value:.0e}"),
            _ => number(value, decimals(value)),
        };
        values.into_iter().map(|value| (value, shown(value))).gathered()
    }
}

/// The distance of ticks over a span: 1, 2 or 5 times a power of ten, for about `wanted` of them.
pub(super) fn step(span: f64, wanted: f64) -> f64 {
    let rough = span / wanted;
    let power = 10f64.powf(rough.log10().floor());
    let digit =
        [1.0, 2.0, 5.0].into_iter().find(|digit| rough / power <= digit * (1.0 + 1e-9)).unwrap_or(10.0);
    power * digit
}

/// Decimals that numbers so far apart need.
pub(super) fn decimals(step: f64) -> usize {
    if step >= 1.0 {
        0
    } else {
        (-step.log10() - 1e-9).ceil().min(12.0) as usize
    }
}

/// Whether a tick is a whole number: between counts there is nothing.
pub(super) fn is_whole(tick: f64) -> bool {
    (tick - tick.round()).abs() < 1e-9
}

/// Numbers beyond it have no place on an axis: their differences overflow.
const FARTHEST: f64 = 1e300;

/// Whether a number can stand on an axis.
pub(super) fn has_place(value: f64) -> bool {
    value.abs() <= FARTHEST
}

/// The least and the most of what has a place; 0 and 1 without any.
pub(super) fn span_of(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = values
        .filter(|&value| has_place(value))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    if least > most {
        (0.0, 1.0)
    } else {
        (least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let scale = Scale { least: -1.37, most: 2.2, from: 100.0, to: 700.0, logarithmic: false };
        let ticks = scale.ticks(100.0);
        let shown: Vec<&str> = ticks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(shown, ["-1", "0", "1", "2"]);
        assert!(ticks.iter().all(|&(value, _)| scale.holds(value)));
        assert_eq!(scale.at(-1.37), 100.0);
        let scale = Scale { least: 0.004, most: 30.0, logarithmic: true, ..scale };
        let shown: Vec<String> = scale.ticks(100.0).into_iter().map(|(_, text)| text).collect();
        assert_eq!(shown, ["0.01", "0.1", "1", "10"]);
        let scale = Scale { least: 1.5, most: 7.0, ..scale };
        let shown: Vec<String> = scale.ticks(100.0).into_iter().map(|(_, text)| text).collect();
        assert_eq!(shown, ["2", "5"]);
        for (least, most) in [(0.0, 5e-324), (1e17, 1e17 + 16.0), (-1e300, 1e300), (0.0, 1e-300), (2.0, 2.0)]
        {
            let ticks = Scale { least, most, logarithmic: false, ..scale }.ticks(100.0);
            assert!(ticks.len() <= 20 && ticks.iter().all(|(value, _)| value.is_finite()), "{least} {most}");
        }
    }
}
