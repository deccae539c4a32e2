#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random kernels give on every machine what a host compiler says they give.

    run-tests.py WARPCLOCK SOURCE_ROOT [--seeds A:B] [--kernels K] [--machines M] [--seconds S]
                 [--keep FOLDER] [--target vortex|gcn3|pascal] [--steady N] [--contents C]

For each seed from A to B-1, K kernels of kernels.py are compiled twice: by kernels/build.sh, and
by the host's compiler for the expected outputs. For GCN3 they are kernels of typed_kernels.py, in
code objects of versions 2 to 5, optimised at levels 1 to 3, one of each a seed.
One job launches them all; it runs functionally on machines of several shapes, and clocked under
--check with other policies and front ends. Every run has to end with status 0. A seed takes M of
the clocked machines, the next seed the next M; so a long search meets every pair of policies in
either front end. With --seconds it stops at the first seed that starts later, and B may be left
out.

Launches that `warpclock bound --method exact` calls exact then run again with C kinds of other
contents (tests/bound/metamorphosis.py): their cycles may not change. This is done for those kernels,
and for N kernels of steady_kernels.py, whose data seldom decide anything; each is launched twice, and
variables of the program live from launch to launch. For Pascal there are only the latter.

Prints TAP, a line for each seed. The files of a seed that fails stay in FOLDER/seed-N
(random-failed/seed-N). Skips all without clang-16, for GCN3 without rocm-device-libs as well, for
Pascal without ptxas (kernels/fetch-ptxas.sh).
"""
import argparse
import itertools
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import kernels
import steady_kernels
import typed_kernels

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bound"))
import metamorphosis  # noqa: E402
# Two ways to cut the same work-items into groups: with a warp that is partly filled wherever a warp
# has 32, 16 or 5 threads; and for machines with no more than 16 threads.
WIDE, NARROW = 48, 16
FUNCTIONAL = [
    (WIDE, []),
    (NARROW, ["warps=4", "threads=4"]),
    (WIDE, ["warps=8", "threads=16"]),
    (WIDE, ["threads=5"]),
    (NARROW, ["cores=2", "functional.order=gtlo"]),
    (WIDE, ["machine=vortex-3.0"]),
    (NARROW, ["machine=vortex-3.0", "warps=4", "threads=4"]),
]
POLICIES = ["fp", "lrr", "gtlrr", "gtlo"]
# Beside the shapes: queues and caches so small that everything waits for everything.
CLOCKED_SHAPES = [
    (WIDE, []),
    (NARROW, ["warps=4", "threads=4"]),
    (WIDE, ["warps=8", "threads=16"]),
    (WIDE, ["threads=5"]),
    (WIDE, ["machine=vortex-3.0"]),
    (NARROW, ["cores=2", "l2.present=true"]),
    (WIDE, ["front.queue=1", "icache.bytes=1024", "icache.mshrs=1", "dcache.bytes=1024",
            "dcache.mshrs=1", "dcache.banks=1"]),
]
GCN3_FUNCTIONAL = [(WIDE, []), (NARROW, ["cus=1", "cu.simds=1", "simd.waves=1"])]
GCN3_CLOCKED = [
    (WIDE, []),
    (NARROW, ["scheduler=lrr", "issue.turn=1"]),
    (WIDE, ["cus=1", "cu.simds=1", "simd.waves=2", "l1d.mshrs=1", "l1i.mshrs=1",
            "scalar.latency=40"]),
    (NARROW, ["cus=128", "cu.groups=1", "dispatch.group=100", "vmem.lanes=1", "lds.banks=1"]),
    (WIDE, ["warm_code=false", "front.buffer=8", "branch.latency=1", "vmem.latency=0",
            "smem.latency=0", "lds.latency=0"]),
]
# Machines for steady kernels; a seed takes one.
STEADY = {
    "vortex": [(WIDE, []), (WIDE, ["machine=vortex-swas"]), (WIDE, ["machine=vortex-3.0"]),
               (NARROW, ["cores=2", "l2.present=true", "fetch=gtlo", "issue=lrr"]),
               (WIDE, ["frontend=stock", "threads=16", "warps=8", "units.fma.lanes=4",
                       "dcache.bytes=1024"])],
    "gcn3": GCN3_CLOCKED + [(WIDE, ["warm=inputs"])],
    "pascal": [(WIDE, []), (NARROW, ["mode=paper"]), (WIDE, ["sms=1", "scheduler=lrr"]),
               (NARROW, ["warm=inputs", "warm_code=false"]), (WIDE, ["dual_issue=false",
                                                                     "atomic.conflict=9"])],
}
NVPTX_FLAGS = ["--target=nvptx64--nvidiacl", "-march=sm_61", "-x", "cl", "-cl-std=CL2.0", "-O2", "-w",
               "-Xclang", "-finclude-default-header", "-S"]
# By default gfx803 flushes floats below the normal range; a host does not.
GCN3_FLAGS = ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-nogpulib", "-w", "-x", "cl",
              "-cl-std=CL2.0", "-ffp-contract=off", "-fno-math-errno",
              "-cl-fp32-correctly-rounded-divide-sqrt", "-Xclang", "-fdenormal-fp-math-f32=ieee",
              "-Xclang", "-finclude-default-header"]
GCN3_LIBRARIES = ["opencl", "ocml", "ockl", "oclc_daz_opt_off", "oclc_unsafe_math_off",
                  "oclc_finite_only_off", "oclc_correctly_rounded_sqrt_on",
                  "oclc_wavefrontsize64_on", "oclc_isa_version_803"]
BITCODE = pathlib.Path(os.environ.get("ROCM_BITCODE", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"))
HOST_FLAGS = ["-std=gnu11", "-O1", "-fwrapv", "-ffp-contract=off", "-w"]


class Failure(Exception):
    """What to print below `not ok`."""


class NoEnd(Failure):
    """Of a process."""


class Skipped(Exception):
    """Why a seed cannot be tried."""


def clocked_machines():
    """All pairs of policies in both front ends. 32 and the number of shapes have no common factor,
    so going round and round meets each with each shape."""
    choices = [[f"fetch={fetch}", f"issue={issue}", f"frontend={frontend}"]
               for frontend in ("paper", "stock") for fetch in POLICIES for issue in POLICIES]
    # 13 apart, so that neighbours differ in everything.
    for number in itertools.count():
        group_size, shape = CLOCKED_SHAPES[number % len(CLOCKED_SHAPES)]
        yield group_size, shape + choices[number * 13 % len(choices)]


def machines(seed, clocked):
    """(group size, options of `warpclock run`) of all runs of a seed."""
    for group_size, settings in FUNCTIONAL:
        yield group_size, ["--functional", *options(settings)]
    first = seed * clocked % (32 * len(CLOCKED_SHAPES))
    for group_size, settings in itertools.islice(clocked_machines(), first, first + clocked):
        yield group_size, ["--check", *options(settings)]


def options(settings):
    words = []
    for setting in settings:
        name, value = setting.split("=")
        words += ["--machine", value] if name == "machine" else ["--set", setting]
    return words


def call(command, folder, seconds=300, **more):
    """The finished process; a Failure when it does not end well."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True,
                              timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        raise NoEnd(f"no end after {seconds} s: {shlex.join(map(str, command))}") from None
    if done.returncode:
        text = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise Failure(f"status {done.returncode}: {shlex.join(map(str, command))}\n{text[-2000:]}")
    return done


