"""Writes a man page for each function, struct and enumeration of the interface: python3 docs/tool/man.py FOLDER."""

import datetime
import os
import re
import sys

from description import ROOT, Interface, first_sentence, prototype, sentence, typed


def date():
    """The day of the description, or of SOURCE_DATE_EPOCH for builds that are to be the same."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or os.path.getmtime(os.path.join(ROOT, "include", "duel.json"))
    day = datetime.datetime.fromtimestamp(float(seconds), datetime.timezone.utc)
    return f"{day:%B} {day.day}, {day.year}"


def literal(text):
    """Text that roff prints as it is, one line of it."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("`", "")
    return "\\&" + text if text[:1] in ".'" else text


def quoted(text):
    """An argument of a macro."""
    text = text.replace("\\", "\\e").replace('"', "\\(dq")
    # A word of one to three letters could be a macro of mdoc's own.
    return f'"{text}"' if " " in text else f"\\&{text}" if len(text) <= 3 else text


def wrapped(text):
    """A paragraph on short lines, a sentence's end at the end of its line."""
    lines = []
    for part in re.split(r"(?<=[.!?:;]) +(?=[A-Z(])", literal(text)):
        line = ""
        for word in part.split(" "):
            if line and len(line) + len(word) > 78:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return ["\\&" + line if line[:1] in ".'" else line for line in lines if line]


def prose(text):
    """Paragraphs, with what parts them."""
    lines = []
    for number, paragraph in enumerate(p for p in text.split("\n\n") if p.strip()):
        lines += [".Pp"] if number else []
        lines += wrapped(paragraph)
    return lines


def about(text):
    """The line under NAME: the first sentence without its end; of a long one its first clauses, never cut within one."""
    line = first_sentence(text).rstrip(".:").replace("`", "")
    line = re.split(r"(?<=.{24}): ", line)[0]
    if len(line) > 90:
        ends = [found.start() for found in re.finditer(r"; |, | \(", line) if 24 <= found.start() <= 90]
        line = line[: ends[-1]] if ends else line
    return literal(line[:1].lower() + line[1:] if line[1:2].islower() else line)


