//! Tables as text, for people.

use super::{Data, Filled, Table, Type};
use crate::room::{self, Gather as _};

/// Significant digits of numbers, unless asked otherwise.
pub const DIGITS: usize = 4;

impl Table {
    /// The table as lines of aligned columns under their names, at most `rows` of them; what is missing is a dash. A
    /// last line says how many rows were left out. Numbers have `digits` significant digits. Boards are printed best first.
    pub fn print(&self, digits: usize, rows: usize) -> String {
        let shown = self.rows().min(rows);
        let order = self.best_first();
        let columns: Vec<Vec<String>> =
            self.columns().iter().map(|column| self.cells(column, digits, &order[..shown])).gathered();
        let widths: Vec<usize> =
            columns.iter().map(|cells| cells.iter().map(|c| c.chars().count()).max().unwrap_or(0)).gathered();
        let mut out = String::new();
        for line in 0..=shown {
            for ((cells, &width), column) in columns.iter().zip(&widths).zip(self.columns()) {
                let cell = &cells[line];
                room::grow_text(&mut out, width + cell.len() + 3);
                let gap = " ".repeat(width - cell.chars().count());
                let is_word = matches!(column.about.kind, Type::Code | Type::Text | Type::Flags);
                let (before, after) = if is_word { ("", gap.as_str()) } else { (gap.as_str(), "") };
                out.push_str(before);
                out.push_str(cell);
                out.push_str(after);
                out.push_str("  ");
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        if shown < self.rows() {
            out.push_str(&format!("... and {} more rows\n", self.rows() - shown));
        }
        out
    }

    /// The rows in the order of their ranks, where the table has ranks of items; those without one last.
    fn best_first(&self) -> Vec<usize> {
        let mut order = (0..self.rows()).gathered();
        let ranks = self.columns().iter().find(|column| column.about.name == c"rank");
        if let Some((column, Data::F64(ranks))) = ranks.map(|column| (column, &column.values.data)) {
            let rank = |row: usize| if column.values.is_valid(row) { ranks[row] } else { f64::INFINITY };
            room::sort_by(&mut order, |&a, &b| rank(a).total_cmp(&rank(b)));
        }
        order
    }

    /// The name of a column, then its cells in these rows.
    fn cells(&self, column: &Filled, digits: usize, rows: &[usize]) -> Vec<String> {
        let labels = self.labels(column);
        let word = |code: usize| {
            labels.and_then(|l| l.get(code)).map(|l| l.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let cell = |row: usize| match &column.values.data {
            _ if !column.values.is_valid(row) => "-".to_string(),
            Data::F64(values) => number(values[row], digits),
            Data::I64(values) => values[row].to_string(),
            Data::Bool(values) => if values[row] != 0 { "yes" } else { "no" }.to_string(),
            Data::I32(bits) if column.about.kind == Type::Flags => {
                let set: Vec<String> = (0..31).filter(|bit| bits[row] >> bit & 1 != 0).map(&word).gathered();
                if set.is_empty() {
                    "none".to_string()
                } else {
                    set.join("+")
                }
            }
            Data::I32(codes) => word(codes[row] as usize),
            Data::Text { bytes, offsets } => {
                String::from_utf8_lossy(&bytes[offsets[row]..offsets[row + 1] - 1]).into_owned()
            }
        };
        let name = column.about.name.to_string_lossy().into_owned();
        std::iter::once(name).chain(rows.iter().map(|&row| cell(row))).inspect(|_| room::check()).gathered()
    }
}

/// A number with this many significant digits: plain where it is of a readable size, else with an exponent.
fn number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return if value > 0.0 { "Inf" } else { "-Inf" }.to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let size = value.abs().log10().floor() as i32;
    if (-5..15).contains(&size) {
        format!("{value:.0$}", (digits as i32 - 1 - size).max(0) as usize)
    } else {
        format!("{value:.0$e}", digits - 1)
    }
}
