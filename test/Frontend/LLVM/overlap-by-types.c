// Arguments whose accesses C lets be to the same bytes are told to be apart: by types as
// C17 6.5p6-7 has them, and not by how large they are.
// RUN: sooth --check=memory,assert %s | FileCheck %s --check-prefixes=CHECK,STRICT --implicit-check-not='do not overlap'
// RUN: sooth --check=memory,assert -fno-strict-aliasing %s | FileCheck %s --check-prefixes=CHECK,LOOSE

#include <assert.h>
#include <sooth.h>
#include <string.h>

union both { int i; float f; };
typedef int __attribute__((may_alias)) any_int;
struct __attribute__((may_alias)) any { int x; };
enum level { LOW, HIGH };
struct pair { int x, y; };
struct bits { unsigned a : 5, b : 27; };
struct held { int k; union both u; };

// CHECK: : member_of_union: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void member_of_union(union both *a, int *b) { a->f = 1; *b = 2; assert(a->f == 1); }
// CHECK: : union_in_structure: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void union_in_structure(struct held *a, int *b) { a->u.f = 1; *b = 2; assert(a->u.f == 1); }
// CHECK: : may_alias: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void may_alias(float *a, any_int *b) { *a = 1; *b = 2; assert(*a == 1); }
// CHECK: : structure_may_alias: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void structure_may_alias(struct any *a, float *b) { a->x = 1; *b = 2; assert(a->x == 1); }
// CHECK: : cast: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void cast(float *a, int *b) { *(any_int *)a = 1; *b = 2; assert(*(any_int *)a == 1); }
// CHECK: : bytes: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CHECK-NEXT: needs: a and b do not overlap
void bytes(float *a, int *b) { *a = 1; int v = 2; memcpy(b, &v, 4); assert(*a == 1.0f); }
// CHECK: : set: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CHECK-NEXT: needs: a and b do not overlap
void set(double *a, int *b) { *a = 1; memset(b, 0, 4); assert(*a == 1); }
// CHECK: : characters: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void characters(double *a, signed char *b) { *a = 1; b[0] = 3; assert(*a == 1); }
// CHECK: : sign: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void sign(int *a, unsigned *b) { *a = 1; *b = 3; assert(*a == 1); }
// CHECK: : enumeration: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void enumeration(enum level *a, unsigned *b) { *a = LOW; *b = 3; assert(*a == LOW); }
// CHECK: : bit_fields: 9 checks: 9 proved if
// CHECK-NEXT: needs: a and b do not overlap
void bit_fields(struct bits *a, unsigned *b) { a->a = 4; *b = 5; assert(a->a == 4); }
// CHECK: : member: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void member(struct pair *a, int *b) { a->y = 4; *b = 5; assert(a->y == 4); }
// CHECK: : pointers: 7 checks: 7 proved if
// CHECK-NEXT: needs: a and b do not overlap
void pointers(void **a, char **b, char *c, char *d) { *a = c; *b = d; assert(*a == c); }
// CHECK: : assigned: 10 checks: 10 proved if
// CHECK-NEXT: needs: a and c do not overlap
// CHECK-NEXT: needs: b and c do not overlap
void assigned(struct pair *a, struct pair *b, int *c) { *c = 4; *a = *b; assert(*c == 4); }
// CHECK: : contract: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CHECK-NEXT: needs: a and b do not overlap
static void to(union both *u, float f) {
  sooth_requires(sooth_valid(u, sizeof *u));
  sooth_assigns(u->f);
  u->f = f;
}
void contract(union both *a, int *b) {
  sooth_requires(sooth_valid(a, sizeof *a) && sooth_valid(b, sizeof *b));
  *b = 1;
  to(a, 2);
  assert(*b == 1);
}

// What is excluded is not told.
// STRICT: : other: 7 checks: 3 proved, 4 proved if
// LOOSE: : other: 7 checks: 7 proved if
// LOOSE-NEXT: needs: a and b do not overlap
void other(int *a, float *b) { *a = 1; *b = 3; assert(*a == 1); }
// STRICT: : longs: 7 checks: 3 proved, 4 proved if
// LOOSE: : longs: 7 checks: 7 proved if
// LOOSE-NEXT: needs: a and b do not overlap
void longs(long *a, char **b, char *c) { *a = 1; *b = c; assert(*a == 1); }
// STRICT: : assigned_apart: 10 checks: {{[0-9]+}} proved, {{[0-9]+}} proved if
// LOOSE: : assigned_apart: 10 checks: 10 proved if
void assigned_apart(struct pair *a, struct pair *b, float *c) {
  *c = 4;
  *a = *b;
  assert(*c == 4);
}
