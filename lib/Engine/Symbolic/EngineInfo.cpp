//===- EngineInfo.cpp - What users can choose -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/EngineInfo.h"
#include "sooth/Engine/Symbolic/Symbolic.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/LibraryInputs.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

static bool isMadeFor(const Question &Q) {
  return Q.Program && isClosed(*Q.Program);
}

static bool isOfLibrary(const Input &In) {
  return In.What == Input::Kind::Nondet &&
         llvm::StringRef(In.Source).starts_with(OpenLibraryPrefix);
}

/// A program that is given nothing may still have values that are left open: of
/// locals without a value, and by the library.
static bool suits(const Question &Q) {
  return Q.Program && llvm::all_of(Q.Program->edges(), [](const Edge &E) {
           return llvm::all_of(E.Inputs, [](const Input &In) {
             return In.What == Input::Kind::Havoc ||
                    In.What == Input::Kind::Unset || isOfLibrary(In);
           });
         });
}

static const EngineInfo Engines[] = {
    {"symbolic",
     "symbolic execution: all runs, with paths merged, as far as they go",
     EngineInfo::Use::ByDefault,
     [] {
       return makeFactoryForPrograms("symbolic",
                                     [] { return createSymbolic(); });
     },
     suits, /*Options=*/nullptr, EngineInfo::Attempt::AtOnce,
     EngineInfo::Facts::Ignored, /*IsMadeFor=*/isMadeFor},
};

namespace sooth {
llvm::ArrayRef<EngineInfo> enginesOfSymbolic() { return Engines; }
} // namespace sooth
