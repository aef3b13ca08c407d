; The example of Figure 3.2 in the EUFORIA dissertation: the state is i alone,
; and the blocks' temporaries are substituted.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s --match-full-lines

; CHECK:      entry s
; CHECK-NEXT: variable i : (_ BitVec 32)
; CHECK-NEXT: error error: __VERIFIER_error() is reached
; CHECK-NEXT: s -> l when true do i := #x00000000
; CHECK-NEXT: l -> b when (bvslt i #x00000005)
; CHECK-NEXT: l -> d when (not (bvslt i #x00000005))
; CHECK-NEXT: d -> e when (bvslt i #x00000007)
; CHECK-NEXT: d -> err when (not (bvslt i #x00000007))
; CHECK-NEXT: err -> error when true
; CHECK-NEXT: e -> exit when true
; CHECK-NEXT: b -> l when true do i := (bvadd i #x00000003)
; CHECK-NOT:  {{.}}
define i32 @main() {
s:
  br label %l

l:
  %i = phi i32 [ 0, %s ], [ %incr, %b ]
  %cond = icmp slt i32 %i, 5
  br i1 %cond, label %b, label %d

b:
  %incr = add i32 %i, 3
  br label %l

d:
  %acond = icmp slt i32 %i, 7
  br i1 %acond, label %e, label %err

err:
  call void @__VERIFIER_error()
  unreachable

e:
  ret i32 0
}

declare void @__VERIFIER_error()
