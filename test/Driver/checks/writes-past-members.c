// Functions of the C library that write to an array in a structure stay in it.
// RUN: sooth --check=default %s | FileCheck --check-prefix=RIGHT %s
// RIGHT: {{^}}Safe
// RUN: sooth -m32 --check=default %s | FileCheck --check-prefix=RIGHT %s
// RUN: not sooth -m32 --check=bounds -DWRONG=MEMCPY %s | FileCheck %s
// RUN: not sooth -m32 --check=bounds -DWRONG=SPRINTF %s | FileCheck %s
// RUN: not sooth --check=default -DWRONG=STRCPY %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRCPY %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRCPY_GLOBAL %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRCPY_REST %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRCAT %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRNCAT %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=STRNCPY %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=MEMCPY %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=MEMSET %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=SPRINTF %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=SNPRINTF %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=VSPRINTF %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=FGETS %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=FREAD %s | FileCheck %s
// RUN: not sooth --check=bounds -DWRONG=READ %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NEXT: {{.*}}write past the end of 'name' (8 bytes)

// The rows of an array of arrays are one member.
// RUN: not sooth --check=bounds -DWRONG=ROW %s \
// RUN:   | FileCheck --check-prefix=ROW %s
// ROW: write past the end of 'rows' (12 bytes)

// An array at the end may go on behind it if the compiler is told so.
// RUN: not sooth --check=bounds -DWRONG=LAST %s \
// RUN:   | FileCheck --check-prefix=LAST %s
// LAST: write past the end of 'last' (4 bytes)
// RUN: sooth --check=bounds -DWRONG=LAST %s -- -fstrict-flex-arrays=0 \
// RUN:   | FileCheck --check-prefix=RIGHT %s

// A function that the program defines is not called.
// RUN: not sooth --check=bounds -DOWN -DWRONG=SPRINTF %s | FileCheck %s

// It is a matter of bounds.
// RUN: sooth --check=access -DWRONG=STRCPY %s \
// RUN:   | FileCheck --check-prefix=RIGHT %s

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct record {
  int kind;
  char name[8], more[4];
  int number;
  char rows[2][6];
  struct {
    char first[8];
    int second;
  } inner;
  int before;
  char last[4];
};
union either {
  char few[4], many[16];
};
struct open {
  int count;
  char rest[1];
};

static struct record shared;

static int print(struct record *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(r->name, format, list);
  va_end(list);
  return n;
}

#ifdef OWN
int snprintf(char *to, size_t size, const char *format, ...) {
  return shared.rows[2 + (size == 0)][6];
}
#endif

// What is right: all that is there, several members, arrays of arrays.
static void right(struct record *r) {
  memset(r, 0, sizeof *r);
  memset(&r->name, 0, sizeof *r - sizeof r->kind);
  memset(r->name, 0, sizeof r->name + sizeof r->more);
  memset(r->name, 0, sizeof *r - sizeof r->kind);
  memset(r->rows[0], 0, sizeof r->rows);
  memcpy(&r->inner, "123456789012", sizeof r->inner);
  strcpy((char *)r + 4, "123456789");
  strcpy(r->name, "1234567");
  strcpy(r->name + 4, "123");
  strcpy(&r->name[7], "");
  strcpy(shared.name, "1234567");
  strncpy(r->name, "12345678", 8);
  strcpy(r->name, "12");
  strcat(r->name, "34567");
  strcpy(r->more, "");
  strncat(r->more, "12345", 3);
  sprintf(r->name, "%d", 1234567);
#ifndef OWN
  snprintf(r->name, 100, "%d", 1234567);
#endif
  print(r, "%d", 1234567);
  memcpy(r->last, "1234", 4);
  union either e;
  strcpy(e.few, "12345");
  char space[16];
  struct open *o = (struct open *)(void *)space;
  strcpy(o->rest, "1234567");
}

#define STRCPY strcpy(r.name, "12345678")
#define STRCPY_GLOBAL strcpy(shared.name, "12345678")
#define STRCPY_REST strcpy(&r.name[n - 4], "1234")
#define STRCAT strcpy(r.name, "1234"), strcat(r.name, "5678")
#define STRNCAT strcpy(r.name, "1234"), strncat(r.name, "56789", n - 4)
#define STRNCPY strncpy(r.name, "1234", sizeof r.name + 1)
#define MEMCPY memcpy(r.name, "12345678", n + 1)
#define MEMSET memset(r.name + 1, 0, n)
#define SPRINTF sprintf(r.name, "%d", 12345678)
#define SNPRINTF snprintf(r.name, sizeof r, "%d", 12345678)
#define VSPRINTF print(&r, "%d", 12345678)
#define FGETS fgets(r.name, sizeof r.name + 1, stdin)
#define FREAD fread(r.name, 3, n - 5, stdin)
#define READ read(0, r.name + 2, n)
#define ROW memcpy(r.rows[2], "a", n - 7)
#define LAST strcpy(r.last, "1234")

int main(void) {
  struct record r;
  unsigned n = 8;
  right(&r);
#ifdef WRONG
  WRONG;
#endif
}
