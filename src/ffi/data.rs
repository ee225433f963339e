//! Columns and rows: how data enters.

use super::memory::Sized_;
use libc::{c_char, c_void};

/// Type of the values of a column, both of data that go in and of tables that come out.
pub type duel_type = i32;
/// An array of pointers to NUL-terminated UTF-8 (const char *).
pub const DUEL_TYPE_TEXT: duel_type = 1;
/// Integers of 8 bits with a sign (int8_t).
pub const DUEL_TYPE_I8: duel_type = 2;
/// Integers of 8 bits without a sign (uint8_t).
pub const DUEL_TYPE_U8: duel_type = 3;
/// Integers of 16 bits with a sign (int16_t).
pub const DUEL_TYPE_I16: duel_type = 4;
/// Integers of 16 bits without a sign (uint16_t).
pub const DUEL_TYPE_U16: duel_type = 5;
/// Integers of 32 bits with a sign (int32_t).
pub const DUEL_TYPE_I32: duel_type = 6;
/// Integers of 32 bits without a sign (uint32_t).
pub const DUEL_TYPE_U32: duel_type = 7;
/// Integers of 64 bits with a sign (int64_t).
pub const DUEL_TYPE_I64: duel_type = 8;
/// Integers of 64 bits without a sign (uint64_t).
pub const DUEL_TYPE_U64: duel_type = 9;
/// Floating-point numbers of 64 bits (double).
pub const DUEL_TYPE_F64: duel_type = 10;
/// Truth values: 0 or 1 in 8 bits (uint8_t).
pub const DUEL_TYPE_BOOL: duel_type = 11;
/// Codes of labels in 32 bits (int32_t): an item, a judge, a context, a cluster, a value of an enumeration. The code is the id or the
/// constant.
pub const DUEL_TYPE_CODE: duel_type = 12;
/// Sets of labels in 32 bits (int32_t), a bit for each.
pub const DUEL_TYPE_FLAGS: duel_type = 13;

/// Outcome of a comparison: the codes of a vote. In tables codes start at zero: LEFT is 0 there, 1 here.
pub type duel_outcome = i32;
/// The item on the left, which was shown first, is preferred.
pub const DUEL_OUTCOME_LEFT: duel_outcome = 1;
/// The item on the right is preferred.
pub const DUEL_OUTCOME_RIGHT: duel_outcome = 2;
/// A tie.
pub const DUEL_OUTCOME_TIE: duel_outcome = 3;
/// A tie, both are good.
pub const DUEL_OUTCOME_BOTH_GOOD: duel_outcome = 4;
/// A tie, both are bad.
pub const DUEL_OUTCOME_BOTH_BAD: duel_outcome = 5;

/// One column of data, borrowed for the length of the call.
///
/// Names and ids: a DUEL_TYPE_TEXT column holds names; an integer column holds ids, counted
/// from `base`, of the set's names if it has some; an integer column with `labels` holds names, each by its number
/// among them (a dictionary, the levels of a factor), of which those that no row uses are ignored. A judge,
/// a context or a cluster is missing where the name is NULL, or the id or the code -1 (unless base is negative). Numbers (score,
/// weight, counts, values): integers or DUEL_TYPE_F64. Values are read unaligned, so a field of a packed struct will do.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_column {
    /// The first value. NULL: the column is absent.
    pub data: *const c_void,
    /// Bytes from one value to the next, possibly negative; 0: the values are contiguous.
    pub stride: isize,
    /// DUEL_TYPE_TEXT, DUEL_TYPE_I8, ... DUEL_TYPE_F64; with labels DUEL_TYPE_I8 to _U64 or DUEL_TYPE_CODE.
    pub r#type: i32,
    /// The number that stands for id 0 or for the first label (0 in C, 1 in R); ignored in columns of names and of
    /// numbers.
    pub base: i32,
    /// The names of which the integers are the numbers, NUL-terminated UTF-8. NULL: the integers are ids.
    pub labels: *const *const c_char,
    /// How many labels there are.
    pub label_count: usize,
}

