"""Calls: options, errors, interrupts, threads, processes, pickles."""

import _thread
import copy
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import duel


@pytest.fixture(scope="module")
def slow():
    """A set whose fits with disagreement take long enough to be interrupted."""
    rng = np.random.default_rng(1)
    items, judges, n = 40, 30, 30000
    left = rng.integers(items, size=n)
    right = (left + rng.integers(1, items, size=n)) % items
    judge = rng.integers(judges, size=n)
    strength = rng.normal(size=(judges, items))
    z = strength[judge, left] - strength[judge, right]
    score = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(float)
    return duel.Set().append(left, right, judge=judge, score=score)


def test_words_members_and_numbers_are_alike(small):
    models = [duel.fit(small, tie_model=one, accept=bits) for one, bits in
              (("davidson", "any"), (duel.TieModel.DAVIDSON, ["disconnected", "separated"]), (2, duel.FitProblem.ANY))]  # fmt: skip
    assert len({model.llf for model in models}) == 1
    assert models[0].info().tie_model is duel.TieModel.DAVIDSON
    assert duel.fit(small, threads=None, ridge=None).llf == duel.fit(small).llf


def test_options_that_are_wrong(small):
    model = duel.fit(small)
    with pytest.raises(duel.ArgumentError, match="strength is 'pooledd'; it must be one of 'pooled', 'sensitivity'"):
        duel.fit(small, strength="pooledd")
    with pytest.raises(TypeError, match="no option 'levle'; the options are .*level"):
        model.scores(levle=0.9)
    with pytest.raises(duel.ArgumentError, match="level"):
        model.scores(level=2)
    with pytest.raises(duel.ArgumentError, match="max_iterations is 1.5"):
        duel.fit(small, max_iterations=1.5)
    with pytest.raises(duel.ArgumentError, match="must lie between"):
        model.scores(threads=2**40)
    with pytest.raises(duel.ArgumentError, match="must lie between"):
        model.scores(seed=-1)
    with pytest.raises(duel.InvalidNameError, match="yellow"):
        model.scores(reference_item="yellow")
    with pytest.raises(duel.SizeError):
        model.estimate("scores").contrasts([[1, -1]])
    with pytest.raises(duel.ArgumentError, match="bootstrap is 3; it must be a Bootstrap"):
        model.scores(bootstrap=3)
    with pytest.raises(duel.ArgumentError, match="must be a Set"):
        model.accuracy(model)
    with pytest.raises(duel.NotIdentifiedError):
        duel.fit([] or {"left": ["a", "c"], "right": ["b", "d"], "score": [1, 1]})
    with pytest.raises(duel.UnsupportedError):
        duel.fit(small, ties="dropped", tie_model="davidson")
    with pytest.raises(duel.FormatError):
        duel.Model.load(b"nothing")
    with pytest.raises(duel.OutOfMemoryError):
        duel.fit(small, max_bytes=1)


def test_options_that_a_function_does_not_read_are_refused_by_name(judged):
    votes = judged.set
    assert len(votes.learning_curve([0.5, 1.0], repeats=2, fit={"ridge": 0.1})) > 0
    for refused, call in (
        ("level", lambda: judged.distances(level=0.9)),
        ("progress", lambda: votes.cross_validate(fit={"ridge": 0.1, "progress": print})),
        ("cancel", lambda: votes.learning_curve([0.5], fit={"cancel": duel.Cancel()})),
        ("threads", lambda: votes.given(judged.params, threads=2)),
    ):
        with pytest.raises(duel.UnsupportedError, match=f"^{refused} is not read by (Model|Set)\\.\\w+: leave it"):
            call()


def test_errors_have_the_words_of_python_and_leave_the_users(small):
    with pytest.raises(duel.NotIdentifiedError, match='"DUEL_MODEL_X" never lost to any other item; .* accept "separated"$'):
        duel.fit({"left": ["DUEL_MODEL_X"], "right": ["b"], "score": [1]})
    with pytest.raises(duel.UnsupportedError, match="^intervals: .* call Estimate.ranks$"):
        duel.fit(small).estimate("scores", intervals="anytime").rank_sets()


def test_ids_that_few_rows_cannot_need_are_refused():
    with pytest.raises(duel.Error) as caught:
        duel.Set().append([0, 2**31 - 2], [1, 0], score=[1, 0], ids=True)
    assert caught.value.row == 1


def test_every_status_is_an_exception():
    from duel import errors

    for status in duel.Status:
        if status:
            error = errors.error_of(int(status), "why", 4)
            assert type(error) is not duel.Error and error.status is status and error.row == 4
            again = pickle.loads(pickle.dumps(error))
            assert type(again) is type(error) and again.row == 4 and str(again) == "why"
    assert errors.error_of(99, "later", -1).row is None


