"""The performance table of the README: Halforge, IREE and the floor, in paired runs on one device.

Every row alternates between the competitors in short rounds, so that a noisy machine is noisy for all. What is shown is the
median of the rounds' medians. Where other guests of the machine take its time, they only ever add to it; so the ratios of
the least times of all rounds are shown, too. The floor is the same kernel as hand-written Vulkan, recorded once
(runtime/hal/examples/floor.rs).
"""

import argparse
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import programs

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".halforge/venv/bin"
HALFORGE = ROOT / "target/release/halforge"
LOAD = ROOT / "target/release/examples/load"
FLOOR = ROOT / "target/release/examples/floor"
IDLE = ROOT / "target/release/examples/idle"
CACHE = ROOT / ".halforge/bench"


class Figure(collections.namedtuple("Figure", "median least")):
    """What some runs of one thing took."""

    @classmethod
    def of(cls, values):
        return cls(statistics.median(values), min(values))

    def times(self, factor):
        return self if self == NOTHING else Figure(self.median * factor, self.least * factor)


# Of what was not measured, or did not survive it.
NOTHING = Figure(None, None)


def command(*arguments, may_fail=False):
    """Output of a command that must succeed; nothing if it fails and may, which is said."""
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if done.returncode != 0 and may_fail:
        print(f"failed with {done.returncode}: {' '.join(map(str, arguments))} {done.stderr}", file=sys.stderr)
        return None
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")
    return done.stdout


# A process of its own starts what is measured: the peak memory of a child counts that of its parent when it was made.
LAUNCHER = """
import os, sys, time
started = time.perf_counter()
with open(os.devnull, "w") as null:
    process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, null.fileno(), 1), (os.POSIX_SPAWN_DUP2, null.fileno(), 2)])
_, status, usage = os.wait4(process, 0)
print(status, time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
"""


def measured(*arguments):
    """Wall seconds, CPU seconds and peak resident bytes of a command."""
    out = command(sys.executable, "-S", "-c", LAUNCHER, *arguments)
    status, *figures = map(float, out.split())
    if status != 0:
        sys.exit(f"failed: {' '.join(map(str, arguments))}")
    return figures


def program(name, text, *options):
    """Compiles a program: its HAL text, IREE's module, our plan, and its first executable."""
    CACHE.mkdir(parents=True, exist_ok=True)
    source, hal, module, plan, code = (CACHE / f"{name}.{e}" for e in ("mlir", "hal.mlir", "vmfb", "plan", "vke1"))
    if not source.exists() or source.read_text() != text:
        source.write_text(text)
        for file in (hal, module, plan, code):
            file.unlink(missing_ok=True)
    flags = ["--iree-hal-target-device=vulkan", *options]
    if not hal.exists():
        command(TOOLS / "iree-compile", source, *flags, "--compile-to=hal", "-o", hal)
    if not module.exists():
        command(TOOLS / "iree-compile", source, *flags, "-o", module)
    if not code.exists():
        with open(hal) as lines:
            found = next(m for m in (re.search(r'dense<"0x(564B4531[0-9A-F]+)">', line) for line in lines) if m)
        code.write_bytes(bytes.fromhex(found.group(1)))
    command(HALFORGE, "compile", hal, "-o", plan)
    return hal, module, plan, code


def hand_written(name, text):
    """Compiles HAL text that no compiler wrote: IREE's module and our plan."""
    hal, module, plan = (CACHE / f"{name}.{e}" for e in ("hal.mlir", "vmfb", "plan"))
    if not module.exists() or hal.read_text() != text:
        hal.write_text(text)
        command(TOOLS / "iree-compile", hal, "--compile-from=hal", "-o", module)
    command(HALFORGE, "compile", hal, "-o", plan)
    return module, plan


def our_call(plan, inputs, calls):
    out = command(HALFORGE, "bench", plan, *[f"--input={i}" for i in inputs], f"--warmup={max(2, calls // 10)}", f"--repetitions={calls}", "--json")
    found = json.loads(out)
    return Figure(found["median_s"], found["min_s"])


