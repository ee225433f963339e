"""Tables of Arrow: pyarrow, polars and pandas hand their columns over as they are, of whatever type; the set is the one
that lists give."""

import numpy as np
import pytest

import duel

pyarrow = pytest.importorskip("pyarrow")

ITEMS = ["ash", "birch", "a name that is no inline view", "dünn", "漢字"]
LEFT = [ITEMS[(3 * row) % 5] for row in range(40)]
RIGHT = [ITEMS[(3 * row + 1 + row % 4) % 5] for row in range(40)]
JUDGE = [None if row % 6 == 2 else f"judge {row % 3}" for row in range(40)]
QUESTION = [None if row % 9 == 4 else 80 + row % 7 for row in range(40)]
WINNER = [["model_a", "model_b", "tie", "tie (bothbad)"][row * row % 4] for row in range(40)]
MEANINGS = {"model_a": "left", "model_b": duel.Outcome.RIGHT, "tie (bothbad)": "both_bad"}
ROLES = {"left": "model_a", "right": "model_b", "context": "question_id", "outcome": "winner", "outcomes": MEANINGS}
COLUMNS = {"model_a": LEFT, "model_b": RIGHT, "judge": JUDGE, "question_id": QUESTION, "winner": WINNER}


@pytest.fixture
def streams(monkeypatch):
    """How many appends were of streams."""
    seen = []
    inner = duel.Set._append_stream
    monkeypatch.setattr(duel.Set, "_append_stream", lambda self, *given: seen.append(1) or inner(self, *given))
    return seen


def expected():
    return duel.Set.from_columns(COLUMNS, **ROLES)


def table(**types):
    return pyarrow.table({name: pyarrow.array(values, types.get(name)) for name, values in COLUMNS.items()})


def texts():
    found = [pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
             pyarrow.dictionary(pyarrow.uint32(), pyarrow.large_string()), pyarrow.dictionary(pyarrow.int64(), pyarrow.string())]
    return found + ([pyarrow.string_view()] if hasattr(pyarrow, "string_view") else [])


