// Assertions that only a namespace or a block declares are found too.
// RUN: %sooth_clang++ -fverify-assertions -fverify-timeout=60 -c %s -o %t.o 2>&1 | FileCheck %s
extern "C" int __VERIFIER_nondet_int();
namespace checks {
extern "C" void reach_error();
}
int main() {
  // CHECK: cxx-nested-declaration.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: {{.+}} [-Wbackend-plugin]
  if (__VERIFIER_nondet_int() == 7)
    checks::reach_error();
}
