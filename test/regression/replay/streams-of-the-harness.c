// What the standard streams lead to where a run starts is the C library's. The
// harness let them lead to objects of its own, and a library that told about the
// violation crashed.
// RUN: not sooth %s --check=memory --harness=%t.c | FileCheck %s
// CHECK: Unsafe
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: violation reached: {{.*}}streams-of-the-harness.c:19

#include <assert.h>
#include <stdio.h>

struct sink {
  FILE *file;
  int *count;
};

void open_sink(struct sink *sink, FILE *file) {
  assert(!sink->count || file == stdout);
  fprintf(stderr, "open\n");
}
