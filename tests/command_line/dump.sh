#! What is in a plan.

# shell: of a text, one function
halforge dump programs/host_numbers.mlir --function=mean
# =====
func @mean(%0: f32, %1: f32) -> (f32) { // 5 registers, 4 instructions
  %2 = const 0.5 : f32
  %3 = binary op=addf lhs=%0 rhs=%1 : f32
  %4 = binary op=mulf lhs=%3 rhs=%2 : f32
  util.return operands=[%4]
}

# -----

# shell: of a plan the same
halforge compile programs/host_numbers.mlir -o m.plan; halforge dump m.plan > a; halforge dump programs/host_numbers.mlir > b; cmp a b; head -7 a
# =====
plan version 1
section strings   offset        192 size         42
section tables    offset        256 size         13
section functions offset        320 size        144
section locations offset        512 size         80
section data      offset        640 size          0
export @collatz = @collatz synchronous ""

# -----

# shell: from standard input
halforge dump - < programs/host_numbers.mlir | tail -3
# =====
  %4 = binary op=mulf lhs=%3 rhs=%2 : f32
  util.return operands=[%4]
}

# -----

# shell: version
halforge --version | sed "s/[0-9][0-9.]*/N/"
# =====
halforge N
