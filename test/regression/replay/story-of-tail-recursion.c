// A sum that is added up from the outermost call inwards was told as what a
// variable holds: here b = 3, 5 and 6 instead of 1, 3 and 6.
// RUN: not sooth %s --self-check=5 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NOT: b = {{[56]}}
// CHECK: y = 6
int sum(int n) {
  int b = n;
  if (n <= 0)
    return 0;
  b = sum(n - 1) + n;
  return b;
}
void reach_error(void);
int main(void) {
  int y = sum(3);
  if (y == 6)
    reach_error();
}
