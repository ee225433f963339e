//! From rows to cells: what each item scored on each task, put together of its runs.

use super::{Average, Board, Choices, Groups, Missing, Runs};
use crate::comparisons::{Kind, NONE};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::{self, filled, with_room, Gather as _, Put as _};

/// Scores of items on tasks, task after task; within each by item.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// Number of items.
    pub(super) items: usize,
    /// Tasks with a score, or all where a number stands in for those that are missing.
    pub(super) tasks: Vec<u32>,
    /// Where the cells of each task begin, and where the last end.
    pub(super) starts: Vec<usize>,
    /// The item of each cell.
    pub(super) item: Vec<u32>,
    /// Its score.
    pub(super) score: Vec<f64>,
    /// The number of its runs.
    pub(super) runs: Vec<f64>,
    /// The sum of squared deviations of runs from their mean.
    pub(super) squares: Vec<f64>,
    /// The weight of each task; their sum is 1.
    pub(super) weights: Vec<f64>,
    /// The unit of each task.
    pub(super) units: Vec<usize>,
    /// Number of units.
    pub(super) unit_count: usize,
    /// Cells of items and tasks without a score, before anything stood in for them.
    pub(super) missing: Vec<usize>,
    /// Cells that there would be without missing ones, before anything stood in for them.
    pub(super) table: usize,
}

impl Cells {
    /// The cells of a board.
    pub(super) fn of(board: &Board, choices: &Choices) -> Result<Cells> {
        let (starts, entries) = in_order(board);
        let all = matches!(choices.missing, Missing::Number(_));
        let mut cells = Cells { items: board.names.items(), ..Cells::default() };
        for task in 0..board.names.contexts() as u32 {
            let from = cells.item.len();
            cells.starts.put(from);
            let own = &entries[starts[task as usize] as usize..starts[task as usize + 1] as usize];
            for rows in own.chunk_by(|a, b| a.item == b.item) {
                cells.put_cell(board, rows, choices.runs)?;
            }
            match cells.item.len() > from || all {
                true => cells.tasks.put(task),
                false => drop(cells.starts.pop()),
            }
        }
        cells.starts.put(cells.item.len());
        cells.missing = cells.count_missing();
        cells.table = cells.items * cells.tasks.len();
        cells.fill(choices.missing);
        cells.check_missing(board, choices.missing)?;
        cells.weigh(board, choices);
        Ok(cells)
    }

    fn put_cell(&mut self, board: &Board, rows: &[Entry], runs: Runs) -> Result<()> {
        spend(20 * rows.len());
        let item = rows[0].item;
        if let Some(pair) = rows.windows(2).find(|pair| pair[0].run != NONE && pair[0].run == pair[1].run) {
            let second = pair[1].row;
            return Err(Error::row(
                second as usize,
                format!(
                    "score: {} has one in run \"{}\" already, in row {}; leave one of them out, or give each run a \
                     label of its own",
                    cell_name(board, item, second),
                    board.names.name(Kind::Judge, pair[1].run as usize).unwrap_or_default(),
                    pair[0].row
                ),
            ));
        }
        let known: Vec<Entry> = rows.iter().copied().filter(|row| !row.score.is_nan()).gathered();
        if known.is_empty() {
            return Ok(());
        }
        let count = known.len() as f64;
        let sum: f64 = known.iter().map(|row| row.score).sum();
        let mean = sum / count;
        let value = match runs {
            Runs::Mean => mean,
            Runs::PassAt(k) | Runs::PassAll(k) => {
                if let Some(row) = known.iter().find(|row| row.score != 0.0 && row.score != 1.0) {
                    return Err(Error::row(
                        row.row as usize,
                        format!("score is {}; pass_at and pass_all are of runs that are 0 or 1", row.score),
                    ));
                }
                if known.len() < k {
                    return Err(Error::row(
                        known[0].row as usize,
                        format!(
                            "run: {} has {} with a score; pass_at and pass_all of {k} need at least {k}",
                            cell_name(board, item, known[0].row),
                            known.len()
                        ),
                    ));
                }
                match runs {
                    Runs::PassAt(_) => 1.0 - none_of(count - sum, count, k),
                    _ => none_of(sum, count, k),
                }
            }
        };
        if !value.is_finite() {
            return Err(Error::row(
                known[0].row as usize,
                "score: the sum of the runs overflows".to_string(),
            ));
        }
        self.item.put(item);
        self.score.put(value);
        self.runs.put(count);
        self.squares.put(known.iter().map(|row| (row.score - mean).powi(2)).sum());
        Ok(())
    }

    /// The cells of a task.
    pub(super) fn of_task(&self, task: usize) -> std::ops::Range<usize> {
        self.starts[task]..self.starts[task + 1]
    }

    /// Cells without a score, of each item.
    fn count_missing(&self) -> Vec<usize> {
        let mut missing = filled(self.tasks.len(), self.items);
        self.item.iter().for_each(|item| missing[*item as usize] -= 1);
        missing
    }

    /// Whether every item has a score on every task.
    pub(super) fn is_complete(&self) -> bool {
        self.item.len() == self.items * self.tasks.len()
    }

