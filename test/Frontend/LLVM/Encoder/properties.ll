; Errors, assertions, assumptions, and runs that end.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s
; RUN: %soothpass -passes=encode-cfa -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=END
; END-NOT: {{^}}finish ->
; END-NOT: -> exit

@text = private constant [6 x i8] c"x > 0\00"
@file = private constant [4 x i8] c"t.c\00"
@function = private constant [5 x i8] c"main\00"

; CHECK: error error: condition of sooth_assert() is false{{$}}
; CHECK: error error.1: division by zero or overflow{{$}}
; CHECK: error error.2: reach_error() is reached{{$}}
; CHECK: error error.3: assertion 'x > 0' failed at t.c:12{{$}}

define i32 @main(i32 %x) {
entry:
  br label %assume

; The assertion sees only runs in which the assumption holds, and what follows
; only those in which the assertion holds, too.
; CHECK: assume -> error when (and (bvslt x #x0000000a) (not (bvslt #x00000005 x)))
; CHECK: assume -> next when (and (bvslt x #x0000000a) (bvslt #x00000005 x))
assume:
  %small = icmp slt i32 %x, 10
  %small.int = zext i1 %small to i32
  call void @__VERIFIER_assume(i32 %small.int)
  %large = icmp sgt i32 %x, 5
  call void @sooth_assert(i1 %large)
  br label %next

next:
  switch i32 %x, label %failed [
    i32 7, label %reached
    i32 8, label %finish
    i32 9, label %trap
  ]

; CHECK-DAG: failed -> error.3 when true
failed:
  call void @__assert_fail(ptr @text, ptr @file, i32 12, ptr @function)
  unreachable

; CHECK-DAG: reached -> error.2 when true
reached:
  call void @reach_error()
  call void @after()
  ret i32 1

finish:
  call void @exit(i32 1)
  ret i32 1

; CHECK-DAG: trap -> error.1 when true
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}

declare void @__VERIFIER_assume(i32)
declare void @sooth_assert(i1)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @reach_error()
declare void @after()
declare void @exit(i32)
declare void @llvm.ubsantrap(i8 immarg)
