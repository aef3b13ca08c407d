; What must not be threaded, and why.
; RUN: %soothpass -passes='thread-globals<whole-program>' -S %s | FileCheck %s
; RUN: %soothpass -passes=thread-globals -S %s | FileCheck %s --check-prefix=ONE

; CHECK-DAG: @volatile_access = global i32 0
; CHECK-DAG: @atomic_access = global i32 0
; CHECK-DAG: @other_type = global i32 0
; CHECK-DAG: @address_stored = global i32 0
; CHECK-DAG: @stored_address = global ptr null
; CHECK-DAG: @external = external global i32
; CHECK-DAG: @uninitialized = global i32 undef
; CHECK-DAG: @by_callback = internal global i32 0
; CHECK-DAG: @aggregate = global { i32, i32 } zeroinitializer
; CHECK-NOT: @fine
; CHECK-NOT: @never_stored
; CHECK-NOT: @never_read
@volatile_access = global i32 0
@atomic_access = global i32 0
@other_type = global i32 0
@address_stored = global i32 0
@stored_address = global ptr null
@external = external global i32
@uninitialized = global i32 undef
@by_callback = internal global i32 0
@aggregate = global {i32, i32} zeroinitializer
@fine = global i32 4
@never_stored = global i32 5
@never_read = global i32 6
@table = constant i32 7

; Only one module: what others may see stays, local ones go.
; ONE-DAG: @fine = global i32 4
; ONE-DAG: @never_stored = global i32 5
; ONE-NOT: @local_fine
; ONE-DAG: @by_exported = internal global i32 0
; CHECK-NOT: @by_exported
@local_fine = internal global i32 1
@by_exported = internal global i32 0

declare void @call_me(ptr)

; CHECK-LABEL: define i32 @main()
; CHECK:         %[[SUM:.*]] = add i32 5, 7
; ONE-LABEL: define i32 @main()
; ONE:         %x4 = load i32, ptr @never_stored
; ONE-NEXT:    add i32 %x4, 7
define i32 @main() {
  %x1 = load volatile i32, ptr @volatile_access
  store i32 %x1, ptr @volatile_access
  %x2 = load atomic i32, ptr @atomic_access seq_cst, align 4
  store i32 %x2, ptr @atomic_access
  %x3 = load i16, ptr @other_type
  store i32 1, ptr @other_type
  store ptr @address_stored, ptr @stored_address
  %p = load volatile ptr, ptr @stored_address
  store i32 2, ptr @external
  store i32 3, ptr @uninitialized
  %xu = load i32, ptr @uninitialized
  call void @call_me(ptr @callback)
  store {i32, i32} zeroinitializer, ptr @aggregate
  %xa = load {i32, i32}, ptr @aggregate
  %xe = load i32, ptr @external
  %xs = load i32, ptr @address_stored
  store i32 8, ptr @fine
  %xf = load i32, ptr @fine
  %x4 = load i32, ptr @never_stored
  %x5 = load i32, ptr @table
  %sum = add i32 %x4, %x5
  store i32 8, ptr @never_read
  store i32 8, ptr @local_fine
  %xl = load i32, ptr @local_fine
  call void @exported()
  ret i32 %sum
}

define internal void @callback() {
  store i32 1, ptr @by_callback
  %v = load i32, ptr @by_callback
  ret void
}

define void @exported() {
  store i32 1, ptr @by_exported
  %v = load i32, ptr @by_exported
  ret void
}

; Nobody calls it: it goes, or else it would stand in the way of @fine.
; CHECK-NOT: @unreachable_function
; ONE: define void @unreachable_function
define void @unreachable_function(ptr %p) {
  %v = load i32, ptr @fine
  %w = ptrtoint ptr @fine to i64
  ret void
}
