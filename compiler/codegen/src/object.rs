//! `#hal.executable.object`: device code from outside, by path or in place.

use halforge_ir::{AttrKind, Diagnostic, DialectAttrKind, Module, Op, storage};
use halforge_shaders::Language;

use crate::backend::ReadFile;
use crate::export::error;
use crate::kernel;
use crate::limits::MAX_OBJECT_BYTES;

/// SPIR-V from outside.
pub(crate) struct Object {
    /// Where it came from, for messages.
    pub(crate) name: String,
    /// SPIR-V as bytes.
    pub(crate) spirv: Vec<u8>,
}

/// The objects of a variant, those in text compiled.
pub(crate) fn objects(module: &Module, variant: Op, read: &ReadFile<'_>) -> Result<Vec<Object>, Box<Diagnostic>> {
    let list = module.get_attr(variant, "objects").and_then(|list| module.ctx.array_value(list)).unwrap_or_default();
    let mut objects = Vec::new();
    for &attr in list {
        let AttrKind::Dialect(object) = module.ctx.attr_kind(attr) else {
            return Err(error(module, variant, "expected #hal.executable.object<…>"));
        };
        if object.kind != DialectAttrKind::HalExecutableObject {
            return Err(error(module, variant, "expected #hal.executable.object<…>"));
        }
        let part = |name| object.param("value").and_then(|value| module.ctx.dict_get(value, name));
        let (path, data) = (part("path"), part("data"));
        let path = path.and_then(|path| module.ctx.str_value(path));
        let name = path.unwrap_or("object in place").to_owned();
        let bytes = match (data, path) {
            (Some(data), _) => in_place(module, variant, data)?,
            (None, Some(path)) => {
                read(path).map_err(|why| error(module, variant, format!("the object file {path} cannot be read: {why}")))?
            }
            (None, None) => return Err(error(module, variant, "expected `path` or `data` in #hal.executable.object<…>")),
        };
        let spirv = match Language::of_path(path.unwrap_or("")) {
            None => bytes,
            Some(language) => {
                let text = String::from_utf8(bytes).map_err(|_| error(module, variant, format!("{name} is not UTF-8")))?;
                let words = kernel::compile(language, &name, &text).map_err(|why| error(module, variant, why))?;
                words.iter().flat_map(|word| word.to_le_bytes()).collect()
            }
        };
        if !spirv.len().is_multiple_of(4) {
            let message = format!("{name} is no SPIR-V: expected whole words of four bytes, found {} bytes", spirv.len());
            return Err(error(module, variant, message));
        }
        objects.push(Object { name, spirv });
    }
    Ok(objects)
}

fn in_place(module: &Module, variant: Op, data: halforge_ir::Attr) -> Result<Vec<u8>, Box<Diagnostic>> {
    let size = storage::storage_size(module, data).map_err(|why| error(module, variant, why))?;
    if size > MAX_OBJECT_BYTES {
        return Err(error(module, variant, format!("an object has {size} bytes, at most {MAX_OBJECT_BYTES} are read")));
    }
    let mut bytes = Vec::new();
    let read: Result<(), std::convert::Infallible> = storage::write_storage(module, data, &mut |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    });
    let Ok(()) = read;
    Ok(bytes)
}
