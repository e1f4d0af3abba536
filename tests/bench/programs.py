"""Programs that the benchmarks compile: small ones whose cost is the runtime's, and a large constant."""

import re


def multiply():
    """One dispatch on four numbers."""
    return """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.mulf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


def steps(count):
    """`count` command buffers, each with one dispatch that needs the one before: barriers for the optimizer cut the stream."""
    tensor = "tensor<256xf32>"
    lines = [f"func.func @main(%v0: {tensor}, %y: {tensor}) -> {tensor} {{"]
    for i in range(count):
        op = "arith.addf" if i % 2 else "arith.mulf"
        lines.append(f"  %t{i} = {op} %v{i}, %y : {tensor}")
        lines.append(f"  %v{i + 1} = util.optimization_barrier %t{i} : {tensor}")
    return "\n".join(lines + [f"  return %v{count} : {tensor}", "}", ""])


def matmuls(count, size=8):
    """`count` dispatches in one command buffer, each of which needs the one before: matrix products do not fuse."""
    tensor = f"tensor<{size}x{size}xf32>"
    lines = [
        f"func.func @main(%v0: {tensor}, %w: {tensor}) -> {tensor} {{",
        "  %zero = arith.constant 0.0 : f32",
        f"  %empty = tensor.empty() : {tensor}",
        f"  %fill = linalg.fill ins(%zero : f32) outs(%empty : {tensor}) -> {tensor}",
    ]
    for i in range(count):
        lines.append(
            f"  %v{i + 1} = linalg.matmul ins(%v{i}, %w : {tensor}, {tensor}) outs(%fill : {tensor}) -> {tensor}"
        )
    return "\n".join(lines + [f"  return %v{count} : {tensor}", "}", ""])


def kernels(count):
    """`count` kernels, each another one: matrix products that grow by a column."""
    shape = lambda columns: f"tensor<8x{columns}xf32>"
    lines = [f"func.func @main(%v0: {shape(8)}) -> {shape(8 + count)} {{", "  %zero = arith.constant 0.0 : f32"]
    for i in range(count):
        before, after, weights = shape(8 + i), shape(9 + i), f"tensor<{8 + i}x{9 + i}xf32>"
        lines += [
            f"  %w{i} = arith.constant dense<0.125> : {weights}",
            f"  %empty{i} = tensor.empty() : {after}",
            f"  %fill{i} = linalg.fill ins(%zero : f32) outs(%empty{i} : {after}) -> {after}",
            f"  %v{i + 1} = linalg.matmul ins(%v{i}, %w{i} : {before}, {weights}) outs(%fill{i} : {after}) -> {after}",
        ]
    return "\n".join(lines + [f"  return %v{count} : {shape(8 + count)}", "}", ""])


def constant(mebibytes):
    """A weight of this size: what matters is reading its digits."""
    rows, columns = 256, mebibytes * 1024
    tensor = f"tensor<{rows}x{columns}xf32>"
    digits = b"0123456789ABCDEF" * (rows * columns * 8 // 16)
    head = f"""func.func @main(%x: tensor<1x{rows}xf32>) -> tensor<1x{columns}xf32> {{
  %w = arith.constant dense_resource<weight> : {tensor}
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x{columns}xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x{columns}xf32>) -> tensor<1x{columns}xf32>
  %r = linalg.matmul ins(%x, %w : tensor<1x{rows}xf32>, {tensor}) outs(%fill : tensor<1x{columns}xf32>) -> tensor<1x{columns}xf32>
  return %r : tensor<1x{columns}xf32>
}}
{{-# dialect_resources: {{ builtin: {{ weight: "0x04000000"""
    return head + digits.decode() + '" } } #-}\n'


def hand_written(multiply_hal, body, *, setup=""):
    """HAL text around the kernel of `multiply`: `setup` makes a command buffer once, `body` is the function."""
    head, _ = multiply_hal.split("  util.func private @__", 1)
    kernel = re.search(r"hal.executable private @(\w+) \{\s*hal.executable.binary public @(\w+)", head)
    export = re.search(rf"function\((@{kernel[1]}::@{kernel[2]}::@\w+)\)", multiply_hal)[1]
    executable = re.search(rf"util.global private (@\w*executable_0_{kernel[1]}) : !hal.executable", head)[1]
    common = f"""    %any = arith.constant -1 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %device = util.global.load @__device_0 : !hal.device
"""
    made = f"""  util.global private @commands : !hal.command_buffer
  util.initializer {{
{common}    %executable = util.global.load {executable} : !hal.executable
    %function = hal.executable.lookup.function target(%executable : !hal.executable) function({export}) : i64
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%any) bindings(%c3) : !hal.command_buffer
{setup}    {BARRIER}
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    util.global.store %cmd, @commands : !hal.command_buffer
    util.return
  }}
"""
    function = f"""  util.func public @main(%a: !hal.buffer_view, %b: !hal.buffer_view) -> !hal.buffer_view attributes {{iree.abi.stub}} {{
{common}    %none = util.null : !hal.fence
    %forever = arith.constant -1 : i32
    %pool = arith.constant 0 : i64
    %zero = arith.constant 0 : i32
    %memory = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|MappingScoped"> : i32
    %commands = util.global.load @commands : !hal.command_buffer
    %left = hal.buffer_view.buffer<%a : !hal.buffer_view> : !hal.buffer
    %right = hal.buffer_view.buffer<%b : !hal.buffer_view> : !hal.buffer
{body}  }}
}}
"""
    return head + made + function


BARRIER = 'hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")'


def dispatch(left, right, out, at="%c0"):
    bindings = f"(%{left} : index)[%c0, %c16], (%{right} : index)[%c0, %c16], (%{out} : index)[{at}, %c16]"
    return f'hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%executable : !hal.executable)[%function] workgroups([%c1, %c1, %c1]) bindings([{bindings}]) flags("None")'


def loop(count, lines, *, carried="", initial="", following=""):
    """A loop over `%i`; `carried` are more block arguments, from `initial` on, then `following`."""
    types = "".join(", " + c.split(": ")[1] for c in carried.split(", ") if c)
    inside = "".join(f"    {line}\n" for line in lines)
    return f"""    %end = arith.constant {count} : index
    cf.br ^head(%c0{initial} : index{types})
  ^head(%i: index{", " + carried if carried else ""}):
{inside}    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %end : index
    cf.cond_br %more, ^head(%next{following} : index{types}), ^done
  ^done:
"""


def execute(size="%c16"):
    """Runs the command buffer on the inputs and a new buffer."""
    return f"""    %ready = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    %out = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%none) signal(%ready) pool(%pool) type(%memory) usage(%usage) flags("None") : !hal.buffer{{{size}}}
    %finished = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%device : !hal.device> affinity(%any) wait(%ready) signal(%finished) commands(%commands) bindings([(%left : !hal.buffer)[%c0, %c16], (%right : !hal.buffer)[%c0, %c16], (%out : !hal.buffer)[%c0, {size}]]) flags("None")
"""


AWAIT = """    %status = hal.fence.await until([%finished]) timeout_millis(%forever) flags("None") : i32
    util.status.check_ok %status, "the work failed"
"""


def free_dispatches(multiply_hal, count):
    """One command buffer with `count` dispatches, none of which needs another."""
    lines = ["%at = arith.muli %i, %c64 : index", dispatch("c0", "c1", "c2", "%at")]
    body = f"    %size = arith.constant {64 * count} : index\n" + execute("%size") + AWAIT + "    util.return %a : !hal.buffer_view\n"
    return hand_written(multiply_hal, body, setup=loop(count, lines))


def chained_dispatches(multiply_hal, count):
    """One command buffer with `count` dispatches, each of which needs the one before."""
    lines = [dispatch("c0", "c1", "c2"), BARRIER, dispatch("c2", "c1", "c0"), BARRIER]
    return hand_written(multiply_hal, execute() + AWAIT + "    util.return %a : !hal.buffer_view\n", setup=loop(count // 2, lines))


def readings(multiply_hal, count):
    """A loop of `count` steps, each of which runs the kernel and reads a number of its result on the host."""
    step = (execute() + AWAIT).rstrip().split("\n")
    lines = [line.strip() for line in step] + [
        "%value = hal.buffer.load<%out : !hal.buffer>[%c0] : i32",
        "%sum = arith.addi %before, %value : i32",
    ]
    body = loop(count, lines, carried="%before: i32", initial=", %zero", following=", %sum") + "    util.return %a : !hal.buffer_view\n"
    return hand_written(multiply_hal, body, setup=f"    {dispatch('c0', 'c1', 'c2')}\n")


def allocations(multiply_hal, count):
    """`count` buffers in a row, each allocated, filled and given back in the queue's order."""
    fence = '= hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence'
    lines = [
        f"%ready {fence}", f"%filled {fence}", f"%finished {fence}",
        '%out = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%before) signal(%ready) pool(%pool) type(%memory) usage(%usage) flags("None") : !hal.buffer{%c64}',
        'hal.device.queue.fill<%device : !hal.device> affinity(%any) wait(%ready) signal(%filled) target(%out : !hal.buffer)[%c0] length(%c64) pattern(%zero : i32) flags("None")',
        'hal.device.queue.dealloca<%device : !hal.device> affinity(%any) wait(%filled) signal(%finished) buffer(%out : !hal.buffer) flags("None")',
    ]
    body = loop(count, lines, carried="%before: !hal.fence", initial=", %none", following=", %finished") + AWAIT + "    util.return %a : !hal.buffer_view\n"
    return hand_written(multiply_hal, body, setup=f"    {dispatch('c0', 'c1', 'c2')}\n")
