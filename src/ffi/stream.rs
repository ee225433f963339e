//! Rows of Arrow streams.

use super::arrow::ArrowArrayStream;
use super::arrow_kind::Kind;
use super::arrow_read::{Batch, Source};
use super::arrow_values::{keys, numbers, outcomes, Answer};
use super::columns::{Room, RowColumns, Values};
use super::guard::guard;
use super::memory::*;
use super::set::duel_set;
use super::status::duel_status;
use duel::comparisons::Appender;
use duel::error::{Error, Result};
use duel::room::{Duplicate as _, Put as _};
use libc::c_char;
use std::ffi::CStr;

/// Which columns of an Arrow stream hold what duel_rows has columns for. Zero the struct, set struct_size, and name the
/// columns that are called otherwise than their fields here: a field that is NULL stands for the column of its own name
/// ("left", "judge", ...), if the stream has one, and "" for none. left and right must be there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_stream_columns {
    /// sizeof(duel_stream_columns).
    pub struct_size: usize,
    /// The item shown first.
    pub left: *const c_char,
    /// The item shown second.
    pub right: *const c_char,
    /// Who judged; where it is null, the anonymous judge.
    pub judge: *const c_char,
    /// The subject of the comparison; null: no subject.
    pub context: *const c_char,
    /// The score of left: numbers, or bools that say whether left was preferred.
    pub score: *const c_char,
    /// The outcome: codes, or text, whose words are "left", "right", "tie", "both_good", "both_bad", and those of answers.
    pub outcome: *const c_char,
    /// Weights.
    pub weight: *const c_char,
    /// How often left was preferred.
    pub wins: *const c_char,
    /// How often right was preferred.
    pub losses: *const c_char,
    /// How often neither was preferred.
    pub ties: *const c_char,
    /// Ties where both were called good.
    pub both_good: *const c_char,
    /// Ties where both were called bad.
    pub both_bad: *const c_char,
    /// Answers of the outcome column besides the words above: `answer_count` texts. Of a column of whole numbers
    /// it is their decimals.
    pub answers: *const *const c_char,
    /// The meaning of each of the answers: DUEL_OUTCOME_LEFT, ...
    pub meanings: *const i32,
    /// Number of answers.
    pub answer_count: usize,
    /// Non-zero: whole numbers in left, right, judge, context and cluster are ids. 0: their decimals are names.
    pub ids: i32,
    /// The number that stands for id 0; not negative.
    pub base: i32,
    /// Non-zero: weights are importance weights, not frequencies; see duel_rows.
    pub importance: i32,
    /// Non-zero: no row has a presentation order; see duel_rows.
    pub unordered: i32,
    /// The cluster; where it is null, the context is. @since 0.2
    pub cluster: *const c_char,
    /// Whether left was shown first: bools or integers, 0 where no order is known. @since 0.2
    pub ordered: *const c_char,
    /// How far left is ahead, see duel_rows: numbers. Beside a score, an outcome or wins a column of the stream that is called grade
    /// is left out. @since 0.2
    pub grade: *const c_char,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_stream_columns {
    const NAME: &'static str = "duel_stream_columns";
    const FIRST: usize = 144;
}

const _: () = assert!(std::mem::offset_of!(duel_stream_columns, cluster) == 144);

/// Append the rows of an Arrow stream (the Arrow C stream interface), batch by batch: all of them or, at the first
/// invalid one, none, as duel_set_append does with one batch.
///
/// Read are text (utf8, large_utf8, string views, and binary that is UTF-8), dictionaries of text or whole numbers with
/// codes of any integer type, integers, floating-point numbers, decimals, bools and nulls, with any offsets; other
/// columns of the stream may be of any type. Whole numbers in columns of names are names, their decimals, unless ids is
/// set. A null is no judge, no context and no cluster, and elsewhere an error. Names of a dictionary that no row mentions are
/// ignored. Numbers are read from where they are; memory of the call grows with the different comparisons and the
/// longest batch, of which it keeps two, not with the stream; rows that are not counted yet take up to some 100 MB.
///
/// The library takes the stream over: it is released when the call returns, also after an error, and its release is
/// then NULL. It is read in the calling thread; its functions must not use the set. To stop the call let get_next
/// fail: what get_last_error says becomes part of the message. A stream that breaks the rules of Arrow is
/// DUEL_ERR_FORMAT as far as that can be seen: whether buffers are as long as lengths and offsets say cannot. After
/// DUEL_ERR_DATA and DUEL_ERR_NAME duel_last_error_row() counts rows from the first of the stream, and the message names
/// the column.
/// @param stream the stream, which the call releases.
/// @param columns NULL: columns are called as the fields of duel_stream_columns. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_append_stream(
    set: *mut duel_set,
    stream: *mut ArrowArrayStream,
    columns: *const duel_stream_columns,
) -> duel_status {
    guard(|| {
        // Taken first: it is released whatever else is wrong.
        // SAFETY: the caller promises (lib.rs) that `stream` is NULL or an Arrow stream, which this call may move.
        let source = unsafe { Source::take(stream) };
        // SAFETY: the caller promises (lib.rs) that `set` is the call's alone, `columns` can be read.
        let (set, columns) = unsafe { (exclusive(set, "set")?, read_options(columns)?) };
        let mut source = source?;
        // SAFETY: the caller promises (lib.rs) that the texts and arrays of its columns have the values they say.
        let plan = unsafe { Plan::new(&source, columns.as_ref()) }?;
        set.set.append_all(|appender| plan.feed(&mut source, appender)).map_err(|error| plan.named(error))
    })
}

