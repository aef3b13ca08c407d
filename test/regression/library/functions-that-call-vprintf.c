// A function that hands its variable arguments on to vprintf or its kin prints
// what each call says, if the format there is a literal.
// RUN: sooth %s -DCASE=1 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=2 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=3 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DCASE=5 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=6 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=1 --io-may-fail | FileCheck %s --check-prefix=FAILS
// SAFE: {{^}}Safe{{$}}
// OPEN: {{^}}Unknown: unsupported: length of what printf and its kin print
// FAILS: {{^}}Unsafe{{$}}
// FAILS-NEXT: assertion 'tell("%d-%s", 12, "ab") == 5' failed
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}

static char text[32];
static unsigned end;
static void append(const char *format, ...) {
  va_list list;
  va_start(list, format);
  end += vsnprintf(text + end, sizeof text - end, format, list);
  va_end(list);
}

static int depth;
static int again(const char *format, ...) {
  if (depth++ < 1)
    return again("%s%c", "a", 'b');
  va_list list;
  va_start(list, format);
  int n = vsprintf(text, format, list);
  va_end(list);
  return n;
}

static int other(const char *format, ...) {
  va_list list;
  va_start(list, format);
  format = "%d";
  int n = vsprintf(text, format, list);
  va_end(list);
  return n;
}

static int rest(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = va_arg(list, int);
  n += vsprintf(text, format, list);
  va_end(list);
  return n;
}

int main(void) {
#if CASE == 1
  assert(tell("%d-%s", 12, "ab") == 5);
  assert(tell("x") == 1);
#elif CASE == 2
  append("%c=", 'k');
  append("%d", 42);
  assert(!strcmp(text, "k=42") && end == 4);
#elif CASE == 3
  assert(again("%d", 12) == 2 && !strcmp(text, "ab"));
#elif CASE == 4
  assert(other("%s", 12) == 2);
#elif CASE == 5
  assert(rest("%d", 1, 2) == 2);
#else
  assert(tell(sooth_nondet_bool() ? "%d" : "%x", 12) <= 2);
#endif
}
