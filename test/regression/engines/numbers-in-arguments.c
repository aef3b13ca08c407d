// A program that does what a number on its command line says: runs try text,
// and one after the other finds all that is wrong.
// RUN: not sooth --engine=run,kind --check=overflow --all %s | FileCheck %s
// RUN: not sooth --engine=run --check=overflow --harness=%t.c %s | FileCheck %s --check-prefix=STORY
// RUN: %clang19 -w -fsanitize=signed-integer-overflow -fno-sanitize-recover=all %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
#include <limits.h>
#include <stdlib.h>

static int sink;

// CHECK: numbers-in-arguments.c:[[#@LINE+1]]:{{.*}} addition overflow: can fail
static void overflows(int n) { sink = INT_MAX + n; }
// CHECK: numbers-in-arguments.c:[[#@LINE+1]]:{{.*}} subtraction overflow: can fail
static void falls(int n) { sink = INT_MIN - n; }

// STORY: Unsafe
// STORY: argv[1] = "{{.*(21|43)[0-9]}}
// REPLAY: runtime error: signed integer overflow
int main(int argc, char **argv) {
  if (argc != 2)
    return 0;
  int number = atoi(argv[1]);
  if (number / 10 == 21)
    overflows(number % 10 + 1);
  if (number / 10 == 43)
    falls(number % 10 + 1);
  return 0;
}
