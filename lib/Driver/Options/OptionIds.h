//===- OptionIds.h - The options' numbers -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_OPTIONS_OPTIONIDS_H
#define SOOTH_LIB_DRIVER_OPTIONS_OPTIONIDS_H

#include "sooth/Driver/Options/KnownOptions.h"

namespace sooth {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "SoothOptions.inc"
#undef OPTION
};

} // namespace sooth

#endif
