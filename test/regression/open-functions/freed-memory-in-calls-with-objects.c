// That a function uses memory which an earlier call with the same object has
// freed is told without being asked for: callers give the object, and need not
// know what it leads to. (Each of these is right with -DRIGHT.) What looks like
// the end of an object is for them to see to.
// RUN: not sooth --check=memory --timeout=10 %s | FileCheck %s
// RUN: sooth --check=memory --timeout=10 -DRIGHT %s | FileCheck %s --check-prefix=RIGHT --implicit-check-not=violated --implicit-check-not=Unsafe || test $? = 2
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// RIGHT: {{^}}{{Safe|Unknown}}
// CHECK: {{^}}Unsafe
// CHECK-NOT: violated

// Notes of users; one that is removed may be removed again.
struct notes {
  char *all[4];
};
void notes_init(struct notes *n) { memset(n, 0, sizeof *n); }
bool notes_set(struct notes *n, unsigned user, const char *text) {
  if (user >= 4 || n->all[user])
    return false;
  char *copy = malloc(strlen(text) + 1);
  if (!copy)
    return false;
  strcpy(copy, text);
  n->all[user] = copy;
  return true;
}
// CHECK: [[#@LINE+7]]:{{[0-9]+}}: second free of {{.*}}
// CHECK: call notes_set
// CHECK: call notes_remove
bool notes_remove(struct notes *n, unsigned user) {
  char **note = user < 4 ? &n->all[user] : NULL;
  if (!note || !*note)
    return false;
  free(*note);
#ifdef RIGHT
  *note = NULL;
#endif
  return true;
}

// Nothing is read after the end, whatever a function returns or is given
// besides.
struct file {
  char *buffer;
};
void file_init(struct file *f) { f->buffer = calloc(1, 8); }
int file_close(struct file *f, int flags) {
  free(f->buffer);
  return flags;
}
int file_first(const struct file *f) { return f->buffer ? f->buffer[0] : 0; }
struct line {
  struct file *of;
  char *text;
};
static void line_clear(struct line *l) { free(l->text); }
void line_init(struct line *l) {
  l->of = NULL;
  l->text = calloc(1, 8);
}
bool line_end(struct line *l) {
  line_clear(l);
  return true;
}
int line_first(const struct line *l) { return l->text ? l->text[0] : 0; }

// What goes over a list is not used after the list has changed.
struct node {
  struct node *next;
  int number;
};
struct list {
  struct node *first;
};
struct place {
  struct node *at;
};
void list_init(struct list *l) { l->first = NULL; }
bool list_add(struct list *l, int number) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return false;
  n->next = l->first;
  n->number = number;
  l->first = n;
  return true;
}
void list_remove(struct list *l, int number) {
  for (struct node **at = &l->first; *at; at = &(*at)->next)
    if ((*at)->number == number) {
      struct node *n = *at;
      *at = n->next;
      free(n);
      return;
    }
}
void place_init(struct place *p, const struct list *l) { p->at = l->first; }
int place_next(struct place *p) {
  if (!p->at)
    return -1;
  const int number = p->at->number;
  p->at = p->at->next;
  return number;
}
