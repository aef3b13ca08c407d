//===- Property.h - What SV-COMP asks about -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_OPTIONS_PROPERTY_H
#define SOOTH_DRIVER_OPTIONS_PROPERTY_H

#include "sooth/Driver/Report/Report.h"

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// A property of SV-COMP, as its property files have it.
struct CompetitionProperty {
  enum class Kind {
    UnreachCall, ///< the function Function is not called
    NoOverflow,
    MemSafety, ///< valid-deref, valid-free and valid-memtrack
    MemCleanup,
    Other ///< one that is not answered
  } What = Kind::Other;
  std::string Function = "";
  std::string Text = "";
};

/// \p Text may have several lines.
CompetitionProperty readProperty(llvm::StringRef Text);

/// Whether a check may decide \p P: those of divisions and shifts may for
/// NoOverflow, as some of them overflow.
bool isAbout(const CompetitionProperty &P, const Failure &What,
             llvm::StringRef Check);

/// What the property is called that \p A violates: "unreach-call",
/// "valid-free". Empty if that is not certain.
std::string violatedProperty(const CompetitionProperty &P,
                             const AssertionReport &A);

/// "TRUE", "FALSE(valid-deref)", "UNKNOWN", as the tools of the competition
/// print it.
std::string verdict(const CompetitionProperty &P, const Report &R);

/// The property that \p A, of a program that was verified without one, is
/// about; nothing if it is none of the competition's.
std::optional<CompetitionProperty> propertyOf(const AssertionReport &A);

} // namespace sooth

#endif
