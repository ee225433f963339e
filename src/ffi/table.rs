//! Tables: results with named columns.
//!
//! A result whose rows hold several meanings is a `duel_table`. Its columns have names and types, and never depend
//! on data, model or options: what a model lacks is missing. A table is complete when it is handed out; any number
//! of threads may read it at the same time. It outlives the model it came from. What it lends (names, columns,
//! labels) is valid until `duel_table_free`.

use super::arrow::{self, ArrowArrayStream};
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::room::{Put as _, TryRoom as _};
use duel::table::{Data, Filled, Schema, Table, TableFacts, Type, DIGITS};
use libc::{c_char, c_void};
use std::sync::Arc;

/// A result with named columns.
pub struct duel_table {
    pub(super) shown: Arc<Shown>,
}

/// A table and its labels as C reads them.
pub(super) struct Shown {
    pub(super) table: Table,
    labels: Vec<Vec<*const c_char>>,
}

// SAFETY: nothing changes after it is made; the pointers go to names that the table holds.
unsafe impl Send for Shown {}
// SAFETY: as above.
unsafe impl Sync for Shown {}

impl Shown {
    fn new(table: Table) -> Result<Shown> {
        let mut labels = Vec::new();
        for one in table.all_labels() {
            let mut pointers = Vec::new();
            pointers
                .try_room(one.len())
                .map_err(|_| Error::Memory(format!("no memory for {} labels", one.len())))?;
            pointers
                .put_each((0..one.len()).map(|code| one.get(code).map_or(std::ptr::null(), |l| l.as_ptr())));
            labels.put(pointers);
        }
        Ok(Shown { table, labels })
    }
}

/// Hands the caller a table of rows about a set, without facts on how they were computed.
pub(super) fn hand_out_rows<R>(
    schema: &'static Schema<R>,
    rows: &[R],
    set: &Set,
    out: Output<*mut duel_table>,
) -> Result<()> {
    hand_out(Table::new(schema, rows, set, TableFacts::default())?, out)
}

/// Hands a table to the caller.
pub(super) fn hand_out(table: Table, out: Output<*mut duel_table>) -> Result<()> {
    let shown = Arc::new(Shown::new(table)?);
    out.hand_out(duel_table { shown });
    Ok(())
}

/// The objects to which the whole numbers of a column refer. They count from zero: hosts that count from one add one.
pub type duel_refers = i32;
/// Nothing: the numbers are what they are.
pub const DUEL_REFERS_NONE: duel_refers = 0;
/// Ids of items.
pub const DUEL_REFERS_ITEM: duel_refers = 1;
/// Ids of judges.
pub const DUEL_REFERS_JUDGE: duel_refers = 2;
/// Ids of contexts.
pub const DUEL_REFERS_CONTEXT: duel_refers = 3;
/// Rows of the input.
pub const DUEL_REFERS_ROW: duel_refers = 4;
/// Ids of clusters.
pub const DUEL_REFERS_CLUSTER: duel_refers = 5;
/// Ids of covariates.
pub const DUEL_REFERS_COVARIATE: duel_refers = 6;

/// One column of a table.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_table_column {
    /// sizeof(duel_table_column); set it before the call.
    pub struct_size: usize,
    /// Its name: stable within a minor version. New columns come last.
    pub name: *const c_char,
    /// Its unit, such as "log odds"; "" where it has none.
    pub unit: *const c_char,
    /// One sentence.
    pub description: *const c_char,
    /// DUEL_TYPE_F64, DUEL_TYPE_I64, DUEL_TYPE_BOOL, DUEL_TYPE_CODE, DUEL_TYPE_FLAGS or DUEL_TYPE_TEXT.
    pub r#type: i32,
    /// DUEL_REFERS_NONE, ...
    pub refers: i32,
    /// The values, one for each row: an array of the type. NULL for DUEL_TYPE_TEXT: see duel_table_text. Valid and
    /// aligned also in a table without rows.
    pub data: *const c_void,
    /// One bit for each row, the lowest of each byte first, set where there is a value; NULL: no value is missing.
    pub validity: *const u8,
    /// How many values are missing.
    pub null_count: usize,
    /// The labels of codes, or of bits; NULL for other types.
    pub labels: *const *const c_char,
    /// How many labels there are.
    pub label_count: usize,
}

