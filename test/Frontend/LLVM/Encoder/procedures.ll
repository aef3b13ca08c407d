; What is called and not inlined is encoded once (EUFORIA dissertation, 5.2):
; calls are edges to its entry, with the arguments and which call is waiting;
; where it returns, one edge leads back to each call, with the result.
; RUN: %soothpass -passes='function(split-calls),encode-cfa' -disable-output %s | FileCheck %s

declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()

; One call needs no variable to tell the calls apart, and an argument that all
; calls pass the same expression for is none.
; CHECK-DAG: variable v : (_ BitVec 32)
; CHECK-DAG: variable [[SITE:twice.site![0-9]+]] : (_ BitVec 1)
; CHECK-DAG: variable x : (_ BitVec 32)
; CHECK-DAG: variable [[RESULT:twice.result![0-9]+]] : (_ BitVec 32)
; CHECK-NOT: once.site
; CHECK-NOT: variable same
; CHECK-DAG: call.twice -> twice.entry when true do x := v, [[SITE]] := #b0
; CHECK-DAG: after.twice -> twice.entry when true do x := a, [[SITE]] := #b1
; CHECK-DAG: twice.large -> twice.exit when true do [[RESULT]] := #x00000000
; CHECK-DAG: twice.small -> twice.exit when true do [[RESULT]] := (bvadd v x)
; CHECK-DAG: twice.exit -> return.twice when (= [[SITE]] #b0) do a := [[RESULT]]
; CHECK-DAG: twice.exit -> return.twice.1 when (= [[SITE]] #b1) do b := [[RESULT]]
; CHECK-DAG: return.twice -> after.twice when true
; CHECK-DAG: after.twice1 -> once.entry when true
; CHECK-DAG: once.entry -> once.exit when true
; CHECK-DAG: once.exit -> return.once when true do c := b
define i32 @main() {
entry:
  %v = call i32 @__VERIFIER_nondet_int()
  %a = call i32 @twice(i32 %v, i32 %v)
  %b = call i32 @twice(i32 %a, i32 %v)
  %c = call i32 @once(i32 %b)
  %d = icmp eq i32 %c, 7
  br i1 %d, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}

define internal i32 @twice(i32 %x, i32 %same) {
entry:
  %y = icmp ult i32 %x, 10
  br i1 %y, label %small, label %large
small:
  %z = add i32 %x, %same
  ret i32 %z
large:
  ret i32 0
}

define internal i32 @once(i32 %y) {
entry:
  ret i32 %y
}
