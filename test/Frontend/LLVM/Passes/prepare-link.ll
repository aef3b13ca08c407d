; What only a whole program allows: constructors run first, calls without a
; prototype fit, bodies of error functions do not matter.
; RUN: %soothpass -passes='sooth-prepare<no-inline;no-slice>' -S %s | FileCheck %s

@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @second, ptr null }, { i32, ptr, ptr } { i32 101, ptr @first, ptr null }]

declare void @unknown(i32)

; CHECK-NOT: @llvm.global_ctors
; CHECK-LABEL: define i32 @main(
; CHECK:         call void @first()
; CHECK:         call void @second()
; CHECK:         %[[LESS:.*]] = freeze i32 poison
; CHECK:         call void @takes_two(i32 1, i32 %[[LESS]])
; CHECK:         call void @takes_two(i32 %{{.*}}, i32 3)
; CHECK:         call i32 @takes_none()
; CHECK:         %[[LOW:.*]] = trunc i64 %n to i32
; CHECK:         call void @takes_two(i32 %[[LOW]], i32 %{{.*}})
; CHECK:         call void @reach_error()
define i32 @main(i64 %n) {
  call void (...) @takes_two(i32 1)
  call void (...) @takes_two(float 2.0, i32 3, i32 4)
  %v = call i64 (...) @takes_none(i32 5)
  call void @unknown(i32 0)
  call void (...) @takes_two(i64 %n, i1 true)
  call void @reach_error()
  %w = trunc i64 %v to i32
  ret i32 %w
}
; CHECK-LABEL: define internal void @first()
define void @first() {
  call void @unknown(i32 1)
  ret void
}
define void @second() {
  call void @unknown(i32 2)
  ret void
}
define void @takes_two(i32 %x, i32 %y) {
  call void @unknown(i32 %x)
  call void @unknown(i32 %y)
  ret void
}
define i32 @takes_none() {
  call void @unknown(i32 6)
  ret i32 7
}
; CHECK: declare {{.*}}@reach_error()
define void @reach_error() {
  call void @unknown(i32 8)
  ret void
}
define void @never_called() {
  call void @unknown(i32 9)
  ret void
}
; CHECK-NOT: @never_called
