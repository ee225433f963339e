#!/bin/sh
# Both headers and the examples under every standard they promise, warnings being errors. programs.sh builds the test programs.
. tests/c/common.sh
out=build/headers
mkdir -p $out

# A standard that this compiler has not heard of yet is no finding about the header.
knows() { # compiler language standard
  echo 'int main(void) { return 0; }' | "$1" -x "$2" -std="$3" -fsyntax-only - 2>/dev/null
}

for compiler in gcc clang; do
  have $compiler || { skip "headers under $compiler" "not installed"; continue; }
  for standard in c89 c99 c11 c17 c2x; do
    knows $compiler c $standard || { skip "$compiler $standard" "unknown to it"; continue; }
    pass "duel.h, $compiler $standard" $compiler -std=$standard $strict -Wstrict-prototypes \
      -Iinclude -c tests/c/header.c -o $out/header.o
  done
  for file in examples/c/*.c; do
    pass "$file, $compiler c99" $compiler -std=c99 $strict -Iinclude -fsyntax-only "$file"
  done
done

for compiler in g++ clang++; do
  have $compiler || { skip "headers under $compiler" "not installed"; continue; }
  for standard in c++98 c++11 c++14 c++17 c++20; do
    knows $compiler c++ $standard || { skip "$compiler $standard" "unknown to it"; continue; }
    pass "duel.h, $compiler $standard" $compiler -std=$standard $strict -Iinclude \
      -c tests/c/header.cpp -o $out/header.o
  done
  for standard in c++11 c++14 c++17 c++20; do
    knows $compiler c++ $standard || continue
    pass "duel.hpp, $compiler $standard" $compiler -std=$standard $strict -Wshadow -Wconversion \
      -Iinclude -fsyntax-only tests/c/layer.cpp
  done
  for standard in c++11 c++20; do
    pass "first.cpp, $compiler $standard" $compiler -std=$standard $strict -Iinclude \
      -fsyntax-only examples/cpp/first.cpp
  done
done

# Sizes and offsets are those of duel.json on every platform with 64 bits, as far as a compiler knows without its system.
if have clang && have python3; then
  python3 - >$out/layout.c <<'LAYOUT'
import json
described = json.load(open("include/duel.json"))
print("#include <duel.h>")
for struct in described["structs"]:
    name = struct["name"]
    print(f'_Static_assert(sizeof({name}) == {struct["size"]}, "{name}");')
    for field in struct["fields"]:
        print(f'_Static_assert(offsetof({name}, {field["name"]}) == {field["offset"]}, "{name}.{field["name"]}");')
for enum in described["enums"]:
    print(f'_Static_assert(sizeof({enum["name"]}) == 4, "{enum["name"]}");')
LAYOUT
  for target in x86_64-linux-gnu aarch64-linux-gnu riscv64-linux-gnu arm64-apple-macos11 x86_64-apple-macos11 \
    x86_64-pc-windows-msvc aarch64-pc-windows-msvc; do
    pass "layout, $target" clang --target=$target -std=c11 -ffreestanding $strict -Iinclude -fsyntax-only $out/layout.c
  done
  stop "layout, 32 bits" clang --target=i686-linux-gnu -std=c11 -ffreestanding $strict -Iinclude -fsyntax-only $out/layout.c
else
  skip "layout on other platforms" "clang or python3 is not installed"
fi

# The gate itself: a header that C89 does not take must be stopped.
printf '#define DUEL_H\nint planted(); // not C89\n' > $out/planted.h
stop "planted header" gcc -std=c89 $strict -Wstrict-prototypes -x c -fsyntax-only $out/planted.h
finish
