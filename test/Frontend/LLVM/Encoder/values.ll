; What is computed is computed again where it is used; what is read is stored
; only if another block wants it.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

; CHECK:     variable far : (_ BitVec 32)
; CHECK-NOT: variable
; CHECK:     entry -> next when (= nondet_int!0 #x00000000) do far := nondet_int!1
; CHECK-NEXT: extern nondet_int!0
; CHECK-NEXT: extern nondet_int!1
; CHECK:     entry -> end when (not (= nondet_int!0 #x00000000)) do far := nondet_int!1
; CHECK-NEXT: extern nondet_int!0
; CHECK-NEXT: extern nondet_int!1
; CHECK:     next -> end when (let ((?0 (bvadd far #x00000001))) (bvslt (bvmul ?0 ?0) #x0000000a))
define i32 @main() {
entry:
  %near = call i32 @nondet_int()
  %far = call i32 @nondet_int()
  %sum = add i32 %far, 1
  %product = mul i32 %sum, %sum
  %is.zero = icmp eq i32 %near, 0
  br i1 %is.zero, label %next, label %end

next:
  %small = icmp slt i32 %product, 10
  br i1 %small, label %end, label %err

err:
  call void @reach_error()
  unreachable

end:
  ret i32 0
}

declare i32 @nondet_int()
declare void @reach_error()
