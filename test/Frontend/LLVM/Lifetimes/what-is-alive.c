// What is alive may be used: in loops, past labels in the block, after declarations
// that were jumped over, through pointers that callees are given.
// RUN: sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=4 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=5 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=6 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=7 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=8 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=9 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=10 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=11 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=12 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=13 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=14 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=15 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=16 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=17 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=18 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=19 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=20 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=21 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=22 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=23 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=24 | FileCheck %s
// RUN: sooth --check=memory %s -DCASE=25 | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <setjmp.h>
#include <string.h>

#if CASE == 1
int main(void) {
  int n = 0, *p = 0;
  {
  back:
    if (p)
      *p = 4;
    int k = n;
    p = &k;
    if (n++ < 3)
      goto back;
    n += *p;
  }
  return n;
}

#elif CASE == 2
int main(void) {
  int n = 0, *p = 0;
  {
    int k;
  back:
    if (p)
      n += *p;
    k = n;
    p = &k;
    if (n++ < 3)
      goto back;
    n += *p;
  }
  return n;
}

#elif CASE == 3
struct s {
  int a[10];
};
static int f(struct s x) {
  int *p = x.a;
  p[1] = 3;
  return p[0] + p[1];
}
int main(void) {
  struct s v = {{1}};
  int s = 0;
  for (int i = 0; i < 3; i++) {
    v.a[0] = i;
    s += f(v);
  }
  return s + v.a[1];
}

#elif CASE == 4
int main(int c, char **v) {
  static void *t[] = {&&a, &&b};
  int r = 0, i = 0;
next:
  if (i > 3)
    return r;
  goto *t[i++ & 1];
  {
    int k;
  a:
    k = 1;
    int *p = &k;
    r += *p;
    goto next;
  b:
    k = 2;
    p = &k;
    r += *p;
    goto next;
  }
}

#elif CASE == 5
static void put(int *p, int v) { *p += v; }
int main(int c, char **v) {
  int n = 5, r = 0;
  switch (n % 2) {
  case 0:
    do {
      int t;
      t = 0;
      put(&t, 1);
      r += t;
    case 1:
      t = 0;
      put(&t, 2);
      r += t;
    } while ((n -= 2) > 0);
  }
  return r;
}

#elif CASE == 6
static int g(int *p) { return *p > 1; }
static int f(int n) {
  for (int i = 0; i < n; i++) {
    int k = i;
    if (g(&k))
      return k;
    {
      int m = k;
      if (g(&m))
        break;
    }
  }
  return -1;
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += f(i);
  return s + 4;
}

#elif CASE == 7
static void set(int *p) { *p = 1; }
static int f(void) {
  {
    int a;
    set(&a);
    {
      int b;
      set(&b);
      a += b;
    }
    return a;
  }
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += f();
  return s;
}

#elif CASE == 8
int main(void) {
  int r = 0;
  for (int i = 0, *p = &i; *p < 3; ++*p) {
    if (*p == 1)
      continue;
    r += i;
  }
  return r;
}

#elif CASE == 9
int main(int c, char **v) {
  int *p = 0, n = 0;
  if (c > 1)
    goto in;
  {
    int k = 1;
    p = &k;
  in:
    k = 2;
    p = &k;
    n += *p;
  }
  return n;
}

#elif CASE == 10
int main(int c, char **v) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      goto in;
    {
      int k = 1;
      int *p;
    in:
      k = 2;
      p = &k;
      n += *p;
    }
  }
  return n;
}

#elif CASE == 11
struct s {
  int a[4];
};
static void init(struct s *x) { x->a[0] = 1; }
static struct s f(void) {
  struct s x = {{0}};
  init(&x);
  return x;
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    struct s v = f();
    r += v.a[0];
  }
  return r;
}

#elif CASE == 12
struct n {
  int v;
  struct n *next;
};
static int sum(struct n *l) {
  int s = 0;
  for (; l; l = l->next)
    s += l->v;
  return s;
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    struct n a = {1, 0}, b = {2, &a};
    struct n c = {3, &b};
    s += sum(&c);
  }
  return s;
}

