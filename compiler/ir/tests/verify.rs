//! The verifier has an answer to every module: one that is right, changed at random.

use std::sync::Arc;

use halforge_ir::verify::verify;
use halforge_ir::{At, Attr, Block, Context, Module, Op, Type, Value, parse_module};
use proptest::prelude::*;

/// A module with regions, branches, symbols, functions and calls, executables, and operands in groups.
const TEXT: &str = r#"
#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
util.global private mutable @counter = 1 : i32
util.global private @device = #hal.device.select<[#hal.device.target<"vulkan"> : !hal.device]> : !hal.device
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.condition(%device: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    }
    hal.executable.export public @main layout(#layout) condition(%device: !hal.device) -> i1 {
      %true = arith.constant true
      hal.return %true : i1
    } fallback(@other) count(%device: !hal.device, %x: index) -> (index, index, index) {
      hal.return %x, %x, %x : index, index, index
    }
    hal.executable.export public @other layout(#layout)
    hal.executable.constant.block(%device: !hal.device) -> i32 as "key" {
      %one = arith.constant 1 : i32
      hal.return %one : i32
    }
    builtin.module {
      func.func @main() {
        %0 = hal.interface.constant.load layout(#layout) ordinal(0) : i32
        %1 = hal.interface.binding.subspan layout(#layout) binding(0) : memref<4xf32>
        return
      }
    }
  }
}
util.func private @callee(%a: i32) -> i32 {
  util.return %a : i32
}
util.func public @f(%device: !hal.device, %queues: i64, %exe: !hal.executable, %n: index, %a: i32, %buffer: !hal.buffer) -> i32 {
  %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %null = util.null : !hal.fence
  %id = hal.executable.lookup.function target(%exe : !hal.executable) function(@exe::@vulkan::@main) : i64
  %memo = hal.device.memoize<%device : !hal.device> affinity(%queues) -> !hal.command_buffer {
    %cmd = hal.command_buffer.create device(%device : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%queues) : !hal.command_buffer
    hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%id] workgroups([%n, %n, %n]) constants([%a]) bindings([
      (%buffer : !hal.buffer)[%n, %n]
    ]) flags("None")
    hal.return %cmd : !hal.command_buffer
  }
  hal.device.queue.execute<%device : !hal.device> affinity(%queues) wait(%null) signal(%fence) commands(%memo) flags("None")
  %0 = util.call @callee(%a) : (i32) -> i32
  %1 = util.global.load @counter : i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %3 = scf.if %2 -> (i32) {
    scf.yield %0 : i32
  } else {
    scf.yield %1 : i32
  }
  cf.cond_br %2, ^bb1(%3 : i32), ^bb2
^bb1(%4: i32):
  util.global.store %4, @counter : i32
  cf.switch %4 : i32, [
    default: ^bb2,
    7: ^bb1(%a : i32)
  ]
^bb2:
  util.return %a : i32
}
"#;

