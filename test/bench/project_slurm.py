#!/usr/bin/env python3
"""A project over two nodes of Slurm, of which one is lost on the way.

project_slurm.py [--files=N] [--tool=sooth-project] [--folder=DIR]

Starts a controller and two nodes on this machine, each node with processes of its
own, verifies N generated files here, then there, and kills a node with all that
runs on it when a third of them are known. What is said has to be the same. Needs
root, and Debian's slurmctld, slurmd and slurm-client. Nothing listens beyond the
loopback, but whoever is on this machine can use the nodes while it runs.
"""
import argparse
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import project_scale

NODES = ("one", "two")
CONFIGURATION = """ClusterName=sooth
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=one,two Default=YES State=UP MaxTime=INFINITE
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    def __init__(self, folder):
        self.folder, self.processes = folder, {}
        (folder / "state").mkdir(parents=True)
        (folder / "slurm.conf").write_text(
            CONFIGURATION.format(
                host=socket.gethostname().split(".")[0], folder=folder, ports=free_ports(3)
            )
        )
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def start(self, name, *command):
        with open(self.folder / f"{name}.log", "w", encoding="utf-8") as log:
            self.processes[name] = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log
            )

    def __enter__(self):
        self.start("controller", "slurmctld", "-D", "-c")
        apart = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
        for name in NODES:
            self.start(name, *apart, "slurmd", "-D", "-N", name)
        for _ in range(60):
            tried = subprocess.run(
                ["srun", "-N2", "--quiet", "true"],
                env=self.environment, capture_output=True, timeout=600, check=False,
            )
            if tried.returncode == 0:
                return self
            time.sleep(2)
        self.__exit__()
        sys.exit(f"the nodes do not start; see {self.folder}")

    def __exit__(self, *_):
        for name in list(self.processes):
            self.kill(name)

    def kill(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()


def command(tool, folder, *more):
    return [tool, "-p", str(folder), "--check=memory", *more]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=30)
    parser.add_argument("--tool", default="sooth-project")
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    for program in "slurmctld", "slurmd", "srun", "unshare":
        if not shutil.which(program):
            sys.exit(f"there is no {program}")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = pathlib.Path(name).resolve()
        project_scale.generate(folder, arguments.files)
        here = subprocess.run(
            command(arguments.tool, folder, "-j2", "-o", str(folder / "here")),
            capture_output=True, text=True, check=False,
        )
        with Cluster(folder / "cluster") as cluster:
            there = subprocess.Popen(
                command(arguments.tool, folder, "-j2", "-o", str(folder / "there"),
                        "--retries=5", "--launcher=srun -n1 --quiet"),
                env=cluster.environment, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            units = folder / "there" / "units"
            while there.poll() is None and len(list(units.glob("*.answer"))) < arguments.files / 3:
                time.sleep(0.2)
            known = len(list(units.glob("*.answer")))
            cluster.kill("two")
            output, errors = there.communicate()
        lost = [line for line in errors.splitlines() if line.startswith("srun: error")]
    same = (here.returncode, here.stdout) == (there.returncode, output)
    print(f"a node was lost when {known} of {arguments.files} files were known")
    print(f"srun says of it: {'; '.join(lost) or 'nothing'}")
    print(f"here:  {here.stdout.strip().splitlines()[-1]}")
    print(f"there: {output.strip().splitlines()[-1] if output else errors}")
    print("the same is said" if same else "something else is said")
    return 0 if same and known < arguments.files else 1


if __name__ == "__main__":
    sys.exit(main())
