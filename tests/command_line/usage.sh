#! What is wrong with a command line: exit code 2, nothing on standard output, all mistakes at once.

# shell: no command
halforge 2>/dev/null
# =====
--- exit code 2

# -----

# shell: a command nobody knows, and the nearest
halforge ruun x.mlir
# =====
--- standard error
error: unrecognized subcommand 'ruun'

  tip: a similar subcommand exists: 'run'

Usage: halforge [OPTIONS] <COMMAND>

For more information, try '--help'.
--- exit code 2

# -----

# shell: a flag nobody knows, and the nearest
halforge run x.mlir --inputs=1
# =====
--- standard error
error: unexpected argument '--inputs' found

  tip: a similar argument exists: '--input'

Usage: halforge run --input <VALUE> <MODULE>

For more information, try '--help'.
--- exit code 2

# -----

# shell: no module
halforge run
# =====
--- standard error
error: the following required arguments were not provided:
  <MODULE>

Usage: halforge run <MODULE>

For more information, try '--help'.
--- exit code 2

# -----

# shell: too few inputs
halforge run examples/multiply.hal.mlir --input=4xf32=1
# =====
--- standard error
halforge: error: the inputs do not fit the function
  expected 2 inputs, found 1
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: too many inputs
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --input=1
# =====
--- standard error
halforge: error: the inputs do not fit the function
  expected 2 inputs, found 3
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: inputs of another shape and another type, and one that is none, all at once
halforge run examples/multiply.hal.mlir --input=5xf32=1 --input=4xi32=1
halforge run examples/multiply.hal.mlir --input=4xf32=1,x --input=4x
# =====
--- standard error
halforge: error: the inputs do not fit the function
  input 0: expected tensor<4xf32>, found 5xf32
  input 1: expected tensor<4xf32>, found 4xi32
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
halforge: error: the inputs do not fit the function
  input 0: value `4xf32=1,x`: element 1 of 4xf32: expected a number, found "x"
  input 1: value `4x`: expected an element type such as f32, i8 or f8E4M3FN, found ``
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: a scalar where a tensor is needed
halforge run examples/multiply.hal.mlir --input=1 --input=4xf32=1
# =====
--- standard error
halforge: error: the inputs do not fit the function
  input 0: value `1`: expected a tensor such as 4xf32=1,2,3,4 or i32=7, found "1"
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: a tensor where a scalar is needed
halforge run programs/assertion.mlir --input=4xf32=1
# =====
--- standard error
halforge: error: the inputs do not fit the function
  input 0: value `4xf32=1`: expected a scalar of type i32, found "4xf32"
  in func @run(i32) -> ()
--- exit code 2

# -----

# shell: a number too large for its type
halforge run programs/assertion.mlir --input=3000000000
# =====
EXEC @run
--- standard error
halforge: error: FAILED_PRECONDITION: expected a positive number
  at cf.assert in @run (programs/assertion.mlir:12:3)
--- exit code 1

# -----

# shell: elements of another number
halforge run examples/multiply.hal.mlir --input="4xf32=1 2 3" --input="4xf32=1 2 3 4 5"
# =====
--- standard error
halforge: error: the inputs do not fit the function
  input 0: value `4xf32=1 2 3`: expected 4 elements for 4xf32, found 3
  input 1: value `4xf32=1 2 3 4 5`: expected 4 elements for 4xf32, found 5
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: a function that is not there, and the nearest
halforge run examples/multiply.hal.mlir --function=multipyl --input=1
# =====
--- standard error
halforge: error: no exported function @multipyl; did you mean @multiply?; the module has:
  sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: a function has to be named when there are several
halforge run programs/host_numbers.mlir
# =====
--- standard error
halforge: error: --function=NAME is needed; the module has:
  func @collatz(i64) -> (i64)
  func @mean(f32, f32) -> (f32)
--- exit code 2

# -----

# shell: another number of outputs than results
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --output=- --output=-
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --expected_output=4xf32=1 --expected_output=1
# =====
--- standard error
halforge: error: expected --output once for each of 1 results, found 2
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
halforge: error: expected --expected_output once for each of 1 results, found 2
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: an output that goes nowhere
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --output=x.npy
# =====
--- standard error
halforge: error: --output=x.npy: expected `-`, `@FILE`, `+FILE` or nothing
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: an expected output that is none
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --expected_output=4xf32=x
# =====
--- standard error
halforge: error: expected output 0: value `4xf32=x`: element 0 of 4xf32: expected a number, found "x"
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: a device that is not there
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --device=nothing_like_it 2>&1 | sed "s/there are: .*/there are: .../"
# =====
halforge: error: no Vulkan device "nothing_like_it"; there are: ...

# -----

# shell: a driver that is not there
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1 --device=cuda://0
# =====
--- standard error
halforge: error: no driver "cuda"; the only one is "vulkan"
--- exit code 2

# -----

# shell: a mode that is not there
halforge run examples/multiply.hal.mlir --equality_mode=about
# =====
--- standard error
error: invalid value 'about' for '--equality_mode <MODE>'
  [possible values: approximate, exact]

For more information, try '--help'.
--- exit code 2

# -----

# shell: a format that is not there
halforge dump examples/multiply.hal.mlir --format=xml
# =====
--- standard error
error: invalid value 'xml' for '--format <FORMAT>'
  [possible values: text, json]

For more information, try '--help'.
--- exit code 2

# -----

# shell: a function to dump that is not there
halforge dump programs/host_numbers.mlir --function=collatx
# =====
--- standard error
halforge: error: no function @collatx; did you mean @collatz?; there are collatz, mean
--- exit code 2

# -----

# shell: a shell that is not there
halforge completions tcsh
# =====
--- standard error
error: invalid value 'tcsh' for '<SHELL>'
  [possible values: bash, elvish, fish, powershell, zsh]

  tip: a similar value exists: 'zsh'

For more information, try '--help'.
--- exit code 2

# -----

# shell: repetitions that measure nothing
halforge bench examples/multiply.hal.mlir --repetitions=0
# =====
--- standard error
error: invalid value '0' for '--repetitions <N>': 0 is not in 1..=4294967295

For more information, try '--help'.
--- exit code 2

# -----

# shell: an object that no flag gives
printf 'util.func public @f(%%f: !hal.fence) {
  util.return
}
' > f.mlir
halforge run f.mlir --input=7
# =====
--- standard error
halforge: error: the inputs do not fit the function
  input 0: expected null: an object of type hal.fence cannot be given on the command line
  in func @f(hal.fence) -> ()
--- exit code 2
