; What the intrinsics mean, each as an assertion's failure.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s --match-full-lines

define i32 @main(i8 %a, i8 %b, i8 %c, i16 %h, i1 %p, i1 %q) {
entry:
  br label %sadd

; CHECK: sadd -> error when (let ((?0 (bvadd a b))) (not (ite (bvslt b #x00) (bvslt a ?0) (bvslt ?0 a))))
sadd:
  %sadd.w = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %sadd.v = extractvalue {i8, i1} %sadd.w, 1
  call void @sooth_assert(i1 %sadd.v)
  br label %sadd.const

; CHECK: sadd.const -> error when (not (bvslt #x7e a))
sadd.const:
  %sadd.const.w = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %a, i8 1)
  %sadd.const.v = extractvalue {i8, i1} %sadd.const.w, 1
  call void @sooth_assert(i1 %sadd.const.v)
  br label %ssub.const

; CHECK: ssub.const -> error when (not (bvslt a #x81))
ssub.const:
  %ssub.const.w = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %a, i8 1)
  %ssub.const.v = extractvalue {i8, i1} %ssub.const.w, 1
  call void @sooth_assert(i1 %ssub.const.v)
  br label %negate

; CHECK: negate -> error when (not (bvslt a #x81))
negate:
  %negate.w = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 0, i8 %a)
  %negate.v = extractvalue {i8, i1} %negate.w, 1
  call void @sooth_assert(i1 %negate.v)
  br label %usub

; CHECK: usub -> error when (not (bvult a b))
usub:
  %usub.w = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  %usub.v = extractvalue {i8, i1} %usub.w, 1
  call void @sooth_assert(i1 %usub.v)
  br label %smul

; CHECK: smul -> error when (= (bvmul ((_ sign_extend 8) a) ((_ sign_extend 8) b)) ((_ sign_extend 8) (bvmul a b)))
smul:
  %smul.w = call {i8, i1} @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  %smul.v = extractvalue {i8, i1} %smul.w, 1
  call void @sooth_assert(i1 %smul.v)
  br label %smax

; CHECK: smax -> error.1 when (= (ite (bvslt b a) a b) #x00)
smax:
  %smax.v = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  call void @__VERIFIER_assert(i8 %smax.v)
  br label %absolute

; CHECK: absolute -> error.1 when (= (ite (bvslt a #x00) (bvneg a) a) #x00)
absolute:
  %abs.v = call i8 @llvm.abs.i8(i8 %a, i1 true)
  call void @__VERIFIER_assert(i8 %abs.v)
  br label %bswap

; CHECK: bswap -> error.1 when (= ((_ extract 15 8) h) #x00)
bswap:
  %bswap.v = call i16 @llvm.bswap.i16(i16 %h)
  %bswap.t = trunc i16 %bswap.v to i8
  call void @__VERIFIER_assert(i8 %bswap.t)
  br label %fshl

; CHECK: fshl -> error.1 when (= ((_ extract 15 8) (bvshl (concat a b) ((_ zero_extend 8) (bvurem c #x08)))) #x00)
fshl:
  %fshl.v = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  call void @__VERIFIER_assert(i8 %fshl.v)
  br label %pair

; CHECK: pair -> error.1 when (= a #x00)
pair:
  %pair.x = insertvalue {i8, {i1, i8}} zeroinitializer, i8 %a, 1, 1
  %pair.y = insertvalue {i8, {i1, i8}} %pair.x, i8 %b, 0
  %pair.in = extractvalue {i8, {i1, i8}} %pair.y, 1
  %pair.v = extractvalue {i1, i8} %pair.in, 1
  call void @__VERIFIER_assert(i8 %pair.v)
  ret i32 0
}

declare void @__VERIFIER_assert(i8)
declare void @sooth_assert(i1)
declare {i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.usub.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1)
declare i16 @llvm.bswap.i16(i16)
declare i8 @llvm.fshl.i8(i8, i8, i8)
