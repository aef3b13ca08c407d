//===- CompilerFlags.cpp - Flags of a C compiler --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using namespace llvm;
using namespace llvm::opt;
using namespace clang::driver::options;
using FlagUse = CompilerFlag::Use;

//===----------------------------------------------------------------------===//
// clang's table, without the rest of clang
//===----------------------------------------------------------------------===//

#define OPTTABLE_VALUES_CODE
#include "clang/Driver/Options.inc"
#undef OPTTABLE_VALUES_CODE

#define PREFIX(NAME, VALUE)                                                    \
  static constexpr StringLiteral NAME##_init[] = VALUE;                        \
  static constexpr ArrayRef<StringLiteral> NAME(NAME##_init,                   \
                                                std::size(NAME##_init) - 1);
#include "clang/Driver/Options.inc"
#undef PREFIX

static constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "clang/Driver/Options.inc"
#undef OPTION
};

static const OptTable &clangOptions() {
  struct ClangOptTable : GenericOptTable {
    ClangOptTable() : GenericOptTable(Infos) {}
  };
  static const ClangOptTable Table;
  return Table;
}

//===----------------------------------------------------------------------===//
// What matters
//===----------------------------------------------------------------------===//

/// Flags whose names begin with -f and that say what the language is or what
/// its numbers do.
static bool isAboutLanguage(const Option &O) {
  static constexpr StringLiteral Names[] = {"approx-func",
                                            "asm",
                                            "associative-math",
                                            "blocks",
                                            "builtin",
                                            "common",
                                            "char8_t",
                                            "complex-arithmetic=",
                                            "cx-fortran-rules",
                                            "cx-limited-range",
                                            "declspec",
                                            "delete-null-pointer-checks",
                                            "denormal-fp-math=",
                                            "denormal-fp-math-f32=",
                                            "digraphs",
                                            "dollars-in-identifiers",
                                            "double-square-bracket-attributes",
                                            "excess-precision=",
                                            "exec-charset=",
                                            "fast-math",
                                            "finite-math-only",
                                            "fixed-point",
                                            "force-enable-int128",
                                            "fp-contract=",
                                            "fp-eval-method=",
                                            "fp-exception-behavior=",
                                            "fp-model=",
                                            "freestanding",
                                            "gnu-keywords",
                                            "gnu89-inline",
                                            "gnuc-version=",
                                            "honor-infinities",
                                            "honor-nans",
                                            "hosted",
                                            "input-charset=",
                                            "lax-vector-conversions",
                                            "lax-vector-conversions=",
                                            "long-double-128",
                                            "math-errno",
                                            "max-type-align=",
                                            "ms-compatibility",
                                            "ms-extensions",
                                            "ms-volatile",
                                            "native-half-type",
                                            "openmp",
                                            "openmp=",
                                            "pack-struct",
                                            "pack-struct=",
                                            "pascal-strings",
                                            "reciprocal-math",
                                            "rounding-math",
                                            "short-enums",
                                            "short-wchar",
                                            "signed-char",
                                            "signed-wchar",
                                            "signed-zeros",
                                            "strict-aliasing",
                                            "strict-flex-arrays=",
                                            "strict-float-cast-overflow",
                                            "strict-overflow",
                                            "trapping-math",
                                            "trigraphs",
                                            "trivial-auto-var-init=",
                                            "unsafe-math-optimizations",
                                            "unsigned-char",
                                            "visibility=",
                                            "wrapv"};
  StringRef Name = O.getName();
  if (!Name.consume_front("f"))
    return false;
  Name.consume_front("no-");
  return is_contained(Names, Name) || O.matches(OPT_fno_builtin_);
}

static bool isMeaning(const Option &O) {
  static constexpr unsigned Others[] = {OPT_Preprocessor_Group,
                                        OPT_m_Group,
                                        OPT_std_EQ,
                                        OPT_ansi,
                                        OPT_pthread,
                                        OPT_nostdinc,
                                        OPT_nostdlibinc,
                                        OPT_nobuiltininc,
                                        OPT_config,
                                        OPT__sysroot_EQ,
                                        OPT_target,
                                        OPT_target_legacy_spelling,
                                        OPT_arch,
                                        OPT_gcc_toolchain,
                                        OPT_resource_dir,
                                        OPT_resource_dir_EQ,
                                        OPT_isysroot,
                                        OPT_F,
                                        OPT_undef,
                                        OPT_traditional_cpp,
                                        OPT_trigraphs,
                                        OPT_Xclang,
                                        OPT_Xpreprocessor,
                                        OPT_Wp_COMMA};
  // What is included by what, and the macros, are written to a file.
  if (O.matches(OPT_M_Group) || O.matches(OPT_d_Group))
    return false;
  return isAboutLanguage(O) ||
         any_of(Others, [&](unsigned ID) { return O.matches(ID); });
}

/// Whether the values are paths.
static bool takesPath(const Option &O) {
  static constexpr unsigned IDs[] = {OPT_IncludePath_Group, OPT_F,
                                     OPT_isysroot,          OPT__sysroot_EQ,
                                     OPT_gcc_toolchain,     OPT_resource_dir,
                                     OPT_resource_dir_EQ};
  return any_of(IDs, [&](unsigned ID) { return O.matches(ID); });
}

static FlagUse useOf(const Arg &A) {
  const Option &O = A.getOption();
  if (O.getKind() == Option::InputClass)
    return FlagUse::File;
  if (O.getKind() == Option::UnknownClass || O.matches(OPT_gfortran_Group))
    return FlagUse::Unknown;
  if (O.matches(OPT_c) || O.matches(OPT_S) || O.matches(OPT_fsyntax_only))
    return FlagUse::CompileOnly;
  if (O.matches(OPT_o))
    return FlagUse::Output;
  if (O.matches(OPT_x))
    return StringRef(A.getValue()) == "c" ||
                   StringRef(A.getValue()) == "cpp-output"
               ? FlagUse::None
               : FlagUse::OtherTask;
  if (O.matches(OPT_emit_llvm))
    return FlagUse::None;
  if (O.matches(OPT_Action_Group))
    return FlagUse::OtherTask;
  // -Wp,-MD,FILE, as Linux is compiled.
  if (O.matches(OPT_Wp_COMMA) && StringRef(A.getValue()).starts_with("-M") &&
      A.getNumValues() <= 2)
    return FlagUse::None;
  return isMeaning(O) ? FlagUse::Meaning : FlagUse::None;
}

/// A misspelled option of ours, "-domian=EXPL", that a flag of one letter with
/// any value happens to cover.
static bool isNoValue(const Arg &A) {
  static constexpr unsigned Letters[] = {OPT_b, OPT_d_Joined, OPT_l, OPT_u,
                                         OPT_y};
  const Option &O = A.getOption();
  return any_of(Letters, [&](unsigned ID) { return O.matches(ID); }) &&
         StringRef(A.getValue()).contains('=');
}

/// The flag as clang takes it, in words of its own.
static std::vector<std::string> wordsOf(const Arg &A, const ArgList &Args) {
  ArgStringList Texts;
  A.render(Args, Texts);
  return {Texts.begin(), Texts.end()};
}

/// The flag with a value that holds everywhere.
static std::vector<std::string> placedWords(const Arg &A, const ArgList &Args,
                                            StringRef Directory) {
  const Option &O = A.getOption();
  if (Directory.empty() || !takesPath(O) || A.getNumValues() != 1 ||
      StringRef(A.getValue()).starts_with("="))
    return wordsOf(A, Args);
  SmallString<128> Path(A.getValue());
  sys::fs::make_absolute(Directory, Path);
  if (O.getRenderStyle() == Option::RenderJoinedStyle)
    return {O.getPrefixedName().str() + Path.str().str()};
  return {O.getPrefixedName().str(), Path.str().str()};
}

Expected<CompilerFlag> sooth::readCompilerFlag(ArrayRef<const char *> Arguments,
                                               unsigned &Index,
                                               StringRef Directory) {
  InputArgList Args(Arguments.begin(), Arguments.end());
  StringRef Text = Arguments[Index];
  std::unique_ptr<Arg> A =
      clangOptions().ParseOneArg(Args, Index, Visibility(ClangOption));
  if (!A)
    return createStringError("option '" + Text + "' needs a value");
  CompilerFlag Flag{isNoValue(*A) ? FlagUse::Unknown : useOf(*A), {Text.str()}};
  if (A->getOption().matches(OPT_Ofast))
    return CompilerFlag{FlagUse::Meaning, {"-ffast-math"}};
  if (Flag.For == FlagUse::Meaning)
    Flag.Words = placedWords(*A, Args, Directory);
  return Flag;
}

Expected<std::vector<std::string>>
sooth::meaningfulFlags(ArrayRef<std::string> Command, StringRef Directory) {
  std::vector<const char *> Arguments;
  for (const std::string &Word : Command.drop_front())
    Arguments.push_back(Word.c_str());
  std::vector<std::string> Words;
  for (unsigned Index = 0; Index < Arguments.size();) {
    if (Arguments[Index] == StringRef() ||
        Arguments[Index] == StringRef("--")) {
      ++Index;
      continue;
    }
    Expected<CompilerFlag> Flag = readCompilerFlag(Arguments, Index, Directory);
    if (!Flag)
      return Flag.takeError();
    switch (Flag->For) {
    case FlagUse::Meaning:
      append_range(Words, Flag->Words);
      break;
    case FlagUse::Unknown:
      return createStringError("clang knows no flag '" + Flag->Words.front() +
                               "'");
    case FlagUse::OtherTask:
      return createStringError("'" + Flag->Words.front() +
                               "' is not about compiling C");
    case FlagUse::None:
    case FlagUse::Output:
    case FlagUse::CompileOnly:
    case FlagUse::File:
      break;
    }
  }
  return Words;
}
