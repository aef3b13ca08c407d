// What is beyond an array in a structure may be uninitialized, and pointers into
// one are as odd as their offsets.
// RUN: not sooth %s -DREAD --check=uninitialized | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DREAD --check=uninitialized -m32 | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DREAD --check=uninitialized --members=joined | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DHEAP --check=uninitialized | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DHANDED --check=uninitialized | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DCOPIED --check=uninitialized | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DODD --check=alignment | FileCheck %s --check-prefix=ODD
// RUN: not sooth %s -DLOST --check=leak | FileCheck %s --check-prefix=LOST
// RUN: sooth %s -DREAD -DINSIDE --check=memory | FileCheck %s
// RUN: sooth %s -DHEAP -DINSIDE --check=memory | FileCheck %s
// RUN: sooth %s -DHANDED -DINSIDE --check=memory | FileCheck %s
// RUN: sooth %s -DCOPIED -DINSIDE --check=memory | FileCheck %s
// RUN: sooth %s -DODD -DINSIDE --check=memory | FileCheck %s
// RUN: sooth %s -DLOST -DINSIDE --check=memory | FileCheck %s
// CHECK: {{^}}Safe
// UNSET: {{^}}Un{{safe|known}}
// ODD: {{^}}Unsafe
// ODD-NEXT: address that need not be a multiple of 4
// LOST: {{^}}Unsafe
// LOST-NEXT: memory of 1 byte from 'malloc' in line {{[0-9]+}} is never freed
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct pair {
  char left, right;
};
struct s {
  char tag[4], text[8], after;
  struct pair pairs[3], last;
  char *slots[2];
};

int main(void) {
  struct s local, *p = &local;
#ifdef INSIDE
  const unsigned more = 0;
#else
  const unsigned more = 1;
#endif
  unsigned i = __VERIFIER_nondet_uint();
#if defined(READ) || defined(HEAP)
#ifdef HEAP
  p = malloc(sizeof *p);
  if (!p)
    return 0;
#endif
  for (unsigned k = 0; k < 8; k++)
    p->text[k] = 1;
  int r = p->text[i % (8 + more)] > 1;
#ifdef HEAP
  free(p);
#endif
  return r;
#elif defined(HANDED)
  for (unsigned k = 0; k < 3; k++)
    p->pairs[k].left = p->pairs[k].right = 1;
  struct pair copy[1] = {{0, 0}};
  copy[0].left = p->pairs[i % (3 + more)].right;
  return copy[0].left > 1;
#elif defined(COPIED)
  for (unsigned k = 0; k < 3; k++)
    p->pairs[k].left = p->pairs[k].right = 1;
  struct pair copy = p->pairs[i % (3 + more)];
  return copy.left > 1;
#elif defined(ODD)
  int *word = (int *)(p->text + (i & 1) * (4 - 2 * more));
  *word = 1;
  return *word;
#elif defined(LOST)
  p->slots[0] = p->slots[1] = 0;
  p->slots[i & 1] = malloc(1);
  for (unsigned k = 0; k < 2 - more; k++)
    free(p->slots[k]);
#endif
}
