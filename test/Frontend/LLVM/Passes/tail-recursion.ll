; RUN: %soothpass -passes=tail-recursion -S %s | FileCheck %s

declare void @sooth.continue.if(i1)

; CHECK-LABEL: define i32 @both(
; CHECK-COUNT-2: call i32 @both(
define i32 @both(i32 %n) {
  %done = icmp slt i32 %n, 2
  br i1 %done, label %base, label %step
base:
  ret i32 %n
step:
  %m = sub i32 %n, 1
  %a = call i32 @both(i32 %m)
  %k = sub i32 %n, 2
  %b = call i32 @both(i32 %k)
  %r = add i32 %a, %b
  ret i32 %r
}

; What may end the run is not moved before the call.
; CHECK-LABEL: define i32 @trap(
; CHECK:         call i32 @trap(
define i32 @trap(i32 %n, i32 %d) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step
base:
  ret i32 0
step:
  %m = sub i32 %n, 1
  %a = call i32 @trap(i32 %m, i32 %d)
  %ok = icmp ne i32 %d, 0
  call void @sooth.continue.if(i1 %ok)
  %q = sdiv i32 7, %d
  ret i32 %a
}

; Each activation has its own memory.
; CHECK-LABEL: define i32 @memory(
; CHECK:         call i32 @memory(
define i32 @memory(i32 %n, i32 %i) {
  %own = alloca [4 x i32]
  %cell = getelementptr [4 x i32], ptr %own, i32 0, i32 %i
  store i32 %n, ptr %cell
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step
base:
  %v = load i32, ptr %own
  ret i32 %v
step:
  %m = sub i32 %n, 1
  %a = call i32 @memory(i32 %m, i32 %i)
  ret i32 %a
}

; The last thing that happens, once @odd is part of it.
; CHECK-LABEL: define i1 @even(
; CHECK-NOT:     call
; CHECK:       }
define i1 @even(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step
base:
  ret i1 true
step:
  %m = sub i32 %n, 1
  %r = call i1 @odd(i32 %m)
  ret i1 %r
}

define i1 @odd(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step
base:
  ret i1 false
step:
  %m = sub i32 %n, 1
  %r = call i1 @even(i32 %m)
  ret i1 %r
}

define i1 @main(i32 %n) {
  %r = call i1 @even(i32 %n)
  ret i1 %r
}
