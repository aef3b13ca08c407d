; RUN: %soothpass -passes=split-calls -S %s | FileCheck %s

declare i32 @unknown(i32)
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
declare void @llvm.donothing()
define i32 @f(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: define i32 @main(
; CHECK:         %a = call i32 @__VERIFIER_nondet_int()
; CHECK-NEXT:    %b = call i32 @unknown(i32 %a)
; CHECK-NEXT:    br label %[[CALL1:call.f.*]]
; CHECK:       [[CALL1]]:
; CHECK-NEXT:    %c = call i32 @f(i32 %b)
; CHECK-NEXT:    br label %[[CALL2:.*]]
; CHECK:       [[CALL2]]:
; CHECK-NEXT:    %d = call i32 @f(i32 %c)
; CHECK-NEXT:    br label %[[AFTER2:.*]]
; CHECK:       [[AFTER2]]:
; CHECK-NEXT:    %e = icmp eq i32 %d, 0
; CHECK-NEXT:    br i1 %e, label %bad, label %good
define i32 @main(ptr %p) {
  %a = call i32 @__VERIFIER_nondet_int()
  %b = call i32 @unknown(i32 %a)
  %c = call i32 @f(i32 %b)
  %d = call i32 @f(i32 %c)
  %e = icmp eq i32 %d, 0
  br i1 %e, label %bad, label %good
bad:
  call void @reach_error()
  unreachable

; A phi stays with the call, and a call already alone is not touched.
; CHECK:       good:
; CHECK-NEXT:    %i = phi i32
; CHECK-NEXT:    %g = call i32 @f(i32 %i)
; CHECK-NEXT:    br label %after
; CHECK:       after:
; CHECK-NEXT:    %h = icmp eq i32 %g, 1
good:
  %i = phi i32 [ 0, %0 ], [ %g, %after ]
  %g = call i32 @f(i32 %i)
  br label %after
after:
  %h = icmp eq i32 %g, 1
  br i1 %h, label %good, label %indirect

; CHECK:       indirect:
; CHECK-NEXT:    %j = call i32 %p(i32 1)
; CHECK-NEXT:    ret i32 %j
indirect:
  %j = call i32 %p(i32 1)
  ret i32 %j
}
