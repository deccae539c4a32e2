# SPDX-License-Identifier: Apache-2.0
"""docs/json.md names exactly the fields that the documents have."""
import json
import re
import sqlite3
import sys
from pathlib import Path

import command
import program as rv32
from command import Case

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cubin import with_relocation  # noqa: E402

# Objects whose keys are names of the user's: buffers, parameters, machines.
NAMED = {"settings", "checks", "check_details", "geometric_means", "time_geometric_means",
         "bound_geometric_means",
         "tables[].rows[]", "rows[]", "bound_terms", "launches[].bound_terms", "explain[].terms",
         "launches[].explain[].terms", "profile.stalls", "profile.lines[].stalls",
         "profile.lines[].instructions[].stalls",
         "[].sms[].smps[].units_busy_until", "[].sms[].smps[].warps[].pending",
         "[].sms[].smps[].warps[].registers", "[].warps[].pending", "[].warps[].registers",
         "[].slots[].masks", "[].slots[].registers"}


def paths(value, path=""):
    """All paths to values that are neither object nor array, in the page's notation."""
    if isinstance(value, dict):
        keys = {key: "*" if path in NAMED else key for key in value}
        return {found for key, inner in value.items()
                for found in paths(inner, f"{path}.{keys[key]}" if path else keys[key])}
    if isinstance(value, list):
        return {found for inner in value for found in paths(inner, f"{path}[]")}
    return {re.sub(r"(\.terms\[\])+", ".terms[]", path)}  # trees have any depth


