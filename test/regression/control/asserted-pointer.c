// What is asserted may be a pointer.
// RUN: sooth %s -DCONDITION='"text"' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCONDITION='&global' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCONDITION='(void *)0' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCONDITION='find()' | FileCheck %s --check-prefix=UNKNOWN
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// UNKNOWN: {{^}}Unknown: unsupported: result of 'find'
int global;
int *find(void);

int main(void) { __VERIFIER_assert(CONDITION); }
