;;; session.el --- A user of Emacs, for tests  -*- lexical-binding: t -*-

;; Each step is (NAME CONDITION ACTION): once CONDITION holds, ACTION is what is done
;; next.  Emacs is in its command loop between, so that timers and idle timers run as
;; they do for users.  What is seen goes to the file that RESULT names.  Ends Emacs, with
;; the exit code 1 if something does not come in time.

(require 'cl-lib)
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa") ; Debian's
(package-activate-all)

(defvar session-folder (file-name-as-directory (getenv "FOLDER")))
(defvar session-deadline nil)

(defun session-say (format &rest arguments)
  "Adds a line."
  (write-region (concat (apply #'format format arguments) "\n") nil (getenv "RESULT") t 'quiet))

(defun session-end (code)
  "Ends it without questions."
  (set-buffer-modified-p nil)
  (let ((kill-emacs-hook nil) (confirm-kill-processes nil))
    (kill-emacs code)))

(defun session-poll (steps)
  "Goes on with STEPS."
  (pcase-let ((`(,name ,condition ,action) (car steps)))
    (condition-case problem
        (cond ((null steps) (session-end 0))
              ((funcall condition)
               (session-say "seen: %s" name)
               (when action (funcall action))
               (setq session-deadline (+ (float-time) 60))
               (run-with-timer 0.1 nil #'session-poll (cdr steps)))
              ((> (float-time) session-deadline)
               (session-say "not seen: %s" name)
               (session-say "%s" (with-current-buffer "*Messages*" (buffer-string)))
               (session-end 1))
              (t (run-with-timer 0.1 nil #'session-poll steps)))
      (error (session-say "failed: %s: %S" name problem)
             (session-end 1)))))

(defun session-run (steps)
  "Goes through STEPS in the current buffer."
  (setq session-deadline (+ (float-time) 60))
  (let ((buffer (current-buffer)))
    (run-with-timer
     0.1 nil (lambda () (switch-to-buffer buffer) (session-poll steps)))))

(defun session-settings (heading)
  "Evaluates the block of docs/Editor.md that begins with HEADING."
  (with-temp-buffer
    (insert-file-contents (getenv "DOCS"))
    (search-forward heading)
    (search-forward "```elisp\n")
    (let ((start (point)))
      (search-forward "```")
      (eval-region start (match-beginning 0)))))

(defun session-file (comment)
  "Writes the file with a violation behind COMMENT, and visits it."
  (with-temp-file (concat session-folder "compile_flags.txt") (insert "-Wall\n"))
  (let ((coding-system-for-write 'utf-8)
        (file (concat session-folder "limit.c")))
    (with-temp-file file
      (insert "int limit(int n) {\n"
              "  int table[4] = {1, 2, 3, 4}, unused;\n"
              "  /*" comment "*/ return 2147483647 + (n == 7) + table[0] * 0;\n"
              "}\n"))
    (find-file file)))

(defun session-replace (from to)
  "Edits the text."
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t))

(defun session-load (file)
  "Loads FILE, which ends with a call of `session-run'."
  (condition-case problem
      (load file nil t)
    (error (session-say "failed: %S" problem)
           (session-end 1))))

;;; session.el ends here
