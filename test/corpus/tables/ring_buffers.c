// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

// Each port has a buffer of its own.
enum { Ports = 4, Size = 4 };
struct port {
  unsigned head, tail;
  unsigned char data[Size];
  unsigned lost;
};
static struct port ports[Ports];
static void put(struct port *p, unsigned char byte) {
  if (p->tail - p->head == Size) {
    p->lost++;
#ifndef BUG
    return;
#endif
  }
  p->data[p->tail++ % Size] = byte;
}
int main(void) {
  unsigned i = sooth_nondet_uint() % Ports, j = sooth_nondet_uint() % Ports;
  sooth_assume(i != j);
  put(&ports[i], 1);
  put(&ports[j], 2);
  for (int k = 0; k < Size; k++)
    put(&ports[i], 3);
  assert(ports[i].lost == 1 && ports[j].lost == 0);
  assert(ports[i].data[0] == 1 && ports[i].data[Size - 1] == 3);
  assert(ports[j].data[ports[j].head % Size] == 2 && ports[j].tail == 1);
}
