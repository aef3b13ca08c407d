// Numbers of globals are arbitrary, and conversions are checked.
// RUN: %sooth_clang -fverify=float-cast -c %s -o /dev/null 2>&1 | FileCheck %s
float level;
void set(float x) {
  if (x > 0 && x < 10)
    level = x;
}
// CHECK: floats.c:[[@LINE+2]]:{{[0-9]+}}: warning: floating-point conversion overflow
// CHECK: note: at the beginning level = 
int get(void) { return (int)level; }
// CHECK-NOT: warning:
int within(float x) { return x > -1 && x < 10 ? (int)x : 0; }
