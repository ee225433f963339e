"""Tables: views, labels, missing values, and data frames."""

import gc
import weakref

import numpy as np
import pytest

import duel


@pytest.fixture()
def lost(small):
    """A model with an item of which nothing is known."""
    small.intern("item", ["lonely"])
    return duel.fit(small, accept="disconnected")


def test_views_are_read_only_and_outlive_everything(small):
    model = duel.fit(small)
    table = model.scores()
    view, codes = table["estimate"], table.column("item")
    expected = view.tolist()
    labels = codes.labels
    with pytest.raises(ValueError):
        view[0] = 1
    assert not view.flags.writeable and not view.flags.owndata
    alive = weakref.ref(table)
    del table, model, small
    gc.collect()
    assert alive() is not None  # the view holds it
    assert view.tolist() == expected and codes.labels == labels and codes.to_list() == list(labels)
    del view, codes
    assert alive() is None  # at once, without the collector


def test_types_of_columns(lost):
    table = lost.scores()
    assert len(table) == 4 and table.columns[:3] == ("item", "estimate", "se")
    assert table["item"].tolist() == ["red", "blue", "green", "lonely"]
    assert table["estimate"].dtype == np.float64 and np.isnan(table["estimate"][3])
    assert table["rank_best"].dtype == np.int64
    state = table.column("state")
    assert state.labels[state.values[3]] == "not_identified" == table["state"][3]
    unit = table.column("estimate")
    assert unit.unit == "score" and unit.description.startswith("The score") and unit.null_count == 1
    assert unit.valid.tolist() == [True, True, True, False]
    assert "score" in repr(unit)
    items = lost.items()
    assert items["problems"].tolist()[3] == ("disconnected",)
    assert items.column("problems").values.dtype == np.uint32
    near = lost.equivalence()
    assert isinstance(near["is_open"], np.ma.MaskedArray) or near["is_open"].dtype == np.bool_
    with pytest.raises(duel.InvalidNameError, match="estimat"):
        table["estimat"]


def test_missing_whole_numbers_are_masked(lost):
    found = 0
    for table in (lost.rank_summary(), lost.equivalence(), lost.scores(), lost.tiers("number", 2)):
        for name in table.columns:
            column = table.column(name)
            if column.null_count and column.type in (duel.Type.I64, duel.Type.BOOL):
                masked = table[name]
                assert isinstance(masked, np.ma.MaskedArray) and masked.mask.sum() == column.null_count
                assert column.to_list().count(None) == column.null_count
                found += 1
    assert found


def test_rows_are_named_tuples(small):
    row = next(iter(duel.fit(small).scores()))
    assert row.item == "red" and row.rank_best == 1 and type(row.rank_best) is int and type(row.estimate) is float
    table = duel.fit(small).warnings()
    assert all(isinstance(row.text, str) for row in table) and table.to_dict()["code"]


def test_text_and_html(lost):
    table = lost.scores()
    assert "red" in str(table) and "estimate" in repr(table)
    assert len(table.to_string(rows=1).splitlines()) < len(str(table).splitlines())
    assert table.to_string(digits=9) != str(table)
    html = table._repr_html_()
    assert html.startswith("<table><caption>") and "lonely" in html and "–" in html
    assert "more rows" in table._repr_html_(rows=2)
    odd = duel.Set.from_rows([("<b>", "&", 1), ("&", "<b>", 1)])
    assert "&lt;b&gt;" in odd.items()._repr_html_() and "<b>" not in odd.items()._repr_html_().replace("<body>", "")
    assert table.info.level == 0.95 and table.info.covariance is duel.Covariance.SANDWICH and table.title


def test_pandas(lost):
    pandas = pytest.importorskip("pandas")
    table = lost.scores()
    frame = table.to_pandas()
    assert list(frame.columns) == list(table.columns) and frame.attrs["units"]["estimate"] == "score"
    assert isinstance(frame["item"].dtype, pandas.CategoricalDtype) and frame["item"].tolist() == table["item"].tolist()
    np.testing.assert_array_equal(frame["estimate"].to_numpy(), table["estimate"])
    summary = lost.rank_summary()
    frame = summary.to_pandas()
    for name in summary.columns:
        column = summary.column(name)
        if column.type is duel.Type.I64 and column.null_count:
            assert str(frame[name].dtype) == "Int64" and frame[name].isna().sum() == column.null_count
    residuals = lost.residuals("pair").to_pandas()
    assert residuals["context"].isna().all()
    votes = pandas.DataFrame({"left": pandas.Categorical(["a", "b", "b"], categories=["z", "a", "b"]), "right": ["b", "a", "c"],
                              "judge": pandas.array(["x", None, "x"], dtype="string"), "score": pandas.array([1, 0, 1], dtype="Int64")})  # fmt: skip
    made = duel.Set.from_pandas(votes)
    assert made.item_names == ["a", "b", "c"] and made.info().has_anonymous
    assert made.save() == duel.Set.from_columns({name: votes[name].astype(object).where(votes[name].notna(), None).tolist() for name in votes}).save()
    floats = pandas.DataFrame({"left": ["a", "b"], "right": ["b", "a"], "context": [1.0, np.nan], "score": [1, 1]})
    assert duel.Set.from_pandas(floats).context_names == ["1"]


