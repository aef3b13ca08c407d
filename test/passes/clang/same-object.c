// The flag does not change a bit of what clang produces, whatever the options.
// DEFINE: %{options} =
// DEFINE: %{compare} = %clang19 %{options} -c %s -o %t.o && mv %t.o %t.plain && \
// DEFINE:   %sooth_clang -fverify=overflow,div,shift %{options} -c %s -o %t.o 2>%t.err && \
// DEFINE:   cmp %t.plain %t.o && FileCheck %s < %t.err
// CHECK: warning: {{.*}}[-Wbackend-plugin]

// REDEFINE: %{options} = -O0
// RUN: %{compare}
// REDEFINE: %{options} = -O2
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -g
// RUN: %{compare}
// REDEFINE: %{options} = -O1 -g -gsplit-dwarf
// RUN: %{compare}
// REDEFINE: %{options} = -O3 -flto
// RUN: %{compare}
// REDEFINE: %{options} = -O1 -fsanitize=address,undefined
// RUN: %{compare}
// REDEFINE: %{options} = -O1 -fprofile-instr-generate -fcoverage-mapping
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -m32 -ffreestanding -DNO_HEADERS
// RUN: %{compare}
// REDEFINE: %{options} = -S -O2
// RUN: %{compare}
// REDEFINE: %{options} = -S -emit-llvm -O2 -g
// RUN: %{compare}

#ifdef NO_HEADERS
void reach_error(void);
#define assert(c) ((c) ? (void)0 : reach_error())
#else
#include <assert.h>
#endif

int __VERIFIER_nondet_int(void);
int tentative;
static inline int third(int a) { return a / 3; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 3);
  tentative = (x & 3) << 2;
  return third(tentative);
}
