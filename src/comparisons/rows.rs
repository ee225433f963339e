//! Rows: how data enters, and what makes a row invalid.

use super::column::{Column, Key};
use super::decode::Block;
use super::names::{Kind, Names, MOST};
use crate::error::{Error, Result};

/// Rows of comparisons, as columns of `length` values.
///
/// The answer of a row is exactly one of: `score`; `outcome`; `grade`; or counts (`wins` and `losses`, with
/// any of `ties`, `both_good` and `both_bad`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows<'a> {
    /// Number of rows.
    pub length: usize,
    /// The item shown first. Required.
    pub left: Key<'a>,
    /// The item shown second. Required.
    pub right: Key<'a>,
    /// Who judged. Absent, or missing in a row: the anonymous judge.
    pub judge: Key<'a>,
    /// The subject of the comparison. Absent, or missing in a row: no subject.
    pub context: Key<'a>,
    /// The unit of clustering, where it is not the context: a user, a session, a document. Absent, or missing in a row: the context
    /// is.
    pub cluster: Key<'a>,
    /// Whether the left item was shown first: 1, or 0 where no order is known or none was shown. Absent: 1, but for
    /// `unordered`.
    pub ordered: Column<'a>,
    /// Whether no row has a presentation order.
    pub unordered: bool,
    /// 1 (left preferred), 0.5 (tie) or 0 (right preferred).
    pub score: Column<'a>,
    /// 1 left, 2 right, 3 tie, 4 both good, 5 both bad; integers.
    pub outcome: Column<'a>,
    /// How far left is ahead: an integer, negative where right is ahead, 0 in the middle; at most [`HIGHEST_GRADE`].
    pub grade: Column<'a>,
    /// Finite, not negative. Absent: 1.
    pub weight: Column<'a>,
    /// How often left was preferred.
    pub wins: Column<'a>,
    /// How often right was preferred.
    pub losses: Column<'a>,
    /// How often neither was preferred.
    pub ties: Column<'a>,
    /// Ties where both were called good.
    pub both_good: Column<'a>,
    /// Ties where both were called bad.
    pub both_bad: Column<'a>,
    /// Whether weights are importance weights rather than frequencies.
    pub importance: bool,
}

/// Values of one covariate, as columns of `length` values. Which keys are present says what it
/// belongs to: item; context; context and item; judge and item.
#[derive(Clone, Copy, Debug, Default)]
pub struct CovariateValues<'a> {
    /// The covariate's name.
    pub name: &'a str,
    /// Number of values.
    pub length: usize,
    /// Items known to the set.
    pub item: Key<'a>,
    /// Contexts known to the set.
    pub context: Key<'a>,
    /// Judges known to the set.
    pub judge: Key<'a>,
    /// The values: finite numbers. Required.
    pub value: Column<'a>,
}

/// Which columns hold the answers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Answer {
    Score,
    Outcome,
    Grade,
    Counts,
}

/// The highest grade of either side.
pub const HIGHEST_GRADE: u8 = 5;

impl<'a> Rows<'a> {
    /// Whether the columns fit together and to the names of the set; which answers there are.
    pub(super) fn check_columns(&self, [items, judges, contexts, clusters]: [&Names; 4]) -> Result<Answer> {
        for (key, column) in [(&self.left, "left"), (&self.right, "right")] {
            if !key.values.is_present() {
                return Err(Error::Argument(format!("{column} is absent")));
            }
            key.check(items, Kind::Item, self.length, column)?;
        }
        if self.left.values.has_names() != self.right.values.has_names() {
            return Err(Error::name("left and right must both hold names, or both ids"));
        }
        self.judge.check(judges, Kind::Judge, self.length, "judge")?;
        self.context.check(contexts, Kind::Context, self.length, "context")?;
        self.cluster.check(clusters, Kind::Cluster, self.length, "cluster")?;
        if self.unordered && self.ordered.is_present() {
            return Err(Error::Argument("ordered is given, but the rows are said to have no order".into()));
        }
        let rest = [
            ("score", self.score),
            ("outcome", self.outcome),
            ("grade", self.grade),
            ("weight", self.weight),
            ("ordered", self.ordered),
        ];
        for (name, column) in self.counts().into_iter().chain(rest) {
            column.check_numbers(self.length, name)?;
        }
        if let Column::F64(_) = self.outcome {
            return Err(Error::Argument("outcome is a column of reals, not of integer codes".into()));
        }
        self.answer()
    }

