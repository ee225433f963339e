"""Text of files, as a terminal may have it."""

from __future__ import annotations

import re

# Controls (C0, DEL, C1), separators of lines and paragraphs, marks that turn the direction of text, and halves of characters.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Text without characters that a terminal obeys: they are written as escapes."""
    return _UNSAFE.sub(lambda found: _escaped(found.group()), text)


def _escaped(character: str) -> str:
    code = ord(character)
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def printable_json(text: str) -> str:
    """JSON whose text has such characters as JSON's own escapes, which mean the same; ends of lines stay."""
    return _UNSAFE.sub(lambda found: found.group() if found.group() == "\n" else f"\\u{ord(found.group()):04x}", text)
