//! Drawings of numbers, as SVG: intervals, matrices, points, lines and trees.
//!
//! A drawing grows with what it shows, from 3 rows to 1000: no name hides another, and the page follows the reader's screen
//! in light or dark. It is a text for people; where things stand in it is no part of the interface.

mod axis;
mod intervals;
mod labels;
mod lines;
mod matrix;
mod page;
mod points;
mod text;
mod tree;

#[cfg(test)]
mod tests;

use crate::error::{Error, Result};
use crate::room::Gather as _;
use page::{Anchor, Page};

/// The drawing of a matrix of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ChartKind {
    /// A row of each row: a point at its value, with an interval, and a plot of each column.
    #[default]
    Intervals,
    /// A cell of each number, the darker the larger.
    Matrix,
    /// A point of each row: two columns are its places across and up.
    Points,
    /// A line of each row through its columns.
    Lines,
    /// The tree of `duel_tree_cluster`: rows are merges (two clusters and their height), labels are those of the leaves.
    Tree,
}

impl ChartKind {
    /// In the order of their numbers.
    pub const ALL: [ChartKind; 5] =
        [ChartKind::Intervals, ChartKind::Matrix, ChartKind::Points, ChartKind::Lines, ChartKind::Tree];

    fn name(self) -> &'static str {
        ["intervals", "matrix", "points", "lines", "tree"][self as usize]
    }
}

/// Most rows and columns: more are not for the eye.
pub const MOST: usize = 1000;
/// Most groups.
const GROUPS: usize = 64;

/// Numbers and what to say of them. Empty slices and texts are left out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chart<'a> {
    /// How they are drawn.
    pub kind: ChartKind,
    /// The numbers, row by row.
    pub values: &'a [f64],
    /// Rows of the matrix.
    pub rows: usize,
    /// Columns of the matrix.
    pub columns: usize,
    /// Heads the page.
    pub title: &'a str,
    /// Stands below the title.
    pub note: &'a str,
    /// The kind of numbers.
    pub axis: &'a str,
    /// Of the rows.
    pub labels: &'a [&'a str],
    /// Of the columns.
    pub names: &'a [&'a str],
    /// Before the labels: ranks, say.
    pub sides: &'a [&'a str],
    /// Lower ends of intervals.
    pub lower: &'a [f64],
    /// Upper ends of intervals.
    pub upper: &'a [f64],
    /// A number of each row, which is its colour.
    pub groups: &'a [i32],
    /// The meaning of the colours.
    pub group_names: &'a [&'a str],
    /// Values to mark, as many as columns, or several times as many.
    pub limits: &'a [f64],
    /// Where columns stand.
    pub positions: &'a [f64],
    /// Ends of the axis of the numbers; both zero: theirs.
    pub ends: [f64; 2],
    /// The axis of the numbers is logarithmic.
    pub logarithmic: bool,
    /// Both axes have one scale, which is said; there are no ticks.
    pub equal_axes: bool,
    /// Points are joined with the origin.
    pub arrows: bool,
    /// The least number stands on top.
    pub downward: bool,
}

