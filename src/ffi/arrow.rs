//! Arrow: the C data and stream interfaces, and tables as streams of one batch.
//!
//! Layouts and rules: Apache Arrow, "The Arrow C data interface" and "The Arrow C stream interface". A consumer moves
//! a struct and calls its release once; children and dictionaries belong to their parent.

use super::guard::guard_value;
use super::outputs::{address, address_mut};
use super::table::Shown;
use duel::error::{Error, Result};
use duel::room::{self, TryRoom as _};
use duel::table::{Data, Description, Filled, Labels, Type};
use libc::{c_char, c_int, c_void};
use std::ffi::{CStr, CString};
use std::sync::Arc;

/// The type of an array (Arrow C data interface).
#[repr(C)]
pub struct ArrowSchema {
    /// Type, as Arrow writes it.
    pub format: *const c_char,
    /// Name of the field.
    pub name: *const c_char,
    /// Keys and values, as Arrow lays them out; may be NULL.
    pub metadata: *const c_char,
    /// ARROW_FLAG_ bits.
    pub flags: i64,
    /// Number of children.
    pub n_children: i64,
    /// Types of the children.
    pub children: *mut *mut ArrowSchema,
    /// Type of the dictionary; may be NULL.
    pub dictionary: *mut ArrowSchema,
    /// Frees what the struct owns; NULL once released.
    pub release: Option<unsafe extern "C" fn(schema: *mut ArrowSchema)>,
    /// Of the producer.
    pub private_data: *mut c_void,
}

/// An array (Arrow C data interface).
#[repr(C)]
pub struct ArrowArray {
    /// Values.
    pub length: i64,
    /// Missing values, -1: not counted.
    pub null_count: i64,
    /// Values before the first.
    pub offset: i64,
    /// Number of buffers.
    pub n_buffers: i64,
    /// Number of children.
    pub n_children: i64,
    /// The buffers.
    pub buffers: *mut *const c_void,
    /// The children.
    pub children: *mut *mut ArrowArray,
    /// The dictionary; may be NULL.
    pub dictionary: *mut ArrowArray,
    /// Frees what the struct owns; NULL once released.
    pub release: Option<unsafe extern "C" fn(array: *mut ArrowArray)>,
    /// Of the producer.
    pub private_data: *mut c_void,
}

