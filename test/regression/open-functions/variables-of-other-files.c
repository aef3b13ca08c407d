// Variables that other files define hold anything, as those of this one: what
// their pointers lead to is there, may be what is passed, and is changed by code
// that is not shown.
// RUN: rm -rf %t && mkdir %t
// RUN: not sooth --check=memory,div --all --harness=%t/ %s > %t/out 2> %t/notes
// RUN: FileCheck %s < %t/out
// CHECK: files.c:38:{{.*}}: division by zero or overflow
// CHECK-NEXT: level = 0
// CHECK-NOT: files.c:{{[0-9]+}}:{{[0-9]+}}: read
// CHECK-DAG: files.c:39:{{.*}}: no read outside of memory of the caller's: holds if pointers that other functions stored in memory are valid
// CHECK-DAG: files.c:40:{{.*}}: no read through a null pointer: holds if {{.*}}pointers that other functions stored in memory are valid
// CHECK-DAG: files.c:41:{{.*}}: no division by zero or overflow: unknown: unsupported: memory that 'other' may write
// CHECK-DAG: files.c:42:{{.*}}: no division by zero or overflow: unknown: unsupported: memory that 'other' may write
// CHECK-DAG: files.c:43:{{.*}}: no division by zero or overflow: can fail
// CHECK-DAG: files.c:44:{{.*}}: no division by zero or overflow: can fail
// CHECK-DAG: files.c:45:{{.*}}: no division by zero or overflow: can fail
// CHECK-DAG: files.c:46:{{.*}}: no read through a null pointer: unknown
// RUN: sed -n 's|.* replay it with: clang-19\(.*nested-.*\)|%clang19 -w\1|p' %t/notes > %t/command
// RUN: not bash %t/command 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: sooth --check=memory --entry=found %s | FileCheck %s --check-prefix=ENTRY
// ENTRY: found: 2 checks: 2 proved if
// REPLAY: files.c:48:{{[0-9]+}}: runtime error: division by zero
struct list {
  int n;
  struct list *next;
};
struct config {
  int level;
  const char *name;
};
extern int level;
extern struct config *config, defaults;
extern struct list *lists;
struct list *own;
extern const char *const names[];
void other(void);

int divided(void) { return 10 / level; }
int found(void) { return config->level; }
char member(void) { return defaults.name[0]; }
int number(void) { level = 1; other(); return 10 / level; }
int behind(void) { config->level = 1; other(); return 10 / config->level; }
int passed(struct list *l) { l->n = 1; lists->n = 0; return 10 / l->n; }
int passed_own(struct list *l) { l->n = 1; own->n = 0; return 10 / l->n; }
int next(struct list *l) { l->n = 1; lists->next->n = 0; return 10 / l->n; }
char letter(void) { return names[2] ? names[2][0] : 0; }
int nested(void) {
  return level > 5 && lists->next && lists->next->n == 7 ? 10 / (level - 9) : 0;
}
