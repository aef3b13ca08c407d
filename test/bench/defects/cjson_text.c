// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text of seven bytes, whatever they are, which no zero byte follows.

#include SOOTH_DEFECT

struct text {
  char bytes[7];
};

void parse_text(struct text text) {
  char *bytes = malloc(sizeof text.bytes);
  if (!bytes)
    return;
  memcpy(bytes, text.bytes, sizeof text.bytes);
  cJSON_Delete(cJSON_ParseWithLength(bytes, sizeof text.bytes));
  free(bytes);
}

void parse_object_with_comma(void) {
  static const char text[] = {'{', '"', 'a', '"', ':', '1', ','};
  char *bytes = malloc(sizeof text);
  if (!bytes)
    return;
  memcpy(bytes, text, sizeof text);
  cJSON_Delete(cJSON_ParseWithLength(bytes, sizeof text));
  free(bytes);
}
