// Engine run passes a table of words character by character, although longer
// beginnings take no other edges.
// RUN: not sooth --engine=run %s | FileCheck %s
// CHECK: Unsafe
// CHECK-NEXT: :[[# @LINE + 17]]:3: assertion 'found != 2' failed
#include <assert.h>
#include <sooth.h>
#include <string.h>

static const char *const names[] = {"subscribe", "unsubscribe", "retransmit",
                                    "acknowledge"};

int main(void) {
  char text[16];
  for (int i = 0; i < 15; ++i)
    text[i] = (char)sooth_nondet_uchar();
  text[15] = 0;
  int found = -1;
  for (int i = 0; i < 4; ++i)
    if (strcmp(text, names[i]) == 0)
      found = i;
  assert(found != 2);
}
