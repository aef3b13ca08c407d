; A division that the hardware refuses ends the run: what comes after it has
; happened only if the divisor is not zero and the quotient fits.
; RUN: %soothpass -passes=encode-cfa -disable-output %s | FileCheck %s

; CHECK: unsigned -> signed when (not (= b #x00000000))
; CHECK: signed -> wide when (and (not (= b #x00000000)) (not (and (= b #xffffffff) (= a #x80000000))))
; Wide numbers are divided by code that does not trap on overflow.
; CHECK: wide -> constant when (not (= w #x00000000000000000000000000000000))
; CHECK: constant -> end when (not (= a #x80000000))
; CHECK: end -> exit when true
define i32 @main(i32 %a, i32 %b, i128 %w) {
entry:
  br label %unsigned

unsigned:
  %udiv = udiv i32 %a, %b
  br label %signed

signed:
  %srem = srem i32 %a, %b
  br label %wide

wide:
  %sdiv = sdiv i128 1, %w
  br label %constant

constant:
  %by.minus.one = sdiv i32 %a, -1
  %by.seven = sdiv i32 %a, 7
  br label %end

end:
  ret i32 0
}
