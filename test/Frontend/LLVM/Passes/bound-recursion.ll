; Copies call each other, the last one the limit.
; RUN: %soothpass -passes='bound-recursion<depth=3>' -S %s | FileCheck %s
; RUN: %soothpass -passes='bound-recursion<depth=0>' -S %s | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: define i32 @f(
; CHECK:         call i32 @[[SECOND:f\.[0-9]+]](
; CHECK:         call i32 @[[SECOND]](
; CHECK-LABEL: define i32 @main(
; CHECK:         call i32 @f(
; CHECK:       define internal i32 @[[SECOND]](
; CHECK:         call i32 @[[THIRD:f\.[0-9]+]](
; CHECK:         call i32 @[[THIRD]](
; CHECK:       define internal i32 @[[THIRD]](
; CHECK:         call void @sooth.recursion.limit() #[[LIMIT:[0-9]+]]
; CHECK-NEXT:    unreachable
; CHECK-NOT:     call
; CHECK:       attributes #[[LIMIT]] = { "sooth.recursion.depth"="3" "sooth.recursion.limit"="f" }
; NONE-NOT:    limit
; NONE-LABEL:  define i32 @f(
; NONE-COUNT-2: call i32 @f(
; NONE-NOT:    limit
define i32 @f(i32 %n) {
  %done = icmp slt i32 %n, 2
  br i1 %done, label %base, label %step

base:
  ret i32 %n

step:
  %m = sub i32 %n, 1
  %a = call i32 @f(i32 %m)
  %k = sub i32 %n, 2
  %b = call i32 @f(i32 %k)
  %r = mul i32 %a, %b
  %s = sdiv i32 %r, 3
  ret i32 %s
}

define i32 @main(i32 %n) {
  %r = call i32 @f(i32 %n)
  ret i32 %r
}
