#include <stdlib.h>

struct item {
  int value;
  struct item *below;
};

void drop(struct item **top) {
  struct item *first = *top;
  free(first);
  *top = first->below;
}
