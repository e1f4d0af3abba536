#! `halforge opt`.

# shell: passes run in the order of their flags
cat > in.mlir <<'END'
util.func private @unused()
util.func public @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.addi %0, %c2 : i32
  %3 = arith.muli %1, %2 : i32
  util.return %3 : i32
}
END
halforge opt in.mlir --cse --symbol-dce
echo ---
halforge opt --pass-pipeline='builtin.module(util.func(canonicalize{test-convergence},cse))' - -o out.mlir < in.mlir
cat out.mlir
# =====
module {
  util.func public @f(%a: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %0 = arith.addi %a, %c1 : i32
    %1 = arith.addi %0, %c2 : i32
    %2 = arith.muli %1, %1 : i32
    util.return %2 : i32
  }
}
---
module {
  util.func private @unused()
  util.func public @f(%a: i32) -> i32 {
    %c3_i32 = arith.constant 3 : i32
    %0 = arith.addi %a, %c3_i32 : i32
    %1 = arith.muli %0, %0 : i32
    util.return %1 : i32
  }
}

# -----

# shell: how the result is printed
cat > in.mlir <<'END'
#target = #hal.device.target<"vulkan"> : !hal.device
util.global private @gpu = #target
util.global private @big = dense<[1, 2, 3, 4]> : tensor<4xi32>
END
halforge opt in.mlir --mlir-print-local-scope --mlir-elide-elementsattrs-if-larger=3
halforge opt in.mlir --mlir-print-op-generic --mlir-print-debuginfo
# =====
module {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.global private @big = dense_resource<__elided__> : tensor<4xi32>
}
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
"builtin.module"() ({
  "util.global"() <{initial_value = #device_target_vulkan, sym_name = "gpu", sym_visibility = "private", type = !hal.device}> : () -> () loc(#loc1)
  "util.global"() <{initial_value = dense<[1, 2, 3, 4]> : tensor<4xi32>, sym_name = "big", sym_visibility = "private", type = tensor<4xi32>}> : () -> () loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("in.mlir":1:1)
#loc1 = loc("in.mlir":2:1)
#loc2 = loc("in.mlir":3:1)

# -----

# shell: the IR while passes run
cat > in.mlir <<'END'
util.func public @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  util.return %0 : i32
}
util.func public @g() {
  util.return
}
END
halforge opt in.mlir --pass-pipeline='builtin.module(util.func(canonicalize,cse))' --mlir-print-ir-after-change -o out.mlir
halforge opt in.mlir --cse --mlir-print-ir-before-all --mlir-print-ir-tree-dir=tree -o out.mlir
find tree -type f
# =====
tree/builtin_module_no-symbol-name/0_cse.mlir
--- standard error
// -----// IR Dump After canonicalize ('util.func' operation: @f) //----- //
util.func public @f(%a: i32) -> i32 {
  util.return %a : i32
}

# -----

# shell: several modules, and the messages they expect
cat > in.mlir <<'END'
util.func public @f() {
  util.return
}
// -----
util.func public @g() {
  // expected-error @below {{no value `%0`}}
  util.return %0 : i32
}
END
halforge opt in.mlir --split-input-file --verify-diagnostics
echo ---
halforge opt in.mlir --split-input-file --diagnostics=json -o out.mlir
# =====
module {
  util.func public @f() {
    util.return
  }
}
// -----
---
--- standard error
{"message":"no value `%0` is defined here","notes":[],"place":{"column":15,"file":"in.mlir","line":7},"severity":"error"}
--- exit code 1

# -----

# shell: what is wrong with the command line
halforge opt --canonicalise
halforge opt --canonicalize='top-down=maybe'
halforge opt --pass-pipeline='builtin.module(util.func(cse,nothing))'
halforge opt --pass-pipeline='builtin.module(cse)' --cse
halforge opt missing.mlir
# =====
--- standard error
error: unexpected argument '--canonicalise' found

  tip: a similar argument exists: '--canonicalize'

Usage: halforge opt --canonicalize[=<OPTIONS>] [IN.mlir]

For more information, try '--help'.
halforge: error: canonicalize: option `top-down`: expected true or false, found `maybe`
halforge: error: no pass is called `nothing`; the list of passes has them all
error: the argument '--pass-pipeline <TEXT>' cannot be used with '--cse[=<OPTIONS>]'

Usage: halforge opt --pass-pipeline <TEXT> [IN.mlir]

For more information, try '--help'.
halforge: error: missing.mlir: No such file or directory (os error 2)
--- exit code 1

# -----

# shell: the list of passes and operations
halforge opt --list | grep -A 9 -e '--canonicalize$'
halforge opt --list | grep -A 1 'hal.fence.join'
# =====
  --canonicalize
      Folds constants and applies the rewrites of all rows until nothing changes; erases what is dead or unreachable.
      Runs on any isolated operation.
      top-down=<true or false> (default: true)
          Begin with the first operation rather than the last.
      region-simplify=<a text> (default: normal)
          What to do about blocks: disabled, normal (erase dead ones) or aggressive (merge equal ones).
      max-iterations=<an integer> (default: 10)
          Rounds after which to give up; -1 for the limit of the driver.
      test-convergence=<true or false> (default: false)
  hal.fence.join
      A fence that is signaled when all are.

# -----

# shell: pipelines with names stand where passes stand
echo 'module {}' > in.mlir
halforge opt in.mlir --iree-hal-device-assignment-pipeline=target-devices=gpu=local,vulkan 2>&1 | head -1
halforge opt in.mlir --mlir-print-local-scope --iree-hal-local-target-device-backends=vmvx '--iree-hal-device-assignment-pipeline=target-devices={b=local[2]},a=local default-device=b' --symbol-dce
halforge opt in.mlir --pass-pipeline='builtin.module(iree-hal-device-assignment-pipeline{target-device=local})'
halforge opt --list | grep -A2 'configuration-pipeline\|assignment-pipeline'
# =====
in.mlir:1:1: error: expected a name for each target device or for none, found some with and some without
module attributes {stream.affinity.default = #hal.device.affinity<@b>} {
  util.global private @b = #hal.device.target<"local", {ordinal = 2 : index}, [#hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>]> : !hal.device
}
  --iree-hal-configuration-pipeline
      Makes executables of device code for the devices that a program is for.
  --iree-hal-device-assignment-pipeline
      Says which devices a program is for.
      legacy-target-backends=<texts separated by commas>
--- standard error
halforge: error: iree-hal-device-assignment-pipeline: expected an option, found `target-device`; the nearest is `target-devices`
