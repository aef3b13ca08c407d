// A call of a function by a type that it does not have is a violation, whatever
// it is passed (C17 6.5.2.2p9). Calls by no type at all are not, if they pass
// what the function takes (p6).
// RUN: not sooth %s -DCASE=1 --check=call | FileCheck %s
// RUN: not sooth %s -DCASE=2 --check=memory | FileCheck %s
// RUN: not sooth %s -DCASE=3 --check=memory | FileCheck %s
// RUN: not sooth %s -DCASE=4 --check=memory | FileCheck %s
// RUN: sooth %s -DCASE=5 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=6 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=7 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=8 --check=memory | FileCheck %s
// RUN: not sooth %s -DCASE=9 --check=memory | FileCheck %s
// RUN: not sooth %s -DCASE=10 --check=memory | FileCheck %s
// RUN: not sooth %s -DCASE=1 --check=overflow | FileCheck %s --check-prefix=NOT-ASKED
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: call of 'f' as a function of another type
// NOT-ASKED: nothing to check
// SAFE: {{^}}Safe{{$}}
#if CASE < 5 || CASE >= 8
int f(int a, int *b) { return a; }
#else
int f();
void g();
double h();
#endif

static int (*kept)(int, int);
int (*const table[1])(int) = {(int (*)(int))f};

static void first(void) {}
__attribute__((constructor)) static void begins(int n, char **args) { first(); }

int main(void) {
  int n = 0;
#if CASE == 1
  return ((int (*)(long, int *))f)(0, &n);
#elif CASE == 2
  return ((int (*)(int))f)(0);
#elif CASE == 3
  return ((long (*)(int, int *))f)(0, &n) != 0;
#elif CASE == 4
  return ((int (*)())f)(0, &n, 2);
#elif CASE == 5
  return f(0, &n);
#elif CASE == 6
  g('a', 2);
  return h(1.5f) > 2;
#elif CASE == 7
  int (*plain)() = f;
  return plain(0, &n);
#elif CASE == 8 // known when locals become registers
  long (*other)(int) = (long (*)(int))f;
  return other(1) != 0;
#elif CASE == 9
  kept = (int (*)(int, int))f;
  return kept(1, 2);
#else
  return table[0](1);
#endif
}

#if CASE >= 5 && CASE < 8
int f(int a, int *b) { return a; }
void g(c, s) char c; short s; {}
double h(x) float x; { return x; }
#endif
