//! Declarations of exported functions, as IREE writes them for people:
//! `sync func @main(%input0: tensor<4xf32>, %input1: i32) -> (%output0: tensor<?xf32>)`.
//!
//! A declaration that cannot be read says nothing; it is only a help for messages and input types.

use halforge_value::ElementType;

/// Arguments and results in the source's own types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Arguments, in order.
    pub inputs: Vec<DeclaredValue>,
    /// Results, in order.
    pub outputs: Vec<DeclaredValue>,
}

/// An argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredValue {
    /// Name, such as `input0`.
    pub name: String,
    /// Type.
    pub ty: DeclaredType,
}

/// The type of an argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredType {
    /// `tensor<4x?xf32>`; `None` for `?`.
    Tensor(Vec<Option<u64>>, ElementType),
    /// `i32`, `f32`, …
    Scalar(ElementType),
    /// Anything else, as written.
    Other(String),
}

impl std::fmt::Display for DeclaredType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tensor(shape, element) => {
                f.write_str("tensor<")?;
                for dim in shape {
                    match dim {
                        Some(dim) => write!(f, "{dim}x")?,
                        None => f.write_str("?x")?,
                    }
                }
                write!(f, "{element}>")
            }
            Self::Scalar(element) => write!(f, "{element}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl Declaration {
    /// Reads a declaration; `None` when it has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let (_, rest) = text.split_once('@')?;
        let (inputs, rest) = in_parens(rest)?;
        let outputs = match rest.trim_start().strip_prefix("->") {
            Some(rest) => in_parens(rest)?.0,
            None => "",
        };
        Some(Self { inputs: values(inputs)?, outputs: values(outputs)? })
    }
}

/// What stands between the first `(` and its `)`, and what follows.
fn in_parens(text: &str) -> Option<(&str, &str)> {
    let start = text.find('(')? + 1;
    let mut depth = 1;
    for (at, c) in text[start..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[start..start + at], &text[start + at + 1..]));
        }
    }
    None
}

/// `%a: T, %b: U {attr}`
fn values(text: &str) -> Option<Vec<DeclaredValue>> {
    let mut depth = 0;
    let parts = text.split(|c| {
        match c {
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(value).collect()
}

fn value(text: &str) -> Option<DeclaredValue> {
    let (name, ty) = text.split_once(':')?;
    let ty = ty.split('{').next()?.trim();
    Some(DeclaredValue { name: name.trim().trim_start_matches('%').to_owned(), ty: declared_type(ty) })
}

fn declared_type(text: &str) -> DeclaredType {
    let tensor = || {
        // An encoding may follow the element type.
        let inner = text.strip_prefix("tensor<")?.strip_suffix('>')?.split(',').next()?;
        let inner = inner.replace("complex<f32>", "cf64").replace("complex<f64>", "cf128");
        let (dims, element) = match inner.rsplit_once('x') {
            Some((dims, element)) => (dims.split('x').collect(), element),
            None => (Vec::new(), &inner[..]),
        };
        let element = element.parse().ok()?;
        let dims = dims.into_iter().map(|d| if d == "?" { Some(None) } else { d.parse().ok().map(Some) });
        Some(DeclaredType::Tensor(dims.collect::<Option<_>>()?, element))
    };
    let scalar = || Some(DeclaredType::Scalar(if text == "index" { ElementType::I64 } else { text.parse().ok()? }));
    tensor().or_else(scalar).unwrap_or_else(|| DeclaredType::Other(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_of_the_compiler_are_read() {
        let text = "sync func @main(%input0: tensor<4x?xf32>, %input1: !hal.buffer_view {iree.abi.output = 0 : index}, \
                    %input2: i32, %input3: tensor<2xcomplex<f32>>) -> (%output0: tensor<f16>, %output1: index)";
        let declaration = Declaration::parse(text).unwrap();
        let types: Vec<String> = declaration.inputs.iter().map(|v| v.ty.to_string()).collect();
        assert_eq!(types, ["tensor<4x?xf32>", "!hal.buffer_view", "i32", "tensor<2xcf64>"]);
        assert_eq!(declaration.outputs[0].ty, DeclaredType::Tensor(vec![], ElementType::F16));
        assert_eq!(declaration.outputs[1].ty, DeclaredType::Scalar(ElementType::I64));
        assert_eq!(declaration.inputs[1].name, "input1");
        assert!(Declaration::parse("async func @f() -> ()").unwrap().inputs.is_empty());
        assert!(Declaration::parse("main").is_none());
    }
}
