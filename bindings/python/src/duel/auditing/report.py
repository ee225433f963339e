"""An audit as text, JSON and one page of HTML."""

from __future__ import annotations

import json
import textwrap
from itertools import islice
from typing import Any, Dict, Iterator, List, Sequence

from .._description import VERSION
from .._terminal import printable
from ..errors import Error
from .findings import FINE, FLAG, TOLD, UNASKED, Finding, counted
from .look import Look, refused
from .pictures import escaped

_WORDS = {FLAG: "FLAG", FINE: "ok", TOLD: "told", UNASKED: "-"}
_MOST_ROWS = 200

_STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --ink: #22303c; --quiet: #5b6b79; --line: #dfe5ea; --flag: #b23c1e; --fine: #2e7d4f; }
@media (prefers-color-scheme: dark) {
:root { --ground: #161d24; --ink: #e6ebf0; --quiet: #9aa8b5; --line: #33414d; --flag: #ff8a66; --fine: #6fcf97; }
}
body { margin: 0 auto; padding: 24px; max-width: 820px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif; }
h1 { font-size: 24px; margin: 0; } h2 { font-size: 17px; margin: 0; }
section { border-top: 1px solid var(--line); padding: 16px 0; }
.badge { display: inline-block; min-width: 44px; text-align: center; border: 1px solid; border-radius: 4px; font-size: 12px;
  padding: 0 6px; margin-right: 8px; color: var(--quiet); }
.badge.flag { color: var(--flag); font-weight: 600; } .badge.fine { color: var(--fine); }
.note { color: var(--quiet); font-size: 13px; }
.picture { overflow: auto; max-height: 640px; } .picture svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 13px; } th, td { padding: 2px 10px 2px 0; text-align: left; }
th { color: var(--quiet); font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
nav a { color: inherit; margin-right: 12px; } details > div { overflow: auto; max-height: 480px; }
"""


class Audit:
    """The findings of an audit: `findings`, each with name, figure, threshold, flag and sentence, and what the library
    warns of. It prints as text; `to_json()` and `html()` write it down, `to_pandas()` gives it as a data frame."""

    def __init__(self, look: Look, findings: Sequence[Finding], level: float) -> None:
        self.findings: List[Finding] = list(findings)
        """The findings, in the order of the questions."""
        self.level = level
        """The chance that a board without a fault raises no flag."""
        self.warnings: List[str] = _warnings(look)
        """Further warnings of the library about the board's model."""
        facts = look.facts
        judged = f"{counted(look.voters, 'judge')}" if facts.judges else "judges without names"
        where = f" in {counted(facts.contexts, 'context')}" if facts.contexts else ""
        self.subject = f"{counted(facts.comparisons, 'comparison')} of {counted(facts.items, 'item')} by {judged}{where}"
        """The data that were audited, in words."""

    @property
    def flags(self) -> List[str]:
        """The names of the findings that speak against the board."""
        return [finding.name for finding in self.findings if finding.flag]

    def __getitem__(self, name: str) -> Finding:
        return next(finding for finding in self.findings if finding.name == name)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    @property
    def summary(self) -> str:
        """The audit in a sentence."""
        asked = sum(finding.verdict in (FLAG, FINE) for finding in self.findings)
        if not self.flags:
            return f"None of {asked} checks speaks against this board."
        return f"{len(self.flags)} of {asked} checks {'speaks' if len(self.flags) == 1 else 'speak'} against this board: {', '.join(self.flags)}."

    def to_dict(self) -> Dict[str, Any]:
        """The audit as plain objects."""
        return {
            "duel": VERSION, "subject": self.subject, "level": self.level, "flags": self.flags, "summary": self.summary,
            "findings": [finding.to_dict() for finding in self.findings], "warnings": self.warnings,
        }  # fmt: skip

    def to_json(self) -> str:
        """The audit as JSON; what is missing is null."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)

    def to_pandas(self) -> Any:
        """The findings as a data frame of pandas, a row each."""
        import pandas

        names = ("name", "verdict", "figure", "measure", "threshold", "rule", "p", "sentence")
        return pandas.DataFrame([{name: getattr(finding, name) for name in names} for finding in self.findings])

    def text(self) -> str:
        """The audit as people read it."""
        lines = [self.subject, self.summary, ""]
        for finding in self.findings:
            head = f"{_WORDS[finding.verdict]:<5} {finding.name:<12}"
            lines += _wrapped(finding.sentence, head, len(head)) + _wrapped(_measured(finding), " " * len(head), len(head))
        if self.warnings:
            lines += ["", "Besides"]
            for warning in self.warnings:
                lines += _wrapped(warning, "- ", 2)
        return "\n".join(lines) + "\n"

    __str__ = text

    def __repr__(self) -> str:
        return f"<Audit: {self.summary}>"

    def html(self) -> str:
        """The audit as one page that needs nothing else, light or dark as the reader's screen is."""
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>Audit of a board</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{self._body()}\n</body>\n</html>\n"
        )

    def _repr_html_(self) -> str:
        return f"<div>{self._body()}</div>"

    def _body(self) -> str:
        links = "".join(f'<a href="#{finding.name}">{finding.name}</a>' for finding in self.findings if finding.flag)
        besides = "".join(f"<li>{escaped(warning)}</li>" for warning in self.warnings)
        return (
            f"<h1>Audit of a board</h1>\n<p>{escaped(self.subject)}<br>{escaped(self.summary)}</p>\n<nav>{links}</nav>\n"
            + "\n".join(map(_section, self.findings))
            + (f"\n<section><h2>Besides</h2><ul>{besides}</ul></section>" if besides else "")
            + f'\n<p class="note">duel {VERSION}. A board without a fault raises no flag in {100 * self.level:g} % of cases.</p>'
        )


