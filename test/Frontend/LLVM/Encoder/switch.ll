; One edge for all the cases that lead to a block.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

; CHECK: entry -> low when (or (= x{{[!0-9]*}} #x01) (= x{{[!0-9]*}} #x02)) do r := #x0a
; CHECK: entry -> high when (let ((?0 (= x{{[!0-9]*}} #xff))) (or ?0 (and
; CHECK-SAME: (not (= x{{[!0-9]*}} #x01))
; CHECK-SAME: (not (= x{{[!0-9]*}} #x02))
; CHECK-SAME: (not ?0)
define i32 @main(i8 %x) {
entry:
  switch i8 %x, label %high [
    i8 1, label %low
    i8 2, label %low
    i8 -1, label %high
  ]

low:
  %r = phi i8 [ 10, %entry ], [ 10, %entry ]
  %c = icmp eq i8 %r, 10
  br i1 %c, label %high, label %low2

low2:
  br label %high

high:
  ret i32 0
}
