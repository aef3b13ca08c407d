// Which of the calls at one place return what was found is not known where two
// calls come from one macro, or where functions are not inlined: another run is
// looked for then, in the whole program.
// RUN: not sooth %s --harness=%t.c 2>%t.err | FileCheck %s
// RUN: not grep 'may lack' %t.err
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: not sooth -DCALLS --procedures=wait %s --harness=%t.c 2>%t.err | FileCheck %s
// RUN: not grep 'may lack' %t.err
// RUN: %clang19 -w -DCALLS %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// Where objects are decides how many inputs this asks for; so it may be others.
// RUN: not sooth -DADDRESS %s --harness=%t.c 2>&1 | FileCheck %s --check-prefix=LACK
// CHECK: Unsafe
// REPLAY: violation reached
// LACK: the harness may lack inputs that do not influence the violation
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char get(void) { return __VERIFIER_nondet_uchar(); }
#define GET x = __VERIFIER_nondet_uchar()
#define TWICE GET; GET
int main(void) {
  unsigned char x, unused = 0;
#ifdef CALLS
  unused = get();
  x = get();
#elif defined ADDRESS
  int here;
  if ((__UINTPTR_TYPE__)&here % 64 == 48)
    unused = get();
  GET;
#else
  TWICE;
#endif
  if (x == 77)
    reach_error();
}
