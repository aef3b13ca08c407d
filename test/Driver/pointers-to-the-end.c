// A pointer that goes as far as one that was put behind the elements.
// RUN: sooth --check=memory --timeout=120 %s | FileCheck %s

// CHECK: :[[@LINE+3]]: counted: 2 checks: 2 proved if
// CHECK-NEXT: needs: from != NULL
// CHECK-NEXT: needs: from has at least n bytes{{$}}
int counted(const unsigned char *from, unsigned long n) {
  const unsigned char *at = from, *end = from + n;
  int all = 0;
  while (at < end)
    all ^= *at++;
  return all;
}

// Also where the end was compared in the round before.
// CHECK: :[[@LINE+3]]: groups: 4 checks: {{(1 proved, 3|4) proved if}}
// CHECK-NEXT: needs: from != NULL
// CHECK-NEXT: needs: from has at least n bytes{{$}}
int groups(const unsigned char *from, unsigned n) {
  const unsigned char *at = from, *end = from + n;
  int all = 0;
  if (n == 0)
    return 0;
  for (;;) {
    unsigned length = *at++ & 3;
    if (end - at < 4)
      break;
    at += length;
    all ^= at[0];
  }
  return all;
}
// Elements from the last one on, and numbers that say how many there are both of
// what is walked and of what is looked for.
// CHECK: :[[@LINE+1]]: backwards: 2 checks: 2 proved if
void backwards(char *to, unsigned long n) {
  while (n--)
    to[n] = 0;
}
// CHECK: :[[@LINE+1]]: find: 4 checks: {{.*[0-9] proved if$}}
long find(const char *in, unsigned long n, const char *what, unsigned long m) {
  for (unsigned long i = 0; i + m <= n; i++) {
    unsigned long j = 0;
    while (j < m && in[i + j] == what[j])
      j++;
    if (j == m)
      return i;
  }
  return -1;
}
// CHECK: :[[@LINE+1]]: until: 2 checks: 2 proved if
int until(const char *from, unsigned n) {
  const char *at = from, *end = from + n;
  int all = 0;
  while (at != end)
    all ^= *at++;
  return all;
}
// A number that is added with its sign, to know the end, is not negative; so it is
// where that is called.
// CHECK: :[[@LINE+3]]: with_sign: {{.*}}: {{.*}} proved if
// CHECK-NEXT: needs: from != NULL
// CHECK-NEXT: needs: from has at least n bytes, and n >= 0
int with_sign(const unsigned char *from, int n) {
  const unsigned char *at = from, *end = from + n, *last = end - 4;
  int all = 0;
  if (n < 4)
    return 0;
  while (at < last) {
    all ^= *at++;
    all = (all & 127) << 3;
  }
  return all;
}
// CHECK: 6 functions
