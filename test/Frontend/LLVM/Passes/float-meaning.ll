; What is left open becomes the result of a call.
; RUN: %soothpass -passes=float-meaning -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define i32 @to_signed(float %x)
; CHECK-NEXT:    %i = fptosi float %x to i32
; CHECK-NEXT:    %[[L:.*]] = fcmp oge float %x, 0xC1E0000000000000
; CHECK-NEXT:    %[[H:.*]] = fcmp olt float %x, 0x41E0000000000000
; CHECK-NEXT:    %[[F:.*]] = and i1 %[[L]], %[[H]]
; CHECK-NEXT:    %[[A:.*]] = call i32 @sooth.any.integer.i32()
; CHECK-NEXT:    %[[S:.*]] = select i1 %[[F]], i32 %i, i32 %[[A]]
; CHECK-NEXT:    ret i32 %[[S]]
define i32 @to_signed(float %x) {
  %i = fptosi float %x to i32
  ret i32 %i
}

; A double has the numbers next to the bounds.
; CHECK-LABEL: define i32 @to_signed_double(double %x)
; CHECK:         fcmp ogt double %x, 0xC1E0000000200000
; CHECK:         fcmp olt double %x, 0x41E0000000000000
define i32 @to_signed_double(double %x) {
  %i = fptosi double %x to i32
  ret i32 %i
}

; CHECK-LABEL: define i8 @to_unsigned(float %x)
; CHECK:         fcmp ogt float %x, -1.000000e+00
; CHECK:         fcmp olt float %x, 2.560000e+02
define i8 @to_unsigned(float %x) {
  %i = fptoui float %x to i8
  ret i8 %i
}

; No half is too large for an int but infinity.
; CHECK-LABEL: define i32 @to_signed_half(half %x)
; CHECK:         fcmp ogt half %x, 0xHFC00
; CHECK:         fcmp olt half %x, 0xH7C00
define i32 @to_signed_half(half %x) {
  %i = fptosi half %x to i32
  ret i32 %i
}

; CHECK-LABEL: define i32 @bits(float %x)
; CHECK-NEXT:    %b = bitcast float %x to i32
; CHECK-NEXT:    %[[N:.*]] = fcmp uno float %x, %x
; CHECK-NEXT:    %[[A:.*]] = call i32 @sooth.any.nan.i32()
; CHECK-NEXT:    %[[O:.*]] = or i32 %[[A]], 2139095040
; CHECK:         %[[S:.*]] = select i1 %[[N]], i32 %{{.*}}, i32 %b
; CHECK-NEXT:    ret i32 %[[S]]
define i32 @bits(float %x) {
  %b = bitcast float %x to i32
  ret i32 %b
}

; Bits that the program gave are those that it gets, on machines that do not
; hand numbers over in registers of the x87.
; CHECK-LABEL: define i64 @given(i64 %x, i1 %c)
; CHECK-NOT:     call
; CHECK:         ret i64 %b
define i64 @given(i64 %x, i1 %c) {
  %d = bitcast i64 %x to double
  %f = freeze double %d
  %s = select i1 %c, double %f, double 1.0
  %b = bitcast double %s to i64
  ret i64 %b
}

; CHECK-LABEL: define double @least(double %x, double %y)
; CHECK-NOT:     @llvm.minnum
; CHECK:         call i1 @sooth.any.zero.i1()
define double @least(double %x, double %y) {
  %m = call double @llvm.minnum.f64(double %x, double %y)
  ret double %m
}

; CHECK-LABEL: define i64 @nearest(double %x)
; CHECK-NEXT:    %[[W:.*]] = call double @llvm.rint.f64(double %x)
; CHECK-NEXT:    fptosi double %[[W]] to i64
define i64 @nearest(double %x) {
  %i = call i64 @llvm.lrint.i64.f64(double %x)
  ret i64 %i
}

; CHECK-LABEL: define double @sign(double %x, double %y)
; CHECK:         fcmp uno double %y, %y
; CHECK:         call double @llvm.copysign.f64(double %x, double %{{.*}})
define double @sign(double %x, double %y) {
  %s = call double @llvm.copysign.f64(double %x, double %y)
  ret double %s
}

declare double @llvm.minnum.f64(double, double)
declare double @llvm.copysign.f64(double, double)
declare i64 @llvm.lrint.i64.f64(double)
