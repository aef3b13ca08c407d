//===- ReasonJson.h - Failures, reasons and figures as JSON ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_REPORT_REASONJSON_H
#define SOOTH_LIB_DRIVER_REPORT_REASONJSON_H

#include "sooth/Result/Result.h"
#include "sooth/Support/Statistics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>

namespace sooth {

llvm::json::Value encodeFailure(const Failure &F);
/// What cannot be read is Other.
Failure decodeFailure(const llvm::json::Value &V);

llvm::json::Value encodeReason(const UnknownReason &R);
llvm::Expected<UnknownReason> decodeReason(const llvm::json::Value &V);

llvm::json::Value encodeStatistics(const Statistics &S);
void decodeStatistics(const llvm::json::Value *V, Statistics &S);

/// Nothing if there is none.
std::string textAt(const llvm::json::Object &O, llvm::StringRef Key);
/// 0 if there is none. (What Object::getInteger gives has a sign.)
uint64_t numberAt(const llvm::json::Object &O, llvm::StringRef Key);
/// 0 if it is none, or not finite.
double numberOf(const llvm::json::Value &V);

/// The enumerator that is written in \p O as a number, up to \p Last.
template <class KindT>
std::optional<KindT> kindAt(const llvm::json::Object &O, llvm::StringRef Key,
                            KindT Last) {
  auto Number = O.getInteger(Key);
  if (!Number || *Number < 0 || *Number > int64_t(Last))
    return std::nullopt;
  return KindT(*Number);
}

/// Where \p Name is in \p Names, or their number.
template <size_t N>
size_t indexOf(const llvm::StringRef (&Names)[N], llvm::StringRef Name) {
  return llvm::find(Names, Name) - Names;
}

/// Adds what is known of \p Where.
void addPlace(llvm::json::Object &O, const SourceLocation &Where);
SourceLocation decodePlace(const llvm::json::Object &O);

/// \p Text with what is not UTF-8, which JSON cannot have, replaced.
std::string jsonText(llvm::StringRef Text);

} // namespace sooth

#endif