#elif CASE == 13
struct p {
  int x, y;
};
int main(int c, char **v) {
  struct p *q = &(struct p){1, 2};
  if (c)
    q->x = 3;
  for (int i = 0; i < 2; i++)
    q->y += i;
  return q->x;
}

#elif CASE == 14
static int *g = (int[]){1, 2};
static struct q { int *p; } s = {(int[]){3}};
int main(void) {
  int *p;
  { p = g; }
  return *p + *s.p;
}

#elif CASE == 15
int main(void) {
  int *p = 0, r = 0;
  for (p = (int[]){3, 2}; *p > 0; --*p) {
    r += p[1];
  }
  return r;
}

#elif CASE == 16
static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += sum((int[]){i, 1, 2}, 3);
  return s;
}

#elif CASE == 17
static jmp_buf jb;
static void g(int *p) {
  *p = 2;
  longjmp(jb, 1);
}
int main(void) {
  volatile int k = 1;
  int r;
  if (!setjmp(jb)) {
    g((int *)&k);
  }
  r = k;
  {
    int z = r;
    int *p = &z;
    return *p;
  }
}

#elif CASE == 18
static jmp_buf jb;
static void g(int *p) {
  *p = 2;
  longjmp(jb, 1);
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    if (!setjmp(jb)) {
      int k = 1;
      int *p = &k;
      *p = 3;
      g(p);
    }
    {
      int z = 1;
      int *q = &z;
      r += *q;
    }
  }
  return r;
}

#elif CASE == 19
int main(void) {
  int t = 0;
  for (int i = 0; i < 3; i++) {
    char buf[8];
    strcpy(buf, "ab");
    char *e = strchr(buf, 'b');
    if (e) {
      char c[4];
      memcpy(c, e, 2);
      t += c[0];
    }
  }
  return t;
}

#elif CASE == 20
static int f(int n, int *up) {
  int k = n;
  {
    int z = *up;
    int *q = &z;
    if (n == 0)
      return *q;
    return f(n - 1, &k) + *q + *up;
  }
}
int main(void) {
  int b = 1;
  return f(3, &b);
}

#elif CASE == 21
static void get(int *p) { *p = 3; }
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    int k;
    get(&k);
    int *p = &k;
    s += *p;
  }
  return s;
}

#elif CASE == 22
#define MAX(a, b)                                                              \
  ({                                                                           \
    int _a = (a), _b = (b);                                                    \
    int *p = &_a, *q = &_b;                                                    \
    *p > *q ? *p : *q;                                                         \
  })
int main(int c, char **v) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += MAX(i, MAX(c, 2));
  if (MAX(s, 3) > 4)
    s = 1;
  while (MAX(s, 2) > 3)
    s--;
  return s;
}

#elif CASE == 23
int main(int c, char **v) {
  int r = 0;
  for (int i = 0; i < 3; i++)
    switch (i) {
      int k;
    case 0:
      k = 2;
      {
        int *p = &k;
        r += *p;
      }
      break;
    case 1:
      k = 1; /* fall */
    default:
      k = 3;
      int *q = &k;
      r += *q;
    }
  return r;
}

#elif CASE == 24
struct s {
  int a[3];
};
static struct s f(void) {
  struct s x = {{1, 2, 3}};
  return x;
}
static int first(int *p) { return *p; }
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    s += first(f().a) + f().a[1] + *f().a;
    int z = *f().a, y = first(f().a);
    s += z + y;
    if (*f().a > 5)
      s++;
  }
  while (first(f().a) > 3)
    s++;
  return s + first(f().a);
}

#elif CASE == 25
int main(void) {
  int s = 0;
  for (int n = 1; n < 4; n++) {
    int a[n];
    for (int i = 0; i < n; i++)
      a[i] = i;
    int *p = a;
    s += p[n - 1];
  }
  return s;
}
#endif
