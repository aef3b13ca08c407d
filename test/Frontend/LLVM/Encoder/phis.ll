; φs move in parallel; an undefined operand is an input of its own edge; a
; value that nothing depends on has no variable.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

; CHECK:     variable x : (_ BitVec 8)
; CHECK-NEXT: variable y : (_ BitVec 8)
; CHECK-NOT: variable
; CHECK:     entry -> loop when true do x := #x00, y := unset!0
; CHECK-NEXT: unset unset!0 : (_ BitVec 8)
; CHECK:     loop -> end when (= x y){{$}}
; CHECK:     loop -> loop when (not (= x y)) do x := y, y := x
define i32 @main() {
entry:
  br label %loop

loop:
  %x = phi i8 [ 0, %entry ], [ %y, %loop ]
  %y = phi i8 [ undef, %entry ], [ %x, %loop ]
  %unused = phi i8 [ 1, %entry ], [ %next, %loop ]
  %next = add i8 %unused, 1
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %end, label %loop

end:
  ret i32 0
}
