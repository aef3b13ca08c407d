//===- Options.td - Command-line options of sooth -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

// An option --name=VALUE, or --name VALUE, into the group.
multiclass Value<string name, string metavar, string help, OptionGroup group> {
  def NAME : Joined<["--"], name # "=">, MetaVarName<metavar>, HelpText<help>,
             Group<group>;
  def NAME # _separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>;
}

class Switch<string name, string help, OptionGroup group>
    : Flag<["--"], name>, HelpText<help>, Group<group>;

// What to verify.
def verify_group : OptionGroup<"what to verify">,
                   HelpText<"WHAT TO VERIFY">;
defm entry : Value<"entry", "FUNCTION",
  "Verify the runs that start in FUNCTION, with any arguments (default: main)",
  verify_group>;
defm check : Value<"check", "KINDS",
  "Check KINDS besides assertions: a list of assert, memory (access, leak, "
  "uninitialized and alignment, also alone), overflow, unsigned-overflow, div, "
  "shift, float-cast", verify_group>;
def all : Switch<"all",
  "Find out about every assertion instead of stopping at the first violation",
  verify_group>;
def malloc_may_fail : Switch<"malloc-may-fail",
  "Let malloc, calloc, realloc and aligned_alloc return null now and then",
  verify_group>;
defm libc : Value<"libc", "HOW",
  "What is known of the C library's functions: models (default) or unknown",
  verify_group>;

defm error_function : Value<"error-function", "NAMES",
  "Calling one of these functions is an error, like reach_error()",
  verify_group>;
defm assert_function : Value<"assert-function", "NAMES",
  "These functions assert that their first argument is true, like "
  "sooth_assert()", verify_group>;
defm assume_function : Value<"assume-function", "NAMES",
  "These functions assume that their first argument is true, like "
  "sooth_assume()", verify_group>;
defm volatile : Value<"volatile", "HOW",
  "Volatile variables: memory that only the program writes (default), or "
  "arbitrary at each read", verify_group>;

// The C compiler.
def compile_group : OptionGroup<"C">, HelpText<"C">;
def include_dir : JoinedOrSeparate<["-"], "I">, MetaVarName<"<dir>">,
  HelpText<"Look for included files in DIR">, Group<compile_group>;
def define : JoinedOrSeparate<["-"], "D">, MetaVarName<"<name>[=<value>]">,
  HelpText<"Define a macro">, Group<compile_group>;
def undefine : JoinedOrSeparate<["-"], "U">, MetaVarName<"<name>">,
  HelpText<"Undefine a macro">, Group<compile_group>;
def include_file : Separate<["-"], "include">, MetaVarName<"<file>">,
  HelpText<"Include FILE first">, Group<compile_group>;
def isystem : Separate<["-"], "isystem">, MetaVarName<"<dir>">,
  HelpText<"Look for system headers in DIR">, Group<compile_group>;
def m32 : Flag<["-"], "m32">,
  HelpText<"32-bit longs and pointers">, Group<compile_group>;
def m64 : Flag<["-"], "m64">,
  HelpText<"64-bit longs and pointers (default)">, Group<compile_group>;
def msse2 : Flag<["-"], "msse2">,
  HelpText<"With -m32: for machines that have SSE2">, Group<compile_group>;
defm std : Value<"std", "STANDARD",
  "The C standard, as clang knows it: c99, gnu17, ...", compile_group>;
def std_short : Joined<["-"], "std=">, Alias<std>;

// How to verify.
def engine_group : OptionGroup<"how to verify">, HelpText<"HOW TO VERIFY">;
defm engine : Value<"engine", "LIST",
  "Engines to run side by side: kind, euf, euf-ts, ic3ia, cegar, cells, explicit, "
  "simulate, symbolic, bmc (default: kind,euf,cegar,explicit, cells for programs with arrays and loops, and "
  "simulate for those with floating-point numbers, products or divisions)",
  engine_group>;
defm timeout : Value<"timeout", "SECONDS",
  "Stop after SECONDS with Unknown (default: no limit)", engine_group>;
defm memory : Value<"memory", "MB",
  "Stop when more than MB megabytes are used (default: no limit)",
  engine_group>;
defm procedures : Value<"procedures", "HOW",
  "Calls: inline copies the body for each (default), wait shares one body, auto "
  "copies bodies called once, or small and without loops", engine_group>;
defm inline_threshold : Value<"inline-threshold", "COUNT",
  "Instructions up to which --procedures=auto copies a body (default: 100)",
  engine_group>;