    /// Whether a decoded row is valid but for its names and amounts, which were checked before.
    pub(super) fn is_valid(&self, block: &Block, at: usize, row: usize, answer: Answer) -> bool {
        let (left, right) = (block.left[at], block.right[at]);
        let ordered = || self.ordered.number(row);
        (left as usize) < MOST
            && (right as usize) < MOST
            && left != right
            && (answer == Answer::Counts || (1..=5).contains(&block.codes[at]))
            && (!self.ordered.is_present() || ordered() == 0.0 || ordered() == 1.0)
    }

    /// The grade of a row, or None if it is none.
    #[inline]
    pub(super) fn grade(&self, row: usize) -> Option<i8> {
        let grade = match self.grade {
            Column::F64(values) if values[row].fract() == 0.0 => values[row] as i128,
            Column::F64(_) => return None,
            _ => self.grade.integer(row),
        };
        (grade.abs() <= i128::from(HIGHEST_GRADE)).then_some(grade as i8)
    }

    /// The columns of counts, by category.
    pub(super) fn counts(&self) -> [(&'static str, Column<'a>); 5] {
        [
            ("wins", self.wins),
            ("losses", self.losses),
            ("ties", self.ties),
            ("both_good", self.both_good),
            ("both_bad", self.both_bad),
        ]
    }

    fn answer(&self) -> Result<Answer> {
        let counts = self.counts().iter().any(|(_, column)| column.is_present());
        let given = [self.score, self.outcome, self.grade].map(|column| column.is_present());
        match (given, counts) {
            ([true, false, false], false) => Ok(Answer::Score),
            ([false, true, false], false) => Ok(Answer::Outcome),
            ([false, false, true], false) => Ok(Answer::Grade),
            ([false, false, false], true) if !self.wins.is_present() => {
                Err(Error::Argument("counts without wins".into()))
            }
            ([false, false, false], true) if !self.losses.is_present() => {
                Err(Error::Argument("counts without losses".into()))
            }
            ([false, false, false], true) => Ok(Answer::Counts),
            ([false, false, false], false) => Err(Error::Argument(
                "no answers: one of score, outcome, grade, or wins and losses is needed".into(),
            )),
            _ => Err(Error::Argument(
                "answers twice: only one of score, outcome, grade and counts may be given".into(),
            )),
        }
    }

    /// The first invalid row: the reason why a fast pass stopped.
    pub(super) fn fault(&self, answer: Answer) -> Error {
        (0..self.length)
            .find_map(|row| self.check_row(answer, row).err())
            .unwrap_or_else(|| Error::Internal("rows were refused for no reason".into()))
    }

    fn check_row(&self, answer: Answer, row: usize) -> Result<()> {
        self.left.fault(row, "left", false)?;
        self.right.fault(row, "right", false)?;
        self.judge.fault(row, "judge", true)?;
        self.context.fault(row, "context", true)?;
        self.cluster.fault(row, "cluster", true)?;
        self.check_sides(row)?;
        if self.ordered.is_present() {
            let ordered = self.ordered.number(row);
            if ordered != 0.0 && ordered != 1.0 {
                return Err(Error::row(
                    row,
                    format!(
                        "ordered is {ordered}; it must be 1 (left was shown first) or 0 (no order is known)"
                    ),
                ));
            }
        }
        match answer {
            Answer::Score => {
                let score = self.score.number(row);
                if score != 0.0 && score != 0.5 && score != 1.0 {
                    return Err(Error::row(
                        row,
                        format!("score is {score}, not 0, 0.5 or 1; shares of a judgement go into wins and losses, grades into grade"),
                    ));
                }
            }
            Answer::Outcome => {
                let code = self.outcome.integer(row);
                if !(1..=5).contains(&code) {
                    return Err(Error::row(row, format!("outcome is {code}, not a code from 1 to 5")));
                }
            }
            Answer::Grade => {
                if self.grade(row).is_none() {
                    return Err(Error::row(
                        row,
                        format!(
                            "grade is {}; grades are whole numbers from -{HIGHEST_GRADE} (right is far ahead) to \
                             {HIGHEST_GRADE} (left is far ahead)",
                            self.grade.number(row)
                        ),
                    ));
                }
            }
            Answer::Counts => {
                for (name, column) in self.counts() {
                    check_amount(row, name, column)?;
                }
            }
        }
        check_amount(row, "weight", self.weight)
    }

