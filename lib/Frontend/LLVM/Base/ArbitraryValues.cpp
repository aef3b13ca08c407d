//===- ArbitraryValues.cpp - Functions whose result may be anything -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArbitraryValues.h"

using namespace sooth;
using namespace llvm;

/// What models of the C library leave open; followed by what that is.
static constexpr StringLiteral AnyOfLibrary = "sooth.any.of.library.";

StringRef sooth::anyValue(StringRef Function) {
  if (Function.starts_with(AnyInteger))
    return "conversion of a floating-point number that does not fit";
  if (Function.starts_with(AnyNaN))
    return "bits of a NaN";
  if (Function.starts_with(AnyZero))
    return "sign of the least or greatest of two zeros";
  if (Function.consume_front(AnyOfLibrary))
    return Function;
  if (Function.starts_with(AnyConstancy))
    return "whether the compiler knows a value (__builtin_constant_p)";
  if (Function.starts_with(AnyZeroCount))
    return "number of zero bits before the first one of 0, which has none";
  if (Function.starts_with(AnyExcluded))
    return "NaN or infinity, which the compiler may take for impossible";
  if (Function.starts_with(AnySign))
    return "sign of a zero, which the compiler may ignore";
  if (Function == AnyLabel)
    return "computed goto to no label";
  if (Function.starts_with(AnyRest))
    return "variable argument read as a larger type than it was passed as";
  return "";
}
