; Nothing is left to conclude from undefined behaviour.
; RUN: %soothpass -passes=hardware-meaning -S %s | FileCheck %s
; RUN: %soothpass -passes=hardware-meaning,hardware-meaning -S %s | FileCheck %s

declare void @llvm.assume(i1)
declare i64 @llvm.expect.i64(i64, i64)
declare i32 @llvm.ctlz.i32(i32, i1)

; CHECK-LABEL: define i32 @main(i32 %x, ptr %p)
; CHECK-SAME: {
; CHECK-NEXT:    %a = add i32 %x, 1
; CHECK-NEXT:    %b = udiv i32 %a, 2
; CHECK-NEXT:    %g = getelementptr i32, ptr %p, i64 1
; CHECK-NEXT:    %l = load i32, ptr %g, align 4
; CHECK-NOT:     !range
; CHECK-NOT:     @llvm.assume
; CHECK:         %z = call i32 @llvm.ctlz.i32(i32 %l, i1 false)
define noundef i32 @main(i32 noundef %x, ptr noalias nonnull align 8 dereferenceable(8) %p) mustprogress willreturn noinline optnone memory(none) {
  %a = add nsw nuw i32 %x, 1
  %b = udiv exact i32 %a, 2
  %g = getelementptr inbounds i32, ptr %p, i64 1
  %l = load i32, ptr %g, !range !0
  %c = icmp ne i32 %l, 0
  call void @llvm.assume(i1 %c)
  %z = call i32 @llvm.ctlz.i32(i32 %l, i1 true)

; Shifts by the amount modulo the width.
; CHECK-NEXT:    %[[M:.*]] = and i32 %x, 31
; CHECK-NEXT:    %s = shl i32 %a, %[[M]]
; CHECK-NEXT:    %t = ashr i32 %s, 31
; CHECK-NEXT:    %u = lshr i32 %t, 1
; CHECK-NEXT:    %w = trunc i32 %u to i24
; CHECK-NEXT:    %[[R:.*]] = urem i24 %w, 24
; CHECK-NEXT:    %v = shl i24 %w, %[[R]]
  %s = shl nsw i32 %a, %x
  %t = ashr i32 %s, 31
  %u = lshr i32 %t, 33
  %w = trunc i32 %u to i24
  %v = shl i24 %w, %w

; CHECK-NEXT:    %y = sext i24 %v to i64
; CHECK-NEXT:    %[[C:.*]] = trunc i64 %y to i32
; CHECK-NEXT:    br label
  %y = sext i24 %v to i64
  %e = call i64 @llvm.expect.i64(i64 %y, i64 1)
  %f = trunc i64 %e to i32
  br label %loop
; CHECK: br label %loop
; CHECK-NOT: !llvm.loop
loop:
  br label %loop, !llvm.loop !1
}
!0 = !{i32 0, i32 2}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}

; Divisions that trap end the run, needed or not.
; CHECK-LABEL: define void @divisions(
; CHECK-NEXT:    %[[NZ:.*]] = icmp ne i32 %b, 0
; CHECK-NEXT:    call void @sooth.continue.if(i1 %[[NZ]])
; CHECK-NEXT:    %u = udiv i32 %a, %b
; CHECK-NEXT:    %[[NZ:.*]] = icmp ne i32 %b, 0
; CHECK-NEXT:    %[[M1:.*]] = icmp eq i32 %b, -1
; CHECK-NEXT:    %[[MIN:.*]] = icmp eq i32 %a, -2147483648
; CHECK-NEXT:    %[[BOTH:.*]] = and i1 %[[M1]], %[[MIN]]
; CHECK-NEXT:    %[[FITS:.*]] = xor i1 %[[BOTH]], true
; CHECK-NEXT:    %[[OK:.*]] = and i1 %[[NZ]], %[[FITS]]
; CHECK-NEXT:    call void @sooth.continue.if(i1 %[[OK]])
; CHECK-NEXT:    %s = srem i32 %a, %b
; CHECK-NEXT:    %[[OK:.*]] = icmp ne i32 %a, -2147483648
; CHECK-NEXT:    call void @sooth.continue.if(i1 %[[OK]])
; CHECK-NEXT:    %n = sdiv i32 %a, -1
; CHECK-NEXT:    %[[NZ:.*]] = icmp ne i128 %w, 0
; CHECK-NEXT:    call void @sooth.continue.if(i1 %[[NZ]])
; CHECK-NEXT:    %wide = sdiv i128 1, %w
; CHECK-NEXT:    %always = sdiv i32 %a, 7
; CHECK-NEXT:    ret void
define void @divisions(i32 %a, i32 %b, i128 %w) {
  %u = udiv i32 %a, %b
  %s = srem i32 %a, %b
  %n = sdiv i32 %a, -1
  %wide = sdiv i128 1, %w
  %always = sdiv i32 %a, 7
  ret void
}
