//===- XmlReader.cpp - XML, one element after the other -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XmlReader.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>

using namespace sooth;
using llvm::StringRef;

XmlHandler::~XmlHandler() = default;

std::optional<StringRef>
sooth::findAttribute(llvm::ArrayRef<XmlAttribute> Attributes, StringRef Name) {
  for (const XmlAttribute &A : Attributes)
    if (A.Name == Name)
      return StringRef(A.Value);
  return std::nullopt;
}

namespace {
/// What the callbacks share.
struct Session {
  XmlHandler &Handler;
  xmlParserCtxtPtr Parser = nullptr;
  std::string Text;
  std::optional<std::string> Failed;
  XmlPlace Where;
};
} // namespace

static Session &session(void *Ctx) {
  return *static_cast<Session *>(static_cast<xmlParserCtxtPtr>(Ctx)->_private);
}

static StringRef text(const xmlChar *S) {
  return reinterpret_cast<const char *>(S);
}

static XmlPlace currentPlace(const Session &S) {
  return {unsigned(xmlSAX2GetLineNumber(S.Parser)),
          unsigned(xmlSAX2GetColumnNumber(S.Parser))};
}

static void fail(Session &S, std::string Message) {
  S.Failed = std::move(Message);
  S.Where = currentPlace(S);
  xmlStopParser(S.Parser);
}

static void onOpen(void *Ctx, const xmlChar *Name, const xmlChar *,
                   const xmlChar *, int, const xmlChar **, int NumAttributes,
                   int, const xmlChar **Raw) {
  Session &S = session(Ctx);
  if (S.Failed)
    return;
  S.Text.clear();
  std::vector<XmlAttribute> Attributes;
  // Five pointers each: name, prefix, namespace, begin and end of the value.
  for (int I = 0; I < NumAttributes; ++I, Raw += 5)
    Attributes.push_back(
        {text(Raw[0]), std::string(reinterpret_cast<const char *>(Raw[3]),
                                   reinterpret_cast<const char *>(Raw[4]))});
  if (auto Message = S.Handler.open(text(Name), Attributes, currentPlace(S)))
    fail(S, std::move(*Message));
}

static void onClose(void *Ctx, const xmlChar *Name, const xmlChar *,
                    const xmlChar *) {
  Session &S = session(Ctx);
  if (S.Failed)
    return;
  if (auto Message = S.Handler.close(text(Name), StringRef(S.Text).trim(),
                                     currentPlace(S)))
    fail(S, std::move(*Message));
  S.Text.clear();
}

static void onText(void *Ctx, const xmlChar *Text, int Length) {
  Session &S = session(Ctx);
  if (!S.Failed)
    S.Text.append(reinterpret_cast<const char *>(Text), Length);
}

/// Entities can blow a small file up beyond any memory.
static void onEntity(void *Ctx, const xmlChar *, int, const xmlChar *,
                     const xmlChar *, xmlChar *) {
  fail(session(Ctx), "entity declarations are not supported");
}

static void ignoreMessage(void *, xmlErrorPtr) {}

static llvm::Error at(StringRef File, XmlPlace Where, std::string Message) {
  return llvm::make_error<Diagnostic>(
      SourceLocation{File.str(), Where.Line, Where.Column}, std::move(Message));
}

llvm::Error sooth::readXml(llvm::MemoryBufferRef Text, XmlHandler &Handler) {
  StringRef File = Text.getBufferIdentifier();
  if (Text.getBuffer().trim().empty())
    return at(File, {1, 1}, "the file is empty");
  xmlSAXHandler Callbacks = {};
  Callbacks.initialized = XML_SAX2_MAGIC;
  Callbacks.startElementNs = onOpen;
  Callbacks.endElementNs = onClose;
  Callbacks.characters = onText;
  Callbacks.cdataBlock = onText;
  Callbacks.entityDecl = onEntity;
  Callbacks.serror = ignoreMessage;
  Session S{Handler, nullptr, {}, {}, {}};
  xmlParserCtxtPtr Parser = xmlCreatePushParserCtxt(
      &Callbacks, nullptr, nullptr, 0, File.str().c_str());
  if (!Parser)
    return at(File, {}, "not enough memory to read XML");
  Parser->_private = &S;
  Parser->userData = Parser;
  S.Parser = Parser;
  // Huge: no limit on lengths and a greater one on nesting.
  xmlCtxtUseOptions(Parser, XML_PARSE_NONET | XML_PARSE_HUGE);

  StringRef Rest = Text.getBuffer();
  constexpr size_t Chunk = 1 << 16;
  while (!Rest.empty() && !S.Failed && Parser->wellFormed) {
    xmlParseChunk(Parser, Rest.data(), std::min(Chunk, Rest.size()), 0);
    Rest = Rest.drop_front(std::min(Chunk, Rest.size()));
  }
  if (!S.Failed && Parser->wellFormed)
    xmlParseChunk(Parser, nullptr, 0, /*terminate=*/1);

  llvm::Error Result = llvm::Error::success();
  if (S.Failed) {
    Result = at(File, S.Where, std::move(*S.Failed));
  } else if (!Parser->wellFormed) {
    const xmlError *E = xmlCtxtGetLastError(Parser);
    StringRef Why = E && E->message ? StringRef(E->message).trim() : "not XML";
    Result = at(File, {E ? unsigned(E->line) : 0, E ? unsigned(E->int2) : 0},
                ("malformed XML: " + Why).str());
  }
  xmlFreeDoc(Parser->myDoc);
  xmlFreeParserCtxt(Parser);
  return Result;
}
