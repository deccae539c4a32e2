#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The suite's Sim-D programs, in a direct interpreter, give what the host references say.

    check-sim-d.py EXPECTED SIZE [NAME...]

Runs every launch of the Sim-D jobs of that size in tests/isa/sim_d/interpreter.py and compares with
EXPECTED/NAME/SIZE-BUFFER.npy. So a program, its job and its reference agree without the simulator.
Loops must run as often as `#bound` or the job says, those with a `brk` at most as often. Prints TAP.
"""
import array
import importlib.util
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "isa" / "sim_d"))
import assembly  # noqa: E402
import interpreter  # noqa: E402

spec = importlib.util.spec_from_file_location("check_sources", HERE / "check-sources.py")
sources = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sources)

FILL = 0x7fbadbad  # of registers and scratchpads that nobody has written: no number


def shape_of(job, name, elements):
    return job.buffers[name].get("shape", [len(elements)])


def argument_words(argument, job, buffers):
    """Words and dimensions of an argument: lines are the last extent long."""
    if isinstance(argument, str):
        shape = shape_of(job, argument, buffers[argument])
        return buffers[argument], shape[-1], math.prod(shape[:-1])
    (kind, value), = argument.items()
    return array.array(sources.CODES[kind], [value]), 1, 1


def iterations(program, launch):
    """Instruction of a loop's branch -> its iterations: the job's, or those of the program."""
    given = {int(place.strip('"').split(":")[1]): count
             for place, count in launch.get("loops", {}).items()}
    return {at: given.get(program.text[at].line, taken + 1)
            for at, (taken, *_) in program.bounds.items()}


def longest_run(branch):
    """Iterations of the loop that a branch closes: one more than it was taken in a row."""
    most = count = 0
    for taken in branch:
        count = count + 1 if taken else 0
        most = max(most, count)
    return most + 1


def check_loops(program, launch, branches):
    breaks = any(instruction.op == "brk" for instruction in program.text)
    for at, count in iterations(program, launch).items():
        found = max((longest_run(group[at]) for group in branches.values() if at in group),
                    default=0)
        if found > count or (found < count and not breaks):
            raise interpreter.Fault(f"line {program.text[at].line}: the loop has {found} "
                                    f"iterations, its bound is {count}")


def check_bounds(job):
    """`#bound` has the counts of the large size."""
    for launch in job.launches:
        path = sources.KERNELS / job.kernel / launch["kernel"]
        program = assembly.parse(path.read_text(encoding="utf-8"))
        declared = iterations(program, {})
        for at, count in iterations(program, launch).items():
            if count > declared[at]:
                yield (f"{path.name}:{program.text[at].line}: #bound says {declared[at]} "
                       f"iterations, the job {count}")


def run_launch(job, launch, buffers):
    path = sources.KERNELS / job.kernel / launch["kernel"]
    program, contents = assembly.parse(path.read_text(encoding="utf-8")), {}
    for number, argument in enumerate(launch["args"]):
        words, dim_x, dim_y = argument_words(argument, job, buffers)
        program.dram[number] = assembly.Buffer(0, dim_x, dim_y)
        contents[number] = array.array("I", words.tobytes())
    run = interpreter.Launch(program, launch["ndrange"], launch["width"], contents=contents,
                             fill=FILL)
    result = run.run()
    check_loops(program, launch, run.branches)
    for number, argument in enumerate(launch["args"]):
        if isinstance(argument, str):
            buffers[argument] = array.array(buffers[argument].typecode, result[number].tobytes())


def check(job, expected):
    """Sentences about what is wrong."""
    buffers = {name: sources.make_buffer(buffer, expected) for name, buffer in job.buffers.items()}
    try:
        for launch in job.launches:
            run_launch(job, launch, buffers)
    except (interpreter.Fault, assembly.SasError) as fault:
        yield f"{launch['kernel']}: {fault}"
        return
    for name, what in job.expected.items():
        want = sources.read_npy(expected / job.kernel / f"{job.size}-{name}.npy")
        wrong = sources.differences(buffers[name], want, what)
        if len(want) != len(buffers[name]):
            yield f"{name}: {len(buffers[name])} elements, {len(want)} in the reference"
        elif wrong:
            first = next(i for i, (a, b) in enumerate(zip(buffers[name], want)) if a != b)
            yield (f"{name}: {wrong} of {len(want)} elements differ, [{first}] is "
                   f"{buffers[name][first]}, expected {want[first]}")


def main():
    expected, size, *names = sys.argv[1:]
    all_jobs = [job for job, _ in sources.load_make_jobs().all_jobs()
                if job.target == "sim-d" and sources.KERNELS in job.path.parents
                and (not names or job.kernel in names)]
    jobs = [job for job in all_jobs if job.size == size]
    large = {job.kernel: job for job in all_jobs if job.size == "large"}
    failed = 0
    print(f"1..{len(jobs)}")
    for number, job in enumerate(jobs, 1):
        remarks = [*check(job, pathlib.Path(expected)), *check_bounds(large[job.kernel])]
        print(f"{'not ok' if remarks else 'ok'} {number} {job.kernel}-{size}", flush=True)
        for remark in remarks:
            print(f"# {remark}")
        failed += bool(remarks)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
