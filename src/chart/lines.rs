//! Lines: ranks from look to look, scores over time, intervals against the labels that were bought.

use super::axis::{span_of, Scale};
use super::labels::apart;
use super::page::{Anchor, Page};
use super::{head, text, Chart, MARGIN, PAGE};
use crate::room::{self, Duplicate as _, Gather as _};

const WIDEST: f64 = 220.0;

pub(super) fn draw(chart: &Chart<'_>, page: &mut Page) {
    let (rows, columns) = (chart.rows, chart.columns);
    let size = if rows <= 40 { 12.0 } else { 10.5 };
    let line = size + 2.0;
    let named = !chart.labels.is_empty();
    let labels: Vec<String> = match named {
        true => (0..rows).map(|row| text::shortened(&chart.label(row), WIDEST, size).into_owned()).gathered(),
        false => Vec::new(),
    };
    let widest = labels.iter().map(|label| text::width(label, size)).fold(0.0, f64::max);
    page.width = PAGE;
    let right = if named { PAGE - MARGIN - widest - 34.0 } else { PAGE - MARGIN };
    let top = head(chart, page) + if chart.axis.is_empty() { 8.0 } else { 24.0 };
    let tall = if named { (1.08 * line * rows as f64 + 20.0).max(300.0) } else { 220.0 };
    let bottom = top + tall;
    let up = scale(chart, top, bottom);

    let mut numbers = up.ticks(if tall > 600.0 { 60.0 } else { 40.0 });
    if chart.is_of_counts() {
        numbers.retain(|(tick, _)| super::axis::is_whole(*tick));
    }
    if chart.downward {
        // There is no rank 0.
        let (first, _) = span_of(chart.values.iter().copied());
        numbers.retain(|(tick, _)| *tick >= first);
    }
    let left = MARGIN + numbers.iter().map(|(_, shown)| text::width(shown, 11.5)).fold(0.0, f64::max) + 10.0;
    for (tick, shown) in &numbers {
        let y = up.at(*tick);
        page.line([left, y], [right, y], if *tick == 0.0 { "limit" } else { "grid" });
        page.text(left - 8.0, y + 4.0, 11.5, Anchor::End, "soft", shown);
    }
    page.text(
        MARGIN,
        top - 10.0,
        12.0,
        Anchor::Start,
        "soft",
        &text::shortened(chart.axis, PAGE - 2.0 * MARGIN, 12.0),
    );
    page.line([left, bottom], [right, bottom], "axis");
    let across = times(chart, page, [left + 8.0, right - 8.0], bottom);

    let small = columns > 60 || rows > 60;
    for row in 0..rows {
        let group = chart.group(row);
        let colour = page.group(group);
        let points: Vec<Option<[f64; 2]>> = (0..columns)
            .map(|column| {
                let [value, lower, upper] = chart.estimate(row, column);
                let x = across[column];
                if !up.holds(value) {
                    return None;
                }
                let end = |end: f64| up.at(end.clamp(up.least, up.most));
                if !lower.is_nan() && !upper.is_nan() {
                    page.line([x, end(lower)], [x, end(upper)], &format!("{colour} thin"));
                }
                Some([x, up.at(value)])
            })
            .gathered();
        for stretch in points.split(Option::is_none).filter(|stretch| stretch.len() > 1) {
            let places: Vec<String> =
                stretch.iter().flatten().map(|[x, y]| format!("{x:.1} {y:.1}")).gathered();
            page.path(
                &format!("M{}", places.join(" L")),
                &format!("{colour} {}", if small { "thin" } else { "span" }),
            );
        }
        for (column, at) in points.iter().enumerate() {
            let Some(at) = at else { continue };
            let value = text::digits(chart.values[row * columns + column]);
            let label = if named { chart.label(row) } else { String::new() };
            let about = [label, chart.name(column).to_string(), value];
            let says: Vec<&str> = about.iter().map(String::as_str).filter(|part| !part.is_empty()).gathered();
            page.dot(*at, if small { 1.6 } else { 3.0 }, group, &says.join(", "));
        }
    }
    names(chart, page, &labels, &up, &across, [right, bottom], size);
    let below = if chart.names.is_empty() && chart.positions.is_empty() { 10.0 } else { 26.0 };
    page.height = bottom + below + MARGIN / 2.0;
}

