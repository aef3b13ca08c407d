// What a variable can hold whose address does not leave the file is what its
// initializer and the file's own stores make of it.
// RUN: not sooth --check=access %s | FileCheck %s
#include <assert.h>

static int s;
void tick(void) { if (s < 10) s++; }
// CHECK: :[[@LINE+1]]: counted: 1 check: 1 proved{{$}}
void counted(void) { assert(s >= 0 && s <= 10); }
// CHECK: :[[@LINE+1]]: wrong: 1 check: 1 violated
void wrong(void) { assert(s < 10); }

static unsigned char ring[16];
static unsigned head;
// CHECK: :[[@LINE+1]]: push: 1 check: 1 proved{{$}}
void push(unsigned char b) { ring[head] = b; head = (head + 1) % 16; }

static struct { int used; int other; } pool;
void use(void) { if (pool.used < 8) ++pool.used; }
void drop(void) { if (pool.used > 0) --pool.used; }
// CHECK: :[[@LINE+1]]: in_a_member: 1 check: 1 proved{{$}}
void in_a_member(void) { assert(pool.used >= 0 && pool.used <= 8); }

// Callers may write this one.
static int known;
int *get(void) { return &known; }
void up(void) { if (known < 10) known++; }
// CHECK: :[[@LINE+1]]: not_kept: 1 check: 1 violated
void not_kept(void) { assert(known <= 10); }

// Arithmetic may overflow.
static int more;
void again(void) { more++; }
// CHECK: :[[@LINE+1]]: overflows: 1 check: 1 unknown
void overflows(void) { assert(more >= 0); }
