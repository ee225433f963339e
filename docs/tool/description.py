"""The interface as include/duel.json describes it, ordered into the pages of the manual."""

import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Page, title, the sections of the header that it holds. A section that is named nowhere has a page of its own.
PAGES = [
    ("status", "Errors and versions", ["status"]),
    ("rows", "Columns and rows", ["data", "stream"]),
    ("set", "Sets of comparisons", ["set", "validate", "learning"]),
    ("fit", "Fitting a model", ["fit_choices", "fit"]),
    ("model", "Models", ["model", "quantities", "warnings", "inference", "functions", "profile", "simulate", "next"]),
    ("options", "Options of inference", ["options"]),
    ("estimate", "Estimates", ["estimate", "selection", "hypotheses"]),
    ("bootstrap", "The bootstrap", ["bootstrap"]),
    ("ranks", "Ranks", ["ranks", "agreement", "fragility"]),
    ("checks", "Checks of a model", ["assess", "metrics", "vuong", "goodness", "residuals", "influence"]),
    ("judges", "Judges", ["judges", "judging", "judge_report", "outliers", "panels", "together"]),
    ("geometry", "Maps, trees and tiers", ["geometry", "clusters"]),
    ("gars", "Scores without a model", ["gars_choices", "gars_contexts", "gars", "gars_results", "gars_second_order"]),
    ("nuisance", "Learners of probabilities", ["learner"]),
    ("policy", "Policies of labelling", ["policy", "policy_d_optimal"]),
    ("monitor", "Monitors", ["monitor"]),
    ("sprt", "Sequential tests", ["sprt"]),
    ("table", "Tables", ["table"]),
    ("chart", "Drawings", ["chart"]),
]

NAME = re.compile(r"\b(?:duel_[a-z0-9_]*[a-z0-9]|DUEL_[A-Z0-9_]*[A-Z0-9])\b")


class Interface:
    """Everything that duel.json declares, by name, and the pages in their order."""

    def __init__(self, path=os.path.join(ROOT, "include", "duel.json")):
        with open(path, encoding="utf-8") as file:
            self.json = json.load(file)
        self.version = self.json["version"]
        self.functions = by_name(self.json["functions"])
        self.structs = by_name(self.json["structs"])
        self.enums = by_name(self.json["enums"])
        self.opaques = by_name(self.json["opaques"])
        self.callbacks = by_name(self.json["callbacks"])
        self.constants = by_name(self.json["constants"])
        self.tables = {table["function"]: table for table in self.json["tables"]}
        self.values = {value["name"]: enum for enum in self.json["enums"] for value in enum["values"]}
        self.sections = by_name(self.json["sections"])
        listed = {name for _, _, names in PAGES for name in names}
        gone = listed - set(self.sections)
        if gone:
            raise SystemExit(f"docs/tool/description.py: duel.json has no section {', '.join(sorted(gone))}")
        self.pages = PAGES[:-1] + [
            (section["name"], section["title"], [section["name"]])
            for section in self.json["sections"]
            if section["name"] not in listed
        ] + PAGES[-1:]
        self.page_of = {
            name: page
            for page, _, sections in self.pages
            for section in sections
            for name in self.sections[section]["declares"]
        }

    def declared(self, name):
        """The description of a function, struct, enumeration, opaque type, callback or constant, or None."""
        for kind in ("functions", "structs", "enums", "opaques", "callbacks", "constants"):
            if name in getattr(self, kind):
                return getattr(self, kind)[name]
        return None


def by_name(items):
    return {item["name"]: item for item in items}


def typed(kind, name):
    """A declaration as C writes it: the star beside the name."""
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


def prototype(function):
    """A function's parameters as C writes them."""
    return ", ".join(typed(p["type"], p["name"]) for p in function["parameters"]) or "void"


def sentence(text):
    """The text as a sentence: capital letter, full stop."""
    text = text.strip()
    if not text:
        return ""
    if text[0].islower() and not NAME.match(text) and " " in text:
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?:" else text + "."


def first_sentence(text):
    """The first sentence of a comment, for lists."""
    paragraph = text.split("\n\n")[0]
    found = re.match(r"(.+?[.!?])(?= [A-Z(]|$)", paragraph, re.S)
    return (found.group(1) if found else paragraph).strip()