impl Chart<'_> {
    /// The drawing.
    pub fn svg(&self) -> Result<String> {
        self.check()?;
        let largest = self.groups.iter().map(|&group| group as usize + 1).max().unwrap_or(0);
        let groups = if self.has_own_colours() { self.rows.min(GROUPS) } else { largest };
        let mut page = Page::new(groups.max(self.group_names.len()));
        self.draw(&mut page)?;
        Ok(page.finish(if self.title.is_empty() { self.kind.name() } else { self.title }))
    }

    fn draw(&self, page: &mut Page) -> Result<()> {
        match self.kind {
            ChartKind::Intervals => intervals::draw(self, page),
            ChartKind::Matrix => matrix::draw(self, page),
            ChartKind::Points => points::draw(self, page),
            ChartKind::Lines => lines::draw(self, page),
            ChartKind::Tree => return tree::draw(self, page),
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        let refuse = |message: String| Err(Error::Argument(message));
        let (rows, columns) = (self.rows, self.columns);
        for (what, count) in [("rows", rows), ("columns", columns)] {
            if !(1..=MOST).contains(&count) {
                return refuse(format!("{what} is {count}; a chart has 1 to {MOST}"));
            }
        }
        let fixed = match self.kind {
            ChartKind::Points => Some(2),
            ChartKind::Tree => Some(3),
            _ => None,
        };
        if let Some(fixed) = fixed.filter(|&fixed| fixed != columns) {
            return refuse(format!("columns is {columns}; a chart of {} has {fixed}", self.kind.name()));
        }
        let named = if self.kind == ChartKind::Tree { rows + 1 } else { rows };
        for (what, count, wanted) in [
            ("labels", self.labels.len(), named),
            ("names", self.names.len(), columns),
            ("sides", self.sides.len(), named),
            ("lower", self.lower.len(), rows * columns),
            ("upper", self.upper.len(), rows * columns),
            ("groups", self.groups.len(), named),
            ("positions", self.positions.len(), columns),
        ] {
            if count != 0 && count != wanted {
                return refuse(format!("{what} has {count} values; this chart needs {wanted}"));
            }
        }
        if self.lower.is_empty() != self.upper.is_empty() {
            return refuse("lower and upper go together".into());
        }
        if self.limits.len() % columns != 0 {
            let count = self.limits.len();
            return refuse(format!(
                "limits has {count} values, which are no multiple of the {columns} columns"
            ));
        }
        if let Some((row, group)) =
            self.groups.iter().enumerate().find(|(_, g)| !(0..GROUPS as i32).contains(g))
        {
            return Err(Error::row(row, format!("groups[{row}] is {group}; it must be 0 to {}", GROUPS - 1)));
        }
        if self.group_names.len() > GROUPS {
            return refuse(format!(
                "group_names has {} values; there are at most {GROUPS}",
                self.group_names.len()
            ));
        }
        let is_ascending = self.positions.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_ascending || self.positions.iter().any(|position| !position.is_finite()) {
            return refuse("positions must be finite and ascend".into());
        }
        let [least, most] = self.ends;
        let has_ends = least != 0.0 || most != 0.0;
        if has_ends && !(least.is_finite() && most.is_finite() && least < most) {
            return refuse(format!("least is {least} and most is {most}; they must be finite and ascend"));
        }
        if has_ends && self.logarithmic && least <= 0.0 {
            return refuse(format!("least is {least}; a logarithmic axis begins above 0"));
        }
        self.unread()
    }

    /// Refuses what this kind of chart does not show.
    fn unread(&self) -> Result<()> {
        use ChartKind::{Intervals, Lines, Matrix, Points, Tree};
        let given = [
            ("sides", !self.sides.is_empty(), &[Intervals, Tree][..]),
            ("lower", !self.lower.is_empty(), &[Intervals, Lines]),
            ("groups", !self.groups.is_empty(), &[Intervals, Points, Lines, Tree]),
            ("group_names", !self.group_names.is_empty(), &[Intervals, Points, Lines, Tree]),
            ("limits", !self.limits.is_empty(), &[Intervals, Points]),
            ("positions", !self.positions.is_empty(), &[Lines]),
            ("least", self.ends != [0.0, 0.0], &[Intervals, Matrix, Lines]),
            ("names", !self.names.is_empty(), &[Intervals, Matrix, Points, Lines]),
            ("axis", !self.axis.is_empty() && !self.equal_axes, &[Intervals, Matrix, Lines, Tree]),
            ("logarithmic", self.logarithmic, &[Intervals, Lines]),
            ("equal_axes", self.equal_axes, &[Points]),
            ("arrows", self.arrows, &[Points]),
            ("downward", self.downward, &[Lines]),
        ];
        match given.iter().find(|(_, is_given, of)| *is_given && !of.contains(&self.kind)) {
            Some((what, ..)) => Err(Error::Unsupported(format!(
                "{what} is not read of a chart of {}: leave it at its default",
                self.kind.name()
            ))),
            None => Ok(()),
        }
    }

    /// The label of a row: its number, from 1 on, where it has none.
    fn label(&self, row: usize) -> String {
        self.labels.get(row).map_or_else(|| (row + 1).to_string(), |label| label.to_string())
    }

    fn name(&self, column: usize) -> &str {
        self.names.get(column).copied().unwrap_or_default()
    }

    fn group(&self, row: usize) -> usize {
        match self.groups.get(row) {
            Some(&group) => group as usize,
            None if self.has_own_colours() => row % GROUPS,
            None => 0,
        }
    }

    /// Lines cross each other: without groups each has its colour.
    fn has_own_colours(&self) -> bool {
        self.kind == ChartKind::Lines && self.groups.is_empty()
    }

    /// A number and the ends of its interval, which are NaN where there is none.
    fn estimate(&self, row: usize, column: usize) -> [f64; 3] {
        let at = row * self.columns + column;
        let end = |ends: &[f64]| ends.get(at).copied().unwrap_or(f64::NAN);
        [self.values[at], end(self.lower), end(self.upper)]
    }

    /// Whether all numbers are whole, and have no intervals.
    fn is_of_counts(&self) -> bool {
        let known = || self.values.iter().filter(|value| value.is_finite());
        self.lower.is_empty() && known().next().is_some() && known().all(|value| value.fract() == 0.0)
    }

    /// The ends of an axis of numbers: those that were asked for, or these with some room.
    fn axis_of(&self, least: f64, most: f64, share: f64) -> (f64, f64) {
        let [from, to] = self.ends;
        if from != 0.0 || to != 0.0 {
            return (from, to);
        }
        if self.logarithmic {
            // Without a number above 0 the axis is that of the number 1.
            let (from, to) = if least > 0.0 { (least.ln(), most.ln()) } else { (0.0, 0.0) };
            let margin = if to - from < 1e-9 { 0.5 } else { share * (to - from) };
            return ((from - margin).exp().max(f64::MIN_POSITIVE), (to + margin).exp().min(f64::MAX));
        }
        // Values that differ by rounding alone are equal.
        let far = most.abs().max(least.abs());
        let margin =
            if most - least <= 1e-9 * far.max(1e-3) { far.mul_add(0.1, 0.5) } else { share * (most - least) };
        (least - margin, most + margin)
    }
}