def their_runs(module, inputs, runs, iterations, *options):
    """Times of an iteration in each of `runs` runs of so many: means over long runs would count every pause of the machine."""
    out = command(
        TOOLS / "iree-benchmark-module", "--device=vulkan", f"--module={module}", "--function=main",
        *[f"--input={i}" for i in inputs], *options, f"--benchmark_min_time={iterations}x",
        f"--benchmark_repetitions={runs}", "--benchmark_format=json", may_fail=True,
    )
    if out is None:
        return NOTHING
    rows = [row for row in json.loads(out[out.index("{"):])["benchmarks"] if row["run_type"] == "iteration"]
    return Figure.of([row["real_time"] / {"ms": 1e3, "us": 1e6, "ns": 1e9, "s": 1}[row["time_unit"]] for row in rows])


def their_call(module, inputs, calls):
    return their_runs(module, inputs, max(2, calls), 1)


def our_load(plan, threads, calls, rounds):
    """What many calls at once cost."""
    return json.loads(command(LOAD, plan, threads, calls, rounds))


def their_load(module, inputs, calls, rounds):
    """Seconds of `calls` calls in flight at once, from one thread: the tool has no more."""
    # The time is that of one call.
    return their_runs(module, inputs, rounds, calls, f"--batch_size={calls}", f"--batch_concurrency={calls}").times(calls)


def floor_call(code, dispatches, size, calls, how="chain"):
    return Figure(*map(float, command(FLOOR, code, how, dispatches, 1, size, calls).split()))


def in_turn(rounds, *measures):
    """What each of the measures gave in every round, taken in turn."""
    taken = [[] for _ in measures]
    for _ in range(rounds):
        for results, measure in zip(taken, measures):
            results.append(measure())
    return taken


def paired(rounds, *measures):
    """Figures of measures taken in turn."""
    whole = lambda figures: Figure(statistics.median(f.median for f in figures), min(f.least for f in figures))
    return [NOTHING if NOTHING in figures else whole(figures) for figures in in_turn(rounds, *measures)]


def seconds(value):
    if value is None:
        return "-"
    for scale, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if value * scale >= 1 or unit == "µs":
            return f"{value * scale:.3g} {unit}"


def mebibytes(value):
    return "-" if value is None else f"{value / 2**20:.3g} MiB"


def ratio(ours, other):
    return "-" if other is None else f"{ours / other:.2f}"


class Table:
    def __init__(self):
        self.submits = {}
        self.allocations = None
        self.lines = [
            "| work | Halforge | IREE | ratio | of least | floor | ratio | of least |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
        ]

    def row(self, work, show, ours, iree, floor=None):
        floor = floor or NOTHING
        cells = [work, show(ours.median)]
        for other in (iree, floor):
            cells += [show(other.median), ratio(ours.median, other.median), ratio(ours.least, other.least)]
        self.lines.append(f"| {' | '.join(cells)} |")
        print(self.lines[-1], file=sys.stderr)

    def per_call(self, work, plan, inputs):
        """Notes how often one call submits."""
        out = command(HALFORGE, "bench", plan, *[f"--input={i}" for i in inputs], "--repetitions=20", "--json")
        self.submits[work] = json.loads(out)["submits_per_call"]


VECTOR = ["4xf32=1,2,3,4", "4xf32=5,6,7,8"]


def calls(table, rounds):
    _, module, plan, code = program("multiply", programs.multiply())
    results = paired(rounds, lambda: our_call(plan, VECTOR, 1000), lambda: their_call(module, VECTOR, 1000), lambda: floor_call(code, 1, 16, 1000))
    table.row("call of a 4xf32 multiply", seconds, *results)
    table.per_call("call of a 4xf32 multiply", plan, VECTOR)
    matrix = ["8x8xf32=1", "8x8xf32=0.125"]
    _, module, plan, code = program("matmuls_1000", programs.matmuls(1000))
    results = paired(rounds, lambda: our_call(plan, matrix, 5), lambda: their_call(module, matrix, 5), lambda: floor_call(code, 1000, 256, 5))
    table.row("1,000 dependent 8x8 matrix products in one command buffer", seconds, *results)
    vector = ["256xf32=1", "256xf32=2"]
    _, module, plan, code = program("steps_100", programs.steps(100))
    results = paired(rounds, lambda: our_call(plan, vector, 20), lambda: their_call(module, vector, 20), lambda: floor_call(code, 100, 1024, 20, "buffers"))
    table.row("100 command buffers in one call", seconds, *results)
    table.per_call("100 command buffers in one call", plan, vector)


