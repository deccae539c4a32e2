#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines are what Perfetto's published message types say: no field that they do not have.

    schema.py WARPCLOCK KERNELS

Needs the Python package `perfetto`, which has the types; skipped without it. Prints TAP.
"""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import finish, report  # noqa: E402

FAMILIES = ["vortex", "pascal", "gcn3", "rv32", "sim-d"]


def tell(problems, name):
    report(not problems, name, "\n".join(problems[:10]))


def unknown_fields(message, place):
    """Fields that the types do not have, here and in the parts."""
    found = [f"{place}: field {field.field_number}" for field in UnknownFieldSet(message)]
    for field, value in message.ListFields():
        if field.message_type:
            for part in [value] if isinstance(value, Message) else value:
                found += unknown_fields(part, f"{place}.{field.name}")
    return found


def check_packets(trace):
    """Every event names a declared track and comes after its names."""
    problems, tracks, names = [], set(), set()
    for packet in trace.packet:
        if not packet.trusted_packet_sequence_id:
            problems.append("a packet of no sequence")
        names |= {one.iid for one in packet.interned_data.event_names}
        if packet.HasField("track_descriptor"):
            uuid = packet.track_descriptor.uuid
            problems += [f"track {uuid} twice"] if uuid in tracks else []
            tracks.add(uuid)
        if packet.HasField("track_event"):
            event = packet.track_event
            if event.track_uuid not in tracks:
                problems.append(f"track {event.track_uuid} is not declared")
            if event.type == event.TYPE_SLICE_BEGIN and event.name_iid not in names:
                problems.append(f"name {event.name_iid} is not declared")
            if len(set(event.flow_ids)) != len(event.flow_ids) or 0 in event.flow_ids:
                problems.append(f"flows {list(event.flow_ids)}")
            if event.type == event.TYPE_UNSPECIFIED:
                problems.append("an event of no type")
    return problems + ([] if tracks and names else ["no tracks or names"])


def main():
    program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="warpclock-timeline-") as folder:
        path = pathlib.Path(folder) / "t.pftrace.gz"
        for target in FAMILIES:
            job = kernels / "sgemm-tiled" / f"{target}-tiny.yaml"
            subprocess.run([program, "run", job, "--quiet", "--trace", path], check=True)
            trace = perfetto_trace_pb2.Trace()
            data = gzip.decompress(path.read_bytes())
            trace.ParseFromString(data)
            tell(([] if trace.IsInitialized() else ["required fields are missing"]) +
                 unknown_fields(trace, "trace") + check_packets(trace),
                 f"{target}: {len(trace.packet)} packets of the published types")
    finish()


try:
    from google.protobuf.message import Message
    from google.protobuf.unknown_fields import UnknownFieldSet
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2
except ImportError as error:
    print(f"1..0 # SKIP {error}: the Python package perfetto has the message types")
else:
    main()
