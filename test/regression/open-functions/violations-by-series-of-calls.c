// What variables hold that only the file writes follows from earlier calls: a
// violation that depends on it is told with such calls.
// RUN: not sooth --check=memory,div --all %s | FileCheck %s --implicit-check-not="at the beginning"
#include <stdlib.h>

// CHECK: {{^}}Unsafe

static unsigned char queue[5];
static unsigned used;
// CHECK: c:[[#@LINE+12]]:17: write outside of 'queue'
// CHECK-NEXT: call put
// CHECK: used = 1
// CHECK: return from put
// CHECK: call put
// CHECK: used = 5
// CHECK: return from put
// CHECK: call put
// CHECK: offset = 5, size = 5
int put(unsigned char c) {
  if (used > 5)
    return 0;
  queue[used++] = c;
  return 1;
}

static char *buffer;
static unsigned length;
int start(void) {
  if (buffer)
    return 0;
  buffer = malloc(8);
  length = 0;
  return buffer != 0;
}
// CHECK: c:[[#@LINE+7]]:22: write of what 'buffer' points to after it was freed
// CHECK-NEXT: call {{start|stop|add}}
// CHECK: buffer = allocated memory
// CHECK: call stop
// CHECK: call add
void add(char c) {
  if (buffer && length < 8)
    buffer[length++] = c;
}
// CHECK: c:[[#@LINE+5]]:19: second free of what 'buffer' points to
// CHECK-NEXT: call {{start|stop|add}}
// CHECK: buffer = allocated memory
// CHECK: call stop
// CHECK: call stop
void stop(void) { free(buffer); }

static char line[16];
static char *cursor = line;
// CHECK: c:[[#@LINE+8]]:15: write outside of what 'cursor' points to, 'line'
// CHECK-NEXT: call feed
// CHECK: cursor = the end of line
// CHECK: offset = 16, size = 16
void feed(char c) {
  if (c == '\n')
    cursor = line;
  else if (cursor <= line + 16)
    *cursor++ = c;
}

static int sum, count;
void collect(int x) {
  sum = x;
  if (count < 10)
    count++;
}
// CHECK: c:[[#@LINE+2]]:29: division by zero
// CHECK-NEXT: call mean
int mean(void) { return sum / count; }