const LEFT: usize = 0;
const RIGHT: usize = 1;
const JUDGE: usize = 2;
const CONTEXT: usize = 3;
const OUTCOME: usize = 5;
const CLUSTER: usize = 12;
const GRADE: usize = 14;
/// Any of these holds answers.
const ANSWERS: [usize; 3] = [4, OUTCOME, 7];
const ROLES: [&str; 15] = [
    "left",
    "right",
    "judge",
    "context",
    "score",
    "outcome",
    "weight",
    "wins",
    "losses",
    "ties",
    "both_good",
    "both_bad",
    "cluster",
    "ordered",
    "grade",
];

/// The columns that are read from every batch.
struct Plan {
    /// Place, kind and name of the column of each role.
    columns: [Option<(usize, Kind, String)>; ROLES.len()],
    answers: Vec<Answer>,
    explained: bool,
    are_ids: bool,
    base: i32,
    importance: bool,
    unordered: bool,
}

impl Plan {
    unsafe fn new(source: &Source, given: Option<&duel_stream_columns>) -> Result<Plan> {
        let mut plan = Plan {
            columns: Default::default(),
            answers: Vec::new(),
            explained: false,
            are_ids: given.is_some_and(|given| given.ids != 0),
            base: given.map_or(0, |given| given.base),
            importance: given.is_some_and(|given| given.importance != 0),
            unordered: given.is_some_and(|given| given.unordered != 0),
        };
        let names = given.map_or([std::ptr::null(); ROLES.len()], |given| {
            [
                given.left,
                given.right,
                given.judge,
                given.context,
                given.score,
                given.outcome,
                given.weight,
                given.wins,
                given.losses,
                given.ties,
                given.both_good,
                given.both_bad,
                given.cluster,
                given.ordered,
                given.grade,
            ]
        });
        for (role, name) in names.into_iter().enumerate() {
            // SAFETY: the names of columns are NULL or texts, as the caller of this function promises.
            plan.columns[role] = unsafe { Plan::column(source, role, name) }?;
        }
        // A column that happens to be called so, beside answers, is another thing.
        let is_answered = ANSWERS.iter().any(|&role| plan.columns[role].is_some());
        let is_called_so = |(_, _, name): &(usize, Kind, String)| name == ROLES[GRADE];
        if is_answered && plan.columns[GRADE].as_ref().is_some_and(is_called_so) {
            plan.columns[GRADE] = None;
        }
        if let Some(given) = given {
            if given.base < 0 {
                let base = given.base;
                return Err(Error::Argument(format!(
                    "duel_stream_columns.base is {base}; it must not be negative"
                )));
            }
            // SAFETY: answers and meanings are as the caller of this function promises.
            unsafe { plan.explain(given) }?;
        }
        for (means, word) in (1..).zip(["left", "right", "tie", "both_good", "both_bad"]) {
            plan.answers.put(Answer { said: word.into(), means });
        }
        Ok(plan)
    }

    /// The column of a role.
    unsafe fn column(
        source: &Source,
        role: usize,
        name: *const c_char,
    ) -> Result<Option<(usize, Kind, String)>> {
        let own = std::ffi::CString::new(ROLES[role]).unwrap_or_default();
        // SAFETY: `name` is NULL or a text, as the caller of this function promises.
        let asked = if name.is_null() { own.as_c_str() } else { unsafe { CStr::from_ptr(name) } };
        let is_required = role <= RIGHT;
        if asked.is_empty() && !is_required {
            return Ok(None);
        }
        match source.find(asked)? {
            Some((at, field)) => {
                // SAFETY: `field` is a type of the producer, whose texts end with NUL (Arrow: format, name).
                let kind = unsafe { Kind::of(field, &Plan::label(ROLES[role], &asked.to_string_lossy())) }?;
                Ok(Some((at, kind, asked.to_string_lossy().into_owned())))
            }
            None if name.is_null() && !is_required => Ok(None),
            None => Err(Error::Argument(format!(
                "{} is {asked:?}, and the stream has only {}",
                ROLES[role],
                source.names()?
            ))),
        }
    }

