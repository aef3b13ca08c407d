// Where a block with a variable to clean up is left in several ways, clang goes on
// by a switch whose default it marks as unreachable. That is no place that the
// program marks, and nothing depends on whether it is reached.
// RUN: sooth --check=memory --entry=step --emit=ll %s | FileCheck %s
// CHECK-NOT: sooth.undefined
// CHECK: switch i32 %cleanup.dest
// CHECK-NOT: sooth.undefined

// What the program marks still is.
// RUN: sooth --check=memory --entry=marked --emit=ll %s | FileCheck %s --check-prefix=MARKED
// MARKED: call void @sooth.undefined()

struct stream {
  int state, left;
  const char *text;
};

static void clean(char (*buffer)[4]) { (*buffer)[0] = 0; }

int step(struct stream *s, int n) {
  while (n > 0) {
    __attribute__((cleanup(clean))) char buffer[4];
    for (int i = 0; i < 4; i++)
      buffer[i] = s->text[0];
    if (buffer[n & 3] == 'x')
      return s->state;
    if (buffer[n & 1] == 'y')
      continue;
    if (buffer[n & 2] == 'z')
      break;
    n--;
  }
  s->left = n;
  return s->left;
}

int marked(struct stream *s) {
  switch (s->state) {
  case 0:
    return s->left;
  default:
    __builtin_unreachable();
  }
}
