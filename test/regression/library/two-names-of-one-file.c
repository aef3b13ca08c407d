// A file that was opened to be read after another was opened to be written may
// be the same: what is read is not anything.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=UNSAFE
// OPEN: {{^}}Unknown: unsupported: {{character that was read|number that was written}} before
// UNSAFE: {{^}}Unsafe{{$}}
#include <assert.h>
#include <stdio.h>
int main(void) {
  char text[8] = "";
  int x = 0;
#if CASE == 4 // what was open before is another one
  FILE *in = fopen("in", "r");
  FILE *out = fopen("out", "w");
#elif CASE == 2 // what is printed goes there
  FILE *out = freopen("in", "w", stdout);
  FILE *in = fopen("in", "r");
#else
  FILE *out = fopen("in", "w");
  FILE *in = fopen("in", "r");
#endif
  if (!in || !out)
    return 1;
#if CASE == 1
  if (fscanf(in, "%7s", text) == 1)
    assert(text[0] == '1');
#elif CASE == 3
  if (fscanf(in, "%d", &x) == 1)
    assert(x == 1);
#else
  if (fgetc(in) != EOF)
    assert(fgetc(in) == '1');
#endif
}
