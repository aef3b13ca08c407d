; A loop is lost only if it is known to end.
; RUN: split-file %s %t
; RUN: %soothpass -passes=slice-assertions -S %t/finite.ll | FileCheck %s --check-prefix=FINITE
; RUN: %soothpass -passes=slice-assertions -S %t/unknown.ll | FileCheck %s --check-prefix=UNKNOWN
; RUN: %soothpass -passes=slice-assertions -S %t/endless.ll | FileCheck %s --check-prefix=ENDLESS
; RUN: %soothpass -passes=slice-assertions -S %t/overflow.ll | FileCheck %s --check-prefix=OVERFLOW
; RUN: %soothpass -passes=slice-assertions -S %t/reactive.ll | FileCheck %s --check-prefix=REACTIVE

;--- finite.ll
; FINITE-LABEL: define i32 @main(
; FINITE-NEXT:  loop:
; FINITE-NEXT:    call void @reach_error()
; FINITE-NEXT:    unreachable
declare void @reach_error()
define i32 @main(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %j = add i32 %i, 1
  br label %loop
done:
  call void @reach_error()
  unreachable
}

;--- unknown.ll
; Collatz: nobody knows.
; UNKNOWN-LABEL: define i32 @main(
; UNKNOWN:         %k = select i1 %o, i32 %t, i32 %h
; UNKNOWN:         br i1 %c, label %loop, label %done
declare void @reach_error()
define i32 @main(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ %n, %0 ], [ %k, %loop ]
  %o = trunc i32 %i to i1
  %m = mul i32 %i, 3
  %t = add i32 %m, 1
  %h = udiv i32 %i, 2
  %k = select i1 %o, i32 %t, i32 %h
  %c = icmp ugt i32 %k, 1
  br i1 %c, label %loop, label %done
done:
  call void @reach_error()
  unreachable
}

;--- endless.ll
; From an endless loop there is no error; it is as good as the end of the run,
; but the branch to it decides.
; ENDLESS-LABEL: define i32 @main(
; ENDLESS:         br i1 %c, label %end, label %done
; ENDLESS:       done:
; ENDLESS-NEXT:    call void @reach_error()
; ENDLESS:       end:
; ENDLESS-NEXT:    ret i32 0
declare void @reach_error()
define i32 @main(i1 %c) {
  br i1 %c, label %loop, label %done
loop:
  br label %loop
done:
  call void @reach_error()
  unreachable
}

;--- overflow.ll
; "nsw" and "mustprogress" promise that it ends; the hardware does not.
; OVERFLOW-LABEL: define i32 @main(
; OVERFLOW:         %j = add i32 %i, 2
; OVERFLOW:         br i1 %c, label %loop, label %done
declare void @reach_error()
define i32 @main(i32 %n) mustprogress {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = add nsw i32 %i, 2
  %c = icmp sle i32 %j, %n
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  call void @reach_error()
  unreachable
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

;--- reactive.ll
; An endless loop with an error inside, and a branch that does not matter.
; REACTIVE-LABEL: define i32 @main(
; REACTIVE-NOT:     useless
; REACTIVE:       loop:
; REACTIVE-NEXT:    %s = phi i32 [ 0, %0 ], [ %t, %latch ]
; REACTIVE-NEXT:    %i = call i32 @__VERIFIER_nondet_int()
; REACTIVE-NEXT:    %t = add i32 %s, %i
; REACTIVE-NEXT:    %e = icmp eq i32 %t, 42
; REACTIVE-NEXT:    br i1 %e, label %error, label %latch
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  br label %loop
loop:
  %s = phi i32 [ 0, %0 ], [ %t, %latch ]
  %useless.s = phi i32 [ 0, %0 ], [ %useless.t, %latch ]
  %i = call i32 @__VERIFIER_nondet_int()
  %useless.c = icmp eq i32 %i, 3
  br i1 %useless.c, label %useless.then, label %join
useless.then:
  %useless.u = add i32 %useless.s, 1
  br label %join
join:
  %useless.t = phi i32 [ %useless.u, %useless.then ], [ %useless.s, %loop ]
  %t = add i32 %s, %i
  %e = icmp eq i32 %t, 42
  br i1 %e, label %error, label %latch
latch:
  br label %loop
error:
  call void @reach_error()
  unreachable
}
