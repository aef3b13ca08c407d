; The locals are known to debuggers, and so to traces, by the global's name.
; RUN: %soothpass -passes='thread-globals<whole-program>,function(mem2reg)' -S %s | FileCheck %s

@counter = global i32 0, !dbg !0

; CHECK-LABEL: define i32 @main()
; CHECK:         #dbg_value(i32 0, ![[IN_MAIN:[0-9]+]], !DIExpression(),
; CHECK:         %[[OUT:.*]] = call i32 @inc(i32 0), !dbg
; CHECK:         #dbg_value(i32 %[[OUT]], ![[IN_MAIN]], !DIExpression(),
define i32 @main() !dbg !7 {
  call void @inc(), !dbg !10
  %v = load i32, ptr @counter, !dbg !10
  ret i32 %v, !dbg !10
}

; CHECK-LABEL: define i32 @inc(i32 %in_counter) !dbg
; CHECK:         #dbg_value(i32 %in_counter, ![[IN_INC:[0-9]+]], !DIExpression(),
; CHECK:         %w = add
; CHECK:         #dbg_value(i32 %w, ![[IN_INC]], !DIExpression(),
define void @inc() !dbg !11 {
  %v = load i32, ptr @counter, !dbg !12
  %w = add i32 %v, 1, !dbg !12
  store i32 %w, ptr @counter, !dbg !12
  ret void, !dbg !12
}

; CHECK-DAG: ![[IN_MAIN]] = !DILocalVariable(name: "counter", scope: ![[MAIN:[0-9]+]], file: !{{[0-9]+}}, line: 3, type: !{{[0-9]+}}, flags: DIFlagArtificial)
; CHECK-DAG: ![[MAIN]] = distinct !DISubprogram(name: "main"
; CHECK-DAG: ![[IN_INC]] = !DILocalVariable(name: "counter", scope: ![[INC:[0-9]+]], file: !{{[0-9]+}}, line: 3, type: !{{[0-9]+}}, flags: DIFlagArtificial)
; CHECK-DAG: ![[INC]] = distinct !DISubprogram(name: "inc"

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 3, type: !4, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !6)
!3 = !DIFile(filename: "counter.c", directory: "/")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{!0}
!7 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 9, type: !8, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DISubroutineType(types: !9)
!9 = !{!4}
!10 = !DILocation(line: 10, column: 3, scope: !7)
!11 = distinct !DISubprogram(name: "inc", scope: !3, file: !3, line: 5, type: !8, scopeLine: 5, spFlags: DISPFlagDefinition, unit: !2)
!12 = !DILocation(line: 6, column: 3, scope: !11)
