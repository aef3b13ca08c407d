// What is written beyond an array in a structure changes the next member, in
// whatever way it comes about.
// RUN: not sooth %s -DINDEX | FileCheck %s
// RUN: not sooth %s -DINDEX -m32 | FileCheck %s
// RUN: not sooth %s -DINDEX --members=joined | FileCheck %s
// RUN: not sooth %s -DBEFORE | FileCheck %s
// RUN: not sooth %s -DWALK | FileCheck %s
// RUN: not sooth %s -DDOWN | FileCheck %s
// RUN: not sooth %s -DCURSOR | FileCheck %s
// RUN: not sooth %s -DSTORED | FileCheck %s
// RUN: not sooth %s -DCOPY | FileCheck %s
// RUN: not sooth %s -DFILL | FileCheck %s
// RUN: not sooth %s -DTEXT | FileCheck %s
// RUN: not sooth %s -DCHOICE | FileCheck %s
// RUN: not sooth %s -DWORD | FileCheck %s
// RUN: not sooth %s -DBACK | FileCheck %s
// RUN: not sooth %s -DFIRST | FileCheck %s
// RUN: not sooth %s -DREAD | FileCheck %s
// RUN: not sooth %s -DHEAP | FileCheck %s
// CHECK: {{^}}Un{{safe|known}}
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct s {
  char first[4], before, text[4], after;
  char other[4], last;
  char *cursor;
};
static struct s s;
static char *advance(char *p, unsigned by) { return p + by; }

int main(void) {
  struct s *p = &s;
  unsigned i = __VERIFIER_nondet_uint() % 6;
  char *q = p->text;
  p->text[i & 3] = 0;
#if defined(INDEX)
  p->text[i] = 1;
#elif defined(BEFORE)
  p->text[(int)i - 1] = 1;
#elif defined(WALK)
  for (unsigned k = 0; k < i; k++)
    *q++ = 1;
#elif defined(DOWN)
  q += 4;
  for (unsigned k = 0; k < i; k++)
    *--q = 1;
#elif defined(CURSOR)
  p->cursor = p->text;
  for (unsigned k = 0; k < i; k++)
    *p->cursor++ = 1;
#elif defined(STORED)
  p->cursor = p->text + 1;
  p->cursor[3] = 1;
#elif defined(COPY)
  char five[5] = {1, 1, 1, 1, 1};
  memcpy(p->text, five, sizeof five);
#elif defined(FILL)
  memset(p->text + (i & 1), 1, 4);
#elif defined(TEXT)
  strcpy(p->text, i ? "abcd" : "abc");
  p->after++;
#elif defined(CHOICE)
  q = i ? p->text : p->other;
  q[4] = 1;
#elif defined(WORD)
  *(short *)&p->text[i | 1] = 0x101;
#elif defined(BACK)
  struct s *back = (struct s *)(advance(p->text, i) - offsetof(struct s, text));
  back->last = 0;
  back->before = 1;
#elif defined(FIRST)
  p->first[i] = 1;
#elif defined(READ)
  p->after = 1;
  assert(p->text[i] == 0);
#elif defined(HEAP)
  p = malloc(sizeof *p);
  if (!p)
    return 0;
  p->before = p->after = p->last = 0;
  p->text[i] = 1;
#endif
  assert(p->before == 0 && p->after == 0 && p->last == 0);
}
