// A variable may have the name of a library function whose header is not there.
// RUN: sooth %s | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <assert.h>
extern int rename;
int gmtime, failed;

int main(void) {
  gmtime = rename;
  assert(gmtime == rename && failed == 0);
}
