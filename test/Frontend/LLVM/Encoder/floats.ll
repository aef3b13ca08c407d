; Floating-point operators, each as an assertion's failure.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

define i32 @main(float %a, float %b, double %d, i32 %i, x86_fp80 %l) {
entry:
  br label %add

; CHECK: add -> error when (fp32.eq (fp32.add a b) #x3f800000)
add:
  %add.v = fadd float %a, %b
  %add.c = fcmp une float %add.v, 1.0
  call void @__VERIFIER_assert(i1 %add.c)
  br label %less

; CHECK: less -> error when (not (fp32.lt b a))
less:
  %less.c = fcmp ogt float %a, %b
  call void @__VERIFIER_assert(i1 %less.c)
  br label %notless

; CHECK: notless -> error when (fp32.le b a)
notless:
  %notless.c = fcmp ult float %a, %b
  call void @__VERIFIER_assert(i1 %notless.c)
  br label %convert

; CHECK: convert -> error when (not (fp64.lt d (fp64.from.fp32 a)))
convert:
  %convert.v = fpext float %a to double
  %convert.c = fcmp olt double %d, %convert.v
  call void @__VERIFIER_assert(i1 %convert.c)
  br label %integers

; CHECK: integers -> error when (= i (fp80.to_signed.32 (fp80.from_unsigned.32 i)))
integers:
  %integers.v = uitofp i32 %i to x86_fp80
  %integers.i = fptosi x86_fp80 %integers.v to i32
  %integers.c = icmp ne i32 %integers.i, %i
  call void @__VERIFIER_assert(i1 %integers.c)
  br label %negate

; CHECK: negate -> error when (not (bvslt (bvxor a #x80000000) #x00000000))
negate:
  %negate.v = fneg float %a
  %negate.b = bitcast float %negate.v to i32
  %negate.c = icmp slt i32 %negate.b, 0
  call void @__VERIFIER_assert(i1 %negate.c)
  br label %rounded

; CHECK: rounded -> error when (fp64.eq (fp64.round.down d) (fp64.sqrt d))
rounded:
  %rounded.f = call double @llvm.floor.f64(double %d)
  %rounded.s = call double @llvm.sqrt.f64(double %d)
  %rounded.c = fcmp une double %rounded.f, %rounded.s
  call void @__VERIFIER_assert(i1 %rounded.c)
  br label %class

; CHECK: class -> error when (not (and (= ((_ extract 30 23) a) #xff) (= ((_ extract 22 0) a) #b00000000000000000000000)))
class:
  %class.c = call i1 @llvm.is.fpclass.f32(float %a, i32 516)
  call void @__VERIFIER_assert(i1 %class.c)
  br label %muladd

; CHECK: muladd -> error when (fp32.eq a (fp32.add a (fp32.mul a b)))
muladd:
  %muladd.v = call float @llvm.fmuladd.f32(float %a, float %b, float %a)
  %muladd.c = fcmp une float %muladd.v, %a
  call void @__VERIFIER_assert(i1 %muladd.c)
  br label %fast

; What the compiler may reorder has no one value.
; CHECK: fast -> error
; CHECK: from floating-point number of a precision that the compiler chooses
fast:
  %fast.v = fadd reassoc float %a, %b
  %fast.c = fcmp une float %fast.v, 1.0
  call void @__VERIFIER_assert(i1 %fast.c)
  br label %rest

; CHECK: from floating-point remainder
rest:
  %rest.v = frem float %a, %b
  %rest.c = fcmp une float %rest.v, 1.0
  call void @__VERIFIER_assert(i1 %rest.c)
  ret i32 0
}

declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare float @llvm.fmuladd.f32(float, float, float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare void @__VERIFIER_assert(i1)
