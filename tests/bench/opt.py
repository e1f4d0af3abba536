"""Reading, verifying and printing IR: `halforge opt` beside `iree-opt`, on small, long and heavy files.

The tools take turns on each file, and the least of the rounds counts: of CPU seconds, so that other work on the machine is
not measured, and of peak memory.
"""

import argparse

from table import CACHE, HALFORGE, TOOLS, measured

OURS = [HALFORGE, "opt"]
IREE = [TOOLS / "iree-opt"]


def commands(count):
    """`count` operations in one function: arithmetic and command buffers, each group using the one before."""
    lines = ["func.func @f(%buffer: !hal.buffer, %device: !hal.device, %a: i64, %x: f32) -> (i64, f32) {"]
    lines.append("  %c0 = arith.constant 0 : index")
    integer, real = "%a", "%x"
    for i in range(count // 8):
        command_buffer = f"hal.command_buffer.copy_buffer<%cmd{i} : !hal.command_buffer>"
        lines += [
            f"  %c{i}_i64 = arith.constant {i} : i64",
            f"  %{i} = arith.addi {integer}, %c{i}_i64 : i64",
            f"  %v{i} = arith.muli %{i}, %{i} : i64",
            f"  %f{i} = arith.addf {real}, %x : f32",
            f"  %i{i} = arith.index_cast %{i} : i64 to index",
            f"  %cmd{i} = hal.command_buffer.create device(%device : !hal.device) mode(OneShot)"
            ' categories("Transfer|Dispatch") affinity(%a) : !hal.command_buffer',
            f"  {command_buffer} source(%buffer : !hal.buffer)[%i{i}] target(%buffer : !hal.buffer)[%c0] length(%c0) flags(\"None\")",
            f"  hal.command_buffer.execution_barrier<%cmd{i} : !hal.command_buffer>"
            ' source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")',
        ]
        integer, real = f"%v{i}", f"%f{i}"
    return "\n".join([*lines, f"  return {integer}, {real} : i64, f32", "}", ""])


def constant(mebibytes):
    """A function that returns a constant whose digits take this much text."""
    ty = f"tensor<{mebibytes << 17}xf32>"
    digits = "0123456789ABCDEF" * (mebibytes << 16)
    head = f"func.func @f() -> {ty} {{\n  %w = arith.constant dense_resource<w> : {ty}\n  return %w : {ty}\n}}\n"
    return head + '{-# dialect_resources: { builtin: { w: "0x04000000' + digits + '" } } #-}\n'


def inputs():
    yield "4 operations", "func.func @f(%a: i64) -> i64 {\n  %0 = arith.addi %a, %a : i64\n  return %0 : i64\n}\n"
    for count in (1_000, 10_000, 100_000):
        yield f"{count:,} operations", commands(count)
    yield "a constant of 200 MB of digits", constant(200)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    CACHE.mkdir(parents=True, exist_ok=True)
    print("| file | halforge opt | iree-opt | of it | halforge opt | iree-opt | of it |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, text in inputs():
        file = CACHE / "opt.mlir"
        file.write_text(text)
        taken = [[], []]
        for _ in range(rounds):
            for values, tool in zip(taken, (OURS, IREE)):
                _, seconds, memory = measured(*tool, file)
                values.append((seconds, memory))
        (ours, our_peak), (iree, iree_peak) = (tuple(map(min, zip(*values))) for values in taken)
        times = f"{ours:.3f} s | {iree:.3f} s | {ours / iree:.2f}"
        peaks = f"{our_peak / 1e6:.1f} MB | {iree_peak / 1e6:.1f} MB | {our_peak / iree_peak:.2f}"
        print(f"| {name} | {times} | {peaks} |", flush=True)


if __name__ == "__main__":
    main()