def test_a_name_says_what_an_option_implies(small):
    model = duel.fit(small)
    assert model.scores(reference_item="blue")["estimate"][1] == 0
    weighted = model.scores(weights=[1, 0, 0])
    assert weighted["estimate"][0] == 0


def test_progress_and_its_exceptions(slow):
    seen = []
    duel.fit(slow, strength="sensitivity", progress=seen.append, accept="any")
    assert seen and seen[0].iteration >= 0 and all(isinstance(one, duel.Progress) for one in seen)

    def fail(_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        duel.fit(slow, strength="sensitivity", progress=fail)
    with pytest.raises(duel.CancelledError):
        duel.fit(slow, strength="sensitivity", progress=lambda now: True)


def test_progress_for_people(slow, capsys):
    duel.fit(slow, progress=True)
    assert "iteration" in capsys.readouterr().err


def test_the_bar_is_drawn_once_a_percent_and_outlives_its_pipe(slow, capsys, monkeypatch):
    model = slow.fit(progress=True)
    capsys.readouterr()
    model.bootstrap(replicates=2000, one_step=1, progress=True)
    assert capsys.readouterr().err.count("\r") <= 110

    class Closed:
        encoding = "utf-8"

        def write(self, text):
            raise BrokenPipeError

        flush = write

    for has_tqdm in (True, False):
        with monkeypatch.context() as now:
            now.setattr("sys.stderr", Closed())
            if not has_tqdm:
                now.setitem(sys.modules, "tqdm.auto", None)
            assert model.bootstrap(replicates=50, one_step=1, progress=True).info().used == 50


def test_scores_are_fixed_by_name(small):
    names = small.item_names
    by_name = small.fit(fixed_scores={"red": 0.25}).scores()["estimate"]
    assert list(by_name) == list(small.fit(fixed_scores=[0.25 if name == "red" else np.nan for name in names]).scores()["estimate"])
    with pytest.raises(duel.ArgumentError, match="'rde', which is no item"):
        small.fit(fixed_scores={"rde": 0.25})


def test_cancel(slow):
    token = duel.Cancel()
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    started = time.monotonic()
    with pytest.raises(duel.CancelledError):
        duel.fit(slow, strength="disagreement", rank=5, restarts=5000, ridge=0.1, cancel=token)
    assert time.monotonic() - started < 30
    with pytest.raises(duel.CancelledError):
        duel.fit(slow, cancel=token)  # it stays raised


@pytest.fixture()
def interruptible():
    """Interrupts heard: a shell starts what runs in the background with interrupts ignored, and Python keeps that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_keyboard_interrupt(slow, interruptible):
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        duel.fit(slow, strength="disagreement", rank=5, restarts=5000, ridge=0.1)
    assert time.monotonic() - started < 30
    assert duel.fit(slow).info().items == 40


@pytest.mark.parametrize("by_generator", [False, True])
def test_keyboard_interrupt_of_a_stream(by_generator, interruptible):
    pyarrow = pytest.importorskip("pyarrow")
    batch = pyarrow.record_batch({"left": ["a", "b"], "right": ["b", "c"], "score": [1.0, 0.0]})
    seen = []

    def batches():
        for _ in range(10_000_000):
            seen.append(1)
            yield batch

    table = pyarrow.Table.from_batches([batch] * 300_000)
    data = pyarrow.RecordBatchReader.from_batches(batch.schema, batches()) if by_generator else table
    made = duel.Set()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        made.append_table(data)
    assert time.monotonic() - started < 30 and made.info().comparisons == 0
    assert made.append_table(table.slice(0, 4)).info().comparisons == 4


def test_a_signal_from_outside_ends_a_program(tmp_path):
    script = tmp_path / "long.py"
    script.write_text(
        # A program that a shell starts in the background ignores this signal, and so do those that it starts.
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import duel, numpy as np\n"
        "rng = np.random.default_rng(1)\n"
        "left = rng.integers(60, size=40000)\n"
        "right = (left + rng.integers(1, 60, size=40000)) % 60\n"
        "votes = duel.Set().append(left, right, judge=rng.integers(50, size=40000), score=rng.integers(2, size=40000))\n"
        "print('ready', flush=True)\n"
        "try:\n    duel.fit(votes, strength='disagreement', rank=8, restarts=100000, ridge=0.1)\n"
        "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    )
    program = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout.readline() == "ready\n"
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=60)[0] == "interrupted\n" and program.returncode == 0
    finally:
        program.kill()


def test_other_threads_run_during_a_call(slow):
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(time.monotonic())

    other = threading.Thread(target=tick)
    other.start()
    started = time.monotonic()
    duel.fit(slow, strength="disagreement", rank=2, ridge=0.1, accept="any")
    ended = time.monotonic()
    stop.set()
    other.join()
    inside = [one for one in ticks if started < one < ended]
    assert len(inside) > 0.2 * (ended - started) / 0.005


def test_threads_share_models_and_sets(slow):
    model = duel.fit(slow)
    expected, found, errors = model.scores()["estimate"].tolist(), [], []
    shared = duel.Set()

    def work(number):
        try:
            for _ in range(5):
                found.append(duel.fit(slow).scores()["estimate"].tolist() == expected == model.scores()["estimate"].tolist())
                shared.append([f"a{number}"], ["b"], score=[1])
                shared.items()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == [True] * 20
    assert shared.info().comparisons == 20 and shared.info().items == 5


def test_opposite_merges_do_not_wait_for_each_other_for_ever(small):
    one, other = small.copy(), small.copy()
    merges = [threading.Thread(target=lambda a=a, b=b: [a.merge(b) for _ in range(8)], daemon=True) for a, b in ((one, other), (other, one))]
    for merge in merges:
        merge.start()
    for merge in merges:
        merge.join(30)
        assert not merge.is_alive()


def test_pickles(small):
    model = duel.fit(small, tie_model="davidson", accept="any")
    again = pickle.loads(pickle.dumps(model))
    assert again.save() == model.save() and again.scores()["se"].tolist() == model.scores()["se"].tolist()
    twin = pickle.loads(pickle.dumps(small))
    assert twin.save() == small.save() and twin.item_names == small.item_names == ["red", "blue", "green"]
    ids = duel.Set().append([2, 1, 0], [0, 2, 1], score=[1, 1, 0.5], ids=True)
    assert pickle.loads(pickle.dumps(ids)).save() == ids.save()
    gars = duel.Gars(["x", "y", "z"], functionals="borda")
    gars.add(np.full((4, 3, 3, 2), 0.5), context=[0, 1], first=["x", "y"], second=["y", "z"], category=[0, 1], propensity=[0.5, 0.5])
    again = pickle.loads(pickle.dumps(gars))
    assert again.save() == gars.save() and again.names == ["x", "y", "z"]
    facts = pickle.loads(pickle.dumps(model.info()))
    assert facts == model.info() and hash(facts) == hash(model.info())
    drawn = model.bootstrap(replicates=30, seed=5, progress=lambda done: None)
    again = pickle.loads(pickle.dumps(drawn))
    assert np.array_equal(again.get("scores"), drawn.get("scores"))
    with pytest.raises(TypeError, match="cannot be pickled: pickle its columns, by to_dict"):
        pickle.dumps(model.scores())
    assert copy.copy(model).llf == model.llf


def fitted(data):
    return duel.fit(data).scores()["estimate"].tolist()


@pytest.mark.parametrize("method", [m for m in ("fork", "spawn") if m in multiprocessing.get_all_start_methods()])
def test_processes(small, method):
    expected = fitted(small)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(fitted, [small] * 4) == [expected] * 4


def test_an_inherited_object_works_in_a_child(small):
    if not hasattr(os, "fork"):
        pytest.skip("no fork")
    model = duel.fit(small)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if len(model.scores()) == 3 else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0 and len(model.scores()) == 3


def test_facts_cannot_be_changed(small):
    facts = duel.fit(small).info()
    with pytest.raises(AttributeError):
        facts.items = 4
    assert facts.stop in (duel.Stop.CONVERGED, duel.Stop.PRECISION) and facts.problems == duel.FitProblem.OK
    assert "log_likelihood=" in repr(facts) and "<table>" in facts._repr_html_() and facts._asdict()["items"] == 3


def test_nothing_leaks(small):
    """Memory stays where it is while objects come and go."""
    resource = pytest.importorskip("resource")

    def round_trip():
        for _ in range(300):
            model = duel.fit(small)
            model.scores().to_dict()
            model.estimate("scores").pairs()
            pickle.loads(pickle.dumps(model))

    round_trip()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(4):
        round_trip()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_the_import_is_quick():
    # Of the processor: what else the machine does counts little.
    code = "import numpy, time; t = time.process_time(); import duel; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout) for _ in range(5)]
    assert min(times) < 0.15, times


def test_another_library_is_refused(tmp_path):
    run = subprocess.run([sys.executable, "-c", "import duel"], env={**os.environ, "DUEL_LIBRARY": str(tmp_path / "none.so")},
                         capture_output=True, text=True)  # fmt: skip
    assert run.returncode == 1 and "set DUEL_LIBRARY" in run.stderr


def test_messages_name_choices_in_words():
    votes = {"left": list("abcab"), "right": list("bcabc"), "judge": list("xxyyy"), "score": [1, 0, 0.5, 0, 1]}
    with pytest.raises(duel.UnsupportedError) as error:
        duel.fit(votes).outliers()
    assert 'use "davidson" or "dropped"' in str(error.value) and "DUEL_" not in str(error.value)
