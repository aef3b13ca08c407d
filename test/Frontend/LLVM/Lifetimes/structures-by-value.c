// Structures that are passed by value end with the call, those that are returned
// with the function, and values of which an array is used with the full expression.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=4 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=5 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=6 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=7 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=8 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end

#if CASE == 1
struct s {
  int a[10];
};
static int *f(struct s x) { return x.a; }
int main(void) {
  struct s v = {{1}};
  return *f(v);
}

#elif CASE == 2
struct s {
  int a[2];
};
static int *f(struct s x) { return x.a; }
int main(void) {
  struct s v = {{1}};
  return *f(v);
}

#elif CASE == 3
struct s {
  long a[10];
};
static long *q;
static void f(struct s x) {
  if (x.a[0] == 2) {
    q = x.a;
  }
}
int main(void) {
  struct s v = {{0}};
  for (int i = 0; i < 4; i++) {
    v.a[0] = i;
    f(v);
    if (q)
      return (int)*q;
  }
  return 0;
}

#elif CASE == 4
struct in {
  int k;
};
struct s {
  struct in i;
  char c[40];
};
static struct in *keep;
static int f(struct s x) {
  keep = &x.i;
  return x.i.k;
}
int main(void) {
  struct s v = {{3}, {0}};
  int r = f(v);
  return r + keep->k;
}

#elif CASE == 5
struct s {
  int a[4];
};
static int *q;
static struct s f(void) {
  struct s x = {{1}};
  q = x.a;
  return x;
}
int main(void) {
  struct s v = f();
  return v.a[0] + *q;
}

#elif CASE == 6
struct s {
  int a[3];
};
static struct s f(void) {
  struct s x = {{1, 2, 3}};
  return x;
}
static int *id(int *p) { return p; }
int main(void) {
  int *p;
  p = id(f().a);
  return p[1];
}

#elif CASE == 7
struct s {
  char a[40];
};
static struct s f(int k) {
  struct s x = {{1, 2, 3}};
  x.a[0] = (char)k;
  return x;
}
int main(void) {
  char *p;
  if (*(p = f(1).a))
    return *p;
  return 0;
}

#elif CASE == 8
struct in {
  char n[4];
};
struct s {
  int z;
  struct in i;
};
static struct s f(void) {
  struct s x = {1, {"ab"}};
  return x;
}
int main(void) {
  const char *p = f().i.n;
  return p[0];
}
#endif
