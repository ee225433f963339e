//! Cells: which rank every item may have, how often each pair met, who beats whom.

use super::axis::span_of;
use super::page::{Anchor, Box4, Page};
use super::{head, text, Chart, MARGIN, PAGE};
use crate::room::Gather as _;

const WIDEST: f64 = 240.0;
/// A page of few columns, wide enough for a title.
const LEAST: f64 = 600.0;
/// Cells that are at least so wide say their number.
const MIN_WIDTH_OF_NUMBERS: f64 = 34.0;

pub(super) fn draw(chart: &Chart<'_>, page: &mut Page) {
    let (rows, columns) = (chart.rows, chart.columns);
    let size = if rows <= 40 { 12.0 } else { 10.5 };
    let labels: Vec<String> =
        (0..rows).map(|row| text::shortened(&chart.label(row), WIDEST, size).into_owned()).gathered();
    let names: Vec<String> =
        (0..columns).map(|column| text::shortened(chart.name(column), WIDEST, size).into_owned()).gathered();
    let widest = |texts: &[String]| texts.iter().map(|t| text::width(t, size)).fold(0.0, f64::max);
    let left = MARGIN + widest(&labels) + 10.0;
    // A row and a column as wide as a name is high, at least.
    let wide = ((PAGE - MARGIN - left) / columns as f64).clamp(13.0, 64.0);
    let tall = wide.clamp(13.0, 26.0);
    let right = left + wide * columns as f64;
    // Names that fit stand level, others on end.
    let level = widest(&names) <= wide - 4.0;
    let above = if level { 20.0 } else { widest(&names) + 10.0 };
    page.width = LEAST.max(right + MARGIN);
    let scale = Shades::of(chart);
    // Three digits of the largest.
    let decimals = text::decimals_of(scale.most.abs().max(scale.least.abs()));
    let top = head(chart, page) + 26.0 + above;
    let bottom = top + tall * rows as f64;
    scale.legend(page, chart.axis, top - above - 12.0);

    for (column, name) in names.iter().enumerate() {
        let middle = left + wide * (column as f64 + 0.5);
        if level {
            page.text(middle, top - 7.0, size, Anchor::Middle, "soft", name);
        } else {
            page.turned(middle + 0.35 * size, top - 6.0, size, -90.0, "soft", name);
        }
    }
    for (row, label) in labels.iter().enumerate() {
        let y = top + tall * row as f64;
        page.text(left - 8.0, y + tall / 2.0 + 0.35 * size, size, Anchor::End, "ink", label);
        for column in 0..columns {
            let value = chart.values[row * columns + column];
            let x = left + wide * column as f64;
            let place = Box4 { left: x, top: y, right: x + wide - 1.0, bottom: y + tall - 1.0 };
            if value.is_nan() {
                continue;
            }
            let (group, share) = scale.shade(value);
            let about = [chart.label(row), chart.name(column).to_string(), text::digits(value)];
            let says: Vec<&str> = about.iter().map(String::as_str).filter(|part| !part.is_empty()).gathered();
            page.area(place, &format!("{} cell", page.group(group)), share, &says.join(", "));
            let shown = text::number(value, decimals);
            if wide >= MIN_WIDTH_OF_NUMBERS && text::width(&shown, 11.0) < wide - 4.0 && value != 0.0 {
                let class = if share > 0.55 { "on" } else { "ink" };
                let base = y + tall / 2.0 + 3.5;
                page.text(x + (wide - 1.0) / 2.0, base, 11.0, Anchor::Middle, class, &shown);
            }
        }
    }
    page.height = bottom + MARGIN;
}

/// How dark a number is: of one colour from zero or the least number to the most, of two about zero.
struct Shades {
    least: f64,
    most: f64,
    both: bool,
}

impl Shades {
    fn of(chart: &Chart<'_>) -> Shades {
        let (least, most) = span_of(chart.values.iter().copied());
        let (least, most) = match chart.ends {
            [0.0, 0.0] if least >= 0.0 => (0.0, most),
            [0.0, 0.0] => (least, most),
            [from, to] => (from, to),
        };
        let both = least < 0.0 && most > 0.0;
        let far = most.max(-least);
        match both {
            true => Shades { least: -far, most: far, both },
            false => Shades { least, most: if most > least { most } else { least + 1.0 }, both },
        }
    }

    /// The colour, and how much of it.
    fn shade(&self, value: f64) -> (usize, f64) {
        if self.both {
            let share = (value / self.most).clamp(-1.0, 1.0);
            return (usize::from(share < 0.0), share.abs());
        }
        (0, ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0))
    }

    /// Five shades with their numbers, in a line.
    fn legend(&self, page: &mut Page, axis: &str, y: f64) {
        let mut x = MARGIN;
        for step in 0..5 {
            let value = self.least + (self.most - self.least) * f64::from(step) / 4.0;
            let (group, share) = self.shade(value);
            let place = Box4 { left: x, top: y - 10.0, right: x + 14.0, bottom: y + 2.0 };
            page.area(place, "stripe", 1.0, "");
            page.area(place, &format!("{} cell", page.group(group)), share, "");
            let shown = text::digits(value);
            page.text(x + 19.0, y, 12.0, Anchor::Start, "soft", &shown);
            x += 33.0 + text::width(&shown, 12.0);
        }
        let axis = text::shortened(axis, page.width - MARGIN - x - 10.0, 12.0);
        page.text(x + 6.0, y, 12.0, Anchor::Start, "soft", &axis);
    }
}
