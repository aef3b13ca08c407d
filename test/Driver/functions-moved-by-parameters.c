// Callers may pass the addresses of members as pointers to pointers to functions.
// RUN: not sooth %s | FileCheck %s
#include <assert.h>

typedef int function(int);
struct operations {
  function *first, *second;
};
static int one(int n) { return 1; }
static int two(int n) { return 2; }
struct operations table = {one, two};

void move(function **to, function **from) { *to = *from; }

// CHECK: {{^}}Un{{safe|known}}
// CHECK: first: 1 check: 1 {{violated|unknown}}
void first(struct operations *o) { assert(o->first(1) != 2); }
