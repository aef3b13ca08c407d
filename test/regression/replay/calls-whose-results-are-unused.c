// A replay answers each call that the program makes, also one whose result
// nobody uses: the harness had no value for the first, and ended before the
// violation.
// RUN: not sooth %s --harness=%t.c | FileCheck %s
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// CHECK: Unsafe
// RUN: grep -q '{0u, 0u}' %t.c
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char unused = __VERIFIER_nondet_uchar();
  unsigned char used = __VERIFIER_nondet_uchar() & 15;
  if (used == 3)
    reach_error();
}
// REPLAY: violation reached
