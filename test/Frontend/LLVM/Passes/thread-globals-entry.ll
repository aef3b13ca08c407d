; A recursive entry keeps its globals; so does a module that calls setjmp.
; RUN: split-file %s %t
; RUN: %soothpass -passes='thread-globals<whole-program>' -S %t/recursive.ll | FileCheck %s --check-prefix=KEPT
; RUN: %soothpass -passes='thread-globals<whole-program>' -S %t/setjmp.ll | FileCheck %s --check-prefix=KEPT
; RUN: %soothpass -passes='thread-globals<whole-program>' -S %t/mismatch.ll | FileCheck %s --check-prefix=KEPT
; RUN: not %soothpass -passes='thread-globals<sideways>' -S %t/setjmp.ll 2>&1 | FileCheck %s --check-prefix=BAD
; KEPT: @g = global i32 0
; BAD: pass 'thread-globals' has no parameter 'sideways'

;--- recursive.ll
@g = global i32 0
define i32 @main() {
  %v = load i32, ptr @g
  store i32 1, ptr @g
  %r = call i32 @main()
  ret i32 %v
}
;--- setjmp.ll
@g = global i32 0
declare i32 @setjmp(ptr) returns_twice
define i32 @main() {
  %b = alloca [200 x i8]
  %v = load i32, ptr @g
  store i32 1, ptr @g
  %r = call i32 @setjmp(ptr %b) returns_twice
  ret i32 %v
}
;--- mismatch.ll
; A call without a prototype: the callee's signature must not change.
@g = global i32 0
define i32 @main() {
  call void (...) @f(i64 1)
  %v = load i32, ptr @g
  ret i32 %v
}
define void @f(i32 %x) {
  store i32 %x, ptr @g
  ret void
}
