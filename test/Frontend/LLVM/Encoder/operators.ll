; What the operators mean, each as an assertion's failure.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s --match-full-lines

define i32 @main(i8 %a, i8 %b, i8 %c, i16 %h, i1 %p, i1 %q) {
entry:
  br label %sub

; CHECK: sub -> error when (= (bvsub a b) #x00)
sub:
  %sub.v = sub nsw i8 %a, %b
  call void @__VERIFIER_assert(i8 %sub.v)
  br label %mul

; CHECK: mul -> error when (= (bvmul a b) #x00)
mul:
  %mul.v = mul nuw i8 %a, %b
  call void @__VERIFIER_assert(i8 %mul.v)
  br label %and8

; CHECK: and8 -> error when (= (bvand a b) #x00)
and8:
  %and.v = and i8 %a, %b
  call void @__VERIFIER_assert(i8 %and.v)
  br label %shl

; CHECK: shl -> error when (= (bvshl a (bvand b #x1f)) #x00)
shl:
  %shl.v = shl i8 %a, %b
  call void @__VERIFIER_assert(i8 %shl.v)
  br label %lshr

; CHECK: lshr -> error when (= (bvlshr a #x03) #x00)
lshr:
  %lshr.v = lshr i8 %a, 3
  call void @__VERIFIER_assert(i8 %lshr.v)
  br label %and1

; CHECK: and1 -> error.1 when (not (and p q))
and1:
  %and1.v = and i1 %p, %q
  call void @sooth_assert(i1 %and1.v)
  br label %xor1

; CHECK: xor1 -> error.1 when (= p q)
xor1:
  %xor1.v = xor i1 %p, %q
  call void @sooth_assert(i1 %xor1.v)
  br label %slt

; CHECK: slt -> error.1 when (not (bvslt a b))
slt:
  %slt.v = icmp slt i8 %a, %b
  call void @sooth_assert(i1 %slt.v)
  br label %sge

; CHECK: sge -> error.1 when (bvslt a b)
sge:
  %sge.v = icmp sge i8 %a, %b
  call void @sooth_assert(i1 %sge.v)
  br label %ule

; CHECK: ule -> error.1 when (bvult b a)
ule:
  %ule.v = icmp ule i8 %a, %b
  call void @sooth_assert(i1 %ule.v)
  br label %ult1

; CHECK: ult1 -> error.1 when (not (and q (not p)))
ult1:
  ; false < true
  %ult1.v = icmp ult i1 %p, %q
  call void @sooth_assert(i1 %ult1.v)
  br label %slt1

; CHECK: slt1 -> error.1 when (not (and p (not q)))
slt1:
  ; as signed numbers, true < false
  %slt1.v = icmp slt i1 %p, %q
  call void @sooth_assert(i1 %slt1.v)
  br label %ext

; CHECK: ext -> error.1 when (= ((_ zero_extend 8) a) ((_ sign_extend 8) b))
ext:
  %ext.z = zext i8 %a to i16
  %ext.s = sext i8 %b to i16
  %ext.v = icmp ne i16 %ext.z, %ext.s
  call void @sooth_assert(i1 %ext.v)
  br label %trunc

; CHECK: trunc -> error.1 when (not (= ((_ extract 0 0) a) #b1))
trunc:
  %trunc.v = trunc i8 %a to i1
  call void @sooth_assert(i1 %trunc.v)
  br label %choice

; CHECK: choice -> error when (= (ite q (ite p #xff #x00) a) #x00)
choice:
  %select.s = sext i1 %p to i8
  %select.v = select i1 %q, i8 %select.s, i8 %a
  call void @__VERIFIER_assert(i8 %select.v)
  br label %freeze

; CHECK: freeze -> error when (= a #x00)
freeze:
  %freeze.v = freeze i8 %a
  call void @__VERIFIER_assert(i8 %freeze.v)
  ret i32 0
}

declare void @__VERIFIER_assert(i8)
declare void @sooth_assert(i1)
