; RUN: %soothpass -passes='pin-uninitialized' -S %s | FileCheck %s
; RUN: %soothpass -passes='function(pin-uninitialized,sroa)' -S %s | FileCheck %s --check-prefix=SROA

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @sink(ptr)

; int x; if (c) x = 5; return x;  is not 5.
; CHECK-LABEL: define i32 @scalar(
; CHECK-NEXT:    %x = alloca i32
; CHECK-SAME:    !sooth.pinned
; CHECK-NEXT:    %[[ANY:.*]] = freeze i32 poison
; CHECK-NEXT:    store i32 %[[ANY]], ptr %x
; SROA-LABEL: define i32 @scalar(
; SROA-NEXT:     %[[ANY:.*]] = freeze i32 poison
; SROA:          %[[X:.*]] = phi i32 [ 5, %then ], [ %[[ANY]], %0 ]
; SROA-NEXT:     ret i32 %[[X]]
define i32 @scalar(i1 %c) {
  %x = alloca i32
  br i1 %c, label %then, label %join
then:
  store i32 5, ptr %x
  br label %join
join:
  %v = load i32, ptr %x
  ret i32 %v
}

; A structure that sroa takes apart: each of its scalars, where it begins; not
; where it is allocated, as nothing uses it before.
; CHECK-LABEL: define i32 @structure(
; CHECK-NEXT:    %s = alloca { i32, [2 x i8] }
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK-NEXT:    call void @llvm.lifetime.start.p0
; CHECK-NEXT:    freeze i32 poison
; CHECK-NEXT:    store i32 %{{.*}}, ptr %s
; CHECK:         %[[P4:.*]] = getelementptr i8, ptr %s, i64 4
; CHECK:         store i8 %{{.*}}, ptr %[[P4]]
; CHECK:         %[[P5:.*]] = getelementptr i8, ptr %s, i64 5
; CHECK:         store i8 %{{.*}}, ptr %[[P5]]
; SROA-LABEL: define i32 @structure(
; SROA-NOT: undef
; SROA: ret i32
define i32 @structure(i1 %c) {
  %s = alloca { i32, [2 x i8] }
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  %p = getelementptr { i32, [2 x i8] }, ptr %s, i32 0, i32 1, i64 1
  %b = load i8, ptr %p
  %z = icmp eq i8 %b, 0
  br i1 %z, label %loop, label %done
done:
  %v = load i32, ptr %s
  ret i32 %v
}

; It may be used before it begins.
; CHECK-LABEL: define i32 @jumped(
; CHECK-NEXT:    %x = alloca i32
; CHECK-NEXT:    freeze i32 poison
; CHECK-NEXT:    store i32
; CHECK:       begin:
; CHECK-NEXT:    call void @llvm.lifetime.start.p0
; CHECK-NEXT:    freeze i32 poison
; CHECK-NEXT:    store i32
define i32 @jumped(i1 %c) {
  %x = alloca i32
  br i1 %c, label %begin, label %use
begin:
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  br label %use
use:
  %v = load i32, ptr %x
  ret i32 %v
}

; What stays in memory is left alone.
; CHECK-LABEL: define void @memory(
; CHECK-NEXT:    %a = alloca [10 x i32]
; CHECK-NEXT:    %e = alloca { i32, i32 }
; CHECK-NEXT:    %p = getelementptr
; CHECK-NEXT:    store i32 1, ptr %p
; CHECK-NEXT:    call void @sink(ptr %e)
define void @memory(i64 %i) {
  %a = alloca [10 x i32]
  %e = alloca { i32, i32 }
  %p = getelementptr [10 x i32], ptr %a, i64 0, i64 %i
  store i32 1, ptr %p
  call void @sink(ptr %e)
  ret void
}

; Too large for scalars: it is kept in memory.
; SROA-LABEL: define i32 @large(
; SROA-NEXT:    %a = alloca [1000 x i32]
define i32 @large(i1 %c) {
  %a = alloca [1000 x i32]
  br i1 %c, label %then, label %join
then:
  store i32 5, ptr %a
  br label %join
join:
  %v = load i32, ptr %a
  ret i32 %v
}