/// A stream of arrays of one type (Arrow C stream interface).
#[repr(C)]
pub struct ArrowArrayStream {
    /// The type of the stream; 0, or an errno.
    pub get_schema:
        Option<unsafe extern "C" fn(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int>,
    /// The next array, whose release is NULL at the end; 0, or an errno.
    pub get_next: Option<unsafe extern "C" fn(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int>,
    /// The message of the last error, valid until the next call; may be NULL.
    pub get_last_error: Option<unsafe extern "C" fn(stream: *mut ArrowArrayStream) -> *const c_char>,
    /// Frees what the struct owns; NULL once released.
    pub release: Option<unsafe extern "C" fn(stream: *mut ArrowArrayStream)>,
    /// Of the producer.
    pub private_data: *mut c_void,
}

const _: () = assert!(std::mem::size_of::<ArrowSchema>() == 72);
const _: () = assert!(std::mem::size_of::<ArrowArray>() == 80);
const _: () = assert!(std::mem::size_of::<ArrowArrayStream>() == 40);

/// Values may be missing.
const NULLABLE: i64 = 2;

/// The memory that a stream of a table owns.
struct Source {
    shown: Arc<Shown>,
    is_done: bool,
    error: Option<CString>,
}

/// A table as a stream of one batch.
pub(super) fn stream(shown: Arc<Shown>) -> Result<ArrowArrayStream> {
    let source = Box::new(Source { shown, is_done: false, error: None });
    Ok(ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(source).cast(),
    })
}

/// Answers a consumer: runs the body, keeps its error for get_last_error, and returns an errno.
unsafe fn answer<T>(
    stream: *mut ArrowArrayStream,
    out: *mut T,
    body: impl FnOnce(&mut Source) -> Result<T>,
) -> c_int {
    guard_value(libc::EINVAL, || {
        // SAFETY: NULL or a stream of `stream` above that is not released: its private data is a Source (Arrow:
        // private_data), and only one thread at a time calls it (Arrow: thread safety).
        let source = unsafe { stream.as_mut()?.private_data.cast::<Source>().as_mut() }?;
        match room::attempt(|| body(source)) {
            Ok(value) => {
                // SAFETY: the consumer gives `out`, memory for a struct that holds nothing (Arrow: get_schema,
                // get_next).
                unsafe { out.write_unaligned(value) };
                Some(0)
            }
            Err(error) => {
                let code = if matches!(error, Error::Memory(_)) { libc::ENOMEM } else { libc::EINVAL };
                source.error = CString::new(error.to_string()).ok();
                Some(code)
            }
        }
    })
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: `stream` and `out` are the consumer's (Arrow: get_schema).
    unsafe { answer(stream, out, |source| schema_of(&source.shown)) }
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: `stream` and `out` are the consumer's (Arrow: get_next).
    unsafe {
        answer(stream, out, |source| {
            if source.is_done {
                return Ok(released());
            }
            let batch = batch_of(&source.shown)?;
            source.is_done = true;
            Ok(batch)
        })
    }
}

unsafe extern "C" fn get_last_error(stream: *mut ArrowArrayStream) -> *const c_char {
    guard_value(std::ptr::null(), || {
        // SAFETY: NULL or a stream that is not released: its private data is a Source (Arrow: private_data).
        let source = unsafe { stream.as_ref()?.private_data.cast::<Source>().as_ref() }?;
        source.error.as_ref().map(|error| error.as_ptr())
    })
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    guard_value((), || {
        // SAFETY: NULL or the stream that the consumer releases (Arrow: release).
        let stream = unsafe { stream.as_mut() }?;
        // SAFETY: its private data is the Source that `stream` above made a pointer of; release is called once
        // (Arrow: release).
        drop(unsafe { Box::from_raw(stream.private_data.cast::<Source>()) });
        stream.release = None;
        Some(())
    });
}

// ---- types -------------------------------------------------------------------------------------------------

/// The memory that a type owns.
struct SchemaParts {
    _name: CString,
    _metadata: Vec<u8>,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

fn schema(
    format: &'static CStr,
    name: &CStr,
    metadata: Vec<u8>,
    children: Vec<ArrowSchema>,
    dictionary: Option<ArrowSchema>,
) -> ArrowSchema {
    let own = |child| Box::into_raw(Box::new(child));
    let mut parts = Box::new(SchemaParts {
        _name: name.to_owned(),
        _metadata: metadata,
        children: children.into_iter().map(own).collect(),
        dictionary: dictionary.map_or(std::ptr::null_mut(), own),
    });
    ArrowSchema {
        format: format.as_ptr(),
        name: parts._name.as_ptr(),
        metadata: address(&parts._metadata).cast(),
        flags: NULLABLE,
        n_children: parts.children.len() as i64,
        children: address_mut(&mut parts.children),
        dictionary: parts.dictionary,
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    guard_value((), || {
        // SAFETY: NULL or the schema that its owner releases (Arrow: release).
        let schema = unsafe { schema.as_mut() }?;
        // SAFETY: its private data are the parts that `schema` above made a pointer of; release is called once
        // (Arrow: release).
        let parts = unsafe { Box::from_raw(schema.private_data.cast::<SchemaParts>()) };
        for &child in parts.children.iter().chain([&parts.dictionary]) {
            if !child.is_null() {
                // SAFETY: `own` made the pointer of a box; children and dictionaries belong to their parent (Arrow:
                // release).
                let mut child = unsafe { Box::from_raw(child) };
                // A consumer may have moved a child away, and left NULL.
                if let Some(release) = child.release {
                    // SAFETY: the child is not released: its function is still there (Arrow: release).
                    unsafe { release(&mut *child) };
                }
            }
        }
        schema.release = None;
        Some(())
    });
}

/// Keys and values as Arrow lays them out.
fn metadata(pairs: &[(&str, &CStr)]) -> Vec<u8> {
    let mut bytes = (pairs.len() as i32).to_ne_bytes().to_vec();
    for (key, value) in pairs {
        for text in [key.as_bytes(), value.to_bytes()] {
            bytes.extend((text.len() as i32).to_ne_bytes());
            bytes.extend(text);
        }
    }
    bytes
}

fn schema_of(shown: &Shown) -> Result<ArrowSchema> {
    let table = &shown.table;
    let fields = table.columns().iter().map(|column| field(&column.about)).collect();
    let about = metadata(&[("title", table.title()), ("notes", &table.facts().notes)]);
    Ok(schema(c"+s", c"", about, fields, None))
}

fn field(about: &Description) -> ArrowSchema {
    let (format, dictionary) = match about.kind {
        Type::Text => (c"u", None),
        Type::I64 => (c"l", None),
        Type::F64 => (c"g", None),
        Type::Bool => (c"b", None),
        Type::Code => (c"i", Some(schema(c"u", c"", metadata(&[]), Vec::new(), None))),
        Type::Flags => (c"i", None),
    };
    let pairs = [("unit", about.unit), ("description", about.text)];
    schema(format, about.name, metadata(&pairs), Vec::new(), dictionary)
}

// ---- arrays ------------------------------------------------------------------------------------------------

/// Memory of a buffer: made for the array, or lent by the table.
enum Buffer {
    Bytes(Vec<u8>),
    Offsets(Vec<i32>),
    Lent(*const c_void),
    Absent,
}

/// The memory that an array owns.
struct ArrayParts {
    _shown: Arc<Shown>,
    _buffers: Vec<Buffer>,
    pointers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

/// The mark of the end of a stream.
fn released() -> ArrowArray {
    ArrowArray {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: std::ptr::null_mut(),
        children: std::ptr::null_mut(),
        dictionary: std::ptr::null_mut(),
        release: None,
        private_data: std::ptr::null_mut(),
    }
}

fn array(
    shown: &Arc<Shown>,
    (length, null_count): (usize, usize),
    buffers: Vec<Buffer>,
    children: Vec<ArrowArray>,
    dictionary: Option<ArrowArray>,
) -> ArrowArray {
    let own = |child| Box::into_raw(Box::new(child));
    let pointers = buffers.iter().map(|buffer| match buffer {
        Buffer::Bytes(bytes) => address(bytes).cast(),
        Buffer::Offsets(offsets) => address(offsets).cast(),
        Buffer::Lent(pointer) => *pointer,
        Buffer::Absent => std::ptr::null(),
    });
    let mut parts = Box::new(ArrayParts {
        _shown: shown.clone(),
        pointers: pointers.collect(),
        _buffers: buffers,
        children: children.into_iter().map(own).collect(),
        dictionary: dictionary.map_or(std::ptr::null_mut(), own),
    });
    ArrowArray {
        length: length as i64,
        null_count: null_count as i64,
        offset: 0,
        n_buffers: parts.pointers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: address_mut(&mut parts.pointers),
        children: address_mut(&mut parts.children),
        dictionary: parts.dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    guard_value((), || {
        // SAFETY: NULL or the array that its owner releases (Arrow: release).
        let array = unsafe { array.as_mut() }?;
        // SAFETY: its private data are the parts that `array` above made a pointer of; release is called once (Arrow:
        // release).
        let parts = unsafe { Box::from_raw(array.private_data.cast::<ArrayParts>()) };
        for &child in parts.children.iter().chain([&parts.dictionary]) {
            if !child.is_null() {
                // SAFETY: `own` made the pointer of a box; children and dictionaries belong to their parent (Arrow:
                // release).
                let mut child = unsafe { Box::from_raw(child) };
                if let Some(release) = child.release {
                    // SAFETY: the child is not released: its function is still there (Arrow: release).
                    unsafe { release(&mut *child) };
                }
            }
        }
        array.release = None;
        Some(())
    });
}

fn batch_of(shown: &Arc<Shown>) -> Result<ArrowArray> {
    let mut children = Vec::new();
    for column in shown.table.columns() {
        match child(shown, column) {
            Ok(array) => children.push(array),
            Err(error) => {
                // SAFETY: `child` made each of them, and nobody else has one.
                children.iter_mut().for_each(|done| unsafe { release_array(done) });
                return Err(error);
            }
        }
    }
    Ok(array(shown, (shown.table.rows(), 0), vec![Buffer::Absent], children, None))
}

fn child(shown: &Arc<Shown>, column: &Filled) -> Result<ArrowArray> {
    let rows = shown.table.rows();
    let values = &column.values;
    let size = (rows, values.null_count);
    let validity = match values.validity.is_empty() {
        true => Buffer::Absent,
        false => Buffer::Lent(values.validity.as_ptr().cast()),
    };
    let mut dictionary = None;
    let buffers = match &values.data {
        Data::F64(numbers) => vec![validity, Buffer::Lent(address(numbers).cast())],
        Data::I64(numbers) => vec![validity, Buffer::Lent(address(numbers).cast())],
        Data::I32(numbers) => {
            if let (Type::Code, Some(labels)) = (column.about.kind, shown.table.labels(column)) {
                let texts = labels_buffers(labels)?;
                dictionary = Some(array(shown, (labels.len(), 0), texts, Vec::new(), None));
            }
            vec![validity, Buffer::Lent(address(numbers).cast())]
        }
        Data::Bool(values) => vec![validity, Buffer::Bytes(packed(values)?)],
        Data::Text { bytes, offsets } => {
            let texts = (0..rows).map(|row| &bytes[offsets[row]..offsets[row + 1] - 1]);
            let [offsets, bytes] = utf8(texts, rows)?;
            vec![validity, offsets, bytes]
        }
    };
    Ok(array(shown, size, buffers, Vec::new(), dictionary))
}

fn no_memory() -> Error {
    Error::Memory("no memory to export the table".into())
}

/// Bytes 0 and 1 as bits.
fn packed(values: &[u8]) -> Result<Vec<u8>> {
    let mut bits = Vec::new();
    bits.try_room(values.len().div_ceil(8)).map_err(|_| no_memory())?;
    let byte = |eight: &[u8]| eight.iter().enumerate().fold(0, |b, (at, value)| b | value << at);
    bits.extend(values.chunks(8).map(byte));
    Ok(bits)
}

fn labels_buffers(labels: &Labels) -> Result<Vec<Buffer>> {
    let texts = (0..labels.len()).map(|code| labels.get(code).unwrap_or_default().to_bytes());
    let [offsets, bytes] = utf8(texts, labels.len())?;
    Ok(vec![Buffer::Absent, offsets, bytes])
}

/// Offsets and bytes of texts.
fn utf8<'a>(texts: impl Iterator<Item = &'a [u8]>, count: usize) -> Result<[Buffer; 2]> {
    let (mut offsets, mut bytes) = (Vec::new(), Vec::new());
    offsets.try_room(count + 1).map_err(|_| no_memory())?;
    offsets.push(0i32);
    for text in texts {
        bytes.try_grow(text.len()).map_err(|_| no_memory())?;
        bytes.extend_from_slice(text);
        let end = i32::try_from(bytes.len());
        offsets.push(end.map_err(|_| Error::Size("the names of a table pass 2 GiB".into()))?);
    }
    Ok([Buffer::Offsets(offsets), Buffer::Bytes(bytes)])
}
