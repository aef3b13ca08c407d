; RUN: %soothpass -passes=inline-calls -S %s | FileCheck %s

declare i32 @unknown(i32)
declare void @llvm.va_start(ptr)

; CHECK-LABEL: define i32 @main(
; CHECK-NOT:     call {{.*}}@once
; CHECK-NOT:     call {{.*}}@twice
; CHECK:         add i32 %x, %x, !dbg ![[INNER:[0-9]+]]
; CHECK:         call i32 @recursive(
; CHECK:         call i32 @unknown(
; CHECK:         call i32 (i32, ...) @variadic(
; CHECK:         call i32 @mismatch(i64
; CHECK:         call void @reach_error()
define i32 @main(i32 %x) !dbg !7 {
  %a = call i32 @twice(i32 %x), !dbg !8
  %b = call i32 @recursive(i32 %a), !dbg !8
  %c = call i32 @unknown(i32 %b), !dbg !8
  %d = call i32 (i32, ...) @variadic(i32 %c, i32 1), !dbg !8
  %e = call i32 @mismatch(i64 0), !dbg !8
  call void @reach_error(), !dbg !8
  ret i32 %d, !dbg !8
}
define internal i32 @once(i32 %x) !dbg !9 {
  %y = add i32 %x, %x, !dbg !10
  ret i32 %y, !dbg !10
}
define internal i32 @twice(i32 %x) !dbg !11 {
  %y = call i32 @once(i32 %x), !dbg !12
  ret i32 %y, !dbg !12
}
define internal i32 @recursive(i32 %x) {
  %z = icmp eq i32 %x, 0
  br i1 %z, label %done, label %more
more:
  %y = sub i32 %x, 1
  %r = call i32 @recursive(i32 %y)
  ret i32 %r
done:
  ret i32 0
}
define internal i32 @variadic(i32 %x, ...) {
  %l = alloca [24 x i8]
  call void @llvm.va_start(ptr %l)
  ret i32 %x
}
define internal i32 @mismatch(i32 %x) {
  ret i32 %x
}
; Its body does not matter, the call is the error.
define internal void @reach_error() {
  ret void
}

; CHECK-DAG: ![[INNER]] = !DILocation(line: 2, column: 1, scope: !{{[0-9]+}}, inlinedAt: ![[AT2:[0-9]+]])
; CHECK-DAG: ![[AT2]] = distinct !DILocation(line: 4, column: 1, scope: !{{[0-9]+}}, inlinedAt: ![[AT1:[0-9]+]])
; CHECK-DAG: ![[AT1]] = distinct !DILocation(line: 6, column: 1, scope: !{{[0-9]+}})

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "a.c", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: !{})
!7 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 5, type: !6, scopeLine: 5, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DILocation(line: 6, column: 1, scope: !7)
!9 = distinct !DISubprogram(name: "once", scope: !3, file: !3, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !2)
!10 = !DILocation(line: 2, column: 1, scope: !9)
!11 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !2)
!12 = !DILocation(line: 4, column: 1, scope: !11)