def test_polars(lost):
    polars = pytest.importorskip("polars")
    frame = lost.scores().to_polars()
    assert frame["item"].to_list() == lost.scores()["item"].tolist() and frame["estimate"].null_count() == 1
    votes = polars.DataFrame({"left": ["a", "b", "b"], "right": ["b", "a", "c"], "judge": ["x", None, "x"], "score": [1, 0, 1]})
    made = duel.Set.from_polars(votes)
    cast = votes.with_columns(polars.col("left").cast(polars.Categorical), polars.col("judge").cast(polars.Enum(["y", "x"])))
    assert duel.Set.from_polars(cast).save() == made.save() == duel.Set.from_columns(votes.to_dict(as_series=False)).save()
    assert duel.Set.from_polars(votes.lazy()).save() == made.save()


def test_pyarrow(lost):
    pyarrow = pytest.importorskip("pyarrow")
    table = lost.scores()
    arrow = table.to_arrow()
    assert arrow.num_rows == 4 and arrow["item"].to_pylist() == table["item"].tolist()
    assert arrow["estimate"].null_count == 1
    assert arrow.schema.field("estimate").metadata[b"unit"] == b"score"
    del table
    gc.collect()
    assert arrow["item"].to_pylist()[0] == "red"
    votes = pyarrow.table({"left": pyarrow.chunked_array([["a"], ["b", "b"]]), "right": pyarrow.array(["b", "a", "c"]).dictionary_encode(),
                           "judge": pyarrow.array(["x", None, "x"], pyarrow.large_string()), "score": pyarrow.array([1, 0, 1], pyarrow.int8())})  # fmt: skip
    made = duel.Set.from_arrow(votes)
    assert made.item_names == ["a", "b", "c"] and made.info().has_anonymous
    assert duel.Set.from_arrow(votes.to_reader()).save() == made.save()
    assert duel.Set.from_arrow(Stream(votes)).save() == made.save()


class Stream:
    """A producer that is nothing but that."""

    def __init__(self, of):
        self.of = of

    def __arrow_c_stream__(self, requested_schema=None):
        return self.of.__arrow_c_stream__(requested_schema)


def test_streams_that_nobody_takes_are_freed(small):
    from duel import table as module

    tables = duel.fit(small).scores()
    capsule = tables.__arrow_c_stream__()
    assert len(module._STREAMS) == 1
    del capsule
    assert not module._STREAMS
    capsule = tables.__arrow_c_stream__()
    alive = weakref.ref(tables)
    del tables
    assert alive() is None  # the stream has a share of its own
    del capsule


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    columns = {"left": ["a", "b"], "right": ["b", "a"], "score": [1.0, 0.5]}
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "votes.parquet")
    assert duel.Set.read_parquet(tmp_path / "votes.parquet").save() == duel.Set.from_columns(columns).save()


def test_tables_without_rows_have_their_columns():
    nothing = duel.Set()
    for table in (nothing.items(), nothing.pairs(), nothing.cells(), nothing.judges()):
        names = list(table.to_dict())
        assert len(table) == 0 and len(names) >= 8 and list(table) == []
        for name in names:
            assert isinstance(table[name], np.ndarray) and table[name].shape == (0,)
        # The heads of the columns, and nothing below.
        assert str(table).split() == names and "<td>" not in table._repr_html_()
        arrow = pytest.importorskip("pyarrow").table(table)
        assert arrow.column_names == names and arrow.num_rows == 0


def test_leaderboards_are_printed_with_the_best_first(mtbench):
    scores = mtbench.fit().scores()
    in_order = [name for _, name in sorted(zip(scores["rank"], scores["item"]))]
    for text in (str(scores), repr(scores)):
        assert [line.split()[0] for line in text.splitlines()[1:]] == in_order
    html = scores._repr_html_()
    assert sorted(in_order, key=html.index) == in_order and list(scores["item"]) == mtbench.item_names
    short = scores.to_string(rows=2).splitlines()
    assert [line.split()[0] for line in short[1:3]] == in_order[:2] and short[-1] == "... and 4 more rows"


def test_modules_are_there_with_the_package():
    assert duel.formats.read and duel.plot.forest
