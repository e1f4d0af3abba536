//! Names suggested for results, so that printed text can be read: `%c5`, `%fence`, the name of the global that is loaded.

use crate::attrs::AttrKind;
use crate::module::{Module, Op};
use crate::ops::OpKind;
use crate::types::TypeKind;

/// The name suggested for result `index`.
pub(crate) fn result_hint(module: &Module, op: Op, index: usize) -> Option<String> {
    let ctx = &module.ctx;
    match module.kind(op) {
        OpKind::ArithConstant => constant_hint(module, op),
        OpKind::UtilGlobalLoad => {
            let path = module.symbol_path(op, "global")?;
            Some(ctx.str(*path.first()?).to_owned())
        }
        OpKind::HalElementType => match ctx.attr_kind(module.get_attr(op, "type")?) {
            AttrKind::Type(ty) => {
                let text = ctx.show_type(*ty).to_string();
                text.chars().all(|c| c.is_alphanumeric()).then(|| format!("element_type_{text}"))
            }
            _ => None,
        },
        OpKind::UtilBufferConstant => Some(module.str_attr(op, "name").map_or("buffer_cst".to_owned(), clean)),
        kind => {
            let hints = kind.def().hints;
            let hint = hints.split(',').nth(index).unwrap_or("").trim();
            (!hint.is_empty()).then(|| hint.to_owned())
        }
    }
}

/// `c5`, `c5_i32`, `cst`, `true`
fn constant_hint(module: &Module, op: Op) -> Option<String> {
    let ctx = &module.ctx;
    let AttrKind::Integer { value, ty } = ctx.attr_kind(module.get_attr(op, "value")?) else { return Some("cst".to_owned()) };
    Some(match ctx.type_kind(*ty) {
        TypeKind::Index => format!("c{value}"),
        TypeKind::Integer { width: 1, .. } => (if *value == 0 { "false" } else { "true" }).to_owned(),
        _ => format!("c{value}_{}", ctx.show_type(*ty)),
    })
}

/// `text` with only the characters a name may have.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.') { c } else { '_' }).collect()
}
