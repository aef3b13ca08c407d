//===- Generator.cpp - Random Structured Text
//---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include <random>
#include <vector>

using namespace sooth;

namespace {
class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}
  std::string run();

private:
  unsigned pick(unsigned Count) { return unsigned(Random() % Count); }
  bool chance(unsigned Percent) { return pick(100) < Percent; }
  template <size_t N> std::string oneOf(const char *const (&All)[N]) {
    return All[pick(N)];
  }

  std::string variable(const std::string &Type);
  std::string expression(const std::string &Type, unsigned Depth);
  std::string condition(unsigned Depth);
  std::string number(const std::string &Type, unsigned Depth);
  std::string bits(const std::string &Type, unsigned Depth);
  std::string literal(const std::string &Type);
  std::string index(unsigned Depth);
  void statements(unsigned Count, unsigned Depth);
  void statement(unsigned Depth);
  void assignment();
  void choice(unsigned Depth);
  void loop(unsigned Depth);
  void blockCall();
  void line(const std::string &Text) {
    Out += std::string(2 * Indent, ' ') + Text + "\n";
  }

  std::mt19937_64 Random;
  std::string Out;
  unsigned Indent = 1;
  unsigned Counter = 0, LoopDepth = 0, Assertions = 0;
  bool IsFunction = false, IsBlock = false;
};
} // namespace

static constexpr const char *NumberTypes[] = {"SINT", "INT", "DINT", "UINT",
                                              "USINT"};
static constexpr const char *AllTypes[] = {"BOOL", "SINT",  "INT",  "DINT",
                                           "UINT", "BYTE",  "WORD", "TIME",
                                           "REAL", "Color", "USINT"};

/// One that the unit at hand has: there are two of each type.
std::string Generator::variable(const std::string &Type) {
  std::string Name = Type + "_" + std::to_string(pick(2));
  // Functions and blocks have fewer.
  if (IsFunction || IsBlock)
    return "l" + Name;
  if (Type == "INT" && chance(20))
    return "list[" + index(1) + "]";
  if (Type == "INT" && chance(20))
    return "pair.first";
  if (Type == "BOOL" && chance(20))
    return "pair.second";
  if (Type == "INT" && chance(15))
    return "shared";
  return (chance(40) ? "i" : "v") + Name;
}

std::string Generator::index(unsigned Depth) {
  // Mostly inside.
  if (chance(95))
    return "LIMIT(0, " + expression("INT", Depth) + ", 3)";
  return expression("INT", Depth);
}

std::string Generator::literal(const std::string &Type) {
  if (Type == "BOOL")
    return chance(50) ? "TRUE" : "FALSE";
  if (Type == "TIME")
    return "T#" + std::to_string(pick(5)) + "s" + std::to_string(pick(999)) +
           "ms";
  if (Type == "REAL")
    return "REAL#" + std::to_string(pick(100)) + "." +
           std::to_string(pick(100));
  if (Type == "Color")
    return oneOf({"Red", "Color#Green", "Color.Blue"});
  if (Type == "BYTE" || Type == "WORD")
    return Type + "#16#" + std::to_string(pick(99));
  const bool IsSigned = Type[0] != 'U';
  return Type + "#" + (IsSigned && chance(30) ? "-" : "") +
         std::to_string(pick(chance(80) ? 8 : 127));
}

std::string Generator::condition(unsigned Depth) {
  switch (pick(9)) {
  case 0:
    return "NOT " + expression("BOOL", Depth);
  case 1:
  case 2:
    return "(" + expression("BOOL", Depth) +
           oneOf({" AND ", " OR ", " XOR ", " & ", " AND_THEN ", " OR_ELSE "}) +
           expression("BOOL", Depth) + ")";
  case 3:
    if (!IsFunction && !IsBlock)
      return oneOf({"delay.Q", "edge.Q", "pulse.Q", "off.Q", "up.Q", "latch.Q1",
                    "own.result"});
    return literal("BOOL");
  case 4:
    return expression("WORD", Depth) + ".3 ";
  default: {
    std::string Type = oneOf({"INT", "SINT", "DINT", "UINT", "REAL", "TIME"});
    if (chance(10))
      return "(" + expression("Color", Depth) + " = " +
             expression("Color", Depth) + ")";
    return "(" + expression(Type, Depth) +
           oneOf({" < ", " <= ", " = ", " <> ", " > ", " >= "}) +
           expression(Type, Depth) + ")";
  }
  }
}

