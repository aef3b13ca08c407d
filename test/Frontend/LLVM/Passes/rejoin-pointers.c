// A pointer that is copied byte by byte is the pointer; what is put together in
// another way is not.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: %soothpass -passes='sooth-prepare<no-slice;entry=copy>' -S %t.ll | FileCheck %s --check-prefix=COPY
// RUN: %soothpass -passes='sooth-prepare<no-slice;entry=swapped>' -S %t.ll | FileCheck %s --check-prefix=OTHER
// RUN: %soothpass -passes='sooth-prepare<no-slice;entry=mixed>' -S %t.ll | FileCheck %s --check-prefix=OTHER
// RUN: %soothpass -passes='sooth-prepare<no-slice;entry=most>' -S %t.ll | FileCheck %s --check-prefix=OTHER

// COPY-NOT: inttoptr
// COPY: store i32 9, ptr %p
// OTHER: inttoptr
static void bytes(int **to, int **from, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    ((unsigned char *)to)[i] = ((unsigned char *)from)[i];
}

void copy(int *p) {
  int *q;
  bytes(&q, &p, sizeof p);
  *q = 9;
}

void swapped(int *p) {
  int *q;
  bytes(&q, &p, sizeof p);
  unsigned char *b = (unsigned char *)&q, first = b[0];
  b[0] = b[1];
  b[1] = first;
  *q = 9;
}

void mixed(int *p, int *r) {
  int *q;
  bytes(&q, &r, sizeof r);
  bytes(&q, &p, 4);
  *q = 9;
}

void most(int *p) {
  int *q;
  bytes(&q, &p, sizeof p - 1);
  *q = 9;
}
