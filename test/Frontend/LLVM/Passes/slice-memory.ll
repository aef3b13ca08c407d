; Stores to what is never read for the error are lost, others are kept; so are
; those that might go past the end of what they write.
; RUN: %soothpass -passes=slice-assertions -S %s | FileCheck %s --implicit-check-not=useless

declare void @reach_error()
declare void @sink(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-DAG: @read = internal global
; CHECK-DAG: @exported = global
@read = internal global [4 x i32] zeroinitializer
@written = internal global [4 x i32] zeroinitializer
@exported = global i32 0

; CHECK-LABEL: define i32 @main(
; CHECK-NEXT:    %escaping = alloca i32
; CHECK-NEXT:    %source = alloca [4 x i32]
; CHECK-NEXT:    store i32 1, ptr %source
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr @read, ptr %source, i64 16, i1 false)
; CHECK-NEXT:    %beyond = getelementptr [4 x i32], ptr @written, i64 0, i64 %i
; CHECK-NEXT:    store i32 5, ptr %beyond
; CHECK-NEXT:    call void @sink(ptr %escaping)
; CHECK-NEXT:    store i32 2, ptr %escaping
; CHECK-NEXT:    store i32 3, ptr @exported
; CHECK-NEXT:    store i32 4, ptr %p
; CHECK-NEXT:    %vol = load volatile i32, ptr @read
; CHECK-NEXT:    %a = getelementptr [4 x i32], ptr @read, i64 0, i64 %i
; CHECK-NEXT:    %v = load i32, ptr %a
; CHECK-NEXT:    %e = icmp eq i32 %v, 0
; CHECK-NEXT:    br i1 %e, label %error, label %end
define i32 @main(i64 %i, ptr %p) {
  %escaping = alloca i32
  %source = alloca [4 x i32]
  %useless.target = alloca [4 x i32]
  store i32 1, ptr %source
  call void @llvm.memcpy.p0.p0.i64(ptr @read, ptr %source, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %useless.target, ptr @read, i64 16, i1 false)
  %useless.x = load i32, ptr %useless.target
  %useless.i = and i64 %i, 3
  %useless.a = getelementptr [4 x i32], ptr @written, i64 0, i64 %useless.i
  store i32 %useless.x, ptr %useless.a
  %beyond = getelementptr [4 x i32], ptr @written, i64 0, i64 %i
  store i32 5, ptr %beyond
  call void @sink(ptr %escaping)
  store i32 2, ptr %escaping
  store i32 3, ptr @exported
  store i32 4, ptr %p
  %vol = load volatile i32, ptr @read
  %a = getelementptr [4 x i32], ptr @read, i64 0, i64 %i
  %v = load i32, ptr %a
  %e = icmp eq i32 %v, 0
  br i1 %e, label %error, label %done
error:
  call void @reach_error()
  unreachable
done:
  ret i32 0
}
