//===- Engine.h - What every engine is ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_ENGINE_H
#define SOOTH_ENGINE_ENGINE_H

#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Progress.h"
#include "sooth/Support/Statistics.h"

namespace sooth {

/// One algorithm. An engine object serves one check() at a time; its evidence
/// is in terms of the very model it was given.
class Engine {
public:
  virtual ~Engine() = default;
  /// "bmc", "euf": what users call it on the command line.
  virtual llvm::StringRef name() const = 0;
  /// Adds figures of all checks so far, named "NAME.figure".
  virtual void report(Statistics &S) const = 0;
  /// Tells \p P (not owned) what goes on; null for nobody.
  void setProgress(Progress *P) { Listener = P; }

protected:
  void progress(const llvm::Twine &What) {
    if (Listener)
      Listener->update(name(), What);
  }
  void noViolationWithin(unsigned Steps) {
    if (Listener)
      Listener->noViolationWithin(name(), Steps);
  }
  /// For engines that run others.
  Progress *listener() const { return Listener; }

private:
  Progress *Listener = nullptr;
};

class TsEngine : public Engine {
public:
  /// Decides whether \p P can be violated. Returns Unknown when \p B is used
  /// up; never runs on by more than one solver query after that.
  virtual TsResult check(const TransitionSystem &M, const Property &P,
                         const Budget &B) = 0;
};

class CfaEngine : public Engine {
public:
  /// Decides whether any error location can be reached; for the rest as above.
  /// Small or large blocks, and other transforms, are the engine's choice.
  virtual CfaResult check(const Cfa &C, const Budget &B) = 0;
};

} // namespace sooth

#endif
