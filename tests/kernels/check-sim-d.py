#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The suite's Sim-D programs, in a direct interpreter, give what the host references say.

    check-sim-d.py EXPECTED SIZE [NAME...]

Runs every launch of the Sim-D jobs of that size in tests/isa/sim_d/interpreter.py and compares with
EXPECTED/NAME/SIZE-BUFFER.npy. So a program, its job and its reference agree without the simulator.
Prints TAP.
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


def run_launch(job, launch, buffers):
    path = sources.KERNELS / job.kernel / launch["kernel"]
    program, contents = assembly.parse(path.read_text(encoding="utf-8")), {}
    for number, argument in enumerate(launch["args"]):
        words, dim_x, dim_y = argument_words(argument, job, buffers)
        program.dram[number] = assembly.Buffer(0, dim_x, dim_y)
        contents[number] = array.array("I", words.tobytes())
    result = interpreter.Launch(program, launch["ndrange"], launch["width"], contents=contents,
                                fill=FILL).run()
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
    jobs = [job for job, _ in sources.load_make_jobs().all_jobs()
            if job.size == size and job.target == "sim-d" and (not names or job.kernel in names)]
    failed = 0
    print(f"1..{len(jobs)}")
    for number, job in enumerate(jobs, 1):
        remarks = list(check(job, pathlib.Path(expected)))
        print(f"{'not ok' if remarks else 'ok'} {number} {job.kernel}-{size}", flush=True)
        for remark in remarks:
            print(f"# {remark}")
        failed += bool(remarks)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
