//! Points in the plane with their names: a map of items, judges by what they see.

use super::axis::{has_place, span_of, step, Scale};
use super::labels::{apart, place, Field, Label};
use super::page::{Anchor, Box4, Page};
use super::{head, text, Chart, MARGIN, PAGE};
use crate::room::{self, Gather as _};

const WIDEST: f64 = 250.0;
/// A page grows until all names have room, up to this width.
const LARGEST: f64 = 4000.0;
/// More names than these are not placed one by one; every point says its own where the reader points at it.
const NAMED: usize = 300;
/// Slope of the names of points on a line, in degrees, and how far they stand off.
const SLOPE: f64 = 60.0;
const AWAY: f64 = 40.0;

/// Of the names.
fn size(chart: &Chart<'_>) -> f64 {
    if chart.rows > 60 {
        11.0
    } else {
        12.0
    }
}

/// Where everything stands on a page of one width.
struct Plan {
    x: Scale,
    y: Scale,
    field: Field,
    labels: Vec<Label>,
    /// The row of each label.
    rows: Vec<usize>,
    /// All points on a line.
    level: bool,
}

pub(super) fn draw(chart: &Chart<'_>, page: &mut Page) {
    let names = short_names(chart);
    let mut wide = if chart.rows > 60 { 1600.0 } else { PAGE };
    // The heading first, to learn how tall it is: a wider page may need fewer lines.
    page.width = PAGE;
    let top = head(chart, page) + 22.0;
    let (mut plan, mut missing) = attempt(chart, &names, wide, top);
    // A wider page is for more names, not for the same.
    let (mut wider, mut in_vain) = (wide, 0);
    while missing > 0 && wider < LARGEST && in_vain < 2 {
        wider *= 1.2;
        let (other, left) = attempt(chart, &names, wider, top);
        in_vain += 1;
        if left < missing {
            (plan, missing, wide, in_vain) = (other, left, wider, 0);
        }
    }
    page.width = wide;
    let inside = plan.field.inside;
    if chart.equal_axes {
        bar(chart, page, &plan, inside.bottom + 34.0);
    } else {
        axes(chart, page, &plan);
    }
    page.height = inside.bottom + if chart.equal_axes { 56.0 } else { 62.0 };
    if missing > 0 {
        let says = format!("names without room: {missing}");
        page.text(page.width - MARGIN, page.height - 10.0, size(chart), Anchor::End, "soft", &says);
    }
    // Points lie above lines, names above all.
    for (label, &row) in plan.labels.iter().zip(&plan.rows) {
        if chart.arrows {
            page.line(
                [plan.x.at(0.0), plan.y.at(0.0)],
                label.at,
                &format!("{} thin", page.group(chart.group(row))),
            );
        }
        if let Some(end) = label.leader {
            page.line(label.at, end, "leader");
        }
    }
    for (label, &row) in plan.labels.iter().zip(&plan.rows) {
        page.dot(
            label.at,
            plan.field.dot,
            chart.group(row),
            chart.labels.get(row).copied().unwrap_or_default(),
        );
    }
    for (label, &row) in plan.labels.iter().zip(&plan.rows).filter(|_| !names.is_empty()) {
        match (label.place, label.leader) {
            (_, Some([x, y])) if plan.level => {
                let degrees = if y < label.at[1] { -SLOPE } else { SLOPE };
                page.turned(x + 2.0, y, size(chart), degrees, "ink", &names[row]);
            }
            (Some(place), _) => {
                // It stands at the side of its box that is nearest to its point: faces differ in width.
                let (x, anchor) = match label.at[0] {
                    x if x >= place.right => (place.right - 2.0, Anchor::End),
                    x if x > place.left => ((place.left + place.right) / 2.0, Anchor::Middle),
                    _ => (place.left + 2.0, Anchor::Start),
                };
                page.text(x, place.bottom - 3.5, size(chart), anchor, "ink halo", &names[row]);
            }
            _ => {}
        }
    }
}

