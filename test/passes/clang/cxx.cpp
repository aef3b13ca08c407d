// C++ with scalars: templates, inline members, overloads and namespaces.
// RUN: %sooth_clang++ -fverify-assertions -fverify-timeout=60 -O2 -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: mv %t.o %t.verify && %clang19++ -O2 -c %s -o %t.o && cmp %t.o %t.verify
// RUN: %sooth_clang -x c++ -fverify-assertions -fverify-timeout=60 -fsyntax-only %s 2>&1 | FileCheck %s
#include <cassert>

extern "C" int __VERIFIER_nondet_int();

namespace {
template <class T> T limited(T x) {
  // CHECK: cxx.cpp:[[@LINE+1]]:3: warning: {{.+}} [-Wbackend-plugin]
  assert(x != 7);
  return x;
}
template <class T> T neverInstantiated(T x) {
  assert(x == 0);
  return x;
}
} // namespace

namespace scalars {
inline int apply(int x) { return limited(x); }
inline long apply(long x) { return x; }
} // namespace scalars

int main() { return scalars::apply(__VERIFIER_nondet_int()); }
