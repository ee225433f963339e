//! Drawings.

use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::status::duel_status;
use duel::chart::{Chart, ChartKind};
use duel::error::{Error, Result};
use libc::c_char;

/// The drawing of a matrix of numbers.
pub type duel_chart = i32;
/// A row of each row: a point at its value, its interval, and the number in digits; a plot of each column.
pub const DUEL_CHART_INTERVALS: duel_chart = 0;
/// A cell of each number, the darker the farther from zero: rank probabilities, comparisons of pairs.
pub const DUEL_CHART_MATRIX: duel_chart = 1;
/// A point of each row, whose two columns are its places across and up: maps, judges.
pub const DUEL_CHART_POINTS: duel_chart = 2;
/// A line of each row through its columns: ranks from look to look.
pub const DUEL_CHART_LINES: duel_chart = 3;
/// The tree of duel_tree_cluster. Rows are its merges, in three columns: left_cluster, right_cluster, height.
pub const DUEL_CHART_TREE: duel_chart = 4;

/// The drawing and its texts. Zero the struct and set struct_size; zero is the default of every field. Texts are
/// UTF-8; those that are too long for their place are cut in the middle. What a kind of chart does not show must be left
/// at its default (else DUEL_ERR_UNSUPPORTED).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_chart_options {
    /// sizeof(duel_chart_options).
    pub struct_size: usize,
    /// DUEL_CHART_INTERVALS (default), DUEL_CHART_MATRIX, DUEL_CHART_POINTS, DUEL_CHART_LINES or DUEL_CHART_TREE.
    pub chart: i32,
    /// Non-zero: the axis of the numbers is logarithmic, and what is not positive is left out. Intervals and lines only.
    pub logarithmic: i32,
    /// Non-zero: both axes have one scale, as on a map, which a bar says in the place of numbers. Points only.
    pub equal_axes: i32,
    /// Non-zero: points are joined with the origin. Points only.
    pub arrows: i32,
    /// Non-zero: the least number stands on top, as ranks do. Lines only.
    pub downward: i32,
    /// Must be zero.
    pub reserved: i32,
    /// NULL, or what heads the page.
    pub title: *const c_char,
    /// NULL, or what stands below the title.
    pub note: *const c_char,
    /// NULL, or what the numbers are; of points with equal_axes what follows the number of the bar.
    pub axis: *const c_char,
    /// NULL, or the name of each row; of a tree that of each leaf, of which it has one more than merges.
    pub labels: *const *const c_char,
    /// Number of labels; 0: none.
    pub label_count: usize,
    /// NULL, or the name of each column.
    pub names: *const *const c_char,
    /// Number of names; 0: none.
    pub name_count: usize,
    /// NULL, or a text before each label: ranks, say. Intervals and trees only.
    pub sides: *const *const c_char,
    /// Number of sides; 0: none.
    pub side_count: usize,
    /// NULL, or the lower end of the interval of each number, NaN for none. Intervals and lines only.
    pub lower: *const f64,
    /// Number of lower ends: rows times columns, or 0.
    pub lower_count: usize,
    /// NULL, or the upper end of each interval.
    pub upper: *const f64,
    /// Number of upper ends: that of lower ones.
    pub upper_count: usize,
    /// NULL, or the group of each row (of each leaf), 0 to 63: its colour, from blue to rust through the largest. Not of a
    /// matrix. Without them all rows have one colour, but lines each its own.
    pub groups: *const i32,
    /// Number of groups given; 0: none.
    pub group_count: usize,
    /// NULL, or what groups 0, 1, ... are, for a legend.
    pub group_names: *const *const c_char,
    /// Number of group names; 0: none.
    pub group_name_count: usize,
    /// NULL, or values to mark by a line: one of each column (NaN: none), then further ones. Intervals and points only.
    pub limits: *const f64,
    /// Number of limits: a multiple of the columns, or 0.
    pub limit_count: usize,
    /// NULL, or where the columns stand, ascending; without them they are equally far apart. Lines only.
    pub positions: *const f64,
    /// Number of positions: the columns, or 0.
    pub position_count: usize,
    /// With most: the ends of the axis of the numbers, or of the shades of a matrix. Both 0: those of the numbers.
    pub least: f64,
    /// See least.
    pub most: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_chart_options {
    const NAME: &'static str = "duel_chart_options";
    const FIRST: usize = 216;
}

