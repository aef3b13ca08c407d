//===- Options.td - The options of Sooth ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of sooth, of clang (as -fverify-NAME=VALUE and as arguments of the
// plugin) and of the pass verify-assertions. Options of engines are declared in
// the folders of the engines. UserOptions.cpp says what an option does.
// docs/Options.md is made from this.
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

// Who may give an option; sooth by default.
def ClangOption : OptionVisibility;
def OptOption : OptionVisibility;
class Everywhere : Visibility<[DefaultVis, ClangOption, OptOption]>;
class ClangOnly : Visibility<[ClangOption]>;

// Of a Value, the metavar says what values there are: SECONDS, MB (megabytes) and
// COUNT are numbers. A Choice with the metavar KINDS is a list of the values. In
// the help, %values stands for all of them.

// What to verify.
def verify_group : OptionGroup<"what to verify">,
                   HelpText<"WHAT TO VERIFY">;
defm entry : Value<"entry", "FUNCTION",
  "Verify the runs that start in FUNCTION, with any arguments (default: main; "
  "in the compiler a list, by default of all visible functions without main); in "
  "Structured Text the program or block that is executed in each cycle",
  verify_group>, Everywhere;
// Its values are those of Checks.def.
def check : Joined<["--"], "check=">, MetaVarName<"KINDS">, ValuesCode<[{
static constexpr const char VALUES_CODE[] = "default,memory"
#define WRITTEN_CHECK(NAME, VIOLATION) "," NAME
#include "sooth/Frontend/LLVM/Base/Checks.def"
#define MEMORY_CHECK(KIND, NAME, VIOLATION) "," NAME
#include "sooth/Frontend/LLVM/Base/Checks.def"
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...) "," NAME
#include "sooth/Frontend/LLVM/Base/Checks.def"
;
}]>, HelpText<"Check KINDS besides assertions: a list of %values; memory is access, "
  "leak, uninitialized, alignment, call and attribute; default, which is used of "
  "itself for C without assertions, is memory, bounds, overflow, div and shift">, Group<verify_group>, Everywhere;
def check_separate : Separate<["--"], "check">, Alias<check>, Everywhere;
defm contracts : Value<"contracts", "PATH",
  "Calls of functions keep to the contracts in the file PATH, or in the files "
  "NAME.contracts of the folder PATH", verify_group>, Everywhere;
def all : Switch<"all",
  "Find out about every assertion instead of stopping at the first violation",
  verify_group>;
def calls_with_objects : Switch<"calls-with-objects",
  "Of files without main, also run series of calls of their functions with objects "
  "that callers have: finds more, and may blame code for what callers have to see to",
  verify_group>;
def malloc_may_fail : Switch<"malloc-may-fail",
  "Let malloc, calloc, realloc and aligned_alloc return null now and then",
  verify_group>, Everywhere;
def io_may_fail : Switch<"io-may-fail",
  "Let printing to stdout and stderr fail now and then", verify_group>;
defm libc : Choice<"libc", "HOW",
  "models,unknown",
  "What is known of the C library's functions: models (default) or unknown",
  verify_group>;
defm cycle_time : Value<"cycle-time", "TIME",
  "Of a controller: milliseconds from one cycle to the next, as 100, as 10..200, "
  "or any (default)", verify_group>;

def svcomp : Switch<"svcomp",
  "As in SV-COMP: ask about --property alone, and say TRUE, FALSE(...) or UNKNOWN "
  "in the last line", verify_group>;
defm property : Value<"property", "FILE",
  "A property of SV-COMP: of unreach-call, no-overflow, valid-memsafety or "
  "valid-memcleanup", verify_group>;
defm data_model : Choice<"data-model", "MODEL", "LP64,ILP32",
  "As -m64 (LP64, default) or -m32 (ILP32)", verify_group>;
defm error_function : Value<"error-function", "NAMES",
  "Calling one of these functions is an error, like reach_error()",
  verify_group>, Everywhere;
defm assert_function : Value<"assert-function", "NAMES",
  "These functions assert that their first argument is true, like "
  "sooth_assert()", verify_group>, Everywhere;
