//! A normal form of IR, in which two texts are equal when they say the same.
//!
//! Values and blocks are numbered in the order they appear, attributes are sorted, locations and aliases are gone, and
//! constants stand where they are used: where they are kept depends on how often a pass ran.

use std::collections::HashMap;
use std::fmt::Write;

use halforge_ir::def::CONSTANT_LIKE;
use halforge_ir::{Block, Context, Module, Op, Value, parse_module};

/// The normal form of a text, line by line.
///
/// # Errors
/// When the text does not parse.
pub fn normal_form(text: &str) -> Result<Vec<String>, String> {
    let module = parse_module(&Context::new(), "normal.mlir", Box::new(text.as_bytes().to_vec()));
    let module = module.map_err(|error| error.to_string())?;
    let mut normal = Normal { module: &module, values: HashMap::new(), blocks: HashMap::new(), lines: Vec::new() };
    normal.op(module.root(), 0);
    Ok(normal.lines)
}

struct Normal<'m> {
    module: &'m Module,
    values: HashMap<Value, usize>,
    blocks: HashMap<Block, usize>,
    lines: Vec<String>,
}

impl Normal<'_> {
    fn is_constant(&self, op: Op) -> bool {
        let name = self.module.op_name(op);
        self.module.def(op).has(CONSTANT_LIKE)
            || matches!(name, "hal.element_type" | "hal.encoding_type" | "util.buffer.constant")
    }

    fn value(&mut self, value: Value) -> String {
        if let Some(op) = self.module.defining_op(value).filter(|&op| self.is_constant(op)) {
            return format!("<{}{} : {}>", self.module.op_name(op), self.attrs(op), self.ty(value));
        }
        let next = self.values.len();
        format!("%{}", self.values.entry(value).or_insert(next))
    }

    fn ty(&self, value: Value) -> String {
        self.module.ctx.show_type(self.module.ty(value)).to_string()
    }

    fn block(&mut self, block: Block) -> String {
        let next = self.blocks.len();
        format!("^{}", self.blocks.entry(block).or_insert(next))
    }

    fn attrs(&self, op: Op) -> String {
        let (ctx, data) = (&self.module.ctx, self.module.op(op));
        let all = data.props.iter().chain(&data.attrs);
        let mut all: Vec<String> = all.map(|(key, attr)| format!("{} = {}", ctx.str(*key), ctx.show_attr(*attr))).collect();
        all.retain(|attr| attr != "sym_visibility = \"public\"");
        all.sort();
        if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join(", ")) }
    }

    fn op(&mut self, op: Op, depth: usize) {
        if self.is_constant(op) {
            return;
        }
        let module = self.module;
        let results: Vec<String> = module.results(op).iter().map(|&v| format!("{} : {}", self.value(v), self.ty(v))).collect();
        let operands: Vec<String> = module.operands(op).map(|value| self.value(value)).collect();
        let mut line = format!("{:indent$}{}({})", "", module.op_name(op), operands.join(", "), indent = 2 * depth);
        for &successor in module.successors(op) {
            // Writing to a string does not fail.
            let _ = write!(line, " {}", self.block(successor));
        }
        line.push_str(&self.attrs(op));
        if !results.is_empty() {
            let _ = write!(line, " -> {}", results.join(", "));
        }
        self.lines.push(line);
        for &region in module.regions(op) {
            self.lines.push(format!("{:indent$}region", "", indent = 2 * depth));
            for &block in module.blocks(region) {
                let args: Vec<String> =
                    module.args(block).iter().map(|&v| format!("{} : {}", self.value(v), self.ty(v))).collect();
                let line = format!("{:indent$}{}({})", "", self.block(block), args.join(", "), indent = 2 * depth);
                self.lines.push(line);
                for inner in module.ops(block) {
                    self.op(inner, depth + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_places_of_constants_and_order_of_attributes_do_not_matter() {
        let a = "util.func @f(%a: i32) -> i32 attributes {x, y} {\n  %c = arith.constant 1 : i32\n  %d = arith.constant 2 : i32\n  \
                 %0 = arith.addi %a, %c : i32\n  %1 = arith.addi %0, %d : i32\n  util.return %1 : i32\n}";
        let b = "util.func public @f(%b: i32) -> i32 attributes {y, x} {\n  %d = arith.constant 2 : i32\n  \
                 %c = arith.constant 1 : i32\n  %5 = arith.addi %b, %c : i32\n  %6 = arith.addi %5, %d : i32\n  util.return %6 : i32\n}";
        assert_eq!(normal_form(a), normal_form(b));
    }

    #[test]
    fn what_is_computed_matters() {
        let a = "util.func @f(%a: i32, %b: i32) -> i32 {\n  util.return %a : i32\n}";
        assert_ne!(normal_form(a), normal_form(&a.replace("util.return %a", "util.return %b")));
        assert_ne!(normal_form(a), normal_form(&a.replace("@f", "@g")));
    }
}
