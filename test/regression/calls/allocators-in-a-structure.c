// A structure of functions that allocate, as libraries take it: what its
// members are is what is ever stored there, also when memory is checked.
// RUN: sooth %s --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DOWN | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=memory -DLOST | FileCheck %s --check-prefix=LOST
// RUN: not sooth %s --check=memory -DNONE | FileCheck %s --check-prefix=NONE
// SAFE: {{^}}Safe{{$}}
// LOST: {{^}}Unsafe{{$}}
// LOST-NEXT: memory of 9 bytes from 'realloc' in line [[#]] is never freed
// NONE: {{^}}Unsafe{{$}}
// NONE-NEXT: call through a null pointer
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>
#include <string.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*deallocate)(void *);
  void *(*reallocate)(void *, size_t);
};
static struct hooks global = {malloc, free, realloc};
static void *own(size_t size) { return malloc(size); }

static void set(const struct hooks *hooks) {
  global.allocate = hooks->allocate ? hooks->allocate : malloc;
#ifndef NONE
  global.reallocate = global.allocate == malloc ? realloc : NULL;
#else
  global.allocate = hooks->allocate;
#endif
}

struct node {
  struct node *next;
  char *name;
};

static char *copy(const char *s, const struct hooks *hooks) {
  size_t n = strlen(s) + 1;
  char *c = hooks->allocate(n);
  return c ? memcpy(c, s, n) : NULL;
}

static struct node *make(const char *s, const struct hooks *hooks) {
  struct node *n = hooks->allocate(sizeof *n);
  if (!n)
    return NULL;
  memset(n, 0, sizeof *n);
  n->name = copy(s, hooks);
  return n;
}

int main(void) {
#ifdef OWN
  set(&(struct hooks){own, NULL, NULL});
#elif defined(NONE)
  set(&(struct hooks){sooth_nondet_bool() ? own : NULL, NULL, NULL});
#endif
  struct node *n = make("ab", &global);
  if (global.reallocate)
    n->name = global.reallocate(n->name, 9);
  assert(n->name[1] == 'b');
#ifndef LOST
  global.deallocate(n->name);
#endif
  global.deallocate(n);
}
