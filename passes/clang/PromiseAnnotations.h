//===- PromiseAnnotations.h - What declarations say, for code generators --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's code generator hands on little of what attributes say of arguments
// and results; annotations it hands on as they are. So functions get
// annotations that say it (sooth/Frontend/LLVM/Base/Promises.h).
//
// What all declarations of a function say counts. Parameters are numbered as
// arguments, so nothing is said of functions that return a structure, nor of
// parameters after one that is a structure, a complex number or a vector.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_PROMISEANNOTATIONS_H
#define SOOTH_PASSES_CLANG_PROMISEANNOTATIONS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"

#include <utility>
#include <vector>

namespace clang {
class AnnotateAttr;
class FunctionDecl;
} // namespace clang

namespace sooth {

/// Annotates the functions whose declarations it is handed.
class PromiseAnnotations : public clang::ASTConsumer {
public:
  enum class Lifetime { AsDeclarations, AsThis };
  /// With AsThis the annotations are gone when this is.
  explicit PromiseAnnotations(Lifetime How) : How(How) {}
  PromiseAnnotations(const PromiseAnnotations &) = delete;
  PromiseAnnotations &operator=(const PromiseAnnotations &) = delete;
  ~PromiseAnnotations() override;

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;

private:
  void add(clang::FunctionDecl &F);
  void annotate(clang::FunctionDecl &F, clang::AnnotateAttr *Says);

  const Lifetime How;
  std::vector<std::pair<clang::FunctionDecl *, clang::AnnotateAttr *>> Added;
};

} // namespace sooth

#endif
