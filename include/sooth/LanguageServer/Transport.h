//===- Transport.h - Messages of the language server protocol -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_TRANSPORT_H
#define SOOTH_LANGUAGESERVER_TRANSPORT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace sooth {

/// A message as it came, so that it can be passed on unchanged.
struct Message {
  std::string Raw;
  size_t HeaderBytes = 0;

  llvm::StringRef body() const {
    return llvm::StringRef(Raw).drop_front(HeaderBytes);
  }
};

/// A message with \p Content.
std::string framed(const llvm::json::Value &Content);

/// Cuts a stream into messages.
class MessageReader {
public:
  void append(llvm::StringRef Bytes) { Buffer += Bytes; }
  /// The next message, if all of it has arrived. Fails if what comes is no
  /// message; then nothing after it is either.
  llvm::Expected<std::optional<Message>> next();

private:
  std::string Buffer;
  size_t Begin = 0; ///< of what has not been handed out
};

/// Where messages are written to without ever waiting for who reads them.
class OutputChannel {
public:
  /// Does not own \p Descriptor, which is made non-blocking.
  explicit OutputChannel(int Descriptor);

  void send(llvm::StringRef Raw);
  /// Writes what can be written now.
  void flush();
  /// Whether there is more to write.
  bool isBusy() const { return Done < Pending.size(); }
  /// Whether nobody reads any more.
  bool isBroken() const { return Broken; }
  int descriptor() const { return Descriptor; }

private:
  int Descriptor;
  std::string Pending;
  size_t Done = 0; ///< bytes of Pending that are written
  bool Broken = false;
};

} // namespace sooth

#endif
