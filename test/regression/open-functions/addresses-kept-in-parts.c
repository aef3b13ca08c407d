// What only the file writes, and what may be a part of an address of one of its
// variables, is not any number: what depends on it is no violation.
// RUN: not sooth --check=memory --calls=summarized %s | FileCheck %s
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int a;

static unsigned char bytes[8];
void keep_bytes(void) {
  int *p = &a;
  memcpy(bytes, &p, sizeof p);
}
// CHECK-DAG: :[[@LINE+1]]: from_bytes: {{.*}} unknown{{$}}
void from_bytes(void) {
  int *p;
  memcpy(&p, bytes, sizeof p);
  if (p)
    *p = 2;
}

static unsigned __int128 wide;
void keep_wide(void) { wide = (unsigned __int128)(uintptr_t)&a << 64; }
// CHECK-DAG: :[[@LINE+1]]: from_wide: {{.*}} unknown{{$}}
void from_wide(void) {
  int *p = (int *)(uintptr_t)(wide >> 64);
  if (p)
    *p = 2;
}

static uint32_t low, high;
void keep_halves(void) {
  low = (uint32_t)(uintptr_t)&a;
  high = (uint32_t)((uintptr_t)&a >> 32);
}
// CHECK-DAG: :[[@LINE+1]]: from_halves: {{.*}} unknown{{$}}
void from_halves(void) {
  int *p = (int *)((uintptr_t)high << 32 | low);
  if (p)
    *p = 2;
}

typedef uintptr_t pair __attribute__((vector_size(16)));
static pair both;
void keep_second(void) { both[1] = (uintptr_t)&a; }
// CHECK-DAG: :[[@LINE+1]]: from_second: {{.*}} unknown{{$}}
void from_second(void) {
  int *p = (int *)both[1];
  if (p)
    *p = 2;
}
