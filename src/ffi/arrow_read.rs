//! Arrow streams of the caller: what a producer hands over, checked as far as it can be, and released.
//!
//! Whether buffers are as long as lengths say cannot be seen; everything else is looked at before it is used.

use super::arrow::{ArrowArray, ArrowArrayStream, ArrowSchema};
use duel::error::{Error, Result};
use libc::{c_char, c_int};
use std::ffi::CStr;

/// A struct that was moved here and is released when it goes.
pub(super) struct Owned<T: Released>(pub(super) T);

/// A struct of Arrow.
pub(super) trait Released {
    /// Nothing is in it.
    fn nothing() -> Self;

    /// Frees what it owns, if it owns anything.
    unsafe fn release(&mut self);
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the producer's own function, called once, on a struct that nobody else has.
        unsafe { self.0.release() }
    }
}

macro_rules! released {
    ($name:ident) => {
        impl Released for $name {
            fn nothing() -> Self {
                // SAFETY: numbers, pointers and optional functions.
                unsafe { std::mem::zeroed() }
            }

            unsafe fn release(&mut self) {
                if let Some(release) = self.release.take() {
                    self.release = Some(release);
                    // SAFETY: the producer's own function on its own struct, not released before (Arrow: release).
                    unsafe { release(self) }
                }
            }
        }
    };
}

released!(ArrowSchema);
released!(ArrowArray);
released!(ArrowArrayStream);

/// A stream, its columns, and which is its next batch.
pub(super) struct Source {
    stream: Owned<ArrowArrayStream>,
    schema: Owned<ArrowSchema>,
}

fn broken(what: impl Into<String>) -> Error {
    Error::Format(format!("stream: {}", what.into()))
}

impl Source {
    /// Takes a stream over: the caller's struct is released from now on, whatever happens.
    pub(super) unsafe fn take(stream: *mut ArrowArrayStream) -> Result<Source> {
        // SAFETY: NULL or a stream that the caller of this function lets it move (Arrow: moving).
        let Some(given) = (unsafe { stream.as_mut() }) else {
            return Err(Error::Null("stream is NULL".into()));
        };
        let stream = Owned(std::mem::replace(given, ArrowArrayStream::nothing()));
        if stream.0.release.is_none() {
            return Err(broken("it is released already"));
        }
        let mut source = Source { stream, schema: Owned(ArrowSchema::nothing()) };
        source.read_schema()?;
        Ok(source)
    }

    fn read_schema(&mut self) -> Result<()> {
        let Some(get_schema) = self.stream.0.get_schema else { return Err(broken("get_schema is NULL")) };
        // SAFETY: the stream is not released, and the schema is empty memory for one (Arrow: get_schema).
        let status = unsafe { get_schema(&mut self.stream.0, &mut self.schema.0) };
        self.check(status, "schema")?;
        let schema = &self.schema.0;
        if schema.release.is_none() {
            return Err(broken("its schema is released already"));
        }
        // SAFETY: a schema that the producer has just given, not released.
        if unsafe { format_of(schema) }? != b"+s" {
            return Err(broken("it holds no batches of columns: its schema is no struct"));
        }
        if schema.n_children < 0 || (schema.n_children > 0 && schema.children.is_null()) {
            return Err(broken(format!("its schema has {} children", schema.n_children)));
        }
        Ok(())
    }

    /// How many columns there are.
    fn width(&self) -> usize {
        self.schema.0.n_children as usize
    }

    /// The type of a column.
    fn field(&self, at: usize) -> Result<&ArrowSchema> {
        // SAFETY: `at` is below n_children, and `read_schema` has seen that children are there (Arrow: children).
        let child = unsafe { self.schema.0.children.add(at).read_unaligned().as_ref() };
        match child {
            Some(field) if field.release.is_some() => Ok(field),
            Some(_) => Err(broken(format!("the type of column {at} is released already"))),
            None => Err(broken(format!("the type of column {at} is NULL"))),
        }
    }

    /// The place and the type of the column with a name; None if there is no such column.
    pub(super) fn find(&self, name: &CStr) -> Result<Option<(usize, &ArrowSchema)>> {
        let mut found = None;
        for at in 0..self.width() {
            let field = self.field(at)?;
            // SAFETY: `field` is a type of the producer, not released.
            if unsafe { name_of(field) } == name {
                if found.is_some() {
                    return Err(Error::Argument(format!("stream: two columns are called {name:?}")));
                }
                found = Some((at, field));
            }
        }
        Ok(found)
    }

