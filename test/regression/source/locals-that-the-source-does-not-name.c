// What clang makes for a result, or for a compound literal, has no name of clang's
// in messages and stories.
// RUN: not sooth --check=memory %s -DRESULT | FileCheck %s --check-prefix=RESULT --implicit-check-not=retval
// RUN: not sooth --check=memory %s | FileCheck %s --implicit-check-not=.compoundliteral
// RESULT: [[# @LINE + 2]]:44: read of uninitialized 'return value' (4 bytes)
// CHECK: [[# @LINE + 8]]:10: read of 'compound literal' (8 bytes) after its end
static int f(int x) { if (x > 3) return 1; }
static int *both(int x) { return (int[]){x, x + 1}; }
int main(void) {
#ifdef RESULT
  return f(2);
#else
  int *p = both(3);
  return *p;
#endif
}
