// EXPECT: safe
// EXPECT: unsafe -DBUG=1
// EXPECT: unsafe -DBUG=2
// A heating controller that runs for ever: a burner with a minimal pause
// between two firings, a pump that runs on, and a fault that has to be
// acknowledged.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>

enum mode { STANDBY, PURGE, IGNITE, BURN, RUN_ON, FAULT };

enum {
  TICKS_PURGE = 20,
  TICKS_IGNITE = 10,
  TICKS_RUN_ON = 60,
  TICKS_PAUSE = 120,
  MAX_TRIES = 3
};

struct burner {
  enum mode mode;
  unsigned timer;   // ticks left in this mode
  unsigned pause;   // ticks until the next firing is allowed
  unsigned tries;
  bool valve, spark, pump, fan;
};

struct inputs {
  int temperature, wanted;
  bool flame, acknowledge, overheated;
};

static void enter(struct burner *b, enum mode m, unsigned ticks) {
  b->mode = m;
  b->timer = ticks;
  b->fan = m == PURGE || m == IGNITE || m == BURN;
  b->spark = m == IGNITE;
  b->valve = m == IGNITE || m == BURN;
  b->pump = m == BURN || m == RUN_ON;
}

static void fail(struct burner *b) {
  enter(b, FAULT, 0);
#if BUG == 1
  b->spark = b->tries > 2;
#endif
  b->pause = TICKS_PAUSE;
}

static void step(struct burner *b, const struct inputs *in) {
  if (b->pause > 0)
    b->pause--;
  if (b->timer > 0)
    b->timer--;
  if (in->overheated && b->mode != FAULT) {
    fail(b);
    return;
  }
  switch (b->mode) {
  case STANDBY:
    if (in->temperature < in->wanted && b->pause == 0) {
      b->tries = 0;
      enter(b, PURGE, TICKS_PURGE);
    }
    break;
  case PURGE:
    if (b->timer == 0)
      enter(b, IGNITE, TICKS_IGNITE);
    break;
  case IGNITE:
    if (in->flame) {
      enter(b, BURN, 0);
    } else if (b->timer == 0) {
      b->tries++;
      if (b->tries == MAX_TRIES)
        fail(b);
      else
        enter(b, PURGE, TICKS_PURGE);
    }
    break;
  case BURN:
    if (!in->flame) {
      fail(b);
    } else if (in->temperature >= in->wanted) {
      enter(b, RUN_ON, TICKS_RUN_ON);
      b->pause = TICKS_PAUSE;
    }
    break;
  case RUN_ON:
    if (b->timer == 0)
      enter(b, STANDBY, 0);
    break;
  case FAULT:
    if (in->acknowledge && b->pause == 0)
      enter(b, STANDBY, 0);
    break;
  }
}

int main(void) {
  struct burner b = {.mode = STANDBY};
  for (;;) {
    struct inputs in;
    in.temperature = sooth_nondet_int();
    in.wanted = sooth_nondet_int();
    in.flame = sooth_nondet_bool();
    in.acknowledge = sooth_nondet_bool();
    in.overheated = sooth_nondet_bool();
    enum mode before = b.mode;
    unsigned pause = b.pause;
    step(&b, &in);

    assert(!b.spark || b.fan);                  // never spark unpurged
    assert(!b.valve || b.mode == IGNITE || b.mode == BURN);
    assert(!(b.mode == FAULT && (b.valve || b.spark)));
    assert(b.tries <= MAX_TRIES);
    assert(b.timer <= TICKS_RUN_ON);
    assert(b.pause <= TICKS_PAUSE);
#if BUG == 2
    if (before == STANDBY && b.mode == PURGE)
      assert(pause == 0);
#else
    if (before == STANDBY && b.mode == PURGE)
      assert(pause <= 1);
#endif
  }
}
