; The parts of a structure are described as fragments of it, in locals too; a part
; that is the whole is described as the whole.
; RUN: %soothpass -passes='split-globals,thread-globals,function(mem2reg)' -S %s | FileCheck %s

@pair = internal global { i32, i32 } { i32 1, i32 2 }, !dbg !0
@bits = internal global { i64 } { i64 3 }, !dbg !20

; CHECK-LABEL: define i32 @main(
; CHECK-DAG: #dbg_value(i32 1, ![[PAIR:[0-9]+]], !DIExpression(DW_OP_LLVM_fragment, 0, 32),
; CHECK-DAG: #dbg_value(i32 2, ![[PAIR]], !DIExpression(DW_OP_LLVM_fragment, 32, 32),
; CHECK-DAG: #dbg_value(i64 3, ![[BITS:[0-9]+]], !DIExpression(),
; CHECK:     #dbg_value(i32 %n, ![[PAIR]], !DIExpression(DW_OP_LLVM_fragment, 0, 32),
; CHECK-DAG: ![[PAIR]] = !DILocalVariable(name: "pair"
; CHECK-DAG: ![[BITS]] = !DILocalVariable(name: "bits"
define i32 @main(i32 %n, i64 %b) !dbg !7 {
  store i32 %n, ptr @pair, !dbg !10
  %q = getelementptr { i32, i32 }, ptr @pair, i32 0, i32 1, !dbg !10
  %w = load i32, ptr %q, !dbg !10
  store i32 %w, ptr %q, !dbg !10
  %v = load i32, ptr @pair, !dbg !10
  store i64 %b, ptr @bits, !dbg !10
  %u = load i64, ptr @bits, !dbg !10
  ret i32 %v, !dbg !10
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!5}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "pair", scope: !2, file: !3, line: 3, type: !11, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !6)
!3 = !DIFile(filename: "pair.c", directory: "/")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{!0, !20}
!7 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 9, type: !8, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DISubroutineType(types: !9)
!9 = !{!4}
!10 = !DILocation(line: 10, column: 3, scope: !7)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !3, line: 2, size: 64, elements: !12)
!12 = !{!13, !14}
!13 = !DIDerivedType(tag: DW_TAG_member, name: "A", file: !3, line: 2, baseType: !4, size: 32)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "B", file: !3, line: 2, baseType: !4, size: 32, offset: 32)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "bits", scope: !2, file: !3, line: 4, type: !22, isLocal: true, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 4, size: 64, elements: !23)
!23 = !{!24}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "C", file: !3, line: 4, baseType: !25, size: 40, flags: DIFlagBitField)
!25 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
