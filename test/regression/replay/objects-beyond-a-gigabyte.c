// Harnesses made no object larger than a gigabyte, so that a run that reads further
// from its beginning ended in another violation; and what a run finds there is not
// written byte by byte from the beginning. Where an object is larger than a
// harness makes one, and the run needs that, it says so.
// RUN: not sooth %s --check=overflow --entry=sum_of --harness=%t.c 2>&1 | FileCheck %s
// CHECK-NOT: cannot be replayed
// CHECK-DAG: replay it with:
// CHECK-DAG: objects-beyond-a-gigabyte.c:22:{{[0-9]+}}: signed addition overflow
// RUN: %clang19 -w -g -fsanitize=address,signed-integer-overflow -fno-sanitize-recover=all \
// RUN:   %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: objects-beyond-a-gigabyte.c:{{[0-9]+}}:{{[0-9]+}}: runtime error: signed integer overflow
// RUN: not sooth %s --check=overflow --entry=sum_far --harness=%t.far.c 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAR
// FAR: the run cannot be replayed: it needs an object of more than 16 GiB

typedef unsigned long size_t;

int sum_of(const int *numbers, size_t count) {
  if (count < 1500000000 || numbers[1300000000])
    return 0;
  return numbers[1400000000] + numbers[3];
}

int sum_far(const int *numbers, size_t count) {
  if (count < 1500000000000)
    return 0;
  return numbers[count - 500] + numbers[3];
}
