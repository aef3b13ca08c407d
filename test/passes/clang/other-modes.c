// Modes that generate no code work as without the flag.
// DEFINE: %{mode} =
// DEFINE: %{same} = %clang19 %{mode} %s > %t.plain && %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror %{mode} %s > %t.verify && diff %t.plain %t.verify
// REDEFINE: %{mode} = -E
// RUN: %{same}
// REDEFINE: %{mode} = -M
// RUN: %{same}
// REDEFINE: %{mode} = -MM -MT target
// RUN: %{same}
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 --version | FileCheck %s --check-prefix=VERSION
// VERSION: clang version 19
// LLVM IR as input has no syntax tree to verify.
// RUN: %clang19 -S -emit-llvm %s -o %t.ll
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror -c %t.ll -o %t.o
// Without a flag, or with the last one off, clang runs as it would without us,
// but that it finds sooth.h.
// RUN: %clang19 -O2 -c %s -o %t.o -### 2> %t.plain
// RUN: %sooth_clang -O2 -c %s -o %t.o -### 2> %t.bare
// RUN: %sooth_clang -fverify=div -fverify-timeout=3 -fno-verify-assertions -O2 -c %s -o %t.o -### 2> %t.off
// RUN: sed 's, "-idirafter" "[^"]*/runtime",,' %t.bare | diff %t.plain -
// RUN: sed 's, "-idirafter" "[^"]*/runtime",,' %t.off | diff %t.plain -
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc != 17);
  return 0;
}
