// A copy that may overlap, and a call through a pointer of which nothing is
// known, fail; what comes after is known all the same.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
#include <stdio.h>
#include <string.h>

static int one = 1, other = 1, third = 1;
static void set(void) { other = 0; }
static void set_by_number(int to) { third = to; }
void (*volatile setter)(void) = set;
void (*volatile by_number)(int) = set_by_number;

int main(void) {
  char text[64] = "";
  unsigned at = (unsigned)getchar() % 16, length = (unsigned)getchar() % 16;
  // CHECK-DAG: :[[@LINE+1]]:3: access: may fail
  memcpy(text + at, text, length);
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: div: holds
  int result = 10 / one;
  void (*read)(void) = setter;
  by_number;
  if (fread(&read, sizeof read, 1, stdin) != 1)
    return 1;
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: access: may fail
  read();
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: div: holds
  result += 10 / one;
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: div: may fail
  result += 10 / other;
  // It would have been called by another type.
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: div: holds
  result += 10 / third;
  return result;
}
