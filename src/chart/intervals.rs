//! Rows of points with their intervals: a forest of scores, say. Columns are plots beside each other.

use super::axis::{is_whole, span_of, Scale};
use super::page::{Anchor, Box4, Page};
use super::{head, text, Chart, MARGIN, PAGE};
use crate::room::Gather as _;

/// Names are cut beyond it.
const WIDEST: f64 = 290.0;
const GAP: f64 = 26.0;
/// An interval that is more than this many times as wide as the median goes on beyond the axis.
const WIDE: f64 = 10.0;
/// The share of the span of the axis by which it shows more of such an interval, on either side.
const BEYOND: f64 = 0.15;
/// Narrowest plot.
const NARROWEST: f64 = 170.0;
/// Rows from which on an axis stands above them, too.
const LONG: usize = 40;

pub(super) fn draw(chart: &Chart<'_>, page: &mut Page) {
    let rows = chart.rows;
    let (height, size, radius) = match rows {
        0..=30 => (25.0, 13.0, 4.0),
        31..=60 => (21.0, 13.0, 3.2),
        _ => (18.0, 12.0, 2.6),
    };
    let widest = |texts: &[String]| texts.iter().map(|t| text::width(t, size)).fold(0.0, f64::max);
    let labels: Vec<String> =
        (0..rows).map(|row| text::shortened(&chart.label(row), WIDEST, size).into_owned()).gathered();
    let sides: Vec<String> =
        chart.sides.iter().map(|s| text::shortened(s, 120.0, size).into_owned()).gathered();
    let digits = in_digits(chart);
    let side = if sides.is_empty() { 0.0 } else { widest(&sides) + 16.0 };
    let start = MARGIN + side + widest(&labels) + 16.0;
    let end_room = if digits.is_empty() { 0.0 } else { widest(&digits) + 18.0 };
    let plots = chart.columns as f64;
    page.width = PAGE.max(start + plots * (NARROWEST + GAP) - GAP + end_room + MARGIN);
    let wide = (page.width - MARGIN - end_room - start - GAP * (plots - 1.0)) / plots;

    let top = head(chart, page) + if rows >= LONG { 18.0 } else { 0.0 };
    let bottom = top + height * rows as f64;
    page.height = bottom + 26.0;
    for (row, label) in labels.iter().enumerate() {
        let y = top + height * row as f64;
        if row % 2 == 0 {
            let place =
                Box4 { left: MARGIN - 8.0, top: y, right: page.width - MARGIN + 8.0, bottom: y + height };
            page.area(place, "stripe", 1.0, "");
        }
        let base = y + height / 2.0 + 0.35 * size;
        if let Some(side) = sides.get(row) {
            page.text(MARGIN, base, size, Anchor::Start, "soft", side);
        }
        page.text(MARGIN + side, base, size, Anchor::Start, "ink", label);
        if let Some(digits) = digits.get(row) {
            page.text(page.width - MARGIN, base, size, Anchor::End, "ink", digits);
        }
    }
    let lines = (0..chart.columns)
        .map(|column| titles(chart, column, wide))
        .max_by_key(Vec::len)
        .map_or(0, |lines| lines.len());
    for column in 0..chart.columns {
        let from = start + column as f64 * (wide + GAP);
        let (least, most) = axis_range(chart, column);
        let scale = Scale { least, most, from, to: from + wide, logarithmic: chart.logarithmic };
        axis(chart, page, &scale, column, [top, bottom]);
        for row in 0..rows {
            estimate(
                page,
                &scale,
                chart.estimate(row, column),
                top + height * (row as f64 + 0.5),
                radius,
                chart.group(row),
            );
        }
    }
    page.height += 16.0 * lines as f64;
    if has_arrow(chart) {
        let why = match chart.ends {
            [0.0, 0.0] => ", which is more than ten times as wide as the median",
            _ => "",
        };
        let note = format!("An arrow: the interval goes on beyond the axis{why}.");
        page.height += 20.0;
        page.text(MARGIN, page.height - 8.0, 12.0, Anchor::Start, "soft", &note);
    }
}

/// The text below a plot.
fn titles(chart: &Chart<'_>, column: usize, wide: f64) -> Vec<String> {
    let title = match chart.name(column) {
        "" => chart.axis,
        name => name,
    };
    super::wrapped(title, wide, 12.0)
}

/// An axis spans the points, and the intervals that are not far wider than the others: an item without losses may have an
/// interval a hundred times as wide as the whole table, which then goes on beyond the axis.
fn axis_range(chart: &Chart<'_>, column: usize) -> (f64, f64) {
    let shown = |value: f64| value.is_finite() && (value > 0.0 || !chart.logarithmic);
    let place = |value: f64| if chart.logarithmic { value.ln() } else { value };
    let limits = chart.limits.iter().skip(column).step_by(chart.columns).copied();
    let all: Vec<[f64; 3]> = (0..chart.rows).map(|row| chart.estimate(row, column)).gathered();
    let intervals = || all.iter().filter(|one| one.iter().all(|&value| shown(value)));
    let width = |one: &[f64; 3]| place(one[2]) - place(one[1]);
    let mut widths: Vec<f64> = intervals().map(width).filter(|width| width.is_finite()).gathered();
    widths.sort_unstable_by(f64::total_cmp);
    let widest = WIDE * widths.get(widths.len() / 2).copied().unwrap_or(0.0);
    let whole = intervals().filter(|one| width(one) <= widest).flat_map(|one| [one[1], one[2]]);
    let points = all.iter().map(|one| one[0]);
    let (least, most) = span_of(points.chain(limits).chain(whole).filter(|&v| shown(v)).map(place));
    // The others begin to be seen.
    let rest = all.iter().filter(|one| !one[0].is_nan()).flat_map(|one| [one[1], one[2]]);
    let (low, high) = span_of(rest.filter(|&v| shown(v)).map(place).chain([least, most]));
    let room = if most > least { BEYOND * (most - least) } else { f64::INFINITY };
    let (least, most) = (least.min(low.max(least - room)), most.max(high.min(most + room)));
    let back = |value: f64| if chart.logarithmic { value.exp() } else { value };
    chart.axis_of(back(least), back(most), 0.03)
}

