//===- CegarRun.h - One configuration on one program ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_CEGARRUN_H
#define SOOTH_LIB_ENGINE_CEGAR_CEGARRUN_H

#include "CegarLoop.h"

#include "sooth/Transform/Cfa/BackTranslation.h"

#include <map>

namespace sooth::cegar {

/// A program as configurations want it, each encoding made once, when it is
/// first asked for.
class Encodings {
public:
  /// \p C must outlive it.
  explicit Encodings(const Cfa &C) : C(C) {}
  const TransformedCfa &get(const CegarOptions &O);

private:
  const Cfa &C;
  std::map<std::optional<Encoding>, std::unique_ptr<TransformedCfa>>
      Made; // nothing: unfolded
};

/// Runs the loop of a configuration on its encoding of a program.
class CegarRun {
public:
  /// \p Encoded, in the encoding of \p O, must outlive it.
  CegarRun(const TransformedCfa &Encoded, const CegarOptions &O)
      : O(O), Encoded(Encoded), Loop(Encoded.Model, this->O) {}

  /// Works until there is an answer, in terms of the program, or \p B ends;
  /// after that it may be called again and goes on where it was. \p Tell
  /// hears a few words about each round.
  CfaResult run(const Budget &B, llvm::function_ref<void(std::string)> Tell);
  void report(Statistics &S) const;
  /// As the configuration says; requires that it says so.
  std::string picture();
  const CegarOptions &options() const { return O; }

  /// Leaves some of the time in \p B for drawing, if a picture is wanted.
  static Budget timeFor(CegarOptions::Picture Draw, const Budget &B);

private:
  CegarOptions O;
  const TransformedCfa &Encoded;
  CegarLoop Loop;
};

} // namespace sooth::cegar

#endif
