; What ends a run silently stays on the way to an error, as it is.
; RUN: split-file %s %t
; RUN: %soothpass -passes=slice-assertions -S %t/switch.ll | FileCheck %s --check-prefix=SWITCH
; RUN: %soothpass -passes=slice-assertions -S %t/asserts.ll | FileCheck %s --check-prefix=ASSERTS
; RUN: %soothpass -passes=slice-assertions -S %t/none.ll | FileCheck %s --check-prefix=NONE

;--- switch.ll
; The default must not be taken for impossible.
; SWITCH-LABEL: define i32 @main(
; SWITCH-NEXT:    switch i32 %n, label %impossible [
; SWITCH-NEXT:      i32 1, label %error
; SWITCH-NEXT:      i32 2, label %error
; SWITCH-NEXT:    ]
; SWITCH:       impossible:
; SWITCH-NEXT:    call void @sooth.undefined()
; SWITCH:       error:
; SWITCH-NEXT:    call void @llvm.ubsantrap(i8 0)
declare void @llvm.ubsantrap(i8)
define i32 @main(i32 %n) {
  switch i32 %n, label %impossible [ i32 1, label %error
                                     i32 2, label %error ]
impossible:
  unreachable
error:
  call void @llvm.ubsantrap(i8 0)
  unreachable
}

;--- asserts.ll
; A condition is checked and the run goes on, to the next.
; ASSERTS-LABEL: define i32 @main(
; ASSERTS-NEXT:    call void @sooth_assert(i32 %n)
; ASSERTS-NEXT:    %c = icmp eq i32 %n, 0
; ASSERTS-NEXT:    br i1 %c, label %end, label %go
; ASSERTS:       go:
; ASSERTS-NEXT:    call void @sooth_assert(i32 %m)
; ASSERTS-NEXT:    br label %end
; ASSERTS:       end:
; ASSERTS-NEXT:    ret i32 0
declare void @sooth_assert(i32)
declare void @exit(i32)
define i32 @main(i32 %n, i32 %m) {
  call void @sooth_assert(i32 %n)
  %c = icmp eq i32 %n, 0
  br i1 %c, label %stop, label %go
stop:
  call void @exit(i32 %m)
  unreachable
go:
  call void @sooth_assert(i32 %m)
  ret i32 %n
}

;--- none.ll
; No error, no program.
; NONE-LABEL: define i32 @main(
; NONE:         ret i32 0
; NONE-NEXT:  }
declare void @__VERIFIER_assume(i32)
define i32 @main(i32 %n) {
  call void @__VERIFIER_assume(i32 %n)
  ret i32 %n
}