defm recursion_depth : Value<"recursion-depth", "COUNT",
  "Follow COUNT nested calls of a recursive function; 0: prove with contracts "
  "only (default: more and more, and contracts)",
  engine_group>;
defm members : Value<"members", "HOW",
  "Arrays in structures: separate from other members where that gives an answer "
  "(default), or joined with them", engine_group>;
defm encoding : Value<"encoding", "SIZE",
  "Size of the steps that engines see: large (default), straight or small",
  engine_group>;

// How engine cegar works; without any of these it chooses for itself. The
// values are in lib/Engine/Cegar/Options.def.
def cegar_group : OptionGroup<"one configuration of engine cegar">,
  HelpText<"ONE CONFIGURATION OF ENGINE CEGAR (docs/EngineCegar.md tells when "
           "to choose what)">;
defm domain : Value<"domain", "DOMAIN",
  "PRED_CART (default), PRED_BOOL, PRED_SPLIT, EXPL or PROD", cegar_group>;
defm maxenum : Value<"maxenum", "COUNT",
  "Successors to enumerate in EXPL and PROD: 1 (default), 1* (no solver), 0 "
  "(all) or more", cegar_group>;
defm search : Value<"search", "ORDER",
  "BFS (default), DFS, ERR, ERR_DFS, DFS_ERR or weights W_E:W_D", cegar_group>;
defm refinement : Value<"refinement", "KIND",
  "SEQ_ITP (default), FW_BIN_ITP, BW_BIN_ITP, UNSAT_CORE, MULTI_SEQ, MIN_PRUNE "
  "or MAX_PRUNE", cegar_group>;
defm maxcex : Value<"maxcex", "COUNT",
  "Counterexamples for MULTI_SEQ: 0 (all, default) or more", cegar_group>;
defm predsplit : Value<"predsplit", "PARTS",
  "WHOLE (default), CONJUNCTS or ATOMS", cegar_group>;
defm precision : Value<"precision", "WHERE",
  "AUTO (default), LOCAL or GLOBAL", cegar_group>;
defm initprec : Value<"initprec", "WHAT",
  "EMPTY (default), ASSERT or CONDITIONS", cegar_group>;
defm control : Value<"control", "HOW",
  "Variables with few values: REFINED (default), EXPLICIT or UNFOLD", cegar_group>;
defm dump_arg : Value<"dump-arg", "FILE",
  "Write the last abstract reachability graph; FILE ends in .dot or .html",
  cegar_group>;

// How engine euf works: for comparisons, not for users (docs/EngineEuf.md). The
// values are in lib/Engine/Euf/Options.def.
multiclass EufValue<string name> {
  def NAME : Joined<["--"], "euf-" # name # "=">, Group<engine_group>,
             Flags<[HelpHidden]>;
  def NAME # _separate : Separate<["--"], "euf-" # name>,
                         Alias<!cast<Option>(NAME)>, Flags<[HelpHidden]>;
}
defm euf_operators : EufValue<"operators">;
defm euf_arrays : EufValue<"arrays">;
defm euf_facts : EufValue<"facts">;
defm euf_refinement : EufValue<"refinement">;
defm euf_interpolation : EufValue<"interpolation">;
defm euf_projection : EufValue<"projection">;
defm euf_generalization : EufValue<"generalization">;
defm euf_control : EufValue<"control">;

// What to print.
def output_group : OptionGroup<"what to print">, HelpText<"WHAT TO PRINT">;
def json : Switch<"json", "Print everything as JSON", output_group>;
def sarif : Switch<"sarif", "Print violations in SARIF 2.1.0", output_group>;
def invariant : Switch<"invariant", "Print the invariant behind Safe",
  output_group>;
def stats : Switch<"stats", "Print times, memory and other figures",
  output_group>;
defm harness : Value<"harness", "FILE",
  "Write a C file that replays the violation when linked with the program",
  output_group>;
defm emit : Value<"emit", "FORM",
  "Write the model instead of verifying it: vmt, cfa, cfa.dot, smt2 (Horn "
  "clauses), horn (the same with recursion), ll or regions (how memory is split)", output_group>;
def explain_regions : Switch<"explain-regions",
  "As --emit=regions, with the reasons why regions are made of bytes or lead "
  "anywhere", output_group>;
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Where --emit writes to (default: standard output)">,
  Group<output_group>;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<output_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">,
  HelpText<"Print the version and the names of the engines">,
  Group<output_group>;
