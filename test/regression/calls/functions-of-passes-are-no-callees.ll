; What passes made up is no function that a pointer of the program may lead to,
; also where a call of it has another type than its declaration.
; RUN: sooth --check=access --environment=valid --entry=f --emit=ll %s | FileCheck %s
; CHECK-NOT: , @sooth.undefined
; CHECK: call void @"*function"(ptr %h)

declare void @sooth.undefined(ptr)
declare void @sooth_assert(i1)

define void @f(ptr %h, i32 %n) {
  %small = icmp ult i32 %n, 5
  br i1 %small, label %go, label %none
none:
  call void @sooth.undefined() "sooth.undefined"="a limit"
  unreachable
go:
  %put = load ptr, ptr %h, align 8
  call void %put(ptr %h)
  call void @sooth_assert(i1 %small)
  ret void
}