/// The names of the rows; "maker/model" is called by its model where that tells all apart.
fn short_names(chart: &Chart<'_>) -> Vec<String> {
    if chart.labels.is_empty() || chart.rows > NAMED {
        return Vec::new();
    }
    let tail =
        |name: &str| name.rsplit('/').next().filter(|tail| !tail.is_empty()).unwrap_or(name).to_string();
    let mut tails: Vec<String> = chart.labels.iter().map(|name| tail(name)).gathered();
    room::sort_by(&mut tails, |a, b| a.cmp(b));
    let differ = tails.windows(2).all(|pair| pair[0] != pair[1]);
    let name = |name: &&str| if differ { tail(name) } else { name.to_string() };
    chart
        .labels
        .iter()
        .map(|label| text::shortened(&name(label), WIDEST, size(chart)).into_owned())
        .gathered()
}

/// Lays everything out; how many names have no room.
fn attempt(chart: &Chart<'_>, names: &[String], wide: f64, top: f64) -> (Plan, usize) {
    let rows: Vec<usize> = (0..chart.rows)
        .filter(|&row| chart.values[2 * row..2 * row + 2].iter().all(|&v| has_place(v)))
        .gathered();
    let axis = |axis: usize| -> (f64, f64) {
        let limits = chart.limits.iter().skip(axis).step_by(2).copied();
        let origin = chart.arrows.then_some(0.0);
        span_of(rows.iter().map(|&row| chart.values[2 * row + axis]).chain(limits).chain(origin))
    };
    let ((left, right), (low, high)) = (axis(0), axis(1));
    let width_of = |row: usize| names.get(row).map_or(0.0, |name| text::width(name, size(chart)) + 4.0);
    let widest = rows.iter().map(|&row| width_of(row)).fold(0.0, f64::max);
    let dot = if rows.len() > 60 { 3.5 } else { 4.5 };
    let (x, y, inside, level) = if chart.equal_axes {
        // Some room around the points, for names.
        let inner = MARGIN + 90.0;
        let across = if right > left { (wide - 2.0 * inner) / (right - left) } else { f64::INFINITY };
        let up = if high > low { 1.2 * wide / (high - low) } else { f64::INFINITY };
        let scale = across.min(up).min(1e9);
        let tall = (high - low) * scale;
        let level = tall < 4.0;
        let slant = AWAY + widest * SLOPE.to_radians().sin() + 20.0;
        let both = if rows.len() > 50 { 2.0 } else { 1.0 };
        let height = if level { both * slant + 50.0 } else { (tall + 180.0).max(0.5 * wide) };
        let middle = if level { top + slant } else { top + height / 2.0 };
        let (half, side) = ((high - low) / 2.0 * scale, (right - left) / 2.0 * scale);
        let x = Scale {
            least: left,
            most: right,
            from: wide / 2.0 - side,
            to: wide / 2.0 + side,
            logarithmic: false,
        };
        let y = Scale { least: low, most: high, from: middle + half, to: middle - half, logarithmic: false };
        (x, y, Box4 { left: MARGIN, top, right: wide - MARGIN, bottom: top + height }, level)
    } else {
        let height = 0.5 * wide;
        let inside = Box4 { left: MARGIN + 44.0, top, right: wide - MARGIN, bottom: top + height };
        let ((left, right), (low, high)) = (chart.axis_of(left, right, 0.08), chart.axis_of(low, high, 0.08));
        let x = Scale { least: left, most: right, from: inside.left, to: inside.right, logarithmic: false };
        let y = Scale { least: low, most: high, from: inside.bottom, to: inside.top, logarithmic: false };
        (x, y, inside, false)
    };
    let at = |scale: &Scale, value: f64| match scale.most > scale.least {
        true => scale.at(value),
        false => (scale.from + scale.to) / 2.0,
    };
    let mut labels: Vec<Label> = rows
        .iter()
        .map(|&row| {
            let place = [at(&x, chart.values[2 * row]), at(&y, chart.values[2 * row + 1])];
            Label { at: place, width: width_of(row), place: None, leader: None }
        })
        .gathered();
    let field = Field { inside, dot, line: size(chart) + 2.0 };
    let missing = match (names.is_empty(), level) {
        (true, _) => 0,
        (_, true) => sloping(&field, &mut labels, widest),
        _ => place(&field, &mut labels),
    };
    (Plan { x, y, field, labels, rows, level }, missing)
}

