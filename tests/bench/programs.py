"""Programs that the benchmarks compile: small ones whose cost is the runtime's, and a large constant."""


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
