// What an object of a caller holds follows from the calls that were made with
// it: a violation is told with such calls, from the function on that
// initializes the object. Each of them is right with -DRIGHT.
// RUN: not sooth --calls-with-objects --check=default --timeout=30 %s | FileCheck %s
// RUN: not sooth --calls-with-objects --check=default --timeout=30 -DRIGHT %s | FileCheck %s --check-prefix=RIGHT --implicit-check-not=Unsafe
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// RIGHT: {{^}}Unknown

// CHECK: {{^}}Unsafe

// A stack that never looks whether it is full.
struct stack {
  int items[5];
  unsigned used;
};
void stack_init(struct stack *s) { s->used = 0; }
// CHECK: [[#@LINE+9]]:25: index out of bounds
// CHECK: call stack_init
// CHECK: call stack_push
// CHECK: call stack_push
// CHECK: call stack_push
void stack_push(struct stack *s, int item) {
#ifdef RIGHT
  if (s->used < 5)
#endif
    s->items[s->used++] = item;
}

// Words in a list; one that is there already is freed too early.
struct word {
  struct word *next;
  char *text;
};
struct words {
  struct word *first;
};
void words_init(struct words *w) { w->first = NULL; }
bool words_add(struct words *w, const char *text) {
  struct word *n = malloc(sizeof *n);
  if (!n)
    return false;
  n->text = malloc(strlen(text) + 1);
  if (!n->text) {
    free(n);
    return false;
  }
  strcpy(n->text, text);
  n->next = w->first;
  w->first = n;
  return true;
}
// CHECK: [[#@LINE+13]]:{{[0-9]+}}: read of {{.*}} after it was freed
// CHECK: call words_add
// CHECK: call words_drop
bool words_drop(struct words *w, const char *text) {
  for (struct word **at = &w->first; *at; at = &(*at)->next)
    if (strcmp((*at)->text, text) == 0) {
      struct word *n = *at;
#ifdef RIGHT
      *at = n->next;
#endif
      free(n->text);
      free(n);
#ifndef RIGHT
      *at = n->next;
#endif
      return true;
    }
  return false;
}

// The last one has nothing before it.
struct entry {
  struct entry *before;
  int value;
};
struct undo {
  struct entry *last;
  unsigned count;
};
void undo_init(struct undo *u) { memset(u, 0, sizeof *u); }
bool undo_note(struct undo *u, int value) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return false;
  *e = (struct entry){u->last, value};
  u->last = e;
  ++u->count;
  return true;
}
// CHECK: [[#@LINE+9]]:{{[0-9]+}}: read through a null pointer
// CHECK: call undo_merge
bool undo_merge(struct undo *u, int most) {
#ifdef RIGHT
  if (u->count < 2)
#else
  if (u->count < 1)
#endif
    return false;
  if (u->last->before->value > most)
    return false;
  struct entry *e = u->last;
  u->last = e->before;
  --u->count;
  free(e);
  return true;
}
