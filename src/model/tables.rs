//! Results of a fit for each item and judge, and the optima that it met.

use super::fitted::{Model, Optimum};
use crate::model::specification::Problems;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// An item of a model: its problems and its comparisons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ItemRow {
    /// The item.
    pub item: usize,
    /// The problems of the fit that concern it.
    pub problems: Problems,
    /// Comparisons, wins, losses, ties, opponents, and comparisons where it was shown first.
    pub counts: [f64; 6],
}

/// A judge of a model: its problems and its comparisons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VoterRow {
    /// The judge.
    pub judge: usize,
    /// The problems of the fit that concern it.
    pub problems: Problems,
    /// Comparisons.
    pub comparisons: f64,
    /// Those among them without a winner.
    pub ties: f64,
}

/// The columns of [`Model::item_rows`].
pub static ITEMS: Schema<ItemRow> = Schema {
    name: "model_items",
    title: c"Items of a model",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.item)),
        SchemaColumn::flags(
            c"problems",
            c"Problems of the fit that concern the item.",
            &Problems::LABELS,
            |r| r.problems.0,
        ),
        SchemaColumn::f64(
            c"comparisons",
            c"comparisons",
            c"Comparisons of the item (sum of weights).",
            |r| r.counts[0],
        ),
        SchemaColumn::f64(c"wins", c"comparisons", c"Those that it won.", |r| r.counts[1]),
        SchemaColumn::f64(c"losses", c"comparisons", c"Those that it lost.", |r| r.counts[2]),
        SchemaColumn::f64(
            c"ties",
            c"comparisons",
            c"Those without a winner, votes both bad among them.",
            |r| r.counts[3],
        ),
        SchemaColumn::i64(c"opponents", c"items", c"Items that it was compared with.", |r| {
            Some(r.counts[4] as i64)
        }),
        SchemaColumn::f64(c"shown_first", c"comparisons", c"Comparisons in which it was shown first.", |r| {
            r.counts[5]
        }),
    ],
};

/// The columns of [`Model::voter_rows`].
pub static VOTERS: Schema<VoterRow> = Schema {
    name: "model_voters",
    title: c"Judges of a model, the anonymous one last",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |r| Some(r.judge)),
        SchemaColumn::flags(
            c"problems",
            c"Problems of the fit that concern the judge.",
            &Problems::LABELS,
            |r| r.problems.0,
        ),
        SchemaColumn::f64(
            c"comparisons",
            c"comparisons",
            c"Comparisons by the judge (sum of weights).",
            |r| r.comparisons,
        ),
        SchemaColumn::f64(
            c"ties",
            c"comparisons",
            c"Those without a winner, votes both bad among them.",
            |r| r.ties,
        ),
    ],
};

/// The columns of [`Model::optima`].
pub static OPTIMA: Schema<Optimum> = Schema {
    name: "model_optima",
    title: c"Optima that the starts of a fit reached, the chosen one first",
    columns: &[
        SchemaColumn::f64(c"log_likelihood", c"", c"Log-likelihood of the data.", |o| o.log_likelihood),
        SchemaColumn::f64(c"objective", c"", c"The objective, which was minimised.", |o| o.objective),
        SchemaColumn::f64(c"gradient", c"", c"Largest element of the gradient.", |o| o.gradient),
        SchemaColumn::i64(c"starts", c"starts", c"Starts that ended there.", |o| Some(o.starts as i64)),
        SchemaColumn::i64(
            c"first_start",
            c"",
            c"Number of the first of them; 0 is the one without chance.",
            |o| Some(o.first as i64),
        ),
        SchemaColumn::bool(
            c"is_regular",
            c"Whether it is regular: the solver converged, and no pair of items has lost its spread.",
            |o| Some(o.is_regular),
        ),
    ],
};

impl Model {
    /// Problems and comparisons of every item, of the comparisons that the model used.
    pub fn item_rows(&self) -> Vec<ItemRow> {
        let row = |(item, counts): (usize, &[f64])| ItemRow {
            item,
            problems: self.item_problems[item],
            counts: [0, 1, 2, 3, 4, 5].map(|k| counts[k]),
        };
        self.item_counts().chunks_exact(6).enumerate().map(row).gathered()
    }

    /// Problems and comparisons of every judge, of the comparisons that the model used.
    pub fn voter_rows(&self) -> Vec<VoterRow> {
        let mut rows: Vec<VoterRow> = (0..self.layout.judges)
            .map(|judge| VoterRow {
                judge,
                problems: self.judge_problems[judge],
                comparisons: 0.0,
                ties: 0.0,
            })
            .gathered();
        for (row, [comparisons, ties, bad]) in rows.iter_mut().zip(self.layout.tie_counts(&self.set)) {
            (row.comparisons, row.ties) = (comparisons, ties + bad);
        }
        rows
    }
}
