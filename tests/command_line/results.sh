#! What becomes of results.

# shell: they are printed
halforge run examples/multiply.hal.mlir --input="4xf32=1 2 3 4" --input=4xf32=10
# =====
EXEC @multiply
result[0]: hal.buffer_view
4xf32=10 20 30 40

# -----

# shell: scalars are printed with their type
halforge run programs/host_numbers.mlir --function=@mean --input=3 --input=4
# =====
EXEC @mean
result[0]: f32=3.5

# -----

# shell: one is printed, written, dropped
a="run examples/multiply.hal.mlir --input=4xf32=1,2,3,4 --input=4xf32=0.5"
halforge $a --output=-
halforge $a --output=@y.npy
halforge $a --output=
halforge $a --output=@y.bin; od -A n -t f4 y.bin
halforge run examples/multiply.hal.mlir --input=@y.npy --input=4xf32=2 --output=-
# =====
EXEC @multiply
hal.buffer_view
4xf32=0.5 1 1.5 2
EXEC @multiply
EXEC @multiply
EXEC @multiply
             0.5               1             1.5               2
EXEC @multiply
hal.buffer_view
4xf32=1 2 3 4

# -----

# shell: files are appended to, and read one after another
a="run examples/multiply.hal.mlir --input=4xf32=1,2,3,4"
halforge $a --input=4xf32=1 --output=@y.npy
halforge $a --input=4xf32=2 --output=+y.npy
halforge run examples/multiply.hal.mlir --input=@y.npy --input=+y.npy --output=-
# =====
EXEC @multiply
EXEC @multiply
EXEC @multiply
hal.buffer_view
4xf32=2 8 18 32

# -----

# shell: a type may stand before an npy file and before raw bytes
halforge run examples/multiply.hal.mlir --input=4xf32=1,2,3,4 --input=4xf32=1 --output=@y.npy
halforge run examples/multiply.hal.mlir --input=4xf32=1,2,3,4 --input=4xf32=1 --output=@y.bin
halforge run examples/multiply.hal.mlir --input=4xf32=@y.npy --input=4xf32=@y.bin --output=-
halforge run examples/multiply.hal.mlir --input=2x2xf32=@y.npy --input=4xf32=1 --output=-
# =====
EXEC @multiply
EXEC @multiply
EXEC @multiply
hal.buffer_view
4xf32=1 4 9 16
--- standard error
halforge: error: the inputs do not fit the function
  input 0: value `2x2xf32=@y.npy`: "y.npy": expected 2x2xf32, found 4xf32
  in sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
--- exit code 2

# -----

# shell: as expected
halforge run examples/multiply.hal.mlir --input=4xf32=1,2,3,4 --input=4xf32=2 --expected_output="4xf32=2 4 6 8"
# =====
EXEC @multiply
[SUCCESS] all function outputs matched their expected values.

# -----

# shell: not as expected
halforge run examples/multiply.hal.mlir --input=4xf32=1,2,3,4 --input=4xf32=2 --expected_output="4xf32=2 4 7 8"
# =====
EXEC @multiply
[FAILED] result[0]: element at index 2 (6) does not match the expected (7); expected that the view is equal to contents of a view of 4xf32
  expected:
4xf32=2 4 7 8
  actual:
4xf32=2 4 6 8
--- exit code 1

# -----

# shell: expected of another shape and type
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=2 --expected_output=5xf32=2
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=2 --expected_output=4xi32=2
# =====
EXEC @multiply
[FAILED] result[0]: metadata is 4xf32; expected that the view matches 5xf32; expected that the view is equal to contents of a view of 5xf32
  expected:
5xf32=2 2 2 2 2
  actual:
4xf32=2 2 2 2
EXEC @multiply
[FAILED] result[0]: metadata is 4xf32; expected that the view matches 4xi32; expected that the view is equal to contents of a view of 4xi32
  expected:
4xi32=2 2 2 2
  actual:
4xf32=2 2 2 2
--- exit code 1

# -----

# shell: within a tolerance, or exactly
a="run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=1"
halforge $a --expected_output=4xf32=1.001
halforge $a --expected_output=4xf32=1.001 --expected_f32_threshold=0.01
halforge $a --expected_output=4xf32=1.00001 --equality_mode=exact
# =====
EXEC @multiply
[FAILED] result[0]: element at index 0 (1) does not match the expected (1.001); expected that the view is equal to contents of a view of 4xf32
  expected:
4xf32=1.001 1.001 1.001 1.001
  actual:
4xf32=1 1 1 1
EXEC @multiply
[SUCCESS] all function outputs matched their expected values.
EXEC @multiply
[FAILED] result[0]: element at index 0 (1) does not match the expected (1.00001); expected that the view is equal to contents of a view of 4xf32
  expected:
