; RUN: %soothpass -passes=freeze-undef -S %s | FileCheck %s

declare void @sink(i32, i32)

; CHECK-LABEL: define { i32, i32 } @f(
; CHECK-NEXT:    %[[A:.*]] = freeze i32 undef
; CHECK-NEXT:    %x = add i32 %[[A]], 1
; CHECK-NEXT:    %[[S:.*]] = freeze i32 undef
; CHECK-NEXT:    %[[P:.*]] = freeze i32 poison
; CHECK-NEXT:    switch i32 %c
define { i32, i32 } @f(i32 %c) {
  %x = add i32 undef, 1
  switch i32 %c, label %other [ i32 0, label %join
                                i32 1, label %join ]
; CHECK:       other:
; CHECK-NEXT:    %[[U:.*]] = freeze i32 undef
; CHECK-NEXT:    %[[V:.*]] = freeze i32 undef
; CHECK-NEXT:    call void @sink(i32 %[[U]], i32 %[[V]])
other:
  call void @sink(i32 undef, i32 undef)
  br label %join
; Both edges from the switch bring the same value.
; CHECK:       join:
; CHECK-NEXT:    phi i32 [ %[[S]], %0 ], [ %[[S]], %0 ], [ %x, %other ]
; CHECK-NEXT:    phi i32 [ %[[P]], %0 ], [ %[[P]], %0 ], [ 0, %other ]
; CHECK-NEXT:    insertvalue { i32, i32 } poison, i32
join:
  %p = phi i32 [ undef, %0 ], [ undef, %0 ], [ %x, %other ]
  %q = phi i32 [ poison, %0 ], [ poison, %0 ], [ 0, %other ]
  %r = insertvalue { i32, i32 } poison, i32 %p, 0
  %s = insertvalue { i32, i32 } %r, i32 %q, 1
  ret { i32, i32 } %s
}

; CHECK-LABEL: define { i32, i32 } @partly(
; CHECK-NEXT:    %[[W:.*]] = freeze { i32, i32 } { i32 1, i32 undef }
; CHECK-NEXT:    ret { i32, i32 } %[[W]]
define { i32, i32 } @partly() {
  ret { i32, i32 } { i32 1, i32 undef }
}
