// Variables of blocks, used when control has left the block, in any way.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=4 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=5 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=6 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=7 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=8 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=9 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end

#if CASE == 1
int main(void) {
  int *p = 0;
  for (;;) {
    int k = 5;
    p = &k;
    break;
  }
  return *p;
}

#elif CASE == 2
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    if (i)
      return *p;
    int k = 5;
    p = &k;
    continue;
  }
  return 0;
}

#elif CASE == 3
int main(int c, char **v) {
  int *p;
  {
    int k = 1;
    p = &k;
    if (c)
      goto out;
    p = &c;
  }
  return 0;
out:
  return *p;
}

#elif CASE == 4
int main(int c, char **v) {
  int *p = 0;
  switch (c) {
    int k;
  case 1:
    k = 2;
    p = &k;
    break;
  default:
    k = 3;
    p = &k;
  }
  return *p;
}

#elif CASE == 5
int main(int c, char **v) {
  int *p = &c;
  for (int i = 0; i < 2; i++)
    p = &i;
  return *p;
}

#elif CASE == 6
int main(void) {
  int *p;
  {
    int k;
    p = &k;
  }
  *p = 1;
  return 0;
}

#elif CASE == 7
union u {
  int i;
  char c[4];
};
int main(void) {
  union u *p;
  for (int i = 0; i < 1; i++) {
    union u x;
    x.i = i;
    p = &x;
  }
  return p->c[0];
}

#elif CASE == 8
int main(void) {
  return *({
    int x = 3;
    &x;
  });
}

#elif CASE == 9
int main(void) {
  int *p = ({
    int x = 3;
    int *q = &x;
    q;
  });
  return *p;
}
#endif
