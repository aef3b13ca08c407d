// What a program has written to a file was not known when it read it there.
// RUN: sooth %s -DCASE=1 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=2 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=3 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=4 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=5 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=10 | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCASE=11 | FileCheck %s --check-prefix=UNSAFE
// Where something else may be there, it is still open.
// RUN: not sooth %s -DCASE=1 --io-may-fail | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=20 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=21 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=22 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=23 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=24 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=25 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=26 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=27 | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// OPEN: {{^}}Unknown: unsupported: {{character that was read before|which of several files}}
#include <assert.h>
#include <stdio.h>
#include <string.h>
void elsewhere(void);
int main(void) {
  char text[16] = "";
  int x = 0, y = 0;
  FILE *out = fopen("notes", "w");
  if (!out)
    return 1;
#if CASE == 1 || CASE >= 20 // from here on
  FILE *in = 0;
#endif
#if CASE == 1 // lines
  fputs("one\nt", out);
  fputc('w', out);
  fwrite("out", 1, 1, out);
  fclose(out);
  in = fopen("notes", "r");
  if (!in || !fgets(text, 16, in))
    return 1;
  assert(strcmp(text, "one\n") == 0);
  if (fgets(text, 16, in)) {
    assert(strcmp(text, "two") == 0);
    assert(!fgets(text, 16, in));
  }
#elif CASE == 2 // numbers
  fprintf(out, "%d %x;", -12, 255);
  fclose(out);
  FILE *in = fopen("notes", "r");
  if (in && fscanf(in, "%d%x;", &x, &y) == 2)
    assert(x == -12 && y == 255);
#elif CASE == 3 // without a name
  fclose(out);
  FILE *both = tmpfile();
  if (!both)
    return 1;
  fprintf(both, "%s-", "ab");
  rewind(both);
  int c = fgetc(both);
  assert(c == EOF || c == 'a');
#elif CASE == 4 // after an end there is an end
  fclose(out);
  FILE *in = fopen("notes", "r");
  if (in) {
    assert(fgetc(in) == EOF);
    assert(fscanf(in, "%d", &x) != 1);
  }
#elif CASE == 5 // a name of the library's
  fclose(out);
  char *name = tmpnam(NULL);
  FILE *to = freopen(name, "w", stdout);
  if (!to)
    return 1;
  printf("%c", 'a');
  puts("b");
  fclose(to);
  FILE *in = fopen(name, "r");
  if (in && fscanf(in, "%s", text) == 1)
    assert(strcmp(text, "ab") == 0);
#elif CASE == 10
  fputs("12", out);
  fclose(out);
  FILE *in = fopen("notes", "r");
  if (in && fgetc(in) != EOF)
    assert(fgetc(in) != '2');
#elif CASE == 11 // a read may fail
  fputs("1", out);
  fclose(out);
  FILE *in = fopen("notes", "r");
  if (in)
    assert(fgetc(in) != EOF);
#else
#if CASE == 20 // it is asked whether that fails
  if (fputs("1", out) < 0)
    x = 1;
#elif CASE == 21
  x = fprintf(out, "1");
#else
  fputs("1", out);
#endif
#if CASE == 22 // two that are written
  FILE *second = fopen("more", "w");
#elif CASE == 23 // nobody knows what that does
  elsewhere();
#elif CASE == 24 // more than is kept
  static char many[300];
  fwrite(many, 1, 300, out);
#elif CASE == 25
  remove("notes");
#elif CASE == 26
  fseek(out, 0, SEEK_SET);
  fputs("2", out);
#endif
#if CASE == 27 // another name, which may be one of the same file
  in = fopen("./notes", "r");
#else
  if (fclose(out) != 0 && CASE != 20)
    return 1;
  in = fopen("notes", "r");
#endif
  int first = in ? fgetc(in) : EOF;
  assert(first == EOF || first == '1');
#endif
}
