#!/bin/sh
# Both headers and all programs under every standard they promise, warnings being errors.
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
  for program in torture life inference random threads bad_input; do
    pass "$program.c, $compiler c99" $compiler -std=c99 $strict -Iinclude -fsyntax-only \
      tests/c/$program.c
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
    for program in questions choosing judging scoring; do
      pass "$program.cpp, $compiler $standard" $compiler -std=$standard $strict -Wshadow -Wconversion \
        -Iinclude -fsyntax-only tests/c/$program.cpp
    done
  done
  for standard in c++11 c++20; do
    pass "first.cpp, $compiler $standard" $compiler -std=$standard $strict -Iinclude \
      -fsyntax-only examples/cpp/first.cpp
  done
done

# The gate itself: a header that C89 does not take must be stopped.
printf '#define DUEL_H\nint planted(); // not C89\n' > $out/planted.h
stop "planted header" gcc -std=c89 $strict -Wstrict-prototypes -x c -fsyntax-only $out/planted.h
finish
