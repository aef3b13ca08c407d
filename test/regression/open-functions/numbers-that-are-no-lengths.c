// A number that is only compared with constants, or chooses from the program's
// own tables, says nothing of how long an array of callers is.
// RUN: sooth --check=default --timeout=20 %s | FileCheck %s
#include <stddef.h>
#include <stdint.h>

static uint32_t counts[6][4];
static uint8_t bytes[512];
static unsigned used;
static void put(uint8_t byte) { bytes[used++ % 512] = byte; }

// CHECK: log_event: {{.*}}proved if{{$}}
// CHECK-NOT: data has at least {{kind|level}} bytes
// CHECK: needs: data has at least length bytes
// CHECK-NOT: data has at least {{kind|level}} bytes
// CHECK: sum_of:
// CHECK: needs: a has at least n * 4 bytes
int log_event(unsigned kind, unsigned level, const uint8_t *data,
              size_t length) {
  if (kind >= 6 || level >= 4)
    return 0;
  ++counts[kind][level];
  put((uint8_t)kind);
  for (size_t i = 0; i < length; ++i)
    put(data[i]);
  return 1;
}
unsigned sum_of(const unsigned *a, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
