; Several globals, results beside a result of its own, in-only parameters,
; recursion, a variadic callee, and functions that are left alone.
; RUN: %soothpass -passes='thread-globals<entry=start>' -S %s | FileCheck %s

; CHECK-NOT: @a =
; CHECK-NOT: @b =
; CHECK-NOT: @c =
@a = internal global i32 1
@b = internal global i64 2
@c = internal global i8 3

; CHECK-LABEL: define i32 @start(
; CHECK:         store i32 1, ptr %a
; CHECK:         store i64 2, ptr %b
; CHECK:         store i8 3, ptr %c
; CHECK:         %[[R:.*]] = call { i32, i32, i64 } @both(i32 %n, i32 %{{.*}}, i64 %{{.*}})
; CHECK:         extractvalue { i32, i32, i64 } %[[R]], 0
; CHECK:         call i32 @reads(i8 %{{.*}})
; CHECK:         call i32 @neither(i32 %{{.*}})
; CHECK:         call i32 (i32, i32, ...) @variadic(i32 7, i32 %{{.*}}, i64 8)
define i32 @start(i32 %n) {
  %r = call i32 @both(i32 %n)
  %s = call i32 @reads()
  %t = call i32 @neither(i32 %r)
  call void (i32, ...) @variadic(i32 7, i64 8)
  store i8 9, ptr @c
  %u = add i32 %s, %t
  %lb = load i64, ptr @b
  ret i32 %u
}

; Recursive, stores @a and @b.
; CHECK-LABEL: define internal { i32, i32, i64 } @both(i32 %n, i32 %in_a, i64 %in_b)
; CHECK:         call { i32, i32, i64 } @both(i32 %m, i32 %{{.*}}, i64 %{{.*}})
; CHECK:         ret { i32, i32, i64 }
define internal i32 @both(i32 %n) {
  store i32 %n, ptr @a
  %w = sext i32 %n to i64
  store i64 %w, ptr @b
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @both(i32 %m)
  ret i32 %r
done:
  %v = load i32, ptr @a
  ret i32 %v
}

; Only loads @c: no result is added.
; CHECK-LABEL: define internal signext i32 @reads(i8 %in_c)
define internal signext i32 @reads() {
  %v = load i8, ptr @c
  %w = sext i8 %v to i32
  ret i32 %w
}

; CHECK-LABEL: define internal i32 @neither(i32 %x) {
; CHECK-NEXT:    ret i32 %x
define internal i32 @neither(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: define internal i32 @variadic(i32 %x, i32 %in_a, ...)
define internal void @variadic(i32 %x, ...) {
  store i32 %x, ptr @a
  ret void
}
