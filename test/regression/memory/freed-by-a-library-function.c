// What a library function frees is freed in the line of the program that calls
// it.
// RUN: not sooth %s --check=memory | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: read of memory of 4 bytes from 'malloc' in line [[#@LINE+8]] after it was freed in line [[#@LINE+12]]
// CHECK-NOT: line 4{{[0-9][0-9]}}
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p;

  p = malloc(4);
  if (!p)
    return 0;
  strcpy(p, "abc");
  char *q = realloc(p, 8);
  if (!q)
    return 0;
  int c = p[0];
  free(q);
  return c;
}
