// What sscanf assigns must be there. Only a conversion with "*" assigns nothing.
// RUN: sooth --check=memory %s
// RUN: not sooth --check=memory -DNUMBER %s | FileCheck %s
// RUN: not sooth --check=memory -DREAL %s | FileCheck %s
// RUN: not sooth --check=memory -DSTRING %s | FileCheck %s
// RUN: not sooth --check=memory -DCOUNT %s | FileCheck %s
// RUN: not sooth --check=memory -DSET %s | FileCheck %s
#include <assert.h>
#include <stdio.h>
#define NONE(type) ((type *)0)
int main(void) {
  char t[8] = "12 3.5";
  int n = 0;
#ifdef NUMBER
  n = sscanf(t, "%d", NONE(int));
#elif defined(REAL)
  n = sscanf(t, "%*d%f", NONE(float));
#elif defined(STRING)
  n = sscanf(t, "%s", NONE(char));
#elif defined(COUNT)
  n = sscanf(t, "%*d%n", NONE(int));
#elif defined(SET)
  n = sscanf(t, "%[0-9]", NONE(char));
#else
  int first = 7, end = 0;
  n = sscanf(t, "%*d %d%n", &first, &end);
  assert(n == 1 && first == 3 && end == 4);
#endif
  return n;
}
// CHECK: scanned-to-null.c:[[#]]:{{[0-9]+}}: write through a null pointer
