// Where the model has no objects that a pointer may lead to, runs go on of which
// it knows nothing. What comes after does not hold because the model has no
// such run.
// RUN: not sooth --check=div --all --timeout=12 %s | FileCheck %s
// RUN: not sooth --check=div,memory --all --timeout=12 %s | FileCheck %s --check-prefix=MEMORY
// MEMORY-NOT: division by zero or overflow: holds{{$| if accesses}}
// MEMORY-COUNT-6: division by zero or overflow: {{unknown|can fail}}
// MEMORY-NOT: division by zero or overflow: holds{{$| if accesses}}
// CHECK-NOT: division {{.*}}: holds
// CHECK-COUNT-13: no division by zero or overflow: {{unknown|can fail}}
// CHECK-NOT: division {{.*}}: {{holds|unknown|can fail}}
#include <stdint.h>
struct box { int *at; };
struct box made(void);
struct box *found(void);
extern int *elsewhere;
extern struct box boxes[];
struct node { uintptr_t parent; int color; };

int returned(int z, int *(*get)(void)) { int *p = get(); *p = 0; return 10 / z; }
int filled(int z, void (*fill)(int **)) { int *p; fill(&p); *p = 0; return 10 / z; }
int passed(int z, uintptr_t at) { int *p = (int *)at; *p = 0; return 10 / z; }
int in_structure(int z) { struct box b = made(); *b.at = 0; return 10 / z; }
int in_its_result(int z, struct box (*get)(void)) { struct box b = get(); *b.at = 0; return 10 / z; }
int variable(int z) { *elsewhere = 0; return 10 / z; }
int array(int z, int i) { *boxes[i].at = 0; return 10 / z; }
int tagged(int z, struct node *n) {
  struct node *up = (struct node *)(n->parent & ~(uintptr_t)1);
  up->color = 0;
  return 10 / z;
}
int either(int z, uintptr_t at) {
  int own, *p = z ? &own : (int *)at;
  *p = 0;
  return 10 / z;
}
int compared(int z, uintptr_t at, int *p) { return (int *)at == p ? 10 / z : 0; }
int fixed(int z) { *(volatile int *)0x1000000 = 1; return 10 / z; }
int fixed_or_own(int z) {
  int own;
  *(z ? &own : (volatile int *)0x1000000) = 1;
  return 10 / z;
}
char table[6000];
int written(int z, int which, unsigned i) {
  char own[6000], *b = which ? table : own;
  own[3] = 1;
  if (i >= 6000)
    return 0;
  b[i] = 2;
  return b[i] + 10 / z;
}
