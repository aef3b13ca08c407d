// Compilers differ about the bytes of a local union behind the member that is
// initialized; in a static one they are zero.
// RUN: sooth %s -DWHICH=1 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DWHICH=2 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DWHICH=3 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DWHICH=4 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DWHICH=5 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DWHICH=6 | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// OPEN: {{^}}Unknown: unsupported: padding of a constant at {{.*}}.c:
#include <assert.h>

union numbers {
  int i, j[4];
};
union bytes {
  char c;
  int i;
};
struct text {
  int before[8];
  union {
    char first;
    char all[2048];
  } text;
};

static union numbers global = {1};

int main(void) {
#if WHICH == 1
  assert(global.j[1] == 0 && global.j[3] == 0);
#elif WHICH == 2
  union numbers local = {0};
  assert(local.j[1] == 0);
#elif WHICH == 3
  union numbers local = {0};
  assert(local.j[2] == 0);
#elif WHICH == 4
  union bytes local = {0};
  assert(local.i == 0);
#elif WHICH == 5
  union bytes local = {1};
  assert((local.i & 255) == 1);
#else
  struct text local = {{1, 2, 3, 4, 5, 6, 7, 8}, {9}};
  assert(local.text.all[2000] == 0);
#endif
}
