// A violation is found by running, with what was proved before left alone: no
// engine that looks for proofs is wanted here, and one that stays open is told.
// RUN: not sooth --check=overflow,div --engine=run %s | FileCheck %s
static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243};
struct date {
  int year, month;
};
static int valid(const struct date *d) {
  return d->year >= 1 && d->year <= 9999 && d->month >= 1 && d->month <= 9;
}
// CHECK: {{^}}Unsafe
// CHECK: violations-found-by-runs.c:[[@LINE+4]]:{{[0-9]+}}: signed multiplication overflow
int seconds(const struct date *d) {
  if (!valid(d))
    return -1;
  return (d->year * 365 + days_before[d->month - 1]) * 86400;
}
// CHECK: violations-found-by-runs.c:[[@LINE+1]]:{{[0-9]+}}: division by zero
int split(int total, int part) { return total < 0 ? -1 : total / part; }
// CHECK: seconds: {{.*}}1 violated
// CHECK: split: 1 check: 1 violated