std::string Generator::number(const std::string &Type, unsigned Depth) {
  const bool IsSigned = Type[0] != 'U';
  switch (pick(12)) {
  case 0:
  case 1:
  case 2:
    return "(" + expression(Type, Depth) + oneOf({" + ", " - ", " * "}) +
           expression(Type, Depth) + ")";
  case 3:
    return "(" + expression(Type, Depth) + oneOf({" / ", " MOD "}) +
           expression(Type, Depth) + ")";
  case 4:
    return IsSigned ? "(-" + expression(Type, Depth) + ")"
                    : "SHR(" + expression(Type, Depth) + ", 1)";
  case 5:
    return oneOf({"MIN(", "MAX("}) + expression(Type, Depth) + ", " +
           expression(Type, Depth) + ")";
  case 6:
    return "LIMIT(" + expression(Type, Depth) + ", " + expression(Type, Depth) +
           ", " + expression(Type, Depth) + ")";
  case 7:
    return "SEL(" + expression("BOOL", Depth) + ", " + expression(Type, Depth) +
           ", " + expression(Type, Depth) + ")";
  case 8: {
    std::string From = oneOf(NumberTypes);
    return From + "_TO_" + Type + "(" + expression(From, Depth) + ")";
  }
  case 9:
    if (Type == "INT" && !IsFunction)
      return "twice(" + expression("INT", Depth) + ", " +
             expression("BOOL", Depth) + ")";
    return "ABS(" + expression(Type, Depth) + ")";
  case 10:
    if (Type == "INT" && !IsFunction && !IsBlock)
      return oneOf({"up.CV", "own.total"});
    return Type == "DINT"
               ? "TRUNC(" + expression("REAL", Depth) + ")"
               : "REAL_TO_" + Type + "(" + expression("REAL", Depth) + ")";
  default:
    return "MUX(LIMIT(0, " + expression("INT", Depth) + ", 1), " +
           expression(Type, Depth) + ", " + expression(Type, Depth) + ")";
  }
}

std::string Generator::bits(const std::string &Type, unsigned Depth) {
  switch (pick(4)) {
  case 0:
    return "(" + expression(Type, Depth) + oneOf({" AND ", " OR ", " XOR "}) +
           expression(Type, Depth) + ")";
  case 1:
    return "NOT " + expression(Type, Depth);
  case 2:
    return oneOf({"SHL(", "SHR(", "ROL(", "ROR("}) + expression(Type, Depth) +
           ", " + expression("INT", Depth) + ")";
  default: {
    std::string From = oneOf({"INT", "UINT", "BYTE", "WORD"});
    return From + "_TO_" + Type + "(" + expression(From, Depth) + ")";
  }
  }
}

