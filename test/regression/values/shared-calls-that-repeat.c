// Calls that share what is known of them may lead back to those that are being interpreted:
// what is known of these is not forgotten.
// RUN: env MALLOC_PERTURB_=165 sooth --emit=values --check=memory,div %s | FileCheck %s
static int x, y, z[20];
static void (*next)(int);
static void work(int n) {
  for (int i = 0; i < 40; i++)
    if (i & 1)
      x = i;
    else
      x = n;
}
#define TIMES_4(A) A A A A

static void first(int d) {
  TIMES_4(TIMES_4(TIMES_4(TIMES_4(TIMES_4(work(d);)))))
  if (d > 0)
    next(d - 1);
  // CHECK: :[[@LINE+1]]:13: access: holds
  z[y & 15] = d;
  y = d;
}
static void second(int d) {
  if (d > 0)
    first(d - 1);
  y = d;
}

int main(int argc, char **argv) {
  next = second;
  second(argc & 7);
  y = 100;
  first(argc & 63);
  return 0;
}
