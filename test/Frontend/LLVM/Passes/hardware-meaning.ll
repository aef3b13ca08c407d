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
; CHECK-NEXT:    %[[ZERO:.*]] = icmp eq i32 %l, 0
; CHECK-NEXT:    %[[ANY:.*]] = call i32 @sooth.any.zeros.i32()
; CHECK-NEXT:    select i1 %[[ZERO]], i32 %[[ANY]], i32 %z
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

; Every flag that makes poison, and promises about values, in LLVM 19.
; CHECK-LABEL: define i32 @flags(
; CHECK-NEXT:    %a = or i32 %x, 1
; CHECK-NEXT:    %b = zext i32 %a to i64
; CHECK-NEXT:    %c = trunc i64 %b to i8
; CHECK-NEXT:    %d = uitofp i32 %x to float
; CHECK-NEXT:    %g = getelementptr i8, ptr %p, i64 %b
; CHECK-NEXT:    %h = load ptr, ptr %g, align 8{{$}}
; CHECK-NEXT:    %i = call i32 @flags(i32 %a, ptr %h)
; CHECK-NEXT:    %j = call i32 @llvm.abs.i32(i32 %i, i1 false)
; CHECK-NEXT:    ret i32 %j
define range(i32 0, 9) i32 @flags(i32 %x, ptr align 8 %p) {
  %a = or disjoint i32 %x, 1
  %b = zext nneg i32 %a to i64
  %c = trunc nuw nsw i64 %b to i8
  %d = uitofp nneg i32 %x to float
  %g = getelementptr inbounds nuw i8, ptr %p, i64 %b
  %h = load ptr, ptr %g, !nonnull !3, !noundef !3, !align !4, !dereferenceable !4
  %i = call noundef range(i32 0, 9) i32 @flags(i32 noundef %a, ptr nonnull align 8 %h)
  %j = call range(i32 0, 9) i32 @llvm.abs.i32(i32 %i, i1 true)
  ret i32 %j
}
declare i32 @llvm.abs.i32(i32, i1)
!3 = !{}
!4 = !{i64 8}

; Where floating-point numbers are those that flags exclude, results are open.
; CHECK-LABEL: define i1 @finite(
; CHECK-NEXT:    %a = fadd reassoc double %x, 1.0
; CHECK-NEXT:    %[[R:.*]] = call i1 @llvm.is.fpclass.f64(double %a, i32 3)
; CHECK-NEXT:    %[[X:.*]] = call i1 @llvm.is.fpclass.f64(double %x, i32 3)
; CHECK-NEXT:    %[[BAD:.*]] = or i1 %[[R]], %[[X]]
; CHECK-NEXT:    %[[V:.*]] = call double @sooth.any.excluded.double()
; CHECK-NEXT:    %[[A:.*]] = select i1 %[[BAD]], double %[[V]], double %a
; CHECK-NEXT:    %b = fmul double %[[A]], %x
; CHECK-NEXT:    %[[Z:.*]] = fcmp oeq double %b, 0.000000e+00
; CHECK-NEXT:    %[[S:.*]] = call i1 @sooth.any.sign.i1()
; CHECK-NEXT:    %[[O:.*]] = select i1 %[[S]], double 0.000000e+00, double -0.000000e+00
; CHECK-NEXT:    %[[B:.*]] = select i1 %[[Z]], double %[[O]], double %b
; CHECK-NEXT:    %c = fcmp olt double %[[B]], 1.0
; CHECK-NEXT:    %[[I:.*]] = call i1 @llvm.is.fpclass.f64(double %[[B]], i32 516)
; CHECK-NEXT:    %[[W:.*]] = call i1 @sooth.any.excluded.i1()
; CHECK-NEXT:    %[[C:.*]] = select i1 %[[I]], i1 %[[W]], i1 %c
; CHECK-NEXT:    ret i1 %[[C]]
define i1 @finite(double %x) {
  %a = fadd nnan reassoc double %x, 1.0
  %b = fmul nsz double %a, %x
  %c = fcmp ninf olt double %b, 1.0
  ret i1 %c
}