std::string Generator::expression(const std::string &Type, unsigned Depth) {
  if (Depth == 0 || chance(35))
    return chance(70) ? variable(Type) : literal(Type);
  --Depth;
  if (Type == "BOOL")
    return condition(Depth);
  if (Type == "BYTE" || Type == "WORD")
    return bits(Type, Depth);
  if (Type == "Color")
    return "SEL(" + expression("BOOL", Depth) + ", " + expression(Type, Depth) +
           ", " + expression(Type, Depth) + ")";
  if (Type == "TIME") {
    if (chance(30))
      return "(" + expression("TIME", Depth) + oneOf({" * ", " / "}) +
             expression("INT", Depth) + ")";
    return "(" + expression("TIME", Depth) + oneOf({" + ", " - "}) +
           expression("TIME", Depth) + ")";
  }
  if (Type == "REAL") {
    if (chance(30))
      return "INT_TO_REAL(" + expression("INT", Depth) + ")";
    return "(" + expression("REAL", Depth) +
           oneOf({" + ", " - ", " * ", " / "}) + expression("REAL", Depth) +
           ")";
  }
  return number(Type, Depth);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Generator::assignment() {
  std::string Type = oneOf(AllTypes);
  std::string To = variable(Type);
  if ((Type == "WORD" || Type == "BYTE") && chance(40))
    return line(To + "." + std::to_string(pick(8)) +
                " := " + expression("BOOL", 2) + ";");
  line(To + " := " + expression(Type, 3) + ";");
}

void Generator::choice(unsigned Depth) {
  if (chance(30)) {
    line("CASE " + expression("INT", 2) + " OF");
    line("-2..0, 5:");
    statements(1, Depth);
    line("1:");
    statements(1, Depth);
    if (chance(50))
      line("ELSE"), statements(1, Depth);
    return line("END_CASE");
  }
  line("IF " + expression("BOOL", 3) + " THEN");
  statements(2, Depth);
  if (chance(40))
    line("ELSIF " + expression("BOOL", 2) + " THEN"), statements(1, Depth);
  if (chance(50))
    line("ELSE"), statements(2, Depth);
  line("END_IF");
}

void Generator::loop(unsigned Depth) {
  if (Counter >= 4 || LoopDepth >= 2)
    return assignment();
  const std::string K = "k" + std::to_string(Counter++);
  ++LoopDepth;
  switch (pick(4)) {
  case 0:
    line("FOR " + K + " := " + std::to_string(pick(3)) + " TO " +
         std::to_string(pick(5)) + " DO");
    statements(2, Depth);
    line("END_FOR");
    break;
  case 1:
    line("FOR " + K + " := LIMIT(-2, " + expression("INT", 1) +
         ", 2) TO LIMIT(-2, " + expression("INT", 1) + ", 2) BY " +
         oneOf({"1", "2", "-1"}) + " DO");
    statements(2, Depth);
    line("END_FOR");
    break;
  case 2:
    line(K + " := 0;");
    line("WHILE " + K + " < 3 AND " + expression("BOOL", 2) + " DO");
    line("  " + K + " := " + K + " + 1;");
    statements(2, Depth);
    line("END_WHILE");
    break;
  default:
    line(K + " := 0;");
    line("REPEAT");
    line("  " + K + " := " + K + " + 1;");
    statements(2, Depth);
    line("UNTIL " + K + " >= 3 OR " + expression("BOOL", 2) + " END_REPEAT");
  }
  --LoopDepth;
}

void Generator::blockCall() {
  switch (pick(7)) {
  case 0:
    return line("delay(IN := " + expression("BOOL", 2) + ", PT := " +
                (chance(50) ? "T#1s" : expression("TIME", 1)) + ");");
  case 1:
    return line("pulse(IN := " + expression("BOOL", 2) + ", PT := T#2s);");
  case 2:
    return line("off(IN := " + expression("BOOL", 2) + ", PT := T#1s, Q => " +
                "vBOOL_0);");
  case 3:
    return line("edge(" + expression("BOOL", 2) + ");");
  case 4:
    return line("up(CU := " + expression("BOOL", 1) +
                ", R := " + expression("BOOL", 1) + ", PV := 3);");
  case 5:
    return line("latch(S1 := " + expression("BOOL", 1) +
                ", R := " + expression("BOOL", 1) + ");");
  default:
    return line("own(change := " + expression("INT", 2) +
                ", state := vINT_0, result => vBOOL_1);");
  }
}

void Generator::statement(unsigned Depth) {
  const unsigned What = pick(100);
  if (What < 40 || Depth == 0)
    return assignment();
  if (What < 58)
    return choice(Depth - 1);
  if (What < 70)
    return loop(Depth - 1);
  if (What < 82 && !IsFunction && !IsBlock)
    return blockCall();
  if (What < 86)
    return line(
        "IF " + expression("BOOL", 2) + " THEN " +
        (LoopDepth > 0 ? oneOf({"EXIT", "CONTINUE", "RETURN"}) : "RETURN") +
        "; END_IF");
  if (What < 88)
    return line("//#ASSUME " + expression("BOOL", 1) + " OR NOT " +
                expression("BOOL", 1));
  line("//#ASSERT " + expression("BOOL", 3) + " : a" +
       std::to_string(Assertions++));
}

void Generator::statements(unsigned Count, unsigned Depth) {
  ++Indent;
  for (unsigned I = 0; I <= pick(Count + 1); ++I)
    statement(Depth);
  --Indent;
}

std::string Generator::run() {
  auto Declare = [&](const char *Section, const char *Prefix) {
    line(Section);
    for (const char *Type : AllTypes)
      line(std::string("  ") + Prefix + Type + "_0, " + Prefix + Type +
           "_1 : " + Type + ";");
  };
  const char *Counters = "  k0, k1, k2, k3 : INT;";
  Out = "TYPE Color : (Red, Green := 4, Blue); END_TYPE\n"
        "TYPE Pair : STRUCT first : INT := 3; second : BOOL; END_STRUCT; "
        "END_TYPE\nVAR_GLOBAL shared : INT := 1; END_VAR\n"
        "FUNCTION twice : INT\n  VAR_INPUT x : INT; b : BOOL; END_VAR\n";
  IsFunction = true;
  Declare("VAR", "l");
  line(Counters);
  line("END_VAR");
  line("lINT_0 := x; lBOOL_0 := b;");
  statements(4, 2);
  line("twice := lINT_0 * 2 + lINT_1;");
  Out += "END_FUNCTION\nFUNCTION_BLOCK Own\n"
         "  VAR_INPUT change : INT; END_VAR\n"
         "  VAR_IN_OUT state : INT; END_VAR\n"
         "  VAR_OUTPUT result : BOOL; total : INT; END_VAR\n";
  IsFunction = false;
  IsBlock = true;
  Counter = 0;
  Declare("VAR", "l");
  line(Counters);
  line("END_VAR");
  line("total := total + change; state := state + 1; lINT_1 := change;");
  statements(4, 2);
  line("result := lBOOL_1 OR total > 5;");
  Out += "END_FUNCTION_BLOCK\nPROGRAM Main\n";
  IsBlock = false;
  Counter = 0;
  Declare("VAR_INPUT", "i");
  line("END_VAR");
  Declare("VAR", "v");
  line(Counters);
  line("  list : ARRAY[0..3] OF INT := [1, 2(5)];");
  line("  pair : Pair; own : Own; delay : TON; pulse : TP; off : TOF;");
  line("  edge : R_TRIG; up : CTU; latch : SR;");
  line("END_VAR");
  statements(8, 3);
  statements(8, 3);
  Out += "END_PROGRAM\n";
  return Out;
}

std::string st::randomProgram(uint64_t Seed) { return Generator(Seed).run(); }
