//===- PlainVariadics.h - Variable arguments that the program reads -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that reads its variable arguments itself (va_start) gets a pointer
// to them instead. Each call of it writes them one after the other to an object
// of the caller that ends with the call, and that is exactly as long as they
// are: so reading more than were passed is an access outside of an object.
//
// On i386 that is what the machine does. On x86-64 the first arguments are in
// registers, numbers and pointers in some, floating-point numbers in others,
// and clang's va_arg chooses among them by the type that is asked for; here it
// finds all registers used up. So that a double is not found where an int was
// passed, the list says of each word whether it is of the one kind, or of the
// other, or of neither (structures that are passed in memory, long double), and
// a read of another kind calls sooth.undefined. Small structures that clang
// passed in memory for lack of registers are read as whatever is asked for. In
// a program in which all words are of one kind nothing is asked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PLAINVARIADICS_H
#define SOOTH_LIB_FRONTEND_LLVM_PLAINVARIADICS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// What is behind an argument that is smaller than its word.
enum class WordRest {
  Anything,
  /// Where reading what was never written is an error.
  Unwritten
};

/// Ensures that no function but declared ones takes variable arguments and
/// reads them. Calls through pointers, and calls of another type than the
/// function has, stay (passVariadics). What \p Entry, where runs start, is
/// given is what another parameter leads to (VariadicArgumentsName). Fails with
/// an UnsupportedError where that cannot be done.
llvm::Error lowerVariadics(llvm::Module &M, const llvm::Function &Entry,
                           WordRest Rest);

} // namespace sooth

#endif
