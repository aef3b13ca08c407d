// The library reads the text that it is given: null is none. (What printf makes of null for %s is
// not modelled.)
// RUN: not sooth --check=memory -DCALL='fopen(NULL, "r")' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='puts(NULL)' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='remove(NULL)' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='strspn("a", NULL)' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='strtok(text, NULL)' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='getenv(NULL)' %s | FileCheck %s
// RUN: not sooth --check=memory -DCALL='printf("%%s", (char *)NULL)' %s | FileCheck %s --check-prefix=PRINTED
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[] = "ab";
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: read through a null pointer
  CALL;
  return text[0];
}
// PRINTED: Unknown: undefined behaviour
