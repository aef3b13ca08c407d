// What a loop's or a function's variables were the last time are other objects.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=4 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end

#if CASE == 1
int main(void) {
  int *p = 0, i = 0;
  while (i < 3) {
    int k[2] = {i, i};
    if (i == 2)
      return p[1];
    p = k;
    i++;
  }
  return 0;
}

#elif CASE == 2
struct n {
  int v;
  struct n *next;
};
int main(void) {
  struct n *l = 0;
  int i = 0;
  do {
    struct n x = {i, l};
    if (l && l->next)
      return l->next->v;
    l = &x;
  } while (i++ < 3);
  return 0;
}

#elif CASE == 3
int main(void) {
  int *p = 0, n = 0;
top : {
  int k = n;
  if (p)
    return *p;
  p = &k;
  n++;
  goto top;
}
}

#elif CASE == 4
static int *old;
static int step(int i) {
  int k = i;
  int r = old ? *old : 0;
  old = &k;
  return r;
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += step(i);
  return s;
}
#endif
