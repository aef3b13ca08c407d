#!/bin/sh
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Under the name sooth: writes "clauses", which are the word of `// fake: WORD`.
# Under the name z3: says that word.
case $0 in
*/sooth)
  for argument; do
    case $argument in *.c) input=$argument ;; esac
    output=$argument # the last one
  done
  sed -n 's,// fake: ,,p' "$input" > "$output"
  if grep -q refuse "$output"; then
    echo "no clauses" >&2
    exit 2
  fi
  ;;
*)
  for argument; do
    case $argument in *.smt2) word=$(cat "$argument") ;; esac
  done
  case $word in
  error) echo '(error "line 1")'; echo sat ;;
  *) echo "$word" ;;
  esac
  ;;
esac
