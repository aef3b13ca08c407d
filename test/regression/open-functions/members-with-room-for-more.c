// After a test of whether there is room, what is added to a member that says how
// much is used keeps it in bounds.
// RUN: not sooth --check=memory,bounds --timeout=30 %s | FileCheck %s
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text { char bytes[64]; unsigned used; };
void text_init(struct text *t) { memset(t, 0, sizeof *t); }
// CHECK: text_add: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct text, 0 <= used < 65
int text_add(struct text *t, const char *from, size_t length) {
  if (length >= 64 - t->used)
    return -1;
  const unsigned at = t->used;
  memcpy(t->bytes + at, from, length);
  t->bytes[at + length] = '\0';
  t->used += (unsigned)length + 1;
  return (int)at;
}

struct frame { uint8_t bytes[33]; uint8_t length; };
void frame_begin(struct frame *f) { f->length = 0; }
void frame_add(struct frame *f, const uint8_t *from, uint16_t count) {
  if (32 - f->length < count)
    return;
  for (uint16_t i = 0; i < count; ++i)
    f->bytes[f->length + i] = from[i];
  f->length = (uint8_t)(f->length + count);
}
// CHECK: frame_last: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct frame, 0 <= length < 33
uint8_t frame_last(const struct frame *f) { return f->bytes[f->length]; }

// One too many, a number that may be negative, and one that is cut off.
struct full { char bytes[64]; unsigned used; };
void full_init(struct full *t) { t->used = 0; }
void full_add(struct full *t, unsigned length) {
  if (length > 64 - t->used)
    return;
  t->used += length + 1;
}
// CHECK: full_last: {{.*}}open
// CHECK-NOT: keeps
char full_last(const struct full *t) { return t->bytes[t->used]; }

struct less { char bytes[64]; int used; };
void less_init(struct less *t) { t->used = 0; }
void less_add(struct less *t, int length) {
  if (length >= 64 - t->used)
    return;
  t->used += length;
}
// CHECK: less_last: {{.*}}open
// CHECK-NOT: keeps
char less_last(const struct less *t) { return t->bytes[t->used]; }

struct cut { char bytes[300]; uint8_t used; int8_t left; };
void cut_init(struct cut *t) { t->used = 0, t->left = 0; }
void cut_add(struct cut *t, unsigned length) {
  if (length > 200u - (unsigned)t->left)
    return;
  t->left = (int8_t)((unsigned)t->left + length);
}
// CHECK: cut_last: {{.*}}open
// CHECK-NOT: keeps
char cut_last(const struct cut *t) { return t->bytes[t->left]; }
// CHECK: functions
