// A violation that depends on what the program reads from a file that it has written was
// told with a replay that ended well. No harness provides such files, and that is said.
// RUN: not sooth %s --harness=%t.c 2>&1 | FileCheck %s
// CHECK: cannot be replayed: it may read what it has written to a file
// CHECK: without-kept-files.c:20:3: assertion 'line[1] != 'b'' failed

#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[20];
  FILE *file = fopen("note", "w");
  if (!file)
    return 0;
  if (fputs("abc\n", file) < 0 || fclose(file))
    return 0;
  file = fopen("note", "r");
  if (!file || !fgets(line, sizeof line, file))
    return 0;
  assert(line[1] != 'b');
}