/// Facts about a table: its size, and what it was computed with.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_table_facts {
    /// sizeof(duel_table_facts); set it before the call.
    pub struct_size: usize,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Level of the intervals; NaN: there are none.
    pub level: f64,
    /// DUEL_INTERVALS_MARGINAL, ...; -1: there are none.
    pub intervals: i32,
    /// The covariance behind standard errors, DUEL_COVARIANCE_SANDWICH, ...; -1: there are none.
    pub covariance: i32,
    /// DUEL_QUANTILES_NORMAL or _STUDENT; -1: there are none.
    pub quantiles: i32,
    /// Zero.
    pub reserved: i32,
    /// Degrees of freedom; NaN where there are none, or where each value has its own.
    pub df: f64,
    /// Replicates behind the numbers; NaN: there are none.
    pub replicates: f64,
    /// A title for readers; its wording is not stable.
    pub title: *const c_char,
    /// Sentences for readers, each on a line; "" where there is nothing to say. Their wording is not stable.
    pub notes: *const c_char,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_table_column {
    const NAME: &'static str = "duel_table_column";
    const FIRST: usize = 80;
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_table_facts {
    const NAME: &'static str = "duel_table_facts";
    const FIRST: usize = 80;
}

const _: () = assert!(std::mem::size_of::<duel_table_column>() == 80);
const _: () = assert!(std::mem::size_of::<duel_table_facts>() == 80);

/// Facts about a table.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_info(
    table: *const duel_table,
    out: *mut duel_table_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` can be read, `out` can be written.
        let (table, out) = unsafe { (&shared(table, "table")?.shown.table, output_struct(out)?) };
        let facts = table.facts();
        let info = duel_table_facts {
            struct_size: std::mem::size_of::<duel_table_facts>(),
            rows: table.rows(),
            columns: table.columns().len(),
            level: facts.level,
            intervals: facts.intervals.unwrap_or(-1),
            covariance: facts.covariance.unwrap_or(-1),
            quantiles: facts.quantiles.unwrap_or(-1),
            reserved: 0,
            df: facts.df,
            replicates: facts.replicates,
            title: table.title().as_ptr(),
            notes: facts.notes.as_ptr(),
        };
        out.write(&info);
        Ok(())
    })
}

/// A column by its place.
/// @param column zero-based, below the columns of duel_table_info; DUEL_ERR_ARGUMENT beyond.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_get(
    table: *const duel_table,
    column: usize,
    out: *mut duel_table_column,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` can be read, `out` can be written.
        let (shown, out) = unsafe { (&shared(table, "table")?.shown, output_struct(out)?) };
        let found = shown.table.columns().get(column).ok_or_else(|| {
            let count = shown.table.columns().len();
            Error::Argument(format!("column is {column}, but the table has {count} columns"))
        })?;
        out.write(&view(shown, found));
        Ok(())
    })
}

/// The place of a column; DUEL_ERR_NAME names the nearest column, and all there are.
/// @param column receives the zero-based place. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_find(
    table: *const duel_table,
    name: *const c_char,
    column: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read, `column` can be written.
        let (table, name, column) =
            unsafe { (&shared(table, "table")?.shown.table, text(name, "name")?, output(column, "column")?) };
        let at = table.find(name)?;
        column.write(at);
        Ok(())
    })
}

/// The numbers of a DUEL_TYPE_F64 column, NaN where missing. NULL if there is no such column or it has another type:
/// duel_last_error tells. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_f64(table: *const duel_table, name: *const c_char) -> *const f64 {
    // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
    unsafe { typed(table, name, Type::F64) }.cast()
}

