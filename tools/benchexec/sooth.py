# ===- sooth.py - Sooth for BenchExec ---------------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""What BenchExec needs to know of Sooth: how it is run on a task of SV-COMP, and
what its last line means. Named in a benchmark definition as tool="sooth", with
this folder in benchexec/tools or on the path of Python packages."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    RESULTS = {
        "TRUE": result.RESULT_TRUE_PROP,
        "FALSE(unreach-call)": result.RESULT_FALSE_REACH,
        "FALSE(no-overflow)": result.RESULT_FALSE_OVERFLOW,
        "FALSE(valid-deref)": result.RESULT_FALSE_DEREF,
        "FALSE(valid-free)": result.RESULT_FALSE_FREE,
        "FALSE(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
        "FALSE(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
        # Of a witness that is judged.
        "CONFIRMED": result.RESULT_TRUE_PROP,
    }

    def executable(self, tool_locator):
        return tool_locator.find_executable("sooth", subdir="bin")

    def name(self):
        return "Sooth"

    def project_url(self):
        return None

    def version(self, executable):
        said = self._version_from_tool(executable)
        return said.split()[1] if len(said.split()) > 1 else said

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "--svcomp", *options]
        if rlimits.cputime and not any(o.startswith("--timeout")
                                       for o in options):
            command.append(f"--timeout={max(1, 0.9 * rlimits.cputime):g}")
        if task.property_file:
            command.append(f"--property={task.property_file}")
        model = (task.options or {}).get("data_model") \
            if isinstance(task.options, dict) else None
        if model in ("ILP32", "LP64"):
            command.append(f"--data-model={model}")
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        last = next((line.strip() for line in reversed(list(run.output))
                     if line.strip()), "")
        if last in self.RESULTS:
            return self.RESULTS[last]
        if run.exit_code.value in (3, 4):
            return result.RESULT_ERROR
        return result.RESULT_UNKNOWN
