// A pointer into an array in a structure is taken to stay there; it is told where it may
// not.
// RUN: sooth --emit=values --check=memory %s | FileCheck %s
struct buffer { char text[8]; int *next; int size; };

int main(int argc, char **argv) {
  int one = 1;
  struct buffer b = {"", &one, 8};
  char *p = b.text;
  for (int i = 0; i < argc; i++)
    // CHECK-DAG: :[[#@LINE+1]]:10: access: may leave an array
    *p++ = 'x';
  // CHECK-DAG: :[[#@LINE+1]]:10: access: holds
  argc = *b.next;
  for (int i = 0; i < b.size; i++)
    // CHECK-DAG: :[[#@LINE+1]]:15: access: holds
    b.text[i] = 0;
  return 0;
}