class Man:
    def __init__(self, interface):
        self.interface = interface

    def page(self, name, text, synopsis, body, history=()):
        """A page: heading, name, synopsis, description and what follows it."""
        lines = [f".Dd {date()}", f".Dt {name.upper()} 3", ".Os", ".Sh NAME", f".Nm {name}", f".Nd {about(text)}",
                 ".Sh LIBRARY", "duel, rankings with honest uncertainty from pairwise judgements (libduel, \\-lduel)",
                 ".Sh SYNOPSIS", ".In duel.h"]
        return "\n".join(lines + synopsis + body + self.see_also(name) + list(history)) + "\n"

    def see_also(self, name):
        """The other names of the same page of the manual, functions first."""
        face = self.interface
        page = face.page_of[name]
        beside = [
            other
            for other, where in face.page_of.items()
            if where == page and other != name and (other in face.functions or other in face.structs)
        ]
        functions = [other for other in beside if other in face.functions]
        names = sorted(["duel", *(functions or beside)])
        links = [f".Xr {other} 3 ," for other in names]
        links[-1] = links[-1][:-2]
        return [".Sh SEE ALSO", *links]

    def function(self, item):
        synopsis = [f".Ft {quoted(item['result'])}", f".Fo {item['name']}"]
        synopsis += [f".Fa {quoted(typed(p['type'], p['name']))}" for p in item["parameters"]] or [".Fa void"]
        synopsis.append(".Fc")
        body = [".Sh DESCRIPTION", *prose(item["doc"])]
        said = [p for p in item["parameters"] if p.get("doc") or p.get("reads")]
        if said:
            body += [".Pp", "The arguments are:", ".Bl -tag -width Ds"]
            for parameter in said:
                body += [f".It Fa {quoted(parameter['name'])}", *prose(sentence(parameter.get("doc", "")))]
                if parameter.get("reads"):
                    body += wrapped(f"Fields that are read: {', '.join(parameter['reads'])}; the others must be zero.")
            body.append(".El")
        table = self.interface.tables.get(item["name"])
        if table:
            body += [".Sh COLUMNS", *wrapped(f"The table has these columns ({table['title']}):"), ".Bl -tag -width Ds"]
            for column in table["columns"]:
                kind = column["type"] + (f", {column['refers']}" if column.get("refers") else "")
                kind += f", {column['unit']}" if column["unit"] else ""
                body += [f".It Li {quoted(column['name'])} Pq {quoted(kind)}", *prose(column["doc"])]
            body.append(".El")
        if item["result"] == "duel_status":
            body += [".Sh RETURN VALUES", "DUEL_OK, which is 0, or the code of an error; the message is that of",
                     ".Xr duel_last_error 3 .", "A call that fails writes no output and leaves its objects as they were."]
            if item["cancellable"]:
                body += ["It can be cancelled, and then returns DUEL_ERR_CANCELLED."]
        history = [".Sh HISTORY", f"It is there since version {item['since']}."] if item["since"] else []
        return self.page(item["name"], item["doc"], synopsis, body, history)

    def struct(self, item):
        synopsis = [f".Vt {item['name']} ;"]
        body = [".Sh DESCRIPTION", *prose(item["doc"]), ".Pp", "The fields are:", ".Bl -tag -width Ds"]
        for field in item["fields"]:
            body += [f".It Va {quoted(typed(field['type'], field['name']))}", *prose(sentence(field.get("doc", "")))]
        return self.page(item["name"], item["doc"], synopsis, [*body, ".El"])

    def enum(self, item):
        synopsis = [f".Vt {item['name']} ;"]
        body = [".Sh DESCRIPTION", *prose(item["doc"]), ".Pp", "The values are:", ".Bl -tag -width Ds"]
        for value in item["values"]:
            number = str(value["value"]).replace("-", "\\-")
            body += [f".It Dv {value['name']} Pq \\&{number}", *prose(sentence(value["doc"]))]
        return self.page(item["name"], item["doc"], synopsis, [*body, ".El"])

    def overview(self):
        """duel(3): the header's first comment, and all functions by section."""
        with open(os.path.join(ROOT, "include", "duel.h"), encoding="utf-8") as file:
            comment = re.match(r"/\*\n(.*?)\*/", file.read(), re.S).group(1)
        text = "\n".join(line[3:] if line.startswith(" * ") else "" for line in comment.split("\n"))
        body = [".Sh DESCRIPTION"]
        for number, paragraph in enumerate(p.strip("\n") for p in re.split(r"\n{2,}", text) if p.strip()):
            if paragraph.startswith("  "):
                body += [".Bd -literal"] + [line.replace("\\", "\\e") for line in paragraph.split("\n")] + [".Ed"]
            else:
                body += ([".Pp"] if number else []) + wrapped(paragraph)
        for _, title, sections in self.interface.pages:
            names = [n for s in sections for n in self.interface.sections[s]["declares"] if n in self.interface.functions]
            if names:
                body += [f".Ss {title}", ".Bl -tag -width Ds"]
                for name in names:
                    body += [f".It Xr {name} 3", about(self.interface.functions[name]["doc"])]
                body.append(".El")
        head = [f".Dd {date()}", ".Dt DUEL 3", ".Os", ".Sh NAME", ".Nm duel",
                ".Nd rankings with honest uncertainty from pairwise judgements", ".Sh SYNOPSIS", ".In duel.h"]
        return "\n".join(head + body) + "\n"

    def pages(self):
        face = self.interface
        yield "duel", self.overview()
        for items, write in ((face.functions, self.function), (face.structs, self.struct), (face.enums, self.enum)):
            for name, item in items.items():
                yield name, write(item)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, text in Man(Interface()).pages():
        with open(os.path.join(folder, name + ".3"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
