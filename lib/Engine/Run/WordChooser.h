//===- WordChooser.h - Values that are likely to matter ------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_WORDCHOOSER_H
#define SOOTH_LIB_ENGINE_RUN_WORDCHOOSER_H

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/APFloat.h"

#include <map>
#include <random>

namespace sooth::run {

/// The cells of text.
inline constexpr unsigned TextBits = 8;

/// Chooses numbers of at most 64 bits: small ones, the program's constants and
/// their neighbours, those at the ends of ranges, numbers that mean something
/// as floating-point numbers, any bits, and again what was chosen before. The
/// same seed gives the same numbers.
class WordChooser {
public:
  WordChooser(const Cfa &C, uint64_t Seed);

  /// From now on one of the kinds is preferred, or none; what was chosen before
  /// is forgotten.
  void beginRun();
  enum class Mode { Likely, Zeros, Any };
  /// What is chosen from now on; at first numbers that are likely to matter.
  void setMode(Mode New) { Now = New; }
  Mode mode() const { return Now; }
  uint64_t choose(unsigned Bits);
  /// Any bits, whatever the mode.
  uint64_t any(unsigned Bits);
  /// What is likely to matter, whatever the mode.
  uint64_t likely(unsigned Bits);
  /// As choose(), for an input with a number: in many runs, some inputs mostly
  /// stay what they were. (Groce, Zhang, Eide, Chen, Regehr: Swarm testing,
  /// ISSTA 2012, for why runs should differ in such things.)
  uint64_t chooseFor(unsigned Input, unsigned Bits, bool MayStay);
  /// For a cell of an array; one of \ref TextBits is likely to be a character.
  uint64_t chooseCell(unsigned Bits);
  /// Near \p Word.
  uint64_t change(uint64_t Word, unsigned Bits);
  /// Below \p Count, which is not 0.
  size_t below(size_t Count) { return next() % Count; }

private:
  enum class Taste { Small, Constant, Boundary, Float, Any, Again };
  static constexpr unsigned NumTastes = 6;

  uint64_t next();
  void learn(Expr E, std::vector<llvm::APFloat> &Fractions);
  void addFraction(llvm::APFloat X);
  void addConstant(uint64_t Word, unsigned Bits);
  void addBytes(const llvm::APInt &Number);
  void addCharacter(const Value &V);
  uint64_t boundary(unsigned Bits);
  uint64_t number(Taste T, unsigned Bits);
  uint64_t character();

  uint64_t State;
  Mode Now = Mode::Likely;
  /// By how many bits they have.
  std::map<unsigned, std::vector<uint64_t>> Constants, Floats;
  /// Constants of any width that may be characters.
  std::vector<uint64_t> Characters;
  std::map<unsigned, FpFormat> Formats;
  std::optional<Taste> Preferred;
  /// An input of this run.
  struct Habit {
    bool IsSteady = false;
    uint64_t Last = 0;
  };
  std::map<unsigned, Habit> Habits;
  /// A steady input changes once in so many times; 0: none is steady.
  size_t ChangesOnceIn = 0;
  std::vector<uint64_t> Before;
  /// What most cells of text are in this run.
  enum class Style { Digits, Characters, Any } Text = Style::Any;
  /// Whether other numbers of as many bits are text, too, in this run.
  bool IsAllText = false;
};

} // namespace sooth::run

#endif
