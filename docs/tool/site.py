"""Writes the reference of the site as reStructuredText: python3 docs/tool/site.py FOLDER."""

import os
import re
import sys

from description import NAME, Interface, first_sentence, prototype, sentence, typed


class Site:
    def __init__(self, interface):
        self.interface = interface

    # -- Text ------------------------------------------------------------------------------------------

    def role(self, name, here):
        """A name of the interface as a link, or as code where it is declared here or nowhere."""
        face = self.interface
        if name == here:
            return f"``{name}``"
        if name in face.functions:
            return f":c:func:`{name}`"
        if name in face.values:
            return f":c:enumerator:`{name}`"
        if name in face.structs:
            return f":c:struct:`{name}`"
        if name in face.enums:
            return f":c:enum:`{name}`"
        if name in face.opaques or name in face.callbacks:
            return f":c:type:`{name}`"
        if name in face.constants:
            return f":c:macro:`{name}`"
        return f"``{name}``"

    def inline(self, text, here=None):
        """A comment's paragraph as reStructuredText: quoted code stays, names become links."""
        parts = []
        for number, part in enumerate(text.split("`")):
            if number % 2:
                parts.append(self.role(part, here) if NAME.fullmatch(part) else f"``{part}``")
            else:
                parts.append(self.plain(part, here))
        return "".join(parts)

    def plain(self, text, here):
        done, out = 0, []
        for found in NAME.finditer(text):
            out.append(escape(text[done:found.start()]))
            # Member of a struct, call of a function: the rest of the word stays outside the link.
            before = text[found.start() - 1:found.start()]
            after = text[found.end():found.end() + 1]
            glue_before = "\\ " if before and not before.isspace() and before not in "([{\"'<-/:" else ""
            glue_after = "\\ " if after and not after.isspace() and after not in "'\")]}>-/:.,;!?" else ""
            out.append(glue_before + self.role(found.group(), here) + glue_after)
            done = found.end()
        out.append(escape(text[done:]))
        return "".join(out)

    def paragraphs(self, text, here=None, indent=""):
        return [indent + self.inline(" ".join(p.split()), here) + "\n" for p in text.split("\n\n") if p.strip()]

    # -- Pages -----------------------------------------------------------------------------------------

    def page(self, title, sections):
        lines = [title, "=" * len(title), ""]
        names = [name for section in sections for name in self.interface.sections[section]["declares"]]
        functions = [name for name in names if name in self.interface.functions]
        if functions:
            lines += [".. list-table::", "   :widths: 40 60", "   :class: functions", ""]
            for name in functions:
                about = self.inline(first_sentence(self.interface.functions[name]["doc"]), name)
                lines += [f"   * - :c:func:`{name}`", f"     - {about}"]
            lines.append("")
        for section in sections:
            described = self.interface.sections[section]
            if len(sections) > 1:
                heading = described["title"]
                lines += [heading, "-" * len(heading), ""]
            for name in described["declares"]:
                lines += self.declared(name)
        return "\n".join(lines) + "\n"

    def declared(self, name):
        face = self.interface
        if name in face.functions:
            return self.function(face.functions[name])
        if name in face.structs:
            return self.struct(face.structs[name])
        if name in face.enums:
            return self.enum(face.enums[name])
        if name in face.opaques:
            item = face.opaques[name]
            return [f".. c:type:: struct {name} {name}", ""] + self.paragraphs(item["doc"], name, "   ")
        if name in face.callbacks:
            item = face.callbacks[name]
            lines = [f".. c:type:: {item['result']} (*{name})({prototype(item)})", ""]
            return lines + self.paragraphs(item["doc"], name, "   ") + self.parameters(item)
        item = face.constants[name]
        lines = [f".. c:macro:: {name}", "", f"   The value is {item['value']}.", ""]
        return lines + self.paragraphs(item["doc"], name, "   ")

    def function(self, item):
        name = item["name"]
        lines = [f".. c:function:: {typed(item['result'], name)}({prototype(item)})", ""]
        lines += self.paragraphs(item["doc"], name, "   ")
        lines += self.parameters(item)
        notes = []
        if item["cancellable"]:
            notes.append("It can be cancelled.")
        if item["since"]:
            notes.append(f"Since version {item['since']}.")
        if notes:
            lines += ["   " + " ".join(notes), ""]
        table = self.interface.tables.get(name)
        return lines + (self.table(table) if table else [])

    def parameters(self, item):
        lines = []
        for parameter in item["parameters"]:
            said = self.inline(sentence(parameter.get("doc", "")), item["name"])
            if parameter.get("reads"):
                said += f" Fields that are read: ``{'``, ``'.join(parameter['reads'])}``; the others must be zero."
            if said:
                lines.append(f"   :param {parameter['name']}: {said.strip()}")
        return lines + [""] if lines else []

    def struct(self, item):
        name = item["name"]
        lines = [f".. c:struct:: {name}", ""] + self.paragraphs(item["doc"], name, "   ")
        for field in item["fields"]:
            kind = field["type"]
            lines += [f"   .. c:member:: {typed(kind, field['name'])}", "      :no-contents-entry:", ""]
            said = self.inline(sentence(field.get("doc", "")), name)
            if field.get("enum"):
                said += f" A value of :c:enum:`{field['enum']}`."
            lines += [f"      {said.strip()}", ""] if said else []
        return lines

    def enum(self, item):
        name = item["name"]
        lines = [f".. c:enum:: {name}", ""] + self.paragraphs(item["doc"], name, "   ")
        for value in item["values"]:
            lines += [f"   .. c:enumerator:: {value['name']} = {value['value']}", "      :no-contents-entry:", ""]
            lines += self.paragraphs(sentence(value["doc"]), name, "      ")
        return lines

    def table(self, table):
        lines = [f"   .. rubric:: Columns of the table: {escape(table['title'])}", "",
                 "   .. list-table::", "      :header-rows: 1", "      :widths: 22 16 14 48", "      :class: columns", "",
                 "      * - column", "        - type", "        - unit", "        - meaning"]
        for column in table["columns"]:
            kind = column["type"]
            refers = column.get("refers")
            if refers:
                kind += f", {refers}" if refers != kind else ""
            lines += [f"      * - ``{column['name']}``", f"        - {escape(kind)}",
                      f"        - {escape(column['unit'])}", f"        - {self.inline(column['doc'])}"]
        return lines + [""]

    # -- All -------------------------------------------------------------------------------------------

    def index(self):
        pages = "\n".join(f"   {page}" for page, _, _ in self.interface.pages)
        title = "Reference"
        text = ("Every function, struct, enumeration and table of the C interface, from the same description that the "
                "header ``duel.h`` and the bindings are made of. Functions are called ``duel_<noun>_<verb or result>``; "
                "each page is about one noun. :ref:`genindex` lists all names.\n\n"
                "Every function is a man page too (``man duel_model_fit``). The methods of C++, Go and Python are called after "
                "the functions: ``duel_model_scores`` is ``model.scores()`` in C++ and Python, ``Model.Scores`` in Go. "
                "``help(duel)``, ``go doc`` and R's ``help(package = \"duel\")`` list them.")
        return f"{title}\n{'=' * len(title)}\n\n{text}\n\n.. toctree::\n   :maxdepth: 1\n\n{pages}\n"


def escape(text):
    """Text whose characters mean nothing to reStructuredText."""
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    interface = Interface()
    site = Site(interface)
    for page, title, sections in interface.pages:
        with open(os.path.join(folder, page + ".rst"), "w", encoding="utf-8") as file:
            file.write(site.page(title, sections))
    with open(os.path.join(folder, "index.rst"), "w", encoding="utf-8") as file:
        file.write(site.index())


if __name__ == "__main__":
    main()