/// Whether some interval goes on beyond its axis.
fn has_arrow(chart: &Chart<'_>) -> bool {
    (0..chart.columns).any(|column| {
        let (least, most) = axis_range(chart, column);
        let goes_on = |[value, lower, upper]: [f64; 3]| !value.is_nan() && (lower < least || upper > most);
        (0..chart.rows).any(|row| goes_on(chart.estimate(row, column)))
    })
}

fn axis(chart: &Chart<'_>, page: &mut Page, scale: &Scale, column: usize, [top, bottom]: [f64; 2]) {
    let mut free = f64::NEG_INFINITY;
    let of_counts = chart.is_of_counts();
    for (tick, shown) in scale.ticks(60.0).into_iter().filter(|(tick, _)| !of_counts || is_whole(*tick)) {
        let x = scale.at(tick);
        page.line([x, top], [x, bottom], "grid");
        let half = text::width(&shown, 11.5) / 2.0;
        if x - half < free {
            continue;
        }
        free = x + half + 4.0;
        page.text(x, bottom + 17.0, 11.5, Anchor::Middle, "soft", &shown);
        if chart.rows >= LONG {
            page.text(x, top - 6.0, 11.5, Anchor::Middle, "soft", &shown);
        }
    }
    for &limit in chart.limits.iter().skip(column).step_by(chart.columns).filter(|&&limit| scale.holds(limit))
    {
        page.line([scale.at(limit), top], [scale.at(limit), bottom], "limit");
    }
    page.line([scale.from, bottom], [scale.to, bottom], "axis");
    for (line, title) in titles(chart, column, scale.to - scale.from).iter().enumerate() {
        let y = bottom + 35.0 + 16.0 * line as f64;
        page.text((scale.from + scale.to) / 2.0, y, 12.0, Anchor::Middle, "soft", title);
    }
}

fn estimate(
    page: &mut Page,
    scale: &Scale,
    [value, lower, upper]: [f64; 3],
    y: f64,
    radius: f64,
    group: usize,
) {
    if value.is_nan() {
        return;
    }
    let colour = page.group(group);
    let beyond = |end: f64, sign: f64| if sign < 0.0 { end < scale.least } else { end > scale.most };
    if !lower.is_nan() && !upper.is_nan() {
        let from = if beyond(lower, -1.0) { scale.from } else { scale.at(lower) };
        let to = if beyond(upper, 1.0) { scale.to } else { scale.at(upper) };
        page.line([from, y], [to, y], &format!("{colour} span"));
        // Ends would run into the point of a narrow interval.
        let has_ends = to - from > 4.0 * radius;
        for (x, end, sign) in [(from, lower, -1.0), (to, upper, 1.0)] {
            if beyond(end, sign) {
                // It goes on beyond the edge.
                page.path(&format!("M{x:.1} {y:.1} l{:.1} -4 v8 z", -7.0 * sign), &format!("{colour} dot"));
            } else if has_ends {
                page.line([x, y - 4.0], [x, y + 4.0], &format!("{colour} span"));
            }
        }
    }
    if scale.holds(value) {
        page.dot([scale.at(value), y], radius, group, "");
    }
}

/// The numbers beside a single plot, with as many decimals as half of the intervals need to show two digits of their width.
fn in_digits(chart: &Chart<'_>) -> Vec<String> {
    if chart.columns > 1 {
        return Vec::new();
    }
    let all = (0..chart.rows).map(|row| chart.estimate(row, 0));
    if chart.lower.is_empty() {
        return all.map(|one| text::digits(one[0])).gathered();
    }
    let widths: Vec<f64> =
        all.clone().map(|one| one[2] - one[1]).filter(|width| width.is_finite() && *width > 0.0).gathered();
    let large = all.clone().any(|one| one[0].abs() >= 100.0);
    let is_enough = |decimals: i32| {
        2 * widths.iter().filter(|&&width| width < 10.0 * 10f64.powi(-decimals)).count() <= widths.len()
    };
    let first = if large { 0 } else { 2 };
    let decimals = (first..6).find(|&decimals| is_enough(decimals)).unwrap_or(6) as usize;
    all.map(|[value, lower, upper]| {
        let shown = |value: f64| text::number(value, decimals);
        if lower.is_nan() && upper.is_nan() {
            return shown(value);
        }
        format!("{} [{}, {}]", shown(value), shown(lower), shown(upper))
    })
    .gathered()
}