class Seed:
    """The kernels of a seed, in a folder of their own."""
    target, machine, headers = "vortex", "vortex", ["host.h"]

    def __init__(self, arguments, seed, folder):
        self.warpclock, self.root = arguments.warpclock, arguments.source_root
        self.seed, self.folder, self.numbers = seed, folder, range(arguments.kernels)
        self.clocked = arguments.machines
        self.steady, self.contents = range(arguments.steady), arguments.contents

    def source(self, numbers):
        return kernels.source(self.seed, numbers)

    def machines(self):
        return machines(self.seed, self.clocked)

    def compile(self, numbers, name):
        (self.folder / f"{name}.cl").write_text(self.source(numbers))
        self.build(name)

    def build(self, name):
        call([self.root / "kernels" / "build.sh", self.warpclock, f"{name}.cl", "-o",
              f"{name}.elf"], self.folder)

    def compile_all(self):
        """When it fails, each kernel alone: one of them is why."""
        try:
            self.compile(self.numbers, "kernels")
        except Failure as failure:
            for number in self.numbers:
                try:
                    self.compile([number], f"k{number}")
                except Failure as alone:
                    raise Failure(f"kernel {number} does not compile: {alone}") from None
            raise Failure(f"the kernels do not compile together: {failure}") from None

    def expect(self):
        """Writes in.bin, and for each group size the expected outputs of each kernel."""
        table = ", ".join(f"k{number}" for number in self.numbers)
        (self.folder / "expected.c").write_text(
            "".join(f'#include "{HERE / name}"\n' for name in self.headers) +
            '#include "kernels.cl"\n'
            f"static kernel *const kernels[] = {{{table}}};\n"
            "int main(int count, char **words)\n{\n    return count != 2 || run_kernels(kernels, "
            f"{len(self.numbers)}, {kernels.ITEMS}, (uint)atoi(words[1]));\n}}\n")
        compiler = "gcc" if shutil.which("gcc") else "clang-16"
        call([compiler, *HOST_FLAGS, "expected.c", "-o", "expected", "-lm"], self.folder)
        words = struct.pack(f"<{kernels.INPUT_WORDS}I", *kernels.input_words(self.seed))
        (self.folder / "in.bin").write_bytes(words)
        size = 4 * kernels.ITEMS
        for group_size in (WIDE, NARROW):
            out = call(["./expected", group_size], self.folder, input=words).stdout
            for place, number in enumerate(self.numbers):
                (self.folder / f"out{number}-{group_size}.bin").write_bytes(
                    out[place * size:(place + 1) * size])

    def write_job(self, name, numbers, group_size):
        lines = ["kernel: kernels.elf", f"machine: {self.machine}",
                 f"grid: {kernels.ITEMS // group_size}", f"block: {group_size}", "buffers:",
                 "  in: {type: u32, file: in.bin}"]
        lines += [f"  out{k}: {{type: u32, shape: {kernels.ITEMS}, fill: 0}}" for k in numbers]
        lines += ["launches:"]
        lines += [f"  - {{entry: k{k}, args: [in, out{k}, {{u32: {kernels.ITEMS}}}]}}"
                  for k in numbers]
        lines += ["expect:"] + [f"  out{k}: {{file: out{k}-{group_size}.bin}}" for k in numbers]
        (self.folder / name).write_text("\n".join(lines) + "\n")

    def run(self, group_size, words):
        """When it fails, each kernel alone: the job that fails is the one to look into."""
        try:
            call([self.warpclock, "run", "-q", f"all-{group_size}.yaml", *words], self.folder)
        except Failure as failure:
            for number in self.numbers:
                job = f"k{number}-{group_size}.yaml"
                self.write_job(job, [number], group_size)
                try:
                    call([self.warpclock, "run", "-q", job, *words], self.folder)
                except Failure as alone:
                    raise Failure(f"kernel {number}: {alone}") from None
            raise Failure(f"the kernels fail together only: {failure}") from None

    # ---- exact launches keep their cycles ----

    def build_steady(self):
        call([self.root / "kernels" / "build.sh", self.warpclock, "steady.cl", "--isa-a", "-o",
              "steady.elf"], self.folder)
        return ["isa.a=true"]

    def write_steady_job(self, group_size):
        order = [*self.steady, *reversed(self.steady)]
        lines = ["kernel: steady.elf", f"machine: {self.machine}",
                 f"grid: {kernels.ITEMS // group_size}", f"block: {group_size}", "buffers:",
                 f"  in: {{type: u32, shape: {kernels.INPUT_WORDS}, fill: random, min: 0, max: 99}}",
                 f"  reals: {{type: f32, shape: {kernels.INPUT_WORDS}, fill: random}}",
                 f"  out: {{type: u32, shape: {kernels.ITEMS}, fill: 0}}",
                 f"  sums: {{type: u32, shape: {steady_kernels.SUMS}, fill: 0}}", "launches:"]
        lines += [f"  - {{entry: k{k}, args: [in, reals, out, sums, {{u32: {kernels.ITEMS}}}]}}"
                  for k in order]
        (self.folder / "steady.yaml").write_text("\n".join(lines) + "\n")

    def check_exactness(self, job, settings):
        """How many launches of a job are exact; a Failure if one is not."""
        tester = metamorphosis.Tester(self.warpclock, self.folder / "exact", self.contents)
        case = metamorphosis.Case(metamorphosis.Job(self.folder / job), settings,
                                  folder=pathlib.Path(job).stem)
        launches = tester.test(case)
        if launches.problems:
            raise Failure("\n".join(launches.problems[:5]))
        return sum(launches.exact)

    def check_steady(self):
        choices = STEADY[self.target]
        group_size, settings = choices[self.seed % len(choices)]
        (self.folder / "steady.cl").write_text(
            steady_kernels.source(self.seed, self.target, self.steady))
        more = self.build_steady()
        self.write_steady_job(group_size)
        self.exact = self.check_exactness("steady.yaml", [*settings, *more])

    def check_random(self):
        self.compile_all()
        self.expect()
        for group_size in (WIDE, NARROW):
            self.write_job(f"all-{group_size}.yaml", self.numbers, group_size)
        for group_size, words in self.machines():
            self.run(group_size, words)
        if self.contents:
            self.check_exactness(f"all-{WIDE}.yaml", [])

    def check(self):
        """A sentence about what was found."""
        if self.numbers:
            self.check_random()
        if not self.steady or not self.contents:
            return ""
        self.check_steady()
        return f": {self.exact} of {2 * len(self.steady)} launches of steady kernels exact"