/// Names of points on a level line stand on a slope above it, many in turns below it, too. How many have no room.
fn sloping(field: &Field, labels: &mut [Label], widest: f64) -> usize {
    let mut order: Vec<usize> = (0..labels.len()).gathered();
    room::sort_by(&mut order, |&a, &b| labels[a].at[0].total_cmp(&labels[b].at[0]).then(a.cmp(&b)));
    let sides = if labels.len() > 50 { 2 } else { 1 };
    let last = field.inside.right - widest * SLOPE.to_radians().cos() - 4.0;
    let mut missing = 0;
    for side in 0..sides {
        let own: Vec<usize> = order.iter().skip(side).step_by(sides).copied().gathered();
        let wanted: Vec<f64> = own.iter().map(|&i| labels[i].at[0]).gathered();
        // Labels that are pushed back over the first end have no room on a page of this width.
        let ends = apart(&wanted, field.line * 1.2, field.inside.left, last);
        missing += ends.iter().filter(|&&end| end < field.inside.left).count();
        for (&i, &end) in own.iter().zip(&ends) {
            let y = labels[i].at[1];
            labels[i].leader = Some([end, if side == 0 { y - AWAY } else { y + AWAY }]);
        }
    }
    missing
}

fn axes(chart: &Chart<'_>, page: &mut Page, plan: &Plan) {
    let Box4 { left, top, right, bottom } = plan.field.inside;
    for (tick, shown) in plan.x.ticks(70.0) {
        page.line([plan.x.at(tick), bottom], [plan.x.at(tick), top], "grid");
        page.text(plan.x.at(tick), bottom + 17.0, 11.5, Anchor::Middle, "soft", &shown);
    }
    for (tick, shown) in plan.y.ticks(60.0) {
        page.line([left, plan.y.at(tick)], [right, plan.y.at(tick)], "grid");
        page.text(left - 8.0, plan.y.at(tick) + 4.0, 11.5, Anchor::End, "soft", &shown);
    }
    for limit in chart.limits.chunks_exact(2) {
        if plan.x.holds(limit[0]) {
            page.line([plan.x.at(limit[0]), bottom], [plan.x.at(limit[0]), top], "limit");
        }
        if plan.y.holds(limit[1]) {
            page.line([left, plan.y.at(limit[1])], [right, plan.y.at(limit[1])], "limit");
        }
    }
    page.line([left, bottom], [right, bottom], "axis");
    let across = text::shortened(chart.name(0), right - left, 12.0);
    page.text((left + right) / 2.0, bottom + 38.0, 12.0, Anchor::Middle, "soft", &across);
    let up = text::shortened(chart.name(1), right - MARGIN, 12.0);
    page.text(MARGIN, top - 10.0, 12.0, Anchor::Start, "soft", &up);
}

/// A bar as long as a round distance.
fn bar(chart: &Chart<'_>, page: &mut Page, plan: &Plan, y: f64) {
    let each =
        if plan.x.most > plan.x.least { plan.x.at(plan.x.most) - plan.x.at(plan.x.least) } else { 0.0 };
    if each <= 0.0 {
        return;
    }
    let pixels = each / (plan.x.most - plan.x.least);
    let length = step((plan.x.to - plan.x.from) / pixels, 8.0);
    page.path(
        &format!("M{MARGIN:.1} {:.1} v8 h{:.1} v-8", y - 8.0, length * pixels),
        &format!("{} span", page.group(0)),
    );
    let shown = format!("{} {}", text::digits(length), chart.axis);
    let says = text::shortened(shown.trim_end(), page.width - 2.0 * MARGIN - length * pixels - 10.0, 12.0);
    page.text(MARGIN + length * pixels + 10.0, y, 12.0, Anchor::Start, "soft", &says);
}
