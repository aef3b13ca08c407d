// Compound literals live as long as the block around them.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=4 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end

#if CASE == 1
struct p {
  int x, y;
};
int main(int c, char **v) {
  struct p *q;
  if (c > 1)
    q = &(struct p){1, 2};
  else
    q = &(struct p){3, 4};
  return q->x;
}

#elif CASE == 2
int main(void) {
  int *p = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    if (p)
      s += *p;
    p = (int[]){i};
  }
  return s;
}

#elif CASE == 3
static int *keep(int *p) {
  static int *k;
  int *o = k;
  k = p;
  return o;
}
static void g(void) { keep((int[]){5}); }
int main(void) {
  g();
  return *keep(0);
}

#elif CASE == 4
int main(int c, char **v) {
  const char *s = 0;
  switch (c) {
  case 1:
    s = (char[]){'a', 0};
    break;
  default:
    s = "b";
  }
  return *s;
}
#endif
