// A stream of the caller's is not used after it was closed. That two of them are
// one is not claimed, and what is closed is told.
// RUN: not sooth %s --check=memory | FileCheck %s
// CHECK: Unsafe
// CHECK-NEXT: :[[#@LINE+8]]:{{.*}} read of what 'twice::f' points to after it was freed in line [[#@LINE+8]]
// CHECK: : twice: {{.*}} 1 violated
// CHECK-NEXT: needs: f can be passed to fclose()
// CHECK: : two: {{.*}} 1 unknown
// CHECK: no read of what 'g' points to after it was freed in line [[#@LINE+5]]: depends on what the callers pass
// CHECK: : lines: {{.*}} if
// CHECK-NOT: can be passed
#include <stdio.h>
void twice(FILE *f) { fclose(f); fclose(f); }
void two(FILE *f, FILE *g) { fclose(f); fputs("a", g); }
int lines(const char *name) {
  FILE *f = fopen(name, "r");
  int c, n = 0;
  if (!f)
    return -1;
  while ((c = getc(f)) != EOF)
    n += c == '\n';
  fclose(f);
  return n;
}
