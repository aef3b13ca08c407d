// What a function frees that callers pass was allocated, and is not freed twice:
// that is a need, and is asked where the function is called in the same file.
// RUN: not sooth --check=memory %s | FileCheck %s
#include <stdlib.h>
struct node { struct node *next; int *at; };
// CHECK: freed.c:[[#@LINE+24]]:20: argument 'p' of 'given' must be NULL or memory that can be freed

// CHECK: freed.c:[[#@LINE+1]]: given: 2 checks: 1 proved, 1 proved if
void given(int *p) { free(p); }
// CHECK-NEXT: needs: p can be passed to free()

// CHECK: freed.c:[[#@LINE+1]]: choose: 2 checks: 1 proved, 1 proved if
void choose(int *p, int *q, int n) { free(n ? p : q); }
// CHECK-NEXT: needs: q can be passed to free()
// CHECK-NEXT: needs: p can be passed to free()

// CHECK: freed.c:[[#@LINE+1]]: found:
void found(struct node *n) { if (n) { free(n->at); n->at = 0; } }
// CHECK: needs: pointers in memory that the code frees can be passed to free()

// CHECK: freed.c:[[#@LINE+1]]: grow: {{.*}} proved if
void *grow(char *p) { return realloc(p, 20); }
// CHECK-NEXT: needs: p can be passed to free()

// Nothing is needed of what the function has allocated itself.
void own(void) { int *p = malloc(4); free(p); }

static int first;
// CHECK: freed.c:[[#@LINE+1]]: wrong: 1 check: 1 violated
void wrong(void) { given(&first); }

void right(void) { given(malloc(4)); given(NULL); }

static int *kept;
void keep(int *p) { kept = p; }
// CHECK: freed.c:[[#@LINE+1]]: drop: 2 checks: 1 proved, 1 proved if
void drop(void) { free(kept); kept = NULL; }
// CHECK-NEXT: needs: pointers in memory that the code frees can be passed to free()
// CHECK: 9 functions, 20 checks: 9 proved, 10 proved if, 1 violated
