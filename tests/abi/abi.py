"""The binary interface of include/duel.json, as C.

    python3 tests/abi/abi.py layout include/duel.json    asserts sizes, offsets and numbers where pointers have 8 bytes
    python3 tests/abi/abi.py stub include/duel.json      defines every function, so that a compiler describes its types
"""

import json
import sys

# A declaration that compiles in C99 and C++ only where the condition holds.
HEAD = """#include <duel.h>
#include <stddef.h>
#define JOIN(a, b) a##b
#define NAMED(a, b) JOIN(a, b)
#define HOLDS(condition) typedef char NAMED(holds_, __LINE__)[(condition) ? 1 : -1]
#define SIZE(type, size) HOLDS(sizeof(type) == (size))
#define FIELD(of, name, type, offset) \\
  HOLDS(offsetof(of, name) == (offset) && sizeof(((of *)0)->name) == sizeof(type))
#define VALUE(name, value) HOLDS((name) == (value))
"""


def layout(interface):
    yield HEAD
    for struct in interface["structs"]:
        name = struct["name"]
        yield f"SIZE({name}, {struct['size']});"
        for field in struct["fields"]:
            yield f"FIELD({name}, {field['name']}, {field['type']}, {field['offset']});"
    for enum in interface["enums"]:
        yield f"SIZE({enum['name']}, 4);"
        for value in enum["values"]:
            yield f"VALUE({value['name']}, {value['value']});"
    for constant in interface["constants"]:
        yield f"VALUE({constant['name']}, {constant['value']});"


def stub(interface):
    yield "#include <duel.h>"
    # Opaque types have no layout to keep.
    for function in interface["functions"]:
        parameters = function["parameters"]
        declared = ", ".join(f"{one['type']} {one['name']}" for one in parameters) or "void"
        unused = " ".join(f"(void){one['name']};" for one in parameters)
        value = "" if function["result"] == "void" else f" return ({function['result']})0;"
        yield f"{function['result']} {function['name']}({declared}) {{ {unused}{value} }}"


def main():
    kind, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        interface = json.load(file)
    print("\n".join({"layout": layout, "stub": stub}[kind](interface)))


main()
