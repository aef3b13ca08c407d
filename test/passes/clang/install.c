// The installed wrapper finds its plugin next to it, wherever it was moved.
// RUN: rm -rf %t && cmake --install %sooth_build --prefix %t/first --component clang
// RUN: mv %t/first %t/second
// RUN: %t/second/lib/sooth/bin/clang -fverify-assertions -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: ln -s second/bin/sooth-clang++ %t/clang++
// RUN: %t/clang++ -fverify-assertions -x c++ -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %t/clang++ -fverify-assertions -x c++ -fsyntax-only %s -### 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: "-load" "{{[^"]*}}/second/{{[^"]*}}SoothClang.so"
// Without the plugin, asking to verify is an error, and nothing else is.
// RUN: find %t/second -name SoothClang.so -delete
// RUN: not %t/second/lib/sooth/bin/clang -fverify-assertions -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: %t/second/lib/sooth/bin/clang -fsyntax-only %s
// GONE: clang: error: no verification plugin at
#include <assert.h>
int main(int argc, char **argv) {
  // CHECK: install.c:[[@LINE+1]]:3: warning: {{.+}} [-Wbackend-plugin]
  assert(argc != 17);
  return 0;
}
