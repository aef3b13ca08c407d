; Slicing through calls.
; RUN: split-file %s %t
; RUN: %soothpass -passes=slice-assertions -S %t/calls.ll | FileCheck %s --implicit-check-not=useless
; RUN: %soothpass -passes='slice-assertions<entry=start>' -S %t/callbacks.ll | FileCheck %s --check-prefix=BACK

;--- calls.ll
declare i32 @__VERIFIER_nondet_int()
declare void @abort()
declare void @reach_error()
declare i32 @unknown(i32)
@counter = internal global i32 0
@log = internal global i32 0

; CHECK-LABEL: define i32 @main(
; CHECK:         call void @stops(i32 %n)
; CHECK-NEXT:    %i = call i32 @increment(i32 0)
; CHECK-NEXT:    %r = call i32 @recursive(i32 0)
; CHECK-NEXT:    %u = call i32 @unknown(i32 %n)
; CHECK-NEXT:    %v = call i32 @value(i32 %n, i32 0)
; CHECK-NEXT:    call void @fails(i32 %v)
; CHECK-NEXT:    ret i32 0
define i32 @main(i32 %n) {
  call void @stops(i32 %n)
  %useless.p = call i32 @pure(i32 %n)
  %i = call i32 @increment(i32 %n)
  %r = call i32 @recursive(i32 %n)
  %u = call i32 @unknown(i32 %n)
  %v = call i32 @value(i32 %n, i32 %useless.p)
  call void @fails(i32 %v)
  call void @stops(i32 %v)
  ret i32 %i
}

; May end the run, so it is called.
; CHECK-LABEL: define internal void @stops(i32 %n)
; CHECK:         br i1 %c, label %end, label %go
; CHECK:       end:
; CHECK-NEXT:    call void @llvm.trap()
define internal void @stops(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %stop, label %go
stop:
  call void @abort()
  unreachable
go:
  ret void
}

; Nobody needs what it yields.
define internal i32 @pure(i32 %x) {
  %y = mul i32 %x, 3
  store i32 %y, ptr @log
  ret i32 %y
}

; Called for what it does to @counter, not for its argument or result.
; CHECK-LABEL: define internal i32 @increment(i32 %x)
; CHECK-NEXT:    %c = load i32, ptr @counter
; CHECK-NEXT:    %d = add i32 %c, 1
; CHECK-NEXT:    store i32 %d, ptr @counter
; CHECK-NEXT:    ret i32 0
define internal i32 @increment(i32 %x) {
  store i32 %x, ptr @log
  %c = load i32, ptr @counter
  %d = add i32 %c, 1
  store i32 %d, ptr @counter
  %useless = mul i32 %x, %d
  ret i32 %useless
}

; Might not return.
; CHECK-LABEL: define internal i32 @recursive(
define internal i32 @recursive(i32 %x) {
  %r = call i32 @recursive(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @value(i32 %x, i32 %y)
; CHECK-NEXT:    %z = add i32 %x, 1
; CHECK-NEXT:    ret i32 %z
define internal i32 @value(i32 %x, i32 %y) {
  %z = add i32 %x, 1
  %useless = add i32 %y, 1
  store i32 %useless, ptr @log
  ret i32 %z
}

; CHECK-LABEL: define internal void @fails(
; CHECK:         load i32, ptr @counter
; CHECK:         call void @reach_error()
define internal void @fails(i32 %x) {
  %c = load i32, ptr @counter
  %e = icmp eq i32 %c, %x
  br i1 %e, label %error, label %fine
error:
  call void @reach_error()
  unreachable
fine:
  ret void
}

;--- callbacks.ll
; An exit handler may fail: nothing is cut behind the last visible error, and
; an endless loop must not become a return.
; BACK-LABEL: define i32 @start(
; BACK:         call i32 @atexit(ptr @handler)
; BACK:         %c = icmp eq i32 %n, 0
; BACK:         br i1 %c, label %end, label %done
; BACK:         store i32 1, ptr @state
; BACK:         call void @exit(i32 0)
; BACK:       end:
; BACK-NEXT:    call void @llvm.trap()
; BACK-NEXT:    unreachable
declare i32 @atexit(ptr)
declare void @exit(i32)
declare void @reach_error()
@state = internal global i32 0
define i32 @start(i32 %n) {
  %a = call i32 @atexit(ptr @handler)
  %c = icmp eq i32 %n, 0
  br i1 %c, label %loop, label %done
loop:
  br label %loop
done:
  store i32 1, ptr @state
  call void @exit(i32 0)
  unreachable
}
define internal void @handler() {
  %s = load i32, ptr @state
  %e = icmp eq i32 %s, 1
  br i1 %e, label %error, label %fine
error:
  call void @reach_error()
  unreachable
fine:
  ret void
}
