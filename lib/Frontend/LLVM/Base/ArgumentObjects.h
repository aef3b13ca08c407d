//===- ArgumentObjects.h - Objects that hold the arguments of main --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_ARGUMENTOBJECTS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_ARGUMENTOBJECTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Value;
}

namespace sooth {

/// The text that all strings are in (MainArguments.h).
inline constexpr llvm::StringLiteral ArgumentTextName = "text of argv";
/// Of the places where an array's pointers point to, with its parameter.
inline constexpr llvm::StringLiteral ArgumentPlacesPrefix = "places of ";

/// What of the arguments an object holds from the beginning, if the program
/// does not write it first: the places in the text as numbers, or the text.
enum class ArgumentPart { None, Places, Text };
ArgumentPart argumentPart(const llvm::Value &Object);

} // namespace sooth

#endif
