// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser that did not begin is stopped, and goes on.

#include SOOTH_DEFECT

void resume(void) {
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return;
  XML_GetBuffer(parser, 1);
  XML_StopParser(parser, XML_TRUE);
  XML_ResumeParser(parser);
  XML_ParserFree(parser);
}

void parse_less_than_nothing(void) {
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return;
  if (XML_GetBuffer(parser, 8))
    XML_ParseBuffer(parser, -1, XML_FALSE);
  XML_ParserFree(parser);
}
