;;; lsp-mode-test.el --- lsp-mode with sooth-clangd, as docs/Editor.md says  -*- lexical-binding: t -*-

;; emacs -Q -nw -l session.el --eval '(session-load "lsp-mode-test.el")', with the variables that
;; session.el reads.

(setq lsp-session-file (concat session-folder "session")
      lsp-auto-guess-root t
      lsp-warn-no-matched-clients nil
      lsp-diagnostics-provider :flymake)
(make-directory (concat session-folder ".git") t)
(require 'lsp-mode)
(require 'lsp-clangd)
(require 'lsp-lens)
(require 'lsp-diagnostics)
(session-settings "With lsp-mode")

(defun ours ()
  "The violations that lsp-mode has."
  (cl-remove-if-not
   (lambda (d) (equal (lsp:diagnostic-source? d) "sooth"))
   (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t))))

(defun clangs ()
  "What else it has."
  (cl-set-difference (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)) (ours)))

(defun lenses ()
  "The texts over functions."
  (mapconcat (lambda (o) (substring-no-properties (or (overlay-get o 'before-string) (overlay-get o 'after-string) "")))
             (cl-remove-if-not (lambda (o) (overlay-get o 'lsp-lens)) (overlays-in (point-min) (point-max)))
             "|"))

(defun has-lens (text)
  "Whether a lens has the text."
  (string-match-p (regexp-quote text) (lenses)))

;; lsp-mode 8.0 counts characters where the protocol counts UTF-16, with any server.
(session-file "ü€")
(lsp)
(session-run
 `(("the server" ,#'lsp-workspaces)
   ("clangd's warning" ,#'clangs)
   ("a violation" ,#'ours
    ,(lambda ()
       (let ((d (car (ours))))
         (session-say "%s: %s" (1+ (lsp:position-line (lsp:range-start (lsp:diagnostic-range d))))
                      (lsp:diagnostic-message d)))))
   ("it where it is" ,(lambda ()
                        (cl-some (lambda (d)
                                   (and (string-match-p "signed addition" (flymake-diagnostic-text d))
                                        (= (char-after (flymake-diagnostic-beg d)) ?+)))
                                 (flymake-diagnostics))))
   ("its lens" ,(lambda () (has-lens "3 checks: 2 proved, 1 violated")))
   ("the lens of its run" ,(lambda () (has-lens "show the run to line 3"))
    ,(lambda () (session-replace "2147483647" "2147483646")))
   ("the violation goes" ,(lambda () (and (not (ours)) (clangs))))
   ("that before it is saved" ,#'buffer-modified-p ,#'save-buffer)
   ("the proof" ,(lambda () (has-lens "3 checks: 3 proved"))
    ,(lambda () (session-replace "2147483646" "2147483647") (save-buffer)))
   ("the violation comes back" ,#'ours ,(lambda () (mapc #'lsp-workspace-shutdown (lsp-workspaces))))
   ("the end of the server" ,(lambda () (not (lsp-workspaces))))))

;;; lsp-mode-test.el ends here
