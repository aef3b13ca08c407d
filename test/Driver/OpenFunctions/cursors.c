// A pointer that the file moves leads into its array, or to its end.
// RUN: not sooth --check=access --calls=summarized %s | FileCheck %s
#include <assert.h>

static char buf[10], *cur = buf;
// CHECK: :[[@LINE+1]]: put: 2 checks: 2 proved{{$}}
void put(char c) { if (cur < buf + 10) *cur++ = c; }
// CHECK: :[[@LINE+1]]: length: 1 check: 1 proved{{$}}
int length(void) { int n = cur - buf; assert(n >= 0 && n <= 10); return n; }
// CHECK: :[[@LINE+1]]: not_full: {{.*}}1 unknown
void not_full(void) { assert(cur != buf + 10); }
// CHECK: :[[@LINE+1]]: beyond: {{.*}}1 unknown
void beyond(void) { *cur = 0; }
// CHECK: :[[@LINE+1]]: same: {{.*}} unknown
void same(void) { buf[3] = 1; if (cur != buf + 10) { *cur = 2; assert(buf[3] == 1); } }
