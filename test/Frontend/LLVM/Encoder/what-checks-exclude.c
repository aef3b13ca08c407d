// Behind a check of an access, what is read is what memory holds, and not
// anything as where the access is outside: there are no inputs for that. So
// what is asked of a pointer that was found in memory is known the next time.
//
// RUN: sooth --check=access --entry=found --emit=cfa %s | FileCheck %s
// RUN: sooth --check=overflow --entry=found --emit=cfa %s | FileCheck --check-prefix=UNCHECKED %s

struct copied {
  long first, second;
};

// CHECK-NOT: havoc
// UNCHECKED: havoc {{.*}} from read outside of
int found(int **p, struct copied *to, const struct copied *from) {
  *to = *from;
  return **p + (to->first == to->second);
}
