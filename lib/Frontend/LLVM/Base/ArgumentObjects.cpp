//===- ArgumentObjects.cpp - Objects that hold the arguments of main ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentObjects.h"

#include "llvm/IR/GlobalVariable.h"

using namespace sooth;
using namespace llvm;

ArgumentPart sooth::argumentPart(const llvm::Value &Object) {
  StringRef Name = isa<GlobalVariable>(Object) ? Object.getName() : "";
  if (Name == ArgumentTextName)
    return ArgumentPart::Text;
  return Name.consume_front(ArgumentPlacesPrefix) && Name == "argv"
             ? ArgumentPart::Places
             : ArgumentPart::None;
}