const _: () = assert!(std::mem::size_of::<duel_chart_options>() == 216);

/// A drawing of a matrix of numbers as SVG: a text that stands alone, as a file or within a page, and follows the reader's
/// screen in light or dark. It grows with what it shows, so that 3 rows and 200 are legible. Call it twice: with out NULL and
/// capacity 0 for the length, then with room for it. The same numbers give the same text; where things stand in it is not
/// stable.
///
/// NaN leaves its place empty. An interval that would dwarf all others ends in an arrow at the edge of its plot.
/// @param table rows times columns numbers, row by row.
/// @param rows 1 to 1000.
/// @param columns 1 to 1000; of points 2, of a tree 3.
/// @param options NULL: all defaults.
/// @param out NULL, or receives the text, which ends with a NUL.
/// @param capacity number of bytes that fit in out; too few are DUEL_ERR_SIZE.
/// @param length receives the bytes of the text, its NUL among them. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_matrix_chart(
    table: *const f64,
    rows: usize,
    columns: usize,
    options: *const duel_chart_options,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `table` has `rows * columns` values,
        // `length` can be written, `out` has room for `capacity`.
        let (values, o, out) = unsafe {
            (
                slice(table, checked(rows, columns)?, "table")?,
                read_options(options)?,
                output_bytes(out, capacity, length)?,
            )
        };
        let Some(o) = o else {
            let chart = Chart { values, rows, columns, ..Chart::default() };
            return written(&chart, out);
        };
        if o.reserved != 0 {
            return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
        }
        let said = |pointer: *const c_char, name: &str| match pointer.is_null() {
            true => Ok(""),
            // SAFETY: the caller promises (lib.rs) that `pointer` can be read.
            false => unsafe { text(pointer, name) },
        };
        // SAFETY: the caller promises (lib.rs) that `labels` has `label_count` values, `names` has `name_count`
        // values, `sides` has `side_count` values, `group_names` has `group_name_count` values.
        let (labels, names, sides, group_names) = unsafe {
            (
                texts(o.labels, o.label_count, "labels")?,
                texts(o.names, o.name_count, "names")?,
                texts(o.sides, o.side_count, "sides")?,
                texts(o.group_names, o.group_name_count, "group_names")?,
            )
        };
        // SAFETY: the caller promises (lib.rs) that `lower` has `lower_count` values, `upper` has `upper_count`
        // values, `groups` has `group_count` values, `limits` has `limit_count` values, `positions` has
        // `position_count` values.
        let (lower, upper, groups, limits, positions) = unsafe {
            (
                slice(o.lower, o.lower_count, "lower")?,
                slice(o.upper, o.upper_count, "upper")?,
                slice(o.groups, o.group_count, "groups")?,
                slice(o.limits, o.limit_count, "limits")?,
                slice(o.positions, o.position_count, "positions")?,
            )
        };
        let chart = Chart {
            kind: choice(&ChartKind::ALL, o.chart, "chart")?,
            values,
            rows,
            columns,
            title: said(o.title, "title")?,
            note: said(o.note, "note")?,
            axis: said(o.axis, "axis")?,
            labels: &labels,
            names: &names,
            sides: &sides,
            lower,
            upper,
            groups,
            group_names: &group_names,
            limits,
            positions,
            ends: [o.least, o.most],
            logarithmic: o.logarithmic != 0,
            equal_axes: o.equal_axes != 0,
            arrows: o.arrows != 0,
            downward: o.downward != 0,
        };
        written(&chart, out)
    })
}

fn written(chart: &Chart<'_>, out: BytesOutput) -> Result<()> {
    let mut text = chart.svg()?.into_bytes();
    text.push(0);
    out.write(&text)
}