class Gcn3Seed(Seed):
    """Kernels of all types, for gfx803."""
    target, machine, headers = "gcn3", "gcn3", ["host.h", "typed.h"]

    def source(self, numbers):
        return typed_kernels.source(self.seed, numbers)

    def build(self, name):
        # Without optimisation clang 16 reloads values before it restores EXEC: wrong code.
        version, level = 2 + self.seed % 4, 1 + self.seed // 4 % 3
        libraries = GCN3_LIBRARIES + [f"oclc_abi_version_{500 if version == 5 else 400}"]
        words = [word for library in libraries for word in
                 ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", BITCODE / f"{library}.bc")]
        try:
            call(["clang-16", *GCN3_FLAGS, f"-mcode-object-version={version}", f"-O{level}", *words,
                  f"{name}.cl", "-o", f"{name}.elf"], self.folder, seconds=60)
        except NoEnd:  # clang 16 takes for ever over a few large kernels
            raise Skipped("clang-16 does not end") from None

    def machines(self):
        for group_size, settings in GCN3_FUNCTIONAL:
            yield group_size, ["--functional", *options(settings)]
        clocked = itertools.islice(itertools.cycle(GCN3_CLOCKED), self.seed % len(GCN3_CLOCKED),
                                   None)
        for group_size, settings in itertools.islice(clocked, self.clocked):
            yield group_size, ["--check", *options(settings)]


    def build_steady(self):
        self.build("steady")
        return []


class PascalSeed(Seed):
    """Steady kernels for sm_61."""
    target, machine = "pascal", "jetson-tx2"

    def check_random(self):
        pass

    def build_steady(self):
        call(["clang-16", *NVPTX_FLAGS, "steady.cl", "-o", "steady.ptx"], self.folder)
        call([find_ptxas(self.root), "-arch=sm_61", f"-O{self.seed // 5 % 4}", "steady.ptx", "-o",
              "steady.elf"], self.folder)
        return []


def find_ptxas(root):
    found = subprocess.run([root / "kernels" / "fetch-ptxas.sh", "--find"], capture_output=True,
                           text=True, check=False)
    return found.stdout.strip()


TARGETS = {"vortex": Seed, "gcn3": Gcn3Seed, "pascal": PascalSeed}


def test(arguments, number, seed):
    """Prints the result of a seed; True when it is good."""
    with tempfile.TemporaryDirectory(prefix="warpclock-random-") as folder:
        try:
            said = TARGETS[arguments.target](arguments, seed, pathlib.Path(folder)).check()
        except Skipped as reason:
            print(f"ok {number} seed {seed} # SKIP {reason}", flush=True)
            return True
        except Failure as failure:
            kept = arguments.keep / f"seed-{seed}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            print(f"not ok {number} seed {seed}")
            for line in [*str(failure).splitlines(), f"where its files are kept, to run it in: {kept}",
                         f"again: {HERE / 'run-tests.py'} {arguments.warpclock} "
                         f"{arguments.source_root} --seeds {seed}:{seed + 1} "
                         f"--kernels {arguments.kernels} --machines {arguments.machines} "
                         f"--target {arguments.target} --steady {arguments.steady} "
                         f"--contents {arguments.contents}"]:
                print(f"# {line}", flush=True)
            return False
    print(f"ok {number} seed {seed}{said}", flush=True)
    return True


def seed_range(text):
    first, colon, behind = text.partition(":")
    if not colon:
        raise argparse.ArgumentTypeError(f"'{text}' is not A:B")
    return range(int(first), int(behind) if behind else sys.maxsize)


def command_line():
    parser = argparse.ArgumentParser(description="random kernels on every machine")
    parser.add_argument("warpclock", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("source_root", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--seeds", type=seed_range, default=range(1, 4), metavar="A:B")
    parser.add_argument("--kernels", type=int, default=12, metavar="K")
    parser.add_argument("--machines", type=int, default=7, metavar="M")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S")
    parser.add_argument("--steady", type=int, default=6, metavar="N")
    parser.add_argument("--contents", type=int, default=6, metavar="C")
    parser.add_argument("--target", choices=TARGETS, default="vortex")
    parser.add_argument("--keep", default="random-failed", metavar="FOLDER",
                        type=lambda name: pathlib.Path(name).resolve())
    return parser.parse_args()


def main():
    arguments = command_line()
    if not shutil.which("clang-16"):
        print("1..0 # SKIP needs clang-16")
        return 0
    if arguments.target == "gcn3" and not (BITCODE / "opencl.bc").exists():
        print("1..0 # SKIP needs rocm-device-libs")
        return 0
    if arguments.target == "pascal" and not find_ptxas(arguments.source_root):
        print("1..0 # SKIP needs ptxas")
        return 0
    end = time.monotonic() + arguments.seconds
    results = []
    for seed in arguments.seeds:
        if time.monotonic() >= end:
            break
        results.append(test(arguments, len(results) + 1, seed))
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
