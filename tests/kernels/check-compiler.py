#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-compiler.py - kernels/build.sh on files outside the suite: what compiles runs right, what
does not is refused with its place.

    check-compiler.py WARPCLOCK [BUILD]

Each program of the table `COMPUTES` is compiled and run, and its output compared with what Python
computes. docs/your-own-kernel.md is followed command by command. With BUILD, a Meson build folder,
it is installed and the installed compiler used. Prints TAP; skips all without clang-16.
"""
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD_SH = ROOT / "kernels" / "build.sh"
BUILD_RV32 = ROOT / "kernels" / "build-rv32.sh"
BUILD_GCN3 = ROOT / "kernels" / "build-gcn3.sh"
COUNT = 64

# name -> (expression of x (float 0.05..0.95) or i (int 0..63), the same in Python)
FLOATS = {
    "asin": ("asin(x)", math.asin), "acos": ("acos(x)", math.acos), "atan": ("atan(x)", math.atan),
    "atan2": ("atan2(x, 0.3f)", lambda x: math.atan2(x, 0.3)),
    "sinh": ("sinh(x)", math.sinh), "cosh": ("cosh(x)", math.cosh), "tanh": ("tanh(x)", math.tanh),
    "cbrt": ("cbrt(x)", lambda x: x ** (1 / 3)),
    "hypot": ("hypot(x, 2.0f)", lambda x: math.hypot(x, 2)),
    "log10": ("log10(x)", math.log10), "exp10": ("exp10(x)", lambda x: 10 ** x),
    "expm1": ("expm1(x)", math.expm1), "log1p": ("log1p(x)", math.log1p),
    "pown": ("pown(x, -3)", lambda x: x ** -3),
    "smoothstep": ("smoothstep(0.0f, 1.0f, x)", lambda x: x * x * (3 - 2 * x)),
    "sign": ("sign(x - 0.5f)", lambda x: math.copysign(float(x != 0.5), x - 0.5)),
    "step": ("step(0.5f, x)", lambda x: float(x >= 0.5)),
    "length3": ("length((float3)(x, 2.0f, 3.0f))", lambda x: math.sqrt(x * x + 13)),
    "normalize4": ("normalize((float4)(x, 0.0f, 0.0f, 1.0f)).x",
                   lambda x: x / math.sqrt(x * x + 1)),
    "cross": ("cross((float3)(x, 1.0f, 0.0f), (float3)(0.0f, 2.0f, 5.0f)).z", lambda x: 2 * x),
    "tanh16": ("tanh((float16)(x)).sf", math.tanh),
    "mix_scalar": ("mix((float4)(x), (float4)(1.0f), 0.5f).w", lambda x: (x + 1) / 2),
    "called": ("called(x, i)", lambda x: x * 8 if x > 0.5 else x),
    "vload": ("vload4(0, (__private float *)rows).y", lambda x: x + 1),
}
INTEGERS = {
    "popcount": ("popcount(i * 0x01010101)", lambda i: 4 * bin(i).count("1")),
    "popcount64": ("(int)popcount((ulong)i << 30)", lambda i: bin(i).count("1")),
    "clz": ("clz(i)", lambda i: 32 - i.bit_length()),
    "clz16": ("clz((short)i)", lambda i: 16 - i.bit_length()),
    "add_sat": ("add_sat(0x7FFFFFE0, i)", lambda i: min(0x7FFFFFE0 + i, 2**31 - 1)),
    "convert_sat": ("(int)convert_uchar_sat(i * 9.5f - 100.0f)",
                    lambda i: min(max(int(i * 9.5 - 100), 0), 255)),
    "convert_rte": ("convert_int_rte(i * 0.5f)", lambda i: round(i * 0.5)),
    "convert_wide": ("convert_int4((float4)(i + 0.75f)).w", lambda i: i),
    "divide64": ("(int)(123456789012345l / (i - 70))",
                 lambda i: wrap(-(123456789012345 // (70 - i)))),
    "modulo64": ("(int)(-123456789012345l % (i + 1))", lambda i: -(123456789012345 % (i + 1))),
    "unsigned64": ("(int)(0xFFFFFFFFFFFFFFF0ul / (0x300000000ul + i))",
                   lambda i: 0xFFFFFFFFFFFFFFF0 // (0x300000000 + i)),
    "float64": ("(int)((float)(((long)i << 40) - 5) * 0x1p-40f)",
                lambda i: i if i else 0),
    "to64": ("(int)((long)(i * 1099511627776.0f) >> 40)", lambda i: i),
    "clamp_vector": ("clamp((int4)(i), 3, 9).z", lambda i: min(max(i, 3), 9)),
    "structure": ("copied(i)", lambda i: 3 * i + 190),
}
COMPUTES = """
__attribute__((noinline)) float called(float x, int i)
{
    if (x > 0.5f)
        for (int k = 0; k < 3; k++)
            x += x;
    return i < 0 ? 0.0f : x;
}

