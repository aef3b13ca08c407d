; What is not modelled is an input that says what was read, if it decides
; anything; what is stored is forgotten.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

@table = constant [3 x i32] [i32 5, i32 6, i32 7]
@padded = constant {i8, [3 x i8]} {i8 1, [3 x i8] undef}
@array = global [3 x i32] zeroinitializer
@counter = global i32 0

define i32 @main(i64 %i, ptr %p, double %d) {
; CHECK: element -> error when
; CHECK: element -> constant when
; CHECK-NEXT: argument
; CHECK: havoc {{.*}} : (_ BitVec 32) from read outside of 'array'
element:
  %unused = load i32, ptr %p
  %place = getelementptr [3 x i32], ptr @array, i64 0, i64 %i
  %read = load i32, ptr %place
  store i32 3, ptr %place
  call void @__VERIFIER_assume(i32 %read)
  br label %constant

; A constant is known.
; CHECK: constant -> scalar when true
constant:
  %five = load i32, ptr @table
  %seven = load i32, ptr getelementptr ([3 x i32], ptr @table, i64 0, i64 2)
  %sum = add i32 %five, %seven
  %twelve = icmp eq i32 %sum, 12
  call void @sooth_assert(i1 %twelve)
  br label %scalar

; What it leaves open is nobody's approximation.
; CHECK: scalar -> pointer when (and (not (= padded+1 #x00)) (not (= counter #x00000000)))
scalar:
  %padding = load i8, ptr getelementptr (i8, ptr @padded, i64 1)
  %padding.int = zext i8 %padding to i32
  call void @__VERIFIER_assume(i32 %padding.int)
  %count = load i32, ptr @counter
  call void @__VERIFIER_assume(i32 %count)
  br label %pointer

; CHECK: from read through a pointer
pointer:
  %there = load i32, ptr %p
  call void @__VERIFIER_assume(i32 %there)
  br label %compare

; CHECK: Bool from order of pointers to two objects
compare:
  %same = icmp ult ptr %p, @counter
  %same.int = zext i1 %same to i32
  call void @__VERIFIER_assume(i32 %same.int)
  br label %float

; CHECK: from floating-point remainder
float:
  %half = frem double %d, 0.5
  %large = fcmp ogt double %half, 1.0
  %large.int = zext i1 %large to i32
  call void @__VERIFIER_assume(i32 %large.int)
  br label %address

; CHECK: from address used as a number
address:
  %number = ptrtoint ptr %p to i32
  call void @__VERIFIER_assume(i32 %number)
  br label %expression

; CHECK: from address used as a number
expression:
  %added = add i32 ptrtoint (ptr @array to i32), 1
  call void @__VERIFIER_assume(i32 %added)
  br label %asm

; CHECK: from result of inline assembly
asm:
  %answer = call i32 asm sideeffect "mov $$42, $0", "=r"()
  call void @__VERIFIER_assume(i32 %answer)
  br label %indirect

; CHECK: from result of a call through a function pointer
indirect:
  %result = call i32 %p(i32 1)
  call void @__VERIFIER_assume(i32 %result)
  br label %library

; CHECK: from result of 'strlen'
library:
  %length = call i32 @strlen(ptr %p)
  call void @__VERIFIER_assume(i32 %length)
  br label %atomic

; CHECK: from atomic access to memory
atomic:
  %old = atomicrmw add ptr @counter, i32 1 seq_cst
  call void @__VERIFIER_assume(i32 %old)
  br label %jump

; CHECK: jump -> end when [[CHOICE:havoc!.*]]
; CHECK-NEXT: havoc [[CHOICE]] : Bool from computed goto
; CHECK: jump -> other when [[OTHER:havoc!.*]]
; CHECK-NEXT: havoc [[OTHER]] : Bool from computed goto
jump:
  indirectbr ptr %p, [label %end, label %other]

other:
  br label %end

end:
  ret i32 0
}

declare void @__VERIFIER_assume(i32)
declare void @sooth_assert(i1)
declare i32 @strlen(ptr)
