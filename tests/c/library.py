"""libduel called from Python as include/duel.json describes it: arguments by name, structs by their fields."""
import ctypes
import json

NUMBERS = {"int32_t": ctypes.c_int32, "uint32_t": ctypes.c_uint32, "int64_t": ctypes.c_int64, "double": ctypes.c_double,
           "uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "uint8_t": ctypes.c_uint8}
ROOM = 1000  # numbers that an output has room for


class Library:
    def __init__(self, path, description):
        self.calls = ctypes.CDLL(path)
        self.calls.duel_last_error.restype = ctypes.c_char_p
        with open(description, encoding="utf-8") as file:
            said = json.load(file)
        self.functions = {function["name"]: function for function in said["functions"]}
        self.structs = {struct["name"]: struct for struct in said["structs"]}
        self.tables = said["tables"]
        self.enums = {enum["name"] for enum in said["enums"]}
        self.numbers = {value["name"]: value["value"] for enum in said["enums"] for value in enum["values"]}
        self.kept = []  # what C points to

    def keep(self, value):
        self.kept.append(value)
        return value

    def array(self, kind, values):
        """The values as an array of C: names, or numbers of the type."""
        if "char" in kind:
            return self.keep((ctypes.c_char_p * len(values))(*(value.encode() for value in values)))
        kind = NUMBERS[kind.replace("const", "").replace("*", "").strip()]
        return self.keep((kind * len(values))(*values))

    def struct(self, name, /, **fields):
        """A struct with these fields; the rest is zero. Arrays bring the count that is not given, columns are (array, type)."""
        said = self.structs[name]
        out = self.keep(ctypes.create_string_buffer(said["size"]))
        if said["fields"][0]["name"] == "struct_size":
            fields["struct_size"] = said["size"]
        for field in said["fields"]:
            value = fields.pop(field["name"], None)
            kind, at = field["type"], ctypes.addressof(out) + field["offset"]
            if value is None:
                continue
            if isinstance(value, ctypes.Array) and kind in self.structs:
                ctypes.memmove(at, value, ctypes.sizeof(value))
            elif isinstance(value, (list, tuple)):
                ctypes.c_void_p.from_address(at).value = ctypes.addressof(self.array(kind, value))
                if "count" in field:
                    fields.setdefault(field["count"], len(value))
            elif kind.endswith("*"):
                pointed = self.keep(value)
                address = pointed.value if isinstance(pointed, ctypes.c_void_p) else ctypes.addressof(pointed)
                ctypes.c_void_p.from_address(at).value = address
            else:
                NUMBERS[kind].from_address(at).value = value
        if fields:
            raise SystemExit(f"{name} has no fields {list(fields)}")
        return out

    def column(self, values):
        """A column of names, of whole or of other numbers."""
        kind, of = {str: ("char", "TEXT"), int: ("int32_t", "I32"), float: ("double", "F64")}[type(values[0])]
        of = self.numbers["DUEL_TYPE_" + of]
        return self.struct("duel_column", data=self.array(kind, values), type=of)

    def field(self, struct, name, field):
        """A field of a struct that C has filled: a number, a text or an address."""
        said = next(of for of in self.structs[name]["fields"] if of["name"] == field)
        at = ctypes.addressof(struct) + said["offset"]
        if said["type"] == "const char *":
            return ctypes.c_char_p.from_address(at).value.decode()
        return NUMBERS.get(said["type"], ctypes.c_void_p).from_address(at).value

    def __call__(self, name, /, **given):
        """Calls a function that answers a status, and gives what it writes of handles and structs; of several a list.
        Counts follow from what they count; a pointer that is not given is NULL."""
        said, written, arguments = self.functions[name]["parameters"], [], {}
        for of, after in zip(said, said[1:] + [{}]):
            kind, role, value = of["type"], of["role"], given.pop(of["name"], None)
            base = kind.replace("const", "").replace("*", "").strip()
            if role == "output":
                if kind.endswith("**"):
                    written.append(ctypes.c_void_p())
                elif base in self.structs:
                    written.append(self.struct(base))
                elif any(other.get("of") == of["name"] for other in said):
                    written.append((NUMBERS[base] * ROOM)())
                else:
                    written.append(NUMBERS[base]())
                value = ctypes.byref(written[-1])
            elif role == "capacity":
                value = ctypes.c_size_t(ROOM)
            elif isinstance(value, (list, tuple)):
                value = self.array(kind, value)
                if "count" in of or after.get("role") == "count":
                    given[of.get("count", after.get("name"))] = len(value)
            elif kind.endswith("*") or callable(value):
                pass
            elif value is None and role != "count":
                raise SystemExit(f"{name}: nothing says what {of['name']} is")
            else:
                value = (ctypes.c_int32 if base in self.enums else NUMBERS[base])(value or 0)
            arguments[of["name"]] = value
        for count, length in given.items():
            if count not in arguments:
                raise SystemExit(f"{name} has no parameter {count}")
            arguments[count] = ctypes.c_size_t(length)
        status = getattr(self.calls, name)(*arguments.values())
        if status:
            raise SystemExit(f"{name}: status {status}: {self.calls.duel_last_error().decode()}")
        return written[0] if len(written) == 1 else written