    fn check_sides(&self, row: usize) -> Result<()> {
        let both = if self.left.values.has_names() {
            let left = self.left.text(row, "left", false)?;
            let is_same = left == self.right.text(row, "right", false)?;
            is_same.then(|| format!("{:?}", String::from_utf8_lossy(&left.unwrap_or_default())))
        } else {
            (self.left.id(row, "left", false)? == self.right.id(row, "right", false)?)
                .then(|| self.left.values.integer(row).to_string())
        };
        match both {
            Some(name) => Err(Error::row(row, format!("left and right are both {name}"))),
            None => Ok(()),
        }
    }
}

/// Weights and counts are finite and not negative.
fn check_amount(row: usize, name: &str, column: Column) -> Result<()> {
    let value = if column.is_present() { column.number(row) } else { 0.0 };
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    let rule = if value < 0.0 { "negative" } else { "not finite" };
    Err(Error::row(row, format!("{name} is {value}, which is {rule}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Coded, Set};

    const NAMES: Key = Key { values: Column::Text(&["x", "y", "z"]), base: 0 };

    /// Three good rows of names and outcomes.
    fn good<'a>() -> Rows<'a> {
        Rows {
            length: 3,
            left: Key { values: Column::Text(&["a", "b", "c"]), base: 0 },
            right: Key { values: Column::Text(&["b", "c", "a"]), base: 0 },
            outcome: Column::U8(&[1, 2, 3]),
            ..Rows::default()
        }
    }

    fn ids(values: Column) -> Key {
        Key { values, base: 1 }
    }

    fn with_ids<'a>(left: Column<'a>) -> Rows<'a> {
        Rows { left: ids(left), right: ids(Column::I64(&[7, 7, 7])), ..good() }
    }

    fn scores<'a>(score: &'a [f64]) -> Rows<'a> {
        Rows { outcome: Column::Absent, score: Column::F64(score), ..good() }
    }

    fn weights<'a>(weight: &'a [f64]) -> Rows<'a> {
        Rows { weight: Column::F64(weight), ..good() }
    }

    fn counts<'a>(wins: &'a [f64], ties: &'a [f64]) -> Rows<'a> {
        let (wins, ties) = (Column::F64(wins), Column::F64(ties));
        Rows { outcome: Column::Absent, wins, losses: Column::U8(&[1, 1, 1]), ties, ..good() }
    }

    /// Each case breaks one thing: code of the error, row, and a part of the message. Every case is
    /// tried without and with contexts, which are counted in different ways, and on two sets.
    #[test]
    fn what_is_wrong_is_named() {
        let long = "n".repeat((1 << 20) + 1);
        let long_names = ["a", "b", long.as_str()];
        let wide: &[u64] = &[1, u64::MAX, 2];
        let cases: Vec<(Rows, i32, Option<usize>, &str)> = vec![
            (Rows { left: Key::default(), ..good() }, 2, None, "left is absent"),
            (Rows { right: Key::default(), ..good() }, 2, None, "right is absent"),
            (Rows { left: ids(Column::F64(&[0.0; 3])), ..good() }, 2, None, "left is a column of reals"),
            (Rows { judge: ids(Column::F64(&[0.0; 3])), ..good() }, 2, None, "judge is a column of reals"),
            (
                Rows { left: Key { values: Column::Text(&["a"]), base: 0 }, ..good() },
                2,
                None,
                "left has 1 values, not 3",
            ),
            (
                Rows { judge: Key { values: Column::U8(&[0; 4]), base: 0 }, ..good() },
                2,
                None,
                "judge has 4 values, not 3",
            ),
            (Rows { left: ids(Column::U8(&[1, 2, 3])), ..good() }, 4, None, "left and right must both"),
            (Rows { outcome: Column::Absent, ..good() }, 2, None, "no answers"),
            (Rows { score: Column::F64(&[1.0; 3]), ..good() }, 2, None, "answers twice"),
            (Rows { wins: Column::U8(&[1; 3]), ..good() }, 2, None, "answers twice"),
            (
                Rows { outcome: Column::Absent, wins: Column::U8(&[1; 3]), ..good() },
                2,
                None,
                "without losses",
            ),
            (Rows { outcome: Column::Absent, ties: Column::U8(&[1; 3]), ..good() }, 2, None, "without wins"),
            (Rows { outcome: Column::F64(&[1.0; 3]), ..good() }, 2, None, "outcome is a column of reals"),
            (Rows { outcome: Column::Text(&["a"; 3]), ..good() }, 2, None, "outcome is a column of text"),
            (Rows { weight: Column::Text(&["a"; 3]), ..good() }, 2, None, "weight is a column of text"),
            (Rows { weight: Column::F64(&[1.0; 2]), ..good() }, 2, None, "weight has 2 values, not 3"),
            (
                Rows { right: Key { values: Column::Text(&["b", "b", "a"]), base: 0 }, ..good() },
                3,
                Some(1),
                "left and right are both \"b\"",
            ),
            (
                Rows { right: Key { values: Column::Text(&["b", "c", ""]), base: 0 }, ..good() },
                4,
                Some(2),
                "right: a name is empty",
            ),
            (
                Rows { left: Key { values: Column::Text(&["a", "b\0", "c"]), base: 0 }, ..good() },
                4,
                Some(1),
                "left: the name \"b\\0\" holds a NUL",
            ),
            (
                Rows { left: Key { values: Column::Text(&long_names), base: 0 }, ..good() },
                4,
                Some(2),
                "1048577 bytes",
            ),
            (
                Rows { judge: Key { values: Column::Text(&["x", "", "x"]), base: 0 }, ..good() },
                4,
                Some(1),
                "judge: a name is empty",
            ),
            (with_ids(Column::I32(&[1, 0, 2])), 3, Some(1), "left is 0, below the first id 1"),
            (with_ids(Column::I8(&[1, 2, -5])), 3, Some(2), "left is -5, below the first id 1"),
            (
                with_ids(Column::U64(wide)),
                3,
                Some(1),
                "left is 18446744073709551615, above the last possible id 4294967295",
            ),
            (
                with_ids(Column::I64(&[4_294_967_295, 4_294_967_296, 1])),
                3,
                Some(1),
                "left is 4294967296, above",
            ),
            (with_ids(Column::U32(&[1, 7, 1])), 3, Some(1), "left and right are both 7"),
            (
                Rows {
                    left: Key { values: Column::U32(&[1, 2, u32::MAX]), base: 0 },
                    ..with_ids(Column::Absent)
                },
                3,
                Some(2),
                "left is 4294967295",
            ),
            (Rows { outcome: Column::U8(&[1, 0, 1]), ..good() }, 3, Some(1), "outcome is 0"),
            (Rows { outcome: Column::U8(&[1, 1, 6]), ..good() }, 3, Some(2), "outcome is 6"),
            (Rows { outcome: Column::I32(&[1, 1, 257]), ..good() }, 3, Some(2), "outcome is 257"),
            (Rows { outcome: Column::I64(&[-1, 1, 1]), ..good() }, 3, Some(0), "outcome is -1"),
            (scores(&[1.0, 0.7, 0.0]), 3, Some(1), "score is 0.7, not 0, 0.5 or 1"),
            (scores(&[1.0, 0.0, f64::NAN]), 3, Some(2), "score is NaN"),
            (
                Rows { outcome: Column::Absent, score: Column::I8(&[1, 0, -1]), ..good() },
                3,
                Some(2),
                "score is -1",
            ),
            (weights(&[1.0, f64::NAN, 1.0]), 3, Some(1), "weight is NaN, which is not finite"),
            (weights(&[1.0, 1.0, f64::INFINITY]), 3, Some(2), "weight is inf"),
            (weights(&[-1e-300, 1.0, 1.0]), 3, Some(0), "which is negative"),
            (weights(&[1e308, 1e-308, 1e308]), 3, Some(2), "weight is 1e308, with which the sum"),
            (
                Rows { importance: true, ..weights(&[1.0, 1e155, 0.0]) },
                3,
                Some(1),
                "squared weights overflows",
            ),
            (counts(&[1.0, 2.0, f64::NAN], &[0.0; 3]), 3, Some(2), "wins is NaN"),
            (counts(&[1.0, 2.0, 1.0], &[0.0, -1.0, 0.0]), 3, Some(1), "ties is -1, which is negative"),
            (
                Rows { weight: Column::F64(&[1.0, 1e200, 1.0]), ..counts(&[1.0, 1e200, 1.0], &[0.0; 3]) },
                3,
                Some(1),
                "overflows",
            ),
        ];
        for (case, (rows, code, row, part)) in cases.iter().enumerate() {
            for context in [Key::default(), NAMES] {
                let rows = Rows { context, ..*rows };
                let mut named = Set::new();
                named.append(&good()).unwrap();
                let takes_names = matches!(rows.left.values, Column::Text(_)) && !rows.importance;
                for mut set in [Some(Set::new()), takes_names.then_some(named)].into_iter().flatten() {
                    let old = set.clone();
                    let error = set.append(&rows).expect_err(part);
                    assert_eq!((error.code(), error.row_number()), (*code, *row), "case {case}: {error}");
                    assert!(error.to_string().contains(part), "case {case}: {error}");
                    assert_eq!(set, old, "case {case}");
                }
            }
        }
        Set::new().append(&good()).unwrap();
    }

    #[test]
    fn ids_stand_for_names_that_are_there() {
        let mut set = Set::new();
        set.append(&good()).unwrap();
        let by_ids =
            Rows { left: ids(Column::U8(&[1, 2, 3])), right: ids(Column::I64(&[2, 3, 1])), ..good() };
        let mut by_names = set.clone();
        by_names.append(&good()).unwrap();
        set.append(&by_ids).unwrap();
        assert_eq!(set, by_names);
        set.append(&Rows { judge: NAMES, ..good() }).unwrap();
        let old = set.clone();
        let too_many: &[(Rows, usize, &str)] = &[
            (with_ids(Column::U8(&[1, 2, 3])), 0, "right: 7 is the id of no item; there are 3, from 1"),
            (Rows { left: ids(Column::U8(&[1, 2, 4])), ..by_ids }, 2, "left: 4 is the id of no item"),
            (Rows { judge: ids(Column::I8(&[1, -1, 4])), ..by_ids }, 2, "judge: 4 is the id of no judge"),
        ];
        for (rows, row, part) in too_many {
            let error = set.append(rows).unwrap_err();
            assert_eq!((error.code(), error.row_number()), (4, Some(*row)), "{error}");
            assert!(error.to_string().contains(part), "{error}");
            assert_eq!(set, old);
        }
        // The anonymous judge has no id.
        set.append(&Rows { judge: ids(Column::I8(&[3, -1, 1])), ..by_ids }).unwrap();
        by_names.append(&Rows { judge: NAMES, ..good() }).unwrap();
        let judges: &[&str] = &["z", "x"];
        let judges = Coded { codes: Column::I8(&[0, -1, 1]), names: &judges };
        by_names.append(&Rows { judge: Key { values: Column::Coded(&judges), base: 0 }, ..good() }).unwrap();
        assert_eq!(set, by_names);
    }

    #[test]
    fn names_and_ids_do_not_mix() {
        let mut set = Set::new();
        set.append(&with_ids(Column::U8(&[1, 2, 3]))).unwrap();
        let error = set.append(&good()).unwrap_err();
        assert!(error.code() == 4 && error.to_string().contains("left holds names"), "{error}");
        // Judges decide for themselves.
        set.append(&Rows { judge: NAMES, ..with_ids(Column::U8(&[1, 2, 3])) }).unwrap();
        let error = set
            .append(&Rows { judge: ids(Column::U8(&[4; 3])), ..with_ids(Column::U8(&[1; 3])) })
            .unwrap_err();
        assert!(error.code() == 4 && error.to_string().contains("judge"), "{error}");
        // Without rows the kind of weights is open.
        let mut set = Set::new();
        set.append(&Rows { length: 0, ..good() }).unwrap();
        assert_eq!(set, Set::new());
    }
}
