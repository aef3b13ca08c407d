// What printf writes of a constant, and strtod reads, was as in the locale "C"
// also where the program asks for another one, which may have a comma.
// RUN: not sooth %s --timeout=20 | FileCheck %s
// RUN: not sooth %s -DREAD --timeout=20 | FileCheck %s
// RUN: sooth %s -DAS_IT_WAS --timeout=20 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DREAD -DAS_IT_WAS --timeout=20 | FileCheck %s --check-prefix=SAFE
// CHECK: Unknown
// SAFE: Safe
#include <assert.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifndef AS_IT_WAS
  setlocale(LC_ALL, "");
#endif
#ifdef READ
  assert(strtod("1.5", NULL) == 1.5);
#else
  char text[20];
  snprintf(text, sizeof text, "%.1f", 1.5);
  assert(text[1] == '.');
#endif
  return 0;
}