fn module() -> Module {
    let ctx: Arc<Context> = Context::new();
    parse_module(&ctx, "module.mlir", Box::new(TEXT.as_bytes().to_vec())).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything a change may pick from.
struct Parts {
    ops: Vec<Op>,
    blocks: Vec<Block>,
    values: Vec<Value>,
    types: Vec<Type>,
    attrs: Vec<Attr>,
    names: Vec<String>,
}

impl Parts {
    fn of(module: &Module) -> Self {
        let ops = module.walk(module.root());
        let regions: Vec<_> = ops.iter().flat_map(|&op| module.regions(op)).copied().collect();
        let blocks: Vec<Block> = regions.iter().flat_map(|&region| module.blocks(region)).copied().collect();
        let results = ops.iter().flat_map(|&op| module.results(op));
        let values: Vec<Value> = results.chain(blocks.iter().flat_map(|&block| module.args(block))).copied().collect();
        let types = values.iter().map(|&value| module.ty(value)).collect();
        let lists = ops.iter().flat_map(|&op| [&module.op(op).props, &module.op(op).attrs]);
        let named: Vec<_> = lists.flatten().copied().collect();
        let mut attrs: Vec<Attr> = named.iter().map(|(_, attr)| *attr).collect();
        let ctx = &module.ctx;
        attrs.extend([ctx.unit(), ctx.array_attr(Vec::new()), ctx.i32_array_attr([-1, 1 << 40]), ctx.index_attr(i64::MIN)]);
        let names = named.iter().map(|(name, _)| ctx.str(*name).to_owned()).collect();
        Self { ops, blocks, values, types, attrs, names }
    }
}

fn pick<T: Clone>(items: &[T], index: u16) -> T {
    items[usize::from(index) % items.len()].clone()
}

/// One change: what to do, and three numbers that say where.
type Change = (u8, u16, u16, u16);

fn change(module: &mut Module, (what, a, b, c): Change) {
    let parts = Parts::of(module);
    let op = pick(&parts.ops, a);
    match what % 10 {
        0 if module.num_operands(op) > 0 => {
            module.set_operand(op, usize::from(b) % module.num_operands(op), pick(&parts.values, c));
        }
        1 => {
            let kept: Vec<Value> = module.operands(op).take(usize::from(b) % 8).chain([pick(&parts.values, c)]).collect();
            module.set_operands(op, &kept);
        }
        2 => module.set_operands(op, &[]),
        3 => module.remove_attr(op, &pick(&parts.names, b)),
        4 => module.set_attr(op, &pick(&parts.names, b), pick(&parts.attrs, c)),
        5 => module.add_results(op, &[pick(&parts.types, b)]),
        6 => module.set_type(pick(&parts.values, b), pick(&parts.types, c)),
        7 => {
            let region = module.add_region(op);
            if b % 2 == 0 {
                module.add_block(region);
            }
        }
        8 => {
            let targets = [pick(&parts.blocks, b), pick(&parts.blocks, c)];
            module.set_successors(op, targets.into_iter().take(usize::from(b) % 3).collect());
        }
        9 => {
            let block = pick(&parts.blocks, b);
            let around = module.block_parent(block).map(|region| module.region_parent(region));
            if op != module.root() && around.is_none_or(|around| !module.is_inside(around, op)) {
                module.move_op(op, if c % 2 == 0 { At::End(block) } else { At::Start(block) });
            }
        }
        _ => {}
    }
}

/// What is changed below is right, so that changes can make it wrong.
#[test]
fn the_module_is_right() {
    let mistakes = verify(&module());
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is changed, there is an answer, the same each time, in the order of the text.
    #[test]
    fn changed_modules_have_an_answer(changes in prop::collection::vec(any::<Change>(), 1..12)) {
        let mut module = module();
        for one in changes {
            change(&mut module, one);
            let mistakes = verify(&module);
            let places: Vec<_> = mistakes.iter().map(|m| m.place.as_ref().map(|place| (place.line, place.column))).collect();
            prop_assert!(places.is_sorted_by_key(|place| place.unwrap_or((u32::MAX, 0))));
            prop_assert_eq!(&mistakes, &verify(&module));
        }
    }

    /// An operation without its operands is found, whatever it is.
    #[test]
    fn missing_operands_are_found(index in any::<u16>()) {
        let mut module = module();
        let with_operands: Vec<Op> = module.walk(module.root()).into_iter().filter(|&op| {
            let is_one = |row: &halforge_ir::def::ValueRow| row.arity == halforge_ir::def::Arity::One;
            module.def(op).operands.iter().any(is_one)
        }).collect();
        let op = pick(&with_operands, index);
        module.set_operands(op, &[]);
        let name = module.op_name(op).to_owned();
        let mistakes = verify(&module);
        prop_assert!(mistakes.iter().any(|mistake| mistake.message.starts_with(&format!("{name}: expected"))), "{name}");
    }
}
