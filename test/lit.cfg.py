# Configuration of the lit suites: test/<Lib> mirrors lib/<Lib>.
import os
import shutil
import subprocess

import lit.formats

config.name = "Sooth"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".c", ".cpp", ".ll", ".vmt", ".smt2", ".test"]
config.excludes = ["fuzz", "Rewrite.cpp", "Inputs", "unit", "micro", "petri", "generators", "programs", "bounded", "defects", "seeded", "solidity", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.join(config.sooth_src_root, "test")
config.test_exec_root = os.path.join(config.sooth_obj_root, "test")

bin_dir = os.path.join(config.sooth_obj_root, "bin")
lib_dir = os.path.join(config.sooth_obj_root, "lib")
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["LC_ALL"] = "C.UTF-8"

# The Solidity compiler, as sooth-sol finds it, or where bootstrap puts it.
config.environment["PATH"] += os.pathsep + os.path.join(
    config.sooth_obj_root, "node_modules", ".bin"
)
if any(shutil.which(name, path=config.environment["PATH"]) for name in ("solc", "solcjs")):
    config.available_features.add("solc")
else:
    lit_config.note("no solc, no solcjs: tests that compile Solidity are skipped")
if os.path.isdir(os.path.join(config.sooth_obj_root, "node_modules", "@ethereumjs", "evm")):
    config.available_features.add("evm")
    config.environment["NODE_PATH"] = os.path.join(config.sooth_obj_root, "node_modules")
else:
    lit_config.note("no @ethereumjs/evm: violations of contracts are not replayed")

# Solvers as programs, which sooth-check asks.
for solver in ("z3", "cvc5"):
    if shutil.which(solver):
        config.available_features.add(solver + "-binary")
    else:
        lit_config.note(
            f"no {solver}: tests of certificates that ask it are skipped; "
            "./bootstrap certificates installs it"
        )

if shutil.which("clangd-19"):
    config.available_features.add("clangd")
else:
    lit_config.note("no clangd-19: tests that need it are skipped, others have a stand-in")

if shutil.which("node"):
    config.available_features.add("node")
else:
    lit_config.note("no node: the test of the extension of VS Code is skipped")

# Editors, which are driven as users would.
def has_emacs(package):
    find = "(kill-emacs (if (locate-library \"%s\") 0 1))" % package
    start = ["emacs", "-Q", "--batch", "--eval", "(require 'package)", "--eval",
             "(add-to-list 'package-directory-list \"/usr/share/emacs/site-lisp/elpa\")",
             "--eval", "(package-activate-all)", "--eval", find]
    return shutil.which("emacs") and subprocess.call(start, stderr=subprocess.DEVNULL) == 0


def has_gnu_parallel():
    """Another program has the same name."""
    return shutil.which("parallel") and b"GNU" in subprocess.run(
        ["parallel", "--version"], capture_output=True).stdout


if has_gnu_parallel():
    config.available_features.add("gnu-parallel")
else:
    lit_config.note("no GNU parallel: it launches nothing; ./bootstrap clients installs it")

for editor, is_there in (
    ("neovim", shutil.which("nvim")),
    ("emacs-eglot", has_emacs("eglot")),
    ("emacs-lsp-mode", has_emacs("lsp-mode")),
):
    if is_there:
        config.available_features.add(editor)
    else:
        lit_config.note(f"no {editor}: it is not driven; ./bootstrap clients installs it")

# The tool that knows the rules of SARIF, as bootstrap puts it.
sarif_multitool = shutil.which("Sarif.Multitool") or os.path.join(
    config.sooth_obj_root, "node_modules", "@microsoft", "sarif-multitool-linux", "Sarif.Multitool"
)
if os.access(sarif_multitool, os.X_OK):
    config.available_features.add("sarif-multitool")
    config.substitutions.append(("%sarif_multitool", sarif_multitool))
else:
    lit_config.note(
        "no @microsoft/sarif-multitool-linux: SARIF is not validated; "
        "./bootstrap clients installs it"
    )

# A browser, and what drives it.
node_modules = os.path.join(config.sooth_obj_root, "node_modules")
browser = shutil.which("chromium")
if browser and shutil.which("node") and os.path.isdir(os.path.join(node_modules, "playwright-core")):
    config.available_features.add("browser")
    config.substitutions.append(("%browser", browser))
    config.environment["NODE_PATH"] = node_modules
else:
    lit_config.note(
        "no chromium, no node, or no playwright-core: pages are not opened in a browser; "
        "./bootstrap clients installs them"
    )

if shutil.which("node") and os.path.isdir(
    os.path.join(node_modules, "vscode-languageserver-protocol")
):
    config.available_features.add("languageserver-protocol")
    config.environment["NODE_PATH"] = node_modules
else:
    lit_config.note(
        "no node, or no vscode-languageserver-protocol: its client is not tried; "
        "./bootstrap clients installs it"
    )

if os.path.exists(os.path.join(config.sooth_obj_root, "vscode", "code-server", "done")):
    config.available_features.add("vscode")
else:
    lit_config.note(
        "no code-server: the extension is not tried in VS Code; ./bootstrap vscode installs it"
    )

if all(shutil.which(name) for name in ("frama-c", "why3", "z3")):
    config.available_features.add("frama-c")
else:
    lit_config.note(
        "no frama-c, why3 or z3: invariants of witnesses are not proved by others; "
        "./bootstrap clients installs them"
    )

if shutil.which("faketime"):
    config.available_features.add("faketime")

# A file system of their own for tests that fill it.
mount = ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
if shutil.which("unshare") and subprocess.call(mount, stderr=subprocess.DEVNULL) == 0:
    config.available_features.add("own-mounts")

if shutil.which("git") and shutil.which("patch"):
    config.available_features.add("git-and-patch")
else:
    lit_config.note("no git, or no patch: the test of known defects is skipped")

# Passes and plugins that are built with sanitizers are loaded into programs that are
# not, of which LLVM's containers have another size for it and are not poisoned.
preload = ""
if "address" in config.sanitize:
    runtime = subprocess.check_output(
        [os.path.join(config.llvm_tools_dir, "clang"),
         "-print-file-name=libclang_rt.asan-x86_64.so"], text=True).strip()
    preload = "env LD_PRELOAD=%s " % runtime
    config.environment["ASAN_OPTIONS"] = ":".join(
        ["detect_container_overflow=0", "allow_user_poisoning=0",
         "quarantine_size_mb=16",
         *filter(None, [os.environ.get("ASAN_OPTIONS")])])

# %soothpass: opt with this project's passes; %sooth_clang: the wrapper.
config.substitutions.append(
    (
        "%soothpass",
        preload + "%s -load-pass-plugin=%s"
        % (
            os.path.join(config.llvm_tools_dir, "opt"),
            os.path.join(lib_dir, "SoothPasses.so"),
        ),
    )
)
config.substitutions.append(
    ("%soothplugin", os.path.join(lib_dir, "SoothPasses.so"))
)
config.substitutions.append(("%sooth_clang", os.path.join(bin_dir, "clang")))
config.substitutions.append(
    ("%clang19", os.path.join(config.llvm_tools_dir, "clang"))
)
config.substitutions.append(
    ("%llvm_bin", config.llvm_tools_dir)
)
# %corpus: what test/corpus/FILE.c expects.
config.substitutions.append(
    (
        "%corpus",
        "%s %s verify --clang=%s --timeout=120"
        % (
            config.python,
            os.path.join(config.sooth_src_root, "test", "corpus", "corpus.py"),
            os.path.join(config.llvm_tools_dir, "clang"),
        ),
    )
)
config.substitutions.append(("%sooth_root", config.sooth_src_root))
config.substitutions.append(("%sooth_build", config.sooth_obj_root))
config.substitutions.append(("%python", config.python))
