// What the declaration of a function without a body says of its result is true of
// it: how large what it leads to is, that it is not null, that it never returns.
// RUN: not sooth --check=access --all --timeout=60 %s | FileCheck %s
// CHECK-DAG: :[[# @LINE + 13]]:10: no read outside of {{.*}}: holds
// CHECK-DAG: :[[# @LINE + 17]]:10: no read outside of {{.*}}: unknown
// CHECK-DAG: :[[# @LINE + 23]]:10: no read outside of {{.*}}: holds
// CHECK-DAG: :[[# @LINE + 28]]:10: no read through a null pointer: holds if pointers that never_null() returns or stores are valid
// CHECK-DAG: :[[# @LINE + 33]]:10: no read through a null pointer: holds{{$}}
void *make(unsigned long size) __attribute__((alloc_size(1)));
void *make_many(unsigned n, unsigned long size)
    __attribute__((alloc_size(1, 2)));
int *never_null(void) __attribute__((returns_nonnull));
_Noreturn void stop(void);

int enough(void) {
  int *p = make(8);
  return p[1];
}

int too_small(void) {
  int *p = make(4);
  return p[1];
}

int element(unsigned n, unsigned i) {
  if (n > 100 || i >= n)
    return 0;
  int *p = make_many(n, sizeof *p);
  return p[i];
}

int not_null(void) {
  int *p = never_null();
  int tested = !p;
  return *p + tested;
}

int tested(int *p) {
  if (!p)
    stop();
  return *p;
}
