; The example of Bueno's dissertation, Figure 3.3.
; RUN: %soothpass -passes='thread-globals<whole-program>' -S %s | FileCheck %s

; CHECK-NOT: @g =
@g = global i32 0, align 4

declare void @print(i32)

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT:    %g = alloca i32, align 4
; CHECK-NEXT:    store i32 0, ptr %g
; CHECK-NEXT:    %[[IN1:.*]] = load i32, ptr %g
; CHECK-NEXT:    %[[OUT1:.*]] = call i32 @f(i32 3, i32 %[[IN1]])
; CHECK-NEXT:    store i32 %[[OUT1]], ptr %g
; CHECK-NEXT:    %[[IN2:.*]] = load i32, ptr %g
; CHECK-NEXT:    %[[OUT2:.*]] = call i32 @f(i32 4, i32 %[[IN2]])
; CHECK-NEXT:    store i32 %[[OUT2]], ptr %g
; CHECK-NEXT:    %t = load i32, ptr %g
; CHECK-NEXT:    %t2 = add i32 %t, 1
; CHECK-NEXT:    store i32 %t2, ptr %g
; CHECK-NEXT:    %t3 = load i32, ptr %g
; CHECK-NEXT:    call void @print(i32 %t3)
; CHECK-NEXT:    ret i32 0
define i32 @main() {
  call void @f(i32 3)
  call void @f(i32 4)
  %t = load i32, ptr @g
  %t2 = add i32 %t, 1
  store i32 %t2, ptr @g
  %t3 = load i32, ptr @g
  call void @print(i32 %t3)
  ret i32 0
}

; CHECK-LABEL: define i32 @f(i32 %x, i32 %in_g)
; CHECK-NEXT:    %g = alloca i32, align 4
; CHECK-NEXT:    store i32 %in_g, ptr %g
; CHECK-NEXT:    %y = load i32, ptr %g
; CHECK-NEXT:    %z = add i32 %y, %x
; CHECK-NEXT:    store i32 %z, ptr %g
; CHECK-NEXT:    %out_g = load i32, ptr %g
; CHECK-NEXT:    ret i32 %out_g
define void @f(i32 %x) {
  %y = load i32, ptr @g
  %z = add i32 %y, %x
  store i32 %z, ptr @g
  ret void
}
