// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text of seven bytes, which no zero byte follows: one that ends with a comma, or any.

#include SOOTH_DEFECT

#include <sooth.h>

static const char Text[] = {'{', '"', 'a', '"', ':', '1', ','};

int main(void) {
  char *text = malloc(sizeof Text);
  if (!text)
    return 1;
  for (unsigned i = 0; i < sizeof Text; ++i)
#ifdef ANY
    text[i] = sooth_nondet_char();
#else
    text[i] = Text[i];
#endif
  cJSON_Delete(cJSON_ParseWithLength(text, sizeof Text));
  free(text);
  return 0;
}
