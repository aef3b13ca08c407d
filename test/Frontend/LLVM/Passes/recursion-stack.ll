; Where copies would have too many instructions, a function that calls itself is a
; loop: what is needed after a call is kept in an array, with the call's number.
; RUN: %soothpass -passes='bound-recursion<depth=40>,mem2reg' -S %s | FileCheck %s

; CHECK-LABEL: define i32 @f(
; CHECK-DAG:     %[[KEPT:.*]] = alloca [64 x i32]
; CHECK-DAG:     %[[PLACE:.*]] = alloca [64 x i8]
; CHECK-NOT:     call i32 @f(
; CHECK:         phi i6
; CHECK-NOT:     call i32 @f(
; CHECK:         icmp uge i6 %{{.*}}, -25
; CHECK-NOT:     call i32 @f(
; CHECK:         call void @sooth.recursion.limit()
; CHECK-NOT:     call i32 @f(
; CHECK:         store i8 0
; CHECK-NOT:     call i32 @f(
; CHECK:         switch i8
; CHECK-NOT:     call i32 @f(
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
  ret i32 %r
}

; One with a variable that has an address is not: each activation has its own. Nor
; are functions that call each other.
; CHECK-LABEL: define i32 @addressed(
; CHECK:         call i32 @addressed
; CHECK-LABEL: define i32 @even(
; CHECK:         call i32 @odd
; CHECK-LABEL: define i32 @main(
; CHECK:         call i32 @f(
define i32 @addressed(i32 %n) {
  %x = alloca i32
  call void @set(ptr %x)
  %v = load i32, ptr %x
  %a = call i32 @addressed(i32 %v)
  %b = call i32 @addressed(i32 %a)
  ret i32 %b
}

define i32 @even(i32 %n) {
  %a = call i32 @odd(i32 %n)
  %b = call i32 @odd(i32 %a)
  ret i32 %b
}

define i32 @odd(i32 %n) {
  %a = call i32 @even(i32 %n)
  %b = call i32 @even(i32 %a)
  ret i32 %b
}

declare void @set(ptr)

define i32 @main(i32 %n) {
  %r = call i32 @f(i32 %n)
  %s = call i32 @addressed(i32 %r)
  %t = call i32 @even(i32 %s)
  ret i32 %t
}
