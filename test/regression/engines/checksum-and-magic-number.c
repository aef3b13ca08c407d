// Engine run makes inputs what they are compared with: a magic number that is
// put together from bytes, a sum of two inputs, and a checksum of bytes which
// it computes again when it changes them.
// RUN: not sooth --engine=run %s | FileCheck %s
// CHECK: Unsafe
// CHECK-NEXT: :[[# @LINE + 29]]:5: assertion 'packet[7] != 45' failed
#include <assert.h>
#include <sooth.h>
#include <stddef.h>
#include <stdint.h>

static uint16_t sum_of(const uint8_t *data, size_t size) {
  uint32_t sum = 0;
  for (size_t i = 0; i < size; ++i)
    sum += (uint32_t)data[i] << (i % 2 ? 0 : 8);
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

int main(void) {
  uint32_t first = sooth_nondet_uint(), second = sooth_nondet_uint();
  if (3 * first + second != 0x7f4a9c15)
    return 1;
  uint8_t packet[16];
  for (int i = 0; i < 16; ++i)
    packet[i] = sooth_nondet_uchar();
  if ((packet[0] | packet[1] << 8) != 0xa5c3)
    return 1;
  if (sum_of(packet + 4, 12) != (packet[2] << 8 | packet[3]))
    return 1;
  if (packet[4] != 7 || packet[5] != 211)
    return 1;
  if (packet[6] == 113)
    assert(packet[7] != 45);
}
