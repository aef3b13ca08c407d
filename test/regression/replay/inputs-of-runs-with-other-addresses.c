// Where objects are does not influence the violation, but the program makes
// numbers of their addresses. With all objects at address 0 no run was found
// that gives the first call, whose result does not matter, a value as well.
// RUN: not sooth %s --harness=%t.c 2>%t.err | FileCheck %s
// RUN: not grep 'may lack' %t.err
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// CHECK: Unsafe
// REPLAY: violation reached
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct tagged { _Alignas(8) __UINTPTR_TYPE__ next; };
static int sink;
int main(void) {
  struct tagged a, b;
  int unused = __VERIFIER_nondet_uchar();
  a.next = (__UINTPTR_TYPE__)&a | 2;
  b.next = (__UINTPTR_TYPE__)&a + 3;
  if ((b.next & 7) == 3)
    sink = unused;
  else
    sink = 2;
  unsigned char used = __VERIFIER_nondet_uchar();
  if (used == 77)
    reach_error();
}