fn scale(chart: &Chart<'_>, top: f64, bottom: f64) -> Scale {
    let is_shown = |value: &f64| value.is_finite() && (*value > 0.0 || !chart.logarithmic);
    let ends = chart.values.iter().chain(chart.lower).chain(chart.upper).copied().filter(is_shown);
    let (least, most) = span_of(ends);
    let (least, most) = chart.axis_of(least, most, 0.03);
    let (from, to) = if chart.downward { (top, bottom) } else { (bottom, top) };
    Scale { least, most, from, to, logarithmic: chart.logarithmic }
}

/// Where the columns stand, and what stands below them: their names as far as there is room, else their positions.
fn times(chart: &Chart<'_>, page: &mut Page, [left, right]: [f64; 2], bottom: f64) -> Vec<f64> {
    let columns = chart.columns;
    let numbers: Vec<f64> = match chart.positions {
        [] => (0..columns).map(|column| column as f64).gathered(),
        positions => positions.duplicate(),
    };
    let (least, most) = (numbers[0], numbers[columns - 1]);
    let scale = match most > least {
        true => Scale { least, most, from: left, to: right, logarithmic: false },
        false => Scale { least: least - 1.0, most: most + 1.0, from: left, to: right, logarithmic: false },
    };
    let places: Vec<f64> = numbers.iter().map(|&number| scale.at(number)).gathered();
    let shown: Vec<(f64, String)> = if !chart.names.is_empty() {
        let name = |column: usize| text::shortened(chart.name(column), 120.0, 11.5).into_owned();
        (0..columns).map(|column| (places[column], name(column))).gathered()
    } else if !chart.positions.is_empty() {
        scale.ticks(90.0).into_iter().map(|(tick, shown)| (scale.at(tick), shown)).gathered()
    } else {
        Vec::new()
    };
    let mut free = f64::NEG_INFINITY;
    for (x, name) in shown {
        let half = text::width(&name, 11.5) / 2.0;
        // At the edges of the page a name moves in.
        let middle = x.clamp(half + 4.0, page.width - half - 4.0);
        page.line([x, bottom], [x, bottom + 5.0], "axis");
        if middle - half < free {
            continue;
        }
        page.text(middle, bottom + 19.0, 11.5, Anchor::Middle, "soft", &name);
        free = middle + half + 8.0;
    }
    places
}

/// The labels of the lines at their ends, apart from each other.
fn names(
    chart: &Chart<'_>,
    page: &mut Page,
    labels: &[String],
    up: &Scale,
    across: &[f64],
    [right, bottom]: [f64; 2],
    size: f64,
) {
    let last = |row: usize| {
        (0..chart.columns).rev().find(|&column| up.holds(chart.values[row * chart.columns + column]))
    };
    let mut ends: Vec<(f64, f64, usize)> = (0..labels.len())
        .filter_map(|row| {
            let column = last(row)?;
            Some((up.at(chart.values[row * chart.columns + column]), across[column], row))
        })
        .gathered();
    room::sort_by(&mut ends, |a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let wanted: Vec<f64> = ends.iter().map(|end| end.0).gathered();
    let top = up.from.min(up.to);
    let places = apart(&wanted, size + 2.0, top + size / 2.0, bottom - size / 2.0);
    for (&(y, x, row), &place) in ends.iter().zip(&places) {
        page.path(
            &format!("M{:.1} {y:.1} L{:.1} {y:.1} L{:.1} {place:.1}", x + 4.0, right, right + 18.0),
            "leader thin",
        );
        page.text(right + 24.0, place + 0.35 * size, size, Anchor::Start, "ink", &labels[row]);
    }
}
