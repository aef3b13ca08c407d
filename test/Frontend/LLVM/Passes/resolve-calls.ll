; RUN: %soothpass -passes=resolve-calls -S %s | FileCheck %s

@table = internal constant [2 x ptr] [ptr @f, ptr @g]
@kept = global ptr @never

declare i32 @__VERIFIER_nondet_int()

; What a select and a phi choose from; null traps.
; CHECK-LABEL: define i32 @chosen(
; CHECK:         [[N:%.*]] = select i1 %c, i32 1, i32 0
; CHECK:       join:
; CHECK:         [[WHICH:%.*]] = phi i32 [ [[N]], %entry ], [ 2, %other ]
; CHECK:         switch i32 [[WHICH]], label %[[NONE:.*]] [
; CHECK-DAG:       i32 1, label %[[F:.*]]
; CHECK-DAG:       i32 2, label %[[G:.*]]
; CHECK:       [[NONE]]:
; CHECK-NEXT:    call void @llvm.trap()
; CHECK-NEXT:    unreachable
; CHECK:       indirect.g:
; CHECK-NEXT:    %{{.*}} = call i32 @g(i32 7)
; CHECK:       indirect.f:
; CHECK-NEXT:    %{{.*}} = call i32 @f(i32 7)
; CHECK-NOT:   @never
; CHECK:         phi i32
define i32 @chosen(i1 %c, i1 %d) {
entry:
  %p = select i1 %c, ptr @f, ptr null
  br i1 %d, label %join, label %other
other:
  br label %join
join:
  %q = phi ptr [ %p, %entry ], [ @g, %other ]
  %r = call i32 %q(i32 7)
  ret i32 %r
}

; Comparisons of what is known.
; CHECK-LABEL: define i1 @compared(
; CHECK:         select i1 %c, i32 1, i32 2
; CHECK:         icmp eq i32 %{{.*}}, 1
define i1 @compared(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %e = icmp eq ptr %p, @f
  ret i1 %e
}

; CHECK-LABEL: define i32 @fromTable(
; CHECK:         icmp eq i64 %i, 0
; CHECK:         icmp eq i64 %i, 1
; CHECK:         switch i32
; CHECK-NOT:     @never
define i32 @fromTable(i64 %i) {
  %a = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %i
  %p = load ptr, ptr %a
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; From memory: any function of the type whose address is taken.
; CHECK-LABEL: define internal i32 @anywhere(
; CHECK:         switch i32
; CHECK-DAG:       label %[[F2:indirect.f.*]]
; CHECK-DAG:       label %[[G2:indirect.g.*]]
; CHECK-DAG:       label %[[N2:indirect.never.*]]
; CHECK-NOT:     @other
; CHECK:         ret i32
define internal i32 @anywhere(ptr %a) {
  %p = load ptr, ptr %a
  %r = call i32 %p(i32 1)
  ret i32 %r
}

define internal i32 @f(i32 %x) {
  ret i32 %x
}
define internal i32 @g(i32 %x) {
  ret i32 0
}
define internal i32 @never(i32 %x) {
  ret i32 1
}
define internal i32 @other(i32 %x) {
  ret i32 2
}
