// In series of calls with an object of a caller, what callers have to see to is
// no violation.
// RUN: not sooth --calls-with-objects --check=default --timeout=30 %s | FileCheck %s --implicit-check-not=Unsafe --implicit-check-not=violated
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// CHECK: {{^}}Unknown

// That the index is right, and that there is something: it is asserted.
struct numbers {
  int *all;
  unsigned count, room;
  int recent[4];
  unsigned chosen;
};
void numbers_init(struct numbers *n) { memset(n, 0, sizeof *n); }
int numbers_add(struct numbers *n, int number) {
  if (n->room > 1000)
    return 0;
  if (n->count == n->room) {
    int *all = malloc((n->room + 4) * sizeof *all);
    if (!all)
      return 0;
    for (unsigned i = 0; i < n->count; ++i)
      all[i] = n->all[i];
    free(n->all);
    n->all = all;
    n->room += 4;
  }
  n->all[n->count++] = number;
  return 1;
}
int numbers_at(const struct numbers *n, unsigned i) { return n->all[i]; }
// A number of the caller's, also later.
void numbers_choose(struct numbers *n, unsigned i) { n->chosen = i * 3; }
int numbers_chosen(const struct numbers *n) { return n->recent[n->chosen]; }
// Nothing is called afterwards, whether something is returned or not.
void numbers_end(struct numbers *n) {
  free(n->all);
  n->all = NULL;
}
struct buffer {
  char *text;
};
void buffer_init(struct buffer *b) { b->text = malloc(8); }
int buffer_close(struct buffer *b) {
  free(b->text);
  return 0;
}
int buffer_first(const struct buffer *b) { return b->text ? b->text[7] = 'a' : 0; }

// The same of a pointer that is handed on, to whoever frees it.
void give_back(char *text);
struct text {
  char *all;
  unsigned used;
};
void text_init(struct text *t) {
  t->all = malloc(16);
  t->used = 0;
}
char *text_take(struct text *t) {
  char *all = t->all;
  t->all = NULL;
  return all;
}
void text_close(struct text *t) {
  give_back(t->all);
  t->all = NULL;
}
void text_clear(struct text *t) { t->all[0] = '\0'; }

// One that was never initialized.
struct table {
  int values[4];
  unsigned used;
};
int table_value(const struct table *t) { return t->values[t->used]; }

// A node that is in the list already.
struct node {
  struct node *next, *before;
};
struct list {
  struct node *first;
};
void list_init(struct list *l) { l->first = NULL; }
void node_init(struct node *n) { n->next = n->before = NULL; }
void list_add(struct list *l, struct node *n) {
  n->next = l->first;
  n->before = NULL;
  if (l->first)
    l->first->before = n;
  l->first = n;
}
void list_remove(struct list *l, struct node *n) {
  if (n == l->first)
    l->first = n->next;
  else
    n->before->next = n->next;
  if (n->next)
    n->next->before = n->before;
}

// Part of a larger one, as only this file knows.
struct handle {
  int have;
};
struct stream {
  struct handle shown;
  int mode;
};
struct handle *handle_open(int mode) {
  struct stream *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  s->mode = mode;
  return &s->shown;
}
int handle_mode(struct handle *h) {
  struct stream *s = (struct stream *)h;
  return s->mode;
}

struct member {
  int value;
  struct node links;
  int more;
};
int member_both(struct node *links) {
  struct member *m =
      (struct member *)((char *)links - offsetof(struct member, links));
  return m->value & m->more;
}

// It was allocated.
void member_free(struct member *m) { free(m); }