def _wrapped(text: str, head: str, indent: int) -> List[str]:
    return textwrap.wrap(printable(text), 118, initial_indent=head, subsequent_indent=" " * indent, break_on_hyphens=False)


def _warnings(look: Look) -> List[str]:
    try:
        return [warning.text for warning in look.board.warnings()]
    except Error as error:
        if not refused(error):
            raise
        return [f"The board's model cannot be fitted: {error}"]


def _measured(finding: Finding) -> str:
    """Figure and threshold of a finding, in words."""
    if finding.figure is None:
        return ""
    p = "" if finding.p is None else f"; p = {finding.p:.3g}"
    rule = f". Flagged if {finding.rule}" if finding.rule else ""
    return f"{finding.measure}: {finding.figure:,.4g}{p}{rule}"


def _section(finding: Finding) -> str:
    picture = f'<div class="picture">{finding.picture}</div>' if finding.picture else ""
    return (
        f'<section id="{finding.name}">\n<h2><span class="badge {finding.verdict}">{_WORDS[finding.verdict]}</span>{escaped(finding.question)}</h2>\n'
        f'<p>{escaped(finding.sentence)}</p>\n<p class="note">{escaped(_measured(finding))}</p>\n{picture}{_details(finding)}\n</section>'
    )


def _details(finding: Finding) -> str:
    if not finding.details or not any(map(len, finding.details.values())):
        return ""
    head = "".join(f"<th>{escaped(name.replace('_', ' '))}</th>" for name in finding.details)
    every = list(zip(*finding.details.values()))
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(every, _MOST_ROWS))
    left = f'<p class="note">and {len(every) - _MOST_ROWS:,} more</p>' if len(every) > _MOST_ROWS else ""
    return f"<details><summary>Particulars</summary><div><table><tr>{head}</tr>{body}</table>{left}</div></details>"


def _cell(value: Any) -> str:
    if value is None or value != value:
        return "<td>–</td>"
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    if isinstance(value, (int, float)):
        return f'<td class="number">{value:,.4g}</td>' if isinstance(value, float) else f'<td class="number">{value:,}</td>'
    return f"<td>{escaped(str(value))}</td>"
