//! The tree of a clustering.

use super::axis::Scale;
use super::page::{Anchor, Page};
use super::{head, text, Chart, MARGIN, PAGE};
use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _, Put as _};

const WIDEST: f64 = 290.0;

pub(super) fn draw(chart: &Chart<'_>, page: &mut Page) -> Result<()> {
    let merges = merges(chart)?;
    let leaves = merges.len() + 1;
    let (row, size) = match leaves {
        0..=30 => (23.0, 13.0),
        31..=60 => (19.0, 12.0),
        _ => (17.0, 11.5),
    };
    let labels: Vec<String> =
        (0..leaves).map(|leaf| text::shortened(&chart.label(leaf), WIDEST, size).into_owned()).gathered();
    let widest = labels.iter().map(|label| text::width(label, size)).fold(0.0, f64::max);
    let side = chart.sides.iter().map(|side| text::width(side, size)).fold(0.0, f64::max);
    page.width = PAGE;
    let end = PAGE - MARGIN - widest - side - 30.0;
    let top = head(chart, page);
    let bottom = top + row * leaves as f64;
    let highest = merges.iter().map(|merge| merge.height).fold(0.0, f64::max);
    let most = if highest > 0.0 { highest } else { 1.0 };
    let scale = Scale { least: 0.0, most, from: end, to: MARGIN, logarithmic: false };
    for (tick, shown) in scale.ticks(80.0) {
        page.line([scale.at(tick), top], [scale.at(tick), bottom], "grid");
        page.text(scale.at(tick).max(MARGIN), bottom + 17.0, 11.5, Anchor::Middle, "soft", &shown);
    }
    let axis = text::shortened(chart.axis, page.width - 2.0 * MARGIN, 12.0);
    page.text(
        ((MARGIN + end) / 2.0).max(text::width(&axis, 12.0) / 2.0 + MARGIN),
        bottom + 37.0,
        12.0,
        Anchor::Middle,
        "soft",
        &axis,
    );

    // Where clusters stand: leaves in their order, merges in the middle of their two sides.
    let mut at = vec![[end, 0.0]; leaves + merges.len()];
    for (place, leaf) in order(&merges, leaves).into_iter().enumerate() {
        let y = top + row * (place as f64 + 0.5);
        at[leaf][1] = y;
        page.dot([end, y], 3.5, chart.group(leaf), "");
        if let Some(side_text) = chart.sides.get(leaf) {
            page.text(end + 14.0 + side, y + 0.35 * size, size, Anchor::End, "soft", side_text);
        }
        page.text(end + 22.0 + side, y + 0.35 * size, size, Anchor::Start, "ink", &labels[leaf]);
    }
    let branch = format!("{} thin", page.group(0));
    for (t, merge) in merges.iter().enumerate() {
        let ([x1, y1], [x2, y2], x) = (at[merge.left], at[merge.right], scale.at(merge.height));
        page.path(&format!("M{x1:.1} {y1:.1} H{x:.1} V{y2:.1} H{x2:.1}"), &branch);
        at[leaves + t] = [x, (y1 + y2) / 2.0];
    }
    page.height = bottom + 50.0;
    Ok(())
}

struct Merge {
    left: usize,
    right: usize,
    height: f64,
}

/// The rows as merges: of leaves and of earlier merges, each once.
fn merges(chart: &Chart<'_>) -> Result<Vec<Merge>> {
    let leaves = chart.rows + 1;
    let mut is_free = vec![true; leaves + chart.rows];
    let mut merges = with_room(chart.rows);
    for (row, values) in chart.values.chunks_exact(3).enumerate() {
        let mut cluster = |value: f64, side: &str| {
            let known = value >= 0.0 && value < (leaves + row) as f64 && value.fract() == 0.0;
            if known && std::mem::replace(&mut is_free[value as usize], false) {
                return Ok(value as usize);
            }
            let message = format!(
                "the {side} cluster of merge {row} is {value}, which is no leaf or merge that is left"
            );
            Err(Error::row(row, message))
        };
        let (left, right, height) = (cluster(values[0], "left")?, cluster(values[1], "right")?, values[2]);
        if !(height.is_finite() && height >= 0.0) {
            return Err(Error::row(row, format!("the height of merge {row} is {height}")));
        }
        merges.push(Merge { left, right, height });
    }
    Ok(merges)
}

/// The leaves from top to bottom.
fn order(merges: &[Merge], leaves: usize) -> Vec<usize> {
    let mut order = with_room(leaves);
    let mut open = vec![leaves + merges.len() - 1];
    while let Some(cluster) = open.pop() {
        match cluster.checked_sub(leaves) {
            Some(merge) => open.put_each([merges[merge].right, merges[merge].left]),
            None => order.push(cluster),
        }
    }
    order
}
