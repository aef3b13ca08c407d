//===- main.cpp - clang with -fverify-assertions --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver rejects flags it does not know, and a plugin cannot teach it
// any. So this program stands where clang stands, takes the verification flags
// off the command line and becomes the real clang with the plugin loaded; or,
// without such flags, the real clang. Either finds sooth.h.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "WrapperConfig.h"

#include "sooth/Driver/Options/VerifyFlags.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace sooth;

static std::string ownPath(const char *Argv0) {
  static int Anchor;
  return sys::fs::getMainExecutable(Argv0, &Anchor);
}

/// The real clang: what SOOTH_CLANG names or the one of the build.
static Expected<std::string> realClang(const std::string &Own) {
  std::string Path = sys::Process::GetEnv("SOOTH_CLANG").value_or(SOOTH_CLANG);
  if (sys::fs::equivalent(Path, Own))
    return createStringError("'" + Path + "' is not the real clang but " +
                             "the wrapper itself (see SOOTH_CLANG)");
  return Path;
}

/// The plugin, at the place relative to \p Own that it was built or installed
/// at, so that the tree may move.
static Expected<std::string> findPlugin(const std::string &Own) {
  SmallString<256> Installed(sys::path::parent_path(Own));
  sys::path::append(Installed, SOOTH_LIBDIR_FROM_BINDIR, "SoothClang.so");
  SmallString<256> Built(sys::path::parent_path(Own));
  sys::path::append(Built, "..", "lib", "SoothClang.so");
  for (const auto &Path : {Installed, Built})
    if (sys::fs::exists(Path))
      return std::string(Path);
  return createStringError("no verification plugin at '" + Installed + "'");
}

/// The folder of sooth.h, as installed or in the sources; empty if there is none.
static std::string headerFolder(const std::string &Own) {
  SmallString<256> Installed(sys::path::parent_path(Own));
  sys::path::append(Installed, "..", "share", "sooth", "runtime");
  for (const auto &Path : {Installed, SmallString<256>(SOOTH_RUNTIME_SOURCE_DIR)})
    if (sys::fs::exists(Path + "/sooth.h"))
      return std::string(Path);
  return "";
}

/// The real clang tells C from C++, and its target, by the name it is run as.
static std::string runAs(const std::string &Clang, const char *Argv0) {
  SmallString<256> Name(sys::path::parent_path(Clang));
  sys::path::append(Name, sys::path::filename(Argv0));
  return std::string(Name);
}

static int fail(const char *Argv0, Error E) {
  WithColor::error(errs(), sys::path::filename(Argv0))
      << toString(std::move(E)) << '\n';
  return 1;
}

/// A flag that says how to verify where nothing is verified says nothing.
static void warnOfUnused(const char *Argv0, StringRef Flag) {
  if (!Flag.empty())
    WithColor::warning(errs(), sys::path::filename(Argv0))
        << "argument unused without -fverify-assertions: '" << Flag << "'\n";
}

static Expected<int> run(ArrayRef<const char *> Argv) {
  std::string Own = ownPath(Argv[0]);
  Expected<std::string> Clang = realClang(Own);
  if (!Clang)
    return Clang.takeError();
  std::string Name = runAs(*Clang, Argv[0]);
  std::vector<const char *> Args = {Name.c_str()};

  // -cc1 and -cc1as are not the driver; their flags are their own.
  if (Argv.size() > 1 && StringRef(Argv[1]).starts_with("-cc1")) {
    append_range(Args, Argv.drop_front());
    return launch(*Clang, Args);
  }

  VerifyFlags Flags;
  if (Error E = Flags.parse(Argv.drop_front()))
    return std::move(E);
  warnOfUnused(Argv[0], Flags.unusedFlag());
  // Linking alone, or preprocessing, has no use for what is added.
  std::vector<std::string> Added = {"--start-no-unused-arguments"};
  if (Flags.verification() == VerifyFlags::Verification::On) {
    Expected<std::string> Path = findPlugin(Own);
    if (!Path)
      return Path.takeError();
    Added.push_back("-fplugin=" + *Path);
    Added.push_back("-DSOOTH_CONTRACTS=0");
    for (const std::string &Arg : Flags.pluginArguments())
      Added.push_back("-fplugin-arg-soothverify-" + Arg);
  }
  // After all others: a sooth.h of the program's own prevails.
  if (std::string Folder = headerFolder(Own); !Folder.empty())
    append_values(Added, "-idirafter", Folder);
  Added.push_back("--end-no-unused-arguments");
  for (const std::string &Arg : Added)
    Args.push_back(Arg.c_str());
  append_range(Args, Flags.clangArguments());
  return launch(*Clang, Args);
}

int main(int Argc, char **Argv) {
  Expected<int> ExitCode = run(ArrayRef(Argv, Argc));
  return ExitCode ? *ExitCode : fail(Argv[0], ExitCode.takeError());
}
