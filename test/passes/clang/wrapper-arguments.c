// Wrong values are errors in clang's words, and nothing is compiled.
// RUN: rm -f %t.o
// RUN: not %sooth_clang -fverify=foo -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not %sooth_clang -fverify=assert,foo -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=KINDS
// RUN: not %sooth_clang -fverify= -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %sooth_clang++ -fverify-timeout=soon -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not %sooth_clang -fverify-timeout=-1 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not %sooth_clang -fverify-assertion -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: test ! -e %t.o
// KIND: {{^}}clang: error: invalid value 'foo' in '-fverify=foo'
// KINDS: {{^}}clang: error: invalid value 'foo' in '-fverify=assert,foo'
// NONE: {{^}}clang: error: invalid value '' in '-fverify='
// TIME: {{^}}clang++: error: invalid value 'soon' in '-fverify-timeout=soon'
// NEGATIVE: {{^}}clang: error: invalid value '-1' in '-fverify-timeout=-1'
// TYPO: error: unknown argument{{.*}}'-fverify-assertion'

// What only the plugin knows, it checks: engines, and functions of the file.
// DEFINE: %{verify} = %sooth_clang -fverify-assertions -c %t.c -o %t.o
// RUN: echo 'int main(void) { __builtin_trap(); }' > %t.c
// RUN: not %{verify} -fverify-engine=foo 2>&1 | FileCheck %s --check-prefix=ENGINE
// RUN: not %{verify} -fverify-engine= 2>&1 | FileCheck %s --check-prefix=NOENGINE
// RUN: not %{verify} -fverify-domain=foo 2>&1 | FileCheck %s --check-prefix=DOMAIN
// RUN: not %{verify} -fverify-nosuch=1 2>&1 | FileCheck %s --check-prefix=NOSUCH
// RUN: not %{verify} -fverify=div -fverify-entry=nosuch 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: test ! -e %t.o
// ENGINE: error: soothverify: there is no engine 'foo'; there are kind,
// NOENGINE: error: invalid value '' in '-fverify-engine='
// DOMAIN: error: soothverify: --domain takes one of PRED_CART, {{.*}}, not 'foo'
// NOSUCH: error: soothverify: unknown option '--nosuch=1'
// ENTRY: error: soothverify: there is no function 'nosuch' to start from
// RUN: not %{verify} -fverify-entry=main,nosuch -DNOTHING 2>&1 | FileCheck %s --check-prefix=ENTRY
// A flag that says how to verify does not say that it is to be done.
// RUN: %sooth_clang -fverify-engine=foo -fverify-entry=nosuch -c %t.c -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: %sooth_clang -fverify-engine=foo -fno-verify-assertions -c %t.c -o %t.o 2>&1 | count 0
// UNUSED: clang: warning: argument unused without -fverify-assertions: '-fverify-engine=foo'
// UNUSED-NOT: {{.}}

// Every flag reaches the plugin.
// RUN: %sooth_clang -fverify=div,shift -fverify-timeout=2.5 -fverify-remarks \
// RUN:   -fverify-engine=euf -fverify-malloc-may-fail \
// RUN:   -fverify-domain=EXPL -fverify-entry=f -fverify-entry=g,h -c %s -### 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: "-load" "{{[^"]*}}SoothClang.so"
// PLUGIN-SAME: "-plugin-arg-soothverify" "check=div,shift"
// PLUGIN-SAME: "-plugin-arg-soothverify" "timeout=2.5"
// PLUGIN-SAME: "-plugin-arg-soothverify" "remarks"
// PLUGIN-SAME: "-plugin-arg-soothverify" "engine=euf"
// PLUGIN-SAME: "-plugin-arg-soothverify" "malloc-may-fail"
// PLUGIN-SAME: "-plugin-arg-soothverify" "domain=EXPL"
// PLUGIN-SAME: "-plugin-arg-soothverify" "entry=f"
// PLUGIN-SAME: "-plugin-arg-soothverify" "entry=g,h"

// A value handed on to another program, and a file of such a name, are not ours.
// RUN: %sooth_clang -Xlinker -fverify-assertions -c %s -### 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOPLUGIN --implicit-check-not=SoothClang
// RUN: not %sooth_clang -c -- -fverify-assertions 2>&1 | FileCheck %s --check-prefix=FILE
// NOPLUGIN: "-cc1"
// FILE: error: no such file or directory: '-fverify-assertions'

// SOOTH_CLANG names another clang, but not the wrapper itself.
// RUN: not env SOOTH_CLANG=%sooth_clang %sooth_clang -c %s 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: not env SOOTH_CLANG=/none/such %sooth_clang -c %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: env SOOTH_CLANG=%clang19 %sooth_clang -fsyntax-only %s
// SELF: error: {{.*}} is not the real clang
// MISSING: error: unable to execute '/none/such'

// The plugin checks its arguments itself where it is used without the wrapper.
// RUN: not %clang19 -fplugin=%sooth_plugin -fplugin-arg-soothverify-check=foo \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=DIRECT
// RUN: not %clang19 -fplugin=%sooth_plugin -fplugin-arg-soothverify-quick \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %clang19 -fplugin=%sooth_plugin -fsyntax-only %s
// DIRECT: error: soothverify: --check takes a list of {{.*}}, not 'foo'
// UNKNOWN: error: soothverify: unknown option '--quick'
int main(void) { return 0; }
