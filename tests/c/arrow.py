"""Reads every table of libduel as an Arrow stream with pyarrow: types, nulls, labels, metadata."""
import ctypes
import os
import sys

import pyarrow

duel = ctypes.CDLL(os.path.abspath(sys.argv[1]))
duel.duel_last_error.restype = ctypes.c_char_p
duel.duel_table_f64.restype = ctypes.POINTER(ctypes.c_double)


class Column(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("stride", ctypes.c_ssize_t), ("type", ctypes.c_int32), ("base", ctypes.c_int32)]


class Rows(ctypes.Structure):
    names = "left right judge context score outcome weight wins losses ties both_good both_bad".split()
    _fields_ = [("struct_size", ctypes.c_size_t), ("length", ctypes.c_size_t)]
    _fields_ += [(name, Column) for name in names]
    _fields_ += [("importance", ctypes.c_int32), ("reserved", ctypes.c_int32)]


class Stream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in "get_schema get_next get_last_error release private_data".split()]


passed = failed = 0


def check(is_true, what):
    global passed, failed
    passed, failed = passed + bool(is_true), failed + (not is_true)
    if not is_true:
        print("FAILED:", what)


def call(status):
    if status:
        raise SystemExit(f"status {status}: {duel.duel_last_error().decode()}")


def fitted(comparisons, accept=0):
    names = [(ctypes.c_char_p * len(comparisons))(*(c[k].encode() for c in comparisons)) for k in (0, 1)]
    scores = (ctypes.c_double * len(comparisons))(*(c[2] for c in comparisons))
    rows = Rows(struct_size=ctypes.sizeof(Rows), length=len(comparisons))
    rows.left = Column(ctypes.addressof(names[0]), 0, 1, 0)
    rows.right = Column(ctypes.addressof(names[1]), 0, 1, 0)
    rows.score = Column(ctypes.addressof(scores), 0, 10, 0)
    data, model = ctypes.c_void_p(), ctypes.c_void_p()
    call(duel.duel_set_new(ctypes.byref(data)))
    call(duel.duel_set_append(data, ctypes.byref(rows)))
    call(duel.duel_model_fit(data, None, ctypes.byref(model)))
    duel.duel_set_free(data)
    return model


def read(table):
    stream = Stream()
    call(duel.duel_table_export(table, ctypes.byref(stream)))
    duel.duel_table_free(table)
    return pyarrow.RecordBatchReader._import_from_c(ctypes.addressof(stream)).read_all()


def near_ties(model):
    table = ctypes.c_void_p()
    call(duel.duel_model_near_ties(model, ctypes.c_double(0.5), None, ctypes.byref(table)))
    values = duel.duel_table_f64(table, b"estimate")
    return table, values


items = ["ash", "birch", "d\u00fcnn"]
votes = [(a, b, s) for a in items for b in items if a != b for s in (1.0, 0.0, 1.0 if a < b else 0.5)]
model = fitted(votes)
table, values = near_ties(model)
expected = [values[k] for k in range(3)]
duel.duel_model_free(model)
arrow = read(table)
check(arrow.num_rows == 3 and arrow.num_columns == 8, arrow.schema)
check(str(arrow.schema.field("first").type) == "dictionary<values=string, indices=int32, ordered=0>", "codes")
check(arrow.schema.field("is_open").type == pyarrow.bool_(), "truth values")
check(arrow["estimate"].to_pylist() == expected, "numbers")
check(set(arrow["first"].to_pylist() + arrow["second"].to_pylist()) <= set(items), "labels")
check(all(kind in (True, False) for kind in arrow["is_equal"].to_pylist()), "is_equal")
check(arrow["estimate"].null_count == 0, "nothing is missing")
check(arrow.schema.field("se").metadata[b"description"] == b"Its standard error.", arrow.schema.field("se").metadata)
check(b"title" in arrow.schema.metadata, arrow.schema.metadata)
arrow.validate(full=True)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
