// What is freed through one argument is used in no way through another one, whatever their
// types are: also where nobody reads what is written.
// RUN: sooth --check=memory %s | FileCheck %s

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct one { int n; };
struct two { int n; };

// CHECK: : written: 4 checks: 4 proved if
// CHECK-NEXT: needs: a and b do not overlap
void written(int *a, float *b) { free(a); *b = 1; }
// CHECK: : read: 4 checks: 4 proved if
// CHECK-NEXT: needs: a and b do not overlap
int read(char *a, long *b) { free(a); return *b != 0; }
// CHECK: : twice: 4 checks: 4 proved if
// CHECK-NEXT: needs: a and b do not overlap
void twice(int *a, float *b) { free(a); free(b); }
// CHECK: : moved: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CHECK-NEXT: needs: a and b do not overlap
void moved(int *a, int *b) { int *c = realloc(a, 100); if (c) *b = 1; free(c); }
// CHECK: : filled: 4 checks: 4 proved if
// CHECK-NEXT: needs: a and b do not overlap
void filled(int *a, int *b) { free(a); memset(b, 0, 4); }
// CHECK: : scanned: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CHECK-NEXT: needs: s and a do not overlap
// CHECK-NEXT: needs: a and b do not overlap
void scanned(FILE *s, char *a, int *b) { free(a); fscanf(s, "%d", b); }
static void drop(int *p) { if (p) free(p); }
// CHECK: : called: 4 checks: 4 proved if
// CHECK-NEXT: needs: a and b do not overlap
void called(int *a, long *b) { drop(a); *b = 1; }
// CHECK: : structures: 4 checks: 4 proved if
// CHECK-NEXT: needs: p and q do not overlap
void structures(struct one *p, struct two *q) { free(p); q->n = 1; }