    /// Answers that the caller explains come before the words that everybody knows.
    unsafe fn explain(&mut self, given: &duel_stream_columns) -> Result<()> {
        let count = given.answer_count;
        // SAFETY: the caller promises (lib.rs) that `answers` and `meanings` have `answer_count` values.
        let (said, means) =
            unsafe { (slice(given.answers, count, "answers")?, slice(given.meanings, count, "meanings")?) };
        for (at, (&said, &means)) in said.iter().zip(means).enumerate() {
            // SAFETY: each answer is NULL or a NUL-terminated text, as the caller promises (lib.rs).
            let said = unsafe { text(said, &format!("answers[{at}]")) }?.as_bytes().duplicate();
            let means = u8::try_from(means).ok().filter(|code| (1..=5).contains(code)).ok_or_else(|| {
                Error::Argument(format!(
                    "meanings[{at}] is {means}; it must be DUEL_OUTCOME_LEFT to DUEL_OUTCOME_BOTH_BAD (1 to 5)"
                ))
            })?;
            self.answers.put(Answer { said, means });
        }
        self.explained = given.answer_count > 0;
        Ok(())
    }

    /// The name of a column in messages: its role, and its own name where that is another.
    fn label(role: &str, name: &str) -> String {
        if role == name {
            role.to_string()
        } else {
            format!("{role} ({name:?})")
        }
    }

    /// An error of the core, which knows columns by their roles, with the names of the stream's columns.
    fn named(&self, mut error: Error) -> Error {
        if let Error::Data { message, .. } | Error::Name { message, .. } | Error::Argument(message) =
            &mut error
        {
            let end = message.find([' ', ':']).unwrap_or(message.len());
            let role = ROLES.iter().position(|&role| role == &message[..end]);
            if let Some((_, _, name)) = role.and_then(|role| self.columns[role].as_ref()) {
                let is_told = message[end..].starts_with(" (\"");
                if !is_told && &message[..end] != name {
                    message.insert_str(end, &format!(" ({name:?})"));
                }
            }
        }
        error
    }

    /// Hands over all batches. Each one is kept until the next was counted: while both are there, what has the same
    /// address is the same. Nothing is counted of a batch without rows.
    fn feed(&self, source: &mut Source, appender: &mut Appender) -> Result<()> {
        let mut before = 0;
        let mut last = None;
        while let Some(batch) = source.next()? {
            let columns = self.read(&batch).map_err(|error| error.after(before))?;
            appender.append(&columns.rows(&mut Room::default()))?;
            before += batch.length();
            drop(columns);
            if batch.length() > 0 {
                drop(last.replace(batch));
            }
        }
        Ok(())
    }

    fn read<'a>(&self, batch: &'a Batch) -> Result<RowColumns<'a>> {
        if let Some(row) = batch.first_null()? {
            return Err(Error::row(row, "the row is null as a whole"));
        }
        let mut values: [Values<'a>; ROLES.len()] = Default::default();
        for (role, column) in self.columns.iter().enumerate() {
            let Some((at, kind, _)) = column else { continue };
            let window = batch.column(*at, ROLES[role])?;
            values[role] = match role {
                LEFT | RIGHT => keys(*kind, &window, ROLES[role], (self.are_ids, false)),
                JUDGE | CONTEXT | CLUSTER => keys(*kind, &window, ROLES[role], (self.are_ids, true)),
                OUTCOME => outcomes(*kind, &window, ROLES[role], &self.answers, self.explained),
                _ => numbers(*kind, &window, ROLES[role]),
            }?;
        }
        let [left, right, judge, context, score, outcome, weight, wins, losses, ties, both_good, both_bad, cluster, ordered, grade] =
            values;
        // Codes of dictionaries count from 0 in any case.
        let base = |values: &Values| if matches!(values, Values::Coded(..)) { 0 } else { self.base };
        Ok(RowColumns {
            length: batch.length(),
            bases: [base(&left), base(&right), base(&judge), base(&context), base(&cluster)],
            left,
            right,
            judge,
            context,
            score,
            outcome,
            weight,
            wins,
            losses,
            ties,
            both_good,
            both_bad,
            cluster,
            ordered,
            grade,
            importance: self.importance,
            unordered: self.unordered,
        })
    }
}
