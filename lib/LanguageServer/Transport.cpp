//===- Transport.cpp - Messages of the language server protocol -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/Transport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace sooth;
using llvm::StringRef;

std::string sooth::framed(const llvm::json::Value &Content) {
  std::string Body;
  llvm::raw_string_ostream(Body) << Content;
  return "Content-Length: " + std::to_string(Body.size()) + "\r\n\r\n" + Body;
}

/// What the header says of the length of the body.
static std::optional<size_t> contentLength(StringRef Header) {
  for (StringRef Line : llvm::split(Header, "\r\n")) {
    auto [Name, Value] = Line.split(':');
    size_t Length;
    if (Name.trim().equals_insensitive("Content-Length") &&
        !Value.trim().getAsInteger(10, Length))
      return Length;
  }
  return std::nullopt;
}

llvm::Expected<std::optional<Message>> MessageReader::next() {
  constexpr size_t MaxHeader = 64 << 10;
  constexpr StringRef End = "\r\n\r\n";
  StringRef Rest = StringRef(Buffer).drop_front(Begin);
  size_t HeaderEnd = Rest.take_front(MaxHeader).find(End);
  if (HeaderEnd == StringRef::npos) {
    if (Rest.size() >= MaxHeader)
      return llvm::createStringError("a header without an end");
    Buffer.erase(0, Begin);
    Begin = 0;
    return std::nullopt;
  }
  auto Length = contentLength(Rest.take_front(HeaderEnd));
  if (!Length)
    return llvm::createStringError("a header without Content-Length");
  const size_t HeaderBytes = HeaderEnd + End.size();
  if (Rest.size() - HeaderBytes < *Length) {
    Buffer.erase(0, Begin);
    Begin = 0;
    return std::nullopt;
  }
  Begin += HeaderBytes + *Length;
  return Message{Rest.take_front(HeaderBytes + *Length).str(), HeaderBytes};
}

OutputChannel::OutputChannel(int Descriptor) : Descriptor(Descriptor) {
  fcntl(Descriptor, F_SETFL, fcntl(Descriptor, F_GETFL) | O_NONBLOCK);
}

void OutputChannel::send(StringRef Raw) {
  Pending += Raw;
  flush();
}

void OutputChannel::flush() {
  while (isBusy() && !Broken) {
    ssize_t N = write(Descriptor, Pending.data() + Done, Pending.size() - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0 && errno == EAGAIN)
      return;
    if (N < 0)
      Broken = true;
    else
      Done += size_t(N);
  }
  Pending.clear();
  Done = 0;
}