struct large { int value[20]; };

int copied(int i)
{
    struct large a, b;
    int sum = 0;

    for (int k = 0; k < 20; k++)
        a.value[k] = k;
    a.value[i % 20] += 3 * i;
    b = a;
    for (int k = 0; k < 20; k++)
        sum += b.value[k];
    return sum;
}

__kernel void check(__global const float *in, __global float *out, __global int *whole, int unused)
{
    int i = get_global_id(0);
    float x = in[i];
    float rows[4] = {x, x + 1.0f, x, x};

@STATEMENTS@
}
"""
LANES = """
int lanes(const int *data, int n, int mode)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (data[i] < 0)
            break;
        switch (data[i] & 7) {
        case 0: return i;
        case 1: sum += 1; break;
        case 2: sum ^= mode; break;
        case 5: sum *= 3; break;
        default: sum -= data[i] && mode;
        }
    }
    return sum;
}
"""
# source -> what the first line of the refusal holds
REFUSED = {
    "struct p {};\n__kernel void k(__global int *o, struct p p)\n{ o[0] = 1; }\n":
        ":2: error: argument 'p' of kernel 'k' is struct p, by value and without a size",
    "__kernel void k(__global int *o)\n{\n    atomic_add(o, 1);\n}\n":
        ":3:5: error: atomic_add(int volatile global*, int) is not available here",
    "__kernel void k(__global int *o)\n{\n    printf(\"%d\", o[0]);\n}\n":
        ":3:5: error: printf is not available here",
    "float f(float x) { return erf(x); }\n__kernel void k(__global float *o) { o[0] = f(o[1]); }\n":
        ":1:27: error: erf(float) is not available here",
    "__kernel void k(__global uint *o, read_only image2d_t i) { o[0] = 1; }\n":
        "error: argument 'i' of kernel 'k' is of type image2d_t, which Vortex has not",
    "__kernel void k(__global double *o) { o[0] = 1; }\n": "use of type 'double'",
    "float f(float x) { return x; }\n": ": error: no kernel in it",
    "__kernel void k(__global int *o) { o[0] = nothing; }\n": ":1:43: error: use of undeclared",
    "__kernel void k(__global int *o)\n{\n#pragma warpclock loop_bound(N)\n    while (o[0]--)\n"
    "        ;\n}\n":
        ":3: error: '#pragma warpclock loop_bound(N)'; expected loop_bound(N), N a decimal number",
    "__kernel void k(__global int *o)\n{\n#pragma warpclock loop_bound(4)\n    o[0]--;\n}\n":
        ":3: error: no loop behind '#pragma warpclock loop_bound'",
}

# The line of a loop is that of its test; what the preprocessor drops does not count.
LOOPS = """#define EACH for (int i = 0; i < n; i++)
__kernel void k(__global int *o, int n)
{
#pragma warpclock loop_bound(5)

    EACH
        o[i] += n;
#if 0
#pragma warpclock loop_bound(6)
    while (n--);
#endif
    #pragma warpclock loop_bound( 7u ) // in words
    do {
        while (o[n] > n) o[n]--;
    } while (o[n++] > 0);
    o[n] /= 3l + o[0];
}
"""
PRAGMAS = """#define MOST (LARGE)
#define LARGE 1099511627776ul
__kernel void k(__global int *o, int n)
{
#pragma warpclock loop_bound(MOST)
    while (o[n] > 0)
        o[n++]--;
    int sum = 0;
#pragma warpclok loop_bound(2)
    while (o[n] > 5)
        n++;
#pragma warpclock loop_bound(3)
    for (int i = 0; i < 3; i++)
        sum += o[i];
    o[0] = sum + n;
}
"""
# Loops that data end, as people write them, each with its bound: whatever lines the compiler gives
# to their code, the one behind the pragma names them, and nothing else does.
SHAPES = """
int walk(__global const int *in, int p)
{
    int count = 0;
#pragma warpclock loop_bound(1)
    while (p != -1) {
        p = in[p];
        count++;
    }
    return count;
}
__kernel void list(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, count = 0;
#pragma warpclock loop_bound(2)
    while (p >= 0) {
        p = in[p];
        count++;
    }
    out[i] = count;
}
__kernel void short_body(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i;
#pragma warpclock loop_bound(3)
    while (p < n)
        p = in[p];
    out[i] = p;
}
__kernel void in_head(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, count = 0;
#pragma warpclock loop_bound(4)
    for (; p != -1; p = in[p])
        count++;
    out[i] = count;
}
__kernel void endless_while(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i;
#pragma warpclock loop_bound(5)
    while (1) {
        if (in[p] == 0)
            break;
        p++;
    }
    out[i] = p;
}
__kernel void endless_for(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), k;
#pragma warpclock loop_bound(6)
    for (k = 0; ; k++)
        if (in[i + k] == 0)
            break;
    out[i] = k;
}
__kernel void two_ways_out(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), sum = 0;
#pragma warpclock loop_bound(7)
    for (int k = 0; k < n; k++) {
        if (in[k] == 99)
            break;
        sum += in[k];
    }
    out[i] = sum;
}
__kernel void at_the_end(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, sum = 0;
#pragma warpclock loop_bound(8)
    do {
        sum += p;
        p = in[p];
    } while (p > 0);
    out[i] = sum;
}
__kernel void nest(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), sum = 0;
#pragma warpclock loop_bound(9)
    for (int r = in[i]; r < in[i + 1]; r++) {
        int p = in[r];
#pragma warpclock loop_bound(10)
        while (p != -1) {
            sum++;
            p = in[p];
        }
    }
    out[i] = sum;
}
__kernel void inlined(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), sum = 0;
#pragma warpclock loop_bound(11)
    for (int r = in[i]; r < in[i + 1]; r++)
        sum += walk(in, r);
    out[i] = sum;
}
__kernel void goes_on(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, sum = 0;
#pragma warpclock loop_bound(12)
    while (p != -1) {
        p = in[p];
        if (p & 1)
            continue;
        sum += in[p];
    }
    out[i] = sum;
}
__kernel void unrolled_inside(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, sum = 0;
#pragma warpclock loop_bound(13)
    while (p != -1) {
        p = in[p];
        for (int k = 0; k < 3; k++)
            sum += in[p + k];
    }
    out[i] = sum;
}
__kernel void returns(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), p = i, sum = 0;
#pragma warpclock loop_bound(14)
    for (;;) {
        p = in[p];
        if (p == 5)
            return;
        if (p == 7)
            break;
        sum++;
    }
    out[i] = sum;
}
"""
# Which loops the functions of SHAPES have, by their bounds.
SHAPE_LOOPS = {"list": [2], "short_body": [3], "in_head": [4], "endless_while": [5],
               "endless_for": [6], "two_ways_out": [7], "at_the_end": [8], "nest": [9, 10],
               "inlined": [11, 1], "goes_on": [12, 12], "unrolled_inside": [13], "returns": [14]}

# kernel of SHAPES -> (contents of `in`, bound it has, runs of its body by that data)
CHAIN = [1, 2, 3, 4, 5, 6, 7, 8, 9, -1]
SHAPE_RUNS = {"list": (CHAIN, 2, 10), "short_body": (CHAIN[:9] + [10], 3, 10),
              "in_head": (CHAIN, 4, 10), "endless_while": ([1] * 9 + [0], 5, 10),
              "endless_for": ([1] * 9 + [0], 6, 10), "two_ways_out": ([1] * 9 + [99], 7, 10),
              "at_the_end": (CHAIN, 8, 10), "returns": (CHAIN, 14, 5)}

results = []


def wrap(value):
    return (value + 2**31) % 2**32 - 2**31


def result(good, text, remark=""):
    results.append(good)
    print(f"{'ok' if good else 'not ok'} {len(results)} {text}", flush=True)
    for line in str(remark).splitlines() if not good else []:
        print(f"# {line}")


def call(*command, cwd, **environment):
    return subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True,
                          timeout=300, env={**os.environ, **environment})


def run_job(program, folder, job, *options):
    (folder / "job.yaml").write_text(job)
    done = call(program, "run", "job.yaml", *options, cwd=folder)
    return done.returncode == 0, done.stderr


def check_functions(program, folder):
    statements = [f"    out[{n} * {COUNT} + i] = {text};"
                  for n, (text, _) in enumerate(FLOATS.values())]
    statements += [f"    whole[{n} * {COUNT} + i] = {text};"
                   for n, (text, _) in enumerate(INTEGERS.values())]
    (folder / "check.cl").write_text(COMPUTES.replace("@STATEMENTS@", "\n".join(statements)))
    done = call(BUILD_SH, program, "check.cl", cwd=folder)
    result(done.returncode == 0, "a file outside the suite compiles", done.stderr)
    values = [struct.unpack("f", struct.pack("f", 0.05 + 0.9 * i / COUNT))[0] for i in range(COUNT)]
    (folder / "in.bin").write_bytes(struct.pack(f"{COUNT}f", *values))
    good, why = run_job(program, folder, f"""kernel: check.elf
