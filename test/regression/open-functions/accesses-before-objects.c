// Under `ample`, where no access is too far from the beginning of what callers pass,
// runs went on behind accesses before it, and behind others that the run's objects
// were too small for: what they broke was told as a violation, and its replay ended
// at that access.
// RUN: not sooth %s --check=memory,div --entry=before 2>&1 | FileCheck %s
// CHECK: Unknown: depends on what the callers pass
// CHECK-NOT: Unsafe
// RUN: not sooth %s --check=memory,div --entry=behind --harness=%t.c 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEHIND
// BEHIND: accesses-before-objects.c:41:15: division by zero
// RUN: %clang19 -w -fsanitize=integer-divide-by-zero,address -fno-sanitize-recover=all \
// RUN:   %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: accesses-before-objects.c:41:15: runtime error: division by zero

struct text {
  int length;
  signed char *first;
  int divisor;
  signed char *last;
};

int before(struct text *text) {
  int at = text->length - 1;
  if (text->first > text->last)
    return 2;
  if (at > -500)
    return 3;
  if (text->first[at] == -128)
    return 10 / (text->divisor + 1000);
  return 3;
}

int behind(struct text *text) {
  int at = text->length - 1;
  if (text->first > text->last)
    return 2;
  if (at < 4000)
    return 3;
  if (text->first[at] == -128)
    return 10 / (text->divisor + 1000);
  return 3;
}
