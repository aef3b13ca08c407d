;;; eglot-test.el --- eglot with sooth-clangd, as docs/Editor.md says  -*- lexical-binding: t -*-

;; emacs -Q -nw -l session.el --eval '(session-load "eglot-test.el")', with the variables that
;; session.el reads.

(require 'eglot)
(require 'flymake)
(session-settings "With eglot:")

(defun shown ()
  "What flymake shows, as (LINE COLUMN TEXT)."
  (mapcar (lambda (d)
            (save-excursion
              (goto-char (flymake-diagnostic-beg d))
              (list (line-number-at-pos) (current-column) (flymake-diagnostic-text d))))
          (flymake-diagnostics)))

(defun ours ()
  "The violation among that."
  (cl-find-if (lambda (d) (string-match-p "signed addition overflow" (nth 2 d))) (shown)))

(defun clangs ()
  "A warning of clangd's among that."
  (cl-find-if (lambda (d) (string-match-p "[Uu]nused variable" (nth 2 d))) (shown)))

(session-file "ü€𝄞")
(call-interactively #'eglot)
(session-run
 `(("the server" ,#'eglot-current-server)
   ("clangd's warning" ,#'clangs)
   ("a violation" ,#'ours
    ,(lambda () (session-say "%s:%s: %s" (nth 0 (ours)) (nth 1 (ours)) (nth 2 (ours)))))
   ("its run in the message" ,(lambda () (string-match-p "\n.*line 1: n = 7" (nth 2 (ours))))
    ,(lambda () (session-replace "2147483647" "2147483646")))
   ("the violation goes" ,(lambda () (and (not (ours)) (clangs))))
   ("that before it is saved" ,#'buffer-modified-p ,#'save-buffer)
   ("saved" ,(lambda () (not (buffer-modified-p)))
    ,(lambda () (session-replace "2147483646" "2147483647") (save-buffer)))
   ("the violation comes back" ,#'ours
    ,(lambda () (eglot-shutdown (eglot-current-server))))
   ("the end of the server" ,(lambda () (not (eglot-current-server))))))

;;; eglot-test.el ends here
