//! The tables of judges that err together.

use crate::table::{Schema, SchemaColumn};

/// Two judges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOfJudges {
    /// The two, the lower id first.
    pub judges: [usize; 2],
    /// Pairs of votes on the same unit.
    pub shared: f64,
    /// The correlation of their errors; NaN where they share nothing.
    pub rho: f64,
    /// The same, drawn towards the mean of its kind.
    pub shrunk: f64,
    /// Whether one is an exact copy of the other.
    pub is_copy: bool,
    /// Whether one is a copy of the other, exactly or nearly.
    pub is_near: bool,
}

/// The columns of [`Together::pairs`](super::Together::pairs).
pub static TOGETHER: Schema<PairOfJudges> = Schema {
    name: "set_together",
    title: c"Correlations of the errors of any two judges",
    columns: &[
        SchemaColumn::judge(c"first", c"The judge with the lower id.", |p| Some(p.judges[0])),
        SchemaColumn::judge(c"second", c"The other judge.", |p| Some(p.judges[1])),
        SchemaColumn::f64(
            c"shared",
            c"pairs of votes",
            c"Pairs of a vote of the one and a vote of the other on the same pair of items in the same context.",
            |p| p.shared,
        ),
        SchemaColumn::f64(
            c"rho",
            c"correlation",
            c"Correlation of their errors in these; missing where there are none.",
            |p| p.rho,
        ),
        SchemaColumn::f64(
            c"rho_shrunk",
            c"correlation",
            c"The same, drawn towards the mean of its kind the more, the fewer votes it rests on; not below zero.",
            |p| p.shrunk,
        ),
        SchemaColumn::bool(
            c"is_copy",
            c"Whether one is an exact copy of the other: each of its units, with the same answers. A copy has no row with \
              others: it would be that of its original.",
            |p| Some(p.is_copy),
        ),
        SchemaColumn::bool(
            c"is_near_copy",
            c"Whether one is as good as a copy of the other: exactly, or by a correlation above near_copy from at least 50 \
              pairs of votes.",
            |p| Some(p.is_near),
        ),
    ],
};

/// A judge among the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgeWorth {
    /// The judge.
    pub judge: usize,
    /// Its best weight.
    pub weight: f64,
    /// How much less the others are worth.
    pub worth: f64,
    /// The judge of which it is a copy.
    pub copy_of: Option<usize>,
}

/// The columns of [`Together::worth`](super::Together::worth).
pub static WORTH: Schema<JudgeWorth> = Schema {
    name: "set_worth",
    title: c"The worth of each judge beside the others",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |j| Some(j.judge)),
        SchemaColumn::f64(
            c"best_weight",
            c"share",
            c"Its share of the weights with which a mean of all judges errs least; missing where it has no vote in a context.",
            |j| j.weight,
        ),
        SchemaColumn::f64(
            c"worth",
            c"judges",
            c"How much less the others are worth without it, at their best weights; zero for a copy.",
            |j| j.worth,
        ),
        SchemaColumn::judge(
            c"copy_of",
            c"The judge of which it is an exact copy; missing for all others.",
            |j| j.copy_of,
        ),
    ],
};

/// Judges of one family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FamilyWorth {
    /// Its number.
    pub family: i32,
    /// Its judges that are no copies.
    pub judges: usize,
    /// The mean of the correlations of its judges.
    pub rho: f64,
    /// The least and the largest of them.
    pub ends: [f64; 2],
    /// The number of judges that they are worth with equal weights, and its standard error.
    pub equal: [f64; 2],
    /// The same with the best weights.
    pub best: [f64; 2],
    /// The worth of a second judge, as a share of the first's.
    pub second: f64,
}

/// The columns of [`Together::families`](super::Together::families).
pub static FAMILIES: Schema<FamilyWorth> = Schema {
    name: "set_families",
    title: c"How many judges the judges of a family are worth",
    columns: &[
        SchemaColumn::i64(c"family", c"", c"The family.", |f| Some(f.family.into())),
        SchemaColumn::i64(c"judges", c"judges", c"Its judges, copies left out.", |f| Some(f.judges as i64)),
        SchemaColumn::f64(
            c"mean_rho",
            c"correlation",
            c"Mean of the shrunken correlations of the errors of any two of them.",
            |f| f.rho,
        ),
        SchemaColumn::f64(c"least_rho", c"correlation", c"The least of these.", |f| f.ends[0]),
        SchemaColumn::f64(c"largest_rho", c"correlation", c"The largest of these.", |f| f.ends[1]),
        SchemaColumn::f64(
            c"worth_equal",
            c"judges",
            c"The number of judges without common errors that they are worth with equal weights.",
            |f| f.equal[0],
        ),
        SchemaColumn::f64(c"worth_equal_se", c"judges", c"Its standard error.", |f| f.equal[1]),
        SchemaColumn::f64(c"worth_best", c"judges", c"The same with the weights that are best.", |f| {
            f.best[0]
        }),
        SchemaColumn::f64(c"worth_best_se", c"judges", c"Its standard error.", |f| f.best[1]),
        SchemaColumn::f64(
            c"second_worth",
            c"share",
            c"The worth of a second judge of the family as a share of that of the first: (1 - rho) / (1 + rho) at the mean.",
            |f| f.second,
        ),
    ],
};
