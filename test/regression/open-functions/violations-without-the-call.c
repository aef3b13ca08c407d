// Runs through calls that are not followed say nothing of a violation that
// happens without them.
// RUN: not sooth --check=memory,overflow %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK: call.c:13:{{[0-9]+}}: signed multiplication overflow
// CHECK: deeper: {{.*}} 1 violated
struct parser { int *top, *end; int level; };
int extend(struct parser *p);

int deeper(struct parser *p) {
  if (p->top == p->end && !extend(p))
    return 0;
  p->level *= 2;
  return 1;
}
