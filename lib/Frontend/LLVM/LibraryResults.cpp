//===- LibraryResults.cpp - What declared functions return ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryResults.h"

#include "sooth/Frontend/LLVM/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace sooth;

static bool isAboutText(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("strlen", "strnlen", "strcmp", "strncmp", "strcasecmp",
             "strncasecmp", "memcmp", "bcmp", true)
      .Cases("strspn", "strcspn", "strcoll", "strxfrm", "strftime", true)
      .Cases("atoi", "atol", "atoll", "strtol", "strtoll", "strtoul",
             "strtoull", "strtoimax", "strtoumax", true)
      .Cases("isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit",
             true)
      .Cases("isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
             true)
      .Cases("isxdigit", "tolower", "toupper", "toascii", true)
      .Cases("mblen", "mbtowc", "wctomb", "mbstowcs", "wcstombs", "wcslen",
             "wcscmp", "wcsncmp", true)
      .Default(false);
}

static bool isAboutNumbers(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("abs", "labs", "llabs", "imaxabs", "ffs", "ffsl", "ffsll", true)
      .Cases("div", "ldiv", "lldiv", "imaxdiv", true)
      .Cases("lrint", "lrintf", "llrint", "llrintf", "lround", "lroundf", true)
      .Cases("llround", "llroundf", "ilogb", "ilogbf", true)
      .Cases("__isinf", "__isinff", "__isinfl", "__isnan", "__isnanf", true)
      .Cases("__isnanl", "__finite", "__finitef", "__finitel", true)
      .Cases("__fpclassify", "__fpclassifyf", "__fpclassifyl", true)
      .Cases("__signbit", "__signbitf", "__signbitl", true)
      .Cases("atof", "strtod", "strtof", "strtold", true)
      .Default(false);
}

/// How much was read or written, and whether that worked.
static bool isAboutFilesOrTime(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("printf", "fprintf", "sprintf", "snprintf", "dprintf", true)
      .Cases("vprintf", "vfprintf", "vsprintf", "vsnprintf", true)
      .Cases("wprintf", "fwprintf", "swprintf", "vswprintf", true)
      .Cases("puts", "fputs", "putchar", "putc", "fputc", "fwrite", "fread",
             true)
      .Cases("scanf", "fscanf", "sscanf", "read", "write", "lseek", true)
      .Cases("fseek", "fseeko", "ftell", "ftello", "fclose", "fflush", true)
      .Cases("feof", "ferror", "mktime", "nanosleep", "usleep", "sleep", true)
      .Default(false);
}

bool sooth::isComputation(StringRef Name) {
  if (!anyValue(Name).empty())
    return true;
  for (StringRef Family : {"__builtin_", "__sync_", "__atomic_", "pthread_",
                           "sem_", "clock_", "timer_"})
    if (Name.starts_with(Family))
      return true;
  return isAboutText(Name) || isAboutNumbers(Name) ||
         isAboutFilesOrTime(Name) || isFunctionOfNumbers(Name);
}

std::optional<ResultRange> sooth::resultRange(StringRef Name) {
  constexpr int64_t MaxInt = INT32_MAX;
  return StringSwitch<std::optional<ResultRange>>(Name)
      .Cases("rand", "random", "rand_r", "lrand48", ResultRange{0, MaxInt})
      .Cases("getchar", "getc", "fgetc", ResultRange{-1, 255})
      .Cases("open", "creat", "dup", "socket", ResultRange{-1, MaxInt})
      .Cases("__VERIFIER_nondet_bool", "__VERIFIER_nondet__Bool",
             ResultRange{0, 1})
      .Cases("sooth_nondet_bool", "sooth_nondet__Bool", ResultRange{0, 1})
      .Default(std::nullopt);
}
