//===- LibraryResults.cpp - What declared functions return ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryResults.h"

#include "Base/ArbitraryValues.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace sooth;

/// C 7.31.12 reserves such names: "strcmp", "memchr", "wcstol".
static bool isReservedForText(StringRef Name) {
  for (StringRef Family : {"str", "mem", "wcs"})
    if (Name.consume_front(Family))
      return !Name.empty() && isLower(Name.front());
  return false;
}

static bool isAboutText(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Case("bcmp", true)
      .Cases("atoi", "atol", "atoll", true)
      .Cases("isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit",
             true)
      .Cases("isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
             true)
      .Cases("isxdigit", "tolower", "toupper", "toascii", true)
      .Cases("mblen", "mbtowc", "wctomb", "mbstowcs", "mbrtowc", true)
      .Cases("towlower", "towupper", "iswalpha", "iswdigit", "iswspace", true)
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
      .Case("atof", true)
      .Cases("htonl", "htons", "ntohl", "ntohs", true)
      .Cases("fetestexcept", "feclearexcept", "feraiseexcept", true)
      .Default(false);
}

/// Those of math.h and complex.h that isFunctionOfNumbers() does not name,
/// without the suffix of their type.
static bool isAboutReals(StringRef Name) {
  auto IsKnown = [](StringRef Name) {
    return StringSwitch<bool>(Name)
        .Cases("fabs", "sqrt", "floor", "ceil", "round", "trunc", "rint", true)
        .Cases("nearbyint", "fmod", "fma", "fmax", "fmin", "fdim", true)
        .Cases("copysign", "modf", "frexp", "nan", "remquo", "lgamma", true)
        .Cases("gamma", "j0", "j1", "jn", "y0", "y1", "yn", true)
        .Cases("creal", "cimag", "cabs", "carg", "conj", "cproj", true)
        .Cases("cexp", "clog", "cpow", "csqrt", "csin", "ccos", "ctan", true)
        .Cases("casin", "cacos", "catan", "csinh", "ccosh", "ctanh", true)
        .Cases("casinh", "cacosh", "catanh", true)
        .Default(false);
  };
  return IsKnown(Name) || ((Name.ends_with("f") || Name.ends_with("l")) &&
                           IsKnown(Name.drop_back()));
}

/// Operations that compilers call functions for: "__divdc3", "__udivti3".
static bool isOperation(StringRef Name) {
  return Name.size() > 6 && Name.starts_with("__") && Name.back() >= '2' &&
         Name.back() <= '4' &&
         StringRef("icf").contains(Name.drop_back().back());
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
      .Cases("feof", "ferror", "ungetc", "vscanf", "vfscanf", "vsscanf", true)
      .Cases("asprintf", "vasprintf", "getline", "getdelim", true)
      .Cases("mktime", "timegm", "difftime", true)
      .Cases("nanosleep", "usleep", "sleep", true)
      .Default(false);
}

/// As headers of glibc call "scanf", "printf" and others: "__isoc99_scanf",
/// "__printf_chk".
static StringRef documentedName(StringRef Name) {
  StringRef Plain = Name;
  if (Plain.consume_front("__isoc99_") || Plain.consume_front("__isoc23_"))
    return Plain;
  return Plain.consume_front("__") && Plain.consume_back("_chk") ? Plain : Name;
}

bool sooth::isComputation(StringRef Name) {
  Name = documentedName(Name);
  if (anyValue(Name))
    return true;
  for (StringRef Family : {"llvm.", "__builtin_", "__sync_", "__atomic_",
                           "pthread_", "sem_", "clock_", "timer_"})
    if (Name.starts_with(Family))
      return true;
  return isReservedForText(Name) || isAboutText(Name) || isAboutNumbers(Name) ||
         isAboutReals(Name) || isOperation(Name) || isAboutFilesOrTime(Name) ||
         isFunctionOfNumbers(Name);
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
