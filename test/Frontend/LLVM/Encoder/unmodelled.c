// Most of what C has and the model has not: each is an input that names it,
// and the model is still one.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -g -S -emit-llvm -w %s -o - \
// RUN:   | %soothpass -passes='sooth-prepare,encode-cfa' -disable-output \
// RUN:   | FileCheck %s \
// RUN:       --implicit-check-not='from operation'
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct Node {
  int value;
  struct Node *next;
};
typedef int Vector __attribute__((vector_size(16)));
extern Vector unknown_vector(Vector v);

static _Thread_local int per_thread;
static volatile int port;
static _Atomic int counter;
static int table[4][4];
static const int fixed[3] = {1, 2, 3};

static int inc(int x) { return x + 1; }

#define ONE_OF(E) if ((E) == 77) reach_error()

int main(int argc, char **argv) {
  int n = __VERIFIER_nondet_int();
  int local[10];
  // CHECK-DAG: havoc {{.*}} from address used as a number at {{.*}}unmodelled.c:[[@LINE+1]]:23
  struct Node *list = malloc(sizeof *list);
  char text[] = "text";
  // CHECK-DAG: havoc {{.*}} from read outside of 'local' ({{.*}}) at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(local[n]);
  // CHECK-DAG: havoc {{.*}} from read outside of 'table' ({{.*}}) at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(table[n][2]);
  // CHECK-DAG: havoc {{.*}} from read outside of 'fixed' ({{.*}}) at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(fixed[n]);
  list->value = n;
  list->next = list;
  ONE_OF(list->next->value);
  ONE_OF(*argv[1]);
  // CHECK-DAG: havoc {{.*}} from order of pointers to two objects at {{.*}}unmodelled.c:[[@LINE+1]]:20
  if ((char *)list < text)
    return 1;
  // CHECK-DAG: havoc {{.*}} from conversion of a floating-point number that does not fit at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF((int)(n * 1.5));
  ONE_OF((long)list);
  // CHECK-DAG: havoc {{.*}} from result of 'strlen' at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(strlen(text));
  ONE_OF(per_thread);
  ONE_OF(port);
  ONE_OF(counter);
  ONE_OF(++counter);
  int (*f)(int) = n ? inc : *(int (**)(int))argv[2];
  // CHECK-DAG: havoc {{.*}} from result of a call through a function pointer at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(f(n));
  Vector v = {n, 1, 2, 3};
  // CHECK-DAG: havoc {{.*}} from vector at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF(unknown_vector(v + v)[1]);
  int answer;
  // CHECK-DAG: havoc {{.*}} from result of inline assembly at {{.*}}unmodelled.c:[[@LINE+1]]:3
  __asm__("mov $42, %0" : "=r"(answer));
  ONE_OF(answer);
  // CHECK-DAG: havoc {{.*}} from read outside of 'vla' (line {{[0-9]+}}) at {{.*}}unmodelled.c:[[@LINE+2]]:3
  int vla[n & 7];
  ONE_OF(vla[0]);
  unsigned _BitInt(5000) wide = n;
  // CHECK-DAG: havoc {{.*}} from integer of 5000 bits at {{.*}}unmodelled.c:[[@LINE+1]]:3
  ONE_OF((int)(wide * wide));
  void *labels[] = {&&one, &&two};
  // CHECK-DAG: havoc {{.*}} from computed goto to no label at {{.*}}unmodelled.c:[[@LINE+1]]:
  goto *labels[n & 1];
one:
  n = 5;
two:
  assert(n == 5);
  return 0;
}