4xf32=1.00001 1.00001 1.00001 1.00001
  actual:
4xf32=1 1 1 1
--- exit code 1

# -----

# shell: whatever it is
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=2 --expected_output="(ignored)"
# =====
EXEC @multiply
[SUCCESS] all function outputs matched their expected values.

# -----

# shell: many elements are cut
halforge run examples/multiply.hal.mlir --input=4xf32=1 --input=4xf32=2 --output_max_element_count=2
# =====
EXEC @multiply
result[0]: hal.buffer_view
4xf32=2 2...

# -----

# shell: as a plan from standard input, as text from standard input
halforge compile - -o - < examples/multiply.hal.mlir | halforge run - --input=4xf32=3 --input=4xf32=2
cat examples/multiply.hal.mlir | halforge run - --input=4xf32=3 --input=4xf32=2
# =====
EXEC @multiply
result[0]: hal.buffer_view
4xf32=6 6 6 6
EXEC @multiply
result[0]: hal.buffer_view
4xf32=6 6 6 6

# -----

# shell: a mistake on standard input has a place
echo "util.func" | halforge run -
# =====
--- standard error
<stdin>:2:1: error: expected a symbol such as @name, found end of file

^
--- exit code 1

# -----

# shell: nothing is left of a plan that was not finished
halforge compile programs/host_numbers.mlir -o m.plan && ls -A -I programs -I examples
printf 'util.func public @f(%%a: tensor<4xf32>) {\n  util.return\n}\n' > f.mlir
halforge compile f.mlir -o m.plan 2>/dev/null; ls -A -I programs -I examples; halforge run m.plan --function=mean --input=1 --input=2
# =====
m.plan
f.mlir
m.plan
EXEC @mean
result[0]: f32=1.5

# -----

# shell: a module as iree-run-module takes it
halforge run --module=examples/multiply.hal.mlir --function=multiply --input=4xf32=3 --input=4xf32=2
# =====
EXEC @multiply
result[0]: hal.buffer_view
4xf32=6 6 6 6

# -----

# shell: statistics, on standard error
halforge run examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --print_statistics 2>&1 >/dev/null | sed "s/^.. .* ..$/device/; s/[0-9][0-9]*/N/g"
# =====
device
device: NB peak / NB live / NB peak reserved / NB reserved
  the peak was made by hal.device.queue.alloca in @multiply (examples/multiply.hal.mlir:N:N)
upload: NB peak / NB live / NB peak reserved / NB reserved
readback: NB peak / NB live / NB peak reserved / NB reserved
submits: N

# -----

# shell: memory over its budget is refused; memory made to show mistakes gives the same results
a="run examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --output=-"
halforge $a --memory_budget=4096 2>&1
halforge $a --debug_memory --memory_budget=10000000
# =====
halforge: error: RESOURCE_EXHAUSTED: 65536 bytes more than the 0 in use are over the memory budget of 4096 bytes; upload memory: 0 bytes live, 0 reserved
EXEC @multiply
hal.buffer_view
4xf32=6 6 6 6

# -----

# shell: a device by its position and a part of its name
name=$(halforge devices --json | sed -n 's/^    "name": "\([^ "]*\).*/\1/p' | head -1)
halforge run examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --device=0 --device="$name" --output=-
halforge run examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --device=vulkan://0 --output=-
# =====
EXEC @multiply
hal.buffer_view
4xf32=6 6 6 6
EXEC @multiply
hal.buffer_view
4xf32=6 6 6 6

# -----

# shell: a device that behaves as a smaller one
echo "maxStorageBufferRange 8 # bytes" > limits
halforge run examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --limits=limits
# =====
EXEC @multiply
--- standard error
halforge: error: INVALID_ARGUMENT: binding 0 of 16 bytes is over the device's maxStorageBufferRange of 8; dispatch of multiply_dispatch_0_elementwise_4_f32
  at hal.device.queue.execute.indirect in @multiply (examples/multiply.hal.mlir:122:5)
--- exit code 1

# -----

# shell: a measurement, in words
halforge bench examples/multiply.hal.mlir --input=4xf32=3 --input=4xf32=2 --repetitions=3 | sed "s/on .*: /on a device: /; s/[0-9.][0-9.]* ms/T ms/g"
# =====
sync func @multiply(%input0: tensor<4xf32>, %input1: tensor<4xf32>) -> (%output0: tensor<4xf32>)
on a device: 3 calls after 5 to warm up
min T ms  median T ms  p95 T ms  max T ms
load T ms  init T ms  first call T ms  submits per call 1
