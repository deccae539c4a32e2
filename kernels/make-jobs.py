#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make-jobs.py - writes the suite's jobs, kernels/NAME/TARGET-SIZE.yaml, from kernels/NAME/job.py.

The size `swas` is that of the SWaS paper's experiments; it goes to papers/swas/jobs/NAME.yaml, with
the settings SWAS. The kernels PWS, of size `small`, are those of the PWS paper as well:
papers/pws/jobs/NAME.yaml. The kernels SBI_SWI are those of the SBI/SWI paper, as cubins and as RV32
code: papers/sbi-swi/jobs/NAME.yaml and NAME-rv32.yaml, of size `sbi-swi` or else `small`.
The kernels SIM_D_PAPER, of size `paper` or else `large`, are those of the Sim-D paper: papers/sim-d/jobs.

    kernels/make-jobs.py            write them
    kernels/make-jobs.py --check    say which ones would change; exit status 1 if any
    kernels/make-jobs.py --table    print the same sizes and inputs as C, for kernels/reference

A job.py holds SIZES (the numbers of each size) and describe(job, **numbers), which names buffers,
launches and expectations through class Job below. So a size, a seed or a range stands in one place,
and the jobs and the host references cannot disagree.

Sim-D has programs and launches of its own: sim_d(job, **numbers) names them, for the buffers and
expectations of describe(). A kernel that only Sim-D has needs no describe().
"""
import importlib.util
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # nothing but sources beside a job.py

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# Other numbers than those of machines/vortex.yaml; papers/swas/README.md says why.
SWAS = {"lsu.merge": "address", "units.warp_control.lanes": 0, "lsu.latency": 8, "lsu.writeback": 4,
        "dcache.latency": 6, "dram.overhead": 100, "dram.burst": 8, "front.branch_resolve": 4,
        "lsu.queue": 2, "fpu.queue": 2}


# Kernels of Rodinia, or like one of it.
PWS = ("bfs", "hotspot", "hotspot3D", "kmeans", "lud", "nw", "pathfinder", "psort", "srad")

# Kernels like the paper's, other irregular ones, and shapes of divergence.
SBI_SWI = ("backprop", "bfs", "binomial", "bitonic", "blackscholes", "convolution", "divergence",
           "eigenvalues", "fd3d", "haar", "histogram", "hotspot", "kmeans", "lud", "mandelbrot",
           "mandelbrot-tiles", "montecarlo", "nw", "patterns", "sgemm-tiled", "spmv", "srad",
           "tmd1", "tmd2", "transpose", "walsh")

# Of the size `paper` or `large`, and those of the size `small` under a name of its own.
SIM_D_PAPER = ("cnn-convolution", "cnn-fc", "cnn-maxpool", "fft", "kfusion-depth2vertex",
               "kfusion-half-sample", "kfusion-track", "kfusion-vertex2normal", "mriq-phimag",
               "mriq-q", "spmv-jds", "srad-reduce", "srad-step", "stencil-sp")
SIM_D_BRIEF = ("cnn-convolution",)

# Of each target the binary beside the source and the machine.
TARGETS = {"vortex": ("vortex.elf", "vortex"), "pascal": ("pascal.cubin", "jetson-tx2"),
           "gcn3": ("gcn3.hsaco", "gcn3"), "rv32": ("rv32.elf", "fermi")}
SIM_D = (None, "sim-d")  # each launch names its program


class Job:
    """One job: what describe() calls, in the order in which the file shows it."""

    def __init__(self, kernel, size, numbers, target="vortex", paper=None, suffix="", part=None):
        self.kernel, self.size, self.numbers, self.target = kernel, size, numbers, target
        self.part = part  # only one of the PARTS of job.py
        self.buffers, self.launches, self.expected, self.comments = {}, [], {}, []
        self.stems = {}  # of files with a shape
        self.settings, self.programs = {}, ""
        self.path = HERE / kernel / f"{target}-{size}.yaml"
        (self.binary, self.machine), up = (TARGETS | {"sim-d": SIM_D})[target], "../.."
        if size == "swas":
            self.path = ROOT / "papers" / "swas" / "jobs" / f"{kernel}.yaml"
            self.binary, up = f"../../../kernels/{kernel}/vortex.elf", "../../.."
            self.comments.append("set: all but lsu.merge and the queues was chosen or fitted to "
                                 "come near to the paper's results (../README.md).")
            self.settings = SWAS
        if paper:
            self.path = ROOT / "papers" / paper / "jobs" / f"{part or kernel}{suffix}.yaml"
            self.programs, up = f"../../../kernels/{kernel}/", "../../.."
            self.binary = self.binary and self.programs + self.binary
        if paper == "sbi-swi":
            self.machine = "fermi"
        # Where the host references write, seen from the job file.
        self.results = f"{up}/build/kernels/{kernel}/{size}"

    def comment(self, text):
        self.comments.append(text)

    def random(self, name, kind, shape, low, high, seed, assume=False):
        """`assume`: no other values are meant, and bounds may depend on that."""
        self.buffers[name] = {"type": kind, "shape": shape, "fill": "random", "min": low,
                              "max": high, "seed": seed}
        if assume:
            self.buffers[name]["assume"] = {"min": low, "max": high}

    def fill(self, name, kind, shape, value=0):
        self.buffers[name] = {"type": kind, "shape": shape, "fill": value}

    def file(self, name, kind, stem=None, fixed=False, shape=None):
        """An input with a structure: the host reference makes it, as SIZE-STEM.npy, of one
        dimension unless `shape` says otherwise. `fixed`: bounds may depend on it."""
        path = f"{self.results}-{stem or name}.npy"
        self.buffers[name] = ({"type": kind} | ({"shape": shape} if shape else {}) | {"file": path} |
                              ({"fixed": "true"} if fixed else {}))
        if shape:
            self.stems[stem or name] = self.buffers[name]

    def launch(self, entry, grid, block, args, loops=None):
        """`loops`: the text of a loop's line -> its most iterations, where that depends on sizes;
        what holds for all of them stands in the source (#pragma warpclock loop_bound)."""
        pad = lambda extent: list(extent) + [1] * (3 - len(extent))
        launch = {"entry": entry, "grid": pad(grid), "block": pad(block), "args": args}
        if loops:
            launch["loops"] = {self.line_of(re.escape(text), f"{self.kernel}.cl"): most
                               for text, most in loops.items()}
        self.launches.append(launch)

    def ndrange(self, extent, width, args, program=None, loops=None):
        """A launch on Sim-D: argument k is buffer k of the program. `loops`: the label of a loop ->
        its iterations, where that depends on sizes; `#bound` gives those of the large size."""
        program = f"{program or self.kernel}.sas"
        launch = {"kernel": self.programs + program, "ndrange": list(extent), "width": width, "args": args}
        if loops:
            launch["loops"] = {self.line_of(rf"^ *sicj\.\w+ {label},", program): count
                               for label, count in loops.items()}
        self.launches.append(launch)

    def line_of(self, pattern, name):
        """The one line of a source that has the pattern, as '"NAME.cl:LINE"'."""
        source = (HERE / self.kernel / name).read_text(encoding="utf-8")
        found = [i for i, line in enumerate(source.splitlines(), 1) if re.search(pattern, line)]
        if len(found) != 1:
            sys.exit(f"{name}: {len(found)} lines with '{pattern}', expected one")
        return f'"{name}:{found[0]}"'

    def expect(self, name, **tolerance):
        path = f"{self.results}-{name}.npy"
        self.expected[name] = {"file": path, **tolerance}


def text_of(value):
    """A value as YAML flow text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text_of(item) for item in value) + "]"
    return str(value)


def yaml_of(job, summary):
    lines = [f"# {job.kernel}, {job.size}: {summary}",
             f"# Generated by kernels/make-jobs.py from kernels/{job.kernel}/job.py."]
    lines += [f"# {comment}" for comment in job.comments]
    lines += [f"kernel: {job.binary}"] if job.binary else []
    lines += [f"machine: {job.machine}"]
    lines += [f"set: {text_of(job.settings)}"] if job.settings else []
    lines += ["buffers:"]
    lines += [f"  {name}: {text_of(buffer)}" for name, buffer in job.buffers.items()]
    if len(job.launches) == 1:
        lines += [f"{key}: {text_of(value)}" for key, value in job.launches[0].items()]
    else:
        lines += ["launches:"] + [f"  - {text_of(launch)}" for launch in job.launches]
    lines += ["expect:"] + [f"  {name}: {text_of(what)}" for name, what in job.expected.items()]
    return "\n".join(lines) + "\n"


def table_of(jobs):
    """The jobs as a C table; reference.h tells the structures."""
    yield "/* Generated by kernels/make-jobs.py --table. */"
    yield '#include "reference.h"\n\nconst struct job jobs[] = {'
    for job in jobs:
        yield f'    {{"{job.kernel}", "{job.size}",\n     {{'
        for name, value in job.numbers.items():
            yield f'      {{"{name}", {value}}},'
        yield "     },\n     {"
        for name, buffer in (job.buffers | job.stems).items():
            if "shape" in buffer:
                shape = ", ".join(map(str, buffer["shape"]))
                low, high, seed = (buffer.get(key, 0) for key in ("min", "max", "seed"))
                yield (f'      {{"{name}", "{buffer["type"]}", {len(buffer["shape"])}, '
                       f'{{{shape}}}, {low}, {high}, {seed}}},')
        yield "     }},"
    yield "    {0},\n};"


def load(kernel):
    spec = importlib.util.spec_from_file_location("job", HERE / kernel / "job.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled_jobs(kernel, module):
    """The jobs whose binaries are compiled from OpenCL C."""
    for size, numbers in module.SIZES.items():
        if size == "sbi-swi":
            continue
        for target in ["vortex"] if size == "swas" else TARGETS:
            job = Job(kernel, size, numbers, target)
            module.describe(job, **numbers)
            yield job
    for kernels, target, paper in ((PWS, "gcn3", "pws"), (SBI_SWI, "pascal", "sbi-swi"),
                                   (SBI_SWI, "rv32", "sbi-swi")):
        if kernel in kernels:
            size = paper if paper in module.SIZES else "small"
            for part in getattr(module, "PARTS", [None]):
                suffix = "-rv32" if target == "rv32" else ""
                job = Job(kernel, size, module.SIZES[size], target, paper, suffix, part)
                module.describe(job, **module.SIZES[size])
                yield job


def sim_d_jobs(kernel, module):
    jobs = [(size, None, "") for size in module.SIZES if size not in ("swas", "sbi-swi", "paper")]
    if kernel in SIM_D_PAPER:
        jobs += [("paper" if "paper" in module.SIZES else "large", "sim-d", "")]
    jobs += [("small", "sim-d", "-brief")] if kernel in SIM_D_BRIEF else []
    for size, paper, suffix in jobs:
        numbers = module.SIZES[size]
        job = Job(kernel, size, numbers, "sim-d", paper, suffix)
        if hasattr(module, "describe"):
            module.describe(job, **numbers)
            job.launches.clear()
        module.sim_d(job, **numbers)
        yield job


def all_jobs():
    """Every job of the suite with the summary of its kernel."""
    for path in sorted(HERE.glob("*/job.py")):
        kernel = path.parent.name
        module = load(kernel)
        summary = module.__doc__.strip().splitlines()[0]
        if hasattr(module, "describe"):
            yield from ((job, summary) for job in compiled_jobs(kernel, module))
        if hasattr(module, "sim_d"):
            yield from ((job, summary) for job in sim_d_jobs(kernel, module))


def reference_jobs():
    """One job of each kernel and size, for the host references."""
    jobs = {}
    for job, _ in all_jobs():
        jobs.setdefault((job.kernel, job.size), job)
    return jobs.values()


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode not in ("", "--check", "--table") or len(sys.argv) > 2:
        sys.exit("usage: make-jobs.py [--check | --table]")
    if mode == "--table":
        print("\n".join(table_of(reference_jobs())))
        return
    stale = 0
    for job, summary in all_jobs():
        path, text = job.path, yaml_of(job, summary)
        if mode == "--check" and (not path.exists() or path.read_text(encoding="utf-8") != text):
            print(f"{path.relative_to(ROOT)}: differs from what make-jobs.py writes")
            stale += 1
        elif mode == "":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
