// A structure that is set to zeros, of which a member is then set to something
// else, keeps what that is: nobody reads the zero in between.
// RUN: not sooth --check=div --timeout=20 %s | FileCheck %s
#include <string.h>
struct port { unsigned baud, sent; };

int port_init(struct port *p, unsigned baud) {
  if (baud < 300)
    return 0;
  memset(p, 0, sizeof *p);
  p->baud = baud;
  return 1;
}
// CHECK: port_pause: 1 check: 1 proved if
// CHECK: keeps: in each struct port, 300 <= baud
unsigned port_pause(const struct port *p) {
  return p->baud > 19200 ? 1750 : 38500000 / p->baud;
}

// It may stay zero, may be read by what is called, or through another pointer,
// or is lost.
struct some { unsigned step; };
void some_init(struct some *s, unsigned step) {
  memset(s, 0, sizeof *s);
  if (step > 4)
    s->step = step;
}
// CHECK: some_share: 1 check: 1 violated
unsigned some_share(const struct some *s) { return 100 / s->step; }

struct seen { unsigned step; };
void look(const struct seen *s);
void seen_init(struct seen *s, unsigned step) {
  memset(s, 0, sizeof *s);
  look(s);
  s->step = step > 4 ? step : 4;
}
// CHECK: seen_share: 1 check: 1 violated
unsigned seen_share(const struct seen *s) { return 100 / s->step; }

struct copied { unsigned step; };
void copied_init(struct copied *c, struct copied *old, struct copied *kept) {
  memset(c, 0, sizeof *c);
  *kept = *old;
  kept->step = old->step;
  c->step = 4;
}
// CHECK: copied_share: 1 check: 1 violated
unsigned copied_share(const struct copied *c) { return 100 / c->step; }

struct lost { unsigned step; struct lost *next; };
void lost_init(struct lost *l, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    struct lost *next = l->next;
    memset(l, 0, sizeof *l);
    l->next = next;
    if (i + 1 == n)
      l->step = 4;
    else
      l = next;
  }
}
// CHECK: lost_share: 1 check: 1 violated
unsigned lost_share(const struct lost *l) { return 100 / l->step; }
// CHECK: functions