/// The numbers of a DUEL_TYPE_I64 column, 0 where missing. NULL if there is no such column or it has another type:
/// duel_last_error tells. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_i64(table: *const duel_table, name: *const c_char) -> *const i64 {
    // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
    unsafe { typed(table, name, Type::I64) }.cast()
}

/// The values of a DUEL_TYPE_BOOL column, 0 where missing. NULL if there is no such column or it has another type:
/// duel_last_error tells. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_bool(table: *const duel_table, name: *const c_char) -> *const u8 {
    // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
    unsafe { typed(table, name, Type::Bool) }.cast()
}

/// The codes of a DUEL_TYPE_CODE column, or the bits of a DUEL_TYPE_FLAGS column; 0 where missing. NULL if there is no such
/// column or it has another type: duel_last_error tells. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_codes(table: *const duel_table, name: *const c_char) -> *const i32 {
    // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
    unsafe { typed(table, name, Type::Code) }.cast()
}

/// The text of a cell: of a DUEL_TYPE_TEXT column, or the label of a DUEL_TYPE_CODE column; "" where it is missing. NULL if
/// there is no such column or row, or the column has another type: duel_last_error tells. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_text(
    table: *const duel_table,
    name: *const c_char,
    row: usize,
) -> *const c_char {
    let mut found = std::ptr::null();
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
        let (shown, name) = unsafe { (&shared(table, "table")?.shown, text(name, "name")?) };
        let column = &shown.table.columns()[shown.table.find(name)?];
        if row >= shown.table.rows() {
            return Err(Error::Argument(format!(
                "row is {row}, but the table has {} rows",
                shown.table.rows()
            )));
        }
        let missing = !column.values.is_valid(row);
        found = match &column.values.data {
            _ if missing && matches!(column.about.kind, Type::Text | Type::Code) => c"".as_ptr(),
            Data::Text { bytes, offsets } => bytes[offsets[row]..].as_ptr().cast(),
            Data::I32(codes) if column.about.kind == Type::Code => {
                let labels = column.labels.map_or(&[][..], |at| &shown.labels[at]);
                labels.get(codes[row] as usize).copied().unwrap_or(c"".as_ptr())
            }
            _ => return Err(other_type(column, "DUEL_TYPE_TEXT or DUEL_TYPE_CODE")),
        };
        Ok(())
    });
    found
}

/// How a table is printed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_print_options {
    /// sizeof(duel_print_options); set it before the call.
    pub struct_size: usize,
    /// Significant digits of numbers, 1 to 17; 0: 4.
    pub digits: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Rows to print at most, a last line saying how many are left out; 0: all.
    pub rows: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_print_options {
    const NAME: &'static str = "duel_print_options";
    const FIRST: usize = 24;
}

const _: () = assert!(std::mem::size_of::<duel_print_options>() == 24);

/// A table as text for people: aligned columns under their names, each row on a line; what is missing is a dash. Tables with
/// ranks of items are printed best first, whatever the order of their rows. Call it twice: with out NULL and capacity 0 for the
/// length, then with room for it. The layout is not stable.
/// @param options NULL: all defaults.
/// @param out NULL, or receives the text, which ends with a NUL.
/// @param capacity number of bytes that fit in out; too few are DUEL_ERR_SIZE.
/// @param length receives the bytes of the text, its NUL among them. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_print(
    table: *const duel_table,
    options: *const duel_print_options,
    out: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` and `options` can be read, `length` can be written, `out`
        // has room for `capacity`.
        let (table, asked, out) = unsafe {
            (
                &shared(table, "table")?.shown.table,
                read_options(options)?,
                output_bytes(out, capacity, length)?,
            )
        };
        let (digits, reserved, rows) = asked.map_or((0, 0, 0), |o| (o.digits, o.reserved, o.rows));
        if reserved != 0 {
            return Err(Error::Argument(format!("reserved is {reserved}; it must be zero")));
        }
        let digits = match digits {
            0 => DIGITS,
            1..=17 => digits as usize,
            other => return Err(Error::Argument(format!("digits is {other}; it must be 0 to 17"))),
        };
        let mut text = table.print(digits, if rows == 0 { usize::MAX } else { rows }).into_bytes();
        text.push(0);
        out.write(&text)
    })
}

/// Export a table as an Arrow stream of one record batch (the Arrow C stream interface). The stream holds a share of
/// the table: free either first, and release it on any thread. Codes are dictionaries of their labels; unit and
/// sentence are metadata of the fields ("unit", "description"), title and notes of the schema.
/// @param out receives the stream; call its release when done. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_export(
    table: *const duel_table,
    out: *mut ArrowArrayStream,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` can be read, `out` can be written.
        let (shown, out) = unsafe { (&shared(table, "table")?.shown, output(out, "out")?) };
        let stream = arrow::stream(shown.clone())?;
        out.write(stream);
        Ok(())
    })
}

