// A contract that is guessed over integers has to hold where numbers wrap, also
// if a property says what is asked about: f(21844) is 1.
// RUN: echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' > %t.prp
// RUN: not sooth --timeout=20 --recursion-depth=0 --property=%t.prp %s | FileCheck %s
// CHECK-NOT: Safe
// CHECK: Unknown
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
unsigned short f(unsigned short n) {
  if (n == 0)
    return 5;
  return f(n - 1) + 3;
}
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  if (f(n) < 5)
    reach_error();
  return 0;
}
