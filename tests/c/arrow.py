"""Exports every table of include/duel.json and reads the streams with pyarrow: names and types of columns, values,
what is missing, labels, units and sentences. A table that is not asked for here, or answers no rows, fails."""
import ctypes
import math
import os
import sys

import pyarrow
from library import Library

duel = Library(os.path.abspath(sys.argv[1]), sys.argv[2])
of = duel.numbers
duel.calls.duel_table_text.restype = ctypes.c_char_p
TYPES = {"text": pyarrow.string(), "int64_t": pyarrow.int64(), "double": pyarrow.float64(), "bool": pyarrow.bool_(),
         "code": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()), "flags": pyarrow.int32()}
VALUES = {"int64_t": ctypes.c_int64, "double": ctypes.c_double, "bool": ctypes.c_uint8, "code": ctypes.c_int32,
          "flags": ctypes.c_int32}
passed = failed = 0


def check(is_true, *what):
    global passed, failed
    passed, failed = passed + bool(is_true), failed + (not is_true)
    if not is_true:
        print("FAILED:", *what)


class Stream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in "get_schema get_next get_last_error release private_data".split()]


def seen_by_c(table, place, said, rows):
    """The values of a column through the view of C, None for what is missing, and its labels."""
    view = duel.struct("duel_table_column")
    duel.calls.duel_table_get(table, ctypes.c_size_t(place), view)
    part = lambda field: duel.field(view, "duel_table_column", field)
    labels = (ctypes.c_char_p * part("label_count")).from_address(part("labels")) if part("labels") else []
    labels = [label.decode() for label in labels]
    bits = (ctypes.c_uint8 * ((rows + 7) // 8)).from_address(part("validity")) if part("validity") else None
    is_valid = [bits is None or bits[row // 8] >> row % 8 & 1 for row in range(rows)]
    check(part("null_count") == is_valid.count(False), said["name"], "counts what is missing")
    if said["type"] == "text":
        name = said["name"].encode()
        values = [duel.calls.duel_table_text(table, name, ctypes.c_size_t(row)).decode() for row in range(rows)]
    else:
        values = list((VALUES[said["type"]] * rows).from_address(part("data"))) if rows else []
        check(part("data"), said["name"], "has an address")
    if said["type"] == "double":
        check([math.isnan(value) for value in values] == [not valid for valid in is_valid], said["name"], "NaN and bits")
    if said["type"] == "bool":
        values = [bool(value) for value in values]
    if said["type"] == "code":
        values = [labels[code] if valid else None for code, valid in zip(values, is_valid)]
    return [value if valid else None for value, valid in zip(values, is_valid)], labels


def examine(said, table):
    """Compares a table with its description and its stream with what C sees of it; the table is freed first."""
    name, columns = said["name"], said["columns"]
    facts = duel.struct("duel_table_facts")
    duel.calls.duel_table_info(table, facts)
    rows = duel.field(facts, "duel_table_facts", "rows")
    check(duel.field(facts, "duel_table_facts", "title") == said["title"], name, "title")
    seen = [seen_by_c(table, place, column, rows) for place, column in enumerate(columns)]
    stream = Stream()
    status = duel.calls.duel_table_export(table, ctypes.byref(stream))
    duel.calls.duel_table_free(table)
    check(status == 0, name, "is exported")
    batches = pyarrow.RecordBatchReader._import_from_c(ctypes.addressof(stream))
    arrow = batches.read_all()
    arrow.validate(full=True)
    check(arrow.schema.names == [column["name"] for column in columns], name, arrow.schema.names)
    check(arrow.num_rows == rows, name, arrow.num_rows, "rows")
    check(arrow.schema.metadata[b"title"].decode() == said["title"], name, arrow.schema.metadata)
    for column, (values, labels) in zip(columns, seen):
        what, field, found = f"{name}.{column['name']}", arrow.schema.field(column["name"]), arrow[column["name"]]
        check(field.type == TYPES[column["type"]], what, field.type)
        check(field.metadata == {b"unit": column["unit"].encode(), b"description": column["doc"].encode()}, what,
              field.metadata)
        check(found.null_count == values.count(None), what, found.null_count, "missing")
        check(found.to_pylist() == values, what, "values")
        if column["type"] in ("code", "flags") and column["labels"] is not None:
            check(labels == column["labels"], what, labels)
        if column["type"] == "code" and found.num_chunks:
            check(found.chunk(0).dictionary.to_pylist() == labels, what, "labels")
    return rows, {(column["type"], values.count(None) > 0) for column, (values, _) in zip(columns, seen)}


def append(data, left, right, score, judge=None, context=None):
    columns = {"left": left, "right": right, "score": score, "judge": judge, "context": context}
    columns = {name: duel.column(values) for name, values in columns.items() if values}
    duel("duel_set_append", set=data, rows=duel.struct("duel_rows", length=len(left), **columns))


def fitted(data, **options):
    return duel("duel_model_fit", set=data, options=duel.struct("duel_model_options", **options))


items, judges, contexts = ["ash", "birch", "cedar", "d\u00fcnn"], ["ann", "bob", "cyd"], ["p1", "p2", "p3", "p4", "p5", "p6"]
votes = [(a, b, judge, context) for context in contexts for judge in judges for a in items for b in items if a != b]
strength, care = dict(zip(items, (0.9, 0.3, -0.2, -1.0))), dict(zip(judges, (1.6, 1.0, 0.6)))
state, scores = 12345, []
for a, b, who, _ in votes:
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    lead = care[who] * (strength[a] - strength[b]) + 0.2 - (8.0 * (state >> 8) / 8388608.0 - 4.0)
    scores.append(1.0 if lead > 0.4 else 0.0 if lead < -0.4 else 0.5)
left, right, judge, context = (list(side) for side in zip(*votes))
data = duel("duel_set_new")
append(data, left, right, scores, judge, context)
duel("duel_set_covariate", set=data, covariate=duel.struct(
    "duel_covariate", length=6, name=ctypes.create_string_buffer(b"late"), context=duel.column(contexts),
    value=duel.column([-1.5, -1.0, -0.5, 0.5, 1.0, 1.5])))
model = fitted(data)
by_judge = fitted(data, strength=of["DUEL_STRENGTH_SENSITIVITY"], sensitivity_covariates=["late"])
estimate = duel("duel_model_estimate", model=model, quantity=of["DUEL_QUANTITY_SCORES"])
# Two parts that are not compared, and a judge without a name.
parted = duel("duel_set_new")
append(parted, list("abxy"), list("bayx"), [1.0, 0.0, 1.0, 1.0])
islands = fitted(parted, accept=of["DUEL_FIT_ANY"])
lost = duel("duel_model_estimate", model=islands, quantity=of["DUEL_QUANTITY_SCORES"])
empty = duel("duel_set_new")
with_ties = fitted(data, tie_model=of["DUEL_MODEL_DAVIDSON"])
# Enough comparisons for evidence at all looks.
looks = duel("duel_set_new")
append(looks, list("abcd") * 12, list("bcda") * 12, [1.0, 0.0, 0.5, 1.0, 0.0, 1.0] * 8)
looks = duel("duel_model_estimate", model=fitted(looks), quantity=of["DUEL_QUANTITY_SCORES"])
strengths = duel("duel_model_estimate", model=by_judge, quantity=of["DUEL_QUANTITY_STRENGTHS"])
averaged = duel("duel_model_average", model=by_judge, quantity=of["DUEL_QUANTITY_STRENGTHS"])
monitor = duel("duel_monitor_new")
duel("duel_monitor_look", monitor=monitor, estimate=looks)
# Labels of pairs of three items, the left or the right one, in twenty contexts with a number each.
labels = [(at, at % 3, (at + 1 + at // 3 % 2) % 3, at * 7 % 5 % 2) for at in range(20)]
wins = {"items": 3, "categories": 2}
labelled = dict(zip(("context", "first", "second", "category"), map(duel.column, zip(*labels))), length=20, labels=20,
                propensity=duel.column([0.25] * 20))
even = [0.0 if place % 4 == 0 else 0.5 for place in range(9) for _ in range(2)]
gars = duel("duel_gars_new", options=duel.struct("duel_gars_options", functionals=[of["DUEL_FUNCTIONAL_BORDA"]], **wins))
duel("duel_gars_add", gars=gars, contexts=duel.struct("duel_gars_contexts", mu=even, mu_strides=[0, 6, 2, 1], **labelled))
grouped = duel("duel_gars_new", options=duel.struct(
    "duel_gars_options", functionals=[of["DUEL_FUNCTIONAL_BORDA"]], group_names=["even", "all"], group_count=2, **wins))
bare = dict(mu=even, mu_strides=[0, 6, 2, 1], **labelled)
duel("duel_gars_add", gars=grouped, contexts=duel.struct(
    "duel_gars_contexts", groups=[float(at % 2 or place % 2) for place in range(20) for at in range(2)], **bare))
board = duel("duel_board_new")
duel("duel_board_append", board=board, rows=duel.struct(
    "duel_score_rows", length=8, item=duel.column(list("abab") * 2), context=duel.column(list("ttttuuuu")),
    score=duel.column([1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 1.0, 0.0])))
ballots = duel("duel_ballots_new")
duel("duel_ballots_append", ballots=ballots, rows=duel.struct(
    "duel_ballot_rows", length=12, ballot=duel.column(list("jjjkkklllmmm")), item=duel.column(list("abcbcacabacb")),
    rank=duel.column([1.0, 2.0, 2.0] + [1.0, 2.0, 3.0] * 3)))
ranking = duel("duel_ballots_fit", ballots=ballots)
nuisance = duel("duel_nuisance_fit", contexts=duel.struct("duel_gars_contexts", **labelled), options=duel.struct(
    "duel_nuisance_options", learner=of["DUEL_LEARNER_SPLINE"], features=[at / 10.0 for at in range(20)], feature_count=1,
    seed=1, **wins))

folds = duel.struct("duel_validation_options", by=of["DUEL_BY_ROW"], folds=2, repeats=1, seed=1)
square = [0.0, 1.0, 4.0, 1.0, 0.0, 2.5, 4.0, 2.5, 0.0]
sure = {"judge": [0, 1, 0, 1, 0], "confidence": [0.9, 0.6, 0.7, 0.8, 0.55], "correct": [1.0, 0.0, 1.0, 1.0, 0.0],
        "votes": 5, "judges": 2, "bins": 3}
contrast = {"weights": [1.0, -1.0, 0.0, 0.0], "contrasts": 1}
# The arguments of a table besides its set, its model or its estimate.
asked = {
    "model_consensus": {"model": by_judge, "consensus": of["DUEL_CONSENSUS_MEAN"]},
    "set_cross_validate": {"options": folds},
    "set_select_rank": {"max_rank": 1, "replicates": 0, "seed": 1, "threads": 1},
    "matrix_bicluster": {"table": square, "rows": 3, "columns": 3, "dissimilarity": of["DUEL_DISSIMILARITY_EUCLIDEAN"],
                         "linkage": of["DUEL_LINKAGE_AVERAGE"], "row_groups": 2, "column_groups": 1},
    "model_sensitivities": {"model": by_judge, "judges": [0, 2], "values": [-1.0, 1.0], "points": 2},
    "votes_confidence": sure,
    "votes_reliability": sure,
    "set_judges": {"level": 0.95},
    "set_agreement": {"level": 0.95},
    "set_krippendorff": {"metric": of["DUEL_ALPHA_NOMINAL"], "orientation": of["DUEL_ORIENTATION_BOTH"], "level": 0.95},
    "set_together": {"families": [0, 0, 1], "family_count": 3},
    "set_worth": {"families": [0, 0, 1], "family_count": 3},
    "set_families": {"families": [0, 0, 1], "family_count": 3},
    "set_learning_curve": {"shares": [0.5, 1.0], "judges": [2, 3],
                           "options": duel.struct("duel_validation_options", repeats=2, seed=1)},
    "model_equivalence": {"margin": 0.5},
    "model_self_preference": {"item_families": [0, 1, -1, -1], "judge_families": [0, 1, -1]},
    "estimate_contrasts": contrast,
    "estimate_e_values": {"estimate": looks, **contrast},
    "estimate_tests": contrast,
    "model_profile": {"quantity": of["DUEL_QUANTITY_SCORES"], **contrast, "count": 1},
    "model_calibration": {"bins": 4},
    "model_metrics_by_outcome": {"by": of["DUEL_BY_PAIR"]},
    "model_residuals": {"by": of["DUEL_BY_JUDGE"]},
    "model_influence": {"by": of["DUEL_BY_CONTEXT"]},
    "model_next": {"options": duel.struct("duel_next_options", batch=2)},
    "tree_cluster": {"dissimilarities": square, "items": 3, "linkage": of["DUEL_LINKAGE_AVERAGE"], "optimal": 1},
    "model_outliers": {"model": with_ties},
    "model_fragility": {"pairs": [], "count": 0},
    "model_fragile_votes": {"pairs": [], "count": 0},
    "model_tiers": {"by": of["DUEL_TIERS_NUMBER"], "value": 2.0},
    "estimate_averaged_ranks": {"estimate": averaged},
    "estimate_judge_ranks": {"estimate": strengths},
    "estimate_reversals": {"estimate": strengths},
    "estimate_unanimous": {"estimate": strengths},
    "estimate_tiers": {"by": of["DUEL_TIERS_NUMBER"], "value": 2.0},
    "estimate_gate": {"gate": duel.struct("duel_gate", candidate=1)},
    "estimate_claims": {"claims": duel.struct("duel_claim", second=1), "count": 1},
    "gars_groups": {"gars": grouped},
    "gars_selection": {"contexts": duel.struct("duel_gars_contexts", **bare), "functional": 0},
    "gars_bounds": {"contexts": duel.struct("duel_gars_contexts", **bare), "functional": 0, "gamma": [1.0, 2.0], "gamma_count": 2},
    "model_more_comparisons": {"pairs": [0, 1, 1, 2], "count": 2, "power": 0.8},
}
asked["model_profile"].pop("contrasts")
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_double), ctypes.c_size_t,
                            ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)


def sum_of_squares(values, count, out, gradient, user):
    out[0] = sum(values[at] ** 2 for at in range(count))
    return 0


asked["model_function"] = {"quantity": of["DUEL_QUANTITY_SCORES"], "function": CALLBACK(sum_of_squares), "count": 1}


def answer(said, **given):
    """Asks for a table; other outputs are thrown away."""
    parameters = duel.functions[said["function"]]["parameters"]
    at = [one["type"] for one in parameters if one["role"] == "output"].index("duel_table **")
    own = {noun: handle for noun, handle in given.items() if any(one["name"] == noun for one in parameters)}
    out = duel(said["function"], **{**own, **asked.get(said["name"], {})})
    return out[at] if isinstance(out, list) else out


kinds, nouns = set(), {"set": data, "model": model, "estimate": estimate, "gars": gars, "nuisance": nuisance, "monitor": monitor,
                       "board": board, "ballots": ballots, "ranking": ranking}
for said in duel.tables:
    rows, found = examine(said, answer(said, **nouns))
    check(rows > 0 or said["name"] in ("model_warnings", "nuisance_warnings", "gars_warnings"), said["name"], "has no rows")
    kinds |= found
# The same of a set whose parts are not compared: what is missing there, and warnings.
for name in ("model_warnings", "model_scores", "model_equivalence", "model_adjacent", "model_items", "estimate_values",
             "set_cells", "set_krippendorff", "model_residuals", "model_effective_comparisons"):
    said = next(said for said in duel.tables if said["name"] == name)
    rows, found = examine(said, answer(said, set=parted, model=islands, estimate=lost))
    check(rows > 0, name, "has no rows")
    kinds |= found
check(kinds >= {("double", True), ("code", True), ("int64_t", True), ("text", False), ("bool", False), ("flags", False)}, kinds)
# Without rows.
for name in ("set_items", "set_pairs", "set_cells", "set_judges", "set_triads", "set_agreement", "set_agreement_pairs"):
    said = next(said for said in duel.tables if said["name"] == name)
    check(examine(said, answer(said, set=empty))[0] == 0, name, "has rows")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