defm assume_function : Value<"assume-function", "NAMES",
  "These functions assume that their first argument is true, like "
  "sooth_assume()", verify_group>, Everywhere;
defm volatile : Choice<"volatile", "HOW",
  "memory,arbitrary",
  "Volatile variables: memory that only the program writes (default), or "
  "arbitrary at each read", verify_group>, Everywhere;

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
def build_dir : Separate<["-"], "p">, MetaVarName<"<dir>">,
  HelpText<"Compile each file as DIR/compile_commands.json says">,
  Group<compile_group>;
def build_dir_joined : Joined<["-"], "p=">, Alias<build_dir>;

// How to verify.
def engine_group : OptionGroup<"how to verify">, HelpText<"HOW TO VERIFY">;
defm engine : Value<"engine", "LIST",
  "Engines to run side by side (default: those marked below)", engine_group>,
  Everywhere;
defm timeout : Value<"timeout", "SECONDS",
  "Stop after SECONDS with Unknown (default: no limit; in the compiler 5, in opt "
  "10)", engine_group>, Everywhere;
defm timeout_each : Value<"timeout-each", "SECONDS",
  "Of a file without main: at most SECONDS for each function (default: an equal "
  "share of --timeout, or 10)", engine_group>, Everywhere;
defm jobs : Value<"jobs", "COUNT",
  "Of a file without main: verify COUNT functions at a time (default: one for each "
  "processor, at most 8; in the compiler and in projects 1)", engine_group>,
  Everywhere;
defm cache : Value<"cache", "DIR",
  "Keep answers and evidence in DIR, and look there first: what has not changed "
  "is not verified again", engine_group>, Everywhere;
defm cache_policy : Value<"cache-policy", "POLICY",
  "What is removed from the cache, as LLVM says it (default: "
  "cache_size_bytes=1g:prune_after=720h)", engine_group>, Everywhere;
defm memory : Value<"memory", "MB",
  "Stop when more than MB megabytes are used (default: no limit)",
  engine_group>, Everywhere;
defm procedures : Choice<"procedures", "HOW",
  "inline,wait,auto",
  "Calls: inline copies the body for each (default), wait shares one body, auto "
  "copies bodies called once, or small and without loops", engine_group>, Everywhere;
defm inline_threshold : Value<"inline-threshold", "COUNT",
  "Instructions up to which --procedures=auto copies a body (default: 100)",
  engine_group>, Everywhere;
defm recursion_depth : Value<"recursion-depth", "COUNT",
  "Follow COUNT nested calls of a recursive function; 0: prove with contracts "
  "only (default: more and more, and contracts)",
  engine_group>, Everywhere;
defm members : Choice<"members", "HOW",
  "separate,joined",
  "Arrays in structures: separate from other members where that gives an answer "
  "(default), or joined with them", engine_group>, Everywhere;
defm environment : Choice<"environment", "WHAT",
  "any,valid,strings,counted,ample",
  "Pointers that a function other than main is given, and what they lead to: any, "
  "also null and too small; valid, null only where the program tests that; "
  "strings, and char pointers lead to strings; counted, "
  "and arrays as long as the numbers given say; ample, and large enough for each "
  "access (default: finds out which is needed)", engine_group>,
  Everywhere;
defm calls : Choice<"calls", "HOW",
  "auto,followed,summarized",
  "Calls of large and of recursive functions in a file without main: followed; or "
  "summarized: the function is verified by itself, and a call may change what it "
  "may change; auto: summarized, and followed for what that leaves open (default)",
  engine_group>, Everywhere;
defm copied_code : Value<"copied-code", "COUNT",
  "Of a file without main with more than COUNT instructions (default 12000): for "
  "each function leave out the code of those whose calls are summarized and that "
  "lead to more than a sixth of that",
  engine_group>, Everywhere;
defm encoding : Choice<"encoding", "SIZE",
  "large,straight,small",
  "Size of the steps that engines see: large (default), straight or small",
  engine_group>, Everywhere;

defm facts : Choice<"facts", "WHICH",
  "none,abstract",
  "What engines kind, euf, cegar and pdr may assume of a program: nothing "
  "(default), or what engine abstract finds in a tenth of the time, at most two "
  "seconds",
  engine_group>, Everywhere;

