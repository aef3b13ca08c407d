//===- VerificationTask.h - What a user asks for --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_VERIFICATIONTASK_H
#define SOOTH_DRIVER_VERIFICATIONTASK_H

#include "sooth/Driver/Options/Property.h"
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Frontend/LLVM/Base/Members.h"
#include "sooth/Frontend/LLVM/Compile/Compile.h"
#include "sooth/Frontend/LLVM/Encode/Encoder.h"
#include "sooth/Frontend/LLVM/Memory/PrintRegions.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"

namespace sooth {

/// Who may call what all files of a program or library define.
struct LinkedAs {
  enum class Kind {
    Program, ///< runs begin in main
    Library  ///< others call what is exported
  } What = Kind::Program;
  /// Whether other code sees what the compiler has left visible; otherwise it
  /// sees what has one of the names, in which * stands for any characters.
  bool IsVisible = false;
  std::vector<std::string> Exported;
  /// Whether checks of a program are proved that hold by the values that it
  /// computes (ValueAnalysis.h), for which there is no certificate.
  bool IsByValues = false;
};

struct VerificationTask {
  /// C and LLVM files that make one program, one transition system (VMT, BTOR2,
  /// AIGER, or the language of systems), one file of Horn clauses, or one of
  /// Structured Text.
  std::vector<std::string> Files;
  /// How the program is prepared for the engines. Entry is where it starts;
  /// how deep recursion is followed is said below.
  PrepareOptions Prepare;
  /// Functions that runs of a module start in, instead of its default
  /// (ModuleVerifier.h).
  std::vector<std::string> Entries;
  CompileOptions Compile;
  /// What becomes of a program in C without assertions, contracts and checks:
  /// that is said, or it is verified with the default ones (CheckKinds.h).
  enum class Unchecked { AsItIs, ByDefault } IfUnchecked = Unchecked::AsItIs;
  /// How Files are linked, if they are all that is: then a function that no
  /// other code sees is judged by its callers, in whatever file they are.
  std::optional<LinkedAs> Linked;
  /// Whether functions of a file without main are run on objects of callers, in
  /// any order.
  bool RunsCallsWithObjects = false;
  /// Activations of a recursive function to follow; nothing for more and more.
  std::optional<unsigned> RecursionDepth;
  /// Arrays in structures. What Separate cannot answer is verified as Joined.
  Members HowMembers = Members::Separate;
  /// What is taken to be true of the pointers that an entry other than main is
  /// given; nothing to find out which of it each check needs.
  std::optional<Environment> Outside;
  /// With that: whether members are taken to be in the bounds in which the
  /// program keeps them.
  bool TakesKept = false;
  /// What becomes of calls of functions that are verified by themselves, too:
  /// Auto summarizes them, and follows them for what that leaves open.
  enum class CallsOf { Auto, Followed, Summarized } Calls = CallsOf::Auto;
  /// Programs with more instructions are not copied whole for each function, but
  /// without the code of functions that lead to more than a sixth of that, where
  /// calls of these are summarized. (All of 300 lines of C is some 2,000.)
  unsigned CopiedCode = 12000;
  VerifierOptions Verifier;
  /// Where Verifier.Engines.Injected happens, if not everywhere: in runs that
  /// begin in this function, and where this is taken to be true of its
  /// arguments.
  std::string FaultEntry;
  std::optional<Environment> FaultOutside;
  /// 0 is no limit.
  double TimeoutSeconds = 0;
  /// For each function of a file without main; 0 is as much as others leave.
  double SecondsEach = 0;
  /// How many of these are verified at a time; 0 is as many as processors.
  unsigned Jobs = 0;
  /// Where answers and evidence are kept for later; empty for nowhere.
  std::string CacheFolder;
  /// How much of that, in LLVM's words.
  std::string CachePolicy;
  /// The options given that an answer may depend on, in their order.
  std::vector<std::string> CountingOptions;

  /// A form of the model to write instead of verifying it.
  enum class Form {
    None,
    Vmt,
    Cfa,
    CfaDot,
    Smt2,
    Horn,
    Btor2,
    Aig, ///< AIGER, binary
    Aag, ///< AIGER, ASCII
    System,
    Llvm,
    Regions,
    Values ///< which checks the value analysis proves
  } Emit = Form::None;
  /// Of Form::Regions.
  RegionDetail Regions = RegionDetail::Plain;
  std::string EmitPath = "-";
  /// Told of a program when it has been compiled.
  std::function<void(const llvm::Module &)> OnCompiled =
      [](const llvm::Module &) {};
  /// Where to write a harness that replays a violation; empty for nowhere.
  std::string HarnessPath;
  /// Where to write runs that violate properties, in the format that goes with
  /// the input, and of a program that is safe its invariants; empty for
  /// nowhere.
  std::string WitnessPath;
  /// Whether to say what the answer means and rests on.
  bool Explain = false;
  /// The folder for what backs the answer; empty for nowhere.
  std::string CertificatePath;
  /// Of a controller: milliseconds from one cycle to the next.
  struct CycleTimes {
    unsigned Least = 0, Most = INT32_MAX;
  } CycleTime;
  /// Where to write the run of a controller as a value change dump; empty for
  /// nowhere.
  std::string DumpPath;
  /// How many runs of the program are compared with the model before it is
  /// verified.
  unsigned SelfCheckRuns = 0;
  bool SelfCheckSteps = false; ///< so is what each step of preparing leaves
  /// A witness to judge instead of verifying; empty for none.
  std::string ValidatePath;
  /// Whether lines are those of the files, not of what these were made from.
  enum class Lines { OfOrigin, OfFile } LinesOf = Lines::OfOrigin;
  /// Whether proofs are told in C as well.
  enum class Proofs { InModel, InC } ProofsAre = Proofs::InModel;
  /// What is asked about, if that is a property of SV-COMP.
  std::optional<CompetitionProperty> Property;
};

/// Lets \p T ask about \p P, and nothing else.
void askAbout(const CompetitionProperty &P, VerificationTask &T);

} // namespace sooth

#endif
