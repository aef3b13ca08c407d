; Structures and arrays that are only accessed part by part become scalars.
; RUN: %soothpass -passes='split-globals<whole-program>' -S %s | FileCheck %s
; RUN: %soothpass -passes=split-globals -S %s | FileCheck %s --check-prefix=ONE
; RUN: %soothpass -passes='split-globals<whole-program>,thread-globals<whole-program>,function(mem2reg)' -S %s | FileCheck %s --check-prefix=THREADED

%pair = type { i32, [2 x i16] }

; CHECK-DAG: @state.0 = internal global i32 7
; CHECK-DAG: @state.4 = internal global i16 8
; CHECK-DAG: @state.6 = internal global i16 9
; CHECK-DAG: @indexed = internal global [4 x i32] zeroinitializer
; CHECK-DAG: @punned = internal global i32
; CHECK-DAG: @escapes = internal global %pair zeroinitializer
; CHECK-DAG: @copied = internal global %pair zeroinitializer
; CHECK-NOT: @state =
; ONE: @state = global %pair
@state = global %pair { i32 7, [2 x i16] [i16 8, i16 9] }
@indexed = internal global [4 x i32] zeroinitializer
@punned = internal global i32 0
@escapes = internal global %pair zeroinitializer
@copied = internal global %pair zeroinitializer

; An integer read whole and by halves is one part too few.
; CHECK-DAG: @overlap = internal global { i32, i32 } zeroinitializer
@overlap = internal global { i32, i32 } zeroinitializer

declare void @sink(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define i32 @main(
; CHECK: %a = load i32, ptr @state.0
; CHECK: store i16 3, ptr @state.4
; CHECK: %b = load i16, ptr @state.6
; THREADED-LABEL: define i32 @main(
; THREADED-NOT: @state
; THREADED: %c = zext i16 9 to i32
; THREADED: %d = add i32 7, %c
define i32 @main(i64 %i) {
  %a = load i32, ptr @state
  store i16 3, ptr getelementptr (%pair, ptr @state, i32 0, i32 1, i32 0)
  %p = getelementptr %pair, ptr @state, i32 0, i32 1
  %q = getelementptr [2 x i16], ptr %p, i64 0, i64 1
  %b = load i16, ptr %q
  %c = zext i16 %b to i32
  %d = add i32 %a, %c

  %x = getelementptr [4 x i32], ptr @indexed, i64 0, i64 %i
  store i32 1, ptr %x
  %y = load i16, ptr @punned
  store i32 1, ptr @punned
  call void @sink(ptr @escapes)
  call void @llvm.memset.p0.i64(ptr @copied, i8 0, i64 8, i1 false)
  store i32 1, ptr @overlap
  %o = load i64, ptr @overlap
  ret i32 %d
}