/// White on all sides of a page.
const MARGIN: f64 = 28.0;
/// Width of a page that need not be wider.
const PAGE: f64 = 1000.0;

/// Title, note and the names of the groups. Returns where the drawing begins.
fn head(chart: &Chart<'_>, page: &mut Page) -> f64 {
    let room = page.width - 2.0 * MARGIN;
    let mut y = 14.0;
    let mut lines = |text: &str, size: f64, class: &str, page: &mut Page| {
        for line in wrapped(text, room, size) {
            y += 1.5 * size;
            page.text(MARGIN, y, size, Anchor::Start, class, &line);
        }
    };
    lines(chart.title, 19.0, "ink strong", page);
    lines(chart.note, 12.5, "soft", page);
    if !chart.group_names.is_empty() {
        y += 22.0;
        let mut x = MARGIN + 5.0;
        for (group, name) in chart.group_names.iter().enumerate() {
            let name = text::shortened(name, room - 40.0, 12.0);
            let wide = text::width(&name, 12.0) + 34.0;
            if x + wide > page.width - MARGIN && x > MARGIN + 5.0 {
                x = MARGIN + 5.0;
                y += 18.0;
            }
            page.dot([x, y - 4.0], 4.5, group, "");
            page.text(x + 10.0, y, 12.0, Anchor::Start, "soft", &name);
            x += wide;
        }
    }
    y + 12.0
}

/// Words in lines that are no wider than the page; a longer word is cut.
fn wrapped(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n').filter(|paragraph| !paragraph.trim().is_empty()) {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if !line.is_empty() && text::width(&longer, size) > room {
                lines.push(std::mem::take(&mut line));
                line = word.to_string();
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines.iter().map(|line| text::shortened(line, room, size).into_owned()).gathered()
}