def test_every_type_of_text_and_of_number(streams):
    plain = expected()
    assert streams == []
    for text in texts():
        for number in (pyarrow.int8(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint64(), pyarrow.float32(), pyarrow.float64(),
                       pyarrow.decimal128(9, 2)):  # fmt: skip
            made = duel.Set.from_arrow(table(model_a=text, model_b=text, judge=text, question_id=number, winner=text), **ROLES)
            assert made.save() == plain.save(), (text, number)
            assert made.item_names == plain.item_names and made.judge_names == plain.judge_names
    assert len(streams) == 7 * len(texts())


def test_chunks_slices_readers_and_batches(streams):
    plain, whole = expected(), table()
    chunked = pyarrow.concat_tables([whole.slice(0, 13), whole.slice(13, 0), whole.slice(13)])
    padded = pyarrow.concat_tables([whole, whole, whole]).combine_chunks().slice(40, 40)
    dictionaries = pyarrow.concat_tables([whole.slice(at, 10) for at in (0, 10, 20, 30)])
    for name in ("model_a", "model_b", "judge", "winner"):
        at = dictionaries.schema.get_field_index(name)
        chunks = [chunk.dictionary_encode() for chunk in dictionaries[name].chunks]
        dictionaries = dictionaries.set_column(at, name, pyarrow.chunked_array(chunks))
    for data in (chunked, padded, dictionaries, chunked.to_reader(), whole.to_batches()[0]):
        assert duel.Set.from_arrow(data, **ROLES).save() == plain.save()
    assert len(streams) == 5
    twice = duel.Set.from_arrow(whole.slice(0, 15), **ROLES).append_table(whole.slice(15).to_reader(), **ROLES)
    assert twice.save() == plain.save()


def test_polars_and_pandas(streams):
    plain = expected()
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(COLUMNS)
    frames = [frame, frame.lazy(), frame.with_columns(polars.col("model_a", "model_b", "judge").cast(polars.Categorical)),
              frame.with_columns(polars.col("winner").cast(polars.Enum(sorted(set(WINNER))))), frame.rechunk(),
              polars.concat([frame[:7], frame[7:]], rechunk=False),
              frame.with_columns(polars.Series("model", [object()] * 40, dtype=polars.Object))]
    for data in frames:
        assert duel.Set.from_polars(data, **ROLES).save() == plain.save()
    assert len(streams) == len(frames)
    with pytest.raises(duel.ArgumentError, match="no column is called 'referee'. Name the column of the judge by judge=; the table has model_a, model_b"):
        duel.Set.from_polars(frame, **ROLES, judge="referee")
    pandas = pytest.importorskip("pandas")
    arrow = table().to_pandas(types_mapper=pandas.ArrowDtype)
    assert duel.Set.from_pandas(arrow, **ROLES).save() == plain.save()
    assert len(streams) == len(frames) + 1
    numpy = pandas.DataFrame({**COLUMNS, "model_a": pandas.Categorical(LEFT)})
    assert duel.Set.from_pandas(numpy, **ROLES).save() == plain.save()
    assert len(streams) == len(frames) + 1


def test_parquet(tmp_path, streams):
    plain, path = expected(), tmp_path / "votes.parquet"
    import pyarrow.parquet

    conversation = pyarrow.array([[{"role": "user", "content": "x" * row}] for row in range(40)])
    pyarrow.parquet.write_table(table().append_column("conversation", conversation), path, row_group_size=17)
    assert duel.Set.read_parquet(path, **ROLES).save() == plain.save()
    assert duel.Set.read_parquet(str(path), **{**ROLES, "outcomes": MEANINGS}, judge=None).info().judges == 0
    assert len(streams) == 2
    fewer = duel.Set.read_parquet(path, **{**ROLES, "drop": ["tie"]})
    kept = [row for row in range(40) if WINNER[row] != "tie"]
    assert fewer.save() == duel.Set.from_columns({n: [c[r] for r in kept] for n, c in COLUMNS.items()}, **ROLES).save()
    assert len(streams) == 3
    with pytest.raises(duel.ArgumentError, match="no column is called 'model_c'. Name the column of the first model by left="):
        duel.Set.read_parquet(path, **{**ROLES, "left": "model_c"})
    pyarrow.parquet.write_table(table().slice(0, 0), path)
    assert duel.Set.read_parquet(path, **ROLES).info().comparisons == 0


def test_duckdb(streams):
    """Relations as they are: enumerations, decimals, sums of 128 bits."""
    database = pytest.importorskip("duckdb").connect()
    database.execute("CREATE TYPE model AS ENUM ('a', 'b', 'c')")
    database.execute("CREATE TABLE votes (one model, other model, said VARCHAR, weight DECIMAL(9, 2))")
    database.execute("INSERT INTO votes VALUES ('a', 'b', 'left', 1.5), ('b', 'c', 'right', 2), ('c', 'a', 'tie', 1)")
    how = {"left": "one", "right": "other", "outcome": "said"}
    made = duel.Set.from_arrow(database.sql("SELECT * FROM votes"), **how, importance=True)
    assert made.item_names == ["a", "b", "c"] and made.info().comparisons == 4.5 and len(streams) == 1
    assert duel.Set.from_arrow(database.sql("SELECT * FROM votes"), **how, importance=True, drop="tie").info().comparisons == 3.5
    counts = "SELECT one, other, sum(weight) AS wins, sum(1) AS losses FROM votes GROUP BY ALL"
    made = duel.Set.from_arrow(database.sql(counts), left="one", right="other", weight=None)
    assert (made.info().left_wins, made.info().right_wins) == (4.5, 3) and len(streams) == 2


def test_rows_that_are_left_out(streams):
    kept = [row for row in range(40) if WINNER[row] not in ("tie", "model_b")]
    expected = duel.Set.from_columns({n: [c[r] for r in kept] for n, c in COLUMNS.items()}, **ROLES)
    how = {**ROLES, "drop": "tie", "outcomes": {**MEANINGS, "model_b": None}}
    for text in texts():
        data = table(winner=text)
        parts = pyarrow.concat_tables([data.slice(0, 13), data.slice(13, 0), data.slice(13)])
        for one in (data, parts, parts.to_reader(), data.to_batches()[0]):
            assert duel.Set.from_arrow(one, **how).save() == expected.save()
    assert len(streams) == 4 * len([text for text in texts() if str(text) != "string_view"])
    polars = pytest.importorskip("polars")
    assert duel.Set.from_polars(polars.DataFrame(COLUMNS), **how).save() == expected.save()
    # Rows are named as the table counts them.
    row = kept[-1]
    wrong = {**COLUMNS, "model_a": [None if k == row else name for k, name in enumerate(LEFT)]}
    pieces = pyarrow.Table.from_batches(pyarrow.table(wrong).to_batches(max_chunksize=7))
    for data in (pieces, wrong):
        with pytest.raises(duel.Error, match="left") as caught:
            duel.Set.from_arrow(data, **how)
        assert caught.value.row == row


def test_numbers():
    score = pyarrow.array([True, False, True])
    data = {"left": ["a", "b", "c"], "right": ["b", "c", "a"], "score": score, "weight": pyarrow.array([1, 0.5, 2], pyarrow.float32())}
    made = duel.Set.from_arrow(pyarrow.table(data), importance=True)
    assert made.info().comparisons == 3.5 and made.info().importance and made.info().left_wins == 3
    counts = {"left": ["a"], "right": ["b"], "wins": pyarrow.array([3], pyarrow.uint8()), "losses": pyarrow.array([4], pyarrow.int16())}
    assert duel.Set.from_arrow(pyarrow.table(counts)).info().comparisons == 7
    ones = pyarrow.table({"left": ["a", "a"], "right": ["b", "b"], "outcome": pyarrow.array([1, 3], pyarrow.int8())})
    assert duel.Set.from_arrow(ones).info().plain_ties == 1


def test_ids(streams):
    columns = {"left": [1, 2, 3, 1], "right": [2, 3, 1, 3], "judge": [1, None, 2, 1], "score": [1.0, 0.0, 0.5, 1.0]}
    types = [pyarrow.int8(), pyarrow.uint32(), pyarrow.int64(), pyarrow.float32()]
    data = pyarrow.table({name: pyarrow.array(column, kind) for (name, column), kind in zip(columns.items(), types)})
    made = duel.Set.from_arrow(data, ids=True, base=1)
    assert len(streams) == 1 and made.item_names == ["0", "1", "2"] and made.info().judges == 2
    assert duel.Set.from_columns({**columns, "judge": [1, -1, 2, 1]}, ids=True, base=1).save() == made.save()
    assert duel.Set.from_arrow(data).item_names == ["1", "2", "3"]
    with pytest.raises(duel.DataError, match="left is 1, below the first id 2") as caught:
        duel.Set.from_arrow(data, ids=True, base=2)
    assert caught.value.row == 0


def test_bad_rows_name_row_and_column_and_change_nothing(small):
    before = small.save()
    good = {"left": ["a", "b", "c"], "right": ["b", "c", "a"], "score": [1.0, 0.0, 0.5]}
    cases = [
        ({"right": ["b", None, "a"]}, 1, "right", duel.DataError),
        ({"left": ["a", "b", ""]}, 2, "left: a name is empty", duel.InvalidNameError),
        ({"left": ["a", "b", "x\0y"]}, 2, "holds a NUL", duel.InvalidNameError),
        ({"right": ["b", "b", "a"]}, 1, "left and right are both", duel.DataError),
        ({"score": [1.0, None, 0.5]}, 1, "score is null", duel.DataError),
        ({"score": [1.0, 0.0, 0.25]}, 2, "score is 0.25", duel.DataError),
        ({"score": ["1", "0", "1"]}, None, "score is a column of text", duel.ArgumentError),
        ({"left": [True, False, True]}, None, "left is a column of bools", duel.ArgumentError),
        ({"left": [[1], [2], [3]]}, None, "nested", duel.ArgumentError),
        ({"left": [0.5, 1.0, 2.0]}, 0, "left is 0.5", duel.InvalidNameError),
    ]
    for change, row, part, kind in cases:
        data = pyarrow.table({**good, **change})
        batches = pyarrow.concat_tables([data.slice(0, 2), data.slice(2)])
        with pytest.raises(kind) as caught:
            small.append_table(batches)
        assert part in str(caught.value) and caught.value.row == row, str(caught.value)
        assert small.save() == before
    twice = pyarrow.table([good["left"], good["right"], good["score"], good["left"]], names=["left", "right", "score", "left"])
    with pytest.raises(duel.ArgumentError, match="two columns"):
        duel.Set.from_arrow(twice)
    with pytest.raises(duel.DataError, match="outcome.*\"maybe\""):
        duel.Set.from_arrow(pyarrow.table({"left": ["a"], "right": ["b"], "outcome": ["maybe"]}))
    with pytest.raises(duel.ArgumentError, match="'A' is 'first'"):
        duel.Set.from_arrow(table(), **{**ROLES, "outcomes": {"A": "first"}})


def test_errors_of_the_producer_are_passed_on(small):
    before = small.save()

    def batches():
        yield pyarrow.record_batch({"left": ["p"], "right": ["q"], "score": [1.0]})
        raise RuntimeError("the file has ended")

    schema = pyarrow.schema({"left": pyarrow.string(), "right": pyarrow.string(), "score": pyarrow.float64()})
    with pytest.raises(duel.DataError, match="the file has ended"):
        small.append_table(pyarrow.RecordBatchReader.from_batches(schema, batches()))
    assert small.save() == before
    # A capsule that was used up says so.
    capsule = pyarrow.table({"left": ["p"], "right": ["q"], "score": [1.0]}).__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self, requested_schema=None):
            return capsule

    small.append_table(Once())
    with pytest.raises(duel.FormatError, match="released already"):
        small.append_table(Once())


def test_tables_of_results_are_streams_too(small):
    cells = small.cells()
    made = duel.Set.from_arrow(cells, judge=None, wins="left_wins", losses="right_wins", ties="plain_ties")
    assert made.save() == small.save()


def test_many_rows():
    """More rows than a block, in batches with dictionaries of their own, as numpy's arrays give them."""
    random = np.random.default_rng(7)
    names = np.array([f"model-{k}" for k in range(90)])
    left = random.integers(0, 90, 50_000)
    right = (left + random.integers(1, 90, 50_000)) % 90
    score = random.integers(0, 3, 50_000) / 2
    plain = duel.Set.from_columns({"left": names[left], "right": names[right], "score": score})
    whole = pyarrow.table({"left": names[left], "right": names[right], "score": score})
    reader = pyarrow.RecordBatchReader.from_batches(whole.schema, whole.to_batches(max_chunksize=1000))
    assert duel.Set.from_arrow(reader).save() == plain.save()
    coded = whole.set_column(0, "left", whole["left"].dictionary_encode()).set_column(1, "right", whole["right"].dictionary_encode())
    assert duel.Set.from_arrow(coded).save() == plain.save()
