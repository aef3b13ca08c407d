// A local of an inlined function was given its unknown first value where the
// function begins: in the next round of the loop, that was a write to a variable
// that had ended ("write outside of 'v'").
// RUN: sooth %s --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=memory -DBUG | FileCheck %s --check-prefix=UNSAFE
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// UNSAFE-NEXT: write of 'v' ({{.*}}) after its end
#include <assert.h>
#include <sooth.h>

static int *kept;
static void number(int *to, int n) {
  kept = to;
  *to = n & 7;
}
static int read(int n) {
  int v;
  number(&v, n);
  return v;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    assert(read(sooth_nondet_int()) < 8);
#ifdef BUG
    *kept = 9;
#endif
  }
}