    /// The names of the columns, for messages.
    pub(super) fn names(&self) -> Result<String> {
        const MOST: usize = 20;
        let mut names = Vec::new();
        for at in 0..self.width().min(MOST) {
            // SAFETY: a type of the producer, not released.
            names.push(format!("{:?}", unsafe { name_of(self.field(at)?) }));
        }
        if self.width() > MOST {
            names.push("...".into());
        }
        Ok(names.join(", "))
    }

    /// The next batch; None at the end.
    pub(super) fn next(&mut self) -> Result<Option<Batch>> {
        let Some(get_next) = self.stream.0.get_next else { return Err(broken("get_next is NULL")) };
        let mut array = Owned(ArrowArray::nothing());
        // SAFETY: the stream is not released, and the array is empty memory for one (Arrow: get_next).
        let status = unsafe { get_next(&mut self.stream.0, &mut array.0) };
        self.check(status, "next batch")?;
        if array.0.release.is_none() {
            return Ok(None);
        }
        let batch = Batch { array };
        batch.check(self.width())?;
        Ok(Some(batch))
    }

    /// The producer's own error.
    fn check(&mut self, status: c_int, what: &str) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        let said: *const c_char = match self.stream.0.get_last_error {
            // SAFETY: the stream is not released, and its last call has failed (Arrow: get_last_error).
            Some(get_last_error) => unsafe { get_last_error(&mut self.stream.0) },
            None => std::ptr::null(),
        };
        let said = match said.is_null() {
            true => String::from("it does not say why"),
            // SAFETY: a text that ends with NUL, valid until the stream is called again (Arrow: get_last_error).
            false => unsafe { CStr::from_ptr(said) }.to_string_lossy().into_owned(),
        };
        let message = format!("stream: no {what}: {said} (error {status})");
        Err(if status == libc::ENOMEM { Error::Memory(message) } else { Error::data(message) })
    }
}

/// A batch of rows.
pub(super) struct Batch {
    array: Owned<ArrowArray>,
}

impl Batch {
    fn check(&self, columns: usize) -> Result<()> {
        let array = &self.array.0;
        check_array(array, "a batch")?;
        if array.n_children != columns as i64 || (columns > 0 && array.children.is_null()) {
            return Err(broken(format!("a batch has {} columns, the schema {columns}", array.n_children)));
        }
        if array.n_buffers > 1 {
            return Err(broken(format!("a batch has {} buffers of its own; it must be 1", array.n_buffers)));
        }
        Ok(())
    }

    /// How many rows it has.
    pub(super) fn length(&self) -> usize {
        self.array.0.length as usize
    }

    /// The first row that is null as a whole.
    pub(super) fn first_null(&self) -> Result<Option<usize>> {
        let whole =
            Window { array: &self.array.0, first: self.array.0.offset as usize, length: self.length() };
        match self.array.0.n_buffers {
            0 => Ok(None),
            _ => Ok(whole.validity("a batch")?.and_then(|bits| bits.first_null(whole.length))),
        }
    }

    /// The values of a column that belong to the rows.
    pub(super) fn column(&self, at: usize, name: &str) -> Result<Window<'_>> {
        let whole = &self.array.0;
        // SAFETY: `at` is below n_children, and `check` has seen that children are there (Arrow: children).
        let child = unsafe { whole.children.add(at).read_unaligned().as_ref() };
        let Some(child) = child else { return Err(broken(format!("{name} is NULL"))) };
        Window::new(child, whole.offset, self.length(), name)
    }
}

fn check_array(array: &ArrowArray, name: &str) -> Result<()> {
    let ArrowArray { length, offset, null_count, n_buffers, .. } = *array;
    let end = length.checked_add(offset).filter(|&end| end <= i64::MAX / 16);
    if length < 0 || offset < 0 || end.is_none() {
        return Err(broken(format!("{name} has length {length} and offset {offset}")));
    }
    if null_count < -1 || null_count > length {
        return Err(broken(format!("{name} has {null_count} nulls among {length} values")));
    }
    if n_buffers < 0 || (n_buffers > 0 && array.buffers.is_null()) {
        return Err(broken(format!("{name} has {n_buffers} buffers at NULL")));
    }
    Ok(())
}

/// Some values of an array.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    pub(super) array: &'a ArrowArray,
    /// Values before the first, in every buffer.
    pub(super) first: usize,
    pub(super) length: usize,
}

