"""Writes the calls of tests/fuzz/calls.c: one C function for each function of the interface, as include/duel.json has it.

    calls.py include/duel.json > calls.h
"""

import json
import sys

# Of no interest, or of what no caller can make up: what frees, streams and functions of the caller's.
LEFT_OUT = {
    "duel_table_export": "streams are a target of their own",
    "duel_set_append_stream": "streams are a target of their own",
    "duel_model_function": "its function must know how many values it gives",
    "duel_gars_run": "its function must know how many values it gives",
    "duel_gars_own": "its function must know how many values it gives",
    "duel_nuisance_mu": "its room has no size",
}
LOADED = {"duel_set": "set", "duel_model": "model", "duel_gars": "gars", "duel_monitor": "monitor"}
# Sizes that are not those of an array of the caller's, so that they may be anything.
FREE = {"folds", "fold", "bins", "k", "dimensions", "row_groups", "column_groups", "rank", "reference_item",
        "reference_judge", "column", "row", "id", "max_items", "max_bytes", "first", "depth", "leaves"}
# Sizes that are work: few, or more than anybody has.
WORK = {"replicates", "draws", "error_draws", "iterations", "count_of_draws", "points", "restarts", "starts"}


def bare(type_):
    return type_.replace("const ", "").replace("*", "").strip()


class Writer:
    def __init__(self, interface):
        self.enums = {e["name"]: e for e in interface["enums"]}
        self.structs = {s["name"]: s for s in interface["structs"]}
        self.opaques = {o["name"]: o for o in interface["opaques"]}

    def number(self, name, type_, enum=None):
        if enum:
            values = [v["value"] for v in self.enums[enum]["values"]]
            return f"some_choice({min(values)}, {max(values)})"
        if type_ == "double":
            return "some_number()"
        if type_ == "uint64_t":
            return "some_bits()"
        if type_ == "size_t" and name in FREE:
            return "some_size()"
        if type_ == "size_t" and name in WORK:
            return "some_work()"
        if type_ == "size_t":
            return "some_count()"
        return "some_choice(0, 3)"

    def pointer(self, type_):
        name = bare(type_)
        if name in self.opaques:
            return f"some_{name}()"
        return {
            "const char *": "some_text()",
            "const char *const *": "some_texts()",
            "const double *": "some_numbers()",
            "const void *": "some_bytes()",
            "duel_progress_fn": "some_progress()",
            "void *": "NULL",
        }.get(type_) or f"some_ids(sizeof({name}))"

    def fill(self, name, at):
        """Statements that fill a struct with what may be there."""
        lines = []
        for field in self.structs[name]["fields"]:
            to, type_ = f"{at}.{field['name']}", field["type"]
            if field["name"] == "struct_size":
                lines.append(f"{to} = some_struct_size(sizeof {at});")
            elif type_ == "duel_column":
                lines.append(f"{to} = some_column({int(field['name'] in ('left', 'right', 'score', 'value'))});")
            elif type_ == "const duel_cancel *":
                lines.append(f"{to} = often() ? some_duel_cancel() : late;")
            elif "*" in type_ or type_.endswith("_fn"):
                lines.append(f"if (often()) {to} = {self.pointer(type_)};")
            elif field["name"] == "length" or field["name"] == "labels":
                lines.append(f"{to} = some_count();")
            else:
                value = self.number(field["name"], type_, field.get("enum"))
                lines.append(f"if (seldom()) {to} = {value};")
        return lines

    def call(self, function):
        name = function["name"]
        before, arguments, after = [], [], []
        for parameter in function["parameters"]:
            own, type_, role = parameter["name"], parameter["type"], parameter["role"]
            kind = bare(type_)
            if type_.endswith("**") and "const" not in type_:
                before.append(f"{kind} *{own} = NULL;")
                arguments.append(f"&{own}")
                after.append(f"{self.opaques[kind]['free']}({own});")
            elif kind in self.opaques and "const" not in type_:
                if name.endswith("_free"):
                    return None
                before.append(f"{kind} *{own} = fresh_{kind}();")
                arguments.append(own)
                after.append(f"{self.opaques[kind]['free']}({own});")
            elif name == "duel_cancel_raise":
                # Not the token that stops what works for long: it would stay raised.
                arguments.append("raised")
            elif kind in self.opaques:
                arguments.append(f"some_{kind}()")
            elif kind in self.structs and role == "output":
                before += [f"{kind} {own};", f"memset(&{own}, 0, sizeof {own});",
                           f"{own}.struct_size = some_struct_size(sizeof {own});"]
                arguments.append(f"&{own}")
            elif kind in self.structs:
                before += [f"{kind} {own};", f"memset(&{own}, 0, sizeof {own});", *self.fill(kind, own)]
                arguments.append(f"always() ? &{own} : NULL")
            elif role == "output":
                room = next((p["name"] for p in function["parameters"] if p.get("of") == own), None)
                size = "1" if kind == "void" else f"sizeof({kind})"
                if room:
                    before += [f"const size_t {room} = some_capacity();", f"void *{own} = room_of({room}, {size});"]
                else:
                    before.append(f"void *{own} = room_of(1, {size});")
                arguments.append(f"({type_}){own}")
                after.append(f"end_room({own}, {room or 1}, {size});")
            elif role == "capacity":
                arguments.append(own)
            elif kind in self.enums:
                values = [v["value"] for v in self.enums[kind]["values"]]
                arguments.append(f"({kind})some_choice({min(values)}, {max(values)})")
            elif type_ == "const void *":
                # Before its length, which goes with it.
                before.append(f"const void *{own} = some_bytes();")
                arguments.append(own)
            elif "*" in type_:
                arguments.append(self.pointer(type_))
            elif name.endswith("_load") and own == "length":
                arguments.append("some_length()")
            else:
                arguments.append(self.number(own, type_))
        call = f"{name}({', '.join(arguments)})"
        before.sort(key=lambda line: not line.split(" ")[0].startswith(("duel_", "const", "void")) or "=" not in line)
        if function["result"] == "duel_status":
            middle = [f'see({call}, "{name}");']
        else:
            middle = [f"{'(void)' if function['result'] != 'void' else ''}{call};"]
        body = "\n".join("  " + line for line in before + middle + after)
        return f"static void of_{name}(void) {{\n{body}\n}}\n"

    def write(self, interface):
        called = []
        print("/* Written by tests/fuzz/calls.py. */\n")
        for function in interface["functions"]:
            text = None if function["name"] in LEFT_OUT else self.call(function)
            if text:
                print(text)
                called.append(function["name"])
        print("static const struct {\n  const char *name;\n  void (*call)(void);\n} calls[] = {")
        for name in called:
            print(f'  {{"{name}", of_{name}}},')
        print("};")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        interface = json.load(file)
    Writer(interface).write(interface)


if __name__ == "__main__":
    main()