def dispatches(table, rounds, quick):
    """What grows with the number of dispatches, around the kernel of the multiply."""
    hal, _, _, code = program("multiply", programs.multiply())
    hal = hal.read_text()
    module, plan = hand_written("free_1000", programs.free_dispatches(hal, 1000))
    results = paired(rounds, lambda: our_call(plan, VECTOR, 5), lambda: their_call(module, VECTOR, 5), lambda: floor_call(code, 1000, 16, 5, "free"))
    table.row("1,000 independent dispatches in one command buffer", seconds, *results)
    for count in (10, 100, 1000, 10_000) if quick else (10, 100, 1000, 10_000, 100_000):
        module, plan = hand_written(f"chained_{count}", programs.chained_dispatches(hal, count))
        repetitions = max(3, 5000 // count)
        few = rounds if count < 10_000 else min(rounds, 50_000 // count + 2)
        results = paired(few, lambda: our_call(plan, VECTOR, repetitions), lambda: their_call(module, VECTOR, repetitions), lambda: floor_call(code, count, 16, repetitions))
        table.row(f"a dispatch in a chain of {count:,}", seconds, *[result.times(1 / count) for result in results])


def steps(table, rounds):
    """Loops of the host."""
    hal, _, _, code = program("multiply", programs.multiply())
    hal = hal.read_text()
    module, plan = hand_written("readings_100", programs.readings(hal, 100))
    floor = lambda: floor_call(code, 1, 16, 1000).times(100)
    results = paired(rounds, lambda: our_call(plan, VECTOR, 10), lambda: their_call(module, VECTOR, 10), floor)
    table.row("a step whose result the host reads", seconds, *[result.times(1 / 100) for result in results])
    module, plan = hand_written("allocations_1000", programs.allocations(hal, 1000))
    results = paired(min(rounds, 3), lambda: our_call(plan, VECTOR, 20), lambda: their_call(module, VECTOR, 1))
    table.row("alloca, fill, dealloca, of 1,000 in a row", seconds, *[result.times(1 / 1000) for result in results])


def load(table, rounds):
    """Calls that overlap."""
    _, module, plan, _ = program("multiply_async", programs.multiply(), "--iree-execution-model=async-external")
    def ours():
        found = our_load(plan, 8, 100, 20)
        return Figure(found["in_flight_s"], found["least_in_flight_s"])
    results = paired(rounds, ours, lambda: their_load(module, VECTOR, 100, 10))
    table.row("100 calls in flight, from 8 threads (IREE: from one)", seconds, *results)
    table.allocations = our_load(program("multiply", programs.multiply())[2], 1, 1, 1)["allocations_per_call"]


def starts(table, rounds):
    """Processes that run a program once, with nothing cached and with all that the drivers and we cache."""
    count = 40
    hal, module, plan, _ = program(f"kernels_{count}", programs.kernels(count))
    inputs = ["--input=8x8xf32=1"]
    ours = lambda: Figure.of([measured(HALFORGE, "run", plan, *inputs)[0]])
    iree = lambda: Figure.of([measured(TOOLS / "iree-run-module", "--device=vulkan", f"--module={module}", "--function=main", *inputs)[0]])

    def with_cache(folder, run):
        # Mesa's cache is in there too.
        before = dict(os.environ)
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            return run()
        finally:
            os.environ.clear()
            os.environ.update(before)

    def cold(run):
        with tempfile.TemporaryDirectory() as folder:
            return with_cache(folder, run)

    table.row(f"cold start of {count} kernels", seconds, *paired(rounds, lambda: cold(ours), lambda: cold(iree)))
    with tempfile.TemporaryDirectory() as our_folder, tempfile.TemporaryDirectory() as their_folder:
        both = [lambda: with_cache(our_folder, ours), lambda: with_cache(their_folder, iree)]
        paired(1, *both)
        table.row(f"warm start of {count} kernels", seconds, *paired(rounds, *both))


def processes(table, rounds):
    hal, module, plan, _ = program("multiply", programs.multiply())
    inputs = [f"--input={i}" for i in VECTOR]
    ours = lambda: Figure.of([measured(HALFORGE, "run", plan, *inputs)[2]])
    iree = lambda: Figure.of([measured(TOOLS / "iree-run-module", "--device=vulkan", f"--module={module}", "--function=main", *inputs)[2]])
    table.row("peak resident memory of the multiply", mebibytes, *paired(rounds, ours, iree))
    for work, (_, module, plan, _), given in (
        ("the multiply", program("multiply", programs.multiply()), VECTOR),
        ("the 1,000 matrix products", program("matmuls_1000", programs.matmuls(1000)), ["8x8xf32=1", "8x8xf32=0.125"]),
        ("the 100 command buffers", program("steps_100", programs.steps(100)), ["256xf32=1", "256xf32=2"]),
    ):
        table.row(f"device memory reserved for {work}", mebibytes, *reserved(module, plan, given))
    span = 3.0
    table.row("CPU time of a second with an idle device", seconds, idle(span), idle_iree(span))


def reserved(module, plan, inputs):
    """Bytes of device memory that the drivers are asked for."""
    flags = [*(f"--input={i}" for i in inputs), "--print_statistics"]
    ours = subprocess.run([HALFORGE, "run", plan, *flags], capture_output=True, text=True).stderr
    theirs = subprocess.run(
        [TOOLS / "iree-run-module", "--device=vulkan", f"--module={module}", "--function=main", *flags], capture_output=True, text=True
    ).stderr
    return [Figure.of([sum(map(int, re.findall(pattern, text)))]) for pattern, text in ((r"(\d+)B peak reserved", ours), (r"(\d+)B peak", theirs))]


def idle(span):
    """CPU seconds per second of our process that has a device open, beyond what opening costs."""
    return Figure.of([max(0.0, measured(IDLE, span)[1] - measured(IDLE, 0)[1]) / span])


def idle_iree(span):
    code = (
        "import sys, time, iree.runtime as rt\n"
        "config = rt.Config('vulkan')\n"
        "module = rt.VmModule.mmap(config.vm_instance, sys.argv[1])\n"
        "context = rt.SystemContext(vm_modules=[module], config=config)\n"
        "import numpy as np\n"
        "context.modules[module.name].main(np.ones(4, np.float32), np.ones(4, np.float32))\n"
        "time.sleep(float(sys.argv[2]))\n"
    )
    _, module, _, _ = program("multiply", programs.multiply())
    run = lambda seconds: measured(sys.executable, "-c", code, module, seconds)[1]
    return Figure.of([max(0.0, run(span) - run(0)) / span])


def texts(table, rounds, quick):
    inputs = {"64 MiB of weights": program("constant", programs.constant(64))[0]}
    inputs |= {p.parent.name: p for p in sorted((ROOT / ".halforge/models").glob("*/*.hal.mlir")) if p.stat().st_size > 50 << 20}
    for name, text in inputs.items():
        compare_texts(table, f"HAL text to plan, {name} ({text.stat().st_size >> 20} MB of text)", text, rounds)
    if quick:
        return
    text = program("steps_1000", programs.steps(1000))[0]
    size = f"{text.stat().st_size / 2**20:.1f}"
    compare_texts(table, f"HAL text to plan, 1,000 command buffers ({size} MB of text)", text, 1)


def compare_texts(table, work, text, rounds):
    with tempfile.TemporaryDirectory() as folder:
        ours = lambda: measured(HALFORGE, "compile", text, "-o", f"{folder}/ours")
        iree = lambda: measured(TOOLS / "iree-compile", "--compile-from=hal", text, "-o", f"{folder}/iree")
        taken = in_turn(rounds, ours, iree)
        figure = lambda values, i: Figure.of([v[i] for v in values])
        table.row(work, seconds, figure(taken[0], 0), figure(taken[1], 0))
        table.row(f"{work}: peak memory", mebibytes, figure(taken[0], 2), figure(taken[1], 2))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, and nothing that takes IREE a minute")
    parser.add_argument("--device", help="used by the script that calls this")
    arguments = parser.parse_args()
    rounds = 5 if arguments.quick else 25
    device = json.loads(command(HALFORGE, "devices", "--json"))[0]
    table = Table()
    calls(table, rounds)
    dispatches(table, rounds, arguments.quick)
    steps(table, rounds)
    load(table, rounds)
    starts(table, min(rounds, 5))
    processes(table, min(rounds, 5))
    texts(table, min(rounds, 5), arguments.quick)
    cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "?")
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores of {cpu}, {device['name']}, {device['driver']}; medians of {rounds} paired rounds\n")
    print("\n".join(table.lines))
    for work, submits in table.submits.items():
        print(f"\nSubmissions, {work}: {submits:g}.")
    print(f"\nAllocations of the host, a call of a 4xf32 multiply: {table.allocations:g}.")


if __name__ == "__main__":
    main()
