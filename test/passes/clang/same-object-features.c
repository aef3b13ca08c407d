// As same-object.c, over parts of the language that an engine may not know:
// whatever becomes of the verification, the compilation is not touched by it.
// DEFINE: %{options} =
// DEFINE: %{compare} = %clang19 %{options} -c %s -o %t.o && mv %t.o %t.plain && \
// DEFINE:   %sooth_clang -fverify=overflow,div,shift,unsigned-overflow -fverify-timeout=2 %{options} -c %s -o %t.o && \
// DEFINE:   cmp %t.plain %t.o

// REDEFINE: %{options} = -O0 -g
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -g3
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -fsanitize=thread -fsanitize-coverage=trace-pc-guard
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -ftrapv -finstrument-functions -fno-common -ftrivial-auto-var-init=zero
// RUN: %{compare}
// REDEFINE: %{options} = -std=c89 -fwrapv -fstack-protector-all -fopenmp
// RUN: %{compare}
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct Node {
  struct Node *next;
  unsigned bits : 3, more : 29;
  union {
    float f;
    long double d;
  } u;
  _Complex double z;
  char flexible[];
};
typedef int Vector __attribute__((vector_size(16)));
extern int table[];
int table[4] = {1, 2};
static int neverDefinedFully[];
static int neverDefinedFully[3];
static int unused(int a) { return a + 1; }
__attribute__((weak)) int weak(int a) { return a; }
__attribute__((constructor)) static void start(void) { table[1] = 7; }
_Thread_local int local;
static jmp_buf jump;

static int sum(int n, ...) {
  va_list list;
  int i, s = 0;
  va_start(list, n);
  for (i = 0; i < n; i++)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
static Vector twice(Vector v) { return v + v; }
static struct Node byValue(struct Node n) {
  n.bits++;
  n.u.f *= 2;
  return n;
}

int main(int argc, char **argv) {
  int vla[argc + 1];
  static const void *labels[] = {&&first, &&second};
  struct Node node = {.next = &node, .bits = 5}, copy;
  Vector v = {1, 2, 3, 4};
  memset(vla, 0, sizeof vla);
  if (setjmp(jump))
    return 1;
  goto *labels[argc & 1];
first:
  __asm__ volatile("" : "+m"(table[0]));
second:
  copy = byValue(node);
  assert(copy.bits == 6 && argv[0]);
  local += __atomic_fetch_add(&table[0], 1, __ATOMIC_SEQ_CST);
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    table[i] += sum(2, i, (int)twice(v)[0]) << 1;
  printf("%d %s\n", weak(vla[0]) / table[2], __func__);
  return ({ int r = neverDefinedFully[0]; r; });
}
