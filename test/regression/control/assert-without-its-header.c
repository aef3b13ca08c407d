// assert() without its header is no macro, but means what it says.
// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DDECLARED | FileCheck %s
// RUN: sooth %s -DHOLDS | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DDEFINED | FileCheck %s --check-prefix=NOTHING
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: condition of assert() is false
// SAFE: {{^}}Safe{{$}}
// NOTHING: {{^}}nothing to check{{$}}
int nondet(void);
#ifdef DECLARED
void assert(int);
#endif
#ifdef DEFINED
void assert(int nothing) {}
#endif

int main(void) {
  int x = nondet();
#ifdef HOLDS
  if (x != 3)
    return 0;
#endif
  assert(x == 3);
}
