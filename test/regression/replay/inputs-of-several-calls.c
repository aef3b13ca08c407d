// A function that asks for an input is called several times, and only the last
// result decides about the violation. What it returns on the run found was
// given to its first call, and the harness ended before the violation.
// RUN: not sooth %s --harness=%t.c 2>%t.err | FileCheck %s
// RUN: not grep 'may lack' %t.err
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: not sooth -DHEAP --malloc-may-fail %s --harness=%t.c | FileCheck %s
// RUN: %clang19 -w -DHEAP %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// CHECK: Unsafe
// REPLAY: violation reached
extern void *malloc(__SIZE_TYPE__);
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char get(void) { return __VERIFIER_nondet_uchar(); }
static unsigned char above(unsigned char least) {
  unsigned char found = get();
  return found < least ? least : found;
}
#ifdef HEAP
static unsigned char *make(void) { return malloc(1); }
int main(void) {
  unsigned char *unused = make(), *used = make();
  if (!used || *used != 77)
    return 0;
  reach_error();
}
#else
int main(void) {
  unsigned char (*which)(unsigned char) = above;
  unsigned char sum = get();
  for (int i = 0; i < 3; i++)
    sum += which(i);
  unsigned char used = above(get());
  if (used == 77)
    reach_error();
}
#endif
