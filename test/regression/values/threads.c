// RUN: not sooth --emit=values --check=memory %s 2>&1 | FileCheck %s
// CHECK: it calls pthread_create, which is not interpreted
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
static int divisor = 1;
static void *other(void *p) {
  divisor = 0;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  return 6 / divisor;
}
