//! Columns and rows: how data enters.

use super::memory::Sized_;
use libc::c_void;

/// Type of a column: an array of pointers to NUL-terminated UTF-8 (const char *).
pub const DUEL_TEXT: i32 = 1;
/// Type of a column: int8_t.
pub const DUEL_I8: i32 = 2;
/// Type of a column: uint8_t.
pub const DUEL_U8: i32 = 3;
/// Type of a column: int16_t.
pub const DUEL_I16: i32 = 4;
/// Type of a column: uint16_t.
pub const DUEL_U16: i32 = 5;
/// Type of a column: int32_t.
pub const DUEL_I32: i32 = 6;
/// Type of a column: uint32_t.
pub const DUEL_U32: i32 = 7;
/// Type of a column: int64_t.
pub const DUEL_I64: i32 = 8;
/// Type of a column: uint64_t.
pub const DUEL_U64: i32 = 9;
/// Type of a column: double.
pub const DUEL_F64: i32 = 10;

/// Outcome code: the item on the left, which was shown first, is preferred.
pub const DUEL_LEFT: i32 = 1;
/// Outcome code: the item on the right is preferred.
pub const DUEL_RIGHT: i32 = 2;
/// Outcome code: a tie.
pub const DUEL_TIE: i32 = 3;
/// Outcome code: a tie, both are good.
pub const DUEL_BOTH_GOOD: i32 = 4;
/// Outcome code: a tie, both are bad.
pub const DUEL_BOTH_BAD: i32 = 5;

/// One column of data, borrowed for the length of the call.
///
/// Names and ids: a DUEL_TEXT column holds names; an integer column holds ids, counted
/// from `base`. Numbers (score, weight, counts, values): integers or DUEL_F64.
/// Values are read unaligned, so a field of a packed struct will do.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_column {
    /// The first value. NULL: the column is absent.
    pub data: *const c_void,
    /// Bytes from one value to the next, possibly negative; 0: the values are contiguous.
    pub stride: isize,
    /// DUEL_TEXT, DUEL_I8, ... DUEL_F64.
    pub r#type: i32,
    /// The number that stands for id 0 (0 in C, 1 in R); ignored in columns of names and of numbers.
    pub base: i32,
}

/// Rows of comparisons, as columns of `length` values. Zero the struct, set struct_size, fill in
/// what you have.
///
/// The answer of a row is exactly one of: score; outcome; or counts (wins and losses, with any of
/// ties, both_good, both_bad), in which case a row stands for many comparisons.
///
/// left is the item that was shown first. Where no order is known, or none was shown, the choice is
/// arbitrary, and only models without a position effect make sense.
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
    /// Who judged: names or ids. Absent: the anonymous judge.
    pub judge: duel_column,
    /// What the comparison was about (a prompt, a question): names or ids. Absent: unrelated
    /// comparisons.
    pub context: duel_column,
    /// The score of left: exactly 1 (left preferred), 0.5 (tie) or 0 (right preferred).
    pub score: duel_column,
    /// DUEL_LEFT, DUEL_RIGHT, DUEL_TIE, DUEL_BOTH_GOOD or DUEL_BOTH_BAD, as integers.
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
    /// Zero.
    pub reserved: i32,
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
    pub name: *const libc::c_char,
    /// Items: names or ids known to the set.
    pub item: duel_column,
    /// Contexts: names or ids known to the set.
    pub context: duel_column,
    /// Judges: names or ids known to the set.
    pub judge: duel_column,
    /// The values: finite numbers. Required.
    pub value: duel_column,
}

unsafe impl Sized_ for duel_rows {
    const NAME: &'static str = "duel_rows";
    const FIRST: usize = 312;
}

unsafe impl Sized_ for duel_covariate {
    const NAME: &'static str = "duel_covariate";
    const FIRST: usize = 120;
}

// Fields are only appended: the prefix of the first release never moves.
const _: () = assert!(std::mem::size_of::<duel_column>() == 24);
const _: () =
    assert!(std::mem::offset_of!(duel_rows, both_bad) == 280 && std::mem::size_of::<duel_rows>() == 312);
const _: () = assert!(std::mem::size_of::<duel_covariate>() == 120);
