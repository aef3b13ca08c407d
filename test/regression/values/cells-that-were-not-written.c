// Bytes of which it is not known whether they were written may hold anything, also after
// it was checked that they were: the assertion fails if the run gets there.
// RUN: sooth --emit=values --check=memory %s | FileCheck %s
#include <assert.h>

unsigned char input(void);

int main(void) {
  struct item { unsigned char tag, name[4], value; } items[4] = {{1}};
  unsigned char *bytes = (unsigned char *)items;
  unsigned short word;
  unsigned char at = input();
  if (at > 20)
    return 0;
  // Of other widths than what is there.
  *(unsigned short *)(bytes + (at & 16)) = 513;
  items[1 + (at & 1)].name[0] = 1;
  word = items[0].tag;
  // CHECK: :[[#@LINE+1]]:3: assert: may fail
  assert(word == 2);
  return 0;
}
