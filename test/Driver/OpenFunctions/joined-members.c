// A need names the cells that it is about: where the model has members in one
// place, nothing is said of all of them.
// RUN: not sooth --check=access %s --members=joined | FileCheck %s
// RUN: sooth --check=access %s | FileCheck %s
struct d { int cost[20]; unsigned k; };
// CHECK: p8:
// CHECK-NOT: in each struct d, 0 <= cost
int p8(struct d *c) { c->k += 1; return c->cost[c->k]; }
