//===- MemoryChecks.h - Calls that ask whether memory is used well --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the calls of functions named sooth.check.… ask that the pass
// check-memory puts into programs.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_MEMORYCHECKS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_MEMORYCHECKS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class AllocaInst;
class CallBase;
class LoadInst;
class MemCpyInst;
class MemIntrinsic;
class Value;
} // namespace llvm

namespace sooth {

/// What such a call asks.
struct MemoryCheck {
  enum class Kind {
    Read,
    Write,
    Free,
    Call,
    Align,
    Number,   ///< a number is read: are all bytes initialized?
    Pointer,  ///< the same for a pointer
    Other,    ///< the same for anything else
    Copy,     ///< a copy is read; nothing is asked
    Overlap,  ///< does what is copied overlap with where it is copied to?
    Apart,    ///< the same where nobody asks: a limit
    Leak,     ///< is everything freed, or held by the objects given?
    Argument, ///< is what a call is given there, or null if it may be?
    Distinct, ///< are two arguments of a call in different objects?
    Alive,    ///< is what code that is not shown is given still there?
    Modelled, ///< is a call right of which nobody says what it accesses?
    Type      ///< does a call fit a function that it does not fit?
  } What;
  /// Null for Leak, whose arguments are the objects, for Modelled, whose
  /// argument says whether something may be wrong, and for Type.
  const llvm::Value *Pointer;
  /// In bytes, for Align the divisor; null for Free, Call, Leak, Alive,
  /// Modelled and Type.
  const llvm::Value *Size;
  /// For Overlap and Apart, what is read, for Distinct the other argument; else
  /// null.
  const llvm::Value *From = nullptr, *FromSize = nullptr;
  /// Whether bytes that are copied onto themselves overlap.
  bool CountsSame = false;

  /// Whether it asks if what is read was written before.
  bool isOfContent() const {
    return What == Kind::Number || What == Kind::Pointer || What == Kind::Other;
  }
};

/// Attributes of checks of the kinds Argument, Distinct, Alive, Modelled and
/// Type: the function that is called, by its name in the source, and the
/// parameters asked about.
inline constexpr llvm::StringLiteral CalleeName = "sooth.callee";
inline constexpr llvm::StringLiteral ArgumentName = "sooth.argument";
inline constexpr llvm::StringLiteral OtherArgumentName = "sooth.other";
/// That the argument may be null, and how large the elements are that the other
/// one counts, or how many bytes are needed.
inline constexpr llvm::StringLiteral MayBeNullName = "sooth.may.be.null";
inline constexpr llvm::StringLiteral BytesName = "sooth.bytes";
/// That it is an attribute of the function which says so, and that it is about
/// the result.
inline constexpr llvm::StringLiteral OfAttributeName = "sooth.of.attribute";
inline constexpr llvm::StringLiteral OfResultName = "sooth.of.result";

/// An attribute of a trap of clang's check of indices that a call of the C
/// library is asked about: the array in a structure that it writes past.
inline constexpr llvm::StringLiteral PastMemberName = "sooth.past.member";
/// That it writes a text as long as callers choose, which the function does not
/// measure; or another text.
inline constexpr llvm::StringLiteral TextOfCallersName =
    "sooth.text.of.callers";
inline constexpr llvm::StringLiteral OwnTextName = "sooth.text.own";

/// An attribute of allocations: the C library frees the memory itself at the
/// end of the program, if it is still there.
inline constexpr llvm::StringLiteral HeldByLibraryName =
    "sooth.held.by.library";

/// The name of the functions that ask it.
llvm::StringRef checkName(MemoryCheck::Kind What);
/// Requires classify(Call) to be MemoryCheck.
MemoryCheck describeCheck(const llvm::CallBase &Call);

/// Puts in a check of the kind Overlap or Apart for a memcpy. A copy of an
/// object onto itself, as clang makes of `*p = *p`, is none that overlaps.
void checkOverlap(llvm::MemCpyInst &Copy, MemoryCheck::Kind What);
/// Where what \p Transfer writes (a Write), or what it reads (any other kind,
/// for a copy only), is asked about right before it; null if it is not.
llvm::CallBase *checkBefore(llvm::MemIntrinsic &Transfer,
                            MemoryCheck::Kind What);

/// Whether the address of \p Local may be known elsewhere, other than to
/// checks.
bool mayBeKept(const llvm::AllocaInst &Local);

/// Whether \p Load takes part in a copy that the check before it marks.
bool isCopy(const llvm::LoadInst &Load);

} // namespace sooth

#endif
