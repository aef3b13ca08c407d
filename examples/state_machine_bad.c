// state_machine.c with a back door: a renewed hello keeps the session on its
// way but forgets the key.
//
// RESULT: Unsafe
#include <sooth.h>

enum state { START, HELLO, KEY_RECEIVED, KEY_CHECKED, OPEN, CLOSED };

int main(void) {
  enum state state = START;
  int key_is_good = 0;
  unsigned retries = 0;

  while (state != CLOSED) {
    int message = sooth_nondet_int();
    switch (state) {
    case START:
      state = HELLO;
      break;
    case HELLO:
      if (message == 20)
        state = KEY_RECEIVED;
      else if (++retries > 3)
        state = CLOSED;
      break;
    case KEY_RECEIVED:
      key_is_good = message == 31;
      state = key_is_good ? KEY_CHECKED : CLOSED;
      break;
    case KEY_CHECKED:
      if (message == 20)
        key_is_good = 0;
      else
        state = message == 21 ? OPEN : CLOSED;
      break;
    case OPEN:
      sooth_assert(key_is_good);
      if (message < 0)
        state = CLOSED;
      break;
    case CLOSED:
      break;
    }
  }
  return 0;
}
