//===- PrintFormat.h - Formats of printf ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PRINTFORMAT_H
#define SOOTH_LIB_FRONTEND_LLVM_PRINTFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace sooth {

/// What the text consists of.
struct PrintPiece {
  enum class Kind { Literal, Integer, String, Open, Count };
  /// A number that the format has, or that is the next argument.
  struct Number {
    bool IsArgument = false;
    int Given = 0;
  };

  Kind What = Kind::Literal;
  llvm::StringRef Text; ///< of a literal, in the format
  /// The model is sooth_libc_print_NAME.
  std::string Model;
  unsigned Flags = 0;
  Number Width, Precision;
  /// Of the argument: of integers before promotion, 0 for pointers.
  unsigned Bits = 0;
  enum class Sign { Signed, Unsigned } Extend = Sign::Signed;
  /// The letter of a conversion of a `double`, whose text is known of
  /// constants; otherwise 0.
  char Real = 0;
  /// How long the text of an open piece may be, without regard to the width.
  unsigned Least = 0, Most = 0;
};

/// The pieces of \p Format; nothing if one is not modelled. Requires that the
/// format outlives the pieces.
std::optional<llvm::SmallVector<PrintPiece>>
parsePrintFormat(llvm::StringRef Format, unsigned PointerBits);

} // namespace sooth

#endif
