#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Weakens the analysis of bounds in one place at a time; the tests must notice each.

    scripts/mutate-bound.py [--only PATTERN]... [--quick] [--jobs N] [--keep | --fresh]
    scripts/mutate-bound.py --list | --apply

tests/bound/mutants.txt has the mutants and says how they are written. Each is applied to a copy of
the tree under build/mutants, which is built and tested: the tests of the suite `bound` and those
below, the quickest first, up to the first that fails. A mutant that does not fit the source is an
error before the first one runs; one that does not compile is an error at the end.

Tests that compare a bound with a number written down earlier (suite/cycles) are left out: they
notice any change, also one that makes a bound better.

With --quick only tests of less than 3 s of processor time are used.

Results are kept in build/mutants/results.json while sources and tests are the same, so that an
interrupted run goes on where it was. --keep keeps them though sources or tests have changed, except
survivors; --fresh forgets them.

Prints a line per mutant: what noticed it, after how many seconds. The status is 0 if every mutant is
caught or is listed as a survivor with its reason.
"""
import argparse
import concurrent.futures
import fcntl
import fnmatch
import hashlib
import json
import os
import pathlib
import queue
import re
import resource
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "tests/bound/mutants.txt"
WORK = ROOT / "build/mutants"
RESULTS = WORK / "results.json"
TIMES = WORK / "times.json"
QUICK = 3 # seconds
# Besides the suite `bound`: tests by name, and some files of tests/cli.
OTHERS = ["random/programs"]
COMMAND_LINE = ["test_bound"]
# What a result depends on.
WATCHED = ("src/", "tests/bound/", "tests/random/", "tests/cli/test_bound.py", "kernels/", "machines/")


class Wrong(Exception):
    """The list of mutants or the tree is not in order."""


class NotCompiled(Wrong):
    """A mutant is no C."""


# ---- the list ----

class Mutant:
    def __init__(self, name):
        self.name, self.file, self.function, self.why = name, None, None, ""
        self.survives, self.old, self.new = "", [], []

    def digest(self):
        text = repr((self.file, self.function, self.old, self.new))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_field(mutant, line, place):
    match = re.fullmatch(r"(at|why|survives): *(.+)", line)
    if not match:
        raise Wrong(f"{place}: expected at:, why:, survives:, '- ' or '+ '")
    key, value = match.groups()
    if key == "at":
        mutant.file, _, function = value.partition(" ")
        mutant.function = function or None
    else:
        setattr(mutant, key, f"{getattr(mutant, key)} {value}".strip())


def read_line(mutants, line, place):
    if line.startswith("mutant: "):
        mutants.append(Mutant(line[8:].strip()))
    elif not mutants:
        raise Wrong(f"{place}: expected mutant:")
    elif line.startswith("- "):
        mutants[-1].old.append(line[2:].strip())
    elif line.startswith("+ ") or line == "+":
        mutants[-1].new.append(line[2:].strip())
    else:
        read_field(mutants[-1], line, place)


def read_list():
    mutants = []
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            read_line(mutants, line, f"{LIST.name}:{number}")
    for mutant in mutants:
        if not (mutant.file and mutant.why and mutant.old and mutant.new):
            raise Wrong(f"{mutant.name}: needs at:, why:, '- ' and '+ '")
    names = [mutant.name for mutant in mutants]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Wrong(f"two mutants are called {', '.join(twice)}")
    return mutants


# ---- one mutant in the source ----

def extent(text, mutant):
    """Where the function of a mutant is in its file."""
    if not mutant.function:
        return 0, len(text)
    head = re.search(rf"^[a-zA-Z][^;{{}}=]*\b{mutant.function}\([^;{{}}]*\)\n{{\n", text, re.M)
    if not head:
        raise Wrong(f"{mutant.name}: {mutant.file} has no function {mutant.function}")
    return head.start(), text.index("\n}\n", head.end() - 1)


def mutated(text, mutant):
    """The text with the mutant in it. Spaces at the ends of lines do not count."""
    start, end = extent(text, mutant)
    old = r"[ \t]*\n[ \t]*".join(re.escape(line) for line in mutant.old)
    found = list(re.finditer(old, text[start:end]))
    if len(found) != 1:
        raise Wrong(f"{mutant.name}: {mutant.file} {mutant.function or ''} has the old text "
                    f"{len(found)} times, expected once")
    new = "\n".join(mutant.new)
    return text[:start + found[0].start()] + new + text[start + found[0].end():]


def source_of(root, mutant):
    path = root / "src/bound" / mutant.file
    if not path.is_file():
        raise Wrong(f"{mutant.name}: no file src/bound/{mutant.file}")
    return path


def check_all(mutants):
    """Names every mutant that does not fit the source any more."""
    problems = []
    for mutant in mutants:
        try:
            mutated(source_of(ROOT, mutant).read_text(), mutant)
        except Wrong as problem:
            problems.append(str(problem))
    if problems:
        raise Wrong("\n".join(["mutants do not fit the source:", *problems]))


# ---- copies of the tree ----

def tracked():
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [name for name in found.split("\0") if name and (ROOT / name).is_file()]


def copy_file(source, target):
    """Keeps a file that is the same: ninja looks at its time."""
    content = source.read_bytes()
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    target.write_bytes(content)
    target.chmod(source.stat().st_mode)


def run(words, cwd):
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise Wrong(f"{' '.join(words)}:\n{done.stdout[-4000:]}{done.stderr[-2000:]}")
    return done.stdout


class Tree:
    def __init__(self, number, names):
        self.root = WORK / f"tree-{number}"
        for name in names:
            copy_file(ROOT / name, self.root / name)
        run(["scripts/configure.sh", "build", "--buildtype=release"], self.root)
        run(["ninja", "-C", "build", "build.ninja"], self.root) # a test may be new
        self.find_tests()
        self.build()

    def introspect(self, what):
        return json.loads(run(["meson", "introspect", f"--{what}", "build"], self.root))

    def find_tests(self):
        files = {target["id"]: target["filename"] for target in self.introspect("targets")}
        wanted = {"warpclock"}
        self.tests = []
        for test in self.introspect("tests"):
            suites = {suite.split(":")[-1] for suite in test["suite"]}
            if ("bound" in suites and "slow" not in suites) or test["name"] in OTHERS:
                self.tests.append(test)
                wanted |= {os.path.relpath(name, self.root / "build")
                           for target in test["depends"] for name in files[target]}
        for name in COMMAND_LINE:
            self.tests.append({
                "name": f"cli/{name}", "protocol": "exitcode", "env": {}, "timeout": 120,
                "workdir": None, "cmd": [sys.executable, str(self.root / "tests/cli/run-tests.py"),
                                         str(self.root / "build/warpclock"), name]})
        self.targets = sorted(wanted)

    def build(self):
        """What went wrong, or None."""
        words = ["ninja", "-C", "build", "-j", "1", *self.targets]
        done = subprocess.run(words, cwd=self.root, capture_output=True, text=True)
        return done.stdout if done.returncode else None


# ---- tests ----

stopping = threading.Event()


def is_failure(line):
    return line.startswith(("not ok", "FAIL"))


def read_output(child, seconds):
    """The first line that says that a case failed; None: no case did."""
    timer = threading.Timer(seconds, lambda: os.killpg(child.pid, signal.SIGKILL))
    timer.start()
    try:
        for line in child.stdout:
            if is_failure(line) or stopping.is_set():
                return line.strip()
    finally:
        timer.cancel()
    return None


def failure_of(tree, test):
    """How a test fails, in a few words; None: it passes. The first failure ends it."""
    child = subprocess.Popen(test["cmd"], cwd=test["workdir"] or tree.root / "build", text=True,
                             env=os.environ | test["env"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, errors="replace", start_new_session=True)
    try:
        found = read_output(child, test["timeout"])
        if found is None and child.wait() == 0:
            return None
        return re.sub(r"^(not ok \d+ -? *|FAIL *)", "", found or f"status {child.returncode}")
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def time_tests(tree, state, quick):
    """Seconds by test. All of them must pass on the tree as it is."""
    known = json.loads(TIMES.read_text()) if TIMES.is_file() else {}
    seconds = known.get("seconds", {})
    passed = known.get("passed", []) if known.get("state") == state else []
    for test in tree.tests:
        name = test["name"]
        if name in passed or (quick and seconds.get(name, 0) > QUICK):
            continue
        began = processor_seconds()
        found = failure_of(tree, test)
        if found:
            raise Wrong(f"without a mutant, {name} fails: {found}")
        seconds[name] = processor_seconds() - began
        passed.append(name)
        TIMES.write_text(json.dumps({"state": state, "seconds": seconds, "passed": passed}))
    return seconds


def try_mutant(tree, mutant):
    """What notices the mutant: test and case; the test is None for a survivor."""
    path = source_of(tree.root, mutant)
    original = path.read_text()
    path.write_text(mutated(original, mutant))
    try:
        errors = tree.build()
        if errors:
            raise NotCompiled(f"{mutant.name} does not compile:\n{errors[-3000:]}")
        for test in tree.tests:
            found = failure_of(tree, test)
            if found:
                return test["name"], found
        return None, ""
    finally:
        path.write_text(original)


# ---- results ----

def state_of(names):
    digest = hashlib.sha256()
    for name in sorted(names):
        if name.startswith(WATCHED) and name != str(LIST.relative_to(ROOT)):
            digest.update(name.encode() + (ROOT / name).read_bytes())
    return digest.hexdigest()[:16]


def load_results(state, options):
    if options.fresh or not RESULTS.is_file():
        return {}
    kept = json.loads(RESULTS.read_text())
    return {name: result for name, result in kept.items()
            if result["state"] == state or (options.keep and result["test"])}


def save_results(results):
    part = RESULTS.with_suffix(".part")
    part.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    part.replace(RESULTS)


def describe(mutant, result):
    caught = f"{result['test']}: {result['case']}" if result["test"] else "SURVIVES"
    return f"{mutant.name:<44} {result['seconds']:6.1f} s  {caught[:110]}"


class Campaign:
    def __init__(self, options, mutants):
        self.options, self.mutants = options, mutants
        names = tracked()
        self.names, self.state = names, state_of(names)
        WORK.mkdir(parents=True, exist_ok=True)
        self.guard = (WORK / "lock").open("w")
        try:
            fcntl.flock(self.guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Wrong(f"another run uses {WORK}") from None
        self.results = load_results(self.state, options)
        self.lock, self.trees = threading.Lock(), queue.Queue()
        self.broken = [] # names of mutants that do not compile

    def is_done(self, mutant):
        result = self.results.get(mutant.name)
        return (result is not None and result["digest"] == mutant.digest() and
                (self.options.quick or not result["quick"]))

    def prepare(self):
        seconds = None
        for number in range(self.options.jobs):
            tree = Tree(number, self.names)
            seconds = seconds or time_tests(tree, self.state, self.options.quick)
            tree.tests = sorted((test for test in tree.tests
                                 if not self.options.quick or seconds[test["name"]] <= QUICK),
                                key=lambda test: seconds[test["name"]])
            for test in tree.tests: # a mutant may make a test endless
                test["timeout"] = min(test["timeout"], 60 + 20 * seconds[test["name"]])
            self.trees.put(tree)

    def take(self, mutant):
        if stopping.is_set():
            return
        tree = self.trees.get()
        try:
            began = time.monotonic()
            test, case = try_mutant(tree, mutant)
        except NotCompiled as problem:
            self.broken.append(mutant.name)
            print(problem, flush=True)
            return
        finally:
            self.trees.put(tree)
        if stopping.is_set():
            return
        result = {"digest": mutant.digest(), "state": self.state, "test": test, "case": case,
                  "quick": self.options.quick and not test, "seconds": round(time.monotonic() - began, 1)}
        with self.lock:
            self.results[mutant.name] = result
            save_results(self.results)
            print(describe(mutant, result), flush=True)

    def run(self):
        todo = [mutant for mutant in self.mutants if not self.is_done(mutant)]
        for mutant in self.mutants:
            if mutant not in todo:
                print(describe(mutant, self.results[mutant.name]))
        if todo:
            self.prepare()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            running = [pool.submit(self.take, mutant) for mutant in todo]
            try:
                for future in concurrent.futures.as_completed(running):
                    future.result()
            except BaseException:
                stopping.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def summary(self):
        """The last lines, and whether all is as the list says."""
        tried = [m for m in self.mutants if m.name not in self.broken]
        caught = [m for m in tried if self.results[m.name]["test"]]
        alive = [m for m in tried if not self.results[m.name]["test"]]
        for name in self.broken:
            print(f"does not compile: {name}")
        for mutant in alive:
            print(f"survivor: {mutant.name}: {mutant.survives or 'NO REASON GIVEN'}")
        for mutant in caught:
            if mutant.survives:
                print(f"no survivor any more, remove the reason: {mutant.name}")
        share = 100 * len(caught) / len(self.mutants)
        print(f"{len(caught)} of {len(self.mutants)} mutants caught, {share:.1f} %; "
              f"{len(alive)} survive")
        return (not self.broken and all(m.survives for m in alive) and
                not any(m.survives for m in caught))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN",
                        help="mutants whose name or file matches, * and ? as in a shell")
    parser.add_argument("--quick", action="store_true", help="without the tests that take long")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree, default 1")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--apply", action="store_true",
                        help="check that each fits the source and stop")
    parser.add_argument("--keep", action="store_true", help="keep what was caught before")
    parser.add_argument("--fresh", action="store_true", help="forget all results")
    options = parser.parse_args()
    mutants = [m for m in read_list()
               if not options.only or any(fnmatch.fnmatch(m.name, p) or fnmatch.fnmatch(m.file, p)
                                          for p in options.only)]
    if not mutants:
        raise Wrong("no mutant matches")
    check_all(mutants)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.name:<44} {mutant.file:<26} {mutant.why}")
    if options.list or options.apply:
        print(f"{len(mutants)} mutants in {len({m.file for m in mutants})} files")
        return True
    campaign = Campaign(options, mutants)
    campaign.run()
    return campaign.summary()


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM): # also where a shell has them ignored
        signal.signal(number, interrupt)
    try:
        sys.exit(0 if main() else 1)
    except Wrong as problem:
        sys.exit(f"mutate-bound.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("mutate-bound.py: interrupted; the same command goes on")
