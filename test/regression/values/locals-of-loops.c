// A local of a loop ends with its round, also where the program that is prepared
// reaches it through a pointer.
// RUN: sooth --emit=values --check=memory %s | FileCheck %s
struct node { int value; struct node *next; };

static int found_in_next_round(int n) {
  int *last = 0;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int here = i;
    // CHECK-DAG: :[[#@LINE+2]]:14: access: may fail
    if (last)
      sum += *last % 3;
    // CHECK-DAG: :[[#@LINE+1]]:12: access: holds
    sum += here % 3;
    last = &here;
  }
  return sum;
}

static int found_after_loop(int n) {
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct node here = {i, list};
    // CHECK-DAG: :[[#@LINE+1]]:14: access: holds
    if (here.value == 3)
      list = &here;
  }
  // CHECK-DAG: :[[#@LINE+1]]:23: access: may fail
  return list ? list->value : 0;
}

int main(int argc, char **argv) {
  return argc > 5 ? found_in_next_round(argc) : found_after_loop(argc);
}
