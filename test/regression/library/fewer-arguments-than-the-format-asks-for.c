// What printf does if it is given fewer arguments than its format asks for, or
// a number where it reads or writes memory, is not defined. Other numbers than
// those that the format asks for print any text.
// RUN: not sooth %s -w -DTEXT | FileCheck %s
// RUN: not sooth %s -w -DNUMBER --check=memory | FileCheck %s
// RUN: not sooth %s -w -DNO_POINTER | FileCheck %s
// RUN: not sooth %s -w -DBUFFER --check=access | FileCheck %s
// RUN: not sooth %s -w -DWIDTH | FileCheck %s
// CHECK: Unknown: undefined behaviour: fewer or other arguments of '{{s?}}printf' than its format asks for at {{.*}}.c:[[#]]:
// RUN: sooth %s -w --check=memory | FileCheck %s --check-prefix=SAFE
// SAFE: Safe
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
#if defined(TEXT)
  printf("%d %s\n", argc);
#elif defined(NUMBER)
  printf("%d %d\n", argc);
#elif defined(NO_POINTER)
  printf("%s\n", argc);
#elif defined(BUFFER)
  char to[20];
  sprintf(to, "%s", argc);
#elif defined(WIDTH)
  printf("%*d\n", argc);
#else
  printf("%ld %d %x %p %c\n", argc, 2L, argv, argv, 'c', 3);
  printf("%*d %.*s%%\n", 1, argc, 3, "abc");
#endif
  assert(argc < 8388608);
  return 0;
}
