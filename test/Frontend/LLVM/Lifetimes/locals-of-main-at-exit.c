// Functions that were given to atexit, and destructors, run when main has returned, and its
// locals are gone; where exit is called they are there.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=3 | FileCheck %s --check-prefix=THERE
// RUN: sooth --check=memory %s -DCASE=4 | FileCheck %s --check-prefix=THERE
// RUN: not sooth --check=memory %s -DCASE=1 -DDESTRUCTOR | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=4 -DDESTRUCTOR | FileCheck %s --check-prefix=THERE
// RUN: sooth --emit=values --check=memory %s -DCASE=1 -DDESTRUCTOR | \
// RUN:   FileCheck %s --check-prefix=VALUES
// VALUES-DAG: :[[#@LINE+12]]:8: access: may fail
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: write of {{.*}}'k' (4 bytes, line [[#]]) after its end
// THERE: {{^}}Safe
#include <stdlib.h>
static int *p;
#ifdef DESTRUCTOR
#define atexit(f) 0
__attribute__((destructor))
#endif
static void bye(void) {
  if (p)
    *p = 1;
}
int main(int argc, char **argv) {
  atexit(bye);
#if CASE == 1
  int k;
#elif CASE == 2
  struct {
    int a[2];
  } s;
  int k;
  p = &s.a[1];
  if (argc > 3)
    p = 0;
#elif CASE == 3
  static int k;
#else
  int k;
  p = &k;
  exit(k = 0);
#endif
  p = &k;
  return argc > 1;
}