class Page(Case):
    def setUp(self):
        super().setUp()
        page = (command.source / "docs/json.md").read_text()
        self.sections = dict(re.findall(r"^## `?(\w+)`?\n(.*?)(?=^## |\Z)", page, re.M | re.S))
        names = self.document("statistics")["statistics"]
        self.statistics = {name for row in names for name in (row["name"], *row["aliases"])}

    def pascal_job(self):
        cubin = command.source / "tests/load/cubin/sample.cubin"
        self.write("pascal.yaml", f"kernel: {cubin}\nentry: second\ngrid: 1\nblock: 1\n"
                   "buffers: {o: {type: u32, shape: [4], fill: 0}}\nargs: [o, {u32: 1}]\n")
        return "pascal.yaml"

    def gcn3_job(self):
        binary = command.source / "tests/load/amdgpu/sample-v4.hsaco"
        self.write("gcn3.yaml", f"kernel: {binary}\nentry: choose\ngrid: 1\nblock: 1\n"
                   "buffers: {o: {type: i32, shape: [4], fill: 0}}\n"
                   "args: [o, {u32: 1}, o, {i8: 1}]\n")
        return "gcn3.yaml"

    def fermi_job(self):
        self.write("fermi.yaml", (self.folder / self.pascal_job()).read_text() + "machine: fermi-sbi-swi\n")
        return "fermi.yaml"

    def sim_d_job(self):
        self.write("k.sas", ".data\n0 0x0 1024 1\n.text\nmov v0, 1\nstglin v0, 0\nexit\n")
        self.write("sim-d.yaml", "kernel: k.sas\nndrange: [1024, 1]\nwidth: 1024\n")
        return "sim-d.yaml"

    def document(self, *arguments, status=0):
        return json.loads(self.call(*arguments, "--json", "-", status=status).stdout)

    def told(self, section, table=None):
        """The fields in the first columns of a section's tables."""
        fields = set()
        tables = re.findall(r"(?:^\|.*\n)+", self.sections[section], re.M)
        for rows in tables if table is None else [tables[table]]:
            for row in rows.splitlines()[2:]:
                cell = row.split("|")[1]
                prefix = re.search(r"(?:`([^`]*)`)?STATISTICS", cell)
                if prefix:
                    fields |= {(prefix[1] or "") + name for name in self.statistics}
                    cell = cell.replace(prefix[0], "")
                fields |= set(re.findall(r"`([^`]+)`", cell))
        return fields

    def assert_told(self, section, documents, table=None):
        """Nothing untold, nothing told that there is not. A null stands for what it could hold."""
        told = self.told(section, table)
        found = set().union(*(paths(document) for document in documents))
        nulls = {path for path in found if any(name.startswith((path + ".", path + "["))
                                               for name in told)}
        self.assertEqual(found - told - nulls, set(), f"docs/json.md lacks fields of {section}")
        self.assertEqual(told - found, set(), f"docs/json.md has fields that {section} has not")

    def test_errors(self):
        self.assert_told("Errors", [self.document("run", "nosuch.yaml", status=2)])

    def test_run(self):
        jobs = command.source / "tests/isa/rv32/jobs"
        self.write("hello2.yaml", "kernel: hello.elf\nset: {threads: 4}\n")
        self.write("right.yaml", "kernel: stop.elf\nbuffers: {a: {type: u32, shape: 4, fill: 1}}\n"
                   "args: [a]\nexpect: {a: {equal: a}}\n")
        self.write("outside.yaml", f"kernel: {command.source}/kernels/vecadd/vortex.elf\n"
                   "entry: vecadd\ngrid: 1\nblock: 16\non_out_of_bounds: warn\n"
                   "buffers: {a: {type: f32, shape: 12, fill: 1}}\nargs: [a, a, a, {i32: 16}]\n")
        self.write("doubt.yaml", "kernel: counting.elf\nbuffers: {a: {type: u32, shape: 4, fill: 8}}\n"
                   f'args: [a]\nloops: {{"{rv32.COUNTING_LOOP:#x}": 9}}\n')
        documents = [self.document("run", name, *options, status=status)
                     for name, options, status in (
                         ("hello2.yaml", [], 0), ("outside.yaml", ["--functional"], 0), ("right.yaml", ["--functional"], 0),
                         ("doubt.yaml", ["--functional"], 0),
                         ("wrong.yaml", [], 1), ("fault.yaml", [], 3),
                         (self.pascal_job(), [], 0), (self.gcn3_job(), [], 0),
                         (self.fermi_job(), ["--profile"], 0), (self.sim_d_job(), [], 0),
                         (jobs / "integer.yaml", [], 0),
                         (command.source / "kernels/psort/vortex-tiny.yaml",
                          ["--report", "page.html"], 0),
                         (self.pascal_job(), ["--checkpoint", "c", "--max-cycles", "9"], 4),
                         (self.pascal_job(), ["--checkpoint", "c"], 0))]
        self.assert_told("run", documents)

    def test_parts_of_a_machine_have_the_names_of_its_makers(self):
        def told(job):
            topology = self.document("run", job)["topology"]
            parts = {key: tuple(part.values()) for key, part in topology.items()
                     if isinstance(part, dict)}
            return parts, topology["warp"], topology["group"]
        self.assertEqual(told("hello.yaml"), (
            {"core": ("core", 1), "unit": (None, 1), "slot": ("warp slot", 32),
             "lane": ("thread", 32)}, "warp", "work-group"))
        self.assertEqual(told(self.pascal_job()), (
            {"core": ("SM", 2), "unit": ("processing block", 4), "slot": ("warp slot", 16),
             "lane": ("thread", 32)}, "warp", "block"))
        self.assertEqual(told(self.gcn3_job()), (
            {"core": ("CU", 4), "unit": ("SIMD", 4), "slot": ("wavefront context", 10),
             "lane": ("work-item", 64)}, "wavefront", "work-group"))

    def test_states(self):
        job = (command.source / "papers/pastis/jobs/matmul-11.yaml").read_text()
        folder = command.source / "papers/pastis"
        self.write("matmul.yaml", job.split("expect:")[0].replace("../", f"{folder}/"))
        self.call("run", "matmul.yaml", "--dump", "states.json", "--dump-at",
                  ",".join(map(str, range(0, 1700, 5))))
        later = [{"sms": [{"smps": [{"warps": [{"starts": 1}]}]}]}]  # a block behind another one
        self.assert_told("States", [json.loads((self.folder / "states.json").read_text()), later], table=0)

    def test_states_of_sim_d(self):
        self.write("k.sas", ".data\n0 0x0 1024 1\n.text\ncpush.if over\nmov v0, vc.tid_x\n"
                   "itest.ge p0, v0\ncmask p0\nnop\nover:\nstglin v0, 0\nexit\n")
        self.write("sim-d.yaml", "kernel: k.sas\nndrange: [1024, 1]\n")
        self.call("run", "sim-d.yaml", "--dump", "states.json", "--dump-at",
                  ",".join(map(str, range(0, 300, 5))))
        self.assert_told("States", [json.loads((self.folder / "states.json").read_text())], table=2)

    def test_states_of_fermi(self):
        documents = []
        for name, settings in (("divergence", []), ("psort", ["contexts.cold=1"])):
            folder = command.source / "kernels" / name
            job = (folder / "rv32-tiny.yaml").read_text().split("expect:")[0]
            self.write("fermi.yaml", job.replace("rv32.elf", str(folder / "rv32.elf")))
            self.call("run", "fermi.yaml", "--machine", "fermi-sbi", "--dump", "states.json", "--dump-at",
                      ",".join(map(str, range(0, 7000, 31))),
                      *(word for setting in settings for word in ("--set", setting)))
            documents.append(json.loads((self.folder / "states.json").read_text()))
        later = [{"warps": [{"starts": 1, "resumes": 1, "splits": [{"calls": 1, "waits": True, "ready": 1}]}]}]
        self.assert_told("States", [*documents, later], table=1)

    def test_bound(self):
        self.write("job.yaml", "kernel: waiting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [1], fill: 0}}\nargs: [a]\n"
                   f'loops: {{"{rv32.WAITING_LOOP:#x}": {{max: 7, total: 7}}}}\n')
        documents = [self.document(name, "job.yaml") for name in ("bound", "check")]
        documents.append(self.document("bound", "job.yaml", "--explain", "--deadline", "1000000"))
        self.write("periodic.yaml", (self.folder / "job.yaml").read_text() + "period: 1000000\n")
        documents.append(self.document("bound", "periodic.yaml"))
        documents.append(self.document("bound", self.sim_d_job(), "--method", "analysis",
                                       "--explain"))
        told = self.told("run")
        found = set().union(*(paths(document) for document in documents))
        self.assert_told("bound", [{path: None for path in found - told}])

    def test_explain(self):
        self.assert_told("explain", [self.document("explain", self.gcn3_job())])

    def test_sweep(self):
        self.write("sweep.yaml", "jobs: [stop.yaml]\nparameters: {warps: [2, 4]}\n")
        documents = [self.document("sweep", "sweep.yaml", "--db", "a.db", "-j1"),
                     self.document("sweep", "--merge", "a.db", "--db", "b.db")]
        self.assert_told("sweep", documents)
        self.assert_told("query", [self.document("query", "b.db", "all cycles by warps")])

    def test_campaign(self):
        self.document("campaign", "--db", "c.db", "--runs", "3", "-j1")
        connection = sqlite3.connect(self.folder / "c.db")
        connection.execute("INSERT INTO reasons VALUES(1, 'no bound', 'gcn3', 'why', 1)")
        connection.execute("INSERT INTO findings(campaign, number, night, failed, message, found)"
                           " VALUES(1, 1, 1, 'crash', 'why', 'now')")
        connection.commit()
        connection.close()
        self.assert_told("campaign", [self.document("campaign", "--db", "c.db", "--summary",
                                                    status=1)])

    def test_compare(self):
        document = self.document("compare", "stop.yaml", "nosuch.yaml", "--bound", status=2)
        jobs = self.pascal_job(), self.gcn3_job(), self.fermi_job(), self.sim_d_job()
        others = [self.document("compare", job) for job in jobs]
        clocks = self.document("compare", *jobs)
        self.assert_told("compare", [document, *others, clocks])

    def test_paper(self):
        self.assert_told("paper", [self.document("paper", "swas", "--table", table)
                                   for table in ("anomalies", "1")])

    def test_info_dis_and_cfg(self):
        binaries = [command.source / "kernels" / name / "vortex.elf"
                    for name in ("mandelbrot", "sgemm-tiled", "spmv")]
        binaries.append(command.source / "tests/load/cubin/sample.cubin")
        binaries.append(command.source / "tests/load/amdgpu/sample-v5.hsaco")
        for name in ("info", "dis", "cfg"):
            documents = [self.document(name, binary) for binary in binaries]
            if name == "cfg":
                documents.append([{"irreducible": [[0, 1]]}])  # no compiler makes such a loop
            if name == "info":
                documents.append({"kernels": [{"parameters": None}]})
                self.write("unknown.cubin", with_relocation(binaries[3], ".nv.constant4", 99))
                documents.append(self.document(name, "unknown.cubin"))
                documents.append(self.document(name, command.source / "kernels/sgemm/sgemm.sas"))
            self.assert_told(name, documents)

    def test_split(self):
        binary = command.source / "kernels/divergence/gcn3.hsaco"
        removed = {"kernels": [{"removed": [0]}]}  # no kernel of the suite has such splits
        self.assert_told("split", [self.document("split", binary, "--list"), removed])

    def test_machines(self):
        self.assert_told("machines", [self.document("machines")], table=0)
        self.assert_told("machines", [self.document("machines", "vortex"),
                                      self.document("machines", "vortex-3.0")], table=1)

    def test_statistics_and_instructions(self):
        self.assert_told("statistics", [self.document("statistics")])
        self.assert_told("instructions", [self.document("instructions", "rv32")])
