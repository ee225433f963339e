//! Names with codes: plain columns, and Arrow streams of batches with dictionaries, against ids.

use crate::calls::{check, ids, rows, Set};
use crate::ffi::*;
use crate::timing::{header, part, ratio, timed, Sample};
use crate::votes::{self, Votes};
use libc::{c_char, c_int, c_void};
use std::ffi::CString;
use std::ptr::{null, null_mut};

const ITEMS: usize = 200;
const ROWS: usize = 10_000_000;
/// Rows of a batch, as pyarrow has them in a file of Parquet.
const BATCH: usize = 1 << 17;

/// Ten million rows of two hundred items.
pub fn ten_million_rows() {
    let votes = votes::simulated(ITEMS, ROWS);
    let names = Names::new();
    let mut parts: [Sample; 3] = Default::default();
    for _ in 0..7 {
        parts[0].push(timed(|| Set::of_votes(&votes)).0);
        parts[1].push(timed(|| with_codes(&votes, &names)).0);
        parts[2].push(timed(|| from_stream(&votes, &names)).0);
    }
    assert_eq!(with_codes(&votes, &names).cells(), from_stream(&votes, &names).cells());
    header("10 000 000 rows, 200 items: ids, names with codes, and batches of Arrow");
    part("duel_set_append, u32 ids", &parts[0]);
    part("duel_set_append, u32 codes of names", &parts[1]);
    part("duel_set_append_stream, dictionaries", &parts[2]);
    ratio("codes / ids", &parts[1], &parts[0], 2.0);
    ratio("dictionaries / ids", &parts[2], &parts[0], 2.0);
}

/// Names, as C and as Arrow have them.
struct Names {
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
    offsets: Vec<i32>,
    bytes: Vec<u8>,
}

impl Names {
    fn new() -> Names {
        let texts: Vec<CString> =
            (0..ITEMS).map(|id| CString::new(format!("model-number-{id}")).unwrap()).collect();
        let (mut offsets, mut bytes) = (vec![0], Vec::new());
        for text in &texts {
            bytes.extend_from_slice(text.as_bytes());
            offsets.push(bytes.len() as i32);
        }
        Names { pointers: texts.iter().map(|text| text.as_ptr()).collect(), _texts: texts, offsets, bytes }
    }
}

fn with_codes(votes: &Votes, names: &Names) -> Set {
    let coded = |values| duel_column { labels: names.pointers.as_ptr(), label_count: ITEMS, ..ids(values) };
    let outcome = duel_column { r#type: DUEL_TYPE_U8, data: votes.outcome.as_ptr().cast(), ..ids(&[]) };
    Set::appended(&duel_rows {
        left: coded(&votes.left),
        right: coded(&votes.right),
        outcome,
        ..rows(votes.left.len())
    })
}

/// The source of a stream: everything is borrowed, so that nothing is released.
struct Producer<'a> {
    votes: &'a Votes,
    /// Left, right, outcome.
    columns: [ArrowArray; 3],
    children: [*mut ArrowArray; 3],
    buffers: [[*const c_void; 2]; 3],
    of_names: [*const c_void; 3],
    names: ArrowArray,
    whole: [*const c_void; 1],
    done: usize,
}

fn from_stream(votes: &Votes, names: &Names) -> Set {
    let mut producer = Producer {
        votes,
        columns: [array(), array(), array()],
        children: [null_mut(); 3],
        buffers: [[null(); 2]; 3],
        of_names: [null(), names.offsets.as_ptr().cast(), names.bytes.as_ptr().cast()],
        names: array(),
        whole: [null()],
        done: 0,
    };
    let mut stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: None,
        release: Some(release_stream),
        private_data: std::ptr::from_mut(&mut producer).cast(),
    };
    let mut set = null_mut();
    unsafe {
        check(duel_set_new(&mut set));
        check(duel_set_append_stream(set, &mut stream, null()));
    }
    Set(set)
}

fn array() -> ArrowArray {
    ArrowArray {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 2,
        n_children: 0,
        buffers: null_mut(),
        children: null_mut(),
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: null_mut(),
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    unsafe { (*array).release = None };
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    unsafe { (*stream).release = None };
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    unsafe {
        for at in 0..(*schema).n_children as usize {
            let child = Box::from_raw(*(*schema).children.add(at));
            if !child.dictionary.is_null() {
                drop(Box::from_raw(child.dictionary));
            }
        }
        drop(Vec::from_raw_parts(
            (*schema).children,
            (*schema).n_children as usize,
            (*schema).n_children as usize,
        ));
        (*schema).release = None;
    }
}

fn schema(format: &'static std::ffi::CStr, name: &'static std::ffi::CStr) -> ArrowSchema {
    ArrowSchema {
        format: format.as_ptr(),
        name: name.as_ptr(),
        metadata: null(),
        flags: 0,
        n_children: 0,
        children: null_mut(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: null_mut(),
    }
}

unsafe extern "C" fn get_schema(_: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    let dictionary = || Box::into_raw(Box::new(schema(c"u", c"")));
    let children = [
        ArrowSchema { dictionary: dictionary(), ..schema(c"I", c"left") },
        ArrowSchema { dictionary: dictionary(), ..schema(c"I", c"right") },
        schema(c"C", c"outcome"),
    ];
    let children: Vec<*mut ArrowSchema> =
        children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut children = std::mem::ManuallyDrop::new(children.into_boxed_slice());
    unsafe {
        out.write(ArrowSchema { n_children: 3, children: children.as_mut_ptr(), ..schema(c"+s", c"") })
    };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    unsafe {
        let producer = &mut *(*stream).private_data.cast::<Producer>();
        let (votes, from) = (producer.votes, producer.done);
        let length = BATCH.min(votes.left.len() - from);
        if length == 0 {
            (*out).release = None;
            return 0;
        }
        producer.done += length;
        let firsts: [*const c_void; 3] = [
            votes.left.as_ptr().add(from).cast(),
            votes.right.as_ptr().add(from).cast(),
            votes.outcome.as_ptr().add(from).cast(),
        ];
        producer.names = ArrowArray {
            length: ITEMS as i64,
            n_buffers: 3,
            buffers: producer.of_names.as_mut_ptr(),
            ..array()
        };
        for (at, first) in firsts.into_iter().enumerate() {
            producer.buffers[at] = [null(), first];
            producer.columns[at] = ArrowArray {
                length: length as i64,
                buffers: producer.buffers[at].as_mut_ptr(),
                dictionary: if at < 2 { &mut producer.names } else { null_mut() },
                ..array()
            };
            producer.children[at] = &mut producer.columns[at];
        }
        out.write(ArrowArray {
            length: length as i64,
            n_buffers: 1,
            n_children: 3,
            buffers: producer.whole.as_mut_ptr(),
            children: producer.children.as_mut_ptr(),
            ..array()
        });
    }
    0
}