grid: 2
block: {COUNT // 2}
buffers:
  in: {{type: f32, file: in.bin}}
  out: {{type: f32, shape: {COUNT * len(FLOATS)}, fill: 0}}
  whole: {{type: i32, shape: {COUNT * len(INTEGERS)}, fill: 0}}
args: [in, out, whole, {{i32: 0}}]
save: {{out: out.bin, whole: whole.bin}}
""", "--functional")
    result(good, "and runs", why)
    if not good:
        return
    out = struct.unpack(f"{COUNT * len(FLOATS)}f", (folder / "out.bin").read_bytes())
    whole = struct.unpack(f"{COUNT * len(INTEGERS)}i", (folder / "whole.bin").read_bytes())
    for n, (name, (text, exact)) in enumerate(FLOATS.items()):
        wrong = [(x, got, exact(x)) for x, got in zip(values, out[n * COUNT:])
                 if abs(got - exact(x)) > 8 * 2.0**-24 * abs(exact(x))]
        result(not wrong, f"{name}: {text}", wrong[:3])
    for n, (name, (text, exact)) in enumerate(INTEGERS.items()):
        wrong = [(i, got, exact(i)) for i, got in zip(range(COUNT), whole[n * COUNT:])
                 if got != exact(i)]
        result(not wrong, f"{name}: {text}", wrong[:3])


def check_refusals(program, folder):
    (folder / "sub").mkdir()
    for number, (source, expected) in enumerate(REFUSED.items()):
        path = f"sub/refused-{number}.cl"
        (folder / path).write_text(source)
        done = call(BUILD_SH, program, path, cwd=folder)
        placed = done.stderr.startswith((f"{path}:", f"{path}: "))
        result(done.returncode == 1 and expected in done.stderr and placed and
               "Traceback" not in done.stderr, f"refused: {expected}", done.stderr)
    for arguments in (["nosuch.cl"], ["nosuch"], ["check.cl", "--what"], ["-o", "x.elf"],
                      ["check.cl", "vecadd"], ["check.cl", "-o"]):
        done = call(BUILD_SH, program, *arguments, cwd=folder)
        result(done.returncode == 2 and "error: " in done.stderr,
               f"bad use: {' '.join(arguments)}", done.stderr)


def check_gcn3_refusal(folder):
    """A fault in a file with printf, which takes another way, is told once and with its place."""
    if call(BUILD_GCN3, "--ready", cwd=folder).returncode:
        return
    (folder / "prints.cl").write_text('__kernel void k(int n) { printf("%d", m); }\n')
    done = call(BUILD_GCN3, "prints.cl", cwd=folder)
    result(done.returncode == 1 and done.stderr.count("error") == 2 and
           "prints.cl:1:39: error: use of undeclared identifier 'm'" in done.stderr,
           "refused for GCN3: a fault beside printf", done.stderr)


def check_loop_bounds(program, folder):
    """Bounds in the source reach the binary, with the lines that it has for the loops."""
    (folder / "loops.cl").write_text(LOOPS)
    call(BUILD_SH, program, "loops.cl", cwd=folder)
    shown = call(program, "info", "loops.elf", cwd=folder).stdout
    found = re.findall(r"^  (\S+):(\d+)  at most (\d+) iterations", shown, re.M)
    result(found[:2] == [("loops.cl", "6", "5"), ("loops.cl", "15", "7")],
           "loop bounds of the source stand in the binary", shown)
    result([(name, most) for name, _, most in found[2:]] == [("divide.c", "64")],
           "so do those of the library that is linked in", shown)


def check_loop_shapes(program, folder):
    """Every loop that data end is found by the line behind its pragma."""
    (folder / "shapes.cl").write_text(SHAPES)
    done = call(BUILD_SH, program, "shapes.cl", cwd=folder)
    lines = {}
    for number, line in enumerate(SHAPES.splitlines(), 1):
        pragma = re.match(r"#pragma warpclock loop_bound\((\d+)\)", line)
        if pragma:
            lines[int(pragma[1])] = number + 1
    lines[8] += 3  # of a `do` it is the line of its `while`
    for kernel, bounds in SHAPE_LOOPS.items():
        graph = call(program, "cfg", "shapes.elf", "--kernel", kernel, cwd=folder)
        found = re.findall(r"^  L\d+ .*?(?:  shapes.cl:(\d+))?$", graph.stdout, re.M)
        result(found == [str(lines[bound]) for bound in bounds],
               f"the line behind the pragma names the loops of {kernel}",
               f"{lines} {found}\n{done.stderr}{graph.stdout}")
    shown = call(program, "info", "shapes.elf", cwd=folder).stdout
    result(len(re.findall(r"at most \d+ iterations$", shown, re.M)) == len(lines),
           "and none of their bounds is left over", shown)


def check_loop_runs(program, folder):
    """A bound counts runs of the body, wherever the compiler has put the test: exactly that number
    is kept, one less is not, and the bound of the cycles holds in any case."""
    for kernel, (data, bound, runs) in SHAPE_RUNS.items():
        (folder / "in.csv").write_text(",".join(map(str, data)))
        line = [number for number, text in enumerate(SHAPES.splitlines(), 1)
                if f"loop_bound({bound})" in text][0]
        seen = {}
        for most in (runs, runs - 1):
            (folder / "job.yaml").write_text(f"""kernel: shapes.elf
entry: {kernel}
grid: 1
block: 4
buffers:
  in: {{type: i32, file: in.csv}}
  out: {{type: i32, shape: 4, fill: 0}}
args: [in, out, {{i32: 10}}]
loops: {{"shapes.cl:{line}": {most}}}
""")
            seen[most] = call(program, "check", "job.yaml", "-m", "vortex-swas",
                              "--method", "analysis", cwd=folder)
        told = f" ran {runs} iterations; the job states a maximum of {runs - 1}"
        result(seen[runs].returncode == 0 and seen[runs - 1].returncode == 1 and
               told in seen[runs - 1].stderr, f"{runs} runs of the body count as {runs}: {kernel}",
               [(done.returncode, done.stdout, done.stderr) for done in seen.values()])


def check_pragmas(program, folder):
    """A bound may be a macro; one that a misspelling loses is told; so is one without a loop."""
    (folder / "pragmas.cl").write_text(PRAGMAS)
    done = call(BUILD_SH, program, "pragmas.cl", cwd=folder)
    shown = call(program, "info", "pragmas.elf", cwd=folder).stdout
    result("pragmas.cl:6  at most 1099511627776 iterations\n" in shown,
           "a bound may be a macro, up to 2^40", shown + done.stderr)
    result("pragmas.cl:9: warning: '#pragma warpclok' has no effect" in done.stderr,
           "a misspelt pragma is told", done.stderr)
    result("pragmas.cl:13  at most 3 iterations; unrolled, or not found in the code\n" in shown,
           "a bound without a loop in the binary is told", shown)


def check_cache(folder):
    """HOUSE-183: what kernels share is compiled once: two calls at the same time, one that finds it,
    and one that cannot keep it."""
    (folder / "cached.cl").write_text("__kernel void k(__global float *o) { o[0] = exp(o[0]); }\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "clang-16").write_text(
        f'#!/bin/sh\necho "$@" >> "$LOG"\nexec {shutil.which("clang-16")} "$@"\n')
    (folder / "bin" / "clang-16").chmod(0o755)

    def start(name, cache):
        return subprocess.Popen(
            [BUILD_RV32, "cached.cl", "-o", name], cwd=folder, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}",
                 "XDG_CACHE_HOME": str(cache), "LOG": str(folder / f"{name}.log")})

    def compiled(name):
        return (folder / f"{name}.log").read_text().count("/builtins/exponential.cl")

    cache = folder / "cache"
    errors = [done.communicate()[1] for done in (start("a", cache), start("b", cache))]
    one = (folder / "a").read_bytes()
    result(errors == ["", ""] and one == (folder / "b").read_bytes() and
           len(list(cache.glob("warpclock/*"))) == 1, "two at once fill the cache", errors)
    start("c", cache).wait()
    result(compiled("a") and not compiled("c") and one == (folder / "c").read_bytes(),
           "the next one compiles no built-in function")
    errors = start("d", "/dev/null").communicate()[1]
    result(errors == "" and compiled("d") and one == (folder / "d").read_bytes(),
           "nor is a cache needed", errors)


def check_reproducible(program, folder):
    """The same bytes, wherever the file lies; none of them a path."""
    elsewhere = folder / "else" / "where"
    elsewhere.mkdir(parents=True)
    shutil.copy(folder / "check.cl", elsewhere)
    call(BUILD_SH, program, elsewhere / "check.cl", "-o", "again.elf", cwd=folder)
    again = (folder / "again.elf").read_bytes()
    result(again == (folder / "check.elf").read_bytes(), "compiled elsewhere, the same bytes")
    result(str(folder).encode() not in again, "the binary holds no path")


def check_page(program, folder):
    """docs/your-own-kernel.md, in a folder that looks like the source tree after `make`."""
    page = (ROOT / "docs" / "your-own-kernel.md").read_text()
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page, re.M | re.S)
    for name in ("kernels", "machines"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").mkdir()
    (folder / "build" / "warpclock").symlink_to(program)
    commands = []
    names = {"cl": ["blur", "gcd"], "yaml": ["blur", "gcd"]}
    for language, text in blocks:
        suffix = {"c": "cl", "yaml": "yaml"}.get(language)
        if suffix:
            name = f"{names[suffix].pop(0)}.{suffix}"
            (folder / name).write_text(text)
            example = (ROOT / "examples" / "jobs" / name).read_text()
            result(example.endswith(text), f"{name} of the page is that of examples/jobs")
        elif language == "sh":
            commands += text.splitlines()
    for line in commands:
        if "| dot " in line and not shutil.which("dot"):
            line = line.split("|")[0]
        done = call("bash", "-o", "pipefail", "-c", line, cwd=folder)
        result(done.returncode == 0, f"page: {line}", done.stderr)
    pixels = struct.unpack("2700f", (folder / "out.npy").read_bytes()[-10800:])
    result(all(0.05 < pixel < 0.95 for pixel in pixels), "page: the image is blurred")


def check_manual(program, folder):
    """The long example of warpclock-diverge(1), with the flags and passes of build.sh."""
    page = (ROOT / "man" / "warpclock-diverge.1.scd").read_text()
    examples = re.findall(r"^```\n(.*?)^```", page, re.M | re.S)
    script = [text for text in examples if "opt-16" in text]
    (folder / "kernel.c").write_text(LANES)
    (folder / "warpclock").symlink_to(program)
    done = call("bash", "-e", "-c", script[0], cwd=folder,
                PATH=f"{folder}:{os.environ['PATH']}")
    result(done.returncode == 0 and (folder / "kernel.o").exists(),
           "manual: the example of diverge works", done.stderr)
    recipe = BUILD_SH.read_text().replace('"-mattr=$attributes"', "-mattr=+m,+f")
    recipe = re.sub(r"\s+", " ", recipe)
    flags = re.search(r"llc-16 (.*?) structured.ll", re.sub(r"\s+\\?\s*", " ", script[0]))[1]
    passes = re.search(r"-passes=(\S+)", script[0])[1]
    hint = (ROOT / "src" / "pass" / "diverge" / "lanes.c").read_text()
    result(f"codegen=({flags})" in recipe, "manual: the flags of llc are those of build.sh", flags)
    result(f"structure='{passes}'" in recipe and passes in hint,
           "manual: the passes are those of build.sh and of the hint", passes)


def check_installed(build, folder):
    place = folder / "installed"
    done = call("meson", "install", "-C", build, "--no-rebuild", "--destdir", place, cwd=folder)
    result(done.returncode == 0, "meson install", done.stdout + done.stderr)
    found = list(place.rglob("bin/warpclock-cl"))
    result(len(found) == 1, "installs warpclock-cl")
    if len(found) != 1:
        return
    prefix = found[0].parents[1]
    environment = {
        "PATH": f"{prefix}/bin:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": ":".join({str(so.parent) for so in prefix.rglob("libwarpclock.so*")}),
        "WARPCLOCK_PATH": str(prefix / "share" / "warpclock" / "machines"),
    }
    jobs = folder / "jobs"
    shutil.copytree(prefix / "share" / "warpclock" / "examples" / "jobs", jobs)
    for line in ("warpclock-cl blur.cl", "warpclock run blur.yaml",
                 f"warpclock run {prefix}/share/warpclock/examples/jobs/saxpy.yaml",
                 f"warpclock run {prefix}/share/warpclock/examples/jobs/mandelbrot.yaml -f"):
        done = call("bash", "-c", line, cwd=jobs, **environment)
        result(done.returncode == 0, f"installed: {line.replace(str(prefix), '')}", done.stderr)
    done = call("bash", "-c", "warpclock-cl", cwd=jobs, **environment)
    result(done.returncode == 2 and "usage: warpclock-cl FILE.cl" in done.stderr,
           "installed: warpclock-cl says how it is used", done.stderr)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("clang-16"):
        print("1..0 # SKIP needs clang-16")
        return
    for check, argument in ((check_functions, program), (check_page, program),
                            (check_manual, program),
                            (check_installed, sys.argv[2] if len(sys.argv) > 2 else None)):
        if argument is None:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            check(argument, folder)
            if check is check_functions:
                check_reproducible(program, folder)
                check_loop_bounds(program, folder)
                check_loop_shapes(program, folder)
                check_loop_runs(program, folder)
                check_pragmas(program, folder)
                check_refusals(program, folder)
                check_gcn3_refusal(folder)
                check_cache(folder)
    print(f"1..{len(results)}")
    sys.exit(0 if all(results) else 1)


main()
