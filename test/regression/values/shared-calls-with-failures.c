// What two functions that call each other have in common is interpreted once, as it takes long,
// here in a call that bounds of a loop rule out afterwards. The failure that it has is told for
// another call.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
static int x, y, limit, more;
static void (*next)(int, int);
static void work(int n) {
  for (int i = 0; i < 40; i++)
    if (i & 1)
      x = i;
    else
      x = n;
}
#define TIMES_4(A) A A A A

static void first(int k, int d) {
  TIMES_4(TIMES_4(TIMES_4(TIMES_4(TIMES_4(work(d);)))))
  if (d > 0)
    next(k, d - 1);
  y = d;
}
static void second(int k, int d) {
  // CHECK: :[[@LINE+1]]:10: div: may fail
  y = 10 / k;
  if (d > 0)
    first(k, d - 1);
  y = d;
}

int main(int argc, char **argv) {
  next = second;
  limit = argc > 1 ? 90 : 89;
  more = argc > 2 ? 92 : 91;
  int i = 0;
  while (i < limit)
    i++;
  if (i > more)
    second(i - 100, 50);
  first(0, 2);
  return 0;
}
