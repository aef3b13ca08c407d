//===- CText.h - Parts of C programs --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CTEXT_H
#define SOOTH_LIB_DRIVER_CTEXT_H

#include "sooth/Expr/Value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace sooth {

/// The lowest 128 bits of a number, the sign carried on.
std::pair<uint64_t, uint64_t> halves(const Value &V);
/// \p Text in a C string literal.
std::string literal(llvm::StringRef Text);
/// \p Text inside a C comment.
std::string comment(llvm::StringRef Text);
/// The initializer of an array.
void writeBytes(llvm::raw_ostream &OS, llvm::ArrayRef<uint8_t> Bytes);

} // namespace sooth

#endif
