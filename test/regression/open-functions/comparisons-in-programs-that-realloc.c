// Where a program uses realloc, its comparisons of pointers ask for more than it
// says itself: that is no test whether they are null.
// RUN: sooth --check=memory --timeout=100 %s | FileCheck %s
// CHECK: {{^}}Safe
// CHECK: parse: {{.*}}
// CHECK-NEXT: needs: s != NULL, with at least 1 byte
#include <stdlib.h>

char *enlarge(char *s) { return realloc(s, 8); }

int parse(const char *s, int *out) {
  char *end;
  long n = strtol(s, &end, 10);
  if (end == s || *end)
    return 0;
  *out = n > 0;
  return 1;
}
