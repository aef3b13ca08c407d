// A local has no value when it begins, each time.
// RUN: sooth --emit=values --check=memory %s | FileCheck %s
int main(int argc, char **argv) {
  int result = 0, once;
  if (argc > 5)
    once = 1;
  // CHECK-DAG: :[[#@LINE+1]]:7: uninitialized: may fail
  if (once)
    result++;
  for (int i = 0; i < 3; i++) {
    int each;
    if (i == 0)
      each = 1;
    // CHECK-DAG: :[[#@LINE+1]]:9: uninitialized: may fail
    if (each)
      result++;
  }
  return result;
}
