// One of the objects that a pointer may lead to ends before the array begins that
// the others have there: how far apart elements are crashed when it was worked out.
// RUN: sooth %s --timeout=60 | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <sooth.h>
#include <stdlib.h>
#include <string.h>
struct page { unsigned char tag; short word[2]; };
struct shelf { int id; struct page page[2]; };
struct book { short first; struct shelf shelf[2]; unsigned char end[3]; };
short small;
int main(void) {
  unsigned n = sooth_nondet_uint();
  struct book *book = malloc(sizeof *book);
  sooth_assume(book != 0);
  memset(book, 0, sizeof *book);
  short *at = n > 7 ? &book->first : &small;
  short **hold = n & 1 ? &at : &at;
  unsigned long mark = (unsigned long)&book->shelf[1].id | (n & 3);
  int found = book->shelf[n & 1].page[small & 1].tag << (((int *)(mark & ~3ul) == &book->shelf[0].id) & 31);
  memset(book, 1, sizeof *book);
  **hold -= 3;
  sooth_assert(found == 0);
  free(book);
}
