#!/bin/sh
# Builds the test programs and runs them: programs.sh plain [quick | all] | memcheck | helgrind | faults [full] | cancels [full | time]
# All compilers and standards; with `quick` what one compiler built is run, and the other one and a second standard read it.
. tests/c/common.sh
mode=${1:-plain}
out=build/tests
mkdir -p $out
sh bindings/c/link.sh "$built" || exit 1
libraries="-Lbuild -lduel -lpthread -lm -Wl,-rpath,$PWD/build"

build_c() { # program compiler standard
  pass "build $1.c, $2 $3" "$2" -std="$3" -g $strict -Iinclude $(sources $1) \
    -o "$out/$1-$2-$3" $libraries
}
build_cpp() { # program compiler standard
  pass "build $1.cpp, $2 $3" "$2" -std="$3" -g $strict -Wshadow -Wconversion -Iinclude "tests/c/$1.cpp" \
    -o "$out/$1-$2-$3" $libraries
}
reads() { # compiler standard sources...
  reads_compiler=$1 reads_standard=$2
  shift 2
  pass "$* read by $reads_compiler $reads_standard" "$reads_compiler" -std="$reads_standard" $strict -Iinclude -fsyntax-only "$@"
}

# Adds a program's own count of checks to ours.
count() { # name command...
  count_name=$1
  shift
  count_output=$("$@" 2>&1)
  count_status=$?
  count_line=$(printf '%s\n' "$count_output" | grep -E '^[0-9]+ passed, [0-9]+ failed$' | tail -n 1)
  if [ -z "$count_line" ]; then
    failed=$((failed + 1))
    printf 'FAILED: %s ended with status %s\n%s\n' "$count_name" "$count_status" "$count_output"
    return
  fi
  count_good=${count_line%% passed*}
  count_bad=${count_line#*passed, }
  count_bad=${count_bad%% failed*}
  [ "$count_status" != 0 ] && [ "$count_bad" = 0 ] && count_bad=1
  passed=$((passed + count_good))
  failed=$((failed + count_bad))
  [ "$count_bad" = 0 ] || printf 'FAILED: %s\n%s\n' "$count_name" "$count_output"
}

memcheck() {
  valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,indirect,possible \
    --errors-for-leak-kinds=definite,indirect,possible --suppressions=tests/c/memcheck.supp "$@"
}
race() {
  valgrind --quiet --tool=helgrind --error-exitcode=9 "$@"
}

case $mode in
  plain)
    quick=
    [ "${2:-all}" != quick ] || quick=yes
    ran=
    for compiler in $(compilers gcc clang); do
      if [ "$quick" ] && [ "$ran" ]; then
        for program in $programs; do
          reads $compiler c99 $(sources $program)
        done
        continue
      fi
      ran=$compiler
      for program in header $programs; do
        build_c $program $compiler c99 || continue
      done
      pass "header, $compiler" $out/header-$compiler-c99
      for program in $programs; do
        count "$program, $compiler" $out/$program-$compiler-c99
      done
    done
    ran=
    for compiler in $(compilers g++ clang++); do
      for standard in c++11 c++17 c++20; do
        if [ "$quick" ] && [ "$ran" ]; then
          [ $standard != c++20 ] || [ $ran = $compiler ] ||
            for program in questions choosing judging scoring evidence; do
              reads $compiler $standard tests/c/$program.cpp
            done
          continue
        fi
        ran=$compiler
        for program in layer questions choosing judging scoring evidence; do
          build_cpp $program $compiler $standard && count "$program, $compiler $standard" \
            $out/$program-$compiler-$standard
        done
      done
    done
    ;;
  memcheck)
    have valgrind || { skip "memcheck" "valgrind is not installed"; finish; }
    for program in torture operations life family inference geometry chart judges table arrow_streams arrow_hostile gars policy claims counts random bad_input planted; do
      build_c $program gcc c99
    done
    for program in layer questions choosing judging scoring evidence; do
      build_cpp $program g++ c++17
    done
    # The gates themselves: a planted leak and a planted overrun must be seen.
    stop "planted leak" memcheck $out/planted-gcc-c99 leak
    stop "planted overrun" memcheck $out/planted-gcc-c99 overrun
    for program in torture operations life family inference geometry chart judges table arrow_streams gars policy counts bad_input; do
      count "$program under memcheck" memcheck $out/$program-gcc-c99
    done
    pass "build loop" gcc -std=c99 -g $strict -Iinclude $(printf 'examples/c/%s.c ' loop buying pool trace \
      codes csv draw text votes) -o $out/loop $libraries
    pass "closed loop under memcheck" memcheck $out/loop examples/data/judge_mtbench.csv --drop unknown --rounds 2 \
      --repeat 1 --svg $out/loop.svg
    count "random under memcheck" memcheck $out/random-gcc-c99 40
    count "hostile streams under memcheck" memcheck $out/arrow_hostile-gcc-c99
    pass "build streams" gcc -std=gnu11 -g $strict -Wno-unused-function -Iinclude tests/fuzz/driver.c tests/fuzz/streams.c \
      -o $out/streams $libraries &&
      count "streams at random under memcheck" memcheck $out/streams tests/fuzz/corpus/streams runs=300 seconds=900
    for program in layer questions choosing judging scoring evidence; do
      count "$program under memcheck" memcheck $out/$program-g++-c++17
    done
    ;;
  helgrind)
    have valgrind || { skip "helgrind" "valgrind is not installed"; finish; }
    build_c threads gcc c99
    build_c planted gcc c99
    stop "planted race" race $out/planted-gcc-c99 race
    count "threads under helgrind" race $out/threads-gcc-c99 warm
    ;;
  faults)
    getconf GNU_LIBC_VERSION >/dev/null 2>&1 || { skip "memory refused" "for glibc only"; finish; }
    pass "build faults.c" gcc -std=gnu11 -g $strict -Iinclude tests/c/faults*.c tests/c/failing_malloc.c \
      -o $out/faults $libraries
    for size in small large limit wide; do
      count "memory refused, $size" $out/faults $2 $size
      printf '%s\n' "$count_output"
    done
    pass "build refused.c" gcc -std=gnu11 -g $strict -Iinclude tests/c/refused.c tests/c/failing_malloc.c \
      -o $out/refused $libraries
    count "memory refused, every function" $out/refused
    pass "build limits.c" gcc -std=gnu11 -g $strict -Iinclude tests/c/limits.c tests/c/failing_malloc.c \
      -o $out/limits $libraries
    count "max_bytes" $out/limits $2
    printf '%s\n' "$count_output"
    ;;
  cancels)
    pass "build cancels.c" gcc -std=gnu11 -g $strict -Iinclude tests/c/cancels.c tests/c/faults_*.c \
      -o $out/cancels $libraries
    count "cancelled everywhere" $out/cancels $2
    printf '%s\n' "$count_output"
    ;;
  *)
    echo "programs.sh: plain, memcheck, helgrind, faults or cancels, not \"$mode\"" >&2
    exit 2
    ;;
esac
finish
