; Who exchanges pointers with unknown functions may get others to call.
; RUN: %soothpass -passes=resolve-calls -S %s | FileCheck %s

declare ptr @lookup(i32)

; CHECK-LABEL: define i32 @anywhere(
; CHECK:         call i32 %p(i32 1)
define i32 @anywhere(ptr %a) {
  %s = call ptr @lookup(i32 1)
  %p = load ptr, ptr %a
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; What is known is known.
; CHECK-LABEL: define i32 @chosen(
; CHECK:         switch i32
define i32 @chosen(i1 %c) {
  %p = select i1 %c, ptr @f, ptr null
  %r = call i32 %p(i32 7)
  ret i32 %r
}

define internal i32 @f(i32 %x) {
  ret i32 %x
}
