"""Claims about the order of items, as C reads them."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ._constants import ClaimKind
from ._structs import new_struct, structure
from ._values import number, numbers
from .errors import ArgumentError

# The number of an item by its name or number, with the words for messages.
Place = Callable[[Any, str], int]

# What a claim says is the first of these keys that it has; with it go keys that it needs, and keys that it may have.
_FORMS: Dict[str, Tuple[Tuple[str, ...], Tuple[str, ...]]] = {
    "group": (("above",), ()),
    "above": ((), ("by",)),
    "not_worse": (("by",), ()),
    "parity": (("within",), ()),
    "top": (("k",), ("chosen",)),
    "order": ((), ()),
}


def claims_of(claims: Sequence[Mapping[str, Any]], place: Place) -> Tuple[Any, int, List[Any]]:
    """An array of structs, their number, and what they point to."""
    if isinstance(claims, (Mapping, str)):
        raise ArgumentError("claims must be a list of claims, such as [{'above': ['a', 'b']}]")
    listed = list(claims)
    made = (structure("duel_claim") * max(len(listed), 1))()
    kept: List[Any] = []
    for at, claim in enumerate(listed):
        made[at] = _struct(claim, f"claims[{at}]", place, kept)
    return made, len(listed), kept


def _struct(claim: Any, where: str, place: Place, kept: List[Any]) -> Any:
    form = _form(claim, where)
    if form in ("above", "not_worse", "parity"):
        first, second = _two(claim[form], f"{where}: {form}")
        by = _by(claim, form, where)
        kind = ClaimKind.PARITY if form == "parity" else ClaimKind.ABOVE
        ends = [place(item, f"{where}: {form}") for item in (first, second)]
        return new_struct("duel_claim", claim_kind=kind, first=ends[0], second=ends[1], by=by)
    if form == "top":
        chosen = claim.get("chosen", False)
        if not isinstance(chosen, bool):
            raise ArgumentError(f"{where}: chosen is {chosen!r}; it must be True or False")
        return new_struct(
            "duel_claim",
            claim_kind=ClaimKind.TOP,
            first=place(claim["top"], f"{where}: top"),
            k=number(claim["k"], "size_t", f"{where}: k"),
            is_chosen=int(chosen),
        )
    made = new_struct("duel_claim", claim_kind=ClaimKind.GROUPS if form == "group" else ClaimKind.ORDER)
    _point(made, "item", _places(claim[form], f"{where}: {form}", place), kept)
    if form == "group":
        _point(made, "other", _places(claim["above"], f"{where}: above", place), kept)
    return made


def _form(claim: Any, where: str) -> str:
    """Which claim it is; refuses keys that do not go with it."""
    if not isinstance(claim, Mapping):
        raise ArgumentError(f"{where} is {claim!r}; it must be a mapping, such as {{'above': ['a', 'b']}}")
    form = next((form for form in _FORMS if form in claim), None)
    if form is None:
        raise ArgumentError(f"{where} has the keys {list(claim)}; one of {', '.join(map(repr, _FORMS))} must be there")
    needed, further = _FORMS[form]
    for key in needed:
        if key not in claim:
            raise ArgumentError(f"{where}: {form!r} needs {key!r}, too")
    for key in claim:
        if key not in (form, *needed, *further):
            also = ", ".join(map(repr, needed + further)) or "nothing"
            raise ArgumentError(f"{where}: {key!r} does not go with {form!r}; with it goes {also}")
    return form


def _by(claim: Mapping[str, Any], form: str, where: str) -> float:
    """The difference of a claim about two items, as C counts it."""
    if form == "above":
        return float(number(claim.get("by", 0.0), "double", f"{where}: by"))
    key = "by" if form == "not_worse" else "within"
    by = float(number(claim[key], "double", f"{where}: {key}"))
    if not by > 0:
        raise ArgumentError(f"{where}: {key} is {by:g}; it must be a number above 0")
    return -by if form == "not_worse" else by


def _two(items: Any, what: str) -> Tuple[Any, Any]:
    if isinstance(items, str) or not hasattr(items, "__len__") or len(items) != 2:
        raise ArgumentError(f"{what} is {items!r}; it must be two items")
    first, second = items
    return first, second


def _places(items: Any, what: str, place: Place) -> List[int]:
    if isinstance(items, str) or not hasattr(items, "__iter__"):
        raise ArgumentError(f"{what} is {items!r}; it must be a list of items")
    return [place(item, what) for item in items]


def _point(made: Any, stem: str, places: Sequence[int], kept: List[Any]) -> None:
    elements = numbers(list(places), "size_t", stem)
    kept.append(elements)
    setattr(made, f"{stem}s", ctypes.c_void_p(elements.ctypes.data) if elements.size else None)
    setattr(made, f"{stem}_count", elements.size)
