"""Makes the samples of this folder by the formats' own writers; run it in an environment that has them:

    pip install inspect-ai==0.3.285 chess==1.11.2 preflibtools==2.0.33 alpaca-eval==0.6.6
    pip install --no-deps fschat==0.2.36 lm-eval==0.4.13
    pip install plotly pytz
    python -I make.py

Judges are stand-ins that answer by a rule; everything around them is the packages' own code. README.md says what each is.
"""

import json
import os
import shutil
import sys
import tempfile
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))


def place(*parts):
    path = os.path.join(HERE, *parts)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.remove(path)
    return path


def mt_bench():
    # Imports of fastchat for its own models are not needed to write judgments.
    for name in ("openai", "anthropic", "fastchat.model.model_adapter"):
        sys.modules.setdefault(name, mock.MagicMock())
    from fastchat.llm_judge import common

    judge = common.Judge("gpt-4", {"type": "pairwise", "name": "pair-v2"})
    path = place("mt_bench.jsonl")
    winners = iter(["A", "B", "A", "A", "tie", "tie", "B", "B", "A", "error", "B", "A"])
    with mock.patch.object(common, "run_judge_pair", lambda *_, **__: (next(winners), "prompt", "judgment")):
        for question, (one, other) in enumerate([("m1", "m2"), ("m1", "m3"), ("m2", "m3")] * 2):
            match = common.MatchPair({"question_id": 81 + question // 3}, one, other, "x", "y", judge)
            with mock.patch("time.time", lambda: 0.0):
                common.play_a_match_pair(match, path)


def arena():
    # The log that the Arena's server writes of a vote, cleaned by the script that makes the released files.
    import runpy

    from fastchat import utils

    def vote(kind, models, number, said="hello"):
        states = [{
            "model_name": name, "conv_id": f"{number}{side}", "offset": 0,
            "messages": [["user", f"question {number}"], ["assistant", f"{said} from {side}"]],
        } for name, side in zip(models, "ab")]  # fmt: skip
        # The names are hidden from who votes.
        return {"tstamp": 1700000000.0 + number, "type": kind, "models": ["", ""], "states": states, "ip": f"10.0.0.{number % 3}"}

    pairs = [("m1", "m2"), ("m2", "m3"), ("m3", "m1")]
    kinds = ["leftvote", "rightvote", "tievote", "bothbad_vote", "leftvote", "rightvote"]
    votes = [vote(kind, pairs[k % 3], k) for k, kind in enumerate(kinds)]
    votes.append(vote("leftvote", pairs[0], 6, "I am ChatGPT, said"))  # the writer leaves it out
    with tempfile.TemporaryDirectory() as home:
        for server in range(14):
            os.makedirs(os.path.join(home, "fastchat_logs", f"server{server}"))
        with open(os.path.join(home, "fastchat_logs", "server0", "2023-11-14-conv.json"), "w") as file:
            file.writelines(json.dumps(one) + "\n" for one in votes)
        before = os.getcwd()
        os.chdir(home)
        try:
            # The detection of languages is a C++ library that this does not need.
            with mock.patch.dict(os.environ, HOME=home), mock.patch.object(utils, "detect_language", lambda _: "English"):
                with mock.patch.object(sys, "argv", ["clean_battle_data", "--mode", "conv_release", "--sanitize-ip"]):
                    runpy.run_module("fastchat.serve.monitor.clean_battle_data", run_name="__main__", alter_sys=True)
            written = next(name for name in os.listdir(home) if name.startswith("clean_battle_conv"))
            shutil.copy(os.path.join(home, written), place("arena.json"))
        finally:
            os.chdir(before)


def alpaca_eval():
    from alpaca_eval.annotators import PairwiseAnnotator

    answers = {"m1": ["a", "b", "c"], "m2": ["d", "b", "f"]}
    first, second = (
        [{"instruction": f"question {k}", "output": text, "generator": name} for k, text in enumerate(texts)]
        for name, texts in answers.items()
    )
    # The configuration of the package's own tests, with answers that do not come from a network.
    verdicts = iter(["Output (a)", "Output (b)"])
    decoder = lambda prompts, **_: {  # noqa: E731
        "completions": [next(verdicts) for _ in prompts], "completions_all": list(prompts),
        "price_per_example": [0] * len(prompts), "time_per_example": [0] * len(prompts),
    }  # fmt: skip
    with mock.patch("alpaca_eval.annotators.base.get_fn_completions", lambda _: decoder):
        annotator = PairwiseAnnotator(annotators_config="test", caching_path=None)
    annotations = annotator.annotate_head2head(first, second)
    with open(place("alpaca_eval.json"), "w") as file:
        # As alpaca_eval.main.evaluate writes its annotations.
        import pandas

        pandas.DataFrame.from_records(annotations).to_json(file, orient="records", indent=2)


def lm_eval():
    from lm_eval.loggers import EvaluationTracker

    with tempfile.TemporaryDirectory() as folder:
        for model, right in (("org__first", [1.0, 0.0, 1.0]), ("org__second", [1.0, 1.0, 0.0])):
            tracker = EvaluationTracker(output_path=folder)
            tracker.general_config_tracker.model_name_sanitized = model
            tracker.date_id = "2026-11-22"
            # The fields of lm_eval/evaluator.py, "example".
            samples = [
                {
                    "doc_id": k, "doc": {"question": f"q{k}"}, "target": "yes", "arguments": [("prompt", " yes")],
                    "resps": [[(-1.0, True)]], "filtered_resps": [(-1.0, True)], "filter": "none",
                    "metrics": ["acc"], "doc_hash": f"d{k}", "prompt_hash": f"p{k}", "target_hash": "t", "acc": score,
                }
                for k, score in enumerate(right)
            ]  # fmt: skip
            tracker.save_results_samples("boolq", samples)
            written = os.path.join(folder, model, "samples_boolq_2026-11-22.jsonl")
            shutil.copy(written, place("lm_eval", model, "samples_boolq_2026-11-22.jsonl"))


def inspect():
    import inspect_ai
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import match

    for model, answers in (("first", ["4", "6", "9"]), ("second", ["4", "5", "8"])):
        outputs = [ModelOutput.from_content("mockllm/" + model, answer) for answer in answers]
        for output in outputs:
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        task = inspect_ai.Task(
            dataset=[Sample(input=f"question {k}", target=target, id=k) for k, target in enumerate(["4", "6", "8"])],
            scorer=match(), name="sums",
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            inspect_ai.eval(
                task, model=get_model("mockllm/" + model, custom_outputs=outputs), log_dir=folder, log_format="json",
                display="none", max_connections=1,
            )  # fmt: skip
            name = next(entry for entry in os.listdir(folder) if entry.endswith(".json"))
            shutil.copy(os.path.join(folder, name), place("inspect", f"{model}.json"))


def preflib():
    from preflibtools.instances import OrdinalInstance

    made = OrdinalInstance()
    made.data_type = "toc"
    made.alternatives_name = {1: "ash", 2: "birch", 3: "cedar"}
    made.num_alternatives = 3
    made.append_order_list([((1,), (2,), (3,)), ((1,), (2,), (3,)), ((3,), (1, 2))])
    made.file_name, made.title = "trees.toc", "Trees"
    made.write(place("trees.toc"))


def pgn():
    import chess.pgn

    with open(place("games.pgn"), "w") as file:
        for white, black, result in (("Anna", "Boris", "1-0"), ("Boris", "Anna", "1/2-1/2"), ("Clara \"C\"", "Anna", "0-1"), ("Boris", "Clara \"C\"", "*")):
            game = chess.pgn.Game()
            game.headers.update({"White": white, "Black": black, "Result": result})
            game.add_main_variation(chess.Move.from_uci("e2e4"))
            print(game, file=file, end="\n\n")


if __name__ == "__main__":
    for make in [globals()[name] for name in sys.argv[1:]] or [mt_bench, arena, alpaca_eval, lm_eval, inspect, preflib, pgn]:
        make()