// For tests of what happens when something goes wrong: contradiction, evidence or
// end, perhaps with @FUNCTION, perhaps with :ENVIRONMENT. No page has it.
def inject_fault : Joined<["--"], "inject-fault=">, MetaVarName<"WHAT">,
  Group<engine_group>, Everywhere;

// What clang tells.
def remarks : Switch<"remarks",
  "Tell as remarks what was proved and what was not, and why", engine_group>,
  ClangOnly;
defm undecided : Choice<"undecided", "HOW", "remark,silent",
  "What could not be decided: one remark for each file (default), or silent, as "
  "-Wno-verify-undecided", engine_group>, ClangOnly;

// What to print.
def output_group : OptionGroup<"what to print">, HelpText<"WHAT TO PRINT">;
def json : Switch<"json", "Print everything as JSON", output_group>;
def sarif : Switch<"sarif", "Print violations in SARIF 2.1.0", output_group>;
def sarif_path : Joined<["--"], "sarif=">, MetaVarName<"PATH">,
  HelpText<"Write violations in SARIF 2.1.0; in a folder, DIR/, a file for each "
  "that is compiled">, Group<output_group>, ClangOnly;
def invariant : Switch<"invariant", "Print the invariant behind Safe",
  output_group>;
def invariant_form : Joined<["--"], "invariant=">, MetaVarName<"FORM">,
  Values<"smt,c">, HelpText<"The same in the form smt (default), or c: what of "
  "it C can say, at the loops, checked as assertions of the program">,
  Group<output_group>;
def stats : Switch<"stats", "Print times, memory and other figures",
  output_group>;
defm harness : Value<"harness", "FILE",
  "Write a C file that replays the violation when linked with the program; in a "
  "folder, DIR/, one for each violation",
  output_group>;
defm witness : Value<"witness", "FILE",
  "Write what the answer is based on: of a program the run, or invariants, in "
  "the format 2.0 of SV-COMP; of a model in BTOR2 or AIGER the runs that violate "
  "properties, in its format", output_group>;
defm certificate : Value<"certificate", "DIR",
  "Write what the answer is based on into the folder DIR, for solvers of others: "
  "models, invariants in SMT-LIB, runs; sooth-check asks about them",
  output_group>;
def explain_answer : Switch<"explain-answer",
  "Say what the answer means, what has checked it, and what is trusted", output_group>;
defm self_check : Value<"self-check", "COUNT",
  "Before anything is answered, compile the program as it is, run it COUNT times with "
  "inputs taken at random, and compare each run with that of the model", output_group>;
def self_check_steps : Switch<"self-check-steps",
  "With --self-check, compile and compare what each step of preparing the program "
  "leaves, too", output_group>;
defm validate : Value<"validate", "FILE",
  "Judge a witness in the format 2.0 of SV-COMP: confirmed, rejected or unknown",
  output_group>;
defm report : Value<"report", "FILE",
  "Write a page of HTML with the checks, the runs beside the source, and "
  "invariants; in the compiler also into a folder, DIR/, a page for each file",
  output_group>, Visibility<[DefaultVis, ClangOption]>;
defm vcd : Value<"vcd", "FILE",
  "Write the run of a controller that violates an assertion as a value change "
  "dump, for viewers of waves", output_group>;
defm emit : Choice<"emit", "FORM",
  "vmt,cfa,cfa.dot,smt2,horn,btor2,aig,aag,system,ll,regions,values",
  "Write the model instead of verifying it: vmt, cfa, cfa.dot, smt2 (Horn "
  "clauses), horn (the same with recursion), btor2, aig or aag (AIGER, binary or "
  "ASCII), system, ll, regions (how memory is split) or values (which checks "
  "hold by the values that a program with main computes)", output_group>;
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
def print_passes : Switch<"print-passes",
  "Print the passes that prepare a program, in their order; --emit=ll --stats "
  "prints how long each takes", output_group>;
defm print_options : Choice<"print-options", "FORM",
  "markdown,man,bash,zsh,clang-man,clang-bash,clang-zsh",
  "Print all options as a page of documentation, a page of the manual, or "
  "completions for bash or zsh; or the flags of clang", output_group>;