/// Free a table. NULL is ignored. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_table_free(table: *mut duel_table) {
    guard(|| {
        // SAFETY: `table` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(table) };
        Ok(())
    });
}

/// Where a column's values lie.
fn place(data: &Data) -> *const c_void {
    match data {
        Data::F64(values) => address(values).cast(),
        Data::I64(values) => address(values).cast(),
        Data::Bool(values) => address(values).cast(),
        Data::I32(values) => address(values).cast(),
        Data::Text { .. } => std::ptr::null(),
    }
}

fn view(shown: &Shown, column: &Filled) -> duel_table_column {
    let labels = column.labels.map(|at| &shown.labels[at]);
    let validity = &column.values.validity;
    duel_table_column {
        struct_size: std::mem::size_of::<duel_table_column>(),
        name: column.about.name.as_ptr(),
        unit: column.about.unit.as_ptr(),
        description: column.about.text.as_ptr(),
        r#type: type_number(column.about.kind),
        refers: column.about.refers as i32,
        data: place(&column.values.data),
        validity: if validity.is_empty() { std::ptr::null() } else { validity.as_ptr() },
        null_count: column.values.null_count,
        labels: labels.map_or(std::ptr::null(), |l| address(l)),
        label_count: labels.map_or(0, Vec::len),
    }
}

/// The number that C knows a type by.
pub(super) fn type_number(kind: Type) -> i32 {
    kind as i32
}

fn other_type(column: &Filled, wanted: &str) -> Error {
    Error::Argument(format!(
        "column \"{}\" is of type {}, not {wanted}",
        column.about.name.to_string_lossy(),
        match column.about.kind {
            Type::Text => "DUEL_TYPE_TEXT",
            Type::I64 => "DUEL_TYPE_I64",
            Type::F64 => "DUEL_TYPE_F64",
            Type::Bool => "DUEL_TYPE_BOOL",
            Type::Code => "DUEL_TYPE_CODE",
            Type::Flags => "DUEL_TYPE_FLAGS",
        }
    ))
}

/// The values of a column of a type, by its name; NULL, with the error kept, if there are none.
unsafe fn typed(table: *const duel_table, name: *const c_char, kind: Type) -> *const c_void {
    let mut found = std::ptr::null();
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` and `name` can be read.
        let (table, name) = unsafe { (&shared(table, "table")?.shown.table, text(name, "name")?) };
        let column = &table.columns()[table.find(name)?];
        let is_code = kind == Type::Code && column.about.kind == Type::Flags;
        if column.about.kind != kind && !is_code {
            return Err(other_type(
                column,
                match kind {
                    Type::F64 => "DUEL_TYPE_F64",
                    Type::I64 => "DUEL_TYPE_I64",
                    Type::Bool => "DUEL_TYPE_BOOL",
                    _ => "DUEL_TYPE_CODE or DUEL_TYPE_FLAGS",
                },
            ));
        }
        found = place(&column.values.data);
        Ok(())
    });
    found
}
