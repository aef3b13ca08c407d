// Where a format is not known, or what is read with it is not modelled, it is not known whether
// the memory that it makes functions access is there; also through pointers. No assertion is left open by that.
// RUN: not sooth --check=memory --all %s | FileCheck %s
// RUN: not sooth --check=memory -DFORMAT=0 %s | FileCheck %s --check-prefix=ANSWER
// RUN: sooth --emit=values --check=memory %s | FileCheck %s --check-prefix=VALUES
// RUN: not sooth -DWRITES %s | FileCheck %s --check-prefix=WRITES
// RUN: sooth --check=memory -DHARMLESS -w %s | FileCheck %s --check-prefix=HARMLESS
// HARMLESS: {{^}}Safe
// ANSWER: Unknown: unsupported: printf with a format that is not known is not modelled
#define _GNU_SOURCE
#include <assert.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static const char *const formats[] = {"%s", "%d", "%n"};

static int (*print)(const char *, ...) = printf;
static int (*volatile print_text)(char *, const char *, ...) = sprintf;
static int (*compile)(regex_t *, const char *, int) = regcomp;
static void nothing(void) {}
static void (*volatile modelled)(void) = nothing;

static void forward(const char *format, ...) {
  va_list list;
  va_start(list, format);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'printf with a format that is not known' {{.*}}: unknown
  vprintf(format, list);
  va_end(list);
}

int main(int argc, char **argv) {
#if defined(WRITES)
  int written = 1;
  printf(formats[argc == 1 ? 2 : 1], &written);
  // WRITES: Unknown
  assert(written);
#elif defined(HARMLESS)
  printf("%ld %p\n", argc, argv);
  printf("%m\n");
#else
  char text[2] = {'a', 'b'}, to[40], *made;
  wchar_t wide[] = {1};
  int number, other;
  regex_t expression;
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'printf with a format that is not known' {{.*}}: unknown
  printf(formats[argc > 1], text);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'printf with a format that is not known' {{.*}}: unknown
  snprintf(to, 3, formats[argc > 1], text);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'printf with a format that is not known' {{.*}}: unknown
  printf("%ls\n", wide);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of '{{.*}}sscanf' {{.*}}: unknown
  sscanf("1", formats[argc > 1], &number + 1);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of '{{.*}}scanf' {{.*}}: unknown
  scanf("%d%n", &number, &other + 1);
  forward(formats[argc > 1], text);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'printf' {{.*}}: unknown
  print("%s", text);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'sprintf' {{.*}}: unknown
  print_text(to, "%s", text);
  // VALUES-DAG: :[[#@LINE+2]]:3: access: may fail
  // CHECK-DAG: :[[#@LINE+1]]:3: no call of 'regcomp' {{.*}}: unknown
  compile(&expression, text, 0);
  // VALUES-DAG: :[[#@LINE+1]]:3: access: holds
  modelled();
#endif
  return 0;
}
