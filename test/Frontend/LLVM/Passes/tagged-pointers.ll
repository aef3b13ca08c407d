; RUN: %soothpass -passes=tagged-pointers -S %s -o - | FileCheck %s
; Integers that are addresses with tags become pointers, in memory and out of
; it, and no others.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%node = type { i64, i32 }

declare noalias ptr @malloc(i64)
declare i64 @input()
declare void @use(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @main() {
  call void @linked()
  call void @loop()
  call void @numbers()
  call void @looked()
  call void @odd()
  call void @bytes()
  call void @filled()
  call void @other()
  ret i32 0
}

; What is stored and loaded, what is looked at, and what leads on.
; CHECK-LABEL: define void @linked(
define void @linked() {
  %a = call ptr @malloc(i64 16)
  %b = call ptr @malloc(i64 16)
; CHECK: store ptr inttoptr (i64 1 to ptr), ptr %b
  store i64 1, ptr %b
; CHECK: %tagged = call ptr @sooth.tagged(ptr %b, i64 -2, i64 1)
; CHECK-NEXT: store ptr %tagged, ptr %a
  %number = ptrtoint ptr %b to i64
  %tagged = or i64 %number, 1
  store i64 %tagged, ptr %a
; CHECK-NEXT: %n = load ptr, ptr %a
; CHECK-NEXT: [[COLOR:%.*]] = call i64 @sooth.tag.of(ptr %n, i64 1)
; CHECK-NEXT: call void @use(i64 [[COLOR]])
  %n = load i64, ptr %a
  %color = and i64 %n, 1
  call void @use(i64 %color)
; CHECK-NEXT: %c = call ptr @sooth.tagged(ptr %n, i64 -4, i64 0)
; CHECK-NEXT: [[IS:%.*]] = icmp eq ptr %c, null
  %c = and i64 %n, -4
  %none = icmp eq i64 %c, 0
; CHECK-NEXT: zext i1 [[IS]]
  %as.number = zext i1 %none to i64
; CHECK: %v = getelementptr %node, ptr %c, i64 0, i32 1
  %p = inttoptr i64 %c to ptr
  %v = getelementptr %node, ptr %p, i64 0, i32 1
  store i32 7, ptr %v
; Tags of one and the address of another; they may be set already.
; CHECK: [[OLD:%.*]] = call i64 @sooth.tag.of(ptr %n, i64 3)
; CHECK: [[HAD:%.*]] = call i64 @sooth.tag.of(ptr %a, i64 3)
; CHECK-NEXT: [[BOTH:%.*]] = or i64 [[HAD]], [[OLD]]
; CHECK-NEXT: [[NEW:%.*]] = call ptr @sooth.tagged(ptr %a, i64 -4, i64 [[BOTH]])
; CHECK-NEXT: store ptr [[NEW]], ptr %a
  %old = and i64 %n, 3
  %to.a = ptrtoint ptr %a to i64
  %both = or i64 %old, %to.a
  store i64 %both, ptr %a
  call void @use(i64 %as.number)
; The whole number is made where it is needed.
; CHECK: [[WHOLE:%.*]] = ptrtoint ptr %last to i64
; CHECK-NEXT: call void @use(i64 [[WHOLE]])
; CHECK-NEXT: ret void
  %last = load i64, ptr %b
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: define void @loop(
define void @loop() {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %x.number = ptrtoint ptr %x to i64
  %y.number = ptrtoint ptr %y to i64
  br label %head
head:
; CHECK: %n = phi ptr [ %x, %0 ], [ %next, %head ]
; CHECK: [[TAG:%.*]] = and i64 %in, 3
; CHECK: [[OLD:%.*]] = call i64 @sooth.tag.of(ptr %n, i64 3)
; CHECK-NEXT: [[NEW:%.*]] = xor i64 [[OLD]], [[TAG]]
; CHECK-NEXT: %flipped = call ptr @sooth.tagged(ptr %n, i64 -4, i64 [[NEW]])
; CHECK-NEXT: %next = select i1 %c, ptr %flipped, ptr %y
  %n = phi i64 [ %x.number, %0 ], [ %next, %head ]
  %in = call i64 @input()
  %tag = and i64 %in, 3
  %c = icmp eq i64 %in, 9
  %flipped = xor i64 %n, %tag
  %next = select i1 %c, i64 %flipped, i64 %y.number
; CHECK: %clean = call ptr @sooth.tagged(ptr %next, i64 -4, i64 0)
; CHECK-NEXT: store i32 0, ptr %clean
  %clean = and i64 %next, -4
  %p = inttoptr i64 %clean to ptr
  store i32 0, ptr %p
  br i1 %c, label %head, label %done
done:
  ret void
}

; A distance is no tag.
; CHECK-LABEL: define void @numbers(
; CHECK: %moved = getelementptr i8, ptr %a, i64 8
; CHECK-NEXT: store i32 1, ptr %moved
; CHECK: %same = call ptr @sooth.tagged(ptr %a, i64 -1, i64 -2)
define void @numbers() {
  %a = call ptr @malloc(i64 16)
  %n = ptrtoint ptr %a to i64
  %moved = add i64 %n, 8
  %p = inttoptr i64 %moved to ptr
  store i32 1, ptr %p
  %same = sub i64 %n, 2
  %q = inttoptr i64 %same to ptr
  store i8 1, ptr %q
  ret void
}

; Whether an address is aligned may be asked without a tag, too.
; CHECK-LABEL: define void @looked(
; CHECK: [[LOW:%.*]] = call i64 @sooth.tag.of(ptr %a, i64 7)
; CHECK-NEXT: call void @use(i64 [[LOW]])
; CHECK-NEXT: [[REST:%.*]] = call i64 @sooth.tag.of(ptr %a, i64 15)
; CHECK-NEXT: call void @use(i64 [[REST]])
; CHECK-NEXT: [[NUMBER:%.*]] = ptrtoint ptr %x to i64
; CHECK-NEXT: and i64 [[NUMBER]], 7
define void @looked() {
  %a = call ptr @malloc(i64 16)
  %x = alloca i32, align 4
  %n = ptrtoint ptr %a to i64
  %low = and i64 %n, 7
  call void @use(i64 %low)
  %rest = urem i64 %n, 16
  call void @use(i64 %rest)
  %x.n = ptrtoint ptr %x to i64
  %x.low = and i64 %x.n, 7
  call void @use(i64 %x.low)
  ret void
}

; An array of bytes may begin anywhere.
; CHECK-LABEL: define void @odd(
; CHECK: inttoptr i64 %clean to ptr
define void @odd() {
  %x = alloca [4 x i8], align 1
  %n = ptrtoint ptr %x to i64
  %clean = and i64 %n, -2
  %p = inttoptr i64 %clean to ptr
  store i8 1, ptr %p
  ret void
}

; A part of the number is written.
; CHECK-LABEL: define void @bytes(
; CHECK: load i64, ptr %a
define void @bytes() {
  %a = call ptr @malloc(i64 16)
  %n = ptrtoint ptr %a to i64
  store i64 %n, ptr %a
  store i8 1, ptr %a
  %l = load i64, ptr %a
  %c = and i64 %l, -2
  %p = inttoptr i64 %c to ptr
  store i64 0, ptr %p
  ret void
}

; CHECK-LABEL: define void @filled(
; CHECK: load i64, ptr %a
define void @filled() {
  %a = call ptr @malloc(i64 16)
  %n = ptrtoint ptr %a to i64
  store i64 %n, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 16, i1 false)
  %l = load i64, ptr %a
  %c = and i64 %l, -2
  %p = inttoptr i64 %c to ptr
  store i64 0, ptr %p
  ret void
}

; Any number may be there.
; CHECK-LABEL: define void @other(
; CHECK: load i64, ptr %a
define void @other() {
  %a = call ptr @malloc(i64 16)
  %n = call i64 @input()
  store i64 %n, ptr %a
  %l = load i64, ptr %a
  %c = and i64 %l, -2
  %p = inttoptr i64 %c to ptr
  store i64 0, ptr %p
  ret void
}
; CHECK: declare ptr @sooth.tagged(ptr, i64, i64) [[PURE:#[0-9]+]]
; CHECK: attributes [[PURE]] = { nosync nounwind willreturn memory(none) }