/// Rows of comparisons, as columns of `length` values. Zero the struct, set struct_size, fill in
/// what you have.
///
/// The answer of a row is exactly one of: score; outcome; grade; or counts (wins and losses, with any of
/// ties, both_good, both_bad), in which case a row stands for many comparisons.
///
/// left is the item that was shown first. Where no order is known, or none was shown (tables of winners and losers,
/// rankings, counts), say so by ordered or unordered: which item is on the left then has no effect, a > b and b < a are one
/// cell, and no statement about positions uses these rows.
///
/// A score or an outcome is one judgement. Counts that are whole numbers are as many judgements. Counts that sum to one (to
/// within 2e-6), more than one of them above zero, are one judgement that is split between answers:
///
/// | row | judgements |
/// |---|---|
/// | wins 1, losses 0 | one, for left |
/// | wins .5, losses .5 | one, a half for each |
/// | wins .45, losses .55 | one, by these shares |
/// | weight 2, wins .45, losses .55 | two, each by these shares |
/// | wins 2, losses 1 | three |
/// | wins 2.5, losses 1 | 2.5 for left, and one for right: fractions that do not sum to one are weights |
/// | wins .3, losses .1 | .3 for left, and .1 for right, likewise; .4 of one judgement is weight .4 with wins .75, losses .25 |
///
/// Other rows of the same cell change nothing about it. Standard errors without clusters and resamples by row take a judgement
/// as a whole.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_rows {
    /// sizeof(duel_rows).
    pub struct_size: usize,
    /// Number of rows.
    pub length: usize,
    /// The item shown first: names or ids. Required.
    pub left: duel_column,
    /// The item shown second: names or ids. Required.
    pub right: duel_column,
    /// Who judged: names or ids. Absent, or missing in a row: the anonymous judge.
    pub judge: duel_column,
    /// The subject of the comparison (a prompt, a question): names or ids. Absent, or missing in a row:
    /// unrelated comparisons.
    pub context: duel_column,
    /// The score of left: exactly 1 (left preferred), 0.5 (tie) or 0 (right preferred).
    pub score: duel_column,
    /// DUEL_OUTCOME_LEFT, DUEL_OUTCOME_RIGHT, DUEL_OUTCOME_TIE, DUEL_OUTCOME_BOTH_GOOD or DUEL_OUTCOME_BOTH_BAD, as integers.
    pub outcome: duel_column,
    /// Finite, not negative; a row of weight 3 is three rows. Absent: 1. Multiplies counts too.
    pub weight: duel_column,
    /// How often left was preferred: finite, not negative.
    pub wins: duel_column,
    /// How often right was preferred.
    pub losses: duel_column,
    /// How often neither was preferred.
    pub ties: duel_column,
    /// Ties where both were called good.
    pub both_good: duel_column,
    /// Ties where both were called bad.
    pub both_bad: duel_column,
    /// Non-zero: weights are importance weights, not frequencies. The set then keeps the sum of
    /// their squares too, and covariances other than the sandwiches are refused.
    pub importance: i32,
    /// Non-zero: no row has a presentation order. Not together with ordered.
    pub unordered: i32,
    /// The unit of clustering, where it is not the context (a user, a session, a document): names or ids. Clustered errors and
    /// resamples by cluster take it. Absent, or missing in a row: the context is. @since 0.2
    pub cluster: duel_column,
    /// Integers, row by row: 1 where left was shown first, 0 where no order is known. Absent: 1, but for unordered. @since 0.2
    pub ordered: duel_column,
    /// How far left is ahead, in whole numbers from -5 to 5: 3 may stand for "left is much better", 1 for "slightly", 0 for the
    /// middle (a tie), -1 for "right is slightly better". DUEL_MODEL_GRADED tells grades apart; other models read them as wins, losses
    /// and ties. @since 0.2
    pub grade: duel_column,
}

/// Values of one covariate, as columns of `length` values. Which keys are present says what the
/// covariate belongs to: item; context; context and item (a property of one answer, such as its
/// length: "style control"); judge and item (such as "the judge's own model").
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_covariate {
    /// sizeof(duel_covariate).
    pub struct_size: usize,
    /// Number of values.
    pub length: usize,
    /// The covariate's name: not empty, UTF-8.
    pub name: *const c_char,
    /// Items: names or ids known to the set.
    pub item: duel_column,
    /// Contexts: names or ids known to the set.
    pub context: duel_column,
    /// Judges: names or ids known to the set.
    pub judge: duel_column,
    /// The values: finite numbers. Required.
    pub value: duel_column,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_rows {
    const NAME: &'static str = "duel_rows";
    const FIRST: usize = 504;
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_covariate {
    const NAME: &'static str = "duel_covariate";
    const FIRST: usize = 184;
}

// Fields are only appended: the prefix of the first release never moves.
const _: () = assert!(std::mem::size_of::<duel_column>() == 40);
const _: () = assert!(
    std::mem::offset_of!(duel_rows, both_bad) == 456 && std::mem::offset_of!(duel_rows, cluster) == 504
);
const _: () = assert!(std::mem::size_of::<duel_covariate>() == 184);
