// Memory is no leak whose address is kept as bytes: whether it is held is
// unknown.
// RUN: not sooth --check=leak -DCASE=1 %s | FileCheck %s
// RUN: not sooth --check=leak -DCASE=2 %s | FileCheck %s
// RUN: not sooth --check=leak -DCASE=3 %s | FileCheck %s
// CHECK: {{^}}Unknown: undefined behaviour: whether memory of 4 bytes from 'malloc' in line {{[0-9]+}} is freed or still held at the end
// RUN: not sooth --check=leak -DCASE=4 %s | FileCheck %s --check-prefix=LOST
// LOST: memory of 4 bytes from 'malloc' in line {{[0-9]+}} is never freed
#include <stdlib.h>
#include <string.h>
static unsigned char kept[8];
static long number;
int main(void) {
  void *p = malloc(4);
#if CASE == 1
  memcpy(kept, &p, sizeof p);
#elif CASE == 2
  memmove(&number, &p, sizeof p);
#elif CASE == 3
  for (unsigned i = 0; i < sizeof p; i++)
    kept[i] = ((unsigned char *)&p)[i];
#else
  int n = 3;
  memcpy(kept, &n, sizeof n);
  number = n;
#endif
  return 0;
}
