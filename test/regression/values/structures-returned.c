// A function that returns a structure in memory, and changes variables that are registers.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
struct big { int a[8]; };
static int divisor = 1;
static struct big make(int n) {
  struct big b = {{0}};
  // CHECK-DAG: :[[#@LINE+1]]:14: access: holds
  b.a[n & 7] = n;
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  divisor = 6 / divisor - 6;
  return n > 3 ? make(n - 1) : b;
}
int main(int argc, char **argv) {
  struct big b = make(argc);
  // CHECK-DAG: :[[#@LINE+1]]:10: access: may fail
  return b.a[b.a[1]];
}
