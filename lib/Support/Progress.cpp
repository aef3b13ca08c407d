//===- Progress.cpp - A line of progress on a terminal --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Progress.h"

using namespace sooth;

Progress::~Progress() = default;
