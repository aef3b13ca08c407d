//===- LoadedProgram.h - From a module to a model -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_LOADEDPROGRAM_H
#define SOOTH_LIB_DRIVER_LOADEDPROGRAM_H

#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Frontend/LLVM/Encode/Encoder.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// A program as it is verified: prepared and encoded.
class LoadedProgram {
public:
  /// Leaves \p Compiled as it is. Requires that it defines the entry and, like
  /// \p Ctx, stays as long as this does.
  static llvm::Expected<LoadedProgram> load(ExprContext &Ctx,
                                            const llvm::Module &Compiled,
                                            const PrepareOptions &Options,
                                            const EncodeOptions &How = {});

  const Cfa &model() const { return *Encoded.Model; }
  const EncodedProgram &encoded() const { return Encoded; }
  const llvm::Module &prepared() const { return *Prepared; }
  double secondsToEncode() const { return EncodeSeconds; }

  /// If there might be an answer once members are joined, verifies that, and
  /// makes it the model.
  VerifiedProgram verify(const Budget &B, const VerifierOptions &O);

private:
  friend class LoadedPrograms;
  /// The same where \p Prepared is what another one, of the same module and
  /// options, was encoded from; if that is null, it is made and handed back.
  static llvm::Expected<LoadedProgram>
  load(ExprContext &Ctx, const llvm::Module &Compiled,
       const PrepareOptions &Options, const EncodeOptions &How,
       std::shared_ptr<const llvm::Module> &Prepared);
  LoadedProgram(const llvm::Module &Compiled, const PrepareOptions &Options,
                const EncodeOptions &How)
      : Compiled(&Compiled), Options(Options), How(How) {}
  VerifiedProgram verify(const EncodedProgram &P, const Budget &B,
                         VerifierOptions O);

  const llvm::Module *Compiled;
  PrepareOptions Options;
  EncodeOptions How;
  std::shared_ptr<const llvm::Module> Prepared;
  EncodedProgram Encoded;
  /// Of Encoded.
  LocalProgress Progress;
  double LoadSeconds = 0, EncodeSeconds = 0;
};

/// What one module was prepared and encoded to, for who verifies it several
/// times, prepared with the same options.
class LoadedPrograms {
public:
  /// That which is encoded as \p How says, made where it is asked for first.
  /// It stays as long as this does, if \p Compiled does.
  llvm::Expected<LoadedProgram &> get(const llvm::Module &Compiled,
                                      const PrepareOptions &Options,
                                      const EncodeOptions &How);
  /// How long it took to encode it, at most.
  double secondsToEncode() const { return MostSeconds; }

private:
  struct Encoding {
    EncodeOptions How;
    ExprContext Ctx;
    std::optional<LoadedProgram> Program;
  };
  std::shared_ptr<const llvm::Module> Prepared;
  std::vector<std::unique_ptr<Encoding>> Encodings;
  double MostSeconds = 0;
};

/// The same with recursive functions as procedures. Requires that recursion is
/// left alone in \p Options.
llvm::Expected<ModularProgram> loadModular(ExprContext &Ctx, llvm::Module &M,
                                           const PrepareOptions &Options);

/// The calls in \p M at which there may be an error: assertions and checks.
/// Those in models of the C library are not the user's.
unsigned countAssertions(const llvm::Module &M);
/// Whether runs from \p Entry may come to one of them.
bool reachesAssertion(const llvm::Function &Entry);

/// Why there is no model, in the user's terms.
UnknownReason reasonOf(llvm::Error E);

} // namespace sooth

#endif
