//===- StandardLibrary.cpp - Function blocks of the standard
//------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What IEC 61131-3 says of its function blocks, in its own language. Time
// passes between cycles: then ELAPSED of each timer that is RUNNING grows.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"

using namespace sooth;

static constexpr llvm::StringLiteral Library = R"(
FUNCTION_BLOCK R_TRIG
  VAR_INPUT CLK : BOOL; END_VAR
  VAR_OUTPUT Q : BOOL; END_VAR
  VAR M : BOOL; END_VAR
  Q := CLK AND NOT M;
  M := CLK;
END_FUNCTION_BLOCK

FUNCTION_BLOCK F_TRIG
  VAR_INPUT CLK : BOOL; END_VAR
  VAR_OUTPUT Q : BOOL; END_VAR
  VAR M : BOOL; END_VAR
  Q := NOT CLK AND M;
  M := CLK;
END_FUNCTION_BLOCK

FUNCTION_BLOCK SR
  VAR_INPUT S1, R : BOOL; END_VAR
  VAR_OUTPUT Q1 : BOOL; END_VAR
  Q1 := S1 OR (NOT R AND Q1);
END_FUNCTION_BLOCK

FUNCTION_BLOCK RS
  VAR_INPUT S, R1 : BOOL; END_VAR
  VAR_OUTPUT Q1 : BOOL; END_VAR
  Q1 := NOT R1 AND (S OR Q1);
END_FUNCTION_BLOCK

FUNCTION_BLOCK CTU
  VAR_INPUT CU, R : BOOL; PV : INT; END_VAR
  VAR_OUTPUT Q : BOOL; CV : INT; END_VAR
  VAR M : BOOL; END_VAR
  IF R THEN CV := 0;
  ELSIF CU AND NOT M AND CV < 32767 THEN CV := CV + 1;
  END_IF
  M := CU;
  Q := CV >= PV;
END_FUNCTION_BLOCK

FUNCTION_BLOCK CTD
  VAR_INPUT CD, LD : BOOL; PV : INT; END_VAR
  VAR_OUTPUT Q : BOOL; CV : INT; END_VAR
  VAR M : BOOL; END_VAR
  IF LD THEN CV := PV;
  ELSIF CD AND NOT M AND CV > -32768 THEN CV := CV - 1;
  END_IF
  M := CD;
  Q := CV <= 0;
END_FUNCTION_BLOCK

FUNCTION_BLOCK CTUD
  VAR_INPUT CU, CD, R, LD : BOOL; PV : INT; END_VAR
  VAR_OUTPUT QU, QD : BOOL; CV : INT; END_VAR
  VAR MU, MD, UP, DOWN : BOOL; END_VAR
  UP := CU AND NOT MU;
  DOWN := CD AND NOT MD;
  IF R THEN CV := 0;
  ELSIF LD THEN CV := PV;
  ELSIF UP AND NOT DOWN AND CV < 32767 THEN CV := CV + 1;
  ELSIF DOWN AND NOT UP AND CV > -32768 THEN CV := CV - 1;
  END_IF
  MU := CU;
  MD := CD;
  QU := CV >= PV;
  QD := CV <= 0;
END_FUNCTION_BLOCK

FUNCTION_BLOCK TON
  VAR_INPUT IN : BOOL; PT : TIME; END_VAR
  VAR_OUTPUT Q : BOOL; ET : TIME; END_VAR
  VAR RUNNING : BOOL; ELAPSED : TIME; END_VAR
  IF NOT IN OR NOT RUNNING THEN ELAPSED := T#0s; END_IF
  RUNNING := IN;
  ELAPSED := MIN(ELAPSED, MAX(PT, T#0s));
  ET := ELAPSED;
  Q := IN AND ET >= PT;
END_FUNCTION_BLOCK

FUNCTION_BLOCK TOF
  VAR_INPUT IN : BOOL; PT : TIME; END_VAR
  VAR_OUTPUT Q : BOOL; ET : TIME; END_VAR
  VAR RUNNING : BOOL; ELAPSED : TIME; END_VAR
  IF IN THEN
    Q := TRUE;
    RUNNING := FALSE;
    ET := T#0s;
  ELSIF Q THEN
    IF NOT RUNNING THEN ELAPSED := T#0s; END_IF
    ELAPSED := MIN(ELAPSED, MAX(PT, T#0s));
    ET := ELAPSED;
    Q := ET < PT;
    RUNNING := Q;
  END_IF
END_FUNCTION_BLOCK

FUNCTION_BLOCK TP
  VAR_INPUT IN : BOOL; PT : TIME; END_VAR
  VAR_OUTPUT Q : BOOL; ET : TIME; END_VAR
  VAR RUNNING, M : BOOL; ELAPSED : TIME; END_VAR
  IF IN AND NOT M AND NOT RUNNING THEN
    RUNNING := TRUE;
    ELAPSED := T#0s;
  END_IF
  IF RUNNING THEN
    ELAPSED := MIN(ELAPSED, MAX(PT, T#0s));
    ET := ELAPSED;
    RUNNING := ET < PT;
  ELSIF NOT IN THEN
    ET := T#0s;
  END_IF
  Q := RUNNING;
  M := IN;
END_FUNCTION_BLOCK
)";

llvm::MemoryBufferRef st::standardLibrary() {
  return {Library, "the standard library"};
}
