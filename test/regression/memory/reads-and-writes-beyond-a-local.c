// What is read beyond a local is not known, and what is written there may hit
// anything: neither is zero, and neither is lost.
// RUN: not sooth %s -DWIDER | FileCheck %s
// RUN: not sooth %s -DBEHIND | FileCheck %s
// RUN: not sooth %s -DFILLED | FileCheck %s
// RUN: not sooth %s -DCHOSEN | FileCheck %s
// RUN: sooth %s -DINSIDE | FileCheck %s --check-prefix=SAFE
// CHECK: {{^}}Unknown: {{unsupported: read|undefined behaviour: write}} outside of '
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <string.h>
int nondet(void);

int main(void) {
#if defined(WIDER)
  char small = 50;
  void *where = &small;
  assert(*(unsigned *)where == 50);
#elif defined(BEHIND)
  int value;
  int *where = &value;
  where[1] = 43;
  value = 1;
  assert(value == 1);
#elif defined(FILLED)
  int value = 7;
  memset(&value, 0, 8);
  assert(value == 0);
#elif defined(CHOSEN)
  char small = 0;
  int large = 0;
  int *where = nondet() ? (int *)&small : &large;
  assert(*where == 0);
#else
  int value = 7;
  memset(&value, 0, 4);
  assert(value == 0 && *((char *)&value + 3) == 0);
#endif
}