    /// Puts a number in the place of missing scores, or leaves out tasks that somebody misses.
    fn fill(&mut self, missing: Missing) {
        if self.is_complete() {
            return;
        }
        let keep_whole = match missing {
            Missing::Number(_) => false,
            Missing::Common => true,
            _ => return,
        };
        let mut next = Cells { items: self.items, table: self.table, ..Cells::default() };
        next.missing = std::mem::take(&mut self.missing);
        for (at, &task) in self.tasks.iter().enumerate() {
            let own = self.of_task(at);
            spend(20 * self.items);
            if keep_whole && own.len() < self.items {
                continue;
            }
            next.tasks.put(task);
            next.starts.put(next.item.len());
            let mut cells = own.peekable();
            for item in 0..self.items as u32 {
                let cell = cells.next_if(|&cell| self.item[cell] == item);
                let number = if let Missing::Number(number) = missing { number } else { f64::NAN };
                next.item.put(item);
                next.score.put(cell.map_or(number, |cell| self.score[cell]));
                next.runs.put(cell.map_or(1.0, |cell| self.runs[cell]));
                next.squares.put(cell.map_or(0.0, |cell| self.squares[cell]));
            }
        }
        next.starts.put(next.item.len());
        *self = next;
    }

    fn check_missing(&self, board: &Board, missing: Missing) -> Result<()> {
        if self.items == 0 || self.tasks.is_empty() {
            return Err(Error::data(match missing {
                Missing::Common if self.items > 0 && board.rows.score.iter().any(|score| !score.is_nan()) => {
                    "missing: there is no task on which all items have a score; leave missing at additive, or leave out \
                     the items that have few"
                }
                _ => "the board has no scores",
            }));
        }
        if missing == Missing::Refuse && !self.is_complete() {
            return Err(Error::data(format!("missing: {}", self.missing_cells(board))));
        }
        Ok(())
    }

    /// "12 of 1400 cells are missing, 9 of "x"".
    pub(super) fn missing_cells(&self, board: &Board) -> String {
        let count: usize = self.missing.iter().sum();
        let most = (0..self.items).max_by_key(|&i| (self.missing[i], std::cmp::Reverse(i))).unwrap_or(0);
        let all = self.table;
        format!(
            "{count} of {all} cells are missing, {} of \"{}\"",
            self.missing[most],
            board.names.name(Kind::Item, most).unwrap_or_default()
        )
    }

    /// Weights and units of tasks.
    fn weigh(&mut self, board: &Board, choices: &Choices) {
        let tasks = &board.tasks;
        let group = |task: u32| tasks.group[task as usize];
        let mut weights: Vec<f64> = self.tasks.iter().map(|&task| tasks.weight[task as usize]).gathered();
        let mut of_groups = filled(0.0, board.names.clusters());
        for (&task, weight) in self.tasks.iter().zip(&weights) {
            if group(task) != NONE {
                of_groups[group(task) as usize] += weight;
            }
        }
        for (&task, weight) in self.tasks.iter().zip(&mut weights) {
            if choices.average == Average::Groups {
                *weight /= if group(task) == NONE { *weight } else { of_groups[group(task) as usize] };
            }
        }
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        self.weights = weights;
        let mut unit_of_group = filled(usize::MAX, board.names.clusters());
        self.units = with_room(self.tasks.len());
        for &task in &self.tasks {
            let own = match (choices.groups, group(task)) {
                (Groups::Ignore, _) | (_, NONE) => None,
                (_, group) => Some(group as usize),
            };
            let unit = match own {
                Some(group) if unit_of_group[group] != usize::MAX => unit_of_group[group],
                _ => self.unit_count,
            };
            if unit == self.unit_count {
                self.unit_count += 1;
            }
            if let Some(group) = own {
                unit_of_group[group] = unit;
            }
            self.units.push(unit);
        }
    }

    /// The share of each unit in the weights of tasks.
    pub(super) fn shares(&self) -> Vec<f64> {
        let mut shares = filled(0.0, self.unit_count);
        self.units.iter().zip(&self.weights).for_each(|(&unit, weight)| shares[unit] += weight);
        shares
    }
}

/// A row of a task.
#[derive(Debug, Clone, Copy)]
struct Entry {
    item: u32,
    run: u32,
    row: u32,
    score: f64,
}

/// Rows by task, item and run, as they came otherwise; and where those of each task begin.
fn in_order(board: &Board) -> (Vec<u32>, Vec<Entry>) {
    let rows = &board.rows;
    let mut starts = filled(0u32, board.names.contexts() + 1);
    rows.context.iter().for_each(|&task| starts[task as usize + 1] += 1);
    for task in 0..board.names.contexts() {
        starts[task + 1] += starts[task];
    }
    let mut next = room::copied(&starts);
    let mut entries = filled(Entry { item: 0, run: 0, row: 0, score: 0.0 }, rows.score.len());
    for (row, &task) in rows.context.iter().enumerate() {
        let slot = &mut next[task as usize];
        let (item, run, score) = (rows.item[row], rows.run[row], rows.score[row]);
        entries[*slot as usize] = Entry { item, run, row: row as u32, score };
        *slot += 1;
    }
    spend(20 * entries.len());
    for task in 0..board.names.contexts() {
        let own = &mut entries[starts[task] as usize..starts[task + 1] as usize];
        room::sort_by_key(own, |entry| (entry.item, entry.run, entry.row));
    }
    (starts, entries)
}

/// "item on task" of a row.
fn cell_name(board: &Board, item: u32, row: u32) -> String {
    let task = board.rows.context[row as usize];
    format!(
        "\"{}\" on \"{}\"",
        board.names.name(Kind::Item, item as usize).unwrap_or_default(),
        board.names.name(Kind::Context, task as usize).unwrap_or_default()
    )
}

/// C(count, k) / C(all, k): the probability that k of all are among `count` of them.
fn none_of(count: f64, all: f64, k: usize) -> f64 {
    (0..k).map(|j| ((count - j as f64) / (all - j as f64)).max(0.0)).product()
}
