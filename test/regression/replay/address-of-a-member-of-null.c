// The address of a member of what a null pointer leads to is no access. The replay
// ended there, as clang's check of null pointers does not allow that, and not where
// the program reads.
// RUN: not sooth %s --check=memory --harness=%t.c 2>&1 | FileCheck %s
// CHECK-DAG: replay it with: {{.*}} -fno-sanitize-recover=all -fsanitize-recover=null
// CHECK-DAG: address-of-a-member-of-null.c:26:13: read through a null pointer
// RUN: %clang19 -w -g -fsanitize=address,alignment,null -fno-sanitize-recover=all \
// RUN:   -fsanitize-recover=null %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: address-of-a-member-of-null.c:26:13: runtime error: load of null pointer

union value {
  int number;
  double real;
};

struct cell {
  union value *value;
  int kind;
};

int number_of(struct cell *cell) {
  if (cell->kind == 3) {
    int *number = &cell->value->number;
    return !cell->value
          ? *number : 1;
  }
  return 0;
}
