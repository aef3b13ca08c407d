; What the slice of one function keeps and loses.
; RUN: %soothpass -passes=slice-assertions -S %s | FileCheck %s --implicit-check-not=useless

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @reach_error()
declare i32 @printf(ptr, ...)
@text = private constant [3 x i8] c"%d\00"

; CHECK-LABEL: define i32 @main()
define i32 @main() {
; An input that decides, and an assumption about it.
; CHECK:         %n = call i32 @__VERIFIER_nondet_int()
; CHECK-NEXT:    call void @__VERIFIER_assume(i32 %n)
  %n = call i32 @__VERIFIER_nondet_int()
  %useless.n = call i32 @__VERIFIER_nondet_int()
  call void @__VERIFIER_assume(i32 %n)
  %useless.c = icmp eq i32 %useless.n, 0
; A branch that only decides about what is not needed.
; CHECK-NEXT:    %c = icmp sgt i32 %n, 10
; CHECK-NEXT:    br i1 %c, label %big, label %small
  br i1 %useless.c, label %useless.then, label %useless.else
useless.then:
  %useless.r = call i32 (ptr, ...) @printf(ptr @text, i32 %n)
  br label %join.first
useless.else:
  %useless.m = mul i32 %n, %n
  br label %join.first
join.first:
  %useless.p = phi i32 [ 0, %useless.then ], [ %useless.m, %useless.else ]
  %c = icmp sgt i32 %n, 10
  br i1 %c, label %big, label %small

; A phi that is needed keeps the branch that decides about it.
; CHECK:       big:
; CHECK-NEXT:    br label %join
big:
  %useless.b = add i32 %useless.p, 1
  br label %join
; CHECK:       small:
; CHECK-NEXT:    br label %join
small:
  br label %join
; CHECK:       join:
; CHECK-NEXT:    %x = phi i32 [ 1, %big ], [ %n, %small ]
; CHECK-NEXT:    %e = icmp eq i32 %x, 7
; CHECK-NEXT:    br i1 %e, label %error, label %end
join:
  %x = phi i32 [ 1, %big ], [ %n, %small ]
  %useless.q = phi i32 [ %useless.b, %big ], [ 0, %small ]
  %e = icmp eq i32 %x, 7
  br i1 %e, label %error, label %after

; Behind an error there is nothing.
; CHECK:       error:
; CHECK-NEXT:    call void @reach_error()
; CHECK-NEXT:    unreachable
error:
  call void @reach_error()
  br label %after

; Nothing behind the last error, not even assumptions and endless loops.
; CHECK:       end:
; CHECK-NEXT:    ret i32 0
; CHECK-NEXT:  }
after:
  %useless.k = call i32 @__VERIFIER_nondet_int()
  call void @__VERIFIER_assume(i32 %useless.k)
  %useless.d = icmp eq i32 %useless.k, 0
  br i1 %useless.d, label %useless.loop, label %useless.exit
useless.loop:
  br label %useless.loop
useless.exit:
  ret i32 %useless.q
}
