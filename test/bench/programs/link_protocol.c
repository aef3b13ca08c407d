// EXPECT: safe
// EXPECT: unsafe -DBUG=1
// EXPECT: unsafe -DBUG=2
// Stop and wait over a link that loses and repeats frames: what is delivered
// is what was sent, in order, once.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>

enum { FRAMES = 4, MAX_RETRIES = 2 };

struct frame {
  bool present;
  unsigned char sequence; // 0 or 1
  unsigned char payload;
};

struct sender {
  unsigned char sequence;
  unsigned next; // the payload to send
  unsigned retries;
  bool waiting;
};

struct receiver {
  unsigned char expected;
  unsigned delivered;
};

struct link {
  struct frame data;
  bool ack_present;
  unsigned char ack;
};

static void send_frame(struct sender *s, struct link *l) {
  l->data.present = true;
  l->data.sequence = s->sequence;
  l->data.payload = (unsigned char)s->next;
  s->waiting = true;
}

static void lose(struct link *l) {
  if (sooth_nondet_bool())
    l->data.present = false;
  if (sooth_nondet_bool())
    l->ack_present = false;
}

static void receive(struct receiver *r, struct link *l) {
  if (!l->data.present)
    return;
#if BUG == 1
  if (true) {
#else
  if (l->data.sequence == r->expected) {
#endif
    assert(l->data.payload == (unsigned char)r->delivered);
    r->delivered++;
    r->expected ^= 1;
  }
  l->ack_present = true;
  l->ack = l->data.sequence;
  // The link may keep the frame and hand it over again.
  if (sooth_nondet_bool())
    l->data.present = false;
}

static void receive_ack(struct sender *s, struct link *l) {
  if (!l->ack_present)
    return;
  l->ack_present = false;
#if BUG != 2
  if (l->ack != s->sequence)
    return;
#endif
  if (!s->waiting)
    return;
  s->sequence ^= 1;
  s->next++;
  s->retries = 0;
  s->waiting = false;
}

int main(void) {
  struct sender s = {0, 0, 0, false};
  struct receiver r = {0, 0};
  struct link l = {{false, 0, 0}, false, 0};
  while (sooth_nondet_bool()) {
    if (!s.waiting) {
      if (s.next == FRAMES)
        break;
      send_frame(&s, &l);
    } else if (sooth_nondet_bool()) { // timeout
      if (s.retries == MAX_RETRIES)
        break; // gives up
      s.retries++;
      send_frame(&s, &l);
    }
    lose(&l);
    receive_ack(&s, &l);
    receive(&r, &l);
    assert(r.delivered == s.next || r.delivered == s.next + 1);
    assert(r.delivered <= FRAMES);
  }
  return 0;
}
