/* The receiving half of a driver for a UART. The interrupt puts bytes into a
   ring, and the rest of the system takes them out. */
#include <stdint.h>

enum { ROOM = 16, READY = 1, ERROR_SHIFT = 1, ERROR_MASK = 7 };

struct registers {
  volatile uint32_t status, data;
};

struct uart {
  struct registers *device;
  uint8_t ring[ROOM];
  unsigned head;  /* where the oldest byte is */
  unsigned count; /* how many bytes there are */
  unsigned error; /* the last one that the device has reported */
};

void uart_open(struct uart *u, struct registers *device) {
  u->device = device;
  u->head = 0;
  u->count = 0;
  u->error = 0;
}

/* Called when the device has received a byte. If the ring is full, the byte is
   lost. */
void uart_interrupt(struct uart *u) {
  uint32_t status = u->device->status;
  if (!(status & READY))
    return;
  uint8_t byte = (uint8_t)u->device->data;
  u->error = (status >> ERROR_SHIFT) & ERROR_MASK;
  if (u->count == ROOM)
    return;
  unsigned tail = u->head + u->count;
  if (tail >= ROOM)
    tail -= ROOM;
  u->ring[tail] = byte;
  u->count++;
}

/* The oldest byte, or -1 if there is none. */
int uart_get(struct uart *u) {
  if (u->count == 0)
    return -1;
  uint8_t byte = u->ring[u->head];
  u->head = u->head + 1 < ROOM ? u->head + 1 : 0;
  u->count--;
  return byte;
}

/* What the last error was. */
const char *uart_error_name(const struct uart *u) {
  static const char *const names[] = {"none", "parity", "framing", "overrun"};
  const unsigned count = sizeof names / sizeof names[0];
  if (u->error > count)
    return "several";
  return names[u->error];
}

// RESULT: Unsafe
// OPTIONS: --check=memory
