; Programs outside the model are refused, with the place.
; RUN: split-file %s %t
; RUN: not %soothpass -passes=sooth-prepare -disable-output %t/entry.ll 2>&1 | FileCheck %s --check-prefix=ENTRY
; RUN: not %soothpass -passes=sooth-prepare -disable-output %t/twice.ll 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not %soothpass -passes=sooth-prepare -disable-output %t/invoke.ll 2>&1 | FileCheck %s --check-prefix=INVOKE
; RUN: not %soothpass -passes=sooth-prepare -disable-output %t/dtors.ll 2>&1 | FileCheck %s --check-prefix=DTORS
; RUN: not %soothpass -passes=sooth-prepare -disable-output %t/callback.ll 2>&1 | FileCheck %s --check-prefix=CALLBACK
; RUN: %soothpass -passes=sooth-prepare -disable-output %t/unreachable.ll

; ENTRY: error: unsupported: no function 'main' to start at
; TWICE: error: /a.c:6:3: unsupported: a call to a function that returns twice (setjmp)
; INVOKE: error: unsupported: exceptions
; DTORS: error: unsupported: destructors, in a program that may end elsewhere than in main
; CALLBACK: error: unsupported: 'pthread_create' is not defined and may call 'thread'

;--- entry.ll
declare i32 @main()
;--- twice.ll
declare i32 @getcontext(ptr) returns_twice
define i32 @main(ptr %b) !dbg !7 {
  %r = call i32 @getcontext(ptr %b) returns_twice, !dbg !8
  ret i32 0, !dbg !8
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "/a.c", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: !{})
!7 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 5, type: !6, scopeLine: 5, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DILocation(line: 6, column: 3, scope: !7)
;--- invoke.ll
declare void @f()
declare i32 @__gxx_personality_v0(...)
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %fine unwind label %thrown
fine:
  ret i32 0
thrown:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 1
}
;--- dtors.ll
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]
declare void @exit(i32)
define internal void @last() {
  call void @exit(i32 1)
  ret void
}
define i32 @main() {
  ret i32 0
}
;--- callback.ll
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @thread(ptr %p) {
  ret ptr %p
}
define i32 @main(ptr %t) {
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr null)
  ret i32 0
}
;--- unreachable.ll
; What the entry cannot reach need not be supported.
declare i32 @setjmp(ptr) returns_twice
define void @other(ptr %b) {
  %r = call i32 @setjmp(ptr %b) returns_twice
  ret void
}
define i32 @main() {
  ret i32 0
}
