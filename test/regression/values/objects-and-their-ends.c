// What the value analysis says of objects that are made, freed, and made again.
// RUN: sooth --emit=values --check=memory --malloc-may-fail %s | FileCheck %s
#include <stdlib.h>

struct s { int *arr; int n; struct s *next; };

static struct s *make(void) {
  struct s *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->n = 0;
  s->next = 0;
  s->arr = malloc(10 * sizeof(int));
  if (!s->arr) {
    free(s);
    return 0;
  }
  return s;
}

static int *dangling(void) {
  int local = 1;
  int *p = &local;
  return p;
}

static int *kept;
static void keep(int *p) { kept = p; }
static void lend(void) {
  int local = 2;
  keep(&local);
}

int main(int argc, char **argv) {
  struct s *s = 0;
  for (int i = 0; i < argc; i++) {
    s = make();
    if (!s)
      return 1;
    // CHECK-DAG: :[[#@LINE+1]]:22: access: holds
    s->arr[s->n & 7] = i;
    // CHECK-DAG: :[[#@LINE+2]]:25: access: may fail
    if (argc == 9)
      s->arr[s->n + 10] = i;
    // CHECK-DAG: :[[#@LINE+1]]:5: access: holds
    free(s->arr);
    // CHECK-DAG: :[[#@LINE+1]]:5: access: holds
    free(s);
  }
  // CHECK-DAG: :[[#@LINE+1]]:23: access: may fail
  if (argc == 2 && s->n)
    argc++;
  int *p = dangling();
  // CHECK-DAG: :[[#@LINE+1]]:20: access: may fail
  if (argc == 3 && *p)
    argc++;
  lend();
  // CHECK-DAG: :[[#@LINE+1]]:20: access: may fail
  if (argc == 4 && *kept)
    argc++;
  struct s *first = make();
  if (!first)
    return 1;
  struct s *second = make();
  if (!second)
    return 1;
  free(first);
  // CHECK-DAG: :[[#@LINE+1]]:19: access: holds
  argc += second->n;
  // CHECK-DAG: :[[#@LINE+1]]:18: access: may fail
  argc += first->n;
  return argc;
}
