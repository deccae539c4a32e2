# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster of two nodes on this host: real munged, slurmctld and slurmd, with their files in
a folder, on free ports. All daemons stay in the foreground and end with the test."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = {"munged": "munge", "slurmctld": "slurmctld", "slurmd": "slurmd",
            "sbatch": "slurm-client", "squeue": "slurm-client"}


def reason_to_skip():
    """Why there can be no cluster here, or None."""
    missing = sorted({package for name, package in PROGRAMS.items()
                      if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")})
    if missing:
        return f"no {', '.join(missing)} (make test-slurm installs them)"
    return None if os.geteuid() == 0 else "slurmd needs root"


def free_port():
    with socket.socket() as one:
        one.bind(("", 0))
        return one.getsockname()[1]


class Cluster:
    NODES = ("node1", "node2")

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o755)
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"),
                                PATH=os.environ["PATH"] + ":/usr/sbin")
        self.daemons = {}
        self.configure()

    def configure(self):
        key, host = self.folder / "munge.key", socket.gethostname().split(".")[0]
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        for name in ("state", "log", *(f"spool-{node}" for node in self.NODES)):
            (self.folder / name).mkdir()
        nodes = "\n".join(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 "
                          f"Port={free_port()} CPUs=1 State=UNKNOWN" for node in self.NODES)
        (self.folder / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket,cred_expire=10
CredType=cred/munge
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool-%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd-%n.pid
SlurmctldLogFile={self.folder}/log/slurmctld
SlurmdLogFile={self.folder}/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/linear
SchedulerType=sched/builtin
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=10
InactiveLimit=0
KillWait=2
MinJobAge=2
RebootProgram=/bin/true
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes={",".join(self.NODES)} Default=YES MaxTime=INFINITE State=UP
""")

    def start(self, name, *command):
        output = open(self.folder / "log" / f"{name}.out", "ab")
        self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=output,
                                              stderr=output, stdin=subprocess.DEVNULL,
                                              start_new_session=True)

    def start_node(self, node):
        self.start(node, "/usr/sbin/slurmd", "-D", "-N", node)

    def begin(self):
        self.start("munged", "/usr/sbin/munged", "--foreground", "--force",
                   f"--key-file={self.folder}/munge.key", f"--socket={self.folder}/munge.socket",
                   f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/log/munged",
                   f"--seed-file={self.folder}/munge.seed")
        self.wait(lambda: (self.folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "/usr/sbin/slurmctld", "-D", "-c")
        for node in self.NODES:
            self.start_node(node)
        self.wait(lambda: self.ask("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * 2, "nodes")

    def ask(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              timeout=60)
        return done.stdout

    def wait(self, ready, what, seconds=90):
        ends = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > ends:
                raise TimeoutError(f"{what}: {self.logs()}")
            time.sleep(0.2)

    def logs(self):
        return "\n".join(f"{path.name}: {path.read_text(errors='replace')[-1500:]}"
                         for path in sorted((self.folder / "log").iterdir()))

    def kill_node(self, node):
        """The daemon and everything that it runs: the node is gone. Returns how many processes of
        tasks it had."""
        daemon, steps = self.daemons.pop(node), self.steps(node)
        for pid in [*self.below(daemon.pid), *steps]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        daemon.kill()
        daemon.wait()
        return len(steps)

    def steps(self, node):
        """The step daemons of a node are children of init; they and all that they run."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                own = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if (f"SLURMD_NODENAME={node}".encode() in own and
                    f"SLURM_CONF={self.folder}/slurm.conf".encode() in own):
                found.append(int(path.parent.name))
        return found

    @staticmethod
    def below(pid):
        try:
            text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            return []
        return [one for child in map(int, text.split()) for one in (child, *Cluster.below(child))]

    def end(self):
        for node in self.NODES:
            if node in self.daemons:
                self.kill_node(node)
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