impl<'a> Window<'a> {
    /// `length` values of an array from `offset` on, which its own offset comes before.
    fn new(array: &'a ArrowArray, offset: i64, length: usize, name: &str) -> Result<Window<'a>> {
        if array.release.is_none() {
            return Err(broken(format!("{name} is released already")));
        }
        check_array(array, name)?;
        // Neither passes i64::MAX / 16.
        if array.length < offset + length as i64 {
            let needed = offset + length as i64;
            return Err(broken(format!("{name} has {} values, its batch {needed}", array.length)));
        }
        Ok(Window { array, first: (array.offset + offset) as usize, length })
    }

    /// All values of the dictionary.
    pub(super) fn dictionary(&self, name: &str) -> Result<Window<'a>> {
        // SAFETY: NULL or the values, which live as long as their parent (Arrow: dictionary).
        let dictionary = unsafe { self.array.dictionary.as_ref() };
        let Some(dictionary) = dictionary else { return Err(broken(format!("{name} has no dictionary"))) };
        Window::new(dictionary, 0, dictionary.length.max(0) as usize, name)
    }

    /// An error unless the array has this many buffers.
    pub(super) fn check_buffers(&self, count: i64, name: &str) -> Result<()> {
        if self.array.n_buffers != count {
            let n_buffers = self.array.n_buffers;
            return Err(broken(format!("{name} has {n_buffers} buffers; with its type it must be {count}")));
        }
        Ok(())
    }

    /// A buffer, which is not NULL where there are values. It must be one that the array has.
    pub(super) fn buffer(&self, at: usize, name: &str) -> Result<*const u8> {
        // SAFETY: callers ask for a buffer that the type has, after `check_buffers`; `check_array` has seen that
        // there are buffers.
        let buffer = unsafe { self.array.buffers.add(at).read_unaligned() }.cast::<u8>();
        if buffer.is_null() && self.length > 0 {
            return Err(broken(format!("{name} has {} values, and buffer {at} is NULL", self.length)));
        }
        Ok(buffer)
    }

    /// The bits of values that are not missing; None if no value is missing.
    pub(super) fn validity(&self, name: &str) -> Result<Option<Bits<'a>>> {
        if self.array.null_count == 0 || self.length == 0 {
            return Ok(None);
        }
        // SAFETY: every type that has nulls has a first buffer, after `check_buffers` (Arrow: buffers).
        let bits = unsafe { self.array.buffers.read_unaligned() }.cast::<u8>();
        match (bits.is_null(), self.array.null_count) {
            (false, _) => Ok(Some(Bits { bits, first: self.first, _array: self.array })),
            (true, -1) => Ok(None),
            (true, nulls) => Err(broken(format!("{name} has {nulls} nulls, and nothing says which"))),
        }
    }
}

/// Bits, one for each value, the lowest of each byte first.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bits: *const u8,
    first: usize,
    _array: &'a ArrowArray,
}

impl std::fmt::Debug for Bits<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "bits from {}", self.first)
    }
}

impl<'a> Bits<'a> {
    /// The bits of a buffer of values.
    pub(super) fn of(window: &Window<'a>, buffer: usize, name: &str) -> Result<Bits<'a>> {
        Ok(Bits { bits: window.buffer(buffer, name)?, first: window.first, _array: window.array })
    }

    /// Where they are.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.bits as usize, self.first)
    }

    /// The bit of a value.
    pub(super) fn get(&self, at: usize) -> bool {
        let place = self.first + at;
        // SAFETY: the producer promises a bit for each value.
        unsafe { self.bits.add(place / 8).read() >> (place % 8) & 1 == 1 }
    }

    /// The first null among the given number of values.
    pub(super) fn first_null(&self, length: usize) -> Option<usize> {
        let mut at = 0;
        while at < length {
            let place = self.first + at;
            // Eight values that are there at once.
            // SAFETY: the eight bits lie below `length`, for which the producer promises bits.
            if place % 8 == 0 && length - at >= 8 && unsafe { self.bits.add(place / 8).read() } == 0xff {
                at += 8;
            } else if self.get(at) {
                at += 1;
            } else {
                return Some(at);
            }
        }
        None
    }
}

/// The format of a type.
pub(super) unsafe fn format_of(schema: &ArrowSchema) -> Result<&[u8]> {
    if schema.format.is_null() {
        return Err(broken("a type has no format"));
    }
    // SAFETY: not NULL, hence a text that ends with NUL (Arrow: format).
    Ok(unsafe { CStr::from_ptr(schema.format) }.to_bytes())
}

/// The name of a field; where it has none, "".
unsafe fn name_of(schema: &ArrowSchema) -> &CStr {
    if schema.name.is_null() {
        return c"";
    }
    // SAFETY: not NULL, hence a text that ends with NUL (Arrow: name).
    unsafe { CStr::from_ptr(schema.name) }
}
